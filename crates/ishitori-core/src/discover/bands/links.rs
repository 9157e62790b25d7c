//! Which rows of a band are joined by moves, and what is taken from the free heaps on the way.
//!
//! A row is a number: the sizes of the bounded heaps as digits in mixed base, the last heap fastest, so that moves lead to smaller
//! numbers or stay. Lists of all rows lie one after the other in one vector, with a mark where each row begins: there are millions
//! of links. A link that most games have, to a row of the same column with nothing taken, is a number; others are more.
//! Cost: pairs of rows; a family that is not `lowered` is asked for every pair.

use ishitori_automata::{Comparison, Formula, Predicate};

use super::shifts::{TakenCondition, TakenPairs, taken};
use super::{BandQuestion, NoBand};
use crate::control::{Control, GaveUp};
use crate::prove::arena::{Arena, ArenaMove, FormulaMove};

/// Larger numbers in a rule are refused, so that no sum leaves 64 bits.
const LARGEST: i64 = 1 << 20;
/// The most rows.
const MOST_ROWS: u64 = 1 << 22;

/// Lists of links of all rows, one after the other.
#[derive(Debug)]
pub(super) struct LinkLists<L> {
    ends: Vec<usize>,
    all: Vec<L>,
}

impl<L> Default for LinkLists<L> {
    fn default() -> Self {
        LinkLists { ends: Vec::new(), all: Vec::new() }
    }
}

impl<L> LinkLists<L> {
    fn push(&mut self, list: impl IntoIterator<Item = L>) {
        self.all.extend(list);
        self.ends.push(self.all.len());
    }

    pub fn of(&self, row: usize) -> &[L] {
        let begin = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.all[begin..self.ends[row]]
    }

    pub fn bytes(&self) -> usize {
        self.all.len() * size_of::<L>()
    }
}

/// A link with what is taken from the free heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TakingLink {
    pub row: u32,
    pub from_first: u32,
    pub from_second: u32,
}

/// A link on which any number is taken from one free heap, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EndlessLink {
    pub row: u32,
    pub least: u32,
}

/// All links of a band.
#[derive(Debug, Default)]
pub(super) struct BandLinks {
    pub rows: usize,
    /// Nothing is taken from the free heaps.
    pub plain: LinkLists<u32>,
    /// Something is.
    pub taking: LinkLists<TakingLink>,
    /// Any number of the first free heap.
    pub first: LinkLists<EndlessLink>,
    /// Any number of the second; that to the row itself, which is always there, is left out.
    pub second: LinkLists<EndlessLink>,
}

/// A comparison in a move: weighted heaps before and after, with the free heaps apart.
struct BandCondition {
    /// For each bounded heap: what a stone of it weighs before the move, and after it.
    bounded: Vec<[i64; 2]>,
    /// What a stone taken from each free heap weighs.
    taken: [i64; 2],
    constant: i64,
    comparison: Option<Comparison>,
    modulus: i64,
}

/// A family of moves, read for a band.
enum BandFamily {
    /// Lower the bounded heaps in these places, and a free heap if it is marked.
    Cone { places: Vec<usize>, free: [bool; 2] },
    /// These conditions hold; the places of the bounded heaps that may change.
    Conditions { all: Vec<BandCondition>, places: Vec<usize> },
}

/// The rows of a question.
pub(super) struct RowNumbers {
    /// The bounded heaps.
    pub heaps: Vec<usize>,
    bounds: Vec<u64>,
    /// By how much the number changes with a stone of each.
    worth: Vec<u64>,
    pub count: usize,
}

