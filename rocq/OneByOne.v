(** Digits one by one: checks about many numbers.

    With many heaps there are too many letters. A table may instead read the digits of a letter one after the other,
    in the order of its tracks, so that a state has two successors ([reads]); only whole letters
    make numbers ([Spelled]). The checks are those of [Check.v]:

    - [spellb]: a table accepts what a formula says. An atom adds up what its digits contribute ([begin], [mid],
      [finish]); so the terms of its formulas have to be variables ([plain]);
    - [semptyb]: no tuple is accepted by several tables at once;
    - [scoverb]: every tuple is accepted by one of several branches. A macro-state holds of a tuple and the first
      digits of a next letter; hidden digits are guessed between given ones, in the order of the branch.

    A tuple of numbers and a letter are what they were; so what is proved here is about the same formulas. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula Check Symmetry.
Import ListNotations.

(** * Reading a letter digit by digit *)
Definition reads (T : table) (s : option positive) (a : letter) : option positive :=
  fold_left (fun s d => tnext T s [d]) a s.
Inductive Spelled n (T : table) : env -> option positive -> Prop :=
| Spelled0 : Spelled n T (zeros n) (Some 1%positive)
| SpelledS e s a : length e = n -> length a = n -> Spelled n T e s -> Spelled n T (snoc e a) (reads T s a).
(** The table accepts exactly the tuples in [A]. *)
Definition spells n (A : env -> Prop) T := forall e s, Spelled n T e s -> (tacc T s = true <-> A e).

(** * A table accepts what a formula says *)
Definition is_var n (t : term) : bool := match t with V i => Nat.ltb i n | _ => false end.
Fixpoint plain n (f : form) : bool :=
  match f with
  | FTrue | FFalse => true
  | FLin _ _ l | FMod _ _ l => forallb (fun ct => is_var n (snd ct)) l
  | FDig _ l => forallb (is_var n) l
  | FPow2 t => is_var n t
  | FNot f => plain n f
  | FAnd f g | FOr f g | FIff f g => plain n f && plain n g
  | _ => false
  end.
(** What a one on track i adds to a sum. *)
Fixpoint weight (i : nat) (l : list (Z * term)) : Z :=
  match l with
  | [] => 0
  | (c, V j) :: l => (if Nat.eqb i j then c else 0) + weight i l
  | _ :: l => weight i l
  end%Z.
Definition each_once (l : list term) : list (Z * term) := map (fun t => (1%Z, t)) l.
(** A state before the first digit of a letter, after a one on track i, and after the last digit. *)
Fixpoint begin (f : form) (s : stree) {struct f} : stree :=
  match s with
  | SAt z => match f with FLin _ _ _ | FMod _ _ _ => SAt (2 * z) | FDig _ _ => SAt 0 | _ => s end
  | SNot s' => match f with FNot f => SNot (begin f s') | _ => s end
  | SBin s' t' => match f with FAnd f g | FOr f g | FIff f g => SBin (begin f s') (begin g t') | _ => s end
  | _ => s
  end.
Fixpoint mid (f : form) (i : nat) (s : stree) {struct f} : stree :=
  match s with
  | SAt z =>
      match f with
      | FLin _ _ l | FMod _ _ l => SAt (z + weight i l)
      | FDig _ l => SAt (z + weight i (each_once l))
      | FPow2 (V j) => if Nat.eqb i j then SAt (powstep z true) else s
      | _ => s
      end
  | SNot s' => match f with FNot f => SNot (mid f i s') | _ => s end
  | SBin s' t' => match f with FAnd f g | FOr f g | FIff f g => SBin (mid f i s') (mid g i t') | _ => s end
  | _ => s
  end.
Fixpoint finish (f : form) (s : stree) {struct f} : stree :=
  match s with
  | SAt z =>
      match f with
      | FLin r c l => mk_lin r c l z
      | FMod m _ _ => SAt (z mod m)
      | FDig m _ => if Nat.eqb (Z.to_nat z mod m) 0 then SAt 0 else SFalse
      | FPow2 _ => mk_tail z
      | _ => s
      end
  | SNot s' => match f with FNot f => mk_not (finish f s') | _ => s end
  | SBin s' t' =>
      match f with
      | FAnd f g => mk_and (finish f s') (finish g t')
      | FOr f g => mk_or (finish f s') (finish g t')
      | FIff f g => mk_iff (finish f s') (finish g t')
      | _ => s
      end
  | _ => s
  end.
(** The digits from track i on. *)
Fixpoint mids (f : form) (i : nat) (a : letter) (s : stree) : stree :=
  match a with [] => s | d :: a => mids f (S i) a (if d then mid f i s else s) end.

Fixpoint added (l : list (Z * term)) (i : nat) (a : letter) : Z :=
  match a with [] => 0 | d :: a => (if d then weight i l else 0) + added l (S i) a end%Z.
Lemma added_nil i a : added [] i a = 0%Z.
Proof. revert i. induction a as [|[] a IH]; intro i; cbn [added weight]; rewrite ?IH; reflexivity. Qed.
Lemma added_cons c j l a : forall i, i <= j < i + length a ->
  added ((c, V j) :: l) i a = ((if nth (j - i) a false then c else 0) + added l i a)%Z.
Proof.
  assert (B : forall a i, j < i -> added ((c, V j) :: l) i a = added l i a).
  { clear. induction a as [|d a IH]; intros i H; [reflexivity|]. cbn [added weight]. rewrite IH by lia.
    destruct (Nat.eqb_spec i j); [lia|]. destruct d; lia. }
  induction a as [|d a IH]; intros i H; cbn [length] in H; [lia|]. cbn [added weight].
  destruct (Nat.eqb_spec i j) as [->|D].
  - rewrite B, Nat.sub_diag by lia. cbn [nth]. destruct d; lia.
  - rewrite IH by lia. replace (j - i) with (S (j - S i)) by lia. cbn [nth]. destruct d; lia.
Qed.
Lemma added_all l a : forallb (fun ct => is_var (length a) (snd ct)) l = true -> added l 0 a = lbits a l.
Proof.
  induction l as [|[c t] l IH]; cbn [forallb snd]; intro H; [apply added_nil|]. apply andb_true_iff in H. destruct H as [H K].
  destruct t as [j| | |]; try discriminate. apply Nat.ltb_lt in H. rewrite added_cons by lia. rewrite Nat.sub_0_r, (IH K). reflexivity.
Qed.
Lemma each_once_all a l : forallb (is_var (length a)) l = true -> added (each_once l) 0 a = Z.of_nat (ones (map (tbit a) l)).
Proof.
  intro H. rewrite added_all.
  - clear H. induction l as [|t l IH]; [reflexivity|]. cbn [each_once map lbits ones]. fold (each_once l). rewrite IH. destruct (tbit a t); lia.
  - unfold each_once. rewrite forallb_forall in H |- *. intros [c t] I. apply in_map_iff in I. destruct I as [x [E I]].
    injection E as <- <-. now apply H.
