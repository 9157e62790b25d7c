//! Whether a statement says exactly what an automaton says: the one gate for everything returned.
//!
//! The text is read by the parser of claims, translated as for a proof, and its automaton is compared
//! with the given one on all positions. In an unordered game a statement speaks of heaps in ascending
//! order and the given set does not depend on their order, so the ascending positions decide: a position is
//! in the closure of the statement exactly if it is when sorted. A statement that means nothing
//! somewhere is refused. Where the two differ, a position says so: whoever searches learns from it.
//! Cost: what the automaton of the statement costs, within a bound on its cells.

use ishitori_automata::{Comparison, Dfa, DigitLogic, Formula, Limit, NoAutomaton, Numeration};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, Symmetry};

use super::draw::{Random, drawn};
use super::request::{SetMeaning, SimplifyRequest};
use crate::claim::ClaimLibrary;
use crate::control::{Control, GaveUp};
use crate::discover::TrackCoding;
use crate::prove::arena::Arena;
use crate::prove::{self, TheoremStatement, TranslatedClaim, translate};

/// Automata may have so many successors; then a statement is taken for one that cannot be said.
const CELLS: usize = 1 << 21;

/// More heaps than this are not put in order.
const SORTED: usize = 8;

/// How many of the smallest positions are shown where a statement is wrong, and how many others.
const WITNESSES: usize = 4;

/// The others have numbers of so many digits.
const DRAWN: usize = 6;

/// Larger numbers are not shown.
const LARGE: u64 = 1 << 40;

/// What comes of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatementJudgement {
    /// It says what the automaton says.
    Same,
    /// Not at these positions; for Grundy values with the value behind them, coded.
    Differs(Vec<Vec<u64>>),
    /// It is no statement, means nothing somewhere, or is too large.
    Unsayable,
}

/// Compares statements with an automaton.
pub(super) struct StatementGate<'a> {
    ruleset: &'a Ruleset,
    library: &'a dyn ClaimLibrary,
    what: SetMeaning,
    logic: DigitLogic<'a>,
    tracks: Vec<String>,
    /// The positions, ascending in an unordered game, as a formula and as an automaton.
    domain: Formula,
    positions: Dfa,
    /// What is to be said, on these positions.
    target: Dfa,
    /// How many statements may still be judged.
    pub left: usize,
}

