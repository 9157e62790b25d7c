//! Claims about single heaps: checked on a window, and decided by a period, against values by the definition.

use ishitori_core::catalogue::CatalogueLibrary;
use ishitori_core::claim::{CheckError, ClaimCheck, Verdict, check};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds};
use ishitori_core::prove::{PeriodicValues, ProofAttempt, ProofQuestion, by_period};
use ishitori_core::single::Sequence;
use ishitori_core::solve::{Convention, Reference};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Rules, Ruleset, load};
use proptest::prelude::*;

use crate::cases::cases;
use crate::heaps::{lines, plainly, text_of};

/// What may be said of a heap and its value, in words and in plain arithmetic.
#[derive(Clone, Debug)]
enum Saying {
    PlaceIsP(u64, u64),
    PlacesAreP(u64, u64, u64),
    ValueIsPlace(u64),
    ValueIsPlaceOf(u64, u64),
    OneValue(u64, u64, u64),
    Below(u64),
    NeverP(u64),
}

impl Saying {
    fn text(&self) -> String {
        match self {
            Saying::PlaceIsP(m, r) => format!("P iff n mod {m} = {r}"),
            Saying::PlacesAreP(m, r, s) => format!("P iff n mod {m} = {r} or n = {s}"),
            Saying::ValueIsPlace(m) => format!("grundy = n mod {m}"),
            Saying::ValueIsPlaceOf(m, k) => format!("grundy = floor((n mod {m})/{k})"),
            Saying::OneValue(v, m, r) => format!("grundy = {v} iff n mod {m} = {r}"),
            Saying::Below(v) => format!("grundy <= {v}"),
            Saying::NeverP(from) => format!("n >= {from} implies N"),
        }
    }

    fn holds(&self, n: u64, value: u64) -> bool {
        match self {
            Saying::PlaceIsP(m, r) => (value == 0) == (n % m == *r),
            Saying::PlacesAreP(m, r, s) => (value == 0) == (n % m == *r || n == *s),
            Saying::ValueIsPlace(m) => value == n % m,
            Saying::ValueIsPlaceOf(m, k) => value == n % m / k,
            Saying::OneValue(v, m, r) => (value == *v) == (n % m == *r),
            Saying::Below(v) => value <= *v,
            Saying::NeverP(from) => n < *from || value != 0,
        }
    }
}

fn saying() -> impl Strategy<Value = Saying> {
    let place = || (1u64..7).prop_flat_map(|m| (Just(m), 0..m));
    prop_oneof![
        place().prop_map(|(m, r)| Saying::PlaceIsP(m, r)),
        (place(), 0u64..9).prop_map(|((m, r), s)| Saying::PlacesAreP(m, r, s)),
        (1u64..7).prop_map(Saying::ValueIsPlace),
        (1u64..9, 1u64..4).prop_map(|(m, k)| Saying::ValueIsPlaceOf(m, k)),
        (0u64..4, place()).prop_map(|(v, (m, r))| Saying::OneValue(v, m, r)),
        (0u64..9).prop_map(Saying::Below),
        (0u64..20).prop_map(Saying::NeverP),
    ]
}

