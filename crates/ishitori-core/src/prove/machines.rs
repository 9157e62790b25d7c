//! Where the machines of a proof are made, each once.
//!
//! A machine is known by its name, so within a proof a name must always mean the same formula. In binary the
//! complement is the automaton of the negation. In Fibonacci digits it is that of the words, since words with
//! two neighbouring ones denote nothing and must be outside too: a cover has to cover them. Digits are read
//! together, or one by one where that would be too many tracks. Cost: making the automaton, minimising it,
//! and comparing all pairs of its states.

use ishitori_automata::{DigitLogic, DigitOrder, Formula, Limit, NoAutomaton, Numeration, serial};

use super::branch::ProofMachine;

/// What makes machines.
pub struct MachineFactory {
    /// What digits mean.
    pub numeration: Numeration,
    /// Which digit comes first.
    pub order: DigitOrder,
    /// Whether digits are read one by one.
    pub single: bool,
    /// The machines made so far.
    pub machines: Vec<ProofMachine>,
}

impl MachineFactory {
    /// An empty shop.
    pub fn new(numeration: Numeration, order: DigitOrder, single: bool) -> MachineFactory {
        MachineFactory { numeration, order, single, machines: Vec::new() }
    }

    /// The machine called `name`: of a formula, on these tracks.
    ///
    /// # Errors
    /// [`NoAutomaton`] if there is no automaton, or it is too large.
    pub(crate) fn machine(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
        limit: Limit,
    ) -> Result<usize, NoAutomaton> {
        self.make(name, tracks, formula, false, limit)
    }

    /// The machine of all words that do not satisfy a formula, among them those that denote nothing.
    ///
    /// # Errors
    /// [`NoAutomaton`] if there is no automaton, or it is too large.
    pub(crate) fn complement(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
        limit: Limit,
    ) -> Result<usize, NoAutomaton> {
        self.make(name, tracks, formula, true, limit)
    }

    fn make(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
        complement: bool,
        limit: Limit,
    ) -> Result<usize, NoAutomaton> {
        if let Some(known) = self.machines.iter().position(|machine| machine.name == name) {
            return Ok(known);
        }
        let names: Vec<&str> = tracks.iter().map(String::as_str).collect();
        let (numeration, order) = (self.numeration, self.order);
        let in_words = complement && numeration == Numeration::Zeckendorf;
        let formula = if complement && !in_words { &formula.clone().not() } else { formula };
        let dfa = if self.single {
            serial::serial(formula, &names, order, limit)?
        } else {
            let logic = DigitLogic { numeration, order, limit };
            logic.on_tracks(&logic.evaluate(formula)?, &names)?
        };
        let dfa = if in_words { dfa.complement() } else { dfa };
        self.machines.push(ProofMachine::new(name, tracks, dfa, limit)?);
        Ok(self.machines.len() - 1)
    }
}
