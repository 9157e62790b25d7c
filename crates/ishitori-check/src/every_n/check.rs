//! The steps of a check, in order, and what was proved.

use crate::checked::CheckedObligation;
use crate::every_n::column::ColumnAutomaton;
use crate::every_n::file::{EveryNFile, read};
use crate::every_n::macros::{ComparedSoFar, EveryNKind, PlanMode, Situation};
use crate::every_n::moves::EveryNMove;
use crate::every_n::{answers, divide, formula, stays, values};
use crate::refusal::CheckRefusal;
use crate::watch::CheckWatch;

/// A theorem about any number of heaps that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEveryN {
    /// The name of the game, in the words of the file.
    pub game: String,
    /// The text of the rule, which the checker does not read.
    pub rule: String,
    /// The name of the claim.
    pub claim: String,
    /// The text of the claim, which the checker does not read.
    pub claim_text: String,
    /// The moves, whole lines: the game that the theorem is about.
    pub moves: Vec<String>,
    /// What is said of columns, as in the file; `automaton` if the automaton alone says it.
    pub says: String,
    /// `outcomes`, `grundy plain` or `grundy height`.
    pub theorem: &'static str,
    /// The states of the automaton.
    pub states: usize,
    /// The macro-states of the strategy.
    pub macro_states: usize,
    /// What was checked, in order.
    pub obligations: Vec<CheckedObligation>,
    accepts: CheckedColumns,
}

impl CheckedEveryN {
    /// Whether the theorem puts these heaps, with this value, into what it claims: a position that the previous player wins, or, for Grundy
    /// values, the value of the position. A value counts only for Grundy values.
    #[must_use]
    pub fn holds(&self, heaps: &[u64], value: u64) -> bool {
        self.accepts.holds(heaps, value)
    }
}

/// The automaton, to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CheckedColumns {
    automaton: ColumnAutomaton,
    theorem: EveryNKind,
}

impl CheckedColumns {
    fn holds(&self, heaps: &[u64], value: u64) -> bool {
        let CheckedColumns { automaton, theorem } = self;
        let coded = match theorem {
            EveryNKind::Outcomes => 0,
            EveryNKind::GrundyPlain => u128::from(value),
            EveryNKind::GrundyHeight if value > 100 => return false,
            EveryNKind::GrundyHeight if value == 0 => 0,
            EveryNKind::GrundyHeight => 1 << (value - 1),
        };
        let places = automaton.places;
        let top = heaps.iter().map(|heap| u128::from(*heap)).chain([coded]).max().unwrap_or(0);
        let length = (128 - top.leading_zeros() as usize).max(places.named);
        let mut order: Vec<usize> = (0..length).collect();
        if places.msd {
            order.reverse();
        }
        let state = order.into_iter().fold(0, |state, place| {
            let one = |heap: &&u64| place < 64 && **heap >> place & 1 == 1;
            let count = heaps.iter().filter(one).count();
            automaton.after(state, place.min(places.named), count, (coded >> place & 1) as usize)
        });
        automaton.accepting[state]
    }
}

/// Checks a certificate about any number of heaps.
///
/// # Errors
/// A refusal if it proves nothing, is too large, or was stopped.
pub(crate) fn run(text: &str, watch: &mut CheckWatch) -> Result<CheckedEveryN, CheckRefusal> {
    watch.step("reading the file")?;
    let file = read(text)?;
    let mut obligations = Vec::new();
    let mut met = |name: &str, size: usize| {
        obligations.push(CheckedObligation { name: name.to_string(), size });
    };
    watch.step("comparing the automaton with its formula")?;
    file.automaton.check_padding()?;
    if let Some(read) = &file.formula {
        formula::compare(&file.automaton, &read.formula, &read.atoms, watch)?;
    }
    met("leading zeros change nothing", file.automaton.next.len());
    if file.theorem != EveryNKind::Outcomes {
        watch.step("every position has one value")?;
        let height = file.theorem == EveryNKind::GrundyHeight;
        met("every position has one value", values::one_value(&file.automaton, height, watch)?);
    }
    watch.step("no move keeps what is claimed")?;
    met("no move keeps what is claimed", no_move_stays(&file, watch)?);
    watch.step("where a move is owed there is one")?;
    begins(&file)?;
    met("where a move is owed there is one", answers::answered(&file, watch)?);
    let theorem = match file.theorem {
        EveryNKind::Outcomes => "outcomes",
        EveryNKind::GrundyPlain => "grundy plain",
        EveryNKind::GrundyHeight => "grundy height",
    };
    Ok(CheckedEveryN {
        game: file.game,
        rule: file.rule,
        claim: file.claim,
        claim_text: file.claim_text,
        moves: file.move_lines,
        says: file.formula_text,
        theorem,
        states: file.automaton.next.len(),
        macro_states: file.macros.len(),
        obligations,
        accepts: CheckedColumns { automaton: file.automaton, theorem: file.theorem },
    })
}

fn no_move_stays(file: &EveryNFile, watch: &mut CheckWatch) -> Result<usize, CheckRefusal> {
    let mut size = 0;
    for one in &file.moves {
        size += match one {
            EveryNMove::Lower(most) => {
                let mut joint = 0;
                for heaps in 1..=*most {
                    joint += stays::lowered(&file.automaton, heaps, watch)?;
                }
                joint
            }
            EveryNMove::Take(amounts) => stays::taken(&file.automaton, amounts, watch)?,
            EveryNMove::Divide => divide::stays(&file.automaton, watch)?,
        };
    }
    Ok(size)
}

/// The first macro-state: nothing has been read, and nothing has changed.
fn begins(file: &EveryNFile) -> Result<(), CheckRefusal> {
    let start = Situation {
        state: 0,
        phase: file.automaton.places.start(),
        compared: ComparedSoFar::Same,
        one_seen: false,
        nonzero: false,
        tracked: 0,
    };
    let begins = |first: &crate::every_n::macros::StrategyMacro| {
        first.situation == start && first.plans.iter().all(|plan| *plan == (PlanMode::Still, 0))
    };
    match file.macros.first().is_some_and(begins) {
        true => Ok(()),
        false => Err(CheckRefusal::new("the first macro-state is not that of the beginning")),
    }
}
