//! The file while it is written: formulas with their tables, emptiness checks, covers.
//!
//! Each automaton `X` becomes a formula `f_X`, a table `t_X`, a lemma `ok_X` (the table accepts what the
//! formula says, by computation) and a lemma `in_X` (what the formula says, in words). Each check becomes a
//! lemma that is proved by computation, and one that says what it means.

use crate::branch::{AutomatonUse, RocqBranch};
use crate::refusal::NoRocqTheorem;
use crate::sentence::RocqSentence;
use crate::tables::RocqTable;
use crate::tracks::{branch_order, common_order};
use crate::translate::quantifiers::QuantifierBook;
use crate::translate::{DefinedTerms, sentence};
use crate::writing::{bracketed, track_list, variable_name};
use crate::{forms, words};
use ishitori_check::reading::{
    Certificate, ColumnCondition, ListedAutomaton, NumberFormula, VariableNumber,
};
use std::fmt::Write;

/// The most tracks of a check: letters are as many as 2 to that.
const CHECK_TRACKS: usize = 14;

/// A file while it is written.
pub(crate) struct TheoremFile<'a> {
    pub(crate) certificate: &'a Certificate,
    pub(crate) book: QuantifierBook<'a>,
    pub(crate) text: String,
    /// The tables that were written, by the names of their automata.
    pub(crate) tables: Vec<(String, RocqTable)>,
}

impl<'a> TheoremFile<'a> {
    pub(crate) fn new(certificate: &'a Certificate) -> Result<TheoremFile<'a>, NoRocqTheorem> {
        let book = QuantifierBook::new(certificate)?;
        Ok(TheoremFile { certificate, book, text: String::new(), tables: Vec::new() })
    }

    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// The sentence of a formula. Its quantifiers wait in the book.
    pub(crate) fn sentence(
        &mut self,
        formula: &NumberFormula,
    ) -> Result<RocqSentence, NoRocqTheorem> {
        sentence(formula, &DefinedTerms::default(), &mut self.book)
    }

    /// The automaton of this name in the certificate.
    pub(crate) fn listed(&self, name: &str) -> Option<&'a ListedAutomaton> {
        self.certificate.tables.iter().find(|table| table.name == name)
    }

    /// The table of this name that was written.
    pub(crate) fn table(&self, name: &str) -> Option<&RocqTable> {
        self.tables.iter().find(|(known, _)| known == name).map(|(_, table)| table)
    }

    /// Writes formula, table and lemmas of an automaton whose tracks are these variables.
    pub(crate) fn automaton(
        &mut self,
        name: &str,
        formula: &NumberFormula,
        on: &[VariableNumber],
        new: &[String],
    ) -> Result<(), NoRocqTheorem> {
        let said = self.sentence(formula)?;
        let form = forms::form(&said, on)?;
        let table = match self.listed(name) {
            Some(table) => RocqTable::listed(table),
            None => RocqTable::of(&self.book.tables.table(formula, on)?),
        };
        let quantifiers = std::mem::take(&mut self.book.text);
        self.text.push_str(&quantifiers);
        let is_given = matches!(formula, NumberFormula::Atom(ColumnCondition::Accepted(_), _));
        let count = on.len();
        if is_given {
            self.line(format!("Lemma r_{name} : recog {count} (lang {count} t_{name}) t_{name}."));
            self.line("Proof. apply (recog_lang 1000). vm. Qed.");
            self.line(format!("Local Hint Resolve r_{name} : ishitori."));
        }
        self.line(format!("Definition f_{name} : form := {form}."));
        if !is_given {
            self.text.push_str(&table.definition(&format!("t_{name}"), count));
        }
        self.table_is_right(name, count, "");
        let names = |variable| variable_name(variable, new);
        let tracks: Vec<String> = on.iter().map(|variable| names(*variable)).collect();
        let (parameters, list) = (tracks.join(" "), bracketed(&tracks));
        let said = words::words(&said, &names);
        self.line(format!("Lemma in_{name} {parameters} : sem f_{name} {list} <-> ({said})."));
        self.line(format!("Proof. unfold f_{name}. bridge. Qed."));
        self.tables.push((name.to_string(), table));
        Ok(())
    }

    /// Writes the automaton that accepts what another does not.
    pub(crate) fn opposite(&mut self, name: &str, of: &str, count: usize) {
        let listed = self.listed(name).map(RocqTable::listed);
        let table = listed.or_else(|| self.table(of).map(RocqTable::opposite));
        let Some(table) = table else { return };
        self.line(format!("Definition f_{name} : form := FNot f_{of}."));
        self.text.push_str(&table.definition(&format!("t_{name}"), count));
        self.table_is_right(name, count, &format!(", f_{of}"));
        self.tables.push((name.to_string(), table));
    }

    fn table_is_right(&mut self, name: &str, count: usize, also: &str) {
        let _ = writeln!(
            self.text,
            "Lemma ok_{name} tr : length tr = {count}%nat -> comp_ok (Comp (sem f_{name}) t_{name} tr).\n\
             Proof.\n  intro L. apply (comp_move _ _ (seq 0 {count})); [|exact L].\n  \
             apply comp_of; [apply (recog_ok 1000); [unfold f_{name}{also}; good_tables|vm]|vm].\nQed.\n\
             Local Hint Resolve ok_{name} : ishitori."
        );
    }

