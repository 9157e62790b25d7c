//! From an automaton to a formula that a person can read.
//!
//! An automaton is a proof's way to say which positions are won; people say `a = b and v2(a) mod 2 = 0`. The
//! search goes from a sample of positions (`points`) and a stock of conditions (`atoms`) to the shortest
//! combination that fits the sample: a conjunction (`conjunction`), or cases, perhaps up to
//! symmetry (`ways`); for Grundy values an expression (`value`). On the sample all of this is work on
//! bits. Then the `gate` reads the text of the statement as a claim, makes its automaton and compares: it is
//! the same, or a position shows the difference and joins the sample (counterexample-guided search, Solar-Lezama
//! 2006). So what is returned is right for all positions, and nothing found is no shame.
//!
//! Cost: a few hundred milliseconds, mostly for the automata of some ten statements.

mod atoms;
mod bank;
mod bits;
mod conjunction;
mod cover;
mod draw;
mod field;
mod forms;
mod gate;
mod grow;
mod linear;
mod phrase;
mod points;
mod print;
mod request;
mod search;
#[cfg(test)]
mod tests;
mod value;
mod ways;

use ishitori_rule::symmetry::Permutation;
use ishitori_rule::{HeapRules, Rules, Symmetry};

use self::atoms::PhraseScope;
use self::gate::{StatementGate, is_sorted};
use self::points::SamplePoints;
use self::print::{HeapNames, SetDescription, tokens};
use self::search::StatementSearch;
use self::ways::StatementShape;
use crate::control::{Control, GaveUp};
use crate::prove::arena::Arena;

pub use self::request::{SetMeaning, SimplifyRequest};

/// The most statements that are compared with the automaton.
const STATEMENTS: usize = 150;

/// How many conditions are added to cases on trial: a second or two.
const EFFORT: u64 = 2_000_000;

/// The most symmetries of a position that are looked at.
const SYMMETRIES: usize = 16;

/// A statement of the claim language that says exactly what the automaton says, the shortest found; `None` if
/// none was.
///
/// # Errors
/// [`GaveUp`] if somebody stops the work.
pub fn simplify(sought: &SimplifyRequest, control: &Control) -> Result<Option<String>, GaveUp> {
    control.start("say it in words")?;
    let Rules::Heaps(rules) = &sought.ruleset.rules else { return Ok(None) };
    let Ok(arena) = Arena::new(rules) else { return Ok(None) };
    let names = HeapNames::new(sought.ruleset, rules);
    let Some(gate) = StatementGate::new(sought, &arena, STATEMENTS, control)? else {
        return Ok(None);
    };
    match sought.what {
        SetMeaning::Grundy(coding) => value::values(gate, &names, rules, coding, control),
        what => sets(gate, &names, rules, what, control),
    }
}

/// A set of positions.
fn sets(
    gate: StatementGate,
    names: &HeapNames,
    rules: &HeapRules,
    what: SetMeaning,
    control: &Control,
) -> Result<Option<String>, GaveUp> {
    let points = match SamplePoints::new(&gate) {
        Ok(points) => points,
        Err(gave_up) if gave_up.is_stopped() => return Err(control.why_stopped()),
        Err(_) => return Ok(None),
    };
    let lower = rules.lower.clone();
    let ascending = is_sorted(&rules.symmetry, lower.len());
    let scope = PhraseScope { lower, numeration: gate.numeration(), ascending };
    let group = symmetries(&rules.symmetry, rules.names.len());
    let (atoms, banned) = (Vec::new(), Vec::new());
    let effort = EFFORT;
    let mut search =
        StatementSearch { gate, names, what, points, atoms, banned, group, ascending, effort };
    search.atoms = scope.atoms().into_iter().map(|phrase| search.atom(phrase)).collect();
    let said = found(&mut search, control)?;
    Ok(said.map(|saying| names.statement(what, &saying)))
}

/// The shortest of what is found; conjunctions are shorter than cases.
fn found(
    search: &mut StatementSearch,
    control: &Control,
) -> Result<Option<SetDescription>, GaveUp> {
    for opposite in [false, true] {
        if let Some(saying) = search.conjunction(opposite, control)? {
            return Ok(Some(saying));
        }
    }
    let symmetric = search.group.len() > 1;
    let shape = |images, opposite, common| StatementShape { images, opposite, common };
    let mut best: Option<(usize, SetDescription)> = None;
    let mut try_shape = |shape, best: &mut Option<(usize, SetDescription)>| -> Result<(), GaveUp> {
        let below = best.as_ref().map_or(usize::MAX, |(length, _)| *length);
        if let Some(saying) = search.ways(shape, below, control)? {
            *best = Some((tokens(&search.names.statement(search.what, &saying)), saying));
        }
        Ok(())
    };
    // Up to symmetry, then with what all cases have in common, then without; at last the others.
    if symmetric {
        try_shape(shape(true, false, false), &mut best)?;
    }
    try_shape(shape(false, false, true), &mut best)?;
    try_shape(shape(false, false, false), &mut best)?;
    if best.is_none() {
        try_shape(shape(false, true, false), &mut best)?;
    }
    Ok(best.map(|(_, saying)| saying))
}

/// All products of the generators of a symmetry, if they are not many.
fn symmetries(symmetry: &Symmetry, heaps: usize) -> Vec<Permutation> {
    let identity: Permutation = (0..heaps).collect();
    let generators = symmetry.generators(heaps);
    let mut all = vec![identity.clone()];
    let mut at = 0;
    while at < all.len() {
        for generator in &generators {
            let next: Permutation = generator.iter().map(|i| all[at][*i]).collect();
            if !all.contains(&next) {
                all.push(next);
            }
        }
        at += 1;
        if all.len() > SYMMETRIES {
            return vec![identity];
        }
    }
    all
}
