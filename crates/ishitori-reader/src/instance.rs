//! Claims about named positions: `for all a, b: a <= b implies P(a, b, a, b)`.
//!
//! Such a claim is true if it is true of every position in turn: whenever the heaps are those that are named, what is said of
//! them holds of this position. So a part with one `P(e, f, ...)` becomes "if the heaps are e, f, ..., then that part with `P`".
//! This is right for claims that are conjunctions of such parts: under `for all`, `let` and `and`, and after `implies`. A
//! claim that names positions elsewhere is left as it is, and so it is not read; nor is one that has a name of the position at
//! hand (a heap, `images`, a definition), whose heaps are others than those that are named. The heaps have names here that nobody can write.

use crate::syntax::{HowMany, Joint, ReadComparison, ReadPhrase, ReadPhraseKind};

/// What heap i, from 0, is called in what is made here.
pub(crate) fn heap_name(heap: usize) -> String {
    format!("heap {}", heap + 1)
}

/// The claim about the position at hand that says the same, if named positions stand where they may.
pub(crate) fn about_here(phrase: &ReadPhrase, heaps: usize) -> Option<ReadPhrase> {
    use ReadPhraseKind as Kind;
    let with = |kind: ReadPhraseKind| Some(ReadPhrase::new(phrase.place, kind));
    if !names_positions(phrase) {
        return Some(phrase.clone());
    }
    match &phrase.kind {
        Kind::Quantified(HowMany::All, bindings, inner) => {
            let inner = about_here(inner, heaps)?;
            with(Kind::Quantified(HowMany::All, bindings.clone(), Box::new(inner)))
        }
        Kind::Let(binding, inner) => {
            with(Kind::Let(binding.clone(), Box::new(about_here(inner, heaps)?)))
        }
        Kind::Joined(Joint::And, parts) => {
            let parts = [about_here(&parts[0], heaps)?, about_here(&parts[1], heaps)?];
            with(Kind::Joined(Joint::And, Box::new(parts)))
        }
        Kind::Joined(joint @ (Joint::Implies | Joint::If), parts) => {
            let (guard, said) = match joint {
                Joint::If => (&parts[1], &parts[0]),
                _ => (&parts[0], &parts[1]),
            };
            if names_positions(guard) {
                return None;
            }
            let parts = [guard.clone(), about_here(said, heaps)?];
            with(Kind::Joined(Joint::Implies, Box::new(parts)))
        }
        Kind::Joined(Joint::Iff, parts) => {
            let (named, other) = match names_positions(&parts[0]) {
                true => (&parts[0], &parts[1]),
                false => (&parts[1], &parts[0]),
            };
            if names_positions(other) {
                return None;
            }
            let (here, outcome) = named_position(named, heaps)?;
            let both = Kind::Joined(Joint::Iff, Box::new([outcome, other.clone()]));
            let both = ReadPhrase::new(phrase.place, both);
            with(Kind::Joined(Joint::Implies, Box::new([here, both])))
        }
        _ => {
            let (here, outcome) = named_position(phrase, heaps)?;
            with(Kind::Joined(Joint::Implies, Box::new([here, outcome])))
        }
    }
}

/// `P(e, f)`, `N(e, f)` or one of them with `not`: that the heaps are e and f, and `P`, `N` of what is here.
fn named_position(phrase: &ReadPhrase, heaps: usize) -> Option<(ReadPhrase, ReadPhrase)> {
    use ReadPhraseKind as Kind;
    match &phrase.kind {
        Kind::Not(inner) => {
            let (here, outcome) = named_position(inner, heaps)?;
            Some((here, ReadPhrase::new(phrase.place, Kind::Not(Box::new(outcome)))))
        }
        Kind::Call(name, named) if is_outcome(name) && named.len() == heaps => {
            if named.iter().any(names_positions) {
                return None;
            }
            let at = |kind: ReadPhraseKind| ReadPhrase::new(phrase.place, kind);
            let equal = |(heap, argument): (usize, &ReadPhrase)| {
                let terms = vec![at(Kind::Name(heap_name(heap))), argument.clone()];
                at(Kind::Compared(terms, vec![ReadComparison::Equal]))
            };
            let all = named.iter().enumerate().map(equal);
            let here = all.reduce(|one, two| at(Kind::Joined(Joint::And, Box::new([one, two]))))?;
            Some((here, at(Kind::Name(name.clone()))))
        }
        _ => None,
    }
}

fn is_outcome(name: &str) -> bool {
    name == "P" || name == "N"
}

/// Whether `P(...)` or `N(...)` stands somewhere in it.
fn names_positions(phrase: &ReadPhrase) -> bool {
    some_name(phrase, &|name, is_call| is_call && is_outcome(name))
}

/// Whether some name in it passes a test, which is told whether arguments follow.
pub(crate) fn some_name(phrase: &ReadPhrase, test: &dyn Fn(&str, bool) -> bool) -> bool {
    use ReadPhraseKind as Kind;
    let one = |part: &ReadPhrase| some_name(part, test);
    let any = |parts: &[ReadPhrase]| parts.iter().any(one);
    match &phrase.kind {
        Kind::Number(_) | Kind::Quoted(_) => false,
        Kind::Name(name) => test(name, false),
        Kind::Call(name, parts) => test(name, true) || any(parts),
        Kind::Indexed(name, part) => test(name, false) || one(part),
        Kind::Negative(part) | Kind::Not(part) => one(part),
        Kind::Each(part) | Kind::Distinct(part) => one(part),
        Kind::Tuple(parts) | Kind::Braces(parts) | Kind::Compared(parts, _) => any(parts),
        Kind::Joined(_, parts) => any(&parts[..]),
        Kind::BoundChoice(parts) => any(&parts[..]),
        Kind::Quantified(_, bindings, part) | Kind::Such(bindings, part) => {
            bindings.iter().flat_map(|b| &b.set).any(one) || one(part)
        }
        Kind::Let(binding, part) => binding.set.as_ref().is_some_and(one) || one(part),
        Kind::Listed(part, bindings, condition) => {
            one(part)
                || bindings.iter().flat_map(|b| &b.set).any(one)
                || condition.as_ref().is_some_and(|condition| one(condition))
        }
    }
}
