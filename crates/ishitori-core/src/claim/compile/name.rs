//! What names mean in a claim.
//!
//! The order is: bound variables, the innermost first; heaps; parameters; words of the language; definitions.
//! A definition may not take a name that means something already, so it never changes what a word means.
//! Definitions without arguments are written out where they stand, with none of the names around them; one
//! that comes back to itself is refused. Whether a definition is a number, a condition or a set is read off
//! its form. Heaps of a row go by numbers from 1, round the circle if the game is on one.

use ishitori_rule::syntax::{
    Condition, ConditionKind, Definition, Expr, ExprKind, Operator, SpannedName,
};
use ishitori_rule::{Argument, Problem, Rules, Symmetry};

use super::{ClaimCompiler, CompileResult};
use crate::claim::board::{BoardImage, Feature};
use crate::claim::formula::{CompiledArgument, CompiledNumber, Fold, Function};
use crate::claim::functions::{INFINITY, KNOWN};
use crate::claim::table::NONE;

/// Words that stand for something in every claim.
const WORDS: [&str; 21] = [
    "P",
    "N",
    "grundy",
    "remoteness",
    "options",
    "heaps",
    "images",
    "cells",
    "stones",
    "row_xor",
    "column_xor",
    "longest_row",
    "longest_column",
    "rows_changed",
    "columns_changed",
    "unturned",
    "half_turned",
    "quarter_turned",
    "mirrored",
    "infinity",
    "none",
];

/// Indices are cut to this, which is beyond all heaps.
const MAX_INDEX: i64 = 1 << 20;

/// What a bound name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    Slot(usize),
    /// A figure.
    Position(usize),
    /// Heaps, by number from 0.
    Indices(Vec<usize>),
}

/// What a definition stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionKind {
    Num,
    Logic,
    Set,
}

