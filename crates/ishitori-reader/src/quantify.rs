//! Sets, quantifiers, lists and `let`.
//!
//! What runs through a set that is known becomes one condition for each element; what runs through a range with
//! unknown ends, or through all numbers, becomes a quantifier. A range whose end is a number of digits runs
//! through powers of two. As docs/claim-language.md has it, what stands under a quantifier must mean something for
//! every element.

use crate::formula::{DigitAtom, ReadFormula};
use crate::linear::WeightedSum;
use crate::meaning::{Judgement, Meanings, Member, Thing, parts_of};
use crate::number::{CaseNumber, CaseValue};
use crate::problem::{Read, ReadProblem};
use crate::syntax::{BoundName, HowMany, Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// One value of bound names, if the condition holds.
struct BoundChoice {
    guard: ReadFormula,
    things: Vec<Thing>,
}

impl Meanings<'_, '_> {
    /// Reads something with names bound to these things.
    pub(crate) fn bound<T>(
        &mut self,
        names: &[String],
        things: Vec<Thing>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        if names.len() != things.len() {
            return Err(ReadProblem::at(0, "another number of names than of parts"));
        }
        let before = self.scope.len();
        self.scope.extend(names.iter().cloned().zip(things));
        let found = read(self);
        self.scope.truncate(before);
        found
    }

    /// `let x := e: C`
    pub(crate) fn naming(&mut self, binding: &BoundName, inner: &ReadPhrase) -> Read<Thing> {
        let value = binding.set.as_ref().ok_or_else(|| ReadProblem::at(0, "`let` of nothing"))?;
        let judged = self.closed(|self_| {
            let value = self_.thing(value)?;
            let things = if binding.is_tuple { parts_of(&value) } else { vec![value.clone()] };
            let undefined = undefined_of(&value);
            let inner = self_.bound(&binding.names, things, |s| s.condition(inner))?;
            Ok(Judgement { undefined: inner.undefined.or(undefined), ..inner })
        })?;
        Ok(Thing::Condition(judged))
    }

    /// The elements of a set in braces.
    pub(crate) fn members(&mut self, items: &[ReadPhrase]) -> Read<Vec<Member>> {
        let mut all = Vec::new();
        for item in items {
            match &item.kind {
                ReadPhraseKind::Listed(element, bindings, condition) => {
                    let undefined =
                        self.listed(false, element, bindings, condition.as_deref(), &mut all)?;
                    if !undefined.is_false() {
                        return Err(ReadProblem::at(0, "a set whose condition may mean nothing"));
                    }
                }
                _ => {
                    let thing = self.thing(item)?;
                    all.push(Member { guard: ReadFormula::Truth(true), thing });
                }
            }
        }
        Ok(all)
    }

    /// `e for x in S where C`; tells where the condition means nothing. `once`: whether it matters that a set
    /// holds each element once.
    pub(crate) fn listed(
        &mut self,
        once: bool,
        element: &ReadPhrase,
        bindings: &[BoundName],
        condition: Option<&ReadPhrase>,
        all: &mut Vec<Member>,
    ) -> Read<ReadFormula> {
        let always = ReadFormula::Truth(true);
        let mut undefined = Vec::new();
        let sets = self.each_choice(once, bindings, always, &mut |self_, guard| {
            let guard = match condition {
                None => guard,
                Some(condition) => {
                    let judged = self_.condition(condition)?;
                    undefined.push(guard.clone().and(judged.undefined));
                    guard.and(judged.holds)
                }
            };
            if !guard.is_false() {
                let thing = self_.thing(element)?;
                all.push(Member { guard, thing });
            }
            Ok(())
        })?;
        undefined.push(sets);
        Ok(ReadFormula::any(undefined))
    }

    /// Every choice of the bound names from sets that are known; tells where a set means nothing.
    fn each_choice(
        &mut self,
        once: bool,
        bindings: &[BoundName],
        guard: ReadFormula,
        tell: &mut dyn FnMut(&mut Self, ReadFormula) -> Read<()>,
    ) -> Read<ReadFormula> {
        self.work.tick(1)?;
        let Some((first, rest)) = bindings.split_first() else {
            tell(self, guard)?;
            return Ok(ReadFormula::Truth(false));
        };
        let (choices, undefined) = self.choices(first, once)?;
        let mut undefined = vec![guard.clone().and(undefined)];
        for choice in choices {
            let guard = guard.clone().and(choice.guard);
            let inner = self
                .bound(&first.names, choice.things, |s| s.each_choice(once, rest, guard, tell))?;
            undefined.push(inner);
        }
        Ok(ReadFormula::any(undefined))
    }

    /// The elements of a set, `once` each or as they come, and where the set means nothing.
    fn choices(
        &mut self,
        binding: &BoundName,
        once: bool,
    ) -> Read<(Vec<BoundChoice>, ReadFormula)> {
        let set = binding.set.as_ref();
        let set = set.ok_or_else(|| ReadProblem::at(0, "a list that runs through all numbers"))?;
        let thing = self.thing(set)?;
        let undefined = undefined_of(&thing);
        let members = match thing {
            Thing::Set(members) => members,
            Thing::Several(numbers) => {
                let member = |number| Member {
                    guard: ReadFormula::Truth(true),
                    thing: Thing::Number(number),
                };
                numbers.into_iter().map(member).collect()
            }
            _ => return Err(ReadProblem::at(set.place, "a list through an unknown range")),
        };
        let members = if once { self.without_doubles(members)? } else { members };
        let choice = |member: Member| BoundChoice {
            guard: member.guard,
            things: if binding.is_tuple { parts_of(&member.thing) } else { vec![member.thing] },
        };
        Ok((members.into_iter().map(choice).collect(), undefined))
    }

    /// A set holds each element once: one that is equal to an earlier one is left out.
    pub(crate) fn without_doubles(&mut self, members: Vec<Member>) -> Read<Vec<Member>> {
        let mut kept: Vec<Member> = Vec::new();
        if members.len() > 1_000 && members.iter().all(|m| known(&m.thing).is_some()) {
            // A long range: its numbers are different.
            let mut seen = std::collections::BTreeSet::new();
            return Ok(members.into_iter().filter(|m| seen.insert(known(&m.thing))).collect());
        }
        for member in members {
            self.work.tick(1 + kept.len() / 8)?;
            let mut guard = member.guard.clone();
            for earlier in &kept {
                let same = match (known(&earlier.thing), known(&member.thing)) {
                    (Some(one), Some(two)) => ReadFormula::Truth(one == two),
                    // Ranges are different.
                    _ if matches!(earlier.thing, Thing::Set(_)) => ReadFormula::Truth(false),
                    _ => self.compared(&earlier.thing, ReadComparison::Equal, &member.thing)?.holds,
                };
                guard = guard.and(earlier.guard.clone().and(same).not());
            }
            if !guard.is_false() {
                kept.push(Member { guard, thing: member.thing });
            }
        }
        Ok(kept)
    }

    /// Whether something is in a set.
    pub(crate) fn within(&mut self, thing: &Thing, set: &Thing) -> Read<Judgement> {
        match set {
            Thing::Set(members) => {
                if matches!(thing, Thing::Tuple(_) | Thing::Several(_)) {
                    return Err(ReadProblem::at(0, "tuples in sets"));
                }
                let mut found = Judgement::sure(ReadFormula::Truth(false));
                found.undefined = undefined_of(thing);
                for member in members {
                    let one = self.compared(thing, ReadComparison::Equal, &member.thing)?;
                    let guarded = member.guard.clone().and(one.undefined);
                    found.undefined = found.undefined.or(guarded);
                    found.holds = found.holds.or(member.guard.clone().and(one.holds));
                }
                Ok(found)
            }
            Thing::Between(ends) => {
                let low =
                    self.compared(&Thing::Number(ends[0].clone()), ReadComparison::AtMost, thing)?;
                let high =
                    self.compared(thing, ReadComparison::AtMost, &Thing::Number(ends[1].clone()))?;
                let undefined = low.undefined.or(high.undefined);
                Ok(Judgement { holds: low.holds.and(high.holds), undefined })
            }
            Thing::Several(numbers) => {
                let member = |number: &CaseNumber| Member {
                    guard: ReadFormula::Truth(true),
                    thing: Thing::Number(number.clone()),
                };
                self.within(thing, &Thing::Set(numbers.iter().map(member).collect()))
            }
            _ => Err(ReadProblem::at(0, "expected a set")),
        }
    }

    /// Sets joined by `|`, `&`, `-`.
    pub(crate) fn sets_joined(&mut self, joint: Joint, left: Thing, right: Thing) -> Read<Thing> {
        let (Thing::Set(left), Thing::Set(right)) = (left, right) else {
            return Err(ReadProblem::at(0, "joining what are no numbers"));
        };
        match joint {
            Joint::Union => Ok(Thing::Set([left, right].concat())),
            Joint::Meet | Joint::Minus => {
                let other = Thing::Set(right);
                let mut kept = Vec::new();
                for member in left {
                    let inside = self.within(&member.thing, &other)?;
                    let wanted = match joint {
                        Joint::Meet => inside.holds,
                        _ => inside.holds.not(),
                    };
                    kept.push(Member { guard: member.guard.and(wanted), thing: member.thing });
                }
                kept.retain(|member| !member.guard.is_false());
                Ok(Thing::Set(kept))
            }
            _ => Err(ReadProblem::at(0, "sets are not joined so")),
        }
    }

    /// `for all`, `exists`, `no`, `at most one`, `exactly one`.
    pub(crate) fn quantified(
        &mut self,
        many: HowMany,
        bindings: &[BoundName],
        inner: &ReadPhrase,
    ) -> Read<Judgement> {
        match many {
            HowMany::Some | HowMany::None | HowMany::All => {
                let all = many == HowMany::All;
                let mut found = self.exists(bindings, inner, all)?;
                if many != HowMany::Some {
                    found.holds = found.holds.not();
                }
                Ok(found)
            }
            HowMany::AtMostOne | HowMany::ExactlyOne => self.one(many, bindings, inner),
        }
    }

    /// Whether some choice satisfies the condition, or its opposite.
    fn exists(
        &mut self,
        bindings: &[BoundName],
        inner: &ReadPhrase,
        opposite: bool,
    ) -> Read<Judgement> {
        self.work.tick(1)?;
        let Some((first, rest)) = bindings.split_first() else {
            let mut judged = self.condition(inner)?;
            if opposite {
                judged.holds = judged.holds.not();
            }
            return Ok(judged);
        };
        let domains = self.domains(first, false)?;
        let own: Vec<u32> = domains.iter().flat_map(|domain| domain.over.clone()).collect();
        self.raised = None;
        let found = self.exists_in(domains, first, rest, inner, opposite);
        let is_raised = self.raised.is_some_and(|raised| own.contains(&raised));
        let mut found = match found {
            Err(_) if is_raised => {
                // 2 to the power of the name is asked for: the name is the exponent of a power of two.
                let domains = self.exponents(first)?;
                self.exists_in(domains, first, rest, inner, opposite)?
            }
            found => found?,
        };
        found.undefined = found.undefined.or(self.undefined_set(first)?);
        Ok(found)
    }

    /// Whether some choice from these satisfies the condition.
    fn exists_in(
        &mut self,
        domains: Vec<Domain>,
        first: &BoundName,
        rest: &[BoundName],
        inner: &ReadPhrase,
        opposite: bool,
    ) -> Read<Judgement> {
        let mut found = Judgement::sure(ReadFormula::Truth(false));
        let mut holds = Vec::new();
        for domain in domains {
            let guard = domain.guard;
            let one = self.closed(|self_| {
                self_.bound(&first.names, domain.things, |s| s.exists(rest, inner, opposite))
            })?;
            let close = |formula: ReadFormula| match formula {
                ReadFormula::Truth(false) => formula,
                formula => ReadFormula::exists(domain.over.clone(), guard.clone().and(formula)),
            };
            holds.push(close(one.holds));
            found.undefined = found.undefined.or(close(one.undefined));
        }
        found.holds = ReadFormula::any(holds);
        Ok(found)
    }

    /// The numbers of a range as exponents: a variable runs through the powers of two.
    fn exponents(&mut self, binding: &BoundName) -> Read<Vec<Domain>> {
        let ends = match &binding.set {
            None => {
                let least = self.game.least.filter(|least| *least >= 0);
                let least =
                    least.ok_or_else(|| ReadProblem::at(0, "an exponent without a range"))?;
                [CaseNumber::known(least), CaseNumber::value(CaseValue::Infinity)]
            }
            Some(set) => match self.thing(set)? {
                Thing::Between(ends) => *ends,
                _ => return Err(ReadProblem::at(set.place, "an exponent from such a set")),
            },
        };
        let natural = |(_, value): &(ReadFormula, CaseValue)| matches!(value, CaseValue::Plain(sum) if sum.is_natural());
        if !ends[0].cases.iter().all(natural) {
            return Err(ReadProblem::at(0, "an exponent that may be below 0"));
        }
        let variable = self.new_variable();
        let number = CaseNumber::value(CaseValue::Exponent(variable, 0));
        let power = ReadFormula::digit(DigitAtom::PowerOfTwo, vec![variable]);
        let low = ends[0].compare(ReadComparison::AtMost, &number)?;
        let high = number.compare(ReadComparison::AtMost, &ends[1])?;
        let (guard, things) = (power.and(low).and(high), vec![Thing::Number(number)]);
        Ok(vec![Domain { guard, things, over: vec![variable] }])
    }

    /// Where the ends of a range mean nothing.
    fn undefined_set(&mut self, binding: &BoundName) -> Read<ReadFormula> {
        let Some(set) = &binding.set else { return Ok(ReadFormula::Truth(false)) };
        let judged = self.closed(|self_| {
            let undefined = undefined_of(&self_.thing(set)?);
            Ok(Judgement { holds: ReadFormula::Truth(true), undefined })
        })?;
        Ok(judged.undefined)
    }

    /// What a bound name runs through: elements, and variables that run through numbers.
    fn domains(&mut self, binding: &BoundName, once: bool) -> Read<Vec<Domain>> {
        let Some(set) = &binding.set else {
            // Without a set: all sizes that a heap can have.
            let why = "a quantifier without a set, where positions have conditions";
            let least = self.game.least.ok_or_else(|| ReadProblem::at(0, why))?;
            let variable = self.new_variable();
            let number = CaseNumber::variable(variable);
            let guard = match least {
                ..=0 => ReadFormula::Truth(true),
                least => number.compare(ReadComparison::AtLeast, &CaseNumber::known(least))?,
            };
            let things = vec![Thing::Number(number)];
            return Ok(vec![Domain { guard, things, over: vec![variable] }]);
        };
        let before = self.defined.len();
        let Thing::Between(ends) = self.thing(set)? else {
            // Where the set means nothing is told apart.
            let (choices, _) = self.choices(binding, once)?;
            let domain = |choice: BoundChoice| Domain {
                guard: choice.guard,
                things: choice.things,
                over: Vec::new(),
            };
            return Ok(choices.into_iter().map(domain).collect());
        };
        let found = self.ranged(&ends)?;
        // The ends' own definitions stay open: they are closed around the quantifier.
        debug_assert!(self.defined.len() >= before);
        Ok(found)
    }

    fn ranged(&mut self, ends: &[CaseNumber; 2]) -> Read<Vec<Domain>> {
        let digits = |number: &CaseNumber| {
            number.cases.iter().any(|(_, value)| matches!(value, CaseValue::Exponent(..)))
        };
        let infinite = |number: &CaseNumber| {
            number.cases.iter().any(|(_, value)| *value == CaseValue::Infinity)
        };
        if infinite(&ends[0]) || infinite(&ends[1]) {
            return Err(ReadProblem::at(0, "a range that may end at infinity"));
        }
        let variable = self.new_variable();
        let inside = |number: &CaseNumber| -> Read<ReadFormula> {
            let low = ends[0].compare(ReadComparison::AtMost, number)?;
            Ok(low.and(number.compare(ReadComparison::AtMost, &ends[1])?))
        };
        if digits(&ends[0]) || digits(&ends[1]) {
            let natural = |value: &CaseValue| match value {
                CaseValue::Plain(sum) => sum.is_natural(),
                CaseValue::Exponent(_, more) => *more >= 0,
                _ => false,
            };
            if !ends[0].cases.iter().all(|(_, value)| natural(value)) {
                return Err(ReadProblem::at(0, "a range of digits from below 0"));
            }
            let number = CaseNumber::value(CaseValue::Exponent(variable, 0));
            let power = ReadFormula::digit(DigitAtom::PowerOfTwo, vec![variable]);
            let guard = power.and(inside(&number)?);
            return Ok(vec![Domain {
                guard,
                things: vec![Thing::Number(number)],
                over: vec![variable],
            }]);
        }
        let number = CaseNumber::variable(variable);
        let mut found = vec![Domain {
            guard: inside(&number)?,
            things: vec![Thing::Number(number)],
            over: vec![variable],
        }];
        let natural = |(_, value): &(ReadFormula, CaseValue)| matches!(value, CaseValue::Plain(sum) if sum.is_natural());
        if !ends[0].cases.iter().all(natural) {
            let variable = self.new_variable();
            let below = WeightedSum { terms: vec![(variable, -1)], constant: -1 };
            let number = CaseNumber::plain(below);
            let guard = inside(&number)?;
            let things = vec![Thing::Number(number)];
            found.push(Domain { guard, things, over: vec![variable] });
        }
        Ok(found)
    }

    /// At most one, or exactly one, element satisfies the condition.
    fn one(
        &mut self,
        many: HowMany,
        bindings: &[BoundName],
        inner: &ReadPhrase,
    ) -> Read<Judgement> {
        let [binding] = bindings else {
            return Err(ReadProblem::at(0, "`one` of several names"));
        };
        let some = self.exists(bindings, inner, false)?;
        // Two that are different: each domain with each, the conditions read twice with other variables.
        let first = self.satisfying(binding, inner)?;
        let second = self.satisfying(binding, inner)?;
        let mut two = Vec::new();
        for (number, one) in first.iter().enumerate() {
            for (other_number, other) in second.iter().enumerate() {
                let apart = match one.over.is_empty() {
                    true => ReadFormula::Truth(number < other_number),
                    false => {
                        self.compared(&one.things[0], ReadComparison::Less, &other.things[0])?.holds
                    }
                };
                let both = ReadFormula::all([one.guard.clone(), other.guard.clone(), apart]);
                let bound = [one.over.clone(), other.over.clone()].concat();
                two.push(ReadFormula::exists(bound, both));
            }
        }
        let at_most = ReadFormula::any(two).not();
        let holds = match many {
            HowMany::ExactlyOne => some.holds.and(at_most),
            _ => at_most,
        };
        Ok(Judgement { holds, undefined: some.undefined })
    }

    /// The domains of a name, with the condition among the guards.
    fn satisfying(&mut self, binding: &BoundName, inner: &ReadPhrase) -> Read<Vec<Domain>> {
        let mut domains = self.domains(binding, true)?;
        for domain in &mut domains {
            let judged =
                self.bound(&binding.names, domain.things.clone(), |s| s.condition(inner))?;
            let guard = std::mem::replace(&mut domain.guard, ReadFormula::Truth(true));
            domain.guard = guard.and(judged.holds);
        }
        Ok(domains)
    }
}

/// A part of what a bound name runs through.
struct Domain {
    guard: ReadFormula,
    things: Vec<Thing>,
    /// Variables that run through all numbers.
    over: Vec<u32>,
}

fn known(thing: &Thing) -> Option<i64> {
    match thing {
        Thing::Number(number) => number.as_known(),
        _ => None,
    }
}

/// Where a thing means nothing.
pub(crate) fn undefined_of(thing: &Thing) -> ReadFormula {
    match thing {
        Thing::Number(number) => number.undefined.clone(),
        Thing::Between(ends) => ends[0].undefined.clone().or(ends[1].undefined.clone()),
        Thing::Set(members) => {
            ReadFormula::any(members.iter().map(|m| m.guard.clone().and(undefined_of(&m.thing))))
        }
        Thing::Several(numbers) => {
            ReadFormula::any(numbers.iter().map(|number| number.undefined.clone()))
        }
        Thing::Tuple(parts) => ReadFormula::any(parts.iter().map(undefined_of)),
        Thing::Condition(_) | Thing::Quoted => ReadFormula::Truth(false),
    }
}
