//! Games on heaps, played by scanning their move families.
//!
//! Forwards the heaps are known and the fresh variables are looped over; backwards the new heaps are known
//! and the old ones are unknowns too. Both are the same scan (`scan.rs`) of the same linear conditions, so
//! options and predecessors are inverse to each other. Lowering guarantees that results are positions. An
//! unordered position shows its options in any arrangement, its predecessors only in all of them. Tested
//! against an interpreter of the rule's words (`tests/meaning.rs`). Cost: that of the scan;
//! engines that recognise the shape of a family enumerate nothing.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::family::{Affine, AffineCondition, Family, MAX_FRESH, MAX_HEAP, Symbol};
use ishitori_rule::linear::{LinearSystem, SystemTooLarge};
use ishitori_rule::{HeapRules, Symmetry};

use super::kind::GameKind;
use super::position::{Heaps, PositionError, heap_words};
use super::scan::{FamilyScan, GameError, ScanPlan};
use super::symmetry;
use super::window::{self, Bounds, StoneLine, WindowError};

/// How large heaps can become by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// Each heap stays or gets smaller.
    Never,
    /// No new heap is larger than the largest before.
    UpToTheLargest,
    /// Larger than any before.
    Beyond,
}

/// A game on heaps.
#[derive(Clone, Debug)]
pub struct HeapGame {
    rules: HeapRules,
    /// Whether some condition on positions is not linear.
    has_tests: bool,
    forwards: Vec<FamilyScan>,
    /// Made when first needed: few ever look backwards.
    backwards: OnceLock<Result<Vec<FamilyScan>, GameError>>,
    /// The same game with its order remembered, made when first needed.
    ordered: OnceLock<Option<Box<HeapGame>>>,
    /// How large heaps can become, found when first needed: every plan asks, and it takes a second where there are
    /// thousands of families. The order of heaps does not matter for it.
    growth: Arc<OnceLock<Growth>>,
}

impl HeapGame {
    /// Prepares the game of `rules` for playing.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated.
    pub fn new(rules: &HeapRules) -> Result<HeapGame, GameError> {
        let forwards =
            rules.families.iter().map(|f| forwards(rules, f)).collect::<Result<_, _>>()?;
        let linear = |c: &AffineCondition| {
            matches!(c, AffineCondition::Zero(_) | AffineCondition::AtLeastZero(_))
        };
        let has_tests = !rules.validity.iter().all(linear);
        let (backwards, ordered, growth) = (OnceLock::new(), OnceLock::new(), Arc::default());
        Ok(HeapGame { rules: rules.clone(), has_tests, forwards, backwards, ordered, growth })
    }

    /// The rules.
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// The same game with the order of heaps not forgotten, if it has an order to remember.
    ///
    /// An unordered game finds all options of a position from any one arrangement of it, so an arrangement has the
    /// outcome and value of its position also where arrangements count as different. Then a heap that stays small needs
    /// few cells, where the unordered game has to solve as many for it as for the largest.
    pub(crate) fn with_order(&self) -> Option<&HeapGame> {
        let rules = self.rules();
        if !rules.symmetry.identifies() || rules.names.len() < 2 {
            return None;
        }
        let make = || {
            let rules = HeapRules { symmetry: Symmetry::None, ..rules.clone() };
            let ordered = HeapGame::new(&rules).ok()?;
            Some(Box::new(HeapGame { growth: self.growth.clone(), ..ordered }))
        };
        self.ordered.get_or_init(make).as_deref()
    }

    /// The families, ready to be scanned from heaps to options.
    pub(super) fn forward_scans(&self) -> &[FamilyScan] {
        &self.forwards
    }

    /// Checks that `heaps` is a position and arranges it.
    ///
    /// # Errors
    /// What the rule demands and `heaps` lacks.
    pub fn position(&self, heaps: &[u64]) -> Result<Heaps, PositionError> {
        let text = || write(heaps);
        let expected = self.rules.names.len();
        if heaps.len() != expected {
            return Err(PositionError::HeapCount { expected, found: heaps.len(), text: text() });
        }
        for ((name, least), found) in self.rules.names.iter().zip(&self.rules.lower).zip(heaps) {
            if found < least {
                let (name, found, least) = (name.clone(), *found, *least);
                return Err(PositionError::TooSmall { name, found, least });
            }
            if *found > MAX_HEAP {
                return Err(PositionError::TooLarge(found.to_string()));
            }
        }
        let above = |(heap, bound): &&(usize, u64)| heaps[*heap] > *bound;
        if let Some((heap, bound)) = self.rules.slice.bounds().iter().find(above) {
            let condition = format!("{} <= {bound}, as in the slice", self.rules.names[*heap]);
            return Err(PositionError::Invalid { text: text(), condition });
        }
        if let Some(failed) = self.rules.validity.iter().find(|c| !c.holds(heaps, &[])) {
            let name = |symbol| match symbol {
                Symbol::Heap(i) => self.rules.names[i].clone(),
                Symbol::Fresh(_) => unreachable!("conditions on positions have no variables"),
            };
            let condition = failed.display(&name);
            return Err(PositionError::Invalid { text: text(), condition });
        }
        let mut position: Heaps = heaps.into();
        self.identify(&mut position);
        Ok(position)
    }

