(** Tuples of numbers, built digit by digit.

    A word of letters, most significant first, denotes a tuple of numbers: it begins with zeros,
    and [snoc e a] appends the letter [a], so that each number x becomes 2x + d. Every tuple arises
    so ([digit_ind]); an automaton that follows [snoc] therefore meets every tuple, and numbers need
    never be converted to words, nor words be padded. [term]s are what is computed digit by digit. *)
From Coq Require Import List NArith ZArith Bool Lia Arith.
Import ListNotations.

Definition env := list N.
Definition letter := list bool.

Definition dig (x : N) (d : bool) : N := if d then N.succ_double x else N.double x.
Fixpoint snoc (e : env) (a : letter) : env :=
  match e, a with
  | x :: e', d :: a' => dig x d :: snoc e' a'
  | _, _ => []
  end.
Definition zeros n : env := repeat 0%N n.
Definition get (e : env) i := nth i e 0%N.
Definition bit (a : letter) i := nth i a false.
(** The numbers (digits) on the tracks [tr]. *)
Definition proj (tr : list nat) (e : env) : env := map (get e) tr.
Definition projl (tr : list nat) (a : letter) : letter := map (bit a) tr.

(** * Lengths (the standard library has changed the names of these) *)
Lemma len_map {A B} (f : A -> B) l : length (map f l) = length l.
Proof. induction l; simpl; auto. Qed.
Lemma len_app {A} (l m : list A) : length (l ++ m) = length l + length m.
Proof. induction l; simpl; auto. Qed.
Lemma len_repeat {A} (x : A) n : length (repeat x n) = n.
Proof. induction n; simpl; auto. Qed.
Lemma len_seq a n : length (seq a n) = n.
Proof. revert a. induction n; simpl; auto. Qed.
Lemma zeros_length n : length (zeros n) = n.
Proof. apply len_repeat. Qed.
Lemma proj_length tr e : length (proj tr e) = length tr.
Proof. apply len_map. Qed.
Lemma projl_length tr a : length (projl tr a) = length tr.
Proof. apply len_map. Qed.
Lemma snoc_length e a : length a = length e -> length (snoc e a) = length e.
Proof. revert a; induction e as [|x e IH]; destruct a as [|d a]; simpl; intros; try lia. f_equal. apply IH. lia. Qed.

(** * Appending a letter *)
Lemma dig_spec x d : dig x d = (2 * x + N.b2n d)%N.
Proof. destruct d; simpl dig; rewrite ?N.succ_double_spec, ?N.double_spec; simpl N.b2n; lia. Qed.
Lemma dig_div x : dig (N.div2 x) (N.odd x) = x.
Proof. rewrite dig_spec. pose proof (N.div2_odd x). lia. Qed.
Lemma get_snoc e a i : length a = length e -> get (snoc e a) i = dig (get e i) (bit a i).
Proof.
  unfold get, bit. revert a i; induction e as [|x e IH]; destruct a as [|d a]; simpl; intros i H;
    try discriminate; destruct i; auto.
Qed.
Lemma proj_snoc tr e a : length a = length e -> proj tr (snoc e a) = snoc (proj tr e) (projl tr a).
Proof. intro H. unfold proj, projl. induction tr; simpl; [reflexivity|]. now rewrite get_snoc, IHtr. Qed.
Lemma get_zeros n i : get (zeros n) i = 0%N.
Proof. unfold get, zeros. revert i; induction n; destruct i; simpl; auto. Qed.
Lemma proj_zeros tr n : proj tr (zeros n) = zeros (length tr).
Proof. unfold proj. induction tr; simpl; [reflexivity|]. now rewrite get_zeros, IHtr. Qed.
Lemma snoc_app e f a b : length a = length e -> snoc (e ++ f) (a ++ b) = snoc e a ++ snoc f b.
Proof.
  revert a; induction e as [|x e IH]; destruct a as [|d a]; simpl; intros; try discriminate; auto.
  f_equal. apply IH. lia.
Qed.
Lemma zeros_app n m : zeros (n + m) = zeros n ++ zeros m.
Proof. unfold zeros. induction n; simpl; [reflexivity|]. now rewrite IHn. Qed.
Lemma snoc_zeros n : snoc (zeros n) (repeat false n) = zeros n.
Proof. unfold zeros. induction n; simpl; [reflexivity|]. now rewrite IHn. Qed.
Lemma snoc_inj e : forall a e' a', length a = length e -> length e' = length e -> length a' = length e ->
  snoc e a = snoc e' a' -> e = e' /\ a = a'.
Proof.
  induction e as [|x e IH]; destruct a as [|d a], e' as [|x' e'], a' as [|d' a']; simpl;
    intros H1 H2 H3 E; try discriminate; auto.
  injection E as E1 E2. destruct (IH a e' a') as [-> ->]; try lia; auto.
  rewrite !dig_spec in E1. destruct d, d'; simpl N.b2n in E1; try lia; split; f_equal; lia.
