//! Claims by lines of positions say what a look at each position in order says: the same verdict, the same witnesses, the same number
//! of cases, for any number of threads. A kept check looks in order, so it is the other side.

use crate::cases::{cases, enough};
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{CheckError, CheckSession, ClaimCheck, Verdict, check, check_from};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::Bounds;
use ishitori_core::solve::Convention;
use ishitori_core::solve::snapshot::NoKeeper;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{Ruleset, load};

use crate::random::{random_cones, random_rule};

/// The verdict on one thread, on three, and in order.
fn verdicts(
    ruleset: &Ruleset,
    formula: &str,
    bounds: &Bounds,
    convention: Convention,
) -> [Result<Verdict, CheckError>; 3] {
    let statement = parse_statement(formula).unwrap_or_else(|p| panic!("{formula}: {p:?}"));
    let with_threads = |threads: usize, is_kept: bool| {
        let control = Control::unlimited().with_memory(1 << 30).with_threads(threads);
        let control = &control.with_positions(1_000_000);
        let asked = ClaimCheck {
            among: None,
            ruleset,
            statement: &statement,
            text: formula,
            convention,
            bounds,
            automatic: false,
            control,
            known: None,
            library: &CatalogueLibrary,
        };
        let session = CheckSession { from: None, keeper: &mut NoKeeper };
        if is_kept { check_from(&asked, session) } else { check(&asked) }
    };
    [with_threads(1, false), with_threads(3, false), with_threads(2, true)]
}

/// What is compared. A claim `P implies X` counts all positions of its window, since it is not looked at in order.
fn told(verdict: &Result<Verdict, CheckError>, counts: bool) -> String {
    match verdict {
        Ok(Verdict::HoldsUpTo(checked)) => format!("holds {checked:?}"),
        Ok(Verdict::Refuted(refuted)) => {
            let cases = if counts { refuted.checked.cases } else { 0 };
            format!("refuted {:?} {:?} {cases}", refuted.smallest, refuted.flattest)
        }
        Ok(Verdict::Unknown(why)) => format!("unknown {why}"),
        Err(why) => format!("error {why}"),
        other => format!("{other:?}"),
    }
}

/// Whether it is refuted, if all ways agree.
fn agree(ruleset: &Ruleset, formula: &str, bounds: &Bounds, convention: Convention) -> bool {
    let all = verdicts(ruleset, formula, bounds, convention);
    let counts = !formula.starts_with("P implies");
    let [one, three, in_order] = [0, 1, 2].map(|at| told(&all[at], counts));
    assert_eq!(one, in_order, "{formula} {bounds:?} {convention:?}");
    assert_eq!(three, in_order, "{formula} {bounds:?} {convention:?}");
    matches!(all[0], Ok(Verdict::Refuted(_)))
}

fn up_to(to: &[u64], total: Option<u64>) -> Bounds {
    Bounds { to: to.to_vec(), total }
}