Qed.
Lemma mids_lin r c l a : forall i z, mids (FLin r c l) i a (SAt z) = SAt (z + added l i a).
Proof. induction a as [|d a IH]; intros i z; cbn [mids added]; [f_equal; lia|]. destruct d; cbn [mid]; rewrite IH; f_equal; lia. Qed.
Lemma mids_mod m r l a : forall i z, mids (FMod m r l) i a (SAt z) = SAt (z + added l i a).
Proof. induction a as [|d a IH]; intros i z; cbn [mids added]; [f_equal; lia|]. destruct d; cbn [mid]; rewrite IH; f_equal; lia. Qed.
Lemma mids_dig m l a : forall i z, mids (FDig m l) i a (SAt z) = SAt (z + added (each_once l) i a).
Proof. induction a as [|d a IH]; intros i z; cbn [mids added]; [f_equal; lia|]. destruct d; cbn [mid]; rewrite IH; f_equal; lia. Qed.
Lemma mids_pow_after j a : forall i z, j < i -> mids (FPow2 (V j)) i a (SAt z) = SAt z.
Proof.
  induction a as [|d a IH]; intros i z H; [reflexivity|]. cbn [mids]. destruct d; [|apply IH; lia].
  cbn [mid]. destruct (Nat.eqb_spec i j); [lia|]. apply IH. lia.
Qed.
Lemma mids_pow j a : forall i z, i <= j < i + length a -> mids (FPow2 (V j)) i a (SAt z) = SAt (powstep z (nth (j - i) a false)).
Proof.
  induction a as [|d a IH]; intros i z H; cbn [length] in H; [lia|]. cbn [mids]. destruct (Nat.eq_dec i j) as [->|D].
  - rewrite Nat.sub_diag. cbn [nth]. destruct d; cbn [mid]; rewrite ?Nat.eqb_refl, mids_pow_after by lia; reflexivity.
  - replace (j - i) with (S (j - S i)) by lia. cbn [nth].
    destruct d; cbn [mid]; [destruct (Nat.eqb_spec i j); [lia|]|]; apply IH; lia.
Qed.
Lemma mids_not f a : forall i s, mids (FNot f) i a (SNot s) = SNot (mids f i a s).
Proof. induction a as [|d a IH]; intros i s; [reflexivity|]. cbn [mids]. destruct d; cbn [mid]; apply IH. Qed.
Lemma mids_and f g a : forall i s t, mids (FAnd f g) i a (SBin s t) = SBin (mids f i a s) (mids g i a t).
Proof. induction a as [|d a IH]; intros i s t; [reflexivity|]. cbn [mids]. destruct d; cbn [mid]; apply IH. Qed.
Lemma mids_or f g a : forall i s t, mids (FOr f g) i a (SBin s t) = SBin (mids f i a s) (mids g i a t).
Proof. induction a as [|d a IH]; intros i s t; [reflexivity|]. cbn [mids]. destruct d; cbn [mid]; apply IH. Qed.
Lemma mids_iff f g a : forall i s t, mids (FIff f g) i a (SBin s t) = SBin (mids f i a s) (mids g i a t).
Proof. induction a as [|d a IH]; intros i s t; [reflexivity|]. cbn [mids]. destruct d; cbn [mid]; apply IH. Qed.
Lemma mids_same f a s : (forall i, mid f i s = s) -> forall i, mids f i a s = s.
Proof. intros H. induction a as [|d a IH]; intro i; [reflexivity|]. cbn [mids]. destruct d; rewrite ?H; apply IH. Qed.

(** Digit by digit is letter by letter. *)
Lemma step_plain n f : plain n f = true -> forall s a, length a = n -> finish f (mids f 0 a (begin f s)) = step f s a.
Proof.
  induction f; intros H s a L; cbn [plain] in H; try discriminate;
    destruct s; cbn [begin]; try (rewrite mids_same by (intro i; reflexivity); reflexivity).
  - rewrite mids_lin. cbn [finish step]. rewrite added_all by now rewrite L. reflexivity.
  - rewrite mids_mod. cbn [finish step]. rewrite added_all by now rewrite L. reflexivity.
  - destruct t as [j| | |]; try discriminate. cbn [is_var] in H. apply Nat.ltb_lt in H. rewrite mids_pow by lia.
    rewrite Nat.sub_0_r. reflexivity.
  - rewrite mids_dig. cbn [finish step]. rewrite each_once_all by now rewrite L. rewrite Z.add_0_l, Nat2Z.id. reflexivity.
  - rewrite mids_not. cbn [finish step]. now rewrite IHf.
  - apply andb_true_iff in H. rewrite mids_and. cbn [finish step]. rewrite IHf1, IHf2 by tauto. destruct (step f1 s1 a); reflexivity.
  - apply andb_true_iff in H. rewrite mids_or. cbn [finish step]. rewrite IHf1, IHf2 by tauto. destruct (step f1 s1 a); reflexivity.
  - apply andb_true_iff in H. rewrite mids_iff. cbn [finish step]. now rewrite IHf1, IHf2 by tauto.
Qed.

(** Place 0 is between two letters; at place i + 1 there come digits on track i, after the last track the letter ends. *)
Definition spelling := (nat * (stree * option positive))%type.
Definition spell_next n f T (x : spelling) : list spelling :=
  match x with
  | (_, (SFalse, None)) => []
  | (O, (s, q)) => [(1, (begin f s, q))]
  | (S i, (s, q)) => if Nat.ltb i n then [(S (S i), (s, tnext T q [false])); (S (S i), (mid f i s, tnext T q [true]))]
                     else [(O, (finish f s, q))]
  end.
Definition spelling_eqb (x y : spelling) : bool :=
  Nat.eqb (fst x) (fst y) &&& stree_eqb (fst (snd x)) (fst (snd y)) &&& o_eqb (snd (snd x)) (snd (snd y)).
Lemma spelling_eqb_ok x y : spelling_eqb x y = true -> x = y.
Proof.
  destruct x as [i [s q]], y as [j [t r]]. unfold spelling_eqb. cbn [fst snd]. rewrite !lazy_and. intros [[H K] L].
  apply Nat.eqb_eq in H. apply stree_eqb_ok in K. apply o_eqb_ok in L. now subst.
Qed.
Definition spellb fuel n f (T : table) : bool :=
  plain n f &&&
  check spelling (fun x => encs (fst (snd x)) (enco (snd (snd x)) (Pos.of_succ_nat (fst x)))) spelling_eqb (spell_next n f T)
    (fun x => match fst x with O => eqb (acc f (fst (snd x))) (tacc T (snd (snd x))) | _ => true end)
    fuel (O, (init f, Some 1%positive)).

