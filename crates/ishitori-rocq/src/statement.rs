//! The beginning of a file: what is claimed, for people; then formulas and tables.

use crate::moves::{MovePlan, less, move_automata};
use crate::refusal::NoRocqTheorem;
use crate::sentence::RocqSentence;
use crate::theorem_file::TheoremFile;
use crate::words;
use crate::writing::{bracketed, comment, rule_lines, variable_name};
use ishitori_check::reading::{
    ColumnCondition, NumberFormula, StatedTheorem, VALUE, VariableNumber, heap,
};

/// The variables of the heaps.
pub(crate) fn heaps(file: &TheoremFile) -> Vec<VariableNumber> {
    (0..file.certificate.heaps()).map(heap).collect()
}

/// What the variables are called.
pub(crate) fn names(variables: &[VariableNumber]) -> Vec<String> {
    variables.iter().map(|variable| variable_name(*variable, &[])).collect()
}

/// The claims with the names that the file gives them and the variables they speak of.
pub(crate) fn claims(file: &TheoremFile) -> Vec<(String, NumberFormula, Vec<VariableNumber>)> {
    let heaps = heaps(file);
    match &file.certificate.theorem {
        StatedTheorem::Values(sets) if sets.len() == 1 => {
            vec![("claim".to_string(), sets[0].clone(), heaps)]
        }
        StatedTheorem::Values(sets) => {
            let sets = sets.iter().enumerate();
            sets.map(|(j, set)| (format!("claim{j}"), set.clone(), heaps.clone())).collect()
        }
        StatedTheorem::Grundy { graph, .. } => {
            vec![("claim".to_string(), graph.clone(), [heaps, vec![VALUE]].concat())]
        }
        StatedTheorem::Misere { lost, .. } => vec![("claim".to_string(), lost.clone(), heaps)],
        StatedTheorem::Families { .. } => Vec::new(),
    }
}

/// The condition on positions, with an arrow after it; empty if all tuples are positions.
pub(crate) fn premise(file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
    let valid = file.certificate.valid.clone();
    Ok(match valid_words(file, &valid)? {
        text if text == "True" => String::new(),
        text => format!("{text} -> "),
    })
}

fn valid_words(file: &mut TheoremFile, valid: &NumberFormula) -> Result<String, NoRocqTheorem> {
    let said = file.sentence(valid)?;
    Ok(words::words(&said, &|variable| variable_name(variable, &[])))
}

/// What is proved, without the words `Theorem main`.
pub(crate) fn main_statement(file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
    let premise = premise(file)?;
    let heaps = names(&heaps(file));
    let (parameters, list) = (heaps.join(" "), bracketed(&heaps));
    let said = match &file.certificate.theorem {
        StatedTheorem::Values(sets) if sets.len() > 1 => {
            let one = |j: usize| format!("(value_is move {list} {j} <-> claim{j} {parameters})");
            let all: Vec<String> = (0..sets.len()).map(one).collect();
            format!("forall {parameters} : N, {premise}{}", all.join(" /\\ "))
        }
        StatedTheorem::Values(_) => {
            format!(
                "forall {parameters} : N, {premise}(P_position move {list} <-> claim {parameters})"
            )
        }
        StatedTheorem::Grundy { onehot, .. } => {
            let value = if *onehot { "(2 ^ g)" } else { "g" };
            format!(
                "forall {parameters} g : N, {premise}(grundy move {list} g <-> claim {parameters} {value})"
            )
        }
        StatedTheorem::Families { .. } => unreachable!("refused before anything is written"),
        StatedTheorem::Misere { .. } => {
            format!(
                "forall {parameters} : N, {premise}(misere_P move {list} <-> claim {parameters})"
            )
        }
    };
    Ok(said)
}