impl RowNumbers {
    pub fn new(question: &BandQuestion) -> Result<RowNumbers, NoBand> {
        let heaps: Vec<usize> = (0..question.rules.lower.len())
            .filter(|heap| *heap != question.first && Some(*heap) != question.second)
            .collect();
        let bounds = question.bounds.clone();
        let mut worth = vec![0; heaps.len()];
        let mut count = 1u64;
        for (worth, bound) in worth.iter_mut().zip(&bounds).rev() {
            *worth = count;
            count = count.saturating_mul(bound.saturating_add(1));
        }
        if count > MOST_ROWS {
            return Err(GaveUp::beyond(MOST_ROWS, "choices of the bounded heaps").into());
        }
        Ok(RowNumbers { heaps, bounds, worth, count: usize::try_from(count).unwrap_or(usize::MAX) })
    }

    /// The sizes of the bounded heaps in a row.
    pub fn sizes(&self, row: usize) -> Vec<u64> {
        let digits = self.worth.iter().zip(&self.bounds);
        digits.map(|(worth, bound)| row as u64 / worth % (bound + 1)).collect()
    }

    /// The rows in which these heaps are at most as large as in a row, that row among them.
    fn below(&self, row: usize, sizes: &[u64], places: &[usize]) -> Vec<usize> {
        let mut rows = vec![row];
        for place in places {
            let worth = usize::try_from(self.worth[*place]).unwrap_or(0);
            let known = rows.len();
            for less in 1..=usize::try_from(sizes[*place]).unwrap_or(0) {
                for at in 0..known {
                    rows.push(rows[at] - less * worth);
                }
            }
        }
        rows
    }
}

impl BandLinks {
    /// The links of a question, or which family is none of a band.
    pub fn new(
        question: &BandQuestion,
        numbers: &RowNumbers,
        control: &Control,
    ) -> Result<BandLinks, NoBand> {
        let arena = Arena::new(question.rules).map_err(NoBand::Game)?;
        if arena.valid != Formula::Constant(true) {
            let why = "a band is for games in which every heap may have any size from 0 on";
            return Err(NoBand::Game(why.to_string()));
        }
        let mut families = Vec::new();
        for (at, option) in arena.moves.iter().enumerate() {
            let family = read(option, question, numbers, &arena.heaps);
            families.push((at, family.map_err(|why| NoBand::Family(at, why))?));
        }
        let mut links = BandLinks { rows: numbers.count, ..BandLinks::default() };
        for row in 0..numbers.count {
            let mut own = RowLinks::default();
            let sizes = numbers.sizes(row);
            for (at, family) in &families {
                own.add(row, &sizes, family, numbers).map_err(|why| NoBand::Family(*at, why))?;
            }
            if question.second.is_none() {
                own.second.push(EndlessLink { row: row as u32, least: 1 });
            }
            links.push(row, own)?;
            if row % 64 == 0 {
                control.check()?;
                if links.bytes() > control.memory() / 2 {
                    let memory = control.memory() >> 20;
                    let why = format!(
                        "the moves between {} rows do not fit into {memory} MB",
                        numbers.count
                    );
                    return Err(GaveUp::new(why).into());
                }
            }
        }
        Ok(links)
    }

    fn bytes(&self) -> usize {
        self.plain.bytes() + self.taking.bytes() + self.first.bytes() + self.second.bytes()
    }

    fn push(&mut self, row: usize, mut own: RowLinks) -> Result<(), NoBand> {
        own.tidy();
        let itself = EndlessLink { row: row as u32, least: 1 };
        if !own.second.contains(&itself) {
            let why = "no move takes any number from the second free heap alone, so a row may have several P-positions for one size of the first";
            return Err(NoBand::Game(why.to_string()));
        }
        self.plain.push(own.plain);
        self.taking.push(own.taking);
        self.first.push(own.first);
        self.second.push(own.second.into_iter().filter(|link| *link != itself));
        Ok(())
    }
}

/// The links of one row while they are found.
#[derive(Default)]
struct RowLinks {
    plain: Vec<u32>,
    taking: Vec<TakingLink>,
    first: Vec<EndlessLink>,
    second: Vec<EndlessLink>,
}

