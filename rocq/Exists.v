(** Sets given by an automaton alone, and quantifiers.

    [lang n T] is what a table accepts. It is a set of tuples if zeros at the beginning of a word change
    nothing ([padb]); then the table accepts exactly it ([recog_lang]).

    A table [T] accepts "there are numbers y such that A(e, y)" if two checks say so: no tuple is refused by
    [T] for which some y are in A (an emptiness check), and every tuple is refused by [T] or has such a y (a
    cover). So [T] may come from anywhere, and no subset construction has to be proved right. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula Check.
Import ListNotations.

Definition lang n T e := exists s, Run n T e s /\ tacc T s = true.

Definition pair_eqb (x y : option positive * option positive) := o_eqb (fst x) (fst y) && o_eqb (snd x) (snd y).
Lemma pair_eqb_ok x y : pair_eqb x y = true -> x = y.
Proof.
  destruct x, y. unfold pair_eqb. simpl. rewrite andb_true_iff. intros [H K].
  apply o_eqb_ok in H. apply o_eqb_ok in K. now subst.
Qed.
(** States of two tables that are reached together satisfy [ok]. *)
Definition pairsb fuel n (T T' : table) (ok : bool -> bool -> bool) (s0 : option positive * option positive) : bool :=
  let ls := letters n in
  check _ (fun x => enco (fst x) (enco (snd x) xH)) pair_eqb
    (fun x => map (fun a => (tnext T (fst x) a, tnext T' (snd x) a)) ls)
    (fun x => ok (tacc T (fst x)) (tacc T' (snd x))) fuel s0.
Lemma pairs_ok fuel n T T' ok s0 : pairsb fuel n T T' ok s0 = true -> forall ws, wf n ws ->
  ok (tacc T (trun T (fst s0) ws)) (tacc T' (trun T' (snd s0) ws)) = true.
Proof.
  intros H ws Hw. unfold pairsb in H. cbv zeta in H.
  match type of H with check _ _ _ ?next _ _ _ = true =>
    assert (A : forall ws, wf n ws -> forall x, Reach _ next s0 x -> Reach _ next s0 (trun T (fst x) ws, trun T' (snd x) ws)) end.
  { clear ws Hw. induction 1 as [|a ws Ha Hw IH]; intros [p q] Hx; [exact Hx|].
    apply (IH (tnext T p a, tnext T' q a)). eapply ReachS; [exact Hx|]. apply in_map_iff. exists a.
    split; [reflexivity|now apply in_letters]. }
  exact (check_ok _ _ _ pair_eqb_ok _ _ _ _ H _ (A ws Hw s0 (Reach0 _ _ _))).
Qed.

(** * What a table accepts *)
Definition LangEq n T p q := forall ws, wf n ws -> tacc T (trun T p ws) = tacc T (trun T q ws).
(** Zeros at the beginning change nothing. *)
Definition padb fuel n (T : table) : bool :=
  pairsb fuel n T T eqb (Some 1%positive, tnext T (Some 1%positive) (repeat false n)).
Lemma pad_ok fuel n T : padb fuel n T = true -> LangEq n T (Some 1%positive) (tnext T (Some 1%positive) (repeat false n)).
Proof. intros H ws Hw. exact (eqb_prop _ _ (pairs_ok _ _ _ _ _ _ H ws Hw)). Qed.

Lemma LangEq_step n T p q a : length a = n -> LangEq n T p q -> LangEq n T (tnext T p a) (tnext T q a).
Proof. intros Ha H ws Hw. apply (H (a :: ws)). now constructor. Qed.
Section Pad.
  Variable n : nat.
  Variable T : table.
  Hypothesis HP : LangEq n T (Some 1%positive) (tnext T (Some 1%positive) (repeat false n)).
  Lemma run_zero e q : Run n T e q -> e = zeros n -> LangEq n T (Some 1%positive) q.
  Proof.
    induction 1 as [|e q a He Ha _ IH]; intro E; [intros ws Hw; reflexivity|].
    apply snoc_zero in E; try assumption. destruct E as [-> ->]. specialize (IH eq_refl).
    intros ws Hw. rewrite (HP ws Hw).
    apply (LangEq_step n T (Some 1%positive) q (repeat false n) (len_repeat _ _) IH ws Hw).
  Qed.
  Lemma run_unique e q : Run n T e q -> forall q', Run n T e q' -> LangEq n T q q'.
  Proof.
    induction 1 as [|e q a He Ha Hr IH]; intros q' Hr'.
    - eapply run_zero; eauto.
    - inversion Hr' as [E|e2 q2 a2 He2 Ha2 Hr2 E]; subst q'.
      + symmetry in E. intros ws Hw. symmetry. revert ws Hw. eapply run_zero; [|exact E]. now constructor.
      + apply snoc_inj in E; try lia. destruct E as [-> ->]. apply LangEq_step; [exact Ha|]. now apply IH.
  Qed.
End Pad.
(** A set without a formula is what its automaton accepts. *)
Theorem recog_lang fuel n T : padb fuel n T = true -> recog n (lang n T) T.
Proof.
  intros H e q Hr. split; [intro A; now exists q|]. intros [q' [Hr' A]].
  pose proof (run_unique n T (pad_ok _ _ _ H) e q Hr q' Hr' [] ltac:(constructor)) as K.
  change (tacc T q = tacc T q') in K. congruence.
Qed.

(** [NT] accepts what [T] does not. *)
Definition oppositeb fuel n (T NT : table) : bool :=
  pairsb fuel n T NT (fun x y => eqb x (negb y)) (Some 1%positive, Some 1%positive).
Lemma run_word n T e s : Run n T e s -> exists ws, wf n ws /\ s = trun T (Some 1%positive) ws /\
  forall T', Run n T' e (trun T' (Some 1%positive) ws).
Proof.
  induction 1 as [|e s a He Ha Hr [ws [W [-> K]]]].
  - exists []. split; [constructor|]. split; [reflexivity|]. intro T'. constructor.
  - exists (ws ++ [a]). split; [apply Forall_app; split; [exact W|constructor; [exact Ha|constructor]]|].
    unfold trun. split; [now rewrite fold_left_app|]. intro T'. rewrite fold_left_app.
    exact (RunS n T' e _ a He Ha (K T')).
Qed.
Theorem recog_not fuel n A T NT : recog n A T -> oppositeb fuel n T NT = true -> recog n (fun e => ~ A e) NT.
Proof.
  intros R H e q Hr. destruct (run_word _ _ _ _ Hr) as [ws [W [-> K]]].
  pose proof (pairs_ok _ _ _ _ _ _ H ws W) as O. cbn [fst snd] in O. apply eqb_prop in O.
  rewrite <- (R e _ (K T)), O. destruct (tacc NT _); simpl; split; congruence.
Qed.

(** * Quantifiers *)
Theorem recog_exists f1 f2 f3 f4 n k (A : env -> Prop) TA T NT ord M :
  comp_ok (Comp A TA (seq 0 (n + k))) ->
  padb f1 n T = true -> inclb T = true ->
  oppositeb f4 n T NT = true -> inclb NT = true ->
  emptyb f2 (n + k) [Comp (fun e => ~ lang n T e) NT (seq 0 n); Comp A TA (seq 0 (n + k))] = true ->
  coverb f3 n [Branch 0 [Comp (fun e => ~ lang n T e) NT (seq 0 n)] (seq 0 n);
               Branch k [Comp A TA (seq 0 (n + k))] ord] M = true ->
  recog n (fun e => exists y, length y = k /\ A (e ++ y)) T.
Proof.
  intros HA HP WT HN WN HE HC e q Hr.
  assert (PS : forall m e y, length e = m -> proj (seq 0 m) (e ++ y) = e).
  { clear. intros m e y <-. unfold proj. revert y. induction e as [|x e IH]; simpl; intro y; [reflexivity|]. f_equal.
    rewrite <- seq_shift, map_map. exact (IH y). }
  assert (He : length e = n) by (eapply run_length; eauto).
  assert (ON : comp_ok (Comp (fun e => ~ lang n T e) NT (seq 0 n))).
  { split; unfold cn; simpl; [rewrite len_seq|assumption]. eapply recog_not; [eapply recog_lang; eauto|eauto]. }
  assert (RL := recog_lang _ _ _ HP). rewrite (RL e q Hr). split.
  - intro L. destruct (cover_ok _ _ _ _ HC ltac:(repeat first [assumption | apply Forall_nil | apply Forall_cons | (cbn [bcs]; apply Forall_cons)]) e He) as (b & y & I & Hy & C).
    destruct I as [<-|[<-|[]]]; simpl in Hy, C; destruct C as [C _].
    + exfalso. apply C. rewrite (PS n e y He). exact L.
    + exists y. split; [exact Hy|]. rewrite <- (app_nil_r (e ++ y)) in C. rewrite PS in C by (rewrite len_app; lia). exact C.
  - intros (y & Hy & HAy).
    destruct (recog_dec _ _ _ e RL He) as [L|L]; [exact L|exfalso].
    eapply (empty_ok _ _ _ HE ltac:(repeat first [assumption | apply Forall_nil | apply Forall_cons]) (e ++ y)); [rewrite len_app; lia|].
    simpl. rewrite (PS n e y He). split; [exact L|]. split; [|exact Logic.I].
    rewrite <- (app_nil_r (e ++ y)). rewrite PS by (rewrite len_app; lia). exact HAy.
Qed.
