//! Automata from statements, statements from automata, and whether they agree: by the evaluator of claims on
//! small and on random positions, and by the prover's own way from statement to automaton.

use crate::cases::cases;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use ishitori_automata::{Dfa, DigitLogic, DigitOrder, Formula, Numeration};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{ClaimCheck, Filter, with_filter};
use ishitori_core::control::Control;
use ishitori_core::discover::TrackCoding;
use ishitori_core::discover::simplify::{SetMeaning, SimplifyRequest, simplify};
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::prove::arena::Arena;
use ishitori_core::prove::goal::ProofGoal;
use ishitori_core::prove::{ProofQuestion, formulate};
use ishitori_core::solve::Convention;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::syntax::{ComparisonOperator, Condition, ConditionKind, Expr, ExprKind};
use ishitori_rule::{Ruleset, load};

static ALLOWED: LazyLock<Control> =
    LazyLock::new(|| Control::unlimited().with_memory(1 << 30).with_positions(10_000));

/// An automaton with what it is.
pub struct Known {
    pub ruleset: Ruleset,
    pub set: Dfa,
    pub what: SetMeaning,
    pub numeration: Numeration,
    pub convention: Convention,
}

/// A game of the catalogue, or a rule.
pub fn rules(game: &str) -> Ruleset {
    if game.contains("position") {
        return load(game, &[]).unwrap_or_else(|problems| panic!("{game}: {problems:?}"));
    }
    catalogue::find(game).unwrap_or_else(|e| panic!("{game}: {e:?}"))
}

/// The automaton of a claim of the game, or of a statement about it; `None` if it has none.
pub fn known(game: &str, claim: &str, order: DigitOrder) -> Option<Known> {
    let ruleset = rules(game);
    let found = ruleset.claims.iter().find(|known| known.id.value == claim);
    let misere = found.is_some_and(|claim| claim.about.misere);
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let statement = match found {
        Some(found) => found.statement.clone(),
        None => parse_statement(claim).unwrap_or_else(|problems| panic!("{claim}: {problems:?}")),
    };
    let numeration = if claim.contains("phi") || game.starts_with("wythoff") {
        Numeration::Zeckendorf
    } else {
        Numeration::Binary
    };
    let (arena, goal) = closed(&ruleset, &statement, convention)?;
    let (set, what) = automaton(&arena, &goal, numeration, order)?;
    Some(Known { ruleset, set, what, numeration, convention })
}

/// The game and what a statement says of it as formulas, for heaps in any order.
fn closed(
    ruleset: &Ruleset,
    statement: &Condition,
    convention: Convention,
) -> Option<(Arena, ProofGoal)> {
    let question = ProofQuestion {
        ruleset,
        statement,
        text: "",
        claim: "",
        convention,
        library: &CatalogueLibrary,
    };
    formulate(&question, &Control::unlimited().with_memory(1 << 30)).ok()
}

/// The automaton of the last formula of a goal.
fn automaton(
    arena: &Arena,
    goal: &ProofGoal,
    numeration: Numeration,
    order: DigitOrder,
) -> Option<(Dfa, SetMeaning)> {
    let (set, what): (&Formula, SetMeaning) = match goal {
        ProofGoal::Values(sets) if sets.len() == 1 => (&sets[0], SetMeaning::Outcome),
        ProofGoal::Values(sets) => (sets.last()?, SetMeaning::Class(sets.len() as u64 - 1)),
        ProofGoal::Misere { set, .. } => (set, SetMeaning::Outcome),
        ProofGoal::Families { .. } => return None,
        ProofGoal::Grundy { one_hot: true, graph } => {
            (graph, SetMeaning::Grundy(TrackCoding::OneHot))
        }
        ProofGoal::Grundy { one_hot: false, graph } => {
            (graph, SetMeaning::Grundy(TrackCoding::Plain))
        }
    };
    let mut tracks: Vec<&str> = arena.heaps.iter().map(String::as_str).collect();
    tracks.extend(matches!(what, SetMeaning::Grundy(_)).then_some("g"));
    let logic = match numeration {
        Numeration::Binary => DigitLogic::binary(order),
        Numeration::Zeckendorf => DigitLogic::zeckendorf(order),
    };
    let all = Formula::And(vec![arena.valid.clone(), set.clone()]);
    let relation = logic.evaluate(&all).ok()?;
    Some((logic.on_tracks(&relation, &tracks).ok()?.minimize(), what))
}

/// The automaton in words; what is said is compared with it in two ways.
pub fn said(known: &Known) -> Option<String> {
    let Known { ruleset, set, what, numeration, .. } = known;
    let to_say = SimplifyRequest {
        ruleset,
        library: &CatalogueLibrary,
        numeration: *numeration,
        set,
        what: *what,
    };
    let said =
        simplify(&to_say, &Control::unlimited().with_memory(1 << 30)).expect("nobody stops it");
    if let Some(said) = &said {
        same_automaton(known, said);
        same_on_positions(known, said);
    }
    said
}

