//! Random formulas: the columns say what walking the tree says, position by position, or that they do not know.

use std::sync::Arc;

use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

use super::run::{ColumnRunner, Lane, PartWalker};
use super::{ColumnFormula, FormulaPart, HereFacts, LANES, columns_of};
use crate::ask::{Fact, SolvedWindow, choose_window};
use crate::catalogue::CatalogueLibrary;
use crate::claim::compile::{Program, compile};
use crate::claim::evaluate::{EvaluationStop, Evaluator};
use crate::claim::judge::GameTruth;
use crate::control::Control;
use crate::game::{AnyGame, Bounds, Heaps};
use crate::solve::Convention;

const RULE: &str = "game tested position h[3] on a circle
    option h with h[i] lowered for i
    define twice(x) := x + x
    define half(x, y) := x / y
    define below(x, y) := x < y
    define down(x) := if x <= 0 then 0 else 1 + down(x - 1)";

/// A random number, as text.
fn number(random: &mut fastrand::Rng, depth: u32) -> String {
    let n = |random: &mut fastrand::Rng| number(random, depth - 1);
    if depth == 0 {
        return match random.u8(..8) {
            0..=4 => format!("h[{}]", random.u8(1..=3)),
            5 => random.u8(..6).to_string(),
            6 => format!("h[{}]", random.i8(-2..6)),
            _ => ["7", "64", "1000000007", "4611686018427387903"][random.usize(..4)].to_string(),
        };
    }
    match random.u8(..30) {
        0 | 1 => format!("({} + {})", n(random), n(random)),
        2 | 3 => format!("({} - {})", n(random), n(random)),
        4 => format!("({} * {})", n(random), n(random)),
        5 => format!("({} / {})", n(random), n(random)),
        6 => format!("({} mod {})", n(random), n(random)),
        7 => format!("({} / {})", n(random), random.u8(1..9)),
        8 => format!("({} mod {})", n(random), random.u8(1..9)),
        9 => format!("({} ^ {})", n(random), random.u8(..4)),
        10 => format!("(2 ^ {})", n(random)),
        11 | 12 => format!("({} xor {})", n(random), n(random)),
        13 => {
            format!("(if {} then {} else {})", condition(random, depth - 1), n(random), n(random))
        }
        14 => format!("(-{})", n(random)),
        15 => format!("h[{}]", n(random)),
        16 => format!("twice({})", n(random)),
        17 => format!("half({}, {})", n(random), n(random)),
        18 => {
            let name = ["v2", "tail", "popcount", "bitlen", "abs"][random.usize(..5)];
            format!("{name}({})", n(random))
        }
        19 => format!("v2({})", n(random)),
        20 => format!("bit({}, {})", n(random), n(random)),
        21 => format!("majority({}, {}, {})", n(random), n(random), n(random)),
        22 => format!("nim_product({}, {})", n(random), n(random)),
        23 => format!("digit_sum({}, {}, {})", random.u8(1..4), n(random), n(random)),
        24 => format!("least({}, {}, {})", random.u8(1..3), n(random), n(random)),
        25 => format!("gcd({}, {})", n(random), n(random)),
        26 => format!("floor({} * phi)", n(random)),
        27 => {
            let name = ["xor", "or", "and", "sum", "product", "min", "max"][random.usize(..7)];
            let upto = ["3", "h[1]", "bitlen(h[2])"][random.usize(..3)];
            match random.bool() {
                true => format!("{name}({}, {})", n(random), n(random)),
                false => format!(
                    "{name}(h[i] + {} for i in 1 .. {upto} where {})",
                    n(random),
                    condition(random, depth - 1)
                ),
            }
        }
        28 => {
            format!("count(i in 1 .. 3: {})", condition(random, depth - 1).replace("h[1]", "h[i]"))
        }
        _ => ["min(h)", "max(h)", "xor(h)", "sum(h)", "grundy", "down(h[2])", "remoteness"]
            [random.usize(..7)]
        .to_string(),
    }
}

