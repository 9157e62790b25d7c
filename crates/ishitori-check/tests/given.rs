//! Sets and graphs that are given by their automata, without a formula.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::forge::{refuse, with, with_states};
use crate::games::*;
use crate::naive::{Goal, Spec, given, prove, sealed};
use crate::window::Window;
use ishitori_check::check;

/// A certificate in which every set is given by its automaton.
fn automatic(spec: &Spec) -> String {
    given(&prove(spec), |_| true)
}

#[test]
fn every_kind_is_accepted() {
    for (name, spec) in all().into_iter().filter(|(_, spec)| !spec.single) {
        let text = automatic(&spec);
        assert!(text.contains(" automaton\n"), "{name}");
        let checked = check(&text).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        let formulas = checked.statement.formulas.iter().filter(|(key, _)| key != "terminal");
        assert!(formulas.into_iter().all(|(_, text)| text == "automaton"), "{name}");
        // What the brute force of the other tests says about it.
        let length = if spec.heaps.len() == 3 { 2 } else { 3 };
        Window::new(&spec).agrees(&text, length).unwrap();
    }
}

#[test]
#[ignore = "takes 10 seconds, which the naive prover needs"]
fn least_significant_digits_first_in_zeckendorf() {
    check(&automatic(&wythoff_lsd())).unwrap();
}

#[test]
fn some_sets_may_have_formulas() {
    for spec in [nim2_values(), levelled(), Spec { lsd: true, ..nim2_values() }] {
        let text = prove(&spec);
        for one in ["set0", "set1", "set2"] {
            check(&given(&text, |name| name == one)).unwrap();
            check(&given(&text, |name| name != one)).unwrap();
        }
        // A formula still has to fit its automaton.
        let mixed = given(&text, |name| name == "set1");
        let line = mixed.lines().find(|line| line.starts_with("set 0")).unwrap();
        refuse(&with(&mixed, line, "set 0 (is 3 a)"), "set0: it does not accept");
    }
}

/// The example of the document is the automaton of a theorem that is accepted.
#[test]
fn the_example_of_the_document_is_one() {
    let page = include_str!("../../../docs/certificate.md");
    let begin = page.find("\nautomaton set1 tracks h1 h2\n").unwrap() + 1;
    let length = page[begin..].find("```").unwrap();
    let block = page[begin..][..length].replace("h1 h2", "a b");
    let text = given(&prove(&nim2_values()), |name| name == "set1");
    assert!(text.contains("\nset 0 (xor0 a b)\nset 1 automaton\n"));
    assert!(text.contains(&block), "{block}");
    check(&text).unwrap();
}

#[test]
fn false_theorems_are_refused() {
    for (name, spec) in lies() {
        match check(&automatic(&spec)) {
            Ok(_) => panic!("{name} is accepted"),
            Err(refused) => println!("{name}: {refused}"),
        }
    }
}

/// Lies that only one obligation finds.
#[test]
fn every_obligation_is_needed() {
    let said = |holds: fn(&[u64]) -> bool| (String::new(), holds);
    let zero = |x: &[u64]| x.iter().all(|heap| *heap == 0);
    let hot = |x: &[u64]| x[1] == if x[0] == 0 { 3 } else { 1 << x[0].trailing_ones() };
    let onehot = Goal::Grundy { onehot: true, graph: String::new(), holds: hot };
    let misere =
        Goal::Misere { terminal: ("(and (is 0 a) (is 0 b))".to_string(), zero), lost: said(zero) };
    let both = Goal::Values(vec![said(|x| x[0] == x[1]), said(|x| x[0] == x[1])]);
    let few = Goal::Values(vec![said(|x| x[0] == x[1] && x[0] != 2)]);
    for (spec, goal, why) in [
        (tails_onehot(), onehot, "values are powers of two"),
        (misere2(), misere, "terminal positions are not in set 0"),
        (nim2_values(), both, "set 0 and set 1 are disjoint"),
        (nim2(), few, "no element of it accepts"),
        (turned(), Goal::Values(vec![said(|x| x[0] >= x[1])]), "move 1 does not stay in set 0"),
        (levelled(), Goal::Values(vec![said(|_| true)]), "move 1 does not stay in set 0"),
    ] {
        refuse(&automatic(&Spec { goal, ..spec }), why);
    }
}

#[test]
fn the_block_must_be_there() {
    let text = automatic(&nim2());
    let without = |text: &str, name: &str| {
        let begin = text.find(&format!("automaton {name} tracks")).unwrap();
        let end = begin + text[begin..].find("cover").unwrap();
        sealed(&format!("{}{}", &text[..begin], &text[end..]))
    };
    refuse(&without(&text, "set0"), "there is no automaton set0");
    refuse(&with(&text, "automaton set0", "automaton set1"), "there is no automaton set0");
    let line = text.lines().position(|line| line == "set 0 automaton").unwrap() + 1;
    assert_eq!(check(&without(&text, "set0")).unwrap_err().line(), Some(line));
    let graph = automatic(&nim2_graph());
    let states = "automaton graph tracks a b g";
    refuse(&with(&graph, states, "automaton graf tracks a b g"), "there is no automaton graph");
    // With its tracks, and those only.
    for tracks in ["a g b", "a b", "a b g h", "b a g"] {
        let other = format!("automaton graph tracks {tracks}");
        assert!(check(&with(&graph, states, &other)).is_err(), "{tracks}");
    }
    refuse(&with(&graph, states, "automaton graph tracks a g b"), "graph: its tracks are not");
    // Too few tracks, and an automaton before it that needs it.
    let small = "automaton graph tracks a\n0 + 0 0 < 0\n";
    let before = with(&graph, states, "automaton move7 tracks a b g");
    refuse(&with(&before, "cover graph", &format!("{small}cover graph")), "its tracks are not");
    // Twice.
    let block = &text[text.find("automaton set0").unwrap()..text.find("cover 0").unwrap()];
    refuse(&with(&text, "cover 0", &format!("{block}cover 0")), "two of that name");
}

