//! The game that a certificate speaks of, played on small numbers by its formulas: is its theorem true?

use std::collections::{BTreeSet, HashMap};

use ishitori_check::Statement;

use super::formulas::{Numbers, Text};

enum Step {
    Lower(Vec<usize>),
    General { new: Vec<String>, condition: Text, to: Vec<String> },
}

/// An automaton of a file: the successors of each state, and whether it accepts.
type Rows = Vec<(Vec<usize>, bool)>;

/// The Grundy value, and whether the player to move loses when whoever cannot move wins.
type Facts = (u64, bool);

/// A game with its theorem.
pub struct Played<'a> {
    says: &'a Statement,
    valid: Text,
    steps: Vec<Step>,
    /// Those that stand for a formula.
    automata: HashMap<String, Rows>,
    memo: HashMap<Vec<u64>, Facts>,
}

/// The automaton of a certificate with this name: a line a state, the successors between its flag and `<`.
fn rows(certificate: &str, name: &str) -> Rows {
    let begin = certificate.find(&format!("\nautomaton {name} ")).expect("an automaton");
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let end = words.iter().position(|word| *word == "<").expect("an inclusion");
        let next = words[2..end].iter().map(|word| word.parse().expect("a state"));
        (next.collect(), words[1] == "+")
    };
    let lines = certificate[begin + 1..].lines().skip(1);
    let lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let lines = lines.filter(|line| !line.is_empty());
    lines.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(row).collect()
}

/// The digits of a number, the least significant first.
fn digits(mut number: u64, zeckendorf: bool) -> Vec<bool> {
    let mut weights: Vec<u64> = vec![1, 2];
    while weights[weights.len() - 1] <= number {
        let (last, before) = (weights[weights.len() - 1], weights[weights.len() - 2]);
        weights.push(if zeckendorf { last + before } else { 2 * last });
    }
    let mut digits: Vec<bool> = weights
        .iter()
        .rev()
        .map(|weight| {
            let digit = *weight <= number;
            number -= if digit { *weight } else { 0 };
            digit
        })
        .collect();
    digits.reverse();
    digits
}

