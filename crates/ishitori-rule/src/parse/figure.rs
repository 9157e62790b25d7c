//! Positions that are figures, and patterns of cells: `position graph`, `".." becomes "##" turned`.

use super::{ParseResult, Parser};
use crate::lex::TokenKind;
use crate::problem::{Problem, closest};
use crate::syntax::{Expr, PatternText, PositionText, Spanned, SpannedName};

/// The kinds of figures beside boards of cells.
pub(crate) const FIGURES: [&str; 3] = ["graph", "poset", "diagram"];

/// What lies on boards.
pub(super) const BOARDS: [&str; 3] = ["stones", "coins", "cells"];

/// What people call figures beside the names of their kinds.
const ALSO_CALLED: [(&str, &str); 8] = [
    ("tree", "graph"),
    ("forest", "graph"),
    ("path", "graph"),
    ("network", "graph"),
    ("order", "poset"),
    ("partition", "diagram"),
    ("tableau", "diagram"),
    ("young", "diagram"),
];

/// What the words of a move that nobody knows say of the kind of figure: how its moves begin.
pub(super) fn meant_move(
    problem: Problem,
    first: &TokenKind,
    place: &Option<PositionText>,
) -> Problem {
    let TokenKind::Word(word) = first else { return problem };
    let moves = match place {
        Some(PositionText::Figure { kind, .. }) => match kind.value.as_str() {
            "graph" => {
                "`option take a vertex`, `option take an edge`, `option walk along an edge and take it`, ..."
            }
            "poset" => {
                "`option take an element with all above`, `option take a maximal element`, ..."
            }
            _ => {
                "`option take a row`, `option take a hook`, `option cut r rows and c columns`, ..."
            }
        },
        Some(PositionText::Board { of, .. }) => match of.value.as_str() {
            "cells" => "drawn: `option \"..\" becomes \"##\" turned`",
            "coins" => {
                "`option turn x, a where a < x`, on several rows `option turn (x, y), (a, y) where a < x`"
            }
            _ => "`option take from an end of a run`, `option take a block of a run`, ...",
        },
        _ => return problem,
    };
    if ["take", "turn", "cut", "walk", "octal", "hexadecimal"].contains(&word.as_str()) {
        return problem;
    }
    problem.hint(format!("the moves of this kind of position are {moves}"))
}

impl Parser {
    /// Whether a kind of figure comes next, and no row of heaps that is called so.
    pub(super) fn at_figure(&self) -> bool {
        let is_row = matches!(self.peek_after(1), TokenKind::Mark("["));
        !is_row && FIGURES.iter().any(|kind| self.is_word(kind))
    }

    /// The problem of a name that is no row of heaps, if it looks like a kind of figure: `graphs`, `a graph`, `tree`.
    pub(super) fn meant_figure(&self, name: &SpannedName) -> Option<Problem> {
        let mut words = vec![name.value.to_lowercase()];
        if let TokenKind::Word(word) = self.peek() {
            words.push(word.to_lowercase());
        }
        let also = |word: &str| {
            let also = ALSO_CALLED.iter().map(|(also, _)| *also);
            let called = ALSO_CALLED.iter().find(|(also, _)| *also == word);
            called.or_else(|| {
                let near = closest(word, also)?;
                ALSO_CALLED.iter().find(|(also, _)| *also == near)
            })
        };
        let kind = |word: &String| {
            let exact = FIGURES.into_iter().find(|kind| kind == word);
            let meant = || also(word).map(|(_, kind)| *kind);
            exact.or_else(|| closest(word, FIGURES)).or_else(meant)
        };
        let kind = words.iter().filter(|word| word.len() > 3).find_map(kind)?;
        let message = format!("`{}` is no kind of position", name.value);
        let problem = Problem::new(name.span.clone(), message, "expected a kind of position");
        Some(problem.hint(format!("write `position {kind}`; heaps in a row are `position h[n]`")))
    }

    /// `by` between two sides.
    pub(super) fn need_by(&mut self) -> ParseResult<()> {
        self.need_word("by", "the number of rows")
            .map_err(|p| p.hint("rows and columns are written `3 by 4`"))
    }

    /// `graph`, `poset`, `diagram`, `diagram in m by n`; the word `position` is read.
    pub(super) fn figure(&mut self, start: usize) -> ParseResult<PositionText> {
        let kind = self.name("a kind of figure")?;
        let within = if kind.value == "diagram" && self.eat_word("in") {
            let rows = self.expr()?;
            self.need_by()?;
            Some((rows, self.expr()?))
        } else {
            None
        };
        if !self.at_statement() {
            let hint = match (kind.value.as_str(), &within) {
                ("diagram", None) => "diagrams in a rectangle are `position diagram in 3 by 4`",
                _ => "conditions stand behind the moves: `option take a ... where ...`",
            };
            let message = format!("nothing more is said of a {} here", kind.value);
            let problem = Problem::new(self.span(), message, "expected the next statement");
            return Err(problem.hint(hint));
        }
        Ok(PositionText::Figure { kind, within, span: self.since(start) })
    }

    /// `".." becomes "##" turned mirrored`, or in an ending `"###" turned`.
    pub(super) fn pattern(&mut self, becomes: bool) -> ParseResult<PatternText> {
        let before = self.quoted("a pattern of cells")?;
        let after = if becomes {
            self.need_word("becomes", "the pattern")
                .map_err(|p| p.hint("as in `option \"..\" becomes \"##\" turned`"))?;
            Some(self.quoted("what becomes of the pattern")?)
        } else {
            None
        };
        let (mut turned, mut mirrored) = (false, false);
        loop {
            self.eat_word("and");
            if self.eat_word("turned") {
                turned = true;
            } else if self.eat_word("mirrored") {
                mirrored = true;
            } else if self.at_word_behind_a_pattern() {
                let hint =
                    "`turned` means quarter turns, `mirrored` mirror images; both may stand there";
                let problem = self.expected("`turned`, `mirrored` or the next statement");
                let TokenKind::Word(word) = self.peek().clone() else { return Err(problem) };
                return Err(problem
                    .hint(hint)
                    .did_you_mean(&word, ["turned", "mirrored", "ending"]));
            } else {
                return Ok(PatternText { before, after, turned, mirrored });
            }
        }
    }

    /// Whether a word comes next that says nothing of a pattern and begins nothing else.
    fn at_word_behind_a_pattern(&self) -> bool {
        let begins = ["where", "for", "ending"].iter().any(|word| self.is_word(word));
        !begins && !self.at_statement() && matches!(self.peek(), TokenKind::Word(_))
    }

    /// `(x, y), (a, y)`, or on one row `x, a`.
    pub(super) fn coins(&mut self) -> ParseResult<Vec<Vec<Expr>>> {
        let mut coins = Vec::new();
        loop {
            if self.eat_mark("(") {
                let row = self.expr()?;
                self.need_mark(",", "the row of a coin")?;
                let column = self.expr()?;
                self.need_mark(")", "the column of a coin")?;
                coins.push(vec![row, column]);
            } else {
                coins.push(vec![self.expr()?]);
            }
            if self.is_word("and") {
                let problem = self.expected("a comma between two coins");
                return Err(problem.hint("as in `option turn x, a where a < x`"));
            }
            if !self.eat_mark(",") {
                return Ok(coins);
            }
        }
    }

    fn quoted(&mut self, what: &str) -> ParseResult<SpannedName> {
        let span = self.span();
        let value = self.text(what)?;
        Ok(Spanned { value, span })
    }
}
