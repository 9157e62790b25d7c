//! The proof of a theorem about the whole Grundy function, given by its graph.
//!
//! With `onehot` the last track of the graph is 2 to the value.

use crate::branch::AutomatonUse;
use crate::branch::{BranchRole, RocqBranch};
use crate::conclusion::theorem_head;
use crate::glue::{
    cover, is_position, lowered_or_not, move_plans, open_move, open_moves, open_position, outside,
    outside_case, plain_branch, positions, stays, take, unchanged,
};
use crate::refusal::NoRocqTheorem;
use crate::statement::{heaps, names};
use crate::theorem_file::TheoremFile;
use crate::writing::bracketed;
use ishitori_check::reading::VALUE;

/// Writes the proof.
pub(crate) fn proof(file: &mut TheoremFile, onehot: bool) -> Result<(), NoRocqTheorem> {
    positions(file)?;
    let track = |value: &str| if onehot { format!("(2 ^ {value})") } else { value.to_string() };
    let value = track("g");
    file.line(format!(
        "Definition graph (h : list N) (g : N) : Prop := sem f_graph (h ++ [{value}])."
    ));
    within(file, onehot)?;
    unique(file, onehot)?;
    total(file, onehot)?;
    into(file, onehot)?;
    let (theorem, position) = (theorem_head(file)?, is_position(file));
    file.line(format!(
        "{theorem}  intros. rewrite <- is_claim.\n  \
         apply (grundy_unique move measure valid valid_move lowers graph total unique within into).\n  {}.\nQed.",
        position.replace("first [exact V | tauto]", "tauto")
    ));
    Ok(())
}

/// No move keeps the value.
fn within(file: &mut TheoremFile, onehot: bool) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * No move keeps the value *)");
    let value = if onehot { "(2 ^ g)" } else { "g" };
    let (open, cases) = (open_moves(file)?, stays(file, "graph", &[(VALUE, value.to_string())])?);
    file.line(format!(
        "Lemma within h h' g : valid h -> graph h g -> move h h' -> graph h' g -> False.\n\
         Proof.\n  intros V A M A'. {open}.\n{cases}Qed."
    ));
    Ok(())
}

/// A position has one value only.
fn unique(file: &mut TheoremFile, onehot: bool) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * The value is unique *)");
    let heaps = heaps(file);
    let (g, v) = (VALUE, VALUE + 1);
    let uses = [
        AutomatonUse::new("graph", [heaps.clone(), vec![g]].concat()),
        AutomatonUse::new("graph", [heaps.clone(), vec![v]].concat()),
        AutomatonUse::new("valid", heaps.clone()),
        AutomatonUse::new("smaller", vec![g, v]),
    ];
    file.emptiness("two_values", &uses, &[])?;
    let (open, valid) = (open_position(file), crate::glue::apply_valid(file));
    let less = match onehot {
        true => "apply N.pow_lt_mono_r; [reflexivity|exact L]",
        false => "exact L",
    };
    let case = |first: &str, second: &str| {
        format!(
            "exfalso; eapply no_two_values; [exact {first}|exact {second}|{valid}|apply (proj2 (in_smaller _ _)); {less}]"
        )
    };
    file.line(format!(
        "Lemma unique h g g' : valid h -> graph h g -> graph h g' -> g = g'.\n\
         Proof.\n  intros V A B. {open}. destruct (N.lt_trichotomy g g') as [L|[L|L]]; \
         [{}|exact L|{}].\nQed.",
        case("A", "B"),
        case("B", "A")
    ));
    Ok(())
}

/// Every position has a value.
fn total(file: &mut TheoremFile, onehot: bool) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * Every position has a value *)");
    let heaps = heaps(file);
    let graph = [heaps.clone(), vec![VALUE]].concat();
    if onehot {
        let uses =
            [AutomatonUse::new("graph", graph.clone()), AutomatonUse::new("notpower", vec![VALUE])];
        file.emptiness("other_values", &uses, &[])?;
    }
    let mut value = plain_branch(BranchRole::Inside(0), "graph", graph);
    value.hidden = vec![VALUE];
    cover(file, "exists", &heaps, &[outside(file), value])?;
    let (open, parameters) = (open_position(file), names(&heaps).join(" "));
    let found = match onehot {
        false => "exists g. exact C.".to_string(),
        true => "assert (P : pow2 g).\n    { pose proof (pow2_spec g) as D. destruct (Z.eq_dec (powval g) 1); [now apply D|exfalso].\n      \
             eapply no_other_values; [exact C|apply (proj2 (in_notpower _)); intro Q; apply D in Q; contradiction]. }\n    \
             destruct P as [k ->]. exists k. exact C."
            .to_string(),
    };
    file.line(format!(
        "Lemma total h : valid h -> exists g, graph h g.\n\
         Proof.\n  intro V. {open}. apply (cover_exists {parameters}); [intro C|intros [g C]].\n{}  - destruct C as [C _]. {found}\nQed.",
        outside_case(file)
    ));
    Ok(())
}

/// Every smaller value is reached.
fn into(file: &mut TheoremFile, onehot: bool) -> Result<(), NoRocqTheorem> {
    file.line("\n(** * Every smaller value is reached *)");
    let (heaps, moves) = (heaps(file), move_plans(file));
    let (g, v) = (VALUE, VALUE + 1);
    let given = [heaps.clone(), vec![g, v]].concat();
    let mut branches: Vec<RocqBranch> = vec![
        outside(file),
        plain_branch(BranchRole::Inside(0), "notgraph", [heaps.clone(), vec![g]].concat()),
        plain_branch(BranchRole::Inside(1), "above", vec![g, v]),
    ];
    branches.extend(moves.iter().map(|step| step.branch(Some(("graph", &[v])))));
    cover(file, "graph", &given, &branches)?;
    let (open, parameters) = (open_position(file), names(&heaps).join(" "));
    let values = if onehot { "(2 ^ g) (2 ^ v)" } else { "g v" };
    let less = if onehot { "pose proof (N.pow_lt_mono_r 2 v g eq_refl L)" } else { "idtac" };
    let mut text = format!(
        "Lemma into h g v : valid h -> graph h g -> v < g -> exists h', move h h' /\\ graph h' v.\n\
         Proof.\n  intros V A L. {open}. {less}.\n  apply (cover_graph {parameters} {values}); intro C.\n"
    );
    for branch in &branches {
        text += &match branch.role {
            BranchRole::Outside => outside_case(file),
            BranchRole::Inside(0) => {
                "  - exfalso. destruct C as [C _]. apply C. exact A.\n".to_string()
            }
            BranchRole::Inside(_) => format!(
                "  - exfalso. cbn [csem cform ctr proj map get nth] in C. destruct C as [C _]. apply (proj1 (in_above _ _)) in C. {}\n",
                if onehot { "destruct C as [C|C]; [lia|]. apply C. now exists v." } else { "lia." }
            ),
            BranchRole::Move(index) => {
                let step = &moves[index];
                let opened = open_move(file, step, branch, &given);
                let taken = take(step);
                match &step.lower {
                    None => format!("  - {opened} {taken}\n"),
                    Some(lower) => format!(
                        "  - {opened} {}\n    + {taken}\n    + exfalso. {} assert (v = g) by (apply (unique {}); \
                         [{}|assumption|assumption]). lia.\n",
                        lowered_or_not(lower),
                        unchanged(lower),
                        bracketed(&names(&heaps)),
                        is_position(file)
                    ),
                }
            }
        };
    }
    text += "Qed.";
    file.line(text);
    Ok(())
}
