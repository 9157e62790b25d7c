(** Games on single heaps: sums of heaps, and Grundy values that repeat for ever.

    A rule [move n parts] says that a heap of [n] stones may be replaced by the heaps [parts]. Played on
    several heaps, one of them is replaced and the others stay ([play]). The first part is what theorems
    speak about; it is short, and has to be read to know what a theorem says.

    The second part is the theorem of Sprague and Grundy: several heaps are worth the xor of their values.
    The third is about rules of taking and breaking ([rule], [leave]): the first values are computed, and from
    some heap on every option of a heap of n stones is worth as much as one of n - p stones, or more by the
    saltus. Each check has the form [check = true -> meaning]. *)
From Coq Require Import List NArith ZArith Bool Lia Arith FMapPositive.
From Ishitori Require Import Game.
Import ListNotations.
Open Scope N_scope.
Module HeapMap := PositiveMap.

(** * What theorems speak about *)
(** One heap is replaced by other heaps. *)
Inductive play (move : N -> list N -> Prop) : list N -> list N -> Prop :=
| play_heap before n parts after :
    move n parts -> play move (before ++ n :: after) (before ++ parts ++ after).

(** The xor of the values of all heaps. *)
Definition xor_of (value : N -> N) (heaps : list N) : N :=
  fold_right (fun n v => N.lxor (value n) v) 0 heaps.

(** The sequence that begins with [first] and grows by [saltus] in every [period], from [start] on: the heap
    of [n] stones is worth as much as one of so many periods less, and as many times the saltus more. *)
Definition goes_on (first : list N) (start period saltus n : N) : N :=
  let periods := (n - start) / period in
  nth (N.to_nat (n - period * periods)) first 0 + saltus * periods.

(** * Sums of heaps *)
Lemma lxor_one_odd a : N.testbit a 0 = true -> N.lxor a 1 < a.
Proof. destruct a as [|[p|p|]]; simpl; intro H; try discriminate; lia. Qed.
Lemma lxor_one_even a : N.testbit a 0 = false -> a < N.lxor a 1.
Proof. destruct a as [|[p|p|]]; simpl; intro H; try discriminate; lia. Qed.
Lemma shiftr_top e : e <> 0 -> N.shiftr e (N.log2 e) = 1.
Proof.
  intro E. rewrite N.shiftr_div_pow2. pose proof (N.log2_spec e ltac:(lia)) as [L U].
  rewrite N.pow_succ_r' in U. symmetry. apply (N.div_unique _ _ _ (e - 2 ^ N.log2 e)); lia.
Qed.
Lemma shiftr_lt a b k : N.shiftr a k < N.shiftr b k -> a < b.
Proof.
  rewrite !N.shiftr_div_pow2. intro H. destruct (N.lt_ge_cases a b) as [|G]; [assumption|].
  pose proof (N.div_le_mono b a (2 ^ k) (N.pow_nonzero 2 k ltac:(lia)) G). lia.
Qed.
(** Changing digits makes a number smaller exactly if the highest of them was one. *)
Lemma lxor_less a e : e <> 0 -> N.testbit a (N.log2 e) = true -> N.lxor a e < a.
Proof.
  intros E B. apply (shiftr_lt _ _ (N.log2 e)). rewrite N.shiftr_lxor, shiftr_top by exact E.
  apply lxor_one_odd. now rewrite N.shiftr_spec', N.add_0_l.
Qed.
Lemma lxor_more a e : e <> 0 -> N.testbit a (N.log2 e) = false -> a < N.lxor a e.
Proof.
  intros E B. apply (shiftr_lt _ _ (N.log2 e)). rewrite N.shiftr_lxor, shiftr_top by exact E.
  apply lxor_one_even. now rewrite N.shiftr_spec', N.add_0_l.
Qed.

Lemma xor_app f l m : xor_of f (l ++ m) = N.lxor (xor_of f l) (xor_of f m).
Proof. induction l as [|n l IH]; cbn [app xor_of fold_right]; [now rewrite N.lxor_0_l|]. fold (xor_of f (l ++ m)). rewrite IH. apply eq_sym, N.lxor_assoc. Qed.
Lemma xor_ext f g l : (forall x, In x l -> f x = g x) -> xor_of f l = xor_of g l.
Proof. induction l as [|n l IH]; intro H; [reflexivity|]. cbn [xor_of fold_right]. rewrite (H n (or_introl eq_refl)). f_equal. apply IH. intros. apply H. now right. Qed.
Lemma xor_digit f l k : N.testbit (xor_of f l) k = true -> exists before n after, l = before ++ n :: after /\ N.testbit (f n) k = true.
Proof.
  induction l as [|n l IH]; cbn [xor_of fold_right]; [now rewrite N.bits_0|]. fold (xor_of f l). rewrite N.lxor_spec.
  destruct (N.testbit (f n) k) eqn:E; [intros _; exists [], n, l; auto|]. rewrite xorb_false_l. intro H.
  destruct (IH H) as (b & m & a & -> & F). exists (n :: b), m, a. auto.
Qed.

(** What the options of one heap are worth: never [value n], and everything below. *)
Definition mex_at (move : N -> list N -> Prop) (value : N -> N) (n : N) : Prop :=
  (forall parts, move n parts -> xor_of value parts <> value n) /\
  (forall v, v < value n -> exists parts, move n parts /\ xor_of value parts = v).

