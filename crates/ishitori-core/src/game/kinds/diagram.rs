//! Young diagrams: rows of squares, none longer than the row above it.
//!
//! What is left is a byte a row. A diagram is one part, unless it is two diagrams that no move can tell apart from a sum,
//! which nothing here looks for. Where every move on rows has its twin on columns, a diagram and its transpose are one game.
//!
//! A hook is a square with what is right of it and below it. Taking it away moves the rest up and left; the diagram is then the
//! one without the rim of that hook. MHRG, the game that takes hooks with equal numbers together, is that of T. Abuku and M. Tada.

use ishitori_rule::figure_rules::{DiagramMove, DiagramRules, FigureCondition, FigureMove};

use super::{
    FigureEntry, FigureKind, FigureList, FigurePicture, Ground, KeyScope, NamedList, Remains, lists,
};

/// The most rows, and the longest row.
const MAX_SIDE: usize = 255;

/// The kind: a rule with its conditions as tables.
#[derive(Debug)]
pub struct DiagramKind {
    ground: DiagramGround,
}

/// Diagrams all lie on the same ground.
#[derive(Clone, Debug)]
struct DiagramGround {
    within: Option<(usize, usize)>,
    moves: Vec<TabledMove>,
    /// Whether transposed diagrams are the same game.
    is_symmetric: bool,
}

/// A move with its condition, looked up by one or two numbers below 256.
#[derive(Clone, Debug)]
struct TabledMove {
    what: DiagramMove,
    allowed: std::sync::Arc<[bool]>,
}

impl TabledMove {
    fn new(what: DiagramMove, when: &FigureCondition) -> TabledMove {
        let side = MAX_SIDE + 1;
        let holds = |x: usize, y: usize| {
            let (x, y) = (x as u64, y as u64);
            match what.numbers().len() {
                1 => when.holds(&[x]),
                2 => when.holds(&[x, y]),
                _ => when.holds(&[x + y + 1, x, y]),
            }
        };
        let free = when.cases.iter().any(Vec::is_empty);
        let pairs = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        let allowed = pairs.map(|(x, y)| free || holds(x, y)).collect();
        TabledMove { what, allowed }
    }

    fn allows(&self, x: usize, y: usize) -> bool {
        self.allowed[x * (MAX_SIDE + 1) + y]
    }

    /// The move that this one is on the transposed diagram.
    fn is_twin_of(&self, other: &TabledMove) -> bool {
        let sides = || (0..=MAX_SIDE).flat_map(|x| (0..=MAX_SIDE).map(move |y| (x, y)));
        match (self.what, other.what) {
            (DiagramMove::Row, DiagramMove::Column) | (DiagramMove::Column, DiagramMove::Row) => {
                (0..=MAX_SIDE).all(|x| self.allows(x, 0) == other.allows(x, 0))
            }
            (DiagramMove::Row | DiagramMove::Column, _) => false,
            (one, two) => {
                one == two && sides().all(|(x, y)| self.allows(x, y) == other.allows(y, x))
            }
        }
    }
}

impl DiagramKind {
    pub fn new(rules: &DiagramRules) -> DiagramKind {
        let moves: Vec<TabledMove> =
            rules.moves.iter().map(|one| TabledMove::new(one.what, &one.when)).collect();
        let has_twin = |one: &TabledMove| moves.iter().any(|other| one.is_twin_of(other));
        let is_square = rules.within.is_none_or(|(rows, columns)| rows == columns);
        let is_symmetric = is_square && moves.iter().all(has_twin);
        DiagramKind { ground: DiagramGround { within: rules.within, moves, is_symmetric } }
    }
}

