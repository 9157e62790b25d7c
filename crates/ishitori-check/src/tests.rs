//! Every atom and operation against arithmetic on small numbers and short words.

use crate::automaton::{Automaton, Relation};
use crate::compile::Compiler;
use crate::formula::{Dialect, Formula, Numeration, Order, Reader};
use crate::read::Line;
use crate::watch::Watch;
use proptest::prelude::*;

mod given;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

fn formula(text: &str, numeration: Numeration) -> Formula {
    let line = Line { number: 1, text };
    let names = NAMES.iter().enumerate().map(|(index, name)| (*name, index as u32)).collect();
    let dialect = Dialect { numeration, single: false };
    Reader::new(&line, dialect, names).whole(text).expect(text)
}

fn compile(text: &str, numeration: Numeration, order: Order) -> Relation {
    let formula = formula(text, numeration);
    let mut go = |_: &str| true;
    let watch = &mut Watch::new(&mut go);
    Compiler::new(numeration, order, Vec::new()).relation(&formula, watch).expect(text)
}

/// The digits of a number, least significant first.
fn digits(mut value: u64, length: usize, numeration: Numeration) -> Vec<usize> {
    let mut worth = vec![1_u64, 2];
    while worth.len() < length {
        let last = worth.len() - 1;
        worth.push(match numeration {
            Numeration::Binary => 2 * worth[last],
            Numeration::Zeckendorf => worth[last] + worth[last - 1],
        });
    }
    let mut digits = vec![0; length];
    for place in (0..length).rev() {
        if worth[place] <= value {
            value -= worth[place];
            digits[place] = 1;
        }
    }
    assert_eq!(value, 0, "too few digits");
    digits
}

/// Reads letters, in the order of the automaton.
fn run(automaton: &Automaton, word: &[Vec<usize>]) -> bool {
    let read = |state: usize, digit: &usize| automaton.next[state][*digit] as usize;
    let end = word.iter().flatten().fold(0, read);
    assert_eq!(automaton.position[end], 0);
    automaton.accepting[end]
}

fn word(numbers: &[u64], length: usize, numeration: Numeration, order: Order) -> Vec<Vec<usize>> {
    let tracks: Vec<_> = numbers.iter().map(|value| digits(*value, length, numeration)).collect();
    let letter = |place: usize| tracks.iter().map(|track| track[place]).collect();
    let mut letters: Vec<Vec<usize>> = (0..length).map(letter).collect();
    if order == Order::Msd {
        letters.reverse();
    }
    letters
}

fn compare(numeration: Numeration, text: &str, most: u64, holds: impl Fn(&[u64; 4]) -> bool) {
    for order in [Order::Msd, Order::Lsd] {
        let relation = compile(text, numeration, order);
        let free = relation.variables.len();
        for code in 0..most.pow(free as u32) {
            let numbers: Vec<u64> = (0..free).map(|i| code / most.pow(i as u32) % most).collect();
            let mut all = [0; 4];
            numbers.iter().zip(&relation.variables).for_each(|(n, v)| all[*v as usize] = *n);
            for length in [9, 10, 12] {
                let word = word(&numbers, length, numeration, order);
                let found = run(&relation.automaton, &word);
                assert_eq!(found, holds(&all), "{text} {order:?} {all:?} {length}");
            }
        }
    }
}

fn v2(x: u64) -> u32 {
    if x == 0 { 1000 } else { x.trailing_zeros() }
}

fn tail(x: u64) -> u32 {
    x.trailing_ones()
}

#[test]
fn linear_atoms() {
    for numeration in [Numeration::Binary, Numeration::Zeckendorf] {
        for (coefficients, bound) in
            [([1, -1, 0], 0), ([2, -3, 0], 1), ([1, 1, -1], 0), ([1, -2, 3], -4)]
        {
            let terms: Vec<(i64, usize)> =
                (0..3).filter(|i| coefficients[*i] != 0).map(|i| (coefficients[i], i)).collect();
            let text: String = terms.iter().map(|(c, i)| format!(" ({c} {})", NAMES[*i])).collect();
            let sum = |n: &[u64; 4]| terms.iter().map(|(c, i)| c * n[*i] as i64).sum::<i64>();
            type Compare = fn(&i64, &i64) -> bool;
            let relations: [(&str, Compare); 6] = [
                ("=", i64::eq),
                ("!=", i64::ne),
                ("<", i64::lt),
                ("<=", i64::le),
                (">", i64::gt),
                (">=", i64::ge),
            ];
            for (name, relation) in relations {
                let text = format!("(lin {name} {bound}{text})");
                compare(numeration, &text, 13, |n| relation(&sum(n), &bound));
            }
            for modulus in [1, 2, 3, 6] {
                let text = format!("(mod {modulus} {bound}{text})");
                compare(numeration, &text, 13, |n| (sum(n) - bound) % modulus == 0);
            }
        }
        compare(numeration, "(is 37 y)", 60, |n| n[1] == 37);
        compare(numeration, "(is -1 y)", 60, |_| false);
        compare(numeration, "(lin = 0 (1 x) (-1 x))", 60, |_| true);
        compare(numeration, "(lin = 8 (1 x) (1 x))", 60, |n| n[0] == 4);
        compare(numeration, "(lin < 1)", 1, |_| true);
    }
    compare(Numeration::Binary, "(lin >= 1000000007 (-3 y) (1 x))", 20, |_| false);
    compare(Numeration::Binary, "(lin < 250 (1 x))", 300, |n| n[0] < 250);
}

