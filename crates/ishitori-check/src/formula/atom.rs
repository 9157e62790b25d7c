//! How the atoms of formulas are read: their arguments, and where they may be used.
//!
//! Each comparison is written with *equal*, *at most* and *not*, so that few conditions are left to compile.
//! An atom that the numeration of the file cannot decide is refused here. Connectives and quantifiers are read
//! in [`crate::formula::read`].

use crate::digits::FileNumeration;
use crate::formula::condition::{ColumnCondition, LAST, NumberEnd};
use crate::formula::number_formula::NumberFormula;
use crate::formula::scope::{Dialect, LineScope};
use crate::formula::variable::VariableNumber;
use crate::refusal::CheckRefusal;
use crate::text::expression::Expression;

/// No modulus and no place may be larger.
const MODULUS: i64 = 1 << 16;

/// Reads an atom. `divides`: whether that may be used.
pub(crate) fn atom<'a>(
    scope: &LineScope<'a, '_>,
    operator: &str,
    parts: &[Expression<'a>],
    divides: bool,
) -> Result<NumberFormula, CheckRefusal> {
    if !is_allowed(operator, scope.dialect, divides) {
        return Err(scope.line.refuse(format!("`{operator}` cannot be used here, or not so")));
    }
    let mut arguments = AtomArguments { scope, operator, parts };
    match operator {
        "lin" | "mod" | "is" => arguments.sum(),
        "xor0" | "digits" | "ones" | "bit" | "pow2" => arguments.digits(),
        "andis" | "oris" | "majis" => arguments.threshold(),
        "v2" | "tail" | "v2mod" | "tailmod" | "v2hot" | "tailhot" => arguments.ends(),
        "shift" => {
            Ok(NumberFormula::Atom(ColumnCondition::Shift, arguments.variables(2, &[1, 2])?))
        }
        "divides" => {
            Ok(NumberFormula::Atom(ColumnCondition::Divides, arguments.variables(2, &[1, 2])?))
        }
        _ => Err(arguments.wrong()),
    }
}

/// Whether an atom may be used with this numeration, and these digits. Unknown ones are found later.
fn is_allowed(operator: &str, dialect: Dialect, divides: bool) -> bool {
    let plain = matches!(operator, "lin" | "mod" | "is");
    let wide = matches!(operator, "xor0" | "digits" | "andis" | "oris" | "majis" | "pow2");
    match dialect.numeration {
        FileNumeration::Zeckendorf => plain || (operator == "shift" && !dialect.single),
        FileNumeration::Binary if dialect.single => plain || wide,
        FileNumeration::Binary if operator == "divides" => divides,
        FileNumeration::Binary => operator != "shift",
    }
}

/// What is left of the arguments of an atom.
struct AtomArguments<'r, 'a, 'b> {
    scope: &'r LineScope<'a, 'b>,
    operator: &'r str,
    parts: &'r [Expression<'a>],
}

impl<'a> AtomArguments<'_, 'a, '_> {
    fn wrong(&self) -> CheckRefusal {
        self.scope.line.refuse(format!("`{}` is not known, or not used so", self.operator))
    }

