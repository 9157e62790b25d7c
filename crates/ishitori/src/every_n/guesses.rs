//! Theorems for every number of heaps that nobody claimed: formulas that papers have, tried one after the other.
//!
//! Each guess is a claim like one that a user writes, so a theorem found here is one that `prove` proves. A wrong one fails within
//! a millisecond or so. What is none of these is not found.

use ishitori_core::control::Control;
use ishitori_core::solve::Convention;
use ishitori_rule::parse;

use super::{EveryNGame, EveryNTheorem, EveryNTrial};
use crate::claims::ClaimSentence;
use crate::problems::RuleProblems;

/// The largest modulus, and the largest place, that are tried.
const LARGEST: u64 = 24;

impl EveryNGame {
    /// What is tried.
    fn guesses(&self, grundy: bool) -> Vec<String> {
        let (row, open) = (&self.many.row, &self.many.open);
        let lowest = format!("min(v2({row}[i]) for i in 1 .. {open})");
        let odd = format!("count(i in 1 .. {open}: v2({row}[i]) = L) mod 2 =");
        if !grundy {
            let mut all = vec![format!("P iff xor({row}) = 0")];
            all.extend((3..=LARGEST).map(|m| format!("P iff digit_sum({m}, {row}) = 0")));
            all.push(format!("let L := {lowest}: P iff max({row}) = 0 or {odd} 0"));
            all.push(format!("P iff max({row}) = 0"));
            return all;
        }
        let mut all = vec![format!("grundy = xor({row})")];
        let with_carry = |k: u64| {
            format!(
                "grundy = xor({row}) xor (count(i in 1 .. {open}: bit({row}[i], {k}) = 1)/2 mod 2)"
            )
        };
        all.extend((0..LARGEST).map(with_carry));
        all.push(format!(
            "let L := {lowest}: grundy = (if max({row}) > 0 and {odd} 1 then L + 1 else 0)"
        ));
        all
    }

    /// The first of the guesses that is a theorem, with its words.
    ///
    /// # Errors
    /// If the work is stopped, or the checker refuses what the prover wrote.
    pub fn discover(
        &self,
        grundy: bool,
        control: &Control,
    ) -> anyhow::Result<Option<(String, Box<EveryNTheorem>)>> {
        for text in self.guesses(grundy) {
            control.check()?;
            let statement = parse::parse_statement(&text)
                .map_err(|problems| RuleProblems::of_formula(&text, problems))?;
            let convention = Convention::Normal;
            let sentence = ClaimSentence { statement: &statement, text: &text, convention };
            let id = if grundy { "found-grundy" } else { "found-p" };
            if let EveryNTrial::Proved(theorem) = self.attempt(id, &sentence, control)? {
                return Ok(Some((text, theorem)));
            }
        }
        Ok(None)
    }
}
