//! The predicates as data, so that formulas can be kept, printed and translated.
//!
//! A [`Predicate`] knows its number of tracks and how to build its automaton; what it means is said
//! by the function that builds it. In Fibonacci digits only linear ones and the shift have an automaton
//! of their own (xor of Fibonacci digits has no use that we know); anything else is refused, and a known
//! automaton is cut to valid digits.

use crate::dfa::{Dfa, DigitOrder, MAX_SERIAL_TRACKS, MAX_TRACKS};
use crate::ends::{self, TrailingRun};
use crate::formula::NamedRelation;
use crate::limit::{AutomatonGaveUp, Limit};
use crate::linear::{self, Comparison};
use crate::numeration::Numeration;
use crate::{digits, zeckendorf};
use thiserror::Error;

/// Why there is no automaton for a predicate or formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAutomaton {
    /// It got too large.
    #[error(transparent)]
    GaveUp(#[from] AutomatonGaveUp),
    /// Digits of this kind do not know the predicate.
    #[error("a predicate on binary digits has no meaning in Fibonacci digits")]
    BinaryOnly,
    /// Digits of this kind do not know the predicate.
    #[error("a shift of Fibonacci digits has no meaning in binary digits")]
    ZeckendorfOnly,
    /// A predicate was given too many or too few variables.
    #[error("a predicate of {wanted} variables was given {given}")]
    Arity {
        /// Its tracks.
        wanted: usize,
        /// Its variables.
        given: usize,
    },
    /// More variables at once than there can be tracks.
    #[error("{variables} variables at once; automata have at most {MAX_TRACKS} tracks")]
    TooManyTracks {
        /// How many.
        variables: usize,
    },
    /// More variables than can be interleaved.
    #[error("{variables} variables; at most {MAX_SERIAL_TRACKS} tracks can be interleaved")]
    TooManySerial {
        /// How many.
        variables: usize,
    },
    /// A quantifier where there can be none.
    #[error("interleaved automata are for formulas without quantifiers")]
    Quantified,
    /// A congruence modulo 0.
    #[error("a congruence modulo 0")]
    ModulusZero,
    /// A known automaton treats words for the same numbers differently.
    #[error("an automaton that does not ignore padding zeros says nothing about numbers")]
    CountsPadding,
    /// An automaton for digits of another kind.
    #[error(
        "`{0}` is known by its digits in another number system, and no automaton converts them"
    )]
    OtherDigits(String),
    /// A sentence has no free variables.
    #[error("not a sentence: `{}` has no quantifier", .0.join("`, `"))]
    Free(Vec<String>),
}

/// A relation between numbers, one a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// [`linear::linear`]: a linear form compared with a constant.
    Linear {
        /// One a track.
        coefficients: Vec<i64>,
        /// How it compares.
        comparison: Comparison,
        /// With what.
        constant: i64,
    },
    /// [`linear::congruent`]: a linear form modulo something.
    Congruent {
        /// One a track.
        coefficients: Vec<i64>,
        /// The residue.
        residue: i64,
        /// The modulus.
        modulus: u32,
    },
    /// [`digits::xor_is_zero`] of so many tracks.
    XorIsZero(usize),
    /// [`digits::and_is`] with so many inputs.
    AndIs(usize),
    /// [`digits::or_is`] with so many inputs.
    OrIs(usize),
    /// [`digits::majority_is`] with so many inputs.
    MajorityIs(usize),
    /// [`digits::digit_counts`]: Moore's condition.
    DigitCounts {
        /// How many numbers.
        tracks: usize,
        /// What divides the number of ones at each place.
        modulus: u32,
    },
    /// [`digits::ones`]: the number of ones of x.
    Ones {
        /// The residue.
        residue: u32,
        /// The modulus.
        modulus: u32,
    },
    /// [`digits::bit`]: the digit of x at a place is one.
    Bit(u32),
    /// [`digits::constant`]: x is a number, in any numeration.
    Is(u64),
    /// [`digits::power_of_two`].
    PowerOfTwo,
    /// [`ends::compare_ends`]: v2 or tail of x and y.
    CompareEnds(TrailingRun, Comparison),
    /// [`ends::end_congruent`]: v2 or tail of x.
    EndCongruent {
        /// Which.
        end: TrailingRun,
        /// The residue.
        residue: u32,
        /// The modulus.
        modulus: u32,
    },
    /// [`ends::one_hot_end`]: y is 2 to the v2 or tail of x.
    OneHotEnd(TrailingRun),
    /// [`zeckendorf::shift`]: y is x one digit higher, in Fibonacci digits only.
    Shift,
    /// An automaton that ignores padding.
    Known(Dfa),
    /// A relation that has a name, made once.
    Named(NamedRelation),
}

