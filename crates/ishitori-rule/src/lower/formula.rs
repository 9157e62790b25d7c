//! Conditions to disjunctions of conjunctions of atoms.
//!
//! A family holds a conjunction, so an `or` makes several families. Negations are pushed to the
//! atoms on the way; comparisons of remainders become a choice of residues.

use super::function::LinearFunction;
use super::scope::{LoweredValue, NameScope, too_large};
use crate::family::{Affine, AffineCondition as Atom, NumberTooLarge};
use crate::number_function::NumberFunction;
use crate::problem::Problem;
use crate::syntax::{ComparisonOperator, Condition, ConditionKind, Expr};

/// A disjunction with more members than this is refused.
pub(super) const MAX_CASES: usize = 2_000;

/// A remainder may be taken modulo this at most when it is compared.
const MAX_MODULUS: i64 = 256;

/// Any of several conjunctions. No member: false. An empty member: true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cases(pub Vec<Vec<Atom>>);

impl Cases {
    pub fn always() -> Self {
        Cases(vec![Vec::new()])
    }

    pub fn never() -> Self {
        Cases(Vec::new())
    }

    /// Conjunctions whose atoms may be known: those that are true are left out, and members that are false.
    pub fn of(members: Vec<Vec<Atom>>) -> Self {
        let known = |case: Vec<Atom>| {
            let is_false = case.iter().any(|atom| atom.as_constant() == Some(false));
            let open = case.into_iter().filter(|atom| atom.as_constant().is_none());
            (!is_false).then(|| open.collect())
        };
        Cases(members.into_iter().filter_map(known).collect())
    }

    pub fn atom(atom: Atom) -> Self {
        match atom.as_constant() {
            Some(true) => Cases::always(),
            Some(false) => Cases(Vec::new()),
            None => Cases(vec![vec![atom.normal()]]),
        }
    }

    pub fn or(mut self, other: Cases) -> Cases {
        self.0.extend(other.0);
        self
    }

    /// Both; `at` is where to complain if that makes too many cases.
    pub fn and(self, other: Cases, at: &Condition) -> Result<Cases, Problem> {
        if self.0.len() * other.0.len() > MAX_CASES {
            return Err(Problem::new(at.span.clone(), "too many cases", "`or`s multiply here")
                .hint("write several option lines instead"));
        }
        Ok(self.both(&other))
    }

    /// The same as conditions that hold together: what all cases demand, and a choice among what is left.
    pub fn conditions(mut self) -> Vec<Atom> {
        let Some(first) = self.0.first().cloned() else { return vec![Atom::AnyOf(Vec::new())] };
        let (mut common, _): (Vec<Atom>, Vec<Atom>) =
            first.into_iter().partition(|atom| self.0.iter().all(|case| case.contains(atom)));
        self.0.iter_mut().for_each(|case| case.retain(|atom| !common.contains(atom)));
        if self.0.iter().all(|case| !case.is_empty()) {
            common.push(Atom::AnyOf(self.0).normal());
        }
        common
    }

    /// Both, however many cases that makes.
    pub fn both(&self, other: &Cases) -> Cases {
        let mut cases = Vec::new();
        for left in &self.0 {
            for right in &other.0 {
                let mut case = left.clone();
                case.extend(right.iter().filter(|a| !left.contains(a)).cloned());
                cases.push(case);
            }
        }
        Cases(cases)
    }
}

/// The cases in which `condition` holds.
pub(super) fn cases(scope: &mut NameScope, condition: &Condition) -> Result<Cases, Problem> {
    lower(scope, condition, true)
}

/// The cases in which `condition` does not hold.
pub(super) fn cases_against(
    scope: &mut NameScope,
    condition: &Condition,
) -> Result<Cases, Problem> {
    lower(scope, condition, false)
}

/// Whether a condition without heaps holds.
pub(super) fn known(scope: &mut NameScope, condition: &Condition) -> Result<bool, Problem> {
    let before = scope.fresh.take();
    let lowered = cases(scope, condition);
    scope.fresh = before;
    let cases = lowered?.0;
    if cases.iter().any(|case| case.is_empty()) {
        Ok(true)
    } else if cases.is_empty() {
        Ok(false)
    } else {
        Err(Problem::new(
            condition.span.clone(),
            "this must be known before play begins",
            "depends on heaps",
        ))
    }
}

