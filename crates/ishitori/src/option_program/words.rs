//! A command as its words, as a shell would split it, without a shell; and texts cut for messages.
//!
//! Blanks separate words. Between single quotes everything stands for itself; between double quotes a backslash stands before a
//! quote or a backslash; elsewhere a backslash takes the meaning from what follows (on Windows it is part of a path). Nothing
//! else means anything: no variable, no pattern, no pipe. Whoever wants those writes `sh -c '...'`.

/// Texts in messages are cut here.
const SHOWN: usize = 200;

/// The words of a command; there is at least one.
///
/// # Errors
/// What is wrong with it.
pub(super) fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    let unclosed = |quote: char| format!("the quote {quote} is not closed");
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(|| unclosed('\''))? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(|| unclosed('"'))? {
                        '"' => break,
                        '\\' => match letters.next().ok_or_else(|| unclosed('"'))? {
                            escaped @ ('"' | '\\') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' if cfg!(not(windows)) => {
                let next = letters.next().ok_or("nothing follows the backslash")?;
                word.get_or_insert_default().push(next);
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    match words.first().is_none_or(String::is_empty) {
        true => Err("a program should stand here, such as ./mygame.py".to_string()),
        false => Ok(words),
    }
}

/// A text for a message.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_shells_do() {
        for (command, expected) in [
            ("./mygame.py", vec!["./mygame.py"]),
            ("  python3   my.py --size 3 ", vec!["python3", "my.py", "--size", "3"]),
            ("'my game.py' \"a b\" c\"d\"'e'", vec!["my game.py", "a b", "cde"]),
            (r#"x "say \"no\" \n" '\'"#, vec!["x", r#"say "no" \n"#, r"\"]),
            ("x '' $HOME | y;z *", vec!["x", "", "$HOME", "|", "y;z", "*"]),
        ] {
            assert_eq!(words(command), Ok(expected.into_iter().map(String::from).collect()));
        }
        #[cfg(unix)]
        assert_eq!(words(r"my\ game.py"), Ok(vec!["my game.py".to_string()]));
        for command in ["", "  ", "''", "x 'y", "x \"y", "x \"y\\"] {
            assert!(words(command).is_err(), "{command}");
        }
    }
}
