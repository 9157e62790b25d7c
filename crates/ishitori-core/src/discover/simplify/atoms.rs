//! The conditions from which statements are put together, in all sizes that a person would write.
//!
//! Comparisons of sums of heaps, remainders, xors, digit sums, ends of binary digits, lengths; in
//! Fibonacci digits multiples of the golden ratio instead of what is binary. Some thousand for six
//! heaps. Which of them matter is for the sample to say.

use ishitori_automata::Numeration;
use ishitori_rule::syntax::ComparisonOperator;

use super::forms::{compared, is_apart, signs, sum_of};
use super::phrase::{Infix, Phrase, PhraseFunction, PhraseTerm};

/// What conditions may speak about.
pub(super) struct PhraseScope {
    /// The smallest that each heap can be.
    pub lower: Vec<u64>,
    pub numeration: Numeration,
    /// Whether heaps are ascending.
    pub ascending: bool,
}

/// With more heaps there are too many sets of them.
const MANY: usize = 8;

/// With more heaps there are too many ways to put them into sums.
const SUMS: usize = 5;

const ORDERS: [ComparisonOperator; 4] = [
    ComparisonOperator::Less,
    ComparisonOperator::AtMost,
    ComparisonOperator::Greater,
    ComparisonOperator::AtLeast,
];

impl PhraseScope {
    fn heaps(&self) -> usize {
        self.lower.len()
    }

    /// All conditions.
    pub fn atoms(&self) -> Vec<Phrase> {
        let mut all = Vec::new();
        self.sizes(&mut all);
        self.sums(&mut all);
        self.remainders(&mut all);
        match self.numeration {
            Numeration::Binary => {
                self.digits(&mut all);
                self.ends(&mut all);
                self.lengths(&mut all);
            }
            Numeration::Zeckendorf => self.golden(&mut all),
        }
        all
    }

    /// Heaps against small numbers, and all heaps at once.
    fn sizes(&self, all: &mut Vec<Phrase>) {
        let heap = PhraseTerm::Heap;
        for (i, low) in self.lower.iter().enumerate() {
            let low = *low as i64;
            for number in low..low + 9 {
                all.push(Phrase::is(heap(i), number));
                all.push(Phrase::Compare(
                    heap(i),
                    ComparisonOperator::AtMost,
                    PhraseTerm::Constant(number),
                ));
                if number > low {
                    all.push(Phrase::Compare(
                        heap(i),
                        ComparisonOperator::AtLeast,
                        PhraseTerm::Constant(number),
                    ));
                }
            }
            if self.heaps() > 2 {
                all.push(Phrase::equal(heap(i), PhraseTerm::All(PhraseFunction::Min)));
                all.push(Phrase::equal(heap(i), PhraseTerm::All(PhraseFunction::Max)));
            }
        }
        // Some heaps are equal: all of them, or more than two.
        let n = self.heaps();
        for subset in subsets(n, 2) {
            let heaps = subset.into_iter().map(PhraseTerm::Heap);
            all.push(Phrase::Equal(heaps.clone().chain([PhraseTerm::Constant(0)]).collect()));
            if heaps.len() > 2 {
                all.push(Phrase::Equal(heaps.collect()));
            }
        }
        if n > 3 {
            all.push(Phrase::equal(
                PhraseTerm::All(PhraseFunction::Min),
                PhraseTerm::All(PhraseFunction::Max),
            ));
        }
        if n > 1 {
            let low = self.lower[0] as i64;
            all.extend(
                [low, low + 1]
                    .map(|number| Phrase::is(PhraseTerm::All(PhraseFunction::Max), number)),
            );
            all.extend(
                [low, low + 1]
                    .map(|number| Phrase::is(PhraseTerm::All(PhraseFunction::Min), number)),
            );
            all.push(Phrase::Compare(
                PhraseTerm::All(PhraseFunction::Min),
                ComparisonOperator::Greater,
                PhraseTerm::Constant(low),
            ));
        }
    }

