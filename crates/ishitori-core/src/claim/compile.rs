//! The statement of a claim, as written, to a [`Program`] that can be evaluated.
//!
//! Names become slots, parameters become numbers, other games are opened, tables are read, and
//! every number, condition and set stands where one is expected. What is wrong is reported with its
//! place, as in a rule. Queries about positions and sets have files of their own.

mod figure;
mod name;
mod number;
mod query;
mod set;

use ishitori_rule::syntax::{
    ClaimBinder as ThroughText, ComparisonOperator, Condition, ConditionKind, Definition, Expr,
    ExprKind, Quantifier, SpannedName,
};
use ishitori_rule::{Argument, Problem, Ruleset};

use self::name::{Binding, DefinitionKind};
use super::figure_numbers::number_names;
use super::formula::{
    Arithmetic, BoundVariables, CompiledArgument, CompiledCondition, CompiledDefinition,
    CompiledNumber, CompiledSet, DefinitionBody, Function,
};
use super::functions;
use super::one_heap;
use super::table::TableDamage;
use super::unbounded::NumberDecider;
use crate::game::AnyGame;

/// Where claims find other games and tables.
pub trait ClaimLibrary {
    /// A game by its name: `nim-1(2)`.
    ///
    /// # Errors
    /// Why there is none.
    fn game(&self, name: &str) -> Result<Ruleset, String>;

    /// The text of a table: `sdn-tab9.csv`.
    ///
    /// # Errors
    /// Why there is none.
    fn table(&self, name: &str) -> Result<String, String>;

    /// Who decides what is said of all numbers. If nobody does, a window is all that is looked at.
    fn decider(&self) -> Option<&dyn NumberDecider> {
        None
    }
}

/// A statement ready to be evaluated.
#[derive(Debug)]
pub(crate) struct Program {
    /// The games it speaks about; the first is the one that the claim belongs to.
    pub games: Vec<QueriedGame>,
    pub statement: CompiledCondition,
    /// Whether it speaks about the position here, and so about every position.
    pub about_here: bool,
    /// Whether a quantifier runs through all numbers, of which only those in the window are looked at.
    pub uses_window: bool,
    pub slots: usize,
    pub defined: Vec<CompiledDefinition>,
    /// Cells of tables that are not to be trusted.
    pub damage: TableDamage,
}

/// A game and what is asked about it.
#[derive(Debug)]
pub(crate) struct QueriedGame {
    pub name: String,
    pub game: AnyGame,
    pub outcomes: bool,
    pub grundy: bool,
    pub remoteness: bool,
}

impl QueriedGame {
    /// Nothing is asked yet.
    fn new(name: String, game: AnyGame) -> QueriedGame {
        QueriedGame { name, game, outcomes: false, grundy: false, remoteness: false }
    }

    fn asked(&self) -> [bool; 3] {
        [self.outcomes, self.grundy, self.remoteness]
    }
}

pub(super) type CompileResult<T> = Result<T, Problem>;

/// The most heaps that an index may name.
const MAX_HEAPS_NAMED: i64 = 64;

pub(super) struct ClaimCompiler<'a> {
    ruleset: &'a Ruleset,
    library: &'a dyn ClaimLibrary,
    /// The numbers that quantifiers without a set run through: from where, and how far they are looked at.
    window: (i64, i64),
    games: Vec<QueriedGame>,
    names: Vec<(String, Binding)>,
    next_slot: usize,
    slots: usize,
    defined: Vec<Option<CompiledDefinition>>,
    /// Which definitions have been compiled, or are being.
    started: Vec<bool>,
    /// The tables that were read.
    tables: Vec<String>,
    /// Definitions without arguments that are being written out.
    inlining: Vec<String>,
    /// Whether there is a position here: not in a definition with arguments.
    has_here: bool,
    /// Whether the game stands for one on single heaps, of which values are known and no moves.
    of_one_heap: bool,
    /// What the numbers of a figure are called.
    figure_numbers: Vec<String>,
    about_here: bool,
    uses_window: bool,
    damage: TableDamage,
}

