//! Quantifiers without a range run through all numbers, also where a window shows only some.

use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{ClaimCheck, ClaimLibrary, NumberDecider, Verdict, check};
use ishitori_core::game::Bounds;
use ishitori_core::prove::AutomataDecider;
use ishitori_core::solve::Convention;
use ishitori_rule::Ruleset;
use ishitori_rule::parse::parse_statement;

use crate::cases::{cases, enough};
use crate::judged::{ALLOWED, judged};

/// The catalogue, with automata that decide what is said of all numbers.
struct WithAutomata;

impl ClaimLibrary for WithAutomata {
    fn game(&self, name: &str) -> Result<Ruleset, String> {
        CatalogueLibrary.game(name)
    }

    fn table(&self, name: &str) -> Result<String, String> {
        CatalogueLibrary.table(name)
    }

    fn decider(&self) -> Option<&dyn NumberDecider> {
        Some(&AutomataDecider)
    }
}

fn decided(game: &str, formula: &str, to: u64) -> Verdict {
    decided_of(&catalogue::find(game).expect("a game of the catalogue"), formula, to)
}

fn decided_of(ruleset: &Ruleset, formula: &str, to: u64) -> Verdict {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let asked = ClaimCheck {
        among: None,
        ruleset,
        statement: &statement,
        text: formula,
        convention: Convention::Normal,
        bounds: &Bounds { to: vec![to], total: None },
        automatic: false,
        control: &ALLOWED,
        known: None,
        library: &WithAutomata,
    };
    check(&asked).unwrap_or_else(|e| panic!("{formula}: {e}"))
}

fn refuted_at(verdict: Verdict) -> Option<Vec<i64>> {
    match verdict {
        Verdict::Refuted(refutation) => Some(refutation.smallest.values),
        _ => None,
    }
}

#[test]
fn automata_decide_what_the_window_does_not() {
    for formula in [
        "P iff h[1] = h[2] and exists x: x > h[2]",
        "P iff h[1] = h[2] and not (for all x: x <= h[1])",
        "P iff exists k: h[1] = h[2] + k and k + h[1] = h[2]",
        "P iff h[1] = h[2] and exactly one x with x = h[1] + 100",
        "for all x: exists y: y = 3*x + 7",
        "P implies exists x in 0 .. h[1]: exists y: y = x + h[1] + h[2]",
    ] {
        let found = decided("nim(2)", formula, 9);
        assert!(matches!(found, Verdict::HoldsUpTo(_)), "{formula}: {found:?}");
    }
    // Nothing in the window speaks against it, and it is false.
    let found = decided("nim(2)", "P iff h[1] = h[2] and no x with x > h[2] + 1000", 9);
    assert_eq!(refuted_at(found), Some(vec![0, 0]));
}

#[test]
fn what_nobody_decides_is_unknown() {
    // Products are beyond automata. The square root of 9*9 + 1 is no number of the window.
    let found = decided("nim(2)", "P iff h[1] = h[2] and exists x: x*x > h[1]*h[2]", 9);
    let Verdict::Unknown(why) = &found else { panic!("{found:?}") };
    assert!(why.to_string().contains("at 9,9"), "{why}");
    // An example is an example, however few numbers were looked at: 0 + 1 is a square, and 0,1 is N.
    let found = decided("nim(2)", "P iff exists x: x*x = h[1] + h[2]", 9);
    assert_eq!(refuted_at(found), Some(vec![0, 1]));
    // The first part may be true beyond the window; the second is false.
    let found = decided("nim(2)", "P iff (exists x: x*x > 500) and h[1] + 1 = h[2]", 9);
    assert_eq!(refuted_at(found), Some(vec![0, 0]));
    // Within a definition, and in a sentence about no position.
    let rule = "game g position (a, b) option (x, b) where x < a
                define square(n) := exists k: n = k*k";
    let ruleset = ishitori_rule::load(rule, &[]).expect("a rule");
    let found = judged(&ruleset, "for all x, y: square(x + y + 90)", 9).expect("a verdict");
    let Verdict::Unknown(why) = &found else { panic!("{found:?}") };
    assert!(why.to_string().contains("for x = 0, y = 0"), "{why}");
    let found = judged(&ruleset, "for all x, y: not square(x + y)", 9).expect("a verdict");
    assert_eq!(refuted_at(found), Some(vec![0, 0]));
}

