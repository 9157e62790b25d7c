//! Reads the lines of the theorem: what is to be proved of each set, by a formula or by an automaton.
//!
//! A set that has no formula is given by the word `automaton`: it is what the block of its name accepts.
//! To everything else it is a formula as well, an atom that names the block. So whatever is asked of a set is
//! asked of it too, with the position after a move in place of the position where it must be. That its words
//! are written numbers is checked with the other automata ([`crate::check`]).

use crate::certificate::contents::MANY;
use crate::certificate::contents::{Given, Theorem};
use crate::digits::Numeration;
use crate::formula::condition::Kind;
use crate::formula::number_formula::Formula;
use crate::formula::read::Reader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VALUE, Variable};
use crate::refusal::Refused;
use crate::text::lines::{Line, Lines};

/// The lines of a theorem.
pub(crate) struct Goal {
    pub theorem: Theorem,
    /// The lines, each split after its name.
    pub formulas: Vec<(String, String)>,
    /// Those that name an automaton; formulas number them in this order.
    pub given: Vec<Given>,
}

/// Names with their variables.
type Names<'a> = [(&'a str, Variable)];

/// Reads the lines after `theorem`, which is the line that is told.
pub(crate) fn goal<'a>(
    line: &Line<'a>,
    lines: &mut Lines<'a>,
    heaps: &Names<'a>,
    dialect: Dialect,
) -> Result<Goal, Refused> {
    let mut said = Said { lines, dialect, formulas: Vec::new(), given: Vec::new() };
    let theorem = match line.words(line.expect("theorem")?)?[..] {
        ["values", most] => {
            let most = line.index(most, MANY)?;
            let sets = (0..=most).map(|value| said.set(&format!("set {value}"), heaps));
            Theorem::Values(sets.collect::<Result<_, _>>()?)
        }
        ["grundy", kind @ ("plain" | "onehot")] => {
            let binary = dialect.numeration == Numeration::Binary;
            if !binary || heaps.iter().any(|(name, _)| *name == "g") {
                return Err(line.refuse("`grundy` needs binary numbers, and no heap named `g`"));
            }
            let tracks = [heaps, &[("g", VALUE)]].concat();
            Theorem::Grundy { onehot: kind == "onehot", graph: said.set("graph", &tracks)? }
        }
        ["misere"] => {
            let terminal = said.formula("terminal", heaps)?;
            Theorem::Misere { terminal, lost: said.set("set 0", heaps)? }
        }
        _ => return Err(line.refuse("this theorem is not known")),
    };
    Ok(Goal { theorem, formulas: said.formulas, given: said.given })
}

/// The lines while they are read.
struct Said<'l, 'a> {
    lines: &'l mut Lines<'a>,
    dialect: Dialect,
    formulas: Vec<(String, String)>,
    given: Vec<Given>,
}

impl<'a> Said<'_, 'a> {
    /// The next line, which has to begin with the key, and what stands after it.
    fn line(&mut self, key: &str) -> Result<(Line<'a>, &'a str), Refused> {
        let line = self.lines.next()?;
        let text = line.expect(key)?;
        self.formulas.push((key.to_string(), text.to_string()));
        Ok((line, text))
    }

    /// A formula.
    fn formula(&mut self, key: &str, names: &Names<'a>) -> Result<Formula, Refused> {
        let (line, text) = self.line(key)?;
        Reader::new(&line, self.dialect, names.to_vec()).whole(text)
    }

    /// A formula, or the word `automaton`: then the block has these names as its tracks.
    fn set(&mut self, key: &str, names: &Names<'a>) -> Result<Formula, Refused> {
        let (line, text) = self.line(key)?;
        if text != "automaton" {
            return Reader::new(&line, self.dialect, names.to_vec()).whole(text);
        }
        if self.dialect.single {
            return Err(line.refuse("with `digits single` a set is to be given by a formula"));
        }
        self.given.push(Given { line: line.number, name: key.replace(' ', "") });
        let tracks = names.iter().enumerate().map(|(track, (_, variable))| (1 << track, *variable));
        Ok(Formula::Atom(Kind::Accepted(self.given.len() - 1), tracks.collect()))
    }
}