/// Compiles `statement` for a game.
pub(crate) fn compile(
    ruleset: &Ruleset,
    game: AnyGame,
    statement: &Condition,
    window: (i64, i64),
    library: &dyn ClaimLibrary,
) -> Result<Program, Vec<Problem>> {
    // What is said of single heaps is said of one.
    let one_heap = one_heap::one_heap(ruleset);
    let (ruleset, game) = match &one_heap {
        None => (ruleset, game),
        Some(one_heap) => match AnyGame::new(one_heap) {
            Ok(game) => (one_heap, game),
            Err(_) => return Err(vec![no_claims(statement.span.clone(), &game)]),
        },
    };
    let name = ruleset.about.full_name();
    let figure_numbers = number_names(ruleset, &game);
    let own = QueriedGame::new(name, game);
    let mut compiler = ClaimCompiler {
        ruleset,
        library,
        window,
        games: vec![own],
        names: Vec::new(),
        next_slot: 0,
        slots: 0,
        defined: vec![None; ruleset.definitions.len()],
        started: vec![false; ruleset.definitions.len()],
        tables: Vec::new(),
        inlining: Vec::new(),
        has_here: true,
        of_one_heap: one_heap.is_some(),
        figure_numbers,
        about_here: false,
        uses_window: false,
        damage: TableDamage::default(),
    };
    compiler.next_slot = compiler.heap_names().len();
    compiler.slots = compiler.next_slot;
    let statement = compiler.logic(statement);
    // What the statement does not use is looked at for problems only.
    let unused = compiler.unused_definitions();
    match statement {
        Ok(statement) if unused.is_empty() => {
            let empty = |at: usize| CompiledDefinition {
                name: ruleset.definitions[at].name.value.clone(),
                parameters: 0,
                slots: 0,
                body: DefinitionBody::Logic(CompiledCondition::Constant(false)),
            };
            let ClaimCompiler { games, about_here, uses_window, slots, defined, damage, .. } =
                compiler;
            let defined = defined.into_iter().enumerate();
            let defined = defined.map(|(at, d)| d.unwrap_or_else(|| empty(at))).collect();
            Ok(Program { games, statement, about_here, uses_window, slots, defined, damage })
        }
        Ok(_) => Err(unused),
        Err(problem) => Err([vec![problem], unused].concat()),
    }
}