Lemma reads_none T a : reads T None a = None.
Proof. induction a; simpl; auto. Qed.
Lemma mids_false f a : forall i, mids f i a SFalse = SFalse.
Proof. apply mids_same. intro i. destruct f; reflexivity. Qed.
Section Spell.
  Variables (n : nat) (f : form) (T : table).
  Let Seen i s q := Reach _ (spell_next n f T) (O, (init f, Some 1%positive)) (i, (s, q)) \/ (s = SFalse /\ q = None).
  Lemma seen_next i s q y : Seen i s q -> (~ (s = SFalse /\ q = None) -> In y (spell_next n f T (i, (s, q)))) ->
    (s = SFalse /\ q = None -> snd y = (SFalse, None)) -> Seen (fst y) (fst (snd y)) (snd (snd y)).
  Proof.
    intros [R|D] H K; destruct y as [j [t r]]; cbn [fst snd] in *.
    - assert (D : (s = SFalse /\ q = None) \/ ~ (s = SFalse /\ q = None))
        by (destruct s, q; auto; right; intros []; discriminate).
      destruct D as [D|D]; [right; specialize (K D); injection K as -> ->; auto|].
      left. eapply ReachS; [exact R|]. now apply H.
    - right. specialize (K D). injection K as -> ->. auto.
  Qed.
  Ltac alive := match goal with D : ~ (?s = SFalse /\ ?q = None) |- _ => destruct s, q; try (exfalso; apply D; split; reflexivity) end.
  Lemma seen_digits a : forall i s q, i + length a = n -> Seen (S i) s q -> Seen (S n) (mids f i a s) (reads T q a).
  Proof.
    induction a as [|d a IH]; intros i s q L H; cbn [length] in L; [replace n with i by lia; exact H|]. cbn [mids reads fold_left].
    apply IH; [lia|]. apply (seen_next (S i) s q (S (S i), (if d then mid f i s else s, tnext T q [d])) H).
    - intro D. assert (E : spell_next n f T (S i, (s, q)) =
        if Nat.ltb i n then [(S (S i), (s, tnext T q [false])); (S (S i), (mid f i s, tnext T q [true]))] else [(O, (finish f s, q))])
        by (alive; reflexivity).
      rewrite E. destruct (Nat.ltb_spec i n); [|lia]. destruct d; [right; left|left]; reflexivity.
    - intros [-> ->]. cbn [snd tnext]. destruct d; [|reflexivity]. destruct f; reflexivity.
  Qed.
  Lemma seen_letter a s q : plain n f = true -> length a = n -> Seen O s q -> Seen O (step f s a) (reads T q a).
  Proof.
    intros P L H. rewrite <- (step_plain n f P s a L).
    assert (H1 : Seen 1 (begin f s) q).
    { apply (seen_next O s q (1, (begin f s, q)) H); [intro D; alive; now left|]. intros [-> ->]. destruct f; reflexivity. }
    pose proof (seen_digits a 0 _ _ L H1) as H2.
    apply (seen_next _ _ _ (O, (finish f (mids f 0 a (begin f s)), reads T q a)) H2).
    - generalize (mids f 0 a (begin f s)) (reads T q a). intros t r D. unfold spell_next. rewrite Nat.ltb_irrefl. alive; now left.
    - intros [-> ->]. destruct f; reflexivity.
  Qed.
  Theorem spell_ok fuel : good f -> spellb fuel n f T = true -> spells n (sem f) T.
  Proof.
    intros G H e q Hr. unfold spellb in H. apply lazy_and in H. destruct H as [P H].
    assert (A : exists s, Inv n f s e /\ Seen O s q).
    { induction Hr as [|e q a He Ha _ [s [I1 I2]]].
      - exists (init f). split; [now apply init_ok|left; constructor].
      - exists (step f s a). split; [now apply step_ok|now apply seen_letter]. }
    destruct A as [s [Hi HR]]. rewrite <- (acc_ok n f G s e Hi). destruct HR as [HR|[-> ->]]; [|destruct f; reflexivity].
    pose proof (check_ok _ _ _ spelling_eqb_ok _ _ _ _ H _ HR) as K. cbn [fst snd] in K. apply eqb_prop in K. rewrite K. reflexivity.
  Qed.
End Spell.

(** * Several tables that read one letter *)
Definition scomp_ok c := spells (cn c) (cform c) (ctab c) /\ inclb (ctab c) = true.
Definition CS c e s := Spelled (cn c) (ctab c) (proj (ctr c) e) s.
Definition CSpelled cs e ss := Forall2 (fun c s => CS c e s) cs ss.
Definition has_track (i : nat) (l : list nat) : bool := any (Nat.eqb i) l.
(** A digit on track i. *)
Definition move1 c i d s := if has_track i (ctr c) then tnext (ctab c) s [d] else s.
Fixpoint cmove (cs : list comp) i d (ss : list (option positive)) : list (option positive) :=
  match cs, ss with c :: cs, s :: ss => move1 c i d s :: cmove cs i d ss | _, _ => [] end.
Definition csweep cs (w : list (nat * bool)) ss := fold_left (fun ss x => cmove cs (fst x) (snd x) ss) w ss.
Definition sweep1 c (w : list (nat * bool)) s := fold_left (fun s x => move1 c (fst x) (snd x) s) w s.
(** The digits of a letter, in this order of tracks. *)
Definition digits_of (ord : list nat) (a : letter) : list (nat * bool) := map (fun i => (i, bit a i)) ord.
(** All tables have their tracks in this order. *)
Definition in_order (ord : list nat) (cs : list comp) : bool :=
  forallb (fun c => nl_eqb (filter (fun i => has_track i (ctr c)) ord) (ctr c)) cs.

Lemma sweep1_reads c ord a : forall s,
  sweep1 c (digits_of ord a) s = reads (ctab c) s (projl (filter (fun i => has_track i (ctr c)) ord) a).
Proof.
  induction ord as [|i ord IH]; intro s; [reflexivity|]. unfold sweep1, digits_of in *. cbn [map fold_left fst snd filter].
  unfold move1 at 2. destruct (has_track i (ctr c)); [|apply IH]. rewrite IH. reflexivity.