/// A random condition, as text.
fn condition(random: &mut fastrand::Rng, depth: u32) -> String {
    let c = |random: &mut fastrand::Rng| condition(random, depth - 1);
    let n = |random: &mut fastrand::Rng| number(random, depth.saturating_sub(1));
    if depth == 0 || random.u8(..3) == 0 {
        let compare = ["=", "!=", "<", "<=", ">", ">="][random.usize(..6)];
        return format!("{} {compare} {}", n(random), n(random));
    }
    let quantifier = ["for all", "exists"][random.usize(..2)];
    match random.u8(..17) {
        0 | 1 => format!("({} and {})", c(random), c(random)),
        2 | 3 => format!("({} or {})", c(random), c(random)),
        4 => format!("not ({})", c(random)),
        5 => format!("({} implies {})", c(random), c(random)),
        6 => format!("({} iff {})", c(random), c(random)),
        7 => "P".to_string(),
        8 => "N".to_string(),
        9 => format!("({quantifier} (x, y, z) in images: x <= {} and y >= z)", n(random)),
        10 => format!("({quantifier} x in 1 .. {}: h[x] < {})", n(random), n(random)),
        11 => format!("({} in {} .. {})", n(random), n(random), n(random)),
        12 => format!("({} in {{{}, {}}})", n(random), n(random), n(random)),
        13 => format!("(let X := {}: X < {} or X > {})", n(random), n(random), n(random)),
        14 => format!("below({}, {})", n(random), n(random)),
        15 => format!("(if {} then {} else {})", c(random), c(random), c(random)),
        _ => match random.u8(..4) {
            0 => format!("(h[1] > 0 and P(h[1] - 1, h[2], {}))", n(random)),
            1 => format!("(at most one x in 0 .. 4 with {} = x)", n(random)),
            2 => format!("(exactly one x in 0 .. 4 with {} >= x)", n(random)),
            _ => format!("(h[1] = 2 implies size(options) > {})", n(random)),
        },
    }
}

struct TestWalker<'a, 'p, 'g> {
    evaluator: &'a mut Evaluator<'p, 'g>,
    positions: &'a [Heaps],
}

impl<'p> PartWalker<'p> for TestWalker<'_, 'p, '_> {
    fn walk(
        &mut self,
        part: FormulaPart<'p>,
        lane: usize,
        variables: &[(usize, i64)],
    ) -> Option<i64> {
        self.evaluator.go_to(&self.positions[lane]);
        variables.iter().for_each(|(slot, value)| self.evaluator.set_slot(*slot, *value));
        match part {
            FormulaPart::Number(number) => self.evaluator.num(number).ok(),
            FormulaPart::Condition(condition) => {
                self.evaluator.logic(condition).ok().map(i64::from)
            }
        }
    }
}

/// What is compared: lanes that are known, lanes that are not, formulas, formulas with parts that are walked.
#[derive(Debug, Default)]
struct Compared {
    known: u32,
    unknown: u32,
    meaningless: u32,
    formulas: u32,
    with_parts: u32,
    wide: u32,
}

fn compare<'p, T: Lane>(
    formula: &ColumnFormula<'p>,
    program: &'p Program,
    evaluator: &mut Evaluator<'p, '_>,
    positions: &[Heaps],
    text: &str,
    compared: &mut Compared,
) {
    let mut machine = ColumnRunner::<T>::new(formula, 3);
    for (lane, heaps) in positions.iter().enumerate() {
        for (heap, size) in heaps.iter().enumerate() {
            if let Some(column) = machine.heap(heap) {
                column[lane] = T::of(*size as i64);
            }
        }
        let GameTruth::Heaps(truth) = &mut evaluator.judges[0] else { panic!("heaps") };
        if let Some((column, _)) = machine.is_p() {
            let is_p = truth.outcome(heaps).expect("it is solved") == crate::solve::Outcome::P;
            column[lane] = u8::from(is_p);
        }
        if let Some((column, _)) = machine.value() {
            column[lane] = T::of(i64::from(truth.grundy(heaps).expect("it is solved")));
        }
    }
    let walker = &mut TestWalker { evaluator: &mut evaluator.afresh(), positions };
    machine.run(positions.len(), walker);
    let failing: Vec<(usize, bool)> = machine.failing(positions.len()).collect();
    assert_eq!(failing.is_empty(), machine.holds(positions.len()), "{text}");
    for (lane, heaps) in positions.iter().enumerate() {
        let columns = match failing.iter().find(|(at, _)| *at == lane) {
            Some((_, true)) => None,
            Some((_, false)) => Some(false),
            None => Some(true),
        };
        evaluator.go_to(heaps);
        let walked = evaluator.logic(&program.statement);
        match (columns, walked) {
            (Some(holds), Ok(walked)) => {
                assert_eq!(holds, walked, "{text} at {heaps:?}");
                compared.known += 1;
            }
            (None, Ok(_)) => compared.unknown += 1,
            (None, Err(_)) => compared.meaningless += 1,
            // What walking may spend is used up, which columns do not count.
            (Some(_), Err(why)) if matches!(*why, EvaluationStop::GaveUp(_)) => {}
            (Some(holds), Err(why)) => panic!("{text} at {heaps:?}: {holds}, walked {why}"),
        }
    }
}

