//! Fibonacci digits: automata read the codes of numbers, theorems speak of the numbers (`rocq/FibCheck.v`).
//!
//! Sums are the only atoms, and each gets an automaton of its own, whose lemma says that it accepts the codes of
//! the solutions. Everything else is as with binary digits, with the codes in place of the numbers.

use crate::golden;
use crate::refusal::NoRocqTheorem;
use crate::sentence::{RocqSentence, SumRelation, WeightedTerms};
use crate::tables::RocqTable;
use crate::words;
use crate::writing::{bracketed, quantifier_names};
use ishitori_check::reading::{ColumnCondition, FormulaTables, NumberFormula, VariableNumber};

/// The solutions of a linear equation, or of an inequality `sum >= bound`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FibonacciSolutions {
    equal: bool,
    bound: i64,
    weights: Vec<i64>,
}

/// The solutions of a comparison; of the equation, if it says that the sides are different.
pub(crate) fn solutions(
    relation: SumRelation,
    bound: i64,
    sum: &WeightedTerms,
) -> FibonacciSolutions {
    let equal = matches!(relation, SumRelation::Equal | SumRelation::Different);
    let sign = if relation == SumRelation::AtMost { -1 } else { 1 };
    let weights = sum.iter().map(|(weight, _)| sign * weight).collect();
    FibonacciSolutions { equal, bound: sign * bound, weights }
}

impl FibonacciSolutions {
    /// The set of codes.
    pub(crate) fn predicate(&self) -> String {
        let weights: Vec<String> = self.weights.iter().map(i64::to_string).collect();
        let relation = if self.equal { "REq" } else { "RGe" };
        format!("flin {relation} ({})%Z [{}]%Z", self.bound, weights.join("; "))
    }

    /// The automaton, and that it is right.
    pub(crate) fn definition(
        &self,
        number: usize,
        tables: &mut FormulaTables,
    ) -> Result<String, NoRocqTheorem> {
        let count = self.weights.len();
        let (condition, sign) = match self.equal {
            true => (ColumnCondition::Equal(self.bound), 1),
            false => (ColumnCondition::AtMost(-self.bound), -1),
        };
        let tracks: Vec<VariableNumber> = (0..count as VariableNumber).collect();
        let sum = self.weights.iter().map(|weight| sign * weight).zip(tracks.iter().copied());
        let formula = NumberFormula::Atom(condition, sum.collect());
        let table = RocqTable::of(&tables.table(&formula, &tracks)?);
        let is = self.predicate();
        Ok(format!(
            "{}Lemma r_a{number} : recog {count} ({is}) t_a{number}.\n\
             Proof. apply ({}). vm. Qed.\n\
             Local Hint Resolve r_a{number} : ishitori.\n",
            table.definition(&format!("t_a{number}"), count),
            is.replace("flin ", "flin_ok 1000 "),
        ))
    }
}

/// Names a code for each of these numbers, which become the values of the codes.
pub(crate) fn take_codes(numbers: &[String], prefix: &str) -> String {
    let one = |(index, number): (usize, &String)| {
        let index = index + 1;
        format!("destruct (zeckendorf {number}) as ({prefix}{index} & L{prefix}{index} & <-). ")
    };
    numbers.iter().enumerate().map(one).collect()
}

/// The codes that [`take_codes`] names.
pub(crate) fn code_names(count: usize, prefix: &str) -> Vec<String> {
    (1..=count).map(|index| format!("{prefix}{index}")).collect()
}

/// What a quantifier says of codes, in words about their numbers.
pub(crate) fn quantifier_is_right(
    i: usize,
    inner: &RocqSentence,
    free: &[VariableNumber],
    hidden_variables: &[VariableNumber],
) -> String {
    let value_of = |codes: &[VariableNumber], variable: VariableNumber| {
        let name = quantifier_names(variable);
        if codes.contains(&variable) { format!("(fval {name})") } else { name }
    };
    let tracks = [free, hidden_variables].concat();
    let value = |variable: VariableNumber| value_of(&tracks, variable);
    let number = |variable: VariableNumber| value_of(free, variable);
    let names = |variables: &[VariableNumber]| -> Vec<String> {
        variables.iter().map(|variable| quantifier_names(*variable)).collect()
    };
    let (given, hidden) = (names(free), names(hidden_variables));
    let all = [given.clone(), hidden.clone()].concat();
    let legal = |names: &[String]| -> String {
        names.iter().map(|name| format!("legal {name} -> ")).collect()
    };
    let list = bracketed(&all);
    let simpler = golden::rounded_multiple(hidden_variables, inner, &number).map(|said| {
        format!(
            "Lemma in_q{i} {} : {}(q{i} {} <-> {said}).\n\
             Proof. intros. rewrite in_long_q{i} by assumption. fib_floor. Qed.\n",
            given.join(" "),
            legal(&given),
            bracketed(&given)
        )
    });
    let raw = if simpler.is_some() { format!("in_long_q{i}") } else { format!("in_q{i}") };
    let simpler = simpler.unwrap_or_default();
    let proofs = " ltac:(assumption)".repeat(all.len());
    let codes = code_names(hidden.len(), "z");
    let values: Vec<String> = hidden.iter().map(|name| format!("(fval {name})")).collect();
    let pattern =
        hidden.iter().rev().fold("|? ?".to_string(), |inner, name| format!("|{name} [{inner}]"));
    format!(
        "Lemma in_b{i} {} : {}(sem b{i} {list} <-> ({})).\n\
         Proof. intros. apply guard_iff; [fib_legal|reflexivity|fib_body]. Qed.\n\
         Lemma {raw} {} : {}(q{i} {} <-> exists {}, {}).\n\
         Proof.\n  intros. split.\n  \
         - intros (y & L & C). destruct y as [{pattern}]; try discriminate L. cbn [app] in C.\n    \
         pose proof (guard_legal _ _ {list} eq_refl C). fib_known. exists {}. exact (proj1 (in_b{i} {}{proofs}) C).\n  \
         - intros ({} & C). {}exists {}.\n    split; [reflexivity|exact (proj2 (in_b{i} {} {}{proofs}) C)].\nQed.\n\
         {simpler}Local Hint Resolve in_q{i} : ishitori.\n",
        all.join(" "),
        legal(&all),
        words::words(inner, &value),
        given.join(" "),
        legal(&given),
        bracketed(&given),
        hidden.join(" "),
        words::words(inner, &number),
        values.join(", "),
        all.join(" "),
        hidden.join(" & "),
        take_codes(&hidden, "z"),
        bracketed(&codes),
        given.join(" "),
        codes.join(" "),
    )
}
