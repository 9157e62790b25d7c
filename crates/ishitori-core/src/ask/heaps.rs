//! Which engine solves a window of a heap game, and why.
//!
//! For P-positions one after the other the order of preference is fixed, from what lists no option to what lists all: lines,
//! keys, marks, one pass over a box where heaps grow, recursion. For a window to look things up in the cheapest plan by estimated time is taken, whoever makes it.

use std::ops::ControlFlow;

use super::plan::{Engine, Fact, LargestWindow, Plan, Refused};
use crate::control::Control;
use crate::game::{Bounds, GameKind, Growth, HeapGame};
use crate::solve::cones::Cones;
use crate::solve::keys::Keys;
use crate::solve::lines::{self, NestingOrder};
use crate::solve::seen;
use crate::solve::shape::{FamilyShape, shapes};
use crate::solve::slabs::SlabPlan;
use crate::solve::strides::{StrideFact, StridePlan};
use crate::solve::table::{self, Method, TablePlan};
use crate::solve::{Convention, marks};

/// Chooses how to find the P-positions within `bounds`, taking no more than `control` allows.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    control: &Control,
) -> Result<Plan, Refused> {
    let bounds = &clipped(game, bounds);
    let planned = within_memory(bounds, control.memory() as u128, &|bounds| {
        let plan = unlimited(game, bounds, convention, control)?;
        let (engine, bytes) = (plan.engine.name(), plan.bytes.unwrap_or(0));
        Ok((plan, engine, bytes))
    });
    match planned {
        Err(Refused::TooLarge { engine, .. }) if is_small(game, bounds) => {
            let reason =
                format!("the tables of {engine} would not fit, but there are few positions");
            Ok(Plan::by_reference(Fact::Outcome(convention), vec![reason]))
        }
        planned => planned,
    }
}

/// A window without the sizes that the rule forbids of a single heap.
fn clipped(game: &HeapGame, bounds: &Bounds) -> Bounds {
    match game.upper_bounds(bounds) {
        Ok(upper) if !bounds.to.is_empty() => {
            let to = game.clipped(&upper);
            // One bound for all heaps is said so.
            if to == upper { bounds.clone() } else { Bounds { to, total: bounds.total } }
        }
        _ => bounds.clone(),
    }
}