Definition weight (heaps : list N) : N := fold_right (fun n w => N.pred (2 * n) + w) 0 heaps.
Lemma weight_app l m : weight (l ++ m) = weight l + weight m.
Proof. induction l as [|n l IH]; [reflexivity|]. cbn [app weight fold_right]. fold (weight (l ++ m)). fold (weight l). lia. Qed.

Theorem sum_of_heaps (move : N -> list N -> Prop) (value : N -> N) :
  (forall n parts, move n parts -> weight parts < weight [n]) ->
  (forall n, mex_at move value n) ->
  forall heaps, grundy (play move) heaps (xor_of value heaps).
Proof.
  intros lighter mex heaps.
  apply (grundy_unique (play move) (fun h => N.to_nat (weight h)) (fun _ => True)) with (G := fun h g => g = xor_of value h).
  - auto.
  - intros h h' _ [b n parts a M]. rewrite !weight_app. pose proof (lighter n parts M) as L.
    change (n :: a) with ([n] ++ a). rewrite weight_app. lia.
  - eauto.
  - intros. congruence.
  - intros h h' g _ -> [b n parts a M]. rewrite !xor_app. cbn [xor_of fold_right]. fold (xor_of value a).
    destruct (mex n) as [D _]. intro E. apply (D parts M).
    assert (F : N.lxor (xor_of value b) (N.lxor (xor_of value b) (N.lxor (N.lxor (value n) (xor_of value a)) (xor_of value a)))
              = N.lxor (xor_of value b) (N.lxor (xor_of value b) (N.lxor (N.lxor (xor_of value parts) (xor_of value a)) (xor_of value a)))).
    { rewrite !(N.lxor_assoc _ (xor_of value a)) , !N.lxor_nilpotent, !N.lxor_0_r.
      assert (E' : N.lxor (N.lxor (xor_of value b) (N.lxor (value n) (xor_of value a))) (xor_of value a)
                 = N.lxor (N.lxor (xor_of value b) (N.lxor (xor_of value parts) (xor_of value a))) (xor_of value a)) by now rewrite E.
      rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in E'. now rewrite E'. }
    rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l, !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in F. now symmetry.
  - intros h g v _ -> L. set (e := N.lxor (xor_of value h) v).
    assert (E : e <> 0) by (intro E; apply N.lxor_eq in E; lia).
    assert (V : v = N.lxor (xor_of value h) e) by (unfold e; now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l).
    destruct (N.testbit (xor_of value h) (N.log2 e)) eqn:B.
    2: { pose proof (lxor_more _ _ E B). lia. }
    destruct (xor_digit _ _ _ B) as (b & n & a & -> & C).
    destruct (mex n) as [_ U]. destruct (U (N.lxor (value n) e) (lxor_less _ _ E C)) as (parts & M & P).
    exists (b ++ parts ++ a). split; [now constructor|]. rewrite V, !xor_app, P. cbn [xor_of fold_right]. fold (xor_of value a).
    rewrite !N.lxor_assoc. f_equal. f_equal. apply N.lxor_comm.
  - exact I.
  - reflexivity.
Qed.

(** * Taking and breaking *)
(** How many stones may be taken so that no heap is left, one, two, two of different sizes, or three; for none and
    one also: any number but these. *)
Record rule := Rule {
  none : list N; none_but : option (list N);
  one : list N; one_but : option (list N);
  two : list N; two_different : list N; three : list N }.
Inductive leave (r : rule) : N -> list N -> Prop :=
| leave_none n : In n (none r) -> leave r n []
| leave_none_but l n : none_but r = Some l -> 1 <= n -> ~ In n l -> leave r n []
| leave_one t x : In t (one r) -> 1 <= x -> leave r (x + t) [x]
| leave_one_but l t x : one_but r = Some l -> 1 <= t -> ~ In t l -> 1 <= x -> leave r (x + t) [x]
| leave_two t x y : In t (two r) -> 1 <= x -> 1 <= y -> leave r (x + y + t) [x; y]
| leave_two_different t x y : In t (two_different r) -> 1 <= x -> 1 <= y -> x <> y -> leave r (x + y + t) [x; y]
| leave_three t x y z : In t (three r) -> 1 <= x -> 1 <= y -> 1 <= z -> leave r (x + y + z + t) [x; y; z].

(** Something is taken where no two heaps are left. *)
Definition takes (r : rule) : bool := forallb (N.leb 1) (none r ++ one r).
Lemma takes_none r t : takes r = true -> In t (none r) -> 1 <= t.
Proof. unfold takes. rewrite forallb_forall. intros H I. apply N.leb_le, H, in_or_app. auto. Qed.
Lemma takes_one r t : takes r = true -> In t (one r) -> 1 <= t.
Proof. unfold takes. rewrite forallb_forall. intros H I. apply N.leb_le, H, in_or_app. auto. Qed.
Lemma leave_lighter r n parts : takes r = true -> leave r n parts -> weight parts < weight [n].
Proof.
  intros T L. destruct L; cbn [weight fold_right]; try lia.
  - pose proof (takes_none r n T H). lia.
  - pose proof (takes_one r t T H). lia.
Qed.
Lemma leave_smaller r n parts x : takes r = true -> leave r n parts -> In x parts -> x < n.
Proof.
  intros T L. destruct L; cbn [In]; intros I; try contradiction; repeat destruct I as [<-|I]; try contradiction; try lia.
  pose proof (takes_one r t T H). lia.
