//! Drawings of the automata of a proof.
//!
//! One for each automaton that the theorem names, drawn from the table in the proof, not from a copy. One
//! that `ishitori-view` refuses is left out.

use ishitori_automata::DigitOrder;
use ishitori_core::prove::Proof;
use ishitori_view::automaton::AutomatonDrawing;

/// Drawings of the automata that a theorem speaks of.
pub fn drawings(proof: &Proof) -> Vec<(String, AutomatonDrawing)> {
    let shop = &proof.induction.shop;
    let order = match shop.order {
        DigitOrder::Msd => "most significant digits first",
        DigitOrder::Lsd => "least significant digits first",
    };
    let named = proof.goal.formulas();
    let machines = shop.machines.iter().filter(|m| named.iter().any(|(name, _)| *name == m.name));
    machines
        .filter_map(|machine| {
            let dfa = &machine.dfa;
            let accepting: Vec<bool> =
                (0..dfa.states()).map(|state| dfa.accepts_in(state as u32)).collect();
            let tracks: Vec<&str> = machine.tracks.iter().map(String::as_str).collect();
            let title = format!("{} of {}, {order}", machine.name, tracks.join(", "));
            let drawing = AutomatonDrawing::from_table(
                &title,
                dfa.tracks(),
                0,
                &accepting,
                |state, letter| dfa.next(state as u32, letter as u16) as usize,
            )?;
            Some((machine.name.clone(), drawing))
        })
        .collect()
}
