//! Checks that are stopped again and again and go on from their last state say what undisturbed ones say:
//! the same verdict, the same witnesses, the same number of cases, and the same reason to give up. Damaged
//! states do no harm.

use crate::cases::{cases, enough};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckError, CheckSession, ClaimCheck, Verdict, check, check_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::{EngineState, Keeper, StateError};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

/// A heap grows where another gets smaller, so only plain recursion solves it.
const GROWING: &str = "game growing position (a, b) option (a - 1, b + 2)
    option (a, b - t) where 1 <= t <= 3
    define f(n) := n < 2 or f(n - 2) and not f(n - 1)";

/// Rule, statement, window, misère.
type Case = (&'static str, &'static str, &'static [u64], bool);

const CASES: [Case; 30] = [
    // True ones, by lines, keys and marks.
    ("wythoff", "P iff a = floor((b - a)*phi)", &[120], false),
    ("nim(3)", "P iff xor(heaps) = 0", &[22], false),
    (
        "nim(3)",
        "P iff max(heaps) > 1 and xor(heaps) = 0 or max(heaps) <= 1 and xor(heaps) = 1",
        &[22],
        true,
    ),
    ("split-and-delete", "P iff a mod 2 = 1 and b mod 2 = 1", &[90], false),
    ("common-divisor(3)", "P implies xor(heaps) >= 0", &[20], false),
    // Values, by pairs, running sets and scans.
    ("nim(2)", "grundy = xor(heaps)", &[120], false),
    ("wythoff", "grundy = 0 iff P", &[90], false),
    ("welter(3)", "grundy <= 60", &[20], false),
    ("circular(3,2)", "grundy >= 0 and (P implies grundy = 0)", &[16], false),
    // False ones whose smallest and flattest witness differ, early and late.
    ("wythoff", "P iff a = floor((b - a)*phi) and b < 70", &[120], false),
    ("nim(3)", "P iff xor(heaps) = 0 and max(heaps) < 17", &[22], false),
    ("nim(2)", "grundy = h[1] + h[2]", &[120], false),
    ("nim(2)", "h[1] > 60 implies grundy < 64 or h[2] < 30", &[120], false),
    ("circular(4,2)", "P implies h[1] = h[3]", &[9], false),
    // Both outcomes and values in misère play, another game, quantifiers.
    ("nim(2)", "grundy = xor(heaps) and (P or N)", &[60], true),
    ("nim(2)", "P(\"wythoff\", h[1], h[2]) or N or h[1] = h[2]", &[60], false),
    ("nim(2)", "N iff exists x in 0..h[2]: x = h[1] and x != h[2]", &[60], false),
    // Sentences.
    ("nim(2)", "for all x in 0..90, y in 0..90: P(x, y) iff x = y", &[90], false),
    (
        "nim(2)",
        "for all x in 0..90, y in 0..90: x + y > 100 implies P(x, y) iff x = 60",
        &[90],
        false,
    ),
    // Boards.
    ("grid-nim(3,4)", "P implies stones >= 0", &[], false),
    ("grid-nim(3,4)", "N or stones < 6", &[], false),
    // Plain recursion, and values of defined functions.
    ("GROWING", "P implies b mod 4 = 0 or a > 0", &[24], false),
    ("GROWING", "f(3*a + b) or f(3*a + b + 1)", &[50], false),
    ("GROWING", "P or N or f(a)", &[24], true),
    // Positions beyond the window, one by one.
    ("nim(2)", "P(h[1] + 50, h[2]) iff h[1] + 50 = h[2]", &[70], false),
    ("GROWING", "P(a, b + 30) implies b mod 4 = 2", &[30], true),
    // Lengths of play.
    ("wythoff", "remoteness mod 2 = 0 iff P", &[90], false),
    ("nim(2)", "remoteness + grundy < 100", &[70], true),
    ("welter(3)", "remoteness <= 60", &[20], true),
    ("GROWING", "remoteness <= 3*a + b", &[24], false),
];

/// Keeps the last of `left` states, and then ends the work; or lets somebody stop it.
struct Killer {
    left: u32,
    /// Whether the work is stopped like by Ctrl-C, which leaves a last state.
    politely: bool,
    kept: Option<Vec<u8>>,
}

static STOP: AtomicBool = AtomicBool::new(false);

/// There is one stop button, so one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look_up() -> Result<(), GaveUp> {
    if STOP.load(Ordering::Relaxed) { Err(GaveUp::stopped("stopped")) } else { Ok(()) }
}

impl Keeper for Killer {
    fn is_due(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.politely && self.left == 0 {
            STOP.store(true, Ordering::Relaxed);
            self.left = u32::MAX;
        }
        !self.politely && (self.left == 0 || self.left.is_multiple_of(7))
    }

    fn keep(&mut self, state: &EngineState<'_>) -> Result<(), GaveUp> {
        let mut bytes = Vec::new();
        state.write(&mut bytes).map_err(|error| GaveUp::new(error.to_string()))?;
        self.kept = Some(bytes);
        if self.left == 0 { Err(GaveUp::stopped("killed")) } else { Ok(()) }
    }
}

struct Work {
    ruleset: Ruleset,
    formula: &'static str,
    bounds: Bounds,
    convention: Convention,
    positions: u64,
}

impl Work {
    fn new(case: &Case) -> Work {
        let (game, formula, to, misere) = *case;
        let ruleset = match game {
            "GROWING" => load(GROWING, &[]).expect("a rule"),
            game => catalogue::find(game).expect("a game of the catalogue"),
        };
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let bounds = Bounds { to: to.to_vec(), total: None };
        Work { ruleset, formula, bounds, convention, positions: 10_000_000 }
    }