Qed.
Lemma leave_zero r parts : takes r = true -> ~ leave r 0 parts.
Proof.
  intros T L. pose proof (leave_lighter r 0 parts T L) as W. cbn in W. lia.
Qed.

(** * The values of all options *)
Definition has (l : list N) (x : N) : bool := existsb (N.eqb x) l.
Lemma has_in l x : has l x = true <-> In x l.
Proof.
  unfold has. rewrite existsb_exists. split; [intros [y [I E]]; apply N.eqb_eq in E; now subst|].
  intro I. exists x. split; [exact I|apply N.eqb_refl].
Qed.
Fixpoint up_from (x : N) (k : nat) : list N := match k with O => [] | S k => x :: up_from (N.succ x) k end.
Lemma in_up_from k : forall x y, In y (up_from x k) <-> x <= y < x + N.of_nat k.
Proof. induction k as [|k IH]; intros x y; cbn [up_from In]; [lia|]. rewrite IH. lia. Qed.
(** Of two heaps the smaller one is named. *)
Lemma half m x : x <= N.div2 m <-> 2 * x <= m.
Proof. pose proof (N.div2_odd m) as E. destruct (N.odd m); cbn [N.b2n] in E; split; lia. Qed.
(** The numbers from 1 to m. *)
Definition sizes (m : N) : list N := up_from 1 (N.to_nat m).
Lemma in_sizes m x : In x (sizes m) <-> 1 <= x <= m.
Proof. unfold sizes. rewrite in_up_from. lia. Qed.

Section Options.
  Variable r : rule.
  Variable g : N -> N.
  Definition none_values n : list N :=
    if has (none r) n then [0]
    else match none_but r with Some l => if (1 <=? n) && negb (has l n) then [0] else [] | None => [] end.
  Definition one_values n : list N :=
    flat_map (fun t => if t <? n then [g (n - t)] else []) (one r) ++
    match one_but r with
    | Some l => flat_map (fun x => if has l (n - x) then [] else [g x]) (sizes (n - 1))
    | None => []
    end.
  Definition two_values n : list N :=
    flat_map (fun t => map (fun x => N.lxor (g x) (g (n - t - x))) (sizes (N.div2 (n - t)))) (two r).
  Definition two_different_values n : list N :=
    flat_map (fun t => flat_map (fun x => if x =? n - t - x then [] else [N.lxor (g x) (g (n - t - x))])
      (sizes (N.div2 (n - t)))) (two_different r).
  Definition three_values n : list N :=
    flat_map (fun t => flat_map (fun x => let gx := g x in
      map (fun y => N.lxor gx (N.lxor (g y) (g (n - t - x - y)))) (sizes (n - t - x - 1)))
      (sizes (n - t - 2))) (three r).
  Definition option_values n : list N :=
    none_values n ++ one_values n ++ two_values n ++ two_different_values n ++ three_values n.

  Lemma option_values_leave n v : In v (option_values n) -> takes r = true -> exists parts, leave r n parts /\ xor_of g parts = v.
  Proof.
    intros I T. unfold option_values in I. rewrite !in_app_iff in I. destruct I as [I|[I|[I|[I|I]]]].
    - unfold none_values in I. destruct (has (none r) n) eqn:E.
      + destruct I as [<-|[]]. exists []. split; [apply leave_none, has_in, E|reflexivity].
      + destruct (none_but r) as [l|] eqn:F; [|contradiction]. destruct ((1 <=? n) && negb (has l n)) eqn:C; [|contradiction].
        destruct I as [<-|[]]. apply andb_true_iff in C. destruct C as [C1 C2]. apply N.leb_le in C1.
        exists []. split; [apply (leave_none_but r l); auto|reflexivity]. rewrite <- has_in. now destruct (has l n).
    - unfold one_values in I. apply in_app_iff in I. destruct I as [I|I].
      + apply in_flat_map in I. destruct I as [t [It I]]. destruct (N.ltb_spec t n) as [L|]; [|contradiction]. destruct I as [<-|[]].
        exists [n - t]. split; [|cbn; apply N.lxor_0_r]. replace n with ((n - t) + t) at 1 by lia. apply leave_one; [exact It|lia].
      + destruct (one_but r) as [l|] eqn:F; [|contradiction]. apply in_flat_map in I. destruct I as [x [Ix I]]. apply in_sizes in Ix.
        destruct (has l (n - x)) eqn:C; [contradiction|]. destruct I as [<-|[]]. exists [x]. split; [|cbn; apply N.lxor_0_r].
        replace n with (x + (n - x)) by lia. apply (leave_one_but r l); auto; try lia. rewrite <- has_in. now rewrite C.
    - unfold two_values in I. apply in_flat_map in I. destruct I as [t [It I]]. apply in_map_iff in I. destruct I as [x [<- Ix]].
      apply in_sizes in Ix. rewrite half in Ix. exists [x; n - t - x]. split; [|cbn; now rewrite N.lxor_0_r].
      replace n with (x + (n - t - x) + t) at 1 by lia. apply leave_two; [exact It|lia..].
    - unfold two_different_values in I. apply in_flat_map in I. destruct I as [t [It I]]. apply in_flat_map in I. destruct I as [x [Ix I]].
      apply in_sizes in Ix. rewrite half in Ix. destruct (N.eqb_spec x (n - t - x)) as [|D]; [contradiction|]. destruct I as [<-|[]].
      exists [x; n - t - x]. split; [|cbn; now rewrite N.lxor_0_r].
      replace n with (x + (n - t - x) + t) at 1 by lia. apply leave_two_different; [exact It|lia..].
    - unfold three_values in I. apply in_flat_map in I. destruct I as [t [It I]]. apply in_flat_map in I. destruct I as [x [Ix I]].
      cbv zeta in I. apply in_map_iff in I. destruct I as [y [<- Iy]]. apply in_sizes in Ix. apply in_sizes in Iy.
      exists [x; y; n - t - x - y]. split; [|cbn; now rewrite N.lxor_0_r].
      replace n with (x + y + (n - t - x - y) + t) at 1 by lia. apply leave_three; [exact It|lia..].
  Qed.
  Lemma leave_option_values n parts : leave r n parts -> In (xor_of g parts) (option_values n).
  Proof.
    intro L. unfold option_values. rewrite !in_app_iff. destruct L; cbn [xor_of fold_right]; rewrite ?N.lxor_0_r.
    - left. unfold none_values. apply has_in in H. rewrite H. left. reflexivity.
    - left. unfold none_values. rewrite H. destruct (has (none r) n); [left; reflexivity|].
      apply N.leb_le in H0. rewrite H0. destruct (has l n) eqn:E; [apply has_in in E; contradiction|left; reflexivity].
    - right; left. unfold one_values. apply in_app_iff. left. apply in_flat_map. exists t. split; [exact H|].
      destruct (N.ltb_spec t (x + t)) as [_|]; [|lia]. left. f_equal. lia.
    - right; left. unfold one_values. apply in_app_iff. right. rewrite H. apply in_flat_map. exists x.
      split; [apply in_sizes; lia|]. replace (x + t - x) with t by lia. destruct (has l t) eqn:E; [apply has_in in E; contradiction|].
      left. reflexivity.
    - right; right; left. unfold two_values. apply in_flat_map. exists t. split; [exact H|]. apply in_map_iff.
      destruct (N.le_ge_cases x y) as [L|L]; [exists x|exists y; rewrite N.lxor_comm];
        (split; [do 2 f_equal; lia|apply in_sizes; rewrite half; lia]).
    - right; right; right; left. unfold two_different_values. apply in_flat_map. exists t. split; [exact H|]. apply in_flat_map.
      destruct (N.le_ge_cases x y) as [L|L]; [exists x|exists y; rewrite N.lxor_comm];
        (split; [apply in_sizes; rewrite half; lia|]).
      + replace (x + y + t - t - x) with y by lia. destruct (N.eqb_spec x y) as [|_]; [contradiction|]. left. reflexivity.
      + replace (x + y + t - t - y) with x by lia. destruct (N.eqb_spec y x) as [|_]; [congruence|]. left. reflexivity.
    - right; right; right; right. unfold three_values. apply in_flat_map. exists t. split; [exact H|].
      apply in_flat_map. exists x. split; [apply in_sizes; lia|]. cbv zeta. apply in_map_iff. exists y.
      split; [do 3 f_equal; lia|apply in_sizes; lia].
  Qed.
