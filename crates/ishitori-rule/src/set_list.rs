//! Lists of sets of indices: the edges of a graph, the facets of a complex, the arcs of a digraph.
//!
//! A rule takes them as a parameter (`edges = cycle(6)`) and runs through them (`for E in edges`). They are written out,
//! `[[1,2],[2,3]]` or `{{1,2},{2,3}}`, or named with their sizes, as in `grid(3,3)`; vertices are numbers from 1. The order of a
//! list, and of the numbers in each of its members, is kept, so `[2,1]` is an arc from 2 to 1.

use std::fmt;

/// The most members of a list.
const MAX_SETS: usize = 2_000;

/// The largest vertex.
const MAX_VERTEX: i64 = 1_000;

/// A list of sets, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetList {
    written: String,
    sets: Vec<Vec<i64>>,
}

/// The families of graphs and complexes that have names, with what their numbers are.
pub const NAMED_SETS: [(&str, &[&str]); 9] = [
    ("path", &["vertices"]),
    ("cycle", &["vertices"]),
    ("complete", &["vertices"]),
    ("star", &["leaves"]),
    ("wheel", &["vertices of the rim"]),
    ("grid", &["rows", "columns"]),
    ("cube", &["dimension"]),
    ("petersen", &[]),
    ("subsets", &["vertices", "size"]),
];

impl SetList {
    /// Sets that are written out.
    ///
    /// # Errors
    /// A sentence, if there are too many or a number is no vertex.
    pub fn new(sets: Vec<Vec<i64>>) -> Result<SetList, String> {
        if sets.len() > MAX_SETS {
            return Err(format!("{} sets are too many: at most {MAX_SETS}", sets.len()));
        }
        if let Some(wrong) = sets.iter().flatten().find(|v| !(1..=MAX_VERTEX).contains(*v)) {
            return Err(format!("{wrong} is no index: they go from 1 to {MAX_VERTEX}"));
        }
        let set = |set: &Vec<i64>| {
            let items: Vec<String> = set.iter().map(i64::to_string).collect();
            format!("[{}]", items.join(","))
        };
        let written = format!("[{}]", sets.iter().map(set).collect::<Vec<_>>().join(","));
        Ok(SetList { written, sets })
    }

    /// The graph or complex of that name; `None` if none has it.
    ///
    /// # Errors
    /// A sentence, if the numbers are not those that it needs.
    pub fn named(name: &str, numbers: &[i64]) -> Option<Result<SetList, String>> {
        let (_, about) = NAMED_SETS.iter().find(|(known, _)| *known == name)?;
        Some(named(name, about, numbers))
    }

    /// Reads a list as a user gives it: `cycle(6)`, `petersen`, `[[1,2],[2,3]]`, `{{1,2},{2,3}}`. `None` if it begins as none of
    /// these.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub(crate) fn read(text: &str) -> Option<Result<SetList, String>> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let curly = text.starts_with("{");
        if curly || text.starts_with("[[") {
            return Some(read_nested(&text.replace('{', "[").replace('}', "]")));
        }
        let (name, numbers) = match text.split_once('(') {
            None => (text.as_str(), ""),
            Some((name, rest)) => (name, rest.strip_suffix(')')?),
        };
        let numbers: Result<Vec<i64>, _> =
            numbers.split(',').filter(|word| !word.is_empty()).map(str::parse).collect();
        match numbers {
            Ok(numbers) => SetList::named(name, &numbers),
            Err(_) => NAMED_SETS
                .iter()
                .any(|(known, _)| *known == name)
                .then(|| Err(format!("`{name}` takes numbers"))),
        }
    }

    /// Reads the text of a file: a set a line, its numbers separated by spaces or commas, `#` before a comment; or a list as in
    /// [`SetList::read`].
    ///
    /// # Errors
    /// A sentence that names the line.
    pub(crate) fn from_file(text: &str) -> Result<SetList, String> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines: Vec<(usize, &str)> =
            (1..).zip(lines).filter(|(_, line)| !line.is_empty()).collect();
        if lines.first().is_some_and(|(_, line)| line.starts_with(['[', '{'])) {
            let whole: String = lines.iter().map(|(_, line)| *line).collect();
            return SetList::read(&whole).unwrap_or_else(|| Err("this is no list of sets".into()));
        }
        let mut sets = Vec::new();
        for (number, line) in lines {
            let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
            let set: Result<Vec<i64>, &str> =
                words.map(|word| word.parse().map_err(|_| word)).collect();
            let wrong = |word| {
                let word = char_start(word, 40);
                format!("line {number}: `{word}` is no index; a line is a set, such as `1 2`")
            };
            sets.push(set.map_err(wrong)?);
        }
        if sets.is_empty() {
            return Err("there is no set in it; a line is a set, such as `1 2`".into());
        }
        SetList::new(sets)
    }

    /// The sets.
    pub fn sets(&self) -> &[Vec<i64>] {
        &self.sets
    }
}

