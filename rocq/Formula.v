(** Formulas about numbers, their meaning, and their deterministic automata.

    [sem f e] is what a formula says of a tuple, in plain arithmetic. [init], [step] and [acc] are its
    automaton, most significant digits first: a state is a tree with one number an atom, and a connective
    whose truth is settled becomes [STrue] or [SFalse]. [Inv] says what a state knows of the digits read so
    far; [init_ok], [step_ok] and [acc_ok] say that the automaton is right. [FTab] is a set that has a table
    already: this is how formulas with quantifiers, and sets without a formula, become atoms. *)
From Coq Require Import List NArith ZArith Bool Lia Arith.
From Ishitori Require Import Digits Table.
Import ListNotations.

(** * Words about single numbers *)
(** The number of zeros (ones) at the end of the binary digits. *)
Fixpoint v2p (p : positive) : N := match p with xO p => N.succ (v2p p) | _ => 0%N end.
Definition v2 (x : N) : N := match x with N0 => 0%N | Npos p => v2p p end.
Fixpoint tailp (p : positive) : N := match p with xI p => N.succ (tailp p) | xH => 1%N | xO _ => 0%N end.
Definition tail (x : N) : N := match x with N0 => 0%N | Npos p => tailp p end.

(** The number of ones among the binary digits. *)
Fixpoint onesp (p : positive) : N := match p with xI p => N.succ (onesp p) | xO p => onesp p | xH => 1%N end.
Definition ones_of (x : N) : N := match x with N0 => 0%N | Npos p => onesp p end.

Definition pow2 (x : N) : Prop := exists k, x = (2 ^ k)%N.
Fixpoint pow2b (p : positive) : bool := match p with xH => true | xO p => pow2b p | xI _ => false end.
(** v2 x <= v2 y, where v2 0 is infinite *)
Definition v2le (x y : N) : Prop :=
  match y, x with N0, _ => True | _, N0 => False | Npos q, Npos p => (v2p p <= v2p q)%N end.
Definition v2cmp (x y : N) : Z :=   (* 0: equal, 1: less, 2: greater *)
  match x, y with
  | N0, N0 => 0 | N0, _ => 2 | _, N0 => 1
  | Npos p, Npos q => match (v2p p ?= v2p q)%N with Eq => 0 | Lt => 1 | Gt => 2 end
  end%Z.
(** at every place the number of ones is divisible by m *)
Fixpoint ones (l : list bool) : nat := match l with [] => 0 | true :: l => S (ones l) | false :: l => ones l end.
Definition digits0 (m : nat) (l : list N) : Prop := forall i, ones (map (fun x => N.testbit x i) l) mod m = 0.
(** The number whose digits are one where all, some, at least k of these numbers have a one ([at_least_spec]). *)
Fixpoint all_of (l : list N) : N := match l with [] => 0%N | [x] => x | x :: l => N.land x (all_of l) end.
Fixpoint some_of (l : list N) : N := match l with [] => 0%N | [x] => x | x :: l => N.lor x (some_of l) end.
Fixpoint at_least (k : nat) (l : list N) : N :=
  match l with
  | [] => 0%N
  | x :: m => if Nat.eqb k (length l) then all_of l else if Nat.eqb k 1 then some_of l
              else N.lor (N.land x (at_least (k - 1) m)) (at_least k m)
  end.
Lemma ones_length l : ones l <= length l.
Proof. induction l as [|[] l IH]; simpl; lia. Qed.
Lemma all_of_spec l i : l <> [] -> N.testbit (all_of l) i = Nat.leb (length l) (ones (map (fun x => N.testbit x i) l)).
Proof.
  induction l as [|x l IH]; [congruence|intros _]. destruct l as [|y l]; [now destruct (N.testbit x i) eqn:E; simpl; rewrite E|].
  cbn [all_of map length ones] in *. rewrite N.land_spec, IH by discriminate. destruct (N.testbit x i); [reflexivity|].
  rewrite andb_false_l. symmetry. apply Nat.leb_gt.
  pose proof (ones_length (map (fun x => N.testbit x i) (y :: l))) as B. rewrite len_map in B. cbn [map ones length] in B.
  destruct (N.testbit y i); lia.
Qed.
Lemma some_of_spec l i : l <> [] -> N.testbit (some_of l) i = Nat.leb 1 (ones (map (fun x => N.testbit x i) l)).
Proof.
  induction l as [|x l IH]; [congruence|intros _]. destruct l as [|y l]; [now destruct (N.testbit x i) eqn:E; simpl; rewrite E|].
  cbn [some_of map ones] in *. rewrite N.lor_spec, IH by discriminate. now destruct (N.testbit x i).
Qed.
Lemma at_least_spec l i : forall k, 1 <= k <= length l ->
  N.testbit (at_least k l) i = Nat.leb k (ones (map (fun x => N.testbit x i) l)).
