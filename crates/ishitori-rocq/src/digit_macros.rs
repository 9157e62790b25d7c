//! Macro-states that read one digit: those of certificates with `digits single`, for `rocq/OneByOne.v`.
//!
//! Each belongs to a place in the letter, between two given tracks. They are as the certificate lists them: there are no
//! symmetries, and elements that accept nothing are left out.

use crate::branch::RocqBranch;
use crate::cover::{TOO_MANY, is_hopeful, wrong};
use crate::pending::ListedMacros;
use crate::refusal::NoRocqTheorem;
use crate::theorem_file::TheoremFile;
use ishitori_check::reading::ListedCover;

/// The most elements of all macro-states; each is looked at twice, once a digit.
const WRITTEN: usize = 200_000;

/// The macro-states of a cover.
pub(crate) fn listed_macros(
    file: &TheoremFile,
    cover: &ListedCover,
    branches: &[RocqBranch],
) -> Result<ListedMacros, NoRocqTheorem> {
    // The first one is number 1 of the library.
    let start = cover.start.0 as usize;
    let name = |index: usize| match index {
        0 => start + 1,
        index if index == start => 1,
        index => index + 1,
    };
    let (mut rows, mut written) = (Vec::new(), 0);
    for (index, listed) in cover.macros.iter().enumerate() {
        let mut elements = Vec::new();
        for element in &listed.elements {
            let (branch, states) = element;
            if branches.get(*branch).is_none_or(|branch| branch.uses.len() != states.len()) {
                return Err(wrong());
            }
            if is_hopeful(file, element, branches) {
                elements.push((*branch + 1, states));
            }
        }
        elements.sort();
        written += elements.len();
        if written > WRITTEN {
            return Err(NoRocqTheorem::new(TOO_MANY));
        }
        let elements = elements.iter().map(|(branch, states)| {
            let states = states.iter().map(|state| (u64::from(*state) + 1).to_string());
            let states: Vec<String> = states.collect();
            format!("({branch}, [{}])", states.join("; "))
        });
        let elements: Vec<String> = elements.collect();
        let [(zero, 0), (one, 0)] = listed.next[..] else { return Err(wrong()) };
        rows.push(format!(
            "({}, Smacro {}%nat (dealt {} 1 [{}]) {} {})",
            name(index),
            listed.position,
            branches.len(),
            elements.join("; "),
            name(zero as usize),
            name(one as usize)
        ));
    }
    Ok(ListedMacros { rows: rows.join(";\n  "), symmetries: None, one_by_one: true })
}