impl FigureKind for DiagramKind {
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String> {
        let (most_rows, most_columns) = self.ground.within.unwrap_or((MAX_SIDE, MAX_SIDE));
        let mut rows: Vec<usize> = Vec::new();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let row: Option<usize> = word.parse().ok().filter(|row| *row <= most_columns);
            rows.push(row.ok_or_else(|| {
                format!("`{word}` is no row of a diagram: write their lengths, as in 4,2,1, each at most {most_columns}")
            })?);
        }
        if rows.is_empty() {
            return Err(
                "there is no diagram: write the lengths of its rows, as in 4,2,1; 0 is empty"
                    .into(),
            );
        }
        if let Some(at) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(format!("row {} is longer than the row above it", at + 2));
        }
        rows.retain(|row| *row > 0);
        if rows.len() > most_rows {
            return Err(format!("{} rows are too many: at most {most_rows}", rows.len()));
        }
        let remains = rows.iter().map(|row| *row as u8).collect();
        Ok((Box::new(self.ground.clone()), remains))
    }

    fn example(&self) -> String {
        match self.ground.within {
            Some((rows, columns)) => vec![columns.to_string(); rows].join(","),
            None => "4,3,1".to_string(),
        }
    }

    fn default_list(&self) -> String {
        "partitions(0..12)".to_string()
    }

    fn list_names(&self) -> &'static [&'static str] {
        &["partitions", "rectangle", "staircase"]
    }

    fn family_names(&self) -> &'static [&'static str] {
        &[]
    }

    fn number_names(&self) -> &'static [&'static str] {
        &["squares", "rows", "columns", "diagonal", "corners", "largest_hook", "self_conjugate"]
    }

    fn lists(&self) -> &'static [FigureList] {
        const LISTS: &[FigureList] = &[
            FigureList { name: "row", indices: 1, goes_on: true, has_cells: false },
            FigureList { name: "column", indices: 1, goes_on: true, has_cells: false },
            FigureList { name: "hook", indices: 2, goes_on: true, has_cells: true },
        ];
        LISTS
    }

    fn images(&self) -> &'static [&'static str] {
        match self.ground.within {
            Some((rows, columns)) if rows != columns => &[],
            _ => &["conjugate"],
        }
    }

    fn list(&self, list: &NamedList) -> Option<Result<Vec<String>, String>> {
        let NamedList { name, numbers, .. } = *list;
        let (rows, columns) = self.ground.within.unwrap_or((MAX_SIDE, MAX_SIDE));
        let lists = match (name, numbers) {
            ("partitions", [n]) if *n <= 45 => lists::partitions(*n as usize, rows, columns),
            ("partitions", _) => return Some(Err("`partitions` takes a number up to 45".into())),
            ("rectangle", [r, c]) if (1..=255).contains(r) && (1..=255).contains(c) => {
                vec![vec![*c as u8; *r as usize]]
            }
            ("staircase", [n]) if (1..=255).contains(n) => {
                vec![(1..=*n as u8).rev().collect()]
            }
            ("rectangle" | "staircase", _) => {
                return Some(Err(format!("`{name}` takes sides from 1 to 255")));
            }
            _ => return None,
        };
        let text = |rows: &Vec<u8>| write(rows);
        Some(Ok(lists.iter().map(text).collect()))
    }
}

fn write(rows: &[u8]) -> String {
    let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
    if rows.is_empty() { "0".to_string() } else { rows.join(",") }
}

/// The lengths of the columns.
fn transposed(rows: &[u8]) -> Remains {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|c| rows.iter().take_while(|row| **row > c).count() as u8).collect()
}

/// Without empty rows at the end.
fn trimmed(mut rows: Remains) -> Remains {
    while rows.last() == Some(&0) {
        rows.pop();
    }
    rows
}

/// Arm and leg of the hook at a square.
fn hook(rows: &[u8], columns: &[u8], i: usize, j: usize) -> (usize, usize) {
    (usize::from(rows[i]) - j - 1, usize::from(columns[j]) - i - 1)
}

/// The diagram without the hook at a square.
fn without_hook(rows: &[u8], i: usize, j: usize, leg: usize) -> Remains {
    let mut left = Remains::from_slice(rows);
    for row in i..i + leg {
        left[row] = rows[row + 1] - 1;
    }
    left[i + leg] = j as u8;
    trimmed(left)
}

fn squares(rows: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    rows.iter().enumerate().flat_map(|(i, row)| (0..usize::from(*row)).map(move |j| (i, j)))
}

