//! The steps of a check, in order.
//!
//! 1. Read the file ([`crate::text`], [`crate::formula`], [`crate::certificate`]).
//! 2. Compare each of its automata with its formula ([`crate::theorem::meaning`],
//!    [`crate::certificate::listed_automaton`]), which the checker compiles by itself ([`crate::compile`]);
//!    check its inclusions too. One that stands for a formula is compared with the words of numbers among those
//!    that it accepts, and must not notice padding: then it is a set of numbers, whichever it is.
//! 3. Symmetries ([`crate::cover::symmetry`]).
//! 4. Emptiness obligations, with those that make induction sound ([`crate::theorem::obligations`],
//!    [`crate::automata::empty`]).
//! 5. Covers: exactly those that the theorem needs ([`crate::cover`]).
//!
//! Why these steps prove the theorem is told in `docs/certificate.md`. Cost: formulas cost what
//! compiling them does, covers what their macro-states reach; every step has its limits ([`crate::watch`]).
//! Certificates of periods are checked in [`crate::sequence::period`].

use crate::automata::empty;
use crate::certificate::contents::{Certificate, StatedTheorem};
use crate::certificate::listed_automaton::ListedAutomaton;
use crate::certificate::read::read;
use crate::checked::{CheckedObligation, CheckedTheorem};
use crate::compile::compiler::FormulaCompiler;
use crate::cover::branches;
use crate::cover::check;
use crate::formula::condition::ColumnCondition;
use crate::formula::number_formula::NumberFormula;
use crate::formula::variable::VariableNumber;
use crate::refusal::CheckRefusal;
use crate::theorem::meaning::{AutomatonMeaning, given, meaning};
use crate::theorem::obligations::obligations;
use crate::watch::CheckWatch;

/// More than any automaton has tracks.
const NO_TRACK: VariableNumber = 100;

/// Checks everything.
pub(crate) fn run(text: &str, watch: &mut CheckWatch) -> Result<CheckedTheorem, CheckRefusal> {
    watch.step("reading the file")?;
    let certificate = read(text, watch)?;
    let given = given(&certificate)?;
    let mut compiler = FormulaCompiler::new(certificate.numeration, certificate.order, given);
    tables(&certificate, &mut compiler, watch)?;
    for (index, symmetry) in certificate.symmetries.iter().enumerate() {
        watch.step(format!("symmetry {}", index + 1))?;
        if symmetry.number != index + 1 {
            return Err(CheckRefusal::at(symmetry.line, "symmetries are numbered 1, 2, 3, ..."));
        }
        symmetry.check(&certificate, watch)?;
    }
    let mut done = emptiness(&certificate, &mut compiler, watch)?;
    done.extend(covers(&certificate, watch)?);
    Ok(CheckedTheorem {
        automata: certificate.tables.len(),
        states: certificate.tables.iter().map(|table| table.states()).sum(),
        macro_states: certificate.covers.iter().map(|cover| cover.macros.len()).sum(),
        obligations: done,
        statement: certificate.statement,
    })
}

/// Every automaton of the file accepts what it is to accept.
fn tables(
    certificate: &Certificate,
    compiler: &mut FormulaCompiler,
    watch: &mut CheckWatch,
) -> Result<(), CheckRefusal> {
    for (index, table) in certificate.tables.iter().enumerate() {
        watch.step(format!("automaton {}", table.name))?;
        if certificate.tables[..index].iter().any(|other| other.name == table.name) {
            return Err(table.refuse("there are two of that name"));
        }
        accepts_its_meaning(table, &meaning(certificate, table)?, compiler, watch)?;
        table.inclusion(watch)?;
    }
    Ok(())
}

