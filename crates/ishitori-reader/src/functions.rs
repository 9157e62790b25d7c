//! Functions of numbers, definitions, and the conditions that speak of several heaps.

use crate::formula::{DigitAtom, ReadFormula};
use crate::linear::{ReadVariable, WeightedSum};
use crate::meaning::{Judgement, Meanings, Member, ReadParameter, Thing, parts_of};
use crate::number::{CaseNumber, CaseValue};
use crate::problem::{Read, ReadProblem};
use crate::quantify::undefined_of;
use crate::syntax::{Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// How deep definitions may call each other.
const CALLS: usize = 20;

fn beyond(what: impl Into<String>) -> ReadProblem {
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

    /// `xor`, `or`, `and`, `majority`, digit by digit.
    pub(crate) fn digitwise(&mut self, name: &str, numbers: &[CaseNumber]) -> Read<CaseNumber> {
        let known: Option<Vec<i64>> = numbers.iter().map(CaseNumber::as_known).collect();
        if let Some(known) = known.filter(|known| known.iter().all(|number| *number >= 0))
            && name != "majority"
        {
            let join = |left: i64, right: &i64| match name {
                "xor" => left ^ right,
                "or" => left | right,
                _ => left & right,
            };
            let first = if name == "and" { i64::MAX } else { 0 };
            return match known.is_empty() && name == "and" {
                true => Err(beyond("`and` of no numbers")),
                false => Ok(CaseNumber::known(known.iter().fold(first, join))),
            };
        }
        let (of, undefined) = self.variables_of(numbers)?;
        let result = self.new_variable();
        let with = [of, vec![result]].concat();
        self.defined.push((
            result,
            match name {
                "xor" => ReadFormula::digit(DigitAtom::Digits(2), with),
                "or" => ReadFormula::digit(DigitAtom::OrIs, with),
                "and" => ReadFormula::digit(DigitAtom::AndIs, with),
                _ => ReadFormula::digit(DigitAtom::MajorityIs, with),
            },
        ));
        Ok(CaseNumber::variable(result).undefined_if(undefined))
    }

    /// Variables that are these numbers, and where one of them is negative or means nothing.
    fn variables_of(&mut self, numbers: &[CaseNumber]) -> Read<(Vec<ReadVariable>, ReadFormula)> {
        let (mut of, mut undefined) = (Vec::new(), Vec::new());
        for number in numbers {
            let (variable, negative) = self.as_variable(number)?;
            of.push(variable);
            undefined.push(negative.or(number.undefined.clone()));
        }
        Ok((of, ReadFormula::any(undefined)))
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

    /// The exponent of 2; that of 0 is infinity. It is that of the opposite number too.
    fn exponent(&mut self, number: &CaseNumber) -> Read<CaseNumber> {
        let zero = CaseNumber::known(0);
        let size = self.of_numbers("abs", std::slice::from_ref(number))?;
        let (variable, _) = self.as_variable(&size)?;
        let power = self.new_variable();
        let is_zero = ReadFormula::compared(WeightedSum::variable(variable), ReadComparison::Equal);
        let one = WeightedSum { terms: vec![(power, 1)], constant: -1 };
        let hot = ReadFormula::digit(DigitAtom::ExponentHot, vec![variable, power]);
        let none = is_zero.and(ReadFormula::compared(one, ReadComparison::Equal));
        self.defined.push((power, hot.or(none)));
        let infinite = number.compare(ReadComparison::Equal, &zero)?;
        let found = CaseNumber::choice(
            &infinite,
            &CaseNumber::value(CaseValue::Infinity),
            &CaseNumber::value(CaseValue::Exponent(power, 0)),
        )?;
        Ok(found.undefined_if(number.undefined.clone()))
    }

    /// `tail`, `bitlen`, `popcount`.
    fn counted_digits(&mut self, name: &str, number: &CaseNumber) -> Read<CaseNumber> {
        let (variable, negative) = self.as_variable(number)?;
        let undefined = negative.or(number.undefined.clone());
        let power = self.new_variable();
        let found = match name {
            "popcount" => CaseNumber::value(CaseValue::OnesOf(variable)),
            "tail" => {
                let hot = ReadFormula::digit(DigitAtom::TailHot, vec![variable, power]);
                self.defined.push((power, hot));
                CaseNumber::value(CaseValue::Exponent(power, 0))
            }
            _ => {
                // The power of two of the first digit: power <= number < 2 power; 1 for the number 0.
                let own = WeightedSum::variable(variable);
                let is_zero = ReadFormula::compared(own.clone(), ReadComparison::Equal);
                let fits = own.plus(&WeightedSum::variable(power), -1)?;
                let below = own.plus(&WeightedSum::variable(power), -2)?;
                let first = ReadFormula::all([
                    ReadFormula::digit(DigitAtom::PowerOfTwo, vec![power]),
                    ReadFormula::compared(fits, ReadComparison::AtLeast),
                    ReadFormula::compared(below, ReadComparison::Less),
                ]);
                let one = WeightedSum { terms: vec![(power, 1)], constant: -1 };
                let none = is_zero.clone().and(ReadFormula::compared(one, ReadComparison::Equal));
                self.defined.push((power, first.or(none)));
                let length = CaseNumber::value(CaseValue::Exponent(power, 1));
                CaseNumber::choice(&is_zero, &CaseNumber::known(0), &length)?
            }
        };
        Ok(found.undefined_if(undefined))
    }

    /// `bit(x, k)`
    fn bit(&mut self, number: &CaseNumber, place: &CaseNumber) -> Read<CaseNumber> {
        let (variable, negative) = self.as_variable(number)?;
        let mut undefined = vec![negative, number.undefined.clone(), place.undefined.clone()];
        let mut ones = Vec::new();
        for (guard, value) in &place.cases {
            let one = match value {
                CaseValue::Plain(sum) => match sum.known() {
                    Some(known) if known < 0 => {
                        undefined.push(guard.clone());
                        ReadFormula::Truth(false)
                    }
                    Some(known) if known < 1 << 16 => {
                        ReadFormula::digit(DigitAtom::Bit(known), vec![variable])
                    }
                    _ => return Err(beyond("`bit` at an unknown place")),
                },
                CaseValue::Exponent(power, more) => {
                    let (power, below) = self.shifted(*power, *more)?;
                    undefined.push(guard.clone().and(below));
                    ReadFormula::digit(DigitAtom::AndIs, vec![variable, power, power])
                }
                _ => return Err(beyond("`bit` at such a place")),
            };
            ones.push(guard.clone().and(one));
        }
        let (one, zero) = (CaseNumber::known(1), CaseNumber::known(0));
        let found = CaseNumber::choice(&ReadFormula::any(ones), &one, &zero)?;
        Ok(found.undefined_if(ReadFormula::any(undefined)))
    }

    /// The power of two times 2^more, and where that is no whole number (then it is 0).
    fn shifted(&mut self, power: ReadVariable, more: i64) -> Read<(ReadVariable, ReadFormula)> {
        if more == 0 {
            return Ok((power, ReadFormula::Truth(false)));
        }
        if more.abs() > 30 {
            return Err(beyond("a power of two that is too large for the second reader"));
        }
        let found = self.new_variable();
        let factor = 1i64 << more.abs();
        let (found_sum, power_sum) = (WeightedSum::variable(found), WeightedSum::variable(power));
        if more > 0 {
            let equal = found_sum.plus(&power_sum, -factor)?;
            self.defined.push((found, ReadFormula::compared(equal, ReadComparison::Equal)));
            return Ok((found, ReadFormula::Truth(false)));
        }
        let least = WeightedSum { terms: vec![(power, 1)], constant: -factor };
        let below = ReadFormula::compared(least, ReadComparison::Less);
        let equal = found_sum.times(factor)?.plus(&power_sum, -1)?;
        let equal = ReadFormula::compared(equal, ReadComparison::Equal);
        let zero = ReadFormula::compared(found_sum, ReadComparison::Equal);
        let meaning = below.clone().not().and(equal).or(below.clone().and(zero));
        self.defined.push((found, meaning));
        Ok((found, below))
    }

    /// `x mod m`
    pub(crate) fn remainder(&mut self, of: &CaseNumber, by: &CaseNumber) -> Read<CaseNumber> {
        let modulus = known_divisor(by)?;
        let mut found = CaseNumber { cases: Vec::new(), undefined: of.undefined.clone() };
        for (guard, value) in &of.cases {
            self.work.tick(modulus as usize)?;
            let ways: Vec<(ReadFormula, i64)> = match value {
                CaseValue::Infinity => {
                    found.undefined = found.undefined.or(guard.clone());
                    vec![(ReadFormula::Truth(true), 0)]
                }
                CaseValue::Plain(sum) => (0..modulus)
                    .map(|rest| (ReadFormula::congruent(sum.clone(), modulus, rest), rest))
                    .collect(),
                CaseValue::Exponent(power, more) => (0..modulus)
                    .map(|rest| {
                        let left = (rest - more).rem_euclid(modulus);
                        let atom = DigitAtom::ExponentMod(modulus, left);
                        (ReadFormula::digit(atom, vec![*power]), rest)
                    })
                    .collect(),
                CaseValue::OnesOf(number) => (0..modulus)
                    .map(|rest| {
                        (ReadFormula::digit(DigitAtom::Ones(modulus, rest), vec![*number]), rest)
                    })
                    .collect(),
                CaseValue::DigitSum(..) => return Err(beyond("the remainder of a `digit_sum`")),
            };
            for (way, rest) in ways {
                let value = CaseValue::Plain(WeightedSum::number(rest));
                found.cases.push((guard.clone().and(way), value));
            }
        }
        found.tidy()
    }

    /// `x / m`, rounded down.
    pub(crate) fn over(&mut self, of: &CaseNumber, by: &CaseNumber) -> Read<CaseNumber> {
        let divisor = known_divisor(by)?;
        if let Some(known) = of.as_known() {
            return Ok(CaseNumber::known(known.div_euclid(divisor)));
        }
        let mut found = CaseNumber { cases: Vec::new(), undefined: of.undefined.clone() };
        for (guard, value) in &of.cases {
            let CaseValue::Plain(sum) = value else {
                if *value == CaseValue::Infinity {
                    found.undefined = found.undefined.or(guard.clone());
                    found.cases.push((guard.clone(), CaseValue::Plain(WeightedSum::default())));
                    continue;
                }
                return Err(beyond("calculating with a number of digits"));
            };
            // Of the natural one of sum and -1 - sum: m q <= n < m q + m; then q, or -1 - q.
            let negative = match sum.is_natural() {
                true => ReadFormula::Truth(false),
                false => ReadFormula::compared(sum.clone(), ReadComparison::Less),
            };
            let quotient = self.new_variable();
            let own = WeightedSum::variable(quotient);
            let fits = |number: &WeightedSum| -> Read<ReadFormula> {
                let rest = number.plus(&own, -divisor)?;
                let top = rest.plus(&WeightedSum::number(divisor), -1)?;
                Ok(ReadFormula::compared(rest, ReadComparison::AtLeast)
                    .and(ReadFormula::compared(top, ReadComparison::Less)))
            };
            let opposite = WeightedSum::number(-1).plus(sum, -1)?;
            let (yes, no) = (fits(sum)?, fits(&opposite)?);
            let meaning = negative.clone().not().and(yes).or(negative.clone().and(no));
            self.defined.push((quotient, meaning));
            let below = WeightedSum { terms: vec![(quotient, -1)], constant: -1 };
            let natural = guard.clone().and(negative.clone().not());
            found.cases.push((natural, CaseValue::Plain(own)));
            found.cases.push((guard.clone().and(negative), CaseValue::Plain(below)));
        }
        found.tidy()
    }

    /// `x ^ k`: known numbers, or a power of two.
    pub(crate) fn power(&mut self, base: &CaseNumber, exponent: &CaseNumber) -> Read<CaseNumber> {
        let base = base.as_known().ok_or_else(|| beyond("a power of an unknown number"))?;
        let mut undefined = Vec::new();
        let mut cases = Vec::new();
        for (guard, value) in &exponent.cases {
            let power = match value {
                CaseValue::Plain(sum) => match sum.known() {
                    Some(known) if known < 0 => None,
                    Some(known) => {
                        let known = u32::try_from(known).ok();
                        let power = known.and_then(|known| base.checked_pow(known));
                        let power = power.filter(|power| power.abs() < 1 << 38);
                        Some(WeightedSum::number(power.ok_or_else(|| beyond("a large power"))?))
                    }
                    None => return Err(beyond("a power with an unknown exponent")),
                },
                CaseValue::Exponent(power, more) if base == 2 => {
                    let (power, below) = self.shifted(*power, *more)?;
                    undefined.push(guard.clone().and(below));
                    Some(WeightedSum::variable(power))
                }
                CaseValue::Infinity => None,
                _ => return Err(beyond("a power with such an exponent")),
            };
            if power.is_none() {
                undefined.push(guard.clone());
            }
            cases.push((guard.clone(), CaseValue::Plain(power.unwrap_or_default())));
        }
        undefined.push(exponent.undefined.clone());
        CaseNumber { cases, undefined: ReadFormula::any(undefined) }.tidy()
    }

    /// `floor(k*phi)` and `floor(k*phi^2)`.
    ///
    /// In Fibonacci digits, floor((m + 1) phi) is 1 more than m moved up by one place; and phi^2 is phi + 1.
    fn floor(&mut self, arguments: &[ReadPhrase]) -> Read<CaseNumber> {
        let [ReadPhrase { kind: ReadPhraseKind::Joined(Joint::Times, parts), .. }] = arguments
        else {
            return Err(beyond("`floor` of something else than a multiple of phi"));
        };
        let is_phi = |phrase: &ReadPhrase| match &phrase.kind {
            ReadPhraseKind::Name(name) if name == "phi" => Some(0),
            ReadPhraseKind::Joined(Joint::Power, parts) => match (&parts[0].kind, &parts[1].kind) {
                (ReadPhraseKind::Name(name), ReadPhraseKind::Number(2)) if name == "phi" => Some(1),
                _ => None,
            },
            _ => None,
        };
        let (factor, more) = match (is_phi(&parts[0]), is_phi(&parts[1])) {
            (None, Some(more)) => (&parts[0], more),
            (Some(more), None) => (&parts[1], more),
            _ => return Err(beyond("`floor` of something else than a multiple of phi")),
        };
        let factor = self.number(factor)?;
        let (variable, negative) = self.as_variable(&factor)?;
        let (found, less, moved) = (self.new_variable(), self.new_variable(), self.new_variable());
        let own = WeightedSum::variable(variable);
        let is = |sum: WeightedSum| ReadFormula::compared(sum, ReadComparison::Equal);
        let none = is(own.clone()).and(is(WeightedSum::variable(found)));
        let minus_one = |one: ReadVariable, two: ReadVariable| -> Read<WeightedSum> {
            let difference = WeightedSum::variable(one).plus(&WeightedSum::variable(two), -1)?;
            difference.plus(&WeightedSum::number(1), -1)
        };
        let some = ReadFormula::all([
            is(minus_one(variable, less)?),
            is(minus_one(found, moved)?),
            ReadFormula::digit(DigitAtom::Shift, vec![less, moved]),
        ]);
        let some = ReadFormula::exists(vec![less, moved], some);
        self.defined.push((found, none.or(some)));
        let sum = WeightedSum::variable(found).plus(&own, more)?;
        Ok(CaseNumber::plain(sum).undefined_if(negative.or(factor.undefined)))
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

    /// `d divides x`, or every heap.
    pub(crate) fn divides(&mut self, divisor: &CaseNumber, of: Thing) -> Read<Judgement> {
        let mut found = Judgement::sure(ReadFormula::Truth(true));
        for (guard, number) in self.several(vec![of])? {
            if !guard.is_true() {
                return Err(beyond("a divisor of a set whose size is not known"));
            }
            let undefined = divisor.undefined.clone().or(number.undefined.clone());
            found.undefined = found.undefined.or(undefined);
            let holds = match divisor.as_known() {
                Some(0) => number.compare(ReadComparison::Equal, &CaseNumber::known(0))?,
                Some(known) => {
                    let zero = CaseNumber::known(0);
                    let modulus = CaseNumber::known(known.abs());
                    self.remainder(&number, &modulus)?.compare(ReadComparison::Equal, &zero)?
                }
                None => {
                    let divisor = self.size_of(divisor)?;
                    ReadFormula::Divides(divisor, self.size_of(&number)?)
                }
            };
            found.holds = found.holds.and(holds);
        }
        Ok(found)
    }

    /// A variable that is a number without its sign.
    fn size_of(&mut self, number: &CaseNumber) -> Read<ReadVariable> {
        let size = match number.as_sum() {
            Some(sum) if sum.is_natural() => number.clone(),
            _ => self.of_numbers("abs", std::slice::from_ref(number))?,
        };
        Ok(self.as_variable(&size)?.0)
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

/// A divisor that is known and positive.
fn known_divisor(by: &CaseNumber) -> Read<i64> {
    match by.as_known() {
        Some(known @ 1..=4096) => Ok(known),
        Some(_) => Err(beyond("a divisor below 1 or above 4096")),
        None => Err(beyond("a divisor that is not known")),
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
