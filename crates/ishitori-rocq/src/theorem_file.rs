//! The file while it is written: formulas with their tables, emptiness checks, covers.
//!
//! Each automaton `X` becomes a formula `f_X`, a table `t_X`, a lemma `ok_X` (the table accepts what the
//! formula says, by computation) and a lemma `in_X` (what the formula says, in words). Each check becomes a
//! lemma that is proved by computation, and one that says what it means.

use crate::branch::{AutomatonUse, RocqBranch};
use crate::check_names::{self, CheckNames};
use crate::fibonacci::{code_names, take_codes};
use crate::forms::FormTracks;
use crate::pending::{self, ListedMacros, PendingChecks};
use crate::refusal::NoRocqTheorem;
use crate::sentence::RocqSentence;
use crate::tables::RocqTable;
use crate::tracks::{branch_order, common_order, hidden_order};
use crate::translate::quantifiers::QuantifierBook;
use crate::translate::{DefinedTerms, sentence};
use crate::writing::{bracketed, track_list, variable_name};
use crate::{forms, one_by_one, words};
use ishitori_check::reading::{
    Certificate, ColumnCondition, FileNumeration, ListedAutomaton, NumberFormula, VariableNumber,
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
    /// Checks that the kernel does not run, if that was asked.
    pub(crate) pending: Option<PendingChecks>,
}