Qed.
Lemma snoc_zero n e a : length e = n -> length a = n -> snoc e a = zeros n -> e = zeros n /\ a = repeat false n.
Proof.
  intros He Ha E. rewrite <- (snoc_zeros n) in E.
  apply snoc_inj in E; rewrite ?zeros_length, ?len_repeat; try lia. exact E.
Qed.

(** What zeros have and [snoc] keeps, all tuples have. *)
Theorem digit_ind n (Q : env -> Prop) :
  Q (zeros n) ->
  (forall e a, length e = n -> length a = n -> Q e -> Q (snoc e a)) ->
  forall e, length e = n -> Q e.
Proof.
  intros H0 HS.
  assert (A : forall k e, length e = n -> Forall (fun x => x < 2 ^ N.of_nat k)%N e -> Q e).
  { induction k as [|k IH]; intros e Hl Hf.
    - replace e with (zeros n); [exact H0|]. subst n. clear - Hf.
      induction Hf; simpl; [reflexivity|]. unfold zeros in *. simpl. f_equal; [|assumption].
      change (2 ^ N.of_nat 0)%N with 1%N in H. lia.
    - replace e with (snoc (map N.div2 e) (map N.odd e)).
      + apply HS; rewrite ?len_map; auto. apply IH; [now rewrite len_map|].
        clear - Hf. induction Hf; simpl; constructor; [|assumption].
        rewrite Nat2N.inj_succ, N.pow_succ_r' in H. pose proof (N.div2_odd x). lia.
      + clear. induction e; simpl; [reflexivity|]. now rewrite dig_div, IHe. }
  intros e Hl.
  assert (exists k, Forall (fun x => x < 2 ^ N.of_nat k)%N e) as [k Hk].
  { clear. induction e as [|x e [k IH]]; [exists 0; constructor|].
    exists (max k (N.to_nat (N.size x))). constructor.
    - eapply N.lt_le_trans; [apply N.size_gt|]. apply N.pow_le_mono_r; lia.
    - eapply Forall_impl; [|exact IH]. simpl. intros y Hy. eapply N.lt_le_trans; [exact Hy|].
      apply N.pow_le_mono_r; lia. }
  exact (A k e Hl Hk).
Qed.

(** All letters of n tracks. *)
Fixpoint letters n : list letter :=
  match n with 0 => [[]] | S n => map (cons false) (letters n) ++ map (cons true) (letters n) end.
Lemma in_letters n a : length a = n -> In a (letters n).
Proof.
  revert a; induction n; destruct a as [|d a]; simpl; intro H; try discriminate; [auto|].
  apply in_or_app. destruct d; [right|left]; apply in_map, IHn; lia.
Qed.

(** Words: several letters, appended one after the other. *)
Definition wf n (ws : list letter) := Forall (fun a => length a = n) ws.
Fixpoint ext (e : env) (ws : list letter) : env :=
  match ws with [] => e | a :: ws => ext (snoc e a) ws end.
Lemma ext_length n ws : wf n ws -> forall e, length e = n -> length (ext e ws) = n.
Proof.
  induction 1 as [|a ws Ha _ IH]; simpl; intros e He; [exact He|].
  apply IH. rewrite snoc_length; lia.
Qed.

(** * Terms: numbers whose digits depend on the digits at the same place only *)
Inductive term := V (i : nat) | TXor (s t : term) | TAnd (s t : term) | TOr (s t : term).
Fixpoint teval (e : env) (t : term) : N :=
  match t with
  | V i => get e i
  | TXor s t => N.lxor (teval e s) (teval e t)
  | TAnd s t => N.land (teval e s) (teval e t)
  | TOr s t => N.lor (teval e s) (teval e t)
  end.
Fixpoint tbit (a : letter) (t : term) : bool :=
  match t with
  | V i => bit a i
  | TXor s t => xorb (tbit a s) (tbit a t)
  | TAnd s t => tbit a s && tbit a t
  | TOr s t => tbit a s || tbit a t
  end.
Lemma teval_snoc e a t : length a = length e -> teval (snoc e a) t = dig (teval e t) (tbit a t).
Proof.
  intro H. induction t; simpl; [now apply get_snoc| | |]; rewrite IHt1, IHt2;
    destruct (teval e t1), (teval e t2), (tbit a t1), (tbit a t2); reflexivity.
Qed.
Lemma teval_zeros n t : teval (zeros n) t = 0%N.
Proof. induction t; simpl; [apply get_zeros| | |]; now rewrite IHt1, IHt2. Qed.
Lemma tevals_snoc e a ts : length a = length e -> map (teval (snoc e a)) ts = snoc (map (teval e) ts) (map (tbit a) ts).
Proof. intro H. induction ts; simpl; [reflexivity|]. now rewrite teval_snoc, IHts. Qed.
Lemma tevals_zeros n ts : map (teval (zeros n)) ts = zeros (length ts).
Proof. unfold zeros at 2. induction ts; simpl; [reflexivity|]. now rewrite teval_zeros, IHts. Qed.