/// An automaton of the file accepts what it is to accept, and padding does not change that.
fn accepts_its_meaning(
    table: &ListedAutomaton,
    meaning: &AutomatonMeaning,
    compiler: &mut FormulaCompiler,
    watch: &mut CheckWatch,
) -> Result<(), CheckRefusal> {
    let track = |variable| meaning.tracks.iter().position(|track| *track == variable);
    // The variables are numbered as the tracks are; one that has no track gets a number beyond
    // them all, and is found below.
    let formula =
        meaning.formula.rename(&|v| track(v).map_or(v + NO_TRACK, |track| track as VariableNumber));
    let all: Vec<VariableNumber> = (0..table.tracks.len() as VariableNumber).collect();
    let relation = compiler.relation(&formula, watch)?;
    let relation = compiler.spread(&relation, &all, watch)?;
    if relation.variables != all {
        return Err(table.refuse("the formula has variables that are no tracks"));
    }
    // The formula of a set that has none is compiled from this very table, without what denotes nothing.
    let itself = matches!(meaning.formula, NumberFormula::Atom(ColumnCondition::Accepted(_), _));
    let agrees = match meaning.complement {
        true => table.agrees(&relation.automaton.complement(), watch)?,
        false => table.agrees(&relation.automaton, watch)?,
    };
    if !agrees {
        return Err(table.refuse(match itself && !meaning.complement {
            true => "it accepts digits that denote nothing",
            false => "it does not accept what its formula says",
        }));
    }
    // Always so for formulas.
    match relation.automaton.ignores_padding(compiler.order) {
        true => Ok(()),
        false => Err(table.refuse("zeros that change no number change what it accepts")),
    }
}

/// No numbers satisfy what must not be satisfied.
fn emptiness(
    certificate: &Certificate,
    compiler: &mut FormulaCompiler,
    watch: &mut CheckWatch,
) -> Result<Vec<CheckedObligation>, CheckRefusal> {
    let mut done = Vec::new();
    for obligation in obligations(certificate) {
        watch.step(&obligation.name)?;
        let parts = obligation.parts.iter().map(|part| compiler.relation(part, watch));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let Some(size) = empty::empty(&parts, watch)? else {
            return Err(CheckRefusal::new(format!("it is not true that {}", obligation.name)));
        };
        done.push(CheckedObligation { name: obligation.name, size });
    }
    Ok(done)
}

/// Of families: the cover of the same set and of a move that a symmetry leads to, if it is in the file (and so is
/// checked). All sets have the symmetry, so what is true of the options by one move is true of those by the other.
fn twin(certificate: &Certificate, name: &str) -> Option<String> {
    if !matches!(certificate.theorem, StatedTheorem::Families { .. }) {
        return None;
    }
    let (set, number) = name.split_once('.')?;
    let step = certificate.moves.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
    let others = certificate.moves.iter().enumerate();
    let mut twins = others.filter(|(_, other)| {
        certificate.symmetries.iter().any(|symmetry| symmetry.leads(step, other))
    });
    twins.find_map(|(index, _)| {
        let twin = format!("{set}.{}", index + 1);
        certificate.covers.iter().any(|cover| cover.name == twin).then_some(twin)
    })
}

/// Every cover that is needed covers, and there is no other.
fn covers(
    certificate: &Certificate,
    watch: &mut CheckWatch,
) -> Result<Vec<CheckedObligation>, CheckRefusal> {
    let required_covers = branches::required_covers(certificate);
    if let Some(extra) = certificate.covers.get(required_covers.len()) {
        return Err(CheckRefusal::at(extra.line, "there are more covers than the theorem needs"));
    }
    for (index, cover) in certificate.covers.iter().enumerate() {
        let twice = certificate.covers[..index].iter().any(|other| other.name == cover.name);
        if twice || !required_covers.iter().any(|required| required.name == cover.name) {
            return Err(CheckRefusal::at(cover.line, "the theorem needs no such cover"));
        }
    }
    let mut done = Vec::new();
    for required in &required_covers {
        let name = format!("cover {}", required.name);
        watch.step(&name)?;
        let Some(cover) = certificate.covers.iter().find(|cover| cover.name == required.name)
        else {
            if let Some(twin) = twin(certificate, &required.name) {
                done.push(CheckedObligation { name: format!("{name}, by {twin}"), size: 0 });
                continue;
            }
            return Err(CheckRefusal::new(format!("{name} is missing")));
        };
        done.push(CheckedObligation {
            size: check::check(certificate, cover, required, watch)?,
            name,
        });
    }
    Ok(done)
}
