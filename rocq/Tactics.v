(** How generated files put the checks together: small lemmas, and tactics for glue.

    A generated file states everything twice: as a formula ([sem f [...]]), which checks compute with, and in
    plain words. [bridge] shows that the two agree: it descends connectives, and leaves single atoms to [lia].
    Nothing here has to be trusted: tactics only build proofs, which the kernel checks. *)
From Coq Require Import List NArith ZArith Bool Lia FMapPositive ZifyClasses Zify ZifyN.
From Ishitori Require Import Digits Table Formula Check.
Import ListNotations.

Lemma comp_move f T tr0 tr : comp_ok (Comp f T tr0) -> length tr = length tr0 -> comp_ok (Comp f T tr).
Proof. unfold comp_ok, cn. simpl. intros H E. now rewrite E. Qed.
Lemma comp_of n f T : recog n f T -> inclb T = true -> comp_ok (Comp f T (seq 0 n)).
Proof. intros R W. split; [unfold cn; simpl; now rewrite len_seq|exact W]. Qed.

(** * A cover as cases: a goal follows if it follows from every branch *)
Fixpoint some_numbers (k : nat) (A : env -> Prop) : Prop :=
  match k with 0 => A [] | S k => exists x, some_numbers k (fun y => A (x :: y)) end.
Fixpoint by_branches (brs : list branch) (h : env) (G : Prop) : Prop :=
  match brs with
  | [] => G
  | b :: brs => (some_numbers (bfresh b) (fun y => csem (bcs b) (h ++ y)) -> G) -> by_branches brs h G
  end.
Lemma some_numbers_intro k : forall (A : env -> Prop) y, length y = k -> A y -> some_numbers k A.
Proof.
  induction k as [|k IH]; intros A [|x y] L H; try discriminate; [exact H|]. exists x. apply (IH _ y); [simpl in L; lia|exact H].
Qed.
Theorem branch_cases brs h G :
  (exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y)) -> by_branches brs h G.
Proof.
  intros (b & y & I & L & C). revert I. induction brs as [|b0 brs IH]; intros I; [contradiction|]. cbn [by_branches].
  intro K. destruct I as [->|I]; [|exact (IH I)]. clear IH.
  assert (HG : G) by (apply K, (some_numbers_intro _ _ y L C)). clear K. induction brs; simpl; auto.
Qed.