#[test]
fn only_sets_and_the_graph_may_be_given() {
    let text = automatic(&misere2());
    refuse(&with(&text, "terminal (and (is 0 a) (is 0 b))", "terminal automaton"), "no formula");
    refuse(&with(&text, "valid true", "valid automaton"), "no formula");
    for other in ["(automaton)", "(not automaton)", "automaton set0", "automaton ", "Automaton"] {
        assert!(check(&with(&text, "set 0 automaton", &format!("set 0 {other}"))).is_err());
    }
    let moved = prove(&swapped());
    refuse(&with(&moved, "with (lin < 0 (1 x) (-1 a)) to", "with automaton to"), "no formula");
    for spec in [single3(), single2_graph(), single2_misere(), Spec { lsd: true, ..single3() }] {
        refuse(&automatic(&spec), "with `digits single` a set is to be given by a formula");
    }
}

/// Zeros only, but only an even number of them.
#[test]
fn padding_must_not_matter() {
    let states = "0 + 1 2 < 0\n1 - 0 2 < 1\n2 - 2 2 < 0 1 2\n";
    for spec in [nim1(), Spec { lsd: true, ..nim1() }] {
        let text = with_states(&automatic(&spec), "set0", states);
        refuse(&text, "set0: zeros that change no number change what it accepts");
    }
    // Padding that matters to a number that is not 0.
    let states = "0 + 0 1 < 0\n1 - 2 1 < 1 2\n2 + 2 1 < 2\n";
    let lsd = with_states(&automatic(&Spec { lsd: true, ..nim1() }), "set0", states);
    refuse(&lsd, "zeros that change no number");
    let states = "0 - 1 2 < 0 1 2\n1 - 1 1 < 0 1 2\n2 + 2 2 < 2\n";
    let msd = with_states(&automatic(&nim1()), "set0", states);
    refuse(&msd, "zeros that change no number");
    for order in ["msd", "lsd"] {
        let graph = automatic(&Spec { lsd: order == "lsd", ..nim2_graph() });
        let states = "0 + 1 2 2 1 2 1 1 2 < 0\n1 - 0 2 2 0 2 0 0 2 < 1\n2 - 2 2 2 2 2 2 2 2 < 2\n";
        assert!(check(&with_states(&graph, "graph", states)).is_err());
    }
}

/// The language counts, not the table: the first state is there twice, and never comes back.
#[test]
fn an_automaton_need_not_be_the_smallest() {
    for lsd in [false, true] {
        for spec in [nim2(), circular3(), turned()] {
            let spec = Spec { lsd, symmetries: Vec::new(), ..spec };
            let text = automatic(&spec);
            check(&with_states(&text, "set0", &doubled(&text))).unwrap();
        }
    }
}

/// The states of `set0`, with a second first one to which all letters lead that led to the first.
fn doubled(text: &str) -> String {
    let begin = text.find("automaton set0").unwrap();
    let lines = text[begin..].lines().skip(1);
    let lines = lines.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let lines: Vec<&str> = lines.collect();
    let copy = lines.len().to_string();
    let row = |number: usize, line: &str| {
        let (flag, rest) = line[line.find(' ').unwrap() + 1..].split_once(' ').unwrap();
        let (next, above) = rest.split_once(" < ").unwrap();
        let next: Vec<&str> = next.split(' ').map(|s| if s == "0" { &copy } else { s }).collect();
        let both = above.split(' ').any(|state| state == "0");
        let above = if both { format!("{above} {copy}") } else { above.to_string() };
        format!("{number} {flag} {} < {above}\n", next.join(" "))
    };
    let all = lines.iter().chain(lines.first()).enumerate();
    all.map(|(number, line)| row(number, line)).collect()
}

/// Neighbouring ones are no number; an automaton that accepts some is refused.
#[test]
fn digits_must_denote_numbers() {
    for lsd in [false, true] {
        let spec = Spec { zeckendorf: true, lsd, ..nim2() };
        let text = automatic(&spec);
        check(&text).unwrap();
        // Equal digits, whatever they are.
        let states = "0 + 0 1 1 0 < 0\n1 - 1 1 1 1 < 0 1\n";
        let loose = with_states(&text, "set0", states);
        refuse(&loose, "set0: it accepts digits that denote nothing");
        // The same is right in binary.
        let binary = automatic(&Spec { lsd, ..nim2() });
        check(&with_states(&binary, "set0", states)).unwrap();
    }
}