    /// Sums of up to four heaps compared, and for few heaps twice a heap.
    fn sums(&self, all: &mut Vec<Phrase>) {
        let n = self.heaps();
        for form in signs(n, if n > MANY { 2 } else { 4 }) {
            let used = form.iter().filter(|c| **c != 0).count();
            let constants = if used == 2 { 3 } else { 1 };
            if !form.contains(&-1) {
                // That a sum is 0 is better said of each heap.
                if used > 1 {
                    let constants = 1..=constants;
                    all.extend(
                        constants
                            .map(|constant| compared(&form, -constant, ComparisonOperator::Equal)),
                    );
                    all.push(compared(&form, 0, ComparisonOperator::Greater));
                }
                continue;
            }
            let apart = |constant: i64| self.ascending && is_apart(&form, constant);
            let constants = (-constants..=constants).filter(|constant| !apart(*constant));
            all.extend(
                constants.map(|constant| compared(&form, constant, ComparisonOperator::Equal)),
            );
            if used < 4 || n <= 5 {
                // Ascending heaps need not be compared, but may be told apart.
                let known = self.ascending && used == 2;
                let orders =
                    ORDERS.into_iter().filter(|order| !known || *order == ComparisonOperator::Less);
                all.extend(orders.map(|compare| compared(&form, 0, compare)));
            }
            if used == 2 {
                all.extend(ORDERS.map(|compare| compared(&form, 1, compare)));
                all.extend(ORDERS.map(|compare| compared(&form, -1, compare)));
                all.push(compared(&form, 0, ComparisonOperator::NotEqual));
            }
        }
        if n > 4 {
            return;
        }
        for form in signs(n, 3).into_iter().filter(|form| form.iter().any(|c| *c < 0)) {
            for twice in (0..n).filter(|heap| form[*heap] != 0) {
                let mut form = form.clone();
                form[twice] *= 2;
                for constant in -1..=1 {
                    all.push(compared(&form, constant, ComparisonOperator::Equal));
                }
                all.extend(ORDERS.map(|compare| compared(&form, 0, compare)));
            }
        }
    }

    /// Remainders of heaps, of sums and of differences.
    fn remainders(&self, all: &mut Vec<Phrase>) {
        let n = self.heaps();
        for modulus in [2, 3, 4, 5, 6, 8] {
            for residue in 0..modulus {
                let one = |heap: usize| Phrase::is(PhraseTerm::Heap(heap).modulo(modulus), residue);
                all.extend((0..n).map(one));
                if n > 1 {
                    all.push(Phrase::every(one(0)));
                }
                if n > 1 && modulus <= 6 {
                    all.push(Phrase::is(
                        PhraseTerm::All(PhraseFunction::Sum).modulo(modulus),
                        residue,
                    ));
                }
            }
        }
        for (i, j) in pairs(n) {
            for modulus in [2, 3, 4, 5] {
                let (left, right) = (PhraseTerm::Heap(i), PhraseTerm::Heap(j));
                let same =
                    Phrase::equal(left.clone().modulo(modulus), right.clone().modulo(modulus));
                all.push(same);
                let sum = PhraseTerm::infix(Infix::Add, left, right);
                all.extend((0..modulus).map(|r| Phrase::is(sum.clone().modulo(modulus), r)));
            }
        }
        for modulus in [3, 4, 5, 6, 7, 8, 9, 10, 12, 20] {
            for low in 0..2 {
                for high in low + 1..(low + modulus - 1).min(modulus).min(low + 6) {
                    let one =
                        |heap| Phrase::Within(low, PhraseTerm::Heap(heap).modulo(modulus), high);
                    all.extend((0..n).map(one));
                    if n > 1 {
                        all.push(Phrase::every(one(0)));
                    }
                }
            }
        }
    }