End Options.

(** * Checking values *)
Definition heap_key (n : N) : positive := N.succ_pos n.
Lemma heap_key_inj m n : heap_key m = heap_key n -> m = n.
Proof. unfold heap_key. intro E. apply (f_equal Pos.pred_N) in E. now rewrite !N.pos_pred_succ in E. Qed.
Definition seen_values (l : list N) : HeapMap.t unit :=
  fold_left (fun seen v => HeapMap.add (heap_key v) tt seen) l (HeapMap.empty unit).
Definition is_seen (seen : HeapMap.t unit) (v : N) : bool := HeapMap.mem (heap_key v) seen.
Lemma is_seen_in l v : is_seen (seen_values l) v = true <-> In v l.
Proof.
  unfold seen_values. assert (A : forall l s, is_seen (fold_left (fun seen v => HeapMap.add (heap_key v) tt seen) l s) v = true
    <-> is_seen s v = true \/ In v l).
  { clear l. induction l as [|x l IH]; intro s; cbn [fold_left In]; [tauto|]. rewrite IH.
    assert (B : is_seen (HeapMap.add (heap_key x) tt s) v = true <-> is_seen s v = true \/ x = v).
    { unfold is_seen. rewrite !HeapMap.mem_find. destruct (Pos.eq_dec (heap_key v) (heap_key x)) as [E|D].
      - rewrite E, HeapMap.gss. apply heap_key_inj in E. subst. intuition.
      - rewrite HeapMap.gso by exact D. assert (x <> v) by (intros ->; now apply D). intuition. }
    rewrite B. tauto. }
  rewrite A. unfold is_seen at 1. rewrite HeapMap.mem_find, HeapMap.gempty. intuition discriminate.
Qed.
Definition mex_of (r : rule) (g : N -> N) (n v : N) : bool :=
  let seen := seen_values (option_values r g n) in
  negb (is_seen seen v) && forallb (is_seen seen) (up_from 0 (N.to_nat v)).

