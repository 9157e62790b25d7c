//! A game's name whose arguments are sums of numbers and names: `emperor([2,n],k=n-1)`.
//!
//! Read once, then filled in for each choice of the names. Only sums are known: no products, no brackets, no
//! lists inside lists, so that a slip is a sentence that says what is wrong and not another game. Numbers are
//! bounded by 2^36 at every step, so no sum overflows. Whether the game exists and allows the numbers is
//! found out when it is opened; names without variables are read by `ishitori_rule::name`.
//! Tested with the ranges, in `sweep.rs`.

/// Beyond this no rule has a number.
const MAX_NUMBER: i64 = 1 << 36;

/// A game's name whose arguments have names in them.
pub(super) struct GamePattern {
    name: String,
    arguments: Option<Vec<PatternArgument>>,
}

/// `n-1`, `k=n` or `[2,n]`.
struct PatternArgument {
    parameter: Option<String>,
    is_list: bool,
    sums: Vec<PatternSum>,
}

impl GamePattern {
    pub fn read(text: &str) -> Result<GamePattern, String> {
        let text = text.trim();
        let wrong = |why: &str| format!("in `{text}`: {why}");
        let Some(open) = text.rfind('(') else {
            if text.contains(')') {
                return Err(wrong("it closes a bracket that it never opens"));
            }
            return GamePattern { name: text.to_string(), arguments: None }.named();
        };
        let inside = text[open + 1..].strip_suffix(')');
        let inside = inside.ok_or_else(|| wrong("the closing bracket is missing"))?;
        let arguments: Result<Vec<PatternArgument>, String> =
            split(inside).and_then(|parts| parts.into_iter().map(PatternArgument::read).collect());
        let arguments = Some(arguments.map_err(|why| wrong(&why))?);
        GamePattern { name: text[..open].trim().to_string(), arguments }.named()
    }

    fn named(self) -> Result<GamePattern, String> {
        if self.name.is_empty() { Err("the game has no name".to_string()) } else { Ok(self) }
    }

    pub fn names(&self) -> Vec<&str> {
        let arguments = self.arguments.iter().flatten();
        arguments.flat_map(|argument| &argument.sums).flat_map(PatternSum::names).collect()
    }

    pub fn with(&self, values: &[(&str, i64)]) -> Result<String, String> {
        let Some(arguments) = &self.arguments else { return Ok(self.name.clone()) };
        let arguments: Result<Vec<String>, String> =
            arguments.iter().map(|argument| argument.with(values)).collect();
        Ok(format!("{}({})", self.name, arguments?.join(",")))
    }
}

/// The parts between the commas that are in no list.
fn split(text: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut in_list) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' if in_list => return Err("a list inside a list".into()),
            ']' if !in_list => return Err("a `]` without its `[`".into()),
            '[' | ']' => in_list = letter == '[',
            ',' if !in_list => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if in_list {
        return Err("a `[` without its `]`".into());
    }
    if !(parts.is_empty() && text.trim().is_empty()) {
        parts.push(&text[start..]);
    }
    Ok(parts)
}

impl PatternArgument {
    fn read(text: &str) -> Result<PatternArgument, String> {
        let (parameter, value) = match text.split_once('=') {
            Some((name, value)) if is_name(name.trim()) => (Some(name.trim().to_string()), value),
            Some(_) => return Err(format!("`{}` is no argument", text.trim())),
            None => (None, text),
        };
        let value = value.trim();
        let Some(items) = value.strip_prefix('[') else {
            return Ok(PatternArgument {
                parameter,
                is_list: false,
                sums: vec![PatternSum::read(value)?],
            });
        };
        let items = items.strip_suffix(']').ok_or_else(|| format!("`{value}` is no list"))?;
        let sums: Result<Vec<PatternSum>, String> =
            split(items)?.into_iter().map(PatternSum::read).collect();
        Ok(PatternArgument { parameter, is_list: true, sums: sums? })
    }

    fn with(&self, values: &[(&str, i64)]) -> Result<String, String> {
        let numbers: Result<Vec<String>, String> =
            self.sums.iter().map(|sum| Ok(sum.value(values)?.to_string())).collect();
        let mut text = numbers?.join(",");
        if self.is_list {
            text = format!("[{text}]");
        }
        Ok(match &self.parameter {
            Some(name) => format!("{name}={text}"),
            None => text,
        })
    }
}

/// A sum of numbers and names.
#[derive(Clone, Debug)]
pub(super) struct PatternSum(Vec<(i64, PatternTerm)>);

#[derive(Clone, Debug)]
enum PatternTerm {
    Number(i64),
    Name(String),
}

impl PatternSum {
    pub fn read(text: &str) -> Result<PatternSum, String> {
        let mut rest = text.trim();
        let mut terms = Vec::new();
        loop {
            let signed = rest.strip_prefix('+').map(|after| (1, after));
            let signed = signed.or_else(|| rest.strip_prefix('-').map(|after| (-1, after)));
            let (sign, after) = match signed {
                Some(signed) => signed,
                None if terms.is_empty() => (1, rest),
                None => break,
            };
            let end = after.find(['+', '-']).unwrap_or(after.len());
            let (term, more) = after.split_at(end);
            terms.push((sign, PatternTerm::read(term.trim(), text.trim())?));
            rest = more;
        }
        Ok(PatternSum(terms))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(_, term)| match term {
            PatternTerm::Name(name) => Some(name.as_str()),
            PatternTerm::Number(_) => None,
        })
    }

    pub fn value(&self, values: &[(&str, i64)]) -> Result<i64, String> {
        let mut sum: i64 = 0;
        for (sign, term) in &self.0 {
            let value = match term {
                PatternTerm::Number(number) => *number,
                PatternTerm::Name(name) => {
                    let known = values.iter().find(|(known, _)| known == name);
                    known.ok_or_else(|| format!("`{name}` has no range"))?.1
                }
            };
            sum += sign * value;
            if sum.abs() > MAX_NUMBER {
                return Err("a number is too large".to_string());
            }
        }
        Ok(sum)
    }
}

impl PatternTerm {
    fn read(term: &str, whole: &str) -> Result<PatternTerm, String> {
        if is_name(term) {
            return Ok(PatternTerm::Name(term.to_string()));
        }
        if term.is_empty() && whole.is_empty() {
            return Err("a number is missing".to_string());
        }
        if term.is_empty() || !term.bytes().all(|b| b.is_ascii_digit()) {
            return Err(format!("`{whole}` is no sum of names and numbers"));
        }
        let number = term.parse().ok().filter(|number| *number <= MAX_NUMBER);
        Ok(PatternTerm::Number(number.ok_or_else(|| format!("{term} is too large"))?))
    }
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
