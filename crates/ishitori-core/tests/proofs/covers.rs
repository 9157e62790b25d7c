//! Covers and reachability on random branches, compared with plain subsets and plain search.

use crate::cases::{cases, enough};
use std::collections::BTreeSet;

use ishitori_automata::{
    Comparison, Dfa, DigitLogic, DigitOrder, Formula, Limit, Predicate, State,
};
use ishitori_core::control::Control;
use ishitori_core::prove::branch::{
    Branch, BranchMember, Branches, LetterReading, ProofMachine, Track,
};
use ishitori_core::prove::cover::{Cover, CoverResult, SubsetImage, cover};
use ishitori_core::prove::empty::reach;
use ishitori_core::prove::symmetry::{SymmetryAction, group, mirrors};
use ishitori_rule::Symmetry;

use super::plain::{Element, Plain};

fn covered(branches: &Branches, mirrors: &[SymmetryAction]) -> CoverResult {
    cover(branches, mirrors, &Control::unlimited().with_memory(1 << 30)).expect("enough memory")
}

/// A cover is what the document says it is.
fn check_cover(plain: &Plain, found: &Cover, mirrors: &[SymmetryAction]) {
    let moved = |target: &SubsetImage| -> Vec<Element> {
        let image = |(branch, states): &Element| match target.mirror {
            0 => (*branch, states.clone()),
            mirror => mirrors[mirror].element(*branch, states),
        };
        found.kept[target.kept].elements.iter().map(image).collect()
    };
    let is_below = |low: &[Element], high: &BTreeSet<Element>| {
        low.iter().all(|low| high.iter().any(|high| plain.is_below(low, high)))
    };
    let steps = plain.reading.steps();
    assert_eq!(found.kept[found.start.kept].step, 0);
    assert!(is_below(&moved(&found.start), &plain.initial()), "the start");
    for kept in &found.kept {
        let elements: BTreeSet<Element> = kept.elements.iter().cloned().collect();
        assert!(!elements.is_empty() && kept.step < steps);
        assert!(kept.step != 0 || plain.has_accepting(&elements), "{kept:?}");
        assert_eq!(kept.next.len(), plain.reading.letters() as usize);
        for (letter, next) in kept.next.iter().enumerate() {
            assert_eq!(found.kept[next.kept].step, (kept.step + 1) % steps);
            let reached = plain.all(&elements, kept.step, letter as u32);
            assert!(is_below(&moved(next), &reached), "{kept:?} {letter}");
        }
    }
}

/// A search, compared with plain subsets; whether all words are accepted.
fn compare(
    machines: &[ProofMachine],
    reading: LetterReading,
    list: &[Branch],
    places: &[Vec<usize>],
) -> bool {
    let plain = Plain { machines, reading, branches: list };
    let branches = Branches::new(machines, reading, list.to_vec());
    let mirrors = mirrors(&branches, places).expect("symmetric branches");
    let mut answers = BTreeSet::new();
    for mirrors in [&[][..], &mirrors[..]] {
        answers.insert(match covered(&branches, mirrors) {
            CoverResult::All(found) => {
                check_cover(&plain, &found, mirrors);
                true
            }
            CoverResult::Missed(word) => {
                assert!(!plain.takes(&word), "{word:?} is accepted");
                false
            }
        });
    }
    assert_eq!(answers.len(), 1, "symmetries change the answer");
    let all = answers.contains(&true);
    if let Some(universal) = plain.is_universal(400) {
        assert_eq!(all, universal);
    }
    all
}

fn random_machine(
    random: &mut fastrand::Rng,
    tracks: usize,
    order: DigitOrder,
    good: u8,
) -> ProofMachine {
    let states = random.u32(1..=4);
    let next = (0..(states as usize) << tracks).map(|_| random.u32(..states)).collect();
    let accepting = (0..states).map(|_| random.u8(..10) < good).collect();
    let dfa = Dfa::new(tracks, order, 0, next, accepting);
    let names: Vec<String> = (0..tracks).map(|i| format!("x{i}")).collect();
    ProofMachine::new("random", &names, dfa, Limit::default()).expect("a small automaton")
}

