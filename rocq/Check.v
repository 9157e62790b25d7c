(** The verified checks. Each has the form [check ... = true -> meaning].

    - [recogb]: a table accepts what a formula says (pairs of states that are reached together);
    - [emptyb]: no tuple is accepted by several tables at once, each on its own tracks;
    - [coverb]: every tuple is accepted by one of several branches. A branch is several tables that read
      given tracks and hidden ones; it accepts if there are numbers for the hidden ones.

    A cover is a list of macro-states, sets of elements (a branch with a state of each table). Reading from
    the front, *every tuple has a macro-state all of whose elements are realised*: some numbers for the
    hidden tracks lead to states that accept at least as much ([Real]). This holds of zeros, and each letter
    leads from macro-state to macro-state; every macro-state has an element that accepts. Hidden numbers may
    have more digits than given ones, so the first macro-state may use letters that are 0 on all given tracks.

    Letters are not enumerated where that can be avoided: [enum] and [candidates] descend the decision trees
    of all tables together, track by track, and stop where one leads nowhere. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits Table Formula.
Import ListNotations.

(** * A table accepts what a formula says *)
Definition recogb fuel n f (T : table) : bool :=
  let ls := letters n in
  check (stree * option positive) (fun x => encs (fst x) (enco (snd x) xH))
    (fun x y => stree_eqb (fst x) (fst y) && o_eqb (snd x) (snd y))
    (fun x => match x with
              | (SFalse, None) => []
              | (s, q) => map (fun a => (step f s a, tnext T q a)) ls
              end)
    (fun x => eqb (acc f (fst x)) (tacc T (snd x))) fuel (init f, Some 1%positive).

Lemma step_false f a : step f SFalse a = SFalse.
Proof. destruct f; reflexivity. Qed.

Theorem recog_ok fuel n f T : good f -> recogb fuel n f T = true -> recog n (sem f) T.
Proof.
  intros G H e q Hr. unfold recogb in H. cbv zeta in H.
  match type of H with check _ _ _ ?next _ _ ?start = true =>
    assert (A : exists s, Inv n f s e /\ Reach _ next start (s, q)) end.
  { induction Hr as [|e q a He Ha _ [s [IH1 IH2]]].
    - exists (init f). split; [now apply init_ok|constructor].
    - exists (step f s a). split; [now apply step_ok|].
      assert (D : (s = SFalse /\ q = None) \/ ~ (s = SFalse /\ q = None))
        by (destruct s, q; auto; right; intros []; discriminate).
      destruct D as [[-> ->]|D]; [rewrite step_false; exact IH2|].
      apply (ReachS _ _ _ (s, q)); [exact IH2|].
      assert (E : In (step f s a, tnext T q a) (map (fun a => (step f s a, tnext T q a)) (letters n))).
      { apply in_map_iff. exists a. split; [reflexivity|now apply in_letters]. }
      destruct s, q; try exact E. exfalso. now apply D. }
  destruct A as [s [Hi HR]]. rewrite <- (acc_ok n f G s e Hi).
  refine (let K := check_ok _ _ _ _ _ _ _ _ H (s, q) HR in _).
  simpl in K. apply eqb_prop in K. rewrite K. reflexivity.
  Unshelve.
  intros [x1 x2] [y1 y2]. simpl. rewrite andb_true_iff. intros [E1 E2].
  apply stree_eqb_ok in E1. apply o_eqb_ok in E2. now subst.
Qed.

(** * Several tables on tracks of one tuple *)
Record comp := Comp { cform : env -> Prop; ctab : table; ctr : list nat }.
Definition cn c := length (ctr c).
(** The table accepts what it is to accept, and its inclusions are right. *)
Definition comp_ok c := recog (cn c) (cform c) (ctab c) /\ inclb (ctab c) = true.
Fixpoint csem (cs : list comp) (e : env) : Prop :=
  match cs with [] => True | c :: cs => cform c (proj (ctr c) e) /\ csem cs e end.

Definition CR c e s := Run (cn c) (ctab c) (proj (ctr c) e) s.
Definition CRun cs e ss := Forall2 (fun c s => CR c e s) cs ss.
(** [walk] along the tracks, without making the letter first. *)
Fixpoint walk_on (b : btree) (tr : list nat) (a : letter) : option positive :=
  match b with
  | No => None
  | Lf q => Some q
  | Br b0 b1 => match tr with
                | i :: tr => if bit a i then walk_on b1 tr a else walk_on b0 tr a
                | [] => walk_on b0 [] a
                end
  end.
Lemma walk_on_eq a b : forall tr, walk_on b tr a = walk b (projl tr a).
Proof.
  induction b as [|q|b0 IH0 b1 IH1]; intros [|i tr]; try reflexivity; cbn [walk_on walk projl map]; [apply (IH0 [])|].
  destruct (bit a i); [apply IH1|apply IH0].
Qed.
Definition cnext1 c s a := match s with Some q => walk_on (tree (ctab c) q) (ctr c) a | None => None end.
Lemma cnext1_eq c s a : cnext1 c s a = tnext (ctab c) s (projl (ctr c) a).
Proof. destruct s; [apply walk_on_eq|reflexivity]. Qed.
Arguments cnext1 : simpl never.
Fixpoint cnext (cs : list comp) (ss : list (option positive)) (a : letter) : list (option positive) :=
  match cs, ss with c :: cs, s :: ss => cnext1 c s a :: cnext cs ss a | _, _ => [] end.
Definition cinit (cs : list comp) : list positive := map (fun _ => 1%positive) cs.
Fixpoint allacc (cs : list comp) (qs : list positive) : bool :=
  match cs, qs with [], [] => true | c :: cs, q :: qs => tacc (ctab c) (Some q) &&& allacc cs qs | _, _ => false end.
(** The next states, if none of them leads nowhere. *)
Fixpoint cstep (cs : list comp) (qs : list positive) (a : letter) : option (list positive) :=
  match cs, qs with
  | c :: cs, q :: qs =>
      match cnext1 c (Some q) a with
      | None => None
      | Some q' => match cstep cs qs a with Some r => Some (q' :: r) | None => None end
      end
  | _, _ => Some []
  end.

