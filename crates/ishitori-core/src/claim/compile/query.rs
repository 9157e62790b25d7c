//! Questions about positions: `P`, `grundy(a, b)`, `options("nim-1", a, b)`, `N("7,5,3")`.
//!
//! A text may be a game or a position. Alone, it is a position if the game is on boards or if it begins with
//! a digit; otherwise it names a game of the library, which is opened once. The number of heaps is compared
//! with the game's. Positions in quotes are checked now, those of numbers when they are known
//! (`evaluate/position.rs`). Inside a definition there is no position here, and none may be asked about.

use ishitori_rule::Problem;
use ishitori_rule::syntax::{Expr, ExprKind};

use super::{ClaimCompiler, CompileResult, QueriedGame};
use crate::claim::formula::{CompiledNumber, Query, QueryPosition};
use crate::claim::one_heap::heap_or_piece;
use crate::game::{AnyGame, GameKind};
use crate::solve::Outcome;

/// The outcome that a predicate names.
pub(super) fn outcome(name: &str) -> Option<Outcome> {
    match name {
        "P" => Some(Outcome::P),
        "N" => Some(Outcome::N),
        _ => None,
    }
}

impl ClaimCompiler<'_> {
    /// Which position of which game is meant: a game's name in quotes may come first; then the
    /// heaps as numbers, or a position in quotes. Nothing: the position here.
    pub(super) fn query(&mut self, arguments: &[Expr], expr: &Expr) -> CompileResult<Query> {
        if let [of] = arguments
            && let Some(place) = self.figure_place(of)?
        {
            return Ok(Query { game: 0, place });
        }
        let own_board = matches!(self.games[0].game, AnyGame::Board(_) | AnyGame::Figures(_));
        let (game, rest) = match arguments {
            [Expr { kind: ExprKind::Text(_), .. }] if own_board => (0, arguments),
            [Expr { kind: ExprKind::Text(position), .. }]
                if position.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                (0, arguments)
            }
            [Expr { kind: ExprKind::Text(name), span }, rest @ ..] => {
                (self.other_game(name, span.clone())?, rest)
            }
            _ => (0, arguments),
        };
        let place = match (&self.games[game].game, rest) {
            (game, [Expr { kind: ExprKind::Text(position), span }]) => {
                place_of_text(game, position)
                    .map_err(|why| Problem::new(span.clone(), why, "no position"))?
            }
            (AnyGame::Board(board), [Expr { kind: ExprKind::Name(name), .. }])
                if name == "full" =>
            {
                QueryPosition::Board(board.full())
            }
            (_, []) => self.here(game, expr)?,
            (AnyGame::Heaps(heaps), _) => {
                let takes = heaps.rules().names.len();
                let numbers = self.all_elements(rest)?;
                if numbers.len() != takes {
                    let (name, found) = (&self.games[game].name, numbers.len());
                    let message = format!("a position of {name} has {takes} heaps, not {found}");
                    return Err(Problem::new(expr.span.clone(), message, "this position"));
                }
                QueryPosition::Heaps(numbers)
            }
            (AnyGame::Board(_), [mask]) if game == 0 => {
                QueryPosition::Mask(Box::new(self.num(mask)?))
            }
            (AnyGame::Figures(_), [of]) if game == 0 => {
                let problem = self.no_position(of);
                return Err(problem);
            }
            (AnyGame::Figures(_), _) => {
                let message = "such a position is written in quotes";
                return Err(Problem::new(expr.span.clone(), message, "this position")
                    .hint("as in P(\"path(5)\")"));
            }
            (AnyGame::Board(_) | AnyGame::Single(_) | AnyGame::Pieces(_), _) => {
                let message = "a board is written in quotes, by its rows";
                return Err(Problem::new(expr.span.clone(), message, "this position")
                    .hint("as in P(\"##./.##\") or P(full)"));
            }
        };
        Ok(Query { game, place })
    }

    pub(super) fn here(&mut self, game: usize, expr: &Expr) -> CompileResult<QueryPosition> {
        if !self.has_here {
            let message = "there is no position here";
            return Err(Problem::new(expr.span.clone(), message, "in a definition")
                .hint("give the position: P(x, y)"));
        }
        self.about_here = true;
        if game == 0 {
            return Ok(QueryPosition::Here);
        }
        let heaps = self.heap_names().len();
        match &self.games[game].game {
            AnyGame::Heaps(other) if other.rules().names.len() == heaps => {
                Ok(QueryPosition::Heaps((0..heaps).map(CompiledNumber::Slot).collect()))
            }
            _ => {
                let name = &self.games[game].name;
                let message = format!("the position here is none of {name}");
                Err(Problem::new(expr.span.clone(), message, "other heaps")
                    .hint("give its heaps after the name"))
            }
        }
    }

    fn other_game(&mut self, name: &str, span: ishitori_rule::Span) -> CompileResult<usize> {
        if let Some(at) = self.games.iter().position(|asked| asked.name == name) {
            return Ok(at);
        }
        let wrong = |why: String| Problem::new(span.clone(), why, "this game");
        let ruleset = self.library.game(name).map_err(wrong)?;
        let game = AnyGame::new(&ruleset).map_err(|e| wrong(e.to_string()))?;
        if let AnyGame::Single(_) | AnyGame::Pieces(_) = game {
            return Err(super::no_claims(span, &game));
        }
        let name = name.to_string();
        self.games.push(QueriedGame::new(name, game));
        Ok(self.games.len() - 1)
    }

    /// A claim runs through figures of its own game only.
    pub(super) fn refuse_options_of_other_figures(
        &self,
        game: usize,
        expr: &Expr,
    ) -> CompileResult<()> {
        match &self.games[game].game {
            AnyGame::Figures(_) if game != 0 => {
                let message = "the options of such a position are known to claims of its own game";
                Err(Problem::new(expr.span.clone(), message, "of another game here")
                    .hint("of other games claims know P, N, grundy and remoteness"))
            }
            _ => Ok(()),
        }
    }

    /// Of a single heap only the value is known.
    pub(super) fn refuse_without_moves(&self, game: usize, expr: &Expr) -> CompileResult<()> {
        match &self.games[game].game {
            AnyGame::Heaps(heaps) if game == 0 && self.of_one_heap => {
                let (message, hint) = match heap_or_piece(heaps) {
                    "heap" => (
                        "what a single heap becomes is a sum of heaps",
                        "claims say what a heap of n stones is worth: P, N, grundy",
                    ),
                    _ => (
                        "what a piece becomes is a sum of pieces",
                        "claims say what one piece is worth: P, N, grundy",
                    ),
                };
                Err(Problem::new(expr.span.clone(), message, "not in a claim").hint(hint))
            }
            _ => Ok(()),
        }
    }

    /// Whether two arrangements of heaps are the same position.
    pub(super) fn is_unordered(&self, game: usize) -> bool {
        match &self.games[game].game {
            AnyGame::Heaps(heaps) => heaps.rules().symmetry.identifies(),
            AnyGame::Board(_) | AnyGame::Single(_) | AnyGame::Pieces(_) | AnyGame::Figures(_) => {
                false
            }
        }
    }
}

pub(super) fn place_of_text(game: &AnyGame, text: &str) -> Result<QueryPosition, String> {
    match game {
        AnyGame::Heaps(heaps) => {
            let position = heaps.parse(text).map_err(|e| e.to_string())?;
            // Heaps fit into 2^32.
            Ok(QueryPosition::Heaps(
                position.iter().map(|h| CompiledNumber::Constant(*h as i64)).collect(),
            ))
        }
        AnyGame::Board(board) => {
            board.parse(text).map(QueryPosition::Board).map_err(|e| e.to_string())
        }
        AnyGame::Figures(game) => {
            let figure = game.parse(text).map_err(|e| e.to_string())?;
            Ok(QueryPosition::Figure(Box::new(figure)))
        }
        AnyGame::Single(_) | AnyGame::Pieces(_) => Err("single heaps here".to_string()),
    }
}