    /// In an unordered game, sorts.
    fn identify(&self, heaps: &mut [u64]) {
        if self.rules.symmetry.identifies() {
            heaps.sort_unstable();
        }
    }

    fn is_valid(&self, heaps: &[u64]) -> bool {
        self.rules.lower.iter().zip(heaps).all(|(low, h)| low <= h)
            && self.rules.slice.contains(heaps)
            && self.rules.validity.iter().all(|c| c.holds(heaps, &[]))
    }

    /// The largest size of each heap within `bounds`; ascending in an unordered game.
    ///
    /// # Errors
    /// [`WindowError`] if the bounds make no window.
    pub fn upper_bounds(&self, bounds: &Bounds) -> Result<Vec<u64>, WindowError> {
        window::upper_bounds(bounds, &self.rules)
    }

    /// Whether a position is within `bounds`.
    pub fn is_within(&self, bounds: &Bounds, position: &Heaps) -> bool {
        let identifies = self.rules.symmetry.identifies();
        let upper = window::upper_bounds(bounds, &self.rules);
        upper.is_ok_and(|upper| window::contains(bounds, &upper, position, identifies))
    }

    /// What tells whether positions are within `bounds`.
    ///
    /// # Errors
    /// [`WindowError`] if the bounds make no window.
    pub(crate) fn bounds_check<'b>(
        &self,
        bounds: &'b Bounds,
    ) -> Result<impl Fn(&Heaps) -> bool + use<'b>, WindowError> {
        let upper = window::upper_bounds(bounds, &self.rules)?;
        let identifies = self.rules.symmetry.identifies();
        Ok(move |position: &Heaps| window::contains(bounds, &upper, position, identifies))
    }

    /// How large heaps can become by a move. May overestimate, never underestimate.
    pub fn growth(&self) -> Growth {
        self.growth_while(&|| true).expect("nobody stops it")
    }

    /// The same, as long as `goes_on` says yes; `None` if it did not. What was found is remembered.
    pub fn growth_while(&self, goes_on: &dyn Fn() -> bool) -> Option<Growth> {
        if let Some(known) = self.growth.get() {
            return Some(*known);
        }
        let mut most = Growth::Never;
        for family in &self.rules.families {
            if !goes_on() {
                return None;
            }
            most = most.max(growth(&self.rules, family));
            if most == Growth::Beyond {
                break;
            }
        }
        Some(*self.growth.get_or_init(|| most))
    }

    /// The arrangements of an unordered position that show all its predecessors.
    fn arrangements(&self, position: &Heaps) -> Result<Vec<Vec<u64>>, WindowError> {
        if self.rules.closed_in_place {
            return Ok(vec![position.to_vec()]);
        }
        symmetry::arrangements(position)
            .ok_or(WindowError::TooManyArrangements { heaps: position.len() })
    }

    fn backward_scans(&self) -> Result<&[FamilyScan], WindowError> {
        let families = &self.rules.families;
        let make = || families.iter().map(|family| backwards(&self.rules, family)).collect();
        let scans = self.backwards.get_or_init(make).as_ref();
        scans.map(Vec::as_slice).map_err(|e| WindowError::from(e.clone()))
    }

    /// Calls `visit` with the positions before `after`, heap by heap as it stands, until it returns
    /// false; returns whether it never did.
    fn each_before(
        &self,
        scans: &[FamilyScan],
        after: &[u64],
        bounds: &[u64],
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> bool {
        let n = after.len();
        let mut heaps = vec![0; n];
        let mut values = Vec::new();
        for (scan, family) in scans.iter().zip(&self.rules.families) {
            values.clear();
            values.extend(after.iter().map(|heap| signed(*heap)));
            values.resize(2 * n + family.fresh.len(), 0);
            let cap = |column: usize| match bounds.get(column.wrapping_sub(n)) {
                Some(bound) => signed(*bound),
                None => MAX_FRESH,
            };
            let go_on = scan.run(&mut values, &cap, &mut |values, _| {
                for (heap, value) in heaps.iter_mut().zip(&values[n..2 * n]) {
                    *heap = unsigned(*value);
                }
                // Bounds and linear conditions are in the scan.
                if self.has_tests && !self.is_valid(&heaps) {
                    return true;
                }
                self.identify(&mut heaps);
                visit(&heaps)
            });
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Adds the positions before `after`, heap by heap as it stands, to `before`.
    fn collect_before(
        &self,
        scans: &[FamilyScan],
        after: &[u64],
        bounds: &[u64],
        limit: usize,
        before: &mut Vec<Heaps>,
    ) -> Result<(), WindowError> {
        let finished = self.each_before(scans, after, bounds, &mut |heaps| {
            before.push(heaps.into());
            if before.len() > limit.saturating_mul(2).max(1_000) {
                *before = self.arranged(std::mem::take(before));
                return before.len() <= limit;
            }
            true
        });
        if finished { Ok(()) } else { Err(WindowError::TooMany(limit)) }
    }

    /// Like [`GameKind::visit_positions`], without the positions with less than `stones` stones.
    pub(crate) fn visit_positions_from(
        &self,
        bounds: &Bounds,
        stones: u64,
        visit: &mut dyn FnMut(&Heaps) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        let upper = window::upper_bounds(bounds, &self.rules)?;
        if self.rules.validity.is_empty() {
            window::visit(bounds, &upper, &self.rules, stones, visit);
            return Ok(());
        }
        window::visit(bounds, &upper, &self.rules, stones, &mut |heaps| {
            if self.is_valid(heaps) { visit(heaps) } else { ControlFlow::Continue(()) }
        });
        Ok(())
    }
}

impl HeapGame {
    /// Calls `visit` with the lines of a window that have at least `stones` stones, by number of stones, then in order. What is
    /// no position for another reason than its bounds is among them.
    pub(crate) fn visit_stone_lines(
        &self,
        bounds: &Bounds,
        stones: u64,
        visit: &mut dyn FnMut(StoneLine) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        let upper = window::upper_bounds(bounds, &self.rules)?;
        window::visit_lines(bounds, &upper, &self.rules, stones, visit);
        Ok(())
    }
}

impl GameKind for HeapGame {
    type Position = Heaps;

    fn visit_options(&self, position: &Heaps, visit: &mut dyn FnMut(&Heaps) -> ControlFlow<()>) {
        let n = position.len();
        let mut option = position.clone();
        let mut values = Vec::new();
        for (scan, family) in self.forwards.iter().zip(&self.rules.families) {
            values.clear();
            values.extend(position.iter().map(|h| signed(*h)));
            values.resize(n + family.fresh.len(), 0);
            let go_on = scan.run(&mut values, &|_| MAX_FRESH, &mut |values, scan| {
                for (i, heap) in option.iter_mut().enumerate() {
                    *heap = unsigned(scan.result(i, values));
                }
                self.identify(&mut option);
                visit(&option).is_continue()
            });
            if !go_on {
                return;
            }
        }
    }

    fn must_be_window(&self, bounds: &Bounds) -> Result<(), WindowError> {
        if bounds.total.is_some() && !self.rules.states.is_empty() {
            return Err(WindowError::TotalBesideStates);
        }
        self.upper_bounds(bounds).map(|_| ())
    }

    fn predecessors(
        &self,
        position: &Heaps,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Heaps>, WindowError> {
        self.must_be_window(bounds)?;
        let upper = window::upper_bounds(bounds, &self.rules)?;
        // In an unordered game a scan sees heaps in places; any place will do for the widest bound.
        let widest = vec![upper.iter().copied().max().unwrap_or(0); upper.len()];
        let identifies = self.rules.symmetry.identifies();
        let scans = self.backward_scans()?;
        let mut before = Vec::new();
        if identifies {
            for arrangement in self.arrangements(position)? {
                self.collect_before(scans, &arrangement, &widest, limit, &mut before)?;
            }
        } else {
            self.collect_before(scans, position, &upper, limit, &mut before)?;
        }
        before.retain(|p| window::contains(bounds, &upper, p, identifies));
        let before = self.arranged(before);
        if before.len() > limit { Err(WindowError::TooMany(limit)) } else { Ok(before) }
    }

    fn visit_positions(
        &self,
        bounds: &Bounds,
        visit: &mut dyn FnMut(&Heaps) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        self.visit_positions_from(bounds, 0, visit)
    }

    fn is_within_limits(&self, position: &Heaps) -> bool {
        position.iter().all(|heap| *heap <= MAX_HEAP)
    }

    fn stones(&self, position: &Heaps) -> u64 {
        position.iter().sum()
    }

    fn fingerprint(&self) -> u64 {
        fnv1a(self.rules.canonical().as_bytes())
    }

    fn canonical(&self, position: &Heaps) -> Heaps {
        symmetry::canonical(&self.rules.symmetry, position)
    }

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let number =
            |word: &&str| word.parse().map_err(|_| PositionError::TooLarge(word.to_string()));
        let heaps: Result<Vec<u64>, _> = heap_words(text)?.iter().map(number).collect();
        self.position(&heaps?)
    }

    fn write(&self, position: &Heaps) -> String {
        write(position)
    }
}

fn write(heaps: &[u64]) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    heaps.join(",")
}

fn signed(heap: u64) -> i64 {
    i64::try_from(heap).expect("heaps are at most 2^32")
}

fn unsigned(value: i64) -> u64 {
    u64::try_from(value).expect("families lead to heaps only")
}

// --- compiling families

/// Columns: heaps, then fresh variables.
pub(super) fn forwards(rules: &HeapRules, family: &Family) -> Result<FamilyScan, GameError> {
    let n = rules.names.len();
    let columns = n + family.fresh.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(j) => n + j,
    };
    let mut system = LinearSystem::default();
    for j in 0..family.fresh.len() {
        at_least(&mut system, n + j, 0, columns)?;
    }
    for condition in &family.conditions {
        add_condition(&mut system, condition, &column, columns)?;
    }
    // Variables that show in the new heaps first; the others only have to exist.
    let (shown, idle): (Vec<usize>, Vec<usize>) =
        (0..family.fresh.len()).partition(|j| shows(family, *j));
    let plan = ScanPlan {
        system,
        conditions: family.conditions.iter().collect(),
        once_from: shown.len(),
        loops: shown.into_iter().chain(idle).map(|j| n + j).collect(),
        results: family.result.clone(),
    };
    FamilyScan::new(plan, &column)
}