    /// Xors and digit sums of several heaps, also of heaps less their smallest size.
    fn digits(&self, all: &mut Vec<Phrase>) {
        let n = self.heaps();
        for subset in subsets(n, 3) {
            let (whole, size) = (subset.len() == n, subset.len());
            if !whole || n == 3 && self.lower[0] == 0 {
                let mut heaps = subset.iter().map(|heap| PhraseTerm::Heap(*heap));
                let first = heaps.next().unwrap_or(PhraseTerm::Constant(0));
                let xor = heaps.fold(first, |xor, heap| PhraseTerm::infix(Infix::Xor, xor, heap));
                all.push(Phrase::is(xor, 0));
            }
            for modulus in 3..=size as i64 {
                let heaps = subset.iter().map(|heap| PhraseTerm::Heap(*heap));
                let arguments = [PhraseTerm::Constant(modulus)].into_iter().chain(heaps).collect();
                all.push(Phrase::is(PhraseTerm::Call(PhraseFunction::DigitSum, arguments), 0));
            }
        }
        if n > 1 {
            all.extend(
                (0..2).map(|number| Phrase::is(PhraseTerm::All(PhraseFunction::Xor), number)),
            );
        }
        if n <= SUMS {
            self.xors_of_sums(all);
        }
        let low = self.lower.iter().copied().min().unwrap_or(0) as i64;
        if n > 2 && low > 0 {
            let less = PhraseTerm::Heap(0).plus(-low);
            all.push(Phrase::is(PhraseTerm::Each(PhraseFunction::Xor, less.into()), 0));
        }
        for (i, j) in pairs(n) {
            let both = PhraseTerm::Call(
                PhraseFunction::And,
                vec![PhraseTerm::Heap(i), PhraseTerm::Heap(j)],
            );
            all.push(Phrase::is(both, 0));
        }
    }

    /// Xors and digit sums of sums of heaps, at least three of them and not all of one heap.
    fn xors_of_sums(&self, all: &mut Vec<Phrase>) {
        for subset in subsets(self.heaps(), 4) {
            for blocks in partitions(&subset) {
                let is_sum = |block: &Vec<usize>| block.len() > 1;
                if blocks.len() < 3 || !blocks.iter().any(is_sum) {
                    continue;
                }
                let total = |block: &Vec<usize>| {
                    let mut form = vec![0; self.heaps()];
                    block.iter().for_each(|heap| form[*heap] = 1);
                    sum_of(&form)
                };
                // Of three numbers Moore's condition says that they are equal.
                for modulus in 3..=blocks.len().saturating_sub(1) as i64 {
                    let arguments = blocks.iter().map(total);
                    let arguments =
                        [PhraseTerm::Constant(modulus)].into_iter().chain(arguments).collect();
                    all.push(Phrase::is(PhraseTerm::Call(PhraseFunction::DigitSum, arguments), 0));
                }
                // One sum stands alone on its side.
                let (sums, single): (Vec<_>, Vec<_>) =
                    blocks.iter().partition(|block| is_sum(block));
                let (left, right) = match sums.as_slice() {
                    [sum] => (single, total(sum)),
                    _ => (blocks.iter().collect(), PhraseTerm::Constant(0)),
                };
                let mut terms = left.into_iter().map(total);
                let first = terms.next().unwrap_or(PhraseTerm::Constant(0));
                let xor = terms.fold(first, |xor, term| PhraseTerm::infix(Infix::Xor, xor, term));
                all.push(Phrase::equal(xor, right));
            }
        }
    }

    /// How many zeros or ones are at the end of a heap.
    fn ends(&self, all: &mut Vec<Phrase>) {
        let n = self.heaps();
        let v2 = |heap: usize| PhraseTerm::Heap(heap).call(PhraseFunction::V2);
        for (i, j) in pairs(n) {
            all.push(Phrase::equal(v2(i), v2(j)));
            all.push(Phrase::Compare(v2(i), ComparisonOperator::Less, v2(j)));
            all.push(Phrase::Compare(v2(i), ComparisonOperator::Greater, v2(j)));
        }
        for subset in subsets(n, 3) {
            all.push(Phrase::Equal(subset.into_iter().map(v2).collect()));
        }
        for residue in 0..2 {
            for heap in 0..n {
                let parity = |heap| Phrase::is(v2(heap).modulo(2), residue);
                let zero = || Phrase::is(PhraseTerm::Heap(heap), 0);
                let positive = Phrase::Compare(
                    PhraseTerm::Heap(heap),
                    ComparisonOperator::Greater,
                    PhraseTerm::Constant(0),
                );
                if self.lower[heap] == 0 {
                    all.push(Phrase::And(vec![positive, parity(heap)]));
                    all.push(Phrase::Or(vec![zero(), parity(heap)]));
                } else {
                    all.push(parity(heap));
                }
                all.push(Phrase::is(
                    PhraseTerm::Heap(heap).call(PhraseFunction::Tail).modulo(2),
                    residue,
                ));
                let ones = PhraseTerm::Heap(heap).call(PhraseFunction::Popcount);
                all.push(Phrase::is(ones.clone().modulo(2), residue));
            }
            if n > 1 && self.lower.iter().all(|low| *low > 0) {
                all.push(Phrase::every(Phrase::is(v2(0).modulo(2), residue)));
            }
        }
        if n > 1 {
            let of = |name: PhraseFunction| PhraseTerm::All(name).call(PhraseFunction::V2);
            for right in [PhraseFunction::Or, PhraseFunction::Xor] {
                let more = Phrase::Compare(
                    of(PhraseFunction::Sum),
                    ComparisonOperator::Greater,
                    of(right),
                );
                let zero = Phrase::is(PhraseTerm::All(PhraseFunction::Max), 0);
                all.push(more.clone());
                all.push(Phrase::equal(of(PhraseFunction::Sum), of(right)));
                all.push(Phrase::Or(vec![zero, more]));
            }
        }
    }

