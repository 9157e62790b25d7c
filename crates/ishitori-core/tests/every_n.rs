//! Theorems for every number of heaps: what is proved is true of 1 to 8 heaps, as the reference says, and what is wrong is
//! refused by the prover and by `ishitori-check`, each by itself.

use std::cell::RefCell;
use std::collections::HashMap;

use ishitori_check::{CheckedEveryN, check_every_n};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::AnyGame;
use ishitori_core::prove::every_n::claim::translate;
use ishitori_core::prove::every_n::machine::CountMachine;
use ishitori_core::prove::every_n::{
    EveryNAbout, EveryNAttempt, EveryNTexts, certificate_of, prove_every_n, the_machine,
};
use ishitori_core::solve::Reference;
use ishitori_rule::every_n::{ManyHeapMove, ManyHeapRule};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Argument, GivenArgument};

/// A rule of the catalogue with one parameter left open, and others given.
fn rule_of(name: &str, open: &str, others: &[(&str, i64)]) -> ManyHeapRule {
    let text = catalogue::rule_text(catalogue::text(name).expect("in the catalogue"));
    text.for_every(open, &given(others)).expect("for every number of heaps")
}

fn given(values: &[(&str, i64)]) -> Vec<GivenArgument> {
    let one = |(name, value): &(&str, i64)| GivenArgument {
        name: Some(name.to_string()),
        value: Argument::Number(*value),
    };
    values.iter().map(one).collect()
}

fn attempt(rule: &ManyHeapRule, claim: &str) -> EveryNAttempt {
    let statement = parse_statement(claim).expect("a claim");
    let translation = translate(&statement, rule).unwrap_or_else(|why| panic!("{claim}: {why:?}"));
    let texts = EveryNTexts { game: "g(n)", rule: "", claim: "T", statement: claim };
    prove_every_n(&texts, &rule.moves, &translation, &Control::unlimited()).expect("no limit")
}

fn check(certificate: &str) -> Result<CheckedEveryN, String> {
    check_every_n(certificate, &mut |_| true).map_err(|refused| refused.to_string())
}

/// Small positions of a game in the catalogue with 1 to 8 heaps, and their Grundy values by the reference.
fn small_games(name: &str, open: &str, others: &[(&str, i64)]) -> Vec<(Vec<u64>, u64)> {
    let rule = catalogue::rule_text(catalogue::text(name).expect("in the catalogue"));
    let mut known = Vec::new();
    for heaps in 1..=8u32 {
        let mut arguments = given(others);
        arguments.extend(given(&[(open, i64::from(heaps))]));
        let Ok(ruleset) = rule.lower(&arguments) else { continue };
        let AnyGame::Heaps(game) = AnyGame::new(&ruleset).expect("a game") else {
            panic!("not on heaps")
        };
        let reference = RefCell::new(Reference::new(&game));
        let to = [40, 14, 8, 5, 4, 3, 2, 2][heaps as usize - 1];
        for position in tuples(heaps, to) {
            let at = game.position(&position).expect("a position");
            let facts = reference.borrow_mut().facts(&at, &Control::unlimited()).expect("small");
            known.push((position, u64::from(facts.grundy)));
        }
    }
    assert!(known.len() > 100, "{name}: {} positions", known.len());
    known
}