/// All tuples of `length` numbers up to `most`.
fn tuples(length: usize, most: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![vec![]], |all, _| {
        let longer = |tuple: &Vec<u64>| {
            let tuple = tuple.clone();
            (0..=most).map(move |n| [tuple.clone(), vec![n]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

impl<'a> Played<'a> {
    pub fn new(says: &'a Statement) -> Self {
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let step = |line: &String| match line.strip_prefix("lower ") {
            Some(heaps) => {
                let place = |name: String| says.heaps.iter().position(|heap| *heap == name);
                Step::Lower(names(heaps).into_iter().map(|n| place(n).expect("a heap")).collect())
            }
            None => {
                let rest = line.strip_prefix("move new").expect("a move");
                let (new, rest) = rest.split_once(" with ").expect("a condition");
                let (condition, to) = rest.rsplit_once(" to ").expect("new heaps");
                let condition = Text::read(condition);
                Step::General { new: names(new), condition, to: names(to) }
            }
        };
        let steps = says.moves.iter().map(step).collect();
        let (automata, memo) = (HashMap::new(), HashMap::new());
        Played { says, valid: Text::read(&says.valid), steps, automata, memo }
    }

    /// The same, with the automata that stand for formulas in this certificate.
    pub fn with_automata(mut self, certificate: &str) -> Self {
        for (name, _) in self.says.formulas.iter().filter(|(_, text)| text == "automaton") {
            self.automata.insert(name.clone(), rows(certificate, &name.replace(' ', "")));
        }
        self
    }

    /// Whether a formula of the theorem holds, or its automaton accepts.
    fn holds(&self, name: &str, formula: &Text, numbers: &Numbers) -> bool {
        let Some(rows) = self.automata.get(name) else { return formula.holds(numbers) };
        let mut tracks: Vec<&str> = self.says.heaps.iter().map(String::as_str).collect();
        tracks.extend((name == "graph").then_some("g"));
        let zeckendorf = self.says.numeration == "zeckendorf";
        let words: Vec<Vec<bool>> =
            tracks.iter().map(|track| digits(numbers[*track], zeckendorf)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |place: usize| {
            let digit = |(track, word): (usize, &Vec<bool>)| {
                usize::from(word.get(place).copied().unwrap_or(false)) << track
            };
            words.iter().enumerate().map(digit).sum::<usize>()
        };
        let mut letters: Vec<usize> = (0..length).map(letter).collect();
        if self.says.order == "msd" {
            letters.reverse();
        }
        let end = letters.iter().fold(0, |state, letter| rows[state].0[*letter]);
        rows[end].1
    }

    fn weights(&self) -> impl Iterator<Item = i64> {
        self.says.measure[0].stones.iter().copied()
    }

    /// The largest number that a move may introduce.
    fn largest_new(&self, heaps: &[u64]) -> u64 {
        let weights = || self.weights().map(|weight| weight.max(0) as u64);
        let weighted = weights().zip(heaps).map(|(weight, heap)| weight * heap).sum::<u64>();
        heaps.iter().sum::<u64>().max(weighted / weights().min().unwrap_or(1).max(1))
    }

    /// Whether playing it takes long: many new numbers, or many numbers inside of formulas.
    pub fn is_long(&self) -> bool {
        let heaps = vec![self.largest(); self.says.heaps.len()];
        let new = self.steps.iter().map(|step| match step {
            Step::Lower(_) => 0,
            Step::General { new, .. } => new.len(),
        });
        let tried =
            (self.largest_new(&heaps) + 1).saturating_pow(new.max().unwrap_or(0).min(30) as u32);
        let texts = self.says.formulas.iter().map(|(_, text)| text).chain(&self.says.moves);
        let quantified = |text: &String| {
            let lists = text.split("(exists (").skip(1).chain(text.split("(forall (").skip(1));
            lists.map(|list| list.split(')').next().unwrap_or("").split(' ').count()).sum()
        };
        let quantified: usize = texts.chain([&self.says.valid]).map(quantified).max().unwrap_or(0);
        let weightless = self.says.measure.len() > 1 || self.weights().any(|weight| weight == 0);
        heaps.len() > 4 || weightless || quantified > 2 || tried > 20_000
    }

    /// Heaps are tried up to this.
    fn largest(&self) -> u64 {
        [20, 5, 3, 2].get(self.says.heaps.len() - 1).copied().unwrap_or(1)
    }

    fn numbers(&self, heaps: &[u64]) -> Numbers {
        self.says.heaps.iter().cloned().zip(heaps.iter().copied()).collect()
    }

    fn options(&self, heaps: &[u64]) -> BTreeSet<Vec<u64>> {
        let mut options = BTreeSet::new();
        for step in &self.steps {
            match step {
                Step::Lower(lowered) => {
                    let mut all = vec![heaps.to_vec()];
                    for heap in lowered {
                        let lower = |position: &Vec<u64>| {
                            let position = position.clone();
                            (0..=heaps[*heap]).map(move |n| {
                                let mut position = position.clone();
                                position[*heap] = n;
                                position
                            })
                        };
                        all = all.iter().flat_map(lower).collect();
                    }
                    options.extend(all.into_iter().filter(|option| option != heaps));
                }
                Step::General { new, condition, to } => {
                    for tuple in tuples(new.len(), self.largest_new(heaps)) {
                        let mut numbers = self.numbers(heaps);
                        numbers.extend(new.iter().cloned().zip(tuple));
                        if condition.holds(&numbers) {
                            options.insert(to.iter().map(|name| numbers[name]).collect());
                        }
                    }
                }
            }
        }
        options
    }

    fn facts(&mut self, heaps: &[u64]) -> Facts {
        if let Some(known) = self.memo.get(heaps) {
            return *known;
        }
        let facts: Vec<Facts> =
            self.options(heaps).into_iter().map(|option| self.facts(&option)).collect();
        let values: BTreeSet<u64> = facts.iter().map(|(value, _)| *value).collect();
        let value = (0..).find(|value| !values.contains(value)).expect("a value");
        let lost = !facts.is_empty() && facts.iter().all(|(_, lost)| !lost);
        self.memo.insert(heaps.to_vec(), (value, lost));
        (value, lost)
    }

    /// A small position of which the theorem is not true.
    pub fn wrong(&mut self) -> Option<Vec<u64>> {
        let to = self.largest();
        let formulas: Vec<(String, Text)> = self
            .says
            .formulas
            .iter()
            .map(|(name, text)| (name.clone(), Text::read(text)))
            .collect();
        tuples(self.says.heaps.len(), to).into_iter().find(|heaps| {
            let mut numbers = self.numbers(heaps);
            let mut bounds = self.says.slice.iter();
            if !self.valid.holds(&numbers)
                || !bounds.all(|(heap, most)| heaps[*heap].cast_signed() <= *most)
            {
                return false;
            }
            let (value, lost) = self.facts(heaps);
            !formulas.iter().all(|(name, formula)| {
                match (self.says.theorem.as_str(), name.as_str()) {
                    ("misere", "terminal") => {
                        self.holds(name, formula, &numbers) == self.options(heaps).is_empty()
                    }
                    ("misere", _) => self.holds(name, formula, &numbers) == lost,
                    // Of other positions families say nothing.
                    (theorem, set) if theorem.starts_with("families ") => {
                        let lost = theorem.split(' ').nth(1).and_then(|lost| lost.parse().ok());
                        let at = set.strip_prefix("set ").and_then(|at| at.parse().ok());
                        let (lost, at): (u64, u64) = (lost.expect("L"), at.expect("a set"));
                        !self.holds(name, formula, &numbers) || (value == 0) == (at < lost)
                    }
                    (theorem, "graph") => (0..=64).all(|g| {
                        numbers.insert("g".to_string(), g);
                        let right = if theorem == "grundy plain" { value } else { 1 << value };
                        self.holds(name, formula, &numbers) == (g == right)
                    }),
                    (_, set) => {
                        let set = set.strip_prefix("set ").expect("a set");
                        self.holds(&format!("set {set}"), formula, &numbers)
                            == (set == value.to_string())
                    }
                }
            })
        })
    }
}
