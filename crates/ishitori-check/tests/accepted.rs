//! Certificates of true theorems are accepted, of every kind.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod games;
mod naive;

use games::*;
use ishitori_check::check;
use naive::prove;

fn accept(name: &str, spec: &naive::Spec) {
    let text = prove(spec);
    match check(&text) {
        Ok(checked) => {
            assert_eq!(checked.heaps(), spec.heaps.len(), "{name}");
            println!("{name}: {} states, {} macro-states", checked.states, checked.macro_states);
        }
        Err(refused) => panic!("{name}: {refused}\n{}", &text[..text.len().min(2_500)]),
    }
}

#[test]
fn every_kind_is_accepted() {
    for (name, spec) in all() {
        accept(name, &spec);
    }
}

#[test]
fn false_theorems_are_refused() {
    for (name, spec) in lies() {
        let text = prove(&spec);
        match check(&text) {
            Ok(_) => panic!("{name} is accepted"),
            Err(refused) => println!("{name}: {refused}"),
        }
    }
}
