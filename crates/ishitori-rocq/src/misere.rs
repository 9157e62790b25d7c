//! The proof of a theorem about misère play.

use crate::branch::AutomatonUse;
use crate::branch::{BranchRole, RocqBranch};
use crate::conclusion::theorem_head;
use crate::glue::{
    apply_valid, cover, is_position, lowered_or_not, move_plans, open_move, open_moves,
    open_position, outside, outside_case, plain_branch, positions, stays, take, unchanged,
};
use crate::moves::MovePlan;
use crate::refusal::NoRocqTheorem;
use crate::statement::{heaps, names};
use crate::theorem_file::{TheoremFile, side};
use crate::writing::bracketed;
use ishitori_check::reading::{VariableNumber, heap, lowered};

/// Writes the proof.
pub(crate) fn proof(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    positions(file)?;
    terminal(file)?;
    apart(file)?;
    file.line("\n(** * No move stays in the set *)");
    let (open, cases) = (open_moves(file)?, stays(file, "set0", &[])?);
    let (terminal, set) = (file.meaning("terminal"), file.meaning("set0"));
    file.line(format!(
        "Lemma within h h' : valid h -> {set} h -> move h h' -> {set} h' -> False.\n\
         Proof.\n  intros V A M A'. {open}.\n{cases}Qed."
    ));
    into(file)?;
    let (theorem, position) = (theorem_head(file)?, is_position(file));
    file.line(format!(
        "{theorem}  intros. rewrite <- is_claim.\n  apply (misere_unique move measure valid valid_move lowers \
         ({terminal}) ({set}) stuck ends apart within into).\n  {}.\nQed.",
        position.replace("first [exact V | tauto]", "tauto")
    ));
    Ok(())
}

/// The terminal positions are those without moves.
fn terminal(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * Terminal positions are those without moves *)");
    let (heaps, moves) = (heaps(file), move_plans(file));
    let mut stuck = String::new();
    for (index, step) in moves.iter().enumerate() {
        let on_heaps = |name| AutomatonUse::new(name, heaps.clone());
        let mut uses = vec![on_heaps("terminal"), on_heaps("valid")];
        uses.extend(step.wide.iter().cloned());
        let order = file.emptiness(&format!("stuck_{}", index + 1), &uses, &step.new)?;
        let arguments = step.names(&order).join(" ");
        let (valid, premises) = (apply_valid(file), step.premises());
        stuck += &format!(
            "  - apply (no_stuck_{} {arguments}); [exact A | {valid}{premises}].\n",
            index + 1
        );
    }
    let (open, opened) = (open_position(file), open_moves(file)?);
    let terminal = file.meaning("terminal");
    file.line(format!(
        "Lemma stuck h h' : valid h -> {terminal} h -> move h h' -> False.\n\
         Proof.\n  intros V A M. {opened}.\n{stuck}Qed."
    ));
    let mut branches =
        vec![outside(file), plain_branch(BranchRole::Inside(0), "terminal", heaps.clone())];
    let mut lowered_heaps: Vec<Option<usize>> = vec![None; 2];
    for step in &moves {
        match &step.lower {
            None => {
                branches.push(step.branch(None));
                lowered_heaps.push(None);
            }
            Some(lower) => {
                for index in lower {
                    branches.push(one_heap(step, *index));
                    lowered_heaps.push(Some(*index));
                }
            }
        }
    }
    cover(file, "terminal", &heaps, &branches)?;
    let parameters = names(&heaps).join(" ");
    let mut text = format!(
        "Lemma ends h : valid h -> {terminal} h \\/ exists h', move h h'.\n\
         Proof.\n  intro V. {open}.\n  apply (cover_terminal {parameters}); intro C.\n"
    );
    for (branch, lowered_heap) in branches.iter().zip(lowered_heaps) {
        text += &match branch.role {
            BranchRole::Outside => outside_case(file),
            BranchRole::Inside(_) => "  - left. apply C.\n".to_string(),
            BranchRole::Move(index) => {
                ends_case(file, &moves[index], index + 1, branch, lowered_heap, &heaps)
            }
        };
    }
    text += "Qed.";
    file.line(text);
    Ok(())
}

