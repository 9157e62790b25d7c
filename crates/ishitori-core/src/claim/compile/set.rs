//! Sets: ranges, lists, options, symmetric images, cells, tables.
//!
//! Beside the tree each set has the size of its elements, so that no pair is compared with a triple, and
//! whether they are positions of an unordered game. If one of two sets is, both are read with their tuples
//! ascending, so that the order in which somebody writes heaps means nothing there either. Images are the
//! products of the symmetry's generators, at most the 720 arrangements of six unordered heaps. Damaged cells
//! of a table are counted once, however often it is named.

use std::sync::Arc;

use ishitori_rule::number_function::InfiniteSet;
use ishitori_rule::syntax::{ComparisonOperator, Condition, Expr, ExprKind, Operator};
use ishitori_rule::{Problem, Rules, Symmetry};

use super::{ClaimCompiler, CompileResult};
use crate::claim::formula::{
    CompiledArgument, CompiledCondition, CompiledNumber, CompiledSet, Function, Query,
    QueryPosition,
};
use crate::claim::table;

/// A set with what is known about its elements.
pub(super) struct TypedSet {
    pub set: CompiledSet,
    /// How many numbers an element has; unknown for the empty set.
    pub arity: Option<usize>,
    /// Whether its elements are positions of an unordered game.
    pub unordered: bool,
    /// Whether its elements are figures.
    pub positions: bool,
}

impl TypedSet {
    /// A set of elements of so many numbers.
    pub(super) fn plain(set: CompiledSet, arity: usize) -> TypedSet {
        TypedSet { set, arity: Some(arity), unordered: false, positions: false }
    }

    /// A set of figures.
    pub(super) fn of_positions(set: CompiledSet) -> TypedSet {
        TypedSet { set, arity: Some(1), unordered: false, positions: true }
    }
}

