//! The value of a formula at a position.
//!
//! Plain recursion over the tree. Conditions stop at the first part that decides them, left to
//! right, so a guard (`a > 0 and P(a - 1)`) protects what follows. Defined functions are pure and
//! remembered by their arguments; one that needs its own value, or goes too deep, is an error and
//! not a wrong answer.

mod certain;
mod figure;
mod position;
mod set;

use std::io;
use std::ops::ControlFlow;

use ishitori_rule::syntax::{ComparisonOperator, Quantifier};
use rustc_hash::FxHashMap;
use thiserror::Error;

pub(super) use certain::{CaseFinding, WindowTruth};
use figure::KnownFigures;

use super::formula::{
    BoundVariables, CompiledArgument, CompiledCondition, CompiledDefinition, CompiledNumber,
    CompiledSet, DefinitionBody, Fold, Function, SetComprehension,
};
use super::functions::{self, INFINITY, NoNumber, natural};
use super::judge::GameTruth;
use super::table::NONE;
use crate::control::{Control, GaveUp};
use crate::game::{Board, Figure, Heaps};
use crate::solve::snapshot::{StateError, StateReader, StateWriter};

/// How deep definitions may call each other. The checker's stack is made for it.
pub(super) const MAX_DEPTH: usize = 2_000;

/// The most elements a set may have.
const MAX_ELEMENTS: usize = 1_000_000;

/// Steps between two looks at whether to go on.
const LOOK_EVERY: u64 = 1 << 12;

/// Values of defined functions that are remembered.
const MAX_REMEMBERED: usize = 1_000_000;