impl RowLinks {
    fn add(
        &mut self,
        row: usize,
        sizes: &[u64],
        family: &BandFamily,
        numbers: &RowNumbers,
    ) -> Result<(), String> {
        match family {
            BandFamily::Cone { places, free } => {
                for to in numbers.below(row, sizes, places) {
                    let link = EndlessLink { row: to as u32, least: 1 };
                    if to != row {
                        self.plain.push(to as u32);
                    }
                    self.first.extend(free[0].then_some(link));
                    self.second.extend(free[1].then_some(link));
                }
                Ok(())
            }
            BandFamily::Conditions { all, places } => {
                for to in numbers.below(row, sizes, places) {
                    let after = numbers.sizes(to);
                    let between = |c: &BandCondition| {
                        let known = c.bounded.iter().zip(sizes.iter().zip(&after));
                        let known = known.map(|([w, v], (before, after))| {
                            w * *before as i64 + v * *after as i64
                        });
                        TakenCondition {
                            of: c.taken,
                            constant: c.constant - known.sum::<i64>(),
                            comparison: c.comparison,
                            modulus: c.modulus,
                        }
                    };
                    let conditions: Vec<TakenCondition> = all.iter().map(between).collect();
                    self.take(row, to, &taken(&conditions)?)?;
                }
                Ok(())
            }
        }
    }

    fn take(&mut self, row: usize, to: usize, pairs: &TakenPairs) -> Result<(), String> {
        let number = |n: i64| u32::try_from(n).map_err(|_| "it takes too many stones".to_string());
        for [s, t] in &pairs.listed {
            match (*s, *t) {
                (0, 0) if to == row => return Err("it may change nothing".to_string()),
                (0, 0) => self.plain.push(to as u32),
                _ => self.taking.push(TakingLink {
                    row: to as u32,
                    from_first: number(*s)?,
                    from_second: number(*t)?,
                }),
            }
        }
        for (least, list) in pairs.endless.iter().zip([&mut self.first, &mut self.second]) {
            if let Some(least) = least {
                list.push(EndlessLink { row: to as u32, least: number(*least)? });
            }
        }
        Ok(())
    }

    /// Every link once; what is listed right below an endless link belongs to it.
    fn tidy(&mut self) {
        self.plain.sort_unstable();
        self.plain.dedup();
        self.taking.sort_unstable();
        self.taking.dedup();
        for (which, list) in [&mut self.first, &mut self.second].into_iter().enumerate() {
            list.sort_unstable();
            list.dedup_by_key(|link| link.row);
            for link in list.iter_mut() {
                let below = |less: u32| match which {
                    0 => TakingLink { row: link.row, from_first: less, from_second: 0 },
                    _ => TakingLink { row: link.row, from_first: 0, from_second: less },
                };
                while link.least > 1 && self.taking.binary_search(&below(link.least - 1)).is_ok() {
                    link.least -= 1;
                }
            }
        }
        let (first, second) = (&self.first, &self.second);
        self.taking.retain(|link| {
            let covered = |list: &[EndlessLink], taken: u32, other: u32| {
                other == 0 && list.iter().any(|l| l.row == link.row && l.least <= taken)
            };
            !covered(first, link.from_first, link.from_second)
                && !covered(second, link.from_second, link.from_first)
        });
    }
}

/// Reads a family, or says in a few words why it is none of a band.
fn read(
    option: &ArenaMove,
    question: &BandQuestion,
    numbers: &RowNumbers,
    heaps: &[String],
) -> Result<BandFamily, String> {
    match option {
        ArenaMove::Lower(lowered) => {
            let free = [Some(question.first), question.second]
                .map(|heap| heap.is_some_and(|heap| lowered.contains(&heap)));
            if free == [true, true] {
                return Err("it lowers both free heaps as far as one likes".to_string());
            }
            let places = (0..numbers.heaps.len()).filter(|p| lowered.contains(&numbers.heaps[*p]));
            Ok(BandFamily::Cone { places: places.collect(), free })
        }
        ArenaMove::Other(other) => read_conditions(other, question, numbers, heaps),
    }
}

