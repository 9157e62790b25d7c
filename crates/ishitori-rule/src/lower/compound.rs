//! Games side by side: sums in which a move is made in one part, in some of them or in all.
//!
//! The heaps of all parts stand beside each other, their states behind them. A family of the compound is a family of one part, or
//! one of each of several parts at once. That another part has or has not ended is a condition on its heaps (`ended.rs`).
//! A part whose families are closed only up to the order of its heaps gets them in every order. The compound knows no symmetry.

use super::arranged::{arranged, within};
use super::ended;
use super::formula::Cases;
use super::limits::{MAX_HEAPS, MAX_INSTANCES, too_many};
use crate::family::{Affine, AffineCondition as Atom, Family, MAX_SYMBOLS, Symbol};
use crate::problem::{Problem, Span};
use crate::ruleset::HeapRules;
use crate::syntax::GameOperator;

/// Distinct options of one position: their heaps one after another.
pub(super) struct NamedOptions {
    pub fresh: Vec<String>,
    pub conditions: Vec<Atom>,
    pub options: Vec<Vec<Affine>>,
}

/// What must hold of the parts that do not move.
type ConditionsOnOthers<'a> = dyn Fn(&[usize]) -> Result<Vec<Atom>, Problem> + 'a;

/// Parts that stand side by side.
pub(super) struct SideBySide {
    /// All heaps and states, without moves.
    pub rules: HeapRules,
    /// The families of each part, among all heaps.
    families: Vec<Vec<Family>>,
    /// When each part has moves, and when it has none; made when an operator asks.
    parts: Vec<HeapRules>,
    /// The places of each part's heaps and states.
    pub places: Vec<Vec<usize>>,
    at: Span,
}

impl SideBySide {
    pub fn new(parts: Vec<HeapRules>, at: &Span) -> Result<SideBySide, Problem> {
        if parts.len() > 1 && parts.iter().any(|part| !part.measure.blocks.is_empty()) {
            let message = "a blocking game cannot be put together with others";
            return Err(Problem::new(at.clone(), message, "in here")
                .hint("put the games together first: `blocking(2, \"nim(1)\" + \"wythoff\")`"));
        }
        let heaps: usize = parts.iter().map(HeapRules::heaps).sum();
        let total: usize = parts.iter().map(|part| part.names.len()).sum();
        if total > MAX_HEAPS {
            let message = format!("{total} heaps are too many");
            return Err(Problem::new(at.clone(), message, format!("at most {MAX_HEAPS}")));
        }
        let (mut next_heap, mut next_state) = (0, heaps);
        let mut places = Vec::new();
        for part in &parts {
            let own = part.heaps();
            let of_heaps = next_heap..next_heap + own;
            let of_states = next_state..next_state + part.states.len();
            (next_heap, next_state) = (of_heaps.end, of_states.end);
            places.push(of_heaps.chain(of_states).collect::<Vec<usize>>());
        }
        let states = parts.iter().flat_map(|part| part.states.iter().copied()).collect();
        let mut rules = HeapRules { states, ..HeapRules::without_moves(names(&parts)) };
        let mut families = Vec::new();
        for (part, places) in parts.iter().zip(&places) {
            for (i, place) in places.iter().enumerate() {
                rules.lower[*place] = part.lower[i];
            }
            rules.validity.extend(part.validity.iter().map(|c| c.renamed(moved(places))));
            let arranged = arranged(part).ok_or_else(|| too_many_orders(at))?;
            families.push(arranged.iter().map(|f| within(f, places, total)).collect());
        }
        Ok(SideBySide { rules, families, parts, places, at: at.clone() })
    }

