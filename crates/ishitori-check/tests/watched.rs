//! The watcher is asked often enough to stop whatever takes long.

use crate::naive::sealed;
use ishitori_check::check_sequence;

/// Where nearly any number may be taken, every heap looks at all smaller ones: 32 million looks at 8,000 heaps, and
/// a question every four million or so.
#[test]
fn heaps_of_which_any_number_may_be_taken() {
    let text = "ishitori sequence certificate 1\ngame g\nrule\n| game g\nleave 1 all but 2\n\
                period 4 start 0 saltus 2\nvalues 8000\n";
    let mut calls = 0;
    let checked = check_sequence(&sealed(text), &mut |step| {
        calls += usize::from(step == "computing values");
        calls < 4
    });
    assert!(checked.is_err_and(|refused| refused.stopped()), "asked {calls} times");
}
