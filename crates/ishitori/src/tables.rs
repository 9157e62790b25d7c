//! What stands in the cells of a table: values, outcomes or lengths of play, from the best that can tell them.
//!
//! Grundy values and outcomes of a window come from an engine, from a file, or from a sequence of single heaps; where none of them
//! can, and for lengths of play, from plain recursion, 100 to 200 bytes a position. A table that is streamed into a
//! file is solved with checkpoints ([`stream`]).

mod stream;

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use anyhow::bail;
use ishitori_core::ask::{AskedGame, Fact, Question, Refused, SolvedWindow, p_positions};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{
    Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, PieceGame, SingleGame,
};
use ishitori_core::solve::{Convention, Outcome, PositionFacts, Reference, ValuePairSolver};
use serde_json::{Value, json};

use crate::error::unanswered;
use crate::files::stored::StoredResult;
use crate::planes::FactSource;
use crate::single_heaps;

pub use self::stream::{TableRequest, no_keeping, stream, write_json_lines};

/// What is shown of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShownFact {
    /// Grundy values, of normal or of misère play.
    Grundy,
    /// P or N.
    Outcome,
    /// How many moves the loser can hold out.
    Remoteness,
}

impl ShownFact {
    /// The word for it in output.
    pub fn word(self) -> &'static str {
        match self {
            ShownFact::Grundy => "grundy",
            ShownFact::Outcome => "outcome",
            ShownFact::Remoteness => "remoteness",
        }
    }
}

/// What a table shows, in which kind of play.
#[derive(Clone, Copy, Debug)]
pub struct TableView {
    /// What is shown.
    pub shows: ShownFact,
    /// Who wins when nobody can move.
    pub convention: Convention,
}

impl TableView {
    /// What is asked for, or what is shown if nothing is.
    pub fn new(shows: Option<ShownFact>, convention: Convention) -> TableView {
        let misere = convention == Convention::Misere;
        let shows = shows.unwrap_or(if misere { ShownFact::Outcome } else { ShownFact::Grundy });
        TableView { shows, convention }
    }

    /// Whether it shows misère Grundy values, which plain recursion alone tells.
    fn is_misere_grundy(self) -> bool {
        self.shows == ShownFact::Grundy && self.convention == Convention::Misere
    }

    /// The word for what is shown in output.
    pub fn word(self) -> &'static str {
        if self.is_misere_grundy() { "misere_grundy" } else { self.shows.word() }
    }

    fn of(self, facts: &PositionFacts) -> TableCell {
        match self.shows {
            ShownFact::Grundy => TableCell::Number(facts.grundy),
            ShownFact::Outcome => TableCell::Outcome(facts.outcome(self.convention)),
            ShownFact::Remoteness => TableCell::Number(facts.remoteness(self.convention)),
        }
    }
}

/// What is shown of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableCell {
    /// A value, or a number of moves.
    Number(u32),
    /// Who wins.
    Outcome(Outcome),
}

impl TableCell {
    /// As JSON.
    pub fn json(self) -> Value {
        match self {
            TableCell::Number(number) => json!(number),
            TableCell::Outcome(outcome) => json!(outcome.to_string()),
        }
    }
}

impl fmt::Display for TableCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableCell::Number(number) => write!(f, "{number}"),
            TableCell::Outcome(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// What is shown of a position.
pub type CellOf<'g, P> = dyn FnMut(&P) -> Result<TableCell, GaveUp> + 'g;

fn by_reference<'g, G: GameKind>(
    game: &'g G,
    view: TableView,
    control: &Control,
) -> Box<CellOf<'g, G::Position>> {
    if view.is_misere_grundy() {
        let (mut solver, control) = (ValuePairSolver::new(game), control.recursing());
        return Box::new(move |position| {
            Ok(TableCell::Number(solver.pair(position, &control)?.misere))
        });
    }
    let mut solver = Reference::new(game);
    let control = control.recursing();
    Box::new(move |position| Ok(view.of(&solver.facts(position, &control)?)))
}

fn outcome_cell(is_p: bool) -> TableCell {
    TableCell::Outcome(if is_p { Outcome::P } else { Outcome::N })
}

/// The cells of heaps: from a table of values or a list of P-positions where an engine makes one.
///
/// # Errors
/// If the window does not fit, or takes too long.
pub fn heap_cells<'g>(
    game: &'g HeapGame,
    bounds: &Bounds,
    view: TableView,
    stored: Option<StoredResult>,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Heaps>>> {
    if let Some(stored) = stored {
        return stored_cells(game, bounds, view, stored);
    }
    match view.shows {
        ShownFact::Remoteness => lengths(game, bounds, view, control),
        ShownFact::Grundy if view.is_misere_grundy() => Ok(by_reference(game, view, control)),
        ShownFact::Grundy => {
            let mut source = FactSource::grundy(game, bounds, control)?;
            Ok(Box::new(move |position| source.value(position).map(TableCell::Number)))
        }
        ShownFact::Outcome => {
            let plan = game.plan(
                &Question::PPositions { window: bounds, convention: view.convention },
                control,
            )?;
            if plan.is_reference() {
                return Ok(by_reference(game, view, control));
            }
            let most = control.most_positions();
            let mut found = HashSet::new();
            let control = plan.counting(control);
            p_positions(game, bounds, view.convention, &plan, &control, &mut |position| {
                if found.len() <= most {
                    found.insert(position.clone());
                }
            })?;
            if found.len() > most {
                return Err(GaveUp::beyond(most, "P-positions in this table").into());
            }
            Ok(Box::new(move |position| Ok(outcome_cell(found.contains(position)))))
        }
    }
}

