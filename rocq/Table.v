(** Automata given as data, and what their states mean.

    A table maps the number of a state (1 is initial) to its row. Successors are a decision tree over
    the digits of the letter; [No] leads nowhere, and what leads nowhere refuses every word. So a state is
    an [option positive], and trap states need not be listed. [recog n A T]: the table [T] accepts exactly
    the tuples in [A]. Reachable states are searched by code of which nothing is proved ([bfs]); that the
    result is closed is then checked ([closed]), and only that matters. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Digits.
Import ListNotations.
Module PM := PositiveMap.

Definition of_list {A} (l : list (positive * A)) : PM.t A :=
  fold_left (fun m kv => PM.add (fst kv) (snd kv) m) l (PM.empty A).

(** * Connectives that stop as soon as they can; the virtual machine evaluates both sides of [&&] and [||] *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).
Lemma lazy_and (a b : bool) : (a &&& b) = true <-> a = true /\ b = true.
Proof. destruct a; split; intuition. Qed.
Lemma lazy_or (a b : bool) : (a ||| b) = true <-> a = true \/ b = true.
Proof. destruct a; split; intuition discriminate. Qed.
Fixpoint any {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: l => f x ||| any f l end.
Lemma any_exists {A} (f : A -> bool) l : any f l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [|x l IH]; cbn [any In]; [split; [discriminate|intros [x [[] _]]]|].
  rewrite lazy_or, IH. split; [intros [H|[y [I H]]]; eauto|intros [y [[->|I] H]]; eauto].
Qed.

(** * Reachable states; [enc] only finds, [eqb] decides *)
Section Explore.
  Variable St : Type.
  Variable enc : St -> positive.
  Variable eqb : St -> St -> bool.
  Hypothesis eqb_ok : forall x y, eqb x y = true -> x = y.
  Variable succs : St -> list St.
  Variable ok : St -> bool.

  Definition mem (R : PM.t St) (s : St) : bool :=
    match PM.find (enc s) R with Some s' => eqb s s' | None => false end.
  Fixpoint push (ss : list St) (R : PM.t St) (new : list St) : PM.t St * list St :=
    match ss with
    | [] => (R, new)
    | s :: ss => match PM.find (enc s) R with
                 | Some _ => push ss R new
                 | None => push ss (PM.add (enc s) s R) (s :: new)
                 end
    end.
  Fixpoint bfs (fuel : nat) (R : PM.t St) (todo : list St) : PM.t St :=
    match fuel with
    | 0 => R
    | S fuel =>
        match todo with
        | [] => R
        | _ => let '(R', new) := fold_left (fun '(R, new) s => push (succs s) R new) todo (R, []) in
               bfs fuel R' new
        end
    end.
  Definition explore fuel s0 := bfs fuel (PM.add (enc s0) s0 (PM.empty St)) [s0].
  Definition closed (R : PM.t St) : bool :=
    forallb (fun ks => ok (snd ks) && forallb (mem R) (succs (snd ks))) (PM.elements R).

  Inductive Reach (s0 : St) : St -> Prop :=
  | Reach0 : Reach s0 s0
  | ReachS s s' : Reach s0 s -> In s' (succs s) -> Reach s0 s'.

  Lemma mem_in R s : mem R s = true -> exists k, In (k, s) (PM.elements R).
  Proof.
    unfold mem. destruct (PM.find (enc s) R) as [s'|] eqn:E; [|discriminate]. intro H. apply eqb_ok in H. subst s'.
    exists (enc s). now apply PM.elements_correct.
  Qed.
  Definition check fuel s0 : bool := let R := explore fuel s0 in mem R s0 && closed R.
  Theorem check_ok fuel s0 : check fuel s0 = true -> forall s, Reach s0 s -> ok s = true.
  Proof.
    unfold check. generalize (explore fuel s0). intro R. rewrite andb_true_iff. intros [H0 HC].
    unfold closed in HC. rewrite forallb_forall in HC.
    assert (A : forall s, Reach s0 s -> mem R s = true).
    { induction 1 as [|s s' _ IH Hs]; [exact H0|]. apply mem_in in IH. destruct IH as [k Hk].
      specialize (HC _ Hk). apply andb_true_iff in HC. destruct HC as [_ HC]. rewrite forallb_forall in HC. now apply HC. }
    intros s Hs. apply A, mem_in in Hs. destruct Hs as [k Hk]. specialize (HC _ Hk).
    apply andb_true_iff in HC. apply HC.
  Qed.
End Explore.

(** * Codes of states, for the search *)
Fixpoint encp (p k : positive) : positive :=
  match p with xO p => xO (xO (encp p k)) | xI p => xO (xI (encp p k)) | xH => xI k end.
Definition enco (o : option positive) (k : positive) : positive := match o with None => xO k | Some p => xI (encp p k) end.
Fixpoint encl (l : list positive) : positive := match l with [] => xH | p :: l => encp p (encl l) end.
Fixpoint pl_eqb (l m : list positive) : bool :=
  match l, m with [], [] => true | p :: l, q :: m => Pos.eqb p q &&& pl_eqb l m | _, _ => false end.
Lemma pl_eqb_ok l : forall m, pl_eqb l m = true -> l = m.
Proof.
  induction l; destruct m; simpl; intro H; try discriminate; auto. apply lazy_and in H. destruct H as [H K].
  apply Pos.eqb_eq in H. subst. f_equal. auto.
Qed.
Definition o_eqb (o p : option positive) : bool :=
  match o, p with None, None => true | Some x, Some y => Pos.eqb x y | _, _ => false end.
Lemma o_eqb_ok o p : o_eqb o p = true -> o = p.
Proof. destruct o, p; simpl; intro H; try discriminate; auto. apply Pos.eqb_eq in H. now subst. Qed.

(** * Tables *)
Inductive btree := No | Lf (q : positive) | Br (b0 b1 : btree).
Fixpoint walk (b : btree) (a : letter) : option positive :=
  match b with
  | No => None
  | Lf q => Some q
  | Br b0 b1 => match a with true :: a => walk b1 a | false :: a => walk b0 a | [] => walk b0 [] end
  end.
(** Whether the state accepts, the states that are said to accept at least as much, the successors. *)
Record row := Row { racc : bool; rup : list positive; rnext : btree }.
Definition table := PM.t row.
Definition tree (T : table) q := match PM.find q T with Some r => rnext r | None => No end.
Definition tnext (T : table) (s : option positive) a := match s with Some q => walk (tree T q) a | None => None end.
Definition tacc (T : table) (s : option positive) :=
  match s with Some q => match PM.find q T with Some r => racc r | None => false end | None => false end.
Definition trun (T : table) s (ws : list letter) := fold_left (tnext T) ws s.
Lemma trun_none T ws : trun T None ws = None.
Proof. induction ws; simpl; auto. Qed.

(** Reading the digits of a tuple may lead to a state (several, if zeros at the beginning lead on). *)
Inductive Run n (T : table) : env -> option positive -> Prop :=
| Run0 : Run n T (zeros n) (Some 1%positive)
| RunS e s a : length e = n -> length a = n -> Run n T e s -> Run n T (snoc e a) (tnext T s a).
Lemma run_length n T e s : Run n T e s -> length e = n.
Proof. induction 1; [apply zeros_length|rewrite snoc_length; lia]. Qed.
Lemma run_total n T e : length e = n -> exists s, Run n T e s.
Proof. revert e. apply (digit_ind n); [eexists; constructor|]. intros e a He Ha [s Hs]. eexists. constructor; eauto. Qed.
Lemma run_ext n T ws : wf n ws -> forall e s, Run n T e s -> Run n T (ext e ws) (trun T s ws).
Proof.
  induction 1 as [|a ws Ha _ IH]; simpl; intros e s H; [exact H|].
  apply IH. constructor; [eapply run_length; eauto|exact Ha|exact H].
Qed.

(** The table accepts exactly the tuples in [A]. *)
Definition recog n (A : env -> Prop) T := forall e s, Run n T e s -> (tacc T s = true <-> A e).
Lemma recog_iff n A B T : (forall e, length e = n -> (A e <-> B e)) -> recog n A T -> recog n B T.
Proof. intros H R e s HR. rewrite (R e s HR). apply H. eapply run_length; eauto. Qed.
Lemma recog_dec n A T e : recog n A T -> length e = n -> A e \/ ~ A e.
Proof.
  intros R He. destruct (run_total n T e He) as [s Hs]. pose proof (R e s Hs) as E.
  destruct (tacc T s); [left; now apply E|right; intro C; apply E in C; discriminate].
Qed.

(** * Inclusions: every word accepted from the first state is accepted from the second *)
Definition Incl T s t := forall ws, tacc T (trun T s ws) = true -> tacc T (trun T t ws) = true.
Definition tle (T : table) p q :=
  Pos.eqb p q ||| match PM.find p T with Some r => any (Pos.eqb q) (rup r) | None => false end.
Definition ole (T : table) (s t : option positive) :=
  match s, t with None, _ => true | Some p, Some q => tle T p q | Some _, None => false end.
Fixpoint above (T : table) p (b : btree) : bool :=
  match b with No => false | Lf q => tle T p q | Br b0 b1 => above T p b0 && above T p b1 end.
Fixpoint btle (T : table) (b b' : btree) : bool :=
  match b with
  | No => true
  | Lf p => above T p b'
  | Br x y => match b' with Br x' y' => btle T x x' && btle T y y' | _ => btle T x b' && btle T y b' end
  end.
(** What a table says about inclusions is right. *)
Definition inclb (T : table) : bool :=
  forallb (fun kr => forallb (fun q => implb (racc (snd kr)) (tacc T (Some q)) && btle T (rnext (snd kr)) (tree T q))
    (rup (snd kr))) (PM.elements T).

Lemma above_ok T p b : above T p b = true -> forall a, ole T (Some p) (walk b a) = true.
Proof.
  induction b as [|q|x IHx y IHy]; cbn [above]; intros H a; [discriminate|exact H|].
  apply andb_true_iff in H. destruct H as [Hx Hy]. destruct a as [|[] a]; cbn [walk]; auto.
Qed.
Lemma btle_ok T b : forall b', btle T b b' = true -> forall a, ole T (walk b a) (walk b' a) = true.
Proof.
  induction b as [|p|x IHx y IHy]; intros b' H a; [reflexivity|now apply above_ok|].
  cbn [btle] in H. destruct b' as [|q|x' y']; apply andb_true_iff in H; destruct H as [Hx Hy].
  - destruct a as [|[] a]; [exact (IHx No Hx [])|exact (IHy No Hy a)|exact (IHx No Hx a)].
  - destruct a as [|[] a]; [exact (IHx (Lf q) Hx [])|exact (IHy (Lf q) Hy a)|exact (IHx (Lf q) Hx a)].
  - destruct a as [|[] a]; [exact (IHx x' Hx [])|exact (IHy y' Hy a)|exact (IHx x' Hx a)].
Qed.
Theorem ole_ok T : inclb T = true -> forall s t, ole T s t = true -> Incl T s t.
Proof.
  intro W. unfold inclb in W. rewrite forallb_forall in W.
  intros s t H ws. revert s t H. induction ws as [|a ws IH]; simpl; intros s t H.
  all: destruct s as [p|]; [|rewrite ?trun_none; try discriminate].
  all: destruct t as [q|]; [|discriminate].
  all: simpl in H; unfold tle in H; apply lazy_or in H; destruct H as [H|H]; [apply Pos.eqb_eq in H; subst q; auto|].
  all: destruct (PM.find p T) as [r|] eqn:E; [|discriminate].
  all: apply any_exists in H; destruct H as [x [Hx Ex]]; apply Pos.eqb_eq in Ex; subst x.
  all: specialize (W (p, r) (PM.elements_correct _ _ E)); rewrite forallb_forall in W; specialize (W q Hx); simpl in W.
  all: apply andb_true_iff in W; destruct W as [W1 W2].
  - change (tacc T (Some p) = true -> tacc T (Some q) = true). unfold tacc at 1. rewrite E.
    intro K. rewrite K in W1. exact W1.
  - apply IH. cbn [tnext]. unfold tree at 1. rewrite E. now apply btle_ok.
Qed.