impl ClaimCompiler<'_> {
    /// Compiles a definition where it is first called; it may call itself.
    fn ensure_defined(&mut self, at: usize) -> CompileResult<()> {
        if std::mem::replace(&mut self.started[at], true) {
            return Ok(());
        }
        let names = std::mem::take(&mut self.names);
        let before = (self.next_slot, self.slots, self.has_here);
        self.has_here = false;
        let definition = &self.ruleset.definitions[at];
        let defined = self.definition(definition);
        self.names = names;
        (self.next_slot, self.slots, self.has_here) = before;
        self.defined[at] = defined?;
        Ok(())
    }

    /// The problems of definitions that nothing has called. They leave no trace.
    fn unused_definitions(&mut self) -> Vec<Problem> {
        let asked: Vec<[bool; 3]> = self.games.iter().map(QueriedGame::asked).collect();
        let (window, damage) = (self.uses_window, self.damage);
        let all = 0..self.ruleset.definitions.len();
        let problems = all.filter_map(|at| self.ensure_defined(at).err()).collect();
        self.games.truncate(asked.len());
        for (game, asked) in self.games.iter_mut().zip(asked) {
            [game.outcomes, game.grundy, game.remoteness] = asked;
        }
        (self.uses_window, self.damage) = (window, damage);
        problems
    }

    /// A definition with arguments; those without are written out where they are used.
    fn definition(&mut self, definition: &Definition) -> CompileResult<Option<CompiledDefinition>> {
        let same = |d: &&Definition| d.name.value == definition.name.value;
        if self.ruleset.definitions.iter().filter(same).count() > 1 {
            let message = format!("`{}` is defined twice", definition.name.value);
            return Err(Problem::new(definition.name.span.clone(), message, "here"));
        }
        self.refuse_known_name(&definition.name)?;
        refuse_twice(&definition.parameters)?;
        if definition.parameters.is_empty() {
            return Ok(None);
        }
        self.next_slot = 0;
        self.slots = 0;
        let names: Vec<&SpannedName> = definition.parameters.iter().collect();
        let body =
            self.binding(&names, |compiler, _| match compiler.kind_of(&definition.body) {
                DefinitionKind::Logic => {
                    compiler.logic(&definition.body).map(DefinitionBody::Logic)
                }
                DefinitionKind::Num => {
                    compiler.num(bare(&definition.body)?).map(DefinitionBody::Num)
                }
                DefinitionKind::Set => Err(Problem::new(
                    definition.body.span.clone(),
                    "a set cannot have arguments",
                    "a set",
                )
                .hint("define a condition instead: define in_s(x, y) := ...")),
            })?;
        Ok(Some(CompiledDefinition {
            name: definition.name.value.clone(),
            parameters: names.len(),
            slots: self.slots,
            body,
        }))
    }

    /// Binds names to new slots while `inner` runs.
    fn binding<T>(
        &mut self,
        names: &[&SpannedName],
        inner: impl FnOnce(&mut Self, &[usize]) -> CompileResult<T>,
    ) -> CompileResult<T> {
        let (names_before, slots_before) = (self.names.len(), self.next_slot);
        let slots: Vec<usize> = (0..names.len()).map(|i| self.next_slot + i).collect();
        for (name, slot) in names.iter().zip(&slots) {
            self.names.push((name.value.clone(), Binding::Slot(*slot)));
        }
        self.next_slot += names.len();
        self.slots = self.slots.max(self.next_slot);
        let result = inner(self, &slots);
        self.names.truncate(names_before);
        self.next_slot = slots_before;
        result
    }

    // --- conditions

    pub(super) fn logic(&mut self, condition: &Condition) -> CompileResult<CompiledCondition> {
        let span = condition.span.clone();
        let mut both = |left: &Condition, right: &Condition| {
            Ok((Box::new(self.logic(left)?), Box::new(self.logic(right)?)))
        };
        match &condition.kind {
            ConditionKind::Not(inner) => Ok(CompiledCondition::Not(Box::new(self.logic(inner)?))),
            ConditionKind::And(left, right) => {
                both(left, right).map(|(l, r)| CompiledCondition::And(vec![*l, *r]))
            }
            ConditionKind::Or(left, right) => {
                both(left, right).map(|(l, r)| CompiledCondition::Or(vec![*l, *r]))
            }
            ConditionKind::Implies(left, right) => {
                both(left, right).map(|(l, r)| CompiledCondition::Implies(l, r))
            }
            ConditionKind::Iff(left, right) => {
                both(left, right).map(|(l, r)| CompiledCondition::Iff(l, r))
            }
            ConditionKind::Chain(first, rest) => {
                if self.is_set(first) {
                    return self.comparison_of_sets(first, rest, condition);
                }
                if let Some(same) = self.comparison_of_positions(first, rest, condition)? {
                    return Ok(same);
                }
                if let Some(same) = self.comparison_of_tuples(first, rest, condition)? {
                    return Ok(same);
                }
                let mut links = Vec::new();
                let mut left = first;
                for (compare, right) in rest {
                    let (l, r) = (Box::new(self.num(left)?), Box::new(self.num(right)?));
                    links.push(CompiledCondition::Compare(
                        *compare,
                        l,
                        r,
                        left.span.start..right.span.end,
                    ));
                    left = right;
                }
                Ok(if links.len() == 1 { links.remove(0) } else { CompiledCondition::And(links) })
            }
            ConditionKind::Each(heaps, rest) => {
                let mut links = Vec::new();
                for heap in self.heaps_of(heaps.as_ref(), condition)? {
                    let mut left = heap;
                    for (compare, right) in rest {
                        let right = self.num(right)?;
                        let sides = (Box::new(left), Box::new(right.clone()));
                        links.push(CompiledCondition::Compare(
                            *compare,
                            sides.0,
                            sides.1,
                            span.clone(),
                        ));
                        left = right;
                    }
                }
                Ok(CompiledCondition::And(links))
            }
            ConditionKind::Distinct(heaps) => {
                let heaps = self.heaps_of(heaps.as_ref(), condition)?;
                let differ = ComparisonOperator::NotEqual;
                let pair = |x: &CompiledNumber, y: &CompiledNumber| {
                    CompiledCondition::Compare(
                        differ,
                        Box::new(x.clone()),
                        Box::new(y.clone()),
                        span.clone(),
                    )
                };
                let pairs = heaps.iter().enumerate();
                let pairs = pairs.flat_map(|(i, x)| heaps[i + 1..].iter().map(move |y| (x, y)));
                Ok(CompiledCondition::And(pairs.map(|(x, y)| pair(x, y)).collect()))
            }
            ConditionKind::Divides(divisor, of) => {
                let (divisor, of) = (self.num(divisor)?, self.num(of)?);
                Ok(divides(divisor, of, span))
            }
            ConditionKind::In(item, set) => self.membership(item, set),
            ConditionKind::Subset(left, right) => {
                let (left, right) = self.matching_sets(left, right)?;
                Ok(CompiledCondition::Subset(left, right))
            }
            ConditionKind::Bare(expr) => self.predicate(expr),
            ConditionKind::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body)
            }
            ConditionKind::Let(names, value, body) => self.letting(names, value, body),
        }
    }

    /// `(a, b) = (0, 1)`, if one side is a tuple.
    fn comparison_of_tuples(
        &mut self,
        left: &Expr,
        rest: &[(ComparisonOperator, Expr)],
        condition: &Condition,
    ) -> CompileResult<Option<CompiledCondition>> {
        let is_tuple = |expr: &Expr| match &expr.kind {
            ExprKind::Tuple(_) => true,
            ExprKind::Call(name, _) => name.value == "sorted",
            _ => false,
        };
        let [(compare @ (ComparisonOperator::Equal | ComparisonOperator::NotEqual), right)] = rest
        else {
            return Ok(None);
        };
        if !is_tuple(left) && !is_tuple(right) {
            return Ok(None);
        }
        let (l, r) = (self.elements(left)?, self.elements(right)?);
        if l.len() != r.len() {
            let message = format!("tuples of {} and of {} numbers", l.len(), r.len());
            return Err(Problem::new(condition.span.clone(), message, "cannot be compared"));
        }
        let span = &condition.span;
        let equal = |(l, r)| {
            CompiledCondition::Compare(
                ComparisonOperator::Equal,
                Box::new(l),
                Box::new(r),
                span.clone(),
            )
        };
        let all = CompiledCondition::And(l.into_iter().zip(r).map(equal).collect());
        Ok(Some(if *compare == ComparisonOperator::Equal {
            all
        } else {
            CompiledCondition::Not(Box::new(all))
        }))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        through: &[ThroughText],
        body: &Condition,
    ) -> CompileResult<CompiledCondition> {
        // Ranges of heaps are known now: write the condition out for each.
        if let [ThroughText { names, over: Some(over) }] = through
            && let Some(ranges) = self.index_sets(over)
        {
            let name = &names[0];
            let mut each = Vec::new();
            for range in ranges {
                self.names.push((name.value.clone(), Binding::Indices(range)));
                let condition = self.logic(body);
                self.names.pop();
                each.push(condition?);
            }
            return match quantifier {
                Quantifier::All => Ok(CompiledCondition::And(each)),
                Quantifier::Exists => Ok(CompiledCondition::Or(each)),
                Quantifier::No => Ok(CompiledCondition::Not(Box::new(CompiledCondition::Or(each)))),
                Quantifier::AtMostOne | Quantifier::ExactlyOne => {
                    let message = "ranges can be counted with `for all` and `exists` only";
                    Err(Problem::new(over.span.clone(), message, "ranges"))
                }
            };
        }
        self.through(through, |compiler, through| {
            Ok(CompiledCondition::Quantified(quantifier, through, Box::new(compiler.logic(body)?)))
        })
    }

    /// Binds what `through` runs through, each in the scope of those before it.
    fn through<T>(
        &mut self,
        texts: &[ThroughText],
        inner: impl FnOnce(&mut Self, Vec<BoundVariables>) -> CompileResult<T>,
    ) -> CompileResult<T> {
        let (names_before, slots_before) = (self.names.len(), self.next_slot);
        let mut bound = Vec::new();
        let mut result = Ok(());
        for text in texts {
            match self.bind(text) {
                Ok(through) => bound.push(through),
                Err(problem) => {
                    result = Err(problem);
                    break;
                }
            }
        }
        let result = result.and_then(|()| inner(self, bound));
        self.names.truncate(names_before);
        self.next_slot = slots_before;
        result
    }

    fn bind(&mut self, text: &ThroughText) -> CompileResult<BoundVariables> {
        refuse_twice(&text.names)?;
        let mut positions = false;
        let (over, arity) = match &text.over {
            None => {
                self.uses_window = true;
                let (from, seen) = self.window;
                (CompiledSet::Naturals { from, seen }, Some(1))
            }
            Some(expr) => {
                let set = self.set(expr)?;
                positions = set.positions;
                (set.set, set.arity)
            }
        };
        if arity.is_some_and(|arity| arity != text.names.len()) {
            let message = format!(
                "{} names for elements of {} numbers",
                text.names.len(),
                arity.unwrap_or_default()
            );
            let span = text.names[0].span.start..text.names[text.names.len() - 1].span.end;
            return Err(Problem::new(span, message, "these names"));
        }
        let slots: Vec<usize> = (0..text.names.len()).map(|i| self.next_slot + i).collect();
        let binding = if positions { Binding::Position } else { Binding::Slot };
        for (name, slot) in text.names.iter().zip(&slots) {
            self.names.push((name.value.clone(), binding(*slot)));
        }
        self.next_slot += slots.len();
        self.slots = self.slots.max(self.next_slot);
        let names = text.names.iter().map(|name| name.value.clone()).collect();
        Ok(BoundVariables { slots, names, over })
    }

    fn letting(
        &mut self,
        names: &[SpannedName],
        value: &Expr,
        body: &Condition,
    ) -> CompileResult<CompiledCondition> {
        refuse_twice(names)?;
        let values = self.elements(value)?;
        if values.len() != names.len() {
            let message = format!("{} names for {} values", names.len(), values.len());
            return Err(Problem::new(value.span.clone(), message, "these values"));
        }
        let names: Vec<&SpannedName> = names.iter().collect();
        self.binding(&names, |compiler, slots| {
            Ok(CompiledCondition::Let(slots.to_vec(), values, Box::new(compiler.logic(body)?)))
        })
    }

    /// A predicate alone: `P`, `D(a, m)`, a defined condition.
    fn predicate(&mut self, expr: &Expr) -> CompileResult<CompiledCondition> {
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(outcome) = query::outcome(name)
                    && !self.is_bound(name)
                {
                    let query = self.query(&[], expr)?;
                    self.games[query.game].outcomes = true;
                    return Ok(CompiledCondition::Outcome(query, outcome));
                }
                if let Some(definition) = self.constant_definition(name) {
                    return self.inlined(definition, |compiler, body| compiler.logic(body));
                }
                Err(self.not_a_condition(expr))
            }
            ExprKind::Call(name, arguments) => {
                if let Some(outcome) = query::outcome(&name.value) {
                    let query = self.query(arguments, expr)?;
                    self.games[query.game].outcomes = true;
                    return Ok(CompiledCondition::Outcome(query, outcome));
                }
                match self.function(name) {
                    Some((at, definition))
                        if self.kind_of(&definition.body) == DefinitionKind::Logic =>
                    {
                        self.ensure_defined(at)?;
                        let arguments = self.call(name, arguments, definition.parameters.len())?;
                        Ok(CompiledCondition::Defined(at, arguments))
                    }
                    _ if functions::is_known(&name.value) => Err(self.not_a_condition(expr)),
                    _ => Err(self.unknown_function(name)),
                }
            }
            // `if a = b then f(a) else g(b)`, where these are conditions.
            ExprKind::If(condition, yes, no) => {
                let condition = self.logic(condition)?;
                let (yes, no) = (self.predicate(yes)?, self.predicate(no)?);
                let otherwise = CompiledCondition::Not(Box::new(condition.clone()));
                Ok(CompiledCondition::And(vec![
                    CompiledCondition::Implies(Box::new(condition), Box::new(yes)),
                    CompiledCondition::Implies(Box::new(otherwise), Box::new(no)),
                ]))
            }
            _ => Err(self.not_a_condition(expr)),
        }
    }

    fn not_a_condition(&self, expr: &Expr) -> Problem {
        if let ExprKind::Name(name) = &expr.kind
            && !self.is_name(name)
        {
            return self.unknown(name, expr);
        }
        Problem::new(expr.span.clone(), "this is no condition", "neither true nor false")
            .hint("compare it with something, as in `x = 0`")
    }

    /// The arguments of a defined function.
    fn call(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
        takes: usize,
    ) -> CompileResult<Vec<CompiledNumber>> {
        let values = self.all_elements(arguments)?;
        if values.len() == takes {
            return Ok(values);
        }
        let message = format!("`{}` takes {takes} arguments, {} given", name.value, values.len());
        Err(Problem::new(name.span.clone(), message, "called here"))
    }

    /// A list parameter's numbers.
    fn list_parameter(&self, name: &str) -> Option<&[i64]> {
        self.ruleset.about.arguments.iter().find_map(|(known, value)| match value {
            Argument::List(items) if known == name => Some(items.as_slice()),
            _ => None,
        })
    }
}