/// The branch that lowers one heap of a `lower` move.
fn one_heap(step: &MovePlan, index: usize) -> RocqBranch {
    let mut branch = step.branch(None);
    branch.uses = vec![AutomatonUse::new("lt", vec![lowered(index), heap(index)])];
    branch.hidden = vec![lowered(index)];
    branch.lower = None;
    branch
}

/// There is a move, in the case of its branch.
fn ends_case(
    file: &TheoremFile,
    step: &MovePlan,
    number: usize,
    branch: &RocqBranch,
    lowered_heap: Option<usize>,
    heaps: &[VariableNumber],
) -> String {
    match (&step.lower, lowered_heap) {
        (Some(lower), Some(index)) => {
            let (x, lt) = (step.name(lowered(index)), file.meaning("lt"));
            let to: Vec<VariableNumber> =
                heaps.iter().map(|h| if *h == heap(index) { lowered(index) } else { *h }).collect();
            let chosen: Vec<String> = lower
                .iter()
                .map(|i| if *i == index { x.clone() } else { step.name(heap(*i)) })
                .collect();
            format!(
                "  - destruct C as ({x} & C). open_csem C. match goal with K : {lt} _ |- _ => \
                 apply (proj1 (in_lt _ _)) in K end. right. exists {}. apply (move{number} {} {}); prem.\n",
                bracketed(&step.names(&to)),
                step.names(heaps).join(" "),
                chosen.join(" ")
            )
        }
        _ => {
            let opened = open_move(file, step, branch, heaps);
            let to = bracketed(&step.names(&step.after));
            format!("  - {opened} right. exists {to}. apply {}; prem.\n", step.applied())
        }
    }
}

/// Terminal positions are not in the set.
fn apart(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let heaps = heaps(file);
    let uses = ["valid", "terminal", "set0"].map(|name| AutomatonUse::new(name, heaps.clone()));
    file.emptiness("apart", &uses, &[])?;
    let (open, valid) = (open_position(file), apply_valid(file));
    let (terminal, set) = (file.meaning("terminal"), file.meaning("set0"));
    file.line(format!(
        "Lemma apart h : valid h -> {terminal} h -> {set} h -> False.\n\
         Proof. intros V A B. {open}. eapply no_apart; [{valid}|exact A|exact B]. Qed."
    ));
    Ok(())
}

/// Every other position is terminal, or has a move to the set.
fn into(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * All others are terminal, or have a move to the set *)");
    let (heaps, moves) = (heaps(file), move_plans(file));
    let mut branches = vec![
        outside(file),
        plain_branch(BranchRole::Inside(0), "set0", heaps.clone()),
        plain_branch(BranchRole::Inside(1), "terminal", heaps.clone()),
    ];
    branches.extend(moves.iter().map(|step| step.branch(Some(("set0", &[])))));
    cover(file, "0", &heaps, &branches)?;
    let (terminal, set) = (file.meaning("terminal"), file.meaning("set0"));
    let (open, parameters) = (open_position(file), names(&heaps).join(" "));
    let mut text = format!(
        "Lemma into h : valid h -> {set} h \\/ {terminal} h \\/ exists h', move h h' /\\ {set} h'.\n\
         Proof.\n  intro V. {open}.\n  apply (cover_0 {parameters}); intro C.\n"
    );
    for branch in &branches {
        text += &match branch.role {
            BranchRole::Outside => outside_case(file),
            BranchRole::Inside(index) => format!("  - {}apply C.\n", side(index, 3)),
            BranchRole::Move(index) => {
                let step = &moves[index];
                let (opened, taken) = (open_move(file, step, branch, &heaps), take(step));
                match &step.lower {
                    None => format!("  - {opened} right; right. {taken}\n"),
                    Some(lower) => format!(
                        "  - {opened} {}\n    + right; right. {taken}\n    + left. {} assumption.\n",
                        lowered_or_not(lower),
                        unchanged(lower)
                    ),
                }
            }
        };
    }
    text += "Qed.";
    file.line(text);
    Ok(())
}
