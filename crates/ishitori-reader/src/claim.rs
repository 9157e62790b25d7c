//! What a claim says, for positions of a given value.
//!
//! A claim speaks of `P`, `N` and `grundy`. A theorem says which positions have which value. So the claim is read
//! once for each kind of position that the theorem tells apart, and in each it is a formula on the heaps alone
//! (or on the heaps and the value). The claim follows from the theorem if the formula always holds there.

use crate::instance::{about_here, heap_name};
use crate::linear::ReadVariable;
use crate::meaning::{Judgement, Meanings, Thing, ValueReading};
use crate::number::CaseNumber;
use crate::parse::PhraseParser;
use crate::problem::{ReadProblem, ReadWork};
use crate::read_moves::ReadGame;
use crate::token::tokens;

/// Of which positions a claim is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimAbout {
    /// Those with this Grundy value.
    Value(i64),
    /// Those whose value `g` is larger than this.
    Above(i64),
    /// All: `g` is the value.
    Graph,
    /// All: `g` is two to the value.
    Powers,
    /// Those that the player to move loses in misère play.
    MisereLost,
    /// Those that the player to move wins in misère play.
    MisereWon,
}

impl ClaimAbout {
    /// The kinds of positions that a theorem tells apart, from the words after `theorem` in a certificate.
    #[must_use]
    pub fn kinds(theorem: &str) -> Option<Vec<ClaimAbout>> {
        match theorem.split(' ').collect::<Vec<_>>()[..] {
            ["values", most] => {
                let most: i64 = most.parse().ok().filter(|most| (0..1_000).contains(most))?;
                Some((0..=most).map(ClaimAbout::Value).chain([ClaimAbout::Above(most)]).collect())
            }
            ["grundy", "plain"] => Some(vec![ClaimAbout::Graph]),
            ["grundy", "onehot"] => Some(vec![ClaimAbout::Powers]),
            // Lost, won, and those of which nothing is said: they may be either.
            ["families", _, _] => {
                let either = [ClaimAbout::Value(0), ClaimAbout::Above(0)];
                Some([either, either].concat())
            }
            ["misere"] => Some(vec![ClaimAbout::MisereLost, ClaimAbout::MisereWon]),
            _ => None,
        }
    }
}

/// A claim as formulas on `h1`, `h2`, ... and perhaps `g`. Where heaps have no order, `h1` is the smallest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadClaim {
    /// Where it is true.
    pub holds: String,
    /// Where it means nothing.
    pub undefined: String,
}

impl ReadGame {
    /// Reads a claim about positions of some value. The watcher may return false to stop the work.
    ///
    /// # Errors
    /// [`ReadProblem`] if it cannot be read, or is beyond this reader.
    pub fn claim(
        &self,
        text: &str,
        about: ClaimAbout,
        watcher: &mut dyn FnMut() -> bool,
    ) -> Result<ReadClaim, ReadProblem> {
        let judged = self.judged(text, about, watcher)?;
        Ok(ReadClaim { holds: judged.holds.to_string(), undefined: judged.undefined.to_string() })
    }

    /// Whether a claim is true of a position with this value: found by trying, for tests. The outer nothing: it
    /// cannot be told so; the inner: it means nothing.
    ///
    /// # Errors
    /// [`ReadProblem`] if it cannot be read, or is beyond this reader.
    pub fn claim_holds(
        &self,
        text: &str,
        heaps: &[i64],
        value: i64,
        watcher: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Option<bool>>, ReadProblem> {
        let judged = self.judged(text, ClaimAbout::Value(value), watcher)?;
        let of = |variable: u32| heaps.get(variable as usize).copied();
        Ok(match judged.undefined.holds(&of) {
            Some(true) => Some(None),
            Some(false) => judged.holds.holds(&of).map(Some),
            None => None,
        })
    }

    fn judged(
        &self,
        text: &str,
        about: ClaimAbout,
        watcher: &mut dyn FnMut() -> bool,
    ) -> Result<Judgement, ReadProblem> {
        let tokens = tokens(text)?;
        let mut parser = PhraseParser::new(&tokens);
        let phrase = parser.phrase()?;
        if !parser.ended() {
            return Err(parser.wrong("something stands after the claim"));
        }
        let value = match about {
            ClaimAbout::Value(known) => ValueReading::Known(known),
            ClaimAbout::Above(least) => ValueReading::Above(least),
            ClaimAbout::Graph => ValueReading::Track,
            ClaimAbout::Powers => ValueReading::Power,
            ClaimAbout::MisereLost => ValueReading::Misere(true),
            ClaimAbout::MisereWon => ValueReading::Misere(false),
        };
        let mut work = ReadWork::new(watcher);
        let mut meanings = Meanings::new(&self.known, value, &mut work);
        // The heaps of an unordered position would have to be sorted: then named positions are not read.
        let here = (!self.is_unordered()).then(|| about_here(&phrase, self.heaps())).flatten();
        for heap in 0..self.heaps() {
            let variable = CaseNumber::variable(heap as ReadVariable);
            meanings.scope.push((heap_name(heap), Thing::Number(variable)));
        }
        meanings.condition(here.as_ref().unwrap_or(&phrase))
    }
}
