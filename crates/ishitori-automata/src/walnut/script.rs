//! Sentences as commands that Walnut decides, with the automata they need.
//!
//! What Walnut can say by itself is said: sums, comparisons, congruences (there is a k), connectives
//! and quantifiers. It has natural numbers only, so what has a minus goes to the other side, and
//! coefficients of a congruence are taken modulo its modulus. Other predicates become automata in
//! files, called as `$name(x,y)`. Three things that Walnut refuses are avoided: names that begin
//! with A, E or I; quantifiers over variables that do not occur (true and false are worked out
//! first, and variables without weight left out); numbers beyond 31 bits (then an automaton is
//! built). Digits are read msd-first, Walnut's habit. Its `&` and `|` bind alike, so all is in
//! parentheses. Cost: the text, and the automata of the predicates.

use super::name::{WalnutNames, kind, readable};
use super::part::{PrintedFormula, enclosed, linear};
use super::write;
use crate::dfa::{Dfa, DigitOrder};
use crate::formula::Formula;
use crate::formula::{NoAutomaton, Predicate};
use crate::limit::Limit;
use crate::linear::Comparison;
use crate::numeration::Numeration;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What Walnut needs to decide sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalnutScript {
    /// A command a line, for a file in `Command Files/`.
    pub commands: String,
    /// Names and texts of the files in `Automata Library/`; `xor3` is the file `xor3.txt`.
    pub automata: Vec<(String, String)>,
}

/// Commands that let Walnut decide each of `sentences`, which have names; all names in them begin
/// with `name`.
///
/// # Errors
/// [`NoAutomaton`] if a sentence has free variables, a predicate is not well formed or has no automaton
/// in these digits, or an automaton grows beyond `limit`.
pub fn script(
    name: &str,
    sentences: &[(String, Formula)],
    numeration: Numeration,
    limit: Limit,
) -> Result<WalnutScript, NoAutomaton> {
    let system = match numeration {
        Numeration::Binary => "msd_2",
        Numeration::Zeckendorf => "msd_fib",
    };
    let mut library = AutomatonLibrary {
        prefix: readable(name),
        names: WalnutNames::default(),
        found: vec![],
        numeration,
        limit,
    };
    let mut commands = String::new();
    let mut titles = WalnutNames::default();
    for (title, sentence) in sentences {
        let mut used = BTreeSet::new();
        variables(sentence, &mut used);
        let mut names = WalnutNames::new(&used);
        let factor = names.fresh("k");
        let part = Printer { library: &mut library, names: &names, factor }.print(sentence)?;
        if !part.free.is_empty() {
            let free = used.into_iter().filter(|name| part.free.contains(&names.of(name)));
            return Err(NoAutomaton::Free(free.collect()));
        }
        let title = titles.fresh(&format!("{name}_{title}"));
        let text = part.text;
        writeln!(commands, "eval {title} \"?{system} {text}\";").expect("a string takes all");
    }
    let text = |(name, dfa): (String, Dfa)| (name, write(numeration, &dfa));
    Ok(WalnutScript { commands, automata: library.found.into_iter().map(text).collect() })
}

/// All variables, free or not.
fn variables(formula: &Formula, found: &mut BTreeSet<String>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom(_, names) => found.extend(names.iter().cloned()),
        Formula::Not(inner) => variables(inner, found),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| variables(part, found));
        }
        Formula::Implies(p, q) | Formula::Iff(p, q) => {
            variables(p, found);
            variables(q, found);
        }
        Formula::Exists(names, body) | Formula::ForAll(names, body) => {
            found.extend(names.iter().cloned());
            variables(body, found);
        }
    }
}

/// The automata that were needed so far.
struct AutomatonLibrary<'w> {
    prefix: String,
    names: WalnutNames,
    found: Vec<(String, Dfa)>,
    numeration: Numeration,
    limit: Limit<'w>,
}

impl AutomatonLibrary<'_> {
    /// The name of an automaton, the same for the same one.
    fn name(&mut self, kind: &str, dfa: &Dfa) -> String {
        if let Some((name, _)) = self.found.iter().find(|(_, known)| known == dfa) {
            return name.clone();
        }
        let name = self.names.fresh(&format!("{}_{kind}", self.prefix));
        self.found.push((name.clone(), dfa.clone()));
        name
    }
}

struct Printer<'a, 'w> {
    library: &'a mut AutomatonLibrary<'w>,
    names: &'a WalnutNames,
    /// A variable that the sentence does not have.
    factor: String,
}

