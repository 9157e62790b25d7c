(** Values that grow in games that split heaps.

    If [value] begins with some numbers and grows by the saltus in every period ([goes_on]), then "the heap of n stones
    is worth g" is a formula ([graph_form]), and so is each way to replace a heap ([kinds]). That the values are
    right is then what the checks of [Check.v] decide: no option is worth as much as its heap (emptiness), and every
    smaller number is the value of an option (a cover). Tables and macro-states may come from anywhere. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula Check Game Sequence.
Import ListNotations.
Open Scope N_scope.
Local Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

(** * The options of a heap, as formulas *)
(** Track 0 is the heap, tracks 1, ..., k the heaps that are left. *)
Definition taken_stones (k : nat) : list (Z * term) := (1%Z, V 0) :: map (fun i => ((-1)%Z, V i)) (seq 1 k).
Definition takes_this k (t : N) : form := FLin REq (Z.of_N t) (taken_stones k).
Definition takes_other k (l : list N) : form :=
  fold_right (fun t f => FAnd (FNot (takes_this k t)) f) (FLin RGe 1 (taken_stones k)) l.
Definition all_left k (f : form) : form := fold_right (fun i f => FAnd (FLin RGe 1 [(1%Z, V i)]) f) f (seq 1 k).
Definition two_differ : form := FNot (FLin REq 0 [(1%Z, V 1); ((-1)%Z, V 2)]).
Definition kinds (r : rule) : list (nat * form) :=
  map (fun t => (0%nat, takes_this 0 t)) (none r) ++
  match none_but r with Some l => [(0%nat, takes_other 0 l)] | None => [] end ++
  map (fun t => (1%nat, all_left 1 (takes_this 1 t))) (one r) ++
  match one_but r with Some l => [(1%nat, all_left 1 (takes_other 1 l))] | None => [] end ++
  map (fun t => (2%nat, all_left 2 (takes_this 2 t))) (two r) ++
  map (fun t => (2%nat, all_left 2 (FAnd two_differ (takes_this 2 t)))) (two_different r) ++
  map (fun t => (3%nat, all_left 3 (takes_this 3 t))) (three r).

Lemma takes_other_ok k l e : sem (takes_other k l) e <->
  (forall t, In t l -> ~ sem (takes_this k t) e) /\ (lsum e (taken_stones k) >= 1)%Z.
Proof.
  induction l as [|t l IH]; [cbn [takes_other fold_right sem In]; tauto|].
  change (sem (takes_other k (t :: l)) e) with (~ sem (takes_this k t) e /\ sem (takes_other k l) e). rewrite IH. cbn [In].
  split; [intros [A [B C]]; split; [intros x [<-|I]; auto|exact C]|intros [A B]; split; [auto|split; auto]].
Qed.
Ltac open_kind := cbn [all_left fold_right seq sem lsum teval taken_stones takes_this two_differ map get nth] in *.
Lemma kinds_of r n parts : leave r n parts -> exists k F, In (k, F) (kinds r) /\ length parts = k /\ sem F (n :: parts).
Proof.
  intro L. unfold kinds. destruct L as [n I|l n G I1 I2|t x I X|l t x G I1 I2 X|t x y I X Y|t x y I X Y D|t x y z I X Y Z].
  all: do 2 eexists; (split; [rewrite !in_app_iff|split; [reflexivity|]]).
  - left. apply in_map_iff. eexists. split; [reflexivity|exact I].
  - open_kind. lia.
  - right; left. rewrite G. now left.
  - apply takes_other_ok. split; [|open_kind; lia]. intros t T E. apply I2. open_kind. replace n with t by lia. exact T.
  - do 2 right; left. apply in_map_iff. eexists. split; [reflexivity|exact I].
  - open_kind. lia.
  - do 3 right; left. rewrite G. now left.
  - cbn [all_left fold_right seq]. split; [open_kind; lia|]. apply takes_other_ok. split; [|open_kind; lia].
    intros t' T E. apply I2. open_kind. replace t with t' by lia. exact T.
  - do 4 right; left. apply in_map_iff. eexists. split; [reflexivity|exact I].
  - open_kind. lia.
  - do 5 right; left. apply in_map_iff. eexists. split; [reflexivity|exact I].
  - open_kind. lia.
  - do 6 right. apply in_map_iff. eexists. split; [reflexivity|exact I].
  - open_kind. lia.
Qed.
Lemma kinds_leave r k F n parts : In (k, F) (kinds r) -> length parts = k -> sem F (n :: parts) -> leave r n parts.
Proof.
  unfold kinds. rewrite !in_app_iff. intros I L S.
  repeat destruct I as [I|I]; try (apply in_map_iff in I; destruct I as [t [E I]]; injection E as <- <-).
  - destruct parts; [|discriminate]. open_kind. apply leave_none. replace n with t by lia. exact I.
  - destruct (none_but r) as [l|] eqn:G; [|contradiction]. destruct I as [E|[]]. injection E as <- <-.
    destruct parts; [|discriminate]. apply takes_other_ok in S. destruct S as [S1 S2]. apply (leave_none_but r l); [exact G|open_kind; lia|].
    intro I. apply (S1 n I). open_kind. lia.
  - destruct parts as [|x [|]]; try discriminate. open_kind. replace n with (x + t) by lia. apply leave_one; [exact I|lia].
  - destruct (one_but r) as [l|] eqn:G; [|contradiction]. destruct I as [E|[]]. injection E as <- <-.
    destruct parts as [|x [|]]; try discriminate. cbn [all_left fold_right seq] in S. destruct S as [X S]. apply takes_other_ok in S.
    destruct S as [S1 S2]. open_kind. replace n with (x + (n - x)) by lia. apply (leave_one_but r l); [exact G|lia| |lia].
    intro I. apply (S1 _ I). lia.
  - destruct parts as [|x [|y [|]]]; try discriminate. open_kind. replace n with (x + y + t) by lia. apply leave_two; [exact I|lia|lia].
  - destruct parts as [|x [|y [|]]]; try discriminate. open_kind. replace n with (x + y + t) by lia.
    apply leave_two_different; [exact I|lia|lia|lia].
  - destruct parts as [|x [|y [|z [|]]]]; try discriminate. open_kind. replace n with (x + y + z + t) by lia.
    apply leave_three; [exact I|lia..].
Qed.
Lemma kinds_few r k F : In (k, F) (kinds r) -> (k <= 3)%nat.
Proof.
  unfold kinds. rewrite !in_app_iff. intro I. repeat destruct I as [I|I].
  all: try (apply in_map_iff in I; destruct I as [t [E I]]; injection E as <- <-; lia).
  - destruct (none_but r); [|contradiction]. destruct I as [E|[]]. injection E as <- <-. lia.
  - destruct (one_but r); [|contradiction]. destruct I as [E|[]]. injection E as <- <-. lia.
Qed.
Lemma good_other k l : good (takes_other k l).
Proof. induction l; cbn; tauto. Qed.
Lemma good_left k f : good f -> good (all_left k f).
Proof. intro H. unfold all_left. induction (seq 1 k); cbn; tauto. Qed.
Lemma kinds_good r k F : In (k, F) (kinds r) -> good F.
Proof.
  unfold kinds. rewrite !in_app_iff. intro I. repeat destruct I as [I|I].
  all: try (apply in_map_iff in I; destruct I as [t [E I]]; injection E as <- <-; try apply good_left; cbn; tauto).
  - destruct (none_but r); [|contradiction]. destruct I as [E|[]]. injection E as <- <-. apply good_other.
  - destruct (one_but r); [|contradiction]. destruct I as [E|[]]. injection E as <- <-. apply good_left, good_other.
Qed.

(** * The values, as a formula *)
Definition some_form (l : list form) : form := fold_right FOr FFalse l.
Lemma some_form_ok l e : sem (some_form l) e <-> exists f, In f l /\ sem f e.
Proof.
  induction l as [|f l IH]; [split; [contradiction|intros [f [[] _]]]|].
  change (sem (some_form (f :: l)) e) with (sem f e \/ sem (some_form l) e). rewrite IH. cbn [In].
  split; [intros [H|[g [I H]]]; eauto|intros [g [[<-|I] H]]; eauto].
Qed.
Lemma some_form_good l : (forall f, In f l -> good f) -> good (some_form l).
Proof. induction l as [|f l IH]; intro H; [exact I|]. split; [apply H; now left|apply IH; intros; apply H; now right]. Qed.
Section Graph.
  Variables (first : list N) (start p s : N).
  Let at_ i := nth (N.to_nat i) first 0.
  Definition before_start (i : N) : form :=
    FAnd (FLin REq (Z.of_N i) [(1%Z, V 0)]) (FLin REq (Z.of_N (at_ i)) [(1%Z, V 1)]).
  Definition in_class (i : N) : form :=
    FAnd (FLin RGe (Z.of_N i) [(1%Z, V 0)]) (FAnd (FMod (Z.of_N p) (Z.of_N (i mod p)) [(1%Z, V 0)])
      (FLin REq (Z.of_N s * Z.of_N i - Z.of_N p * Z.of_N (at_ i)) [(Z.of_N s, V 0); ((- Z.of_N p)%Z, V 1)])).
  (** The heap on track 0 is worth what is on track 1. *)
  Definition graph_form : form :=
    some_form (map before_start (up_from 0 (N.to_nat start)) ++ map in_class (up_from start (N.to_nat p))).
  Lemma graph_good : good graph_form.
  Proof. apply some_form_good. intros f I. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [i [<- _]]; cbn; tauto. Qed.
  Hypothesis P : 1 <= p.
  Lemma goes_on_class i q : start <= i < start + p -> goes_on first start p s (i + p * q) = at_ i + s * q.
  Proof.
    intro L. unfold goes_on. replace ((i + p * q - start) / p) with q.
    - cbv zeta. replace (i + p * q - p * q) with i by lia. reflexivity.
    - apply (N.div_unique _ _ _ (i - start)); lia.
  Qed.
  Lemma goes_on_before i : i < start -> goes_on first start p s i = at_ i.
  Proof.
    intro L. unfold goes_on. replace (i - start) with 0 by lia. rewrite N.div_0_l by lia. cbv zeta.
    rewrite !N.mul_0_r, N.sub_0_r, N.add_0_r. reflexivity.
  Qed.
  Lemma in_class_ok i n g : start <= i < start + p ->
    (sem (in_class i) [n; g] <-> exists q, n = i + p * q /\ g = at_ i + s * q).
  Proof.
    intro L. unfold in_class. cbn [sem lsum teval get nth]. split.
    - intros (A & B & C). assert (E : n mod p = i mod p).
      { apply N2Z.inj. rewrite (N2Z.inj_mod n p), <- B. f_equal. lia. }
      assert (D : exists q, n = i + p * q).
      { exists (n / p - i / p). pose proof (N.div_mod n p ltac:(lia)) as X. pose proof (N.div_mod i p ltac:(lia)) as Y.
        rewrite E in X. rewrite N.mul_sub_distr_l. assert (Z : p * (i / p) <= p * (n / p)) by (apply N.mul_le_mono_l, N.div_le_mono; lia).
        revert X Y Z. generalize (p * (n / p)) (p * (i / p)) (i mod p). clear. lia. }
      destruct D as [q ->]. exists q. split; [reflexivity|]. clear - C P. nia.
    - intros (q & -> & ->). split; [lia|]. split; [|nia].
      replace (1 * Z.of_N (i + p * q) + 0)%Z with (Z.of_N (i + p * q)) by lia. rewrite <- N2Z.inj_mod. f_equal.
      rewrite N.mul_comm. apply N.mod_add. lia.
  Qed.
  Lemma graph_ok n g : sem graph_form [n; g] <-> goes_on first start p s n = g.
  Proof.
    unfold graph_form. rewrite some_form_ok. split.
    - intros [f [I S]]. apply in_app_or in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [i [<- I]]; apply in_up_from in I.
      + unfold before_start in S. cbn [sem lsum teval get nth] in S. assert (n = i) by lia. subst n.
        rewrite goes_on_before by lia. lia.
      + apply in_class_ok in S; [|lia]. destruct S as (q & -> & ->). apply goes_on_class. lia.
    - intros <-. destruct (N.lt_ge_cases n start) as [L|L].
      + exists (before_start n). split; [apply in_or_app; left; apply in_map, in_up_from; lia|].
        rewrite goes_on_before by exact L. unfold before_start. cbn [sem lsum teval get nth]. lia.
      + assert (X : exists i q, start <= i < start + p /\ n = i + p * q).
        { exists (start + (n - start) mod p), ((n - start) / p). pose proof (N.mod_lt (n - start) p ltac:(lia)).
          pose proof (N.div_mod (n - start) p ltac:(lia)). lia. }
        destruct X as (i & q & Li & ->). exists (in_class i). split; [apply in_or_app; right; apply in_map, in_up_from; lia|].
        apply in_class_ok; [exact Li|]. exists q. split; [reflexivity|]. now apply goes_on_class.
  Qed.
End Graph.

(** The number on track 0 is the xor of the others. *)
Definition xor_term (k : nat) : term :=
  match k with
  | 0 => V 0
  | 1 => TXor (V 0) (V 1)
  | 2 => TXor (V 0) (TXor (V 1) (V 2))
  | _ => TXor (V 0) (TXor (V 1) (TXor (V 2) (V 3)))
  end%nat.
Definition xor_form (k : nat) : form := FLin REq 0 [(1%Z, xor_term k)].
(** The number on track 1 is at most that on track 0. *)
Definition at_most_form : form := FLin RGe 0 [(1%Z, V 0); ((-1)%Z, V 1)].
Lemma xor_form_ok k v us : length us = k -> (k <= 3)%nat -> (sem (xor_form k) (v :: us) <-> v = fold_right N.lxor 0 us).
Proof.
  intros L K. assert (E : sem (xor_form k) (v :: us) <-> N.lxor v (fold_right N.lxor 0 us) = 0).
  { unfold xor_form. cbn [sem lsum]. assert (T : teval (v :: us) (xor_term k) = N.lxor v (fold_right N.lxor 0 us)).
    { destruct us as [|a [|b [|c [|]]]]; cbn [length] in L; subst k; try lia; cbn; now rewrite ?N.lxor_0_r. }
    rewrite T. lia. }
  rewrite E. split; [apply N.lxor_eq|intros ->; apply N.lxor_nilpotent].
Qed.
Lemma xor_of_map f l : xor_of f l = fold_right N.lxor 0 (map f l).
Proof. induction l as [|x l IH]; [reflexivity|]. cbn. now rewrite <- IH. Qed.

(** * The checks *)
Section Saltus.
  Variables (r : rule) (first : list N) (start p s : N).
  Variables (TG TL : table) (TX TF : list table) (M : PM.t macro).
  Let value := goes_on first start p s.
  Let graph := sem (graph_form first start p s).
  Definition worth a b : comp := Comp graph TG [a; b].
  Definition is_xor k tr : comp := Comp (sem (xor_form k)) (nth k TX (PM.empty row)) tr.
  (** The heap, those that are left, what it is worth, what these are worth. *)
  Definition option_comps (o : nat * form * table) : list comp :=
    let '(k, F, T) := o in
    Comp (sem F) T (seq 0 (S k)) :: worth 0 (S k) :: map (fun i => worth i (S k + i)) (seq 1 k) ++ [is_xor k (seq (S k) (S k))].
  (** The heap and a number are given; the heap is worth at most as much, or has an option that is worth it. *)
  Definition value_branch : branch := Branch 1 [worth 0 2; Comp (sem at_most_form) TL [1; 2]%nat] [0; 1; 2]%nat.
  Definition option_branch (o : nat * form * table) : branch :=
    let '(k, F, T) := o in
    Branch (k + k) (Comp (sem F) T (0%nat :: seq 2 k) :: map (fun i => worth (S i) (S k + i)) (seq 1 k) ++ [is_xor k (1%nat :: seq (2 + k) k)])
      (seq 0 (2 + k + k)).
  Definition right_table n f T : bool := recogb 1000 n f T &&& inclb T.
  Definition saltusb : bool :=
    let l := combine (kinds r) TF in
    (1 <=? p) &&& right_table 2 (graph_form first start p s) TG &&& right_table 2 at_most_form TL &&&
    Nat.eqb (length TF) (length (kinds r)) &&&
    forallb (fun o => let '(k, F, T) := o in right_table (S k) F T &&& right_table (S k) (xor_form k) (nth k TX (PM.empty row)) &&&
      emptyb 1000 (2 + k + k) (option_comps o)) l &&&
    coverb 20 2 (value_branch :: map option_branch l) M.

  Lemma right_table_ok n f T tr : good f -> right_table n f T = true -> length tr = n -> comp_ok (Comp (sem f) T tr).
  Proof.
    intros G H L. unfold right_table in H. apply lazy_and in H. destruct H as [H K]. split; [|exact K]. unfold cn. cbn [ctr cform ctab].
    rewrite L. exact (recog_ok _ _ _ _ G H).
  Qed.
  Ltac each_comp :=
    cbn [map seq app bcs]; repeat first [apply Forall_nil | apply Forall_cons | eapply right_table_ok; [|eassumption|reflexivity]];
    auto using graph_good; try exact I.
  Theorem saltus_mex : saltusb = true -> forall n, mex_at (leave r) value n.
  Proof.
    intro H. unfold saltusb in H. cbv zeta in H. rewrite !lazy_and in H. destruct H as (((((P & HG) & HL) & LF) & HK) & HC).
    apply N.leb_le in P. apply Nat.eqb_eq in LF. rewrite forallb_forall in HK.
    assert (GO : forall n g, graph [n; g] <-> value n = g) by (intros; now apply graph_ok).
    assert (Of : forall k F T, In (k, F, T) (combine (kinds r) TF) -> In (k, F) (kinds r)) by (intros; eapply in_combine_l; eauto).
    intro n. split.
    - intros parts L E. destruct (kinds_of r n parts L) as (k & F & I & Hk & S).
      assert (X : exists T, In (k, F, T) (combine (kinds r) TF)).
      { clear - I LF. revert I LF. generalize TF. induction (kinds r) as [|x l IH]; intros [|T TF0] I L; try contradiction; try discriminate.
        destruct I as [->|I]; [exists T; now left|]. destruct (IH TF0 I ltac:(cbn in L; lia)) as [T' I']. exists T'. now right. }
      destruct X as [T IT]. specialize (HK _ IT). cbv beta iota in HK. rewrite !lazy_and in HK. destruct HK as ((K1 & K2) & K3).
      pose proof (kinds_few _ _ _ I) as K. pose proof (kinds_good _ _ _ I) as GF.
      refine (empty_ok _ _ _ K3 _ (n :: parts ++ value n :: map value parts) _ _).
      + unfold option_comps. destruct k as [|[|[|[|]]]]; try lia; each_comp.
      + cbn [length]. rewrite !len_app. cbn [length]. rewrite len_map. lia.
      + rewrite xor_of_map in E. pose proof (proj2 (xor_form_ok k (value n) (map value parts) ltac:(now rewrite len_map) K) (eq_sym E)) as XO.
        unfold option_comps. destruct k as [|[|[|[|]]]]; try lia;
          destruct parts as [|x [|y [|z [|]]]]; cbn [length] in Hk; try discriminate;
          cbn [map seq app csem cform ctr worth is_xor proj get nth Nat.add] in *;
          repeat split; try exact S; try exact XO; apply GO; reflexivity.
    - intros v V.
      assert (HO : Forall (fun b => Forall comp_ok (bcs b)) (value_branch :: map option_branch (combine (kinds r) TF))).
      { constructor; [unfold value_branch; each_comp|]. apply Forall_forall. intros b I. apply in_map_iff in I.
        destruct I as [[[k F] T] [<- I]]. specialize (HK _ I). cbv beta iota in HK. rewrite !lazy_and in HK. destruct HK as ((K1 & K2) & _).
        pose proof (kinds_few _ _ _ (Of _ _ _ I)) as K. pose proof (kinds_good _ _ _ (Of _ _ _ I)) as GF.
        unfold option_branch. destruct k as [|[|[|[|]]]]; try lia; each_comp. }
      destruct (cover_ok _ _ _ _ HC HO [n; v] eq_refl) as (b & y & I & Hy & C). destruct I as [<-|I].
      + cbn in Hy. destruct y as [|g [|]]; try discriminate. cbn [value_branch bcs csem cform ctr worth proj map get nth app] in C.
        destruct C as (C1 & C2 & _). apply GO in C1. unfold at_most_form in C2. cbn [sem lsum teval get nth] in C2. lia.
      + apply in_map_iff in I. destruct I as [[[k F] T] [<- I]]. apply Of in I. pose proof (kinds_few _ _ _ I) as K.
        assert (Done : forall parts, length parts = k -> sem F (n :: parts) -> sem (xor_form k) (v :: map value parts) ->
          exists parts, leave r n parts /\ xor_of value parts = v).
        { intros parts LP SF SX. exists parts. split; [exact (kinds_leave r k F n parts I LP SF)|]. rewrite xor_of_map. symmetry.
          apply (xor_form_ok k); [now rewrite len_map|exact K|exact SX]. }
        cbn [option_branch bfresh] in Hy.
        destruct k as [|[|[|[|]]]]; try lia; cbn [Nat.add] in Hy.
        * destruct y; [|discriminate]. cbn [option_branch bcs map seq app csem cform ctr is_xor proj get nth Nat.add] in C. apply (Done []); tauto.
        * destruct y as [|x [|u [|]]]; try discriminate.
          cbn [option_branch bcs map seq app csem cform ctr worth is_xor proj get nth Nat.add] in C. destruct C as (C1 & C2 & C3 & _).
          apply GO in C2. subst u. now apply (Done [x]).
        * destruct y as [|x [|x' [|u [|u' [|]]]]]; try discriminate.
          cbn [option_branch bcs map seq app csem cform ctr worth is_xor proj get nth Nat.add] in C. destruct C as (C1 & C2 & C3 & C4 & _).
          apply GO in C2, C3. subst u u'. now apply (Done [x; x']).
        * destruct y as [|x [|x' [|x'' [|u [|u' [|u'' [|]]]]]]]; try discriminate.
          cbn [option_branch bcs map seq app csem cform ctr worth is_xor proj get nth Nat.add] in C.
          destruct C as (C1 & C2 & C3 & C4 & C5 & _). apply GO in C2, C3, C4. subst u u' u''. now apply (Done [x; x'; x'']).
  Qed.
End Saltus.