/// The prover reads the same automaton.
fn same_automaton(known: &Known, said: &str) {
    let statement = parse_statement(said).unwrap_or_else(|problems| panic!("{said}: {problems:?}"));
    let Known { ruleset, set, what, numeration, convention } = known;
    // The smaller values would have to be in the game's file.
    let SetMeaning::Class(_) = what else {
        let (arena, goal) = closed(ruleset, &statement, *convention).expect("a theorem");
        let read = automaton(&arena, &goal, *numeration, set.order()).expect("an automaton");
        assert_eq!(read.1, *what, "{said}");
        assert!(read.0.equivalent(set), "{said}");
        return;
    };
}

/// The evaluator of claims says the same at many positions.
fn same_on_positions(known: &Known, said: &str) {
    let statement = parse_statement(said).unwrap_or_else(|problems| panic!("{said}: {problems:?}"));
    let Ok(AnyGame::Heaps(game)) = AnyGame::new(&known.ruleset) else { panic!("heaps") };
    let positions = positions(&game, known.ruleset.about.name.len() as u64);
    let contains = |position: &Heaps, value: Option<u64>| {
        let numbers = position.iter().copied().chain(value).map(u128::from);
        let word = known.numeration.word(known.set.order(), &numbers.collect::<Vec<_>>());
        known.set.accepts(&word)
    };
    match known.what {
        SetMeaning::Outcome => {
            compare(known, &filled(&statement, None), said, &positions, |p| contains(p, None))
        }
        SetMeaning::Class(value) => {
            compare(known, &filled(&statement, Some(value)), said, &positions, |p| {
                contains(p, None)
            });
        }
        SetMeaning::Grundy(coding) => {
            for value in 0..24 {
                let coded = if coding == TrackCoding::Plain { value } else { 1 << value };
                let filled = filled(&statement, Some(value));
                compare(known, &filled, said, &positions, |p| contains(p, Some(coded)));
            }
        }
    }
}

fn compare(
    known: &Known,
    statement: &Condition,
    said: &str,
    positions: &[Heaps],
    contains: impl Fn(&Heaps) -> bool,
) {
    let bounds = Bounds { to: Vec::new(), total: Some(60) };
    let check = ClaimCheck {
        among: None,
        ruleset: &known.ruleset,
        statement,
        text: "",
        convention: known.convention,
        bounds: &bounds,
        automatic: true,
        control: &ALLOWED,
        known: None,
        library: &CatalogueLibrary,
    };
    let run = with_filter(&check, |filter: &mut dyn Filter| {
        for position in positions {
            let says = filter.keeps_heaps(position).unwrap_or_else(|e| panic!("{said}: {e}"));
            assert_eq!(says, contains(position), "{said} at {position:?}");
        }
    });
    run.expect("a condition");
}

/// Small positions, and some larger ones.
fn positions(game: &HeapGame, seed: u64) -> Vec<Heaps> {
    let heaps = game.rules().names.len();
    let to = [200, 40, 15, 7, 4, 3, 2, 2].get(heaps - 1).copied().unwrap_or(1);
    let mut all: Vec<Heaps> = Vec::new();
    let bounds = Bounds { to: vec![to], total: None };
    let visited = game.visit_positions(&bounds, &mut |position| {
        all.push(position.clone());
        if all.len() < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    visited.expect("a window");
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..cases(600) {
        let bits = random.u32(1..12);
        let mut sizes: Vec<u64> = (0..heaps).map(|_| random.u64(0..1 << bits)).collect();
        // Coincidences matter.
        for _ in 0..random.usize(0..=heaps) {
            let (from, to) = (random.usize(0..heaps), random.usize(0..heaps));
            sizes[to] = sizes[from] + random.u64(0..3);
        }
        all.extend(game.position(&sizes));
    }
    all
}

/// The statement with a value in the place of `grundy`, and with `P` true.
fn filled(condition: &Condition, value: Option<u64>) -> Condition {
    let number = |expr: &Expr| match (&expr.kind, value) {
        (ExprKind::Name(name), Some(value)) if name == "grundy" => {
            Expr { kind: ExprKind::Number(value as i64), span: expr.span.clone() }
        }
        _ => expr.clone(),
    };
    let kind = match &condition.kind {
        ConditionKind::Bare(Expr { kind: ExprKind::Name(name), span })
            if name == "P" || name == "N" =>
        {
            let zero = Expr { kind: ExprKind::Number(0), span: span.clone() };
            let compare =
                if name == "P" { ComparisonOperator::Equal } else { ComparisonOperator::NotEqual };
            ConditionKind::Chain(zero.clone(), vec![(compare, zero)])
        }
        ConditionKind::Chain(first, rest) => {
            let rest = rest.iter().map(|(compare, right)| (*compare, number(right)));
            ConditionKind::Chain(number(first), rest.collect())
        }
        ConditionKind::Iff(left, right) => {
            ConditionKind::Iff(Box::new(filled(left, value)), Box::new(filled(right, value)))
        }
        other => other.clone(),
    };
    Condition { kind, span: condition.span.clone() }
}
