//! Bands: two heaps free and the others bounded, found, proved and kept.
//!
//! The search is core's ([`ishitori_core::discover::bands`]); a band is proved once `ishitori-check` has made the same computation again
//! and the second reader reads the rule as the certificate has it. What it says of a position of any size is in
//! [`crate::band_answers`]. Cost: that of the search, twice.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
pub use ishitori_check::CheckedBand;
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::discover::bands;
use ishitori_core::discover::bands::certificate::certificate;
use ishitori_core::discover::bands::limit_formula;
pub use ishitori_core::discover::bands::{
    BandQuestion, FoundBand, LimitFormula, NoBand, RowPeriod,
};
use ishitori_rule::{HeapRules, Rules, Ruleset, name};
use ishitori_store::{DiscoveryStore, StoredTheorem};

use crate::discoveries::lowered;
use crate::second_reading::{SecondOpinion, second_opinion};

/// A band whose certificate was accepted.
pub struct ProvedBand {
    /// The first free heap.
    pub first: usize,
    /// The second; if there is none, values are Grundy values.
    pub second: Option<usize>,
    /// The largest size of each of the other heaps.
    pub bounds: Vec<u64>,
    /// Values and period.
    pub band: FoundBand,
    /// What all values are from the start on, if a formula was found: it is decided by finitely many of them.
    pub formula: Option<LimitFormula>,
    /// Its certificate.
    pub certificate: String,
    /// What the second reader does not read of the rule; otherwise it reads the same.
    pub unread: Option<String>,
    /// How long the search took.
    pub found_in: Duration,
    /// How long the check took.
    pub checked_in: Duration,
}

/// What came of a search.
pub enum BandFinding {
    /// A theorem.
    Proved(Box<ProvedBand>),
    /// The game, with these heaps free, is none of the kind: why, in a sentence.
    Outside(String),
    /// Nothing was found within the limits.
    Open(GaveUp),
}

/// A band of a certificate that was accepted, and whose rule was read again.
pub struct VerifiedBand {
    /// What the checker computed.
    pub checked: CheckedBand,
    /// What the second reader does not read of the rule; nothing if it agrees.
    pub unread: Option<String>,
}

/// The rules of a game on heaps.
///
/// # Errors
/// That it is none.
pub fn heap_rules(ruleset: &Ruleset) -> anyhow::Result<&HeapRules> {
    match &ruleset.rules {
        Rules::Heaps(rules) => Ok(rules),
        _ => bail!(
            "bands are for games on a fixed number of heaps, which {} is not",
            ruleset.about.full_name()
        ),
    }
}

/// The heaps that are free, by their names.
///
/// # Errors
/// Which name is none, or that there are too many.
pub fn free_heaps(rules: &HeapRules, names: &[String]) -> anyhow::Result<(usize, Option<usize>)> {
    let find = |name: &String| {
        let plain = name.replace(' ', "");
        let found = rules.names.iter().position(|known| *known == plain);
        found.ok_or_else(|| {
            anyhow!("there is no heap `{name}`; the heaps are {}", rules.names.join(", "))
        })
    };
    match names {
        [one] => Ok((find(one)?, None)),
        [one, two] => match (find(one)?, find(two)?) {
            (first, second) if first == second => bail!("`{two}` stands twice after --free"),
            (first, second) => Ok((first, Some(second))),
        },
        _ => bail!("--free names one heap, for Grundy values, or two: there are {}", names.len()),
    }
}

/// All pairs of heaps that no move lowers together as far as one likes, one of those that the declared symmetry
/// carries into each other.
pub fn free_pairs(rules: &HeapRules, control: &Control) -> Result<Vec<(usize, usize)>, GaveUp> {
    let heaps = rules.lower.len();
    let mut known: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    for second in 1..heaps {
        for first in 0..second {
            control.check()?;
            if known.contains(&(first, second)) {
                continue;
            }
            // The images of the pair under the declared symmetry.
            let mut images = vec![(first, second)];
            let mut at = 0;
            while at < images.len() {
                for places in rules.symmetry.generators(heaps) {
                    let (a, b) = (places[images[at].0], places[images[at].1]);
                    let image = (a.min(b), a.max(b));
                    if !images.contains(&image) {
                        images.push(image);
                    }
                }
                at += 1;
            }
            known.extend(images);
            let bounds = vec![0; heaps - 2];
            let question = BandQuestion { rules, first, second: Some(second), bounds };
            if bands::fits(&question, control).is_ok() {
                found.push((first, second));
            }
        }
    }
    Ok(found)
}

