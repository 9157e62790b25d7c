//! From a claim to a certificate: translate, choose digits, prove, write.
//!
//! A statement about numbers alone is decided at once. Otherwise the claim must mean something at every
//! position, is read on all arrangements of the heaps, and becomes obligations (`induct.rs`). Digits are read
//! in the order with the smaller automata, or one by one with more than eight tracks, if that is possible.
//! [`ProofAttempt::Proved`] counts only when `ishitori-check` has accepted the certificate; a violation refutes the claim if
//! all moves were read exactly. Cost: mostly the covers; time and memory are bounded by the control. For
//! boards, or for a window only, use `claim::check`.

use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, MAX_TRACKS, NoAutomaton, Numeration,
};
use ishitori_rule::syntax::Condition;
use ishitori_rule::{Rules, Ruleset, Symmetry};

use super::arena::{Arena, ArenaMove};
use super::attempt::{ProofAttempt, ViolatedObligation};
use super::certificate::{TheoremHeading, certificate};
use super::goal::{ProofGoal, closed, terminal};
use super::helpers::{SaidFamilies, supported};
use super::induct::{Induction, InductionStop, ViolationKind, induct};
use super::rename::{LargestNumbers, is_quantifier_free};
use super::translate::{BeyondAutomata, TheoremStatement, TranslatedClaim, ValueCoding, translate};
use crate::claim::{ClaimLibrary, instances};
use crate::control::{Control, GaveUp};
use crate::solve::Convention;

/// Automata with more tracks than this are read digit by digit where that is possible.
const MAX_TOGETHER: usize = 8;

/// What is to be proved.
pub struct ProofQuestion<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What is said of it.
    pub statement: &'a Condition,
    /// The text in which the statement stands.
    pub text: &'a str,
    /// Its name.
    pub claim: &'a str,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// Other games and tables.
    pub library: &'a dyn ClaimLibrary,
}

/// A theorem about all positions, proved.
pub struct Proof {
    /// The game as formulas.
    pub arena: Arena,
    /// What was proved.
    pub goal: ProofGoal,
    /// The machines, covers and obligations.
    pub induction: Induction,
    /// The certificate.
    pub certificate: String,
}

/// Proves a claim for all positions, if it is true and within reach.
pub fn prove(question: &ProofQuestion, control: &Control) -> ProofAttempt<Box<Proof>> {
    prove_in_order(question, None, control)
}

/// Like [`prove`], with the digits in this order; without one, in that of the smaller automata.
pub fn prove_in_order(
    question: &ProofQuestion,
    order: Option<DigitOrder>,
    control: &Control,
) -> ProofAttempt<Box<Proof>> {
    match run(question, order, &[], control) {
        Ok(attempt) => attempt,
        Err(failure) => failure.attempt(control),
    }
}

/// Like [`prove`], of families that this set of lost positions may support; the digits come in its order.
pub fn prove_supported(
    question: &ProofQuestion,
    support: &Dfa,
    control: &Control,
) -> ProofAttempt<Box<Proof>> {
    match run(question, Some(support.order()), std::slice::from_ref(support), control) {
        Ok(attempt) => attempt,
        Err(failure) => failure.attempt(control),
    }
}

/// The game and the theorem as formulas, without a proof.
///
/// # Errors
/// Why there are none.
pub fn formulate(
    question: &ProofQuestion,
    control: &Control,
) -> Result<(Arena, ProofGoal), ProofAttempt<Box<Proof>>> {
    match plan(question, None, control) {
        Ok(ProofPlan::Decided(holds)) => Err(ProofAttempt::Decided(holds)),
        Ok(ProofPlan::Prove(planned)) => Ok((planned.arena, planned.goal)),
        Err(failure) => Err(failure.attempt(control)),
    }
}

pub(super) enum ProofFailure {
    Outside(BeyondAutomata),
    GaveUp(GaveUp),
    /// An automaton.
    TooLarge(ishitori_automata::AutomatonGaveUp),
    /// While an automaton was made.
    Stopped,
}

impl ProofFailure {
    pub(super) fn attempt<T>(self, control: &Control) -> ProofAttempt<T> {
        match self {
            ProofFailure::Outside(outside) => ProofAttempt::Outside(outside),
            ProofFailure::GaveUp(gave_up) => ProofAttempt::GaveUp(gave_up),
            ProofFailure::TooLarge(why) => ProofAttempt::GaveUp(control.too_large(&why)),
            ProofFailure::Stopped => ProofAttempt::GaveUp(control.why_stopped()),
        }
    }
}