/// Random branches on random machines; with `digits single` a machine has one track and reads as many
/// digits as it is given.
fn random_branches(
    random: &mut fastrand::Rng,
    reading: LetterReading,
    count: usize,
    good: u8,
) -> (Vec<ProofMachine>, Vec<Branch>) {
    let (mut machines, mut branches) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let hidden = random.usize(0..=2);
        let hidden: Vec<usize> = (0..hidden).map(|_| random.usize(..reading.given)).collect();
        let mut components = Vec::new();
        for _ in 0..random.usize(1..=2) {
            let track =
                |random: &mut fastrand::Rng| match random.usize(..reading.given + hidden.len()) {
                    i if i < reading.given => Track::Given(i),
                    j => Track::Hidden(j - reading.given),
                };
            let reads: Vec<Track> = (0..random.usize(1..=3)).map(|_| track(random)).collect();
            let tracks = if reading.single { 1 } else { reads.len() };
            machines.push(random_machine(random, tracks, reading.order, good));
            components.push(BranchMember { machine: machines.len() - 1, reads });
        }
        branches.push(Branch { components, hidden });
    }
    (machines, branches)
}

fn readings(random: &mut fastrand::Rng) -> LetterReading {
    let order = if random.bool() { DigitOrder::Msd } else { DigitOrder::Lsd };
    LetterReading { given: random.usize(1..=3), single: random.bool(), order }
}

#[test]
fn random_covers() {
    let mut count = [0, 0];
    for seed in 0..cases(1500) {
        let random = &mut fastrand::Rng::with_seed(seed);
        let reading = readings(random);
        let number = random.usize(1..=4);
        let (machines, branches) = random_branches(random, reading, number, 6);
        let all = compare(&machines, reading, &branches, &[]);
        count[usize::from(all)] += 1;
    }
    assert!(count.iter().all(|met| *met >= enough(201)), "{count:?}");
}

/// A formula as a machine.
fn machine(name: &str, tracks: &[&str], formula: &Formula, order: DigitOrder) -> ProofMachine {
    let logic = DigitLogic::binary(order);
    let relation = logic.evaluate(formula).expect("an automaton");
    let dfa = logic.on_tracks(&relation, tracks).expect("an automaton");
    let names: Vec<String> = tracks.iter().map(ToString::to_string).collect();
    ProofMachine::new(name, &names, dfa, Limit::default()).expect("a small automaton")
}

/// Sets that rotations and reflections of three heaps do not change.
fn symmetric_sets() -> Vec<Formula> {
    let heaps = ["a", "b", "c"];
    let equal = |x: &str, y: &str| Formula::compare(x, Comparison::Equal, y);
    let pairs = [equal("a", "b"), equal("b", "c"), equal("c", "a")];
    let is = |n: u64, x: &str| Formula::atom(Predicate::Is(n), &[x]);
    let sum = |n: i64| Formula::linear(&heaps.map(|h| (1, h)), Comparison::Equal, n);
    vec![
        Formula::xor_is_zero(&heaps),
        Formula::And(pairs.to_vec()),
        Formula::Or(pairs.to_vec()),
        sum(0),
        sum(0).or(sum(3)),
        Formula::congruent(&heaps.map(|h| (1, h)), 0, 3),
        Formula::Or(heaps.map(|h| is(0, h)).to_vec()),
        Formula::atom(Predicate::DigitCounts { tracks: 3, modulus: 3 }, &heaps),
        Formula::Constant(false),
        Formula::And(pairs.to_vec()).or(Formula::And(heaps.map(|h| is(1, h).not()).to_vec())),
    ]
}

