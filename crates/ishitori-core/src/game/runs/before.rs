//! The positions that can move to a position, as numbers of a box, in runs.
//!
//! A family says what the new heaps are: linear equations between them, the heaps before and the variables. Most can be solved for
//! one unknown each (`a' = a - t` for `t`, `b' = b` for `b`), so what is left to loop over is what the new heaps do not
//! determine, often one heap, and the number of a position before is linear in it. So predecessors are runs as options are
//! (`runs.rs`), and a sieve strikes them out without looking at heaps; trying heap by heap took 25 ns each.
//!
//! The same linear conditions as forwards, with the equations put in, so both directions are inverse to each other. The largest size
//! of each heap is a condition like the others: what is found is within the box.
//!
//! *Without an order of heaps* ([`Backward`]): a position shows all its options as it stands, but they come in any
//! arrangement. So from all arrangements of a position every predecessor is found as it stands, ascending, and the conditions may say
//! that it is. If the families are closed under exchanging places, one arrangement shows all predecessors, in some arrangement.

use std::collections::BTreeSet;

use ishitori_rule::HeapRules;
use ishitori_rule::family::{Affine, AffineCondition, Family, NumberTooLarge, Symbol};
use ishitori_rule::linear::LinearSystem;

use super::passing::MOST_BYTES;
use super::{NumberedFamily, with_variables};
use crate::game::heaps::add_condition;
use crate::game::scan::{FamilyScan, ScanPlan};
use crate::game::{GameError, HeapGame};

/// How the predecessors of a position are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backward {
    /// From the position, as they stand.
    Plainly,
    /// Each from some arrangement of the position, ascending.
    FromArrangements,
    /// From the position, in some arrangement.
    ToArrangements,
}

/// The families of a game, ready to be scanned from new heaps to those before.
#[derive(Clone, Debug)]
pub(crate) struct BackwardFamilies {
    /// How they are to be read.
    pub way: Backward,
    scans: Vec<(FamilyScan, usize)>,
}

impl HeapGame {
    /// The families backwards. Their columns begin with the new heaps, then the largest size of each heap.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated.
    pub(crate) fn backward_families(&self) -> Result<BackwardFamilies, GameError> {
        let rules = self.rules();
        let way = match (rules.symmetry.identifies(), rules.closed_in_place) {
            (false, _) => Backward::Plainly,
            (true, true) => Backward::ToArrangements,
            (true, false) => Backward::FromArrangements,
        };
        let mut scans = Vec::new();
        for family in &rules.families {
            let scan = match scan(rules, family, way == Backward::FromArrangements) {
                // Without that condition more is found, and nothing wrong.
                Err(GameError) if way == Backward::FromArrangements => scan(rules, family, false)?,
                scan => scan?,
            };
            scans.extend(scan.map(|scan| (scan, 3 * rules.names.len() + family.fresh.len())));
        }
        Ok(BackwardFamilies { way, scans })
    }
}

impl BackwardFamilies {
    /// The families with positions before as numbers `sum of weights * heaps + offset` of a box with heaps up to `upper`.
    pub(crate) fn numbered(
        &self,
        weights: &[i64],
        offset: i64,
        upper: &[u64],
    ) -> Vec<NumberedFamily<'_>> {
        let last = weights.len() - 1;
        // The new heaps, the largest sizes, the heaps before.
        let heaps = [upper, upper, upper].concat();
        let share = MOST_BYTES / self.scans.len().max(1);
        self.scans
            .iter()
            .map(|(scan, columns)| {
                let most = with_variables(heaps.clone(), *columns);
                NumberedFamily::new(scan, *columns, weights, offset, last).remembering(&most, share)
            })
            .collect()
    }
}

/// The columns of a scan: new heaps, largest sizes, heaps before, variables. All of them are symbols of one kind here.
struct BackwardColumns {
    heaps: usize,
}

impl BackwardColumns {
    fn new_heap(&self, heap: usize) -> Affine {
        Affine::heap(heap)
    }

    fn largest(&self, heap: usize) -> Affine {
        Affine::heap(self.heaps + heap)
    }

    fn rename(&self, symbol: Symbol) -> Symbol {
        match symbol {
            Symbol::Heap(heap) => Symbol::Heap(2 * self.heaps + heap),
            Symbol::Fresh(variable) => Symbol::Heap(3 * self.heaps + variable),
        }
    }

    fn before(&self, heap: usize) -> Affine {
        Affine::symbol(self.rename(Symbol::Heap(heap)))
    }
}

fn number(symbol: Symbol) -> usize {
    match symbol {
        Symbol::Heap(column) => column,
        Symbol::Fresh(_) => unreachable!("all symbols are columns"),
    }
}

/// Unknowns that equations determine.
struct SolvedColumns {
    solved: Vec<(Symbol, Affine)>,
    /// Equations without an unknown that is an integer whatever the others are.
    left: Vec<Affine>,
}