impl DiagramGround {
    /// The numbers in the hook at a square, in ascending order: its squares lie on neighbouring diagonals, one on each.
    fn numbers_of_hook(&self, i: usize, j: usize, arm: usize, leg: usize) -> Vec<i64> {
        let (m, n) = self.within.map_or((0, 0), |(m, n)| (m as i64, n as i64));
        let (i, j, arm, leg) = (i as i64, j as i64, arm as i64, leg as i64);
        let number = |diagonal: i64| (diagonal + m).min(n - diagonal);
        let mut numbers: Vec<i64> = (j - i - leg..=j + arm - i).map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Takes hooks with these numbers as long as there is one; more than one way is possible.
    fn take_all_like(&self, rows: Remains, numbers: &[i64], add: &mut dyn FnMut(Remains)) {
        let columns = transposed(&rows);
        let mut is_last = true;
        for (i, j) in squares(&rows) {
            let (arm, leg) = hook(&rows, &columns, i, j);
            if arm + leg + 1 == numbers.len() && self.numbers_of_hook(i, j, arm, leg) == numbers {
                is_last = false;
                self.take_all_like(without_hook(&rows, i, j, leg), numbers, add);
            }
        }
        if is_last {
            add(rows);
        }
    }

    fn visit_move(&self, one: &TabledMove, rows: &Remains, add: &mut dyn FnMut(Remains)) {
        let height = rows.len();
        let width = rows.first().map_or(0, |row| usize::from(*row));
        match one.what {
            DiagramMove::Cut | DiagramMove::CutLeavingSquare => {
                let leaves = one.what == DiagramMove::CutLeavingSquare;
                let cuts = (0..=height).flat_map(|r| (0..=width).map(move |c| (r, c)));
                for (r, c) in cuts.filter(|(r, c)| (*r, *c) != (0, 0) && one.allows(*r, *c)) {
                    let left = rows[r..].iter().map(|row| row.saturating_sub(c as u8));
                    let left = trimmed(left.collect());
                    if !leaves || !left.is_empty() {
                        add(left);
                    }
                }
            }
            DiagramMove::Row => {
                for i in 0..height {
                    if one.allows(usize::from(rows[i]), 0) {
                        let mut left = rows.clone();
                        left.remove(i);
                        add(left);
                    }
                }
            }
            DiagramMove::Column => {
                let columns = transposed(rows);
                for j in 0..width {
                    if one.allows(usize::from(columns[j]), 0) {
                        let shorter = |row: &u8| row - u8::from(usize::from(*row) > j);
                        add(trimmed(rows.iter().map(shorter).collect()));
                    }
                }
            }
            DiagramMove::Corner => {
                for i in 0..height {
                    let below = rows.get(i + 1).copied().unwrap_or(0);
                    if rows[i] > below && one.allows(i + 1, usize::from(rows[i])) {
                        let mut left = rows.clone();
                        left[i] -= 1;
                        add(trimmed(left));
                    }
                }
            }
            DiagramMove::Hook | DiagramMove::HookAndLike => {
                let columns = transposed(rows);
                for (i, j) in squares(rows) {
                    let (arm, leg) = hook(rows, &columns, i, j);
                    if !one.allows(arm, leg) {
                        continue;
                    }
                    let left = without_hook(rows, i, j, leg);
                    match one.what {
                        DiagramMove::Hook => add(left),
                        _ => {
                            let numbers = self.numbers_of_hook(i, j, arm, leg);
                            self.take_all_like(left, &numbers, add);
                        }
                    }
                }
            }
        }
    }
}

impl Ground for DiagramGround {
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        self.moves.iter().for_each(|one| self.visit_move(one, of, add));
    }

    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let mut can_move = false;
        self.visit_options(of, &mut |_| can_move = true);
        if can_move {
            add(of.clone());
        }
    }

    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope {
        let image = self.is_symmetric.then(|| transposed(part));
        key.extend_from_slice(image.as_ref().filter(|image| *image < part).unwrap_or(part));
        KeyScope::Kind
    }

    fn has_costly_keys(&self) -> bool {
        false
    }

    fn size(&self, of: &Remains) -> u64 {
        of.iter().map(|row| u64::from(*row)).sum()
    }

    fn write(&self, of: &Remains) -> String {
        write(of)
    }

    fn numbers(&self, of: &Remains) -> Vec<i64> {
        let diagonal = of.iter().enumerate().filter(|(i, row)| usize::from(**row) > *i).count();
        let corners =
            (0..of.len()).filter(|i| of[*i] > of.get(i + 1).copied().unwrap_or(0)).count();
        let squares: i64 = of.iter().map(|row| i64::from(*row)).sum();
        let columns = of.first().map_or(0, |row| i64::from(*row));
        let rows = of.len() as i64;
        let hook = if rows == 0 { 0 } else { rows + columns - 1 };
        let same = i64::from(transposed(of) == *of);
        vec![squares, rows, columns, diagonal as i64, corners as i64, hook, same]
    }

    /// Rows, columns, hooks.
    fn list(&self, of: &Remains, at: usize) -> Vec<FigureEntry> {
        let columns = transposed(of);
        let along = |lengths: &[u8]| -> Vec<FigureEntry> {
            let entry = |(i, length): (usize, &u8)| ([i as i64 + 1, 0], i64::from(*length));
            lengths.iter().enumerate().map(entry).collect()
        };
        match at {
            0 => along(of),
            1 => along(&columns),
            _ => squares(of)
                .map(|(i, j)| {
                    let (arm, leg) = hook(of, &columns, i, j);
                    ([i as i64 + 1, j as i64 + 1], (arm + leg + 1) as i64)
                })
                .collect(),
        }
    }

    fn image(&self, of: &Remains, _: usize) -> Remains {
        transposed(of)
    }

    fn picture(&self, of: &Remains) -> FigurePicture {
        let width = of.first().copied().unwrap_or(0);
        let row = |row: &u8| (0..width).map(|c| (c < *row).then_some(true)).collect();
        FigurePicture::Cells(of.iter().map(row).collect())
    }
}