impl ClaimCompiler<'_> {
    /// The names of the heaps of the position here; a board has none.
    pub(super) fn heap_names(&self) -> &[String] {
        match &self.ruleset.rules {
            Rules::Heaps(rules) => &rules.names,
            Rules::Figures(_) => &self.figure_numbers,
            Rules::Board(_) | Rules::Single(_) | Rules::Pieces(_) => &[],
        }
    }

    /// How many heaps there are, without the states behind them: what the name of the row means, as in the rule.
    fn heaps_alone(&self) -> usize {
        match &self.ruleset.rules {
            Rules::Heaps(rules) => rules.heaps(),
            Rules::Board(_) | Rules::Single(_) | Rules::Pieces(_) | Rules::Figures(_) => 0,
        }
    }

    /// The name of the row, for `h[i]`.
    fn row(&self) -> Option<&str> {
        self.heap_names().first()?.strip_suffix("[1]")
    }

    fn is_row(&self, name: &str) -> bool {
        !self.is_bound(name) && (Some(name) == self.row() || name == "heaps")
    }

    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }

    /// Whether `name` means something, as a number or otherwise.
    pub(super) fn is_name(&self, name: &str) -> bool {
        self.known_names().any(|known| known == name)
    }

    fn known_names(&self) -> impl Iterator<Item = &str> {
        let heaps = self.heap_names().iter().map(String::as_str).filter(|_| self.has_here);
        let parameters = self.ruleset.about.arguments.iter().map(|(name, _)| name.as_str());
        let defined = self.ruleset.definitions.iter().map(|d| d.name.value.as_str());
        let bound = self.names.iter().map(|(name, _)| name.as_str());
        let figures = self.figure_words();
        let own = bound.chain(heaps).chain(self.row()).chain(parameters).chain(defined);
        own.chain(figures).chain(WORDS)
    }

    pub(super) fn unknown(&self, name: &str, expr: &Expr) -> Problem {
        let message = format!("`{name}` is not known here");
        let problem = Problem::new(expr.span.clone(), message, "no such name");
        if !self.has_here && self.heap_names().iter().any(|heap| heap == name) {
            return problem.hint("a definition knows its arguments and the parameters only");
        }
        let heaps = match self.heap_names() {
            [] if matches!(self.ruleset.rules, Rules::Heaps(_)) => {
                "a definition knows its arguments only, and what quantifiers name".to_string()
            }
            [] => "a board has no heaps: use stones, row_xor, cells, ...".to_string(),
            names if matches!(self.ruleset.rules, Rules::Figures(_)) => {
                format!("the numbers of a position here are {}", names.join(", "))
            }
            names => format!("the heaps are {}", names.join(", ")),
        };
        problem.hint(heaps).did_you_mean(name, self.known_names())
    }

    pub(super) fn unknown_function(&self, name: &SpannedName) -> Problem {
        let message = format!("there is no function `{}`", name.value);
        let defined = self.ruleset.definitions.iter().map(|d| d.name.value.as_str());
        let known = KNOWN.join(", ");
        Problem::new(name.span.clone(), message, "unknown")
            .hint(format!("known: {known}; or write `define {}(x) := ...`", name.value))
            .did_you_mean(&name.value, KNOWN.into_iter().chain(defined))
    }

    /// A definition must not take a name that means something already.
    pub(super) fn refuse_known_name(&self, name: &SpannedName) -> CompileResult<()> {
        let heaps = self.heap_names().iter().map(String::as_str);
        let parameters = self.ruleset.about.arguments.iter().map(|(name, _)| name.as_str());
        let taken = heaps.chain(self.row()).chain(parameters).chain(WORDS).chain(KNOWN);
        let taken = taken.chain(self.figure_words());
        if taken.chain(["table", "ranges", "full", "phi"]).any(|known| known == name.value) {
            let message = format!("`{}` means something already", name.value);
            return Err(Problem::new(name.span.clone(), message, "choose another name"));
        }
        Ok(())
    }

    /// A definition without arguments.
    pub(super) fn constant_definition(&self, name: &str) -> Option<Definition> {
        let found = self.ruleset.definitions.iter().find(|d| d.name.value == name)?;
        found.parameters.is_empty().then(|| found.clone())
    }

    /// A definition with arguments, and its number.
    pub(super) fn function(&self, name: &SpannedName) -> Option<(usize, Definition)> {
        let mut definitions = self.ruleset.definitions.iter().enumerate();
        let (at, found) = definitions.find(|(_, d)| d.name.value == name.value)?;
        (!found.parameters.is_empty()).then(|| (at, found.clone()))
    }

    /// Writes out a definition without arguments.
    pub(super) fn inlined<T>(
        &mut self,
        definition: Definition,
        inner: impl FnOnce(&mut Self, &Condition) -> CompileResult<T>,
    ) -> CompileResult<T> {
        let name = &definition.name;
        if self.inlining.contains(&name.value) {
            let message = format!("`{}` is defined by itself", name.value);
            return Err(Problem::new(name.span.clone(), message, "goes round in a circle"));
        }
        self.inlining.push(name.value.clone());
        // The names around the place of use mean nothing in the definition.
        let around = std::mem::take(&mut self.names);
        let result = inner(self, &definition.body);
        self.names = around;
        self.inlining.pop();
        result
    }

    /// Whether a definition is a number, a condition or a set.
    pub(super) fn kind_of(&self, body: &Condition) -> DefinitionKind {
        // Definitions may refer to each other in a circle; no chain is longer than their number.
        self.kind_within(body, self.ruleset.definitions.len())
    }

    fn kind_within(&self, body: &Condition, depth: usize) -> DefinitionKind {
        let ConditionKind::Bare(expr) = &body.kind else { return DefinitionKind::Logic };
        let name = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::Call(name, _) => &name.value,
            ExprKind::If(_, yes, _) => {
                let kind = ConditionKind::Bare((**yes).clone());
                return self.kind_within(&Condition { kind, span: yes.span.clone() }, depth);
            }
            _ if self.is_set_within(expr, depth) => return DefinitionKind::Set,
            _ => return DefinitionKind::Num,
        };
        if super::query::outcome(name).is_some() && !self.is_bound(name) {
            return DefinitionKind::Logic;
        }
        match self.ruleset.definitions.iter().find(|d| d.name.value == *name) {
            Some(definition) if depth > 0 => self.kind_within(&definition.body, depth - 1),
            _ if self.is_set_within(expr, depth) => DefinitionKind::Set,
            _ => DefinitionKind::Num,
        }
    }

    /// Whether an expression is a set, as far as its form tells.
    pub(super) fn is_set(&self, expr: &Expr) -> bool {
        self.is_set_within(expr, self.ruleset.definitions.len())
    }

    fn is_set_within(&self, expr: &Expr, depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Set(_) | ExprKind::Range(..) => true,
            ExprKind::Binary(Operator::Union | Operator::Intersection, ..) => true,
            ExprKind::Binary(Operator::Subtract, left, _) => self.is_set_within(left, depth),
            ExprKind::Name(name) if !self.is_bound(name) => {
                let defined = || self.constant_definition(name).filter(|_| depth > 0);
                ["options", "images", "cells"].contains(&name.as_str())
                    || self.figure_list(name).is_some()
                    || self.list_parameter(name).is_some()
                    || defined().is_some_and(|d| {
                        self.kind_within(&d.body, depth - 1) == DefinitionKind::Set
                    })
            }
            ExprKind::Call(name, _) => {
                let name = name.value.as_str();
                let of_figures = ["cells", "images"].contains(&name) && self.figures().is_some();
                ["options", "table"].contains(&name)
                    || of_figures
                    || self.figure_list(name).is_some()
            }
            _ => false,
        }
    }

    /// A name where a number belongs.
    pub(super) fn named(&mut self, name: &str, expr: &Expr) -> CompileResult<CompiledNumber> {
        if let Some((_, binding)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return match binding {
                Binding::Slot(slot) => Ok(CompiledNumber::Slot(*slot)),
                Binding::Position(_) => Err(self.position_for_number(name, expr)),
                Binding::Indices(_) => {
                    let message = format!("`{name}` is a range of heaps, not a number");
                    Err(Problem::new(expr.span.clone(), message, "a range")
                        .hint(format!("use it as an index: sum(h[{name}])")))
                }
            };
        }
        if self.has_here
            && let Some(at) = self.heap_names().iter().position(|heap| heap == name)
        {
            self.about_here = true;
            return Ok(CompiledNumber::Slot(at));
        }
        let argument = self.ruleset.about.arguments.iter().find(|(known, _)| known == name);
        if let Some((_, Argument::Number(value))) = argument {
            return Ok(CompiledNumber::Constant(*value));
        }
        if let Some(list) = self.figure_list(name) {
            return Err(self.list_for_number(list, expr));
        }
        if self.figure_place(expr)?.is_some() {
            return Err(self.position_for_number(name, expr));
        }
        match name {
            "P" | "N" => {
                let message = format!("`{name}` is a condition, not a number");
                return Err(Problem::new(expr.span.clone(), message, "true or false")
                    .hint(format!("write `{name} iff ...`, or `{name}` alone")));
            }
            "grundy" => {
                let query = self.query(&[], expr)?;
                self.games[query.game].grundy = true;
                return Ok(CompiledNumber::Grundy(query));
            }
            "remoteness" => {
                let query = self.query(&[], expr)?;
                self.refuse_without_moves(query.game, expr)?;
                self.games[query.game].remoteness = true;
                return Ok(CompiledNumber::Remoteness(query));
            }
            "infinity" => return Ok(CompiledNumber::Constant(INFINITY)),
            "none" => return Ok(CompiledNumber::Constant(NONE)),
            _ if Feature::named(name).is_some() => return self.feature(name, None, expr),
            _ if BoardImage::named(name).is_some() => return self.turned(name, expr),
            _ => {}
        }
        if let Some(definition) = self.constant_definition(name) {
            return self.inlined(definition, |compiler, body| compiler.num(super::bare(body)?));
        }
        if self.is_row(name) {
            let message = "all heaps where one number belongs";
            let hint = format!("name one, as in {name}[1], or write sum({name}), xor({name}), ...");
            return Err(Problem::new(expr.span.clone(), message, "several heaps").hint(hint));
        }
        Err(self.unknown(name, expr))
    }

    /// A number of the board here, or of the one with the mask `of`.
    pub(super) fn feature(
        &mut self,
        name: &str,
        of: Option<&Expr>,
        expr: &Expr,
    ) -> CompileResult<CompiledNumber> {
        if !self.has_here {
            return Err(self.unknown(name, expr));
        }
        self.about_here = true;
        match (&self.ruleset.rules, Feature::named(name), of) {
            (Rules::Heaps(_), Some(Feature::Stones), None) => {
                let heaps =
                    (0..self.heaps_alone()).map(|i| CompiledArgument::One(CompiledNumber::Slot(i)));
                Ok(CompiledNumber::Fold(Fold::Sum, heaps.collect()))
            }
            (Rules::Board(_), Some(feature), of) => {
                let of = of.map(|of| self.num(of)).transpose()?;
                Ok(CompiledNumber::Board(feature, of.map(Box::new)))
            }
            (Rules::Figures(_), ..) => {
                let message = format!("`{name}` is not known of such positions");
                let known = self.heap_names().iter().map(String::as_str);
                Err(Problem::new(expr.span.clone(), message, "no such number").hint(format!(
                    "the numbers of a position here are {}",
                    known.collect::<Vec<_>>().join(", ")
                )))
            }
            _ => {
                let message = format!("`{name}` is about boards");
                Err(Problem::new(expr.span.clone(), message, "this game has heaps"))
            }
        }
    }

    /// The mask of the board here, turned.
    fn turned(&mut self, name: &str, expr: &Expr) -> CompileResult<CompiledNumber> {
        let square = match &self.ruleset.rules {
            Rules::Board(rules) if self.has_here => rules.rows == rules.columns,
            _ => return Err(self.unknown(name, expr)),
        };
        self.about_here = true;
        match BoardImage::named(name) {
            Some(BoardImage::Quarter) if !square => {
                let message = "only a square board can be turned by a quarter";
                Err(Problem::new(expr.span.clone(), message, "this board is not square"))
            }
            Some(turn) => Ok(CompiledNumber::Turned(turn)),
            None => Err(self.unknown(name, expr)),
        }
    }

    /// `h[i]`.
    pub(super) fn heap(
        &mut self,
        row: &SpannedName,
        index: &Expr,
        expr: &Expr,
    ) -> CompileResult<CompiledNumber> {
        if let Some(list) = self.figure_list(&row.value) {
            return self.figure_entry(list, index, expr);
        }
        let heaps = self.row_named(row)?;
        let circle = match &self.ruleset.rules {
            Rules::Heaps(rules) => {
                matches!(rules.symmetry, Symmetry::Circle | Symmetry::DirectedCircle)
            }
            Rules::Board(_) | Rules::Single(_) | Rules::Pieces(_) | Rules::Figures(_) => false,
        };
        match self.num(index)? {
            CompiledNumber::Constant(i) => {
                let count = heaps as i64;
                let i = i.clamp(-MAX_INDEX, MAX_INDEX);
                let at = if circle { (i - 1).rem_euclid(count) } else { i - 1 };
                if (0..count).contains(&at) {
                    return Ok(CompiledNumber::Slot(at as usize));
                }
                let message = format!("there is no heap {i}");
                Err(Problem::new(expr.span.clone(), message, format!("heaps go from 1 to {count}")))
            }
            index => Ok(CompiledNumber::Heap { heaps, circle, index: Box::new(index) }),
        }
    }

    /// The number of heaps of the row with this name.
    fn row_named(&mut self, row: &SpannedName) -> CompileResult<usize> {
        if !self.has_here || !self.is_row(&row.value) {
            let message = format!("`{}` is no row of heaps", row.value);
            let problem = Problem::new(row.span.clone(), message, "indexed here");
            let lists: Vec<&str> = self
                .figures()
                .map_or(&[][..], |game| game.lists())
                .iter()
                .map(|l| l.name)
                .collect();
            if !lists.is_empty() {
                let message = format!("there is no list `{}` of such a position", row.value);
                let hint = format!("the lists are {}", lists.join(", "));
                let problem = Problem::new(row.span.clone(), message, "indexed here").hint(hint);
                return Err(problem.did_you_mean(&row.value, lists));
            }
            return Err(match self.row() {
                Some(known) if self.has_here => problem.hint(format!("the row is `{known}`")),
                _ => problem,
            });
        }
        self.about_here = true;
        Ok(self.heaps_alone())
    }

    /// The heaps that an expression names: a row, a part of one, or all if there is none.
    pub(super) fn heaps_of(
        &mut self,
        expr: Option<&Expr>,
        condition: &Condition,
    ) -> CompileResult<Vec<CompiledNumber>> {
        match expr {
            Some(expr) => self.elements(expr),
            None => {
                let span = condition.span.clone();
                self.elements(&Expr { kind: ExprKind::Name("heaps".into()), span })
            }
        }
    }

    /// One or several numbers: a number, a tuple, a row, a part of a row, `sorted(...)`.
    pub(super) fn elements(&mut self, expr: &Expr) -> CompileResult<Vec<CompiledNumber>> {
        match &expr.kind {
            ExprKind::Tuple(items) => self.all_elements(items),
            ExprKind::Name(name) if self.is_row(name) => {
                if !self.has_here {
                    return Err(self.unknown(name, expr));
                }
                self.about_here = true;
                Ok((0..self.heaps_alone()).map(CompiledNumber::Slot).collect())
            }
            ExprKind::Heap(row, _) if self.figure_list(&row.value).is_some() => {
                Ok(vec![self.num(expr)?])
            }
            ExprKind::Heap(row, index) => {
                let Some(places) = self.indices(index)? else {
                    return Ok(vec![self.heap(row, index, expr)?]);
                };
                let heaps = self.row_named(row)?;
                match places.iter().find(|at| **at >= heaps) {
                    None => Ok(places.into_iter().map(CompiledNumber::Slot).collect()),
                    Some(_) => {
                        let label = format!("heaps go from 1 to {heaps}");
                        Err(Problem::new(expr.span.clone(), "no such heaps", label))
                    }
                }
            }
            ExprKind::Call(name, arguments) if name.value == "sorted" => {
                let values = self.all_elements(arguments)?;
                let least = |k: usize| {
                    let place = CompiledArgument::One(CompiledNumber::Constant(k as i64));
                    let values = values.iter().cloned().map(CompiledArgument::One);
                    CompiledNumber::Function(
                        Function::Least,
                        std::iter::once(place).chain(values).collect(),
                    )
                };
                Ok((1..=values.len()).map(least).collect())
            }
            _ => Ok(vec![self.num(expr)?]),
        }
    }

    pub(super) fn all_elements(&mut self, exprs: &[Expr]) -> CompileResult<Vec<CompiledNumber>> {
        let mut all = Vec::new();
        for expr in exprs {
            all.extend(self.elements(expr)?);
        }
        Ok(all)
    }

    /// Heaps by number from 0, if the index is a set that is known now.
    fn indices(&mut self, index: &Expr) -> CompileResult<Option<Vec<usize>>> {
        let ends = match &index.kind {
            ExprKind::Name(name) => {
                let bound = self.names.iter().rev().find(|(known, _)| known == name);
                return Ok(match bound {
                    Some((_, Binding::Indices(places))) => Some(places.clone()),
                    _ => None,
                });
            }
            ExprKind::Range(low, high) => (self.num(low)?, self.num(high)?),
            _ => return Ok(None),
        };
        let (CompiledNumber::Constant(low), CompiledNumber::Constant(high)) = ends else {
            let message = "the heaps must be known before play begins";
            return Err(Problem::new(index.span.clone(), message, "depends on the position"));
        };
        let low = low.clamp(-MAX_INDEX, MAX_INDEX);
        let high = high.min(low + super::MAX_HEAPS_NAMED);
        Ok(Some((low..=high).map(|i| usize::try_from(i - 1).unwrap_or(usize::MAX)).collect()))
    }

    /// The ranges of the position, if that is what the expression names.
    pub(super) fn index_sets(&self, expr: &Expr) -> Option<Vec<Vec<usize>>> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let Rules::Heaps(rules) = &self.ruleset.rules else { return None };
        let Symmetry::Ranges(sizes) = &rules.symmetry else { return None };
        if name != "ranges" || !self.has_here {
            return None;
        }
        let mut start = 0;
        let ranges = sizes.iter().map(|size| {
            start += size;
            (start - size..start).collect()
        });
        Some(ranges.collect())
    }
}