#[test]
fn digit_atoms() {
    let binary = Numeration::Binary;
    let ones = |n: &[u64], place: u32| n.iter().filter(|x| *x >> place & 1 == 1).count();
    compare(binary, "(xor0 x y z)", 12, |n| n[0] ^ n[1] ^ n[2] == 0);
    compare(binary, "(xor0 x x y)", 20, |n| n[1] == 0);
    compare(binary, "(xor0)", 1, |_| true);
    compare(binary, "(digits 3 x y z)", 12, |n| (0..8).all(|p| ones(&n[..3], p) % 3 == 0));
    compare(binary, "(digits 2 x y x)", 12, |n| n[1] == 0);
    compare(binary, "(andis x y z)", 12, |n| n[0] & n[1] == n[2]);
    compare(binary, "(oris z x y)", 12, |n| n[2] | n[0] == n[1]);
    compare(binary, "(oris x y y)", 12, |n| n[0] | n[1] == n[1]);
    compare(binary, "(majis x y z w)", 8, |n| {
        (0..8).all(|p| (ones(&n[..3], p) >= 2) == (n[3] >> p & 1 == 1))
    });
    compare(binary, "(majis x y w)", 8, |n| n[0] & n[1] == n[3]);
    compare(binary, "(ones 3 2 x)", 200, |n| n[0].count_ones() % 3 == 2);
    compare(binary, "(bit 0 x)", 64, |n| n[0] & 1 == 1);
    compare(binary, "(bit 4 x)", 64, |n| n[0] >> 4 & 1 == 1);
    compare(binary, "(bit 9 x)", 300, |_| false);
    compare(binary, "(pow2 x)", 300, |n| n[0].is_power_of_two());
}

#[test]
fn atoms_on_ends() {
    let binary = Numeration::Binary;
    type Compare = fn(&u32, &u32) -> bool;
    let relations: [(&str, Compare); 6] = [
        ("=", u32::eq),
        ("!=", u32::ne),
        ("<", u32::lt),
        ("<=", u32::le),
        (">", u32::gt),
        (">=", u32::ge),
    ];
    for (name, relation) in relations {
        compare(binary, &format!("(v2 {name} x y)"), 33, |n| relation(&v2(n[0]), &v2(n[1])));
        compare(binary, &format!("(v2 {name} y x)"), 33, |n| relation(&v2(n[1]), &v2(n[0])));
        compare(binary, &format!("(v2 {name} y y)"), 33, |_| relation(&1, &1));
        compare(binary, &format!("(tail {name} x y)"), 33, |n| relation(&tail(n[0]), &tail(n[1])));
        compare(binary, &format!("(tail {name} y x)"), 33, |n| relation(&tail(n[1]), &tail(n[0])));
        compare(binary, &format!("(tail {name} y y)"), 33, |_| relation(&1, &1));
    }
    for (modulus, remainder) in [(1, 0), (2, 0), (2, 1), (3, 2)] {
        let text = format!("(v2mod {modulus} {remainder} x)");
        compare(binary, &text, 300, |n| n[0] > 0 && v2(n[0]) % modulus == remainder);
        let text = format!("(tailmod {modulus} {remainder} x)");
        compare(binary, &text, 300, |n| tail(n[0]) % modulus == remainder);
    }
    compare(binary, "(v2hot x y)", 40, |n| n[0] > 0 && n[1] == 1 << v2(n[0]));
    compare(binary, "(v2hot x x)", 40, |n| n[0].is_power_of_two());
    compare(binary, "(tailhot x y)", 40, |n| n[1] == 1 << tail(n[0]));
    compare(binary, "(tailhot y x)", 40, |n| n[0] == 1 << tail(n[1]));
    compare(binary, "(tailhot x x)", 40, |_| false);
}

