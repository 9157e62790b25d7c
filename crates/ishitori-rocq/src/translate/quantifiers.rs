//! Quantifiers: each gets a number, two automata, and a proof that one is the other with tracks hidden.
//!
//! The automaton of "there are y such that A" need not be built by verified code. Two checks are enough
//! (`rocq/Exists.v`): nothing with a y in A is refused, and everything is refused or has such a y. The second
//! is a cover; its macro-states are a state of the automaton with a set of states of A, as in the subset
//! construction. Formulas that differ only in the names of their variables share a quantifier.

use crate::refusal::NoRocqTheorem;
use crate::sentence::RocqSentence;
use crate::tables::{RocqTable, decision_tree};
use crate::translate::{DefinedTerms, sentence};
use crate::variables::{numbered, renamed};
use crate::writing::{bracketed, variable_name};
use crate::{forms, words};
use ishitori_check::reading::{BOUND, Certificate, FormulaTables, NumberFormula, VariableNumber};
use std::collections::{BTreeSet, HashMap};

/// The most macro-states of one quantifier.
const MACROS: usize = 5000;

/// The quantifiers of a file, each written as soon as it is met.
pub(crate) struct QuantifierBook<'a> {
    certificate: &'a Certificate,
    pub(crate) tables: FormulaTables<'a>,
    known: HashMap<NumberFormula, usize>,
    /// What is to be written before anything that uses them.
    pub(crate) text: String,
}

impl<'a> QuantifierBook<'a> {
    pub(crate) fn new(certificate: &'a Certificate) -> Result<QuantifierBook<'a>, NoRocqTheorem> {
        let tables = FormulaTables::new(certificate)?;
        Ok(QuantifierBook { certificate, tables, known: HashMap::new(), text: String::new() })
    }

    /// The name of a set that has no formula.
    pub(crate) fn given(&self, index: usize) -> String {
        self.certificate.given[index].name.clone()
    }

    /// "There are numbers for these variables such that all parts hold", as a sentence.
    pub(crate) fn quantified(
        &mut self,
        bound: &[VariableNumber],
        mut parts: Vec<NumberFormula>,
        terms: &DefinedTerms,
    ) -> Result<RocqSentence, NoRocqTheorem> {
        let body = if parts.len() == 1 { parts.remove(0) } else { NumberFormula::And(parts) };
        let whole = NumberFormula::Exists(bound.to_vec(), Box::new(body.clone()));
        let (key, free) = numbered(&whole);
        let quantifier = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let number = self.define(&key, free.len(), bound.len())?;
                self.known.insert(key, number);
                number
            }
        };
        let arguments = free.iter().map(|variable| terms.term(*variable)).collect();
        let body = Box::new(sentence(&body, terms, self)?);
        Ok(RocqSentence::Exists { quantifier, arguments, bound: bound.to_vec(), body })
    }

    /// Writes a quantifier whose variables are numbered; returns its number.
    fn define(
        &mut self,
        whole: &NumberFormula,
        free: usize,
        bound: usize,
    ) -> Result<usize, NoRocqTheorem> {
        let NumberFormula::Exists(_, body) = whole else {
            return Err(NoRocqTheorem::new("a quantifier is missing"));
        };
        let inner = sentence(body, &DefinedTerms::default(), self)?;
        let number = self.known.len() + 1;
        let given = free as VariableNumber;
        let hidden = (0..bound as VariableNumber).map(|index| BOUND + index);
        let all: Vec<VariableNumber> = (0..given).chain(hidden).collect();
        let open = renamed(body, &mut |variable| {
            if (BOUND..BOUND + bound as VariableNumber).contains(&variable) {
                given + variable - BOUND
            } else {
                variable
            }
        });
        let tracks: Vec<VariableNumber> = (0..given + bound as VariableNumber).collect();
        let under = RocqTable::of(&self.tables.table(&open, &tracks)?);
        let table = RocqTable::of(&self.tables.table(whole, &tracks[..free])?);
        let cover = HiddenCover::new(&under, &table, free, bound)?;
        let form = forms::form(&inner, &all)?;
        let names = |variable: VariableNumber| {
            if variable < BOUND {
                format!("a{}", variable + 1)
            } else {
                variable_name(variable, &[])
            }
        };
        let (words, letters) = (words::words(&inner, &names), free);
        let (opposite, n, k) = (table.opposite(), letters, bound);
        let parameters: Vec<String> = (0..given).map(names).collect();
        let hidden: Vec<String> = all[free..].iter().map(|variable| names(*variable)).collect();
        let order: Vec<String> = (0..n + k).map(|track| track.to_string()).collect();
        let i = number;
        self.text += &format!(
            "Definition b{i} : form := {form}.\n\
             Definition q{i} : env -> Prop := fun e => exists y, length y = {k}%nat /\\ sem b{i} (e ++ y).\n\
             {}{}{}{}\
             Lemma r_q{i} : recog {n} q{i} t_q{i}.\n\
             Proof.\n  apply (recog_exists 1000 1000 20 1000 {n} {k} (sem b{i}) t_b{i} t_q{i} t_n{i} [{}]%nat m_q{i}).\n  \
             - apply comp_of; [apply (recog_ok 1000); [unfold b{i}; good_tables|vm]|vm].\n  \
             - vm.\n  - vm.\n  - vm.\n  - vm.\n  - vm.\n  - vm.\nQed.\n\
             Local Hint Resolve r_q{i} : ishitori.\n\
             Lemma in_b{i} {} {} : sem b{i} {} <-> ({words}).\n\
             Proof. unfold b{i}. bridge. Qed.\n\
             Lemma in_q{i} {} : q{i} {} <-> exists {}, {words}.\n\
             Proof.\n  split.\n  - intros (y & L & C). destruct_list y L. do {k} eexists. apply in_b{i}. exact C.\n  \
             - intros ({} & C). exists {}. split; [reflexivity|apply in_b{i}; exact C].\nQed.\n\
             Local Hint Resolve in_q{i} : ishitori.\n",
            under.definition(&format!("t_b{i}"), n + k),
            table.definition(&format!("t_q{i}"), n),
            opposite.definition(&format!("t_n{i}"), n),
            cover.definition(&format!("m_q{i}"), n),
            order.join("; "),
            parameters.join(" "),
            hidden.join(" "),
            bracketed(&[parameters.clone(), hidden.clone()].concat()),
            parameters.join(" "),
            bracketed(&parameters),
            hidden.join(" "),
            hidden.join(" & "),
            bracketed(&hidden),
        );
        Ok(number)
    }
}