Qed.
Lemma csweep_cons c cs w : forall s ss, csweep (c :: cs) w (s :: ss) = sweep1 c w s :: csweep cs w ss.
Proof. induction w as [|x w IH]; intros s ss; [reflexivity|]. unfold csweep, sweep1 in *. cbn [fold_left cmove]. apply IH. Qed.
Lemma csweep_nil w : csweep [] w [] = [].
Proof. induction w as [|x w IH]; [reflexivity|]. exact IH. Qed.
Lemma CSpelled_zeros cs m : CSpelled cs (zeros m) (map Some (cinit cs)).
Proof. induction cs; constructor; auto. unfold CS. rewrite proj_zeros. constructor. Qed.
Lemma CSpelled_letter ord cs e a ss : in_order ord cs = true -> length a = length e -> CSpelled cs e ss ->
  CSpelled cs (snoc e a) (csweep cs (digits_of ord a) ss).
Proof.
  intros O L H. induction H as [|c s cs ss H1 _ IH]; [rewrite csweep_nil; constructor|]. cbn [in_order forallb] in O.
  apply andb_true_iff in O. destruct O as [O1 O2]. apply nl_eqb_ok in O1. rewrite csweep_cons. constructor; [|exact (IH O2)].
  rewrite sweep1_reads, O1. unfold CS. rewrite proj_snoc by exact L.
  constructor; [apply proj_length|apply projl_length|exact H1].
Qed.
Lemma CSpelled_length cs e ss : CSpelled cs e ss -> length ss = length cs.
Proof. induction 1; simpl; auto. Qed.
Lemma CSpelled_allacc cs e qs : Forall scomp_ok cs -> CSpelled cs e (map Some qs) -> (allacc cs qs = true <-> csem cs e).
Proof.
  intro H. revert qs. induction H as [|c cs [R _] _ IH]; intros [|q qs] K; inversion K; subst; simpl; [tauto|].
  rewrite lazy_and, (IH qs) by assumption. rewrite <- (R _ _ H2). reflexivity.
Qed.

(** Which tables read a track; the next states, if none of them leads nowhere. *)
Definition readers (i : nat) (cs : list comp) : list (bool * table) := map (fun c => (has_track i (ctr c), ctab c)) cs.
Fixpoint csmove (l : list (bool * table)) (d : bool) (qs : list positive) : option (list positive) :=
  match l, qs with
  | (b, T) :: l, q :: qs =>
      if b then match tnext T (Some q) [d] with
                | None => None
                | Some q' => match csmove l d qs with Some r => Some (q' :: r) | None => None end
                end
      else match csmove l d qs with Some r => Some (q :: r) | None => None end
  | _, _ => Some []
  end.
Lemma csmove_some cs i d : forall qs r, length qs = length cs -> csmove (readers i cs) d qs = Some r ->
  cmove cs i d (map Some qs) = map Some r.