Section Values.
  Variable r : rule.
  Variable f : N -> N.
  (** The values below [count], computed once. *)
  Definition tabled (count : N) : HeapMap.t N :=
    fold_left (fun T n => HeapMap.add (heap_key n) (f n) T) (up_from 0 (N.to_nat count)) (HeapMap.empty N).
  Definition look (T : HeapMap.t N) (n : N) : N := match HeapMap.find (heap_key n) T with Some v => v | None => 0 end.
  Lemma look_tabled count n : n < count -> look (tabled count) n = f n.
  Proof.
    intro L. unfold tabled.
    assert (A : forall l T, HeapMap.find (heap_key n) T = Some (f n) \/ In n l ->
      HeapMap.find (heap_key n) (fold_left (fun T n => HeapMap.add (heap_key n) (f n) T) l T) = Some (f n)).
    { induction l as [|x l IH]; intros T H; cbn [fold_left]; [destruct H as [H|[]]; exact H|]. apply IH.
      destruct (N.eq_dec x n) as [->|D]; [left; apply HeapMap.gss|].
      destruct H as [H|[H|H]]; [left|congruence|right; exact H].
      rewrite HeapMap.gso; [exact H|]. intro E. apply heap_key_inj in E. congruence. }
    unfold look. rewrite A; [reflexivity|]. right. apply in_up_from. lia.
  Qed.
  Definition values_right (count : N) : bool :=
    takes r && let T := tabled count in forallb (fun n => mex_of r (look T) n (look T n)) (up_from 0 (N.to_nat count)).
  Lemma values_right_ok count : values_right count = true -> forall n, n < count -> mex_at (leave r) f n.
  Proof.
    unfold values_right. rewrite andb_true_iff. cbv zeta. intros [T H] n L. rewrite forallb_forall in H.
    specialize (H n ltac:(apply in_up_from; lia)). unfold mex_of in H. cbv zeta in H. rewrite look_tabled in H by exact L.
    apply andb_true_iff in H. destruct H as [H1 H2].
    assert (X : forall parts, leave r n parts -> xor_of (look (tabled count)) parts = xor_of f parts).
    { intros parts M. apply xor_ext. intros x I. apply look_tabled. pose proof (leave_smaller r n parts x T M I). lia. }
    split.
    - intros parts M E. rewrite <- E, <- (X parts M) in H1. rewrite (proj2 (is_seen_in _ _)) in H1; [discriminate|].
      now apply leave_option_values.
    - intros v V. rewrite forallb_forall in H2. specialize (H2 v ltac:(apply in_up_from; lia)). apply is_seen_in in H2.
      destruct (option_values_leave _ _ _ _ H2 T) as (parts & M & E). exists parts. split; [exact M|]. now rewrite <- (X parts M).
  Qed.
End Values.
Definition values_takes r f count (H : values_right r f count = true) : takes r = true := proj1 (andb_prop _ _ H).

Lemma goes_on_period first start period saltus n : period <> 0 -> start <= n ->
  goes_on first start period saltus (n + period) = goes_on first start period saltus n + saltus.
Proof.
  intros P S. unfold goes_on. replace (n + period - start) with ((n - start) + 1 * period) by lia.
  rewrite N.div_add by exact P. cbv zeta. replace (n + period - period * ((n - start) / period + 1)) with (n - period * ((n - start) / period)) by lia.
  lia.
Qed.

(** * Periods: only finitely many numbers can be taken so that something is left *)
Definition largest (l : list N) : N := fold_right N.max 0 l.
Lemma in_largest l x : In x l -> x <= largest l.
Proof. induction l as [|y l IH]; cbn; [tauto|]. intros [->|I]; [lia|]. specialize (IH I). unfold largest in IH. lia. Qed.
Definition but (o : option (list N)) : list N := match o with Some l => l | None => [] end.
Definition named (r : rule) : N :=
  largest (none r ++ but (none_but r) ++ one r ++ but (one_but r) ++ two r ++ two_different r ++ three r).
Lemma named_in r t l : In t l -> (forall x, In x l -> In x (none r ++ but (none_but r) ++ one r ++ but (one_but r) ++ two r ++ two_different r ++ three r)) -> t <= named r.
Proof. intros I H. apply in_largest, H, I. Qed.
Ltac named_tac := match goal with I : In ?t ?l |- _ => apply (named_in _ t l I); intros; repeat rewrite in_app_iff; tauto end.
Definition is_empty (l : list N) : bool := match l with [] => true | _ => false end.
Definition most_parts (r : rule) : N :=
  if is_empty (three r) then if is_empty (two r) && is_empty (two_different r) then 1 else 2 else 3.
Definition enough (r : rule) (start period count : N) : bool :=
  (1 <=? period) && match one_but r with None => true | Some _ => false end &&
  (most_parts r * N.max start 1 + (most_parts r + (if is_empty (two_different r) then 0 else 1)) * period + named r <=? count).

Lemma most_two r t : In t (two r) \/ In t (two_different r) -> 2 <= most_parts r.
Proof.
  unfold most_parts. intro I. destruct (is_empty (three r)); [|lia].
  destruct (two r), (two_different r); cbn [is_empty andb In] in *; lia || tauto.
Qed.
Lemma most_three r t : In t (three r) -> most_parts r = 3.
Proof. unfold most_parts. intro I. destruct (three r); [contradiction|reflexivity]. Qed.
Lemma most_cases r : most_parts r = 1 \/ most_parts r = 2 \/ most_parts r = 3.
Proof. unfold most_parts. destruct (is_empty (three r)), (is_empty (two r) && is_empty (two_different r)); auto. Qed.