impl From<NoAutomaton> for ProofFailure {
    fn from(refused: NoAutomaton) -> ProofFailure {
        match refused {
            NoAutomaton::GaveUp(gave_up) if gave_up.is_stopped() => ProofFailure::Stopped,
            NoAutomaton::GaveUp(gave_up) => ProofFailure::TooLarge(gave_up),
            other => outside(other.to_string()),
        }
    }
}

impl From<GaveUp> for ProofFailure {
    fn from(gave_up: GaveUp) -> ProofFailure {
        ProofFailure::GaveUp(gave_up)
    }
}

pub(super) fn outside(what: impl Into<String>) -> ProofFailure {
    ProofFailure::Outside(BeyondAutomata::Part { what: what.into(), span: None })
}

struct PlannedProof<'c> {
    arena: Arena,
    goal: ProofGoal,
    logic: DigitLogic<'c>,
    single: bool,
}

enum ProofPlan<'c> {
    Decided(bool),
    Prove(Box<PlannedProof<'c>>),
}

fn run(
    question: &ProofQuestion,
    order: Option<DigitOrder>,
    supports: &[Dfa],
    control: &Control,
) -> Result<ProofAttempt<Box<Proof>>, ProofFailure> {
    let PlannedProof { arena, goal, logic, single } = match plan(question, order, control)? {
        ProofPlan::Decided(holds) => return Ok(ProofAttempt::Decided(holds)),
        ProofPlan::Prove(planned) => *planned,
    };
    let (goal, induction) = match &goal {
        ProofGoal::Families { lost, won } => {
            let said = SaidFamilies { lost, won, supports };
            supported(question, &arena, said, logic, control)
        }
        _ => (goal.clone(), induct(&arena, &goal, logic, single, control)),
    };
    match induction {
        Ok(induction) => {
            let span = question.statement.span.clone();
            let heading = TheoremHeading {
                game: &question.ruleset.about.full_name(),
                rule: &question.ruleset.about.text,
                claim: question.claim,
                statement: question.text.get(span).unwrap_or_default(),
            };
            let certificate = certificate(&heading, &arena, &goal, &induction);
            Ok(ProofAttempt::Proved(Box::new(Proof { arena, goal, induction, certificate })))
        }
        Err(InductionStop::Violated(violation)) => {
            let exact = is_exact(&arena) && violation.about != ViolationKind::Unsupported;
            let DigitLogic { numeration, order, .. } = logic;
            Ok(ProofAttempt::Violated(ViolatedObligation::new(violation, numeration, order, exact)))
        }
        Err(InductionStop::Lemma(value)) => Err(outside(format!(
            "it needs the positions of value {value}, and what another claim of the game says of those is false"
        ))),
        Err(InductionStop::Refused(refused)) => Err(refused.into()),
        Err(InductionStop::GaveUp(gave_up)) => Err(gave_up.into()),
    }
}

