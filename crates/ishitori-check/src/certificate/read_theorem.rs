//! Reads the lines of the theorem: what is to be proved of each set, by a formula or by an automaton.
//!
//! A set that has no formula is given by the word `automaton`: it is what the block of its name accepts.
//! To everything else it is a formula as well, an atom that names the block. So whatever is asked of a set is
//! asked of it too, with the position after a move in place of the position where it must be. That its words
//! are written numbers is checked with the other automata ([`mod@crate::check`]).

use crate::certificate::contents::MANY;
use crate::certificate::contents::{GivenSet, StatedTheorem};
use crate::digits::FileNumeration;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::formula::variable::{VALUE, VariableNumber};
use crate::refusal::CheckRefusal;
use crate::text::lines::{CertificateLine, CertificateLines};

/// The lines of a theorem.
pub(crate) struct TheoremLines {
    pub(crate) theorem: StatedTheorem,
    /// The lines, each split after its name.
    pub(crate) formulas: Vec<(String, String)>,
    /// Those that name an automaton; formulas number them in this order.
    pub(crate) given: Vec<GivenSet>,
}

/// Names with their variables.
type NamedVariables<'a> = [(&'a str, VariableNumber)];

/// Reads the lines after `theorem`, which is the line that is told.
pub(crate) fn theorem_lines<'a>(
    line: &CertificateLine<'a>,
    lines: &mut CertificateLines<'a>,
    heaps: &NamedVariables<'a>,
    dialect: Dialect,
) -> Result<TheoremLines, CheckRefusal> {
    let mut reader = TheoremReader { lines, dialect, formulas: Vec::new(), given: Vec::new() };
    let theorem = match line.words(line.expect("theorem")?)?[..] {
        ["values", most] => {
            let most = line.index(most, MANY)?;
            let sets = (0..=most).map(|value| reader.set(&format!("set {value}"), heaps));
            StatedTheorem::Values(sets.collect::<Result<_, _>>()?)
        }
        ["grundy", kind @ ("plain" | "onehot")] => {
            let binary = dialect.numeration == FileNumeration::Binary;
            if !binary || heaps.iter().any(|(name, _)| *name == "g") {
                return Err(line.refuse("`grundy` needs binary numbers, and no heap named `g`"));
            }
            let tracks = [heaps, &[("g", VALUE)]].concat();
            StatedTheorem::Grundy { onehot: kind == "onehot", graph: reader.set("graph", &tracks)? }
        }
        ["families", lost, won] => {
            let (lost, won) = (line.index(lost, MANY)?, line.index(won, MANY)?);
            if lost + won == 0 {
                return Err(line.refuse("a theorem on families needs one"));
            }
            if dialect.single {
                return Err(line.refuse("a theorem on families needs `digits together`"));
            }
            let sets = (0..lost + won).map(|at| reader.set(&format!("set {at}"), heaps));
            StatedTheorem::Families { sets: sets.collect::<Result<_, _>>()?, lost }
        }
        ["misere"] => {
            let terminal = reader.formula("terminal", heaps)?;
            StatedTheorem::Misere { terminal, lost: reader.set("set 0", heaps)? }
        }
        _ => return Err(line.refuse("this theorem is not known")),
    };
    Ok(TheoremLines { theorem, formulas: reader.formulas, given: reader.given })
}

/// The lines while they are read.
struct TheoremReader<'l, 'a> {
    lines: &'l mut CertificateLines<'a>,
    dialect: Dialect,
    formulas: Vec<(String, String)>,
    given: Vec<GivenSet>,
}

impl<'a> TheoremReader<'_, 'a> {
    /// The next line, which has to begin with the key, and what stands after it.
    fn line(&mut self, key: &str) -> Result<(CertificateLine<'a>, &'a str), CheckRefusal> {
        let line = self.lines.next()?;
        let text = line.expect(key)?;
        self.formulas.push((key.to_string(), text.to_string()));
        Ok((line, text))
    }

    /// A formula.
    fn formula(
        &mut self,
        key: &str,
        names: &NamedVariables<'a>,
    ) -> Result<NumberFormula, CheckRefusal> {
        let (line, text) = self.line(key)?;
        FormulaReader::new(&line, self.dialect, names.to_vec()).whole(text)
    }

    /// A formula, or the word `automaton`: then the block has these names as its tracks.
    fn set(
        &mut self,
        key: &str,
        names: &NamedVariables<'a>,
    ) -> Result<NumberFormula, CheckRefusal> {
        let (line, text) = self.line(key)?;
        if text != "automaton" {
            return FormulaReader::new(&line, self.dialect, names.to_vec()).whole(text);
        }
        if self.dialect.single {
            return Err(line.refuse("with `digits single` a set is to be given by a formula"));
        }
        self.given.push(GivenSet { line: line.number, name: key.replace(' ', "") });
        let tracks = names.iter().enumerate().map(|(track, (_, variable))| (1 << track, *variable));
        Ok(NumberFormula::Atom(ColumnCondition::Accepted(self.given.len() - 1), tracks.collect()))
    }
}
