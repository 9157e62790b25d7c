//! What expressions mean: numbers by cases, conditions as formulas, sets as lists of guarded elements.
//!
//! Every expression gets a [`Thing`]. Where a number must be a variable (an argument of `xor`), a new variable is
//! defined to be it; definitions are closed by the condition around them ([`Meanings::closed`]). They are total:
//! where an expression means nothing its variables are 0, and `undefined` says so. Sets and quantifiers are in
//! [`crate::quantify`], functions in [`crate::functions`].

use std::collections::HashMap;

use crate::formula::ReadFormula;
use crate::linear::{FIRST_NEW, ReadVariable, VALUE_TRACK, WeightedSum};
use crate::number::{CaseNumber, CaseValue};
use crate::problem::{Read, ReadProblem, ReadWork};
use crate::syntax::{Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// A condition: when it holds, and where it means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) holds: ReadFormula,
    pub(crate) undefined: ReadFormula,
}

impl Judgement {
    pub(crate) fn sure(holds: ReadFormula) -> Judgement {
        Judgement { holds, undefined: ReadFormula::Truth(false) }
    }

    /// One where this holds, the other elsewhere; what is not chosen need not mean anything.
    fn choice(self, yes: Judgement, no: Judgement) -> Judgement {
        let (here, there) = (self.holds.clone(), self.holds.not());
        let chosen =
            |yes: ReadFormula, no: ReadFormula| here.clone().and(yes).or(there.clone().and(no));
        Judgement {
            holds: chosen(yes.holds, no.holds),
            undefined: self.undefined.or(chosen(yes.undefined, no.undefined)),
        }
    }
}

/// An element of a set, if the condition holds.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) guard: ReadFormula,
    pub(crate) thing: Thing,
}

/// What an expression means.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    Number(CaseNumber),
    Condition(Judgement),
    /// Elements, some of which may be the same.
    Set(Vec<Member>),
    /// All numbers from one to the other, which are not both known.
    Between(Box<[CaseNumber; 2]>),
    /// Numbers where a function takes several: heaps.
    Several(Vec<CaseNumber>),
    Tuple(Vec<Thing>),
    Quoted,
}

/// What `P`, `N` and `grundy` are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueReading {
    /// They mean nothing: in rules.
    Absent,
    Known(i64),
    /// The variable [`VALUE_TRACK`], which is above this.
    Above(i64),
    /// The variable [`VALUE_TRACK`].
    Track,
    /// The exponent of the variable [`VALUE_TRACK`].
    Power,
    /// Misère play: whether the player to move loses.
    Misere(bool),
}

/// What is known of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownGame {
    /// The names of heaps, if they have some.
    pub(crate) names: Vec<String>,
    /// The name of the row, if there is one.
    pub(crate) row: Option<String>,
    pub(crate) heaps: usize,
    /// The smallest size that a heap can have, if `each >=` alone tells it.
    pub(crate) least: Option<i64>,
    /// Whether indices go round.
    pub(crate) round: bool,
    pub(crate) parameters: Vec<(String, ReadParameter)>,
    /// The ranges, as numbers of heaps from 1.
    pub(crate) ranges: Option<Vec<Vec<i64>>>,
    /// Where each heap's place takes its heap from, for every symmetry.
    pub(crate) symmetries: Option<Vec<Vec<usize>>>,
    pub(crate) definitions: HashMap<String, (Vec<String>, ReadPhrase)>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadParameter {
    /// A number.
    Number(i64),
    /// A list of numbers.
    List(Vec<i64>),
    /// A code.
    Code(String),
}

/// Gives expressions their meaning.
pub(crate) struct Meanings<'g, 'w> {
    pub(crate) game: &'g KnownGame,
    pub(crate) value: ValueReading,
    pub(crate) work: &'g mut ReadWork<'w>,
    /// Names that are bound, the innermost last.
    pub(crate) scope: Vec<(String, Thing)>,
    /// How deep definitions are called.
    pub(crate) calls: usize,
    /// Variables that stand for something, with what they are; not yet closed.
    pub(crate) defined: Vec<(ReadVariable, ReadFormula)>,
    pub(crate) next: ReadVariable,
    /// A variable of which 2 to its power was asked for: it may run through exponents instead.
    pub(crate) raised: Option<ReadVariable>,
    /// In a rule: new variables by their names.
    pub(crate) fresh: Option<Vec<(String, ReadVariable)>>,
}

