//! Moves of a certificate: how they are stated, and which automata checks use for them.
//!
//! A common divisor is recognised by no automaton. Where moves must not exist the automaton `wideK` accepts
//! more, where one must exist `moveK` accepts less; the library proves both (`divides_wide`,
//! `divides_narrow`).

use crate::branch::AutomatonUse;
use crate::branch::{BranchRole, RocqBranch};
use crate::refusal::NoRocqTheorem;
use crate::sentence::RocqSentence;
use crate::theorem_file::TheoremFile;
use crate::variables::spoken;
use crate::words;
use crate::writing::{bracketed, variable_name};
use ishitori_check::reading::{
    CertificateMove, ColumnCondition, NumberFormula, VariableNumber, created, heap, lowered,
};
use std::fmt::Write;

/// A move, as the file needs it.
pub(crate) struct MovePlan {
    /// From 1.
    number: usize,
    pub(crate) lower: Option<Vec<usize>>,
    pub(crate) new: Vec<String>,
    /// The variables of the new numbers.
    pub(crate) fresh: Vec<VariableNumber>,
    /// The position after the move.
    pub(crate) after: Vec<VariableNumber>,
    /// What is true of it, each an automaton: where moves must not exist.
    pub(crate) wide: Vec<AutomatonUse>,
    /// The same, where one must.
    pub(crate) narrow: Vec<AutomatonUse>,
}

/// x <= y, or x < y if `by` is 1.
pub(crate) fn less(by: i64, x: VariableNumber, y: VariableNumber) -> NumberFormula {
    NumberFormula::Atom(ColumnCondition::AtMost(-by), vec![(1, x), (-1, y)])
}

impl MovePlan {
    pub(crate) fn new(file: &TheoremFile, index: usize) -> MovePlan {
        let certificate = file.certificate;
        let mut after: Vec<VariableNumber> = (0..certificate.heaps()).map(heap).collect();
        let number = index + 1;
        match &certificate.moves[index] {
            CertificateMove::Lower(heaps) => {
                heaps.iter().for_each(|index| after[*index] = lowered(*index));
                let pair = |index: &usize| vec![lowered(*index), heap(*index)];
                let le = heaps.iter().map(|index| AutomatonUse::new("le", pair(index)));
                let narrow: Vec<AutomatonUse> = le.collect();
                let all: Vec<VariableNumber> = heaps.iter().flat_map(pair).collect();
                let wide = match heaps.len() {
                    1 => vec![AutomatonUse::new("lt", all)],
                    count => {
                        let changed = AutomatonUse::new(format!("changed{count}"), all);
                        [narrow.clone(), vec![changed]].concat()
                    }
                };
                let fresh = heaps.iter().map(|index| lowered(*index)).collect();
                MovePlan {
                    number,
                    lower: Some(heaps.clone()),
                    new: vec![],
                    fresh,
                    after,
                    wide,
                    narrow,
                }
            }
            CertificateMove::General { created: new, formula, to } => {
                let on = move_tracks(file, index);
                let wide = if divides(formula) { "wide" } else { "move" };
                MovePlan {
                    number,
                    lower: None,
                    new: new.clone(),
                    fresh: (0..new.len()).map(created).collect(),
                    after: to.clone(),
                    wide: vec![AutomatonUse::new(format!("{wide}{number}"), on.clone())],
                    narrow: vec![AutomatonUse::new(format!("move{number}"), on)],
                }
            }
        }
    }

    pub(crate) fn name(&self, variable: VariableNumber) -> String {
        variable_name(variable, &self.new)
    }

    pub(crate) fn names(&self, variables: &[VariableNumber]) -> Vec<String> {
        variables.iter().map(|variable| self.name(*variable)).collect()
    }

    /// The branch of a cover, with a target on the position after the move.
    pub(crate) fn branch(&self, target: Option<(&str, &[VariableNumber])>) -> RocqBranch {
        let target = target.map(|(name, more)| {
            AutomatonUse::new(name, [self.after.clone(), more.to_vec()].concat())
        });
        RocqBranch {
            role: BranchRole::Move(self.number - 1),
            uses: target.into_iter().chain(self.narrow.iter().cloned()).collect(),
            hidden: self.fresh.clone(),
            lower: self.lower.clone(),
        }
    }

