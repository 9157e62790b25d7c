//! Learns the misère quotient of a few generators from outcomes.
//!
//! This is Angluin's learning of automata for a commutative monoid. A set of words, the representatives, stands for the
//! elements, and a set of tests tells them apart: the row of a word is the outcomes of it plus each test. A representative
//! plus a generator must have the row of a representative; if not, it becomes one (*close*). If then adding generators in
//! another order leads elsewhere (*clash*), or the outcomes do not follow from one another by moves ([`QuotientMoves`]), some
//! prediction is wrong, and the sums on the way to it contain a new test (Rivest and Schapire) that splits an element. So
//! every round adds an element that the quotient really has, and if the quotient is finite it is found. The result is not
//! believed here: it is returned with the moves that prove it.
//!
//! Cost: elements × generators × tests outcomes, nearly all of which are remembered ones.

use rustc_hash::FxHashMap;

use super::monoid::Monoid;
use super::moves::{HeapKind, QuotientMoves};
use super::oracle::{Generators, Oracle};
use super::word::GeneratorWord;
use crate::control::{Control, GaveUp};

/// A quotient of generators that its moves prove.
pub(super) struct LearnedQuotient {
    pub monoid: Monoid,
    /// The value of each generator.
    pub values: Vec<u32>,
    /// A word for each element.
    pub words: Vec<GeneratorWord>,
    /// The proof, with generators named by their numbers.
    pub moves: QuotientMoves,
}

/// Learns the quotient of `generators`.
///
/// # Errors
/// [`GaveUp`] if it has more than `limit` elements or `control` runs out.
pub(super) fn learn(
    generators: Generators<'_>,
    limit: usize,
    control: &Control,
) -> Result<LearnedQuotient, GaveUp> {
    let mut table = ObservationTable::new(Oracle::new(generators), limit);
    loop {
        table.close(control)?;
        let test = match table.clash(control)? {
            Some(test) => test,
            None => match table.conclude(control)? {
                Ok(learned) => return Ok(learned),
                Err(wrong) => {
                    let way: Vec<usize> = wrong.letters().collect();
                    table.split(0, &way, GeneratorWord::default(), control)?
                }
            },
        };
        table.tests.push(test);
    }
}

/// Outcomes of a word plus each test.
type OutcomeRow = Vec<u64>;

struct ObservationTable<'a> {
    oracle: Oracle<'a>,
    limit: usize,
    /// The first is the empty word, so a row begins with the outcome of its word.
    tests: Vec<GeneratorWord>,
    representatives: Vec<GeneratorWord>,
    /// From which representative, and by which generator, each was found.
    parents: Vec<(u32, usize)>,
    rows: Vec<OutcomeRow>,
    /// For each representative and generator: the row of their sum, and the representative with that row.
    further: Vec<OutcomeRow>,
    next: Vec<u32>,
    /// How many tests the rows hold.
    tested: usize,
}

impl<'a> ObservationTable<'a> {
    fn new(oracle: Oracle<'a>, limit: usize) -> Self {
        ObservationTable {
            oracle,
            limit,
            tests: vec![GeneratorWord::default()],
            representatives: vec![GeneratorWord::default()],
            parents: vec![(0, 0)],
            rows: vec![OutcomeRow::new()],
            further: Vec::new(),
            next: Vec::new(),
            tested: 0,
        }
    }

    /// Extends a row by the tests from `from` on.
    fn extend(
        &mut self,
        row: &mut OutcomeRow,
        word: GeneratorWord,
        from: usize,
        control: &Control,
    ) -> Result<(), GaveUp> {
        for at in from..self.tests.len() {
            let sum = word.plus(self.tests[at])?;
            if at % 64 == 0 {
                row.push(0);
            }
            row[at / 64] |= u64::from(self.oracle.is_p(sum, control)?) << (at % 64);
        }
        Ok(())
    }

    /// The word of a representative plus a generator.
    fn further_word(
        &self,
        representative: usize,
        generator: usize,
    ) -> Result<GeneratorWord, GaveUp> {
        self.representatives[representative].plus(GeneratorWord::letter(generator))
    }

    /// Brings all rows up to the last test, and adds representatives until sums with generators have one.
    fn close(&mut self, control: &Control) -> Result<(), GaveUp> {
        let generators = self.oracle.generators();
        let from = self.tested;
        for at in 0..self.rows.len() {
            let mut row = std::mem::take(&mut self.rows[at]);
            self.extend(&mut row, self.representatives[at], from, control)?;
            self.rows[at] = row;
        }
        for at in 0..self.further.len() {
            let mut row = std::mem::take(&mut self.further[at]);
            let word = self.further_word(at / generators, at % generators)?;
            self.extend(&mut row, word, from, control)?;
            self.further[at] = row;
        }
        self.tested = self.tests.len();
        let mut by_row: FxHashMap<OutcomeRow, u32> = self.rows.iter().cloned().zip(0..).collect();
        self.next.clear();
        let mut at = 0;
        while at < self.representatives.len() * generators {
            let word = self.further_word(at / generators, at % generators)?;
            if at == self.further.len() {
                let mut row = OutcomeRow::new();
                self.extend(&mut row, word, 0, control)?;
                self.further.push(row);
            }
            let row = &self.further[at];
            let found = match by_row.get(row) {
                Some(&found) => found,
                None => {
                    if self.representatives.len() >= self.limit {
                        return Err(GaveUp::beyond(self.limit, "elements in the misère quotient"));
                    }
                    let new = u32::try_from(self.representatives.len()).expect("limits are small");
                    by_row.insert(row.clone(), new);
                    self.rows.push(row.clone());
                    self.representatives.push(word);
                    let parent = u32::try_from(at / generators).expect("limits are small");
                    self.parents.push((parent, at % generators));
                    new
                }
            };
            self.next.push(found);
            at += 1;
        }
        Ok(())
    }