    /// The families of a sum.
    pub fn families(&self, operator: GameOperator) -> Result<Vec<Family>, Problem> {
        let parts = self.parts.len();
        match operator {
            GameOperator::Sum => Ok(self.families.concat()),
            GameOperator::Shortened => {
                let mut all = Vec::new();
                for part in 0..parts {
                    let others = (0..parts).filter(|other| *other != part);
                    let conditions = self.conditions(others, ended::can_move)?;
                    all.extend(self.families[part].iter().map(|f| given(f, &conditions)));
                }
                Ok(all)
            }
            GameOperator::Selective => self.of_each(&|_| Ok(Vec::new())),
            GameOperator::Continued => {
                self.of_each(&|others| self.conditions(others.iter().copied(), ended::cannot_move))
            }
            GameOperator::Conjunctive => self.at_once(&(0..parts).collect::<Vec<_>>()),
            GameOperator::Sequential => {
                let conditions = self.conditions(0..1, ended::cannot_move)?;
                let later = self.families[1].iter().map(|f| given(f, &conditions));
                Ok(self.families[0].iter().cloned().chain(later).collect())
            }
            GameOperator::Ordinal => self.ordinal(),
            GameOperator::Enforce | GameOperator::Button => {
                unreachable!("these are played on the same heaps")
            }
        }
    }

    /// A move that chooses one of several copies and puts an option of it into each.
    pub fn chosen_copy(&self, named: &NamedOptions, from: usize) -> Family {
        let here = moved(&self.places[from]);
        let mut result: Vec<Affine> = (0..self.rules.names.len()).map(Affine::heap).collect();
        for (option, places) in named.options.iter().zip(&self.places) {
            for (heap, place) in option.iter().zip(places) {
                result[*place] = heap.renamed(&here);
            }
        }
        let conditions = named.conditions.iter().map(|c| c.renamed(&here)).collect();
        Family { fresh: named.fresh.clone(), conditions, result, origin: 0..0 }
    }

    /// Moves in any parts at once, with conditions on the others.
    fn of_each(&self, conditions: &ConditionsOnOthers) -> Result<Vec<Family>, Problem> {
        let parts = self.parts.len();
        let mut all = Vec::new();
        for chosen in 1u32..1 << parts {
            let is_in = |part: &usize| chosen >> part & 1 == 1;
            let (moving, others): (Vec<usize>, Vec<usize>) = (0..parts).partition(is_in);
            let conditions = conditions(&others)?;
            all.extend(self.at_once(&moving)?.iter().map(|f| given(f, &conditions)));
            if all.len() > MAX_INSTANCES {
                return Err(too_many(self.at.clone()));
            }
        }
        Ok(all)
    }

    /// One family of each of these parts at once.
    fn at_once(&self, moving: &[usize]) -> Result<Vec<Family>, Problem> {
        let mut all: Vec<Family> = Vec::new();
        for (nth, part) in moving.iter().enumerate() {
            if nth == 0 {
                all = self.families[*part].clone();
                continue;
            }
            if all.len() * self.families[*part].len() > MAX_INSTANCES {
                return Err(too_many(self.at.clone()));
            }
            let pairs = all.iter().flat_map(|one| {
                self.families[*part].iter().map(move |other| both(one, other, &self.places[*part]))
            });
            all = pairs.collect();
        }
        let symbols = |family: &Family| family.fresh.len() + family.result.len();
        if all.iter().any(|family| symbols(family) > MAX_SYMBOLS) {
            let message = "too many heaps and variables in one move";
            return Err(Problem::new(self.at.clone(), message, format!("at most {MAX_SYMBOLS}")));
        }
        Ok(all)
    }

    /// A move in the second part, or one in the first that leaves nothing of the second.
    fn ordinal(&self) -> Result<Vec<Family>, Problem> {
        let second = &self.parts[1];
        let is_terminal = second.families.iter().all(|family| {
            let heaps: Vec<u64> = second.lower.clone();
            let symbols = family.fresh.len();
            family.conditions.iter().any(|c| symbols == 0 && !c.holds(&heaps, &[]))
                || no_move_from(family, &heaps)
        });
        let is_position = second.validity.iter().all(|c| c.holds(&second.lower, &[]));
        if !is_terminal || !is_position {
            return Err(Problem::new(
                self.at.clone(),
                "the second game has no smallest position without moves",
                "which an ordinal sum leaves of it",
            )
            .hint("its heaps at their smallest must be a position where nobody can move"));
        }
        let mut all = self.families[1].clone();
        for family in &self.families[0] {
            let mut family = family.clone();
            for (i, place) in self.places[1].iter().enumerate() {
                let least = i64::try_from(second.lower[i]).unwrap_or(0);
                family.result[*place] = Affine::constant(least);
            }
            all.push(family);
        }
        Ok(all)
    }

