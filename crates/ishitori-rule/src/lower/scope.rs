//! What names mean, and the value of an expression under them.
//!
//! Parameters and `for` variables are numbers, sets or lists known while lowering; heaps and
//! fresh variables are symbols. Evaluating an expression folds everything known, so what is left
//! is affine in the symbols or a problem is reported.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::formula;
use super::function::{FunctionVariable, LinearFunction};
use crate::family::{Affine, NumberTooLarge};
use crate::number_function::{InfiniteSet, NumberFunction};
use crate::problem::Problem;
use crate::syntax::{Definition, Expr, ExprKind, Operator, Spanned, SpannedName};

/// The functions that a rule can call, beside the names of graphs.
const FUNCTIONS: [&str; 20] = [
    "min",
    "max",
    "abs",
    "floor",
    "ceil",
    "size",
    "sum",
    "count",
    "gcd",
    "xor",
    "and",
    "or",
    "v2",
    "tail",
    "popcount",
    "bitlen",
    "totient",
    "sqrt",
    "vertices",
    "neighbours",
];

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LoweredValue {
    /// A number, perhaps with heaps and variables in it.
    Number(Affine),
    /// A quotient, a minimum or a maximum with heaps or variables in it.
    Function(LinearFunction),
    /// `value mod modulus` with heaps or variables in it.
    Residue(Affine, i64),
    /// A set of numbers, sorted.
    Set(Vec<i64>),
    /// The ranges of a position `in ranges`.
    Sets(Vec<Vec<i64>>),
    /// A list parameter.
    List(Vec<i64>),
    /// A list of sets, such as the edges of a graph.
    Lists(Vec<Vec<i64>>),
    /// Heaps, by number from 0: a whole row or a part of one.
    Heaps(Vec<usize>),
    /// A text parameter, which only a code can be.
    Text,
}

impl LoweredValue {
    pub fn kind(&self) -> &'static str {
        match self {
            LoweredValue::Number(_) | LoweredValue::Function(_) => "a number",
            LoweredValue::Residue(..) => "a remainder",
            LoweredValue::Set(_) => "a set of indices",
            LoweredValue::Sets(_) => "a list of ranges",
            LoweredValue::List(_) => "a list",
            LoweredValue::Lists(_) => "a list of sets",
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
    /// The names of the states, which count as heaps behind the heaps.
    pub states: Vec<String>,
    /// Whether the position is a single heap, which may become several.
    pub is_single: bool,
    /// Whether indices go round a circle.
    pub circle: bool,
    /// The least a piece of a split heap can be.
    pub floor: i64,
    /// Fresh variables met so far; `None` where none may be introduced.
    pub fresh: Option<Vec<SpannedName>>,
    /// Fresh variables that stand for the value of a function.
    pub functions: Vec<FunctionVariable>,
    /// The rule's own functions and conditions.
    pub definitions: Arc<[Definition]>,
    /// How many definitions we are in; inside of them no new variable is met.
    pub depth: usize,
}

type EvaluationResult<T> = Result<T, Problem>;

impl NameScope {
    /// All names a writer might have meant.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let known = self.known.keys().map(String::as_str);
        let heaps = self.tuple.iter().chain(&self.states).map(String::as_str);
        known.chain(heaps).chain(self.row.as_deref())
    }