Proof.
  induction cs as [|c cs IH]; destruct qs as [|q qs]; intros r L H; try discriminate; [injection H as <-; reflexivity|].
  cbn [readers map csmove] in H. fold (readers i cs) in H. cbn [map cmove]. unfold move1.
  destruct (has_track i (ctr c)).
  - destruct (tnext (ctab c) (Some q) [d]); [|discriminate].
    destruct (csmove (readers i cs) d qs) as [r'|] eqn:E; [|discriminate]. injection H as <-. cbn [map]. f_equal. apply IH; auto.
  - destruct (csmove (readers i cs) d qs) as [r'|] eqn:E; [|discriminate]. injection H as <-. cbn [map]. f_equal. apply IH; auto.
Qed.
Lemma csmove_none cs i d : forall qs, length qs = length cs -> csmove (readers i cs) d qs = None -> In None (cmove cs i d (map Some qs)).
Proof.
  induction cs as [|c cs IH]; destruct qs as [|q qs]; intros L H; try discriminate.
  cbn [readers map csmove] in H. fold (readers i cs) in H. cbn [map cmove]. unfold move1.
  destruct (has_track i (ctr c)).
  - destruct (tnext (ctab c) (Some q) [d]); [|left; reflexivity].
    destruct (csmove (readers i cs) d qs) eqn:E; [discriminate|]. right. apply IH; auto.
  - destruct (csmove (readers i cs) d qs) eqn:E; [discriminate|]. right. apply IH; auto.
Qed.
Lemma cmove_length cs i d : forall ss, length ss = length cs -> length (cmove cs i d ss) = length cs.
Proof. induction cs; destruct ss; simpl; intro L; try discriminate; auto. Qed.
Lemma cmove_none cs i d : forall ss, length ss = length cs -> In None ss -> In None (cmove cs i d ss).
Proof.
  induction cs as [|c cs IH]; destruct ss as [|s ss]; simpl; intros L H; try discriminate; [exact H|].
  destruct H as [->|H]; [left|right; auto]. unfold move1. now destruct (has_track i (ctr c)).
Qed.

(** * No tuple is accepted by all *)
Definition place := (nat * list positive)%type.
Definition place_next m (cs : list comp) (x : place) : list place :=
  let '(i, qs) := x in
  if Nat.ltb i m then
    let l := readers i cs in
    flat_map (fun d => match csmove l d qs with Some r => [(S i, r)] | None => [] end) [false; true]
  else [(O, qs)].
Definition place_eqb (x y : place) : bool := Nat.eqb (fst x) (fst y) &&& pl_eqb (snd x) (snd y).
Lemma place_eqb_ok x y : place_eqb x y = true -> x = y.
Proof.
  destruct x, y. unfold place_eqb. cbn [fst snd]. rewrite lazy_and. intros [H K]. apply Nat.eqb_eq in H. apply pl_eqb_ok in K. now subst.
Qed.
Definition semptyb fuel m (cs : list comp) : bool :=
  in_order (seq 0 m) cs &&&
  check place (fun x => encp (Pos.of_succ_nat (fst x)) (encl (snd x))) place_eqb (place_next m cs)
    (fun x => match fst x with O => negb (allacc cs (snd x)) | _ => true end) fuel (O, cinit cs).

Theorem sempty_ok fuel m cs : semptyb fuel m cs = true -> Forall scomp_ok cs ->
  forall e, length e = m -> ~ csem cs e.
Proof.
  intros H HO. unfold semptyb in H. apply lazy_and in H. destruct H as [O H].
  set (Seen := fun i qs => Reach _ (place_next m cs) (0, cinit cs) (i, qs)).
  assert (D : forall a ss qs, ss = map Some qs -> length qs = length cs -> Seen 0 qs -> forall i, i <= m ->
    let now := csweep cs (digits_of (seq 0 i) a) ss in
    length now = length cs /\ ((exists r, now = map Some r /\ Seen i r) \/ In None now)).
  { intros a ss qs -> L S0. induction i as [|i IH]; intro Hi.
    - cbn. split; [now rewrite len_map|]. left. exists qs. split; [reflexivity|exact S0].
    - destruct (IH ltac:(lia)) as [L1 C]. clear IH. cbv zeta in *. rewrite seq_S. unfold digits_of in *. rewrite map_app.
      unfold csweep in *. rewrite fold_left_app. cbn [map fold_left fst snd Nat.add].
      set (now := fold_left _ _ _) in *. split; [now apply cmove_length|]. destruct C as [[r [E R]]|C].
      + assert (LR : length r = length cs) by (rewrite <- L1, E, len_map; reflexivity). rewrite E.
        destruct (csmove (readers i cs) (bit a i) r) as [r'|] eqn:M.
        * left. exists r'. split; [now apply csmove_some|]. eapply ReachS; [exact R|]. unfold place_next.
          destruct (Nat.ltb_spec i m); [|lia]. cbv zeta. apply in_flat_map. exists (bit a i). split; [destruct (bit a i); simpl; auto|].
          rewrite M. now left.
        * right. now apply csmove_none.
      + right. now apply cmove_none. }
  assert (A : forall e, length e = m -> exists ss, CSpelled cs e ss /\ ((exists qs, ss = map Some qs /\ Seen 0 qs) \/ In None ss)).
  { apply (digit_ind m).
    - exists (map Some (cinit cs)). split; [apply CSpelled_zeros|]. left. eexists. split; [reflexivity|constructor].
    - intros e a He Ha [ss [HC C]]. exists (csweep cs (digits_of (seq 0 m) a) ss).
      split; [apply CSpelled_letter; auto; lia|]. pose proof (CSpelled_length _ _ _ HC) as L. destruct C as [[qs [-> S0]]|C].
      + rewrite len_map in L. destruct (D a _ qs eq_refl L S0 m ltac:(lia)) as [_ [[r [E R]]|N]]; [left|right; exact N].
        exists r. split; [exact E|]. eapply ReachS; [exact R|]. unfold place_next. rewrite Nat.ltb_irrefl. now left.
      + right. clear - C L. revert ss L C. induction (digits_of (seq 0 m) a) as [|x w IH]; intros ss L C; [exact C|].
        unfold csweep in *. cbn [fold_left]. apply IH; [now apply cmove_length|now apply cmove_none]. }
  intros e He C. destruct (A e He) as [ss [HC [[qs [-> S0]]|N]]].
  - apply (CSpelled_allacc cs e qs HO HC) in C. pose proof (check_ok _ _ _ place_eqb_ok _ _ _ _ H _ S0) as K. cbn [fst snd] in K.
    rewrite C in K. discriminate.
  - clear - HO HC N C. induction HC as [|c s cs ss H1 _ IH]; [contradiction|]. inversion HO; subst. destruct C as [C1 C2].
    destruct N as [->|N]; [|now apply IH]. destruct H2 as [R _]. apply (R _ _ H1) in C1. discriminate.
Qed.

(** * Covers *)
(** How many digits of the letter have been read; the elements, for each branch; the next macro-states. *)
Record smacro := Smacro { sat : nat; sels : list (list (list positive)); szero : positive; sone : positive }.
(** Elements with the numbers of their branches, from 1 and ascending, for each branch. Most branches have none. *)
Fixpoint own (b : positive) (l : list (positive * list positive)) : list (list positive) * list (positive * list positive) :=
  match l with
  | (c, q) :: rest => if Pos.eqb b c then let (els, rest) := own b rest in (q :: els, rest) else ([], l)
  | [] => ([], [])
  end.
Fixpoint dealt (branches : nat) (b : positive) (l : list (positive * list positive)) : list (list (list positive)) :=
  match branches with 0 => [] | S n => let (els, rest) := own b l in els :: dealt n (Pos.succ b) rest end.
(** The tracks that are read up to each given one; the rest, at the end, are read after the last. *)
Fixpoint cut n (ord now : list nat) : list (list nat) :=
  match ord with
  | [] => [rev now]
  | i :: ord => if Nat.ltb i n then rev (i :: now) :: cut n ord [] else cut n ord (i :: now)
  end.
Definition segment n (ord : list nat) t : list nat :=
  let l := cut n ord [] in nth t l [] ++ (if Nat.eqb (S t) n then nth n l [] else []).
Definition segments n ord t : list nat := flat_map (segment n ord) (seq 0 t).
Fixpoint distinct (l : list nat) : bool := match l with [] => true | i :: l => negb (has_track i l) &&& distinct l end.
Definition sbranchb n (b : branch) : bool :=
  nl_eqb (segments n (border b) n) (border b) &&& distinct (border b) &&& inside (n + bfresh b) (border b) &&& in_order (border b) (bcs b).

(** What is reached by a digit of the given track t with any digits of the hidden ones around it. *)
Definition plan n (b : branch) t : list (nat * list (bool * table)) := map (fun i => (i, readers i (bcs b))) (segment n (border b) t).
Fixpoint ways n t (d : bool) (p : list (nat * list (bool * table))) (qs : list positive) : list (list positive) :=
  match p with
  | [] => [qs]
  | (i, l) :: p =>
      flat_map (fun d' => match csmove l d' qs with Some r => ways n t d p r | None => [] end)
        (if Nat.eqb i t then [d] else if Nat.ltb i n then [] else [false; true])
  end.
Definition zero_letter n (b : branch) (q : list positive) : list (list positive) :=
  fold_left (fun L t => fold_left addq (flat_map (ways n t false (plan n b t)) L) []) (seq 0 n) [q].
Fixpoint szreach fuel n b (L : list (list positive)) : list (list positive) :=
  match fuel with
  | 0 => L
  | S f => szreach f n b (fold_left addq (flat_map (zero_letter n b) L) L)
  end.
Fixpoint sstartb fuel n (brs : list branch) (m : list (list (list positive))) : bool :=
  match brs, m with
  | [], [] => true
  | b :: brs, els :: m =>
      match els with [] => true | _ => below b els (szreach fuel n b [cinit (bcs b)]) end &&& sstartb fuel n brs m
  | _, _ => false
  end.
Fixpoint sstepsb n t (d : bool) (brs : list branch) (m' m : list (list (list positive))) : bool :=
  match brs, m', m with
  | [], [], [] => true
  | b :: brs, els' :: m', els :: m =>
      match els' with [] => true | _ => below b els' (flat_map (ways n t d (plan n b t)) els) end &&& sstepsb n t d brs m' m
  | _, _, _ => false
  end.
Definition scoverb fuel n (brs : list branch) (M : PM.t smacro) : bool :=
  Nat.ltb 0 n &&& forallb (sbranchb n) brs &&&
  match PM.find 1%positive M with
  | None => false
  | Some m => Nat.eqb (sat m) 0 &&& sstartb fuel n brs (sels m)
  end &&&
  forallb (fun km => let m := snd km in
    Nat.ltb (sat m) n &&&
    match sat m with O => accb brs (sels m) | _ => true end &&&
    forallb (fun d : bool => match PM.find (if d then sone m else szero m) M with
                      | Some m' => Nat.eqb (sat m') (if Nat.eqb (S (sat m)) n then 0 else S (sat m)) &&&
                                   sstepsb n (sat m) d brs (sels m') (sels m)
                      | None => false
                      end) [false; true])
   (PM.elements M).

(** An element is realised by a tuple and the first t digits of a letter. *)
Definition SReal1 n (b : branch) h a t q := exists y w ss,
  length y = bfresh b /\ CSpelled (bcs b) (h ++ y) ss /\ map fst w = segments n (border b) t /\
  (forall i d, In (i, d) w -> i < n -> d = bit a i) /\ CIncl (bcs b) (map Some q) (csweep (bcs b) w ss).
Definition SReal n brs h a t m := Forall2 (fun b els => Forall (SReal1 n b h a t) els) brs m.

Lemma scle_ok cs : Forall scomp_ok cs -> forall q r, cle cs q r = true -> CIncl cs (map Some q) (map Some r).
Proof.
  induction 1 as [|c cs [_ W] _ IH]; destruct q, r; simpl; intro K; try discriminate; auto.
  apply lazy_and in K. destruct K as [K1 K2]. split; [now apply ole_ok|auto].
Qed.
Lemma CIncl_move cs i d : forall q r, CIncl cs q r -> CIncl cs (cmove cs i d q) (cmove cs i d r).
Proof.
  induction cs as [|c cs IH]; destruct q, r; simpl; try tauto. intros [A1 A2]. split; [|auto].
  unfold move1. destruct (has_track i (ctr c)); [|exact A1]. intros ws K. exact (A1 ([d] :: ws) K).
Qed.
Lemma CIncl_saccepts cs e : Forall scomp_ok cs -> forall q r, CIncl cs (map Some q) r -> CSpelled cs e r -> allacc cs q = true -> csem cs e.
Proof.
  induction 1 as [|c cs [R _] _ IH]; intros [|x q] [|y r] HI HC K; simpl in *; try tauto; try discriminate.
  destruct HI as [H1 H2]. inversion HC; subst. apply lazy_and in K. destruct K as [K1 K2].
  split; [|eapply IH; eauto]. apply (R _ _ H4). exact (H1 [] K1).
Qed.
Lemma sbelow_ok n b h a t els l : Forall scomp_ok (bcs b) -> Forall (SReal1 n b h a t) l -> below b els l = true ->
  Forall (SReal1 n b h a t) els.
Proof.
  intros Hb HL H. unfold below in H. rewrite forallb_forall in H. rewrite Forall_forall in HL |- *. intros q' I.
  specialize (H q' I). apply any_exists in H. destruct H as [q [Iq K]].
  destruct (HL q Iq) as (y & w & ss & H1 & H2 & H3 & H4 & H5). exists y, w, ss. repeat (split; [assumption|]).
  eapply CIncl_trans; [|exact H5]. now apply scle_ok.
Qed.
Lemma ways_read n t a cs seg : forall q r ss, CIncl cs (map Some q) ss ->
  In r (ways n t (bit a t) (map (fun i => (i, readers i cs)) seg) q) ->
  exists w, map fst w = seg /\ (forall i d, In (i, d) w -> i < n -> d = bit a i) /\ CIncl cs (map Some r) (csweep cs w ss).
Proof.
  induction seg as [|i seg IH]; cbn [map ways]; intros q r ss HI I.
  - destruct I as [<-|[]]. exists []. split; [reflexivity|]. split; [intros ? ? []|exact HI].
  - apply in_flat_map in I. destruct I as [d [Id I]].
    destruct (csmove (readers i cs) d q) as [q'|] eqn:E; [|contradiction].
    assert (L : length q = length cs) by (rewrite <- (CIncl_length _ _ _ HI), len_map; reflexivity).
    apply csmove_some in E; [|exact L]. pose proof (CIncl_move cs i d _ _ HI) as HI'. rewrite E in HI'.
    destruct (IH _ _ _ HI' I) as (w & W1 & W2 & W3). exists ((i, d) :: w). cbn [map fst]. split; [now f_equal|]. split; [|exact W3].
    intros j d' [J|J] Hj; [|now apply W2]. injection J as <- <-.
    destruct (Nat.eqb_spec i t) as [->|]; [now destruct Id as [<-|[]]|]. destruct (Nat.ltb_spec i n); [contradiction|lia].
Qed.
Lemma ways_ok n b h a t q r : SReal1 n b h a t q -> In r (ways n t (bit a t) (plan n b t) q) -> SReal1 n b h a (S t) r.
Proof.
  intros (y & w & ss & H1 & H2 & H3 & H4 & H5) I. destruct (ways_read _ _ _ _ _ _ _ _ H5 I) as (w' & W1 & W2 & W3).
  exists y, (w ++ w'), ss. split; [exact H1|]. split; [exact H2|].
  split; [unfold segments in *; rewrite map_app, seq_S, flat_map_app, H3, W1; cbn [flat_map Nat.add]; now rewrite app_nil_r|].
  split; [|unfold csweep in *; now rewrite fold_left_app].
  intros i d J Hi. apply in_app_or in J. destruct J; auto.
Qed.
Lemma distinct_ok w : distinct (map fst w) = true -> forall i d, In (i, d) w ->
  (fix look (w : list (nat * bool)) := match w with [] => false | (j, d) :: w => if Nat.eqb i j then d else look w end) w = d.
Proof.
  induction w as [|[j d0] w IH]; cbn [map fst distinct]; intros H i d I; [contradiction|]. apply lazy_and in H. destruct H as [H K].
  destruct I as [I|I]; [injection I as -> ->; now rewrite Nat.eqb_refl|]. destruct (Nat.eqb_spec i j) as [->|]; [exfalso|now apply IH].
  apply negb_true_iff in H. assert (X : has_track j (map fst w) = true); [|congruence].
  apply any_exists. exists j. split; [|apply Nat.eqb_refl]. apply in_map_iff. now exists (j, d).
Qed.
(** After its last digit a letter has been appended. *)
Lemma letter_read n b h a a' q : sbranchb n b = true -> length h = n -> length a = n ->
  SReal1 n b h a n q -> SReal1 n b (snoc h a) a' 0 q.
Proof.
  unfold sbranchb. rewrite !lazy_and. intros (((B1 & B2) & B3) & B4) Hh Ha (y & w & ss & H1 & H2 & H3 & H4 & H5).
  apply nl_eqb_ok in B1. rewrite B1 in H3. rewrite <- H3 in B2.
  set (digit := fun i => (fix look (w : list (nat * bool)) :=
    match w with [] => false | (j, d) :: w => if Nat.eqb i j then d else look w end) w).
  set (yd := map (fun i => digit (n + i)) (seq 0 (bfresh b))).
  assert (LY : length yd = bfresh b) by (unfold yd; now rewrite len_map, len_seq).
  assert (E : w = digits_of (border b) (a ++ yd)).
  { rewrite <- H3. unfold digits_of. rewrite map_map. rewrite <- (map_id w) at 1. apply map_ext_in. intros [i d] I. cbn [fst]. f_equal.
    assert (Bi : i < n + bfresh b) by (apply (inside_ok _ _ _ B3); rewrite <- H3; apply in_map_iff; now exists (i, d)).
    unfold bit. destruct (Nat.lt_ge_cases i n) as [Hi|Hi].
    - rewrite app_nth1 by lia. exact (H4 i d I Hi).
    - rewrite app_nth2 by lia. unfold yd. rewrite Ha.
      rewrite (nth_indep _ false (digit (n + 0))) by (rewrite len_map, len_seq; lia).
      rewrite (map_nth (fun i => digit (n + i))), seq_nth by lia.
      replace (n + (0 + (i - n))) with i by lia. symmetry. exact (distinct_ok w B2 i d I). }
  exists (snoc y yd), [], (csweep (bcs b) w ss). split; [rewrite snoc_length; lia|].
  split; [rewrite E, <- snoc_app by lia; apply CSpelled_letter; [exact B4|rewrite !len_app; lia|exact H2]|].
  split; [reflexivity|]. split; [intros ? ? []|exact H5].
Qed.
Lemma start_any n b h a a' q : SReal1 n b h a 0 q -> SReal1 n b h a' 0 q.
Proof.
  intros (y & w & ss & H1 & H2 & H3 & H4 & H5). exists y, w, ss. repeat (split; [assumption|]). split; [|exact H5].
  destruct w; [intros ? ? []|discriminate].
Qed.
Lemma in_addq l : forall L q, In q (fold_left addq l L) -> In q l \/ In q L.
Proof.
  induction l as [|x l IH]; cbn [fold_left]; intros L q I; [now right|]. destruct (IH _ _ I) as [J|J]; [left; now right|].
  unfold addq in J. destruct (any _ _); [now right|]. destruct J as [->|J]; [left; now left|now right].
Qed.
Lemma zero_letter_ok n b q r : sbranchb n b = true ->
  SReal1 n b (zeros n) (repeat false n) 0 q -> In r (zero_letter n b q) -> SReal1 n b (zeros n) (repeat false n) 0 r.
Proof.
  intros HB HR I. set (a := repeat false n) in *.
  assert (Z : forall t, bit a t = false).
  { intro t. unfold bit, a. clear. revert t. induction n as [|k IH]; intros [|t]; simpl; auto. }
  assert (A : forall t, t <= n -> forall r,
    In r (fold_left (fun L t => fold_left addq (flat_map (ways n t false (plan n b t)) L) []) (seq 0 t) [q]) -> SReal1 n b (zeros n) a t r).
  { clear I r. induction t as [|t IH]; intros Ht r I; [destruct I as [<-|[]]; exact HR|].
    rewrite seq_S, fold_left_app in I. cbn [fold_left Nat.add] in I. apply in_addq in I. destruct I as [I|[]].
    apply in_flat_map in I. destruct I as [q' [Iq I]]. apply (ways_ok n b _ a t q'); [apply IH; [lia|exact Iq]|]. now rewrite Z. }
  specialize (A n (le_n _) r I). apply (letter_read n b (zeros n) a a r HB) in A; [|apply zeros_length|apply len_repeat].
  unfold a in A at 1. now rewrite snoc_zeros in A.
Qed.
Lemma szreach_ok n b : sbranchb n b = true -> forall fuel L,
  Forall (SReal1 n b (zeros n) (repeat false n) 0) L -> Forall (SReal1 n b (zeros n) (repeat false n) 0) (szreach fuel n b L).
Proof.
  intro HB. induction fuel as [|f IH]; cbn [szreach]; intros L HL; [exact HL|]. apply IH. rewrite Forall_forall in HL |- *.
  intros q I. apply in_addq in I. destruct I as [I|I]; [|now apply HL]. apply in_flat_map in I. destruct I as [x [Ix I]].
  eapply zero_letter_ok; eauto.
Qed.
Lemma sstart_ok fuel n brs : Forall (fun b => sbranchb n b = true) brs -> Forall (fun b => Forall scomp_ok (bcs b)) brs ->
  forall m, sstartb fuel n brs m = true -> SReal n brs (zeros n) (repeat false n) 0 m.
Proof.
  intros HB HO. induction HO as [|b brs Hb _ IH]; destruct m as [|els m]; cbn [sstartb]; intro K; try discriminate; [constructor|].
  inversion HB; subst. apply lazy_and in K. destruct K as [K1 K2]. constructor; [|exact (IH H2 _ K2)].
  destruct els as [|q els]; [constructor|]. eapply sbelow_ok; [exact Hb| |exact K1].
  apply szreach_ok; [assumption|]. constructor; [|constructor].
  exists (zeros (bfresh b)), [], (map Some (cinit (bcs b))). split; [apply zeros_length|].
  split; [rewrite <- zeros_app; apply CSpelled_zeros|]. split; [reflexivity|]. split; [intros ? ? []|].
  unfold csweep. cbn [fold_left]. apply CIncl_refl. unfold cinit. now rewrite !len_map.
Qed.
Lemma ssteps_ok n brs : Forall (fun b => Forall scomp_ok (bcs b)) brs -> forall m' m h a t,
  sstepsb n t (bit a t) brs m' m = true -> SReal n brs h a t m -> SReal n brs h a (S t) m'.
Proof.
  induction 1 as [|b brs Hb _ IH]; intros [|els' m'] [|els m] h a t K HR; cbn [sstepsb] in K; try discriminate; [constructor|].
  inversion HR; subst. apply lazy_and in K. destruct K as [K1 K2]. constructor; [|eapply IH; eauto].
  destruct els' as [|q' els']; [constructor|]. eapply sbelow_ok; [exact Hb| |exact K1]. rewrite Forall_forall in H2 |- *.
  intros r I. apply in_flat_map in I. destruct I as [q [Iq I]]. eapply ways_ok; eauto.
Qed.
Lemma sacc_real n brs : Forall (fun b => Forall scomp_ok (bcs b)) brs -> forall m h a,
  accb brs m = true -> SReal n brs h a 0 m -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  induction 1 as [|b brs Hb _ IH]; destruct m as [|els m]; cbn [accb]; intros h a K HR; try discriminate.
  inversion HR; subst. apply lazy_or in K. destruct K as [K|K].
  - apply any_exists in K. destruct K as [q [Hq K]]. rewrite Forall_forall in H2.
    destruct (H2 q Hq) as (y & w & ss & H1 & H3 & H5 & _ & H6). destruct w; [|discriminate].
    exists b, y. split; [now left|]. split; [exact H1|]. eapply CIncl_saccepts; eauto.
  - destruct (IH m h a K H4) as (b' & y & I & H'). exists b', y. split; [now right|exact H'].
Qed.

Theorem scover_ok fuel n brs M : scoverb fuel n brs M = true -> Forall (fun b => Forall scomp_ok (bcs b)) brs ->
  forall h, length h = n -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  intros H HO. unfold scoverb in H. rewrite !lazy_and in H. destruct H as (((N0 & HB) & H0) & H1). apply Nat.ltb_lt in N0.
  rewrite forallb_forall in HB, H1. apply Forall_forall in HB.
  set (Z := repeat false n).
  assert (D : forall h a, length h = n -> length a = n ->
    (exists k m, PM.find k M = Some m /\ sat m = 0 /\ SReal n brs h a 0 (sels m)) -> forall t, t <= n ->
    exists k m, PM.find k M = Some m /\ sat m = (if Nat.eqb t n then 0 else t) /\ SReal n brs h a t (sels m)).
  { intros h a Hh Ha S0. induction t as [|t IH]; intro Ht.
    - destruct S0 as (k & m & E & A0 & R). exists k, m. split; [exact E|]. split; [|exact R]. destruct (Nat.eqb_spec 0 n); lia.
    - destruct (IH ltac:(lia)) as (k & m & E & A0 & R). destruct (Nat.eqb_spec t n); [lia|].
      specialize (H1 _ (PM.elements_correct _ _ E)). cbn [snd] in H1. rewrite !lazy_and in H1. destruct H1 as [_ H1].
      rewrite forallb_forall in H1. specialize (H1 (bit a t) ltac:(destruct (bit a t); simpl; auto)).
      destruct (PM.find (if bit a t then sone m else szero m) M) as [m'|] eqn:E'; [|discriminate].
      apply lazy_and in H1. destruct H1 as [P1 P2]. apply Nat.eqb_eq in P1. rewrite A0 in P1, P2.
      eexists _, m'. split; [exact E'|]. split; [exact P1|]. eapply ssteps_ok; eauto. }
  assert (Any : forall h a a' m, SReal n brs h a 0 m -> SReal n brs h a' 0 m).
  { clear. intros h a a' m R. induction R as [|b els brs m R1 _ IH]; constructor; [|exact IH].
    eapply Forall_impl; [|exact R1]. intros q. apply start_any. }
  assert (End_ : forall h a m, length h = n -> length a = n -> SReal n brs h a n m -> SReal n brs (snoc h a) Z 0 m).
  { intros h a m Hh Ha R. clear - HB R Hh Ha. induction R as [|b els brs m R1 _ IH]; [constructor|]. inversion HB; subst.
    constructor; [|now apply IH]. eapply Forall_impl; [|exact R1]. intros q. now apply letter_read. }
  assert (A : forall h, length h = n -> exists k m, PM.find k M = Some m /\ sat m = 0 /\ SReal n brs h Z 0 (sels m)).
  { apply (digit_ind n).
    - destruct (PM.find 1%positive M) as [m|] eqn:E; [|discriminate]. apply lazy_and in H0. destruct H0 as [A0 S0].
      apply Nat.eqb_eq in A0. exists 1%positive, m. split; [exact E|]. split; [exact A0|]. eapply sstart_ok; eauto.
    - intros h a Hh Ha (k & m & E & A0 & R).
      destruct (D h a Hh Ha ltac:(exists k, m; eauto) n ltac:(lia)) as (k' & m' & E' & A' & R').
      rewrite Nat.eqb_refl in A'. exists k', m'. split; [exact E'|]. split; [exact A'|]. now apply End_. }
  intros h Hh. destruct (A h Hh) as (k & m & E & A0 & R). specialize (H1 _ (PM.elements_correct _ _ E)). cbn [snd] in H1.
  rewrite !lazy_and, A0 in H1. destruct H1 as [[_ H1] _]. eapply sacc_real; eauto.
Qed.

(** * How a generated file uses this *)
Lemma scomp_move f T tr0 tr : scomp_ok (Comp f T tr0) -> length tr = length tr0 -> scomp_ok (Comp f T tr).
Proof. unfold scomp_ok, cn. simpl. intros H E. now rewrite E. Qed.
Lemma scomp_of n f T : spells n f T -> inclb T = true -> scomp_ok (Comp f T (seq 0 n)).
Proof. intros R W. split; [unfold cn; simpl; now rewrite len_seq|exact W]. Qed.

(** A sum of which some parts got smaller. *)
Lemma to_nat_less a b : (a < b)%N -> N.to_nat a < N.to_nat b.
Proof. lia. Qed.
Ltac sum_less :=
  lazymatch goal with
  | |- (?a + ?c < ?b + ?c)%N => apply (proj1 (N.add_lt_mono_r a b c)); sum_less
  | |- (?a + ?c < ?a + ?d)%N => apply (proj1 (N.add_lt_mono_l c d a)); lia
  | |- _ => lia
  end.

(** At every place an even number of ones: the xor of all is zero. *)
Fixpoint xor_all (l : list N) : N := match l with [] => 0%N | [x] => x | x :: l => N.lxor x (xor_all l) end.
Lemma xor_all_spec l i : N.testbit (xor_all l) i = Nat.odd (ones (map (fun x => N.testbit x i) l)).
Proof.
  induction l as [|x l IH]; [apply N.bits_0|]. destruct l as [|y l].
  - cbn [xor_all map ones]. now destruct (N.testbit x i).
  - change (xor_all (x :: y :: l)) with (N.lxor x (xor_all (y :: l))). rewrite N.lxor_spec, IH.
    set (k := map _ (y :: l)). change (map (fun x => N.testbit x i) (x :: y :: l)) with (N.testbit x i :: k).
    cbn [ones]. destruct (N.testbit x i); [|now destruct (Nat.odd (ones k))]. rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd (ones k)).
Qed.
Lemma digits0_xor l : digits0 2 l <-> xor_all l = 0%N.
Proof.
  assert (E : forall k, k mod 2 = 0 <-> Nat.odd k = false).
  { intro k. rewrite <- Nat.negb_even, negb_false_iff, Nat.even_spec. rewrite Nat.mod_divide by lia. unfold Nat.Even, Nat.divide.
    split; intros [j J]; exists j; lia. }
  unfold digits0. split.
  - intro H. apply N.bits_inj. intro i. rewrite xor_all_spec, N.bits_0. apply E, H.
  - intros H i. apply E. rewrite <- xor_all_spec, H. apply N.bits_0.
Qed.
Global Hint Extern 0 (digits0 2 ?l <-> _) => exact (digits0_xor l) : ishitori.