fn verdict(
    ruleset: &Ruleset,
    said: &str,
    to: u64,
    convention: Convention,
) -> Result<Verdict, CheckError> {
    check(&ClaimCheck {
        among: None,
        ruleset,
        statement: &parse_statement(said).unwrap_or_else(|e| panic!("{said}: {e:?}")),
        text: said,
        convention,
        bounds: &Bounds { to: vec![to], total: None },
        automatic: false,
        control: &Control::unlimited(),
        known: None,
        library: &CatalogueLibrary,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn windows_say_what_the_values_say(lines in lines(), said in saying()) {
        let ruleset = load(&text_of(&lines), &[]).expect("a rule");
        let values = plainly(&lines, 61);
        let wrong = (0..).zip(&values).find(|(n, value)| !said.holds(*n, u64::from(**value)));
        match verdict(&ruleset, &said.text(), 60, Convention::Normal).expect("checked") {
            Verdict::HoldsUpTo(extent) => {
                prop_assert!(wrong.is_none(), "{:?} {}: {:?}", lines, said.text(), wrong);
                prop_assert_eq!(extent.cases, 61);
            }
            Verdict::Refuted(refutation) => {
                let (n, _) = wrong.expect("some heap is wrong");
                prop_assert_eq!(refutation.smallest.values.first().copied(), Some(n as i64), "{:?} {}", lines, said.text());
            }
            _ => prop_assert!(false, "no verdict"),
        }
    }

    /// True for all heaps exactly if it is true as far as preperiod, period and the numbers of the claim reach, many times over.
    #[test]
    fn periods_decide_what_the_values_say(lines in lines(), said in saying()) {
        let ruleset = load(&text_of(&lines), &[]).expect("a rule");
        let Rules::Single(rules) = &ruleset.rules else { panic!("single heaps") };
        let mut sequence = Sequence::new(rules).expect("playable");
        sequence.extend(150, &Control::unlimited()).expect("no limits");
        let Some(period) = sequence.period().filter(|period| period.start + period.length < 80) else { return Ok(()) };
        let values: Vec<u64> = (0..period.start + period.length).map(|n| sequence.value(n).expect("known")).collect();
        let statement = parse_statement(&said.text()).expect("a statement");
        let text = said.text();
        let question = ProofQuestion {
            ruleset: &ruleset, statement: &statement, text: &text, claim: "C", convention: Convention::Normal, library: &CatalogueLibrary,
        };
        let all = (0..2_000).all(|n| said.holds(n, sequence.value(n).expect("periodic")));
        match by_period::<()>(&question, &PeriodicValues { values: &values, period }, &Control::unlimited()) {
            ProofAttempt::ByPeriod { holds, .. } => prop_assert_eq!(holds, all, "{:?} {} {:?}", lines, text, period),
            ProofAttempt::Outside(why) => {
                // Of inequalities of values nothing is translated, nor of growing values as powers of two.
                prop_assert!(matches!(said, Saying::Below(_) | Saying::NeverP(_)) || period.saltus > 0, "{}: {}", text, why);
            }
            _ => prop_assert!(false, "{}", text),
        }
    }
}

const KAYLES: &str = "game kayles heap n option octal \"0.77\"";
const RULER: &str = "game ruler heap n option [x .. n - 1]";

#[test]
fn heaps_are_asked_for_by_name() {
    let kayles = load(KAYLES, &[]).expect("a rule");
    for said in [
        "grundy(5) = 4 and grundy(9) = 4",
        "grundy(150) = 7",
        "for all k in 0 .. 20: N(k + 1)",
        "n >= 1 implies N",
        "exists k in 1 .. 9: grundy(k) = 3",
    ] {
        let found = verdict(&kayles, said, 60, Convention::Normal);
        assert!(
            matches!(found, Ok(Verdict::HoldsUpTo(_) | Verdict::Unknown(_))),
            "{said}: {found:?}"
        );
    }
    let found = verdict(&kayles, "grundy(150) = 5", 60, Convention::Normal);
    assert!(matches!(found, Ok(Verdict::Refuted(_))), "{found:?}");
    // Winning Ways, chapter 14.
    let ruler = load(RULER, &[]).expect("a rule");
    let found = verdict(&ruler, "n >= 1 implies grundy = 2^v2(n)", 500, Convention::Normal);
    assert!(matches!(found, Ok(Verdict::HoldsUpTo(_))), "{found:?}");
}

#[test]
fn what_a_heap_becomes_is_not_spoken_of() {
    let kayles = load(KAYLES, &[]).expect("a rule");
    for said in ["P iff no (x) in options: P(x)", "for all (x) in options(5): N(x)"] {
        let found = verdict(&kayles, said, 20, Convention::Normal);
        let Err(CheckError::Problems(problems)) = &found else { panic!("{said}: {found:?}") };
        assert!(problems[0].message().contains("a sum of heaps"), "{problems:?}");
    }
}

#[test]
fn misere_play_is_that_of_recursion() {
    let kayles = load(KAYLES, &[]).expect("a rule");
    let Ok(AnyGame::Single(game)) = AnyGame::new(&kayles) else { panic!("single heaps") };
    let mut solver = Reference::new(&game);
    let p: Vec<String> = (0..=14u64)
        .filter(|n| {
            let facts = solver.facts(&game.position(&[*n]), &Control::unlimited()).expect("facts");
            facts.outcome(Convention::Misere) == ishitori_core::solve::Outcome::P
        })
        .map(|n| n.to_string())
        .collect();
    // Winning Ways, chapter 13: single heaps of misere Kayles that are P-positions begin 1, 4, 9, 12.
    assert_eq!(p, ["1", "4", "9", "12"]);
    let said = format!("P iff n in {{{}}}", p.join(","));
    let found = verdict(&kayles, &said, 14, Convention::Misere);
    assert!(matches!(found, Ok(Verdict::HoldsUpTo(_))), "{found:?}");
    let found = verdict(&kayles, "P iff n in {1,4,9}", 14, Convention::Misere);
    assert!(matches!(found, Ok(Verdict::Refuted(_))), "{found:?}");
}
