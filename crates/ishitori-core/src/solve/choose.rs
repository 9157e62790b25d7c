//! Which engine answers a question, and why.
//!
//! A [`Plan`] is data: an engine, the reasons, and the bytes it will take, known before any is
//! taken. Only this file knows all engines. Over the memory limit the answer is [`Refused`],
//! which names the largest window that fits.

mod run;

use std::ops::ControlFlow;

use super::keys::Keys;
use super::lines::{self, Cones, Order};
use super::shape::{Shape, shapes};
use super::snapshot::{HEADER_BYTES, NoKeeper, Session, Unfinished};
use super::table::{self, GrundyTable, Method};
use super::{Budget, Convention, GaveUp, marks};
use crate::game::{Bounds, Game, Growth, HeapGame, WindowError};

pub use run::{p_positions, p_positions_from};

/// How P-positions are found.
#[derive(Clone, Debug)]
pub enum Engine {
    /// [`lines`].
    Lines {
        /// The game as cones.
        cones: Cones,
        /// How heaps are nested.
        order: Order,
    },
    /// [`keys`](super::keys).
    Keys {
        /// The game as lines and sums.
        keys: Keys,
        /// The largest heap.
        upper: u64,
        /// The most stones.
        total: u64,
    },
    /// [`marks`].
    Marks {
        /// The closed window that is solved; what was asked for is a part of it.
        window: Bounds,
        /// The largest size of each heap in it.
        upper: Vec<u64>,
    },
    /// [`Reference`](super::Reference).
    Reference,
}

impl Engine {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Lines { .. } => "lines",
            Engine::Keys { .. } => "keys",
            Engine::Marks { .. } => "marks",
            Engine::Reference => "reference",
        }
    }
}

/// What a plan may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of tables.
    pub memory: u128,
    /// The most threads. The results, and their order, are the same for any number.
    pub threads: usize,
}

impl Limits {
    /// Any memory on one thread.
    pub const ONE_THREAD: Limits = Limits { memory: u128::MAX, threads: 1 };
}

/// What will be done, and why.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine.
    pub engine: Engine,
    /// Why this one: one sentence each, the decisive one last; then why so few threads.
    pub reasons: Vec<String>,
    /// How many positions the solved window has (arrangements, for unordered heaps).
    pub positions: u128,
    /// The bytes of its tables; `None` if it grows as it goes (the reference).
    pub bytes: Option<u128>,
    /// How many threads will work.
    pub threads: usize,
}

impl Plan {
    /// The most bytes that a state takes; `None` if that grows as it goes (the reference). They are
    /// written on the way and take no memory.
    pub fn snapshot_bytes(&self) -> Option<u128> {
        let state = match &self.engine {
            Engine::Lines { cones, order } => lines::snapshot_bytes(cones, order),
            // The tables as they are.
            Engine::Keys { keys, upper, .. } => keys.bytes(*upper, 1),
            Engine::Marks { .. } | Engine::Reference => self.bytes?,
        };
        Some(state.saturating_add(HEADER_BYTES))
    }
}

/// A window that does not fit into the memory allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The bounds make no window.
    #[error(transparent)]
    Window(#[from] WindowError),
    /// Too large.
    #[error(
        "the {engine} engine would need {needed} MB for this window, more than the {limit} MB allowed; {fits}"
    )]
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// Megabytes needed.
        needed: u128,
        /// Megabytes allowed.
        limit: u128,
        /// The largest window that fits, in words.
        fits: String,
    },
}

const MEGABYTE: u128 = 1 << 20;

/// Chooses how to find the P-positions within `bounds`, taking no more than `limits`.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    limits: Limits,
) -> Result<Plan, Refused> {
    let planned = within_memory(bounds, limits.memory, &|bounds| {
        let plan = unlimited(game, bounds, convention, limits)?;
        let (engine, bytes) = (plan.engine.name(), plan.bytes.unwrap_or(0));
        Ok((plan, engine, bytes))
    });
    match planned {
        Err(Refused::TooLarge { engine, .. }) if is_small(game, bounds) => {
            let reason =
                format!("the tables of {engine} would not fit, but there are few positions");
            Ok(by_reference(vec![reason]))
        }
        planned => planned,
    }
}

