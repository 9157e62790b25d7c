//! What goes down with every move, so that play ends.

/// A weighted number of stones, and of heaps that are not at their smallest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedCount {
    /// What a stone of each heap weighs.
    pub stones: Vec<i64>,
    /// What is added for each heap that is not at its smallest; all 0 but where heaps are joined.
    pub nonempty: Vec<i64>,
}

impl WeightedCount {
    /// A weight for the stones of each heap.
    pub fn of_stones(weights: Vec<i64>) -> WeightedCount {
        WeightedCount { nonempty: vec![0; weights.len()], stones: weights }
    }

    /// Whether heaps are counted, and not only their stones.
    pub fn counts_heaps(&self) -> bool {
        self.nonempty.iter().any(|weight| *weight != 0)
    }

    /// The weight of some heaps of a position.
    fn of(&self, at: usize, size: u64, lower: u64) -> i128 {
        i128::from(self.stones[at]) * i128::from(size)
            + i128::from(self.nonempty[at]) * i128::from(size > lower)
    }
}

/// Why play ends: of the counts the first that a move changes goes down. Mostly there is one.
///
/// No counts at all are the measure of rules that are not complete, and of games without moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayMeasure {
    /// The counts, the most important first.
    pub counts: Vec<WeightedCount>,
    /// Where a position is several positions side by side, the places of each: then there is one count, and it is the largest of
    /// those of the positions that goes down. Else none.
    pub blocks: Vec<Vec<usize>>,
}

impl PlayMeasure {
    /// The number of stones of so many heaps.
    pub fn stones(heaps: usize) -> PlayMeasure {
        let counts = vec![WeightedCount::of_stones(vec![1; heaps])];
        PlayMeasure { counts, blocks: Vec::new() }
    }

    /// The count, if one is enough.
    pub fn one_count(&self) -> Option<&WeightedCount> {
        match self.counts.as_slice() {
            [count] => Some(count),
            _ => None,
        }
    }

    /// Whether it is the number of stones.
    pub fn is_stones(&self) -> bool {
        let stones = |count: &WeightedCount| {
            count.stones.iter().all(|weight| *weight == 1) && !count.counts_heaps()
        };
        self.one_count().is_some_and(stones) && self.blocks.is_empty()
    }

    /// The measure of a position: the first number that a move changes goes down.
    pub fn of(&self, heaps: &[u64], lower: &[u64]) -> Vec<i128> {
        let all: Vec<usize> = (0..heaps.len()).collect();
        let of = |count: &WeightedCount| {
            let block = |places: &Vec<usize>| -> i128 {
                places.iter().map(|at| count.of(*at, heaps[*at], lower[*at])).sum()
            };
            match self.blocks.is_empty() {
                true => block(&all),
                false => self.blocks.iter().map(block).max().unwrap_or(0),
            }
        };
        self.counts.iter().map(of).collect()
    }

    /// The measure of a sum with another game, whose heaps stand behind these: count by count.
    pub fn extend(&mut self, own_heaps: usize, other: &PlayMeasure, other_heaps: usize) {
        let most = self.counts.len().max(other.counts.len());
        let nothing = |heaps: usize| WeightedCount::of_stones(vec![0; heaps]);
        self.counts.resize(most, nothing(own_heaps));
        for (at, count) in self.counts.iter_mut().enumerate() {
            let more = other.counts.get(at).cloned().unwrap_or_else(|| nothing(other_heaps));
            count.stones.extend(more.stones);
            count.nonempty.extend(more.nonempty);
        }
    }
}