/// Writes what people read.
pub(crate) fn statement(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let said = &file.certificate.statement;
    let head = format!(
        "(** {}, {}: a theorem about {}.\n\n    {}\n\n    Written by ishitori from a certificate. \
         What is proved is what the next lines say, with the\n    definitions of Game.v, and `main` at the \
         end; everything between is checked by the kernel.\n    The rule as ishitori read it:\n\n{}*)",
        comment(&said.game),
        comment(&said.claim),
        comment(&said.positions()),
        comment(&said.claim_text.split_whitespace().collect::<Vec<_>>().join(" ")),
        comment(&rule_lines(&said.rule)),
    );
    file.line(head);
    file.line("From Coq Require Import List NArith ZArith Bool Lia FMapPositive.");
    let fibonacci = if file.is_fibonacci() { " Fib FibCheck" } else { "" };
    let single = if file.certificate.single { " OneByOne" } else { "" };
    let pending = if file.pending.is_some() { " Pending" } else { "" };
    let more = format!("{fibonacci}{single}{pending}");
    file.line(format!(
        "From Ishitori Require Import Game Digits Table Formula Check Symmetry Exists Tactics{more}."
    ));
    file.line("Import ListNotations.\nOpen Scope N_scope.\n");
    given_sets(file);
    file.line("(** * The statement *)");
    file.line("Inductive move : list N -> list N -> Prop :=");
    let moves = (0..file.certificate.moves.len()).map(|index| MovePlan::new(file, index));
    let moves: Vec<MovePlan> = moves.collect();
    let stated = moves.iter().map(|step| step.stated(file)).collect::<Result<Vec<_>, _>>()?;
    file.line(format!("{}.\n", stated.join("\n")));
    for (name, formula, on) in claims(file) {
        let said = file.sentence(&formula)?;
        let text = words::words(&said, &|variable| variable_name(variable, &[]));
        file.line(format!(
            "Definition {name} ({} : N) : Prop :=\n  {}.\n",
            names(&on).join(" "),
            folded(&said, &text)
        ));
    }
    let main = main_statement(file)?;
    let checks = if file.pending.is_some() { "Forall passes checks ->\n      " } else { "" };
    file.line(format!("(** main, proved at the end:\n      {checks}{main}. *)\n"));
    Ok(())
}

/// A claim with several cases has one a line.
fn folded(said: &RocqSentence, text: &str) -> String {
    match said {
        RocqSentence::Any(parts) if parts.len() > 1 => {
            let one = |part: &RocqSentence| words::inner(part, &|v| variable_name(v, &[]));
            parts.iter().map(one).collect::<Vec<_>>().join(" \\/\n  ")
        }
        _ => text.to_string(),
    }
}

/// Sets without a formula are stated by their automata, which therefore come first.
fn given_sets(file: &mut TheoremFile) {
    for given in &file.certificate.given {
        if let Some(table) = file.listed(&given.name) {
            let tracks = table.tracks.len();
            let text = crate::tables::RocqTable::listed(table)
                .definition(&format!("t_{}", given.name), tracks);
            file.line("(** The set is what this automaton accepts, reading binary digits, the most significant first. *)");
            file.text.push_str(&text);
        }
    }
}

/// Writes formulas and tables, and the lemmas about them.
pub(crate) fn automata(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    file.line("(** * Formulas and their automata *)");
    let heaps = heaps(file);
    let certificate = file.certificate;
    file.automaton("valid", &certificate.valid, &heaps, &[])?;
    file.opposite("outside", "valid", heaps.len());
    match &certificate.theorem {
        StatedTheorem::Values(sets) => {
            for (j, set) in sets.iter().enumerate() {
                file.automaton(&format!("set{j}"), set, &heaps, &[])?;
            }
        }
        StatedTheorem::Grundy { onehot, graph } => {
            let (g, v) = (VALUE, VALUE + 1);
            let on = [heaps.clone(), vec![g]].concat();
            file.automaton("graph", graph, &on, &[])?;
            file.opposite("notgraph", "graph", on.len());
            let mut above = vec![less(0, g, v)];
            let power =
                |variable| NumberFormula::Atom(ColumnCondition::PowerOfTwo, vec![(1, variable)]);
            if *onehot {
                above.push(power(v).not());
                file.automaton("notpower", &power(g).not(), &[g], &[])?;
            }
            file.automaton("above", &NumberFormula::Or(above), &[g, v], &[])?;
            file.automaton("smaller", &less(1, g, v), &[g, v], &[])?;
        }
        StatedTheorem::Families { .. } => {
            unreachable!("families are refused before anything is written")
        }
        StatedTheorem::Misere { terminal, lost } => {
            file.automaton("terminal", terminal, &heaps, &[])?;
            file.automaton("set0", lost, &heaps, &[])?;
        }
    }
    move_automata(file)?;
    for (index, (name, _, on)) in claims(file).into_iter().enumerate() {
        let automaton = match &certificate.theorem {
            StatedTheorem::Grundy { .. } => "graph".to_string(),
            _ => format!("set{index}"),
        };
        let names = names(&on);
        let (parameters, list) = (names.join(" "), bracketed(&names));
        let meaning = file.meaning(&automaton);
        file.line(format!(
            "Lemma is_{name} {parameters} : {meaning} {list} <-> {name} {parameters}.\n\
             Proof. exact (in_{automaton} {parameters}). Qed."
        ));
    }
    Ok(())
}
