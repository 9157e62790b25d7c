//! Where the machines of a proof are made, each once.

use ishitori_automata::{Formula, Logic, Numeration, Refused, serial};

use super::branch::Machine;

/// What makes machines.
pub struct Shop {
    /// Digits and limits.
    pub logic: Logic,
    /// Whether digits are read one by one.
    pub single: bool,
    /// The machines made so far.
    pub machines: Vec<Machine>,
}

impl Shop {
    /// An empty shop.
    pub fn new(logic: Logic, single: bool) -> Shop {
        Shop { logic, single, machines: Vec::new() }
    }

    /// The machine called `name`: of a formula, on these tracks.
    ///
    /// # Errors
    /// [`Refused`] if there is no automaton, or it is too large.
    pub fn machine(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
    ) -> Result<usize, Refused> {
        self.make(name, tracks, formula, false)
    }

    /// The machine of all words that do not satisfy a formula, among them those that denote nothing.
    ///
    /// # Errors
    /// [`Refused`] if there is no automaton, or it is too large.
    pub fn complement(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
    ) -> Result<usize, Refused> {
        self.make(name, tracks, formula, true)
    }

    fn make(
        &mut self,
        name: &str,
        tracks: &[String],
        formula: &Formula,
        complement: bool,
    ) -> Result<usize, Refused> {
        if let Some(known) = self.machines.iter().position(|machine| machine.name == name) {
            return Ok(known);
        }
        let names: Vec<&str> = tracks.iter().map(String::as_str).collect();
        let Logic { numeration, order, limit } = self.logic;
        let in_words = complement && numeration == Numeration::Zeckendorf;
        let formula = if complement && !in_words { &formula.clone().not() } else { formula };
        let dfa = if self.single {
            serial::serial(formula, &names, order, limit)?
        } else {
            let relation = self.logic.evaluate(formula)?;
            self.logic.on_tracks(&relation, &names)?
        };
        let dfa = if in_words { dfa.complement() } else { dfa };
        self.machines.push(Machine::new(name, tracks, dfa, limit)?);
        Ok(self.machines.len() - 1)
    }
}