impl<'g, 'w> Meanings<'g, 'w> {
    pub(crate) fn new(
        game: &'g KnownGame,
        value: ValueReading,
        work: &'g mut ReadWork<'w>,
    ) -> Meanings<'g, 'w> {
        Meanings {
            game,
            value,
            work,
            scope: Vec::new(),
            calls: 0,
            defined: Vec::new(),
            next: FIRST_NEW,
            raised: None,
            fresh: None,
        }
    }

    pub(crate) fn new_variable(&mut self) -> ReadVariable {
        self.next += 1;
        self.next - 1
    }

    /// What an expression means; a problem without a place gets this one's.
    pub(crate) fn thing(&mut self, phrase: &ReadPhrase) -> Read<Thing> {
        self.work.tick(1)?;
        self.meaning(phrase).map_err(|problem| match problem.place {
            0 => ReadProblem { place: phrase.place, ..problem },
            _ => problem,
        })
    }

    fn meaning(&mut self, phrase: &ReadPhrase) -> Read<Thing> {
        Ok(match &phrase.kind {
            ReadPhraseKind::Number(number) => Thing::Number(CaseNumber::plain(
                WeightedSum::default().plus(&WeightedSum::number(*number), 1)?,
            )),
            ReadPhraseKind::Quoted(_) => Thing::Quoted,
            ReadPhraseKind::Name(name) => self.named(name)?,
            ReadPhraseKind::Indexed(name, index) => self.indexed(name, index)?,
            ReadPhraseKind::Call(name, arguments) => self.call(name, arguments)?,
            ReadPhraseKind::Negative(inner) => {
                let inner = self.number(inner)?;
                Thing::Number(CaseNumber::known(0).plus(&inner, -1)?)
            }
            ReadPhraseKind::BoundChoice(parts) => {
                let condition = self.condition(&parts[0])?;
                match (self.thing(&parts[1])?, self.thing(&parts[2])?) {
                    (Thing::Number(yes), Thing::Number(no)) => {
                        let choice = CaseNumber::choice(&condition.holds, &yes, &no)?;
                        Thing::Number(choice.undefined_if(condition.undefined))
                    }
                    (Thing::Condition(yes), Thing::Condition(no)) => {
                        Thing::Condition(condition.choice(yes, no))
                    }
                    _ => return Err(ReadProblem::at(phrase.place, "a choice between two kinds")),
                }
            }
            ReadPhraseKind::Tuple(parts) => {
                Thing::Tuple(parts.iter().map(|part| self.thing(part)).collect::<Read<_>>()?)
            }
            ReadPhraseKind::Braces(items) => Thing::Set(self.members(items)?),
            ReadPhraseKind::Joined(joint, parts) => self.joined(*joint, parts)?,
            ReadPhraseKind::Let(binding, inner) => self.naming(binding, inner)?,
            _ => Thing::Condition(self.condition(phrase)?),
        })
    }

    pub(crate) fn number(&mut self, phrase: &ReadPhrase) -> Read<CaseNumber> {
        match self.thing(phrase)? {
            Thing::Number(number) => Ok(number),
            _ => Err(ReadProblem::at(phrase.place, "expected a number")),
        }
    }

    /// A number that is known before play.
    pub(crate) fn known(&mut self, phrase: &ReadPhrase) -> Read<i64> {
        let number = self.number(phrase)?;
        number.as_known().ok_or_else(|| ReadProblem::at(phrase.place, "expected a known number"))
    }

    /// Something with the definitions that were made for it: they are closed.
    pub(crate) fn closed(
        &mut self,
        read: impl FnOnce(&mut Self) -> Read<Judgement>,
    ) -> Read<Judgement> {
        let before = self.defined.len();
        let found = read(self);
        let made = self.defined.split_off(before);
        let Judgement { holds, undefined } = found?;
        self.work.tick(holds.size() + undefined.size())?;
        let (bound, parts): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let close = |formula: ReadFormula| match formula {
            ReadFormula::Truth(truth) => ReadFormula::Truth(truth),
            formula => {
                ReadFormula::exists(bound.clone(), formula.and(ReadFormula::all(parts.clone())))
            }
        };
        Ok(Judgement { holds: close(holds), undefined: close(undefined) })
    }