/// What is to be proved, and in which digits.
fn plan<'c>(
    question: &ProofQuestion,
    order: Option<DigitOrder>,
    control: &'c Control,
) -> Result<ProofPlan<'c>, ProofFailure> {
    if let Rules::Single(_) = &question.ruleset.rules {
        return Err(outside("single heaps: their claims are decided by periods"));
    }
    if let Rules::Pieces(_) = &question.ruleset.rules {
        return Err(outside("pieces of several numbers: `check` looks at as many as are wanted"));
    }
    if let Rules::Figures(_) = &question.ruleset.rules {
        let why = "positions that are no heaps: automata read numbers only; `check` looks at lists of them";
        return Err(outside(why));
    }
    control.start("translate the claim")?;
    let translated = translate(question.ruleset, question.statement, question.library)
        .map_err(ProofFailure::Outside)?;
    let TranslatedClaim { theorem, defined, numeration } = translated;
    let logic = DigitLogic { numeration, order: DigitOrder::Msd, limit: control.automata() };
    if let TheoremStatement::Sentence(sentence) = &theorem {
        if !logic.decide(&defined)? {
            return Err(outside("the claim means nothing for some numbers"));
        }
        return Ok(ProofPlan::Decided(logic.decide(sentence)?));
    }
    let Rules::Heaps(rules) = &question.ruleset.rules else {
        return Err(outside("a claim about boards: only games on heaps have proofs"));
    };
    let arena = Arena::new(rules).map_err(outside)?;
    let of_moves = !matches!(theorem, TheoremStatement::Everywhere(_));
    if of_moves && numeration == Numeration::Zeckendorf && !is_exact(&arena) {
        return Err(outside(
            "multiples of phi, which need Fibonacci digits, in a game with a divisor that varies: the condition \
             `... divides ...` of its rule is read from binary digits",
        ));
    }
    let somewhere = |formula: Formula| -> Result<bool, NoAutomaton> {
        let all = [vec![arena.valid.clone()], ascending(&arena), vec![formula]].concat();
        Ok(!logic.evaluate(&Formula::And(all))?.dfa().is_empty())
    };
    if defined != Formula::Constant(true) && somewhere(defined.not())? {
        return Err(outside("the claim means nothing at some positions"));
    }
    let closed = |formula| match closed(formula, &arena, logic) {
        Ok(Some(formula)) => Ok(formula),
        Ok(None) => {
            let heaps = arena.heaps.len();
            Err(outside(format!(
                "a condition on the smaller and larger ones of {heaps} heaps: they have too many orders"
            )))
        }
        Err(refused) => Err(refused.into()),
    };
    let goal = match theorem {
        TheoremStatement::Sentence(_) => unreachable!("decided above"),
        TheoremStatement::Everywhere(formula) => {
            return Ok(ProofPlan::Decided(!somewhere(formula.not())?));
        }
        TheoremStatement::Outcome(set) if question.convention == Convention::Misere => {
            let Some(terminal) = terminal(&arena) else {
                return Err(outside(
                    "mis\u{e8}re play with a divisor that varies: no automaton knows which positions have no \
                     move",
                ));
            };
            ProofGoal::Misere { terminal, set: closed(set)? }
        }
        TheoremStatement::Outcome(set) => ProofGoal::Values(vec![closed(set)?]),
        TheoremStatement::Families { .. } if question.convention == Convention::Misere => {
            return Err(outside("who wins at some positions only is for normal play"));
        }
        _ if question.convention == Convention::Misere => {
            return Err(outside("Grundy values are for normal play"));
        }
        TheoremStatement::Families { lost, won } => {
            let said = |set: Formula| -> Result<Vec<Formula>, ProofFailure> {
                Ok(if set == Formula::Constant(false) { vec![] } else { vec![closed(set)?] })
            };
            ProofGoal::Families { lost: said(lost)?, won: said(won)? }
        }
        TheoremStatement::Grundy { coding, graph } => {
            let one_hot = coding == ValueCoding::OneHot;
            ProofGoal::Grundy { one_hot, graph: closed(graph)? }
        }
        TheoremStatement::Class { value, set } => {
            let mut sets = lower_classes(question, value, numeration)?;
            sets.push(set);
            ProofGoal::Values(sets.into_iter().map(closed).collect::<Result<_, _>>()?)
        }
    };
    if numeration == Numeration::Zeckendorf && matches!(goal, ProofGoal::Grundy { .. }) {
        return Err(outside("Grundy values in Fibonacci digits"));
    }
    fits_certificate(&arena, &goal)?;
    control.start("choose the digits")?;
    let single = is_single(&arena, &goal)?;
    let order = match order {
        _ if single => DigitOrder::Msd,
        Some(order) => order,
        None => better_order(&goal, logic)?,
    };
    let logic = DigitLogic { order, ..logic };
    Ok(ProofPlan::Prove(Box::new(PlannedProof { arena, goal, logic, single })))
}

/// Whether automata read the moves as they are, not wide or narrow.
fn is_exact(arena: &Arena) -> bool {
    arena.moves.iter().all(|option| match option {
        ArenaMove::Lower(_) => true,
        ArenaMove::Other(other) => other.divides.is_empty(),
    })
}

