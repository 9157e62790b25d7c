//! Theorems for every number of heaps at once.
//!
//! Games such as `nim(n)` and `moore(n,k)` have the same moves for every n, and claims about them often read nothing but the number of
//! ones in each digit (*columns*). For such a claim the prover writes a certificate that holds for every n:
//!
//! 1. [`translate`](claim::translate()): the claim, with n left open, as a formula about columns ([`formula`]), and that as an automaton
//!    over classes of counts ([`machine`]);
//! 2. `stays.rs`: no move keeps what is claimed, a search for a path, with an arbitrary count of heaps that do not move;
//! 3. `strategy.rs`: where a move is owed there is one, by a game of safety. An opponent tells the columns of the position, and
//!    the strategy answers at once what becomes of the heaps that move, keeping several plans if it must.
//!
//! The opponent may tell columns that no position has, so a strategy is a theorem for every n; that there is none means nothing.
//! Nothing here is trusted: `ishitori-check` checks the certificate by code of its own. Cost: milliseconds. For one n, and for claims that
//! read more than columns, use [`prove`](super::prove()).

pub mod claim;
mod claim_names;
mod claim_numbers;
mod divide;
pub mod formula;
mod lower;
pub mod machine;
mod situation;
mod statement;
mod stays;
mod strategy;
mod write;

use ishitori_rule::every_n::ManyHeapMove;

use self::claim::EveryNTranslation;
use self::machine::CountMachine;
pub use self::statement::{EveryNAbout, EveryNStatement, EveryNTexts};
use crate::control::{Control, GaveUp};

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EveryNAttempt {
    /// A certificate, to be checked.
    Certificate(String),
    /// Why there is none. That is no refutation.
    NotProved(&'static str),
}

impl EveryNAttempt {
    /// One kind of move, as a line of a certificate says it.
    pub fn move_line(one: &ManyHeapMove) -> String {
        write::move_line(one)
    }
}

/// Tries to prove a statement about columns for every number of heaps.
///
/// # Errors
/// [`GaveUp`] if the work is stopped, or too large.
pub fn prove_every_n(
    texts: &EveryNTexts,
    moves: &[ManyHeapMove],
    translation: &EveryNTranslation,
    control: &Control,
) -> Result<EveryNAttempt, GaveUp> {
    let machine = match the_machine(moves, translation, control)? {
        Ok(machine) => machine,
        Err(why) => return Ok(EveryNAttempt::NotProved(why)),
    };
    let EveryNStatement { about, formula } = &translation.statement;
    certificate_of(texts, moves, *about, &machine, &formula.to_string(), control)
}

/// The one automaton that a claim is, however it is read where all heaps are empty; or why there is none, and nothing may be proved of it.
///
/// # Errors
/// [`GaveUp`] if the work is stopped, or too large.
pub fn the_machine(
    moves: &[ManyHeapMove],
    translation: &EveryNTranslation,
    control: &Control,
) -> Result<Result<CountMachine, &'static str>, GaveUp> {
    let EveryNStatement { about, formula } = &translation.statement;
    control.start("the automaton of the columns")?;
    let Some(order) = write::order(moves) else {
        return Ok(Err("common divisors together with other moves"));
    };
    let machine = CountMachine::of(formula, *about, order.msd, order.named, control)?;
    for otherwise in &translation.otherwise {
        if CountMachine::of(otherwise, *about, order.msd, order.named, control)? != machine {
            return Ok(Err(
                "where all heaps are empty, what it says of v2(0) depends on the number of heaps",
            ));
        }
    }
    if !machine.is_padded() {
        return Ok(Err("leading zeros change what the claim says"));
    }
    Ok(Ok(machine))
}

/// Tries to prove what an automaton over columns says: `says` is the formula of the automaton, or `automaton`.
///
/// # Errors
/// [`GaveUp`] if the work is stopped, or too large.
pub fn certificate_of(
    texts: &EveryNTexts,
    moves: &[ManyHeapMove],
    about: EveryNAbout,
    machine: &CountMachine,
    says: &str,
    control: &Control,
) -> Result<EveryNAttempt, GaveUp> {
    control.start("no move keeps what is claimed")?;
    if stays::keeps(moves, machine, control)? {
        return Ok(EveryNAttempt::NotProved(
            "with columns of any length, a move may keep what is claimed",
        ));
    }
    control.start("a strategy for every n")?;
    let Some(found) = strategy::find(moves, machine, about, control)? else {
        return Ok(EveryNAttempt::NotProved("no strategy that reads column by column was found"));
    };
    let text = write::certificate(texts, moves, about, machine, says, &found);
    Ok(EveryNAttempt::Certificate(text))
}
