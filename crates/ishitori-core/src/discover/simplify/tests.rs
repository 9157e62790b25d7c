//! Texts mean what trees mean, the gate lets through what is right and nothing else, covers are cheapest.
//!
//! Trees are compared with the evaluator of claims, which reads their text, on random positions of three
//! rules; the gate is asked statements whose answer is known; covers are compared with trying all choices.
//! Whole searches are tested in `tests/simplify`.

use ishitori_automata::{Dfa, DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Rules, Ruleset, load};

use super::atoms::PhraseScope;
use super::bank::TermBank;
use super::bits::BitSet;
use super::cover::{PricedSet, cheapest};
use super::gate::{StatementGate, StatementJudgement};
use super::print::{HeapNames, SetDescription, tokens};
use super::{SetMeaning, SimplifyRequest};
use crate::catalogue::CatalogueLibrary;
use crate::claim::{CheckError, ClaimCheck, with_filter};
use crate::control::Control;
use crate::game::Bounds;
use crate::prove::arena::Arena;
use crate::solve::Convention;

const ROW: &str = "game g position h[3] unordered, each >= 1 option h with h[i] lowered for i";
const NAMED: &str = "game g position (a, b) option (x, b) where x < a";
const CIRCLE: &str = "game g position h[4] on a circle option h with h[i] lowered for i";

fn rules(text: &str) -> Ruleset {
    load(text, &[]).expect("a rule")
}

/// What the evaluator of claims says at some positions; `None` where it means nothing.
fn evaluated(ruleset: &Ruleset, condition: &str, points: &[Vec<i64>]) -> Vec<Option<bool>> {
    let statement = parse_statement(condition).unwrap_or_else(|e| panic!("{condition}: {e:?}"));
    let control = Control::unlimited().with_memory(1 << 24).with_positions(1000);
    let check = ClaimCheck {
        among: None,
        ruleset,
        statement: &statement,
        text: condition,
        convention: Convention::Normal,
        bounds: &Bounds { to: vec![100], total: None },
        automatic: true,
        control: &control,
        known: None,
        library: &CatalogueLibrary,
    };
    let all = with_filter(&check, |filter| {
        let at = |point: &Vec<i64>| {
            let heaps: Vec<u64> = point.iter().map(|heap| *heap as u64).collect();
            match filter.keeps_heaps(&heaps.into()) {
                Ok(holds) => Some(holds),
                Err(CheckError::Meaningless { .. }) => None,
                Err(other) => panic!("{condition}: {other}"),
            }
        };
        points.iter().map(at).collect()
    });
    all.unwrap_or_else(|e| panic!("{condition}: {e}"))
}

/// Positions of a game with small and larger heaps.
fn points(ruleset: &Ruleset, ascending: bool) -> Vec<Vec<i64>> {
    let Rules::Heaps(rules) = &ruleset.rules else { panic!("heaps") };
    let mut random = fastrand::Rng::with_seed(3);
    let mut all = Vec::new();
    for _ in 0..60 {
        let bits = random.u32(1..7);
        let heap = |low: &u64| (*low + random.u64(0..1 << bits)) as i64;
        let mut point: Vec<i64> = rules.lower.iter().map(heap).collect();
        if ascending {
            point.sort_unstable();
        }
        all.push(point);
    }
    all
}

#[test]
fn the_text_of_a_condition_means_what_the_tree_means() {
    for (text, numeration) in [
        (ROW, Numeration::Binary),
        (NAMED, Numeration::Binary),
        (CIRCLE, Numeration::Binary),
        (NAMED, Numeration::Zeckendorf),
    ] {
        let ruleset = rules(text);
        let Rules::Heaps(heaps) = &ruleset.rules else { panic!("heaps") };
        let ascending = heaps.symmetry.identifies();
        let names = HeapNames::new(&ruleset, heaps);
        let points = points(&ruleset, ascending);
        let lower = heaps.lower.clone();
        for atom in (PhraseScope { lower, numeration, ascending }).atoms() {
            let text = names.phrase(&atom);
            let own: Vec<Option<bool>> = points.iter().map(|point| atom.holds(point)).collect();
            assert_eq!(own, evaluated(&ruleset, &text, &points), "{text}");
        }
    }
}

#[test]
fn the_text_of_an_expression_means_what_the_tree_means() {
    for text in [ROW, NAMED, CIRCLE] {
        let ruleset = rules(text);
        let Rules::Heaps(heaps) = &ruleset.rules else { panic!("heaps") };
        let names = HeapNames::new(&ruleset, heaps);
        let points = points(&ruleset, heaps.symmetry.identifies());
        let mut bank = TermBank::new(&points, &names, heaps);
        bank.grow();
        bank.grow();
        for entry in bank.entries.iter().step_by(17) {
            for (at, value) in entry.values.iter().enumerate().step_by(7) {
                let text = format!("{} = {value}", names.term(&entry.term));
                let point = std::slice::from_ref(&points[at]);
                assert_eq!(evaluated(&ruleset, &text, point), [Some(true)], "{text}");
                assert_eq!(entry.term.value(&points[at]), Some(*value), "{text}");
            }
        }
    }
}

