//! What names mean, and the value of an expression under them.
//!
//! Parameters and `for` variables are numbers, sets or lists known while lowering; heaps and
//! fresh variables are symbols. Evaluating an expression folds everything known, so what is left
//! is affine in the symbols or a problem is reported.

use std::collections::BTreeMap;

use super::formula;
use crate::family::{Affine, NumberTooLarge};
use crate::problem::Problem;
use crate::syntax::{Expr, ExprKind, Operator, Spanned, SpannedName};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LoweredValue {
    /// A number, perhaps with heaps and variables in it.
    Number(Affine),
    /// `value mod modulus` with heaps or variables in it.
    Residue(Affine, i64),
    /// A set of numbers, sorted.
    Set(Vec<i64>),
    /// The ranges of a position `in ranges`.
    Sets(Vec<Vec<i64>>),
    /// A list parameter.
    List(Vec<i64>),
    /// Heaps, by number from 0: a whole row or a part of one.
    Heaps(Vec<usize>),
    /// A text parameter, which only a code can be.
    Text,
}

impl LoweredValue {
    fn kind(&self) -> &'static str {
        match self {
            LoweredValue::Number(_) => "a number",
            LoweredValue::Residue(..) => "a remainder",
            LoweredValue::Set(_) => "a set of indices",
            LoweredValue::Sets(_) => "a list of ranges",
            LoweredValue::List(_) => "a list",
            LoweredValue::Heaps(_) => "several heaps",
            LoweredValue::Text => "a text",
        }
    }
}

/// The names in force.
#[derive(Clone, Debug, Default)]
pub(super) struct NameScope {
    /// Parameters and `for` variables.
    pub known: BTreeMap<String, LoweredValue>,
    /// The heaps of a tuple, by name.
    pub tuple: Vec<String>,
    /// The name of a row of heaps.
    pub row: Option<String>,
    /// How many heaps there are.
    pub heaps: usize,
    /// Whether the position is a single heap, which may become several.
    pub is_single: bool,
    /// Whether indices go round a circle.
    pub circle: bool,
    /// The least a piece of a split heap can be.
    pub floor: i64,
    /// Fresh variables met so far; `None` where none may be introduced.
    pub fresh: Option<Vec<SpannedName>>,
}

type EvaluationResult<T> = Result<T, Problem>;

impl NameScope {
    /// All names a writer might have meant.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let known = self.known.keys().map(String::as_str);
        known.chain(self.tuple.iter().map(String::as_str)).chain(self.row.as_deref())
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> EvaluationResult<LoweredValue> {
        match &expr.kind {
            ExprKind::Number(n) => Ok(LoweredValue::Number(Affine::constant(*n))),
            ExprKind::Name(name) => self.named(name, expr),
            ExprKind::Heap(row, index) => self.heap(row, index, expr),
            ExprKind::Negate(inner) => {
                let inner = self.affine(inner)?;
                Ok(LoweredValue::Number(inner.times(-1).map_err(too_large(expr))?))
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            ExprKind::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                if high - low > 10_000 {
                    return Err(Problem::new(expr.span.clone(), "range too long", "here"));
                }
                Ok(LoweredValue::Set((low..=high).collect()))
            }
            ExprKind::Set(items) => {
                let mut set = Vec::new();
                for item in items {
                    set.push(self.number(item)?);
                }
                set.sort_unstable();
                set.dedup();
                Ok(LoweredValue::Set(set))
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr),
            ExprKind::Count(variable, over, condition) => self.count(variable, over, condition),
            // The parser reads these in claims only.
            ExprKind::Tuple(_) | ExprKind::Text(_) | ExprKind::If(..) | ExprKind::Listed(..) => {
                Err(Problem::new(expr.span.clone(), "only a claim can say this", "not in a rule"))
            }
        }
    }

    /// The value of an expression that must be a number, perhaps with symbols.
    pub fn affine(&mut self, expr: &Expr) -> EvaluationResult<Affine> {
        match self.value(expr)? {
            LoweredValue::Number(value) => Ok(value),
            LoweredValue::Heaps(heaps) if heaps.len() == 1 => Ok(Affine::heap(heaps[0])),
            LoweredValue::Residue(..) => Err(Problem::new(
                expr.span.clone(),
                "a remainder of heaps cannot be used in arithmetic",
                "not linear",
            )
            .hint("compare it directly, as in `(a + b) mod 3 = 1`, or write `a + b = 3*q + 1`")),
            other => Err(expected("a number", &other, expr)),
        }
    }