impl ClaimCompiler<'_> {
    pub(super) fn set(&mut self, expr: &Expr) -> CompileResult<TypedSet> {
        match &expr.kind {
            ExprKind::Range(low, high) => {
                let (low, high) = (Box::new(self.num(low)?), Box::new(self.num(high)?));
                Ok(TypedSet {
                    set: CompiledSet::Range(low, high),
                    arity: Some(1),
                    unordered: false,
                    positions: false,
                })
            }
            ExprKind::Set(items) => self.set_of_items(items),
            ExprKind::Name(name) if !self.is_bound(name) => self.named_set(name, expr),
            ExprKind::Call(name, arguments) if name.value == "options" => {
                let query = self.query(arguments, expr)?;
                self.refuse_without_moves(query.game, expr)?;
                self.refuse_options_of_other_figures(query.game, expr)?;
                Ok(self.options(query))
            }
            ExprKind::Call(name, arguments) if name.value == "table" => {
                let [Expr { kind: ExprKind::Text(file), span }] = arguments.as_slice() else {
                    let message = "a table is named by its file: table(\"values.csv\")";
                    return Err(Problem::new(expr.span.clone(), message, "this table"));
                };
                let wrong = |why: String| Problem::new(span.clone(), why, "this table");
                let text = self.library.table(file).map_err(wrong)?;
                let (rows, damage) = table::parse(&text).map_err(wrong)?;
                if !self.tables.contains(file) {
                    self.tables.push(file.clone());
                    self.damage.add(damage);
                }
                Ok(TypedSet {
                    set: CompiledSet::Rows(Arc::new(rows)),
                    arity: Some(3),
                    unordered: false,
                    positions: false,
                })
            }
            ExprKind::Call(name, arguments) => match arguments.as_slice() {
                [of] => {
                    let set = self.figure_set(&name.value, Some(of), expr)?;
                    set.ok_or_else(|| not_a_set(expr))
                }
                _ => Err(not_a_set(expr)),
            },
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                let (arity, unordered) = alike(&left, &right, expr)?;
                let (l, r) = (folded(left.set, unordered), folded(right.set, unordered));
                let (l, r) = (Box::new(l), Box::new(r));
                let set = match operator {
                    Operator::Union => CompiledSet::Union(l, r),
                    Operator::Intersection => CompiledSet::Intersection(l, r),
                    Operator::Subtract => CompiledSet::Difference(l, r),
                    _ => return Err(not_a_set(expr)),
                };
                let positions = set.holds_figures();
                Ok(TypedSet { set, arity, unordered, positions })
            }
            _ => Err(not_a_set(expr)),
        }
    }

    fn named_set(&mut self, name: &str, expr: &Expr) -> CompileResult<TypedSet> {
        if let Some(items) = self.list_parameter(name) {
            let items = items.iter().map(|n| vec![CompiledNumber::Constant(*n)]).collect();
            return Ok(TypedSet {
                set: CompiledSet::List(items),
                arity: Some(1),
                unordered: false,
                positions: false,
            });
        }
        if let Some(set) = self.figure_set(name, None, expr)? {
            return Ok(set);
        }
        match name {
            "options" => {
                let query = self.query(&[], expr)?;
                self.refuse_without_moves(query.game, expr)?;
                self.refuse_options_of_other_figures(query.game, expr)?;
                return Ok(self.options(query));
            }
            "images" => return self.images(expr),
            "cells" => {
                self.about_here = true;
                if matches!(self.ruleset.rules, Rules::Board(_)) && self.has_here {
                    return Ok(TypedSet {
                        set: CompiledSet::Cells,
                        arity: Some(2),
                        unordered: false,
                        positions: false,
                    });
                }
                return Err(Problem::new(expr.span.clone(), "only a board has cells", "here"));
            }
            _ => {}
        }
        match self.constant_definition(name) {
            Some(definition) => {
                self.inlined(definition, |compiler, body| compiler.set(super::bare(body)?))
            }
            None if self.is_name(name) => Err(not_a_set(expr)),
            None => Err(self.unknown(name, expr)),
        }
    }

    fn options(&self, query: Query) -> TypedSet {
        if self.figures().is_some() && query.game == 0 {
            return TypedSet::of_positions(CompiledSet::FigureOptions(query));
        }
        let arity = match &query.place {
            QueryPosition::Heaps(heaps) => heaps.len(),
            // A board is one number, its mask.
            QueryPosition::Here => self.heap_names().len().max(1),
            QueryPosition::Board(_)
            | QueryPosition::Mask(_)
            | QueryPosition::Figure(_)
            | QueryPosition::Bound(_)
            | QueryPosition::Image(..) => 1,
        };
        let unordered = self.is_unordered(query.game);
        let set = CompiledSet::Options(query);
        TypedSet { set, arity: Some(arity), unordered, positions: false }
    }

    /// The positions symmetric to the one here, as the heaps that come to each place.
    fn images(&mut self, expr: &Expr) -> CompileResult<TypedSet> {
        self.about_here = true;
        let n = self.heap_names().len();
        let Rules::Heaps(rules) = &self.ruleset.rules else {
            return Err(Problem::new(expr.span.clone(), "boards have no `images`", "here"));
        };
        if !self.has_here {
            return Err(Problem::new(expr.span.clone(), "there is no position here", "here"));
        }
        if matches!(rules.symmetry, Symmetry::Unordered | Symmetry::Ranges(_)) && n > 6 {
            let message = "too many arrangements: use the heaps in ascending order";
            return Err(Problem::new(expr.span.clone(), message, "of more than six heaps"));
        }
        // All products of the generators.
        let generators = rules.symmetry.generators(n);
        let mut images: Vec<Vec<usize>> = vec![(0..n).collect()];
        let mut at = 0;
        while at < images.len() {
            for generator in &generators {
                let next: Vec<usize> = generator.iter().map(|i| images[at][*i]).collect();
                if !images.contains(&next) {
                    images.push(next);
                }
            }
            at += 1;
        }
        Ok(TypedSet {
            set: CompiledSet::Images(Arc::new(images)),
            arity: Some(n),
            unordered: false,
            positions: false,
        })
    }

    fn set_of_items(&mut self, items: &[Expr]) -> CompileResult<TypedSet> {
        if let [Expr { kind: ExprKind::Listed(item, through, condition), .. }] = items {
            let listed = self.listed(item, through, condition.as_deref())?;
            let arity = Some(listed.item.len());
            return Ok(TypedSet {
                set: CompiledSet::Listed(Box::new(listed)),
                arity,
                unordered: false,
                positions: false,
            });
        }
        let mut list: Vec<Vec<CompiledNumber>> = Vec::new();
        for item in items {
            let element = self.elements(item)?;
            if list.first().is_some_and(|first| first.len() != element.len()) {
                let message = "the elements of a set must be alike";
                return Err(Problem::new(item.span.clone(), message, "not like the first"));
            }
            list.push(element);
        }
        let arity = list.first().map(Vec::len);
        Ok(TypedSet { set: CompiledSet::List(list), arity, unordered: false, positions: false })
    }

    /// `x in S`.
    pub(super) fn membership(
        &mut self,
        item: &Expr,
        set: &Expr,
    ) -> CompileResult<CompiledCondition> {
        if let Some(without_end) = self.set_without_end(set)? {
            let argument = CompiledArgument::One(self.num(item)?);
            let is_in = CompiledNumber::Function(Function::IsIn(without_end), vec![argument]);
            return Ok(CompiledCondition::Compare(
                ComparisonOperator::Equal,
                Box::new(is_in),
                Box::new(CompiledNumber::Constant(1)),
                item.span.start..set.span.end,
            ));
        }
        let typed = self.set(set)?;
        if typed.positions {
            let place = self.figure_place(item)?.ok_or_else(|| self.no_position(item))?;
            let element = vec![CompiledNumber::Position(Query { game: 0, place })];
            return Ok(CompiledCondition::In(element, typed.set));
        }
        let element = self.elements(item)?;
        if let Some(arity) = typed.arity.filter(|arity| *arity != element.len()) {
            let found = element.len();
            let message =
                format!("an element of {found} numbers, but the set has elements of {arity}");
            return Err(Problem::new(item.span.clone(), message, "this element"));
        }
        if !typed.unordered {
            return Ok(CompiledCondition::In(element, typed.set));
        }
        // In an unordered game any arrangement will do.
        let one = folded(CompiledSet::List(vec![element]), true);
        Ok(CompiledCondition::Subset(one, folded(typed.set, true)))
    }

    /// The set without end that a name stands for if nobody has given it to something else: `squares`, `powers(2)`.
    fn set_without_end(&mut self, set: &Expr) -> CompileResult<Option<InfiniteSet>> {
        match &set.kind {
            ExprKind::Name(name) if !self.is_bound(name) && !self.is_name(name) => {
                let is_other = self.set(set).is_ok();
                Ok(InfiniteSet::named(name).filter(|_| !is_other))
            }
            ExprKind::Call(name, arguments) if name.value == "powers" && arguments.len() == 1 => {
                match self.num(&arguments[0])? {
                    CompiledNumber::Constant(base @ 2..) => Ok(Some(InfiniteSet::Powers(base))),
                    _ => {
                        let message = "powers of what is no known number from 2 on";
                        Err(Problem::new(arguments[0].span.clone(), message, "this base"))
                    }
                }
            }
            _ => Ok(None),
        }
    }

    /// Two sets to be compared; if one is of an unordered game, the order of heaps means nothing.
    pub(super) fn matching_sets(
        &mut self,
        left: &Expr,
        right: &Expr,
    ) -> CompileResult<(CompiledSet, CompiledSet)> {
        let (l, r) = (self.set(left)?, self.set(right)?);
        let (_, unordered) = alike(&l, &r, right)?;
        Ok((folded(l.set, unordered), folded(r.set, unordered)))
    }

    pub(super) fn comparison_of_sets(
        &mut self,
        left: &Expr,
        rest: &[(ComparisonOperator, Expr)],
        condition: &Condition,
    ) -> CompileResult<CompiledCondition> {
        let [(compare, right)] = rest else {
            let message = "sets are compared two at a time";
            return Err(Problem::new(condition.span.clone(), message, "more than two"));
        };
        let (l, r) = self.matching_sets(left, right)?;
        match compare {
            ComparisonOperator::Equal => Ok(CompiledCondition::Same(l, r)),
            ComparisonOperator::NotEqual => {
                Ok(CompiledCondition::Not(Box::new(CompiledCondition::Same(l, r))))
            }
            _ => Err(Problem::new(condition.span.clone(), "sets have no order", "here")
                .hint("use =, != or `subset of`")),
        }
    }
}

/// How many numbers the elements of both sets have, and whether their order means nothing.
fn alike(left: &TypedSet, right: &TypedSet, at: &Expr) -> CompileResult<(Option<usize>, bool)> {
    let is_known = left.arity.is_some() && right.arity.is_some();
    if is_known && left.positions != right.positions {
        let message = "positions and numbers cannot be compared";
        return Err(Problem::new(at.span.clone(), message, "here"));
    }
    if let (Some(l), Some(r)) = (left.arity, right.arity)
        && l != r
    {
        let message = format!("elements of {l} and of {r} numbers cannot be compared");
        return Err(Problem::new(at.span.clone(), message, "here"));
    }
    Ok((left.arity.or(right.arity), left.unordered || right.unordered))
}

/// The set with every tuple ascending, if the order means nothing.
fn folded(set: CompiledSet, unordered: bool) -> CompiledSet {
    if unordered { CompiledSet::Sorted(Box::new(set)) } else { set }
}

fn not_a_set(expr: &Expr) -> Problem {
    Problem::new(expr.span.clone(), "this is no set", "a set belongs here")
        .hint("sets are {1, 4}, 1 .. n, options, images, squares, table(\"file.csv\")")
}