fn tuples(heaps: u32, to: u64) -> Vec<Vec<u64>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..heaps {
        let longer = |start: &Vec<u64>| {
            let (start, least) = (start.clone(), start.last().copied().unwrap_or(0));
            (least..=to).map(move |next| [start.clone(), vec![next]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

const DIVISORS: &str = "let L := min(v2(x) for x in {h[i] for i in 1 .. m}): ";

/// A game, its open parameter, its other parameters, and a claim.
type EveryNCase = (&'static str, &'static str, Vec<(&'static str, i64)>, String);

fn theorems() -> Vec<EveryNCase> {
    let mut all = vec![
        ("nim", "n", vec![], "P iff xor(h) = 0".to_string()),
        ("nim", "n", vec![], "N iff xor(h) > 0".to_string()),
        ("nim", "n", vec![], "grundy = xor(h)".to_string()),
        (
            "common-divisor",
            "m",
            vec![],
            format!("{DIVISORS}P iff max(h) = 0 or count(i in 1 .. m: v2(h[i]) = L) mod 2 = 0"),
        ),
        (
            "common-divisor",
            "m",
            vec![],
            format!(
                "{DIVISORS}grundy = (if max(h) > 0 and count(i in 1 .. m: v2(h[i]) = L) mod 2 = 1 then L + 1 else 0)"
            ),
        ),
    ];
    for k in 1..=6 {
        all.push(("moore", "n", vec![("k", k)], "P iff digit_sum(k + 1, h) = 0".to_string()));
    }
    for k in 1..=3 {
        let claim = "grundy = xor(h) xor (count(i in 1 .. n: bit(h[i], k) = 1)/2 mod 2)";
        all.push(("nimhoff", "n", vec![("k", k)], claim.to_string()));
    }
    all
}

#[test]
fn theorems_are_proved_accepted_and_true_of_one_to_eight_heaps() {
    for (name, open, others, claim) in theorems() {
        let rule = rule_of(name, open, &others);
        let certificate = match attempt(&rule, &claim) {
            EveryNAttempt::Certificate(certificate) => certificate,
            EveryNAttempt::NotProved(why) => panic!("{name} {others:?}: {claim}: {why}"),
        };
        let checked = check(&certificate).unwrap_or_else(|why| panic!("{name}: {claim}: {why}"));
        for (position, value) in small_games(name, open, &others) {
            agree(&checked, &position, value, &format!("{name} {others:?}: {claim}"));
        }
    }
}

fn agree(theorem: &CheckedEveryN, position: &[u64], value: u64, what: &str) {
    if theorem.theorem == "outcomes" {
        assert_eq!(theorem.holds(position, 0), value == 0, "{what} at {position:?}");
    } else {
        for other in 0..=value + 3 {
            assert_eq!(theorem.holds(position, other), other == value, "{what} at {position:?}");
        }
    }
}

#[test]
fn wrong_claims_have_no_certificate() {
    let nim = rule_of("nim", "n", &[]);
    for claim in [
        "P iff max(h) = 0",
        "P iff digit_sum(3, h) = 0",
        "P iff digit_sum(4, h) = 0",
        "N iff xor(h) = 0",
        "P iff xor(h) = 0 and bit(xor(h), 3) = 0 and count(i in 1 .. n: bit(h[i], 0) = 1) < 4",
        "P iff xor(h) = 0 or count(i in 1 .. n: bit(h[i], 5) = 1) = 7",
        "grundy = 0",
        "grundy = (if xor(h) = 0 then 0 else 1)",
        "grundy = xor(h) xor (count(i in 1 .. n: bit(h[i], 0) = 1)/2 mod 2)",
    ] {
        assert!(matches!(attempt(&nim, claim), EveryNAttempt::NotProved(_)), "{claim}");
    }
    for k in 1..=6 {
        let moore = rule_of("moore", "n", &[("k", k)]);
        for modulus in (2..=9).filter(|modulus| *modulus != k + 1) {
            let claim = format!("P iff digit_sum({modulus}, h) = 0");
            assert!(matches!(attempt(&moore, &claim), EveryNAttempt::NotProved(_)), "{k}: {claim}");
        }
    }
    let divisors = rule_of("common-divisor", "m", &[]);
    for claim in [
        "P iff max(h) = 0 or count(i in 1 .. m: v2(h[i]) = L) mod 2 = 1".to_string(),
        "P iff max(h) = 0 or count(i in 1 .. m: v2(h[i]) = L) mod 3 = 0".to_string(),
        // How many heaps have v2(h[i]) = v2(0) where all are empty depends on m.
        "P iff count(i in 1 .. m: v2(h[i]) = L) mod 2 = 0".to_string(),
    ] {
        let claim = format!("{DIVISORS}{claim}");
        assert!(matches!(attempt(&divisors, &claim), EveryNAttempt::NotProved(_)), "{claim}");
    }
    for (k, other) in [(1, 2), (2, 1), (3, 2)] {
        let nimhoff = rule_of("nimhoff", "n", &[("k", k)]);
        for claim in [
            "grundy = xor(h)".to_string(),
            format!("grundy = xor(h) xor (count(i in 1 .. n: bit(h[i], {other}) = 1)/2 mod 2)"),
            "grundy = xor(h) xor (count(i in 1 .. n: bit(h[i], k) = 1)/2 mod 3)".to_string(),
        ] {
            let statement = parse_statement(&claim).expect("a claim");
            let read = translate(&statement, &nimhoff).is_ok();
            let refused = !read || matches!(attempt(&nimhoff, &claim), EveryNAttempt::NotProved(_));
            assert!(refused, "{k}: {claim}");
        }
    }
}

/// A certificate with another body, and the checksum that fits.
fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

/// Every change of one word of the automaton, or of one macro-state, with the formula and without: what is accepted is still true.
#[test]
fn spoiled_certificates_are_refused_or_still_true() {
    for (name, open, others, claim) in theorems() {
        if others.iter().any(|(_, value)| *value > 2) {
            continue;
        }
        let rule = rule_of(name, open, &others);
        let EveryNAttempt::Certificate(certificate) = attempt(&rule, &claim) else {
            panic!("{claim}")
        };
        let body = &certificate[..=certificate.rfind("\nend ").expect("an end")];
        assert!(check(&sealed(body)).is_ok());
        let lines: Vec<&str> = body.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("automaton ")).expect("one");
        let known = small_games(name, open, &others);
        let (mut refused, mut accepted) = (0, 0);
        for at in first + 1..lines.len() {
            for spoiled in spoiled_lines(lines[at]) {
                for says in [None, Some("says automaton")] {
                    let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
                    all[at].clone_from(&spoiled);
                    let line = all.iter().position(|line| line.starts_with("says ")).expect("one");
                    all[line] = says.map_or(all[line].clone(), ToString::to_string);
                    match check(&sealed(&(all.join("\n") + "\n"))) {
                        Err(_) => refused += 1,
                        Ok(checked) => {
                            accepted += 1;
                            for (position, value) in &known {
                                agree(&checked, position, *value, &format!("{claim}: {spoiled}"));
                            }
                        }
                    }
                }
            }
        }
        assert!(refused > 20 && refused > accepted, "{claim}: {refused}, {accepted}");
    }
}

/// A line with one word changed or left out, or without its end.
fn spoiled_lines(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut all = Vec::new();
    for at in 1..words.len() {
        let mut changed: Vec<String> = words.iter().map(ToString::to_string).collect();
        changed[at] = match words[at] {
            "+" => "-".to_string(),
            "-" => "+".to_string(),
            "0" => "1".to_string(),
            "same" => "less".to_string(),
            "less" => "same".to_string(),
            "still" => "lowered".to_string(),
            "lowered" | "taken" | "whole" | "borrow" => "done".to_string(),
            "done" => "taken".to_string(),
            _ => "0".to_string(),
        };
        all.push(changed.join(" "));
        if at + 1 < words.len() && at > 6 {
            all.push(words[..at].join(" "));
        }
    }
    all
}

/// Random automata, and random formulas' automata with one entry changed, for random moves: whatever is proved, and accepted by the
/// checker, is true. The checker accepts all that the prover writes.
#[test]
fn whatever_is_proved_of_random_automata_is_true() {
    let mut random = fastrand::Rng::with_seed(20_261_119);
    let mut proved = HashMap::new();
    for _ in 0..6000 {
        let moves = random_moves(&mut random);
        let divides = moves.contains(&ManyHeapMove::Divide);
        let values = random.bool();
        let about = if values { EveryNAbout::GrundyPlain } else { EveryNAbout::Outcomes };
        let named = moves.iter().any(|one| matches!(one, ManyHeapMove::Take { .. }));
        let (threshold, period) = (random.usize(0..2), random.usize(1..4));
        let (named, digits) = (if named { 2 } else { 0 }, if values { 2 } else { 1 });
        let letters = (named + 1) * (threshold + period) * digits;
        let states = random.usize(1..4);
        // The last state is often one that accepts nothing.
        let mut accepting: Vec<bool> = (0..states).map(|_| random.bool()).collect();
        let mut next: Vec<Vec<usize>> =
            (0..states).map(|_| (0..letters).map(|_| random.usize(0..states)).collect()).collect();
        accepting[0] |= random.u8(0..4) > 0;
        if !divides {
            next[0][named * (threshold + period) * digits] = 0;
        }
        let machine =
            CountMachine { threshold, period, named, msd: !divides, digits, accepting, next };
        let texts = EveryNTexts { game: "g(n)", rule: "", claim: "T", statement: "" };
        let control = &Control::unlimited();
        let attempt = certificate_of(&texts, &moves, about, &machine, "automaton", control);
        let Ok(EveryNAttempt::Certificate(certificate)) = attempt else { continue };
        // Of values, the prover leaves it to the checker that there is exactly one; and of the lowest places, that padding is nothing.
        let Ok(checked) = check(&certificate) else { continue };
        *proved.entry(format!("{moves:?} {about:?}")).or_insert(0) += 1;
        let mut small = SmallValues { moves: &moves, known: HashMap::new() };
        for (heaps, to) in [(1, 9), (2, 7), (3, 5), (4, 3)] {
            for position in tuples(heaps, to) {
                let value = small.value(&position);
                agree(&checked, &position, value, &format!("{moves:?}\n{certificate}"));
            }
        }
    }
    assert!(proved.values().sum::<i32>() > 5, "{proved:?}");
}

/// The same of random claims, many of which are nearly right.
#[test]
fn whatever_is_proved_of_random_claims_is_true() {
    let mut random = fastrand::Rng::with_seed(20_261_120);
    let mut proved = HashMap::new();
    for _ in 0..1200 {
        let moves = random_moves(&mut random);
        let rule = ManyHeapRule {
            open: "n".to_string(),
            row: "h".to_string(),
            known: Vec::new(),
            taken: vec!["n".to_string()],
            moves: moves.clone(),
        };
        let claim = random_claim(&mut random);
        let EveryNAttempt::Certificate(certificate) = attempt(&rule, &claim) else { continue };
        let values = claim.contains("grundy");
        let checked = match check(&certificate) {
            Ok(checked) => checked,
            // That there is exactly one value is left to the checker.
            Err(why) if values && why.contains("value") => continue,
            Err(why) => panic!("{moves:?} {claim}: {why}"),
        };
        *proved.entry(format!("{moves:?} {claim}")).or_insert(0) += 1;
        let mut small = SmallValues { moves: &moves, known: HashMap::new() };
        for (heaps, to) in [(1, 17), (2, 9), (3, 6), (4, 3)] {
            for position in tuples(heaps, to) {
                let value = small.value(&position);
                agree(&checked, &position, value, &format!("{moves:?} {claim}"));
            }
        }
    }
    assert!(proved.len() > 5 && proved.values().sum::<i32>() > 30, "{proved:?}");
}

fn random_claim(random: &mut fastrand::Rng) -> String {
    let place = random.u8(0..3);
    let rest = random.u8(2..5);
    let lowest = "min(v2(h[j]) for j in 1 .. n)";
    let at = format!("count(i in 1 .. n: bit(h[i], {place}) = 1)");
    let low = format!("count(i in 1 .. n: v2(h[i]) = {lowest}) mod 2");
    let conditions = [
        "xor(h) = 0".to_string(),
        format!("digit_sum({rest}, h) = 0"),
        "max(h) = 0".to_string(),
        format!("{at} mod {rest} = 0"),
        format!("{at} < {rest}"),
        format!("bit(xor(h), {place}) = 0"),
        format!("(max(h) = 0 or {low} = 0)"),
    ];
    let one = conditions[random.usize(0..7)].clone();
    let two = &conditions[random.usize(0..7)];
    match random.u8(0..8) {
        0 => format!("P iff {one} and {two}"),
        1 => format!("P iff {one} or {two}"),
        2 => format!("P iff not ({one}) and {two}"),
        3 => "grundy = xor(h)".to_string(),
        4 => format!("grundy = xor(h) xor ({at}/{} mod 2)", random.u8(1..3)),
        5 => format!("grundy = (if max(h) > 0 and {low} = 1 then {lowest} + 1 else 0)"),
        _ => format!("P iff {one}"),
    }
}

fn random_moves(random: &mut fastrand::Rng) -> Vec<ManyHeapMove> {
    match random.u8(0..5) {
        0 | 1 => vec![ManyHeapMove::Lower(1)],
        2 => vec![ManyHeapMove::Lower(2)],
        3 => vec![
            ManyHeapMove::Lower(1),
            ManyHeapMove::Take { stones: random.u64(1..3), heaps: random.u64(1..3) },
        ],
        _ => vec![ManyHeapMove::Divide],
    }
}

/// Values by plain recursion, the moves tried one by one.
struct SmallValues<'a> {
    moves: &'a [ManyHeapMove],
    known: HashMap<Vec<u64>, u64>,
}

impl SmallValues<'_> {
    fn value(&mut self, position: &[u64]) -> u64 {
        let mut sorted = position.to_vec();
        sorted.sort_unstable();
        if let Some(known) = self.known.get(&sorted) {
            return *known;
        }
        let mut values: Vec<u64> = Vec::new();
        for option in all_below(&sorted) {
            if self.moves.iter().any(|one| is_move(one, &sorted, &option)) {
                values.push(self.value(&option));
            }
        }
        let value = (0..).find(|value| !values.contains(value)).expect("finitely many");
        self.known.insert(sorted, value);
        value
    }
}

fn all_below(position: &[u64]) -> Vec<Vec<u64>> {
    position.iter().fold(vec![Vec::new()], |tuples, heap| {
        let longer = |start: &Vec<u64>| {
            let start = start.clone();
            (0..=*heap).map(move |next| [start.clone(), vec![next]].concat())
        };
        tuples.iter().flat_map(longer).collect()
    })
}

fn is_move(one: &ManyHeapMove, from: &[u64], to: &[u64]) -> bool {
    let taken: Vec<u64> = from.iter().zip(to).map(|(from, to)| from - to).collect();
    let changed = taken.iter().filter(|taken| **taken > 0).count() as u64;
    match one {
        ManyHeapMove::Lower(most) => (1..=*most).contains(&changed),
        ManyHeapMove::Take { stones, heaps } => {
            changed == *heaps && taken.iter().all(|taken| *taken == 0 || taken == stones)
        }
        ManyHeapMove::Divide => {
            let total = taken.iter().sum::<u64>();
            changed == 1 && from.iter().all(|heap| heap % total == 0)
        }
    }
}

#[test]
fn what_is_not_the_same_for_every_number_of_heaps_is_refused() {
    for (name, open) in [("circular", "n"), ("path-nim", "n"), ("welter", "n"), ("lim", "n")] {
        let Some(text) = catalogue::text(name) else { continue };
        let rule = catalogue::rule_text(text);
        assert!(rule.for_every(open, &[]).is_err(), "{name}");
    }
    for text in [
        "game g(n = 3) position h[n + 1] unordered option h with h[i] lowered for i",
        "game g(n = 3) position h[n] unordered, distinct option h with h[i] lowered for i",
        "game g(n = 3) position h[n] on a line option h with h[i] lowered for i",
        "game g(n = 3) position h[n] unordered option h with h[i] lowered for i in 1 .. 2",
        "game g(n = 3) position h[n] unordered option h with h[S] lowered for S of size n",
        "game g(n = 3) position h[n] unordered option h with h[S] strictly lowered for S of size 2",
        "game g(n = 3) position h[n] unordered option h with h[i] - t where t >= 1, t <= 3 for i",
        "game g(n = 3) position h[n] unordered option h with h[i] - 1, h[j] - 2 for i < j",
        "game g(n = 3) position h[n] unordered option h with h[i] lowered where h[i] >= 2 for i",
        "game g(n = 3) position h[n] unordered option h with h[i] - d where d >= 2, d divides h for i",
        "game g(n = 3) position h[n] unordered state p in 0 .. 1 option (h, p := 1) where p = 0",
    ] {
        assert!(catalogue::rule_text(text).for_every("n", &[]).is_err(), "{text}");
    }
}

/// Nothing is proved of a claim: it is refused, or there is no certificate.
fn is_not_proved(rule: &ManyHeapRule, claim: &str) {
    let statement = parse_statement(claim).expect("a claim");
    let Ok(translation) = translate(&statement, rule) else { return };
    let texts = EveryNTexts { game: "g(n)", rule: "", claim: "T", statement: claim };
    let control = Control::unlimited();
    let attempt = prove_every_n(&texts, &rule.moves, &translation, &control).expect("no limit");
    assert!(matches!(attempt, EveryNAttempt::NotProved(_)), "{claim}");
    assert!(the_machine(&rule.moves, &translation, &control).is_ok_and(|one| one.is_err()));
}

/// With all heaps empty, the number of heaps at the lowest place is n: a truth of its own for every n.
#[test]
fn what_is_said_of_the_empty_position_must_be_the_same_for_every_n() {
    let nim = rule_of("nim", "n", &[]);
    let lowest = "let L := min(v2(h[j]) for j in 1 .. n): ";
    let at = "count(i in 1 .. n: v2(h[i]) = L)";
    for empty in [
        format!("({at} >= 5 iff {at} >= 9)"),
        format!("({at} >= 5 implies {at} >= 9)"),
        format!("not ({at} >= 5 and {at} < 9)"),
        format!("not ({at} mod 3 = 1 and {at} mod 2 = 1)"),
        format!("{at} <= 6"),
    ] {
        let claim = format!("P iff (max(h) = 0 and {empty}) or (max(h) > 0 and xor(h) = 0)");
        is_not_proved(&nim, &format!("{lowest}{claim}"));
    }
    // What is true of every n is proved.
    let claim = format!(
        "{lowest}P iff (max(h) = 0 and ({at} >= 9 implies {at} >= 5)) or (max(h) > 0 and xor(h) = 0)"
    );
    assert!(matches!(attempt(&nim, &claim), EveryNAttempt::Certificate(_)));
}

#[test]
fn names_that_mean_two_things_are_refused() {
    let (nim, moore) = (rule_of("nim", "n", &[]), rule_of("moore", "n", &[("k", 2)]));
    let ones = "count(i in 1 .. n: bit(h[i], 0) = 1)";
    for (rule, claim, name) in [
        (
            &nim,
            format!("P iff xor(h) = 0 and ({ones} >= 10 implies (let h := 3: xor(h) = 0))"),
            "h",
        ),
        (
            &nim,
            format!("P iff xor(h) = 0 and ({ones} >= 10 implies (let n := 2: {ones} >= 10))"),
            "n",
        ),
        (
            &moore,
            format!(
                "P iff digit_sum(3, h) = 0 and ({ones} >= 12 implies (let k := 5: digit_sum(k + 1, h) = 0))"
            ),
            "k",
        ),
        (
            &nim,
            format!("let a := 9: let b := a: let a := 20: P iff xor(h) = 0 and {ones} < b"),
            "a",
        ),
        (&nim, format!("let b := a: let a := 20: P iff xor(h) = 0 and {ones} < b"), "a"),
        (
            &moore,
            "P iff digit_sum(3, h) = 0 and count(k in 1 .. n: bit(h[k], k) = 1) >= 6".to_string(),
            "k",
        ),
        (&nim, "let heaps := 3: P iff xor(heaps) = 0".to_string(), "heaps"),
        (&nim, "let P := 3: P iff xor(h) = 0".to_string(), "P"),
        (&nim, "let xor := 3: P iff xor(h) = 0".to_string(), "xor"),
        (
            &nim,
            "let i := 3: P iff xor(h) = 0 and count(i in 1 .. n: bit(h[i], i) = 1) < 30"
                .to_string(),
            "i",
        ),
    ] {
        let Ok(statement) = parse_statement(&claim) else { continue };
        let refused = translate(&statement, rule).err();
        let refused = refused.unwrap_or_else(|| panic!("{claim} is read"));
        assert!(refused.what.contains(&format!("`{name}`")), "{claim}: {}", refused.what);
    }
}

#[test]
fn rules_that_no_certificate_tells_are_refused() {
    let taken = "h[a] - 1, h[b] - 1, h[c] - 1, h[d] - 1, h[e] - 1 for a < b < c < d < e";
    for option in [
        "",
        "option h with h[S] lowered for S of size 64",
        "option h with h[i] - n where n >= 1, n divides h for i",
        &format!("option h with {taken}"),
    ] {
        let text = format!("game g(n = 70) where n >= 1 position h[n] unordered {option}");
        assert!(catalogue::rule_text(&text).for_every("n", &[]).is_err(), "{text}");
    }
}