/// Refuses numbers that `ishitori-check` does not read.
fn fits_certificate(arena: &Arena, goal: &ProofGoal) -> Result<(), ProofFailure> {
    let moves = arena.moves.iter().filter_map(|option| match option {
        ArenaMove::Lower(_) => None,
        ArenaMove::Other(other) => Some(&other.condition),
    });
    let sets = goal.formulas().into_iter().map(|(_, formula)| formula);
    for formula in moves.chain(sets).chain([&arena.valid]) {
        let LargestNumbers { constant, weight, modulus } = LargestNumbers::of(formula);
        if weight > 1 << 40 {
            let what = format!("the coefficient {weight}: certificates have them up to 2^40");
            return Err(outside(what));
        }
        if constant > 1 << 60 {
            let what = format!("the number {constant}: certificates have numbers up to 2^60");
            return Err(outside(what));
        }
        if modulus > 1 << 16 {
            let what = format!("the modulus or place {modulus}: certificates have them up to 2^16");
            return Err(outside(what));
        }
    }
    Ok(())
}

fn ascending(arena: &Arena) -> Vec<Formula> {
    if arena.symmetry != Symmetry::Unordered {
        return Vec::new();
    }
    let pairs = arena.heaps.windows(2);
    pairs.map(|two| Formula::compare(&two[0], Comparison::LessEqual, &two[1])).collect()
}

/// The sets of smaller values, from other claims about the same game.
fn lower_classes(
    question: &ProofQuestion,
    value: u64,
    numeration: Numeration,
) -> Result<Vec<Formula>, ProofFailure> {
    let known = known_claims(question, numeration, true);
    (0..value)
        .map(|wanted| {
            let set = known.iter().find_map(|known| match &known.theorem {
                TheoremStatement::Outcome(set) if wanted == 0 => Some(set.clone()),
                TheoremStatement::Class { value, set } if *value == wanted => Some(set.clone()),
                _ => None,
            });
            set.ok_or_else(|| {
                outside(format!(
                    "the positions of value {value} need those of value {wanted}, and no other claim \
                     of the game says which those are"
                ))
            })
        })
        .collect()
}

/// The other claims of the game as formulas, those that mean something everywhere; open questions only if asked for.
pub(super) fn known_claims(
    question: &ProofQuestion,
    numeration: Numeration,
    questions: bool,
) -> Vec<TranslatedClaim> {
    let (claims, arguments) = (&question.ruleset.claims, &question.ruleset.about.arguments);
    let mended = |id: &str| {
        let mut mends = claims.iter().filter_map(|claim| claim.about.mends.as_ref());
        mends.any(|mended| mended.value == id)
    };
    instances(claims, arguments, Some(arguments))
        .iter()
        .map(|instance| &claims[instance.claim])
        .filter(|claim| !claim.about.misere && !mended(&claim.id.value))
        .filter(|claim| questions || claim.kind.value != "question")
        .filter_map(|claim| translate(question.ruleset, &claim.statement, question.library).ok())
        .filter(|known| known.numeration == numeration && known.defined == Formula::Constant(true))
        .collect()
}

/// Whether digits are to be read one by one.
fn is_single(arena: &Arena, goal: &ProofGoal) -> Result<bool, ProofFailure> {
    let values = if matches!(goal, ProofGoal::Grundy { .. }) { 2 } else { 0 };
    let tracks = arena.heaps.len() + values;
    let possible = !matches!(goal, ProofGoal::Families { .. })
        && arena.moves.iter().all(|option| matches!(option, ArenaMove::Lower(_)))
        && goal.formulas().iter().all(|(_, formula)| is_quantifier_free(formula));
    if tracks > MAX_TRACKS && !possible {
        return Err(outside(format!(
            "{tracks} numbers at once: with more than {MAX_TRACKS} only moves that lower heaps, and formulas \
             without quantifiers, can be read digit by digit"
        )));
    }
    Ok(possible && tracks > MAX_TOGETHER)
}

/// The order of digits with the smaller automata.
fn better_order(goal: &ProofGoal, logic: DigitLogic) -> Result<DigitOrder, ProofFailure> {
    let size = |order: DigitOrder| -> Result<usize, NoAutomaton> {
        let logic = DigitLogic { order, ..logic };
        let sizes = goal.formulas().into_iter();
        sizes.map(|(_, formula)| Ok(logic.evaluate(formula)?.dfa().states())).sum()
    };
    match (size(DigitOrder::Msd), size(DigitOrder::Lsd)) {
        (Ok(msd), Ok(lsd)) if lsd < msd => Ok(DigitOrder::Lsd),
        (Ok(_), _) => Ok(DigitOrder::Msd),
        (Err(_), Ok(_)) => Ok(DigitOrder::Lsd),
        (Err(refused), Err(_)) => Err(refused.into()),
    }
}
