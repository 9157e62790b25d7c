//! The variables of a formula: heaps, what quantifiers bind, and auxiliaries.
//!
//! An auxiliary stands for a number that has no term of its own (`a xor b` inside a sum). It has a
//! definition, which determines it, and every atom that mentions it is closed at once: `exists t:
//! definition and atom`. So formulas never have free auxiliaries, two atoms may use the same one,
//! and no auxiliary is on a track where it is not needed. Names of bound variables end in `_`, so
//! that they never meet those of heaps.

use std::collections::BTreeSet;

use ishitori_automata::{Comparison, Formula, Predicate};

use super::linear::{LinearSum, VariableIndex};
use crate::prove::connect::{and, exists, free_variables};

#[derive(Clone, Debug)]
struct VariableFacts {
    name: String,
    /// The least it can be; variables are naturals.
    low: i64,
    high: Option<i64>,
    /// Whether it is a power of two.
    power: bool,
    definition: Option<Formula>,
    /// The form that an auxiliary is equal to wherever it exists.
    equal: Option<LinearSum>,
}

#[derive(Clone, Debug)]
pub(super) struct Variables {
    all: Vec<VariableFacts>,
    /// The first so many are heaps.
    heaps: usize,
    /// Whether the heaps are in ascending order.
    ascending: bool,
    /// Auxiliaries by what defines them, with `_` for their own name.
    made: Vec<(Formula, VariableIndex)>,
}

impl Variables {
    /// Heaps with the least they can be.
    pub fn new(heaps: impl Iterator<Item = (String, i64)>, ascending: bool) -> Self {
        let mut variables = Variables { heaps: 0, all: Vec::new(), ascending, made: Vec::new() };
        for (name, low) in heaps {
            let heap = variables.named(&name);
            variables.bound(heap, low, None);
        }
        variables.heaps = variables.all.len();
        variables
    }

    /// Whether the heaps are in ascending order.
    pub fn is_ascending(&self) -> bool {
        self.ascending
    }

    pub fn heaps(&self) -> usize {
        self.heaps
    }

    pub fn name(&self, variable: VariableIndex) -> &str {
        &self.all[variable].name
    }

    pub fn names(&self, variables: &[VariableIndex]) -> Vec<String> {
        variables.iter().map(|variable| self.all[*variable].name.clone()).collect()
    }

    pub(crate) fn is_power(&self, variable: VariableIndex) -> bool {
        self.all[variable].power
    }

    /// A new variable of exactly that name.
    pub fn named(&mut self, name: &str) -> VariableIndex {
        let name = name.to_string();
        let (low, high, power, definition, equal) = (0, None, false, None, None);
        self.all.push(VariableFacts { name, low, high, power, definition, equal });
        self.all.len() - 1
    }

    /// A new variable for a quantifier, called something like `base`.
    pub fn fresh(&mut self, base: &str) -> VariableIndex {
        let usable = base.starts_with(|c: char| c.is_ascii_alphabetic())
            && base.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = self.unused(if usable { base } else { "x" });
        self.named(&name)
    }

    fn unused(&self, base: &str) -> String {
        let is_free = |name: &String| self.all.iter().all(|known| known.name != *name);
        let first = std::iter::once(format!("{base}_"));
        let mut names = first.chain((2..).map(|i| format!("{base}{i}_")));
        names.find(is_free).expect("there are more names than variables")
    }

    /// From now on `variable` is known to lie between these. Its formula must say so.
    pub fn bound(&mut self, variable: VariableIndex, low: i64, high: Option<i64>) {
        let known = &mut self.all[variable];
        (known.low, known.high) = (known.low.max(low), high);
    }

    /// From now on `variable` is known to be a power of two. Its formula must say so.
    pub(crate) fn set_power(&mut self, variable: VariableIndex) {
        self.all[variable].power = true;
        self.bound(variable, 1, None);
    }

    /// From now on the auxiliary is known to be equal to `form` where it exists.
    pub(crate) fn set_equal(&mut self, variable: VariableIndex, form: &LinearSum) {
        self.all[variable].equal = Some(self.expanded(form));
    }

    /// The same without auxiliaries that are equal to forms: sums need none.
    fn expanded(&self, form: &LinearSum) -> LinearSum {
        let mut expanded = form.clone();
        for (variable, coefficient) in &form.terms {
            let Some(equal) = &self.all[*variable].equal else { continue };
            let without = expanded.plus(-coefficient, &LinearSum::variable(*variable));
            let Some(with) = without.and_then(|w| w.plus(*coefficient, equal)) else {
                return form.clone();
            };
            expanded = with;
        }
        expanded
    }

    /// The auxiliary that `definition` determines; the same one for the same definition.
    pub fn define(
        &mut self,
        definition: impl Fn(&Variables, VariableIndex) -> Formula,
    ) -> VariableIndex {
        let variable = self.named("_");
        let key = definition(self, variable);
        if let Some((_, known)) = self.made.iter().find(|(other, _)| *other == key) {
            let known = *known;
            self.all.pop();
            return known;
        }
        self.all[variable].name = self.unused(&format!("t{}", self.made.len() + 1));
        self.all[variable].definition = Some(definition(self, variable));
        self.made.push((key, variable));
        variable
    }