/// Finds a band and has it checked.
///
/// # Errors
/// If the work is stopped, or the checker refuses what was found.
pub fn find(
    ruleset: &Ruleset,
    question: &BandQuestion,
    control: &Control,
) -> anyhow::Result<BandFinding> {
    let begun = Instant::now();
    let band = match bands::find(question, control) {
        Ok(band) => band,
        Err(NoBand::GaveUp(why)) => return Ok(BandFinding::Open(why)),
        Err(why) => return Ok(BandFinding::Outside(sentence(ruleset, question, &why))),
    };
    let found_in = begun.elapsed();
    let about = &ruleset.about;
    let certificate = certificate(&about.full_name(), &about.text, question, &band)
        .map_err(|why| anyhow!(why))?;
    let begun = Instant::now();
    let verified = verified(&certificate, control);
    if let Err(gave_up) = control.check() {
        return Ok(BandFinding::Open(gave_up));
    }
    let VerifiedBand { checked, unread } = verified.map_err(|why| {
        anyhow!(
            "the checker refuses the band of {}, which is a mistake in ishitori: {why}",
            about.full_name()
        )
    })?;
    if (checked.period, checked.start, checked.rows) != (band.period, band.start, band.rows) {
        bail!(
            "the checker has another band of {}, which is a mistake in ishitori",
            about.full_name()
        );
    }
    // Formulas are decided on these values.
    let same = |column: usize| {
        let value = |row: usize| checked.value(row, column).map(u64::from);
        (0..band.rows).all(|row| value(row) == band.value(row, column as u64))
    };
    if !(0..band.columns).all(same) {
        bail!(
            "the checker has other values of {}, which is a mistake in ishitori",
            about.full_name()
        );
    }
    let names = |heap: &usize| question.rules.names[*heap].clone();
    let bounded: Vec<String> = bounded(question).iter().map(names).collect();
    let formula = match limit_formula(&band, &names(&question.first), &bounded, control) {
        Ok(formula) => formula,
        // Time that runs out here costs the words, not the theorem.
        Err(gave_up) if gave_up.is_stopped() => return Ok(BandFinding::Open(gave_up)),
        Err(_) => None,
    };
    Ok(BandFinding::Proved(Box::new(ProvedBand {
        formula,
        first: question.first,
        second: question.second,
        bounds: question.bounds.clone(),
        band,
        certificate,
        unread,
        found_in,
        checked_in: begun.elapsed(),
    })))
}

/// The heaps that are not free.
fn bounded(question: &BandQuestion) -> Vec<usize> {
    let free = |heap: &usize| *heap == question.first || Some(*heap) == question.second;
    (0..question.rules.lower.len()).filter(|heap| !free(heap)).collect()
}

/// Why there is no band, for people: with the move in the words of the rule.
fn sentence(ruleset: &Ruleset, question: &BandQuestion, why: &NoBand) -> String {
    match why {
        NoBand::Family(at, why) => {
            let origin = question.rules.families.get(*at).map(|family| family.origin.clone());
            let text = origin.and_then(|origin| ruleset.about.text.get(origin)).unwrap_or_default();
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("`{words}` is no move of a band: {why}")
        }
        NoBand::Game(why) => why.clone(),
        NoBand::GaveUp(gave_up) => gave_up.why().to_string(),
    }
}