#[test]
fn claims_of_the_catalogue_by_lines_and_in_order() {
    let claims: &[(&str, &str, &[u64])] = &[
        ("nim(3)", "P iff xor(h) = 0", &[30]),
        ("nim(3)", "grundy = xor(h)", &[30]),
        ("nim(3)", "P iff xor(h) = 0 and max(h) < 29", &[30]),
        ("nim(3)", "h[1] + h[2] + h[3] < 70 or N or grundy > 5", &[30]),
        ("nim(2)", "grundy != 97 or h[1] = 0", &[150]),
        ("nim(1)", "grundy = h[1] and (P iff h[1] = 0)", &[9000]),
        ("nim(1)", "h[1] < 8000 or grundy mod 7 != 3", &[9000]),
        ("wythoff", "P iff a = floor((b - a)*phi) and b = floor((b - a)*phi^2)", &[150]),
        ("wythoff", "P implies a <= 60 or b != 110", &[150]),
        ("wythoff", "P implies b <= 2*a", &[150]),
        ("wythoff", "grundy <= 2*b and (grundy = 0 iff P)", &[120]),
        ("lim", "grundy = (a + b + c - (a xor b xor c))/2", &[30]),
        ("lim", "grundy = majority(a, b, c)", &[30]),
        ("split-and-delete", "P iff a = b and v2(a) mod 2 = 0", &[150]),
        ("delete-and-split", "grundy = v2(or(a - 1, b - 1) + 1)", &[150]),
        ("circular(4,2)", "P iff h[1] = h[3] and h[2] = h[4]", &[9]),
        ("circular(4,2)", "P implies h[1] = h[3] and (h[2] = h[4] or h[1] < 5)", &[9]),
        (
            "circular(5,2)",
            "P iff exists (M, m, a, b, l) in images: m = l and M = max(h) and M + m = a + b",
            &[6],
        ),
        (
            "circular(6,2)",
            "P implies h[1] + h[2] + h[3] <= 2*(h[4] + h[5] + h[6]) or h[6] = 0",
            &[7],
        ),
        (
            "common-divisor(3)",
            "P iff max(h) = 0 or count(i in 1 .. 3: v2(h[i]) = min(v2(h[1]), v2(h[2]), v2(h[3]))) mod 2 = 0",
            &[30],
        ),
        ("moore(4,2)", "P iff digit_sum(k + 1, h) = 0", &[9]),
        (
            "single-delete(3)",
            "P iff exists j in 0 .. bitlen(max(h)): count(i in 1 .. n: bit(h[i] - 1, j) = 1) = 0 and for all l in 0 .. j - 1: count(i in 1 .. n: bit(h[i] - 1, l) = 1) >= 3",
            &[35],
        ),
        (
            "path-nim(3)",
            "h[1] >= 1 and h[1] + h[2] >= 2^bitlen(h[1]) implies grundy = h[1] + h[2] + h[3]",
            &[20],
        ),
        ("welter(3)", "grundy <= sum(h) and (P implies max(h) > 1)", &[30]),
        // Parts that are walked, and what means nothing far away.
        (
            "nim(3)",
            "let X := xor(h): X != 0 and max(h) > X implies (h[1] >= X and P(h[1] - X, h[2], h[3])) or max(h) > 3",
            &[24],
        ),
        ("nim(3)", "h[1] < 20 or h[2] > 0 and 7 mod h[2] < 7", &[24]),
        ("nim(3)", "h[1] < 20 or 7 mod h[2] < 7", &[24]),
        ("nim(3)", "P implies h[1] < 20 or 7 mod (h[1] - 22) < 7", &[24]),
        ("nim(3)", "N or h[3] < 22 or 7 mod (h[1] - h[2]) < 7", &[24]),
        ("nim(2)", "2^(h[1] - 20) >= 0 or h[1] < 20", &[90]),
        ("nim(2)", "h[1] < 60 or 2^h[1] < 2^61", &[90]),
        ("nim(2)", "h[1]^9*h[2]^3 != 1", &[90]),
    ];
    for (game, formula, to) in claims {
        let ruleset = catalogue::find(game).expect("a game of the catalogue");
        for convention in [Convention::Normal, Convention::Misere] {
            agree(&ruleset, formula, &up_to(to, None), convention);
        }
        let total = to[0] * ruleset_heaps(&ruleset) / 2;
        agree(&ruleset, formula, &up_to(to, Some(total)), Convention::Normal);
    }
}

fn ruleset_heaps(ruleset: &Ruleset) -> u64 {
    match &ruleset.rules {
        ishitori_rule::Rules::Heaps(rules) => rules.names.len() as u64,
        _ => 1,
    }
}

