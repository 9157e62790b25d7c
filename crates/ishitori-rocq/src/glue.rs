//! Proof steps that all theorems share: positions, measure, moves taken apart and put together.

use crate::branch::{AutomatonUse, BranchRole, RocqBranch};
use crate::cover::listed_macros;
use crate::digit_macros;
use crate::moves::MovePlan;
use crate::refusal::NoRocqTheorem;
use crate::statement::{heaps, names};
use crate::theorem_file::TheoremFile;
use crate::tracks::hidden_order;
use crate::words;
use crate::writing::{bracketed, variable_name};
use ishitori_check::reading::{VariableNumber, heap, lowered};

/// The moves of a certificate.
pub(crate) fn move_plans(file: &TheoremFile) -> Vec<MovePlan> {
    (0..file.certificate.moves.len()).map(|index| MovePlan::new(file, index)).collect()
}

/// Opens a lemma about a position: `destruct` makes heaps of it, and leaves what is valid as `V`.
pub(crate) fn open_position(file: &TheoremFile) -> String {
    format!("destruct V as ({} & -> & V)", names(&heaps(file)).join(" & "))
}

/// Shows that a list of heaps is a position, from what is known of the heaps.
pub(crate) fn is_position(file: &TheoremFile) -> String {
    format!("do {} eexists; split; [reflexivity|first [exact V | tauto]]", file.certificate.heaps())
}

/// Rocq's theorems know of one number that gets smaller.
const MANY_COUNTS: &str =
    "play ends for more than one number of stones, which the Rocq library does not know";

/// Writes positions and measure, and that moves respect them.
pub(crate) fn positions(file: &mut TheoremFile) -> Result<(), NoRocqTheorem> {
    let valid = file.certificate.valid.clone();
    let said = file.sentence(&valid)?;
    let said = words::words(&said, &|variable| variable_name(variable, &[]));
    let heaps = names(&heaps(file));
    let (parameters, list, open) = (heaps.join(" "), bracketed(&heaps), open_position(file));
    let [count] = file.certificate.statement.measure.as_slice() else {
        return Err(NoRocqTheorem::new(MANY_COUNTS));
    };
    if !count.above.is_empty() {
        return Err(NoRocqTheorem::new(MANY_COUNTS));
    }
    let weights = count.stones.iter().enumerate();
    let weights: Vec<String> = weights.map(|(i, w)| format!("{w} * nth {i} h 0")).collect();
    let count = heaps.len();
    let play_ends = match file.is_one_by_one() {
        true => "intros _ M. unfold measure. destruct M; cbn [nth]; apply to_nat_less; sum_less."
            .to_string(),
        false => format!(
            "intros V M. {open}. unfold measure. inversion M; subst; clear M; cbn [nth]; lia."
        ),
    };
    file.line("\n(** * Positions, and that play ends *)");
    file.line(format!(
        "Definition valid (h : list N) : Prop := exists {parameters}, h = {list} /\\ ({said}).\n\
         Definition measure (h : list N) : nat := N.to_nat ({}).\n\
         Lemma valid_move h h' : valid h -> move h h' -> valid h'.\n\
         Proof.\n  intros V M. {open}. inversion M; subst; clear M; do {count} eexists; (split; [reflexivity|]); first [exact I | lia].\nQed.\n\
         Lemma lowers h h' : valid h -> move h h' -> (measure h' < measure h)%nat.\n\
         Proof.\n  {play_ends}\nQed.",
        weights.join(" + ")
    ));
    Ok(())
}

/// Writes that no move of a position with `set` leads to one with it, and returns the cases of the proof:
/// of a move `M` that was taken apart, with `A` and `A'` in the set. `more` are further tracks of the set, with
/// what stands there.
pub(crate) fn stays(
    file: &mut TheoremFile,
    set: &str,
    more: &[(VariableNumber, String)],
) -> Result<String, NoRocqTheorem> {
    let (heaps, mut cases) = (heaps(file), String::new());
    let tracks: Vec<VariableNumber> = more.iter().map(|(variable, _)| *variable).collect();
    for (index, step) in move_plans(file).iter().enumerate() {
        let mut uses = vec![
            AutomatonUse::new(set, [heaps.clone(), tracks.clone()].concat()),
            AutomatonUse::new(set, [step.after.clone(), tracks.clone()].concat()),
            AutomatonUse::new("valid", heaps.clone()),
        ];
        uses.extend(step.wide.iter().cloned());
        let name = format!("{set}_{}", index + 1);
        let order = file.emptiness(&name, &uses, &step.new)?;
        let argument = |variable: &VariableNumber| {
            let found = more.iter().find(|(known, _)| known == variable);
            found.map_or_else(|| step.name(*variable), |(_, text)| text.clone())
        };
        let arguments: Vec<String> = order.iter().map(argument).collect();
        let (valid, premises) = (apply_valid(file), step.premises());
        cases += &format!(
            "  - apply (no_{name} {}); [exact A | exact A' | {valid}{premises}].\n",
            arguments.join(" ")
        );
    }
    Ok(cases)
}

