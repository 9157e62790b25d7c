//! The indices of an option line: every choice of heaps, numbers and sets that it speaks of.

use crate::meaning::{Meanings, Thing, numbers};
use crate::number::CaseNumber;
use crate::problem::{Read, ReadProblem};
use crate::statements::IndexClause;
use crate::syntax::ReadComparison;

/// Every choice of indices, with their names bound.
pub(crate) fn each_index(
    meanings: &mut Meanings,
    clauses: &[IndexClause],
    tell: &mut dyn FnMut(&mut Meanings) -> Read<()>,
) -> Read<()> {
    meanings.work.tick(1)?;
    let Some((first, rest)) = clauses.split_first() else { return tell(meanings) };
    let heaps = meanings.game.heaps as i64;
    let number = |number: i64| Thing::Number(CaseNumber::known(number));
    match first {
        IndexClause::Ascending(names) => {
            for chosen in subsets(heaps, names.len() as i64..=names.len() as i64) {
                let things = chosen.iter().map(|heap| number(*heap)).collect();
                meanings.bound(names, things, |m| each_index(m, rest, tell))?;
            }
        }
        IndexClause::Within(name, set) => {
            let things: Vec<Thing> = match meanings.thing(set)? {
                Thing::Set(members) => members.into_iter().map(|member| member.thing).collect(),
                _ => return Err(ReadProblem::at(set.place, "expected a known set")),
            };
            let names = std::slice::from_ref(name);
            let mut seen: Vec<i64> = Vec::new();
            for thing in things {
                if let Thing::Number(number) = &thing
                    && let Some(known) = number.as_known()
                {
                    if seen.contains(&known) {
                        continue;
                    }
                    seen.push(known);
                }
                meanings.bound(names, vec![thing], |m| each_index(m, rest, tell))?;
            }
        }
        IndexClause::Sets(name, size) => {
            let (least, most) = match size {
                None => (1, heaps),
                Some((comparison, bound)) => {
                    let bound = meanings.known(bound)?;
                    match comparison {
                        ReadComparison::Equal => (bound, bound),
                        ReadComparison::AtMost => (1, bound),
                        ReadComparison::Less => (1, bound - 1),
                        ReadComparison::AtLeast => (bound, heaps),
                        _ => (bound + 1, heaps),
                    }
                }
            };
            // A set of heaps is not empty: nothing would change.
            for chosen in subsets(heaps, least.max(1)..=most) {
                let names = std::slice::from_ref(name);
                let thing = numbers(chosen.into_iter());
                meanings.bound(names, vec![thing], |m| each_index(m, rest, tell))?;
            }
        }
    }
    Ok(())
}

/// The sets of numbers from 1 to `most` of such sizes.
fn subsets(most: i64, sizes: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    let mut found = vec![Vec::new()];
    for number in 1..=most {
        let room = |set: &&Vec<i64>| (set.len() as i64) < *sizes.end();
        let more = found.iter().filter(room).map(|set: &Vec<i64>| {
            let mut larger = set.clone();
            larger.push(number);
            larger
        });
        let more: Vec<Vec<i64>> = more.collect();
        found.extend(more);
    }
    found.retain(|set| sizes.contains(&(set.len() as i64)));
    found
}