    /// The value of an expression that must be known while lowering.
    pub fn number(&mut self, expr: &Expr) -> EvaluationResult<i64> {
        let before = self.fresh.take();
        let value = self.affine(expr);
        self.fresh = before;
        value?.as_constant().ok_or_else(|| {
            Problem::new(
                expr.span.clone(),
                "this must be known before play begins",
                "contains a heap",
            )
            .hint("use numbers, parameters and `for` variables here")
        })
    }

    /// The value of an expression that must be a set of indices.
    pub fn set(&mut self, expr: &Expr) -> EvaluationResult<Vec<i64>> {
        match self.value(expr)? {
            LoweredValue::Set(set) | LoweredValue::List(set) => Ok(set),
            LoweredValue::Number(n) if n.as_constant().is_some() => {
                Ok(n.as_constant().into_iter().collect())
            }
            other => Err(expected("a set of indices", &other, expr)),
        }
    }

    /// The value of an expression that must name heaps: `a`, `h`, `h[i]`, `h[1 .. 3]`.
    pub fn heaps_of(&mut self, expr: &Expr) -> EvaluationResult<Vec<usize>> {
        match self.value(expr)? {
            LoweredValue::Heaps(heaps) => Ok(heaps),
            LoweredValue::Number(n) => {
                let heap = (0..self.heaps).find(|i| n == Affine::heap(*i));
                heap.map(|i| vec![i])
                    .ok_or_else(|| expected("a heap", &LoweredValue::Number(n), expr))
            }
            other => Err(expected("a heap", &other, expr)),
        }
    }

    fn named(&mut self, name: &str, expr: &Expr) -> EvaluationResult<LoweredValue> {
        if let Some(value) = self.known.get(name) {
            return Ok(value.clone());
        }
        if let Some(i) = self.tuple.iter().position(|n| n == name) {
            return Ok(LoweredValue::Number(Affine::heap(i)));
        }
        if self.row.as_deref() == Some(name) {
            return Ok(LoweredValue::Heaps((0..self.heaps).collect()));
        }
        let Some(fresh) = &mut self.fresh else {
            return Err(self.unknown(name, expr));
        };
        let index = match fresh.iter().position(|n| n.value == name) {
            Some(index) => index,
            None => {
                fresh.push(Spanned { value: name.to_string(), span: expr.span.clone() });
                fresh.len() - 1
            }
        };
        Ok(LoweredValue::Number(Affine::fresh(index)))
    }

    fn unknown(&self, name: &str, expr: &Expr) -> Problem {
        let names: Vec<&str> = self.names().collect();
        let hint = if names.is_empty() {
            "no name is known here".to_string()
        } else {
            format!("names known here: {}", names.join(", "))
        };
        Problem::new(expr.span.clone(), format!("unknown name `{name}`"), "not known here")
            .hint(hint)
            .did_you_mean(name, names)
    }

    fn heap(
        &mut self,
        row: &SpannedName,
        index: &Expr,
        expr: &Expr,
    ) -> EvaluationResult<LoweredValue> {
        if let Some(LoweredValue::List(items)) = self.known.get(&row.value).cloned() {
            let at = self.number(index)?;
            let item = usize::try_from(at - 1).ok().and_then(|i| items.get(i));
            return item.map(|i| LoweredValue::Number(Affine::constant(*i))).ok_or_else(|| {
                let message = format!("`{}` has no item {at}", row.value);
                Problem::new(expr.span.clone(), message, format!("it has {}", items.len()))
            });
        }
        if self.row.as_deref() != Some(&row.value) {
            let problem = Problem::new(
                row.span.clone(),
                format!("`{}` is not a row of heaps", row.value),
                "no row",
            );
            let problem = match &self.row {
                None if !self.tuple.is_empty() => {
                    problem.hint(format!("the heaps are called {}", self.tuple.join(", ")))
                }
                _ => problem,
            };
            return Err(problem.did_you_mean(&row.value, self.row.as_deref()));
        }
        let before = self.fresh.take();
        let indices = self.value(index);
        self.fresh = before;
        let indices = indices.map_err(|problem| match &index.kind {
            ExprKind::Name(name) if !self.names().any(|known| known == name) => {
                problem.hint(format!("say which heaps: add `for {name}`"))
            }
            _ => problem,
        });
        let indices = match indices? {
            LoweredValue::Number(n) => match n.as_constant() {
                Some(i) => vec![i],
                None => {
                    return Err(Problem::new(
                        index.span.clone(),
                        "an index cannot depend on heaps",
                        "here",
                    )
                    .hint("use numbers, parameters and `for` variables in an index"));
                }
            },
            LoweredValue::Set(set) => set,
            other => return Err(expected("an index or a set of indices", &other, index)),
        };
        let mut heaps = Vec::new();
        for i in indices {
            let heap = self.place(i, index)?;
            if !heaps.contains(&heap) {
                heaps.push(heap);
            }
        }
        Ok(LoweredValue::Heaps(heaps))
    }