/// Whether a variable shows in the new heaps, or a function of it tells one that does: then that one need not be searched for.
fn shows(family: &Family, variable: usize) -> bool {
    let has = |e: &Affine, j: usize| e.coefficient(Symbol::Fresh(j)) != 0;
    let is_new = |j: usize| family.result.iter().any(|e| has(e, j));
    let tells = |condition: &AffineCondition| match condition {
        AffineCondition::Function { of, with, .. } => {
            of.iter().any(|e| has(e, variable))
                && (variable + 1..family.fresh.len()).any(|j| has(with, j) && shows(family, j))
        }
        _ => false,
    };
    is_new(variable) || family.conditions.iter().any(tells)
}

/// The conditions on positions as a scan without loops; `None` if there are none.
pub(super) fn validity_scan(rules: &HeapRules) -> Result<Option<FamilyScan>, GameError> {
    if rules.validity.is_empty() {
        return Ok(None);
    }
    let columns = rules.names.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(_) => unreachable!("conditions on positions have no variables"),
    };
    let mut system = LinearSystem::default();
    for condition in &rules.validity {
        add_condition(&mut system, condition, &column, columns)?;
    }
    let plan = ScanPlan {
        system,
        conditions: rules.validity.iter().collect(),
        loops: Vec::new(),
        once_from: 0,
        results: Vec::new(),
    };
    FamilyScan::new(plan, &column).map(Some)
}