#[test]
fn what_is_said_of_all_holds_as_far_as_one_looks() {
    // Nim: x, y determine z. The table of SDN-P4 is of this form.
    let found = decided("nim(3)", "for all x, y: at most one z with P(x, y, z)", 6);
    assert!(matches!(found, Verdict::HoldsUpTo(_)), "{found:?}");
    let found = decided("nim(3)", "for all x, y: no z with P(x, y, z)", 6);
    assert_eq!(refuted_at(found), Some(vec![0, 0]));
    // For 4 and 3 the number is 7, beyond the window.
    let found = decided("nim(3)", "for all x, y: exists z: P(x, y, z)", 6);
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}");
}

/// Random conditions on the heaps and one number, against the numbers up to a bound beyond which nothing changes.
#[test]
fn random_conditions_mean_all_numbers() {
    let mut random = fastrand::Rng::with_seed(20_261_118);
    let rule = "game g position (a, b) option (x, b) where x < a";
    let ruleset = ishitori_rule::load(rule, &[]).expect("a rule");
    let (mut refuted, mut held, mut unknown) = (0, 0, 0);
    for case in 0..cases(300) {
        let condition = RandomCondition::new(&mut random);
        let text = condition.text();
        let first = (0..=8)
            .flat_map(|sum| (0..=sum).map(move |a| [a, sum - a]))
            .find(|heaps| heaps.iter().all(|heap| *heap <= 4) && !condition.holds(*heaps));
        let expected = first.map(|heaps| heaps.to_vec());
        match (&expected, decided_of(&ruleset, &text, 4)) {
            (None, Verdict::HoldsUpTo(_)) => held += 1,
            (Some(at), Verdict::Refuted(found)) => {
                assert_eq!(found.smallest.values, *at, "case {case}: {text}");
                refuted += 1;
            }
            (_, other) => panic!("case {case}: {text}: expected {expected:?}, found {other:?}"),
        }
        // Without automata there may be no answer, and no wrong one.
        match judged(&ruleset, &text, 4).expect("a verdict") {
            Verdict::Refuted(found) => {
                let heaps = [found.smallest.values[0], found.smallest.values[1]];
                assert!(!condition.holds(heaps), "case {case}: {text} at {heaps:?}");
            }
            Verdict::Unknown(_) => unknown += 1,
            _ => {}
        }
    }
    assert!(
        refuted >= enough(30) && held >= enough(10) && unknown >= enough(10),
        "{refuted} {held} {unknown}"
    );
}

/// `Q x: A and/or B`, where A and B compare small multiples of x and of two heaps.
struct RandomCondition {
    quantifier: usize,
    conjunction: bool,
    parts: [[i64; 5]; 2],
}

/// Beyond this, x alone decides every comparison of heaps up to 4.
const FAR: i64 = 60;

impl RandomCondition {
    const QUANTIFIERS: [&str; 4] = ["exists x:", "for all x:", "no x with", "at most one x with"];
    const RELATIONS: [&str; 4] = ["=", "<", ">=", "!="];

    fn new(random: &mut fastrand::Rng) -> RandomCondition {
        let mut small = |below: i64| random.i64(0..below);
        let mut part = || [small(4), small(7) - 3, small(5) - 2, small(5) - 2, small(15) - 7];
        RandomCondition {
            parts: [part(), part()],
            quantifier: small(4) as usize,
            conjunction: small(2) == 0,
        }
    }

    fn text(&self) -> String {
        let part = |[relation, x, a, b, more]: [i64; 5]| {
            let relation = Self::RELATIONS[relation as usize];
            format!("{x}*x + {a}*a + {b}*b + {more} {relation} 0")
        };
        let join = if self.conjunction { "and" } else { "or" };
        let quantifier = Self::QUANTIFIERS[self.quantifier];
        format!("{quantifier} ({} {join} {})", part(self.parts[0]), part(self.parts[1]))
    }

    fn holds(&self, [a, b]: [i64; 2]) -> bool {
        let part = |x: i64, [relation, c, d, e, more]: [i64; 5]| {
            let sum = c * x + d * a + e * b + more;
            match relation {
                0 => sum == 0,
                1 => sum < 0,
                2 => sum >= 0,
                _ => sum != 0,
            }
        };
        let body = |x: &i64| {
            let (first, second) = (part(*x, self.parts[0]), part(*x, self.parts[1]));
            if self.conjunction { first && second } else { first || second }
        };
        let found = (0..=FAR).filter(body).count();
        match self.quantifier {
            0 => found > 0,
            1 => found == FAR as usize + 1,
            2 => found == 0,
            _ => found <= 1,
        }
    }
}