/// Why a formula has no value.
#[derive(Clone, Debug, Error)]
pub(super) enum EvaluationStop {
    #[error("{0}")]
    NoNumber(#[from] NoNumber),
    #[error("({0}) is no position of {1}: {2}")]
    NoPosition(String, String, String),
    #[error("`{0}` needs its own value")]
    Circular(String),
    #[error("`{0}` calls itself more than {MAX_DEPTH} times deep: does it come to an end?")]
    TooDeep(String),
    #[error("heap {0} of {1}")]
    NoHeap(String, usize),
    #[error("there is no {0}")]
    NoEntry(String),
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// The result is small, and stopping is rare.
pub(super) type Evaluation<T> = Result<T, Box<EvaluationStop>>;

impl From<NoNumber> for Box<EvaluationStop> {
    fn from(why: NoNumber) -> Self {
        Box::new(why.into())
    }
}

impl From<GaveUp> for Box<EvaluationStop> {
    fn from(why: GaveUp) -> Self {
        Box::new(why.into())
    }
}

/// A number or a tuple.
pub(super) type NumberTuple = Vec<i64>;

/// The position that a claim is looked at in.
#[derive(Clone, Debug)]
pub(super) enum ClaimPosition {
    /// Nowhere: the claim is about no position in particular.
    Nothing,
    Heaps(Heaps),
    Board(Board),
    Figure(Box<Figure>),
}

pub(super) struct Evaluator<'p, 'g> {
    pub judges: Vec<GameTruth<'g>>,
    names: Vec<String>,
    defined: &'p [CompiledDefinition],
    pub here: ClaimPosition,
    /// The slots of all frames; the current one begins at `base`.
    stack: Vec<i64>,
    /// How many slots the first frame has.
    slots: usize,
    base: usize,
    depth: usize,
    /// Values of defined functions; `None` while they are being computed.
    memo: FxHashMap<(usize, NumberTuple), Option<i64>>,
    /// The figures that variables stand for in this case.
    figures: KnownFigures,
    control: &'g Control,
    /// How often a variable took a value.
    steps: u64,
    /// Whether a variable that runs through all numbers came to the last one that is looked at.
    reached_edge: bool,
}

impl<'p, 'g> Evaluator<'p, 'g> {
    pub(super) fn new(
        judges: Vec<GameTruth<'g>>,
        names: Vec<String>,
        defined: &'p [CompiledDefinition],
        slots: usize,
        control: &'g Control,
    ) -> Self {
        Evaluator {
            judges,
            names,
            defined,
            here: ClaimPosition::Nothing,
            stack: vec![0; slots],
            slots,
            base: 0,
            depth: 0,
            memo: FxHashMap::default(),
            figures: KnownFigures::default(),
            control,
            steps: 0,
            reached_edge: false,
        }
    }

    /// The same with nothing remembered or spent.
    pub(super) fn afresh(&self) -> Self {
        let judges = self.judges.iter().map(GameTruth::afresh).collect();
        Evaluator::new(judges, self.names.clone(), self.defined, self.slots, self.control)
    }

    /// How often a variable took a value, so far.
    pub(super) fn steps_so_far(&self) -> u64 {
        self.steps
    }

    /// Goes on counting from there.
    pub(super) fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Writes the values of defined functions.
    pub(super) fn write(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        let known = || self.memo.iter().filter_map(|(key, value)| Some((key, (*value)?)));
        out.size(known().count())?;
        for ((at, arguments), value) in known() {
            out.size(*at)?;
            out.size(arguments.len())?;
            arguments.iter().try_for_each(|number| out.u64(number.cast_unsigned()))?;
            out.u64(value.cast_unsigned())?;
        }
        Ok(())
    }

    /// Reads that back, with the number of steps.
    pub(super) fn read(
        &mut self,
        steps: u64,
        source: &mut StateReader<'_>,
    ) -> Result<(), StateError> {
        self.steps = steps;
        for _ in 0..source.u64()? {
            let at = source.place(self.defined.len())?;
            let arguments = source.step(0, MAX_ELEMENTS as u64)?;
            let arguments = (0..arguments).map(|_| source.u64().map(u64::cast_signed));
            let arguments = arguments.collect::<Result<_, _>>()?;
            self.memo.insert((at, arguments), Some(source.u64()?.cast_signed()));
        }
        Ok(())
    }

    /// Counts a step, and looks up now and then.
    fn step(&mut self) -> Evaluation<()> {
        self.steps(1)
    }

    /// Counts steps.
    fn steps(&mut self, count: u64) -> Evaluation<()> {
        let before = self.steps;
        self.steps += count;
        if before / LOOK_EVERY != self.steps / LOOK_EVERY {
            self.control.ask()?;
            let most = self.control.positions().map_or(u64::MAX, |most| most.saturating_mul(1000));
            if self.steps > most {
                return Err(GaveUp::beyond(most, "steps in the formula").into());
            }
        }
        Ok(())
    }

    /// Goes to a position of a game on heaps.
    pub(super) fn go_to(&mut self, heaps: &Heaps) {
        for (slot, heap) in self.stack.iter_mut().zip(heaps) {
            *slot = *heap as i64;
        }
        match &mut self.here {
            ClaimPosition::Heaps(here) => here.copy_from_slice(heaps),
            here => *here = ClaimPosition::Heaps(heaps.clone()),
        }
    }

    /// Goes to a figure with these numbers.
    pub(super) fn go_to_figure(&mut self, figure: &Figure, numbers: &[i64]) {
        for (slot, number) in self.stack.iter_mut().zip(numbers) {
            *slot = *number;
        }
        self.here = ClaimPosition::Figure(Box::new(figure.clone()));
        self.figures.clear();
    }

    /// The name of a game that the program asks about.
    pub(super) fn name(&self, game: usize) -> &str {
        &self.names[game]
    }

    pub(super) fn set_slot(&mut self, slot: usize, value: i64) {
        self.stack[self.base + slot] = value;
    }

    pub(super) fn slot(&self, slot: usize) -> i64 {
        self.stack[self.base + slot]
    }

    // --- conditions

    pub(super) fn logic(&mut self, logic: &'p CompiledCondition) -> Evaluation<bool> {
        match logic {
            CompiledCondition::Constant(value) => Ok(*value),
            CompiledCondition::Compare(compare, left, right, _) => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                let ordered =
                    !matches!(compare, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
                if ordered && (left == NONE || right == NONE) {
                    return Err(NoNumber::None.into());
                }
                Ok(compare.holds(left, right))
            }
            CompiledCondition::Not(inner) => Ok(!self.logic(inner)?),
            CompiledCondition::And(parts) => {
                for part in parts {
                    if !self.logic(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            CompiledCondition::Or(parts) => {
                for part in parts {
                    if self.logic(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            CompiledCondition::Implies(left, right) => Ok(!self.logic(left)? || self.logic(right)?),
            CompiledCondition::Iff(left, right) => Ok(self.logic(left)? == self.logic(right)?),
            CompiledCondition::Outcome(query, wanted) => Ok(self.outcome(query)? == *wanted),
            CompiledCondition::In(element, set) => self.is_in(element, set),
            CompiledCondition::Subset(left, right) => {
                let (left, right) = (self.elements(left)?, self.elements(right)?);
                Ok(left.iter().all(|element| right.binary_search(element).is_ok()))
            }
            CompiledCondition::Same(left, right) => {
                Ok(self.elements(left)? == self.elements(right)?)
            }
            CompiledCondition::Defined(at, arguments) => Ok(self.call(*at, arguments)? != 0),
            CompiledCondition::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body)
            }
            CompiledCondition::Decided(known, condition) => {
                self.step()?;
                match known.holds(&self.stack[self.base..]) {
                    Some(holds) => Ok(holds),
                    None => self.logic(condition),
                }
            }
            CompiledCondition::Let(slots, values, body) => {
                let values = self.nums(values)?;
                for (slot, value) in slots.iter().zip(values) {
                    self.set_slot(*slot, value);
                }
                self.logic(body)
            }
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> Evaluation<bool> {
        // As soon as so many have been found, the answer is known.
        let enough = match quantifier {
            Quantifier::All | Quantifier::Exists | Quantifier::No => 1,
            Quantifier::AtMostOne | Quantifier::ExactlyOne => 2,
        };
        let wanted = quantifier != Quantifier::All;
        let mut found = 0;
        let _ = self.each(through, &mut |evaluator| {
            found += usize::from(evaluator.logic(body)? == wanted);
            Ok(if found >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(match quantifier {
            Quantifier::All | Quantifier::No => found == 0,
            Quantifier::Exists => found == 1,
            Quantifier::AtMostOne => found <= 1,
            Quantifier::ExactlyOne => found == 1,
        })
    }

    /// Runs `visit` with all values of the variables, until it breaks.
    pub(super) fn each(
        &mut self,
        through: &'p [BoundVariables],
        visit: &mut dyn FnMut(&mut Self) -> Evaluation<ControlFlow<()>>,
    ) -> Evaluation<ControlFlow<()>> {
        self.step()?;
        let Some((first, rest)) = through.split_first() else { return visit(self) };
        if let CompiledSet::Range(low, high) = &first.over {
            let (low, high) = self.ends(low, high)?;
            for value in low..=high {
                self.set_slot(first.slots[0], value);
                if self.each(rest, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        if let CompiledSet::Naturals { from, seen } = &first.over {
            for value in *from..=*seen {
                self.set_slot(first.slots[0], value);
                if self.each(rest, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            self.reached_edge = true;
            return Ok(ControlFlow::Continue(()));
        }
        if let CompiledSet::Images(images) = &first.over {
            for image in images.iter() {
                for (slot, heap) in first.slots.iter().zip(image) {
                    self.set_slot(*slot, self.slot(*heap));
                }
                if self.each(rest, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let elements = match &first.over {
            CompiledSet::FigureList(list, query) => self.listed_numbers(*list, query)?,
            over => self.elements(over)?,
        };
        for element in elements {
            for (slot, value) in first.slots.iter().zip(element) {
                self.set_slot(*slot, value);
            }
            if self.each(rest, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The ends of a range; it has none if it goes on for ever.
    fn ends(
        &mut self,
        low: &'p CompiledNumber,
        high: &'p CompiledNumber,
    ) -> Evaluation<(i64, i64)> {
        let (low, high) = (self.num(low)?, self.num(high)?);
        if low == INFINITY || high == INFINITY {
            return Err(NoNumber::Infinite.into());
        }
        Ok((low, high))
    }

    fn is_in(&mut self, element: &'p [CompiledNumber], set: &'p CompiledSet) -> Evaluation<bool> {
        let element = self.nums(element)?;
        match set {
            CompiledSet::Range(low, high) => {
                Ok(self.num(low)? <= element[0] && element[0] <= self.num(high)?)
            }
            CompiledSet::List(items) => {
                for item in items {
                    if self.nums(item)? == element {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            set => Ok(self.elements(set)?.binary_search(&element).is_ok()),
        }
    }

    // --- numbers

    pub(super) fn num(&mut self, num: &'p CompiledNumber) -> Evaluation<i64> {
        match num {
            CompiledNumber::Constant(value) => Ok(*value),
            CompiledNumber::Slot(slot) => Ok(self.slot(*slot)),
            CompiledNumber::Heap { heaps, circle, index } => {
                let index = self.num(index)?;
                if index == INFINITY || index == NONE {
                    return Err(Box::new(EvaluationStop::NoHeap(shown(index), *heaps)));
                }
                let count = *heaps as i64;
                let at = if *circle { (index - 1).rem_euclid(count) } else { index - 1 };
                if !(0..count).contains(&at) {
                    return Err(Box::new(EvaluationStop::NoHeap(shown(index), *heaps)));
                }
                Ok(self.slot(at as usize))
            }
            CompiledNumber::Negate(inner) => {
                let inner = self.num(inner)?;
                Ok(functions::arithmetic(super::formula::Arithmetic::Subtract, 0, inner)?)
            }
            CompiledNumber::Binary(operator, left, right) => {
                let (left, right) = (self.num(left)?, self.num(right)?);
                Ok(functions::arithmetic(*operator, left, right)?)
            }
            CompiledNumber::Fold(fold, args) => self.fold(*fold, args),
            CompiledNumber::Function(function, args) => self.function(*function, args),
            CompiledNumber::If(condition, yes, no) => {
                if self.logic(condition)? {
                    self.num(yes)
                } else {
                    self.num(no)
                }
            }
            CompiledNumber::Grundy(query) => self.grundy(query),
            CompiledNumber::Remoteness(query) => self.remoteness(query),
            CompiledNumber::Defined(at, arguments) => self.call(*at, arguments),
            CompiledNumber::Size(set) => Ok(match &**set {
                CompiledSet::FigureList(list, query) => self.listed_numbers(*list, query)?.len(),
                set => self.elements(set)?.len(),
            } as i64),
            CompiledNumber::Mex(set) => {
                let elements = self.elements(set)?;
                Ok(elements.iter().fold(0, |mex, e| if e[0] == mex { mex + 1 } else { mex }))
            }
            CompiledNumber::Board(feature, mask) => {
                let mask = mask.as_ref().map(|mask| self.num(mask)).transpose()?;
                let (here, game) = self.board();
                let board = match mask {
                    Some(mask) => self.with_mask(mask)?,
                    None => here,
                };
                Ok(feature.value(game, board, here))
            }
            CompiledNumber::FigureNumber(at, query) => self.figure_number(*at, query),
            CompiledNumber::FigureEntry(list, query, index) => {
                self.figure_entry(*list, query, index)
            }
            CompiledNumber::Position(query) => self.number_of_place(query),
            CompiledNumber::Turned(turn) => {
                let (here, game) = self.board();
                Ok(turn.of(game, here).mask() as i64)
            }
        }
    }

    pub(super) fn nums(&mut self, nums: &'p [CompiledNumber]) -> Evaluation<NumberTuple> {
        nums.iter().map(|num| self.num(num)).collect()
    }

    fn function(&mut self, function: Function, args: &'p [CompiledArgument]) -> Evaluation<i64> {
        // One or two numbers without a list are the usual case.
        if let [CompiledArgument::One(only)] = args {
            return Ok(function.value(&[self.num(only)?])?);
        }
        let mut values = Vec::with_capacity(args.len());
        self.each_arg(args, &mut |value| {
            values.push(value);
            Ok(())
        })?;
        Ok(function.value(&values)?)
    }

    fn fold(&mut self, fold: Fold, args: &'p [CompiledArgument]) -> Evaluation<i64> {
        let mut result: Option<i64> = match fold {
            Fold::Min | Fold::Max => None,
            Fold::And => None,
            Fold::Product => Some(1),
            Fold::Xor | Fold::Or | Fold::Sum | Fold::Count => Some(0),
        };
        self.each_arg(args, &mut |x| {
            use super::formula::Arithmetic::{Add, Multiply};
            result = Some(match (fold, result) {
                (Fold::Min, Some(all)) => all.min(x),
                (Fold::Max, Some(all)) => all.max(x),
                (Fold::Min | Fold::Max, None) => x,
                (Fold::And, all) => all.unwrap_or(i64::MAX) & natural(x)?,
                (Fold::Xor, all) => all.unwrap_or(0) ^ natural(x)?,
                (Fold::Or, all) => all.unwrap_or(0) | natural(x)?,
                (Fold::Sum, all) => functions::arithmetic(Add, all.unwrap_or(0), x)?,
                (Fold::Product, all) => functions::arithmetic(Multiply, all.unwrap_or(1), x)?,
                (Fold::Count, all) => all.unwrap_or(0) + 1,
            });
            Ok(())
        })?;
        match result {
            // Digit by digit the largest number comes out; it stands for infinity.
            Some(INFINITY) if matches!(fold, Fold::Xor | Fold::Or | Fold::And) => {
                Err(NoNumber::TooLarge.into())
            }
            result => result.ok_or_else(|| NoNumber::Nothing.into()),
        }
    }

    fn each_arg(
        &mut self,
        args: &'p [CompiledArgument],
        visit: &mut dyn FnMut(i64) -> Evaluation<()>,
    ) -> Evaluation<()> {
        for arg in args {
            match arg {
                CompiledArgument::One(num) => visit(self.num(num)?)?,
                CompiledArgument::Many(listed) => {
                    self.each_listed(listed, &mut |item| visit(item[0]))?
                }
            }
        }
        Ok(())
    }

    fn each_listed(
        &mut self,
        listed: &'p SetComprehension,
        visit: &mut dyn FnMut(NumberTuple) -> Evaluation<()>,
    ) -> Evaluation<()> {
        let _ = self.each(&listed.through, &mut |evaluator| {
            let wanted = match &listed.condition {
                Some(condition) => evaluator.logic(condition)?,
                None => true,
            };
            if wanted {
                visit(evaluator.nums(&listed.item)?)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }

    /// Calls a defined function; conditions count as 0 and 1.
    fn call(&mut self, at: usize, arguments: &'p [CompiledNumber]) -> Evaluation<i64> {
        let arguments = self.nums(arguments)?;
        let function = &self.defined[at];
        let shown = |arguments: &NumberTuple| format!("{}({})", function.name, listed(arguments));
        let key = (at, arguments);
        match self.memo.get(&key) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(Box::new(EvaluationStop::Circular(shown(&key.1)))),
            None => {}
        }
        self.step()?;
        if self.memo.len() > 4 * MAX_REMEMBERED && self.depth > 0 {
            return Err(GaveUp::beyond(4 * MAX_REMEMBERED, "values of defined functions").into());
        }
        if self.depth >= MAX_DEPTH {
            return Err(Box::new(EvaluationStop::TooDeep(shown(&key.1))));
        }
        if self.depth == 0 && self.memo.len() > MAX_REMEMBERED {
            self.memo.clear();
        }
        self.memo.insert(key.clone(), None);
        let reached_edge = std::mem::take(&mut self.reached_edge);
        let (base, length) = (self.base, self.stack.len());
        self.base = length;
        self.stack.resize(length + function.slots, 0);
        self.stack[length..length + function.parameters].copy_from_slice(&key.1);
        self.depth += 1;
        let value = match &function.body {
            DefinitionBody::Num(num) => self.num(num),
            DefinitionBody::Logic(logic) => self.logic(logic).map(i64::from),
        };
        self.depth -= 1;
        self.stack.truncate(length);
        self.base = base;
        // What numbers beyond the edge may change is not remembered, so that each caller comes to know of it.
        match &value {
            Ok(value) if !self.reached_edge => self.memo.insert(key, Some(*value)),
            _ => self.memo.remove(&key),
        };
        self.reached_edge |= reached_edge;
        value
    }
}

fn too_many() -> Box<EvaluationStop> {
    GaveUp::beyond(MAX_ELEMENTS, "elements in a set").into()
}

/// Numbers with commas between them.
pub(super) fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(|n| shown(*n)).collect::<Vec<_>>().join(",")
}

/// A number as claims write it.
pub(super) fn shown(number: i64) -> String {
    match number {
        INFINITY => "infinity".to_string(),
        NONE => "none".to_string(),
        number => number.to_string(),
    }
}