impl fmt::Display for SetList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// The first characters of a word.
fn char_start(word: &str, most: usize) -> String {
    word.chars().take(most).collect()
}

/// `[[1,2],[2,3]]`, without spaces.
fn read_nested(text: &str) -> Result<SetList, String> {
    let malformed = || format!("`{text}` is no list of sets, such as [[1,2],[2,3]]");
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(malformed)?;
    let mut sets = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let set = rest.strip_prefix('[').ok_or_else(malformed)?;
        let (items, after) = set.split_once(']').ok_or_else(malformed)?;
        let numbers: Result<Vec<i64>, _> =
            items.split(',').filter(|word| !word.is_empty()).map(str::parse).collect();
        sets.push(numbers.map_err(|_| malformed())?);
        rest = match after.strip_prefix(',') {
            Some("") => return Err(malformed()),
            Some(more) => more,
            None if after.is_empty() => "",
            None => return Err(malformed()),
        };
    }
    SetList::new(sets)
}

fn named(name: &str, about: &[&str], numbers: &[i64]) -> Result<SetList, String> {
    if numbers.len() != about.len() {
        return Err(match about {
            [] => format!("`{name}` takes no numbers"),
            _ => format!("`{name}` takes {}: {}", about.len(), about.join(", ")),
        });
    }
    if let Some(wrong) = numbers.iter().find(|n| !(1..=64).contains(*n)) {
        return Err(format!("`{name}` with {wrong}: numbers from 1 to 64"));
    }
    let pair = |a: i64, b: i64| vec![a, b];
    let sets: Vec<Vec<i64>> = match (name, numbers) {
        ("path", [n]) => (1..*n).map(|i| pair(i, i + 1)).collect(),
        ("cycle", [n]) if *n < 3 => return Err(format!("a cycle has 3 vertices or more, not {n}")),
        ("cycle", [n]) => (1..*n).map(|i| pair(i, i + 1)).chain([pair(1, *n)]).collect(),
        ("complete", [n]) => subsets(*n, 2),
        ("star", [n]) => (2..=n + 1).map(|leaf| pair(1, leaf)).collect(),
        ("wheel", [n]) if *n < 3 => return Err(format!("a rim has 3 vertices or more, not {n}")),
        ("wheel", [n]) => {
            let rim = (2..=*n).map(|i| pair(i, i + 1)).chain([pair(2, n + 1)]);
            (2..=n + 1).map(|i| pair(1, i)).chain(rim).collect()
        }
        ("grid", [rows, columns]) => {
            let at = |r: i64, c: i64| r * columns + c + 1;
            let cells = (0..*rows).flat_map(|r| (0..*columns).map(move |c| (r, c)));
            let mut edges = Vec::new();
            for (r, c) in cells {
                edges.extend((c + 1 < *columns).then(|| pair(at(r, c), at(r, c + 1))));
                edges.extend((r + 1 < *rows).then(|| pair(at(r, c), at(r + 1, c))));
            }
            edges
        }
        ("cube", [d]) if *d > 8 => return Err(format!("a cube of dimension {d}: at most 8")),
        ("cube", [d]) => {
            let edges = (0..1i64 << d).flat_map(|v| (0..*d).map(move |bit| (v, v | 1 << bit)));
            edges.filter(|(v, w)| v != w).map(|(v, w)| pair(v + 1, w + 1)).collect()
        }
        ("petersen", []) => {
            let outer = (0..5).map(|i| pair(i + 1, (i + 1) % 5 + 1));
            let spokes = (0..5).map(|i| pair(i + 1, i + 6));
            let inner = (0..5).map(|i| pair(i + 6, (i + 2) % 5 + 6));
            outer.chain(spokes).chain(inner).collect()
        }
        ("subsets", [n, size]) if *n > 16 || size > n => {
            return Err(format!(
                "subsets of size {size} of {n} vertices: of at most 16, and no larger"
            ));
        }
        ("subsets", [n, size]) => subsets(*n, u32::try_from(*size).unwrap_or(0)),
        _ => unreachable!("a name with as many numbers as it needs"),
    };
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let written = if numbers.is_empty() {
        name.to_string()
    } else {
        format!("{name}({})", numbers.join(","))
    };
    Ok(SetList { written, ..SetList::new(sets)? })
}

