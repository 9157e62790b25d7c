//! The atoms of formulas about columns, and what they say of one column.
//!
//! `(every L)`: L holds at every place. `(but J L)`: at every place other than J. `(at J L)`: at place J. `(lowest A B C)`: B holds at the
//! lowest place where A holds, and C at every other place. L, A, B, C speak of one column: `(mod M R)`, the number of ones is
//! congruent to R modulo M; `(is N)`, it is N; `(one)`, the digit of the value is one; `not`, `and`, `or`, `iff`, `true`, `false`.

use crate::every_n::column::{Classes, Places};
use crate::refusal::CheckRefusal;
use crate::text::expression::Expression;
use crate::text::lines::CertificateLine;

/// One column: its place, the class of its count, and the digit of the value.
pub(crate) struct ColumnLetter {
    pub(crate) place: usize,
    pub(crate) class: usize,
    pub(crate) one: bool,
}

/// What is said of one column.
pub(crate) enum ColumnPredicate {
    Constant(bool),
    Congruent(usize, usize),
    Equals(usize),
    One,
    Not(Box<ColumnPredicate>),
    All(Vec<ColumnPredicate>),
    Some(Vec<ColumnPredicate>),
    Iff(Box<ColumnPredicate>, Box<ColumnPredicate>),
}

impl ColumnPredicate {
    fn read(
        line: &CertificateLine,
        text: &Expression,
        classes: Classes,
    ) -> Result<ColumnPredicate, CheckRefusal> {
        let inner = |text: &Expression| Self::read(line, text, classes);
        let several =
            |all: &[Expression]| all.iter().map(inner).collect::<Result<Vec<_>, CheckRefusal>>();
        let list = match text {
            Expression::Word("true") => return Ok(ColumnPredicate::Constant(true)),
            Expression::Word("false") => return Ok(ColumnPredicate::Constant(false)),
            Expression::Word(word) => return Err(line.refuse(format!("`{word}` says nothing"))),
            Expression::List(list) => list.as_slice(),
        };
        let [Expression::Word(word), rest @ ..] = list else {
            return Err(line.refuse("a list begins with its operator"));
        };
        match (*word, rest) {
            ("one", []) => Ok(ColumnPredicate::One),
            ("is", [Expression::Word(count)]) => {
                Ok(ColumnPredicate::Equals(line.index(count, classes.threshold)?))
            }
            ("mod", [Expression::Word(modulus), Expression::Word(rest)]) => {
                let modulus = line.index(modulus, classes.period + 1)?;
                if modulus == 0 || !classes.period.is_multiple_of(modulus) {
                    return Err(line.refuse("a modulus is to divide the period of counts"));
                }
                Ok(ColumnPredicate::Congruent(modulus, line.index(rest, modulus)?))
            }
            ("not", [one]) => Ok(ColumnPredicate::Not(Box::new(inner(one)?))),
            ("and", all) => Ok(ColumnPredicate::All(several(all)?)),
            ("or", all) => Ok(ColumnPredicate::Some(several(all)?)),
            ("iff", [one, other]) => {
                Ok(ColumnPredicate::Iff(Box::new(inner(one)?), Box::new(inner(other)?)))
            }
            _ => Err(line.refuse(format!("`{word}` says nothing of a column"))),
        }
    }

    fn holds(&self, letter: &ColumnLetter) -> bool {
        match self {
            ColumnPredicate::Constant(value) => *value,
            // A class is a number of its own class, and the modulus divides the period.
            ColumnPredicate::Congruent(modulus, rest) => letter.class % modulus == *rest,
            ColumnPredicate::Equals(count) => letter.class == *count,
            ColumnPredicate::One => letter.one,
            ColumnPredicate::Not(one) => !one.holds(letter),
            ColumnPredicate::All(all) => all.iter().all(|one| one.holds(letter)),
            ColumnPredicate::Some(all) => all.iter().any(|one| one.holds(letter)),
            ColumnPredicate::Iff(one, other) => one.holds(letter) == other.holds(letter),
        }
    }
}

/// What is said of all columns at once.
pub(crate) enum Atom {
    /// At every place but one, if one is named.
    Every(Option<usize>, ColumnPredicate),
    /// At one place.
    At(usize, ColumnPredicate),
    /// The lowest place where the first holds: there the second, elsewhere the third.
    Lowest(ColumnPredicate, ColumnPredicate, ColumnPredicate),
}

impl Atom {
    pub(crate) fn read(
        line: &CertificateLine,
        word: &str,
        rest: &[Expression],
        classes: Classes,
        places: Places,
    ) -> Result<Atom, CheckRefusal> {
        let inner = |text: &Expression| ColumnPredicate::read(line, text, classes);
        let place = |word: &str| line.index(word, places.named);
        match (word, rest) {
            ("every", [one]) => Ok(Atom::Every(None, inner(one)?)),
            ("but", [Expression::Word(at), one]) => Ok(Atom::Every(Some(place(at)?), inner(one)?)),
            ("at", [Expression::Word(at), one]) => Ok(Atom::At(place(at)?, inner(one)?)),
            ("lowest", [first, then, other]) => {
                Ok(Atom::Lowest(inner(first)?, inner(then)?, inner(other)?))
            }
            _ => Err(line.refuse(format!("`{word}` is no formula about columns"))),
        }
    }

    /// Its state before the first column.
    pub(crate) fn start(&self) -> u8 {
        match self {
            Atom::Every(..) => 1,
            Atom::At(..) => 0,
            // Bit 0: what holds if the word ends here. Bit 1: most significant first, the third held at every place so far; least
            // significant first, no place of the first kind was seen.
            Atom::Lowest(..) => 3,
        }
    }

    /// Whether it holds of a word that ended in this state.
    pub(crate) fn holds(&self, state: u8) -> bool {
        state & 1 == 1
    }

    /// Its state after a column.
    pub(crate) fn after(&self, state: u8, letter: &ColumnLetter, msd: bool) -> u8 {
        match self {
            Atom::Every(but, says) => {
                u8::from(state == 1 && (*but == Some(letter.place) || says.holds(letter)))
            }
            Atom::At(place, says) if *place == letter.place => u8::from(says.holds(letter)),
            Atom::At(..) => state,
            Atom::Lowest(first, then, other) => {
                let (is_first, then) = (first.holds(letter), then.holds(letter));
                let (other, holds) = (other.holds(letter), state & 1 == 1);
                let second = state & 2 == 2;
                let (holds, second) = match (msd, is_first) {
                    (true, true) => (second && then, second && other),
                    (true, false) => (holds && other, second && other),
                    (false, true) if second => (holds && then, false),
                    (false, _) => (holds && other, second),
                };
                u8::from(holds) | u8::from(second) << 1
            }
        }
    }
}