impl Printer<'_, '_> {
    fn print(&mut self, formula: &Formula) -> Result<PrintedFormula, NoAutomaton> {
        Ok(match formula {
            Formula::Constant(holds) => PrintedFormula::constant(*holds),
            Formula::Atom(predicate, variables) => self.atom(predicate, variables)?,
            Formula::Not(inner) => self.print(inner)?.not(),
            Formula::And(parts) => PrintedFormula::fold(self.all(parts)?, true),
            Formula::Or(parts) => PrintedFormula::fold(self.all(parts)?, false),
            Formula::Implies(p, q) => match (self.print(p)?, self.print(q)?) {
                (p, q) if p.constant.is_none() && q.constant.is_none() => {
                    PrintedFormula::joined(vec![p, q], "=>")
                }
                (p, q) => PrintedFormula::fold(vec![p.not(), q], false),
            },
            Formula::Iff(p, q) => PrintedFormula::iff(self.print(p)?, self.print(q)?),
            Formula::Exists(variables, body) => self.quantified("E", variables, body)?,
            Formula::ForAll(variables, body) => self.quantified("A", variables, body)?,
        })
    }

    fn all(&mut self, parts: &[Formula]) -> Result<Vec<PrintedFormula>, NoAutomaton> {
        parts.iter().map(|part| self.print(part)).collect()
    }

    fn quantified(
        &mut self,
        sign: &str,
        variables: &[String],
        body: &Formula,
    ) -> Result<PrintedFormula, NoAutomaton> {
        let mut part = self.print(body)?;
        let mut bound: Vec<String> = Vec::new();
        for name in variables.iter().map(|variable| self.names.of(variable)) {
            if part.free.remove(&name) {
                bound.push(name);
            }
        }
        if !bound.is_empty() {
            part.text = format!("({sign}{} {})", bound.join(","), enclosed(&part.text));
        }
        Ok(part)
    }

    fn atom(
        &mut self,
        predicate: &Predicate,
        variables: &[String],
    ) -> Result<PrintedFormula, NoAutomaton> {
        let (wanted, given) = (predicate.tracks(), variables.len());
        if wanted != given {
            return Err(NoAutomaton::Arity { wanted, given });
        }
        if predicate.modulus() == Some(0) {
            return Err(NoAutomaton::ModulusZero);
        }
        let said = match predicate {
            Predicate::Linear { coefficients, comparison, constant } => {
                let terms = self.terms(coefficients, variables);
                linear(&terms, *comparison, (*constant).into())
            }
            Predicate::Congruent { coefficients, residue, modulus } => {
                let terms = self.terms(coefficients, variables);
                self.congruent(terms, (*residue).into(), (*modulus).into())
            }
            Predicate::Is(number) => {
                let terms = self.terms(&[1], variables);
                linear(&terms, Comparison::Equal, (*number).into())
            }
            _ => None,
        };
        match said {
            Some(part) => Ok(part),
            None => self.automaton(predicate, variables),
        }
    }

    /// The weight of each variable, by Walnut's names, without those that have none.
    fn terms(&self, coefficients: &[i64], variables: &[String]) -> BTreeMap<String, i128> {
        let mut terms = BTreeMap::new();
        for (c, variable) in coefficients.iter().zip(variables) {
            *terms.entry(self.names.of(variable)).or_insert(0) += i128::from(*c);
        }
        terms.retain(|_, weight| *weight != 0);
        terms
    }

    /// There is a k such that the sum is k times the modulus and the residue.
    fn congruent(
        &self,
        mut terms: BTreeMap<String, i128>,
        residue: i128,
        modulus: i128,
    ) -> Option<PrintedFormula> {
        terms.values_mut().for_each(|weight| *weight = weight.rem_euclid(modulus));
        terms.retain(|_, weight| *weight != 0);
        let residue = residue.rem_euclid(modulus);
        if terms.is_empty() {
            return Some(PrintedFormula::constant(residue == 0));
        }
        terms.insert(self.factor.clone(), -modulus);
        let mut part = linear(&terms, Comparison::Equal, residue)?;
        part.free.remove(&self.factor);
        part.text = format!("(E{} ({}))", self.factor, part.text);
        Some(part)
    }

    /// A call of the predicate's automaton; a variable that comes twice is one argument.
    fn automaton(
        &mut self,
        predicate: &Predicate,
        variables: &[String],
    ) -> Result<PrintedFormula, NoAutomaton> {
        let (numeration, limit) = (self.library.numeration, self.library.limit);
        let dfa = predicate.build(numeration, DigitOrder::Msd, limit)?;
        let mut arguments: Vec<String> = Vec::new();
        let mut places = Vec::new();
        for name in variables.iter().map(|variable| self.names.of(variable)) {
            let known = arguments.iter().position(|other| *other == name);
            places.push(known.unwrap_or(arguments.len()));
            if known.is_none() {
                arguments.push(name);
            }
        }
        let dfa = dfa.on_tracks(arguments.len(), &places).minimize();
        let always = numeration == Numeration::Binary && dfa.complement().is_empty();
        if arguments.is_empty() || always || dfa.is_empty() {
            return Ok(PrintedFormula::constant(dfa.accepts(&[])));
        }
        let name = self.library.name(&kind(predicate), &dfa);
        let text = format!("${name}({})", arguments.join(","));
        Ok(PrintedFormula { text, free: arguments.into_iter().collect(), constant: None })
    }
}
