(** Fibonacci digits, by way of binary ones.

    A number has Fibonacci digits: it is a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... of which no two are
    neighbours. Read as binary digits they are another number, its *code*; [fval] goes back: 19 = 13 + 5 + 1 has the
    code 101001, which is 41. So an automaton for Fibonacci digits is an automaton for the binary digits of codes, and
    tables, checks and covers are those of binary numbers (FibCheck.v).

    [floor_phi] is the golden ratio as theorems have it. [zeckendorf]: every number has a code. [floor_shift]:
    moving the digits one place up multiplies by the golden ratio, rounded. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive Psatz.
From Ishitori Require Import Digits.
Import ListNotations.

(** * The golden ratio *)
(** floor (k * phi), where phi = (1 + sqrt 5) / 2; [N.sqrt] is rounded down. *)
Definition floor_phi (k : N) : N := ((k + N.sqrt (5 * k * k)) / 2)%N.
(** a <= k * phi < a + 1, without roots: x <= k * phi exactly if x * x <= x * k + k * k. *)
Theorem floor_phi_spec a k : (floor_phi k = a <-> a * a <= a * k + k * k /\ (a + 1) * k + k * k < (a + 1) * (a + 1))%N.
Proof.
  unfold floor_phi. pose proof (N.sqrt_spec (5 * k * k) ltac:(lia)) as [S1 S2].
  set (s := N.sqrt (5 * k * k)) in *. rewrite <- N.add_1_r in S2.
  pose proof (N.div_mod (k + s) 2 ltac:(lia)) as D. pose proof (N.mod_lt (k + s) 2 ltac:(lia)) as M.
  set (d := ((k + s) / 2)%N) in *. set (r := ((k + s) mod 2)%N) in *.
  clearbody r d s.
  assert (Ds : (d * d <= d * k + k * k /\ (d + 1) * k + k * k < (d + 1) * (d + 1))%N).
  { assert (K : (k <= s)%N) by nia. assert (E : s = (2 * d + r - k)%N) by lia.
    assert (E2 : (s + k = 2 * d + r)%N) by lia. clear D E. split; nia. }
  split; [intros <-; exact Ds|]. intros [A1 A2]. destruct Ds as [D1 D2].
  assert (k = 0 \/ 0 < k)%N as [->|P] by lia; [nia|].
  destruct (N.lt_trichotomy d a) as [L|[L|L]]; [exfalso|exact L|exfalso].
  - assert (d + 1 <= a)%N by lia. nia.
  - assert (a + 1 <= d)%N by lia. nia.
Qed.
Lemma floor_phi_positive k : (0 < k -> 1 <= floor_phi k)%N.
Proof. intro P. destruct (proj1 (floor_phi_spec (floor_phi k) k) eq_refl) as [_ H]. nia. Qed.

(** * Codes *)
(** The value of a code, and of the code with one more 0 at the end. *)
Fixpoint fpair (p : positive) : N * N :=
  match p with
  | xH => (1, 2)
  | xO p => let '(v, s) := fpair p in (s, v + s)
  | xI p => let '(v, s) := fpair p in (s + 1, v + s + 2)
  end%N.
Definition fval (x : N) : N := match x with N0 => 0%N | Npos p => fst (fpair p) end.
Definition fnext (x : N) : N := match x with N0 => 0%N | Npos p => snd (fpair p) end.
(** No two neighbouring ones. *)
Fixpoint legalp (p : positive) : bool :=
  match p with xH => true | xO p => legalp p | xI p => match p with xO _ => legalp p | _ => false end end.
Definition legal (x : N) : Prop := match x with N0 => True | Npos p => legalp p = true end.

Lemma fval_dig x d : fval (dig x d) = (fnext x + N.b2n d)%N.
Proof. destruct x as [|p], d; simpl; try reflexivity; destruct (fpair p); simpl; lia. Qed.
Lemma fnext_dig x d : fnext (dig x d) = (fval x + fnext x + 2 * N.b2n d)%N.
Proof. destruct x as [|p], d; simpl; try reflexivity; destruct (fpair p); simpl; lia. Qed.
Lemma legal_dig x d : legal (dig x d) <-> legal x /\ N.odd x && d = false.
Proof.
  destruct x as [|p], d; simpl; try tauto; rewrite ?andb_false_r; try tauto.
  destruct p; simpl; intuition discriminate.
Qed.

(** ** Every number has a code *)
Fixpoint ab (k : nat) : N * N := match k with O => (1, 0) | S k => let '(a, b) := ab k in (b, a + b) end%N.
Definition weight k := (fst (ab k) + 2 * snd (ab k))%N.
Definition read (x : N) (w : list bool) : N := fold_left dig w x.
Lemma weight_SS k : weight (S (S k)) = (weight (S k) + weight k)%N.
Proof. unfold weight. cbn [ab]. destruct (ab k) as [a b]. cbn [fst snd]. lia. Qed.
Lemma read_linear w : forall x,
  fval (read x w) = (fst (ab (length w)) * fval x + snd (ab (length w)) * fnext x + fval (read 0 w))%N.
Proof.
  induction w as [|d w IH]; intro x; cbn [read fold_left length]; [cbn [ab fst snd]; simpl fval at 3; lia|].
  change (fold_left dig w (dig x d)) with (read (dig x d) w). change (fold_left dig w (dig 0 d)) with (read (dig 0 d) w).
  rewrite (IH (dig x d)), (IH (dig 0 d)). rewrite !fval_dig, !fnext_dig. cbn [ab]. destruct (ab (length w)) as [a b].
  cbn [fst snd]. change (fval 0) with 0%N. change (fnext 0) with 0%N. ring.
Qed.
Fixpoint apart (l : bool) (w : list bool) : bool := match w with [] => true | d :: w => negb (l && d) && apart d w end.
Lemma odd_dig x d : N.odd (dig x d) = d.
Proof. now destruct x, d. Qed.
Lemma read_legal w : forall x, legal x -> apart (N.odd x) w = true -> legal (read x w).
Proof.
  induction w as [|d w IH]; simpl; intros x Hx H; [exact Hx|]. apply andb_true_iff in H. destruct H as [H1 H2].
  apply IH; [apply legal_dig; split; [exact Hx|now apply negb_true_iff]|now rewrite odd_dig].
Qed.
Lemma all_below k :
  (forall n, (n < weight k)%N -> exists w, length w = k /\ apart false w = true /\ fval (read 0 w) = n) /\
  (forall n, (n < weight (S k))%N -> exists w, length w = S k /\ apart false w = true /\ fval (read 0 w) = n).
Proof.
  induction k as [|k [IH1 IH2]].
  - split; intros n Hn.
    + exists []. repeat split. change (weight 0) with 1%N in Hn. simpl. lia.
    + change (weight 1) with 2%N in Hn.
      assert (n = 0 \/ n = 1)%N as [-> | ->] by lia; [exists [false]|exists [true]]; repeat split.
  - split; [exact IH2|]. intros n Hn. rewrite weight_SS in Hn. destruct (N.lt_ge_cases n (weight (S k))) as [L|L].
    + destruct (IH2 n L) as [w [Hl [Ho Hv]]]. exists (false :: w). cbn [length apart andb negb].
      repeat split; [lia|exact Ho|exact Hv].
    + destruct (IH1 (n - weight (S k))%N ltac:(lia)) as [w [Hl [Ho Hv]]]. exists (true :: false :: w).
      cbn [length apart andb negb]. repeat split; [lia|exact Ho|].
      change (read 0 (true :: false :: w)) with (read (dig (dig 0 true) false) w).
      rewrite read_linear, Hl, Hv. rewrite !fval_dig, !fnext_dig, !fval_dig. change (fval 0) with 0%N. change (fnext 0) with 0%N.
      cbn [N.b2n]. unfold weight in *. cbn [ab] in *. destruct (ab k) as [a b]. cbn [fst snd] in *. lia.
Qed.
Lemma weight_large k : (N.of_nat k < weight k /\ N.of_nat (S k) < weight (S k))%N.
Proof. induction k as [|k [A B]]; [split; reflexivity|]. split; [exact B|]. rewrite weight_SS. lia. Qed.
Theorem zeckendorf n : exists x, legal x /\ fval x = n.
Proof.
  destruct (proj1 (all_below (N.to_nat n)) n) as [w [_ [Ho Hv]]].
  - pose proof (proj1 (weight_large (N.to_nat n))). lia.
  - exists (read 0 w). split; [apply read_legal; [exact I|exact Ho]|exact Hv].
Qed.

(** ** One place up *)
(** x < y * phi and x > y * phi, without roots. *)
Definition small (x y : Z) := (x * x < x * y + y * y)%Z.
Definition large (x y : Z) := (x * x > x * y + y * y)%Z.
Lemma around x : legal x -> forall v s, v = Z.of_N (fval x) -> s = Z.of_N (fnext x) ->
  small (s + 1) (v + 1) /\ large (s + 2) (v + 1) /\ (N.odd x = false -> small (s + 3) (v + 2)).
Proof.
  assert (A : forall k x, (x < 2 ^ N.of_nat k)%N -> legal x -> forall v s, v = Z.of_N (fval x) -> s = Z.of_N (fnext x) ->
    small (s + 1) (v + 1) /\ large (s + 2) (v + 1) /\ (N.odd x = false -> small (s + 3) (v + 2))).
  { clear x. induction k as [|k IH]; intros x Hx Hl v s Ev Es.
    - change (2 ^ N.of_nat 0)%N with 1%N in Hx. assert (x = 0)%N by lia. subst. unfold small, large. simpl. lia.
    - rewrite <- (dig_div x) in Hl, Ev, Es. rewrite <- (dig_div x), odd_dig. revert Hl Ev Es. generalize (N.odd x). intros d Hl Ev Es.
      assert (Hk : (N.div2 x < 2 ^ N.of_nat k)%N).
      { rewrite Nat2N.inj_succ, N.pow_succ_r' in Hx. pose proof (N.div2_odd x). lia. }
      apply legal_dig in Hl. destruct Hl as [Hl Hd]. rewrite fval_dig in Ev. rewrite fnext_dig in Es.
      destruct (IH _ Hk Hl _ _ eq_refl eq_refl) as (I1 & I2 & I3).
      assert (P1 : (0 <= Z.of_N (fval (N.div2 x)))%Z) by lia. assert (P2 : (0 <= Z.of_N (fnext (N.div2 x)))%Z) by lia.
      revert I1 I2 I3 Ev Es P1 P2. generalize (fval (N.div2 x)) (fnext (N.div2 x)). intros v0 s0.
      intros I1 I2 I3 Ev Es P1 P2. rewrite !N2Z.inj_add, ?N2Z.inj_mul in *.
      revert I1 I2 I3 Ev Es P1 P2. generalize (Z.of_N v0) (Z.of_N s0). clear v0 s0. intros v0 s0 I1 I2 I3 Ev Es P1 P2.
      unfold small, large in *. destruct d; cbn [N.b2n] in *; change (Z.of_N 0) with 0%Z in *; change (Z.of_N 1) with 1%Z in *;
        change (Z.of_N 2) with 2%Z in *.
      + rewrite andb_true_r in Hd. specialize (I3 Hd). subst v s. split; [nia|]. split; [nia|discriminate].
      + subst v s. assert (I4 : ((v0 + s0 + 3) * (v0 + s0 + 3) < (v0 + s0 + 3) * (s0 + 2) + (s0 + 2) * (s0 + 2))%Z) by nia.
        split; [nia|]. split; [nia|]. intros _. nia. }
  apply (A (N.to_nat (N.size x))). rewrite N2Nat.id. apply N.size_gt.
Qed.
Theorem floor_shift x : legal x -> floor_phi (fval x + 1) = (fnext x + 1)%N.
Proof.
  intro L. apply floor_phi_spec. destruct (around x L _ _ eq_refl eq_refl) as (A & B & _). unfold small, large in *. nia.
Qed.