fn lower(scope: &mut NameScope, condition: &Condition, wanted: bool) -> Result<Cases, Problem> {
    match &condition.kind {
        ConditionKind::Not(inner) => lower(scope, inner, !wanted),
        ConditionKind::And(left, right) | ConditionKind::Or(left, right) => {
            let is_and = matches!(condition.kind, ConditionKind::And(..));
            let left = lower(scope, left, wanted)?;
            let right = lower(scope, right, wanted)?;
            if is_and == wanted { left.and(right, condition) } else { Ok(left.or(right)) }
        }
        _ => {
            let before = scope.functions.len();
            let cases = comparison(scope, condition, wanted)?;
            scope.where_defined(cases, before, condition)
        }
    }
}

/// The cases of a condition without `and`, `or` and `not`.
fn comparison(
    scope: &mut NameScope,
    condition: &Condition,
    wanted: bool,
) -> Result<Cases, Problem> {
    match &condition.kind {
        ConditionKind::Not(_) | ConditionKind::And(..) | ConditionKind::Or(..) => {
            lower(scope, condition, wanted)
        }
        ConditionKind::Chain(first, rest) => {
            let mut links = Vec::new();
            let mut left = scope.operand(first)?;
            let mut left_expr = first;
            for (compare, right_expr) in rest {
                let right = scope.operand(right_expr)?;
                let next = right.clone();
                let (left_side, right) =
                    scope.sides((left, left_expr), *compare, (right, right_expr))?;
                links.push(link(left_side, left_expr, *compare, right, right_expr, wanted)?);
                (left, left_expr) = (next, right_expr);
            }
            all_or_any(links, wanted, condition)
        }
        ConditionKind::Each(heaps, rest) => {
            let heaps = match heaps {
                Some(expr) => scope.heaps_of(expr)?,
                None => (0..scope.heaps).collect(),
            };
            let mut links = Vec::new();
            for heap in heaps {
                let mut left = LoweredValue::Number(Affine::heap(heap));
                for (compare, expr) in rest {
                    let right = scope.operand(expr)?;
                    let next = right.clone();
                    let (left_side, right) = scope.sides((left, expr), *compare, (right, expr))?;
                    links.push(link(left_side, expr, *compare, right, expr, wanted)?);
                    left = next;
                }
            }
            all_or_any(links, wanted, condition)
        }
        ConditionKind::Distinct(heaps) => {
            let heaps = match heaps {
                Some(expr) => scope.heaps_of(expr)?,
                None => (0..scope.heaps).collect(),
            };
            let mut links = Vec::new();
            for (i, &x) in heaps.iter().enumerate() {
                for &y in &heaps[i + 1..] {
                    let difference = Affine::heap(x).minus(&Affine::heap(y)).expect("small");
                    let atom =
                        if wanted { Atom::NotZero(difference) } else { Atom::Zero(difference) };
                    links.push(Cases::atom(atom));
                }
            }
            all_or_any(links, wanted, condition)
        }
        ConditionKind::Divides(divisor, of) => {
            let divisor = scope.affine(divisor)?;
            let multiples = match scope.value(of)? {
                LoweredValue::Heaps(heaps) => heaps.into_iter().map(Affine::heap).collect(),
                value => vec![scope.affine_of(value, of)?],
            };
            let links = multiples
                .into_iter()
                .map(|of| Cases::atom(divides(divisor.clone(), of, wanted)))
                .collect();
            all_or_any(links, wanted, condition)
        }
        ConditionKind::In(item, set) if scope.infinite_set(set)?.is_some() => {
            let set = scope.infinite_set(set)?.expect("just seen");
            let is_in = LinearFunction::other(NumberFunction::IsIn(set), vec![scope.affine(item)?]);
            let yes = LoweredValue::Number(Affine::constant(1));
            link(is_in, item, ComparisonOperator::Equal, yes, item, wanted)
        }
        ConditionKind::In(item, set) => {
            let (item_expr, set) = (item, scope.set(set)?);
            let item = scope.affine(item_expr)?;
            let mut links = Vec::new();
            for member in set {
                let difference =
                    item.minus(&Affine::constant(member)).map_err(too_large(item_expr))?;
                let atom = if wanted { Atom::Zero(difference) } else { Atom::NotZero(difference) };
                links.push(Cases::atom(atom));
            }
            // In the set: equal to any member. Not in it: different from all.
            all_or_any(links, !wanted, condition)
        }
        ConditionKind::Bare(expr) => {
            scope.defined_condition(expr, condition, |scope, body| lower(scope, body, wanted))
        }
        // The parser reads these in claims only.
        ConditionKind::Implies(..)
        | ConditionKind::Iff(..)
        | ConditionKind::Subset(..)
        | ConditionKind::Quantified(..)
        | ConditionKind::Let(..) => {
            let span = condition.span.clone();
            Err(Problem::new(span, "only a claim can say this", "not in a rule"))
        }
    }
}

