//! Nim on complexes: rules that declare no symmetry, proved with those that their facets have.

use ishitori_core::discover::complexes::{Complex, complexes};
use ishitori_core::solve::Convention;
use ishitori_rule::load;

use super::tried::{Tried, formula};

fn complex(vertices: usize, name: &str) -> Complex {
    let mut all = complexes(vertices).expect("few vertices").into_iter();
    all.find(|complex| complex.name() == name).unwrap_or_else(|| panic!("there is no {name}"))
}

#[test]
fn symmetries_that_no_rule_declares() {
    for (vertices, name, p_positions) in [
        // Sums of games whose value is the number of stones, or the one heap.
        (4, "complex-12-34", "h[1] + h[2] = h[3] + h[4]"),
        (5, "complex-123-45", "h[1] + h[2] + h[3] = h[4] + h[5]"),
        (4, "complex-12-3-4", "(h[1] + h[2]) xor h[3] xor h[4] = 0"),
        // Circular Nim with four heaps, two at a time: opposite heaps are equal.
        (4, "complex-12-13-24-34", "h[1] = h[4] and h[2] = h[3]"),
        // A vertex in all facets is empty, the rest is Moore's Nim or Nim.
        (4, "complex-123-124-134", "h[1] = 0 and digit_sum(3, h[2], h[3], h[4]) = 0"),
        (4, "complex-12-13-14", "h[1] = 0 and h[2] xor h[3] xor h[4] = 0"),
    ] {
        let complex = complex(vertices, name);
        let ruleset = load(&complex.rule(), &[]).expect("a rule");
        let statement = format!("P iff {p_positions}");
        let Tried::Proved(certificate, _) = formula(&ruleset, &statement, Convention::Normal)
        else {
            panic!("{name}: {statement}")
        };
        let symmetries = certificate.lines().filter(|line| line.starts_with("symmetry ")).count();
        assert_eq!(symmetries + 1, complex.automorphisms.len(), "{name}");
    }
}

#[test]
fn sets_without_the_symmetries_are_refuted() {
    let ruleset = load(&complex(4, "complex-12-34").rule(), &[]).expect("a rule");
    let wrong = formula(&ruleset, "P iff h[1] = h[3] and h[2] = h[4]", Convention::Normal);
    assert!(matches!(wrong, Tried::Violated(_)), "{wrong:?}");
}

#[test]
fn misere_play_has_them_too() {
    // Any heaps may be lowered: whoever leaves one stone wins.
    let ruleset = load(&complex(3, "complex-123").rule(), &[]).expect("a rule");
    let proved = formula(&ruleset, "P iff h[1] + h[2] + h[3] = 1", Convention::Misere);
    assert!(matches!(proved, Tried::Proved(..)), "{proved:?}");
}