    fn word(&mut self) -> Result<&'a str, CheckRefusal> {
        let Some((Expression::Word(word), rest)) = self.parts.split_first() else {
            return Err(self.wrong());
        };
        self.parts = rest;
        Ok(word)
    }

    fn integer(&mut self) -> Result<i64, CheckRefusal> {
        let word = self.word()?;
        self.scope.line.integer(word)
    }

    fn bound(&mut self) -> Result<i64, CheckRefusal> {
        let word = self.word()?;
        self.scope.line.bound(word)
    }

    fn positive(&mut self) -> Result<i64, CheckRefusal> {
        let value = self.integer()?;
        if (1..=MODULUS).contains(&value) { Ok(value) } else { Err(self.wrong()) }
    }

    fn congruence(&mut self) -> Result<(i64, i64), CheckRefusal> {
        let modulus = self.positive()?;
        Ok((modulus, self.integer()?.rem_euclid(modulus)))
    }

    fn end(&self) -> NumberEnd {
        if self.operator.starts_with("v2") { NumberEnd::Zeros } else { NumberEnd::Ones }
    }

    /// The terms `(c x)` of a sum: all that is left.
    fn terms(&self) -> Result<Vec<(i64, VariableNumber)>, CheckRefusal> {
        let term = |part: &Expression<'a>| match part {
            Expression::List(pair) => match pair.as_slice() {
                [Expression::Word(weight), variable] => {
                    Ok((self.scope.line.integer(weight)?, self.scope.variable(variable)?))
                }
                _ => Err(self.wrong()),
            },
            Expression::Word(_) => Err(self.wrong()),
        };
        self.parts.iter().map(term).collect()
    }

    /// The variables, all that is left: at least so many, or exactly if their weights are told.
    fn variables(
        &self,
        least: usize,
        weights: &[i64],
    ) -> Result<Vec<(i64, VariableNumber)>, CheckRefusal> {
        let count = self.parts.len();
        if count < least || (!weights.is_empty() && count != least) {
            return Err(self.wrong());
        }
        let weight = |index: usize| weights.get(index).copied().unwrap_or(1);
        let parts = self.parts.iter().enumerate();
        parts.map(|(index, part)| Ok((weight(index), self.scope.variable(part)?))).collect()
    }

    /// Weighted sums: a comparison with a bound, or a remainder.
    fn sum(&mut self) -> Result<NumberFormula, CheckRefusal> {
        match self.operator {
            "lin" => {
                let relation = self.word()?;
                let bound = self.bound()?;
                let terms = self.terms()?;
                let at_most =
                    |bound| NumberFormula::Atom(ColumnCondition::AtMost(bound), terms.clone());
                let equal = NumberFormula::Atom(ColumnCondition::Equal(bound), terms.clone());
                self.compare(relation, equal, at_most(bound - 1), at_most(bound))
            }
            "mod" => {
                let (modulus, remainder) = self.congruence()?;
                Ok(NumberFormula::Atom(ColumnCondition::Modulo(modulus, remainder), self.terms()?))
            }
            _ => Ok(NumberFormula::Atom(
                ColumnCondition::Equal(self.bound()?),
                self.variables(1, &[1])?,
            )),
        }
    }

    /// Conditions on the digits of each place, or on the digits of one number.
    fn digits(&mut self) -> Result<NumberFormula, CheckRefusal> {
        match self.operator {
            "xor0" => Ok(NumberFormula::Atom(ColumnCondition::Digits(2), self.variables(0, &[])?)),
            "digits" => {
                let modulus = self.positive()?;
                Ok(NumberFormula::Atom(ColumnCondition::Digits(modulus), self.variables(0, &[])?))
            }
            "ones" => {
                let (modulus, remainder) = self.congruence()?;
                Ok(NumberFormula::Atom(
                    ColumnCondition::Ones(modulus, remainder),
                    self.variables(1, &[1])?,
                ))
            }
            "bit" => {
                let place = self.integer()?;
                if !(0..=MODULUS).contains(&place) {
                    return Err(self.wrong());
                }
                Ok(NumberFormula::Atom(ColumnCondition::Bit(place), self.variables(1, &[1])?))
            }
            _ => Ok(NumberFormula::Atom(ColumnCondition::PowerOfTwo, self.variables(1, &[1])?)),
        }
    }

    /// The last number is `and`, `or` or the majority of the others, digit by digit.
    fn threshold(&self) -> Result<NumberFormula, CheckRefusal> {
        let others = self.parts.len() as i64 - 1;
        let least = match self.operator {
            "andis" => others,
            "oris" => 1,
            _ => others / 2 + 1,
        };
        let mut terms = self.variables(2, &[])?;
        terms.iter_mut().rev().take(1).for_each(|last| last.0 = LAST);
        Ok(NumberFormula::Atom(ColumnCondition::Threshold(least), terms))
    }

    /// Conditions on the zeros or ones at the end of a number.
    fn ends(&mut self) -> Result<NumberFormula, CheckRefusal> {
        let end = self.end();
        match self.operator {
            "v2" | "tail" => {
                let relation = self.word()?;
                let terms = self.variables(2, &[1, 2])?;
                let turned = vec![(1, terms[1].1), (2, terms[0].1)];
                let less = NumberFormula::Atom(ColumnCondition::EndLess(end), terms.clone());
                let at_most = NumberFormula::Atom(ColumnCondition::EndLess(end), turned).not();
                let equal = NumberFormula::Atom(ColumnCondition::EndEqual(end), terms);
                self.compare(relation, equal, less, at_most)
            }
            "v2mod" | "tailmod" => {
                let (modulus, remainder) = self.congruence()?;
                let condition = ColumnCondition::EndModulo(end, modulus, remainder);
                Ok(NumberFormula::Atom(condition, self.variables(1, &[1])?))
            }
            _ => {
                let terms = self.variables(2, &[1, 2])?;
                let power = NumberFormula::Atom(ColumnCondition::PowerOfTwo, vec![(1, terms[1].1)]);
                let condition = match end {
                    NumberEnd::Zeros => ColumnCondition::EndEqual(NumberEnd::Zeros),
                    NumberEnd::Ones => ColumnCondition::OnesAreZeros,
                };
                Ok(NumberFormula::And(vec![power, NumberFormula::Atom(condition, terms)]))
            }
        }
    }

    /// A comparison, from its three simplest forms.
    fn compare(
        &self,
        relation: &str,
        equal: NumberFormula,
        less: NumberFormula,
        at_most: NumberFormula,
    ) -> Result<NumberFormula, CheckRefusal> {
        match relation {
            "=" => Ok(equal),
            "!=" => Ok(equal.not()),
            "<" => Ok(less),
            "<=" => Ok(at_most),
            ">" => Ok(at_most.not()),
            ">=" => Ok(less.not()),
            _ => Err(self.wrong()),
        }
    }
}