/// All sets of so many of the first n vertices.
fn subsets(n: i64, size: u32) -> Vec<Vec<i64>> {
    if size == 2 {
        return (1..=n).flat_map(|a| (a + 1..=n).map(move |b| vec![a, b])).collect();
    }
    let members = |mask: u32| (1..=n).filter(|i| mask >> (i - 1) & 1 == 1).collect();
    (0..1u32 << n).filter(|mask| mask.count_ones() == size).map(members).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> SetList {
        SetList::read(text).expect("a list").expect("well formed")
    }

    /// Numbers of edges and degrees from the books.
    #[test]
    fn graphs_have_their_edges() {
        for (text, edges, degree) in [
            ("path(5)", 4, None),
            ("cycle(6)", 6, Some(2)),
            ("complete(5)", 10, Some(4)),
            ("star(4)", 4, None),
            ("wheel(5)", 10, None),
            ("grid(3,4)", 17, None),
            ("cube(4)", 32, Some(4)),
            ("petersen", 15, Some(3)),
        ] {
            let graph = read(text);
            assert_eq!(graph.sets().len(), edges, "{text}");
            assert_eq!(graph.to_string(), text);
            assert_eq!(read(&graph.to_string()), graph);
            let vertices = graph.sets().iter().flatten().copied().max().expect("an edge");
            for vertex in (1..=vertices).filter(|_| degree.is_some()) {
                let found = graph.sets().iter().filter(|edge| edge.contains(&vertex)).count();
                assert_eq!(Some(found), degree, "{text} at {vertex}");
            }
        }
        assert_eq!(read("subsets(5,3)").sets().len(), 10);
        // No triangle and no square, as the Petersen graph has none.
        let petersen = read("petersen");
        let near = |a: i64, b: i64| {
            petersen.sets().iter().any(|edge| edge.contains(&a) && edge.contains(&b) && a != b)
        };
        for (a, b) in (1..=10).flat_map(|a| (1..a).map(move |b| (a, b))) {
            let common = (1..=10).filter(|c| near(a, *c) && near(b, *c)).count();
            assert_eq!(common, usize::from(!near(a, b)), "{a} {b}");
        }
    }

    #[test]
    fn lists_are_read_and_refused() {
        assert_eq!(read("{{1,2},{2,3}}").to_string(), "[[1,2],[2,3]]");
        assert_eq!(read("[[2,1], [3]]").sets(), [vec![2, 1], vec![3]]);
        for text in ["[[1,2]", "[[1,2],]", "[[0,1]]", "cycle(2)", "cycle()", "cycle(x)", "cube(9)"]
        {
            assert!(SetList::read(text).is_some_and(|read| read.is_err()), "{text}");
        }
        assert!(SetList::read("triangle(3)").is_none());
    }

    #[test]
    fn files_hold_a_set_a_line_or_a_list() {
        let file = |text: &str| SetList::from_file(text).map(|sets| sets.to_string());
        let graph = "# a path\n1 2\n\n2, 3  # and on\n3\t4,5\n";
        assert_eq!(file(graph), Ok("[[1,2],[2,3],[3,4,5]]".into()));
        assert_eq!(file("[[1,2],\n [2,3]] # a list"), Ok("[[1,2],[2,3]]".into()));
        for (text, why) in [
            ("", "there is no set in it"),
            ("1 2\n# x\n2 x\n", "line 3: `x` is no index"),
            ("1 0\n", "0 is no index"),
            ("1 -2\n", "-2 is no index"),
            ("[[1,2]\n", "is no list of sets"),
        ] {
            let refused = file(text).expect_err(text);
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