    /// How many digits heaps have, and powers of two.
    fn lengths(&self, all: &mut Vec<Phrase>) {
        let length = |heap: usize| PhraseTerm::Heap(heap).call(PhraseFunction::Bitlen);
        for (i, j) in pairs(self.heaps()) {
            all.push(Phrase::equal(length(i), length(j)));
            all.push(Phrase::Compare(length(i), ComparisonOperator::Less, length(j)));
            all.push(Phrase::Compare(length(i), ComparisonOperator::Greater, length(j)));
        }
        for heap in 0..self.heaps() {
            for times in [3, 5, 7] {
                let near = (-2..=2).map(|more| PhraseTerm::Heap(heap).plus(more));
                all.extend(near.map(|term| Phrase::PowerTimes(term, times, heap)));
            }
            for more in [-1, 0, 1, 2] {
                if more == -1 && self.lower[heap] == 0 {
                    // A negative number has no digits.
                    continue;
                }
                let ones = PhraseTerm::Heap(heap).plus(more).call(PhraseFunction::Popcount);
                all.push(Phrase::is(ones.clone(), 1));
                all.push(Phrase::Compare(
                    ones,
                    ComparisonOperator::Greater,
                    PhraseTerm::Constant(1),
                ));
            }
        }
    }

    /// Heaps that are multiples of the golden ratio, rounded down.
    fn golden(&self, all: &mut Vec<Phrase>) {
        let n = self.heaps();
        for i in 0..n {
            for j in (0..n).filter(|j| *j != i) {
                let difference =
                    PhraseTerm::infix(Infix::Subtract, PhraseTerm::Heap(j), PhraseTerm::Heap(i));
                for more in -1..=1 {
                    let floor = difference.clone().plus(more).call(PhraseFunction::FloorPhi);
                    for less in -2..=2 {
                        all.push(Phrase::equal(PhraseTerm::Heap(i).plus(less), floor.clone()));
                    }
                }
                let floor = PhraseTerm::Heap(j).call(PhraseFunction::FloorPhi);
                for more in -1..=1 {
                    all.push(Phrase::equal(PhraseTerm::Heap(i).plus(more), floor.clone()));
                }
            }
        }
    }
}

/// All pairs of different numbers below `n`, the smaller first.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

/// All ways to divide things into blocks.
fn partitions(things: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let Some((last, rest)) = things.split_last() else { return vec![vec![]] };
    let mut all = Vec::new();
    for blocks in partitions(rest) {
        for at in 0..blocks.len() {
            let mut more = blocks.clone();
            more[at].push(*last);
            all.push(more);
        }
        all.push([blocks, vec![vec![*last]]].concat());
    }
    all
}

/// All sets of at least `least` numbers below `n`; of many numbers only the set of all.
fn subsets(n: usize, least: u32) -> impl Iterator<Item = Vec<usize>> {
    let first = if n > MANY { (1 << n) - 1 } else { 0 };
    (first..1u32 << n)
        .filter(move |set| set.count_ones() >= least)
        .map(move |set| (0..n).filter(|i| set >> i & 1 == 1).collect())
}