fn compare_all(
    ruleset: &Ruleset,
    convention: Convention,
    upper: u64,
    seeds: std::ops::Range<u64>,
) -> Compared {
    let control = Control::unlimited().with_positions(2_000);
    let mut compared = Compared::default();
    let bounds = Bounds { to: vec![upper], total: None };
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(ruleset) else { panic!("heaps") };
    let is_solved = upper < 20;
    let solve = |fact: Fact| {
        let plan = choose_window(&game, &[upper; 3], fact, &control).expect("a plan");
        Arc::new(SolvedWindow::solve(&game, &bounds, &plan, &control).expect("a small window"))
    };
    let windows = is_solved.then(|| [solve(Fact::Outcome(convention)), solve(Fact::Grundy)]);
    let here = HereFacts {
        outcome: is_solved,
        value: is_solved.then_some(1 << 20),
        zero_is_p: convention == Convention::Normal,
    };
    for seed in seeds {
        let random = &mut fastrand::Rng::with_seed(seed);
        let text = condition(random, 4);
        let statement = parse_statement(&text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let game = AnyGame::new(ruleset).expect("a game");
        // Some say outright what makes no sense.
        let window = (0, upper as i64);
        let compiled = compile(ruleset, game, &statement, window, &CatalogueLibrary);
        let Ok(program) = compiled else { continue };
        // Far away nothing is solved.
        if !is_solved && program.games.iter().any(|a| a.outcomes || a.grundy || a.remoteness) {
            continue;
        }
        let uppers = [upper; 3];
        let slots = program.slots;
        let formula =
            columns_of(&program.statement, &program.defined, slots, (&[0; 3], &uppers), here);
        let Some(formula) = formula else { continue };
        let judges: Vec<GameTruth> = program
            .games
            .iter()
            .map(|asked| {
                let mut judge = GameTruth::new(&asked.game, convention, &control);
                windows.iter().flatten().for_each(|window| judge.learn(window.clone()));
                judge
            })
            .collect();
        let names = vec!["tested".to_string(); program.games.len()];
        let mut evaluator = Evaluator::new(judges, names, &program.defined, slots, &control);
        let size = |random: &mut fastrand::Rng| match random.u8(..4) {
            0 => random.u64(..=upper.min(2)),
            1 => upper - random.u64(..=upper.min(2)),
            _ => random.u64(..=upper),
        };
        let positions: Vec<Heaps> =
            (0..LANES.min(80)).map(|_| [size(random), size(random), size(random)].into()).collect();
        compared.formulas += 1;
        compared.with_parts += u32::from(!formula.parts.is_empty());
        compared.wide += u32::from(!formula.is_narrow);
        match formula.is_narrow {
            true => {
                compare::<i32>(&formula, &program, &mut evaluator, &positions, &text, &mut compared)
            }
            false => {
                compare::<i64>(&formula, &program, &mut evaluator, &positions, &text, &mut compared)
            }
        }
    }
    compared
}

/// Definitions may call each other deeply.
fn with_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

fn percent() -> Option<u64> {
    std::env::var("ISHITORI_CASES").ok().and_then(|text| text.parse().ok())
}

#[test]
fn columns_say_what_walking_says() {
    let ruleset = load(RULE, &[]).expect("a rule");
    let cases = 600 * percent().unwrap_or(100) / 100;
    with_stack(|| {
        for convention in [Convention::Normal, Convention::Misere] {
            for upper in [3, 9] {
                let compared = compare_all(&ruleset, convention, upper, 0..cases);
                assert!(compared.known >= compared.unknown, "{compared:?}");
                let has_all = compared.with_parts > 0 && compared.wide > 0;
                assert!(percent().is_some() || has_all, "{compared:?}");
            }
        }
    });
}

#[test]
fn columns_say_what_walking_says_of_huge_heaps() {
    let ruleset = load(RULE, &[]).expect("a rule");
    let cases = 600 * percent().unwrap_or(100) / 100;
    with_stack(|| {
        for upper in [200, 1 << 20, 1 << 32] {
            let compared = compare_all(&ruleset, Convention::Normal, upper, 0..cases);
            assert!(compared.known >= compared.unknown, "{compared:?}");
        }
    });
}