Proof.
  induction l as [|x l IH]; intros k K; [simpl in K; lia|]. cbn [at_least].
  destruct (Nat.eqb_spec k (length (x :: l))) as [->|D]; [now apply all_of_spec|].
  destruct (Nat.eqb_spec k 1) as [->|D']; [now apply some_of_spec|]. cbn [length] in *.
  rewrite N.lor_spec, N.land_spec, !IH by lia. cbn [map ones]. destruct (N.testbit x i).
  - rewrite andb_true_l. destruct k as [|k]; [lia|]. rewrite Nat.sub_succ, Nat.sub_0_r. cbn [Nat.leb].
    destruct (Nat.leb_spec k (ones (map (fun x => N.testbit x i) l))); [reflexivity|].
    destruct (ones (map (fun x => N.testbit x i) l)); [reflexivity|]. apply Nat.leb_gt. lia.
  - reflexivity.
Qed.

Inductive rel := REq | RGe.
Inductive form :=
| FTrue | FFalse
| FLin (r : rel) (c : Z) (l : list (Z * term))     (* sum of c_i t_i  =, >=  c *)
| FMod (m r : Z) (l : list (Z * term))             (* sum of c_i t_i mod m = r *)
| FV2 (m r : N) (t : term)                         (* t > 0 and v2 t mod m = r *)
| FTail (t u : term)                               (* u = 2 ^ tail t *)
| FPow2 (t : term)
| FV2le (t u : term)                               (* v2 t <= v2 u *)
| FDig (m : nat) (l : list term)                   (* at every place m divides the number of ones *)
| FBit (k : N) (t : term)                          (* the digit at place k is one *)
| FOnes (m r : N) (t : term)                       (* the number of ones of t mod m = r *)
| FTailMod (m r : N) (t : term)                    (* tail t mod m = r *)
| FTailLe (t u : term)                             (* tail t <= tail u *)
| FTab (A : env -> Prop) (T : table) (l : list term)   (* the terms are in A, which T accepts *)
| FNot (f : form) | FAnd (f g : form) | FOr (f g : form) | FIff (f g : form).

Fixpoint lsum (e : env) (l : list (Z * term)) : Z :=
  match l with [] => 0 | (c, t) :: l => c * Z.of_N (teval e t) + lsum e l end%Z.

Fixpoint sem (f : form) (e : env) : Prop :=
  match f with
  | FTrue => True
  | FFalse => False
  | FLin REq c l => lsum e l = c
  | FLin RGe c l => (lsum e l >= c)%Z
  | FMod m r l => (lsum e l mod m = r)%Z
  | FV2 m r t => teval e t <> 0%N /\ (v2 (teval e t) mod m = r)%N
  | FTail t u => teval e u = (2 ^ tail (teval e t))%N
  | FPow2 t => pow2 (teval e t)
  | FV2le t u => v2le (teval e t) (teval e u)
  | FDig m l => digits0 m (map (teval e) l)
  | FBit k t => N.testbit (teval e t) k = true
  | FOnes m r t => (ones_of (teval e t) mod m = r)%N
  | FTailMod m r t => (tail (teval e t) mod m = r)%N
  | FTailLe t u => (tail (teval e t) <= tail (teval e u))%N
  | FTab A _ l => A (map (teval e) l)
  | FNot f => ~ sem f e
  | FAnd f g => sem f e /\ sem g e
  | FOr f g => sem f e \/ sem g e
  | FIff f g => sem f e <-> sem g e
  end.

(** Every table in the formula accepts what it is to accept. *)
Fixpoint good (f : form) : Prop :=
  match f with
  | FTab A T l => recog (length l) A T
  | FNot f => good f
  | FAnd f g | FOr f g | FIff f g => good f /\ good g
  | _ => True
  end.

(** * States *)
Inductive stree := STrue | SFalse | SAt (z : Z) | SNot (s : stree) | SBin (s t : stree).

Fixpoint lbits (a : letter) (l : list (Z * term)) : Z :=
  match l with [] => 0 | (c, t) :: l => (if tbit a t then c else 0) + lbits a l end%Z.
Fixpoint lo (l : list (Z * term)) : Z := match l with [] => 0 | (c, _) :: l => Z.min c 0 + lo l end%Z.
Fixpoint hi (l : list (Z * term)) : Z := match l with [] => 0 | (c, _) :: l => Z.max c 0 + hi l end%Z.

Definition v2val (m x : N) : Z := match x with N0 => 0 | Npos p => 1 + Z.of_N (v2p p mod m) end%Z.
Definition v2step (m : N) (z : Z) (d : bool) : Z :=
  if d then (1 + Z.of_N (0 mod m))%Z else match z with Zpos p => 1 + Z.of_N (N.pos p mod m) | _ => 0 end%Z.
Definition tailval (x u : N) : Z := if (u =? 0)%N then 0%Z else if (u =? 2 ^ tail x)%N then 1%Z else 2%Z.
Definition tailstep (z : Z) (d f : bool) : Z :=
  if (z =? 0)%Z && negb f then 0%Z
  else if (d && negb f && (z =? 1)%Z) || (negb d && f && (z =? 0)%Z) then 1%Z else 2%Z.

Definition powval (x : N) : Z := match x with N0 => 0 | Npos p => if pow2b p then 1 else 2 end%Z.
Definition powstep (z : Z) (d : bool) : Z := if d then (if (z =? 0)%Z then 1 else 2)%Z else z.
Definition v2cmpstep (z : Z) (d f : bool) : Z := if d then (if f then 0 else 1)%Z else (if f then 2 else z)%Z.
Definition nextmod (m : N) (z : Z) : Z := Z.of_N (N.succ (Z.to_N z) mod m).
Definition tailcmp (x y : N) : Z :=   (* 0: equal, 1: less, 2: greater *)
  match (tail x ?= tail y)%N with Eq => 0 | Lt => 1 | Gt => 2 end%Z.
Definition tailcmpstep (z : Z) (d f : bool) : Z := if d then (if f then z else 2)%Z else (if f then 1 else 0)%Z.
(** The last k + 1 digits. *)
Definition bitstep (k : N) (z : Z) (d : bool) : Z := ((2 * z + (if d then 1 else 0)) mod 2 ^ (Z.of_N k + 1))%Z.
Definition digok (m : nat) (l : list term) (a : letter) : bool := Nat.eqb (ones (map (tbit a) l) mod m) 0.

Definition mk_lin (r : rel) (c : Z) (l : list (Z * term)) (z : Z) : stree :=
  match r with
  | RGe => if (c <=? z)%Z && (0 <=? z + lo l)%Z then STrue
           else if (z <? c)%Z && (z + hi l <=? 0)%Z then SFalse else SAt z
  | REq => if (c <? z)%Z && (0 <=? z + lo l)%Z || (z <? c)%Z && (z + hi l <=? 0)%Z then SFalse else SAt z
  end.
Definition mk_tail (z : Z) : stree := if (z =? 2)%Z then SFalse else SAt z.
Definition mk_tab (o : option positive) : stree := match o with None => SFalse | Some q => SAt (Zpos q) end.
Definition tab_state (z : Z) : option positive := match z with Zpos q => Some q | _ => None end.
Definition mk_not (s : stree) := match s with STrue => SFalse | SFalse => STrue | _ => SNot s end.
Definition mk_and (s t : stree) :=
  match s, t with SFalse, _ => SFalse | _, SFalse => SFalse | STrue, STrue => STrue | _, _ => SBin s t end.
Definition mk_or (s t : stree) :=
  match s, t with STrue, _ => STrue | _, STrue => STrue | SFalse, SFalse => SFalse | _, _ => SBin s t end.
Definition mk_iff (s t : stree) :=
  match s, t with
  | STrue, STrue | SFalse, SFalse => STrue
  | STrue, SFalse | SFalse, STrue => SFalse
  | _, _ => SBin s t
  end.

Fixpoint init (f : form) : stree :=
  match f with
  | FTrue => STrue
  | FFalse => SFalse
  | FLin r c l => mk_lin r c l 0
  | FMod m _ _ => SAt (0 mod m)
  | FV2 _ _ _ => SAt 0
  | FTail _ _ => SAt 0
  | FPow2 _ => SAt 0
  | FV2le _ _ => SAt 0
  | FDig m l => if Nat.eqb (0 mod m) 0 then SAt 0 else SFalse
  | FBit _ _ => SAt 0
  | FOnes m _ _ | FTailMod m _ _ => SAt (Z.of_N (0 mod m))
  | FTailLe _ _ => SAt 0
  | FTab _ _ _ => mk_tab (Some 1%positive)
  | FNot f => mk_not (init f)
  | FAnd f g => mk_and (init f) (init g)
  | FOr f g => mk_or (init f) (init g)
  | FIff f g => mk_iff (init f) (init g)
  end.

Fixpoint step (f : form) (s : stree) (a : letter) {struct f} : stree :=
  match s with
  | STrue => STrue
  | SFalse => SFalse
  | SAt z =>
      match f with
      | FLin r c l => mk_lin r c l (2 * z + lbits a l)
      | FMod m _ l => SAt ((2 * z + lbits a l) mod m)
      | FV2 m _ t => SAt (v2step m z (tbit a t))
      | FTail t u => mk_tail (tailstep z (tbit a t) (tbit a u))
      | FPow2 t => mk_tail (powstep z (tbit a t))
      | FV2le t u => SAt (v2cmpstep z (tbit a t) (tbit a u))
      | FDig m l => if digok m l a then SAt 0 else SFalse
      | FBit k t => SAt (bitstep k z (tbit a t))
      | FOnes m _ t => SAt (if tbit a t then nextmod m z else z)
      | FTailMod m _ t => SAt (if tbit a t then nextmod m z else Z.of_N (0 mod m))
      | FTailLe t u => SAt (tailcmpstep z (tbit a t) (tbit a u))
      | FTab _ T l => mk_tab (tnext T (tab_state z) (map (tbit a) l))
      | _ => s
      end
  | SNot s' => match f with FNot f => mk_not (step f s' a) | _ => s end
  | SBin s' t' =>
      match f with
      | FAnd f g => match step f s' a with SFalse => SFalse | s => mk_and s (step g t' a) end
      | FOr f g => match step f s' a with STrue => STrue | s => mk_or s (step g t' a) end
      | FIff f g => mk_iff (step f s' a) (step g t' a)
      | _ => s
      end
  end.

