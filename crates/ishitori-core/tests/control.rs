//! The handle of all work: what is counted, who is told, who may stop it, and what its parts share.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ishitori_automata::Watcher;
use ishitori_core::control::{Control, GaveUp, Listener, Progress, Total};

/// Writes down what it hears.
#[derive(Default)]
struct Scribe {
    stop: AtomicBool,
    heard: Mutex<Vec<(String, u64, Total)>>,
    ended: AtomicUsize,
    notes: Mutex<Vec<String>>,
}

impl Listener for Scribe {
    fn goes_on(&self) -> Result<(), GaveUp> {
        if self.stop.load(Ordering::Relaxed) { Err(GaveUp::stopped("enough")) } else { Ok(()) }
    }

    fn hears(&self, progress: &Progress) {
        let Progress { doing, done, total } = progress;
        self.heard.lock().expect("alone").push(((*doing).to_string(), *done, *total));
    }

    fn ended(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    fn notes(&self, text: &str) {
        self.notes.lock().expect("alone").push(text.to_string());
    }
}

#[test]
fn positions_are_counted_and_limited() {
    let control = Control::unlimited().with_positions(1000);
    assert!((0..1000).all(|_| control.spend(1).is_ok()));
    assert_eq!((control.spent(), control.positions_left()), (1000, 0));
    let gave_up = control.spend(1).expect_err("one too many");
    assert!(gave_up.needs_more_positions() && !gave_up.is_stopped());
    assert_eq!(control.part().spent(), 0, "a part has spent nothing");
    assert!(control.part().spend(1000).is_ok() && control.part().spend(1001).is_err());
    assert!(control.with_any_positions().spend(u64::MAX / 2).is_ok());
}

#[test]
fn the_listener_is_told_now_and_then() {
    let scribe = Arc::new(Scribe::default());
    let control = Control::new(scribe.clone());
    {
        let part = control.counting("lines", Total::Exactly(700)).looking_every(100);
        (0..700).try_for_each(|_| part.spend(1)).expect("nobody stops it");
        assert_eq!(scribe.ended.load(Ordering::Relaxed), 0);
    }
    assert_eq!(scribe.ended.load(Ordering::Relaxed), 1, "told once that it has ended");
    let heard = scribe.heard.lock().expect("alone").clone();
    let expected: Vec<_> =
        (1..=7).map(|n| ("lines".to_string(), 100 * n, Total::Exactly(700))).collect();
    assert_eq!(heard, expected);
    control.note("by the way");
    assert_eq!(*scribe.notes.lock().expect("alone"), ["by the way"]);
}

#[test]
fn silent_parts_are_stopped_and_not_heard() {
    let scribe = Arc::new(Scribe::default());
    let control = Control::new(scribe.clone()).in_silence().looking_every(1);
    control.spend(10).expect("goes on");
    assert!(control.with_memory(5).check().is_ok());
    assert!(scribe.heard.lock().expect("alone").is_empty());
    scribe.stop.store(true, Ordering::Relaxed);
    assert!(control.ask().is_err() && control.spend(1).expect_err("stopped").is_stopped());
    assert!(!Watcher::goes_on(&control, 7), "automata are stopped as well");
    assert_eq!(control.largest_automaton(), 7);
    assert!(control.why_stopped().is_stopped());
}

#[test]
fn memory_of_a_search() {
    let control = Control::unlimited().with_memory(3 << 20).with_threads(0);
    assert_eq!((control.memory(), control.threads()), (3 << 20, 1));
    control.start("no move stays in set 0").expect("goes on");
    control.searched(3 << 20, 5, 9).expect("just fits");
    let gave_up = control.searched((3 << 20) + 1, 5, 9).expect_err("too much");
    let why = "no move stays in set 0: 5 of 9 macro-states done, and the memory of 3 MB is used up";
    assert_eq!(gave_up.why(), why);
}
