//! In which order pairs of heaps are looked at when missing values are sought.
//!
//! Any order is right; how soon all values are found depends on the game. Small heaps beside large ones do well
//! where their values are of all kinds (0.64, 0.376). In 0.6 and Grundy's game small heaps have small values, and
//! neighbouring pairs are much alike: there chunks from many places by turns need half as many pairs. So both
//! orders are timed by the pairs that they need: one heap in [`TRIAL`] is given to the one that is behind.

/// Places whose chunks come by turns.
const PLACES: usize = 16;

/// Every so many heaps the other order is tried.
const TRIAL: usize = 64;

/// How much an average is worth of what went before.
const MEMORY: u64 = 64;

/// An order of the chunks of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairOrder {
    /// From the smallest heap on.
    Ascending,
    /// From many places by turns.
    ByTurns,
}

impl PairOrder {
    /// The numbers below `count`, each once.
    pub fn chunks(self, count: usize) -> impl Iterator<Item = usize> {
        let stride = match self {
            PairOrder::Ascending => 1,
            PairOrder::ByTurns => count.div_ceil(PLACES).max(1),
        };
        (0..stride).flat_map(move |first| (first..count).step_by(stride))
    }
}

/// The pairs that each order has needed of late, times [`MEMORY`].
#[derive(Debug, Default)]
pub(super) struct OrderChoice {
    ascending: u64,
    by_turns: u64,
}

impl OrderChoice {
    /// The order for the heap `n`.
    pub fn order(&self, n: usize) -> PairOrder {
        match (self.by_turns < self.ascending) != n.is_multiple_of(TRIAL) {
            true => PairOrder::ByTurns,
            false => PairOrder::Ascending,
        }
    }

    /// An order has needed so many pairs.
    pub fn learn(&mut self, order: PairOrder, pairs: u64) {
        let average = match order {
            PairOrder::Ascending => &mut self.ascending,
            PairOrder::ByTurns => &mut self.by_turns,
        };
        *average = match *average {
            0 => pairs * MEMORY,
            before => before - before / MEMORY + pairs,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_comes_once() {
        for order in [PairOrder::Ascending, PairOrder::ByTurns] {
            for count in [0, 1, 2, 15, 16, 17, 31, 33, 100, 1000] {
                let mut chunks: Vec<usize> = order.chunks(count).collect();
                chunks.sort_unstable();
                assert_eq!(chunks, (0..count).collect::<Vec<usize>>(), "{order:?} {count}");
            }
        }
    }

    #[test]
    fn the_better_order_is_taken_and_the_other_tried() {
        let mut choice = OrderChoice::default();
        for n in 1..1000 {
            let order = choice.order(n);
            choice.learn(order, if order == PairOrder::ByTurns { 500 } else { 900 });
        }
        assert_eq!(choice.order(1001), PairOrder::ByTurns);
        assert_eq!(choice.order(1024), PairOrder::Ascending);
    }
}
