//! Several threads, and work that is interrupted: the same values, and the same number of parts.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_core::ask::{FigureAnswers, answer_figure, answer_figure_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::GameKind;
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::{
    EngineSession, EngineState, Keeper, SavedState, StateError, UnfinishedRun,
};

use super::game_of;

/// A game and positions that have some thousand parts; the last list has positions whose parts are known on their ground only.
const LARGE: [(&str, &[&str]); 3] = [
    (
        "board 5 by 5 of cells option \"..\" becomes \"##\" turned",
        &["empty", "#..../...../...../...../....."],
    ),
    ("position graph option take a vertex with its neighbours", &["grid(5,7)"]),
    ("position poset option take an element with all above", &["chomp(6,9)", "chomp(7,8)"]),
];

#[test]
fn threads_find_the_same_values_and_spend_the_same() {
    for (rule, positions) in LARGE {
        let game = game_of(&format!("game g {rule}"));
        let run = |threads| -> Vec<(u32, u64)> {
            let control = Control::unlimited().with_threads(threads);
            let mut answers = FigureAnswers::new(&game, &control);
            let mut told = Vec::new();
            for text in positions {
                let figure = game.parse(text).expect("a position");
                let value = answers.grundy(&figure, &control).expect("a value");
                told.push((value, control.spent()));
            }
            assert!(
                answers.parts() > 4_096,
                "{rule}: {} parts are too few to share",
                answers.parts()
            );
            told
        };
        let alone = run(1);
        for threads in [2, 3, 7] {
            assert_eq!(run(threads), alone, "{rule}, {threads} threads");
        }
    }
}

/// A limit on positions is met with any number of threads, or with none.
#[test]
fn threads_keep_limits() {
    let (rule, positions) = LARGE[0];
    let game = game_of(&format!("game g {rule}"));
    let figure = game.parse(positions[0]).expect("a board");
    let control = Control::unlimited();
    FigureAnswers::new(&game, &control).grundy(&figure, &control).expect("a value");
    let needed = control.spent();
    for threads in [1, 3] {
        for (most, fits) in [(needed, true), (needed - 1, false), (5_000, false)] {
            let control = Control::unlimited().with_threads(threads).with_positions(most);
            let value = FigureAnswers::new(&game, &control).grundy(&figure, &control);
            assert_eq!(value.is_ok(), fits, "{threads} threads, {most} of {needed}: {value:?}");
        }
        let control = Control::unlimited().with_threads(threads).with_memory(600_000);
        let gave_up = FigureAnswers::new(&game, &control).grundy(&figure, &control);
        assert!(gave_up.expect_err("too little memory").to_string().contains("MB"));
    }
}

/// Keeps the last state, and wants one every so many questions.
struct LastState<'a> {
    every: u64,
    asked: u64,
    kept: &'a RefCell<Vec<u8>>,
}

impl Keeper for LastState<'_> {
    fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let mut bytes = Vec::new();
        state.write(&mut bytes).expect("a state");
        *self.kept.borrow_mut() = bytes;
        Ok(())
    }
}

/// Work that listens to somebody who stops it after so many positions.
fn stopped_after(positions: u64, threads: usize) -> Control {
    let asked = AtomicU64::new(0);
    let stops = move || match asked.fetch_add(1, Ordering::Relaxed) * 50 >= positions {
        true => Err(GaveUp::stopped("enough")),
        false => Ok(()),
    };
    Control::new(Arc::new(stops)).looking_every(50).with_threads(threads)
}