    /// The heap with index `i`, from 1, going round on a circle.
    fn place(&self, i: i64, index: &Expr) -> EvaluationResult<usize> {
        let n = i64::try_from(self.heaps).expect("few heaps");
        let place = if self.circle { (i - 1).rem_euclid(n.max(1)) } else { i - 1 };
        if (0..n).contains(&place) {
            return Ok(usize::try_from(place).expect("not negative"));
        }
        Err(Problem::new(
            index.span.clone(),
            format!("there is no heap {i}"),
            format!("heaps are numbered 1 to {n}"),
        )
        .hint("bound the index, as in `for i in 1 .. n-1`, or say `on a circle`"))
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> EvaluationResult<LoweredValue> {
        let number = |value: Result<Affine, NumberTooLarge>| {
            value.map(LoweredValue::Number).map_err(too_large(expr))
        };
        match operator {
            Operator::Add => number(self.affine(left)?.plus(1, &self.affine(right)?)),
            Operator::Subtract => match (self.value(left)?, self.value(right)?) {
                (LoweredValue::Set(a), LoweredValue::Set(b)) => {
                    Ok(LoweredValue::Set(a.into_iter().filter(|i| !b.contains(i)).collect()))
                }
                _ => number(self.affine(left)?.minus(&self.affine(right)?)),
            },
            Operator::Multiply => {
                let (a, b) = (self.affine(left)?, self.affine(right)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(a), _) => number(b.times(a)),
                    (_, Some(b)) => number(a.times(b)),
                    _ => Err(Problem::new(
                        expr.span.clone(),
                        "a product of heaps or variables",
                        "not linear",
                    )
                    .hint("one factor must be a number or a parameter")),
                }
            }
            Operator::Divide => {
                let b = self.positive(right)?;
                let a = self.number(left).map_err(|_| {
                    Problem::new(expr.span.clone(), "a heap is divided", "not linear")
                        .hint("multiply the other side instead, as in `2*x <= a`")
                })?;
                Ok(LoweredValue::Number(Affine::constant(a.div_euclid(b))))
            }
            Operator::Modulo => {
                let (a, b) = (self.affine(left)?, self.positive(right)?);
                match a.as_constant() {
                    Some(a) => Ok(LoweredValue::Number(Affine::constant(a.rem_euclid(b)))),
                    None => Ok(LoweredValue::Residue(a, b)),
                }
            }
            Operator::Power => {
                let (base, exponent) = (self.number(left)?, self.number(right)?);
                if exponent < 0 {
                    let message = format!("{exponent} is no exponent");
                    return Err(Problem::new(right.span.clone(), message, "must be 0 or more"));
                }
                let power = u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e));
                let power = power.filter(|p| p.unsigned_abs() <= crate::lex::MAX_NUMBER as u64);
                number(power.map(Affine::constant).ok_or(NumberTooLarge))
            }
            Operator::Intersection => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                Ok(LoweredValue::Set(a.into_iter().filter(|i| b.contains(i)).collect()))
            }
            Operator::Xor => {
                Err(Problem::new(expr.span.clone(), "only a claim can say this", "not in a rule"))
            }
            Operator::Union => {
                let (mut a, b) = (self.set(left)?, self.set(right)?);
                a.extend(b);
                a.sort_unstable();
                a.dedup();
                Ok(LoweredValue::Set(a))
            }
        }
    }

    fn positive(&mut self, expr: &Expr) -> EvaluationResult<i64> {
        match self.number(expr)? {
            n if n >= 1 => Ok(n),
            n => {
                let message = format!("division or remainder by {n}");
                Err(Problem::new(expr.span.clone(), message, "must be 1 or more"))
            }
        }
    }

    fn call(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
        expr: &Expr,
    ) -> EvaluationResult<LoweredValue> {
        let function = name.value.as_str();
        match (function, arguments) {
            ("min" | "max", _) => {
                let mut values = Vec::new();
                for argument in arguments {
                    let value = self.number(argument);
                    let message = format!("`{function}` of heaps is not linear");
                    let hint = "write one condition for each heap, as in `t <= a, t <= b`";
                    values.push(value.map_err(|_| {
                        Problem::new(expr.span.clone(), message, "not linear").hint(hint)
                    })?);
                }
                let best =
                    if function == "min" { values.iter().min() } else { values.iter().max() };
                Ok(LoweredValue::Number(Affine::constant(*best.expect("a call has an argument"))))
            }
            ("size", [set]) => {
                let size = match self.value(set)? {
                    LoweredValue::Set(set) => set.len(),
                    LoweredValue::Sets(sets) => sets.len(),
                    LoweredValue::List(list) => list.len(),
                    LoweredValue::Heaps(heaps) => heaps.len(),
                    other => return Err(expected("a set or a list", &other, set)),
                };
                Ok(LoweredValue::Number(Affine::constant(i64::try_from(size).expect("small"))))
            }
            ("sum", [items]) => {
                let mut sum = Affine::constant(0);
                match self.value(items)? {
                    LoweredValue::List(list) => {
                        for item in list {
                            sum = sum.plus(1, &Affine::constant(item)).map_err(too_large(expr))?;
                        }
                    }
                    LoweredValue::Heaps(heaps) => {
                        for heap in heaps {
                            sum = sum.plus(1, &Affine::heap(heap)).map_err(too_large(expr))?;
                        }
                    }
                    other => return Err(expected("a list or a row of heaps", &other, items)),
                }
                Ok(LoweredValue::Number(sum))
            }
            ("size" | "sum", _) => Err(Problem::new(
                expr.span.clone(),
                format!("`{function}` takes one argument"),
                format!("{} given", arguments.len()),
            )),
            _ => Err(Problem::new(
                name.span.clone(),
                format!("unknown function `{function}`"),
                "not known",
            )
            .hint("functions: min, max, size, sum, count")
            .did_you_mean(function, ["min", "max", "size", "sum", "count"])),
        }
    }

    fn count(
        &mut self,
        variable: &SpannedName,
        over: &Expr,
        condition: &crate::syntax::Condition,
    ) -> EvaluationResult<LoweredValue> {
        let values = self.elements(over)?;
        let shadowed = self.known.get(&variable.value).cloned();
        let mut count = 0;
        for value in values {
            self.known.insert(variable.value.clone(), value);
            count += i64::from(formula::known(self, condition)?);
        }
        match shadowed {
            Some(value) => self.known.insert(variable.value.clone(), value),
            None => self.known.remove(&variable.value),
        };
        Ok(LoweredValue::Number(Affine::constant(count)))
    }

    /// What a `for` variable runs through: the numbers of a set or list, or the ranges.
    pub fn elements(&mut self, over: &Expr) -> EvaluationResult<Vec<LoweredValue>> {
        match self.value(over)? {
            LoweredValue::Set(items) | LoweredValue::List(items) => {
                Ok(items.into_iter().map(|i| LoweredValue::Number(Affine::constant(i))).collect())
            }
            LoweredValue::Sets(sets) => Ok(sets.into_iter().map(LoweredValue::Set).collect()),
            other => {
                Err(expected("a set", &other, over)
                    .hint("for example `1 .. n`, `{1, 3}` or `ranges`"))
            }
        }
    }
}

pub(super) fn too_large(expr: &Expr) -> impl Fn(NumberTooLarge) -> Problem + use<> {
    let span = expr.span.clone();
    move |NumberTooLarge| {
        Problem::new(span.clone(), "number too large", "grows beyond the limits here")
            .hint("coefficients go up to 2^20, constants up to 2^36")
    }
}

fn expected(what: &str, found: &LoweredValue, expr: &Expr) -> Problem {
    let message = format!("expected {what}, found {}", found.kind());
    Problem::new(expr.span.clone(), message, format!("expected {what}"))
}
