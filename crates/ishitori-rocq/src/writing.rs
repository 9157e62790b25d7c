//! How names, lists and quoted texts are written in a file for Rocq.

use ishitori_check::reading::{BOUND, VALUE, VariableNumber, created};

/// What a variable is called; `new` are the names of the new numbers of a move.
pub(crate) fn variable_name(variable: VariableNumber, new: &[String]) -> String {
    match variable {
        _ if variable >= BOUND => format!("y{}", variable - BOUND + 1),
        VALUE => "g".to_string(),
        _ if variable == VALUE + 1 => "v".to_string(),
        _ if variable >= created(0) => {
            let index = (variable - created(0)) as usize;
            match new.get(index) {
                Some(name) if is_plain(name) => name.clone(),
                _ => format!("n{}", index + 1),
            }
        }
        _ if variable.is_multiple_of(2) => format!("h{}", variable / 2 + 1),
        _ => format!("x{}", variable / 2 + 1),
    }
}

/// What variables of a quantifier are called.
pub(crate) fn quantifier_names(variable: VariableNumber) -> String {
    if variable < BOUND { format!("a{}", variable + 1) } else { variable_name(variable, &[]) }
}

/// Whether a name of the file is one that means nothing else in Rocq: `x1`, `t2`.
fn is_plain(name: &str) -> bool {
    let digits = name.strip_prefix(['x', 't']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A list.
pub(crate) fn bracketed(items: &[String]) -> String {
    format!("[{}]", items.join("; "))
}

/// A list of tracks.
pub(crate) fn track_list(tracks: &[usize]) -> String {
    let tracks: Vec<String> = tracks.iter().map(usize::to_string).collect();
    format!("[{}]%nat", tracks.join("; "))
}

/// A text as it may stand in a comment: nothing in it ends the comment or begins a string.
pub(crate) fn comment(text: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let text: String = text.chars().map(plain).collect();
    text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}

/// The lines of a rule that say something about positions and moves.
pub(crate) fn rule_lines(rule: &str) -> String {
    let words = ["game", "position", "heap", "option", "move"];
    let says = |line: &&str| line.split_whitespace().next().is_some_and(|w| words.contains(&w));
    rule.lines().filter(says).map(|line| format!("      {}\n", line.trim())).collect()
}