Lemma CR_init c m : CR c (zeros m) (Some 1%positive).
Proof. unfold CR. rewrite proj_zeros. constructor. Qed.
Lemma CR_step c e a s : length a = length e -> CR c e s -> CR c (snoc e a) (cnext1 c s a).
Proof.
  intros H K. rewrite cnext1_eq. unfold CR. rewrite proj_snoc by exact H.
  constructor; [apply proj_length|apply projl_length|exact K].
Qed.
Lemma CRun_init cs m : CRun cs (zeros m) (map Some (cinit cs)).
Proof. induction cs; constructor; auto. apply CR_init. Qed.
Lemma CRun_step cs e a ss : length a = length e -> CRun cs e ss -> CRun cs (snoc e a) (cnext cs ss a).
Proof. intro H. induction 1; simpl; constructor; auto. now apply CR_step. Qed.
Lemma CRun_length cs e ss : CRun cs e ss -> length ss = length cs.
Proof. induction 1; simpl; auto. Qed.
Lemma allacc_ok cs e qs : Forall comp_ok cs -> CRun cs e (map Some qs) -> (allacc cs qs = true <-> csem cs e).
Proof.
  intro H. revert qs. induction H as [|c cs [R _] _ IH]; intros [|q qs] K; inversion K; subst; simpl; [tauto|].
  rewrite lazy_and, (IH qs) by assumption. rewrite <- (R _ _ H2). reflexivity.
