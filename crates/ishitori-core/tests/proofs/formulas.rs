//! The formulas of certificates, read and evaluated on small numbers by their definitions.

use std::collections::BTreeMap;

/// A word, or a list in parentheses.
#[derive(Debug)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

fn tree(words: &mut std::iter::Peekable<std::vec::IntoIter<String>>) -> Tree {
    let word = words.next().expect("a word");
    if word != "(" {
        return Tree::Word(word);
    }
    let mut list = Vec::new();
    while words.peek().is_some_and(|word| word != ")") {
        list.push(tree(words));
    }
    words.next();
    Tree::List(list)
}

/// A formula with small numbers for its variables.
pub struct Text(Tree);

/// Quantified numbers are tried up to here.
const MOST: u64 = 24;

pub type Numbers = BTreeMap<String, u64>;

impl Text {
    pub fn read(text: &str) -> Text {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
        Text(tree(&mut words.into_iter().peekable()))
    }

    pub fn holds(&self, numbers: &Numbers) -> bool {
        holds(&self.0, numbers)
    }
}

fn word(tree: &Tree) -> &str {
    match tree {
        Tree::Word(word) => word,
        Tree::List(_) => panic!("{tree:?} is no word"),
    }
}

fn list(tree: &Tree) -> &[Tree] {
    match tree {
        Tree::List(list) => list,
        Tree::Word(_) => panic!("{tree:?} is no list"),
    }
}

fn integer(tree: &Tree) -> i64 {
    word(tree).parse().expect("a number")
}

fn compare<T: Ord>(relation: &str, x: T, y: T) -> bool {
    match relation {
        "=" => x == y,
        "!=" => x != y,
        "<" => x < y,
        "<=" => x <= y,
        ">" => x > y,
        ">=" => x >= y,
        _ => panic!("{relation}"),
    }
}

/// v2, with a number larger than all for 0.
fn zeros(x: u64) -> u32 {
    if x == 0 { u32::MAX } else { x.trailing_zeros() }
}

/// The Fibonacci digits of a number, each one place higher.
fn shifted(mut x: u64) -> u64 {
    let mut fibonacci = vec![1, 2];
    while fibonacci[fibonacci.len() - 1] <= x {
        fibonacci.push(fibonacci[fibonacci.len() - 2] + fibonacci[fibonacci.len() - 1]);
    }
    let mut sum = 0;
    for place in (0..fibonacci.len() - 1).rev() {
        if fibonacci[place] <= x {
            x -= fibonacci[place];
            sum += fibonacci[place + 1];
        }
    }
    sum
}

fn holds(tree: &Tree, numbers: &Numbers) -> bool {
    let Tree::List(parts) = tree else { return word(tree) == "true" };
    let (operator, parts) = (word(&parts[0]), &parts[1..]);
    let number = |tree: &Tree| numbers[word(tree)];
    let all = |from: usize| parts[from..].iter().map(number).collect::<Vec<u64>>();
    let sum = |terms: &[Tree]| -> i64 {
        terms.iter().map(|term| integer(&list(term)[0]) * number(&list(term)[1]) as i64).sum()
    };
    let congruent = |x: i64| (x - integer(&parts[1])).rem_euclid(integer(&parts[0])) == 0;
    let columns = |of: &[u64], fits: &dyn Fn(usize) -> bool| {
        (0..64).all(|place| fits(of.iter().filter(|x| **x >> place & 1 == 1).count()))
    };
    // The last says digit by digit whether so many of the others are one.
    let told = |least: usize| {
        let of = all(0);
        let (last, others) = of.split_last().expect("two numbers");
        (0..64).all(|place| {
            let ones = others.iter().filter(|x| **x >> place & 1 == 1).count();
            (ones >= least) == (last >> place & 1 == 1)
        })
    };
    match operator {
        "not" => !holds(&parts[0], numbers),
        "and" => parts.iter().all(|part| holds(part, numbers)),
        "or" => parts.iter().any(|part| holds(part, numbers)),
        "implies" => !holds(&parts[0], numbers) || holds(&parts[1], numbers),
        "iff" => holds(&parts[0], numbers) == holds(&parts[1], numbers),
        "exists" => quantified(list(&parts[0]), &parts[1], numbers, true),
        "forall" => !quantified(list(&parts[0]), &parts[1], numbers, false),
        "lin" => compare(word(&parts[0]), sum(&parts[2..]), integer(&parts[1])),
        "mod" => congruent(sum(&parts[2..])),
        "is" => number(&parts[1]) as i64 == integer(&parts[0]),
        "xor0" => all(0).iter().fold(0, |sum, x| sum ^ x) == 0,
        "digits" => columns(&all(1), &|ones| ones as i64 % integer(&parts[0]) == 0),
        "andis" => told(parts.len() - 1),
        "oris" => told(1),
        "majis" => told((parts.len() - 1) / 2 + 1),
        "ones" => congruent(i64::from(number(&parts[2]).count_ones())),
        "bit" => number(&parts[1]) >> integer(&parts[0]) & 1 == 1,
        "pow2" => number(&parts[0]).is_power_of_two(),
        "v2" => compare(word(&parts[0]), zeros(number(&parts[1])), zeros(number(&parts[2]))),
        "tail" => {
            let tail = |tree| number(tree).trailing_ones();
            compare(word(&parts[0]), tail(&parts[1]), tail(&parts[2]))
        }
        "v2mod" => number(&parts[2]) > 0 && congruent(i64::from(zeros(number(&parts[2])))),
        "tailmod" => congruent(i64::from(number(&parts[2]).trailing_ones())),
        "v2hot" => {
            let (x, y) = (number(&parts[0]), number(&parts[1]));
            x > 0 && y == 1 << zeros(x)
        }
        "tailhot" => number(&parts[1]) == 1 << number(&parts[0]).trailing_ones(),
        "shift" => number(&parts[1]) == shifted(number(&parts[0])),
        "divides" => {
            let (d, x) = (number(&parts[0]), number(&parts[1]));
            if d == 0 { x == 0 } else { x % d == 0 }
        }
        _ => panic!("`{operator}` is not evaluated"),
    }
}

/// Whether `body` is `wanted` for some numbers.
fn quantified(names: &[Tree], body: &Tree, numbers: &Numbers, wanted: bool) -> bool {
    let Some((first, rest)) = names.split_first() else { return holds(body, numbers) == wanted };
    (0..=MOST).any(|x| {
        let mut numbers = numbers.clone();
        numbers.insert(word(first).to_owned(), x);
        quantified(rest, body, &numbers, wanted)
    })
}