/// Checks a certificate of a band; then its rule is read again, twice.
///
/// # Errors
/// Why it is refused, in a sentence.
pub fn verified(text: &str, control: &Control) -> Result<VerifiedBand, String> {
    let work = control.part();
    let checked = ishitori_check::check_band(text, &mut |step| work.start(step).is_ok());
    let checked = checked.map_err(|refused| refused.to_string())?;
    let says = &checked.statement;
    let parsed = name::parse(&says.game).map_err(|why| format!("its game has no name: {why}"))?;
    let ruleset = catalogue::load(&says.rule, &parsed.arguments).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("its rule cannot be read: {first}")
    })?;
    if ruleset.about.full_name() != says.game {
        return Err(format!("its rule is that of {}", ruleset.about.full_name()));
    }
    // Lines of the rule itself begin with `|`, so this is the head of the certificate.
    let moves = lowered(&ruleset).ok_or("its rule cannot be written as formulas")?;
    if !text.contains(&format!("\n{moves}free ")) {
        return Err("its moves are not those of its rule".to_string());
    }
    match second_opinion(text, says, &work) {
        Ok(SecondOpinion::Agrees) => Ok(VerifiedBand { checked, unread: None }),
        Ok(SecondOpinion::Unread(why)) => Ok(VerifiedBand { checked, unread: Some(why) }),
        Ok(SecondOpinion::Differs(what)) => Err(format!(
            "a second reader reads its rule otherwise: they differ in {what}. This is a bug of ishitori: please report it"
        )),
        Err(gave_up) => Err(gave_up.why().to_string()),
    }
}

/// Heaps in words: `h[1] and h[3]`.
pub fn heap_names(rules: &HeapRules, heaps: &[usize]) -> String {
    let names: Vec<&str> = heaps.iter().map(|heap| rules.names[*heap].as_str()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

impl ProvedBand {
    /// The bounded heaps.
    pub fn bounded(&self, rules: &HeapRules) -> Vec<usize> {
        (0..rules.lower.len()).filter(|h| *h != self.first && Some(*h) != self.second).collect()
    }

    /// What the store calls it: bands with other bounds are kept beside it.
    fn kind(&self, rules: &HeapRules) -> String {
        let free: Vec<usize> = [Some(self.first), self.second].into_iter().flatten().collect();
        let free: Vec<&str> = free.iter().map(|heap| rules.names[*heap].as_str()).collect();
        let bounds: Vec<String> = self.bounds.iter().map(u64::to_string).collect();
        format!("band {} to {}", free.join(","), bounds.join(","))
    }

    /// The theorem in a line.
    pub fn statement(&self, rules: &HeapRules) -> String {
        let FoundBand { period, saltus, start, .. } = &self.band;
        let most: Vec<String> = self
            .bounded(rules)
            .iter()
            .zip(&self.bounds)
            .map(|(heap, bound)| format!("{} <= {bound}", rules.names[*heap]))
            .collect();
        let most = if most.is_empty() { String::new() } else { format!("{}: ", most.join(", ")) };
        let x = &rules.names[self.first];
        match self.second.map(|second| &rules.names[second]) {
            Some(y) => format!(
                "{most}for {x} >= {start}, P exactly if ({x} + {period}, {y} + {saltus}) is"
            ),
            None => {
                format!("{most}for {x} >= {start}, grundy({x} + {period}) = grundy({x}) + {saltus}")
            }
        }
    }

    /// What holds from the start on, in a formula, if one was found.
    pub fn formula_words(&self, rules: &HeapRules) -> Option<String> {
        let LimitFormula { value, condition } = self.formula.as_ref()?;
        Some(match self.second.map(|second| &rules.names[second]) {
            None => format!("grundy = {value}"),
            Some(y) => match condition {
                None => format!("P iff {y} = {value}"),
                Some(condition) => format!("P iff {condition} and {y} = {value}"),
            },
        })
    }

    /// Keeps it in a store; says where.
    ///
    /// # Errors
    /// Why it is not kept, in a sentence.
    pub fn keep(
        &self,
        store: Option<&DiscoveryStore>,
        ruleset: &Ruleset,
    ) -> Result<PathBuf, String> {
        let store = store.ok_or("there is no folder for data here; set ISHITORI_DATA")?;
        let rule = lowered(ruleset).ok_or("its rule cannot be written as formulas")?;
        let rules = heap_rules(ruleset).map_err(|why| why.to_string())?;
        let found = StoredTheorem {
            what: self.kind(rules),
            on: time::OffsetDateTime::now_utc().date().to_string(),
            by: format!("ishitori {}", env!("CARGO_PKG_VERSION")),
            how: format!("{} columns of {} rows", self.band.columns, self.band.rows),
            statement: self.statement(rules),
            certificate: self.certificate.clone(),
        };
        store.keep(&ruleset.about.full_name(), &rule, found).map_err(|error| error.to_string())
    }
}
