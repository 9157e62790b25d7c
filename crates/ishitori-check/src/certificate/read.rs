//! Reads a whole certificate: its head, its theorem, and the blocks after them.
//!
//! The lines come in the order that `docs/certificate.md` tells, and each is read once. What is left over at the
//! end is refused, so nothing in the file goes unread. Cost: the length of the file.

use crate::certificate::contents::Certificate;
use crate::certificate::read_blocks::{FileBlock, block};
use crate::certificate::read_head::{
    HeadWords, Notation, heaps, inside, notation, slice, valid, words,
};
use crate::certificate::read_moves::{measure, moves};
use crate::certificate::read_theorem::{TheoremLines, theorem_lines};
use crate::certificate::statement::Statement;
use crate::refusal::CheckRefusal;
use crate::text::lines::CertificateLines;
use crate::watch::CheckWatch;

/// Reads a certificate; nothing is checked but that it has the right form.
pub(crate) fn read(text: &str, watch: &mut CheckWatch) -> Result<Certificate, CheckRefusal> {
    let mut lines = CertificateLines::of(text)?;
    let mut certificate = without_blocks(&mut lines)?;
    while lines.peek().is_some() {
        match block(&mut lines, certificate.single, watch)? {
            FileBlock::Automaton(table) => certificate.tables.push(table),
            FileBlock::Symmetry(symmetry) => certificate.symmetries.push(symmetry),
            FileBlock::Cover(cover) => certificate.covers.push(cover),
        }
    }
    Ok(certificate)
}

/// Reads everything before the blocks.
fn without_blocks(lines: &mut CertificateLines) -> Result<Certificate, CheckRefusal> {
    let HeadWords { game, rule, claim, claim_text } = words(lines)?;
    let notation = notation(lines)?;
    let Notation { dialect, order, .. } = notation;
    let heaps = heaps(lines)?;
    let (whole, valid_text) = valid(lines, &heaps, dialect)?;
    let slice = slice(lines, &heaps)?;
    let (moves, move_lines) = moves(lines, &heaps, dialect)?;
    let measure = measure(lines, heaps.len())?;
    let line = lines.next()?;
    let theorem_text = line.expect("theorem")?.to_string();
    let TheoremLines { theorem, formulas, given } = theorem_lines(&line, lines, &heaps, dialect)?;
    let statement = Statement {
        game,
        rule,
        claim,
        claim_text,
        numeration: notation.numeration_word,
        order: notation.order_word,
        digits: notation.digits_word,
        heaps: heaps.iter().map(|(name, _)| name.to_string()).collect(),
        valid: valid_text,
        slice: slice.clone(),
        moves: move_lines,
        measure,
        theorem: theorem_text,
        formulas,
    };
    Ok(Certificate {
        statement,
        numeration: dialect.numeration,
        order,
        single: dialect.single,
        valid: inside(&whole, &slice),
        whole,
        moves,
        theorem,
        given,
        tables: Vec::new(),
        symmetries: Vec::new(),
        covers: Vec::new(),
    })
}