impl<'a> TheoremFile<'a> {
    pub(crate) fn new(certificate: &'a Certificate) -> Result<TheoremFile<'a>, NoRocqTheorem> {
        let book = QuantifierBook::new(certificate)?;
        let (text, tables) = (String::new(), Vec::new());
        Ok(TheoremFile { certificate, book, text, tables, pending: None })
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

    pub(crate) fn is_fibonacci(&self) -> bool {
        self.certificate.numeration == FileNumeration::Zeckendorf
    }

    pub(crate) fn is_one_by_one(&self) -> bool {
        self.certificate.single
    }

    /// How many digits a table reads in one step, if it has so many tracks.
    fn digits_at_once(&self, tracks: usize) -> usize {
        if self.is_one_by_one() { 1 } else { tracks }
    }

    fn check_names(&self) -> &'static CheckNames {
        match (self.is_one_by_one(), self.is_fibonacci()) {
            (true, _) => &check_names::ONE_BY_ONE,
            (false, true) => &check_names::FIBONACCI,
            (false, false) => &check_names::TOGETHER,
        }
    }

    /// The table of an automaton: the one of the file, or one made of the formula.
    fn made_table(
        &mut self,
        name: &str,
        formula: &NumberFormula,
        said: &RocqSentence,
        on: &[VariableNumber],
    ) -> Result<RocqTable, NoRocqTheorem> {
        if let Some(table) = self.listed(name) {
            return Ok(RocqTable::listed(table));
        }
        if !self.is_one_by_one() {
            return Ok(RocqTable::of(&self.book.tables.table(formula, on)?));
        }
        if *said == RocqSentence::All(vec![]) || *said == RocqSentence::Truth(true) {
            return Ok(one_by_one::everything());
        }
        match one_by_one::opposite_of_listed(self.certificate, name) {
            Some(table) => Ok(table),
            None => Ok(one_by_one::spread(&self.book.tables.table(formula, on)?)),
        }
    }

    /// What an automaton says about numbers; with Fibonacci digits the formula is about their codes.
    pub(crate) fn meaning(&self, name: &str) -> String {
        match self.is_fibonacci() {
            true => format!("coded (sem f_{name})"),
            false => format!("sem f_{name}"),
        }
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
        let form = forms::form(&said, FormTracks { tracks: on, one_by_one: self.is_one_by_one() })?;
        let table = self.made_table(name, formula, &said, on)?;
        let quantifiers = std::mem::take(&mut self.book.text);
        self.text.push_str(&quantifiers);
        let is_given = matches!(formula, NumberFormula::Atom(ColumnCondition::Accepted(_), _));
        let count = on.len();
        if is_given {
            self.line(format!("Lemma r_{name} : recog {count} (lang {count} t_{name}) t_{name}."));
            self.line("Proof. apply (recog_lang 1000). vm. Qed.");
            self.line(format!("Local Hint Resolve r_{name} : ishitori."));
        }
        let form = match self.is_fibonacci() {
            true => format!("fguard {count} {form}"),
            false => form,
        };
        self.line(format!("Definition f_{name} : form := {form}."));
        if !is_given {
            let digits = self.digits_at_once(count);
            self.text.push_str(&table.definition(&format!("t_{name}"), digits));
        }
        self.table_is_right(name, count, "");
        let names = |variable| variable_name(variable, new);
        let tracks: Vec<String> = on.iter().map(|variable| names(*variable)).collect();
        let (parameters, list) = (tracks.join(" "), bracketed(&tracks));
        let said = words::words(&said, &names);
        let meaning = self.meaning(name);
        self.line(format!("Lemma in_{name} {parameters} : {meaning} {list} <-> ({said})."));
        let proof = match self.is_fibonacci() {
            false => "bridge.".to_string(),
            true => format!(
                "{}\n  apply (guard_bridge {count} _ {}); [split; [fib_legal|reflexivity]|reflexivity|fib_body].",
                take_codes(&tracks, "c"),
                bracketed(&code_names(count, "c"))
            ),
        };
        self.line(format!("Proof. unfold f_{name}. {proof} Qed."));
        self.tables.push((name.to_string(), table));
        Ok(())
    }

    /// Writes the automaton that accepts what another does not.
    pub(crate) fn opposite(&mut self, name: &str, of: &str, count: usize) {
        let listed = self.listed(name).map(RocqTable::listed);
        let table = listed.or_else(|| self.table(of).map(RocqTable::opposite));
        let Some(table) = table else { return };
        self.line(format!("Definition f_{name} : form := FNot f_{of}."));
        let digits = self.digits_at_once(count);
        self.text.push_str(&table.definition(&format!("t_{name}"), digits));
        self.table_is_right(name, count, &format!(", f_{of}"));
        self.tables.push((name.to_string(), table));
    }

    fn table_is_right(&mut self, name: &str, count: usize, also: &str) {
        let good = if self.is_fibonacci() { "fib_good" } else { "good_tables" };
        let CheckNames { right, moved, whole, accepts, .. } = self.check_names();
        let _ = writeln!(
            self.text,
            "Lemma ok_{name} tr : length tr = {count}%nat -> {right} (Comp (sem f_{name}) t_{name} tr).\n\
             Proof.\n  intro L. apply ({moved} _ _ (seq 0 {count})); [|exact L].\n  \
             apply {whole}; [apply ({accepts} 1000); [unfold f_{name}{also}; {good}|vm]|vm].\nQed.\n\
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
        if self.is_one_by_one() {
            one_by_one::in_order(&tracks, &on)?;
        } else if tracks.len() > CHECK_TRACKS {
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
            format!("{} {} -> ", self.meaning(&used.name), bracketed(&names(&used.on)))
        };
        let premises: String = uses.iter().map(premise).collect();
        let (parameters, list) = (names(&tracks).join(" "), bracketed(&names(&tracks)));
        let CheckNames { empty, empty_ok, .. } = self.check_names();
        let check =
            pending::check(&mut self.pending, name, &format!("{empty} 1000 {count} e_{name}"));
        let csem = if self.is_fibonacci() { "fib_csem" } else { "solve_csem" };
        let _ = writeln!(
            self.text,
            "Definition e_{name} : list comp := {components}.\n\
             {check}\n\
             Lemma no_{name} {parameters} :\n  {premises}False.\n\
             Proof.\n  intros. refine ({empty_ok} _ _ _ c_{name} _ {list} eq_refl _); unfold e_{name}; \
             [tables_ok|{csem}].\nQed."
        );
        Ok(tracks)
    }

    /// Writes that some branch accepts, whatever is given: lemma `cover_NAME`.
    pub(crate) fn covered(
        &mut self,
        name: &str,
        given: &[VariableNumber],
        branches: &[RocqBranch],
        listed: &ListedMacros,
    ) -> Result<(), NoRocqTheorem> {
        let mut data = Vec::new();
        for branch in branches {
            let hidden = hidden_order(branch, given);
            let order = match self.is_one_by_one() {
                true => one_by_one::branch_order(branch, given),
                false => branch_order(branch, given),
            };
            let tracks = [given.to_vec(), hidden.clone()].concat();
            if self.is_one_by_one() {
                let reads = branch.uses.iter().map(|used| used.on.clone());
                one_by_one::in_order(&order, &reads.collect::<Vec<_>>())?;
            } else if tracks.len() > CHECK_TRACKS {
                return Err(NoRocqTheorem::new("a cover has too many numbers at once"));
            }
            let places: Vec<usize> =
                order.iter().filter_map(|v| tracks.iter().position(|t| t == v)).collect();
            let components = self.components(&branch.uses, &tracks);
            data.push(format!("Branch {} {components} {}", hidden.len(), track_list(&places)));
        }
        let names: Vec<String> = given.iter().map(|v| variable_name(*v, &[])).collect();
        let (parameters, list, count) = (names.join(" "), bracketed(&names), given.len());
        let checked = pending::searched(&mut self.pending, name, count, listed);
        let (check, opened, meaning) = (checked.text, checked.opened, checked.meaning);
        let covered = format!("({meaning} c_{name} ltac:(unfold b_{name}; tables_ok)");
        let (branches, tactic, covered) = match self.is_fibonacci() {
            false => (format!("b_{name}"), "cases_of", format!("{covered} {list} eq_refl)")),
            true => (
                format!("(map lift_branch b_{name})"),
                "fib_cases_of",
                format!(
                    "(fib_cover {count} _ {covered}) ltac:(unfold b_{name}; fib_hidden) {list} eq_refl)"
                ),
            ),
        };
        let _ = writeln!(
            self.text,
            "Definition b_{name} : list branch := [\n  {}].\n\
             {check}\n\
             Lemma cover_{name} ({parameters} : N) (G : Prop) :\n  \
             ltac:(let t := eval unfold b_{name} in (by_branches {branches} {list} G) in {tactic} t).\n\
             Proof.\n  {opened}exact (branch_cases {branches} {list} G {covered}).\nQed.",
            data.join(";\n  "),
        );
        Ok(())
    }
}

/// Which side of a disjunction with so many parts.
pub(crate) fn side(index: usize, parts: usize) -> String {
    let last = if index + 1 < parts { "left; " } else { "" };
    format!("{}{last}", "right; ".repeat(index))
}
