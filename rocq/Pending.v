(** Checks that the kernel does not run.

    A theorem may say: if all [checks] pass, then .... The checks are then extracted from the same file to
    OCaml and run there ([rocq/extract]); that is as much as a theorem is worth whose checks are too large for
    the kernel. A [Plain] check is computed; a [Searched] one passes if there are any macro-states for which it
    is true, so that these may come from anywhere; the second argument says which macro-states are others, moved by a
    symmetry. *)
From Coq Require Import List PArith.
From Ishitori Require Import Table Check.

Definition moved_macros := list (positive * (nat * positive)).
Inductive pending := Plain (check : unit -> bool) | Searched (check : PM.t macro -> moved_macros -> bool).
Definition passes (c : pending) : Prop :=
  match c with Plain check => check tt = true | Searched check => exists m x, check m x = true end.

Lemma plain_at l i check : Forall passes l -> nth_error l i = Some (Plain check) -> check tt = true.
Proof. intros H E. apply nth_error_In in E. rewrite Forall_forall in H. exact (H _ E). Qed.
Lemma searched_at l i check : Forall passes l -> nth_error l i = Some (Searched check) -> exists m x, check m x = true.
Proof. intros H E. apply nth_error_In in E. rewrite Forall_forall in H. exact (H _ E). Qed.