    fn run(&self, session: Option<CheckSession>, threads: usize) -> Result<Verdict, CheckError> {
        let statement = parse_statement(self.formula).expect(self.formula);
        let control = Control::new(Arc::new(look_up)).with_memory(1 << 30).with_threads(threads);
        let control = control.with_positions(self.positions).looking_every(1);
        let this = ClaimCheck {
            among: None,
            ruleset: &self.ruleset,
            statement: &statement,
            text: self.formula,
            convention: self.convention,
            bounds: &self.bounds,
            automatic: false,
            control: &control,
            known: None,
            library: &CatalogueLibrary,
        };
        match session {
            Some(session) => check_from(&this, session),
            None => check(&this),
        }
    }

    /// The verdict of a run that is stopped at random, and how often it was.
    fn disturbed(&self, random: &mut fastrand::Rng) -> (Result<Verdict, CheckError>, u32) {
        let (mut kills, mut kept): (u32, Option<Vec<u8>>) = (0, None);
        loop {
            let left = if kills > 12 { u32::MAX } else { random.u32(1..20) };
            let mut keeper = Killer { left, politely: random.bool(), kept: None };
            let mut bytes = kept.as_deref();
            let from = bytes.as_mut().map(|bytes| bytes as &mut (dyn Read + Send));
            let session = CheckSession { from, keeper: &mut keeper };
            let verdict = self.run(Some(session), random.usize(1..3));
            let was_stopped = STOP.swap(false, Ordering::Relaxed);
            if keeper.left != 0 && !was_stopped {
                return (verdict, kills);
            }
            kills += 1;
            kept = keeper.kept.or(kept);
        }
    }
}

#[test]
fn stopped_checks_go_on_to_the_same_verdict() {
    let _alone = alone();
    let mut random = fastrand::Rng::with_seed(91);
    let (mut refuted, mut kills) = (0, 0);
    for case in &CASES {
        let work = Work::new(case);
        let expected = work.run(None, 1);
        refuted += u32::from(matches!(expected, Ok(Verdict::Refuted(_))));
        let Ok(expected) = expected else { panic!("{case:?}: {expected:?}") };
        assert!(!matches!(expected, Verdict::Unknown(_)), "{case:?}: {expected:?}");
        let mut own = 0;
        for _ in 0..cases(8) {
            let (found, more) = work.disturbed(&mut random);
            assert_eq!(found.ok().as_ref(), Some(&expected), "{case:?}");
            own += more;
        }
        assert!(own >= enough(1), "{case:?} was never stopped");
        kills += own;
    }
    assert!(refuted >= 6 && kills >= enough(301), "{refuted} refuted, {kills} stops");
}

/// What gives up does so at the same point, whatever was remembered before.
#[test]
fn stopped_checks_give_up_where_others_do() {
    let _alone = alone();
    let mut random = fastrand::Rng::with_seed(92);
    for case in [CASES[24], CASES[16], CASES[25]] {
        let mut unknown = 0;
        for positions in [4, 9, 600, 1500, 4000, 100_000] {
            let work = Work { positions, ..Work::new(&case) };
            let expected = work.run(None, 1).expect("it can be checked");
            unknown += u32::from(matches!(expected, Verdict::Unknown(_)));
            for _ in 0..cases(4) {
                // A stop in the middle of a case leaves what was solved and not its cost.
                let mut keeper = Killer { left: random.u32(1..12), politely: false, kept: None };
                let session = CheckSession { from: None, keeper: &mut keeper };
                drop(work.run(Some(session), 1));
                let Some(kept) = keeper.kept else { continue };
                let session = CheckSession { from: Some(&mut kept.as_slice()), keeper: &mut Never };
                assert_eq!(work.run(Some(session), 2).ok().as_ref(), Some(&expected), "{case:?}");
            }
        }
        assert!(unknown > 0, "{case:?} never gave up");
    }
}

struct Never;

impl Keeper for Never {
    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _: &EngineState<'_>) -> Result<(), GaveUp> {
        Ok(())
    }
}

#[test]
fn states_of_something_else_are_refused_and_damaged_ones_do_no_harm() {
    let _alone = alone();
    let mut random = fastrand::Rng::with_seed(93);
    let mut all = Vec::new();
    for case in
        [CASES[0], CASES[5], CASES[9], CASES[17], CASES[19], CASES[21], CASES[22], CASES[24]]
    {
        let mut keeper = Killer { left: 6, politely: false, kept: None };
        let session = CheckSession { from: None, keeper: &mut keeper };
        drop(Work::new(&case).run(Some(session), 1));
        all.push((case, keeper.kept.unwrap_or_else(|| panic!("{case:?}: no state"))));
    }
    let refused = |case: &Case, bytes: &[u8]| {
        let session = CheckSession { from: Some(&mut &*bytes), keeper: &mut Never };
        Work::new(case).run(Some(session), 1)
    };
    for (case, _) in &all {
        for (other, bytes) in all.iter().filter(|(other, _)| other != case) {
            let found = refused(case, bytes);
            assert!(
                matches!(found, Err(CheckError::State(_))),
                "{case:?} from {other:?}: {found:?}"
            );
        }
    }
    for (case, bytes) in &all {
        for _ in 0..cases(60) {
            let mut bytes = bytes.clone();
            match random.u8(..4) {
                0 => bytes.truncate(random.usize(..bytes.len())),
                1 => bytes.push(0),
                _ => {
                    let at = random.usize(..bytes.len());
                    bytes[at] ^= 1 << random.u8(..8);
                }
            }
            if let Err(CheckError::State(StateError::Unreadable(why))) = refused(case, &bytes) {
                panic!("{why}");
            }
        }
    }
}