    /// When a condition holds.
    pub(crate) fn condition(&mut self, phrase: &ReadPhrase) -> Read<Judgement> {
        self.work.tick(1)?;
        let judged = self.closed(|self_| self_.judged(phrase));
        judged.map_err(|problem| match problem.place {
            0 => ReadProblem { place: phrase.place, ..problem },
            _ => problem,
        })
    }

    /// When a condition holds, with the variables of definitions left free.
    pub(crate) fn judged(&mut self, phrase: &ReadPhrase) -> Read<Judgement> {
        match &phrase.kind {
            ReadPhraseKind::Not(inner) => {
                let inner = self.condition(inner)?;
                Ok(Judgement { holds: inner.holds.not(), undefined: inner.undefined })
            }
            ReadPhraseKind::Compared(terms, signs) => self.comparisons(terms, signs),
            ReadPhraseKind::Quantified(many, bindings, inner) => {
                self.quantified(*many, bindings, inner)
            }
            ReadPhraseKind::Each(inner) => self.each(inner),
            ReadPhraseKind::Distinct(inner) => {
                let inner = self.thing(inner)?;
                let numbers = self.several(vec![inner])?;
                self.all_distinct(
                    &numbers.into_iter().map(|(_, number)| number).collect::<Vec<_>>(),
                )
            }
            ReadPhraseKind::Joined(joint, parts) if joint.is_condition() => {
                self.connected(*joint, &parts[0], &parts[1])
            }
            _ => match self.meaning(phrase)? {
                Thing::Condition(judgement) => Ok(judgement),
                _ => Err(ReadProblem::at(phrase.place, "expected a condition")),
            },
        }
    }

    fn connected(
        &mut self,
        joint: Joint,
        left: &ReadPhrase,
        right: &ReadPhrase,
    ) -> Read<Judgement> {
        match joint {
            Joint::In => {
                let (left, right) = (self.thing(left)?, self.thing(right)?);
                return self.within(&left, &right);
            }
            Joint::Divides => {
                let (left, right) = (self.number(left)?, self.thing(right)?);
                return self.divides(&left, right);
            }
            Joint::SubsetOf => return Err(ReadProblem::at(left.place, "`subset of`")),
            _ => {}
        }
        // `A if B` is `B implies A`, and B is decided first.
        let (joint, left, right) = match joint {
            Joint::If => (Joint::Implies, right, left),
            joint => (joint, left, right),
        };
        let (one, two) = (self.condition(left)?, self.condition(right)?);
        // Where the first decides, the second is not looked at.
        let (holds, looked) = match joint {
            Joint::And => (one.holds.clone().and(two.holds), one.holds),
            Joint::Or => (one.holds.clone().or(two.holds), one.holds.not()),
            Joint::Implies => (one.holds.clone().not().or(two.holds), one.holds),
            _ => (one.holds.same(two.holds), ReadFormula::Truth(true)),
        };
        Ok(Judgement { holds, undefined: one.undefined.or(looked.and(two.undefined)) })
    }

    fn comparisons(&mut self, terms: &[ReadPhrase], signs: &[ReadComparison]) -> Read<Judgement> {
        let things = terms.iter().map(|term| self.thing(term)).collect::<Read<Vec<_>>>()?;
        let mut found = Judgement::sure(ReadFormula::Truth(true));
        for (pair, sign) in things.windows(2).zip(signs) {
            let next = self.compared(&pair[0], *sign, &pair[1])?;
            let undefined = found.holds.clone().and(next.undefined);
            found.undefined = found.undefined.or(undefined);
            found.holds = found.holds.and(next.holds);
        }
        Ok(found)
    }