/// Stopped again and again, with other numbers of threads, work comes to the answer of an undisturbed run; each time it knows
/// what was solved before.
#[test]
fn stopped_work_goes_on() {
    for (rule, positions) in LARGE {
        let game = game_of(&format!("game g {rule}"));
        for convention in [Convention::Normal, Convention::Misere] {
            // Whole sums are many: a smaller position.
            let text = match (convention, rule.starts_with("board")) {
                (Convention::Misere, true) => "####./#..../...../...../.....",
                (Convention::Misere, false) if rule.contains("poset") => "chomp(5,7)",
                (Convention::Misere, false) => "grid(4,6)",
                _ => positions[0],
            };
            let figure = game.parse(text).expect("a position");
            let undisturbed = Control::unlimited();
            let told = answer_figure(&game, &figure, convention, &undisturbed).expect("an answer");
            let kept = RefCell::new(Vec::new());
            let mut stops = 0;
            let answer = loop {
                // More each time: how long play lasts is found at the end in one go.
                let control = stopped_after(150 + 2_000 * stops as u64, 1 + stops % 3);
                let bytes = kept.borrow().clone();
                let mut reader = bytes.as_slice();
                let from = match bytes.is_empty() {
                    true => None,
                    false => Some(SavedState::open(&mut reader).expect("a state")),
                };
                let mut keeper = LastState { every: 700, asked: 0, kept: &kept };
                let session = EngineSession { from, keeper: &mut keeper };
                match answer_figure_from(&game, &figure, convention, session, &control) {
                    Ok(answer) => break answer,
                    Err(UnfinishedRun::GaveUp(why)) if why.is_stopped() => stops += 1,
                    Err(other) => panic!("{rule}: {other}"),
                }
                assert!(stops < 200, "{rule}: it does not go on");
            };
            assert_eq!(answer.grundy, told.grundy, "{rule} {text}");
            assert_eq!(answer.outcome, told.outcome, "{rule} {text}");
            assert_eq!(answer.winning, told.winning, "{rule} {text}");
            if convention == Convention::Misere {
                assert_eq!(answer.remoteness, told.remoteness, "{rule} {text}");
            }
            assert!(stops > 0, "{rule} {text} {convention:?}: never stopped");
        }
    }
}

/// A state of something else, or a piece of one, is refused; damaged ones do no harm.
#[test]
fn wrong_states_are_refused() {
    let game = game_of(&format!("game g {}", LARGE[0].0));
    let other = game_of(&format!("game g {}", LARGE[1].0));
    let figure = game.parse("empty").expect("a board");
    let kept = RefCell::new(Vec::new());
    let control = stopped_after(2_000, 1);
    let mut keeper = LastState { every: u64::MAX, asked: 0, kept: &kept };
    let session = EngineSession { from: None, keeper: &mut keeper };
    let stopped = answer_figure_from(&game, &figure, Convention::Normal, session, &control);
    assert!(matches!(stopped, Err(UnfinishedRun::GaveUp(_))));
    let state = kept.take();
    let resume = |bytes: &[u8], convention, of_other: bool, text: &str| {
        let game = if of_other { &other } else { &game };
        let figure = game.parse(text).expect("a position");
        let mut reader = bytes;
        let mut keeper = ishitori_core::solve::snapshot::NoKeeper;
        let from = Some(SavedState::open(&mut reader)?);
        let session = EngineSession { from, keeper: &mut keeper };
        let control = Control::unlimited().with_positions(100_000);
        answer_figure_from(game, &figure, convention, session, &control).map(|answer| answer.grundy)
    };
    let refused = |result: Result<Option<u32>, UnfinishedRun>| match result {
        Err(UnfinishedRun::State(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(resume(&state, Convention::Normal, false, "empty"), Ok(Some(0)), "Cram 5 by 5");
    let misere = refused(resume(&state, Convention::Misere, false, "empty"));
    assert_eq!(misere, StateError::OtherConvention);
    let another = refused(resume(&state, Convention::Normal, true, "path(3)"));
    assert_eq!(another, StateError::OtherGame);
    let elsewhere =
        refused(resume(&state, Convention::Normal, false, "#..../...../...../...../....."));
    assert_eq!(elsewhere, StateError::OtherGame);
    for len in [0, 5, 40, state.len() / 2, state.len() - 1] {
        refused(resume(&state[..len], Convention::Normal, false, "empty"));
    }
    let longer = [state.as_slice(), &[0]].concat();
    assert_eq!(refused(resume(&longer, Convention::Normal, false, "empty")), StateError::TooLong);
    for at in (0..state.len()).step_by(state.len() / 60) {
        let mut damaged = state.clone();
        damaged[at] ^= 0x5a;
        // Whatever it says now, it says it: checksums are the business of whoever keeps the file.
        let _ = resume(&damaged, Convention::Normal, false, "empty");
    }
}
