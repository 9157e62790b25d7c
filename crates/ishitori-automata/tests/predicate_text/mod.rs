//! Reads predicates as Walnut does: its tokens, its priorities, its stack, its refusals.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ishitori_automata::{Comparison, Dfa, Formula, Predicate};
use std::collections::{BTreeMap, BTreeSet};

/// What stands on the stack: a sum, or a formula with its free variables.
enum Value {
    Sum(BTreeMap<String, i64>, i64),
    Truth(Formula, BTreeSet<String>),
}

/// An operator that waits, with the number of variables of a quantifier.
#[derive(Clone, PartialEq)]
struct Waiting(String, Vec<String>);

impl Waiting {
    fn priority(&self) -> u32 {
        match self.0.as_str() {
            "*" => 10,
            "+" => 20,
            "=" | "!=" | "<" | ">" | "<=" | ">=" => 40,
            "~" => 80,
            "&" | "|" => 90,
            "=>" => 100,
            "<=>" => 110,
            "E" | "A" => 150,
            "(" => 200,
            other => panic!("no operator: {other}"),
        }
    }
}

/// A name that Walnut reads at the beginning of `text`.
fn name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let begins = |c: char| c.is_ascii_alphabetic() && !"AEI".contains(c);
    text.starts_with(begins).then(|| &text[..end])
}

/// The formula that a predicate after its number system says, with automata by name.
pub fn read(text: &str, library: &BTreeMap<String, Dfa>) -> Formula {
    let mut values: Vec<Value> = Vec::new();
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let operators =
            ["&", "~", "|", "=>", "<=>", "E", "A", ">=", "<=", "<", ">", "=", "!=", "*", "+"];
        if let Some(found) = operators.iter().find(|sign| rest.starts_with(**sign)) {
            rest = &rest[found.len()..];
            let mut operator = Waiting((*found).to_owned(), vec![]);
            if let "E" | "A" = *found {
                loop {
                    let variable = name(rest.trim_start()).expect("a variable");
                    operator.1.push(variable.to_owned());
                    rest = rest.trim_start()[variable.len()..].trim_start();
                    let Some(more) = rest.strip_prefix(',') else { break };
                    rest = more;
                }
            } else {
                while let Some(top) = waiting.last() {
                    let (above, own) = (top.priority(), operator.priority());
                    if above > own || (*found == "~" && above == own) {
                        break;
                    }
                    act(waiting.pop().unwrap(), &mut values);
                }
            }
            waiting.push(operator);
        } else if let Some(call) = rest.strip_prefix('$') {
            let function = name(call).expect("a name");
            let (inside, after) = call[function.len()..].split_once(')').expect("arguments");
            let arguments: Vec<&str> = inside.strip_prefix('(').unwrap().split(',').collect();
            assert!(arguments.iter().all(|argument| name(argument) == Some(argument)));
            let free: BTreeSet<String> = arguments.iter().map(|a| a.to_string()).collect();
            assert_eq!(free.len(), arguments.len(), "no argument twice");
            let dfa = library.get(function).unwrap_or_else(|| panic!("no file {function}"));
            assert_eq!(dfa.tracks(), arguments.len());
            values
                .push(Value::Truth(Formula::atom(Predicate::Known(dfa.clone()), &arguments), free));
            rest = after;
        } else if let Some(variable) = name(rest) {
            values.push(Value::Sum([(variable.to_owned(), 1)].into(), 0));
            rest = &rest[variable.len()..];
        } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number: i32 = rest[..end].parse().expect("31 bits");
            values.push(Value::Sum(BTreeMap::new(), number.into()));
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix('(') {
            waiting.push(Waiting("(".to_owned(), vec![]));
            rest = after;
        } else if let Some(after) = rest.strip_prefix(')') {
            loop {
                let operator = waiting.pop().expect("a parenthesis");
                if operator.0 == "(" {
                    break;
                }
                act(operator, &mut values);
            }
            rest = after;
        } else {
            panic!("undefined token: {rest}");
        }
        rest = rest.trim_start();
    }
    while let Some(operator) = waiting.pop() {
        assert!(operator.0 != "(", "unbalanced parenthesis");
        act(operator, &mut values);
    }
    match (values.pop(), values.is_empty()) {
        (Some(Value::Truth(formula, free)), true) => {
            assert!(free.is_empty(), "not a sentence");
            formula
        }
        _ => panic!("not a predicate: {text}"),
    }
}

fn act(Waiting(sign, bound): Waiting, values: &mut Vec<Value>) {
    let last = values.pop().expect("an operand");
    let value = match (sign.as_str(), last) {
        ("~", Value::Truth(p, free)) => Value::Truth(p.not(), free),
        ("E" | "A", Value::Truth(p, mut free)) => {
            for variable in &bound {
                assert!(free.remove(variable), "variable {variable} is not a free variable");
            }
            let bound: Vec<&str> = bound.iter().map(String::as_str).collect();
            let make = if sign == "E" { Formula::exists } else { Formula::for_all };
            Value::Truth(make(&bound, p), free)
        }
        (sign, last) => binary(sign, values.pop().expect("two operands"), last),
    };
    values.push(value);
}

fn binary(sign: &str, first: Value, last: Value) -> Value {
    match (first, last) {
        (Value::Truth(p, mut free), Value::Truth(q, others)) => {
            free.extend(others);
            let formula = match sign {
                "&" => p.and(q),
                "|" => p.or(q),
                "=>" => p.implies(q),
                "<=>" => p.iff(q),
                _ => panic!("{sign} between formulas"),
            };
            Value::Truth(formula, free)
        }
        (Value::Sum(mut terms, constant), Value::Sum(others, other)) => match sign {
            "+" => {
                others.into_iter().for_each(|(name, c)| *terms.entry(name).or_insert(0) += c);
                Value::Sum(terms, constant + other)
            }
            "*" => {
                assert!(terms.is_empty() && constant > 0, "a number times a variable");
                let times = |(name, c): (String, i64)| (name, c * constant);
                Value::Sum(others.into_iter().map(times).collect(), constant * other)
            }
            _ => compare(sign, (terms, constant), (others, other)),
        },
        _ => panic!("{sign} between a sum and a formula"),
    }
}

fn compare(
    sign: &str,
    left: (BTreeMap<String, i64>, i64),
    right: (BTreeMap<String, i64>, i64),
) -> Value {
    let signs = ["=", "!=", "<", "<=", ">", ">="];
    let found = signs.iter().position(|s| *s == sign).unwrap_or_else(|| panic!("{sign}"));
    let free = left.0.keys().chain(right.0.keys()).cloned().collect();
    let minus = right.0.iter().map(|(name, c)| (-c, name.as_str()));
    let terms: Vec<(i64, &str)> =
        left.0.iter().map(|(name, c)| (*c, name.as_str())).chain(minus).collect();
    let formula = Formula::linear(&terms, Comparison::ALL[found], right.1 - left.1);
    Value::Truth(formula, free)
}
