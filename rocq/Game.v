(** Impartial games: who wins, Grundy values, and how a claim about all positions is shown.

    A game is a set of positions with a relation [move h h'] (from [h] one may move to [h']).
    The first part defines what theorems speak about; it is short, and has to be read to know
    what a theorem says. The definitions are inductive: a position has an outcome or a value
    exactly if there is a finite reason for it, so nothing has to be assumed about the game.

    The second part has one theorem a definition. Each says: if play ends (a measure gets smaller),
    and a claimed set has no move within itself, and every position outside has a move into it,
    then the claimed set is the true one. Certificates of ishitori prove just these premises. *)
From Coq Require Import NArith Lia.

Section Meaning.
  Context {pos : Type}.
  Variable move : pos -> pos -> Prop.

  (** Normal play: who cannot move loses. In a P-position the player to move loses: every option
      is an N-position. In an N-position some option is a P-position. *)
  Inductive P_position : pos -> Prop :=
  | P_all h : (forall h', move h h' -> N_position h') -> P_position h
  with N_position : pos -> Prop :=
  | N_some h h' : move h h' -> P_position h' -> N_position h.

  (** The Grundy value of [h] is [g]: no option has the value [g], every smaller number is the
      value of an option. *)
  Inductive grundy : pos -> N -> Prop :=
  | grundy_mex h g :
      (forall h', move h h' -> exists g', grundy h' g' /\ g' <> g) ->
      (forall v, (v < g)%N -> exists h', move h h' /\ grundy h' v) ->
      grundy h g.

  (** The same for one value at a time, where nothing is said about the values of other positions:
      [value_is h g], and its opposite [value_is_not h g]: an option has the value [g], or some
      smaller number is not the value of any option. *)
  Inductive value_is : pos -> N -> Prop :=
  | value_mex h g :
      (forall h', move h h' -> value_is_not h' g) ->
      (forall v, (v < g)%N -> exists h', move h h' /\ value_is h' v) ->
      value_is h g
  with value_is_not : pos -> N -> Prop :=
  | value_taken h h' g : move h h' -> value_is h' g -> value_is_not h g
  | value_missing h g v :
      (v < g)%N -> (forall h', move h h' -> value_is_not h' v) -> value_is_not h g.

  (** Misère play: who cannot move wins. *)
  Inductive misere_P : pos -> Prop :=
  | misere_all h :
      (exists h', move h h') -> (forall h', move h h' -> misere_N h') -> misere_P h
  with misere_N : pos -> Prop :=
  | misere_end h : (forall h', ~ move h h') -> misere_N h
  | misere_some h h' : move h h' -> misere_P h' -> misere_N h.
End Meaning.

Section Uniqueness.
  Context {pos : Type}.
  Variable move : pos -> pos -> Prop.
  Variable measure : pos -> nat.
  Variable valid : pos -> Prop.
  Hypothesis valid_move : forall h h', valid h -> move h h' -> valid h'.
  Hypothesis lowers : forall h h', valid h -> move h h' -> measure h' < measure h.

  (** Induction along moves. *)
  Lemma by_moves (Q : pos -> Prop) :
    (forall h, valid h -> (forall h', move h h' -> Q h') -> Q h) -> forall h, valid h -> Q h.
  Proof.
    intro step.
    assert (A : forall k h, measure h < k -> valid h -> Q h).
    { induction k as [|k IH]; intros h Hk V; [lia|]. apply step; [exact V|]. intros h' M.
      apply IH; [pose proof (lowers h h' V M); lia|eauto]. }
    intros h V. exact (A (S (measure h)) h ltac:(lia) V).
  Qed.

  Lemma not_P_and_N h : valid h -> P_position move h -> N_position move h -> False.
  Proof.
    intro V. revert h V. apply (by_moves (fun h => P_position move h -> N_position move h -> False)).
    intros h _ IH HP HN. destruct HN as [h h' M HP']. inversion HP; subst. eapply IH; eauto.
  Qed.

  Theorem P_unique (A : pos -> Prop) :
    (forall h h', valid h -> A h -> move h h' -> A h' -> False) ->
    (forall h, valid h -> A h \/ exists h', move h h' /\ A h') ->
    forall h, valid h -> (P_position move h <-> A h).
  Proof.
    intros within into.
    assert (B : forall h, valid h -> (A h -> P_position move h) /\ (~ A h -> N_position move h)).
    { apply by_moves. intros h V IH. split; intro HA.
      - constructor. intros h' M. apply (IH h' M). intro HA'. exact (within h h' V HA M HA').
      - destruct (into h V) as [|[h' [M HA']]]; [contradiction|].
        exact (N_some _ h h' M (proj1 (IH h' M) HA')). }
    intros h V. split; [|apply (B h V)].
    intro HP. destruct (into h V) as [|[h' [M HA']]]; [assumption|exfalso].
    apply (not_P_and_N h V HP). apply (N_some _ h h' M). apply (B h'); eauto.
  Qed.

  Theorem grundy_unique (G : pos -> N -> Prop) :
    (forall h, valid h -> exists g, G h g) ->
    (forall h g g', valid h -> G h g -> G h g' -> g = g') ->
    (forall h h' g, valid h -> G h g -> move h h' -> G h' g -> False) ->
    (forall h g v, valid h -> G h g -> (v < g)%N -> exists h', move h h' /\ G h' v) ->
    forall h g, valid h -> (grundy move h g <-> G h g).
  Proof.
    intros total unique within into.
    assert (A : forall h, valid h -> forall g, grundy move h g <-> G h g).
    { apply (by_moves (fun h => forall g, grundy move h g <-> G h g)). intros h V IH.
      assert (B : forall g, G h g -> grundy move h g).
      { intros g HG. constructor.
        - intros h' M. destruct (total h' (valid_move h h' V M)) as [g' HG'].
          exists g'. split; [apply (IH h' M); exact HG'|].
          intro E; subst. exact (within h h' g V HG M HG').
        - intros v L. destruct (into h g v V HG L) as [h' [M HG']].
          exists h'. split; [exact M|apply (IH h' M); exact HG']. }
      intro g. split; [|apply B].
      intro HG. destruct (total h V) as [g0 HG0].
      assert (g = g0) as ->; [|exact HG0].
      inversion HG as [h1 g1 E1 E2]; subst.
      destruct (N.lt_trichotomy g g0) as [L|[L|L]]; [exfalso|exact L|exfalso].
      - destruct (into h g0 g V HG0 L) as [h' [M HG']].
        destruct (E1 h' M) as [g' [HG'' D]]. apply D.
        apply (unique h' g' g (valid_move h h' V M)); [|exact HG']. now apply (IH h' M).
      - destruct (E2 g0 L) as [h' [M HG']].
        apply (within h h' g0 V HG0 M). now apply (IH h' M). }
    intros h g V. now apply A.
  Qed.

  Lemma not_value_both h : valid h -> forall g, value_is move h g -> value_is_not move h g -> False.
  Proof.
    intro V. revert h V. apply (by_moves (fun h => forall g, value_is move h g -> value_is_not move h g -> False)).
    intros h _ IH g Y N. inversion Y; subst. inversion N; subst.
    - eapply IH; eauto.
    - match goal with L : (?v < g)%N |- _ => destruct (H0 v L) as [h' [M Y']]; exact (IH h' M v Y' (H2 h' M)) end.
  Qed.

  (** The positions of the values 0, ..., [most]. *)
  Theorem values_unique (most : N) (A : N -> pos -> Prop) :
    (forall h i j, valid h -> (i < j)%N -> (j <= most)%N -> A i h -> A j h -> False) ->
    (forall h h' j, valid h -> (j <= most)%N -> A j h -> move h h' -> A j h' -> False) ->
    (forall h j, valid h -> (j <= most)%N ->
       (exists i, (i <= j)%N /\ A i h) \/ exists h', move h h' /\ A j h') ->
    forall h j, valid h -> (j <= most)%N -> (value_is move h j <-> A j h).
  Proof.
    intros disjoint within into.
    assert (B : forall h, valid h -> forall j, (j <= most)%N ->
      (A j h -> value_is move h j) /\ (~ A j h -> value_is_not move h j)).
    { apply (by_moves (fun h => forall j, (j <= most)%N ->
        (A j h -> value_is move h j) /\ (~ A j h -> value_is_not move h j))). intros h V IH j J. split; intro HA.
      - constructor.
        + intros h' M. apply (IH h' M j J). intro HA'. exact (within h h' j V J HA M HA').
        + intros v L. destruct (into h v V ltac:(lia)) as [[i [I HI]]|[h' [M HV]]].
          * exfalso. apply (disjoint h i j V ltac:(lia) J HI HA).
          * exists h'. split; [exact M|]. now apply (IH h' M v ltac:(lia)).
      - destruct (into h j V J) as [[i [I HI]]|[h' [M HV]]].
        + assert (i <> j) by (intros ->; contradiction). apply (value_missing _ h j i ltac:(lia)).
          intros h' M. apply (IH h' M i ltac:(lia)). intro HA'. exact (within h h' i V ltac:(lia) HI M HA').
        + apply (value_taken _ h h' j M). now apply (IH h' M j J). }
    intros h j V J. split; [|apply (B h V j J)].
    intro Y. destruct (into h j V J) as [[i [I HI]]|[h' [M HV]]].
    - destruct (N.eq_dec i j) as [->|D]; [exact HI|exfalso].
      apply (not_value_both h V j Y). apply (B h V j J). intro HA. exact (disjoint h i j V ltac:(lia) J HI HA).
    - exfalso. apply (not_value_both h V j Y). apply (value_taken _ h h' j M). apply (B h'); eauto.
  Qed.

  Lemma not_misere_both h : valid h -> misere_P move h -> misere_N move h -> False.
  Proof.
    intro V. revert h V. apply (by_moves (fun h => misere_P move h -> misere_N move h -> False)).
    intros h _ IH HP HN. inversion HP as [h0 [h1 M1] all E]; subst. inversion HN as [h2 none|h2 h' M HP']; subst.
    - exact (none h1 M1).
    - eapply IH; eauto.
  Qed.

  Theorem misere_unique (T A : pos -> Prop) :
    (forall h h', valid h -> T h -> move h h' -> False) ->
    (forall h, valid h -> T h \/ exists h', move h h') ->
    (forall h, valid h -> T h -> A h -> False) ->
    (forall h h', valid h -> A h -> move h h' -> A h' -> False) ->
    (forall h, valid h -> A h \/ T h \/ exists h', move h h' /\ A h') ->
    forall h, valid h -> (misere_P move h <-> A h).
  Proof.
    intros stuck ends apart within into.
    assert (B : forall h, valid h -> (A h -> misere_P move h) /\ (~ A h -> misere_N move h)).
    { apply by_moves. intros h V IH. split; intro HA.
      - constructor; [destruct (ends h V) as [HT|]; [exfalso; eauto|assumption]|].
        intros h' M. apply (IH h' M). intro HA'. exact (within h h' V HA M HA').
      - destruct (into h V) as [|[HT|[h' [M HA']]]]; [contradiction| |].
        + apply misere_end. intros h' M. exact (stuck h h' V HT M).
        + exact (misere_some _ h h' M (proj1 (IH h' M) HA')). }
    intros h V. split; [|apply (B h V)].
    intro HP. destruct (into h V) as [|[HT|[h' [M HA']]]]; [assumption|exfalso|exfalso].
    - apply (not_misere_both h V HP). apply (B h V). eauto.
    - apply (not_misere_both h V HP). apply (misere_some _ h h' M). apply (B h'); eauto.
  Qed.
End Uniqueness.