(** Every option of n stones has one of n - p stones with the same value, and the other way round. *)
Section Shift.
  Variables (r : rule) (f : N -> N) (start p count : N).
  Hypothesis E : enough r start p count = true.
  Hypothesis F : forall n, start <= n -> f (n + p) = f n.
  Let s := N.max start 1.
  Let d := if is_empty (two_different r) then 0 else 1.

  Lemma enough_fact : 1 <= p /\ one_but r = None /\ most_parts r * s + (most_parts r + d) * p + named r <= count.
  Proof.
    unfold enough in E. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply N.leb_le in E1, E3.
    split; [exact E1|]. split; [now destruct (one_but r)|exact E3].
  Qed.
  Lemma d_one t : In t (two_different r) -> d = 1.
  Proof. unfold d. destruct (two_different r); [contradiction|reflexivity]. Qed.
  Lemma plus x : s <= x -> f (x + p) = f x.
  Proof. intro L. apply F. unfold s in L. lia. Qed.
  Lemma minus x : s + p <= x -> f (x - p) = f x.
  Proof. intro L. rewrite <- (plus (x - p)) by lia. f_equal. lia. Qed.

  Ltac facts :=
    pose proof enough_fact as (P & O & B);
    assert (1 <= s) by (unfold s; lia).
  Ltac cases_of_most := destruct (most_cases r) as [Q|[Q|Q]]; rewrite Q in *; try lia.

  Lemma shift_down n parts : count <= n -> leave r n parts ->
    exists parts', leave r (n - p) parts' /\ xor_of f parts' = xor_of f parts.
  Proof.
    intros C L. facts. destruct L as [n I|l n G I1 I2|t x I X|l t x G I1 I2 X|t x y I X Y|t x y I X Y D|t x y z I X Y Z].
    - assert (n <= named r) by named_tac. exfalso. cases_of_most.
    - exists []. split; [|reflexivity]. apply (leave_none_but r l); [exact G|cases_of_most|].
      intro I. assert (n - p <= named r); [|cases_of_most]. apply (named_in r _ l I). intros w W. rewrite !in_app_iff, G. cbn [but]. tauto.
    - assert (t <= named r) by named_tac. assert (s + p <= x) by cases_of_most.
      exists [x - p]. split; [|cbn; now rewrite minus]. replace (x + t - p) with (x - p + t) by lia. apply leave_one; [exact I|lia].
    - congruence.
    - assert (t <= named r) by named_tac. pose proof (most_two r t (or_introl I)).
      assert (S2 : s + p <= x \/ s + p <= y) by cases_of_most. destruct S2 as [S2|S2].
      + exists [x - p; y]. split; [|cbn; now rewrite minus]. replace (x + y + t - p) with (x - p + y + t) by lia. apply leave_two; auto; lia.
      + exists [x; y - p]. split; [|cbn; now rewrite minus]. replace (x + y + t - p) with (x + (y - p) + t) by lia. apply leave_two; auto; lia.
    - assert (t <= named r) by named_tac. pose proof (most_two r t (or_intror I)). pose proof (d_one t I).
      assert (S2 : (s + p <= x /\ x - p <> y) \/ (s + p <= y /\ x <> y - p)) by cases_of_most. destruct S2 as [[S2 N2]|[S2 N2]].
      + exists [x - p; y]. split; [|cbn; now rewrite minus]. replace (x + y + t - p) with (x - p + y + t) by lia. apply leave_two_different; auto; lia.
      + exists [x; y - p]. split; [|cbn; now rewrite minus]. replace (x + y + t - p) with (x + (y - p) + t) by lia. apply leave_two_different; auto; lia.
    - assert (t <= named r) by named_tac. pose proof (most_three r t I).
      assert (S3 : s + p <= x \/ s + p <= y \/ s + p <= z) by cases_of_most. destruct S3 as [S3|[S3|S3]].
      + exists [x - p; y; z]. split; [|cbn; now rewrite minus]. replace (x + y + z + t - p) with (x - p + y + z + t) by lia. apply leave_three; auto; lia.
      + exists [x; y - p; z]. split; [|cbn; now rewrite minus]. replace (x + y + z + t - p) with (x + (y - p) + z + t) by lia. apply leave_three; auto; lia.
      + exists [x; y; z - p]. split; [|cbn; now rewrite minus]. replace (x + y + z + t - p) with (x + y + (z - p) + t) by lia. apply leave_three; auto; lia.
  Qed.
  Lemma shift_up n parts : count <= n + p -> leave r n parts ->
    exists parts', leave r (n + p) parts' /\ xor_of f parts' = xor_of f parts.
  Proof.
    intros C L. facts. destruct L as [n I|l n G I1 I2|t x I X|l t x G I1 I2 X|t x y I X Y|t x y I X Y D|t x y z I X Y Z].
    - assert (n <= named r) by named_tac. exfalso. cases_of_most.
    - exists []. split; [|reflexivity]. apply (leave_none_but r l); [exact G|lia|].
      intro I. assert (n + p <= named r); [|cases_of_most]. apply (named_in r _ l I). intros w W. rewrite !in_app_iff, G. cbn [but]. tauto.
    - assert (t <= named r) by named_tac. assert (s <= x) by cases_of_most.
      exists [x + p]. split; [|cbn; now rewrite plus]. replace (x + t + p) with (x + p + t) by lia. apply leave_one; [exact I|lia].
    - congruence.
    - assert (t <= named r) by named_tac. pose proof (most_two r t (or_introl I)).
      assert (S2 : s <= x \/ s <= y) by cases_of_most. destruct S2 as [S2|S2].
      + exists [x + p; y]. split; [|cbn; now rewrite plus]. replace (x + y + t + p) with (x + p + y + t) by lia. apply leave_two; auto; lia.
      + exists [x; y + p]. split; [|cbn; now rewrite plus]. replace (x + y + t + p) with (x + (y + p) + t) by lia. apply leave_two; auto; lia.
    - assert (t <= named r) by named_tac. pose proof (most_two r t (or_intror I)). pose proof (d_one t I).
      assert (S2 : (s <= x /\ x + p <> y) \/ (s <= y /\ x <> y + p)) by cases_of_most. destruct S2 as [[S2 N2]|[S2 N2]].
      + exists [x + p; y]. split; [|cbn; now rewrite plus]. replace (x + y + t + p) with (x + p + y + t) by lia. apply leave_two_different; auto; lia.
      + exists [x; y + p]. split; [|cbn; now rewrite plus]. replace (x + y + t + p) with (x + (y + p) + t) by lia. apply leave_two_different; auto; lia.
    - assert (t <= named r) by named_tac. pose proof (most_three r t I).
      assert (S3 : s <= x \/ s <= y \/ s <= z) by cases_of_most. destruct S3 as [S3|[S3|S3]].
      + exists [x + p; y; z]. split; [|cbn; now rewrite plus]. replace (x + y + z + t + p) with (x + p + y + z + t) by lia. apply leave_three; auto; lia.
      + exists [x; y + p; z]. split; [|cbn; now rewrite plus]. replace (x + y + z + t + p) with (x + (y + p) + z + t) by lia. apply leave_three; auto; lia.
      + exists [x; y; z + p]. split; [|cbn; now rewrite plus]. replace (x + y + z + t + p) with (x + y + (z + p) + t) by lia. apply leave_three; auto; lia.
  Qed.

  (** Guy and Smith: values that repeat long enough repeat for ever. *)
  Theorem periodic_mex : values_right r f count = true -> forall n, mex_at (leave r) f n.
  Proof.
    intros V. pose proof (values_right_ok r f count V) as K. apply (well_founded_ind N.lt_wf_0). intros n IH.
    destruct (N.lt_ge_cases n count) as [L|L]; [now apply K|].
    facts. assert (s + p <= n) by cases_of_most. specialize (IH (n - p) ltac:(lia)). destruct IH as [I1 I2].
    rewrite minus in I1, I2 by lia. split.
    - intros parts M. destruct (shift_down n parts L M) as (parts' & M' & <-). exact (I1 parts' M').
    - intros v W. destruct (I2 v W) as (parts & M & <-).
      destruct (shift_up (n - p) parts ltac:(lia) M) as (parts' & M' & X). exists parts'. split; [|exact X].
      now replace (n - p + p) with n in M' by lia.
  Qed.