fn read_conditions(
    other: &FormulaMove,
    question: &BandQuestion,
    numbers: &RowNumbers,
    heaps: &[String],
) -> Result<BandFamily, String> {
    if !other.divides.is_empty() {
        return Err("what it takes must divide a heap".to_string());
    }
    let mut atoms = Vec::new();
    atoms_of(&other.condition, &mut atoms)?;
    let changes = |heap: usize| other.to[heap] != heaps[heap];
    let shared = |heap: usize| other.to.iter().filter(|to| **to == other.to[heap]).count() > 1;
    if (0..heaps.len()).any(|h| changes(h) && (shared(h) || heaps.contains(&other.to[h]))) {
        return Err("it puts a heap in the place of another".to_string());
    }
    let mut all = Vec::new();
    for atom in atoms.iter().filter(|atom| !is_plain_truth(atom, &atoms)) {
        all.push(condition(atom, other, question, numbers, heaps)?);
    }
    // A free heap that stays has nothing taken from it.
    for (which, heap) in [Some(question.first), question.second].into_iter().enumerate() {
        if !heap.is_some_and(changes) {
            let mut taken = [0, 0];
            taken[which] = 1;
            let bounded = vec![[0, 0]; numbers.heaps.len()];
            let comparison = Some(Comparison::Equal);
            all.push(BandCondition { bounded, taken, constant: 0, comparison, modulus: 1 });
        }
    }
    let places: Vec<usize> =
        (0..numbers.heaps.len()).filter(|p| changes(numbers.heaps[*p])).collect();
    for place in &places {
        let heap = numbers.heaps[*place];
        if !never_grows(&atoms, &heaps[heap], &other.to[heap]) {
            return Err("it may raise a bounded heap".to_string());
        }
    }
    Ok(BandFamily::Conditions { all, places })
}

/// An atom of a conjunction: weights with names, compared with a constant.
struct NamedAtom {
    terms: Vec<(i64, String)>,
    constant: i64,
    comparison: Option<Comparison>,
    modulus: i64,
}

impl NamedAtom {
    fn weight(&self, name: &str) -> i64 {
        self.terms.iter().filter(|(_, known)| known == name).map(|(weight, _)| weight).sum()
    }
}

fn atoms_of(formula: &Formula, atoms: &mut Vec<NamedAtom>) -> Result<(), String> {
    match formula {
        Formula::Constant(true) => Ok(()),
        Formula::And(parts) => parts.iter().try_for_each(|part| atoms_of(part, atoms)),
        Formula::Atom(predicate, names) => {
            let (weights, comparison, constant, modulus) = match predicate {
                Predicate::Linear { coefficients, comparison, constant } => {
                    (coefficients.clone(), Some(*comparison), *constant, 1)
                }
                Predicate::Congruent { coefficients, residue, modulus } => {
                    (coefficients.clone(), None, *residue, i64::from(*modulus))
                }
                _ => return Err("it has a condition that is not linear".to_string()),
            };
            let terms: Vec<(i64, String)> =
                weights.into_iter().zip(names.iter().cloned()).collect();
            if constant.abs() > LARGEST || terms.iter().any(|(weight, _)| weight.abs() > LARGEST) {
                return Err("its numbers are too large".to_string());
            }
            atoms.push(NamedAtom { terms, constant, comparison, modulus });
            Ok(())
        }
        _ => Err("it is a choice among conditions, or has a number that the new heaps do not show"
            .to_string()),
    }
}