/// A divisor that is a number makes a congruence, which more engines understand.
fn divides(divisor: Affine, of: Affine, holds: bool) -> Atom {
    match divisor.as_constant() {
        Some(modulus) if modulus >= 1 && holds => Atom::Congruent { value: of, modulus },
        _ => Atom::Divides { divisor, of, holds },
    }
}

fn all_or_any(links: Vec<Cases>, all: bool, at: &Condition) -> Result<Cases, Problem> {
    if all {
        links.into_iter().try_fold(Cases::always(), |both, link| both.and(link, at))
    } else {
        Ok(links.into_iter().fold(Cases(Vec::new()), Cases::or))
    }
}

impl NameScope {
    /// The cases of a comparison, with what defines the variables that it brought, those from `before` on. Where one of
    /// its functions has no value it does not hold; of other conditions that says nothing.
    fn where_defined(
        &mut self,
        cases: Cases,
        before: usize,
        at: &Condition,
    ) -> Result<Cases, Problem> {
        let variables = &mut self.functions[before..];
        if !variables.iter().any(|variable| variable.may_lack_value()) {
            return Ok(cases);
        }
        variables.iter_mut().try_fold(cases, |all, variable| {
            variable.is_local = true;
            let definition = std::mem::replace(&mut variable.definition, Cases::always());
            all.and(definition, at)
        })
    }

    /// The sides of a comparison: of two functions one gets a variable, and so does a remainder that is not compared with a
    /// number or with another of the same modulus.
    fn sides(
        &mut self,
        (left, left_expr): (LoweredValue, &Expr),
        compare: ComparisonOperator,
        (right, right_expr): (LoweredValue, &Expr),
    ) -> Result<(LoweredValue, LoweredValue), Problem> {
        use ComparisonOperator::{Equal, NotEqual};
        use LoweredValue::{Function, Number, Residue};
        // What is infinite can be compared, but no variable is.
        if let (Function(x), Function(y)) = (&left, &right)
            && let Some(x) = x.exponent_of_two()
        {
            return match y.exponent_of_two() {
                Some(y) => {
                    let both = vec![x.clone(), y.clone()];
                    let order = LinearFunction::other(NumberFunction::V2Order, both);
                    Ok((order, Number(Affine::constant(0))))
                }
                None => Ok((left, Number(self.affine_of(right, right_expr)?))),
            };
        }
        let varies = |number: &Affine| number.as_constant().is_none();
        let turn_left = match (&left, &right) {
            (Function(_), Function(_)) | (Residue(..), Function(_)) => true,
            (Residue(..), Number(number)) => varies(number),
            (Residue(_, m), Residue(_, k)) => m != k || !matches!(compare, Equal | NotEqual),
            _ => false,
        };
        let turn_right = match (&left, &right) {
            (Number(number), Residue(..)) => varies(number),
            (Function(_), Residue(..)) => true,
            (Residue(..), Residue(..)) => turn_left,
            _ => false,
        };
        let left = match turn_left {
            true => Number(self.affine_of(left, left_expr)?),
            false => left,
        };
        let right = match turn_right {
            true => Number(self.affine_of(right, right_expr)?),
            false => right,
        };
        Ok((left, right))
    }