End Shift.

(** * Saltus: nearly any number can be taken, and no heap is split *)
(** Beyond the first [start + p] heaps values are larger than [most], and every number up to [most + saltus] is the
    value of a heap that can be left, or 0 by taking everything. *)
Definition grows (r : rule) (f : N -> N) (start p saltus count : N) : bool :=
  let most := largest (map f (up_from 0 (N.to_nat (start + p)))) in
  let seen := seen_values (map f (sizes (count - named r - 1))) in
  (1 <=? p) && (1 <=? start) && match one_but r with None => false | Some _ => true end && (most_parts r =? 1) &&
  (start + p + p + named r <? count) &&
  forallb (fun n => most <? f n) (up_from (count - p) (N.to_nat p)) &&
  forallb (fun v => is_seen seen v || ((v =? 0) && match none_but r with Some _ => true | None => false end)) (up_from 0 (N.to_nat (most + saltus + 1))).

Theorem growing_mex r f start p saltus count :
  (forall n, start <= n -> f (n + p) = f n + saltus) ->
  values_right r f count = true -> grows r f start p saltus count = true -> forall n, mex_at (leave r) f n.
Proof.
  intros F V G. pose proof (values_right_ok r f count V) as K. pose proof (values_takes r f count V) as T.
  unfold grows in G. cbv zeta in G. set (most := largest _) in G. rewrite !andb_true_iff in G.
  destruct G as ((((((P & S) & O) & Q) & C) & M) & W). apply N.leb_le in P, S. apply N.eqb_eq in Q. apply N.ltb_lt in C.
  rewrite forallb_forall in M, W. destruct (one_but r) as [l|] eqn:OB; [|discriminate].
  assert (small : forall x, x < start + p -> f x <= most).
  { intros x X. apply in_largest, in_map, in_up_from. lia. }
  assert (big : forall n, count <= n + p -> most < f n).
  { apply (well_founded_ind N.lt_wf_0 (fun n => count <= n + p -> most < f n)). intros n IH L. destruct (N.lt_ge_cases n count) as [Y|Y].
    - apply N.ltb_lt, M, in_up_from. lia.
    - specialize (IH (n - p) ltac:(lia) ltac:(lia)). replace n with (n - p + p) by lia. rewrite F by lia. lia. }
  assert (no_two : forall t, ~ In t (two r) /\ ~ In t (two_different r) /\ ~ In t (three r)).
  { intro t. repeat split; intro I; [pose proof (most_two r t (or_introl I))|pose proof (most_two r t (or_intror I))|pose proof (most_three r t I)]; lia. }
  assert (free : forall t, In t l -> t <= named r).
  { intros t I. apply (named_in r t l I). intros w Iw. rewrite !in_app_iff, OB. cbn [but]. tauto. }
  assert (all : forall n, named r < n -> forall v, v <= most + saltus -> count <= n -> exists parts, leave r n parts /\ xor_of f parts = v).
  { intros n Hn v Hv Hc. specialize (W v ltac:(apply in_up_from; lia)). apply orb_true_iff in W. destruct W as [W|W].
    - apply is_seen_in, in_map_iff in W. destruct W as (x & <- & X). apply in_sizes in X.
      exists [x]. split; [|cbn; apply N.lxor_0_r]. replace n with (x + (n - x)) by lia. apply (leave_one_but r l); auto; try lia.
      intro I. apply free in I. lia.
    - apply andb_true_iff in W. destruct W as [W1 W2]. apply N.eqb_eq in W1. subst v. destruct (none_but r) as [l0|] eqn:NB; [|discriminate].
      exists []. split; [|reflexivity]. apply (leave_none_but r l0); auto; [lia|]. intro I.
      assert (n <= named r); [|lia]. apply (named_in r _ l0 I). intros w Iw. rewrite !in_app_iff, NB. cbn [but]. tauto. }
  apply (well_founded_ind N.lt_wf_0). intros n IH. destruct (N.lt_ge_cases n count) as [L|L]; [now apply K|].
  specialize (IH (n - p) ltac:(lia)). destruct IH as [I1 I2].
  assert (FN : f n = f (n - p) + saltus) by (rewrite <- F by lia; f_equal; lia).
  pose proof (big n ltac:(lia)) as BN. pose proof (big (n - p) ltac:(lia)) as BP. split.
  - intros parts X E. inversion X; subst; cbn [xor_of fold_right] in E; rewrite ?N.lxor_0_r in E; try (now destruct (no_two t) as (? & ? & ?)).
    + lia.
    + lia.
    + destruct (N.lt_ge_cases x (start + p)) as [Y|Y]; [pose proof (small x Y); lia|].
      apply (I1 [x - p]); [replace (x + t - p) with (x - p + t) by lia; apply leave_one; [assumption|lia]|].
      cbn. rewrite N.lxor_0_r. pose proof (F (x - p) ltac:(lia)) as FX. replace (x - p + p) with x in FX by lia. lia.
    + destruct (N.lt_ge_cases x (start + p)) as [Y|Y]; [pose proof (small x Y); lia|].
      apply (I1 [x - p]); [replace (x + t - p) with (x - p + t) by lia; eapply leave_one_but; eauto; lia|].
      cbn. rewrite N.lxor_0_r. pose proof (F (x - p) ltac:(lia)) as FX. replace (x - p + p) with x in FX by lia. lia.
  - intros v Hv. destruct (N.le_gt_cases v (most + saltus)) as [Y|Y]; [apply (all n); lia|].
    destruct (I2 (v - saltus) ltac:(lia)) as (parts & X & E).
    assert (N1 : exists x, parts = [x] /\ leave r n [x + p]).
    { inversion X; subst; try (now destruct (no_two t) as (? & ? & ?)); cbn [xor_of fold_right] in E; try lia.
      - exists x. split; [reflexivity|]. replace n with (x + p + t) by lia. apply leave_one; [assumption|lia].
      - exists x. split; [reflexivity|]. replace n with (x + p + t) by lia. eapply leave_one_but; eauto; lia. }
    destruct N1 as (x & -> & X'). exists [x + p]. split; [exact X'|]. cbn in E |- *. rewrite N.lxor_0_r in *.
    rewrite F; [lia|]. destruct (N.lt_ge_cases x start) as [Z|Z]; [|exact Z]. pose proof (small x ltac:(lia)). lia.
