//! Reads a certificate of a band: the game as in other certificates, then which heaps are free, and the period.
//!
//! The form is checked and nothing else; [`crate::band::check`] checks the claim.

use crate::certificate::contents::{Certificate, StatedTheorem};
use crate::certificate::read_head::{heaps, valid};
use crate::certificate::read_moves::{measure, moves};
use crate::certificate::statement::Statement;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::scope::Dialect;
use crate::refusal::CheckRefusal;
use crate::text::lines::{CertificateLine, CertificateLines};

/// The first line of the file.
pub(crate) const FIRST: &str = "ishitori band certificate 1";
/// More than any of the numbers: columns, bounds.
const MOST: i64 = 1 << 30;

/// What the file says.
pub(crate) struct BandClaim {
    /// The game, as a certificate without a theorem.
    pub(crate) game: Certificate,
    /// The first free heap.
    pub(crate) first: usize,
    /// The second; if there is none, it is a heap of Nim beside the game.
    pub(crate) second: Option<usize>,
    /// The largest size of each of the other heaps, in their order.
    pub(crate) bounds: Vec<usize>,
    pub(crate) period: usize,
    pub(crate) saltus: u32,
    pub(crate) start: usize,
    /// How many columns are computed.
    pub(crate) columns: usize,
}

/// Reads a certificate of a band; nothing is checked but that it has the right form.
pub(crate) fn read(text: &str) -> Result<BandClaim, CheckRefusal> {
    let mut lines = CertificateLines::of(text)?;
    let game = read_game(&mut lines)?;
    let (first, second) = read_free(&mut lines, &game.statement.heaps)?;
    let line = lines.next()?;
    let words = line.words(line.expect("bounds")?)?;
    let bounds = words.iter().map(|word| number(&line, word)).collect::<Result<Vec<_>, _>>()?;
    if bounds.len() + 1 + usize::from(second.is_some()) != game.heaps() {
        return Err(line.refuse("there is to be one bound for each heap that is not free"));
    }
    let line = lines.next()?;
    let words = line.words(line.expect("period")?)?;
    let [period, "saltus", saltus, "start", start, "columns", columns] = words.as_slice() else {
        return Err(line.refuse("expected `period P saltus S start N columns C`"));
    };
    let [period, saltus, start, columns] =
        [period, saltus, start, columns].map(|w| number(&line, w));
    let (period, start, columns) = (period?, start?, columns?);
    let saltus = u32::try_from(saltus?).map_err(|_| line.refuse("too large a saltus"))?;
    if period == 0 || start.checked_add(period).is_none_or(|end| end > columns) {
        return Err(line.refuse("there must be columns of one period at least"));
    }
    match lines.peek() {
        Some(line) => Err(line.refuse("nothing stands after this")),
        None => Ok(BandClaim { game, first, second, bounds, period, saltus, start, columns }),
    }
}

/// The game: its name and rule, heaps, positions and moves.
fn read_game(lines: &mut CertificateLines) -> Result<Certificate, CheckRefusal> {
    let first = lines.next()?;
    if first.text != FIRST {
        return Err(first.refuse("this is no certificate of a band, of version 1"));
    }
    let game = lines.next()?.expect("game")?.to_string();
    let line = lines.next()?;
    if !line.expect("rule")?.is_empty() {
        return Err(line.refuse("nothing stands after `rule`"));
    }
    let rule = lines.quoted()?;
    let dialect = Dialect { numeration: FileNumeration::Binary, single: false };
    let heaps = heaps(lines)?;
    let (valid, valid_text) = valid(lines, &heaps, dialect)?;
    let (moves, move_lines) = moves(lines, &heaps, dialect)?;
    let statement = Statement {
        game,
        rule,
        claim: String::new(),
        claim_text: String::new(),
        numeration: "binary".to_string(),
        order: "msd".to_string(),
        digits: "together".to_string(),
        heaps: heaps.iter().map(|(name, _)| name.to_string()).collect(),
        valid: valid_text,
        slice: Vec::new(),
        moves: move_lines,
        measure: measure(lines, heaps.len())?,
        theorem: "band".to_string(),
        formulas: Vec::new(),
    };
    Ok(Certificate {
        statement,
        numeration: dialect.numeration,
        order: ReadingOrder::Msd,
        single: false,
        whole: valid.clone(),
        valid,
        moves,
        theorem: StatedTheorem::Values(Vec::new()),
        given: Vec::new(),
        tables: Vec::new(),
        symmetries: Vec::new(),
        covers: Vec::new(),
    })
}

/// `free h1 h4`, `free h1 value`: the numbers of the free heaps.
fn read_free(
    lines: &mut CertificateLines,
    heaps: &[String],
) -> Result<(usize, Option<usize>), CheckRefusal> {
    let line = lines.next()?;
    let words = line.words(line.expect("free")?)?;
    let wrong = || line.refuse("expected `free` with two heaps, or with one and `value`");
    let find = |word: &str| heaps.iter().position(|heap| heap == word).ok_or_else(wrong);
    match words.as_slice() {
        [first, "value"] => Ok((find(first)?, None)),
        [first, second] if first != second => Ok((find(first)?, Some(find(second)?))),
        _ => Err(wrong()),
    }
}

fn number(line: &CertificateLine, word: &str) -> Result<usize, CheckRefusal> {
    let value = Some(line.integer(word)?).filter(|value| (0..=MOST).contains(value));
    let value = value.and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| line.refuse(format!("{word} is not from 0 to {MOST}")))
}
