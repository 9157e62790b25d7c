//! Values that grow by a saltus in a game that splits heaps, as a theorem on top of `rocq/Saltus.v`.
//!
//! The library knows the formulas: what a heap is worth, and each way to replace it. Here are their tables ([`digit_form`]),
//! and the macro-states of the cover which says that every smaller number is the value of an option ([`option_cover`]).
//! Rocq checks both, so nothing here has to be right. Cost: the product of the tables of an option, three of them with up to
//! some period times saltus states; so it is for small periods.

mod digit_form;
mod option_cover;

use crate::leave_lines::LeaveLines;
use crate::refusal::NoRocqTheorem;
use crate::tables::RocqTable;
use digit_form::DigitForm;
use ishitori_check::CheckedSequence;
use option_cover::{OptionCover, SaltusBranch};

/// The longest beginning and period together.
const MOST_CASES: usize = 64;

/// A way to replace a heap: how many heaps are left, and what holds of the heap (track 0) and these.
struct OptionKind {
    left: usize,
    table: RocqTable,
}

/// The lemma `mexes`: every heap has the value that is claimed.
pub(crate) fn proof(
    checked: &CheckedSequence,
    lines: &LeaveLines,
) -> Result<String, NoRocqTheorem> {
    let CheckedSequence { start, length, saltus, values, .. } = checked;
    if start + length > MOST_CASES {
        return Err(NoRocqTheorem::new(
            "the values of a game that splits heaps grow, and their period is too long for Rocq",
        ));
    }
    let graph = graph(&values[..start + length], *start, *saltus as i64).table(2)?;
    let most = DigitForm::at_least(0, vec![1, -1]).table(2)?;
    let xors: Vec<RocqTable> =
        (0..4).map(|left| DigitForm::Xor.table(left + 1)).collect::<Result<_, _>>()?;
    let kinds = kinds(lines)?;
    let cover = cover(&graph, &most, &xors, &kinds)?;
    let mut text = graph.definition("t_worth", 2) + &most.definition("t_most", 2);
    for (left, table) in xors.iter().enumerate() {
        text += &table.definition(&format!("t_xor{left}"), left + 1);
    }
    for (index, kind) in kinds.iter().enumerate() {
        text += &kind.table.definition(&format!("t_option{index}"), kind.left + 1);
    }
    let options: Vec<String> = (0..kinds.len()).map(|index| format!("t_option{index}")).collect();
    let tables =
        format!("t_worth t_most [t_xor0; t_xor1; t_xor2; t_xor3] [{}]", options.join("; "));
    Ok(text
        + &cover.definition("m_options")
        + &format!(
            "Lemma options_right : saltusb rules first {start} {length} {saltus} {tables} m_options = true.\n\
             Proof. vm_cast_no_check (eq_refl true). Qed.\n\
             Lemma mexes n : mex_at (leave rules) value n.\n\
             Proof. exact (saltus_mex rules first {start} {length} {saltus} {tables} m_options options_right n). Qed.\n"
        ))
}

/// The heap on track 0 is worth what is on track 1.
fn graph(first: &[u32], start: usize, saltus: i64) -> DigitForm {
    let period = (first.len() - start) as i64;
    let case = |(heap, value): (usize, &u32)| {
        let (heap, value) = (heap as i64, i64::from(*value));
        if heap < start as i64 {
            return DigitForm::All(vec![
                DigitForm::equal(heap, vec![1, 0]),
                DigitForm::equal(value, vec![0, 1]),
            ]);
        }
        DigitForm::All(vec![
            DigitForm::at_least(heap, vec![1, 0]),
            DigitForm::Congruent { modulus: period, remainder: heap % period, weights: vec![1, 0] },
            DigitForm::equal(saltus * heap - period * value, vec![saltus, -period]),
        ])
    };
    DigitForm::Any(first.iter().enumerate().map(case).collect())
}

/// All ways to replace a heap, in the order of the library.
fn kinds(lines: &LeaveLines) -> Result<Vec<OptionKind>, NoRocqTheorem> {
    let mut kinds = Vec::new();
    let order = [
        ("0", false),
        ("0", true),
        ("1", false),
        ("1", true),
        ("2", false),
        ("2 different", false),
        ("3", false),
    ];
    for (word, all_but) in order {
        let Some(line) = lines.find(word, all_but) else { continue };
        let left = word.bytes().next().map_or(0, |digit| usize::from(digit - b'0'));
        let taken: Vec<i64> = (0..=left).map(|track| if track == 0 { 1 } else { -1 }).collect();
        let equal = |number: &u64| DigitForm::equal(*number as i64, taken.clone());
        let forms: Vec<DigitForm> = match all_but {
            false => line.numbers.iter().map(equal).collect(),
            true => {
                let others = line.numbers.iter().map(|number| equal(number).not());
                let some = DigitForm::at_least(1, taken.clone());
                vec![DigitForm::All(others.chain([some]).collect())]
            }
        };
        for form in forms {
            let one = |track: usize| (0..=left).map(|own| i64::from(own == track)).collect();
            let mut all: Vec<DigitForm> =
                (1..=left).map(|track| DigitForm::at_least(1, one(track))).collect();
            if word == "2 different" {
                all.push(DigitForm::equal(0, vec![0, 1, -1]).not());
            }
            all.push(form);
            kinds.push(OptionKind { left, table: DigitForm::All(all).table(left + 1)? });
        }
    }
    Ok(kinds)
}

/// The heap is worth at most the given number, or has an option that is worth it.
fn cover(
    graph: &RocqTable,
    most: &RocqTable,
    xors: &[RocqTable],
    kinds: &[OptionKind],
) -> Result<OptionCover, NoRocqTheorem> {
    let mut branches =
        vec![SaltusBranch { hidden: 1, parts: vec![(graph, vec![0, 2]), (most, vec![1, 2])] }];
    for kind in kinds {
        let left = kind.left;
        let mut parts = vec![(&kind.table, [vec![0], (2..2 + left).collect()].concat())];
        parts.extend((0..left).map(|part| (graph, vec![2 + part, 2 + left + part])));
        parts.push((&xors[left], [vec![1], (2 + left..2 + 2 * left).collect()].concat()));
        branches.push(SaltusBranch { hidden: 2 * left, parts });
    }
    OptionCover::new(&branches)
}