/// Takes a move `M` apart, with the position from which it is made.
pub(crate) fn open_moves(file: &mut TheoremFile) -> Result<String, NoRocqTheorem> {
    let patterns = move_plans(file);
    let patterns = patterns.iter().map(|step| step.pattern(file));
    let patterns = patterns.collect::<Result<Vec<String>, _>>()?.join("|");
    let heaps = file.certificate.heaps();
    let (any, equal) = ("? & ".repeat(heaps), vec!["<-"; heaps].join(" "));
    Ok(format!("destruct M as [{patterns}]; destruct V as ({any}E & V); injection E as {equal}"))
}

/// Shows `sem f_valid` from `V`.
pub(crate) fn apply_valid(file: &TheoremFile) -> String {
    format!("apply (proj2 (in_valid{})); exact V", " _".repeat(file.certificate.heaps()))
}

/// The branch of tuples that are no positions.
pub(crate) fn outside(file: &TheoremFile) -> RocqBranch {
    plain_branch(BranchRole::Outside, "outside", heaps(file))
}

/// A branch with one automaton and nothing hidden.
pub(crate) fn plain_branch(role: BranchRole, name: &str, on: Vec<VariableNumber>) -> RocqBranch {
    RocqBranch { role, uses: vec![AutomatonUse::new(name, on)], hidden: vec![], lower: None }
}

/// Writes a cover of the certificate under this name.
pub(crate) fn cover(
    file: &mut TheoremFile,
    name: &str,
    given: &[VariableNumber],
    branches: &[RocqBranch],
) -> Result<(), NoRocqTheorem> {
    let covers = &file.certificate.covers;
    let found = covers.iter().find(|cover| cover.name == name);
    let found = found.ok_or_else(|| NoRocqTheorem::new(format!("cover {name} is missing")))?;
    let listed = match file.is_one_by_one() {
        true => digit_macros::listed_macros(file, found, branches)?,
        false => listed_macros(file, found, branches, given)?,
    };
    file.covered(name, given, branches, &listed)
}

/// Closes the case of a tuple that is no position.
pub(crate) fn outside_case(file: &TheoremFile) -> String {
    let (valid, open) = (apply_valid(file), "exfalso. destruct C as [C _]");
    match file.is_fibonacci() {
        false => format!("  - {open}. apply C. cbn [cform ctr proj map get nth]. {valid}.\n"),
        true => format!("  - {open}. apply (coded_not _ _ C). {valid}.\n"),
    }
}

/// Opens the case of a move: its new numbers, and what is known of each automaton, in words.
pub(crate) fn open_move(
    file: &TheoremFile,
    step: &MovePlan,
    branch: &RocqBranch,
    given: &[VariableNumber],
) -> String {
    let order = hidden_order(branch, given);
    let hidden = step.names(&order);
    let known = step.narrow.iter().map(|used| {
        let holes = " _".repeat(used.on.len());
        let list = bracketed(&step.names(&used.on));
        format!(
            " match goal with K : {} {list} |- _ => apply (proj1 (in_{}{holes})) in K end.",
            file.meaning(&used.name),
            used.name
        )
    });
    let known: String = known.collect();
    let names = match hidden.is_empty() {
        true => String::new(),
        false => format!("destruct C as ({} & C). ", hidden.join(" & ")),
    };
    format!("{names}open_csem C.{known} split_known.")
}

/// Shows that a move leads to the position after it.
pub(crate) fn take(step: &MovePlan) -> String {
    let (after, applied) = (bracketed(&step.names(&step.after)), step.applied());
    format!("exists {after}. split; [apply {applied}; prem|assumption].")
}

/// Case of a `lower` move in which nothing was lowered: all new heaps are the old ones.
pub(crate) fn unchanged(lower: &[usize]) -> String {
    let name = |variable: VariableNumber| variable_name(variable, &[]);
    let one = |i: &usize| {
        format!("assert ({0} = {1}) by lia. subst {0}.", name(lowered(*i)), name(heap(*i)))
    };
    lower.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Whether the heaps of a `lower` move got smaller.
pub(crate) fn lowered_or_not(lower: &[usize]) -> String {
    let sum = |pick: &dyn Fn(usize) -> VariableNumber| {
        let names = lower.iter().map(|i| variable_name(pick(*i), &[]));
        names.collect::<Vec<_>>().join(" + ")
    };
    format!("destruct (N.lt_ge_cases ({}) ({})).", sum(&lowered), sum(&heap))
}