impl SolvedColumns {
    /// Solves equations for the unknowns, as far as possible, the first unknowns first.
    fn new(mut equations: Vec<Affine>, unknowns: &[Symbol]) -> Result<Self, NumberTooLarge> {
        let mut solved: Vec<(Symbol, Affine)> = Vec::new();
        for &unknown in unknowns {
            let is_unit = |e: &Affine| e.coefficient(unknown).abs() == 1;
            let Some(at) = equations.iter().position(is_unit) else { continue };
            let equation = equations.remove(at);
            let sign = equation.coefficient(unknown);
            // sign * unknown + rest = 0.
            let rest = equation.plus(-sign, &Affine::symbol(unknown))?;
            let by = rest.times(-sign)?;
            let others = equations.iter_mut().chain(solved.iter_mut().map(|(_, by)| by));
            for other in others {
                *other = substituted(other, unknown, &by)?;
            }
            solved.push((unknown, by));
        }
        Ok(SolvedColumns { solved, left: equations })
    }

    fn put_into(&self, e: &Affine) -> Result<Affine, NumberTooLarge> {
        self.solved.iter().try_fold(e.clone(), |e, (unknown, by)| substituted(&e, *unknown, by))
    }

    fn is_solved(&self, unknown: Symbol) -> bool {
        self.solved.iter().any(|(solved, _)| *solved == unknown)
    }
}

fn substituted(e: &Affine, unknown: Symbol, by: &Affine) -> Result<Affine, NumberTooLarge> {
    match e.coefficient(unknown) {
        0 => Ok(e.clone()),
        c => e.plus(-c, &Affine::symbol(unknown))?.plus(c, by),
    }
}

/// A family backwards; `None` if nothing can be moved from by it.
fn scan(
    rules: &HeapRules,
    family: &Family,
    ascending: bool,
) -> Result<Option<FamilyScan>, GameError> {
    let too_large = |NumberTooLarge| GameError;
    let n = rules.names.len();
    let columns = BackwardColumns { heaps: n };
    let rename = |symbol| columns.rename(symbol);
    let variables: Vec<Symbol> =
        (0..family.fresh.len()).map(|j| rename(Symbol::Fresh(j))).collect();
    let heaps: Vec<Symbol> = (0..n).map(|i| rename(Symbol::Heap(i))).collect();
    // 1. What the new heaps determine.
    let equation = |(i, result): (usize, &Affine)| {
        result.renamed(rename).minus(&columns.new_heap(i)).map_err(too_large)
    };
    let equations = family.result.iter().enumerate().map(equation).collect::<Result<_, _>>()?;
    let unknowns: Vec<Symbol> = variables.iter().chain(&heaps).copied().collect();
    let solved = SolvedColumns::new(equations, &unknowns).map_err(too_large)?;
    let put = |e: &Affine| solved.put_into(e);
    let results: Vec<Affine> =
        (0..n).map(|i| put(&columns.before(i))).collect::<Result<_, _>>().map_err(too_large)?;
    // 2. All conditions, of what is left.
    let conditions = conditions(rules, family, &columns, ascending).map_err(too_large)?;
    let conditions = conditions.iter().map(|condition| condition.map(put));
    let left = solved.left.iter().cloned().map(|e| Ok(AffineCondition::Zero(e)));
    let conditions: Vec<AffineCondition> =
        conditions.chain(left).collect::<Result<_, _>>().map_err(too_large)?;
    let mut system = LinearSystem::default();
    for condition in &conditions {
        add_condition(&mut system, condition, &number, 3 * n + family.fresh.len())?;
    }
    if conditions.iter().any(|condition| condition.as_constant() == Some(false)) {
        return Ok(None);
    }
    // 3. Loops over what shows in the heaps, then over what only has to exist.
    let showing: BTreeSet<Symbol> =
        results.iter().flat_map(Affine::terms).map(|(s, _)| s).collect();
    let open = heaps.iter().chain(&variables).filter(|symbol| !solved.is_solved(**symbol));
    let (shown, idle): (Vec<Symbol>, Vec<Symbol>) = open.partition(|s| showing.contains(s));
    let plan = ScanPlan {
        system,
        conditions: conditions.iter().collect(),
        once_from: shown.len(),
        loops: shown.into_iter().chain(idle).map(number).collect(),
        results,
    };
    FamilyScan::new(plan, &number).map(Some)
}

/// What must hold of the heaps before and the variables.
fn conditions(
    rules: &HeapRules,
    family: &Family,
    columns: &BackwardColumns,
    ascending: bool,
) -> Result<Vec<AffineCondition>, NumberTooLarge> {
    let rename = |symbol| columns.rename(symbol);
    let given = rules.validity.iter().chain(&family.conditions);
    let mut all: Vec<AffineCondition> = given.map(|condition| condition.renamed(rename)).collect();
    let variable = |j| AffineCondition::AtLeastZero(Affine::symbol(rename(Symbol::Fresh(j))));
    all.extend((0..family.fresh.len()).map(variable));
    for (i, low) in rules.lower.iter().enumerate() {
        let low = Affine::constant(i64::try_from(*low).map_err(|_| NumberTooLarge)?);
        all.push(AffineCondition::AtLeastZero(columns.before(i).minus(&low)?));
        all.push(AffineCondition::AtLeastZero(columns.largest(i).minus(&columns.before(i))?));
    }
    if ascending {
        for i in 1..rules.lower.len() {
            let step = columns.before(i).minus(&columns.before(i - 1))?;
            all.push(AffineCondition::AtLeastZero(step));
        }
    }
    Ok(all)
}