    /// What `of` says of each of these parts, among all heaps.
    fn conditions(
        &self,
        parts: impl Iterator<Item = usize>,
        of: fn(&HeapRules, &Span) -> Result<Cases, Problem>,
    ) -> Result<Vec<Atom>, Problem> {
        let mut all = Vec::new();
        for part in parts {
            let conditions = of(&self.parts[part], &self.at)?.conditions();
            all.extend(conditions.iter().map(|c| c.renamed(moved(&self.places[part]))));
        }
        Ok(all)
    }
}

/// A family under further conditions.
pub(super) fn given(family: &Family, conditions: &[Atom]) -> Family {
    let mut family = family.clone();
    family.conditions.extend(conditions.iter().cloned());
    family
}

/// Both moves at once; `other` moves the heaps at `places`.
fn both(one: &Family, other: &Family, places: &[usize]) -> Family {
    let shift = one.fresh.len();
    let behind = |symbol| match symbol {
        Symbol::Fresh(j) => Symbol::Fresh(j + shift),
        heap => heap,
    };
    let mut family = one.clone();
    for variable in &other.fresh {
        family.fresh.push(fresh_name(variable, &family.fresh));
    }
    family.conditions.extend(other.conditions.iter().map(|c| c.renamed(behind)));
    for place in places {
        family.result[*place] = other.result[*place].renamed(behind);
    }
    family
}

/// Whether a family has no move from given heaps, as linear conditions tell.
fn no_move_from(family: &Family, heaps: &[u64]) -> bool {
    let mut system = crate::linear::LinearSystem::default();
    let columns = family.fresh.len();
    let mut add = |e: &Affine, sign: i64| {
        let mut row = vec![0; columns];
        let mut constant = sign * e.value(heaps, &vec![0; columns]);
        for (symbol, coefficient) in e.terms() {
            if let Symbol::Fresh(j) = symbol {
                row[j] = sign * coefficient;
            }
        }
        if columns == 0 && constant < 0 {
            constant = -1;
        }
        system.add(&row, constant).is_ok()
    };
    let mut complete = true;
    for condition in &family.conditions {
        complete &= match condition {
            Atom::Zero(e) => add(e, 1) && add(e, -1),
            Atom::AtLeastZero(e) => add(e, 1),
            _ => true,
        };
    }
    for j in 0..columns {
        complete &= add(&Affine::fresh(j), 1);
    }
    complete && system.is_empty() == Ok(true)
}

/// The heaps' names if no two are alike, or else a row; then the states.
fn names(parts: &[HeapRules]) -> Vec<String> {
    let of_heaps = |part: &HeapRules| part.names[..part.heaps()].to_vec();
    let mut names: Vec<String> = parts.iter().flat_map(of_heaps).collect();
    let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
    if distinct.len() < names.len() || parts.len() > 1 && names.iter().any(|n| n.contains('[')) {
        names = (1..=names.len()).map(|i| format!("h[{i}]")).collect();
    }
    for part in parts {
        for state in &part.names[part.heaps()..] {
            names.push(fresh_name(state, &names));
        }
    }
    names
}

/// A name that is not taken: the one that is wanted, or that with a number.
pub(super) fn fresh_name(wanted: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|n| format!("{wanted}{n}"));
    std::iter::once(wanted.to_string())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .expect("there is always another number")
}

fn moved(places: &[usize]) -> impl Fn(Symbol) -> Symbol + '_ {
    |symbol| match symbol {
        Symbol::Heap(i) => Symbol::Heap(places[i]),
        fresh => fresh,
    }
}

pub(super) fn too_many_orders(at: &Span) -> Problem {
    Problem::new(at.clone(), "too many heaps without an order", "in one part")
        .hint("up to five, where new heaps may come in any order")
}
