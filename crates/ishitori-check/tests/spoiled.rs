//! Changed automata of sets that have no formula: each is another theorem, refused unless it is true.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::cases::{cases, enough};
use crate::forge::{changed, forged};
use crate::games;
use crate::naive::{Goal, Spec, Spoil, given, prove};
use crate::window::Window;
use ishitori_check::check;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Those whose digits are read together.
fn together() -> Vec<(&'static str, Spec)> {
    games::all().into_iter().filter(|(_, spec)| !spec.single).collect()
}

/// Quick ones to prove over and over, all kinds among them.
fn quick() -> Vec<(&'static str, Spec)> {
    together().into_iter().filter(|(name, _)| !name.contains("wythoff")).collect()
}

fn automatic(spec: &Spec) -> String {
    given(&prove(spec), |_| true)
}

/// Words long enough to tell a wrong set from the right one, and few enough.
fn length(spec: &Spec) -> usize {
    [6, 4, 3][spec.heaps.len() - 1]
}

/// Whether it is refused; what is accepted is true.
fn refused(name: &str, window: &mut Window, length: usize, text: &str) -> Option<String> {
    match check(text) {
        Err(refused) => Some(refused.reason().to_string()),
        Ok(_) => {
            let agrees = window.agrees(text, length);
            agrees.unwrap_or_else(|why| panic!("{name}: a lie is accepted: {why}\n{text}"));
            None
        }
    }
}

/// Every flag and every successor of the automata of the sets is changed, one at a time.
#[test]
fn changed_states_are_refused_or_harmless() {
    for (name, spec) in together() {
        let text = automatic(&spec);
        let mut window = Window::new(&spec);
        let lines: Vec<&str> = text.lines().collect();
        let (mut said, mut inside) = ([0, 0], false);
        for (index, line) in lines.iter().enumerate() {
            if let Some(block) = line.strip_prefix("automaton ") {
                inside = block.starts_with("set") || block.starts_with("graph");
            }
            inside &= !line.starts_with("cover") && !line.starts_with("symmetry");
            if !inside || line.starts_with("automaton") {
                continue;
            }
            for (place, word) in line.split(' ').enumerate().skip(1) {
                let others: Vec<String> = match word {
                    "+" => vec!["-".to_string()],
                    "-" => vec!["+".to_string()],
                    "<" => break,
                    _ => (0..8).map(|to: usize| to.to_string()).collect(),
                };
                for other in others.iter().filter(|other| *other != word) {
                    let text = changed(&text, index, place, other);
                    let refused = refused(name, &mut window, length(&spec), &text).is_some();
                    said[usize::from(refused)] += 1;
                }
            }
        }
        println!("{name}: {} refused, {} harmless", said[1], said[0]);
        assert!(said[1] > said[0], "{name}");
    }
}

/// A random number below a bound, the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }

    /// Some changes of one of the sets.
    fn spoil(&mut self, goal: &Goal) -> Spoil {
        let sets = if let Goal::Values(sets) = goal { sets.len() } else { 1 };
        let flags = (0..self.below(2)).map(|_| self.below(6)).collect();
        let next = (0..=self.below(2)).map(|_| (self.below(6), self.below(8), self.below(6)));
        let next = next.collect();
        Spoil { set: self.below(sets), twice: self.below(2) == 0, flags, next }
    }
}

/// The best that a forger can do: the set is changed first, and then everything is proved of it anew.
/// Nearly whatever a theorem needs is what refuses one of them.
#[test]
fn spoiled_sets_are_refused_or_true() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut reasons, mut accepted) = (BTreeMap::<String, usize>::new(), 0);
    for (name, spec) in quick() {
        let mut window = Window::new(&spec);
        for _ in 0..cases(60) {
            let text = automatic(&Spec { spoil: Some(random.spoil(&spec.goal)), ..spec.clone() });
            match refused(name, &mut window, length(&spec), &text) {
                Some(reason) => *reasons.entry(reason).or_default() += 1,
                None => accepted += 1,
            }
        }
    }
    println!("{accepted} accepted, refused: {reasons:#?}");
    for needed in [
        "zeros that change no number",
        "digits that denote nothing",
        "macro-state",
        "does not stay in set",
        "are disjoint",
        "changes the value",
        "the value is unique",
    ] {
        let met = reasons.keys().filter(|reason| reason.contains(needed)).count();
        assert!(met >= enough(1), "{needed}");
    }
}

/// Certificates, with what is needed to judge them.
fn texts(specs: Vec<(&'static str, Spec)>) -> Vec<(&'static str, Spec, String)> {
    let text = |(name, spec): (&'static str, Spec)| {
        let text = automatic(&spec);
        (name, spec, text)
    };
    specs.into_iter().map(text).collect()
}

type Changes = Vec<(prop::sample::Index, usize)>;

fn changes() -> impl Strategy<Value = Changes> {
    proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..6), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(3000)))]

    /// Whatever a forger changes after the head, what is accepted is true.
    #[test]
    fn forged_ones_are_refused_or_true(which in 0..together().len(), changes in changes()) {
        static TEXTS: OnceLock<Vec<(&str, Spec, String)>> = OnceLock::new();
        let (name, spec, text) = &TEXTS.get_or_init(|| texts(together()))[which];
        refused(name, &mut Window::new(spec), length(spec), &forged(text, &changes));
    }

    /// The same of what was a lie from the beginning.
    #[test]
    fn lies_stay_refused_or_become_true(which in 0_usize..12, changes in changes()) {
        static LIES: OnceLock<Vec<(&str, Spec, String)>> = OnceLock::new();
        let (name, spec, text) = &LIES.get_or_init(|| texts(games::lies()))[which];
        refused(name, &mut Window::new(spec), length(spec), &forged(text, &changes));
    }
}