#[test]
fn zeckendorf_shift() {
    let shifted = |x: u64| {
        let digits = digits(x, 12, Numeration::Zeckendorf);
        let (mut worth, mut next, mut sum) = (2, 3, 0);
        for digit in digits {
            sum += worth * digit as u64;
            (worth, next) = (next, worth + next);
        }
        sum
    };
    compare(Numeration::Zeckendorf, "(shift x y)", 50, |n| n[1] == shifted(n[0]));
    compare(Numeration::Zeckendorf, "(shift y x)", 50, |n| n[0] == shifted(n[1]));
    compare(Numeration::Zeckendorf, "(shift x x)", 50, |n| n[0] == 0);
    compare(Numeration::Zeckendorf, "(exists (z) (shift x z))", 50, |_| true);
    compare(Numeration::Zeckendorf, "(exists (z) (shift z x))", 50, |n| {
        (0..50).any(|z| shifted(z) == n[0])
    });
}

#[test]
fn nonsense_digits_are_never_accepted() {
    let texts = [
        "true",
        "(not (is 1 x))",
        "(or (is 1 x) (is 2 y))",
        "(iff (is 1 x) (is 2 y))",
        "(mod 1 0 (1 x))",
    ];
    for text in texts {
        for order in [Order::Msd, Order::Lsd] {
            let relation = compile(text, Numeration::Zeckendorf, order);
            for track in 0..relation.variables.len() {
                let mut letter = vec![0; relation.variables.len()];
                letter[track] = 1;
                assert!(!run(&relation.automaton, &[letter.clone(), letter.clone()]), "{text}");
            }
        }
    }
}

#[test]
fn quantifiers() {
    for numeration in [Numeration::Binary, Numeration::Zeckendorf] {
        let check = |text: &str, holds: fn(&[u64; 4]) -> bool| compare(numeration, text, 20, holds);
        check("(exists (y) (lin = 0 (1 x) (-2 y)))", |n| n[0] % 2 == 0);
        check("(exists (y z) (and (lin = 0 (1 x) (-3 y) (-5 z))))", |n| {
            ![1, 2, 4, 7].contains(&n[0])
        });
        check("(forall (y) (or (lin < 0 (1 y) (-1 x)) (lin >= 0 (1 y) (-1 x))))", |_| true);
        check("(forall (y) (implies (lin < 0 (1 y) (-1 x)) (lin < 3 (1 y))))", |n| n[0] <= 3);
        // The witness is larger than all given numbers.
        check("(exists (y) (lin = 40 (1 y) (-1 x)))", |_| true);
        check("(exists (x) (lin = 0 (1 x) (-100 y)))", |_| true);
        check("(forall (y) (exists (z) (lin = 7 (1 z) (-1 y) (-1 x))))", |_| true);
        check(
            "(exists (y) (and (exists (x) (lin = 1 (1 x) (-1 y))) (lin = 0 (1 y) (-1 x))))",
            |_| true,
        );
        check("(exists (y) (is 5 x))", |n| n[0] == 5);
        check("(iff (is 5 x) (lin < 3 (1 y)))", |n| (n[0] == 5) == (n[1] < 3));
        check("(and)", |_| true);
        check("(or)", |_| false);
    }
}

#[test]
fn divides_is_between_narrow_and_wide() {
    let formula = formula_with_divides();
    let mut go = |_: &str| true;
    let watch = &mut Watch::new(&mut go);
    for order in [Order::Msd, Order::Lsd] {
        let mut compiler = Compiler::new(Numeration::Binary, order, Vec::new());
        let [narrow, wide] = [false, true]
            .map(|wide| compiler.relation(&formula.without_divides(wide), watch).expect("small"));
        for d in 0..40_u64 {
            for x in 0..40_u64 {
                let divides = if d == 0 { x == 0 } else { x % d == 0 };
                let word = word(&[d, x], 8, Numeration::Binary, order);
                let [narrow, wide] = [&narrow, &wide].map(|r| run(&r.automaton, &word));
                assert!(!narrow || divides, "{d} {x}");
                assert!(!divides || wide, "{d} {x}");
            }
        }
    }
}

