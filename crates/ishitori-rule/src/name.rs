//! How a user names a game: `circular(6,2)`, `emperor([2,3],k=1)`, `my.game(4)`, `token-nim(edges=@graph.txt)`.
//!
//! Only the last pair of brackets counts, so a path may contain others. Arguments are numbers, lists of
//! numbers or sets, codes with a point such as `0.77`, or files with sets, which whoever may read files reads
//! ([`parse_with_files`]); a slip is a sentence that quotes it, never another game. Numbers have the bound of rule texts. Which parameters the game has, and which values it
//! allows, is not known here: `lower/parameters.rs` says.

use crate::ruleset::GivenArgument;
use crate::set_list::SetList;
use crate::syntax::Argument;

/// A game's name or path, with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// The name, or the path of a file.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<GivenArgument>,
}

/// Splits `name(arguments)`.
///
/// # Errors
/// A sentence that says what is wrong with the brackets or arguments.
pub fn parse(text: &str) -> Result<GameName, String> {
    let no_files = |path: &str| Err(format!("`@{path}`: files with sets cannot be read here"));
    parse_with_files(text, &no_files)
}

/// The same, where an argument may be `@PATH`: `read` tells the text of the file, which holds a list of sets.
///
/// # Errors
/// A sentence that says what is wrong with the brackets, arguments or files.
pub fn parse_with_files(
    text: &str,
    read: &dyn Fn(&str) -> Result<String, String>,
) -> Result<GameName, String> {
    let text = text.trim();
    let Some(body) = text.strip_suffix(')') else {
        if text.contains('(') {
            return Err(format!("the closing bracket is missing in `{text}`"));
        }
        return Ok(GameName { name: text.to_string(), arguments: Vec::new() });
    };
    let Some(open) = opening(body) else {
        return Err(format!("`{text}` closes a bracket that it never opens"));
    };
    if body[open + 1..].trim().is_empty() {
        let name = body[..open].trim();
        return Err(format!(
            "there is nothing in the brackets of `{text}`: `{name}` alone has the defaults"
        ));
    }
    let arguments = split_arguments(&body[open + 1..], read)
        .map_err(|why| format!("in the arguments of `{text}`: {why}"))?;
    Ok(GameName { name: body[..open].trim().to_string(), arguments })
}

/// A game's name with an argument that is a letter or a word: `moore(n,2)`. Then that parameter is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGameName {
    /// The name and the arguments; 1 stands for the open one.
    pub name: GameName,
    /// The open ones: their places, from 0, and their words.
    pub open: Vec<(usize, String)>,
}

/// Splits a name whose arguments are numbers, but for some that are left open; nothing if none is.
pub fn parse_open(text: &str) -> Option<OpenGameName> {
    let body = text.trim().strip_suffix(')')?;
    let at = opening(body)?;
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut open = Vec::new();
    let mut closed = Vec::new();
    for (place, argument) in body[at + 1..].split(',').enumerate() {
        let argument = argument.trim();
        let word = argument.split_once('=').map_or(argument, |(_, value)| value.trim());
        if is_word(word) {
            open.push((place, word.to_string()));
            closed.push(match argument.split_once('=') {
                Some((name, _)) => format!("{name}=1"),
                None => "1".to_string(),
            });
        } else {
            closed.push(argument.to_string());
        }
    }
    let name = parse(&format!("{}({})", &body[..at], closed.join(","))).ok()?;
    (!open.is_empty()).then_some(OpenGameName { name, open })
}

/// Where the bracket opens that is closed behind `body`.
fn opening(body: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in body.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 0 => return Some(at),
            b'(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Where the first argument ends: at a comma outside of all brackets.
fn end_of_argument(text: &str) -> usize {
    let mut depth = 0i32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth <= 0 => return at,
            _ => {}
        }
    }
    text.len()
}

fn split_arguments(
    text: &str,
    read: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<GivenArgument>, String> {
    let mut arguments = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let name = rest.split_once('=').and_then(|(name, value)| {
            let name = name.trim();
            let is_name = !name.is_empty() && !name.contains([',', '[', ']', '(', '{']);
            is_name.then(|| {
                rest = value.trim_start();
                name.to_string()
            })
        });
        let end = end_of_argument(rest);
        let (value, after) = if let Some(path) = rest[..end].trim().strip_prefix('@') {
            let sets = SetList::from_file(&read(path)?).map_err(|why| format!("{path}: {why}"))?;
            (Argument::Sets(sets), &rest[end..])
        } else if let Some(sets) = SetList::read(&rest[..end]) {
            (Argument::Sets(sets?), &rest[end..])
        } else if let Some(list) = rest.strip_prefix('[') {
            let (items, after) = list.split_once(']').ok_or("a `[` without its `]`")?;
            let items: Result<Vec<i64>, String> =
                items.split([',', ' ']).filter(|s| !s.trim().is_empty()).map(number).collect();
            (Argument::List(items?), after)
        } else {
            (word(&rest[..end])?, &rest[end..])
        };
        arguments.push(GivenArgument { name, value });
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(more) if more.trim().is_empty() => {
                return Err("nothing after the last comma".into());
            }
            Some(more) => more.trim_start(),
            None if after.is_empty() => "",
            None => return Err(format!("expected a comma before `{after}`")),
        };
    }
    Ok(arguments)
}

/// A number, or a code such as 0.77.
fn word(text: &str) -> Result<Argument, String> {
    let code = text.trim();
    if code.contains('.') && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.') {
        return Ok(Argument::Text(code.to_string()));
    }
    number(text).map(Argument::Number)
}

fn number(text: &str) -> Result<i64, String> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("`{text}` is not a number"));
    }
    let number =
        text.parse::<i64>().ok().filter(|n| n.unsigned_abs() <= crate::lex::MAX_NUMBER as u64);
    number.ok_or_else(|| format!("{text} is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_numbers_and_lists() {
        let name = parse("emperor([2, 3], k = 1)").expect("well formed");
        assert_eq!(name.name, "emperor");
        assert_eq!(name.arguments[0].value, Argument::List(vec![2, 3]));
        assert_eq!(name.arguments[1].name.as_deref(), Some("k"));
        let name = parse("graph(edges = grid(2,3), 4)").expect("well formed");
        assert_eq!(name.name, "graph");
        assert_eq!(name.arguments[0].value.to_string(), "grid(2,3)");
        assert_eq!(name.arguments[1].value, Argument::Number(4));
        let name = parse("graph([[1,2],[2,3]])").expect("well formed");
        assert_eq!(name.arguments[0].value.to_string(), "[[1,2],[2,3]]");
        assert_eq!(parse("nim").expect("well formed").arguments, []);
        assert_eq!(parse("./my games/x.game(4)").expect("well formed").name, "./my games/x.game");
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, part) in [
            ("nim)", "never opens"),
            ("nim(3", "closing bracket is missing"),
            ("nim(x)", "`x` is not a number"),
            ("nim(1,)", "after the last comma"),
            ("emperor([1,2)", "without its"),
            ("emperor([1] 2)", "expected a comma"),
            ("nim(99999999999999999999)", "too large"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
