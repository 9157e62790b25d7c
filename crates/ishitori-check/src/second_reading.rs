//! Whether somebody else's reading of rule and claim is what a certificate is about.
//!
//! A certificate holds its rule and its claim as texts, too, which the checker does not read. Whoever reads them
//! by himself can have his formulas compared here, for all numbers and not by their letters:
//!
//! * heaps are equally many, and the same tuples are positions ([`moves::same_positions`]);
//! * from every position the same positions can be reached ([`moves::same_moves`]), in any order of heaps if
//!   the order means nothing;
//! * the claim follows from the theorem ([`claims::claim_follows`]): of every position with the value that the
//!   theorem tells, the claim means something and is true. Where heaps have no order, the names of heaps in
//!   the claim stand for the heaps in ascending order, so only such tuples are looked at.
//! * in Fibonacci digits, what stands for floor(k*phi) is that number ([`multiples::multiples_of_phi`]).
//!
//! `divides` is read wide, and read narrow; both readings must agree. So what could slip through is a difference
//! in divisors that neither notices. Cost: that of compiling the formulas; what is too large is left unsettled.

pub(crate) mod claims;
pub(crate) mod evaluate;
pub(crate) mod moves;
pub(crate) mod multiples;

use crate::certificate::contents::Certificate;
use crate::certificate::read::read;
use crate::compile::compiler::FormulaCompiler;
use crate::formula::number_formula::NumberFormula;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VALUE, VariableNumber, heap};
use crate::refusal::CheckRefusal;
use crate::text::lines::CertificateLine;
use crate::theorem::meaning::given;
use crate::watch::CheckWatch;

/// Somebody's reading of a rule and a claim, in the language of certificates; heaps are `h1`, `h2`, ...
#[derive(Clone, Debug, Default)]
pub struct SecondReading {
    /// How many heaps there are.
    pub heaps: usize,
    /// Whether the order of heaps means nothing.
    pub unordered: bool,
    /// Which tuples are positions.
    pub valid: String,
    /// The moves, as lines of a certificate.
    pub moves: Vec<String>,
    /// What the claim says of each kind of position that the theorem tells apart, in this order: of set 0, set 1,
    /// ... and of all others, with their value as `g`; of all, with `g` as in the graph; in misère play, of
    /// positions that are lost, and of those that are won. None if there is no claim.
    pub claim: Vec<ClaimReading>,
}

/// What a claim says of some positions.
#[derive(Clone, Debug, Default)]
pub struct ClaimReading {
    /// Where it is true.
    pub holds: String,
    /// Where it means nothing.
    pub undefined: String,
}

/// What came out of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingVerdict {
    /// Rule and claim are read alike.
    Agrees,
    /// They are not, and what is not.
    Differs(String),
    /// It is too much for this checker, and what is.
    Unsettled(String),
}

/// What is needed to compare.
pub(crate) struct Comparer<'c, 'w, 'f> {
    pub(crate) compiler: FormulaCompiler<'c>,
    pub(crate) watch: &'w mut CheckWatch<'f>,
    pub(crate) heaps: usize,
}

/// Compares a reading with a certificate, which is expected to have been checked.
///
/// # Errors
/// [`CheckRefusal`] if the certificate or the reading is not well formed, or if the watcher stopped the work.
pub fn compare_reading(
    certificate: &str,
    reading: &SecondReading,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<ReadingVerdict, CheckRefusal> {
    let mut watch = CheckWatch::new(watcher);
    watch.step("comparing the second reading")?;
    compare(&read(certificate, &mut watch)?, reading, &mut watch)
}

/// Compares a reading of a rule with the certificate of a band, which is expected to have been checked.
///
/// # Errors
/// [`CheckRefusal`] if the certificate or the reading is not well formed, or if the watcher stopped the work.
pub fn compare_band_reading(
    certificate: &str,
    reading: &SecondReading,
    watcher: &mut dyn FnMut(&str) -> bool,
) -> Result<ReadingVerdict, CheckRefusal> {
    let mut watch = CheckWatch::new(watcher);
    watch.step("comparing the second reading")?;
    compare(&crate::band::claim::read(certificate)?.game, reading, &mut watch)
}

fn compare(
    certificate: &Certificate,
    reading: &SecondReading,
    watch: &mut CheckWatch,
) -> Result<ReadingVerdict, CheckRefusal> {
    if certificate.heaps() != reading.heaps {
        return Ok(ReadingVerdict::Differs("the number of heaps".to_string()));
    }
    let automata = given(certificate)?;
    let compiler = FormulaCompiler::new(certificate.numeration, certificate.order, automata);
    let dialect = Dialect { numeration: certificate.numeration, single: false };
    let mut comparer = Comparer { compiler, watch, heaps: reading.heaps };
    let steps: [&Step; 4] = [
        &moves::same_positions,
        &moves::same_moves,
        &multiples::multiples_of_phi,
        &claims::claim_follows,
    ];
    let mut unsettled = None;
    for step in steps {
        match step(&mut comparer, certificate, reading, dialect) {
            Ok(ReadingVerdict::Agrees) => {}
            Ok(ReadingVerdict::Unsettled(why)) => unsettled = unsettled.or(Some(why)),
            Ok(differs) => return Ok(differs),
            Err(refused) if refused.stopped() => return Err(refused),
            Err(refused) => unsettled = unsettled.or(Some(refused.to_string())),
        }
    }
    Ok(unsettled.map_or(ReadingVerdict::Agrees, ReadingVerdict::Unsettled))
}

type Step = dyn Fn(
    &mut Comparer,
    &Certificate,
    &SecondReading,
    Dialect,
) -> Result<ReadingVerdict, CheckRefusal>;

/// A formula of the reading, on its heaps and `g`.
pub(crate) fn formula(
    text: &str,
    heaps: usize,
    dialect: Dialect,
) -> Result<NumberFormula, CheckRefusal> {
    let names: Vec<String> = (1..=heaps).map(|number| format!("h{number}")).collect();
    let line = CertificateLine { number: 0, text };
    let heaps = names.iter().enumerate().map(|(index, name)| (name.as_str(), heap(index)));
    let known: Vec<(&str, VariableNumber)> = heaps.chain([("g", VALUE)]).collect();
    // Names must live as long as the line.
    let mut reader = FormulaReader::new(&line, dialect, known);
    reader.whole(text)
}

impl Comparer<'_, '_, '_> {
    /// Whether no numbers satisfy all formulas.
    pub(crate) fn is_empty(&mut self, parts: &[NumberFormula]) -> Result<bool, CheckRefusal> {
        let parts = parts.iter().map(|part| self.compiler.relation(part, self.watch));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        Ok(crate::automata::empty::empty(&parts, self.watch)?.is_some())
    }
}
