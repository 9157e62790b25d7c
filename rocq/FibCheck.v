(** Checks of Fibonacci digits: tables read codes (Fib.v), theorems speak of numbers.

    [flin r C c]: the codes of numbers of which a linear sum is (at least) C; [flinb] checks that a table accepts
    them. The automaton keeps the sum and what it would be with one more 0 ([FAt]), until it is settled. Such tables
    are the atoms of formulas; everything else is as with binary digits. [coded (sem f) h]: the codes of the numbers h
    satisfy f. [fib_empty_ok], [fib_cover]: what emptiness checks and covers of codes say about numbers. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula Check Symmetry Tactics Fib.
Import ListNotations.
Local Open Scope nat_scope.

(** * Linear sums *)
Fixpoint fsum (f : N -> N) (e : env) (c : list Z) : Z :=
  match e, c with x :: e, k :: c => (k * Z.of_N (f x) + fsum f e c)%Z | _, _ => 0%Z end.
Definition frel (r : rel) (z C : Z) : Prop := match r with REq => z = C | RGe => (z >= C)%Z end.
Definition flin (r : rel) (C : Z) (c : list Z) (e : env) : Prop := Forall legal e /\ frel r (fsum fval e c) C.

Fixpoint bsum (a : letter) (c : list Z) : Z :=
  match a, c with d :: a, k :: c => ((if d then k else 0) + bsum a c)%Z | _, _ => 0%Z end.
Fixpoint least (c : list Z) : Z := match c with [] => 0 | k :: c => Z.min k 0 + least c end%Z.
Fixpoint most (c : list Z) : Z := match c with [] => 0 | k :: c => Z.max k 0 + most c end%Z.
Fixpoint clash (l a : letter) : bool :=
  match l, a with x :: l, y :: a => (x && y) || clash l a | _, _ => false end.

Lemma fsum_snoc e : forall a c, length a = length e ->
  (fsum fval (snoc e a) c = fsum fnext e c + bsum a c /\
   fsum fnext (snoc e a) c = fsum fval e c + fsum fnext e c + 2 * bsum a c)%Z.
Proof.
  induction e as [|x e IH]; destruct a as [|d a], c as [|k c]; cbn [length snoc fsum bsum]; intro H; try discriminate; try lia.
  destruct (IH a c ltac:(lia)) as [E1 E2]. rewrite E1, E2, fval_dig, fnext_dig. rewrite !N2Z.inj_add, N2Z.inj_mul.
  change (Z.of_N 2) with 2%Z. destruct d; cbn [N.b2n]; change (Z.of_N 1) with 1%Z; change (Z.of_N 0) with 0%Z; split; ring.
Qed.
Lemma bsum_bounds c : forall a, (least c <= bsum a c <= most c)%Z.
Proof.
  induction c as [|k c IH]; destruct a as [|d a]; cbn [bsum least most]; try lia.
  - specialize (IH []). cbn [bsum] in IH. assert (bsum [] c = 0)%Z by now destruct c. lia.
  - specialize (IH a). destruct d; lia.
Qed.
Lemma fsum_zeros f n : f 0%N = 0%N -> forall c, fsum f (zeros n) c = 0%Z.
Proof. intro F. unfold zeros. induction n as [|n IH]; destruct c as [|k c]; simpl; auto. rewrite F, IH. lia. Qed.
Lemma legal_snoc e : forall a, length a = length e ->
  (Forall legal (snoc e a) <-> Forall legal e /\ clash (map N.odd e) a = false).
Proof.
  induction e as [|x e IH]; destruct a as [|d a]; cbn [length snoc map clash]; intro H; try discriminate.
  - split; [split; [constructor|reflexivity]|constructor].
  - rewrite !Forall_cons_iff, legal_dig, (IH a) by lia. rewrite orb_false_iff. tauto.
Qed.
Lemma odd_snoc e : forall a, length a = length e -> map N.odd (snoc e a) = a.
Proof. induction e as [|x e IH]; destruct a as [|d a]; simpl; intro H; try discriminate; auto. rewrite odd_dig. f_equal. auto. Qed.

Lemma odd_zeros n : map N.odd (repeat 0%N n) = repeat false n.
Proof. induction n; simpl; [reflexivity|]. f_equal. assumption. Qed.

(** * The automaton of a linear sum *)
(** Refused for ever; settled, the last digits; the sum, the sum with one more 0, the last digits. *)
Inductive fstate := FDead | FSat (l : letter) | FAt (v s : Z) (l : letter).
Definition above_for_ever (c : list Z) (m v s : Z) : bool := ((-2 * least c <=? m) && (m <=? v) && (m - least c <=? s))%Z.
Definition below_for_ever (c : list Z) (m v s : Z) : bool := ((m <=? -2 * most c) && (v <=? m) && (s <=? m - most c))%Z.
Definition settle (r : rel) (C : Z) (c : list Z) (v s : Z) (l : letter) : fstate :=
  if below_for_ever c (Z.min (C - 1) (-2 * most c)) v s then FDead
  else match r with
       | RGe => if above_for_ever c (Z.max C (-2 * least c)) v s then FSat l else FAt v s l
       | REq => if above_for_ever c (Z.max (C + 1) (-2 * least c)) v s then FDead else FAt v s l
       end.
Definition fstep r C c (st : fstate) (a : letter) : fstate :=
  match st with
  | FDead => FDead
  | FSat l => if clash l a then FDead else FSat a
  | FAt v s l => if clash l a then FDead else let b := bsum a c in settle r C c (s + b) (v + s + 2 * b) a
  end.
Definition facc r C (st : fstate) : bool :=
  match st with
  | FDead => false
  | FSat _ => true
  | FAt v _ _ => match r with REq => (v =? C)%Z | RGe => (C <=? v)%Z end
  end.

Section Linear.
  Variables (r : rel) (C : Z) (c : list Z).
  Let n := length c.
  Definition FInv (st : fstate) (e : env) : Prop :=
    match st with
    | FDead => forall ws, wf n ws -> ~ flin r C c (ext e ws)
    | FSat l => Forall legal e /\ map N.odd e = l /\ forall ws, wf n ws -> frel r (fsum fval (ext e ws) c) C
    | FAt v s l => Forall legal e /\ map N.odd e = l /\ v = fsum fval e c /\ s = fsum fnext e c
    end.
  Lemma stays_above m ws : wf n ws -> forall e, length e = n ->
    above_for_ever c m (fsum fval e c) (fsum fnext e c) = true -> (m <= fsum fval (ext e ws) c)%Z.
  Proof.
    unfold above_for_ever. induction 1 as [|a ws Ha _ IH]; cbn [ext]; intros e He H; [lia|].
    destruct (fsum_snoc e a c ltac:(lia)) as [E1 E2]. pose proof (bsum_bounds c a). pose proof (bsum_bounds c []).
    apply IH; [rewrite snoc_length; lia|]. rewrite E1, E2. assert (bsum [] c = 0)%Z by now destruct c. lia.
  Qed.
  Lemma stays_below m ws : wf n ws -> forall e, length e = n ->
    below_for_ever c m (fsum fval e c) (fsum fnext e c) = true -> (fsum fval (ext e ws) c <= m)%Z.
  Proof.
    unfold below_for_ever. induction 1 as [|a ws Ha _ IH]; cbn [ext]; intros e He H; [lia|].
    destruct (fsum_snoc e a c ltac:(lia)) as [E1 E2]. pose proof (bsum_bounds c a). pose proof (bsum_bounds c []).
    apply IH; [rewrite snoc_length; lia|]. rewrite E1, E2. assert (bsum [] c = 0)%Z by now destruct c. lia.
  Qed.
  Lemma illegal_stays ws : wf n ws -> forall e, length e = n -> ~ Forall legal e -> ~ Forall legal (ext e ws).
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [exact H|]. apply IH; [rewrite snoc_length; lia|].
    rewrite legal_snoc by lia. tauto.
  Qed.
  Lemma settle_ok e l : length e = n -> Forall legal e -> map N.odd e = l ->
    FInv (settle r C c (fsum fval e c) (fsum fnext e c) l) e.
  Proof.
    intros He L O. unfold settle. destruct (below_for_ever _ _ _ _) eqn:B.
    - intros ws Hw [_ K]. pose proof (stays_below _ ws Hw e He B). destruct r; cbn [frel] in K; lia.
    - destruct r eqn:R; destruct (above_for_ever _ _ _ _) eqn:A; simpl; auto.
      + intros ws Hw [_ K]. pose proof (stays_above _ ws Hw e He A). rewrite R in K. cbn [frel] in K. lia.
      + split; [exact L|]. split; [exact O|]. intros ws Hw. pose proof (stays_above _ ws Hw e He A). rewrite R. cbn [frel]. lia.
  Qed.
  Lemma fstep_ok st e a : length e = n -> length a = n -> FInv st e -> FInv (fstep r C c st a) (snoc e a).
  Proof.
    intros He Ha H. assert (Dead : clash (map N.odd e) a = true -> FInv FDead (snoc e a)).
    { intros K ws Hw [L _]. revert L. apply illegal_stays; [exact Hw|rewrite snoc_length; lia|].
      rewrite legal_snoc by lia. intros [_ K']. congruence. }
    destruct st as [|l|v s l]; cbn [FInv fstep] in H |- *.
    - intros ws Hw. apply (H (a :: ws)). now constructor.
    - destruct H as (L & O & K). subst l. destruct (clash _ _) eqn:E; [now apply Dead|]. cbn [FInv].
      split; [apply legal_snoc; [lia|now split]|]. split; [apply odd_snoc; lia|].
      intros ws Hw. apply (K (a :: ws)). now constructor.
    - destruct H as (L & O & Ev & Es). subst l. destruct (clash _ _) eqn:E; [now apply Dead|].
      destruct (fsum_snoc e a c ltac:(lia)) as [E1 E2]. subst v s. cbv zeta. rewrite <- E1, <- E2.
      apply settle_ok; [rewrite snoc_length; lia|apply legal_snoc; [lia|now split]|apply odd_snoc; lia].
  Qed.
  Lemma facc_ok st e : FInv st e -> (facc r C st = true <-> flin r C c e).
  Proof.
    unfold flin. destruct st as [|l|v s l]; simpl; intro H.
    - specialize (H [] ltac:(constructor)). simpl in H. unfold flin in H. split; [discriminate|tauto].
    - destruct H as (L & _ & K). specialize (K [] ltac:(constructor)). simpl in K. tauto.
    - destruct H as (L & _ & Ev & _). subst v. unfold frel. destruct r; [rewrite Z.eqb_eq|rewrite Z.leb_le]; intuition lia.
  Qed.
End Linear.

(** * A table accepts the solutions *)
Fixpoint encb (l : letter) (k : positive) : positive := match l with [] => k | d :: l => longer (encb l k) d end.
Definition encf (st : fstate) (k : positive) : positive :=
  match st with
  | FDead => xO (xO k)
  | FSat l => xO (xI (encb l k))
  | FAt v s l => xI (encz v (encz s (encb l k)))
  end.
Fixpoint bl_eqb (l m : letter) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => eqb x y &&& bl_eqb l m | _, _ => false end.
Lemma bl_eqb_ok l : forall m, bl_eqb l m = true -> l = m.
Proof.
  induction l; destruct m; simpl; intro H; try discriminate; auto. apply lazy_and in H. destruct H as [H K].
  apply eqb_prop in H. subst. f_equal. auto.
Qed.
Definition f_eqb (s t : fstate) : bool :=
  match s, t with
  | FDead, FDead => true
  | FSat l, FSat m => bl_eqb l m
  | FAt v s l, FAt w t m => Z.eqb v w &&& Z.eqb s t &&& bl_eqb l m
  | _, _ => false
  end.
Lemma f_eqb_ok s t : f_eqb s t = true -> s = t.
Proof.
  destruct s, t; simpl; intro H; try discriminate; auto.
  - apply bl_eqb_ok in H. now subst.
  - rewrite !lazy_and in H. destruct H as [[H1 H2] H3]. apply Z.eqb_eq in H1. apply Z.eqb_eq in H2. apply bl_eqb_ok in H3. now subst.
Qed.
Definition flinb fuel (r : rel) (C : Z) (c : list Z) (T : table) : bool :=
  let ls := letters (length c) in
  check (fstate * option positive) (fun x => encf (fst x) (enco (snd x) xH))
    (fun x y => f_eqb (fst x) (fst y) &&& o_eqb (snd x) (snd y))
    (fun x => match x with
              | (FDead, None) => []
              | (s, q) => map (fun a => (fstep r C c s a, tnext T q a)) ls
              end)
    (fun x => eqb (facc r C (fst x)) (tacc T (snd x))) fuel (FAt 0 0 (repeat false (length c)), Some 1%positive).
Theorem flin_ok fuel r C c T : flinb fuel r C c T = true -> recog (length c) (flin r C c) T.
Proof.
  intros H e q Hr. unfold flinb in H. cbv zeta in H.
  match type of H with check _ _ _ ?next _ _ ?start = true =>
    assert (A : exists s, FInv r C c s e /\ Reach _ next start (s, q)) end.
  { induction Hr as [|e q a He Ha _ [s [IH1 IH2]]].
    - eexists. split; [|constructor]. cbn [FInv]. rewrite !fsum_zeros by reflexivity. unfold zeros.
      split; [apply Forall_forall; intros x I; apply repeat_spec in I; subst; exact Logic.I|].
      split; [apply odd_zeros|now split].
    - exists (fstep r C c s a). split; [now apply fstep_ok|].
      assert (D : (s = FDead /\ q = None) \/ ~ (s = FDead /\ q = None))
        by (destruct s, q; auto; right; intros []; discriminate).
      destruct D as [[-> ->]|D]; [exact IH2|].
      apply (ReachS _ _ _ (s, q)); [exact IH2|].
      assert (E : In (fstep r C c s a, tnext T q a) (map (fun a => (fstep r C c s a, tnext T q a)) (letters (length c)))).
      { apply in_map_iff. exists a. split; [reflexivity|now apply in_letters]. }
      destruct s, q; try exact E. exfalso. now apply D. }
  destruct A as [s [Hi HR]]. rewrite <- (facc_ok r C c s e Hi).
  refine (let K := check_ok _ _ _ _ _ _ _ _ H (s, q) HR in _).
  simpl in K. apply eqb_prop in K. rewrite K. reflexivity.
  Unshelve.
  intros [x1 x2] [y1 y2]. simpl. rewrite lazy_and. intros [E1 E2].
  apply f_eqb_ok in E1. apply o_eqb_ok in E2. now subst.
Qed.

(** * A number has one code only *)
Definition t_same : table := Eval vm_compute in of_list [
  (1, Row true [] (Br (Br (Lf 1) No) (Br No (Lf 2)))); (2, Row true [] (Br (Br (Lf 1) No) No))]%positive.
Definition t_different : table := Eval vm_compute in of_list [
  (1, Row false [] (Br (Br (Lf 1) (Lf 2)) (Br (Lf 2) (Lf 1)))); (2, Row true [] (Lf 2))]%positive.
Definition f_different : form := FNot (FLin REq 0 [(1, V 0); (-1, V 1)]%Z).
Theorem code_unique x y : legal x -> legal y -> fval x = fval y -> x = y.
Proof.
  intros Lx Ly E.
  assert (H : emptyb 100 2 [Comp (flin REq 0 [1; -1]%Z) t_same [0; 1]; Comp (sem f_different) t_different [0; 1]] = true)
    by (vm_compute; reflexivity).
  assert (O : Forall comp_ok [Comp (flin REq 0 [1; -1]%Z) t_same [0; 1]; Comp (sem f_different) t_different [0; 1]]).
  { constructor; [|constructor; [|constructor]]; (split; [|vm_compute; reflexivity]); unfold cn; cbn [length ctr cform ctab].
    - apply (flin_ok 100 REq 0 [1; -1]%Z). vm_compute. reflexivity.
    - apply (recog_ok 100); [exact I|]. vm_compute. reflexivity. }
  pose proof (empty_ok _ _ _ H O [x; y] eq_refl) as K.
  destruct (N.eq_dec x y) as [D|D]; [exact D|exfalso]. apply K. cbn [csem cform ctr proj map get nth]. repeat split.
  - repeat constructor; assumption.
  - cbn [frel fsum]. rewrite E. lia.
  - cbn [sem f_different lsum teval get nth]. lia.
Qed.
(** Digits one place up: the code is doubled. *)
Theorem shift_words x y : legal x -> legal y ->
  ((1 * Z.of_N y + (-2 * Z.of_N x + 0))%Z = 0%Z <-> (fval y + 1 = floor_phi (fval x + 1))%N).
Proof.
  intros Lx Ly. rewrite (floor_shift x Lx).
  assert (F : fval (dig x false) = fnext x) by (rewrite fval_dig; simpl; lia).
  assert (L : legal (dig x false)) by (apply legal_dig; rewrite andb_false_r; auto).
  assert (D : dig x false = (2 * x)%N) by (rewrite dig_spec; simpl; lia).
  split; intro H.
  - assert (y = dig x false) as -> by lia. lia.
  - assert (y = dig x false) by (apply code_unique; auto; lia). lia.
Qed.

(** * From codes to numbers *)
Definition Codes (e h : env) : Prop := Forall legal e /\ map fval e = h.
Lemma has_codes h : exists e, Codes e h.
Proof.
  induction h as [|x h [e [L E]]]; [exists []; split; [constructor|reflexivity]|].
  destruct (zeckendorf x) as [c [Lc Ec]]. exists (c :: e). split; [now constructor|]. simpl. now rewrite Ec, E.
Qed.
Lemma codes_unique h : forall e e', Codes e h -> Codes e' h -> e = e'.
Proof.
  induction h as [|x h IH]; intros e e' [L E] [L' E']; destruct e as [|c e], e' as [|c' e']; try discriminate; [reflexivity|].
  simpl in E, E'. injection E as E1 E2. injection E' as E1' E2'. inversion L; subst. inversion L'; subst.
  f_equal; [apply code_unique; congruence|]. apply IH; now split.
Qed.
Lemma codes_length e h : Codes e h -> length e = length h.
Proof. intros [_ <-]. symmetry. apply len_map. Qed.
Lemma codes_proj e h tr : Codes e h -> Codes (proj tr e) (proj tr h).
Proof.
  intros [L <-]. assert (G : forall i, legal (get e i) /\ fval (get e i) = get (map fval e) i).
  { clear tr. induction L as [|x e Lx _ IH]; intros [|i]; try (split; [exact I|reflexivity]); [now split|exact (IH i)]. }
  split; [apply Forall_forall; intros x I; apply in_map_iff in I; destruct I as [i [<- _]]; apply G|].
  unfold proj. rewrite map_map. apply map_ext. intro i. apply G.
Qed.
Definition coded (A : env -> Prop) (h : env) : Prop := exists e, Codes e h /\ A e.
Definition lift (c : comp) : comp := Comp (coded (cform c)) (ctab c) (ctr c).
Lemma coded_iff A e h : Codes e h -> (coded A h <-> A e).
Proof. intro K. split; [|intro H; now exists e]. intros (e' & K' & H). now rewrite (codes_unique h e e' K K'). Qed.
Lemma csem_lift cs e h : Codes e h -> (csem (map lift cs) h <-> csem cs e).
Proof.
  intro K. induction cs as [|c cs IH]; simpl; [tauto|]. rewrite IH. now rewrite (coded_iff _ _ _ (codes_proj e h (ctr c) K)).
Qed.
Lemma coded_not f h : coded (sem (FNot f)) h -> coded (sem f) h -> False.
Proof. intros (e & K & H) (e' & K' & H'). rewrite (codes_unique h e e' K K') in H. exact (H H'). Qed.
Theorem fib_empty_ok fuel m cs : emptyb fuel m cs = true -> Forall comp_ok cs ->
  forall h, length h = m -> ~ csem (map lift cs) h.
Proof.
  intros H O h Hh C. destruct (has_codes h) as [e K]. apply (csem_lift cs e h K) in C.
  exact (empty_ok _ _ _ H O e ltac:(rewrite (codes_length e h K); exact Hh) C).
Qed.
Definition lift_branch (b : branch) : branch := Branch (bfresh b) (map lift (bcs b)) (border b).
(** What a branch accepts has codes on its hidden tracks. *)
Definition hidden_codes n (b : branch) : Prop :=
  forall e, length e = n + bfresh b -> csem (bcs b) e -> Forall legal (skipn n e).
Theorem fib_cover n brs :
  (forall e, length e = n -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (e ++ y)) ->
  Forall (hidden_codes n) brs ->
  forall h, length h = n -> exists b y, In b (map lift_branch brs) /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  intros H G h Hh. destruct (has_codes h) as [e K]. assert (He : length e = n) by (rewrite (codes_length e h K); exact Hh).
  destruct (H e He) as (b & y & I & Hy & C). exists (lift_branch b), (map fval y).
  split; [now apply in_map|]. split; [now rewrite len_map|].
  apply (csem_lift _ (e ++ y)); [|exact C]. rewrite Forall_forall in G. specialize (G b I (e ++ y) ltac:(rewrite len_app; lia) C).
  assert (E : skipn n (e ++ y) = y) by (rewrite <- He; clear; induction e; simpl; auto). rewrite E in G.
  destruct K as [L <-]. split; [apply Forall_app; now split|now rewrite map_app].
Qed.

(** * Formulas of codes *)
Definition t_legal : table := Eval vm_compute in of_list [
  (1, Row true [] (Br (Lf 1) (Lf 2))); (2, Row true [] (Br (Lf 1) No))]%positive.
Lemma legal_ok : recog 1 (flin RGe 0 [1]%Z) t_legal.
Proof. apply (flin_ok 100 RGe 0 [1]%Z). vm_compute. reflexivity. Qed.
Definition flegal (i : nat) : form := FTab (flin RGe 0 [1]%Z) t_legal [V i].
(** All tracks hold codes, and f. *)
Definition fguard (n : nat) (f : form) : form := fold_right (fun i g => FAnd (flegal i) g) f (seq 0 n).
Lemma guard_good n f : good f -> good (fguard n f).
Proof. intro G. unfold fguard. induction (seq 0 n); simpl; [exact G|]. split; [exact legal_ok|assumption]. Qed.
Lemma guard_sem n f e : length e = n -> (sem (fguard n f) e <-> Forall legal e /\ sem f e).
Proof.
  intro H. unfold fguard.
  assert (A : forall l, sem (fold_right (fun i g => FAnd (flegal i) g) f l) e <-> Forall (fun i => legal (get e i)) l /\ sem f e).
  { induction l as [|i l IH]; cbn [fold_right sem]; [split; [split; [constructor|assumption]|tauto]|].
    rewrite IH, Forall_cons_iff. unfold flegal. cbn [sem map teval]. unfold flin. rewrite Forall_cons_iff. cbn [frel fsum].
    assert (Forall legal []) by constructor. assert (1 * Z.of_N (fval (get e i)) + 0 >= 0)%Z by lia. tauto. }
  rewrite A. assert (B : Forall (fun i => legal (get e i)) (seq 0 n) <-> Forall legal e); [|now rewrite B].
  subst n. rewrite <- (proj_all e) at 2. unfold proj. rewrite Forall_map. reflexivity.
Qed.
Lemma guard_legal n f e : length e = n -> sem (fguard n f) e -> Forall legal e.
Proof. intros H K. now apply (guard_sem n f e H). Qed.
Lemma guard_iff n f e W : Forall legal e -> length e = n -> (sem f e <-> W) -> (sem (fguard n f) e <-> W).
Proof. intros K L B. rewrite <- B, guard_sem by exact L. tauto. Qed.
Lemma guard_bridge n f e h W : Codes e h -> length e = n -> (sem f e <-> W) -> (coded (sem (fguard n f)) h <-> W).
Proof. intros K L B. rewrite (coded_iff _ _ _ K). apply guard_iff; [apply K|exact L|exact B]. Qed.

(** * Tactics of generated files *)
Ltac fib_good := cbn [good]; apply guard_good; good_tables.
Ltac fib_legal := repeat first [apply Forall_nil | apply Forall_cons]; assumption.
Ltac fib_known :=
  repeat match goal with
         | G : Forall legal (_ :: _) |- _ => apply Forall_cons_iff in G; destruct G
         | G : Forall legal [] |- _ => clear G
         end.
Ltac fib_atom :=
  unfold flin; cbn [frel fsum];
  split; [let H := fresh in intros [_ H]; lia | let H := fresh in intro H; split; [fib_legal|lia]].
Ltac fib_descend :=
  first [ reflexivity
        | (apply and_m; [fib_descend|fib_descend])
        | (apply or_m; [fib_descend|fib_descend])
        | (apply iff_m; [fib_descend|fib_descend])
        | solve [auto with ishitori]
        | (apply shift_words; assumption)
        | fib_atom
        | (apply not_m; fib_descend) ].
Ltac fib_body := red_sem; fib_descend.
(** Digits moved one place up, said as a multiple of the golden ratio. *)
Ltac fib_floor :=
  let y := fresh in let z := fresh in let E := fresh in
  split;
  [ intros (y & ? & z & ? & ?);
    match goal with |- context [floor_phi ?k] => replace k with (y + 1)%N by lia end; split; lia
  | intros [? E]; match type of E with context [floor_phi ?k] =>
      pose proof (floor_phi_positive k ltac:(lia)); exists (k - 1)%N; split; [lia|];
      exists (floor_phi k - 1)%N; replace (k - 1 + 1)%N with k by lia; split; lia
    end ].
(** Hidden tracks hold codes, since every table with hidden tracks says so. *)
Ltac fib_hidden :=
  repeat first [apply Forall_nil | apply Forall_cons];
  (let e := fresh "e" in let L := fresh "L" in let C := fresh "C" in
   intros e L C; cbn [bfresh Nat.add] in L; destruct_list e L; cbn [bcs csem cform ctr proj map get nth skipn] in C |- *;
   split_known;
   repeat match goal with
          | H : sem ?f ?l |- _ => first [pose proof (guard_legal _ _ l eq_refl H); clear H | clear H]
          end;
   fib_known; fib_legal).
Ltac fib_cases_of t :=
  let u := eval cbv [by_branches some_numbers bfresh bcs app map lift_branch lift cform ctab ctr] in t in exact u.
Ltac fib_csem :=
  cbn [map lift cform ctab ctr csem proj get nth];
  repeat match goal with |- _ /\ _ => split | |- True => exact I end; assumption.