    /// When two things compare so.
    pub(crate) fn compared(
        &mut self,
        left: &Thing,
        sign: ReadComparison,
        right: &Thing,
    ) -> Read<Judgement> {
        match (left, right) {
            (Thing::Number(left), Thing::Number(right)) => {
                let holds = left.compare(sign, right)?;
                let undefined = left.undefined.clone().or(right.undefined.clone());
                Ok(Judgement { holds, undefined })
            }
            (Thing::Tuple(_) | Thing::Several(_), Thing::Tuple(_) | Thing::Several(_))
                if matches!(sign, ReadComparison::Equal | ReadComparison::Unequal) =>
            {
                let (left, right) = (parts_of(left), parts_of(right));
                if left.len() != right.len() {
                    return Err(ReadProblem::at(0, "tuples of different lengths"));
                }
                let mut all = Judgement::sure(ReadFormula::Truth(true));
                for (left, right) in left.iter().zip(&right) {
                    let one = self.compared(left, ReadComparison::Equal, right)?;
                    all.holds = all.holds.and(one.holds);
                    all.undefined = all.undefined.or(one.undefined);
                }
                if sign == ReadComparison::Unequal {
                    all.holds = all.holds.not();
                }
                Ok(all)
            }
            _ => Err(ReadProblem::at(0, "comparing what are no numbers")),
        }
    }

    fn joined(&mut self, joint: Joint, parts: &[ReadPhrase; 2]) -> Read<Thing> {
        if joint.is_condition() {
            return Ok(Thing::Condition(
                self.closed(|s| s.connected(joint, &parts[0], &parts[1]))?,
            ));
        }
        let (left, right) = (self.thing(&parts[0])?, self.thing(&parts[1])?);
        let (left, right) = match (left, right) {
            (Thing::Number(left), Thing::Number(right)) => (left, right),
            (left, right) => return self.sets_joined(joint, left, right),
        };
        Ok(Thing::Number(match joint {
            Joint::Plus => left.plus(&right, 1)?,
            Joint::Minus => left.plus(&right, -1)?,
            Joint::Times => times(&left, &right)?,
            Joint::Over => self.over(&left, &right)?,
            Joint::Mod => self.remainder(&left, &right)?,
            Joint::Power => self.power(&left, &right)?,
            Joint::Xor => self.digitwise("xor", &[left, right])?,
            Joint::UpTo => return range(left, right),
            _ => return Err(ReadProblem::at(0, "sets are joined so, not numbers")),
        }))
    }

    /// What a name stands for.
    fn named(&mut self, name: &str) -> Read<Thing> {
        if let Some((_, thing)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            return Ok(thing.clone());
        }
        if let Some(heap) = self.game.names.iter().position(|known| known == name) {
            return Ok(Thing::Number(CaseNumber::variable(heap as ReadVariable)));
        }
        if self.game.row.as_deref() == Some(name) {
            return Ok(self.heaps());
        }
        if let Some((_, value)) = self.game.parameters.iter().find(|(known, _)| known == name) {
            return Ok(match value {
                ReadParameter::Number(number) => Thing::Number(CaseNumber::known(*number)),
                ReadParameter::List(list) => numbers(list.iter().copied()),
                ReadParameter::Code(_) => Thing::Quoted,
            });
        }
        if self.value == ValueReading::Absent {
            return match (name, &mut self.fresh) {
                ("ranges", _) => self.ranges(),
                (_, None) => Err(ReadProblem::at(0, format!("`{name}` is not known"))),
                (_, Some(fresh)) => {
                    let found = fresh.iter().find(|(known, _)| known == name).map(|known| known.1);
                    let variable = found.unwrap_or(self.next);
                    if found.is_none() {
                        fresh.push((name.to_string(), variable));
                        self.next += 1;
                    }
                    Ok(Thing::Number(CaseNumber::variable(variable)))
                }
            };
        }
        if self.game.definitions.contains_key(name) {
            return self.defined_function(name, Vec::new());
        }
        self.built_in(name)
    }

