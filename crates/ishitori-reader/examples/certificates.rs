//! Compares certificates, given as files, with the second reading of their texts.
//!
//! `cargo run --release -p ishitori-reader --example certificates -- proofs/*.cert`

#![allow(clippy::print_stdout, reason = "it is a program that prints")]

use std::time::Instant;

use ishitori_check::{ClaimReading, SecondReading, compare_reading};
use ishitori_reader::{ClaimAbout, read_rule};

fn compared(text: &str) -> Result<String, String> {
    let checked = ishitori_check::check(text).map_err(|why| why.to_string())?;
    let says = &checked.statement;
    let begun = Instant::now();
    let always = &mut || true;
    let game = read_rule(&says.rule, &says.game, always).map_err(|why| format!("rule: {why}"))?;
    let kinds = ClaimAbout::kinds(&says.theorem).ok_or("this theorem")?;
    let claim = |about| {
        let claim = game.claim(&says.claim_text, about, &mut || true);
        let claim = claim.map_err(|why| format!("claim: {why} at {}", why.place))?;
        Ok(ClaimReading { holds: claim.holds, undefined: claim.undefined })
    };
    let claim = kinds.into_iter().map(claim).collect::<Result<_, String>>()?;
    let reading = SecondReading {
        heaps: game.heaps(),
        unordered: game.is_unordered(),
        valid: game.valid(),
        moves: game.moves(),
        claim,
    };
    let read = begun.elapsed();
    let verdict = compare_reading(text, &reading, &mut |_| true).map_err(|why| why.to_string())?;
    Ok(format!("{verdict:?}  read {read:.1?} all {:.1?}", begun.elapsed()))
}

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let said = compared(&text).unwrap_or_else(|why| format!("NOT: {why}"));
        println!("{:40} {said}", file.rsplit('/').next().unwrap_or_default());
    }
}
