//! Functions of numbers, definitions, and the conditions that speak of several heaps.

mod digits;
mod division;

use crate::formula::ReadFormula;
use crate::linear::WeightedSum;
use crate::meaning::{Judgement, Meanings, Member, ReadParameter, Thing, parts_of};
use crate::number::{CaseNumber, CaseValue};
use crate::problem::{Read, ReadProblem};
use crate::quantify::undefined_of;
use crate::syntax::{Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// How deep definitions may call each other.
const CALLS: usize = 20;

pub(crate) fn beyond(what: impl Into<String>) -> ReadProblem {
    ReadProblem::at(0, what)
}

impl Meanings<'_, '_> {
    /// `f(x, y)`
    pub(crate) fn call(&mut self, name: &str, arguments: &[ReadPhrase]) -> Read<Thing> {
        self.work.tick(1)?;
        if self.game.definitions.contains_key(name) && self.fresh.is_none() {
            let things = arguments.iter().map(|a| self.thing(a)).collect::<Read<Vec<_>>>()?;
            return self.defined_function(name, things);
        }
        if name == "floor" {
            return self.floor(arguments).map(Thing::Number);
        }
        if let ("ceil", [ReadPhrase { kind: ReadPhraseKind::Joined(Joint::Over, parts), .. }]) =
            (name, arguments)
        {
            return self.rounded(true, parts).map(Thing::Number);
        }
        if let ("count", [ReadPhrase { kind: ReadPhraseKind::Such(bindings, condition), .. }]) =
            (name, arguments)
        {
            let nothing = ReadPhrase::new(condition.place, ReadPhraseKind::Number(1));
            let mut members = Vec::new();
            let undefined =
                self.listed(true, &nothing, bindings, Some(&**condition), &mut members)?;
            let count = self.how_many(members.into_iter().map(|member| member.guard))?;
            return Ok(Thing::Number(count.undefined_if(undefined)));
        }
        // The smallest of numbers is the same if one of them comes twice.
        let once = !matches!(name, "min" | "max" | "or" | "and" | "gcd");
        let (mut members, mut undefined) = (Vec::new(), ReadFormula::Truth(false));
        for argument in arguments {
            match &argument.kind {
                ReadPhraseKind::Listed(element, bindings, condition) => {
                    let nothing =
                        self.listed(once, element, bindings, condition.as_deref(), &mut members)?;
                    undefined = undefined.or(nothing);
                }
                _ => {
                    let thing = self.thing(argument)?;
                    members.push(Member { guard: ReadFormula::Truth(true), thing });
                }
            }
        }
        match self.function(name, members)? {
            Thing::Number(number) => Ok(Thing::Number(number.undefined_if(undefined))),
            other if undefined.is_false() => Ok(other),
            _ => Err(beyond("a list whose condition may mean nothing")),
        }
    }

    fn function(&mut self, name: &str, members: Vec<Member>) -> Read<Thing> {
        let number = match name {
            "size" => {
                let [Member { thing: Thing::Set(of), .. }] = &members[..] else {
                    return Err(beyond("`size` of what is no set"));
                };
                let once = self.without_doubles(of.clone())?;
                let undefined = undefined_of(&Thing::Set(of.clone()));
                self.how_many(once.into_iter().map(|member| member.guard))?.undefined_if(undefined)
            }
            "sorted" => {
                let numbers = self.unguarded(members)?;
                let sorted = (1..=numbers.len() as i64)
                    .map(|k| self.least(k, &numbers).map(Thing::Number))
                    .collect::<Read<Vec<_>>>()?;
                return Ok(Thing::Tuple(sorted));
            }
            "sum" | "count" | "min" | "max" | "xor" | "or" | "and" | "product" | "gcd" => {
                self.folded(name, members)?
            }
            _ => {
                let numbers = self.unguarded(members)?;
                self.of_numbers(name, &numbers)?
            }
        };
        Ok(Thing::Number(number))
    }

    /// Functions of any number of numbers, which may be guarded.
    fn folded(&mut self, name: &str, members: Vec<Member>) -> Read<CaseNumber> {
        let (mut numbers, mut undefined) = (Vec::new(), Vec::new());
        for member in members {
            let guard = member.guard;
            undefined.push(guard.clone().and(undefined_of(&member.thing)));
            for (also, number) in self.several(vec![member.thing])? {
                numbers.push((guard.clone().and(also), number));
            }
        }
        let found = self.folded_numbers(name, numbers)?;
        Ok(found.undefined_if(ReadFormula::any(undefined)))
    }

    fn folded_numbers(
        &mut self,
        name: &str,
        numbers: Vec<(ReadFormula, CaseNumber)>,
    ) -> Read<CaseNumber> {
        let zero = CaseNumber::known(0);
        match name {
            "sum" => {
                let mut sum = zero.clone();
                for (guard, number) in &numbers {
                    sum = sum.plus(&CaseNumber::choice(guard, number, &zero)?, 1)?;
                }
                Ok(sum)
            }
            "count" => {
                let undefined = ReadFormula::any(
                    numbers.iter().map(|(guard, n)| guard.clone().and(n.undefined.clone())),
                );
                let count = self.how_many(numbers.into_iter().map(|(guard, _)| guard))?;
                Ok(count.undefined_if(undefined))
            }
            "min" => self.extreme(&numbers, ReadComparison::Less, ReadComparison::AtMost),
            "max" => self.extreme(&numbers, ReadComparison::Greater, ReadComparison::AtLeast),
            "xor" | "or" => {
                let guarded = numbers
                    .iter()
                    .map(|(guard, number)| CaseNumber::choice(guard, number, &zero))
                    .collect::<Read<Vec<_>>>()?;
                self.digitwise(name, &guarded)
            }
            _ => {
                if numbers.iter().any(|(guard, _)| !guard.is_true()) {
                    return Err(beyond(format!("`{name}` of a set whose size is not known")));
                }
                let numbers: Vec<CaseNumber> = numbers.into_iter().map(|(_, n)| n).collect();
                match name {
                    "and" => self.digitwise(name, &numbers),
                    _ => folded_known(name, &numbers),
                }
            }
        }
    }

    /// The numbers that things are, with a condition for each: sets hold each number once.
    pub(crate) fn several(&mut self, things: Vec<Thing>) -> Read<Vec<(ReadFormula, CaseNumber)>> {
        let mut all = Vec::new();
        for thing in things {
            match thing {
                Thing::Number(number) => all.push((ReadFormula::Truth(true), number)),
                Thing::Several(numbers) => {
                    all.extend(numbers.into_iter().map(|n| (ReadFormula::Truth(true), n)));
                }
                Thing::Tuple(_) => {
                    for part in parts_of(&thing) {
                        all.extend(self.several(vec![part])?);
                    }
                }
                Thing::Set(members) => {
                    for member in self.without_doubles(members)? {
                        let Thing::Number(number) = member.thing else {
                            return Err(beyond("a set of what are no numbers"));
                        };
                        all.push((member.guard, number));
                    }
                }
                _ => return Err(beyond("expected numbers")),
            }
        }
        Ok(all)
    }

    fn unguarded(&mut self, members: Vec<Member>) -> Read<Vec<CaseNumber>> {
        let mut all = Vec::new();
        for member in members {
            let undefined = undefined_of(&member.thing);
            for (guard, number) in self.several(vec![member.thing])? {
                let number = number.undefined_if(undefined.clone());
                if !guard.is_true() || !member.guard.is_true() {
                    return Err(beyond("a list whose length depends on the position"));
                }
                all.push(number);
            }
        }
        Ok(all)
    }

    /// How many of these conditions hold: a sum of numbers that are 0 or 1.
    fn how_many(&mut self, guards: impl Iterator<Item = ReadFormula>) -> Read<CaseNumber> {
        let mut sum = WeightedSum::default();
        for guard in guards {
            match guard {
                ReadFormula::Truth(truth) => sum.constant += i64::from(truth),
                guard => {
                    let variable = self.new_variable();
                    let is = |number: i64| {
                        let own = WeightedSum { terms: vec![(variable, 1)], constant: -number };
                        ReadFormula::compared(own, ReadComparison::Equal)
                    };
                    let one = guard.clone().and(is(1));
                    self.defined.push((variable, one.or(guard.not().and(is(0)))));
                    sum = sum.plus(&WeightedSum::variable(variable), 1)?;
                }
            }
        }
        Ok(CaseNumber::plain(sum))
    }

    /// The smallest or largest: the first that is.
    fn extreme(
        &mut self,
        numbers: &[(ReadFormula, CaseNumber)],
        before: ReadComparison,
        after: ReadComparison,
    ) -> Read<CaseNumber> {
        let (mut cases, mut undefined) = (Vec::new(), Vec::new());
        let empty = ReadFormula::any(numbers.iter().map(|(guard, _)| guard.clone())).not();
        for (place, (guard, number)) in numbers.iter().enumerate() {
            let mut parts = vec![guard.clone()];
            for (other, (also, rival)) in numbers.iter().enumerate() {
                if other != place {
                    let sign = if other < place { before } else { after };
                    parts.push(also.clone().not().or(number.compare(sign, rival)?));
                    self.work.tick(1)?;
                }
            }
            let first = ReadFormula::all(parts);
            for (when, value) in &number.cases {
                cases.push((first.clone().and(when.clone()), value.clone()));
            }
            undefined.push(guard.clone().and(number.undefined.clone()));
        }
        if empty.is_true() {
            return Err(beyond("the smallest of no numbers"));
        }
        if !empty.is_false() {
            cases.push((empty.clone(), CaseValue::Plain(WeightedSum::default())));
            undefined.push(empty);
        }
        CaseNumber { cases, undefined: ReadFormula::any(undefined) }.tidy()
    }

    /// The k-th smallest: the number such that k - 1 come before it, ties in their order.
    fn least(&mut self, k: i64, numbers: &[CaseNumber]) -> Read<CaseNumber> {
        if k < 1 || k > numbers.len() as i64 || numbers.len() > 8 {
            return Err(beyond("`least` of so many"));
        }
        let (mut cases, mut undefined) = (Vec::new(), Vec::new());
        for (place, number) in numbers.iter().enumerate() {
            let mut earlier = Vec::new();
            for (other, rival) in numbers.iter().enumerate().filter(|(other, _)| *other != place) {
                let sign =
                    if other < place { ReadComparison::AtMost } else { ReadComparison::Less };
                earlier.push(rival.compare(sign, number)?);
                self.work.tick(1)?;
            }
            let here = exactly(k - 1, &earlier);
            for (when, value) in &number.cases {
                cases.push((here.clone().and(when.clone()), value.clone()));
            }
            undefined.push(number.undefined.clone());
        }
        CaseNumber { cases, undefined: ReadFormula::any(undefined) }.tidy()
    }

    fn of_numbers(&mut self, name: &str, numbers: &[CaseNumber]) -> Read<CaseNumber> {
        match (name, numbers) {
            ("abs", [number]) => {
                let negative = number.compare(ReadComparison::Less, &CaseNumber::known(0))?;
                let opposite = CaseNumber::known(0).plus(number, -1)?;
                let found = CaseNumber::choice(&negative, &opposite, number)?;
                Ok(found.undefined_if(number.undefined.clone()))
            }
            ("majority", numbers) if !numbers.is_empty() => self.digitwise(name, numbers),
            ("least", [first, rest @ ..]) => {
                let k = first.as_known().ok_or_else(|| beyond("`least` of an unknown number"))?;
                self.least(k, rest)
            }
            ("v2", [number]) => self.exponent(number),
            ("tail" | "bitlen" | "popcount", [number]) => self.counted_digits(name, number),
            ("bit", [number, place]) => self.bit(number, place),
            ("digit_sum", [modulus, of @ ..]) => {
                let modulus = modulus.as_known().filter(|m| *m >= 1);
                let modulus = modulus.ok_or_else(|| beyond("`digit_sum` so"))?;
                let (of, undefined) = self.variables_of(of)?;
                Ok(CaseNumber::value(CaseValue::DigitSum(modulus, of)).undefined_if(undefined))
            }
            _ => Err(beyond(format!("`{name}`"))),
        }
    }

    /// A function or a set of the game's file.
    pub(crate) fn defined_function(&mut self, name: &str, arguments: Vec<Thing>) -> Read<Thing> {
        let Some((names, body)) = self.game.definitions.get(name) else {
            return Err(beyond(format!("`{name}` is not known")));
        };
        if self.calls >= CALLS {
            return Err(beyond(format!("`{name}` calls itself, or too many others")));
        }
        if names.len() != arguments.len() {
            return Err(beyond(format!("`{name}` has another number of arguments")));
        }
        let scope = std::mem::take(&mut self.scope);
        self.scope = names.iter().cloned().zip(arguments).collect();
        self.calls += 1;
        let found = self.thing(body);
        self.calls -= 1;
        self.scope = scope;
        found
    }

    /// `each h[S] = 0`: the comparison, of each heap that is named.
    pub(crate) fn each(&mut self, inner: &ReadPhrase) -> Read<Judgement> {
        let ReadPhraseKind::Compared(terms, signs) = &inner.kind else {
            return Err(ReadProblem::at(inner.place, "expected a comparison after `each`"));
        };
        let things = terms.iter().map(|term| self.thing(term)).collect::<Read<Vec<_>>>()?;
        let mut found = Judgement::sure(ReadFormula::Truth(true));
        for (pair, sign) in things.windows(2).zip(signs) {
            for left in each_of(&pair[0]) {
                for right in each_of(&pair[1]) {
                    let one = self.compared(&left, *sign, &right)?;
                    found.holds = found.holds.and(one.holds);
                    found.undefined = found.undefined.or(one.undefined);
                }
            }
        }
        Ok(found)
    }

    /// No two of these numbers are equal.
    pub(crate) fn all_distinct(&mut self, numbers: &[CaseNumber]) -> Read<Judgement> {
        let mut found = Judgement::sure(ReadFormula::Truth(true));
        for (place, number) in numbers.iter().enumerate() {
            found.undefined = found.undefined.or(number.undefined.clone());
            for other in &numbers[..place] {
                found.holds = found.holds.and(number.compare(ReadComparison::Unequal, other)?);
            }
        }
        Ok(found)
    }

    /// The value of a parameter as a list of numbers.
    pub(crate) fn list_parameter(&self, name: &str) -> Option<Vec<i64>> {
        let found = self.game.parameters.iter().find(|(known, _)| known == name);
        match found {
            Some((_, ReadParameter::List(list))) => Some(list.clone()),
            _ => None,
        }
    }
}

fn each_of(thing: &Thing) -> Vec<Thing> {
    match thing {
        Thing::Several(_) => parts_of(thing),
        other => vec![other.clone()],
    }
}

/// Exactly so many of the conditions hold.
fn exactly(count: i64, conditions: &[ReadFormula]) -> ReadFormula {
    let Some((first, rest)) = conditions.split_first() else {
        return ReadFormula::Truth(count == 0);
    };
    if count < 0 || count > conditions.len() as i64 {
        return ReadFormula::Truth(false);
    }
    let with = first.clone().and(exactly(count - 1, rest));
    with.or(first.clone().not().and(exactly(count, rest)))
}

/// `product` and `gcd` of known numbers.
fn folded_known(name: &str, numbers: &[CaseNumber]) -> Read<CaseNumber> {
    let known: Option<Vec<i64>> = numbers.iter().map(CaseNumber::as_known).collect();
    let known = known.ok_or_else(|| beyond(format!("`{name}` of unknown numbers")))?;
    let found = match name {
        "product" => known.iter().try_fold(1i64, |product, number| product.checked_mul(*number)),
        _ => known.iter().try_fold(0i64, |left, right| {
            let (mut left, mut right) = (left.checked_abs()?, right.checked_abs()?);
            while right != 0 {
                (left, right) = (right, left % right);
            }
            Some(left)
        }),
    };
    let found = found.filter(|found| found.abs() < 1 << 38);
    Ok(CaseNumber::known(found.ok_or_else(|| beyond("a number that is too large"))?))
}
