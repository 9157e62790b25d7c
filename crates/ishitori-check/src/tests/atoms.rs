//! Every atom and connective against arithmetic on small numbers.
//!
//! A formula is compiled in both orders of digits, padded to three lengths, and must accept exactly the
//! numbers for which a line of Rust says so. Divisibility is beyond automata: there one formula must be
//! narrower and the other wider than the truth.

use crate::compile::compiler::FormulaCompiler;
use crate::digits::{FileNumeration, ReadingOrder};
use crate::formula::number_formula::NumberFormula;
use crate::formula::read::FormulaReader;
use crate::formula::scope::Dialect;
use crate::tests::harness::{NAMES, compare, compile, digits, formula, run, word};
use crate::text::lines::CertificateLine;
use crate::watch::CheckWatch;

/// How two numbers are compared.
type NumberComparison<T> = fn(&T, &T) -> bool;

/// All comparisons, by their signs.
fn comparisons<T: PartialOrd>() -> [(&'static str, NumberComparison<T>); 6] {
    [("=", T::eq), ("!=", T::ne), ("<", T::lt), ("<=", T::le), (">", T::gt), (">=", T::ge)]
}

fn v2(x: u64) -> u32 {
    if x == 0 { 1000 } else { x.trailing_zeros() }
}

fn tail(x: u64) -> u32 {
    x.trailing_ones()
}

#[test]
fn linear_atoms() {
    for numeration in [FileNumeration::Binary, FileNumeration::Zeckendorf] {
        for (coefficients, bound) in
            [([1, -1, 0], 0), ([2, -3, 0], 1), ([1, 1, -1], 0), ([1, -2, 3], -4)]
        {
            let terms: Vec<(i64, usize)> =
                (0..3).filter(|i| coefficients[*i] != 0).map(|i| (coefficients[i], i)).collect();
            let text: String = terms.iter().map(|(c, i)| format!(" ({c} {})", NAMES[*i])).collect();
            let sum = |n: &[u64; 4]| terms.iter().map(|(c, i)| c * n[*i] as i64).sum::<i64>();
            for (name, relation) in comparisons::<i64>() {
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
    compare(FileNumeration::Binary, "(lin >= 1000000007 (-3 y) (1 x))", 20, |_| false);
    compare(FileNumeration::Binary, "(lin < 250 (1 x))", 300, |n| n[0] < 250);
}

#[test]
fn digit_atoms() {
    let binary = FileNumeration::Binary;
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
    let binary = FileNumeration::Binary;
    for (name, relation) in comparisons::<u32>() {
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
        let digits = digits(x, 12, FileNumeration::Zeckendorf);
        let (mut worth, mut next, mut sum) = (2, 3, 0);
        for digit in digits {
            sum += worth * digit as u64;
            (worth, next) = (next, worth + next);
        }
        sum
    };
    compare(FileNumeration::Zeckendorf, "(shift x y)", 50, |n| n[1] == shifted(n[0]));
    compare(FileNumeration::Zeckendorf, "(shift y x)", 50, |n| n[0] == shifted(n[1]));
    compare(FileNumeration::Zeckendorf, "(shift x x)", 50, |n| n[0] == 0);
    compare(FileNumeration::Zeckendorf, "(exists (z) (shift x z))", 50, |_| true);
    compare(FileNumeration::Zeckendorf, "(exists (z) (shift z x))", 50, |n| {
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
        for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
            let relation = compile(text, FileNumeration::Zeckendorf, order);
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
    for numeration in [FileNumeration::Binary, FileNumeration::Zeckendorf] {
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
        // Parts that speak of one variable only, of both, of none; a variable that no part speaks of.
        check(
            "(exists (y z) (and (lin = 0 (1 y) (-2 x)) (lin = 1 (1 z) (-3 y)) (lin <= 40 (1 z)) (is 4 w)))",
            |n| 6 * n[0] < 40 && n[3] == 4,
        );
        check(
            "(exists (y z w) (and (lin = 0 (1 x) (-1 y) (-1 z)) (lin = 0 (1 y) (-2 z)) (lin > 3 (1 x))))",
            |n| n[0] % 3 == 0 && n[0] > 3,
        );
        check("(iff (is 5 x) (lin < 3 (1 y)))", |n| (n[0] == 5) == (n[1] < 3));
        check("(and)", |_| true);
        check("(or)", |_| false);
    }
}

/// A compiler that knows a formula makes the same of it, with its variables in any order, as one that does not.
#[test]
fn renamed_formulas() {
    let text = "(exists (w) (and (lin = 0 (1 x) (-2 y) (1 w)) (lin <= 1 (1 w) (-1 z))))";
    let mut go = |_: &str| true;
    let watch = &mut CheckWatch::new(&mut go);
    for numeration in [FileNumeration::Binary, FileNumeration::Zeckendorf] {
        for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
            let mut knows = FormulaCompiler::new(numeration, order, Vec::new());
            for names in
                [[0, 1, 2], [4, 1, 2], [2, 8, 5], [7, 0, 3], [3, 1, 0], [1, 1, 0], [3, 5, 3]]
            {
                let formula = formula(text, numeration).rename(&|v| names[v as usize]);
                let known = knows.relation(&formula, watch).expect("small");
                let mut fresh = FormulaCompiler::new(numeration, order, Vec::new());
                let fresh = fresh.relation(&formula, watch).expect("small");
                assert_eq!(known.variables, fresh.variables);
                assert_eq!(known.automaton.next, fresh.automaton.next, "{names:?}");
                assert_eq!(known.automaton.accepting, fresh.automaton.accepting, "{names:?}");
            }
        }
    }
}

#[test]
fn divides_is_between_narrow_and_wide() {
    let formula = formula_with_divides();
    let mut go = |_: &str| true;
    let watch = &mut CheckWatch::new(&mut go);
    for order in [ReadingOrder::Msd, ReadingOrder::Lsd] {
        let mut compiler = FormulaCompiler::new(FileNumeration::Binary, order, Vec::new());
        let [narrow, wide] = [false, true]
            .map(|wide| compiler.relation(&formula.without_divides(wide), watch).expect("small"));
        for d in 0..40_u64 {
            for x in 0..40_u64 {
                let divides = if d == 0 { x == 0 } else { x % d == 0 };
                let word = word(&[d, x], 8, FileNumeration::Binary, order);
                let [narrow, wide] = [&narrow, &wide].map(|r| run(&r.automaton, &word));
                assert!(!narrow || divides, "{d} {x}");
                assert!(!divides || wide, "{d} {x}");
            }
        }
    }
}

fn formula_with_divides() -> NumberFormula {
    let text = "(and (divides x y))";
    let line = CertificateLine { number: 1, text };
    let dialect = Dialect { numeration: FileNumeration::Binary, single: false };
    let names = vec![("x", 0), ("y", 1)];
    FormulaReader::new(&line, dialect, names).formula(text, true).expect("a formula").0
}
