//! Codes of take-and-break games: 0.77 is Kayles.
//!
//! The digit in place i, counted from the point on, says what may be left of a heap when i stones are
//! taken from it: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps, and sums of these (Guy and Smith,
//! *The G-values of various games*, 1956; *Winning Ways*, chapter 4). No heap that is left is empty. The
//! digit before the point is for taking nothing: then only splits are moves.

use crate::problem::Problem;
use crate::syntax::CodeKind;

/// The most digits behind the point.
pub const MAX_DIGITS: usize = 1_000;

/// Reads a code: its digits, the one before the point first.
///
/// # Errors
/// A problem whose place is within `code`.
pub(crate) fn digits(kind: CodeKind, code: &str) -> Result<Vec<u8>, Problem> {
    let (name, radix, example) = match kind {
        CodeKind::Octal => ("octal", 8, "0.77"),
        CodeKind::Hexadecimal => ("hexadecimal", 16, "0.8F"),
    };
    let wrong = |at: usize, length: usize, message: String, label: &str| {
        Problem::new(at..at + length, message, label).within(code)
    };
    let mut digits = Vec::new();
    let mut point = None;
    for (at, c) in code.char_indices() {
        if c == '.' && point.is_none() {
            point = Some(at);
            continue;
        }
        let Some(digit) = c.to_digit(radix) else {
            let message = format!("`{c}` is no {name} digit");
            let least =
                if radix == 8 { "digits are 0 to 7" } else { "digits are 0 to 9 and A to F" };
            let problem = wrong(at, c.len_utf8(), message, least);
            return Err(match (c.to_digit(16), kind) {
                (Some(_), CodeKind::Octal) => {
                    problem.hint("with larger digits it is `hexadecimal(...)`")
                }
                _ => problem,
            });
        };
        digits.push(u8::try_from(digit).expect("below 16"));
    }
    let hint = format!(
        "for example {example}: a digit, a point, and a digit for each number that may be taken"
    );
    let Some(point) = point else {
        return Err(wrong(0, code.len(), format!("`{code}` has no point"), "here").hint(hint));
    };
    if point != 1 {
        let message = format!("{point} digits before the point");
        return Err(wrong(0, point.max(1), message, "one is enough: for taking nothing").hint(hint));
    }
    if digits.len() > MAX_DIGITS + 1 {
        let message = format!("a code has at most {MAX_DIGITS} digits behind the point");
        return Err(wrong(point, 1, message, "more here"));
    }
    if digits[0] & 3 != 0 {
        let message = format!("`{}` before the point would let a player pass", &code[..1]);
        let label = "taking nothing, a heap must be split";
        return Err(wrong(0, 1, message, label)
            .hint("the digits without 1 and 2 in them are 0, 4, 8 and C"));
    }
    if digits.iter().all(|digit| *digit == 0) {
        return Err(wrong(0, code.len(), "no move has this code".into(), "all digits are 0"));
    }
    Ok(digits)
}