impl Predicate {
    /// How many numbers it is about.
    pub fn tracks(&self) -> usize {
        match self {
            Predicate::Linear { coefficients, .. } | Predicate::Congruent { coefficients, .. } => {
                coefficients.len()
            }
            Predicate::XorIsZero(tracks) | Predicate::DigitCounts { tracks, .. } => *tracks,
            Predicate::AndIs(inputs) | Predicate::OrIs(inputs) | Predicate::MajorityIs(inputs) => {
                inputs.saturating_add(1)
            }
            Predicate::CompareEnds(..) | Predicate::OneHotEnd(_) | Predicate::Shift => 2,
            Predicate::Known(dfa) => dfa.tracks(),
            Predicate::Named(relation) => relation.tracks(),
            Predicate::Ones { .. }
            | Predicate::Bit(_)
            | Predicate::Is(_)
            | Predicate::PowerOfTwo
            | Predicate::EndCongruent { .. } => 1,
        }
    }

    /// Its minimal automaton, which ignores padding and accepts valid digits only.
    ///
    /// # Errors
    /// [`NoAutomaton`] if it grows beyond `limit` or there is none.
    pub fn build(
        &self,
        numeration: Numeration,
        order: DigitOrder,
        limit: Limit,
    ) -> Result<Dfa, NoAutomaton> {
        let variables = self.tracks();
        if variables > MAX_TRACKS {
            return Err(NoAutomaton::TooManyTracks { variables });
        }
        if self.modulus() == Some(0) {
            return Err(NoAutomaton::ModulusZero);
        }
        if numeration == Numeration::Binary && *self == Predicate::Shift {
            return Err(NoAutomaton::ZeckendorfOnly);
        }
        if let Predicate::Named(relation) = self {
            return relation.build(numeration, order, limit);
        }
        let dfa = match numeration {
            Numeration::Binary => self.build_binary(order, limit)?,
            Numeration::Zeckendorf => self.build_zeckendorf(order, limit)?,
        };
        // The others ignore it by construction.
        if matches!(self, Predicate::Known(_)) && !dfa.ignores_padding() {
            return Err(NoAutomaton::CountsPadding);
        }
        Ok(dfa)
    }

    pub(crate) fn modulus(&self) -> Option<u32> {
        match self {
            Predicate::Congruent { modulus, .. }
            | Predicate::DigitCounts { modulus, .. }
            | Predicate::Ones { modulus, .. }
            | Predicate::EndCongruent { modulus, .. } => Some(*modulus),
            _ => None,
        }
    }

    fn build_binary(&self, order: DigitOrder, limit: Limit) -> Result<Dfa, AutomatonGaveUp> {
        match self {
            Predicate::Linear { coefficients, comparison, constant } => {
                linear::linear(order, coefficients, *comparison, *constant, limit)
            }
            Predicate::Congruent { coefficients, residue, modulus } => {
                linear::congruent(order, coefficients, *residue, *modulus, limit)
            }
            Predicate::XorIsZero(tracks) => Ok(digits::xor_is_zero(order, *tracks)),
            Predicate::AndIs(inputs) => Ok(digits::and_is(order, *inputs)),
            Predicate::OrIs(inputs) => Ok(digits::or_is(order, *inputs)),
            Predicate::MajorityIs(inputs) => Ok(digits::majority_is(order, *inputs)),
            Predicate::DigitCounts { tracks, modulus } => {
                Ok(digits::digit_counts(order, *tracks, *modulus))
            }
            Predicate::Ones { residue, modulus } => digits::ones(order, *residue, *modulus, limit),
            Predicate::Bit(place) => digits::bit(order, *place, limit),
            Predicate::Is(number) => {
                Ok(digits::constant(Numeration::Binary, order, (*number).into()))
            }
            Predicate::PowerOfTwo => Ok(digits::power_of_two(order)),
            Predicate::CompareEnds(end, comparison) => {
                ends::compare_ends(order, *end, *comparison, limit)
            }
            Predicate::EndCongruent { end, residue, modulus } => {
                ends::end_congruent(order, *end, *residue, *modulus, limit)
            }
            Predicate::OneHotEnd(end) => ends::one_hot_end(order, *end, limit),
            Predicate::Shift | Predicate::Named(_) => unreachable!("seen to before"),
            Predicate::Known(dfa) => digits::in_order(order, dfa.clone(), limit),
        }
    }

    fn build_zeckendorf(&self, order: DigitOrder, limit: Limit) -> Result<Dfa, NoAutomaton> {
        match self {
            Predicate::Linear { coefficients, comparison, constant } => {
                Ok(zeckendorf::linear(order, coefficients, *comparison, *constant, limit)?)
            }
            Predicate::Congruent { coefficients, residue, modulus } => {
                Ok(zeckendorf::congruent(order, coefficients, *residue, *modulus, limit)?)
            }
            Predicate::Shift => Ok(zeckendorf::shift(order, limit)?),
            Predicate::Is(number) => {
                Ok(digits::constant(Numeration::Zeckendorf, order, (*number).into()))
            }
            Predicate::Known(dfa) => {
                let valid = zeckendorf::valid(order, dfa.tracks(), limit)?;
                let dfa = digits::in_order(order, dfa.clone(), limit)?;
                Ok(dfa.and(&valid, limit)?.minimize_within(limit)?)
            }
            _ => Err(NoAutomaton::BinaryOnly),
        }
    }
}
