//! What the naive prover is told: a game with a theorem about it, as formulas and as plain functions.

#[derive(Clone)]
pub enum Step {
    Lower(Vec<usize>),
    /// The line, new numbers, tracks of its automaton, indices of tracks, what the move formula says
    /// (narrow) on those tracks, and the new position: heap or new number.
    General(General),
}

#[derive(Clone)]
pub struct General {
    pub line: String,
    pub new: usize,
    /// Names of tracks with the place among heaps and then new numbers.
    pub tracks: Vec<(&'static str, usize)>,
    pub holds: fn(&[u64]) -> bool,
    pub to: Vec<usize>,
}

/// A formula, and what it says.
pub type Said = (String, fn(&[u64]) -> bool);

#[derive(Clone)]
pub enum Goal {
    Values(Vec<Said>),
    Grundy { onehot: bool, graph: String, holds: fn(&[u64]) -> bool },
    Misere { terminal: (String, fn(&[u64]) -> bool), lost: (String, fn(&[u64]) -> bool) },
}

#[derive(Clone)]
pub struct Spec {
    pub zeckendorf: bool,
    pub lsd: bool,
    pub single: bool,
    pub heaps: Vec<&'static str>,
    pub valid: (String, fn(&[u64]) -> bool),
    pub moves: Vec<Step>,
    pub goal: Goal,
    /// How long continuations are, in letters.
    pub depth: usize,
    pub antichain: bool,
    pub symmetries: Vec<Vec<usize>>,
    /// A change of the automata of the sets, before anything is proved with them.
    pub spoil: Option<Spoil>,
}

/// A change of the automaton of a set (or of the graph, with what is not in it): all states twice, then
/// flags turned over and letters of states led elsewhere. All numbers are taken modulo what there is.
#[derive(Clone, Debug, Default)]
pub struct Spoil {
    pub set: usize,
    pub twice: bool,
    pub flags: Vec<usize>,
    pub next: Vec<(usize, usize, usize)>,
}

impl Spoil {
    pub fn apply(&self, name: &str, next: &mut Vec<Vec<u32>>, accepting: &mut Vec<bool>) {
        if name != format!("set{}", self.set) && name != "graph" && name != "notgraph" {
            return;
        }
        if self.twice {
            let first = next.len() as u32;
            let copy: Vec<Vec<u32>> =
                next.iter().map(|row| row.iter().map(|to| to + first).collect()).collect();
            next.extend(copy);
            accepting.extend_from_within(..);
        }
        let states = next.len();
        self.flags.iter().for_each(|state| accepting[state % states] ^= true);
        for (state, letter, to) in &self.next {
            let row = &mut next[state % states];
            let letter = letter % row.len();
            row[letter] = (to % states) as u32;
        }
    }
}

impl Spec {
    pub fn new(heaps: &[&'static str], moves: Vec<Step>, goal: Goal) -> Spec {
        Spec {
            zeckendorf: false,
            lsd: false,
            single: false,
            heaps: heaps.to_vec(),
            valid: ("true".to_string(), |_| true),
            moves,
            goal,
            depth: 3,
            antichain: false,
            symmetries: Vec::new(),
            spoil: None,
        }
    }

    /// The numbers that a word of letters denotes on so many tracks, if it denotes any.
    pub fn decode(&self, word: &[usize], tracks: usize) -> Option<Vec<u64>> {
        let digits =
            |track: usize| word.iter().map(|letter| letter >> track & 1).collect::<Vec<_>>();
        (0..tracks).map(|track| number(&digits(track), self.lsd, self.zeckendorf)).collect()
    }
}

/// The number that digits denote, if they denote one.
pub fn number(digits: &[usize], lsd: bool, zeckendorf: bool) -> Option<u64> {
    let mut digits = digits.to_vec();
    if !lsd {
        digits.reverse();
    }
    if zeckendorf && digits.windows(2).any(|pair| pair == [1, 1]) {
        return None;
    }
    let (mut worth, mut next, mut sum) = (1_u64, 2_u64, 0_u64);
    for digit in digits {
        sum += worth * digit as u64;
        (worth, next) = if zeckendorf { (next, worth + next) } else { (2 * worth, 4 * worth) };
    }
    Some(sum)
}
