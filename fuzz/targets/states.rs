//! States of interrupted engines: any bytes are refused or lead to some end.

use std::sync::LazyLock;

use ishitori_core::ask::{choose, choose_grundy, p_positions_from};
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, Bounds, HeapGame};
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::{EngineSession, EngineState, Keeper, NoKeeper, SavedState};
use ishitori_rule::load;

use super::limits::patient;

/// A game with a window, and whether values are asked for.
struct Work {
    game: HeapGame,
    bounds: Bounds,
    values: bool,
}

/// Something for every engine that can be resumed: lines, keys, marks, slabs, strides, tables.
static WORK: LazyLock<Vec<Work>> = LazyLock::new(|| {
    let heaps = |ruleset| match AnyGame::new(&ruleset) {
        Ok(AnyGame::Heaps(game)) => game,
        _ => panic!("heaps"),
    };
    let known = |name: &str| heaps(catalogue::find(name).unwrap());
    let grows =
        "game grows position (a, b) option (a - 1, b + 2) option (a, b - t) where 1 <= t <= 3";
    let of = |game, to: &[u64], values| Work {
        game,
        bounds: Bounds { to: to.to_vec(), total: None },
        values,
    };
    vec![
        of(known("path-nim"), &[3, 3, 9], false),
        of(known("split-and-delete"), &[12], false),
        of(known("welter(3)"), &[6], false),
        of(known("circular(5,2)"), &[2], false),
        of(heaps(load(grows, &[]).unwrap()), &[6, 9], false),
        of(known("wythoff"), &[9], true),
        of(known("nim(3)"), &[4], true),
        of(known("welter(2)"), &[9], true),
    ]
});

/// Resumes work from the bytes after the first, which says which work.
pub fn state(data: &[u8]) {
    let Some((first, mut bytes)) = data.split_first() else { return };
    let work = &WORK[usize::from(*first) / 2 % WORK.len()];
    let convention = [Convention::Normal, Convention::Misere][usize::from(*first) % 2];
    let Ok(saved) = SavedState::open(&mut bytes) else { return };
    let session = EngineSession { from: Some(saved), keeper: &mut NoKeeper };
    run(work, convention, session, &patient(3_000));
}

/// Runs work in a session; whether it came to its end.
fn run(work: &Work, convention: Convention, session: EngineSession, control: &Control) -> bool {
    let Work { game, bounds, values } = work;
    if *values {
        let plan = choose_grundy(game, bounds, control).unwrap();
        return plan.table().is_some_and(|table| table.solve_from(game, session, control).is_ok());
    }
    let plan = choose(game, bounds, convention, control).unwrap();
    p_positions_from(game, bounds, convention, &plan, session, control, &mut |_| {}).is_ok()
}

/// Keeps every state.
struct KeepAll(Vec<Vec<u8>>);

impl Keeper for KeepAll {
    fn is_due(&mut self) -> bool {
        true
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let mut bytes = Vec::new();
        state.write(&mut bytes).unwrap();
        self.0.push(bytes);
        Ok(())
    }
}

/// One state of each work, to begin with.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (nth, work) in WORK.iter().enumerate() {
        let mut keeper = KeepAll(Vec::new());
        let session = EngineSession { from: None, keeper: &mut keeper };
        assert!(run(work, Convention::Normal, session, &Control::unlimited()));
        let middle = keeper.0.len() / 2;
        if let Some(state) = keeper.0.get(middle) {
            seeds.push([&[2 * nth as u8][..], state].concat());
        }
    }
    seeds
}