impl<'a> StatementGate<'a> {
    /// The gate for what `sought` is, for at most so many statements.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work; `None` if the automata get too large.
    pub fn new(
        sought: &SimplifyRequest<'a>,
        arena: &Arena,
        statements: usize,
        control: &'a Control,
    ) -> Result<Option<StatementGate<'a>>, GaveUp> {
        let order = sought.set.order();
        let limit = control.automata().with_cells(4 * CELLS);
        let logic = DigitLogic { numeration: sought.numeration, order, limit };
        let mut tracks = arena.heaps.clone();
        let domain = domain(arena);
        if let SetMeaning::Grundy(_) = sought.what {
            tracks.push("g".to_string());
        }
        let made = (|| -> Result<(Dfa, Dfa), NoAutomaton> {
            let positions = on_tracks(&domain, &tracks, logic)?;
            let target = sought.set.and(&positions, limit)?.minimize_within(limit)?;
            Ok((positions, target))
        })();
        let Some((positions, target)) = allowed(made, control)? else { return Ok(None) };
        let logic = DigitLogic { limit: limit.with_cells(CELLS), ..logic };
        let SimplifyRequest { ruleset, library, what, .. } = *sought;
        let left = statements;
        Ok(Some(StatementGate {
            ruleset,
            library,
            what,
            logic,
            tracks,
            domain,
            positions,
            target,
            left,
        }))
    }

    /// All positions, on heaps and perhaps the value.
    pub fn positions(&self) -> &Dfa {
        &self.positions
    }

    /// What is to be said, on these positions.
    pub fn target(&self) -> &Dfa {
        &self.target
    }

    /// In which digits.
    pub fn numeration(&self) -> Numeration {
        self.logic.numeration
    }

    /// How large automata may get.
    pub fn limit(&self) -> Limit<'a> {
        self.logic.limit
    }

    /// Whether numbers, one a track, are in a set.
    pub fn contains(&self, set: &Dfa, numbers: &[u64]) -> bool {
        let numbers: Vec<u128> = numbers.iter().map(|number| u128::from(*number)).collect();
        set.accepts(&self.logic.numeration.word(self.logic.order, &numbers))
    }

    /// Judges a statement.
    ///
    /// # Errors
    /// [`GaveUp`] if somebody stops the work.
    pub fn judge(
        &mut self,
        statement: &str,
        control: &Control,
    ) -> Result<StatementJudgement, GaveUp> {
        control.check()?;
        self.left = self.left.saturating_sub(1);
        let judged = self.compared(statement);
        Ok(allowed(judged, control)?.unwrap_or(StatementJudgement::Unsayable))
    }

    fn compared(&self, statement: &str) -> Result<StatementJudgement, NoAutomaton> {
        let Some(TranslatedClaim { theorem, defined, .. }) = self.translated(statement) else {
            return Ok(StatementJudgement::Unsayable);
        };
        let set = match (theorem, self.what) {
            (TheoremStatement::Outcome(set), SetMeaning::Outcome) => set,
            (TheoremStatement::Class { value, set }, SetMeaning::Class(wanted))
                if value == wanted =>
            {
                set
            }
            (
                TheoremStatement::Grundy { coding: prove::ValueCoding::Plain, graph },
                SetMeaning::Grundy(TrackCoding::Plain),
            )
            | (
                TheoremStatement::Grundy { coding: prove::ValueCoding::OneHot, graph },
                SetMeaning::Grundy(TrackCoding::OneHot),
            ) => graph,
            _ => return Ok(StatementJudgement::Unsayable),
        };
        let nowhere = |formula: Formula| -> Result<bool, NoAutomaton> {
            let all = Formula::And(vec![self.domain.clone(), formula]);
            Ok(self.logic.evaluate(&all)?.dfa().is_empty())
        };
        if defined != Formula::Constant(true) && !nowhere(defined.not())? {
            return Ok(StatementJudgement::Unsayable);
        }
        let limit = self.logic.limit;
        let said = on_tracks(&set, &self.tracks, self.logic)?;
        let said = said.and(&self.positions, limit)?.minimize_within(limit)?;
        if said == self.target {
            return Ok(StatementJudgement::Same);
        }
        let difference =
            said.product(&self.target, |p, q| p != q, limit)?.minimize_within(limit)?;
        let mut all = Vec::new();
        for numbers in difference.first_short(self.numeration(), WITNESSES, limit)?.0 {
            let small = numbers.into_iter().map(|n| u64::try_from(n).ok().filter(|n| *n < LARGE));
            all.extend(small.collect::<Option<Vec<u64>>>());
        }
        let mut random = Random::new(self.left as u64);
        all.extend(drawn(self.numeration(), &difference, DRAWN, WITNESSES, &mut random));
        Ok(if all.is_empty() {
            StatementJudgement::Unsayable
        } else {
            StatementJudgement::Differs(all)
        })
    }

    fn translated(&self, statement: &str) -> Option<TranslatedClaim> {
        let statement = parse_statement(statement).ok()?;
        translate(self.ruleset, &statement, self.library).ok()
    }
}

/// Whether only ascending positions are looked at. With many heaps the automaton that knows them is large;
/// then statements must be right for heaps in every order, which is more than they need.
pub(super) fn is_sorted(symmetry: &Symmetry, heaps: usize) -> bool {
    *symmetry == Symmetry::Unordered && heaps <= SORTED
}

/// The positions; in an unordered game those with ascending heaps.
fn domain(arena: &Arena) -> Formula {
    let mut all = vec![arena.valid.clone()];
    if is_sorted(&arena.symmetry, arena.heaps.len()) {
        let pairs = arena.heaps.windows(2);
        all.extend(pairs.map(|two| Formula::compare(&two[0], Comparison::LessEqual, &two[1])));
    }
    Formula::And(all)
}

fn on_tracks(formula: &Formula, tracks: &[String], logic: DigitLogic) -> Result<Dfa, NoAutomaton> {
    let names: Vec<&str> = tracks.iter().map(String::as_str).collect();
    logic.on_tracks(&logic.evaluate(formula)?, &names)
}

/// What was made; `None` if it is too large or there is no such automaton.
fn allowed<T>(made: Result<T, NoAutomaton>, control: &Control) -> Result<Option<T>, GaveUp> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(NoAutomaton::GaveUp(gave_up)) if gave_up.is_stopped() => Err(control.why_stopped()),
        Err(_) => Ok(None),
    }
}
