//! The help of `ishitori misere`.

/// Below the arguments.
pub const AFTER_HELP: &str = "\
A position with Grundy value i in normal and j in misère play is an (i,j)-position; in misère play a position without
moves has value 1, any other the least number that no option has. The classes are those of Conway, Gurvich and Ho
(docs/misere.md). Each holds up to the window, which is no proof, or fails first at its smallest counterexample.
Values come from plain recursion, so windows are small.

Exit codes: 0 done, 2 error, 3 gave up.

Examples:
  ishitori misere wythoff --to 40
  ishitori misere 'circular(3,2)' --to 8 --json
  ishitori table wythoff --misere --show grundy --to 12       the values themselves";