/// No name may be given twice at once.
fn refuse_twice(names: &[SpannedName]) -> CompileResult<()> {
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|other| other.value == name.value) {
            let message = format!("`{}` is named twice", name.value);
            return Err(Problem::new(name.span.clone(), message, "the second time"));
        }
    }
    Ok(())
}

/// `divisor divides of`; 0 divides only 0, as in a rule.
fn divides(
    divisor: CompiledNumber,
    of: CompiledNumber,
    span: ishitori_rule::Span,
) -> CompiledCondition {
    let zero = |number: CompiledNumber, compare| {
        CompiledCondition::Compare(
            compare,
            Box::new(number),
            Box::new(CompiledNumber::Constant(0)),
            span.clone(),
        )
    };
    let positive =
        CompiledNumber::Function(Function::Abs, vec![CompiledArgument::One(divisor.clone())]);
    let rest = CompiledNumber::Binary(Arithmetic::Modulo, Box::new(of.clone()), Box::new(positive));
    CompiledCondition::Or(vec![
        CompiledCondition::And(vec![
            zero(divisor.clone(), ComparisonOperator::NotEqual),
            zero(rest, ComparisonOperator::Equal),
        ]),
        CompiledCondition::And(vec![
            zero(divisor, ComparisonOperator::Equal),
            zero(of, ComparisonOperator::Equal),
        ]),
    ])
}

/// The expression that a definition of a number or set consists of.
fn bare(body: &Condition) -> CompileResult<&Expr> {
    match &body.kind {
        ConditionKind::Bare(expr) => Ok(expr),
        _ => Err(Problem::new(body.span.clone(), "a condition where a number belongs", "here")),
    }
}

/// Games on single heaps are sequences, and have theorems of their own; those on pieces have values of one piece.
fn no_claims(span: ishitori_rule::Span, game: &AnyGame) -> Problem {
    let (what, hint) = match game {
        AnyGame::Pieces(_) => ("pieces", "say it in the file of that game, of one piece"),
        _ => ("single heaps", "say it in the file of that game, with `n` for the heap"),
    };
    let message = format!("claims do not ask for values of another game on {what}");
    Problem::new(span, message, format!("{what} here")).hint(hint)
}
