//! The game that a certificate speaks of, played on small numbers by its formulas: is its theorem true?

use std::collections::{BTreeSet, HashMap};

use ishitori_check::Statement;

use super::formulas::{Numbers, Text};

enum Step {
    Lower(Vec<usize>),
    General { new: Vec<String>, condition: Text, to: Vec<String> },
}

/// The Grundy value, and whether the player to move loses when whoever cannot move wins.
type Facts = (u64, bool);

/// A game with its theorem.
pub struct Played<'a> {
    says: &'a Statement,
    valid: Text,
    steps: Vec<Step>,
    memo: HashMap<Vec<u64>, Facts>,
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
        Played { says, valid: Text::read(&says.valid), steps, memo: HashMap::new() }
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
                    for tuple in tuples(new.len(), heaps.iter().sum()) {
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
        let to = [20, 5, 3, 2].get(self.says.heaps.len() - 1).copied().unwrap_or(1);
        let formulas: Vec<(String, Text)> = self
            .says
            .formulas
            .iter()
            .map(|(name, text)| (name.clone(), Text::read(text)))
            .collect();
        tuples(self.says.heaps.len(), to).into_iter().find(|heaps| {
            let mut numbers = self.numbers(heaps);
            if !self.valid.holds(&numbers) {
                return false;
            }
            let (value, lost) = self.facts(heaps);
            !formulas.iter().all(|(name, formula)| {
                match (self.says.theorem.as_str(), name.as_str()) {
                    ("misere", "terminal") => {
                        formula.holds(&numbers) == self.options(heaps).is_empty()
                    }
                    ("misere", _) => formula.holds(&numbers) == lost,
                    (theorem, "graph") => (0..=64).all(|g| {
                        numbers.insert("g".to_string(), g);
                        let right = if theorem == "grundy plain" { value } else { 1 << value };
                        formula.holds(&numbers) == (g == right)
                    }),
                    (_, set) => {
                        let set = set.strip_prefix("set ").expect("a set");
                        formula.holds(&numbers) == (set == value.to_string())
                    }
                }
            })
        })
    }
}
