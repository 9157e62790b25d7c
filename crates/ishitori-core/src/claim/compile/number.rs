//! Numbers: arithmetic, functions, and what may stand among the arguments of a function.
//!
//! Arithmetic of known numbers is done here, by the functions of the evaluator, so that what overflows is
//! reported with its place and a formula has no more to do than it must. Arguments may be numbers, rows of
//! heaps, sets and lists; a list over ranges of heaps is written out, any other one becomes a loop. A set
//! or a text where a number belongs is refused here, so evaluation never meets one.

use ishitori_rule::Problem;
use ishitori_rule::syntax::{
    ClaimBinder as ThroughText, Condition, Expr, ExprKind, Operator, SpannedName,
};

use super::name::{Binding, DefinitionKind};
use super::{ClaimCompiler, CompileResult};
use crate::claim::board::Feature;
use crate::claim::formula::{
    Arithmetic, BoundVariables, CompiledArgument, CompiledNumber, Fold, Function, SetComprehension,
};
use crate::claim::functions;

impl ClaimCompiler<'_> {
    pub(super) fn num(&mut self, expr: &Expr) -> CompileResult<CompiledNumber> {
        match &expr.kind {
            ExprKind::Number(n) => Ok(CompiledNumber::Constant(*n)),
            ExprKind::Name(name) => self.named(name, expr),
            ExprKind::Heap(row, index) => self.heap(row, index, expr),
            ExprKind::Negate(inner) => match self.num(inner)? {
                CompiledNumber::Constant(n) => {
                    let value = functions::arithmetic(Arithmetic::Subtract, 0, n);
                    value.map(CompiledNumber::Constant).map_err(|why| no_such_number(expr, &why))
                }
                inner => Ok(CompiledNumber::Negate(Box::new(inner))),
            },
            ExprKind::Binary(operator, left, right) => {
                let operator = match operator {
                    Operator::Add => Arithmetic::Add,
                    Operator::Subtract => Arithmetic::Subtract,
                    Operator::Multiply => Arithmetic::Multiply,
                    Operator::Divide => Arithmetic::Divide,
                    Operator::Modulo => Arithmetic::Modulo,
                    Operator::Power => Arithmetic::Power,
                    Operator::Xor => Arithmetic::Xor,
                    Operator::Union | Operator::Intersection => {
                        return Err(Problem::new(
                            expr.span.clone(),
                            "a set where a number belongs",
                            "a set",
                        )
                        .hint("bit by bit: or(x, y), and(x, y)"));
                    }
                };
                let (left, right) = (self.num(left)?, self.num(right)?);
                if let (CompiledNumber::Constant(l), CompiledNumber::Constant(r)) = (&left, &right)
                {
                    let value = functions::arithmetic(operator, *l, *r);
                    return value
                        .map(CompiledNumber::Constant)
                        .map_err(|why| no_such_number(expr, &why));
                }
                Ok(CompiledNumber::Binary(operator, Box::new(left), Box::new(right)))
            }
            ExprKind::If(condition, yes, no) => {
                let condition = Box::new(self.logic(condition)?);
                Ok(CompiledNumber::If(condition, Box::new(self.num(yes)?), Box::new(self.num(no)?)))
            }
            ExprKind::Call(name, arguments) => self.number_of_call(name, arguments, expr),
            ExprKind::Count(name, over, condition) => self.count(name, over, condition),
            ExprKind::Range(..) | ExprKind::Set(_) | ExprKind::Tuple(_) | ExprKind::Listed(..) => {
                Err(Problem::new(
                    expr.span.clone(),
                    "several values where one number belongs",
                    "here",
                ))
            }
            ExprKind::Text(_) => {
                Err(Problem::new(expr.span.clone(), "a text where a number belongs", "a text"))
            }
        }
    }

    fn number_of_call(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
        expr: &Expr,
    ) -> CompileResult<CompiledNumber> {
        let fold = match name.value.as_str() {
            "xor" => Some(Fold::Xor),
            "or" => Some(Fold::Or),
            "and" => Some(Fold::And),
            "sum" => Some(Fold::Sum),
            "product" => Some(Fold::Product),
            "min" => Some(Fold::Min),
            "max" => Some(Fold::Max),
            "count" => Some(Fold::Count),
            _ => None,
        };
        if let Some(fold) = fold {
            return Ok(CompiledNumber::Fold(fold, self.args(arguments, fold == Fold::Count)?));
        }
        match (name.value.as_str(), arguments) {
            ("grundy", _) => {
                let query = self.query(arguments, expr)?;
                self.games[query.game].grundy = true;
                return Ok(CompiledNumber::Grundy(query));
            }
            ("remoteness", _) => {
                let query = self.query(arguments, expr)?;
                self.refuse_without_moves(query.game, expr)?;
                self.games[query.game].remoteness = true;
                return Ok(CompiledNumber::Remoteness(query));
            }
            ("size", [set]) => return Ok(CompiledNumber::Size(Box::new(self.set(set)?.set))),
            ("mex", [set]) => {
                let typed = self.set(set)?;
                if typed.positions {
                    return Err(set_of_positions(set));
                }
                if typed.arity.is_some_and(|arity| arity != 1) {
                    let message = "`mex` takes a set of numbers";
                    return Err(Problem::new(set.span.clone(), message, "a set of tuples"));
                }
                return Ok(CompiledNumber::Mex(Box::new(typed.set)));
            }
            ("floor", [product]) => return self.floor(product),
            ("ceil", [quotient]) => return self.ceil(quotient),
            ("sorted", _) => {
                let message = "`sorted` gives several numbers where one belongs";
                return Err(Problem::new(expr.span.clone(), message, "several numbers")
                    .hint("write least(1, x, y), or let (p, q) := sorted(x, y): ..."));
            }
            (feature, [of]) if Feature::named(feature).is_some() => {
                return self.feature(feature, Some(of), expr);
            }
            _ => {}
        }
        if let Some(number) = self.figure_number(name, arguments)? {
            return Ok(number);
        }
        if self.figure_place(expr)?.is_some() {
            return Err(self.position_for_number(&name.value, expr));
        }
        if let Some(list) = self.figure_list(&name.value) {
            return Err(self.list_for_number(list, expr));
        }
        if let Some((at, definition)) = self.function(name) {
            if self.kind_of(&definition.body) != DefinitionKind::Num {
                let message = format!("`{}` is true or false, not a number", name.value);
                return Err(Problem::new(name.span.clone(), message, "a condition"));
            }
            self.ensure_defined(at)?;
            let arguments = self.call(name, arguments, definition.parameters.len())?;
            return Ok(CompiledNumber::Defined(at, arguments));
        }
        let Some((function, least, most)) = Function::named(&name.value) else {
            return Err(self.unknown_function(name));
        };
        let arguments = self.args(arguments, false)?;
        let many = arguments.iter().any(|arg| matches!(arg, CompiledArgument::Many(_)));
        let any_number = most == usize::MAX;
        if arguments.len() > most || many && !any_number || !many && arguments.len() < least {
            let given =
                if many { "a list".to_string() } else { format!("{} given", arguments.len()) };
            let plural = if least == 1 { "" } else { "s" };
            let message = format!("`{}` takes {least} number{plural}: {given}", name.value);
            return Err(Problem::new(name.span.clone(), message, "called here"));
        }
        Ok(CompiledNumber::Function(function, arguments))
    }

    /// `floor(x / k)`, `floor(k * phi)` or `floor(k * phi^2)`.
    fn floor(&mut self, product: &Expr) -> CompileResult<CompiledNumber> {
        let is_phi = |e: &Expr| matches!(&e.kind, ExprKind::Name(n) if n == "phi");
        let is_two = |e: &Expr| e.kind == ExprKind::Number(2);
        if let ExprKind::Binary(Operator::Multiply, k, phi) = &product.kind {
            let function = match &phi.kind {
                ExprKind::Name(name) if name == "phi" => Some(Function::FloorPhi),
                ExprKind::Binary(Operator::Power, phi, two) if is_phi(phi) && is_two(two) => {
                    Some(Function::FloorPhi2)
                }
                _ => None,
            };
            if let Some(function) = function {
                return Ok(CompiledNumber::Function(
                    function,
                    vec![CompiledArgument::One(self.num(k)?)],
                ));
            }
        }
        if product.quotient().is_some() {
            // A quotient is rounded down anyway.
            return self.num(product);
        }
        let message = "`floor` knows quotients and multiples of phi only";
        Err(Problem::new(product.span.clone(), message, "here")
            .hint("write floor(x/k), floor(k * phi) or floor(k * phi^2)"))
    }

    /// `ceil(x / k)`, which is the opposite of what -x / k is rounded down to.
    fn ceil(&mut self, expr: &Expr) -> CompileResult<CompiledNumber> {
        let Some((x, k)) = expr.quotient() else {
            let message = "`ceil` knows quotients only";
            return Err(Problem::new(expr.span.clone(), message, "here").hint("write ceil(x/k)"));
        };
        let opposite = Box::new(CompiledNumber::Negate(Box::new(self.num(x)?)));
        let down = CompiledNumber::Binary(Arithmetic::Divide, opposite, Box::new(self.num(k)?));
        Ok(CompiledNumber::Negate(Box::new(down)))
    }

    /// `count(x in S: condition)`.
    fn count(
        &mut self,
        name: &SpannedName,
        over: &Expr,
        condition: &Condition,
    ) -> CompileResult<CompiledNumber> {
        if let Some(ranges) = self.index_sets(over) {
            let mut counted = Vec::new();
            for range in ranges {
                self.names.push((name.value.clone(), Binding::Indices(range)));
                let condition = self.logic(condition);
                self.names.pop();
                let (one, none) =
                    (Box::new(CompiledNumber::Constant(1)), Box::new(CompiledNumber::Constant(0)));
                counted.push(CompiledArgument::One(CompiledNumber::If(
                    Box::new(condition?),
                    one,
                    none,
                )));
            }
            return Ok(CompiledNumber::Fold(Fold::Sum, counted));
        }
        let text = ThroughText { names: vec![name.clone()], over: Some(over.clone()) };
        self.through(&[text], |compiler, through| {
            let condition = Some(compiler.logic(condition)?);
            let listed =
                SetComprehension { item: vec![CompiledNumber::Constant(1)], through, condition };
            Ok(CompiledNumber::Fold(Fold::Count, vec![CompiledArgument::Many(Box::new(listed))]))
        })
    }

    /// Arguments: numbers, rows of heaps, sets, and `x for x in S`.
    fn args(&mut self, exprs: &[Expr], counted: bool) -> CompileResult<Vec<CompiledArgument>> {
        let mut args = Vec::new();
        for expr in exprs {
            match &expr.kind {
                ExprKind::Listed(item, through, condition) => {
                    let condition = condition.as_deref();
                    args.extend(self.listed_args(item, through, condition, counted)?);
                }
                _ if self.is_set(expr) => {
                    let set = self.set(expr)?;
                    if set.arity.is_some_and(|arity| arity != 1) && !counted {
                        let message = "a set of tuples where numbers belong";
                        return Err(Problem::new(expr.span.clone(), message, "a set of tuples"));
                    }
                    if set.positions && !counted {
                        return Err(set_of_positions(expr));
                    }
                    let slot = self.next_slot;
                    self.slots = self.slots.max(slot + 1);
                    let through = vec![BoundVariables {
                        slots: vec![slot],
                        names: vec![String::new()],
                        over: set.set,
                    }];
                    let listed = SetComprehension {
                        item: vec![CompiledNumber::Slot(slot)],
                        through,
                        condition: None,
                    };
                    args.push(CompiledArgument::Many(Box::new(listed)));
                }
                _ => args.extend(self.elements(expr)?.into_iter().map(CompiledArgument::One)),
            }
        }
        Ok(args)
    }

    fn listed_args(
        &mut self,
        item: &Expr,
        through: &[ThroughText],
        condition: Option<&Condition>,
        counted: bool,
    ) -> CompileResult<Vec<CompiledArgument>> {
        if let [ThroughText { names, over: Some(over) }] = through
            && let Some(ranges) = self.index_sets(over)
        {
            if let Some(condition) = condition {
                let message = "a list over ranges has no `where`";
                return Err(Problem::new(condition.span.clone(), message, "here")
                    .hint("write `if C then x else 0`, or count(R in ranges: C)"));
            }
            let mut args = Vec::new();
            for range in ranges {
                self.names.push((names[0].value.clone(), Binding::Indices(range)));
                let value = self.num(item);
                self.names.pop();
                args.push(CompiledArgument::One(value?));
            }
            return Ok(args);
        }
        let listed = self.listed(item, through, condition)?;
        if listed.item.len() != 1 && !counted {
            let message = "several numbers where one belongs";
            return Err(Problem::new(item.span.clone(), message, "listed here"));
        }
        Ok(vec![CompiledArgument::Many(Box::new(listed))])
    }

    pub(super) fn listed(
        &mut self,
        item: &Expr,
        through: &[ThroughText],
        condition: Option<&Condition>,
    ) -> CompileResult<SetComprehension> {
        self.through(through, |compiler, through| {
            let item = compiler.elements(item)?;
            let condition = condition.map(|c| compiler.logic(c)).transpose()?;
            Ok(SetComprehension { item, through, condition })
        })
    }
}

fn set_of_positions(expr: &Expr) -> Problem {
    let message = "a set of positions where numbers belong";
    Problem::new(expr.span.clone(), message, "positions")
        .hint("say which number of each: max(grundy(o) for o in options)")
}

fn no_such_number(expr: &Expr, why: &functions::NoNumber) -> Problem {
    Problem::new(expr.span.clone(), format!("there is no such number: {why}"), "here")
}
