//! Whether a formula means what the evaluator of claims says.
//!
//! In the statement `P` is made true and `N` false, or `grundy` a number; what is left has a truth at every
//! position, which the automaton of the formula must share. What is said of named positions is translated as
//! instances, which say nothing of other positions: such a claim is compared as a whole, over a window.

use crate::cases::cases;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use ishitori_automata::{DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{self, CheckError, ClaimCheck, Filter, Verdict, with_filter};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::prove::{TheoremStatement, TranslatedClaim, ValueCoding};
use ishitori_core::solve::{Convention, Outcome, Reference};
use ishitori_rule::Ruleset;
use ishitori_rule::syntax::{ComparisonOperator, Condition, ConditionKind, Expr, ExprKind};

/// A range up to infinity, v2(0), is given up soon.
static ALLOWED: LazyLock<Control> =
    LazyLock::new(|| Control::unlimited().with_memory(1 << 30).with_positions(2_000));

/// Grundy values up to here are looked at.
const VALUES: u64 = 24;

/// Truth by an automaton, on named tracks.
pub struct Machine {
    dfa: ishitori_automata::Dfa,
    numeration: Numeration,
}

impl Machine {
    pub fn new(formula: &Formula, numeration: Numeration, names: &[String]) -> Machine {
        let logic = match numeration {
            Numeration::Binary => DigitLogic::binary(DigitOrder::Msd),
            Numeration::Zeckendorf => DigitLogic::zeckendorf(DigitOrder::Msd),
        };
        let text = || ishitori_core::prove::text(formula);
        let relation = logic.evaluate(formula).unwrap_or_else(|e| panic!("{}: {e}", text()));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let dfa = logic.on_tracks(&relation, &names);
        let dfa = dfa.unwrap_or_else(|e| panic!("{}: {e}", text()));
        Machine { dfa, numeration }
    }

    pub fn holds(&self, numbers: &[u64]) -> bool {
        let numbers: Vec<u128> = numbers.iter().map(|n| u128::from(*n)).collect();
        self.dfa.accepts(&self.numeration.word(DigitOrder::Msd, &numbers))
    }
}

/// A window of small positions.
fn small(game: &HeapGame) -> Bounds {
    let heaps = game.rules().names.len();
    let to = [200, 40, 15, 7, 4, 3, 2, 2].get(heaps - 1).copied().unwrap_or(1);
    Bounds { to: vec![to], total: None }
}

/// Small positions of a game, and some larger ones.
pub fn positions(game: &HeapGame) -> Vec<Heaps> {
    let heaps = game.rules().names.len();
    let mut all: Vec<Heaps> = Vec::new();
    let bounds = small(game);
    let visited = game.visit_positions(&bounds, &mut |position| {
        all.push(position.clone());
        if all.len() < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.expect("a window");
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..cases(400) {
        let bits = random.u32(1..12);
        let mut sizes: Vec<u64> = (0..heaps).map(|_| random.u64(0..1 << bits)).collect();
        // Coincidences matter.
        if heaps > 1 && random.bool() {
            let (from, to) = (random.usize(0..heaps), random.usize(0..heaps));
            sizes[to] = sizes[from] + random.u64(0..3);
        }
        all.extend(game.position(&sizes));
    }
    all
}

/// Compares a translation with the evaluator, and says at how many positions it is not defined.
pub fn agree(
    ruleset: &Ruleset,
    statement: &Condition,
    translated: &TranslatedClaim,
    positions: &[Heaps],
) -> usize {
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(ruleset) else { panic!("a game on heaps") };
    let mut names: Vec<String> = (1..=game.rules().names.len()).map(|i| format!("h{i}")).collect();
    let defined = Machine::new(&translated.defined, translated.numeration, &names);
    let text = translated
        .theorem
        .formulas()
        .into_iter()
        .map(ishitori_core::prove::text)
        .collect::<String>();
    let compare = |machine: &Machine, known: Option<u64>, value: Option<u64>| {
        let filled = filled(statement, known);
        let mut undefined = 0;
        let check = check(ruleset, &filled);
        let run = with_filter(&check, |filter: &mut dyn Filter| {
            for position in positions {
                let means = defined.holds(position);
                undefined += usize::from(!means);
                let says = match filter.keeps_heaps(position) {
                    Ok(says) => says,
                    Err(CheckError::Meaningless { why, .. }) => {
                        assert!(!means, "{position:?} is said to be defined: {why}: {text}");
                        continue;
                    }
                    Err(CheckError::GaveUp(_)) => continue,
                    Err(other) => panic!("{other}"),
                };
                let numbers: Vec<u64> = position.iter().copied().chain(value).collect();
                if means {
                    let found = machine.holds(&numbers);
                    assert_eq!(found, says, "{position:?} {known:?}: {text}");
                }
            }
        });
        run.expect("a condition");
        undefined
    };
    match &translated.theorem {
        TheoremStatement::Outcome(formula) | TheoremStatement::Everywhere(formula) => {
            compare(&Machine::new(formula, translated.numeration, &names), None, None)
        }
        TheoremStatement::Families { lost, won }
            if filled(statement, Some(0)) == filled(statement, Some(1)) =>
        {
            let [lost, won] =
                [lost, won].map(|set| Machine::new(set, translated.numeration, &names));
            agree_as_a_whole(ruleset, statement, [&defined, &lost, &won], &text)
        }
        TheoremStatement::Families { lost, won } => {
            let read_as = |value: u64, not: &Formula| {
                let machine = Machine::new(&not.clone().not(), translated.numeration, &names);
                compare(&machine, Some(value), None)
            };
            read_as(0, won).max(read_as(1, lost))
        }
        TheoremStatement::Class { value, set } => {
            compare(&Machine::new(set, translated.numeration, &names), Some(*value), None)
        }
        TheoremStatement::Grundy { coding, graph } => {
            names.push("g".to_string());
            let machine = Machine::new(graph, translated.numeration, &names);
            let values = 0..VALUES;
            let undefined = values.map(|value| {
                let coded = if *coding == ValueCoding::Plain { value } else { 1 << value };
                compare(&machine, Some(value), Some(coded))
            });
            undefined.max().unwrap_or(0)
        }
        TheoremStatement::Sentence(formula) => {
            compare(&Machine::new(formula, translated.numeration, &names), None, None)
        }
    }
}

/// Compares what is translated as instances with the evaluator: it is true of every position of a window exactly if the
/// evaluator says so of the claim. At how many positions it is not defined.
fn agree_as_a_whole(
    ruleset: &Ruleset,
    statement: &Condition,
    [defined, lost, won]: [&Machine; 3],
    text: &str,
) -> usize {
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(ruleset) else { panic!("a game on heaps") };
    let bounds = small(&game);
    let control = Control::unlimited().with_memory(1 << 30).with_positions(20_000);
    let mut reference = Reference::new(&game);
    let (mut wrong, mut undefined) = (Vec::new(), 0);
    let visited = game.visit_positions(&bounds, &mut |position| {
        undefined += usize::from(!defined.holds(position));
        let (is_lost, is_won) = (lost.holds(position), won.holds(position));
        if is_lost || is_won {
            let facts = reference.facts(position, &control).expect("facts");
            let outcome = facts.outcome(Convention::Normal);
            if is_lost && outcome != Outcome::P || is_won && outcome != Outcome::N {
                wrong.push(position.clone());
            }
        }
        ControlFlow::Continue(())
    });
    visited.expect("a window");
    let check = ClaimCheck { bounds: &bounds, control: &control, ..check(ruleset, statement) };
    match claim::check(&check) {
        Ok(Verdict::HoldsUpTo(_)) => assert!(wrong.is_empty(), "{:?}: {text}", wrong[0]),
        Ok(Verdict::Refuted(_)) => assert!(!wrong.is_empty(), "not so in the window: {text}"),
        Ok(Verdict::Unknown(_)) => {}
        Ok(Verdict::Proved(never)) => match never {},
        Err(CheckError::Meaningless { why, .. }) => {
            assert!(undefined > 0, "it is said to be defined: {why}: {text}");
        }
        Err(other) => panic!("{other}"),
    }
    undefined
}

fn check<'a>(ruleset: &'a Ruleset, statement: &'a Condition) -> ClaimCheck<'a> {
    static BOUNDS: Bounds = Bounds { to: Vec::new(), total: Some(60) };
    ClaimCheck {
        among: None,
        ruleset,
        statement,
        text: "",
        convention: Convention::Normal,
        bounds: &BOUNDS,
        automatic: true,
        control: &ALLOWED,
        known: None,
        library: &CatalogueLibrary,
    }
}

/// The statement with a value in the place of `grundy`, and with `P` true.
fn filled(condition: &Condition, value: Option<u64>) -> Condition {
    let boxed = |inner: &Condition| Box::new(filled(inner, value));
    let number = |expr: &Expr| match (&expr.kind, value) {
        (ExprKind::Name(name), Some(value)) if name == "grundy" => {
            Expr { kind: ExprKind::Number(value as i64), span: expr.span.clone() }
        }
        _ => expr.clone(),
    };
    let kind = match &condition.kind {
        ConditionKind::Bare(Expr { kind: ExprKind::Name(name), span })
            if name == "P" || name == "N" =>
        {
            let zero = Expr { kind: ExprKind::Number(0), span: span.clone() };
            let is_lost = value.is_none_or(|value| value == 0);
            let compare = if (name == "P") == is_lost {
                ComparisonOperator::Equal
            } else {
                ComparisonOperator::NotEqual
            };
            ConditionKind::Chain(zero.clone(), vec![(compare, zero)])
        }
        ConditionKind::Chain(first, rest) => {
            let rest = rest.iter().map(|(compare, right)| (*compare, number(right)));
            ConditionKind::Chain(number(first), rest.collect())
        }
        ConditionKind::Iff(left, right) => ConditionKind::Iff(boxed(left), boxed(right)),
        ConditionKind::And(left, right) => ConditionKind::And(boxed(left), boxed(right)),
        ConditionKind::Or(left, right) => ConditionKind::Or(boxed(left), boxed(right)),
        ConditionKind::Not(inner) => ConditionKind::Not(boxed(inner)),
        ConditionKind::Implies(left, right) => ConditionKind::Implies(boxed(left), boxed(right)),
        ConditionKind::Quantified(quantifier, through, body) => {
            ConditionKind::Quantified(*quantifier, through.clone(), boxed(body))
        }
        ConditionKind::Let(names, value, body) => {
            ConditionKind::Let(names.clone(), value.clone(), boxed(body))
        }
        other => other.clone(),
    };
    Condition { kind, span: condition.span.clone() }
}
