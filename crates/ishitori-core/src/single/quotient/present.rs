//! A misère quotient as papers print it: generators, relations, P-elements, and heaps as products of generators.
//!
//! A heap is a generator if its value is no product of smaller heaps' values. Words of generators are ordered by length and
//! then alphabetically, with a before b; each element is written as its least word. A word that is not least, but all of
//! whose proper parts are, is equal to a lesser one: these equations are the relations. They present the monoid, since any
//! word can be lessened by them to the least one (a reduced Gröbner basis, as MisereSolver prints).
//!
//! Cost: a look-up for each least word and generator.

use std::fmt;

use rustc_hash::FxHashSet;

use super::Quotient;

/// How often each generator occurs.
pub type Exponents = Vec<u32>;

/// Two equal words, the right one the lesser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRelation {
    /// The greater word.
    pub left: Exponents,
    /// The least word of the same element.
    pub right: Exponents,
}

/// A heap that generates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// A letter, or a letter with a number if there are more than 26.
    pub name: String,
    /// The smallest heap with its value.
    pub heap: u32,
    /// Its value.
    pub element: u32,
}

/// Generators, relations, and a word for each element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The generators by size of their heaps.
    pub generators: Vec<Generator>,
    /// The relations by length of their left sides.
    pub relations: Vec<WordRelation>,
    /// The least word of each element.
    pub words: Vec<Exponents>,
}

impl Presentation {
    /// Writes down a verified quotient.
    pub fn new(quotient: &Quotient) -> Presentation {
        let generators = generators(quotient);
        let (words, relations) = words(quotient, &generators);
        Presentation { generators, relations, words }
    }

    /// A word as text: `ab^2`, and `1` for the empty one.
    pub fn text(&self, word: &[u32]) -> String {
        let mut text = String::new();
        for (generator, exponent) in self.generators.iter().zip(word) {
            match exponent {
                0 => {}
                1 => text.push_str(&generator.name),
                more => text.push_str(&format!("{}^{more}", generator.name)),
            }
        }
        if text.is_empty() { "1".to_owned() } else { text }
    }

    /// An element as text.
    pub fn element(&self, element: u32) -> String {
        self.words.get(element as usize).map_or_else(|| "?".to_owned(), |word| self.text(word))
    }
}

impl fmt::Display for Presentation {
    /// `<a, b | a^2 = 1, b^3 = b>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.generators.iter().map(|one| one.name.as_str()).collect();
        let relations = self.relations.iter().map(|relation| {
            format!("{} = {}", self.text(&relation.left), self.text(&relation.right))
        });
        let relations: Vec<String> = relations.collect();
        write!(f, "<{} | {}>", names.join(", "), relations.join(", "))
    }
}

/// The heaps whose values are no products of those of smaller heaps.
fn generators(quotient: &Quotient) -> Vec<Generator> {
    let monoid = quotient.monoid();
    let mut generators: Vec<Generator> = Vec::new();
    let mut is_reached = vec![false; monoid.order()];
    is_reached[0] = true;
    for (heap, &element) in (0..).zip(quotient.values()) {
        if is_reached[element as usize] {
            continue;
        }
        generators.push(Generator { name: name(generators.len()), heap, element });
        let mut open: Vec<u32> = monoid.elements().filter(|x| is_reached[*x as usize]).collect();
        while let Some(x) = open.pop() {
            for generator in &generators {
                let product = monoid.product(x, generator.element);
                if !is_reached[product as usize] {
                    is_reached[product as usize] = true;
                    open.push(product);
                }
            }
        }
    }
    generators
}

/// a, b, ..., z, a1, b1, ...
fn name(at: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(at % 26).expect("a letter"));
    match at / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The least word of each element, and the least words that are not.
fn words(quotient: &Quotient, generators: &[Generator]) -> (Vec<Exponents>, Vec<WordRelation>) {
    let monoid = quotient.monoid();
    let mut words: Vec<Option<Exponents>> = vec![None; monoid.order()];
    let empty = vec![0; generators.len()];
    words[0] = Some(empty.clone());
    let mut least = FxHashSet::from_iter([empty.clone()]);
    let mut relations = Vec::new();
    let mut level = vec![(empty, 0)];
    while !level.is_empty() {
        let mut longer = Vec::new();
        for (word, element) in &level {
            let last = word.iter().rposition(|exponent| *exponent > 0).unwrap_or(0);
            for (at, generator) in generators.iter().enumerate().skip(last) {
                let mut word = word.clone();
                word[at] += 1;
                longer.push((word, monoid.product(*element, generator.element)));
            }
        }
        // More of an earlier generator comes first.
        longer.sort_unstable_by(|one, other| other.0.cmp(&one.0));
        level.clear();
        for (word, element) in longer {
            if !parts(&word).all(|part| least.contains(&part)) {
                continue;
            }
            match &words[element as usize] {
                Some(right) => relations.push(WordRelation { left: word, right: right.clone() }),
                None => {
                    words[element as usize] = Some(word.clone());
                    least.insert(word.clone());
                    level.push((word, element));
                }
            }
        }
    }
    (words.into_iter().map(Option::unwrap_or_default).collect(), relations)
}

/// A word without one of its letters, for each.
fn parts(word: &[u32]) -> impl Iterator<Item = Exponents> {
    (0..word.len()).filter(|at| word[*at] > 0).map(|at| {
        let mut part = word.to_vec();
        part[at] -= 1;
        part
    })
}