    /// How many heaps and states there are.
    pub fn places(&self) -> usize {
        self.heaps + self.states.len()
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
            ExprKind::Set(items) if items.iter().any(|item| self.is_set(item)) => {
                let sets: Result<Vec<Vec<i64>>, Problem> =
                    items.iter().map(|item| self.set(item)).collect();
                Ok(LoweredValue::Lists(sets?))
            }
            ExprKind::Set(items) => {
                let mut set = Vec::new();
                for item in items {
                    match &item.kind {
                        ExprKind::Listed(item, through, condition) => {
                            self.listed(item, through, condition.as_deref(), &mut set)?;
                        }
                        _ => set.push(self.number(item)?),
                    }
                }
                set.sort_unstable();
                set.dedup();
                Ok(LoweredValue::Set(set))
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr),
            ExprKind::Count(variable, over, condition) => self.count(variable, over, condition),
            ExprKind::If(condition, yes, no) => self.choice(condition, yes, no, expr),
            // The parser reads these in claims only.
            ExprKind::Tuple(_) | ExprKind::Text(_) | ExprKind::Listed(..) => {
                Err(Problem::new(expr.span.clone(), "only a claim can say this", "not in a rule"))
            }
        }
    }

    /// Whether a member of a set is a set itself, by its look.
    fn is_set(&self, item: &Expr) -> bool {
        match &item.kind {
            ExprKind::Set(_) | ExprKind::Range(..) => true,
            ExprKind::Name(name) => {
                matches!(self.known.get(name), Some(LoweredValue::Set(_) | LoweredValue::List(_)))
            }
            _ => false,
        }
    }

    /// The value of an expression that must be a number, perhaps with symbols.
    pub fn affine(&mut self, expr: &Expr) -> EvaluationResult<Affine> {
        let value = self.value(expr)?;
        self.affine_of(value, expr)
    }

    /// A value that must be a number, perhaps with symbols; a function gets a variable.
    pub fn affine_of(&mut self, value: LoweredValue, expr: &Expr) -> EvaluationResult<Affine> {
        match value {
            LoweredValue::Number(value) => Ok(value),
            LoweredValue::Function(function) => self.variable_of(function, expr),
            LoweredValue::Heaps(heaps) if heaps.len() == 1 => Ok(Affine::heap(heaps[0])),
            LoweredValue::Residue(value, modulus) => {
                // What is left is the number less its quotient, so many times.
                let quotient = LinearFunction::quotient(value.clone(), modulus);
                let quotient = self.affine_of(quotient, expr)?;
                value.plus(-modulus, &quotient).map_err(too_large(expr))
            }
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
        if let ExprKind::Name(name) = &expr.kind
            && !self.names().any(|known| known == name)
            && let Some(set) = self.defined_set(name, expr)
        {
            return set;
        }
        match self.value(expr)? {
            LoweredValue::Set(set) | LoweredValue::List(set) => Ok(set),
            // A file with a number in each line, or with one line.
            LoweredValue::Lists(lists)
                if lists.len() == 1 || lists.iter().all(|list| list.len() == 1) =>
            {
                Ok(lists.into_iter().flatten().collect())
            }
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
                let heap = (0..self.places()).find(|i| n == Affine::heap(*i));
                heap.map(|i| vec![i])
                    .ok_or_else(|| expected("a heap", &LoweredValue::Number(n), expr))
            }
            other => Err(expected("a heap", &other, expr)),
        }
    }

    /// The set without end that an expression names: `squares`, `powers(2)`.
    pub fn infinite_set(&mut self, expr: &Expr) -> EvaluationResult<Option<InfiniteSet>> {
        match &expr.kind {
            ExprKind::Name(name) if !self.names().any(|known| known == name) => {
                Ok(InfiniteSet::named(name))
            }
            ExprKind::Call(name, arguments) if name.value == "powers" && arguments.len() == 1 => {
                match self.number(&arguments[0])? {
                    base @ 2.. => Ok(Some(InfiniteSet::Powers(base))),
                    base => {
                        let message = format!("{base} has no powers without end");
                        Err(Problem::new(expr.span.clone(), message, "must be 2 or more"))
                    }
                }
            }
            _ => Ok(None),
        }
    }

    fn named(&mut self, name: &str, expr: &Expr) -> EvaluationResult<LoweredValue> {
        if let Some(value) = self.known.get(name) {
            return Ok(value.clone());
        }
        if let Some(i) = self.tuple.iter().position(|n| n == name) {
            return Ok(LoweredValue::Number(Affine::heap(i)));
        }
        if let Some(i) = self.states.iter().position(|n| n == name) {
            return Ok(LoweredValue::Number(Affine::heap(self.heaps + i)));
        }
        if self.row.as_deref() == Some(name) {
            return Ok(LoweredValue::Heaps((0..self.heaps).collect()));
        }
        if name == "petersen" {
            let graph = Spanned { value: name.to_string(), span: expr.span.clone() };
            return self.graph_function(&graph, &[], expr).expect("a graph");
        }
        let depth = self.depth;
        let Some(fresh) = self.fresh.as_mut().filter(|_| depth == 0) else {
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
            LoweredValue::Set(set) | LoweredValue::List(set) => set,
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
            Operator::Add | Operator::Subtract => {
                let sign = if operator == Operator::Add { 1 } else { -1 };
                match (self.value(left)?, self.value(right)?) {
                    (LoweredValue::Set(a), LoweredValue::Set(b)) if sign == -1 => {
                        Ok(LoweredValue::Set(a.into_iter().filter(|i| !b.contains(i)).collect()))
                    }
                    (LoweredValue::Function(function), LoweredValue::Number(term)) => {
                        let sum = function.plus(sign, &term).map_err(too_large(expr))?;
                        Ok(LoweredValue::Function(sum))
                    }
                    (LoweredValue::Number(term), LoweredValue::Function(function)) if sign == 1 => {
                        let sum = function.plus(1, &term).map_err(too_large(expr))?;
                        Ok(LoweredValue::Function(sum))
                    }
                    (a, b) => {
                        let (a, b) = (self.affine_of(a, left)?, self.affine_of(b, right)?);
                        number(a.plus(sign, &b))
                    }
                }
            }
            Operator::Multiply => {
                let (a, b) = (self.affine(left)?, self.affine(right)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(a), _) => number(b.times(a)),
                    (_, Some(b)) => number(a.times(b)),
                    _ => Ok(LinearFunction::other(NumberFunction::Product, vec![a, b])),
                }
            }
            Operator::Divide => {
                let a = self.affine(left)?;
                match self.divisor(right)? {
                    Ok(b) => Ok(LinearFunction::quotient(a, b)),
                    Err(b) => Ok(LinearFunction::other(NumberFunction::Quotient, vec![a, b])),
                }
            }
            Operator::Modulo => {
                let a = self.affine(left)?;
                match (a.as_constant(), self.divisor(right)?) {
                    (Some(a), Ok(b)) => Ok(LoweredValue::Number(Affine::constant(a.rem_euclid(b)))),
                    (None, Ok(b)) => Ok(LoweredValue::Residue(a, b)),
                    (_, Err(b)) => Ok(LinearFunction::other(NumberFunction::Remainder, vec![a, b])),
                }
            }
            Operator::Power => {
                let (base, exponent) = (self.affine(left)?, self.affine(right)?);
                let (Some(base), Some(exponent)) = (base.as_constant(), exponent.as_constant())
                else {
                    return Ok(match exponent.as_constant() {
                        Some(1) => LoweredValue::Number(base),
                        // A square has better bounds as a product.
                        Some(2) => {
                            LinearFunction::other(NumberFunction::Product, vec![base.clone(), base])
                        }
                        _ => LinearFunction::other(NumberFunction::Power, vec![base, exponent]),
                    });
                };
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
                let both = vec![self.affine(left)?, self.affine(right)?];
                Ok(LinearFunction::other(NumberFunction::Xor, both))
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

    /// A divisor: a number that is known and at least 1, or one that varies.
    fn divisor(&mut self, expr: &Expr) -> EvaluationResult<Result<i64, Affine>> {
        let divisor = self.affine(expr)?;
        match divisor.as_constant() {
            Some(n) if n >= 1 => Ok(Ok(n)),
            None => Ok(Err(divisor)),
            Some(n) => {
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
        if let Some(defined) = self.defined_number(name, arguments) {
            return defined;
        }
        if let Some(value) = self.graph_function(name, arguments, expr) {
            return value;
        }
        if let Some((number_function, least, most)) = NumberFunction::named(function) {
            let of = self.spread(arguments)?;
            if !(least..=most).contains(&of.len()) {
                let message = format!("`{function}` takes one argument");
                let given = format!("{} given", of.len());
                return Err(Problem::new(expr.span.clone(), message, given));
            }
            return Ok(LinearFunction::other(number_function, of));
        }
        match (function, arguments) {
            ("min" | "max", _) => {
                Ok(LinearFunction::extreme(function == "min", self.spread(arguments)?))
            }
            ("abs", [inner]) => {
                let inner = self.affine(inner)?;
                let opposite = inner.times(-1).map_err(too_large(expr))?;
                Ok(LinearFunction::extreme(false, vec![inner, opposite]))
            }
            ("floor" | "ceil", [quotient]) => self.rounded(function == "ceil", quotient),
            ("size", [set]) => {
                let size = match self.value(set)? {
                    LoweredValue::Set(set) => set.len(),
                    LoweredValue::Sets(sets) => sets.len(),
                    LoweredValue::List(list) => list.len(),
                    LoweredValue::Lists(lists) => lists.len(),
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
            ("size" | "sum" | "abs" | "floor" | "ceil", _) => Err(Problem::new(
                expr.span.clone(),
                format!("`{function}` takes one argument"),
                format!("{} given", arguments.len()),
            )),
            _ => Err(Problem::new(
                name.span.clone(),
                format!("unknown function `{function}`"),
                "not known",
            )
            .hint(format!("functions: {}", FUNCTIONS.join(", ")))
            .did_you_mean(function, FUNCTIONS)),
        }
    }

    /// Numbers as arguments; a row or a list stands for all that is in it.
    fn spread(&mut self, arguments: &[Expr]) -> EvaluationResult<Vec<Affine>> {
        let mut values = Vec::new();
        for argument in arguments {
            match self.value(argument)? {
                LoweredValue::Heaps(heaps) => values.extend(heaps.into_iter().map(Affine::heap)),
                LoweredValue::List(items) => values.extend(items.into_iter().map(Affine::constant)),
                value => values.push(self.affine_of(value, argument)?),
            }
        }
        Ok(values)
    }

    /// `floor(x/k)`, `ceil(x/k)`, `floor(k*phi)`.
    fn rounded(&mut self, up: bool, expr: &Expr) -> EvaluationResult<LoweredValue> {
        if !up && let Some(multiple) = self.floor_of_multiple(expr)? {
            return Ok(multiple);
        }
        let Some((of, by)) = expr.quotient() else {
            let message = "only a quotient can be rounded";
            return Err(Problem::new(expr.span.clone(), message, "not of the form x/k").hint(
                "write one quotient or multiple, as in `floor((x + y)/2)` or `floor(k*phi)`",
            ));
        };
        let of = self.affine(of)?;
        let by = self.divisor(by)?;
        let varies = by.clone().map_or_else(|by| by, Affine::constant);
        // A quotient is rounded up if the divisor less one is added before.
        let more = varies.minus(&Affine::constant(1)).map_err(too_large(expr))?;
        let of = of.plus(i64::from(up), &more).map_err(too_large(expr))?;
        Ok(match by {
            Ok(by) => LinearFunction::quotient(of, by),
            Err(by) => LinearFunction::other(NumberFunction::Quotient, vec![of, by]),
        })
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
            LoweredValue::Lists(lists) => Ok(lists.into_iter().map(LoweredValue::List).collect()),
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
