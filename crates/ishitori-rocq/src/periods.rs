//! Periods of games on single heaps, as theorems.
//!
//! The file states the moves of one heap, the values of the first heaps and how they go on; the kernel computes
//! the values by definition and applies one of the theorems of `rocq/Sequence.v`. The certificate is checked
//! here first, since that tells the values. A saltus of a game that splits heaps needs automata ([`crate::saltus`]).

use crate::leave_lines::{LeaveLines, listed};
use crate::refusal::NoRocqTheorem;
use crate::saltus;
use crate::writing::{comment, rule_lines};
use ishitori_check::CheckedSequence;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The most options that Rocq is asked to look at: it takes a minute or two for as many.
const MOST_OPTIONS: u128 = 60_000_000;

/// The file for Rocq of the certificate of a period.
pub(crate) fn theorem(certificate: &str) -> Result<String, NoRocqTheorem> {
    let checked = ishitori_check::check_sequence(certificate, &mut |_| true)?;
    let unknown = || NoRocqTheorem::new("the moves are not known to the library");
    let lines = LeaveLines::read(&checked.moves).ok_or_else(unknown)?;
    let constructors = lines.constructors().ok_or_else(unknown)?;
    let (proof, count) = period_proof(&checked, &lines)?;
    if lines.options(count) > MOST_OPTIONS {
        let why = format!("{count} values have more options than Rocq can look at");
        return Err(NoRocqTheorem::new(why));
    }
    let by_automata = lines.splits() && checked.saltus != 0;
    let mut text = statement(&checked, &constructors, by_automata);
    let (start, length, saltus) = (checked.start, checked.length, checked.saltus);
    let rule = lines.rule();
    let grows = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let _ = write!(
        text,
        "(** * The proof *)\n\
         Definition rules : rule := {rule}.\n\
         Lemma same_rules n parts : move n parts <-> leave rules n parts.\n\
         Proof. same_moves rules. Qed.\n\
         Lemma goes n : {start} <= n -> value (n + {length}) = value n{grows}.\n\
         Proof. intro L. unfold value. rewrite goes_on_period; [lia|discriminate|exact L]. Qed.\n\
         Lemma computed : values_right rules value {count} = true.\n\
         Proof. vm_cast_no_check (eq_refl true). Qed.\n\
         {proof}\
         Theorem main : {}.\n\
         Proof.\n  \
         split; [|exact goes]. apply (sequence_is move rules value same_rules (values_takes _ _ _ computed)). exact mexes.\n\
         Qed.\n\
         Print Assumptions main.\n",
        main_statement(&checked),
    );
    Ok(text)
}

/// What is proved, without the words `Theorem main`.
fn main_statement(checked: &CheckedSequence) -> String {
    let CheckedSequence { start, length, saltus, .. } = checked;
    let grows = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
    format!(
        "(forall heaps, grundy (play move) heaps (xor_of value heaps)) /\\\n  \
         (forall n, {start} <= n -> value (n + {length}) = value n{grows})"
    )
}

/// What people read.
fn statement(checked: &CheckedSequence, constructors: &[String], by_automata: bool) -> String {
    let CheckedSequence { game, rule, start, length, saltus, values, .. } = checked;
    let first: Vec<String> =
        values[..start + length].chunks(30).map(|row| listed(row.iter())).collect();
    let first: Vec<&str> = first.iter().map(|row| &row[1..row.len() - 1]).collect();
    format!(
        "(** {}: the Grundy values of all heaps.\n\n    \
         Written by ishitori from a certificate. What is proved is what the next lines say, with the\n    \
         definitions of Game.v and the first ones of Sequence.v, and `main` at the end; everything between\n    \
         is checked by the kernel. The rule as ishitori read it:\n\n{}*)\n\
         From Coq Require Import List NArith Lia.\n\
         From Ishitori Require Import {}Game Sequence.\n\
         Import ListNotations.\nOpen Scope N_scope.\n\n\
         (** * The statement *)\n\
         (** A heap of so many stones may be replaced by these heaps. *)\n\
         Inductive move : N -> list N -> Prop :=\n{}.\n\n\
         (** The values of heaps of 0, 1, 2, ... stones, and how they go on. *)\n\
         Definition first : list N := [\n  {}].\n\
         Definition value : N -> N := goes_on first {start} {length} {saltus}.\n\n\
         (** main, proved at the end:\n  {}. *)\n\n",
        comment(game),
        comment(&rule_lines(rule)),
        if by_automata { "Table Check Saltus " } else { "" },
        constructors.join("\n"),
        first.join(";\n  "),
        main_statement(checked),
    )
}

/// The lemma `mexes`: every heap has the value that is claimed; and how many values are computed for that.
fn period_proof(
    checked: &CheckedSequence,
    lines: &LeaveLines,
) -> Result<(String, usize), NoRocqTheorem> {
    let CheckedSequence { start, length, saltus, values, .. } = checked;
    if lines.find("1", true).is_none() && *saltus == 0 {
        let proof = format!(
            "Lemma enough_values : enough rules {start} {length} {0} = true.\n\
             Proof. reflexivity. Qed.\n\
             Lemma mexes n : mex_at (leave rules) value n.\n\
             Proof. exact (periodic_mex rules value {start} {length} {0} enough_values goes computed n). Qed.\n",
            values.len()
        );
        return Ok((proof, values.len()));
    }
    if lines.splits() {
        return Ok((saltus::proof(checked, lines)?, values.len()));
    }
    let from = (*start).max(1);
    let count = growing_count(checked, lines, from)?;
    let proof = format!(
        "Lemma goes_from n : {from} <= n -> value (n + {length}) = value n + {saltus}.\n\
         Proof. intro L. apply goes. lia. Qed.\n\
         Lemma values_grow : grows rules value {from} {length} {saltus} {count} = true.\n\
         Proof. vm_cast_no_check (eq_refl true). Qed.\n\
         Lemma mexes n : mex_at (leave rules) value n.\n\
         Proof. exact (growing_mex rules value {from} {length} {saltus} {count} goes_from computed values_grow n). Qed.\n"
    );
    Ok((proof, count))
}

/// How many values `grows` of `rocq/Sequence.v` needs to know that the rest is as before.
fn growing_count(
    checked: &CheckedSequence,
    lines: &LeaveLines,
    from: usize,
) -> Result<usize, NoRocqTheorem> {
    let CheckedSequence { start, length, saltus, values, .. } = checked;
    let (length, saltus) = (*length, *saltus as usize);
    let value = |n: usize| {
        let periods = n.saturating_sub(*start) / length;
        values[n - periods * length] as usize + saltus * periods
    };
    let named = usize::try_from(lines.named()).unwrap_or(usize::MAX >> 8);
    let most = (0..from + length).map(value).max().unwrap_or(0);
    let mut missing: BTreeSet<usize> = (0..=most + saltus).collect();
    if lines.find("0", true).is_some() {
        missing.remove(&0);
    }
    let mut seen = 1;
    let too_many = || NoRocqTheorem::new("more values are needed than Rocq can compute");
    for count in from + 2 * length + named + 1..1_000_000 {
        while seen + named < count {
            missing.remove(&value(seen));
            seen += 1;
        }
        if missing.is_empty() && (count - length..count).all(|n| value(n) > most) {
            return Ok(count);
        }
    }
    Err(too_many())
}