    fn built_in(&mut self, name: &str) -> Read<Thing> {
        let value = WeightedSum::variable(VALUE_TRACK);
        let equals = |number: i64| {
            let sum = WeightedSum { terms: value.terms.clone(), constant: -number };
            ReadFormula::compared(sum, ReadComparison::Equal)
        };
        let lost = match self.value {
            ValueReading::Absent => ReadFormula::Truth(false),
            ValueReading::Known(known) => ReadFormula::Truth(known == 0),
            ValueReading::Above(least) => match least >= 0 {
                true => ReadFormula::Truth(false),
                false => equals(0),
            },
            ValueReading::Track => equals(0),
            ValueReading::Power => equals(1),
            ValueReading::Misere(lost) => ReadFormula::Truth(lost),
        };
        Ok(match name {
            "P" => Thing::Condition(Judgement::sure(lost)),
            "N" => Thing::Condition(Judgement::sure(lost.not())),
            "grundy" => Thing::Number(match self.value {
                ValueReading::Known(known) => CaseNumber::known(known),
                ValueReading::Track | ValueReading::Above(_) => CaseNumber::plain(value),
                ValueReading::Power => CaseNumber::value(CaseValue::Exponent(VALUE_TRACK, 0)),
                _ => return Err(ReadProblem::at(0, "`grundy` in misère play")),
            }),
            "heaps" => self.heaps(),
            "stones" => Thing::Number(self.total()?),
            "infinity" => Thing::Number(CaseNumber::value(CaseValue::Infinity)),
            "ranges" => self.ranges()?,
            "images" => self.images()?,
            _ => return Err(ReadProblem::at(0, format!("`{name}`"))),
        })
    }

    fn heaps(&self) -> Thing {
        Thing::Several((0..self.game.heaps).map(|i| CaseNumber::variable(i as u32)).collect())
    }

    fn total(&self) -> Read<CaseNumber> {
        let terms = (0..self.game.heaps).map(|i| (i as ReadVariable, 1)).collect();
        Ok(CaseNumber::plain(WeightedSum { terms, constant: 0 }))
    }

    fn ranges(&self) -> Read<Thing> {
        let ranges = self.game.ranges.as_ref();
        let ranges = ranges.ok_or_else(|| ReadProblem::at(0, "`ranges` of a game without them"))?;
        let member = |range: &Vec<i64>| Member {
            guard: ReadFormula::Truth(true),
            thing: numbers(range.iter().copied()),
        };
        Ok(Thing::Set(ranges.iter().map(member).collect()))
    }

    fn images(&self) -> Read<Thing> {
        let symmetries = self.game.symmetries.as_ref();
        let symmetries = symmetries.ok_or_else(|| ReadProblem::at(0, "too many `images`"))?;
        let tuple = |from: &Vec<usize>| {
            let heap = |heap: &usize| Thing::Number(CaseNumber::variable(*heap as ReadVariable));
            Thing::Tuple(from.iter().map(heap).collect())
        };
        let member = |from| Member { guard: ReadFormula::Truth(true), thing: tuple(from) };
        Ok(Thing::Set(symmetries.iter().map(member).collect()))
    }

    /// `h[i]`, or several heaps.
    fn indexed(&mut self, name: &str, index: &ReadPhrase) -> Read<Thing> {
        let is_row = self.game.row.as_deref() == Some(name);
        if !is_row || self.scope.iter().any(|(known, _)| known == name) {
            return Err(ReadProblem::at(0, format!("`{name}` is no row of heaps")));
        }
        Ok(match self.thing(index)? {
            Thing::Number(index) => Thing::Number(self.heap_at(&index)?),
            Thing::Set(members) => {
                let mut several = Vec::new();
                for index in known_members(&members)? {
                    several.push(CaseNumber::variable(self.heap_place(index)?));
                }
                Thing::Several(several)
            }
            _ => return Err(ReadProblem::at(index.place, "an index that is not known")),
        })
    }

    /// The heap with this number, from 1.
    pub(crate) fn heap_place(&self, index: i64) -> Read<ReadVariable> {
        let heaps = self.game.heaps as i64;
        let index = if self.game.round { (index - 1).rem_euclid(heaps) + 1 } else { index };
        match (1..=heaps).contains(&index) {
            true => Ok((index - 1) as ReadVariable),
            false => Err(ReadProblem::at(0, "an index beyond the heaps")),
        }
    }