Qed.

(** * How a generated file uses this *)
Theorem sequence_is (move : N -> list N -> Prop) r f :
  (forall n parts, move n parts <-> leave r n parts) -> takes r = true -> (forall n, mex_at (leave r) f n) ->
  forall heaps, grundy (play move) heaps (xor_of f heaps).
Proof.
  intros H T M. apply sum_of_heaps.
  - intros n parts X. apply (leave_lighter r n parts T). now apply H.
  - intro n. destruct (M n) as [M1 M2]. split.
    + intros parts X. apply M1. now apply H.
    + intros v L. destruct (M2 v L) as (parts & X & E). exists parts. split; [now apply H|exact E].
Qed.
Ltac same_moves r :=
  split;
  [ let M := fresh in intro M; destruct M;
    first [ (apply leave_none; assumption) | (eapply leave_none_but; [reflexivity|first [assumption | intros []]..])
          | (apply leave_one; assumption) | (eapply leave_one_but; [reflexivity|first [assumption | intros []]..])
          | (apply leave_two; assumption) | (apply leave_two_different; assumption) | (apply leave_three; assumption) ]
  | let M := fresh in intro M; destruct M; unfold r in *;
    cbn [none none_but one one_but two two_different three] in *;
    repeat match goal with
    | H : None = Some _ |- _ => discriminate H
    | H : Some _ = Some _ |- _ => injection H as <-
    | H : In _ [] |- _ => destruct H
    end; constructor; assumption ].
