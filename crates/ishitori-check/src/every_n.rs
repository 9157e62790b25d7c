//! Certificates of theorems about any number of heaps.
//!
//! The game: n heaps, the same moves for every n, each of which changes a few heaps and leaves the others alone. The file says the
//! moves in three forms:
//!
//! * `moves lower K`: at least one and at most K heaps are lowered, each by any amount;
//! * `moves take C ... C`: that many stones are taken, C1 from one heap, C2 from another, ...;
//! * `moves divide`: d >= 1 stones are taken from one heap, where d divides every heap (0 is divided by all).
//!
//! A position is read as a word of *columns*: the column of a place is the number of heaps whose binary digit is one there. What
//! the theorem says is told by an automaton over columns, for Grundy values also over the digits of the value; counts
//! enter it as classes (threshold t, period p), so finitely many letters are enough for all n ([`column`]).
//!
//! Why it is a theorem for every n: a move leads to fewer stones, so by induction it is enough that
//!
//! 1. every position has exactly one value (Grundy values only, [`values`]);
//! 2. no move keeps what is claimed ([`stays`]): a search for a path over the joint states, where the heaps that do not move are an
//!    arbitrary count in every column;
//! 3. where a move is owed, there is one ([`answers`]). The file lists macro-states of a strategy that reads the columns of
//!    the position one after the other and says at once what becomes of the heaps that move. Whatever columns come, the strategy
//!    goes on, and at the end it has moved to where it should.
//!
//! In 2 the search, and in 3 the opponent, may use columns that no position with this n has. That can only refuse more. So what
//! is accepted holds for every n. What is listed is not searched for: the cost is macro-states times letters.

pub(crate) mod answers;
pub(crate) mod atoms;
pub(crate) mod check;
pub(crate) mod column;
pub(crate) mod divide;
pub(crate) mod file;
pub(crate) mod formula;
pub(crate) mod lower;
pub(crate) mod macros;
pub(crate) mod moves;
pub(crate) mod stays;
pub(crate) mod values;
