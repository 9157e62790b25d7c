//! The form of a file: lines, words, numbers and lists in parentheses.
//!
//! Nothing here knows what the words mean. [`crate::formula`] and [`crate::certificate`] say that.

pub(crate) mod expression;
pub(crate) mod lines;
