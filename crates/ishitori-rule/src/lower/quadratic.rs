//! Quadratic numbers as a rule writes them: `phi`, `phi^2`, `sqrt(2)`, `(3 + sqrt(5))/2`.
//!
//! Only multiples of them that are rounded down are numbers of a game: `floor(k*phi)`. Sums, products and quotients by
//! numbers stay within the numbers (a + b sqrt(d))/c; roots of two different numbers do not, and are refused.

use super::function::LinearFunction;
use super::scope::{LoweredValue, NameScope};
use crate::number_function::{NumberFunction, QuadraticNumber};
use crate::problem::Problem;
use crate::syntax::{Expr, ExprKind, Operator};

/// `(whole + root * sqrt(of)) / by`; a number without a root has `of` 0.
#[derive(Clone, Copy)]
struct Surd {
    whole: i64,
    root: i64,
    of: i64,
    by: i64,
}

impl Surd {
    fn number(n: i64) -> Surd {
        Surd { whole: n, root: 0, of: 0, by: 1 }
    }

    /// In lowest terms, which must be small.
    fn reduced(whole: i64, root: i64, of: i64, by: i64) -> Option<Surd> {
        let divisor = NumberFunction::Gcd.value(&[whole, root, by])?.max(1);
        let surd = Surd { whole: whole / divisor, root: root / divisor, of, by: by / divisor };
        let small = |n: i64| n.abs() <= 1 << 20;
        [surd.whole, surd.root, surd.by].into_iter().all(small).then_some(surd)
    }

    /// The number under the root that both have.
    fn common(self, other: Surd) -> Option<i64> {
        match (self.of, other.of) {
            (0, of) | (of, 0) => Some(of),
            (of, same) => (of == same).then_some(of),
        }
    }

    fn plus(self, sign: i64, other: Surd) -> Option<Surd> {
        let whole = self.whole * other.by + sign * other.whole * self.by;
        let root = self.root * other.by + sign * other.root * self.by;
        Surd::reduced(whole, root, self.common(other)?, self.by * other.by)
    }

    fn times(self, other: Surd) -> Option<Surd> {
        let of = self.common(other)?;
        let roots = (self.root * other.root).checked_mul(of)?;
        let whole = (self.whole * other.whole).checked_add(roots)?;
        let root = self.whole * other.root + self.root * other.whole;
        Surd::reduced(whole, root, of, self.by * other.by)
    }
}

impl NameScope {
    /// `floor(k*alpha)` with a quadratic number, if that is what is written inside of `floor`.
    pub fn floor_of_multiple(&mut self, expr: &Expr) -> Result<Option<LoweredValue>, Problem> {
        let (multiple, alpha) = match &expr.kind {
            ExprKind::Binary(Operator::Multiply, left, right) => {
                match (self.surd(left), self.surd(right)) {
                    (_, Some(alpha)) if alpha.root != 0 => (Some(left), alpha),
                    (Some(alpha), _) if alpha.root != 0 => (Some(right), alpha),
                    _ => return Ok(None),
                }
            }
            _ => match self.surd(expr) {
                Some(alpha) if alpha.root != 0 => (None, alpha),
                _ => return Ok(None),
            },
        };
        let Some(alpha) = QuadraticNumber::new(alpha.whole, alpha.root, alpha.of, alpha.by) else {
            return Ok(None);
        };
        let k = match multiple {
            Some(multiple) => self.affine(multiple)?,
            None => crate::family::Affine::constant(1),
        };
        Ok(Some(LinearFunction::other(NumberFunction::Multiple(alpha), vec![k])))
    }

    /// The value of an expression without heaps, roots allowed; `None` if it is none.
    fn surd(&mut self, expr: &Expr) -> Option<Surd> {
        match &expr.kind {
            ExprKind::Number(n) => Some(Surd::number(*n)),
            ExprKind::Name(name) if name == "phi" && !self.names().any(|known| known == name) => {
                Some(Surd { whole: 1, root: 1, of: 5, by: 2 })
            }
            ExprKind::Name(_) => self.number(expr).ok().map(Surd::number),
            ExprKind::Call(name, arguments) if name.value == "sqrt" && arguments.len() == 1 => {
                let of = self.number(&arguments[0]).ok()?;
                let exact = of.checked_isqrt()?;
                match exact * exact == of {
                    true => Some(Surd::number(exact)),
                    false => Some(Surd { whole: 0, root: 1, of, by: 1 }),
                }
            }
            ExprKind::Negate(inner) => Surd::number(0).plus(-1, self.surd(inner)?),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.surd(left)?, self.surd(right)?);
                match operator {
                    Operator::Add => left.plus(1, right),
                    Operator::Subtract => left.plus(-1, right),
                    Operator::Multiply => left.times(right),
                    Operator::Divide if right.root == 0 && right.by == 1 && right.whole >= 1 => {
                        Surd::reduced(left.whole, left.root, left.of, left.by * right.whole)
                    }
                    Operator::Power if right.root == 0 && right.by == 1 => {
                        let times = usize::try_from(right.whole).ok().filter(|n| *n <= 8)?;
                        (0..times).try_fold(Surd::number(1), |all, _| all.times(left))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
