(* Runs the checks of a theorem, extracted from its file: checks MACROS.

   `Checks.checks` is the list that the theorem speaks of. Macro-states are read from a file, a cover after the
   other; how they are read needs no trust, since the theorem asks only that there are some that pass. What
   has to be trusted here is `holds`, and that the program says what it computes. *)
open Checks

(* ---- reading macro-states: `cover I`, then a line `(K, Macro [[[1; 2]; [3; 4]]; []] (Br No (Lf 7)));` each, then
   lines `moved K S J`: K is J, moved by the symmetry S *)
let known = Hashtbl.create 1000
let rec positive n =
  if n < 1 then failwith "a state is from 1 on";
  match Hashtbl.find_opt known n with
  | Some p -> p
  | None ->
    let p = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1)) in
    Hashtbl.add known n p;
    p

let row line =
  let at = ref 0 in
  let wrong () = failwith ("not a macro-state: " ^ String.sub line 0 (min 80 (String.length line))) in
  let peek () = if !at < String.length line then line.[!at] else wrong () in
  let rec skip () = if peek () = ' ' then (incr at; skip ()) in
  let take word =
    skip ();
    let n = String.length word in
    if !at + n > String.length line || String.sub line !at n <> word then wrong ();
    at := !at + n in
  let number () =
    skip ();
    let begin_ = !at in
    while peek () >= '0' && peek () <= '9' do incr at done;
    if !at = begin_ then wrong ();
    positive (int_of_string (String.sub line begin_ (!at - begin_))) in
  let list item =
    take "[";
    skip ();
    if peek () = ']' then (incr at; [])
    else begin
      let rec more items =
        let items = item () :: items in
        skip ();
        if peek () = ';' then (incr at; more items) else (take "]"; List.rev items) in
      more []
    end in
  let rec tree () =
    skip ();
    if peek () = 'N' then (take "No"; No)
    else begin
      take "(";
      let found =
        if peek () = 'L' then (take "Lf"; Lf (number ()))
        else (take "Br"; let zero = tree () in let one = tree () in Br (zero, one)) in
      take ")";
      found
    end in
  take "(";
  let name = number () in
  take ",";
  take "Macro";
  let mels = list (fun () -> list (fun () -> list number)) in
  let mnext = tree () in
  take ")";
  (name, { mels; mnext })

let rec nat n = if n = 0 then O else S (nat (n - 1))
let begins word line = String.length line > String.length word && String.sub line 0 (String.length word) = word

let covers path =
  let file = open_in path in
  let found = Hashtbl.create 10 in
  let rec go cover rows moved =
    let keep () = if cover > 0 then Hashtbl.replace found cover (of_list (List.rev rows), List.rev moved) in
    match input_line file with
    | exception End_of_file -> keep ()
    | line when begins "cover " line ->
      keep ();
      go (Scanf.sscanf line "cover %d" (fun number -> number)) [] []
    | line when begins "moved " line ->
      let one = Scanf.sscanf line "moved %d %d %d" (fun k s j -> (positive k, (nat s, positive j))) in
      go cover rows (one :: moved)
    | line -> go cover (row line :: rows) moved in
  go 0 [] [];
  found

(* ---- what is trusted *)
let holds found number check =
  match check with
  | Plain check -> check ()
  | Searched check ->
    (match Hashtbl.find_opt found number with Some (macros, moved) -> check macros moved | None -> false)

let () =
  let found = covers Sys.argv.(1) in
  let all = ref true in
  List.iteri (fun index check ->
    let begin_ = Sys.time () in
    let good = holds found (index + 1) check in
    all := !all && good;
    Printf.printf "check %d of %d: %s  [%.2f s]\n%!" (index + 1) (List.length checks)
      (if good then "true" else "FALSE") (Sys.time () -. begin_)) checks;
  if !all then print_endline "all checks are true" else (print_endline "NOT PROVED: a check is false"; exit 1)