Qed.
Lemma cstep_some cs : forall qs a r, length qs = length cs -> cstep cs qs a = Some r -> cnext cs (map Some qs) a = map Some r.
Proof.
  induction cs as [|c cs IH]; destruct qs as [|q qs]; simpl; intros a r L H; try discriminate; [injection H as <-; auto|].
  destruct (cnext1 c (Some q) a) as [q'|] eqn:E; [|discriminate]. specialize (IH qs a).
  destruct (cstep cs qs a) as [r'|]; [|discriminate]. injection H as <-. simpl. f_equal. apply IH; auto.
Qed.
Lemma cstep_none cs : forall qs a e, CRun cs e (map Some qs) -> length a = length e -> cstep cs qs a = None ->
  exists c, In c cs /\ CR c (snoc e a) None.
Proof.
  induction cs as [|c cs IH]; destruct qs as [|q qs]; simpl; intros a e HC Ha H; try discriminate.
  inversion HC; subst. destruct (cnext1 c (Some q) a) as [q'|] eqn:E.
  - destruct (cstep cs qs a) as [r'|] eqn:F; [discriminate|]. destruct (IH qs a e H5 Ha F) as [c' [I D]]. eauto.
  - exists c. split; [auto|]. rewrite <- E. now apply CR_step.
Qed.

(** * Descending several decision trees together *)
(** What is left of a tree, and the tracks that it still reads. *)
Definition part := (btree * list nat)%type.
Definition parts (cs : list comp) (qs : list positive) : list part :=
  map (fun cq => (tree (ctab (fst cq)) (snd cq), ctr (fst cq))) (combine cs qs).
Fixpoint descend (t : nat) (d : bool) (b : btree) (tr : list nat) : part :=
  match b, tr with
  | Br b0 b1, i :: tr' =>
      if Nat.eqb i t then match d with true => descend t d b1 tr' | false => descend t d b0 tr' end else (b, tr)
  | _, _ => (b, tr)
  end.
Fixpoint descends (t : nat) (d : bool) (ps : list part) : option (list part) :=
  match ps with
  | [] => Some []
  | (b, tr) :: ps =>
      match descend t d b tr with
      | (No, _) => None
      | p => match descends t d ps with Some ps => Some (p :: ps) | None => None end
      end
  end.
Fixpoint leaves (ps : list part) : option (list positive) :=
  match ps with
  | [] => Some []
  | (Lf q, _) :: ps => match leaves ps with Some r => Some (q :: r) | None => None end
  | _ => None
  end.
(** All ends of the trees, if their tracks are in the order [ord]. *)
Fixpoint enum (ord : list nat) (ps : list part) : option (list (list positive)) :=
  match leaves ps with
  | Some r => Some [r]
  | None =>
      match ord with
      | [] => None
      | t :: ord =>
          let side d := match descends t d ps with None => Some [] | Some ps => enum ord ps end in
          match side false, side true with Some l, Some m => Some (l ++ m) | _, _ => None end
      end
  end.

Definition ends (a : letter) (ps : list part) (r : list positive) :=
  Forall2 (fun (p : part) q => walk (fst p) (projl (snd p) a) = Some q) ps r.
Lemma descend_ok a t b : forall tr,
  walk b (projl tr a) = walk (fst (descend t (bit a t) b tr)) (projl (snd (descend t (bit a t) b tr)) a).
Proof.
  induction b as [|q|b0 IH0 b1 IH1]; intros [|i tr]; try reflexivity.
  cbn [descend]. destruct (Nat.eqb_spec i t) as [->|D]; [|reflexivity].
  cbn [projl map walk]. destruct (bit a t); [apply IH1|apply IH0].
Qed.
Lemma descends_ok a t ps : forall r, ends a ps r -> exists ps', descends t (bit a t) ps = Some ps' /\ ends a ps' r.
Proof.
  induction ps as [|[b tr] ps IH]; intros r H; inversion H; subst; [exists []; split; [reflexivity|constructor]|].
  simpl in H2. rewrite (descend_ok a t) in H2. cbn [descends]. destruct (IH _ H4) as [ps' [E' H']].
  destruct (descend t (bit a t) b tr) as [b' tr']. rewrite E'. cbn [fst snd] in H2.
  destruct b'; [discriminate| |]; eexists; (split; [reflexivity|constructor; [exact H2|exact H']]).
Qed.
Lemma leaves_ok a ps : forall q r, leaves ps = Some q -> ends a ps r -> r = q.
Proof.
  induction ps as [|[b tr] ps IH]; intros q r H E; inversion E; subst; simpl in H; [now injection H as <-|].
  destruct b as [|x|]; try discriminate. destruct (leaves ps) as [q'|]; [|discriminate]. injection H as <-.
  simpl in H2. injection H2 as <-. f_equal. now apply IH.
Qed.
Lemma enum_ok a ord : forall ps l r, enum ord ps = Some l -> ends a ps r -> In r l.
Proof.
  induction ord as [|t ord IH]; intros ps l r H E; cbn [enum] in H.
  all: destruct (leaves ps) as [q|] eqn:F; [injection H as <-; left; symmetry; eapply leaves_ok; eauto|].
  - discriminate.
  - destruct (descends_ok a t ps r E) as [ps' [E1 E2]].
    destruct (bit a t); rewrite E1 in H.
    + destruct (match descends t false ps with Some _ => _ | None => _ end) as [l0|]; [|discriminate].
      destruct (enum ord ps') as [l1|] eqn:G; [|discriminate]. injection H as <-. apply in_or_app. eauto.
    + destruct (enum ord ps') as [l1|] eqn:G; [|discriminate].
      destruct (match descends t true ps with Some _ => _ | None => _ end) as [l0|]; [|discriminate].
      injection H as <-. apply in_or_app. eauto.
Qed.
Lemma cstep_ends cs : forall qs a r, length qs = length cs -> cstep cs qs a = Some r -> ends a (parts cs qs) r.
Proof.
  induction cs as [|c cs IH]; destruct qs as [|q qs]; simpl; intros a r L H; try discriminate; [injection H as <-; constructor|].
  destruct (cnext1 c (Some q) a) as [q'|] eqn:E; [|discriminate]. destruct (cstep cs qs a) as [r'|] eqn:F; [|discriminate].
  injection H as <-. rewrite cnext1_eq in E. constructor; [exact E|]. apply IH; auto.
Qed.

(** * No tuple is accepted by all *)
Definition successors m (cs : list comp) (qs : list positive) : list (list positive) :=
  match enum (seq 0 m) (parts cs qs) with
  | Some l => l
  | None => flat_map (fun a => match cstep cs qs a with Some r => [r] | None => [] end) (letters m)
  end.
Definition emptyb fuel m (cs : list comp) : bool :=
  check (list positive) encl pl_eqb (successors m cs) (fun qs => negb (allacc cs qs)) fuel (cinit cs).
Theorem empty_ok fuel m cs : emptyb fuel m cs = true -> Forall comp_ok cs ->
  forall e, length e = m -> ~ csem cs e.
Proof.
  intros H HO.
  assert (A : forall e, length e = m ->
    (exists qs, Reach _ (successors m cs) (cinit cs) qs /\ CRun cs e (map Some qs)) \/
    (exists c, In c cs /\ CR c e None)).
  { apply (digit_ind m).
    - left. exists (cinit cs). split; [constructor|apply CRun_init].
    - intros e a He Ha [[qs [HR HC]]|[c [I HC]]].
      + destruct (cstep cs qs a) as [r|] eqn:E; [left|right; apply (cstep_none cs qs a e HC); [lia|exact E]].
        assert (L : length qs = length cs) by (rewrite <- (CRun_length _ _ _ HC), len_map; reflexivity).
        exists r. split.
        * apply (ReachS _ _ _ qs); [exact HR|]. unfold successors.
          destruct (enum (seq 0 m) (parts cs qs)) as [l|] eqn:F.
          -- apply (enum_ok a _ _ _ _ F). now apply cstep_ends.
          -- apply in_flat_map. exists a. split; [now apply in_letters|]. rewrite E. left. reflexivity.
        * rewrite <- (cstep_some cs qs a r L E). apply CRun_step; [lia|exact HC].
      + right. exists c. split; [exact I|]. exact (CR_step c e a None ltac:(lia) HC). }
  intros e He C. destruct (A e He) as [[qs [HR HC]]|[c [I HC]]].
  - apply (allacc_ok cs e qs HO HC) in C. pose proof (check_ok _ _ _ pl_eqb_ok _ _ _ _ H qs HR) as K. simpl in K.
    rewrite C in K. discriminate.
  - rewrite Forall_forall in HO. destruct (HO c I) as [R _].
    assert (S : cform c (proj (ctr c) e)).
    { clear - C I. induction cs as [|x cs IH]; simpl in *; [contradiction|]. destruct I as [->|I]; [apply C|apply IH; tauto]. }
    apply (R _ _ HC) in S. discriminate.
Qed.

(** * Covers *)
(** How many hidden tracks there are, the tables, and the order in which trees are descended. *)
Record branch := Branch { bfresh : nat; bcs : list comp; border : list nat }.
(** The elements, for each branch; and the next macro-states. *)
Record macro := Macro { mels : list (list (list positive)); mnext : btree }.

(** Digits of the hidden tracks that lead somewhere. Nothing is proved of this search. *)
Fixpoint candidates (a : letter) (ord : list nat) (ps : list part) (y : letter) : list letter :=
  match ord with
  | [] => [rev y]
  | t :: ord =>
      match nth_error a t with
      | Some d => match descends t d ps with None => [] | Some ps => candidates a ord ps y end
      | None =>
          match descends t false ps with None => [] | Some ps => candidates a ord ps (false :: y) end ++
          match descends t true ps with None => [] | Some ps => candidates a ord ps (true :: y) end
      end
  end.
Definition reached (b : branch) (a : letter) (q : list positive) : list (list positive) :=
  flat_map (fun y => if Nat.eqb (length y) (bfresh b)
                     then match cstep (bcs b) q (a ++ y) with Some r => [r] | None => [] end else [])
    (candidates a (border b) (parts (bcs b) q) []).

Fixpoint cle (cs : list comp) (q' q : list positive) : bool :=
  match cs, q', q with
  | [], [], [] => true
  | c :: cs, x' :: q', x :: q => tle (ctab c) x' x &&& cle cs q' q
  | _, _, _ => false
  end.
Definition below (b : branch) (els : list (list positive)) (l : list (list positive)) : bool :=
  forallb (fun q' => any (cle (bcs b) q') l) els.
(** What the elements of a branch offer, for all letters in one descent: elements and hidden digits, with the
    states that they lead to, if the descent tells. They are found by the letter and these states, or by the
    letter alone. Nothing is proved of this search either. *)
Definition offer := (list positive * letter * option (list positive))%type.
Record found := Found { exact : PM.t offer; some : PM.t (list offer) }.
Definition longer (k : positive) (d : bool) : positive := if d then xI k else xO k.
Definition key (a : letter) : positive := fold_left longer a xH.
Fixpoint code (r : list positive) (k : positive) : positive := match r with [] => k | p :: r => encp p (code r k) end.
Definition is_read (t : nat) (ps : list part) : bool :=
  any (fun p : part => match p with (Br _ _, tr) => any (Nat.eqb t) tr | _ => false end) ps.
Definition add_offer (k : positive) (o : offer) (F : found) : found :=
  Found (exact F) (PM.add k (o :: match PM.find k (some F) with Some l => l | None => [] end) (some F)).
Fixpoint offers (n : nat) (q : list positive) (ord : list nat) (ps : list part) (k : positive) (y : letter) (F : found) : found :=
  match ord with
  | [] =>
      match leaves ps with
      | Some r =>
          let c := code r k in
          match PM.find c (exact F) with
          | Some _ => F
          | None => let o := (q, rev y, Some r) in add_offer k o (Found (PM.add c o (exact F)) (some F))
          end
      | None => add_offer k (q, rev y, None) F
      end
  | t :: ord =>
      let side d F :=
        match descends t d ps with
        | Some ps => if Nat.ltb t n then offers n q ord ps (longer k d) y F else offers n q ord ps k (d :: y) F
        | None => F
        end in
      if Nat.ltb t n ||| is_read t ps then side true (side false F) else side false F
  end.
Definition all_offers n (b : branch) (els : list (list positive)) : found :=
  fold_left (fun F q => offers n q (border b) (parts (bcs b) q) xH [] F) els (Found (PM.empty _) (PM.empty _)).
(** An offer is taken only if it is true. *)
Definition taken (b : branch) (els : list (list positive)) (a : letter) (q' : list positive) (o : offer) : bool :=
  let '(q, y, r) := o in
  match r with Some r => cle (bcs b) q' r | None => true end &&& any (pl_eqb q) els &&& Nat.eqb (length y) (bfresh b)
  &&& match cstep (bcs b) q (a ++ y) with Some r => cle (bcs b) q' r | None => false end.
Definition offer_taken (b : branch) (els : list (list positive)) (a : letter) (k : positive) (F : found) (q' : list positive) : bool :=
  match PM.find (code q' k) (exact F) with
  | Some o => taken b els a q' o
  | None => match PM.find k (some F) with Some l => any (taken b els a q') l | None => false end
  end.
Fixpoint stepsb (brs : list branch) (os : list found) (m' m : list (list (list positive))) (a : letter) (k : positive) : bool :=
  match brs, os, m', m with
  | [], [], [], [] => true
  | b :: brs, F :: os, els' :: m', els :: m =>
      forallb (offer_taken b els a k F) els' && stepsb brs os m' m a k
  | _, _, _, _ => false
  end.
Definition offered n (brs : list branch) (m : list (list (list positive))) : list found :=
  map (fun be => all_offers n (fst be) (snd be)) (combine brs m).
Fixpoint accb (brs : list branch) (m : list (list (list positive))) : bool :=
  match brs, m with b :: brs, els :: m => any (allacc (bcs b)) els ||| accb brs m | _, _ => false end.

Definition addq (L : list (list positive)) (q : list positive) := if any (pl_eqb q) L then L else q :: L.
(** The elements that are reached by letters that are 0 on the given tracks. *)
Fixpoint zreach fuel n b (L : list (list positive)) : list (list positive) :=
  match fuel with
  | 0 => L
  | S f => zreach f n b (fold_left addq (flat_map (reached b (repeat false n)) L) L)
  end.
Fixpoint startb fuel n (brs : list branch) (m : list (list (list positive))) : bool :=
  match brs, m with
  | [], [] => true
  | b :: brs, els :: m =>
      match els with [] => true | _ => below b els (zreach fuel n b [cinit (bcs b)]) end && startb fuel n brs m
  | _, _ => false
  end.
Definition coverb fuel n (brs : list branch) (M : PM.t macro) : bool :=
  match PM.find 1%positive M with
  | None => false
  | Some m => startb fuel n brs (mels m)
  end &&
  (let ls := letters n in
   forallb (fun km => let m := snd km in
    accb brs (mels m) &&
    let os := offered n brs (mels m) in
    forallb (fun a => match walk (mnext m) a with
                      | Some k => match PM.find k M with
                                  | Some m' => stepsb brs os (mels m') (mels m) a (key a)
                                  | None => false
                                  end
                      | None => false
                      end) ls)
   (PM.elements M)).

Fixpoint CIncl (cs : list comp) (q r : list (option positive)) : Prop :=
  match cs, q, r with
  | [], [], [] => True
  | c :: cs, x :: q, y :: r => Incl (ctab c) x y /\ CIncl cs q r
  | _, _, _ => False
  end.
Definition Real1 b h q :=
  exists y r, length y = bfresh b /\ CRun (bcs b) (h ++ y) r /\ CIncl (bcs b) (map Some q) r.
Definition Real brs h m := Forall2 (fun b els => Forall (Real1 b h) els) brs m.

Lemma cle_ok cs : Forall comp_ok cs -> forall q r, cle cs q r = true -> CIncl cs (map Some q) (map Some r).
Proof.
  induction 1 as [|c cs [_ W] _ IH]; destruct q, r; simpl; intro K; try discriminate; auto.
  apply lazy_and in K. destruct K as [K1 K2]. split; [now apply ole_ok|auto].
Qed.
Lemma CIncl_length cs : forall q r, CIncl cs q r -> length q = length cs.
Proof. induction cs; destruct q, r; simpl; try tauto. intros [_ H]. f_equal. eauto. Qed.
Lemma CIncl_refl cs : forall q, length q = length cs -> CIncl cs q q.
Proof. induction cs; destruct q; simpl; intro; try discriminate; auto. split; [intros ws K; exact K|auto]. Qed.
Lemma CIncl_trans cs : forall p q r, CIncl cs p q -> CIncl cs q r -> CIncl cs p r.
Proof.
  induction cs as [|c cs IH]; destruct p, q, r; simpl; try tauto. intros [A1 A2] [B1 B2]. split; [|eauto].
  intros ws K. auto.
Qed.
Lemma CIncl_step cs a : forall q r, CIncl cs q r -> CIncl cs (cnext cs q a) (cnext cs r a).
Proof.
  induction cs as [|c cs IH]; destruct q, r; simpl; try tauto. intros [A1 A2]. split; [|auto].
  rewrite !cnext1_eq. intros ws K. exact (A1 (projl (ctr c) a :: ws) K).
Qed.
Lemma CIncl_acc cs e : Forall comp_ok cs -> forall q r, CIncl cs (map Some q) r -> CRun cs e r -> allacc cs q = true -> csem cs e.
Proof.
  induction 1 as [|c cs [R _] _ IH]; intros [|x q] [|y r] HI HC K; simpl in *; try tauto; try discriminate.
  destruct HI as [H1 H2]. inversion HC; subst. apply lazy_and in K. destruct K as [K1 K2].
  split; [|eapply IH; eauto]. apply (R _ _ H4). exact (H1 [] K1).
Qed.

Lemma real_step b n h a q d r : length h = n -> length a = n ->
  Real1 b h q -> length d = bfresh b -> cstep (bcs b) q (a ++ d) = Some r -> Real1 b (snoc h a) r.
Proof.
  intros Hh Ha [y [s [Hy [HC HI]]]] Hd E.
  assert (L : length q = length (bcs b)) by (rewrite <- (CIncl_length _ _ _ HI), len_map; reflexivity).
  apply (cstep_some _ _ _ _ L) in E.
  exists (snoc y d), (cnext (bcs b) s (a ++ d)). split; [rewrite snoc_length; lia|]. split.
  - rewrite <- snoc_app by lia. apply CRun_step; [rewrite !len_app; lia|exact HC].
  - rewrite <- E. now apply CIncl_step.
Qed.
Lemma reached_ok b n h a q r : length h = n -> length a = n ->
  Real1 b h q -> In r (reached b a q) -> Real1 b (snoc h a) r.
Proof.
  intros Hh Ha HR I. unfold reached in I. apply in_flat_map in I. destruct I as [d [_ I]].
  destruct (Nat.eqb_spec (length d) (bfresh b)) as [Hd|]; [|contradiction].
  destruct (cstep (bcs b) q (a ++ d)) as [r'|] eqn:E; [|contradiction]. destruct I as [->|[]].
  eapply real_step; eauto.
Qed.
Lemma taken_ok b n h a els q' o : Forall comp_ok (bcs b) -> length h = n -> length a = n ->
  Forall (Real1 b h) els -> taken b els a q' o = true -> Real1 b (snoc h a) q'.
Proof.
  intros Hb Hh Ha HE K. destruct o as [[q y] r0]. unfold taken in K. rewrite !lazy_and in K.
  destruct K as [[[_ K1] K2] K3]. apply any_exists in K1. destruct K1 as [x [Ix Ex]]. apply pl_eqb_ok in Ex. subst x.
  apply Nat.eqb_eq in K2. destruct (cstep (bcs b) q (a ++ y)) as [r|] eqn:E; [|discriminate].
  rewrite Forall_forall in HE. destruct (real_step b n h a q y r Hh Ha (HE q Ix) K2 E) as [y' [s [Hy [HC HI]]]].
  exists y', s. split; [exact Hy|]. split; [exact HC|]. eapply CIncl_trans; [|exact HI]. now apply cle_ok.
Qed.
Lemma below_ok b h els l : Forall comp_ok (bcs b) -> Forall (Real1 b h) l -> below b els l = true -> Forall (Real1 b h) els.
Proof.
  intros Hb HL H. unfold below in H. rewrite forallb_forall in H. rewrite Forall_forall in HL |- *. intros q' I.
  specialize (H q' I). apply any_exists in H. destruct H as [q [Iq K]].
  destruct (HL q Iq) as [y [r [Hy [HC HI]]]]. exists y, r. split; [exact Hy|]. split; [exact HC|].
  eapply CIncl_trans; [|exact HI]. now apply cle_ok.
Qed.
Lemma zreach_ok n b : Forall comp_ok (bcs b) -> forall fuel L,
  Forall (Real1 b (zeros n)) L -> Forall (Real1 b (zeros n)) (zreach fuel n b L).
Proof.
  intro Hb. induction fuel as [|f IH]; simpl; intros L HL; [exact HL|]. apply IH.
  assert (A : forall l L, Forall (Real1 b (zeros n)) L -> Forall (Real1 b (zeros n)) l -> Forall (Real1 b (zeros n)) (fold_left addq l L)).
  { induction l as [|q l IHl]; simpl; intros L0 H0 H1; [exact H0|]. inversion H1; subst. apply IHl; [|assumption].
    unfold addq. destruct (any _ _); [exact H0|constructor; assumption]. }
  apply A; [exact HL|]. rewrite Forall_forall in HL |- *. intros r I. apply in_flat_map in I. destruct I as [q [Iq I]].
  rewrite <- (snoc_zeros n). apply (reached_ok b n (zeros n) (repeat false n) q r (zeros_length n) (len_repeat _ _)); auto.
Qed.
Lemma start_ok fuel n brs : Forall (fun b => Forall comp_ok (bcs b)) brs ->
  forall m, startb fuel n brs m = true -> Real brs (zeros n) m.
Proof.
  induction 1 as [|b brs Hb _ IH]; destruct m as [|els m]; simpl; intro K; try discriminate; [constructor|].
  apply andb_true_iff in K. destruct K as [K1 K2]. constructor; [|exact (IH _ K2)].
  destruct els as [|q els]; [constructor|]. eapply below_ok; [exact Hb| |exact K1].
  apply zreach_ok; [exact Hb|]. constructor; [|constructor].
  exists (zeros (bfresh b)), (map Some (cinit (bcs b))). split; [apply zeros_length|]. split.
  - rewrite <- zeros_app. apply CRun_init.
  - apply CIncl_refl. unfold cinit. now rewrite !len_map.
Qed.
Lemma steps_ok n brs : Forall (fun b => Forall comp_ok (bcs b)) brs ->
  forall os m' m h a k, length h = n -> length a = n -> stepsb brs os m' m a k = true -> Real brs h m -> Real brs (snoc h a) m'.
Proof.
  induction 1 as [|b brs Hb _ IH]; intros [|F os] [|els' m'] [|els m] h a k Hh Ha K HR; simpl in K;
    try discriminate; [constructor|].
  inversion HR; subst. apply andb_true_iff in K. destruct K as [K1 K2]. constructor; [|eapply IH; eauto].
  rewrite forallb_forall in K1. apply Forall_forall. intros q' I. specialize (K1 q' I). unfold offer_taken in K1.
  destruct (PM.find (code q' k) (exact F)) as [o|]; [eapply taken_ok; eauto|].
  destruct (PM.find k (some F)) as [l|]; [|discriminate].
  apply any_exists in K1. destruct K1 as [o [_ K1]]. eapply taken_ok; eauto.
Qed.
Lemma acc_real brs : Forall (fun b => Forall comp_ok (bcs b)) brs ->
  forall m h, accb brs m = true -> Real brs h m -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  induction 1 as [|b brs Hb _ IH]; destruct m as [|els m]; simpl; intros h K HR; try discriminate.
  inversion HR; subst. apply lazy_or in K. destruct K as [K|K].
  - apply any_exists in K. destruct K as [q [Hq K]]. rewrite Forall_forall in H2.
    destruct (H2 q Hq) as [y [r [Hy [HC HI]]]]. exists b, y. split; [auto|]. split; [exact Hy|].
    eapply CIncl_acc; eauto.
  - destruct (IH m h K H4) as [b' [y [I H']]]. exists b', y. split; [auto|exact H'].
Qed.

Theorem cover_ok fuel n brs M : coverb fuel n brs M = true -> Forall (fun b => Forall comp_ok (bcs b)) brs ->
  forall h, length h = n -> exists b y, In b brs /\ length y = bfresh b /\ csem (bcs b) (h ++ y).
Proof.
  intros H HO. unfold coverb in H. apply andb_true_iff in H. destruct H as [H0 H1]. rewrite forallb_forall in H1.
  assert (A : forall h, length h = n -> exists k m, PM.find k M = Some m /\ Real brs h (mels m)).
  { apply (digit_ind n).
    - destruct (PM.find 1%positive M) as [m|] eqn:E; [|discriminate]. exists 1%positive, m. split; [exact E|].
      exact (start_ok fuel n brs HO _ H0).
    - intros h a Hh Ha [k [m [E HR]]]. specialize (H1 _ (PM.elements_correct _ _ E)). simpl in H1.
      apply andb_true_iff in H1. destruct H1 as [_ H1]. rewrite forallb_forall in H1. specialize (H1 a (in_letters n a Ha)).
      destruct (walk (mnext m) a) as [k'|]; [|discriminate].
      destruct (PM.find k' M) as [m'|] eqn:E'; [|discriminate].
      exists k', m'. split; [exact E'|]. eapply steps_ok; eauto. }
  intros h Hh. destruct (A h Hh) as [k [m [E HR]]]. specialize (H1 _ (PM.elements_correct _ _ E)). simpl in H1.
  apply andb_true_iff in H1. destruct H1 as [H1 _]. eapply acc_real; eauto.
Qed.