    /// What must hold for the move, in words.
    fn conditions(&self, file: &mut TheoremFile) -> Result<Vec<String>, NoRocqTheorem> {
        Ok(match &file.certificate.moves[self.number - 1] {
            CertificateMove::Lower(lower) => {
                let pair = |i: &usize| (self.name(lowered(*i)), self.name(heap(*i)));
                let pairs: Vec<(String, String)> = lower.iter().map(pair).collect();
                let side = |pick: &dyn Fn(&(String, String)) -> String| {
                    pairs.iter().map(pick).collect::<Vec<_>>().join(" + ")
                };
                let less = format!("{} < {}", side(&|p| p.0.clone()), side(&|p| p.1.clone()));
                match pairs.len() {
                    1 => vec![less],
                    _ => {
                        let le = pairs.iter().map(|(x, h)| format!("{x} <= {h}"));
                        le.chain([less]).collect()
                    }
                }
            }
            CertificateMove::General { formula, .. } => {
                let said = file.sentence(formula)?;
                let one = |part: &&RocqSentence| words::inner(part, &|v| self.name(v));
                let bare =
                    |text: String| match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
                        Some(inside) if !inside.contains(['(', ')', '\\', '>', '~', ',']) => {
                            inside.to_string()
                        }
                        _ => text,
                    };
                said.conjuncts().iter().map(one).map(bare).collect()
            }
        })
    }

    /// The numbers and the conditions of the constructor of the relation `move`, as a pattern.
    pub(crate) fn pattern(&self, file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
        let heaps: Vec<VariableNumber> = (0..file.certificate.heaps()).map(heap).collect();
        let conditions = self.conditions(file)?.len();
        let numbers = self.names(&[heaps, self.fresh.clone()].concat());
        let conditions = (1..=conditions).map(|index| format!("P{index}"));
        Ok(numbers.into_iter().chain(conditions).collect::<Vec<_>>().join(" "))
    }

    /// The constructor of the relation `move` with its numbers.
    pub(crate) fn applied(&self) -> String {
        let heaps: Vec<VariableNumber> = (0..self.after.len()).map(heap).collect();
        let numbers = self.names(&[heaps, self.fresh.clone()].concat());
        format!("(move{} {})", self.number, numbers.join(" "))
    }

    /// The constructor of the relation `move`.
    pub(crate) fn stated(&self, file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
        let heaps: Vec<VariableNumber> = (0..file.certificate.heaps()).map(heap).collect();
        let conditions = self.conditions(file)?;
        let arrows: String = conditions.iter().map(|premise| format!("{premise} -> ")).collect();
        let mut text = format!("| move{} {}", self.number, self.names(&heaps).join(" "));
        self.names(&self.fresh).iter().for_each(|name| {
            let _ = write!(text, " {name}");
        });
        let (from, to) = (bracketed(&self.names(&heaps)), bracketed(&self.names(&self.after)));
        Ok(format!("{text} : {arrows}move {from} {to}"))
    }

    /// Proofs of what a move must satisfy, one for each automaton of [`MovePlan::wide`].
    pub(crate) fn premises(&self) -> String {
        let one = |used: &AutomatonUse| {
            let on = self.names(&used.on).join(" ");
            format!(" | apply (proj2 (in_{} {on})); prem", used.name)
        };
        self.wide.iter().map(one).collect()
    }
}

/// The tracks of the automaton of a general move: those of the file, or all that it speaks of.
fn move_tracks(file: &TheoremFile, index: usize) -> Vec<VariableNumber> {
    let CertificateMove::General { created: new, formula, .. } = &file.certificate.moves[index]
    else {
        return Vec::new();
    };
    let heaps = &file.certificate.statement.heaps;
    let variable = |name: &String| match heaps.iter().position(|heap| heap == name) {
        Some(index) => Some(heap(index)),
        None => new.iter().position(|own| own == name).map(created),
    };
    let listed = file.listed(&format!("move{}", index + 1));
    let listed = listed.and_then(|table| table.tracks.iter().map(variable).collect());
    listed.unwrap_or_else(|| {
        let mut all = spoken(std::slice::from_ref(formula));
        all.sort_unstable();
        all
    })
}

/// Whether a formula speaks of a common divisor.
fn divides(formula: &NumberFormula) -> bool {
    formula.without_divides(true) != *formula
}

/// Writes the automata of all moves.
pub(crate) fn move_automata(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let (x, h) = (lowered(0), heap(0));
    let lowers = file.certificate.moves.iter().filter_map(|step| match step {
        CertificateMove::Lower(heaps) => Some(heaps.len()),
        CertificateMove::General { .. } => None,
    });
    let mut counts: Vec<usize> = lowers.collect();
    counts.sort_unstable();
    counts.dedup();
    if !counts.is_empty() {
        file.automaton("le", &less(0, x, h), &[x, h], &[])?;
        file.automaton("lt", &less(1, x, h), &[x, h], &[])?;
    }
    for count in counts.into_iter().filter(|count| *count > 1) {
        let equal = |index: usize| {
            let terms = vec![(1, lowered(index)), (-1, heap(index))];
            NumberFormula::Atom(ColumnCondition::Equal(0), terms)
        };
        let changed = NumberFormula::And((0..count).map(equal).collect()).not();
        let on: Vec<VariableNumber> = (0..count).flat_map(|i| [lowered(i), heap(i)]).collect();
        file.automaton(&format!("changed{count}"), &changed, &on, &[])?;
    }
    for index in 0..file.certificate.moves.len() {
        let CertificateMove::General { created: new, formula, .. } = &file.certificate.moves[index]
        else {
            continue;
        };
        let on = move_tracks(file, index);
        let number = index + 1;
        file.automaton(&format!("move{number}"), &formula.without_divides(false), &on, new)?;
        if divides(formula) {
            file.automaton(&format!("wide{number}"), &formula.without_divides(true), &on, new)?;
        }
    }
    Ok(())
}