Fixpoint acc (f : form) (s : stree) {struct f} : bool :=
  match s with
  | STrue => true
  | SFalse => false
  | SAt z =>
      match f with
      | FLin REq c _ => (z =? c)%Z
      | FLin RGe c _ => (c <=? z)%Z
      | FMod m r _ => (z =? r)%Z
      | FV2 m r _ => (z =? 1 + Z.of_N r)%Z
      | FTail _ _ => (z =? 1)%Z
      | FPow2 _ => (z =? 1)%Z
      | FV2le _ _ => negb (z =? 2)%Z
      | FDig _ _ => true
      | FBit k _ => Z.testbit z (Z.of_N k)
      | FOnes _ r _ | FTailMod _ r _ => (z =? Z.of_N r)%Z
      | FTailLe _ _ => negb (z =? 2)%Z
      | FTab _ T _ => tacc T (tab_state z)
      | _ => false
      end
  | SNot s => match f with FNot f => negb (acc f s) | _ => false end
  | SBin s t =>
      match f with
      | FAnd f g => acc f s && acc g t
      | FOr f g => acc f s || acc g t
      | FIff f g => eqb (acc f s) (acc g t)
      | _ => false
      end
  end.

(** * Correctness: what a state says of the digits read so far *)
Section Inv.
  Variable n : nat.
  Notation wf := (wf n).

  Fixpoint Inv (f : form) (s : stree) (e : env) {struct f} : Prop :=
    match s with
    | STrue => forall ws, wf ws -> sem f (ext e ws)
    | SFalse => forall ws, wf ws -> ~ sem f (ext e ws)
    | SAt z =>
        match f with
        | FLin _ _ l => z = lsum e l
        | FMod m _ l => z = (lsum e l mod m)%Z
        | FV2 m _ t => z = v2val m (teval e t)
        | FTail t u => z = tailval (teval e t) (teval e u)
        | FPow2 t => z = powval (teval e t)
        | FV2le t u => z = v2cmp (teval e t) (teval e u)
        | FDig m l => digits0 m (map (teval e) l)
        | FBit k t => z = (Z.of_N (teval e t) mod 2 ^ (Z.of_N k + 1))%Z
        | FOnes m _ t => z = Z.of_N (ones_of (teval e t) mod m)
        | FTailMod m _ t => z = Z.of_N (tail (teval e t) mod m)
        | FTailLe t u => z = tailcmp (teval e t) (teval e u)
        | FTab _ T l => exists q, z = Zpos q /\ Run (length l) T (map (teval e) l) (Some q)
        | _ => False
        end
    | SNot s => match f with FNot f => Inv f s e | _ => False end
    | SBin s t =>
        match f with
        | FAnd f g => Inv f s e /\ Inv g t e
        | FOr f g => Inv f s e /\ Inv g t e
        | FIff f g => Inv f s e /\ Inv g t e
        | _ => False
        end
    end.

  Lemma lsum_snoc e a l : length a = length e -> (lsum (snoc e a) l = 2 * lsum e l + lbits a l)%Z.
  Proof.
    intro H. induction l as [|[c t] l IH]; cbn [lsum lbits]; [reflexivity|].
    rewrite IH, teval_snoc, dig_spec by exact H. rewrite N2Z.inj_add, N2Z.inj_mul. change (Z.of_N 2) with 2%Z. destruct (tbit a t); cbn [N.b2n]; change (Z.of_N 1) with 1%Z; change (Z.of_N 0) with 0%Z; ring.
  Qed.
  Lemma lbits_bounds a l : (lo l <= lbits a l <= hi l)%Z.
  Proof. induction l as [|[c t] l IH]; simpl; [lia|]. destruct (tbit a t); lia. Qed.
  Lemma lsum_zeros l : lsum (zeros n) l = 0%Z.
  Proof. induction l as [|[c t] l IH]; simpl; [reflexivity|]. rewrite teval_zeros, IH. lia. Qed.

  Lemma ext_up l ws : wf ws -> forall e, length e = n -> (0 <= lsum e l + lo l)%Z -> (lsum e l <= lsum (ext e ws) l)%Z.
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [lia|].
    pose proof (lbits_bounds a l). pose proof (lsum_snoc e a l ltac:(lia)).
    specialize (IH (snoc e a) ltac:(rewrite snoc_length; lia) ltac:(lia)). lia.
  Qed.
  Lemma ext_down l ws : wf ws -> forall e, length e = n -> (lsum e l + hi l <= 0)%Z -> (lsum (ext e ws) l <= lsum e l)%Z.
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [lia|].
    pose proof (lbits_bounds a l). pose proof (lsum_snoc e a l ltac:(lia)).
    specialize (IH (snoc e a) ltac:(rewrite snoc_length; lia) ltac:(lia)). lia.
  Qed.

  Lemma tail_snoc e a t u : length a = length e ->
    tailval (teval (snoc e a) t) (teval (snoc e a) u) = tailstep (tailval (teval e t) (teval e u)) (tbit a t) (tbit a u).
  Proof.
    intro H. rewrite !teval_snoc by exact H. generalize (teval e t) (teval e u). intros x y.
    assert (E : (2 ^ tail (dig x (tbit a t)) = if tbit a t then 2 * 2 ^ tail x else 1)%N).
    { destruct x, (tbit a t); simpl tail; try reflexivity. now rewrite N.pow_succ_r'. }
    unfold tailval, tailstep. rewrite E. clear E. rewrite dig_spec.
    pose proof (N.pow_nonzero 2 (tail x) ltac:(lia)) as Z0.
    revert Z0. generalize (2 ^ tail x)%N. intros k Z0.
    destruct (tbit a t), (tbit a u); simpl N.b2n;
      destruct (N.eqb_spec y 0), (N.eqb_spec y k); cbn -[N.mul N.add N.eqb];
      repeat match goal with |- context [N.eqb ?a ?b] => destruct (N.eqb_spec a b) end; try reflexivity; try lia.
  Qed.
  Lemma v2_snoc m x d : v2val m (dig x d) = v2step m (v2val m x) d.
  Proof.
    destruct d; [now destruct x|]. destruct x as [|p]; [reflexivity|]. simpl dig. unfold v2val, v2step. simpl v2p.
    replace (match (1 + Z.of_N (v2p p mod m))%Z with Z.pos p0 => (1 + Z.of_N (N.pos p0 mod m))%Z | _ => 0%Z end)
      with (1 + Z.of_N (N.succ (v2p p mod m) mod m))%Z.
    - f_equal. f_equal. destruct (N.eq_dec m 0) as [->|Hm]; [now destruct (v2p p)|].
      rewrite <- !N.add_1_r. now rewrite N.add_mod_idemp_l.
    - generalize (v2p p mod m)%N. intro k. now destruct k as [|[q|q|]].
  Qed.

  Lemma succ_mod m k : (N.succ (k mod m) mod m = N.succ k mod m)%N.
  Proof.
    destruct (N.eq_dec m 0) as [->|Hm]; [now destruct k|]. rewrite <- !N.add_1_r. now rewrite N.add_mod_idemp_l.
  Qed.
  Lemma nextmod_ok m k : nextmod m (Z.of_N (k mod m)) = Z.of_N (N.succ k mod m).
  Proof. unfold nextmod. now rewrite N2Z.id, succ_mod. Qed.
  Lemma ones_dig x d : ones_of (dig x d) = if d then N.succ (ones_of x) else ones_of x.
  Proof. now destruct x, d. Qed.
  Lemma tail_dig x d : tail (dig x d) = if d then N.succ (tail x) else 0%N.
  Proof. now destruct x, d. Qed.
  Lemma ones_snoc m x d :
    Z.of_N (ones_of (dig x d) mod m) = if d then nextmod m (Z.of_N (ones_of x mod m)) else Z.of_N (ones_of x mod m).
  Proof. rewrite ones_dig. destruct d; [now rewrite nextmod_ok|reflexivity]. Qed.
  Lemma tailmod_snoc m x d :
    Z.of_N (tail (dig x d) mod m) = if d then nextmod m (Z.of_N (tail x mod m)) else Z.of_N (0 mod m).
  Proof. rewrite tail_dig. destruct d; [now rewrite nextmod_ok|reflexivity]. Qed.
  Lemma tailcmp_snoc x y d f : tailcmp (dig x d) (dig y f) = tailcmpstep (tailcmp x y) d f.
  Proof.
    unfold tailcmp, tailcmpstep. rewrite !tail_dig. generalize (tail x) (tail y). intros k l. destruct d, f.
    - replace (N.succ k ?= N.succ l)%N with (k ?= l)%N; [reflexivity|]. symmetry.
      destruct (N.compare_spec k l) as [E|E|E];
        [rewrite E; apply N.compare_refl|apply N.compare_lt_iff; lia|apply N.compare_gt_iff; lia].
    - replace (N.succ k ?= 0)%N with Gt; [reflexivity|]. symmetry. apply N.compare_gt_iff. lia.
    - replace (0 ?= N.succ l)%N with Lt; [reflexivity|]. symmetry. apply N.compare_lt_iff. lia.
    - reflexivity.
  Qed.
  Lemma tailcmp_le x y : tailcmp x y <> 2%Z <-> (tail x <= tail y)%N.
  Proof.
    unfold tailcmp. destruct (N.compare_spec (tail x) (tail y)); split; intros; try lia; try congruence; try discriminate.
  Qed.

  Lemma pow_snoc x d : powval (dig x d) = powstep (powval x) d.
  Proof. destruct x as [|p], d; simpl; try reflexivity. now destruct (pow2b p). Qed.
  Lemma pow_dead t ws : wf ws -> forall e, length e = n -> powval (teval e t) = 2%Z -> powval (teval (ext e ws) t) = 2%Z.
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [exact H|].
    apply IH; [rewrite snoc_length; lia|]. rewrite teval_snoc by lia. rewrite pow_snoc, H. now destruct (tbit a t).
  Qed.
  Lemma pow2_spec x : powval x = 1%Z <-> pow2 x.
  Proof.
    unfold pow2. destruct x as [|p]; simpl.
    - split; [discriminate|]. intros [k H]. pose proof (N.pow_nonzero 2 k ltac:(lia)). congruence.
    - induction p as [p IH|p IH|]; simpl.
      + split; [discriminate|]. intros [k H]. destruct (N.eq_dec k 0) as [->|K]; [discriminate|].
        replace k with (N.succ (N.pred k)) in H by lia. rewrite N.pow_succ_r' in H. lia.
      + rewrite IH. split; intros [k H].
        * exists (N.succ k). rewrite N.pow_succ_r'. lia.
        * exists (N.pred k). destruct (N.eq_dec k 0) as [->|K]; [discriminate|].
          replace k with (N.succ (N.pred k)) in H by lia. rewrite N.pow_succ_r' in H. lia.
      + split; [|reflexivity]. intros _. now exists 0%N.
  Qed.
  Lemma v2cmp_snoc x y d f : v2cmp (dig x d) (dig y f) = v2cmpstep (v2cmp x y) d f.
  Proof.
    destruct x as [|p], y as [|q], d, f; simpl; try reflexivity.
    all: try solve [now destruct (v2p q)]; try solve [now destruct (v2p p)].
    - replace (N.succ (v2p p) ?= N.succ (v2p q))%N with (v2p p ?= v2p q)%N; [reflexivity|].
      symmetry. destruct (N.compare_spec (v2p p) (v2p q)) as [E|E|E];
        [rewrite E; apply N.compare_refl|apply N.compare_lt_iff; lia|apply N.compare_gt_iff; lia].
  Qed.
  Lemma v2le_spec x y : v2cmp x y <> 2%Z <-> v2le x y.
  Proof.
    destruct x as [|p], y as [|q]; simpl; try (split; congruence || tauto || discriminate).
    destruct (N.compare_spec (v2p p) (v2p q)); split; intros; try lia; try congruence; try discriminate.
  Qed.
  Lemma digits_snoc m l e a : length a = length e ->
    (digits0 m (map (teval (snoc e a)) l) <-> digits0 m (map (teval e) l) /\ digok m l a = true).
  Proof.
    intro H. unfold digits0, digok. rewrite Nat.eqb_eq.
    assert (A : forall i, map (fun x => N.testbit x (N.succ i)) (map (teval (snoc e a)) l) = map (fun x => N.testbit x i) (map (teval e) l)).
    { intro i. rewrite !map_map. apply map_ext. intro t. rewrite teval_snoc by exact H.
      destruct (tbit a t); simpl dig; [rewrite N.succ_double_spec; apply N.testbit_odd_succ|rewrite N.double_spec; apply N.testbit_even_succ]; lia. }
    assert (B : map (fun x => N.testbit x 0) (map (teval (snoc e a)) l) = map (tbit a) l).
    { rewrite map_map. apply map_ext. intro t. rewrite teval_snoc by exact H. now destruct (teval e t), (tbit a t). }
    split.
    - intro K. split; [intro i; rewrite <- A; apply K|rewrite <- B; apply K].
    - intros [K1 K2] i. destruct (N.eq_dec i 0) as [->|Hi]; [now rewrite B|].
      replace i with (N.succ (N.pred i)) by lia. rewrite A. apply K1.
  Qed.
  Lemma digits_dead m l ws : wf ws -> forall e, length e = n -> ~ digits0 m (map (teval e) l) -> ~ digits0 m (map (teval (ext e ws)) l).
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [exact H|].
    apply IH; [rewrite snoc_length; lia|]. rewrite digits_snoc by lia. tauto.
  Qed.
  Lemma digits_zeros m l : digits0 m (map (teval (zeros n)) l) <-> 0 mod m = 0.
  Proof.
    unfold digits0. assert (A : forall i, ones (map (fun x => N.testbit x i) (map (teval (zeros n)) l)) = 0).
    { intro i. induction l as [|t l IH]; simpl; [reflexivity|]. rewrite teval_zeros. rewrite N.bits_0. exact IH. }
    split; [intro H; specialize (H 0%N); now rewrite A in H|]. intros H i. now rewrite A.
  Qed.

  Lemma Inv_true f e : Inv f STrue e <-> (forall ws, wf ws -> sem f (ext e ws)).
  Proof. destruct f; reflexivity. Qed.
  Lemma Inv_false f e : Inv f SFalse e <-> (forall ws, wf ws -> ~ sem f (ext e ws)).
  Proof. destruct f; reflexivity. Qed.

  Lemma mk_lin_ok r c l z e : length e = n -> z = lsum e l -> Inv (FLin r c l) (mk_lin r c l z) e.
  Proof.
    intros He ->. unfold mk_lin. destruct r.
    - destruct (_ || _) eqn:E; [|reflexivity]. simpl. intros ws Hw.
      pose proof (ext_up l ws Hw e He). pose proof (ext_down l ws Hw e He). lia.
    - destruct (_ && _) eqn:E; [|destruct ((_ <? _)%Z && _) eqn:F; [|reflexivity]]; simpl; intros ws Hw;
      pose proof (ext_up l ws Hw e He); pose proof (ext_down l ws Hw e He); lia.
  Qed.
  Lemma mk_tail_ok t u ws : wf ws -> forall e, length e = n -> tailval (teval e t) (teval e u) = 2%Z -> 
     tailval (teval (ext e ws) t) (teval (ext e ws) u) = 2%Z.
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He H; [exact H|].
    apply IH; [rewrite snoc_length; lia|]. rewrite tail_snoc by lia. rewrite H.
    unfold tailstep. simpl. destruct (tbit a t), (tbit a u); reflexivity.
  Qed.
  Lemma mk_not_ok f s e : Inv f s e -> Inv (FNot f) (mk_not s) e.
  Proof.
    intro H. destruct s; simpl; try exact H.
    - rewrite Inv_true in H. intros ws Hw C. exact (C (H ws Hw)).
    - rewrite Inv_false in H. exact H.
  Qed.
  Lemma mk_and_ok f g s t e : Inv f s e -> Inv g t e -> Inv (FAnd f g) (mk_and s t) e.
  Proof.
    intros H K. destruct s; [destruct t| |destruct t..]; simpl; auto;
      rewrite ?Inv_true, ?Inv_false in *; try solve [intros ws Hw C; first [apply (H ws Hw), C | apply (K ws Hw), C]].
    intros ws Hw. split; auto.
  Qed.
  Lemma mk_or_ok f g s t e : Inv f s e -> Inv g t e -> Inv (FOr f g) (mk_or s t) e.
  Proof.
    intros H K. destruct s; [|destruct t..]; simpl; auto;
      rewrite ?Inv_true, ?Inv_false in *; try solve [intros ws Hw; first [left; apply (H ws Hw) | right; apply (K ws Hw)]].
    intros ws Hw [C|C]; [exact (H ws Hw C)|exact (K ws Hw C)].
  Qed.

  Lemma mk_iff_ok f g s t e : Inv f s e -> Inv g t e -> Inv (FIff f g) (mk_iff s t) e.
  Proof.
    intros H K. destruct s, t; simpl; auto; rewrite ?Inv_true, ?Inv_false in *; intros ws Hw;
      specialize (H ws Hw); specialize (K ws Hw); tauto.
  Qed.

  Lemma ext_terms ws l : wf ws -> forall e, length e = n ->
    exists ws', Digits.wf (length l) ws' /\ map (teval (ext e ws)) l = ext (map (teval e) l) ws'.
  Proof.
    induction 1 as [|a ws Ha _ IH]; simpl; intros e He; [exists []; split; [constructor|reflexivity]|].
    destruct (IH (snoc e a) ltac:(rewrite snoc_length; lia)) as [ws' [H1 H2]].
    exists (map (tbit a) l :: ws'). split; [constructor; [apply len_map|exact H1]|]. simpl.
    rewrite H2, tevals_snoc by lia. reflexivity.
  Qed.
  Lemma mk_tab_ok A T l o e : length e = n -> recog (length l) A T ->
    Run (length l) T (map (teval e) l) o -> Inv (FTab A T l) (mk_tab o) e.
  Proof.
    intros He R H. destruct o as [q|]; simpl; [eauto|]. intros ws Hw C.
    destruct (ext_terms ws l Hw e He) as [ws' [W E]]. rewrite E in C.
    apply (R _ _ (run_ext _ _ _ W _ _ H)) in C. rewrite trun_none in C. discriminate.
  Qed.

  Lemma init_ok f : good f -> Inv f (init f) (zeros n).
  Proof.
    induction f; intro G; [simpl; tauto|simpl; tauto|..].
    - apply mk_lin_ok; [apply zeros_length|]. now rewrite lsum_zeros.
    - simpl. now rewrite lsum_zeros.
    - simpl. now rewrite teval_zeros.
    - simpl. now rewrite !teval_zeros.
    - simpl. now rewrite !teval_zeros.
    - simpl. now rewrite !teval_zeros.
    - simpl. pose proof (digits_zeros m l) as D. destruct (Nat.eqb_spec (0 mod m) 0) as [E|E].
      + now apply D.
      + intros ws Hw. apply digits_dead; [exact Hw|apply zeros_length|]. tauto.
    - simpl. rewrite teval_zeros. now rewrite Zmod_0_l.
    - simpl. now rewrite teval_zeros.
    - simpl. now rewrite teval_zeros.
    - simpl. now rewrite !teval_zeros.
    - apply mk_tab_ok; [apply zeros_length|exact G|]. rewrite tevals_zeros. constructor.
    - now apply mk_not_ok, IHf.
    - apply mk_and_ok; [apply IHf1|apply IHf2]; apply G.
    - apply mk_or_ok; [apply IHf1|apply IHf2]; apply G.
    - apply mk_iff_ok; [apply IHf1|apply IHf2]; apply G.
  Qed.

  Lemma step_ok f : good f -> forall s e a, length e = n -> length a = n -> Inv f s e -> Inv f (step f s a) (snoc e a).
  Proof.
    induction f; intros G s e a He Ha H.
    all: assert (Cs : s = STrue \/ s = SFalse \/ (s <> STrue /\ s <> SFalse)) by (destruct s; auto; right; right; split; discriminate).
    all: destruct Cs as [->|[->|[T1 T2]]];
      [rewrite Inv_true in H; simpl; intros ws Hw; apply (H (a :: ws)); now constructor
      |rewrite Inv_false in H; simpl; intros ws Hw; apply (H (a :: ws)); now constructor |].
    - destruct s; simpl in H; contradiction.
    - destruct s; simpl in H; contradiction.
    - destruct s; simpl in H; try contradiction. subst z. apply mk_lin_ok; [rewrite snoc_length; lia|].
      rewrite lsum_snoc by lia. reflexivity.
    - destruct s; simpl in H; try contradiction. subst z. simpl.
      rewrite lsum_snoc by lia. destruct (Z.eq_dec m 0) as [->|Hm]; [now rewrite !Zmod_0_r|].
      rewrite <- (Z.add_mod_idemp_l (2 * (lsum e l mod m))), <- (Z.add_mod_idemp_l (2 * lsum e l)) by exact Hm.
      now rewrite Z.mul_mod_idemp_r by exact Hm.
    - destruct s; simpl in H; try contradiction. subst z. simpl. rewrite teval_snoc by lia. now rewrite v2_snoc.
    - destruct s; simpl in H; try contradiction. subst z. simpl. rewrite <- tail_snoc by lia.
      unfold mk_tail. destruct (Z.eqb_spec (tailval (teval (snoc e a) t) (teval (snoc e a) u)) 2) as [E|E]; simpl; [|reflexivity].
      intros ws Hw. pose proof (mk_tail_ok t u ws Hw (snoc e a) ltac:(rewrite snoc_length; lia) E) as F.
      intro C. unfold tailval in F. rewrite C in F. rewrite N.eqb_refl in F.
      destruct (_ =? _)%N; discriminate.
    - destruct s; simpl in H; try contradiction. subst z. simpl. rewrite <- pow_snoc, <- teval_snoc by lia.
      unfold mk_tail. destruct (Z.eqb_spec (powval (teval (snoc e a) t)) 2) as [E|E]; simpl; [|reflexivity].
      intros ws Hw. rewrite <- pow2_spec. rewrite pow_dead; [discriminate|exact Hw|rewrite snoc_length; lia|exact E].
    - destruct s; simpl in H; try contradiction. subst z. simpl. now rewrite <- v2cmp_snoc, <- !teval_snoc by lia.
    - destruct s; simpl in H; try contradiction. simpl. pose proof (digits_snoc m l e a ltac:(lia)) as D.
      destruct (digok m l a) eqn:E; simpl; [now apply D|]. intros ws Hw. apply digits_dead; [exact Hw|rewrite snoc_length; lia|].
      rewrite D. intros [_ C]. discriminate.
    - destruct s; simpl in H; try contradiction. subst z. cbn [step]. unfold bitstep. cbn [Inv].
      rewrite teval_snoc, dig_spec by lia. rewrite N2Z.inj_add, N2Z.inj_mul. change (Z.of_N 2) with 2%Z.
      assert (Z0 : (2 ^ (Z.of_N k + 1) <> 0)%Z) by (apply Z.pow_nonzero; lia).
      rewrite <- (Z.add_mod_idemp_l (2 * _)), <- (Z.add_mod_idemp_l (2 * Z.of_N _)) by exact Z0.
      rewrite Z.mul_mod_idemp_r by exact Z0. now destruct (tbit a t).
    - destruct s; simpl in H; try contradiction. subst z. cbn [step Inv]. now rewrite teval_snoc, ones_snoc by lia.
    - destruct s; simpl in H; try contradiction. subst z. cbn [step Inv]. now rewrite teval_snoc, tailmod_snoc by lia.
    - destruct s; simpl in H; try contradiction. subst z. cbn [step Inv]. now rewrite <- tailcmp_snoc, <- !teval_snoc by lia.
    - destruct s; simpl in H; try contradiction. destruct H as [q [-> H]].
      apply mk_tab_ok; [rewrite snoc_length; lia|exact G|]. cbn [tab_state]. rewrite tevals_snoc by lia.
      constructor; [apply len_map|apply len_map|exact H].
    - destruct s; simpl in H; try contradiction. simpl. apply mk_not_ok. auto.
    - destruct s; simpl in H; try contradiction. destruct H as [H K]. destruct G as [G1 G2]. specialize (IHf1 G1 _ _ _ He Ha H). specialize (IHf2 G2 _ _ _ He Ha K).
      replace (step (FAnd f1 f2) (SBin s1 s2) a) with (mk_and (step f1 s1 a) (step f2 s2 a)); [now apply mk_and_ok|].
      simpl. now destruct (step f1 s1 a).
    - destruct s; simpl in H; try contradiction. destruct H as [H K]. destruct G as [G1 G2]. specialize (IHf1 G1 _ _ _ He Ha H). specialize (IHf2 G2 _ _ _ He Ha K).
      replace (step (FOr f1 f2) (SBin s1 s2) a) with (mk_or (step f1 s1 a) (step f2 s2 a)); [now apply mk_or_ok|].
      simpl. now destruct (step f1 s1 a).
    - destruct s; simpl in H; try contradiction. destruct H as [H K]. destruct G as [G1 G2].
      apply mk_iff_ok; [exact (IHf1 G1 _ _ _ He Ha H)|exact (IHf2 G2 _ _ _ He Ha K)].
  Qed.

  Lemma acc_ok f : good f -> forall s e, Inv f s e -> (acc f s = true <-> sem f e).
  Proof.
    induction f; intros G s e H.
    all: assert (Cs : s = STrue \/ s = SFalse \/ (s <> STrue /\ s <> SFalse)) by (destruct s; auto; right; right; split; discriminate).
    all: destruct Cs as [->|[->|[T1 T2]]];
      [rewrite Inv_true in H; specialize (H [] ltac:(constructor)); split; [intros _; exact H|reflexivity]
      |rewrite Inv_false in H; specialize (H [] ltac:(constructor)); split; [discriminate|contradiction] |].
    all: destruct s; simpl in H; try contradiction; try congruence; cbn [acc sem].
    - destruct r; [rewrite Z.eqb_eq|rewrite Z.leb_le]; subst; lia.
    - rewrite Z.eqb_eq; subst; reflexivity.
    - rewrite Z.eqb_eq; subst. unfold v2val. destruct (teval e t) as [|p]; [split; [lia|intros [? _]; congruence]|].
      simpl v2. generalize (v2p p mod m)%N. intro k. split; [intro E; split; [discriminate|lia]|intros [_ E]; lia].
    - rewrite Z.eqb_eq; subst. unfold tailval. pose proof (N.pow_nonzero 2 (tail (teval e t)) ltac:(lia)).
      destruct (N.eqb_spec (teval e u) 0); [split; [discriminate|lia]|].
      destruct (N.eqb_spec (teval e u) (2 ^ tail (teval e t))); split; try discriminate; auto; congruence.
    - rewrite Z.eqb_eq; subst. apply pow2_spec.
    - rewrite negb_true_iff, Z.eqb_neq; subst. apply v2le_spec.
    - tauto.
    - subst z. rewrite Z.mod_pow2_bits_low by lia. now rewrite Z.testbit_of_N.
    - rewrite Z.eqb_eq; subst. generalize (ones_of (teval e t) mod m)%N. intro k. split; intro E; [lia|now subst].
    - rewrite Z.eqb_eq; subst. generalize (tail (teval e t) mod m)%N. intro k. split; intro E; [lia|now subst].
    - rewrite negb_true_iff, Z.eqb_neq; subst. apply tailcmp_le.
    - destruct H as [q [-> H]]. exact (G _ _ H).
    - rewrite negb_true_iff. rewrite <- (IHf G _ _ H). now rewrite not_true_iff_false.
    - rewrite andb_true_iff, (IHf1 (proj1 G) _ _ (proj1 H)), (IHf2 (proj2 G) _ _ (proj2 H)). reflexivity.
    - rewrite orb_true_iff, (IHf1 (proj1 G) _ _ (proj1 H)), (IHf2 (proj2 G) _ _ (proj2 H)). reflexivity.
    - rewrite eqb_true_iff, <- (IHf1 (proj1 G) _ _ (proj1 H)), <- (IHf2 (proj2 G) _ _ (proj2 H)).
      destruct (acc f1 s1), (acc f2 s2); split; try tauto; try discriminate; intros [H1 H2];
        first [now apply H1 | now apply H2 | symmetry; now apply H1 | symmetry; now apply H2].
  Qed.

  (** Formulas are decided by their automata. *)
  Theorem sem_dec f e : good f -> length e = n -> sem f e \/ ~ sem f e.
  Proof.
    intros G He. assert (A : exists s, Inv f s e).
    { revert e He. apply (digit_ind n); [exists (init f); now apply init_ok|].
      intros e a He Ha [s H]. exists (step f s a). now apply step_ok. }
    destruct A as [s H]. pose proof (acc_ok f G s e H) as E.
    destruct (acc f s); [left; now apply E|right; intro C; apply E in C; discriminate].
  Qed.
End Inv.

(** * Codes of states, for the search *)
Definition encz (z : Z) (k : positive) : positive :=
  match z with Z0 => xI k | Zpos p => xO (xO (encp p k)) | Zneg p => xO (xI (encp p k)) end.
Fixpoint encs (s : stree) (k : positive) : positive :=
  match s with
  | STrue => xO (xO k)
  | SFalse => xO (xI k)
  | SAt z => xI (xO (encz z k))
  | SNot s => xI (xI (xO (encs s k)))
  | SBin s t => xI (xI (xI (encs s (encs t k))))
  end.
Fixpoint stree_eqb (s t : stree) : bool :=
  match s, t with
  | STrue, STrue | SFalse, SFalse => true
  | SAt x, SAt y => Z.eqb x y
  | SNot s, SNot t => stree_eqb s t
  | SBin s s', SBin t t' => stree_eqb s t && stree_eqb s' t'
  | _, _ => false
  end.
Lemma stree_eqb_ok s : forall t, stree_eqb s t = true -> s = t.
Proof.
  induction s; destruct t; simpl; intro H; try discriminate; try reflexivity.
  - apply Z.eqb_eq in H. now subst.
  - f_equal. auto.
  - apply andb_true_iff in H. destruct H. f_equal; auto.
Qed.
