//! Certificates of periods: games on single heaps.
//!
//! A heap of n stones is replaced by 0, 1, 2 or 3 smaller ones, none of them empty; the file says how many
//! stones may be taken for each ([`claim`], [`rules`]). The value of a heap is the least number that none of its
//! options has, and several heaps are worth the xor of their values. The checker computes the first values by this
//! definition ([`heaps`], [`mask`], [`seen`]) and then one of three theorems makes the period one of all heaps
//! ([`period`]).
//!
//! 1. Only finitely many numbers may be taken so that something is left, at most c heaps; k is the largest
//!    number that the file names, so beyond k everything can be taken always or never. If
//!    G(n + p) = G(n) for all n from n0 >= 1 to below B = c n0 + (c - 1) p + k, then for all n >= n0: for n >= B
//!    the largest heap of an option of n is n0 or larger, and of n + p it is n0 + p or larger, so that p can be
//!    added to it or taken from it without changing the value of the option. If two heaps must differ, B is
//!    larger by p: then p can be taken from the smaller one where taking it from the larger makes
//!    them equal.
//! 2. No heap is split. For n > k, k the largest number that the file names, every heap below n - k can
//!    be left, and of the last k the same ones always. Let A(n) be the least number that is no value of a heap
//!    below n - k (nor 0, if everything may be taken). What follows depends only on the values above A(n) of heaps
//!    below n - k, and on the last k values, all less A(n). If that is the same for n and n + p, then
//!    G(m + p) = G(m) + s from there on, s = A(n + p) - A(n).
//! 3. Heaps are split, and values grow: [`saltus`], which uses [`class_option`].

pub(crate) mod claim;
pub(crate) mod class_option;
pub(crate) mod heaps;
pub(crate) mod mask;
pub(crate) mod period;
pub(crate) mod rules;
pub(crate) mod saltus;
pub(crate) mod seen;