/// Plain recursion.
fn by_reference(mut reasons: Vec<String>) -> Plan {
    reasons.push("plain recursion runs on one thread: it shares one memo".into());
    Plan { engine: Engine::Reference, reasons, positions: 0, bytes: None, threads: 1 }
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
type Planned<P> = Result<(P, &'static str, u128), Refused>;

/// The plan for `bounds` if it fits, or else the largest bound that does.
fn within_memory<P>(
    bounds: &Bounds,
    memory: u128,
    plan: &dyn Fn(&Bounds) -> Planned<P>,
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
        0 => "not even a small window fits".to_string(),
        fits if bounds.to.is_empty() => format!("--total {fits} fits"),
        fits => {
            let to: Vec<String> = smaller(fits).to.iter().map(u64::to_string).collect();
            format!("--to {} fits", to.join(","))
        }
    };
    let (needed, limit) = (needed.div_ceil(MEGABYTE), memory / MEGABYTE);
    Err(Refused::TooLarge { engine, needed, limit, fits })
}

/// How many positions a box has.
fn box_size(lower: &[u64], upper: &[u64]) -> u128 {
    lower.iter().zip(upper).fold(1, |all, (low, up)| {
        all.saturating_mul((u128::from(*up) + 1).saturating_sub(u128::from(*low)))
    })
}

/// How a Grundy table is made.
#[derive(Clone, Debug)]
pub struct GrundyPlan {
    /// The method.
    pub method: Method,
    /// The closed window that is solved.
    pub window: Bounds,
    /// The largest size of each heap in it.
    pub upper: Vec<u64>,
    /// The shapes of the families.
    pub shapes: Vec<Shape>,
    /// How many positions it has.
    pub positions: u128,
    /// The bytes of the table and its sets.
    pub bytes: u128,
    /// The most bytes that a state takes. They are written on the way and take no memory.
    pub snapshot_bytes: u128,
    /// How many threads will work.
    pub threads: usize,
}

/// Chooses how to make the Grundy table of a window; `None` if only the reference can.
///
/// # Errors
/// [`Refused`] if there is no such window or it does not fit.
pub fn choose_grundy(
    game: &HeapGame,
    bounds: &Bounds,
    limits: Limits,
) -> Result<Option<GrundyPlan>, Refused> {
    let rules = game.rules();
    let upper = game.upper_bounds(bounds)?;
    let is_empty = upper.iter().zip(&rules.lower).any(|(up, low)| up < low);
    if is_empty || rules.measure.iter().any(|w| *w != 1) {
        return Ok(None);
    }
    let shapes = shapes(rules);
    let method = Method::of(game, &shapes);
    let threads = if method == Method::Scanned { limits.threads.max(1) } else { 1 };
    within_memory(bounds, limits.memory, &|bounds| {
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
        let plan =
            GrundyPlan { method, window, upper, shapes, positions, bytes, snapshot_bytes, threads };
        Ok((plan, method.name(), bytes))
    })
    .map(Some)
}

impl GrundyPlan {
    /// Makes the table.
    ///
    /// # Errors
    /// [`GaveUp`] if `budget` runs out.
    pub fn solve(&self, game: &HeapGame, budget: &mut Budget) -> Result<GrundyTable, GaveUp> {
        Ok(self.solve_from(game, Session::new(&mut NoKeeper), budget)?)
    }

    /// The window that is solved, which is closed under moves.
    pub(super) fn closed(&self) -> Bounds {
        Bounds { to: self.upper.clone(), total: self.window.total }
    }

    /// Makes the table in a [`Session`]: it may go on from a state, and hands over states on the way.
    ///
    /// # Errors
    /// [`Unfinished`] if `budget` runs out or the state does not fit.
    pub fn solve_from(
        &self,
        game: &HeapGame,
        session: Session,
        budget: &mut Budget,
    ) -> Result<GrundyTable, Unfinished> {
        GrundyTable::solve(game, self, session, budget)
    }
}

/// A plan that keeps to the limits if one with fewer threads can.
fn unlimited(
    game: &HeapGame,
    bounds: &Bounds,
    convention: Convention,
    limits: Limits,
) -> Result<Plan, Refused> {
    let rules = game.rules();
    let upper = game.upper_bounds(bounds)?;
    let mut reasons = Vec::new();
    let count = |upper: &[u64]| box_size(&rules.lower, upper);
    let least: u64 = rules.lower.iter().sum();
    let is_empty = bounds.total.is_some_and(|total| total < least)
        || upper.iter().zip(&rules.lower).any(|(up, low)| up < low);
    if is_empty {
        reasons.push("the window is empty".into());
        return Ok(by_reference(reasons));
    }
    // 1. Cones and diagonals only: lines.
    let shapes = shapes(rules);
    let odd = shapes.iter().position(|s| !matches!(s, Shape::Cone(_) | Shape::Diagonal(_)));
    match odd {
        None if rules.validity.is_empty() => {
            let cones = cones(game, bounds, &upper, convention, shapes.clone());
            if let Some(order) = Order::best(&cones, limits.threads, limits.memory) {
                reasons.push(
                    "every family lowers heaps freely or equally, so no option need be listed"
                        .into(),
                );
                if order.threads < limits.threads {
                    reasons.push(lines::why_fewer_threads(&cones, &order).into());
                }
                let positions =
                    cones.sizes.iter().fold(1u128, |all, s| all.saturating_mul(*s as u128));
                let (bytes, threads) = (Some(order.bytes), order.threads);
                let engine = Engine::Lines { cones, order };
                return Ok(Plan { engine, reasons, positions, bytes, threads });
            }
            reasons.push("no heap can be packed into words".into());
        }
        None => reasons.push("positions have a condition, so lines have gaps".into()),
        Some(at) => reasons.push(format!("family {} is neither a cone nor a diagonal", at + 1)),
    }
    // 2. Lines and sums: keys.
    if let Some(keys) = Keys::new(game, &shapes) {
        reasons.push(
            "every family lowers or splits one heap: one look-up tells whether it leads to P"
                .into(),
        );
        let largest = upper.iter().copied().max().unwrap_or(0);
        let total = bounds.total.unwrap_or(u64::MAX).min(upper.iter().sum());
        let threads = if keys.in_layers() { limits.threads.max(1) } else { 1 };
        if threads < limits.threads {
            reasons.push("on one thread: pairs with as many stones are too few to share".into());
        }
        let (positions, bytes) = (count(&upper), Some(keys.bytes(largest, threads)));
        let engine = Engine::Keys { keys, upper: largest, total };
        return Ok(Plan { engine, reasons, positions, bytes, threads });
    }
    // 3. Every move lowers the number of stones: marks on a closed window.
    if rules.measure.iter().any(|w| *w != 1) {
        reasons.push("the number of stones may grow: plain recursion".into());
        return Ok(by_reference(reasons));
    }
    let (window, upper) = closed(game, bounds, upper);
    if window != *bounds {
        reasons
            .push("heaps may grow: the window is closed by bounding the number of stones".into());
    }
    reasons.push(
        "positions are visited by number of stones, and all that can move to P are marked".into(),
    );
    let positions = count(&upper);
    let threads = limits.threads.max(1);
    let bytes = Some(marks::bytes(&rules.lower, &upper, threads));
    Ok(Plan { engine: Engine::Marks { window, upper }, reasons, positions, bytes, threads })
}

fn cones(
    game: &HeapGame,
    bounds: &Bounds,
    upper: &[u64],
    convention: Convention,
    families: Vec<Shape>,
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
    let same = upper.iter().all(|u| *u == largest);
    match game.growth() {
        Growth::Never => (bounds.clone(), upper),
        Growth::UpToTheLargest if same => (bounds.clone(), upper),
        Growth::UpToTheLargest => {
            let upper = vec![largest; upper.len()];
            (Bounds { to: vec![largest], total: bounds.total }, upper)
        }
        Growth::Beyond => {
            let total = bounds.total.unwrap_or(u64::MAX).min(upper.iter().sum());
            let upper = vec![total; upper.len()];
            (Bounds { to: Vec::new(), total: Some(total) }, upper)
        }
    }
}
