//! Presentations: the words are those of their elements, and the relations present exactly the monoid.

use crate::cases::cases;
use fastrand::Rng;
use ishitori_core::control::Control;
use ishitori_core::single::quotient::{Presentation, Quotient, find};

use super::games::{code, nim};
use super::random::random_game;

fn evaluate(quotient: &Quotient, presentation: &Presentation, word: &[u32]) -> u32 {
    let monoid = quotient.monoid();
    let letters = presentation.generators.iter().zip(word);
    letters.fold(0, |product, (generator, exponent)| {
        (0..*exponent).fold(product, |product, _| monoid.product(product, generator.element))
    })
}

/// The words that no left side of a relation divides, counted by length until there are none.
fn irreducible(presentation: &Presentation) -> usize {
    let empty = vec![0; presentation.generators.len()];
    let mut level = std::collections::BTreeSet::from([empty]);
    let mut count = 0;
    while !level.is_empty() {
        count += level.len();
        let mut longer = std::collections::BTreeSet::new();
        for word in &level {
            for at in 0..word.len() {
                let mut word = word.clone();
                word[at] += 1;
                let divides = |left: &[u32]| left.iter().zip(&word).all(|(l, w)| l <= w);
                if !presentation.relations.iter().any(|relation| divides(&relation.left)) {
                    longer.insert(word);
                }
            }
        }
        level = longer;
    }
    count
}

fn check(quotient: &Quotient) {
    let presentation = Presentation::new(quotient);
    for (element, word) in (0..).zip(&presentation.words) {
        assert_eq!(evaluate(quotient, &presentation, word), element);
    }
    for relation in &presentation.relations {
        let left = evaluate(quotient, &presentation, &relation.left);
        assert_eq!(left, evaluate(quotient, &presentation, &relation.right));
        assert_ne!(relation.left, relation.right);
    }
    assert_eq!(irreducible(&presentation), quotient.monoid().order());
    for generator in &presentation.generators {
        assert_eq!(quotient.values()[generator.heap as usize], generator.element);
    }
}

#[test]
fn presentations() {
    let mut games = vec![nim(9), code("0.77", 80), code("0.123", 20), code("0.15", 60)];
    let mut rng = Rng::with_seed(12);
    games.extend((0..cases(60)).map(|_| random_game(&mut rng, 6)));
    for game in games {
        check(
            &find(&game, 100, &Control::unlimited().with_positions(100_000))
                .expect("verified")
                .quotient,
        );
    }
}

#[test]
fn as_text() {
    let found = find(&nim(3), 100, &Control::unlimited()).expect("verified");
    let presentation = Presentation::new(&found.quotient);
    assert_eq!(presentation.to_string(), "<a, b | a^2 = 1, b^3 = b>");
    let heaps: Vec<String> =
        found.quotient.values().iter().map(|value| presentation.element(*value)).collect();
    assert_eq!(heaps, ["1", "a", "b", "ab"]);
    let p: Vec<String> = found
        .quotient
        .monoid()
        .p_elements()
        .into_iter()
        .map(|element| presentation.element(element))
        .collect();
    assert_eq!(p, ["a", "b^2"]);
}
