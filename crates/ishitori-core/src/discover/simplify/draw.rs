//! Random members of a set, each word of one length as likely as every other.
//!
//! For every state and length the accepted words are counted, and letters are drawn in proportion. Cost: states ×
//! letters × length for the counts, then letters × length for a member.

use ishitori_automata::{Dfa, Letter, Numeration, State};

/// So many random tuples of a set whose numbers have `length` digits.
pub(super) fn drawn(
    numeration: Numeration,
    set: &Dfa,
    length: usize,
    count: usize,
    random: &mut Random,
) -> Vec<Vec<u64>> {
    // How many words of each length lead from each state into the set.
    let mut ways: Vec<Vec<f64>> =
        vec![(0..set.states()).map(|s| f64::from(set.accepts_in(s as State))).collect()];
    for shorter in 0..length {
        let sum = |state: usize| {
            set.row(state as State).iter().map(|to| ways[shorter][*to as usize]).sum()
        };
        ways.push((0..set.states()).map(sum).collect());
    }
    if ways[length][set.initial() as usize] == 0.0 {
        return Vec::new();
    }
    let mut all = Vec::new();
    for _ in 0..count {
        let mut word: Vec<Letter> = Vec::new();
        let mut state = set.initial();
        for left in (0..length).rev() {
            let mut pick = random.fraction() * ways[left + 1][state as usize];
            let row = set.row(state);
            let open = |letter: &usize| ways[left][row[*letter] as usize] > 0.0;
            let mut letter = (0..row.len()).find(open).unwrap_or(0);
            for candidate in (0..row.len()).filter(open) {
                letter = candidate;
                pick -= ways[left][row[candidate] as usize];
                if pick <= 0.0 {
                    break;
                }
            }
            word.push(letter as Letter);
            state = row[letter];
        }
        let numbers = numeration.numbers(set.order(), set.tracks(), &word);
        all.extend(numbers.map(|all| all.into_iter().map(|n| n as u64).collect::<Vec<_>>()));
    }
    all
}

/// A small generator of random numbers: the same ones every time.
pub(super) struct Random(u64);

impl Random {
    /// The numbers that belong to `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