#[test]
fn statements_are_written_with_the_brackets_they_need() {
    let ruleset = rules(CIRCLE);
    let Rules::Heaps(heaps) = &ruleset.rules else { panic!("heaps") };
    let names = HeapNames::new(&ruleset, heaps);
    let scope = PhraseScope { lower: vec![0; 4], numeration: Numeration::Binary, ascending: false };
    let atoms = scope.atoms();
    let points = points(&ruleset, false);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let mut pick = || atoms[random.usize(..atoms.len())].clone();
        let either: Vec<Vec<_>> =
            vec![vec![pick(), pick()], vec![pick()], vec![pick(), pick(), pick()]];
        let outside = vec![pick(), pick()];
        let saying = SetDescription { outside, either, images: false, opposite: false };
        let text = names.statement(SetMeaning::Outcome, &saying);
        let text = text.strip_prefix("P iff ").expect("a statement");
        for (point, found) in points.iter().zip(evaluated(&ruleset, text, &points)) {
            let all = |phrases: &[super::phrase::Phrase]| {
                phrases.iter().map(|phrase| phrase.holds(point)).collect::<Option<Vec<bool>>>()
            };
            let ways: Option<Vec<Vec<bool>>> = saying.either.iter().map(|way| all(way)).collect();
            let (Some(outside), Some(ways)) = (all(&saying.outside), ways) else { continue };
            let holds = outside.iter().all(|x| *x) && ways.iter().any(|way| way.iter().all(|x| *x));
            assert_eq!(found, Some(holds), "{text} at {point:?}");
        }
    }
}

#[test]
fn words_are_counted() {
    assert_eq!(tokens("P iff h[1] <= 12 and xor(h) = 0"), 12);
    assert_eq!(tokens("exists (a, b) in images: a != b"), 12);
}

/// The gate for a set of pairs.
fn gate<'a>(ruleset: &'a Ruleset, set: &'a Dfa, control: &'a Control) -> StatementGate<'a> {
    let Rules::Heaps(heaps) = &ruleset.rules else { panic!("heaps") };
    let arena = Arena::new(heaps).expect("moves");
    let (numeration, what) = (Numeration::Binary, SetMeaning::Outcome);
    let sought = SimplifyRequest { ruleset, library: &CatalogueLibrary, numeration, set, what };
    StatementGate::new(&sought, &arena, 100, control).expect("nobody stops it").expect("small")
}

#[test]
fn the_gate_lets_through_what_is_right_and_nothing_else() {
    let logic = DigitLogic::binary(DigitOrder::Lsd);
    let equal = Formula::compare("h1", ishitori_automata::Comparison::Equal, "h2");
    let even = Formula::congruent(&[(1, "h1")], 0, 2);
    let relation = logic.evaluate(&equal.and(even)).expect("small");
    let set = logic.on_tracks(&relation, &["h1", "h2"]).expect("two tracks");
    let (ordered, unordered) =
        (rules(NAMED), rules("game g position (a, b) unordered option (x, b) where x < a"));
    let control = Control::unlimited().with_memory(1 << 28);
    for ruleset in [&ordered, &unordered] {
        let mut gate = gate(ruleset, &set, &control);
        let mut judge = |text: &str| gate.judge(text, &control).expect("nobody stops it");
        for right in [
            "P iff a = b and a mod 2 = 0",
            "N iff a != b or b mod 2 = 1",
            "P iff a xor b = 0 and bit(b, 0) = 0",
        ] {
            assert_eq!(judge(right), StatementJudgement::Same, "{right}");
        }
        // With v2(0) the third means nothing at 0; the others say something else, or nothing at all.
        for wrong in
            ["P iff a = b and (v2(a) + 1) mod 2 = 0", "P iff a = ", "grundy = a xor b", "a = b"]
        {
            assert_eq!(judge(wrong), StatementJudgement::Unsayable, "{wrong}");
        }
        let StatementJudgement::Differs(positions) = judge("P iff a = b") else {
            panic!("it is wrong")
        };
        assert!(!positions.is_empty());
        assert!(positions.iter().all(|p| p[0] == p[1] && p[0] % 2 == 1), "{positions:?}");
    }
    // Ascending heaps: a <= b is no news.
    let mut gate = gate(&unordered, &set, &control);
    let text = "P iff a >= b and a mod 2 = 0";
    assert_eq!(gate.judge(text, &control).expect("nobody stops it"), StatementJudgement::Same);
}

#[test]
fn covers_are_as_cheap_as_trying_everything() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..300 {
        let (elements, count) = (random.usize(1..12), random.usize(1..9));
        let mut set = || PricedSet {
            cost: random.usize(1..6),
            covers: BitSet::where_true(elements, |_| random.u8(..3) == 0),
        };
        let sets: Vec<PricedSet> = (0..count).map(|_| set()).collect();
        let wanted = BitSet::where_true(elements, |_| random.u8(..4) > 0);
        let price = |chosen: &[usize]| chosen.iter().map(|at| sets[*at].cost).sum::<usize>();
        let covers = |chosen: &[usize]| {
            wanted.iter().all(|element| chosen.iter().any(|at| sets[*at].covers.contains(element)))
        };
        let all = (0..1usize << count)
            .map(|mask| (0..count).filter(|at| mask >> at & 1 == 1).collect::<Vec<_>>());
        let best = all.filter(|chosen| covers(chosen)).map(|chosen| price(&chosen)).min();
        let found = cheapest(&sets, &wanted);
        assert_eq!(found.as_deref().map(price), best);
        assert!(found.is_none_or(|chosen| covers(&chosen)));
    }
}