fn formula_with_divides() -> Formula {
    let text = "(and (divides x y))";
    let line = Line { number: 1, text };
    let dialect = Dialect { numeration: Numeration::Binary, single: false };
    let names = vec![("x", 0), ("y", 1)];
    Reader::new(&line, dialect, names).formula(text, true).expect("a formula").0
}

/// Any automaton, most of them without meaning: successors are taken modulo what there is.
fn automaton(tracks: usize, seeds: &[(u32, u32, bool)]) -> Automaton {
    let mut go = |_: &str| true;
    let watch = &mut Watch::new(&mut go);
    let step = |state: &usize, position: usize, digit: usize| {
        let seed = seeds[(state + 7 * position) % seeds.len()];
        Ok(([seed.0, seed.1][digit] as usize + state * 3) % seeds.len())
    };
    crate::automaton::explore(tracks, 0, 1000, watch, step, |state| seeds[*state].2).expect("small")
}

fn words(tracks: usize, length: usize) -> Vec<Vec<Vec<usize>>> {
    let digits =
        |code: usize, from: usize| (0..tracks).map(move |t| code >> (from + t) & 1).collect();
    let word = |code: usize| (0..length).map(|letter| digits(code, letter * tracks)).collect();
    (0..1 << (tracks * length)).map(word).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn operations_on_any_automata(
        seeds in proptest::collection::vec((0_u32..6, 0_u32..6, any::<bool>()), 1..6),
        more in proptest::collection::vec((0_u32..6, 0_u32..6, any::<bool>()), 1..6),
        track in 0_usize..3,
    ) {
        let mut go = |_: &str| true;
        let watch = &mut Watch::new(&mut go);
        let plain = automaton(3, &seeds);
        let small = plain.minimised(watch).expect("small");
        let other = automaton(2, &more);
        let complement = plain.complement();
        // The second reads variables 1 and 2 only.
        let left = Relation::new(automaton(3, &seeds), vec![0, 1, 2]);
        let right = Relation::new(automaton(2, &more), vec![1, 2]);
        let both = left.product(&right, watch, |l, r| l && r).expect("small");
        let differ = left.product(&right, watch, |l, r| l != r).expect("small");
        let reversed = plain.reversed(watch).expect("small");
        for length in 0..4 {
            for word in words(3, length) {
                let truth = run(&plain, &word);
                prop_assert_eq!(run(&small, &word), truth);
                prop_assert_eq!(run(&complement, &word), !truth);
                let part: Vec<Vec<usize>> = word.iter().map(|l| l[1..].to_vec()).collect();
                prop_assert_eq!(run(&both.automaton, &word), truth && run(&other, &part));
                prop_assert_eq!(run(&differ.automaton, &word), truth != run(&other, &part));
                let mut backwards = word.clone();
                backwards.reverse();
                backwards.iter_mut().for_each(|letter| letter.reverse());
                prop_assert_eq!(run(&reversed, &backwards), truth);
            }
        }
        for order in [Order::Msd, Order::Lsd] {
            let projected = plain.project(track, order, 100_000, watch).expect("small");
            for length in 0..3 {
                for word in words(2, length) {
                    // Up to 3 more letters on the dropped track can matter, and more: follow them all.
                    let truth = projects(&plain, &word, track, order);
                    prop_assert_eq!(run(&projected, &word), truth, "{:?} {:?}", order, word);
                }
            }
        }
    }
}

/// Projection by definition: any number of further letters that are zero on the other tracks.
fn projects(automaton: &Automaton, word: &[Vec<usize>], track: usize, order: Order) -> bool {
    let more = automaton.next.len();
    let zero = vec![0; automaton.tracks - 1];
    let mut letters = vec![zero; more];
    let mut later = word.to_vec();
    if order == Order::Msd {
        letters.append(&mut later);
    } else {
        later.append(&mut letters);
        letters = later;
    }
    let mut now = std::collections::BTreeSet::from([0]);
    let mut found = false;
    for (index, letter) in letters.iter().enumerate() {
        if order == Order::Lsd && index >= word.len() {
            found |= now.iter().any(|state| automaton.accepting[*state]);
        }
        let mut next = std::collections::BTreeSet::new();
        for state in &now {
            for digit in 0..2 {
                let mut full = letter.clone();
                full.insert(track, digit);
                let read = |state: usize, digit: &usize| automaton.next[state][*digit] as usize;
                next.insert(full.iter().fold(*state, read));
            }
        }
        if order == Order::Msd && index < more {
            // Fewer letters before the word are enough as well.
            next.insert(0);
        }
        now = next;
    }
    found || now.iter().any(|state| automaton.accepting[*state])
}