    fn heap_at(&mut self, index: &CaseNumber) -> Read<CaseNumber> {
        if let Some(known) = index.as_known() {
            return Ok(CaseNumber::variable(self.heap_place(known)?));
        }
        index.map(|value| match value {
            CaseValue::Plain(sum) => match sum.known() {
                Some(known) => Ok(self
                    .heap_place(known)
                    .ok()
                    .map(|heap| CaseValue::Plain(WeightedSum::variable(heap)))),
                None => Err(ReadProblem::at(0, "an index that is not known")),
            },
            _ => Err(ReadProblem::at(0, "an index that is not known")),
        })
    }

    /// A variable that is this number, and 0 where that is negative or means nothing; and where it is negative.
    pub(crate) fn as_variable(&mut self, number: &CaseNumber) -> Read<(ReadVariable, ReadFormula)> {
        if let [(guard, CaseValue::Plain(sum))] = &number.cases[..]
            && guard.is_true()
            && let Some(variable) = sum.only()
        {
            return Ok((variable, ReadFormula::Truth(false)));
        }
        let variable = self.new_variable();
        let own = WeightedSum::variable(variable);
        let (mut ways, mut negative) = (Vec::new(), Vec::new());
        for (guard, value) in &number.cases {
            let CaseValue::Plain(sum) = value else {
                return Err(ReadProblem::at(0, "the digits of a number of digits"));
            };
            let equal = ReadFormula::compared(own.plus(sum, -1)?, ReadComparison::Equal);
            ways.push(guard.clone().and(equal));
            if !sum.is_natural() {
                let below = ReadFormula::compared(sum.clone(), ReadComparison::Less);
                negative.push(guard.clone().and(below));
            }
        }
        let negative = ReadFormula::any(negative);
        if !negative.is_false() {
            let zero = ReadFormula::compared(own, ReadComparison::Equal);
            ways.push(negative.clone().and(zero));
        }
        self.defined.push((variable, ReadFormula::any(ways)));
        Ok((variable, negative))
    }
}

/// A product: one of the factors is known in every case.
fn times(left: &CaseNumber, right: &CaseNumber) -> Read<CaseNumber> {
    left.join(right, |left, right| match (left, right) {
        (CaseValue::Plain(left), CaseValue::Plain(right)) => match (left.known(), right.known()) {
            (Some(known), _) => Ok(Some(CaseValue::Plain(right.times(known)?))),
            (_, Some(known)) => Ok(Some(CaseValue::Plain(left.times(known)?))),
            _ => Err(ReadProblem::at(0, "a product of two unknown numbers")),
        },
        (CaseValue::Infinity, _) | (_, CaseValue::Infinity) => Ok(None),
        _ => Err(ReadProblem::at(0, "calculating with a number of digits")),
    })
}

/// `low .. high`
fn range(low: CaseNumber, high: CaseNumber) -> Read<Thing> {
    match (low.as_known(), high.as_known()) {
        (Some(low), Some(high)) if high.saturating_sub(low) < 100_000 => Ok(numbers(low..=high)),
        _ => Ok(Thing::Between(Box::new([low, high]))),
    }
}

/// The set of these numbers.
pub(crate) fn numbers(of: impl Iterator<Item = i64>) -> Thing {
    let member = |number| Member {
        guard: ReadFormula::Truth(true),
        thing: Thing::Number(CaseNumber::known(number)),
    };
    Thing::Set(of.map(member).collect())
}

/// The numbers of a set that is known.
pub(crate) fn known_members(members: &[Member]) -> Read<Vec<i64>> {
    let known = |member: &Member| match &member.thing {
        Thing::Number(number) if member.guard.is_true() => number.as_known(),
        _ => None,
    };
    let found: Option<Vec<i64>> = members.iter().map(known).collect();
    found.ok_or_else(|| ReadProblem::at(0, "expected a set of known numbers"))
}

/// The parts of a tuple, or heaps as a tuple.
pub(crate) fn parts_of(thing: &Thing) -> Vec<Thing> {
    match thing {
        Thing::Tuple(parts) => parts.clone(),
        Thing::Several(numbers) => numbers.iter().cloned().map(Thing::Number).collect(),
        other => vec![other.clone()],
    }
}