fn condition(
    atom: &NamedAtom,
    other: &FormulaMove,
    question: &BandQuestion,
    numbers: &RowNumbers,
    heaps: &[String],
) -> Result<BandCondition, String> {
    let after = |heap: usize| match other.to[heap] == heaps[heap] {
        true => 0,
        false => atom.weight(&other.to[heap]),
    };
    let mut taken = [0, 0];
    for (taken, heap) in taken.iter_mut().zip([Some(question.first), question.second]) {
        let Some(heap) = heap else { continue };
        if atom.weight(&heaps[heap]) + after(heap) != 0 {
            return Err("what it does depends on the size of a free heap".to_string());
        }
        *taken = -after(heap);
    }
    let known = |name: &String| heaps.contains(name) || other.to.contains(name);
    if atom.terms.iter().any(|(_, name)| !known(name)) {
        return Err("it has a number that the new heaps do not show".to_string());
    }
    let bounded = numbers.heaps.iter().map(|heap| [atom.weight(&heaps[*heap]), after(*heap)]);
    let (constant, comparison, modulus) = (atom.constant, atom.comparison, atom.modulus);
    Ok(BandCondition { bounded: bounded.collect(), taken, constant, comparison, modulus })
}

/// What an atom says as sums that are at least a number: the sign of its own sum, and the number.
fn at_least(atom: &NamedAtom) -> Vec<(i64, i64)> {
    match atom.comparison {
        Some(Comparison::GreaterEqual) => vec![(1, atom.constant)],
        Some(Comparison::Greater) => vec![(1, atom.constant + 1)],
        Some(Comparison::LessEqual) => vec![(-1, -atom.constant)],
        Some(Comparison::Less) => vec![(-1, 1 - atom.constant)],
        Some(Comparison::Equal) => vec![(1, atom.constant), (-1, -atom.constant)],
        _ => Vec::new(),
    }
}

/// Whether a sum is of a certain kind: names with their weights, and the number that it is at least.
type SumKind<'k> = &'k dyn Fn(&[(&str, i64)], i64) -> bool;

/// Whether an atom, as it stands or with a small multiple of an equation added, is a sum of a certain kind.
fn becomes(atom: &NamedAtom, atoms: &[NamedAtom], kind: SumKind) -> bool {
    let equations = atoms.iter().filter(|other| other.comparison == Some(Comparison::Equal));
    let beside = equations.flat_map(|other| (-4..=4).map(move |times| (other, times)));
    let mut beside = beside.chain([(atom, 0)]);
    beside.any(|(equation, times)| {
        at_least(atom).into_iter().any(|(sign, number)| {
            let names = atom.terms.iter().chain(&equation.terms).map(|(_, name)| name.as_str());
            let weight = |name: &str| sign * atom.weight(name) + times * equation.weight(name);
            let sum: Vec<(&str, i64)> = names.map(|name| (name, weight(name))).collect();
            kind(&sum, number + times * equation.constant)
        })
    })
}

/// Whether a condition says no more than that some number is not negative: `h2 - h1 + x1 >= 0` beside `x2 = h2 - h1 + x1`.
fn is_plain_truth(atom: &NamedAtom, atoms: &[NamedAtom]) -> bool {
    let plain = |sum: &[(&str, i64)], least: i64| least <= 0 && sum.iter().all(|(_, w)| *w >= 0);
    atom.comparison != Some(Comparison::Equal) && becomes(atom, atoms, &plain)
}

/// Whether the conditions say that a heap does not grow: `x2 - h2 = x1 - h1` beside `x1 <= h1`.
fn never_grows(atoms: &[NamedAtom], before: &str, after: &str) -> bool {
    let falls = |sum: &[(&str, i64)], least: i64| {
        let weight =
            |name: &str| sum.iter().find(|(known, _)| *known == name).map_or(0, |(_, w)| *w);
        let others = sum.iter().filter(|(name, _)| *name != before && *name != after);
        weight(before) > 0
            && weight(after) == -weight(before)
            && others.into_iter().all(|(_, weight)| *weight == 0)
            && least >= 0
    };
    atoms.iter().any(|atom| becomes(atom, atoms, &falls))
}