/// Lengths of play: from one pass over the box where it fits.
fn lengths<'g>(
    game: &'g HeapGame,
    bounds: &Bounds,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Heaps>>> {
    game.must_be_window(bounds)?;
    let (to, fact) = (&game.upper_bounds(bounds)?, Fact::Remoteness(view.convention));
    let plan = match game.plan(&Question::LookUp { to, fact }, control) {
        // A large box may hold few positions.
        Err(Refused::TooLarge { .. }) => return Ok(by_reference(game, view, control)),
        plan => plan?,
    };
    if plan.is_reference() {
        return Ok(by_reference(game, view, control));
    }
    let window = SolvedWindow::solve(game, &Bounds { to: to.clone(), total: None }, &plan, control);
    let window = window.map_err(unanswered)?;
    let outside = || GaveUp::new("a position outside of the window");
    Ok(Box::new(move |position| {
        let length = window.remoteness(game, position, view.convention);
        length.map(TableCell::Number).ok_or_else(outside)
    }))
}

/// The cells of heaps, as a file has them.
fn stored_cells<'g>(
    game: &'g HeapGame,
    bounds: &Bounds,
    view: TableView,
    mut stored: StoredResult,
) -> anyhow::Result<Box<CellOf<'g, Heaps>>> {
    stored.window(bounds)?;
    match view.shows {
        ShownFact::Remoteness => {
            bail!("{} does not tell how long a game takes", stored.path.display())
        }
        ShownFact::Grundy if view.is_misere_grundy() => {
            bail!("{} does not tell the Grundy values of misère play", stored.path.display())
        }
        ShownFact::Grundy => {
            let mut source = FactSource::stored(stored, game)?;
            Ok(Box::new(move |position| source.value(position).map(TableCell::Number)))
        }
        ShownFact::Outcome if stored.is_table() => Ok(Box::new(move |position| {
            let found = stored.is_p(game, position);
            let found = found.map_err(|error| GaveUp::new(format!("{error:#}")))?;
            let missing = || GaveUp::new("a position is not in the file");
            found.map(outcome_cell).ok_or_else(missing)
        })),
        ShownFact::Outcome => {
            let mut p = HashSet::new();
            stored.visit_p(game, &mut |position| {
                p.insert(position.clone());
            })?;
            Ok(Box::new(move |position| Ok(outcome_cell(p.contains(position)))))
        }
    }
}

/// The cells of boards: from a table of all boards where there is one.
///
/// # Errors
/// If the window does not fit, or takes too long.
pub fn board_cells<'g>(
    game: &'g BoardGame,
    bounds: &Bounds,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Board>>> {
    let convention = view.convention;
    let question = match view.shows {
        ShownFact::Grundy if view.is_misere_grundy() => {
            return Ok(by_reference(game, view, control));
        }
        ShownFact::Grundy => Question::Values { window: bounds },
        ShownFact::Outcome => Question::PPositions { window: bounds, convention },
        ShownFact::Remoteness => return Ok(by_reference(game, view, control)),
    };
    let plan = game.plan(&question, control)?;
    let Some(below) = plan.all_boards(game) else {
        return Ok(by_reference(game, view, control));
    };
    // Every board is listed, so what cannot be listed need not be solved.
    let most = control.most_positions() as u64;
    if bounds.total.is_none() && below.boards() > most {
        return Err(GaveUp::beyond(most, "boards in this table").into());
    }
    let control = control.planned(plan.positions, "boards");
    let outside = || GaveUp::new("a board outside the table");
    if view.shows == ShownFact::Grundy {
        let values = below.values(&control)?;
        return Ok(Box::new(move |b| values.get(b).map(TableCell::Number).ok_or_else(outside)));
    }
    let outcomes = below.outcomes(convention, &control)?;
    Ok(Box::new(move |b| outcomes.get(b).map(TableCell::Outcome).ok_or_else(outside)))
}

/// The cells of pieces, as positions of the game of one piece: from a pass over their box in normal play.
///
/// # Errors
/// If the window does not fit, or takes too long.
pub fn piece_cells<'g>(
    game: &'g PieceGame,
    bounds: &Bounds,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Heaps>>> {
    if view.convention == Convention::Misere || view.shows == ShownFact::Remoteness {
        let mut cell = by_reference(game, view, control);
        return Ok(Box::new(move |piece| cell(&vec![piece.clone()])));
    }
    let mut source = FactSource::pieces(game, bounds, control)?;
    Ok(Box::new(move |piece| {
        let value = source.value(piece)?;
        Ok(match view.shows {
            ShownFact::Outcome => outcome_cell(value == 0),
            _ => TableCell::Number(value),
        })
    }))
}

/// The cells of single heaps: from their sequence in normal play.
///
/// # Errors
/// If the window does not fit, or takes too long.
pub fn single_cells<'g>(
    game: &'g SingleGame,
    bounds: &Bounds,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Vec<u64>>>> {
    if view.convention == Convention::Misere || view.shows == ShownFact::Remoteness {
        return Ok(by_reference(game, view, control));
    }
    // Say what is wrong with the window first.
    game.visit_positions(bounds, &mut |_| ControlFlow::Break(()))?;
    let largest = bounds.to.first().copied().or(bounds.total).unwrap_or(0);
    let most = control.most_positions() as u64;
    let sequence = single_heaps::sequence(game.rules(), largest.min(most), control)?;
    Ok(Box::new(move |position| {
        let value = position.iter().try_fold(0, |sum, heap| Some(sum ^ sequence.value(*heap)?));
        let value = value.and_then(|value| u32::try_from(value).ok());
        let value = value.ok_or_else(|| GaveUp::beyond(most, "positions in this table"))?;
        Ok(match view.shows {
            ShownFact::Outcome => outcome_cell(value == 0),
            _ => TableCell::Number(value),
        })
    }))
}