(** * Connectives *)
Lemma and_m A A' B B' : (A <-> A') -> (B <-> B') -> (A /\ B <-> A' /\ B'). Proof. tauto. Qed.
Lemma or_m A A' B B' : (A <-> A') -> (B <-> B') -> (A \/ B <-> A' \/ B'). Proof. tauto. Qed.
Lemma iff_m A A' B B' : (A <-> A') -> (B <-> B') -> ((A <-> B) <-> (A' <-> B')). Proof. tauto. Qed.
Lemma not_m A A' : (A <-> A') -> (~ A <-> ~ A'). Proof. tauto. Qed.

(** * A common divisor: what follows from it, and what it follows from *)
Open Scope N_scope.
Lemma v2p_divides p : exists q, N.pos p = 2 ^ v2p p * N.pos q /\ v2p q = 0.
Proof.
  induction p as [p _|p [q [E Z]]|].
  - exists (xI p). split; [now rewrite N.mul_1_l|reflexivity].
  - exists q. split; [|exact Z]. cbn [v2p]. rewrite N.pow_succ_r'.
    change (N.pos p~0) with (2 * N.pos p). rewrite E. ring.
  - exists xH. split; reflexivity.
Qed.
Lemma v2p_mul p : forall q, v2p (p * q) = v2p p + v2p q.
Proof.
  induction p as [p IH|p IH|]; intro q; [| |reflexivity].
  - induction q as [q IHq|q IHq|]; [reflexivity| |now rewrite Pos.mul_1_r].
    rewrite Pos.mul_xO_r. cbn [v2p]. rewrite IHq. cbn [v2p]. lia.
  - change (p~0 * q)%positive with (p * q)~0%positive. cbn [v2p]. rewrite IH. lia.
Qed.
Lemma divides_wide d x : N.divide d x -> x = 0 \/ d <= x /\ v2le d x.
Proof.
  intros [k E]. destruct x as [|p]; [now left|right]. split.
  - rewrite E. destruct k as [|k]; [discriminate|]. nia.
  - destruct d as [|d]; [rewrite N.mul_0_r in E; discriminate|]. destruct k as [|k]; [discriminate|].
    cbn [v2le]. injection E as ->. rewrite v2p_mul. lia.
Qed.
Lemma divides_narrow d x : x = 0 /\ 1 <= d \/ d = x \/ pow2 d /\ v2le d x -> N.divide d x.
Proof.
  intros [[-> _]|[->|[[k ->] H]]]; [apply N.divide_0_r|apply N.divide_refl|].
  destruct x as [|p]; [apply N.divide_0_r|].
  assert (K : forall k q, N.pos q = 2 ^ k -> v2p q = k).
  { clear. intro k. induction k as [|k IH] using N.peano_ind; intros q E.
    - injection E as ->. reflexivity.
    - rewrite N.pow_succ_r' in E. destruct q as [q|q|]; [lia| |lia]. cbn [v2p].
      rewrite (IH q); [reflexivity|]. change (N.pos q~0) with (2 * N.pos q) in E. lia. }
  destruct (2 ^ k) as [|q] eqn:E; [pose proof (N.pow_nonzero 2 k ltac:(lia)); lia|].
  cbn [v2le] in H. rewrite (K k q ltac:(now symmetry)) in H. rewrite <- E.
  destruct (v2p_divides p) as [r [R _]]. rewrite R.
  exists (2 ^ (v2p p - k) * N.pos r). replace (v2p p) with (v2p p - k + k) at 1 by lia.
  rewrite N.pow_add_r. ring.
Qed.

(** * Tactics *)
Create HintDb ishitori.
Global Hint Extern 0 (_ = _) => reflexivity : ishitori.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Ltac vm := vm_cast_no_check (eq_refl true).
Ltac red_sem := cbn [sem lsum teval get nth map length at_least all_of some_of Nat.eqb Nat.sub].
(** Every table of a formula is known to be right. *)
Ltac good_tables :=
  cbn [good length]; repeat match goal with |- _ /\ _ => split | |- True => exact I end; auto with ishitori.
Ltac descend_bridge :=
  first [ reflexivity
        | (apply and_m; [descend_bridge|descend_bridge])
        | (apply or_m; [descend_bridge|descend_bridge])
        | (apply iff_m; [descend_bridge|descend_bridge])
        | solve [auto 2 with ishitori]
        | (apply not_m; descend_bridge)
        | lia ].
Ltac bridge := red_sem; descend_bridge.
(** Every table of a check is known to be right. *)
Ltac tables_ok :=
  repeat first [apply Forall_nil | apply Forall_cons | (cbn [bcs]; apply Forall_cons) | solve [auto with ishitori]].
Ltac solve_csem :=
  cbn [csem cform ctr proj map get nth];
  repeat match goal with |- _ /\ _ => split | |- True => exact I end; assumption.
Ltac split_known := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac open_csem C := cbn [csem cform ctr proj map get nth] in C; split_known.
Ltac prem_atom := first [assumption | lia | tauto | (apply divides_wide; assumption) | (apply divides_narrow; assumption)].
Ltac prem :=
  first [ assumption
        | (repeat match goal with |- _ /\ _ => split end; prem_atom)
        | lia | tauto ].
(** What a cover says, with a case a branch: [t] is [by_branches ...]. *)
Ltac cases_of t := let u := eval cbv [by_branches some_numbers bfresh bcs app] in t in exact u.
(** A list of known length is a list of its elements. *)
Ltac destruct_list y L :=
  repeat (destruct y as [|? y]; cbn [length] in L; [discriminate L|]; apply eq_add_S in L);
  try (destruct y; [clear L|discriminate L]).
