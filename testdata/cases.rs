//! How many random cases a test tries; every test program includes this file.
//!
//! `ISHITORI_CASES` is a percentage of what the tests say: nothing or 100 is what they say, `./test.sh quick`
//! takes less, and whoever has a night takes 10000.

/// This many cases, or the share that is asked for, and at least one.
#[allow(dead_code, reason = "some programs try no random cases")]
pub fn cases<N: TryInto<u64> + TryFrom<u64>>(all: N) -> N {
    let all: u64 = all.try_into().unwrap_or(u64::MAX);
    let share = all.saturating_mul(percent()).div_ceil(100).max(1);
    N::try_from(share).unwrap_or_else(|_| panic!("{share} cases are too many"))
}

/// What the cases must have met, `all` at the least: nothing can be said of a few of them.
#[allow(dead_code, reason = "some programs count nothing")]
pub fn enough<N: TryFrom<u64>>(all: N) -> N {
    match percent() {
        100.. => all,
        _ => N::try_from(0).unwrap_or_else(|_| panic!("zero is a number")),
    }
}

fn percent() -> u64 {
    match std::env::var("ISHITORI_CASES") {
        Ok(text) => {
            text.parse().unwrap_or_else(|_| panic!("ISHITORI_CASES={text} is no percentage"))
        }
        Err(_) => 100,
    }
}
