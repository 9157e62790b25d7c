//! Automata of formulas against trying all small numbers.

use ishitori_automata::{
    Comparison, DigitLogic, DigitOrder, Formula, Limit, Predicate, TrailingRun, serial,
};

use super::choices::Choices;
use super::meaning::{GUARD, holds};

const NAMES: [&str; 3] = ["a", "b", "x"];

fn comparison(choices: &mut Choices) -> Comparison {
    Comparison::ALL[choices.below(Comparison::ALL.len())]
}

fn coefficients(choices: &mut Choices) -> Vec<i64> {
    (0..=choices.below(3)).map(|_| choices.below(5) as i64 - 2).collect()
}

/// A predicate; in Fibonacci digits only linear ones have automata.
fn predicate(choices: &mut Choices, binary: bool) -> Predicate {
    let end = [TrailingRun::Zeros, TrailingRun::Ones][choices.below(2)];
    let (residue, modulus) = (choices.below(4) as u32, choices.below(4) as u32 + 1);
    match choices.below(if binary { 14 } else { 3 }) {
        0 => Predicate::Linear {
            coefficients: coefficients(choices),
            comparison: comparison(choices),
            constant: choices.below(13) as i64 - 6,
        },
        1 => {
            let coefficients = coefficients(choices);
            Predicate::Congruent { coefficients, residue: i64::from(residue), modulus }
        }
        2 => Predicate::Is(choices.below(9) as u64),
        3 => Predicate::XorIsZero(choices.below(3) + 1),
        4 => Predicate::AndIs(2),
        5 => Predicate::OrIs(2),
        6 => Predicate::MajorityIs(3),
        7 => Predicate::DigitCounts { tracks: choices.below(3) + 1, modulus },
        8 => Predicate::Ones { residue, modulus },
        9 => Predicate::Bit(residue),
        10 => Predicate::PowerOfTwo,
        11 => Predicate::CompareEnds(end, comparison(choices)),
        12 => Predicate::EndCongruent { end, residue, modulus },
        _ => Predicate::OneHotEnd(end),
    }
}

/// A formula whose quantifiers are guarded, so that trying decides.
fn formula(choices: &mut Choices, binary: bool, depth: usize) -> Formula {
    let kind = if depth == 0 { 0 } else { choices.below(10) };
    let name = NAMES[choices.below(NAMES.len())];
    let guard = Formula::linear(&[(1, name)], Comparison::Less, GUARD);
    let inner = |choices: &mut Choices| formula(choices, binary, depth - 1);
    match kind {
        0 | 1 => {
            let predicate = predicate(choices, binary);
            let names: Vec<&str> =
                (0..predicate.tracks()).map(|_| NAMES[choices.below(NAMES.len())]).collect();
            Formula::atom(predicate, &names)
        }
        2 => inner(choices).not(),
        3 => inner(choices).and(inner(choices)),
        4 => inner(choices).or(inner(choices)),
        5 => inner(choices).implies(inner(choices)),
        6 => inner(choices).iff(inner(choices)),
        7 => Formula::exists(&[name], guard.and(inner(choices))),
        8 => Formula::for_all(&[name], guard.implies(inner(choices))),
        _ => Formula::Constant(choices.bool()),
    }
}

fn quantified(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) | Formula::ForAll(..) => true,
        Formula::Not(inner) => quantified(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(quantified),
        Formula::Implies(p, q) | Formula::Iff(p, q) => quantified(p) || quantified(q),
        Formula::Constant(_) | Formula::Atom(..) => false,
    }
}

/// The automaton of a formula, in any digits, in both orders, read together and one by one.
pub fn automata(data: &[u8]) {
    let mut choices = Choices::new(data);
    let binary = choices.below(4) > 0;
    let order = [DigitOrder::Msd, DigitOrder::Lsd][choices.below(2)];
    let formula = formula(&mut choices, binary, 3);
    let logic = match binary {
        true => DigitLogic::binary(order),
        false => DigitLogic::zeckendorf(order),
    };
    let logic = DigitLogic { limit: Limit::states(20_000), ..logic };
    let Ok(relation) = logic.evaluate(&formula) else { return };
    let Ok(dfa) = logic.on_tracks(&relation, &NAMES) else { return };
    assert!(dfa.ignores_padding(), "{formula:?}");
    let flipped = dfa.flip(logic.limit).ok();
    let one_by_one = (binary && !quantified(&formula))
        .then(|| serial::serial(&formula, &NAMES, order, logic.limit).ok())
        .flatten();
    for code in 0..6 * 6 * 6 + 4 {
        let mut tuple: Vec<u128> = vec![code % 6, code / 6 % 6, code / 36];
        // Some that are larger.
        if code >= 216 {
            tuple = vec![7 + code % 7, 15 + code % 5, 21 * (code - 215)];
        }
        let named = NAMES.iter().map(ToString::to_string).zip(tuple.iter().copied()).collect();
        let truth = holds(&formula, &named);
        let word = logic.numeration.word(order, &tuple);
        assert_eq!(dfa.accepts(&word), truth, "{tuple:?} {order:?} {formula:?}");
        if let Some(flipped) = &flipped {
            let word = logic.numeration.word(flipped.order(), &tuple);
            assert_eq!(flipped.accepts(&word), truth, "flipped {tuple:?} {formula:?}");
        }
        if let Some(dfa) = &one_by_one {
            let word = serial::word(logic.numeration, order, &tuple);
            assert_eq!(dfa.accepts(&word), truth, "one by one {tuple:?} {formula:?}");
        }
    }
}
