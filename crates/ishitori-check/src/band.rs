//! Certificates of bands: two heaps free that no move lowers together without end, all others bounded.
//!
//! A *row* is a choice of the bounded heaps; a position is (x, y, row) with the free heaps x and y. The file says that
//! for x from some start on (x, y, row) is in P exactly if (x + period, y + saltus, row) is, for every row. With the word
//! `value` in the place of the second free heap, y is a heap of Nim beside the game: then y is the Grundy value of (x, row).
//!
//! **Which moves.** A move leads from (x, y, row) to (x - s, y - t, row'), where no bounded heap grows. For each pair of
//! rows the possible (s, t) depend on the rows alone, not on x and y, and are finitely many, with perhaps all (s, 0) from some s on, and all (0, t)
//! from some t on ([`shifts`], [`moves`]). Every (0, t) with t >= 1 leads from each row to itself. Anything else is refused.
//!
//! **Why it proves the period.** Visit columns x = 0, 1, 2, ...; in a column the rows in order, smaller ones first. Options
//! come before positions, so play ends. At most one y of a row and a column is in P, since a larger one can be lowered to
//! it: it is the least y that has no option in P, if there is one ([`columns`]). Whether y has one is told by (1) the set of all y
//! that earlier columns forbid by the moves (s, 0) from some s on: all numbers below a base and some more; (2) the last few columns, as many as the
//! largest other s; (3) smaller rows of the same column. Nothing else is looked at, and adding a number to everything
//! adds it to the outcome: y runs from the base of its row, and everything below is forbidden. So if (1) and (2) are the same
//! before columns n and n + period, but that all numbers are larger by the saltus, then so are all later columns. The checker
//! computes the columns by itself, compares the two states, and compares what lies before n value by value.
//!
//! Cost: for each column the pairs of rows with a move between them; memory: those pairs, and four bytes for each row and column.

pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod columns;
pub(crate) mod moves;
pub(crate) mod shifts;