#[test]
fn symmetric_covers() {
    let heaps = ["a", "b", "c"];
    let mut count = [0, 0];
    for order in [DigitOrder::Msd, DigitOrder::Lsd] {
        for set in symmetric_sets() {
            for size in 1..=3 {
                let le = Formula::compare("x", Comparison::LessEqual, "y");
                let machines = vec![
                    machine("set0", &heaps, &set, order),
                    machine("le", &["x", "y"], &le, order),
                ];
                let given = |i| Track::Given(i);
                let own = BranchMember { machine: 0, reads: (0..3).map(given).collect() };
                let mut branches = vec![Branch { components: vec![own], hidden: vec![] }];
                for first in 0..if size == 3 { 1 } else { 3 } {
                    let lowered: Vec<usize> = (0..size).map(|i| (first + i) % 3).collect();
                    let place = |heap| lowered.iter().position(|l| *l == heap);
                    let reads = (0..3).map(|heap| place(heap).map_or(given(heap), Track::Hidden));
                    let mut components = vec![BranchMember { machine: 0, reads: reads.collect() }];
                    for (i, heap) in lowered.iter().enumerate() {
                        let reads = vec![Track::Hidden(i), Track::Given(*heap)];
                        components.push(BranchMember { machine: 1, reads });
                    }
                    branches.push(Branch { components, hidden: lowered });
                }
                let reading = LetterReading { given: 3, single: false, order };
                let circle = group(&Symmetry::Circle, 3);
                assert_eq!(circle.len(), 6);
                count[usize::from(compare(&machines, reading, &branches, &circle))] += 1;
            }
        }
    }
    assert!(count[0] >= 20 && count[1] >= 10, "{count:?}");
}

#[test]
fn random_reachability() {
    let mut count = [0, 0];
    for seed in 0..cases(1500) {
        let random = &mut fastrand::Rng::with_seed(seed);
        let reading = readings(random);
        let (machines, list) = random_branches(random, reading, 1, 2);
        let plain = Plain { machines: &machines, reading, branches: &list };
        let branches = Branches::new(&machines, reading, list.clone());
        let found =
            reach(&branches, &Control::unlimited().with_memory(1 << 30)).expect("enough memory");
        let shortest = shortest(&plain);
        count[usize::from(shortest.is_some())] += 1;
        let Some(digits) = found.word else {
            assert_eq!(shortest, None, "{seed}");
            continue;
        };
        let length = digits.given[0].len();
        assert_eq!(Some(length), shortest, "{seed}");
        for component in &list[0].components {
            let digit = |track: &Track, at: usize| match *track {
                Track::Given(i) => digits.given[i][at],
                Track::Hidden(j) => digits.hidden[j][at],
            };
            let dfa = &machines[component.machine].dfa;
            let mut state: State = 0;
            for at in 0..length {
                if reading.single {
                    // In the order of the given tracks, then in the order of its own.
                    for step in 0..reading.given {
                        let here = |track: &&Track| match **track {
                            Track::Given(i) => i == step,
                            Track::Hidden(j) => list[0].hidden[j] == step,
                        };
                        for track in component.reads.iter().filter(here) {
                            state = dfa.next(state, u16::from(digit(track, at)));
                        }
                    }
                } else {
                    let bits = component.reads.iter().enumerate();
                    let letter = bits.fold(0, |l, (i, t)| l | u16::from(digit(t, at)) << i);
                    state = dfa.next(state, letter);
                }
            }
            assert!(dfa.accepts_in(state), "{seed}");
        }
    }
    assert!(count.iter().all(|met| *met >= enough(101)), "{count:?}");
}

/// The length of the shortest word that branch 0 accepts, in letters.
fn shortest(plain: &Plain) -> Option<usize> {
    let mut seen = BTreeSet::new();
    let mut now = BTreeSet::from([(0, vec![0; plain.branches[0].components.len()])]);
    for length in 0.. {
        if now.iter().any(|element| plain.accepts(element)) {
            return Some(length);
        }
        now.retain(|element| seen.insert(element.clone()));
        if now.is_empty() {
            return None;
        }
        for step in 0..plain.reading.steps() {
            let letters = 0..plain.reading.letters();
            now = letters.flat_map(|letter| plain.all(&now, step, letter)).collect();
        }
    }
    None
}