/// A claim that is true for most positions, so that witnesses are far away.
fn random_claim(random: &mut fastrand::Rng, heaps: &[String], most: u64) -> String {
    let heap = |random: &mut fastrand::Rng| heaps[random.usize(..heaps.len())].clone();
    let sum = heaps.join(" + ");
    let number = |random: &mut fastrand::Rng| match random.u8(..6) {
        0 => sum.clone(),
        1 => format!("({} xor {})", heap(random), heap(random)),
        2 => format!("min({}, {} + 2)", heap(random), heap(random)),
        3 => format!("({} + 3*{}) mod {}", heap(random), heap(random), random.u8(2..9)),
        4 => format!("max({}, {})", heap(random), heap(random)),
        _ => heap(random),
    };
    let small = format!(
        "{} {} {}",
        number(random),
        ["<", "!=", ">="][random.usize(..3)],
        random.u64(..=most)
    );
    let large = format!(
        "{} {} {}",
        number(random),
        [">", "="][random.usize(..2)],
        random.u64(most / 2..=most)
    );
    let far = format!("{sum} < {}", random.u64(most..=most * heaps.len() as u64));
    match random.u8(..8) {
        0 => format!("P implies {small}"),
        1 => format!("P implies {far} or {small}"),
        2 => format!("{large} implies N or {far}"),
        3 => format!("{far} or (P iff {small})"),
        4 => format!("P iff {small}"),
        5 => format!("{far} or grundy <= {}", number(random)),
        6 => format!("{far} or grundy != {}", number(random)),
        _ => format!("{far} or {large} or not (N and {small})"),
    }
}

#[test]
fn random_claims_on_random_games_by_lines_and_in_order() {
    let mut refuted = 0;
    let mut tried = 0;
    for seed in 0..cases(250u64) {
        let random = &mut fastrand::Rng::with_seed(seed);
        let text = if random.bool() { random_rule(random) } else { random_cones(random) };
        let Ok(ruleset) = load(&text, &[]) else { continue };
        let ishitori_rule::Rules::Heaps(rules) = &ruleset.rules else { continue };
        let names = rules.names.clone();
        // More positions than are looked at in order before lines are.
        let most = match (names.len(), rules.symmetry.identifies()) {
            (1, _) => 6000,
            (2, true) => 120,
            (2, false) => 85,
            (3, true) => 36,
            (3, false) => 20,
            (4, _) => 10,
            _ => 6,
        };
        let total = (random.u8(..4) == 0).then(|| most * names.len() as u64 * 3 / 4);
        let formula = random_claim(random, &names, most);
        let convention = if random.u8(..3) == 0 { Convention::Misere } else { Convention::Normal };
        tried += 1;
        refuted += u32::from(agree(&ruleset, &formula, &up_to(&[most], total), convention));
    }
    assert!(tried >= enough(120), "{tried}");
    assert!(refuted >= enough(30) && (refuted < tried || tried < 50), "{refuted} of {tried}");
}

#[test]
fn a_stop_is_heard_while_lines_are_looked_at() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    let asked = Arc::new(AtomicU64::new(0));
    let statement = parse_statement("a + b >= 0 and (a xor b) <= a + b").expect("a statement");
    let ruleset = catalogue::find("wythoff").expect("a game");
    for most in [1, 40, 200] {
        let count = asked.clone();
        count.store(0, Ordering::Relaxed);
        let stops = move || match count.fetch_add(1, Ordering::Relaxed) {
            n if n < most => Ok(()),
            _ => Err(GaveUp::stopped("enough")),
        };
        let control = Control::new(Arc::new(stops)).with_memory(1 << 30).with_threads(2);
        let verdict = check(&ClaimCheck {
            among: None,
            ruleset: &ruleset,
            statement: &statement,
            text: "",
            convention: Convention::Normal,
            bounds: &up_to(&[100_000], None),
            automatic: false,
            control: &control,
            known: None,
            library: &CatalogueLibrary,
        });
        assert!(matches!(verdict, Ok(Verdict::Unknown(_))), "{verdict:?}");
    }
}