    /// A number that `form` is known not to go below.
    pub fn least(&self, form: &LinearSum) -> Option<i64> {
        let mut least = form.constant;
        let heaps = 0..self.heaps;
        if self.ascending {
            // The form is a sum of the first heap and of differences of neighbours.
            let mut suffix = 0i64;
            for heap in heaps.rev() {
                suffix = suffix.checked_add(form.terms.get(&heap).copied().unwrap_or(0))?;
                if suffix < 0 {
                    return None;
                }
            }
            let low = self.all.first().map_or(0, |known| known.low);
            least = least.checked_add(suffix.checked_mul(low)?)?;
        }
        for (variable, coefficient) in &form.terms {
            if *variable < self.heaps && self.ascending {
                continue;
            }
            let known = &self.all[*variable];
            let extreme = if *coefficient > 0 { known.low } else { known.high? };
            least = least.checked_add(coefficient.checked_mul(extreme)?)?;
        }
        Some(least)
    }

    /// `form` compared with 0, as an atom or what is known of it. Not closed.
    pub fn relation(&self, form: &LinearSum, comparison: Comparison) -> Formula {
        let form = &self.expanded(form);
        let least = self.least(form);
        let most = form.times(-1).and_then(|form| self.least(&form)).map(|least| -least);
        let (below, above) = (most.is_some_and(|m| m < 0), least.is_some_and(|l| l > 0));
        let (at_most, at_least) = (most.is_some_and(|m| m <= 0), least.is_some_and(|l| l >= 0));
        let known = match comparison {
            Comparison::Equal if below || above => Some(false),
            Comparison::Equal if at_most && at_least => Some(true),
            Comparison::NotEqual if below || above => Some(true),
            Comparison::NotEqual if at_most && at_least => Some(false),
            Comparison::Less if below => Some(true),
            Comparison::Less if at_least => Some(false),
            Comparison::LessEqual if at_most => Some(true),
            Comparison::LessEqual if above => Some(false),
            Comparison::Greater if above => Some(true),
            Comparison::Greater if at_most => Some(false),
            Comparison::GreaterEqual if at_least => Some(true),
            Comparison::GreaterEqual if below => Some(false),
            _ => None,
        };
        if let Some(known) = known {
            return Formula::Constant(known);
        }
        self.linear(form, comparison)
    }

    /// `form` compared with 0, as an atom whatever is known.
    pub fn linear(&self, form: &LinearSum, comparison: Comparison) -> Formula {
        let form = &self.expanded(form);
        let variables: Vec<VariableIndex> = form.terms.keys().copied().collect();
        let names = self.names(&variables);
        if comparison == Comparison::Equal
            && let Some((_, constant)) = form.as_shifted()
            && let Ok(number) = u64::try_from(-i128::from(constant))
        {
            return Formula::Atom(Predicate::Is(number), names);
        }
        let coefficients = form.terms.values().copied().collect();
        // Sums stay far below 2^63, so it has an opposite.
        let constant = form.constant.saturating_neg();
        Formula::Atom(Predicate::Linear { coefficients, comparison, constant }, names)
    }

    /// `form` is congruent to `residue` modulo `modulus`. Not closed.
    pub fn congruent(&self, form: &LinearSum, residue: i64, modulus: u32) -> Formula {
        let form = &self.expanded(form);
        let wide = i128::from(modulus);
        let residue = (i128::from(residue) - i128::from(form.constant)).rem_euclid(wide);
        let terms = form.terms.iter().map(|(v, c)| (*v, i128::from(*c).rem_euclid(wide) as i64));
        let (variables, coefficients): (Vec<VariableIndex>, Vec<i64>) =
            terms.filter(|(_, c)| *c != 0).unzip();
        if variables.is_empty() {
            return Formula::Constant(residue == 0);
        }
        let residue = residue as i64;
        let names = self.names(&variables);
        Formula::Atom(Predicate::Congruent { coefficients, residue, modulus }, names)
    }

    /// `formula` with the auxiliaries that it mentions bound to their definitions.
    pub fn close(&self, formula: Formula) -> Formula {
        let mut wanted: Vec<String> = free_variables(&formula).into_iter().collect();
        let mut bound: BTreeSet<VariableIndex> = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            let found = self.all.iter().position(|known| known.name == name);
            let variable = found.expect("every variable of a formula is known");
            if let Some(definition) = &self.all[variable].definition
                && bound.insert(variable)
            {
                wanted.extend(free_variables(definition));
            }
        }
        if bound.is_empty() {
            return formula;
        }
        let definitions = bound.iter().filter_map(|v| self.all[*v].definition.clone());
        let body = and(definitions.chain([formula]));
        exists(self.names(&bound.iter().copied().collect::<Vec<_>>()), body)
    }
}