/// Whether a window has so few positions that plain recursion will do: many heaps make a large box
/// of few multisets.
fn is_small(game: &HeapGame, bounds: &Bounds) -> bool {
    const FEW: u32 = 100_000;
    let rules = game.rules();
    if !rules.validity.is_empty() {
        return false;
    }
    let mut count = 0;
    let visited = game.visit_positions(bounds, &mut |_| {
        count += 1;
        if count > FEW { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    visited.is_ok() && count <= FEW
}

/// A plan with the name of its engine and its bytes.
type PlanResult<P> = Result<(P, &'static str, u128), Refused>;

/// The plan for `bounds` if it fits, or else the largest bound that does.
fn within_memory<P>(
    bounds: &Bounds,
    memory: u128,
    plan: &dyn Fn(&Bounds) -> PlanResult<P>,
) -> Result<P, Refused> {
    let (planned, engine, needed) = plan(bounds)?;
    if needed <= memory {
        return Ok(planned);
    }
    let smaller = |to: u64| {
        if bounds.to.is_empty() {
            Bounds { to: Vec::new(), total: Some(to) }
        } else {
            Bounds { to: bounds.to.iter().map(|b| (*b).min(to)).collect(), total: bounds.total }
        }
    };
    // The largest bound for all heaps that fits, by halving.
    let asked = bounds.to.iter().copied().max().or(bounds.total).unwrap_or(0);
    let (mut fits, mut too_large) = (0, asked);
    while fits + 1 < too_large {
        let to = fits + (too_large - fits) / 2;
        match plan(&smaller(to)) {
            Ok((_, _, bytes)) if bytes <= memory => fits = to,
            _ => too_large = to,
        }
    }
    let fits = match fits {
        0 => LargestWindow::None,
        fits if bounds.to.is_empty() => LargestWindow::Stones(fits),
        fits => LargestWindow::Heaps(smaller(fits).to),
    };
    Err(Refused::too_large(engine, needed, memory, fits))
}

/// How many positions a box has.
fn box_size(lower: &[u64], upper: &[u64]) -> u128 {
    lower.iter().zip(upper).fold(1, |all, (low, up)| {
        all.saturating_mul((u128::from(*up) + 1).saturating_sub(u128::from(*low)))
    })
}

/// Chooses how to make the Grundy table of a window; where only the reference can, it is plain recursion.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose_grundy(game: &HeapGame, bounds: &Bounds, control: &Control) -> Result<Plan, Refused> {
    let rules = game.rules();
    let bounds = &clipped(game, bounds);
    let upper = game.upper_bounds(bounds)?;
    if upper.iter().zip(&rules.lower).any(|(up, low)| up < low) {
        return Ok(Plan::by_reference(Fact::Grundy, vec!["the window is empty".into()]));
    }
    if !rules.measure.is_stones() {
        if let Some(plan) = by_strides(game, &upper, Fact::Grundy, control) {
            return Ok(plan);
        }
        let reason = "the number of stones may grow: plain recursion".into();
        return Ok(Plan::by_reference(Fact::Grundy, vec![reason]));
    }
    let shapes = shapes(rules);
    let method = Method::of(game, &shapes);
    let threads = if method == Method::Scanned { control.threads() } else { 1 };
    let reason = match method {
        Method::Pairs => "every family lowers or splits one of two heaps: sets of values a heap",
        Method::Running => {
            "every family lowers heaps freely or equally: sets of values that run along"
        }
        Method::Scanned => "some family is of no special shape: every option is looked at",
    };
    within_memory(bounds, control.memory() as u128, &|bounds| {
        let (window, mut upper) = closed(game, bounds, game.upper_bounds(bounds)?);
        if method != Method::Scanned && rules.symmetry.identifies() {
            // These solve every arrangement, so every heap needs the largest bound.
            let largest = upper.iter().copied().max().unwrap_or(0);
            upper.fill(largest);
        }
        let bytes = table::bytes(method, &rules.lower, &upper, &shapes);
        let snapshot_bytes = table::snapshot_bytes(method, &rules.lower, &upper, &shapes);
        let positions = box_size(&rules.lower, &upper);
        let shapes = shapes.clone();
        let table = TablePlan { method, window, upper, shapes, positions, snapshot_bytes, threads };
        let plan = Plan {
            fact: Fact::Grundy,
            engine: Engine::Table(table),
            ordered: false,
            reasons: vec![format!("{reason} ({})", method.name())],
            positions,
            bytes: Some(bytes),
            threads,
        };
        Ok((plan, method.name(), bytes))
    })
}

/// Chooses how to solve all positions with heaps up to `to`, so that each can be looked up: whatever fits and is fastest.
/// The bytes of the plan are those of the engine and of what is kept.
///
/// # Errors
/// [`Refused`] if nothing fits.
pub fn choose_window(
    game: &HeapGame,
    to: &[u64],
    fact: Fact,
    control: &Control,
) -> Result<Plan, Refused> {
    let bounds = Bounds { to: to.to_vec(), total: None };
    within_memory(&bounds, control.memory() as u128, &|bounds| {
        let cells = box_size(&game.rules().lower, &game.upper_bounds(bounds)?);
        let mut plan = cheapest(game, &bounds.to, fact, control)?;
        let kept = match &plan.engine {
            Engine::Table(_) | Engine::Strides(_) => 0,
            Engine::Lines { .. }
            | Engine::Slabs(_)
            | Engine::Keys { .. }
            | Engine::Marks { .. } => cells / 8 + 8,
            _ => cells.saturating_mul(4),
        };
        let bytes = plan.bytes.unwrap_or(0).saturating_add(kept);
        plan.bytes = plan.bytes.map(|_| bytes);
        let engine = plan.engine.name();
        Ok((plan, engine, bytes))
    })
}

/// The fastest plan for all positions with heaps up to `to`, whatever is done with what it finds.
///
/// # Errors
/// [`Refused`] if nothing fits.
pub(super) fn cheapest(
    game: &HeapGame,
    to: &[u64],
    fact: Fact,
    control: &Control,
) -> Result<Plan, Refused> {
    let bounds = Bounds { to: to.to_vec(), total: None };
    let one_way = |game: &HeapGame, fact: Fact| match fact {
        Fact::Grundy => choose_grundy(game, &bounds, control),
        Fact::Outcome(convention) => choose(game, &bounds, convention, control),
        Fact::Remoteness(_) => {
            let reason = "how long play lasts: plain recursion, where no other way fits".into();
            Ok(Plan::by_reference(fact, vec![reason]))
        }
    };
    let with_order = || {
        let ordered = game.with_order()?;
        let mut plan = one_way(ordered, fact).ok().filter(|plan| !plan.is_reference())?;
        plan.ordered = true;
        plan.reasons.push(
            "heaps have different bounds: with their order remembered the small ones need few cells"
                .into(),
        );
        Some(plan)
    };
    let by_values = || {
        let normal = fact == Fact::Outcome(Convention::Normal);
        let mut plan = normal.then(|| one_way(game, Fact::Grundy).ok()).flatten()?;
        plan.fact = fact;
        plan.reasons.push("values tell who wins as well, and here sooner".into());
        (!plan.is_reference()).then_some(plan)
    };
    let upper = game.upper_bounds(&bounds)?;
    let others = [
        with_order(),
        by_values(),
        by_seen(game, to, fact, control),
        by_strides(game, &upper, fact, control),
    ];
    let faster = |best: Result<Plan, Refused>, other: Plan| match best {
        Ok(best) if best.seconds(game, to) <= other.seconds(game, to) => Ok(best),
        _ => Ok(other),
    };
    others.into_iter().flatten().fold(one_way(game, fact), faster)
}

/// A plan by one pass over a box, if it fits. Who wins is told by the parity of lengths of play.
pub(super) fn by_strides(
    game: &HeapGame,
    upper: &[u64],
    fact: Fact,
    control: &Control,
) -> Option<Plan> {
    let tells = match fact {
        Fact::Grundy => StrideFact::Grundy,
        Fact::Outcome(convention) | Fact::Remoteness(convention) => {
            StrideFact::Remoteness(convention)
        }
    };
    let strides = StridePlan::new(game, upper, tells)?;
    if strides.bytes > control.memory() as u128 {
        return None;
    }
    let walk = match &strides.order {
        Some(_) => "every move makes the position smaller as a word: the box is walked row by row",
        None => "the box is walked by the measure of the rule, which falls with every move",
    };
    let mut reasons = vec![walk.to_string()];
    if strides.upper.iter().zip(upper).any(|(reached, asked)| reached > asked) {
        reasons.push("heaps may grow: the box holds what the positions asked for lead to".into());
    }
    let (positions, bytes) = (strides.positions, Some(strides.bytes));
    let engine = Engine::Strides(strides);
    Some(Plan { fact, engine, ordered: false, reasons, positions, bytes, threads: 1 })
}

/// A plan by the heaps that moves see, if they do not see all, and it fits.
fn by_seen(game: &HeapGame, to: &[u64], fact: Fact, control: &Control) -> Option<Plan> {
    // Heaps that grow beyond the largest before would be seen without an end that is known; lengths of play are not kept.
    if game.growth() == Growth::Beyond || matches!(fact, Fact::Remoteness(_)) {
        return None;
    }
    let (kinds, families) = seen::shape(game.rules())?;
    let upper = game.upper_bounds(&Bounds { to: to.to_vec(), total: None }).ok()?;
    let largest = upper.iter().copied().max()?;
    let unordered = game.rules().symmetry.identifies();
    let choices = kinds.iter().fold(0u64, |all, heaps| {
        let ordered = (0..*heaps as u64).fold(1u64, |all, _| all.saturating_mul(largest + 1));
        let orders = if unordered { (1..=*heaps as u64).product() } else { 1 };
        all.saturating_add(ordered / orders)
    });
    let bytes = u128::from(choices) * u128::from(seen::BYTES);
    let reasons = vec![
        "no family sees every heap: what it leads to is found once for each choice of those it sees"
            .into(),
    ];
    let engine = Engine::Seen { choices, families };
    let positions = box_size(&game.rules().lower, &upper);
    let bytes = Some(bytes).filter(|bytes| *bytes <= control.memory() as u128)?;
    Some(Plan { fact, engine, ordered: false, reasons, positions, bytes: Some(bytes), threads: 1 })
}

/// A plan that keeps to the limits if one with fewer threads can.
fn unlimited(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    control: &Control,
) -> Result<Plan, Refused> {
    let rules = game.rules();
    let upper = game.upper_bounds(bounds)?;
    let fact = Fact::Outcome(convention);
    let mut reasons = Vec::new();
    let least: u64 = rules.lower.iter().sum();
    let is_empty = bounds.total.is_some_and(|total| total < least)
        || upper.iter().zip(&rules.lower).any(|(up, low)| up < low);
    if is_empty {
        reasons.push("the window is empty".into());
        return Ok(Plan::by_reference(fact, reasons));
    }
    // 1. Cones and diagonals only: slabs or lines.
    let shapes = shapes(rules);
    if let Some(plan) = by_cones(game, bounds, &upper, convention, &shapes, control, &mut reasons) {
        return Ok(plan);
    }
    // 2. Lines and sums: keys.
    if let Some(keys) = Keys::new(game, &shapes) {
        return Ok(by_keys(keys, game, bounds, &upper, convention, control, reasons));
    }
    // 3. Every move lowers the number of stones: marks on a closed window.
    if !rules.measure.is_stones() {
        if let Some(mut plan) = by_strides(game, &upper, fact, control) {
            reasons.append(&mut plan.reasons);
            return Ok(Plan { reasons, ..plan });
        }
        reasons.push("the number of stones may grow: plain recursion".into());
        return Ok(Plan::by_reference(fact, reasons));
    }
    let (window, upper) = closed(game, bounds, upper);
    if window != *bounds {
        reasons
            .push("heaps may grow: the window is closed by bounding the number of stones".into());
    }
    reasons.push(
        "positions are visited by number of stones, and all that can move to P are marked".into(),
    );
    let positions = box_size(&rules.lower, &upper);
    let threads = control.threads();
    let bytes = Some(marks::bytes(&rules.lower, &upper, threads));
    let engine = Engine::Marks { window, upper };
    Ok(Plan { fact, engine, ordered: false, reasons, positions, bytes, threads })
}

/// A plan by slabs or by lines, if every family lowers heaps freely or equally; else why not joins the reasons.
fn by_cones(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    convention: Convention,
    shapes: &[FamilyShape],
    control: &Control,
    reasons: &mut Vec<String>,
) -> Option<Plan> {
    let odd =
        shapes.iter().position(|s| !matches!(s, FamilyShape::Cone(_) | FamilyShape::Diagonal(_)));
    if let Some(at) = odd {
        reasons.push(format!("family {} is neither a cone nor a diagonal", at + 1));
        return None;
    }
    if !game.rules().validity.is_empty() {
        reasons.push("positions have a condition, so lines have gaps".into());
        return None;
    }
    let cones = cones(game, bounds, upper, convention, shapes.to_vec());
    if let Some(plan) = by_slabs(&cones, control) {
        return Some(plan);
    }
    let order = NestingOrder::best(&cones, control.threads(), control.memory() as u128);
    let Some(order) = order else {
        reasons.push("no heap can be packed into words".into());
        return None;
    };
    let mut reasons =
        vec!["every family lowers heaps freely or equally, so no option need be listed".into()];
    if order.threads < control.threads() {
        reasons.push(lines::why_fewer_threads(&cones, &order).into());
    }
    let positions = cones.sizes.iter().fold(1u128, |all, s| all.saturating_mul(*s as u128));
    let (bytes, threads) = (Some(order.bytes), order.threads);
    let (fact, engine) = (Fact::Outcome(convention), Engine::Lines { cones, order });
    Some(Plan { fact, engine, ordered: false, reasons, positions, bytes, threads })
}

/// A plan by keys, with the reasons so far.
fn by_keys(
    keys: Keys,
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    convention: Convention,
    control: &Control,
    mut reasons: Vec<String>,
) -> Plan {
    reasons.push(
        "every family lowers or splits one heap: one look-up tells whether it leads to P".into(),
    );
    let largest = upper.iter().copied().max().unwrap_or(0);
    let total = bounds.total.unwrap_or(u64::MAX).min(upper.iter().sum());
    let threads = if keys.in_layers() { control.threads() } else { 1 };
    if threads < control.threads() {
        reasons.push("on one thread: pairs with as many stones are too few to share".into());
    }
    let positions = box_size(&game.rules().lower, upper);
    let bytes = Some(keys.bytes(largest, threads));
    let (fact, engine) = (Fact::Outcome(convention), Engine::Keys { keys, upper: largest, total });
    Plan { fact, engine, ordered: false, reasons, positions, bytes, threads }
}

/// A plan by slabs, where these are faster than lines: from five heaps on, or four that symmetries move everywhere.
fn by_slabs(cones: &Cones, control: &Control) -> Option<Plan> {
    let heaps = cones.sizes.len();
    let slabs = if heaps < 4 { None } else { SlabPlan::new(cones) }?;
    if heaps == 4 && !(slabs.largest_first && slabs.symmetries >= heaps) {
        return None;
    }
    let mut reasons = vec![
        "every family lowers heaps freely, so tables of least sizes tell who wins, and no option is listed"
            .to_string(),
    ];
    reasons.push(match (slabs.largest_first, slabs.symmetries) {
        (true, symmetries) => {
            format!("largest heap first: of {symmetries} symmetric positions one is solved")
        }
        (false, 1) => "no symmetry moves heaps: slab by slab along one heap".to_string(),
        (false, symmetries) => {
            format!("slab by slab along one heap, with {symmetries} symmetries within a slab")
        }
    });
    let bytes = |threads: usize| {
        slabs.bytes.saturating_add(slabs.thread_bytes.saturating_mul(threads as u128 - 1))
    };
    let fits = |threads: &usize| bytes(*threads) <= control.memory() as u128;
    let most = if slabs.is_shared { control.threads() } else { 1 };
    let threads = (2..=most).rev().find(fits).unwrap_or(1);
    if threads < control.threads() {
        reasons.push(match slabs.is_shared {
            true => format!("on {threads} of {} threads: more do not fit", control.threads()),
            false => "on one thread: a slab needs those before it".to_string(),
        });
    }
    let positions = cones.sizes.iter().fold(1u128, |all, s| all.saturating_mul(*s as u128));
    Some(Plan {
        fact: Fact::Outcome(cones.convention),
        bytes: Some(bytes(threads)),
        engine: Engine::Slabs(slabs),
        ordered: false,
        reasons,
        positions,
        threads,
    })
}

fn cones(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    convention: Convention,
    families: Vec<FamilyShape>,
) -> Cones {
    let lower = &game.rules().lower;
    // In an unordered game every arrangement is solved, so every heap needs the largest bound.
    let largest = upper.iter().copied().max().unwrap_or(0);
    let unordered = game.rules().symmetry.identifies();
    let size = |(low, up): (&u64, &u64)| {
        let up = if unordered { largest } else { *up };
        usize::try_from((up + 1).saturating_sub(*low)).unwrap_or(usize::MAX)
    };
    let below: u64 = lower.iter().sum();
    Cones {
        sizes: lower.iter().zip(upper).map(size).collect(),
        families,
        total: bounds.total.map(|total| total.saturating_sub(below)),
        convention,
    }
}

/// A window closed under moves that contains the one asked for.
fn closed(game: &HeapGame, bounds: &Bounds, upper: Vec<u64>) -> (Bounds, Vec<u64>) {
    let largest = upper.iter().copied().max().unwrap_or(0);
    let slice = &game.rules().slice;
    let all = |most: u64| -> Vec<u64> {
        (0..upper.len()).map(|heap| slice.bound(heap).unwrap_or(most).min(most)).collect()
    };
    let same = upper == all(largest);
    match game.growth() {
        Growth::Never => (bounds.clone(), upper),
        Growth::UpToTheLargest if same => (bounds.clone(), upper),
        Growth::UpToTheLargest => (Bounds { to: vec![largest], total: bounds.total }, all(largest)),
        Growth::Beyond => {
            let total = bounds.total.unwrap_or(u64::MAX).min(upper.iter().sum());
            (Bounds { to: Vec::new(), total: Some(total) }, all(total))
        }
    }
}
