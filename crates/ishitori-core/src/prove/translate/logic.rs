//! Conditions, from left to right.

use ishitori_automata::{Comparison, Formula};
use ishitori_rule::syntax::Compare;

use super::expression::Called;
use super::value::Truth;
use super::{Done, Translator};
use crate::claim::formula::{Logic, Num, Set};
use crate::claim::said::is_here;
use crate::prove::connect::{and, iff, implies, not, or};

impl<'p> Translator<'p> {
    pub(super) fn logic(&mut self, logic: &'p Logic) -> Done<Truth> {
        self.step()?;
        match logic {
            Logic::Constant(value) => Ok(Formula::Constant(*value).into()),
            Logic::Compare(compare, left, right, span) => {
                let around = self.span.replace(span.clone());
                let (left, right) = (self.num(left)?, self.num(right)?);
                let holds = self.compare_all(comparison(*compare), &left, &right)?;
                self.span = around;
                Ok(Truth { holds, defined: and([left.defined, right.defined]) })
            }
            Logic::Not(inner) => {
                let inner = self.logic(inner)?;
                Ok(Truth { holds: not(inner.holds), ..inner })
            }
            Logic::And(parts) => self.chain(parts, true),
            Logic::Or(parts) => self.chain(parts, false),
            Logic::Implies(first, second) => {
                let first = self.logic(first)?;
                if first.holds == Formula::Constant(false) {
                    return Ok(Truth { holds: Formula::Constant(true), ..first });
                }
                let second = self.logic(second)?;
                let defined = implies(first.holds.clone(), second.defined);
                Ok(Truth {
                    holds: implies(first.holds, second.holds),
                    defined: and([first.defined, defined]),
                })
            }
            Logic::Iff(first, second) => {
                let (first, second) = (self.logic(first)?, self.logic(second)?);
                Ok(Truth {
                    holds: iff(first.holds, second.holds),
                    defined: and([first.defined, second.defined]),
                })
            }
            Logic::Outcome(query, _) if !is_here(query) => {
                self.outside("`P` or `N` of another position or of another game")
            }
            Logic::Outcome(_, outcome) => match self.assumed {
                Some(assumed) => Ok(Formula::Constant(assumed == *outcome).into()),
                None => self.outside("`P` or `N` and `grundy` in one statement"),
            },
            Logic::In(element, set) => self.is_in(element, set),
            Logic::Subset(left, right) => {
                let (left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                let mut each = Vec::new();
                for element in &left.all {
                    let within = self.is_among(&element.values, &right.all)?;
                    each.push(implies(element.present.clone(), within));
                }
                Ok(Truth { holds: and(each), defined: and([left.defined, right.defined]) })
            }
            Logic::Same(left, right) => {
                let (left, right) = (self.elements(left, false)?, self.elements(right, false)?);
                let mut each = Vec::new();
                for (some, others) in [(&left, &right), (&right, &left)] {
                    for element in &some.all {
                        let within = self.is_among(&element.values, &others.all)?;
                        each.push(implies(element.present.clone(), within));
                    }
                }
                Ok(Truth { holds: and(each), defined: and([left.defined, right.defined]) })
            }
            Logic::Defined(at, arguments) => match self.called(*at, arguments)? {
                Called::Logic(truth) => Ok(truth),
                Called::Num(_) => self.outside("a number where a condition belongs"),
            },
            Logic::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body)
            }
            Logic::Let(slots, values, body) => {
                let mut defined = Vec::new();
                let values = self.nums(values, &mut defined)?;
                self.bind(slots, values);
                let body = self.logic(body)?;
                defined.push(body.defined);
                Ok(Truth { defined: and(defined), ..body })
            }
        }
    }

    /// And, or: what follows is not looked at once the answer is known.
    fn chain(&mut self, parts: &'p [Logic], conjunction: bool) -> Done<Truth> {
        let (mut holds, mut defined) = (Vec::new(), Vec::new());
        for part in parts {
            let before = if conjunction { and(holds.clone()) } else { not(or(holds.clone())) };
            if before == Formula::Constant(false) {
                break;
            }
            let part = self.logic(part)?;
            defined.push(implies(before, part.defined));
            holds.push(part.holds);
        }
        let holds = if conjunction { and(holds) } else { or(holds) };
        Ok(Truth { holds, defined: and(defined) })
    }

    fn is_in(&mut self, element: &'p [Num], set: &'p Set) -> Done<Truth> {
        let mut defined = Vec::new();
        let element = self.nums(element, &mut defined)?;
        if let (Set::Range(low, high), [number]) = (set, element.as_slice()) {
            let (low, high) = (self.num(low)?, self.num(high)?);
            let above = self.compare_all(Comparison::LessEqual, &low, number)?;
            let below = self.compare_all(Comparison::LessEqual, number, &high)?;
            defined.extend([low.defined, high.defined]);
            return Ok(Truth { holds: and([above, below]), defined: and(defined) });
        }
        let elements = self.elements(set, false)?;
        let holds = self.is_among(&element, &elements.all)?;
        defined.push(elements.defined);
        Ok(Truth { holds, defined: and(defined) })
    }
}

/// The same comparison in the words of automata.
pub(super) fn comparison(compare: Compare) -> Comparison {
    match compare {
        Compare::Equal => Comparison::Equal,
        Compare::NotEqual => Comparison::NotEqual,
        Compare::Less => Comparison::Less,
        Compare::AtMost => Comparison::LessEqual,
        Compare::Greater => Comparison::Greater,
        Compare::AtLeast => Comparison::GreaterEqual,
    }
}