/// Columns: new heaps, then heaps, then fresh variables. Linear in all of them, so looking
/// backwards is the same scan with other unknowns.
fn backwards(rules: &HeapRules, family: &Family) -> Result<FamilyScan, GameError> {
    let n = rules.names.len();
    let columns = 2 * n + family.fresh.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => n + i,
        Symbol::Fresh(j) => 2 * n + j,
    };
    let mut system = LinearSystem::default();
    for (i, low) in rules.lower.iter().enumerate() {
        at_least(&mut system, n + i, signed(*low), columns)?;
    }
    for j in 0..family.fresh.len() {
        at_least(&mut system, 2 * n + j, 0, columns)?;
    }
    for condition in rules.validity.iter().chain(&family.conditions) {
        add_condition(&mut system, condition, &column, columns)?;
    }
    for (i, result) in family.result.iter().enumerate() {
        let mut row = vec![0; columns];
        for (symbol, coefficient) in result.terms() {
            row[column(symbol)] = coefficient;
        }
        row[i] = -1;
        add_equation(&mut system, &row, result.offset())?;
    }
    // Heaps that the move leaves alone are known at once; loop over the others inside.
    let changes = |i: &usize| family.result[*i] != Affine::heap(*i);
    let (changed, kept): (Vec<usize>, Vec<usize>) = (0..n).partition(changes);
    let heaps = kept.into_iter().chain(changed).map(|i| n + i);
    let plan = ScanPlan {
        system,
        conditions: family.conditions.iter().collect(),
        loops: heaps.chain(2 * n..columns).collect(),
        once_from: n,
        results: Vec::new(),
    };
    FamilyScan::new(plan, &column)
}