    /// The components of a check, whose tracks are these variables.
    pub(crate) fn components(&self, uses: &[AutomatonUse], tracks: &[VariableNumber]) -> String {
        let place = |variable: &VariableNumber| tracks.iter().position(|track| track == variable);
        let component = |used: &AutomatonUse| {
            let on: Vec<usize> = used.on.iter().filter_map(place).collect();
            format!("Comp (sem f_{0}) t_{0} {1}", used.name, track_list(&on))
        };
        let components: Vec<String> = uses.iter().map(component).collect();
        format!("[{}]", components.join("; "))
    }

    /// Writes that no numbers are accepted by all of these: lemma `no_NAME`. Returns the numbers it speaks of.
    pub(crate) fn emptiness(
        &mut self,
        name: &str,
        uses: &[AutomatonUse],
        new: &[String],
    ) -> Result<Vec<VariableNumber>, NoRocqTheorem> {
        let on: Vec<Vec<VariableNumber>> = uses.iter().map(|used| used.on.clone()).collect();
        let tracks = common_order(&on);
        if tracks.len() > CHECK_TRACKS {
            let (count, most) = (tracks.len(), CHECK_TRACKS);
            let why =
                format!("a check is about {count} numbers at once, and at most {most} can be");
            return Err(NoRocqTheorem::new(why));
        }
        let (components, count) = (self.components(uses, &tracks), tracks.len());
        let names = |variables: &[VariableNumber]| -> Vec<String> {
            variables.iter().map(|variable| variable_name(*variable, new)).collect()
        };
        let premise = |used: &AutomatonUse| {
            format!("sem f_{} {} -> ", used.name, bracketed(&names(&used.on)))
        };
        let premises: String = uses.iter().map(premise).collect();
        let (parameters, list) = (names(&tracks).join(" "), bracketed(&names(&tracks)));
        let _ = writeln!(
            self.text,
            "Definition e_{name} : list comp := {components}.\n\
             Lemma c_{name} : emptyb 1000 {count} e_{name} = true.\nProof. vm. Qed.\n\
             Lemma no_{name} {parameters} :\n  {premises}False.\n\
             Proof.\n  intros. refine (empty_ok _ _ _ c_{name} _ {list} eq_refl _); unfold e_{name}; \
             [tables_ok|solve_csem].\nQed."
        );
        Ok(tracks)
    }

    /// Writes that some branch accepts, whatever is given: lemma `cover_NAME`.
    pub(crate) fn covered(
        &mut self,
        name: &str,
        given: &[VariableNumber],
        branches: &[RocqBranch],
        macros: &str,
    ) -> Result<(), NoRocqTheorem> {
        let (mut data, mut said, mut cases) = (Vec::new(), Vec::new(), String::new());
        for (index, branch) in branches.iter().enumerate() {
            let names = |v: &VariableNumber| variable_name(*v, &branch.new);
            let order = branch_order(branch, given);
            let hidden: Vec<VariableNumber> =
                order.iter().copied().filter(|v| branch.hidden.contains(v)).collect();
            let tracks = [given.to_vec(), hidden.clone()].concat();
            if tracks.len() > CHECK_TRACKS {
                return Err(NoRocqTheorem::new("a cover has too many numbers at once"));
            }
            let places: Vec<usize> =
                order.iter().filter_map(|v| tracks.iter().position(|t| t == v)).collect();
            let components = self.components(&branch.uses, &tracks);
            let (count, order) = (hidden.len(), track_list(&places));
            data.push(format!("Branch {count} {components} {order}"));
            let list = bracketed(&tracks.iter().map(names).collect::<Vec<_>>());
            let quantifier = match count {
                0 => String::new(),
                _ => format!("exists {}, ", hidden.iter().map(names).collect::<Vec<_>>().join(" ")),
            };
            said.push(format!("({quantifier}csem {components} {list})"));
            let side = side(index, branches.len());
            let witnesses =
                if count == 0 { String::new() } else { format!("do {count} eexists; ") };
            let _ = writeln!(cases, "  - {side}{witnesses}exact C.");
        }
        let names: Vec<String> = given.iter().map(|v| variable_name(*v, &[])).collect();
        let (parameters, list, count) = (names.join(" "), bracketed(&names), given.len());
        let one_of =
            (1..branches.len()).fold("<-|[]".to_string(), |inner, _| format!("<-|[{inner}]"));
        let _ = writeln!(
            self.text,
            "Definition b_{name} : list branch := [\n  {}].\n\
             Definition m_{name} : PM.t macro := Eval vm_compute in of_list [\n  {macros}]%positive.\n\
             Lemma c_{name} : coverb 20 {count} b_{name} m_{name} = true.\nProof. vm. Qed.\n\
             Lemma cover_{name} {parameters} :\n  {}.\n\
             Proof.\n  destruct (cover_ok _ _ _ _ c_{name} ltac:(unfold b_{name}; tables_ok) {list} eq_refl) \
             as (b & y & I & L & C).\n  \
             unfold b_{name} in I. destruct I as [{one_of}]; cbn [bfresh bcs] in L, C; destruct_list y L; cbn [app] in C.\n\
             {cases}Qed.",
            data.join(";\n  "),
            said.join(" \\/\n  "),
        );
        Ok(())
    }
}

/// Which side of a disjunction with so many parts.
pub(crate) fn side(index: usize, parts: usize) -> String {
    let last = if index + 1 < parts { "left; " } else { "" };
    format!("{}{last}", "right; ".repeat(index))
}