/// The cover of a quantifier.
struct HiddenCover {
    /// A state of the opposite automaton, and states of the one whose tracks are hidden.
    macros: Vec<(u32, BTreeSet<u32>)>,
    next: Vec<Vec<u32>>,
    opposite: RocqTable,
}

impl HiddenCover {
    fn new(
        under: &RocqTable,
        table: &RocqTable,
        given: usize,
        hidden: usize,
    ) -> Result<HiddenCover, NoRocqTheorem> {
        let read = |states: &BTreeSet<u32>, letter: usize| -> BTreeSet<u32> {
            let one = |state: &u32| {
                let next = &under.next[*state as usize];
                (0..1_usize << hidden).map(|y| next[letter | y << given]).collect::<Vec<u32>>()
            };
            states.iter().flat_map(one).filter(|state| under.hopeful[*state as usize]).collect()
        };
        let mut start = BTreeSet::from([0]);
        start.retain(|state| under.hopeful[*state as usize]);
        loop {
            let more: BTreeSet<u32> = start.union(&read(&start, 0)).copied().collect();
            if more == start {
                break;
            }
            start = more;
        }
        let first = (0_u32, start);
        let mut number = HashMap::from([(first.clone(), 0_u32)]);
        let mut cover =
            HiddenCover { macros: vec![first], next: Vec::new(), opposite: table.opposite() };
        while let Some((state, states)) = cover.macros.get(cover.next.len()).cloned() {
            let mut next = Vec::new();
            for letter in 0..1_usize << given {
                let reached = (table.next[state as usize][letter], read(&states, letter));
                let fresh = cover.macros.len() as u32;
                next.push(*number.entry(reached).or_insert_with_key(|reached| {
                    cover.macros.push(reached.clone());
                    fresh
                }));
            }
            cover.next.push(next);
            if cover.macros.len() > MACROS {
                return Err(NoRocqTheorem::new("a quantifier needs too many macro-states"));
            }
        }
        Ok(cover)
    }

    fn definition(&self, name: &str, given: usize) -> String {
        let mut rows = Vec::new();
        for (index, ((state, states), next)) in self.macros.iter().zip(&self.next).enumerate() {
            let outside = match self.opposite.hopeful[*state as usize] {
                true => format!("[{}]", state + 1),
                false => String::new(),
            };
            let inside: Vec<String> =
                states.iter().map(|state| format!("[{}]", state + 1)).collect();
            let tree = decision_tree(given, &|letter| Some(next[letter] + 1));
            let row =
                format!("({}, Macro [[{outside}]; [{}]] {tree})", index + 1, inside.join("; "));
            rows.push(row);
        }
        let rows = rows.join(";\n  ");
        format!(
            "Definition {name} : PM.t macro := Eval vm_compute in of_list [\n  {rows}]%positive.\n"
        )
    }
}