    /// The representative of a representative plus a generator.
    fn step(&self, representative: u32, generator: usize) -> u32 {
        self.next[representative as usize * self.oracle.generators() + generator]
    }

    /// The representative of a word.
    fn run(&self, word: GeneratorWord) -> u32 {
        word.letters().fold(0, |at, generator| self.step(at, generator))
    }

    /// A new test, if two generators lead elsewhere in another order.
    fn clash(&mut self, control: &Control) -> Result<Option<GeneratorWord>, GaveUp> {
        let generators = self.oracle.generators();
        for at in 0..self.representatives.len() {
            let from = u32::try_from(at).expect("limits are small");
            for first in 0..generators {
                for second in first + 1..generators {
                    let one = self.step(self.step(from, first), second);
                    let other = self.step(self.step(from, second), first);
                    if one != other {
                        let test = self.apart(one, other);
                        let sum =
                            self.further_word(at, first)?.plus(GeneratorWord::letter(second))?;
                        let truth = self.oracle.is_p(sum.plus(test)?, control)?;
                        let said = self.representatives[one as usize].plus(test)?;
                        let way = if self.oracle.is_p(said, control)? == truth {
                            [second, first]
                        } else {
                            [first, second]
                        };
                        return self.split(from, &way, test, control).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A test that tells two representatives apart.
    fn apart(&self, one: u32, other: u32) -> GeneratorWord {
        let rows = self.rows[one as usize].iter().zip(&self.rows[other as usize]);
        let differences = rows.enumerate().find(|(_, (one, other))| one != other);
        let (block, (one, other)) = differences.expect("representatives have different rows");
        self.tests[block * 64 + (one ^ other).trailing_zeros() as usize]
    }

    /// A test that splits an element on the way from a representative along `way`, when the outcome at its end (plus
    /// `tail`) is not the one predicted.
    fn split(
        &mut self,
        from: u32,
        way: &[usize],
        tail: GeneratorWord,
        control: &Control,
    ) -> Result<GeneratorWord, GaveUp> {
        let mut rests = vec![tail];
        let mut rest = tail;
        for &generator in way.iter().rev() {
            rest = rest.plus(GeneratorWord::letter(generator))?;
            rests.push(rest);
        }
        rests.reverse();
        let mut at = from;
        let mut before = None;
        for (done, rest) in rests.iter().enumerate() {
            if done > 0 {
                at = self.step(at, way[done - 1]);
            }
            let sum = self.representatives[at as usize].plus(*rest)?;
            let outcome = self.oracle.is_p(sum, control)?;
            if before.is_some_and(|before| before != outcome) {
                return Ok(*rest);
            }
            before = Some(outcome);
        }
        Err(GaveUp::new("outcomes contradict each other; please report this as a bug"))
    }

    /// The quotient with its proof, or a word whose outcome it predicts wrongly.
    fn conclude(
        &mut self,
        control: &Control,
    ) -> Result<Result<LearnedQuotient, GeneratorWord>, GaveUp> {
        let monoid = self.monoid();
        let generators = self.oracle.generators();
        let values: Vec<u32> = (0..generators).map(|generator| self.step(0, generator)).collect();
        let mut moves = QuotientMoves::none(&monoid);
        for (name, &value) in (0..).zip(&values) {
            let options = &self.oracle.generators.options[name as usize];
            let kind =
                HeapKind::new(&monoid, value, options.iter().map(|option| self.run(*option)));
            if let Some(beside) = kind.p_to_p(&monoid) {
                let word = self.further_word(beside as usize, name as usize)?;
                return self.wrong(word, control).map(Err);
            }
            if let Some(stuck) = moves.add(&monoid, name, kind, control)? {
                let mut letters =
                    stuck.sum.iter().map(|name| GeneratorWord::letter(*name as usize));
                let word = letters.try_fold(GeneratorWord::default(), GeneratorWord::plus)?;
                return self.wrong(word, control).map(Err);
            }
        }
        Ok(Ok(LearnedQuotient { monoid, values, words: self.representatives.clone(), moves }))
    }

    /// The monoid of representatives: what adding the generators of one does to the other.
    fn monoid(&self) -> Monoid {
        let order = self.representatives.len();
        let mut products = vec![0; order * order];
        for x in 0..order {
            products[x * order] = u32::try_from(x).expect("limits are small");
            for y in 1..order {
                let (parent, generator) = self.parents[y];
                let before = products[x * order + parent as usize];
                products[x * order + y] = self.step(before, generator);
            }
        }
        let is_p = self.rows.iter().map(|row| row[0] & 1 == 1).collect();
        Monoid::from_table(products, is_p)
    }

    /// A word with a wrong prediction among `word` and its options, where predictions contradict each other.
    fn wrong(&mut self, word: GeneratorWord, control: &Control) -> Result<GeneratorWord, GaveUp> {
        let mut words = self.oracle.options(word)?;
        words.push(word);
        for word in words {
            let said = self.rows[self.run(word) as usize][0] & 1 == 1;
            if self.oracle.is_p(word, control)? != said {
                return Ok(word);
            }
        }
        Err(GaveUp::new("outcomes contradict each other; please report this as a bug"))
    }
}
