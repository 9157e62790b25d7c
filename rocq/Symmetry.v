(** Covers with symmetries: symmetric macro-states are checked once.

    A symmetry moves the given tracks, and takes every branch to a branch: hidden tracks to hidden tracks,
    tables to tables, states to states ([symmetry], [way]). That it does so rightly is checked ([symmetricb]): a
    table goes to one that accepts the same words with their tracks moved ([morphb]). So a tuple has a realised
    macro-state exactly if the moved tuple has the moved one, and a cover has to list one of all symmetric
    macro-states only; the others are said to be one of them, moved by one symmetry after the other ([images]). *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula Check.
Import ListNotations.

(** * Moving tracks *)
Fixpoint index (t : nat) (l : list nat) : nat :=
  match l with [] => 0 | x :: l => if Nat.eqb x t then 0 else S (index t l) end.
Fixpoint nl_eqb (l m : list nat) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => Nat.eqb x y &&& nl_eqb l m | _, _ => false end.
Lemma nl_eqb_ok l : forall m, nl_eqb l m = true -> l = m.
Proof.
  induction l; destruct m; simpl; intro H; try discriminate; auto. apply lazy_and in H. destruct H as [H K].
  apply Nat.eqb_eq in H. subst. f_equal. auto.
Qed.
Lemma get_proj tr e i : i < length tr -> get (proj tr e) i = get e (nth i tr 0).
Proof.
  intro H. unfold get, proj. rewrite (nth_indep _ 0%N (nth 0 e 0%N)) by (rewrite len_map; exact H).
  now rewrite <- (map_nth (fun i => nth i e 0%N)) with (d := 0).
Qed.
Lemma bit_projl tr a i : i < length tr -> bit (projl tr a) i = bit a (nth i tr 0).
Proof.
  intro H. unfold bit, projl. rewrite (nth_indep _ false (nth 0 a false)) by (rewrite len_map; exact H).
  now rewrite <- (map_nth (fun i => nth i a false)) with (d := 0).
Qed.
Definition inside (k : nat) (l : list nat) : bool := forallb (fun i => Nat.ltb i k) l.
Lemma inside_ok k l i : inside k l = true -> In i l -> i < k.
Proof. intros H I. unfold inside in H. rewrite forallb_forall in H. now apply Nat.ltb_lt, H. Qed.
Lemma proj_proj tr p e : inside (length p) tr = true -> proj tr (proj p e) = proj (map (fun i => nth i p 0) tr) e.
Proof.
  intro H. unfold proj at 1 3. rewrite map_map. apply map_ext_in. intros i I. apply get_proj. eapply inside_ok; eauto.
Qed.
Lemma projl_projl tr p a : inside (length p) tr = true -> projl tr (projl p a) = projl (map (fun i => nth i p 0) tr) a.
Proof.
  intro H. unfold projl at 1 3. rewrite map_map. apply map_ext_in. intros i I. apply bit_projl. eapply inside_ok; eauto.
Qed.
Lemma proj_all e : proj (seq 0 (length e)) e = e.
Proof.
  unfold proj. induction e as [|x e IH]; simpl; [reflexivity|]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma projl_all a : projl (seq 0 (length a)) a = a.
Proof.
  unfold projl. induction a as [|x a IH]; simpl; [reflexivity|]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
(** [there] undoes [back]. *)
Definition undoes (there back : list nat) k : bool :=
  inside (length back) there &&& nl_eqb (map (fun i => nth i back 0) there) (seq 0 k).
Lemma undoes_env there back k e : undoes there back k = true -> length e = k -> proj there (proj back e) = e.
Proof.
  unfold undoes. rewrite lazy_and. intros [H K] <-. apply nl_eqb_ok in K. rewrite proj_proj, K by exact H. apply proj_all.
Qed.
Lemma undoes_letter there back k a : undoes there back k = true -> length a = k -> projl there (projl back a) = a.
Proof.
  unfold undoes. rewrite lazy_and. intros [H K] <-. apply nl_eqb_ok in K. rewrite projl_projl, K by exact H. apply projl_all.
Qed.

(** * A table that does the same on moved tracks *)
Definition smap (m : PM.t positive) (q : positive) : positive := match PM.find q m with Some q' => q' | None => q end.
Definition omap m (s : option positive) : option positive := match s with Some q => Some (smap m q) | None => None end.
Definition listed (T : table) (s : option positive) : bool :=
  match s with Some q => PM.mem q T | None => true end.
Fixpoint shallow (k : nat) (b : btree) : bool :=
  match b with Br b0 b1 => match k with S k => shallow k b0 && shallow k b1 | 0 => false end | _ => true end.
(** States of [T] go to states of [T']; the letter that [T'] reads at track i is the one of [T] at [rho] i. *)
Definition morphb (T T' : table) (k : nat) (rho : list nat) (m : PM.t positive) : bool :=
  let ls := letters k in
  Pos.eqb (smap m 1) 1 &&& (PM.mem 1%positive T ||| negb (PM.mem 1%positive T')) &&& inside k rho &&&
  forallb (fun kr => let '(q, r) := kr in
    eqb (racc r) (tacc T' (Some (smap m q))) &&& shallow k (rnext r) &&&
    (let b' := tree T' (smap m q) in
     forallb (fun a => let s := walk (rnext r) a in listed T s &&& o_eqb (walk b' (projl rho a)) (omap m s)) ls))
   (PM.elements T).

Section Morphism.
  Variables (T T' : table) (k : nat) (rho : list nat) (m : PM.t positive).
  Hypothesis H : morphb T T' k rho m = true.

  (** States that accept the same, with tracks moved. *)
  Definition Sim (s s' : option positive) : Prop :=
    s' = omap m s /\ (listed T s = true \/ listed T s = false /\ listed T' s' = false).
  Lemma not_listed (U : table) q : listed U (Some q) = false -> tree U q = No /\ tacc U (Some q) = false.
  Proof.
    unfold listed, tree, tacc. rewrite PositiveMap.mem_find. destruct (PM.find q U); [discriminate|auto].
  Qed.
  Lemma walk_norm b : forall j a, shallow j b = true -> walk b (projl (seq 0 j) a) = walk b a.
  Proof.
    induction b as [|q|b0 IH0 b1 IH1]; intros j a S; try reflexivity.
    destruct j as [|j]; [discriminate|]. simpl in S. apply andb_true_iff in S. destruct S as [S0 S1].
    assert (E : projl (seq 0 (S j)) a = bit a 0 :: projl (seq 0 j) (tl a)).
    { unfold projl. cbn [seq map]. f_equal. rewrite <- seq_shift, map_map. apply map_ext. intro i. now destruct a as [|d a]; destruct i. }
    rewrite E. destruct a as [|[] a]; cbn [bit nth tl walk]; auto.
  Qed.
  Lemma sim_step s s' a : Sim s s' -> Sim (tnext T s a) (tnext T' s' (projl rho a)).
  Proof.
    intros [-> L]. unfold morphb in H. cbv zeta in H. rewrite !lazy_and in H. destruct H as [[[_ _] I] F].
    destruct s as [q|]; [|split; [reflexivity|now left]]. simpl omap in *. destruct L as [L|[L L']].
    - unfold listed in L. rewrite PositiveMap.mem_find in L. destruct (PM.find q T) as [r|] eqn:E; [|discriminate].
      rewrite forallb_forall in F. specialize (F _ (PM.elements_correct _ _ E)). cbv beta iota in F.
      rewrite !lazy_and in F. destruct F as [[_ S] F]. rewrite forallb_forall in F.
      specialize (F (projl (seq 0 k) a) (in_letters k _ ltac:(rewrite projl_length; apply len_seq))).
      rewrite lazy_and, walk_norm in F by exact S. destruct F as [F1 F2]. apply o_eqb_ok in F2.
      rewrite projl_projl in F2 by (rewrite len_seq; exact I).
      assert (R : map (fun i => nth i (seq 0 k) 0) rho = rho).
      { rewrite <- (map_id rho) at 2. apply map_ext_in. intros i Hi. rewrite seq_nth; [reflexivity|eapply inside_ok; eauto]. }
      rewrite R in F2. unfold tnext, tree at 1 2. rewrite E. unfold Sim. rewrite <- F2. split; [reflexivity|]. now left.
    - apply not_listed in L. apply not_listed in L'. unfold tnext. rewrite (proj1 L), (proj1 L').
      split; [reflexivity|now left].
  Qed.
  Lemma sim_acc s s' : Sim s s' -> tacc T s = tacc T' s'.
  Proof.
    intros [-> L]. unfold morphb in H. cbv zeta in H. rewrite !lazy_and in H. destruct H as [_ F].
    destruct s as [q|]; [|reflexivity]. simpl omap in *. destruct L as [L|[L L']].
    - unfold listed in L. rewrite PositiveMap.mem_find in L. destruct (PM.find q T) as [r|] eqn:E; [|discriminate].
      rewrite forallb_forall in F. specialize (F _ (PM.elements_correct _ _ E)). cbv beta iota in F.
      rewrite !lazy_and in F. destruct F as [[F _] _]. apply eqb_prop in F. rewrite <- F. unfold tacc. now rewrite E.
    - apply not_listed in L. apply not_listed in L'. now rewrite (proj2 L), (proj2 L').
  Qed.
  Lemma sim_words ws : forall s s', Sim s s' -> Sim (trun T s ws) (trun T' s' (map (projl rho) ws)).
  Proof. induction ws as [|a ws IH]; simpl; intros s s' S; [exact S|]. apply IH. now apply sim_step. Qed.
  Lemma sim_start : Sim (Some 1%positive) (Some 1%positive).
  Proof.
    unfold morphb in H. cbv zeta in H. rewrite !lazy_and in H. destruct H as [[[H1 H2] _] _].
    apply Pos.eqb_eq in H1. split; [simpl; now rewrite H1|]. unfold listed. apply lazy_or in H2.
    destruct (PM.mem 1%positive T); [now left|]. destruct H2 as [H2|H2]; [discriminate|]. right. split; [reflexivity|].
    now apply negb_true_iff.
  Qed.
  Lemma sim_run n back e s' : undoes rho back n = true -> length back = k -> Run n T' e s' ->
    exists s, Run k T (proj back e) s /\ Sim s s'.
  Proof.
    intros U B. induction 1 as [|e s' a He Ha _ [s [R S]]].
    - exists (Some 1%positive). split; [|apply sim_start]. rewrite proj_zeros, B. constructor.
    - exists (tnext T s (projl back a)). split.
      + rewrite proj_snoc by lia. constructor; [now rewrite proj_length|now rewrite projl_length|exact R].
      + rewrite <- (undoes_letter rho back n a U Ha) at 2. now apply sim_step.
  Qed.
  Lemma sim_incl q s s' : Sim s s' -> Incl T' (Some (smap m q)) s' -> Incl T (Some q) s.
  Proof.
    intros S I ws A. rewrite (sim_acc _ _ (sim_words ws _ _ S)). apply I.
    destruct (listed T (Some q)) eqn:L.
    - assert (S' : Sim (Some q) (Some (smap m q))) by (split; [reflexivity|now left]).
      now rewrite <- (sim_acc _ _ (sim_words ws _ _ S')).
    - apply not_listed in L. exfalso. destruct ws as [|a ws]; unfold trun in A; simpl in A.
      + destruct L as [_ L]. unfold tacc in L. congruence.
      + rewrite (proj1 L) in A. simpl in A. fold (trun T None ws) in A. rewrite trun_none in A. discriminate.
  Qed.
End Morphism.

(** * Symmetries *)
(** Where a branch goes: to the branch at this place; its hidden track i goes to the hidden track [whidden] i; and
    for each table of that branch, which table of this one goes to it, with the states. *)
Record way := Way { wto : nat; whidden : list nat; wtables : list (nat * PM.t positive) }.
(** The track i of the moved tuple is the track [sgiven] i; a way for each branch. *)
Record symmetry := Symmetry { sgiven : list nat; sways : list way }.
Definition turn (s : symmetry) (e : env) : env := proj (sgiven s) e.

Definition image (ws : list (nat * PM.t positive)) (q : list positive) : list positive :=
  map (fun jm => smap (snd jm) (nth (fst jm) q 1%positive)) ws.
(** A macro-state, moved. *)
Definition moved (s : symmetry) (count : nat) (m : list (list (list positive))) : list (list (list positive)) :=
  map (fun i => flat_map (fun we => if Nat.eqb (wto (fst we)) i then map (image (wtables (fst we))) (snd we) else [])
                         (combine (sways s) m)) (seq 0 count).

Definition tablesb (P : list nat) (cs : list comp) (c' : comp) (jm : nat * PM.t positive) : bool :=
  match nth_error cs (fst jm) with
  | None => false
  | Some c =>
      inside (length P) (ctr c) &&&
      let tracks := map (fun i => nth i P 0) (ctr c) in
      let back := map (fun t => index t (ctr c')) tracks in
      let rho := map (fun t => index t tracks) (ctr c') in
      inside (cn c') back &&& nl_eqb (map (fun i => nth i (ctr c') 0) back) tracks &&& undoes rho back (cn c') &&&
      morphb (ctab c) (ctab c') (cn c) rho (snd jm)
  end.
Fixpoint all_tablesb P cs (cs' : list comp) (ws : list (nat * PM.t positive)) : bool :=
  match cs', ws with [], [] => true | c' :: cs', w :: ws => tablesb P cs c' w &&& all_tablesb P cs cs' ws | _, _ => false end.
Definition wayb n (given : list nat) (brs : list branch) (b : branch) (w : way) : bool :=
  match nth_error brs (wto w) with
  | None => false
  | Some b' =>
      let back := map (fun t => index t (whidden w)) (seq 0 (bfresh b')) in
      Nat.eqb (length (whidden w)) (bfresh b) &&& inside (bfresh b') (whidden w) &&& undoes (whidden w) back (bfresh b) &&&
      forallb (fun j => any (fun jm => Nat.eqb j (fst jm)) (wtables w)) (seq 0 (length (bcs b))) &&&
      all_tablesb (given ++ map (Nat.add n) (whidden w)) (bcs b) (bcs b') (wtables w)
  end.
Fixpoint waysb n given brs (bs : list branch) (ws : list way) : bool :=
  match bs, ws with [], [] => true | b :: bs, w :: ws => wayb n given brs b w &&& waysb n given brs bs ws | _, _ => false end.
Definition symmetricb n brs (s : symmetry) : bool :=
  Nat.eqb (length (sgiven s)) n &&& inside n (sgiven s) &&& waysb n (sgiven s) brs brs (sways s).

(** The elements of a macro-state have as many states as their branches have tables. *)
Fixpoint sizedb (brs : list branch) (m : list (list (list positive))) : bool :=
  match brs, m with
  | [], [] => true
  | b :: brs, els :: m => forallb (fun q => Nat.eqb (length q) (length (bcs b))) els &&& sizedb brs m
  | _, _ => false
  end.

Section Turned.
  Variables (n : nat) (brs : list branch).
  Hypothesis HO : Forall (fun b => Forall comp_ok (bcs b)) brs.

  Lemma moved_tuple given w e y : length given = n -> inside n given = true -> length e = n ->
    proj (given ++ map (Nat.add n) (whidden w)) (e ++ y) = proj given e ++ proj (whidden w) y.
  Proof.
    intros Hg I He. unfold proj. rewrite map_app, map_map. f_equal.
    - apply map_ext_in. intros i Hi. unfold get. rewrite app_nth1; [reflexivity|]. rewrite He. eapply inside_ok; eauto.
    - apply map_ext. intro i. unfold get. rewrite app_nth2 by lia. f_equal. lia.
  Qed.
  (** What a table reads, and what the table reads that it goes to. *)
  Lemma table_reads P cs c' jm : tablesb P cs c' jm = true -> exists c rho back,
    nth_error cs (fst jm) = Some c /\ undoes rho back (cn c') = true /\ length back = cn c /\
    morphb (ctab c) (ctab c') (cn c) rho (snd jm) = true /\
    forall e, proj (ctr c) (proj P e) = proj back (proj (ctr c') e).
  Proof.
    unfold tablesb. intro K. destruct (nth_error cs (fst jm)) as [c|]; [|discriminate]. cbv zeta in K.
    rewrite !lazy_and in K. destruct K as (K1 & ((K2 & K3) & K4) & K5). apply nl_eqb_ok in K3.
    do 3 eexists. split; [reflexivity|]. split; [exact K4|]. split; [now rewrite !len_map|]. split; [exact K5|].
    intro e. rewrite (proj_proj (ctr c)) by exact K1. rewrite proj_proj by exact K2. now rewrite K3.
  Qed.
  Lemma tables_back P cs e : forall cs' ws, all_tablesb P cs cs' ws = true -> forall q r,
    CRun cs' e r -> CIncl cs' (map Some (image ws q)) r ->
    forall jm, In jm ws -> exists c s, nth_error cs (fst jm) = Some c /\ CR c (proj P e) s /\
      Incl (ctab c) (Some (nth (fst jm) q 1%positive)) s.
  Proof.
    induction cs' as [|c' cs' IH]; destruct ws as [|w ws]; simpl; intros K q r HR HI jm I; try discriminate; [contradiction|].
    apply lazy_and in K. destruct K as [K1 K2]. inversion HR; subst. destruct HI as [HI1 HI2].
    destruct I as [<-|I]; [|eapply IH; eauto].
    destruct (table_reads _ _ _ _ K1) as (c & rho & back & E & U & B & M & R).
    destruct (sim_run _ _ _ _ _ M _ _ _ _ U B H1) as (s & Hs & S).
    exists c, s. split; [exact E|]. split; [unfold CR; rewrite R; exact Hs|]. eapply sim_incl; eauto.
  Qed.
  Lemma gather cs e : forall q, length q = length cs ->
    (forall j c, nth_error cs j = Some c -> exists s, CR c e s /\ Incl (ctab c) (Some (nth j q 1%positive)) s) ->
    exists r, CRun cs e r /\ CIncl cs (map Some q) r.
  Proof.
    induction cs as [|c cs IH]; intros [|x q] L K; try discriminate; [exists []; split; [constructor|exact I]|].
    destruct (K 0 c eq_refl) as (s & R & HI).
    destruct (IH q ltac:(simpl in L; lia)) as (r & HR & HC). { intros j c0 E. exact (K (S j) c0 E). }
    exists (s :: r). split; [now constructor|]. split; [exact HI|exact HC].
  Qed.
  Lemma csem_nth cs e : csem cs e -> forall j c, nth_error cs j = Some c -> cform c (proj (ctr c) e).
  Proof. induction cs as [|c cs IH]; intros H [|j] c0 E; try discriminate; destruct H; [now injection E as <-|eauto]. Qed.
  Lemma tables_forth P cs e : Forall comp_ok cs -> csem cs (proj P e) -> forall cs' ws, Forall comp_ok cs' ->
    all_tablesb P cs cs' ws = true -> csem cs' e.
  Proof.
    intros O C. induction cs' as [|c' cs' IH]; intros [|w ws] O' K; simpl in K; try discriminate; [exact I|].
    apply lazy_and in K. destruct K as [K1 K2]. inversion O'; subst. split; [|eauto].
    destruct (table_reads _ _ _ _ K1) as (c & rho & back & E & U & B & M & R).
    destruct (run_total (cn c') (ctab c') (proj (ctr c') e) (proj_length _ _)) as [s' Hs'].
    destruct (sim_run _ _ _ _ _ M _ _ _ _ U B Hs') as (s & Hs & S).
    destruct H1 as [Rec' _]. apply (Rec' _ _ Hs'). rewrite <- (sim_acc _ _ _ _ _ M _ _ S).
    rewrite Forall_forall in O. destruct (O c (nth_error_In _ _ E)) as [Rec _]. rewrite <- R in Hs.
    apply (Rec _ _ Hs). eapply csem_nth; eauto.
  Qed.

  Section One.
    Variable s : symmetry.
    Hypothesis HS : symmetricb n brs s = true.
    Lemma given_ok : length (sgiven s) = n /\ inside n (sgiven s) = true /\ waysb n (sgiven s) brs brs (sways s) = true.
    Proof. unfold symmetricb in HS. rewrite !lazy_and in HS. destruct HS as [[H1 H2] H3]. apply Nat.eqb_eq in H1. auto. Qed.
    Lemma turn_length e : length (turn s e) = n.
    Proof. unfold turn. rewrite proj_length. apply given_ok. Qed.
    Lemma turn_snoc e a : length a = length e -> turn s (snoc e a) = snoc (turn s e) (projl (sgiven s) a).
    Proof. intro H. unfold turn. now apply proj_snoc. Qed.

    Lemma way_back b w e q : length e = n -> wayb n (sgiven s) brs b w = true -> length q = length (bcs b) ->
      forall b', nth_error brs (wto w) = Some b' -> Real1 b' e (image (wtables w) q) -> Real1 b (turn s e) q.
    Proof.
      intros He K L b' E (y & r & Hy & HR & HI). unfold wayb in K. rewrite E in K. cbv zeta in K. rewrite !lazy_and in K.
      destruct K as ((((K1 & K2) & _) & K4) & K5). apply Nat.eqb_eq in K1. destruct given_ok as (G1 & G2 & _).
      pose proof (moved_tuple (sgiven s) w e y G1 G2 He) as EP.
      destruct (gather (bcs b) (turn s e ++ proj (whidden w) y) q L) as (r' & HR' & HI').
      { intros j c Ej. rewrite forallb_forall in K4.
        assert (J : In j (seq 0 (length (bcs b)))).
        { apply in_seq. split; [lia|]. simpl. apply nth_error_Some. congruence. }
        specialize (K4 j J). apply any_exists in K4. destruct K4 as (jm & Ijm & Ej'). apply Nat.eqb_eq in Ej'. subst j.
        destruct (tables_back _ _ (e ++ y) _ _ K5 q r HR HI jm Ijm) as (c' & s' & E' & R' & I').
        rewrite Ej in E'. injection E' as <-. rewrite EP in R'. exists s'. split; [exact R'|exact I']. }
      exists (proj (whidden w) y), r'. split; [now rewrite proj_length|]. split; [exact HR'|exact HI'].
    Qed.
    Lemma way_forth b w h y : length h = n -> wayb n (sgiven s) brs b w = true -> Forall comp_ok (bcs b) ->
      length y = bfresh b -> csem (bcs b) (turn s h ++ y) ->
      exists b' y', In b' brs /\ length y' = bfresh b' /\ csem (bcs b') (h ++ y').
    Proof.
      intros Hh K O Hy C. unfold wayb in K. destruct (nth_error brs (wto w)) as [b'|] eqn:E; [|discriminate].
      cbv zeta in K. rewrite !lazy_and in K. destruct K as ((((K1 & K2) & K3) & _) & K5).
      destruct given_ok as (G1 & G2 & _).
      set (back := map (fun t => index t (whidden w)) (seq 0 (bfresh b'))) in *.
      assert (I : In b' brs) by (eapply nth_error_In; eauto).
      exists b', (proj back y). split; [exact I|]. split; [unfold back; now rewrite proj_length, len_map, len_seq|].
      rewrite Forall_forall in HO. eapply tables_forth; [exact O| |exact (HO b' I)|exact K5].
      rewrite (moved_tuple _ _ _ _ G1 G2 Hh). rewrite (undoes_env _ _ _ y K3 Hy). exact C.
    Qed.

    Lemma in_moved count m i w els q b' : nth_error brs i = Some b' -> count = length brs ->
      In (w, els) (combine (sways s) m) -> wto w = i -> In q els ->
      forall e, Real brs e (moved s count m) -> Real1 b' e (image (wtables w) q).
    Proof.
      intros E -> I W Q e HR. unfold moved in HR.
      assert (A : forall (l : list branch) k (f : nat -> list (list positive)),
        Forall2 (fun b els => Forall (Real1 b e) els) l (map f (seq k (length l))) ->
        forall j b, nth_error l j = Some b -> Forall (Real1 b e) (f (k + j))).
      { clear. induction l as [|b0 l IH]; intros k f F j b E; [destruct j; discriminate|].
        simpl in F. inversion F; subst. destruct j as [|j]; simpl in E.
        - injection E as <-. now rewrite Nat.add_0_r.
        - rewrite Nat.add_succ_r. exact (IH (S k) f H4 j b E). }
      specialize (A brs 0 _ HR i b' E). rewrite Forall_forall in A. apply A. clear A.
      apply in_flat_map. exists (w, els). split; [exact I|]. simpl. rewrite W, Nat.eqb_refl. now apply in_map.
    Qed.
    Theorem turn_real m e : sizedb brs m = true -> length e = n -> Real brs e (moved s (length brs) m) -> Real brs (turn s e) m.
    Proof.
      intros Z He HR. destruct given_ok as (_ & _ & K).
      assert (A : forall bs ws m0, waysb n (sgiven s) brs bs ws = true -> sizedb bs m0 = true ->
        (forall x, In x (combine ws m0) -> In x (combine (sways s) m)) -> Real bs (turn s e) m0).
      { induction bs as [|b bs IH]; intros [|w ws] [|els m0] K0 Z0 Sub; simpl in K0, Z0; try discriminate; [constructor|].
        apply lazy_and in K0. destruct K0 as [K1 K2]. apply lazy_and in Z0. destruct Z0 as [Z1 Z2]. constructor.
        - apply Forall_forall. intros q Q. rewrite forallb_forall in Z1. specialize (Z1 q Q). apply Nat.eqb_eq in Z1.
          destruct (nth_error brs (wto w)) as [b'|] eqn:E; [|unfold wayb in K1; rewrite E in K1; discriminate].
          eapply way_back; eauto. eapply (in_moved (length brs) m (wto w) w els); eauto. apply Sub. now left.
        - apply (IH ws m0 K2 Z2). intros x Hx. apply Sub. now right. }
      apply (A brs (sways s) m K Z). auto.
    Qed.
    Lemma turn_sem b h y : length h = n -> In b brs -> length y = bfresh b -> csem (bcs b) (turn s h ++ y) ->
      exists b' y', In b' brs /\ length y' = bfresh b' /\ csem (bcs b') (h ++ y').
    Proof.
      intros Hh I Hy C. destruct given_ok as (_ & _ & K).
      assert (A : forall bs ws, waysb n (sgiven s) brs bs ws = true -> In b bs -> exists w, wayb n (sgiven s) brs b w = true).
      { induction bs as [|b0 bs IH]; intros [|w ws] K0 J; simpl in K0; try discriminate; [contradiction|].
        apply lazy_and in K0. destruct K0 as [K1 K2]. destruct J as [->|J]; eauto. }
      destruct (A brs (sways s) K I) as [w W]. pose proof HO as O. rewrite Forall_forall in O. eapply way_forth; eauto.
    Qed.
  End One.
End Turned.

(** * Covers that list one of all symmetric macro-states *)
Definition macros := PM.t (list (list (list positive))).
(** Those that are one of the others, moved: number, the symmetry, which other. *)
Definition images (brs : list branch) (syms : list symmetry) (X : list (positive * (nat * positive))) (E : macros) : macros :=
  fold_left (fun E x => match PM.find (snd (snd x)) E, nth_error syms (fst (snd x)) with
                        | Some m, Some s => if sizedb brs m then PM.add (fst x) (moved s (length brs) m) E else E
                        | _, _ => E
                        end) X E.
Definition symmetric_coverb fuel n (brs : list branch) (syms : list symmetry) (M : PM.t macro)
    (X : list (positive * (nat * positive))) : bool :=
  forallb (symmetricb n brs) syms &&&
  match PM.find 1%positive M with
  | None => false
  | Some m => startb fuel n brs (mels m)
  end &&&
  (let ls := letters n in
   let E := images brs syms X (PM.map mels M) in
   forallb (fun km => let m := snd km in
    accb brs (mels m) &&&
    let os := offered n brs (mels m) in
    forallb (fun a => match walk (mnext m) a with
                      | Some k => match PM.find k E with
                                  | Some m' => stepsb brs os m' (mels m) a (key a)
                                  | None => false
                                  end
                      | None => false
                      end) ls)
   (PM.elements M)).

Theorem symmetric_cover_ok fuel n brs syms M X : symmetric_coverb fuel n brs syms M X = true ->
  Forall (fun b => Forall comp_ok (bcs b)) brs ->
  forall h, length h = n -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  intros H HO. unfold symmetric_coverb in H. rewrite !lazy_and in H. destruct H as [[HS H0] H1]. cbv zeta in H1.
  rewrite forallb_forall in HS, H1.
  pose (turns := fold_left (fun e s => turn s e)).
  pose (Known := fun e => exists ss k m, (forall s, In s ss -> In s syms) /\ PM.find k M = Some m /\ Real brs (turns ss e) (mels m)).
  assert (J : forall x m, PM.find x (images brs syms X (PM.map mels M)) = Some m -> forall e, length e = n -> Real brs e m -> Known e).
  { assert (Start : forall x m, PM.find x (PM.map mels M) = Some m -> forall e, length e = n -> Real brs e m -> Known e).
    { intros x m E e He HR. unfold PM.map in E. rewrite PositiveMap.gmapi in E. destruct (PM.find x M) as [m0|] eqn:E0; [|discriminate].
      injection E as <-. exists [], x, m0. split; [intros s []|]. split; [exact E0|exact HR]. }
    unfold images. revert Start. generalize (PM.map mels M). clear H1 H0. induction X as [|[x [g y]] X IH]; intros E Start; [exact Start|].
    apply IH. clear IH. cbn [fst snd]. destruct (PM.find y E) as [m|] eqn:Ey; [|exact Start].
    destruct (nth_error syms g) as [s|] eqn:Eg; [|exact Start]. destruct (sizedb brs m) eqn:Z; [|exact Start].
    intros x' m' E' e He HR. destruct (Pos.eq_dec x' x) as [->|D].
    - rewrite PM.gss in E'. injection E' as <-. pose proof (nth_error_In _ _ Eg) as I. specialize (HS s I).
      apply (turn_real n brs s HS m e Z He) in HR.
      destruct (Start y m Ey (turn s e) (turn_length n brs s HS e) HR) as (ss & k & m0 & S1 & S2 & S3).
      exists (s :: ss), k, m0. split; [intros s' [<-|]; auto|]. split; [exact S2|exact S3].
    - rewrite PM.gso in E' by exact D. eapply Start; eauto. }
  assert (Tlen : forall ss e, (forall s, In s ss -> In s syms) -> length e = n -> length (turns ss e) = n).
  { unfold turns. induction ss as [|s ss IH]; simpl; intros e I He; [exact He|]. apply IH; [auto|]. apply (turn_length n brs). auto. }
  assert (Tsnoc : forall ss e a, (forall s, In s ss -> In s syms) -> length e = n -> length a = n ->
    exists a', length a' = n /\ turns ss (snoc e a) = snoc (turns ss e) a').
  { unfold turns. induction ss as [|s ss IH]; simpl; intros e a I He Ha; [eauto|].
    rewrite turn_snoc by lia. apply IH; [auto|apply (turn_length n brs); auto|]. rewrite projl_length. apply (given_ok n brs). auto. }
  assert (Tadd : forall ss ss' e, turns ss' (turns ss e) = turns (ss ++ ss') e).
  { intros. unfold turns. now rewrite fold_left_app. }
  assert (A : forall h, length h = n -> Known h).
  { apply (digit_ind n).
    - destruct (PM.find 1%positive M) as [m|] eqn:E; [|discriminate]. exists [], 1%positive, m. split; [intros s []|].
      split; [exact E|]. exact (start_ok fuel n brs HO _ H0).
    - intros h a Hh Ha (ss & k & m & S1 & S2 & S3). specialize (H1 _ (PM.elements_correct _ _ S2)). simpl in H1.
      apply lazy_and in H1. destruct H1 as [_ H1]. rewrite forallb_forall in H1.
      destruct (Tsnoc ss h a S1 Hh Ha) as (a' & Ha' & E'). specialize (H1 a' (in_letters n a' Ha')).
      destruct (walk (mnext m) a') as [k'|]; [|discriminate].
      destruct (PM.find k' (images brs syms X (PM.map mels M))) as [m'|] eqn:Ek; [|discriminate].
      pose proof (steps_ok n brs HO _ _ _ (turns ss h) a' _ (Tlen ss h S1 Hh) Ha' H1 S3) as HR. rewrite <- E' in HR.
      destruct (J k' m' Ek _ (Tlen ss (snoc h a) S1 ltac:(rewrite snoc_length; lia)) HR) as (ss' & k0 & m0 & R1 & R2 & R3).
      exists (ss ++ ss'), k0, m0. split; [intros s I; apply in_app_or in I; destruct I; auto|]. split; [exact R2|].
      now rewrite <- Tadd. }
  intros h Hh. destruct (A h Hh) as (ss & k & m & S1 & S2 & S3).
  specialize (H1 _ (PM.elements_correct _ _ S2)). simpl in H1. apply lazy_and in H1. destruct H1 as [H1 _].
  destruct (acc_real brs HO _ _ H1 S3) as (b & y & I & Hy & C). clear S3.
  revert h Hh b y I Hy C. induction ss as [|s ss IH]; intros h Hh b y I Hy C; [eauto|].
  destruct (IH ltac:(intros s' I'; apply S1; now right) (turn s h) (turn_length n brs s (HS s (S1 s ltac:(now left))) h) b y I Hy C)
    as (b' & y' & I' & Hy' & C').
  eapply turn_sem; eauto. apply HS, S1. now left.
Qed.