    /// A side of a comparison: a number, a function of numbers, or a remainder.
    fn operand(&mut self, expr: &Expr) -> Result<LoweredValue, Problem> {
        match self.value(expr)? {
            value @ (LoweredValue::Residue(..) | LoweredValue::Function(_)) => Ok(value),
            LoweredValue::Heaps(heaps) if heaps.len() != 1 => Err(Problem::new(
                expr.span.clone(),
                "several heaps cannot be compared at once",
                format!("{} heaps", heaps.len()),
            )
            .hint("write `each h[..] = 0` for all of them, or `sum(h)` for their sum")),
            value => self.affine_of(value, expr).map(LoweredValue::Number),
        }
    }
}

/// One comparison.
fn link(
    left: LoweredValue,
    left_expr: &Expr,
    compare: ComparisonOperator,
    right: LoweredValue,
    right_expr: &Expr,
    wanted: bool,
) -> Result<Cases, Problem> {
    let compare = if wanted { compare } else { compare.negated() };
    match (left, right) {
        (LoweredValue::Number(left), LoweredValue::Number(right)) => {
            numbers(&left, compare, &right).map(Cases::atom).map_err(too_large(right_expr))
        }
        (LoweredValue::Function(left), LoweredValue::Number(right)) => {
            left.compared(compare, &right).map_err(too_large(right_expr))
        }
        (LoweredValue::Number(left), LoweredValue::Function(right)) => {
            right.compared(compare.flipped(), &left).map_err(too_large(right_expr))
        }
        (LoweredValue::Residue(value, modulus), LoweredValue::Number(right)) => {
            let right = known_side(&right);
            residue(&value, modulus, |r| compare.holds(r, right), left_expr)
        }
        (LoweredValue::Number(left), LoweredValue::Residue(value, modulus)) => {
            let left = known_side(&left);
            residue(&value, modulus, |r| compare.holds(left, r), right_expr)
        }
        (LoweredValue::Residue(left, m), LoweredValue::Residue(right, _)) => {
            let difference = left.minus(&right).map_err(too_large(right_expr))?;
            let equal = compare == ComparisonOperator::Equal;
            residue(&difference, m, |r| (r == 0) == equal, right_expr)
        }
        _ => unreachable!("`sides` leaves one function or remainder beside a number"),
    }
}

/// The number that a remainder is compared with.
fn known_side(side: &Affine) -> i64 {
    side.as_constant().expect("`sides` makes a variable of a remainder beside what varies")
}

fn numbers(
    left: &Affine,
    compare: ComparisonOperator,
    right: &Affine,
) -> Result<Atom, NumberTooLarge> {
    let one = Affine::constant(1);
    Ok(match compare {
        ComparisonOperator::Equal => Atom::Zero(left.minus(right)?),
        ComparisonOperator::NotEqual => Atom::NotZero(left.minus(right)?),
        ComparisonOperator::AtMost => Atom::AtLeastZero(right.minus(left)?),
        ComparisonOperator::Less => Atom::AtLeastZero(right.minus(left)?.minus(&one)?),
        ComparisonOperator::AtLeast => Atom::AtLeastZero(left.minus(right)?),
        ComparisonOperator::Greater => Atom::AtLeastZero(left.minus(right)?.minus(&one)?),
    })
}

/// The cases `value mod modulus = r` over all r with `keep(r)`.
fn residue(
    value: &Affine,
    modulus: i64,
    keep: impl Fn(i64) -> bool,
    expr: &Expr,
) -> Result<Cases, Problem> {
    if modulus > MAX_MODULUS {
        return Err(Problem::new(expr.span.clone(), "modulus too large", format!("{modulus}"))
            .hint(format!("remainders can be compared up to modulus {MAX_MODULUS}")));
    }
    let mut cases = Cases(Vec::new());
    for r in 0..modulus {
        if keep(r) {
            let value = value.minus(&Affine::constant(r)).map_err(too_large(expr))?;
            cases = cases.or(Cases::atom(Atom::Congruent { value, modulus }));
        }
    }
    Ok(cases)
}
