//! Whether all components of a branch can accept at once: plain reachability, nothing is
//! determinised. The first numbers found are a shortest word.

use rustc_hash::FxHashMap;

use super::branch::{BranchElement, Branches, LetterReading};
use crate::control::{Control, GaveUp};

/// Elements done, and elements found, between two looks at clock and memory.
const LOOK_UP_EVERY: usize = 256;
const MANY_FOUND: usize = 4096;

/// Digits of each track, in the order of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackDigits {
    /// Of the given tracks.
    pub given: Vec<Vec<bool>>,
    /// Of the hidden tracks.
    pub hidden: Vec<Vec<bool>>,
}

/// What a search for a common word came to.
pub struct CommonWordResult {
    /// A shortest common word, if there is one.
    pub word: Option<TrackDigits>,
    /// How many elements were reached.
    pub elements: usize,
}

/// Looks for a word that all components of branch 0 accept.
///
/// # Errors
/// [`GaveUp`] when the work is stopped or needs too much memory.
pub fn reach(branches: &Branches, control: &Control) -> Result<CommonWordResult, GaveUp> {
    let reading = branches.reading;
    let steps = reading.steps();
    let start = branches.initial(0);
    let mut found: Vec<(usize, BranchElement)> = Vec::new();
    let mut ids: FxHashMap<(usize, BranchElement), usize> = FxHashMap::default();
    let mut came_from: Vec<Option<(usize, u32, u32)>> = Vec::new();
    if branches.is_live(0, &start) {
        ids.insert((0, start.clone()), 0);
        found.push((0, start));
        came_from.push(None);
    }
    let (mut done, mut looked_at) = (0, 0);
    while done < found.len() {
        let (step, element) = found[done].clone();
        if step == 0 && branches.accepts(0, &element) {
            let word = trace(branches, &came_from, &found, done);
            return Ok(CommonWordResult { word: Some(word), elements: found.len() });
        }
        for letter in 0..reading.letters() {
            branches.successors(0, step, &element, letter, &mut |to, guessed| {
                let key = ((step + 1) % steps, to.to_vec());
                if !ids.contains_key(&key) {
                    ids.insert(key.clone(), found.len());
                    found.push(key);
                    came_from.push(Some((done, letter, guessed)));
                }
            });
        }
        done += 1;
        if done % LOOK_UP_EVERY == 0 || found.len() - looked_at > MANY_FOUND {
            looked_at = found.len();
            let each = 160 + 8 * element.len();
            control.searched(found.len() * each, done, found.len())?;
        }
    }
    Ok(CommonWordResult { word: None, elements: found.len() })
}

/// The digits on the way to element `at`.
fn trace(
    branches: &Branches,
    came_from: &[Option<(usize, u32, u32)>],
    found: &[(usize, BranchElement)],
    mut at: usize,
) -> TrackDigits {
    let mut letters = Vec::new();
    while let Some((before, letter, guessed)) = came_from[at] {
        letters.push((found[before].0, letter, guessed));
        at = before;
    }
    letters.reverse();
    spread(branches, 0, &letters)
}

/// Steps, letters and guesses of a branch as digits of its tracks.
pub(crate) fn spread(
    branches: &Branches,
    branch: usize,
    letters: &[(usize, u32, u32)],
) -> TrackDigits {
    let LetterReading { given, single, .. } = branches.reading;
    let mut digits = TrackDigits {
        given: vec![Vec::new(); given],
        hidden: vec![Vec::new(); branches.branches[branch].hidden.len()],
    };
    for (step, letter, guessed) in letters {
        if single {
            digits.given[*step].push(letter & 1 == 1);
        } else {
            for (track, of_track) in digits.given.iter_mut().enumerate() {
                of_track.push(letter >> track & 1 == 1);
            }
        }
        for (i, track) in branches.hidden_in(branch, *step).iter().enumerate() {
            digits.hidden[*track].push(guessed >> i & 1 == 1);
        }
    }
    digits
}
