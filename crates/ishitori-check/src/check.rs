//! The steps of a check, in order.
//!
//! 1. Read the file ([`crate::text`], [`crate::formula`], [`crate::certificate`]).
//! 2. Compare each of its automata with its formula ([`crate::theorem::meaning`], [`crate::certificate::table`]),
//!    which the checker compiles by itself ([`crate::compile`]); its inclusions too.
//!    One that stands for a formula is compared with the words of numbers among those that it accepts,
//!    and must not notice padding: then it is a set of numbers, whichever it is.
//! 3. Symmetries ([`crate::cover::symmetry`]).
//! 4. Emptiness obligations, with those that make induction sound ([`crate::theorem::obligations`],
//!    [`crate::automata::empty`]).
//! 5. Covers: exactly those that the theorem needs ([`crate::cover`]).

use crate::automata::empty;
use crate::certificate::contents::Certificate;
use crate::certificate::read::read;
use crate::certificate::table::Table;
use crate::checked::{Checked, Obligation};
use crate::compile::compiler::Compiler;
use crate::cover::{branches, check};
use crate::formula::condition::Kind;
use crate::formula::number_formula::Formula;
use crate::formula::variable::Variable;
use crate::refusal::Refused;
use crate::theorem::meaning::{Meaning, given, meaning};
use crate::theorem::obligations::obligations;
use crate::watch::Watch;

/// More than any automaton has tracks.
const NO_TRACK: Variable = 100;

/// Checks everything.
pub(crate) fn run(text: &str, watch: &mut Watch) -> Result<Checked, Refused> {
    watch.step("reading the file")?;
    let certificate = read(text, watch)?;
    let given = given(&certificate)?;
    let mut compiler = Compiler::new(certificate.numeration, certificate.order, given);
    tables(&certificate, &mut compiler, watch)?;
    for (index, symmetry) in certificate.symmetries.iter().enumerate() {
        watch.step(format!("symmetry {}", index + 1))?;
        if symmetry.number != index + 1 {
            return Err(Refused::at(symmetry.line, "symmetries are numbered 1, 2, 3, ..."));
        }
        symmetry.check(&certificate, watch)?;
    }
    let mut done = emptiness(&certificate, &mut compiler, watch)?;
    done.extend(covers(&certificate, watch)?);
    Ok(Checked {
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
    compiler: &mut Compiler,
    watch: &mut Watch,
) -> Result<(), Refused> {
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
    table: &Table,
    meaning: &Meaning,
    compiler: &mut Compiler,
    watch: &mut Watch,
) -> Result<(), Refused> {
    let track = |variable| meaning.tracks.iter().position(|track| *track == variable);
    // The variables are numbered as the tracks are; one that has no track gets a number beyond
    // them all, and is found below.
    let formula =
        meaning.formula.rename(&|v| track(v).map_or(v + NO_TRACK, |track| track as Variable));
    let all: Vec<Variable> = (0..table.tracks.len() as Variable).collect();
    let relation = compiler.relation(&formula, watch)?;
    let relation = compiler.spread(&relation, &all, watch)?;
    if relation.variables != all {
        return Err(table.refuse("the formula has variables that are no tracks"));
    }
    // The formula of a set that has none is compiled from this very table, without what denotes nothing.
    let itself = matches!(meaning.formula, Formula::Atom(Kind::Accepted(_), _));
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
    compiler: &mut Compiler,
    watch: &mut Watch,
) -> Result<Vec<Obligation>, Refused> {
    let mut done = Vec::new();
    for obligation in obligations(certificate) {
        watch.step(&obligation.name)?;
        let parts = obligation.parts.iter().map(|part| compiler.relation(part, watch));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let Some(size) = empty::empty(&parts, watch)? else {
            return Err(Refused::new(format!("it is not true that {}", obligation.name)));
        };
        done.push(Obligation { name: obligation.name, size });
    }
    Ok(done)
}

/// Every cover that is needed covers, and there is no other.
fn covers(certificate: &Certificate, watch: &mut Watch) -> Result<Vec<Obligation>, Refused> {
    let shapes = branches::shapes(certificate);
    if let Some(extra) = certificate.covers.get(shapes.len()) {
        return Err(Refused::at(extra.line, "there are more covers than the theorem needs"));
    }
    let mut done = Vec::new();
    for shape in &shapes {
        let name = format!("cover {}", shape.name);
        watch.step(&name)?;
        let Some(cover) = certificate.covers.iter().find(|cover| cover.name == shape.name) else {
            return Err(Refused::new(format!("{name} is missing")));
        };
        done.push(Obligation { size: check::check(certificate, cover, shape, watch)?, name });
    }
    Ok(done)
}
