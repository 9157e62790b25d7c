//! The proof of a theorem about the positions of the values 0, ..., K; with K = 0 about P-positions.

use crate::branch::AutomatonUse;
use crate::branch::BranchRole;
use crate::conclusion::theorem_head;
use crate::glue::{
    apply_valid, cover, is_position, lowered_or_not, move_plans, open_move, open_moves,
    open_position, outside, outside_case, plain_branch, positions, stays, take, unchanged,
};
use crate::refusal::NoRocqTheorem;
use crate::statement::{heaps, names};
use crate::theorem_file::{TheoremFile, side};
use crate::writing::bracketed;
use ishitori_check::reading::StatedTheorem;

/// Writes the proof.
pub(crate) fn proof(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let StatedTheorem::Values(sets) = &file.certificate.theorem else { return Ok(()) };
    let most = sets.len() - 1;
    positions(file)?;
    for j in 0..=most {
        within(file, j)?;
        into(file, j)?;
    }
    if most == 0 { outcomes(file) } else { classes(file, most) }
}

/// No move stays in set j.
fn within(file: &mut TheoremFile, j: usize) -> Result<(), NoRocqTheorem> {
    file.line(format!("\n(** * No move stays in set {j} *)"));
    let (open, cases) = (open_moves(file)?, stays(file, &format!("set{j}"), &[])?);
    let set = file.meaning(&format!("set{j}"));
    file.line(format!(
        "Lemma within{j} h h' : valid h -> {set} h -> move h h' -> {set} h' -> False.\n\
         Proof.\n  intros V A M A'. {open}.\n{cases}Qed."
    ));
    Ok(())
}

/// Every other position is in a smaller set, or has a move to set j.
fn into(file: &mut TheoremFile, j: usize) -> Result<(), NoRocqTheorem> {
    file.line(format!("\n(** * All others have a move to set {j} *)"));
    let (heaps, moves) = (heaps(file), move_plans(file));
    let mut branches = vec![outside(file)];
    for i in 0..=j {
        branches.push(plain_branch(BranchRole::Inside(i), &format!("set{i}"), heaps.clone()));
    }
    let set = format!("set{j}");
    branches.extend(moves.iter().map(|step| step.branch(Some((&set, &[])))));
    cover(file, &j.to_string(), &heaps, &branches)?;
    let meaning = |i: usize| file.meaning(&format!("set{i}"));
    let sets: Vec<String> = (0..=j).map(|i| format!("{} h", meaning(i))).collect();
    let (open, parameters) = (open_position(file), names(&heaps).join(" "));
    let mut text = format!(
        "Lemma into{j} h : valid h -> ({}) \\/ exists h', move h h' /\\ {} h'.\n\
         Proof.\n  intro V. {open}.\n  apply (cover_{j} {parameters}); intro C.\n",
        sets.join(" \\/ "),
        meaning(j)
    );
    for branch in &branches {
        match branch.role {
            BranchRole::Outside => text += &outside_case(file),
            BranchRole::Inside(i) => {
                text += &format!("  - left. {}apply C.\n", side(i, j + 1));
            }
            BranchRole::Move(index) => {
                let step = &moves[index];
                let opened = open_move(file, step, branch, &heaps);
                let taken = take(step);
                text += &match &step.lower {
                    None => format!("  - {opened} right. {taken}\n"),
                    Some(lower) => format!(
                        "  - {opened} {}\n    + right. {taken}\n    + left. {} {}assumption.\n",
                        lowered_or_not(lower),
                        unchanged(lower),
                        side(j, j + 1)
                    ),
                };
            }
        }
    }
    text += "Qed.";
    file.line(text);
    Ok(())
}

/// The theorem about P-positions.
fn outcomes(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let (theorem, position) = (theorem_head(file)?, is_position(file));
    file.line(format!(
        "{theorem}  intros. rewrite <- is_claim.\n  \
         apply (P_unique move measure valid valid_move lowers ({}) within0 into0).\n  \
         {}.\nQed.",
        file.meaning("set0"),
        position.replace("first [exact V | tauto]", "tauto")
    ));
    Ok(())
}

/// The theorem about several values.
fn classes(file: &mut TheoremFile, most: usize) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * The sets are disjoint *)");
    let heaps = heaps(file);
    for j in 0..=most {
        for i in 0..j {
            let uses = [
                AutomatonUse::new("valid", heaps.clone()),
                AutomatonUse::new(format!("set{i}"), heaps.clone()),
                AutomatonUse::new(format!("set{j}"), heaps.clone()),
            ];
            file.emptiness(&format!("both_{i}_{j}"), &uses, &[])?;
        }
    }
    let (theorem, open, valid) = (theorem_head(file)?, open_position(file), apply_valid(file));
    let case = |j: usize| format!("  | {j} => {} h\n", file.meaning(&format!("set{j}")));
    let matched: String = (0..=most).map(case).collect();
    let each = |j: usize| format!("j = {j}");
    let some: Vec<String> = (0..=most).map(each).collect();
    let or = vec!["->"; most + 1].join(" | ");
    let disjoint: String = (0..=most)
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .map(|(i, j)| format!("(eapply no_both_{i}_{j}; [{valid}|exact A|exact B]) | "))
        .collect();
    let within: Vec<String> =
        (0..=most).map(|j| format!("exact (within{j} h h' V A M B)")).collect();
    let into: String = (0..=most)
        .map(|j| {
            let pattern = (0..j).fold("A".to_string(), |inner, _| format!("[A|{inner}]"));
            let found: Vec<String> =
                (0..=j).map(|i| format!("(left; exists {i}; split; [lia|exact A])")).collect();
            format!(
                "  - destruct (into{j} h V) as [{pattern}|A]; first [{} | right; exact A].\n",
                found.join(" | ")
            )
        })
        .collect();
    let list = bracketed(&names(&heaps));
    let last = |j: usize| format!("rewrite <- is_claim{j}; exact (values {list} {j} P ltac:(lia))");
    let finals =
        (0..most).rev().fold(last(most), |right, j| format!("split; [{}|{right}]", last(j)));
    let position = is_position(file).replace("first [exact V | tauto]", "tauto");
    file.line(format!(
        "Definition sets (j : N) (h : list N) : Prop :=\n  match j with\n{matched}  | _ => False\n  end.\n\
         Lemma few j : j <= {most} -> {}.\nProof. lia. Qed.\n\
         Lemma values h j : valid h -> j <= {most} -> (value_is move h j <-> sets j h).\n\
         Proof.\n  apply (values_unique move measure valid valid_move lowers {most} sets); clear h j.\n  \
         - intros h i j V L J A B. {open}. destruct (few j J) as [{or}]; destruct (few i ltac:(lia)) as [{or}]; \
         try lia; cbn [sets] in A, B; first [{disjoint}lia].\n  \
         - intros h h' j V J A M B. destruct (few j J) as [{or}]; cbn [sets] in A, B; first [{}].\n  \
         - intros h j V J. destruct (few j J) as [{or}]; cbn [sets].\n  {}Qed.\n\
         {theorem}  intros. assert (P : valid {list}) by ({position}).\n  {finals}.\nQed.",
        some.join(" \\/ "),
        within.join(" | "),
        into.replace("  - ", "  + ").trim_start(),
    ));
    Ok(())
}
