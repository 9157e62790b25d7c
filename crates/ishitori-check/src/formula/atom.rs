//! How the atoms of formulas are read: their arguments, and where they may be used.
//!
//! Each comparison is written with *equal*, *at most* and *not*, so that few conditions are left to compile.
//! An atom that the numeration of the file cannot decide is refused here. Connectives and quantifiers are read
//! in [`crate::formula::read`].

use crate::digits::Numeration;
use crate::formula::condition::{End, Kind, LAST};
use crate::formula::number_formula::Formula;
use crate::formula::scope::LineScope;
use crate::formula::variable::Variable;
use crate::refusal::Refused;
use crate::text::expression::Expression;

/// No modulus and no place may be larger.
const MODULUS: i64 = 1 << 16;

/// Reads an atom.
pub(crate) fn atom<'a>(
    scope: &LineScope<'a, '_>,
    operator: &str,
    parts: &[Expression<'a>],
    divides: bool,
) -> Result<Formula, Refused> {
    let plain = matches!(operator, "lin" | "mod" | "is");
    let wide = matches!(operator, "xor0" | "digits" | "andis" | "oris" | "majis" | "pow2");
    let allowed = match scope.dialect.numeration {
        Numeration::Zeckendorf => plain || (operator == "shift" && !scope.dialect.single),
        Numeration::Binary if scope.dialect.single => plain || wide,
        Numeration::Binary if operator == "divides" => divides,
        Numeration::Binary => operator != "shift",
    };
    if !allowed {
        return Err(scope.line.refuse(format!("`{operator}` cannot be used here, or not so")));
    }
    let mut arguments = Arguments { scope, operator, parts };
    let formula = match operator {
        "lin" => {
            let relation = arguments.word()?;
            let bound = arguments.integer()?;
            let terms = arguments.terms()?;
            let at_most = |bound| Formula::Atom(Kind::AtMost(bound), terms.clone());
            let equal = Formula::Atom(Kind::Equal(bound), terms.clone());
            arguments.compare(relation, equal, at_most(bound - 1), at_most(bound))?
        }
        "mod" => {
            let (modulus, remainder) = arguments.congruence()?;
            Formula::Atom(Kind::Modulo(modulus, remainder), arguments.terms()?)
        }
        "is" => Formula::Atom(Kind::Equal(arguments.integer()?), arguments.variables(1, &[1])?),
        "xor0" => Formula::Atom(Kind::Digits(2), arguments.variables(0, &[])?),
        "digits" => {
            let modulus = arguments.positive()?;
            Formula::Atom(Kind::Digits(modulus), arguments.variables(0, &[])?)
        }
        "andis" | "oris" | "majis" => {
            let others = arguments.parts.len() as i64 - 1;
            let least = match operator {
                "andis" => others,
                "oris" => 1,
                _ => others / 2 + 1,
            };
            let mut terms = arguments.variables(2, &[])?;
            terms.iter_mut().rev().take(1).for_each(|last| last.0 = LAST);
            Formula::Atom(Kind::Threshold(least), terms)
        }
        "ones" => {
            let (modulus, remainder) = arguments.congruence()?;
            Formula::Atom(Kind::Ones(modulus, remainder), arguments.variables(1, &[1])?)
        }
        "bit" => {
            let place = arguments.integer()?;
            if !(0..=MODULUS).contains(&place) {
                return Err(arguments.wrong());
            }
            Formula::Atom(Kind::Bit(place), arguments.variables(1, &[1])?)
        }
        "pow2" => Formula::Atom(Kind::PowerOfTwo, arguments.variables(1, &[1])?),
        "v2" | "tail" => {
            let end = arguments.end();
            let relation = arguments.word()?;
            let terms = arguments.variables(2, &[1, 2])?;
            let turned = vec![(1, terms[1].1), (2, terms[0].1)];
            let less = Formula::Atom(Kind::EndLess(end), terms.clone());
            let at_most = Formula::Atom(Kind::EndLess(end), turned).not();
            let equal = Formula::Atom(Kind::EndEqual(end), terms);
            arguments.compare(relation, equal, less, at_most)?
        }
        "v2mod" | "tailmod" => {
            let (modulus, remainder) = arguments.congruence()?;
            let kind = Kind::EndModulo(arguments.end(), modulus, remainder);
            Formula::Atom(kind, arguments.variables(1, &[1])?)
        }
        "v2hot" | "tailhot" => {
            let terms = arguments.variables(2, &[1, 2])?;
            let power = Formula::Atom(Kind::PowerOfTwo, vec![(1, terms[1].1)]);
            let kind = match arguments.end() {
                End::Zeros => Kind::EndEqual(End::Zeros),
                End::Ones => Kind::OnesAreZeros,
            };
            Formula::And(vec![power, Formula::Atom(kind, terms)])
        }
        "shift" => Formula::Atom(Kind::Shift, arguments.variables(2, &[1, 2])?),
        "divides" => Formula::Atom(Kind::Divides, arguments.variables(2, &[1, 2])?),
        _ => return Err(arguments.wrong()),
    };
    Ok(formula)
}

/// What is left of the arguments of an atom.
struct Arguments<'r, 'a, 'b> {
    scope: &'r LineScope<'a, 'b>,
    operator: &'r str,
    parts: &'r [Expression<'a>],
}

impl<'a> Arguments<'_, 'a, '_> {
    fn wrong(&self) -> Refused {
        self.scope.line.refuse(format!("`{}` is not known, or not used so", self.operator))
    }

    fn word(&mut self) -> Result<&'a str, Refused> {
        let Some((Expression::Word(word), rest)) = self.parts.split_first() else {
            return Err(self.wrong());
        };
        self.parts = rest;
        Ok(word)
    }

    fn integer(&mut self) -> Result<i64, Refused> {
        let word = self.word()?;
        self.scope.line.integer(word)
    }

    fn positive(&mut self) -> Result<i64, Refused> {
        let value = self.integer()?;
        if (1..=MODULUS).contains(&value) { Ok(value) } else { Err(self.wrong()) }
    }

    fn congruence(&mut self) -> Result<(i64, i64), Refused> {
        let modulus = self.positive()?;
        Ok((modulus, self.integer()?.rem_euclid(modulus)))
    }

    fn end(&self) -> End {
        if self.operator.starts_with("v2") { End::Zeros } else { End::Ones }
    }

    /// The terms `(c x)` of a sum: all that is left.
    fn terms(&self) -> Result<Vec<(i64, Variable)>, Refused> {
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
    fn variables(&self, least: usize, weights: &[i64]) -> Result<Vec<(i64, Variable)>, Refused> {
        let count = self.parts.len();
        if count < least || (!weights.is_empty() && count != least) {
            return Err(self.wrong());
        }
        let weight = |index: usize| weights.get(index).copied().unwrap_or(1);
        let parts = self.parts.iter().enumerate();
        parts.map(|(index, part)| Ok((weight(index), self.scope.variable(part)?))).collect()
    }

    /// A comparison, from its three simplest forms.
    fn compare(
        &self,
        relation: &str,
        equal: Formula,
        less: Formula,
        at_most: Formula,
    ) -> Result<Formula, Refused> {
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