fn at_least(
    system: &mut LinearSystem,
    at: usize,
    low: i64,
    columns: usize,
) -> Result<(), GameError> {
    let mut row = vec![0; columns];
    row[at] = 1;
    system.add(&row, -low).map_err(|SystemTooLarge| GameError)
}

pub(super) fn add_condition(
    system: &mut LinearSystem,
    condition: &AffineCondition,
    column: &dyn Fn(Symbol) -> usize,
    columns: usize,
) -> Result<(), GameError> {
    let (AffineCondition::Zero(e) | AffineCondition::AtLeastZero(e)) = condition else {
        return Ok(());
    };
    let mut row = vec![0; columns];
    for (symbol, coefficient) in e.terms() {
        row[column(symbol)] = coefficient;
    }
    match condition {
        AffineCondition::Zero(_) => add_equation(system, &row, e.offset()),
        _ => system.add(&row, e.offset()).map_err(|SystemTooLarge| GameError),
    }
}

fn add_equation(system: &mut LinearSystem, row: &[i64], constant: i64) -> Result<(), GameError> {
    let turned: Vec<i64> = row.iter().map(|c| -c).collect();
    system
        .add(row, constant)
        .and_then(|()| system.add(&turned, -constant))
        .map_err(|SystemTooLarge| GameError)
}

/// The moves of a family as a linear system: heaps, then fresh variables. Other conditions are left out, so it may have moves that
/// the family does not have.
pub(super) fn move_system(rules: &HeapRules, family: &Family) -> Result<LinearSystem, GameError> {
    let n = rules.names.len();
    let columns = n + family.fresh.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(j) => n + j,
    };
    let mut system = LinearSystem::default();
    for (i, low) in rules.lower.iter().enumerate() {
        at_least(&mut system, i, signed(*low), columns)?;
    }
    for j in 0..family.fresh.len() {
        at_least(&mut system, n + j, 0, columns)?;
    }
    for (heap, bound) in rules.slice.bounds() {
        let below = Affine::constant(signed(*bound)).minus(&Affine::heap(*heap));
        let condition = AffineCondition::AtLeastZero(below.map_err(|_| GameError)?);
        add_condition(&mut system, &condition, &column, columns)?;
    }
    for condition in rules.validity.iter().chain(&family.conditions) {
        add_condition(&mut system, condition, &column, columns)?;
    }
    Ok(system)
}

/// How large a family can make heaps: a system without solutions rules growth out.
fn growth(rules: &HeapRules, family: &Family) -> Growth {
    let n = rules.names.len();
    let columns = n + family.fresh.len();
    let column = |symbol| match symbol {
        Symbol::Heap(i) => i,
        Symbol::Fresh(j) => n + j,
    };
    let base = || move_system(rules, family);
    // Whether heap `i` can become larger than all of `others` at once.
    let exceeds = |i: usize, others: &[usize]| -> bool {
        let impossible = || -> Result<bool, GameError> {
            let mut system = base()?;
            for &other in others {
                let one = Affine::constant(1);
                let more = family.result[i].minus(&Affine::heap(other)).and_then(|e| e.minus(&one));
                let condition = AffineCondition::AtLeastZero(more.map_err(|_| GameError)?);
                add_condition(&mut system, &condition, &column, columns)?;
            }
            system.is_empty().map_err(|SystemTooLarge| GameError)
        };
        // What is made smaller whatever is chosen needs no system.
        let is_smaller = family.result[i].minus(&Affine::heap(others[0])).is_ok_and(|more| {
            more.offset() <= 0 && more.terms().all(|(_, coefficient)| coefficient <= 0)
        });
        !is_smaller && impossible() != Ok(true)
    };
    let all: Vec<usize> = (0..n).collect();
    if (0..n).all(|i| !exceeds(i, &[i])) {
        Growth::Never
    } else if (0..n).all(|i| !exceeds(i, &all)) {
        Growth::UpToTheLargest
    } else {
        Growth::Beyond
    }
}
