//! Boards of coins: a move turns a set of coins, the first of which showed heads.
//!
//! `option turn (x, y), (a, y), (x, b), (a, b) where a < x, b < y` names a set for every choice of its names: x and y are row and
//! column of the coin that must show heads, counted from 1; other names run through the sides of the board. A coin may be a range, `(a .. x, b .. y)`.
//! On one row a coin is its column alone. Play ends because no other coin of a set comes after the first, reading row by row.
//! All sets are made here, as masks, so that nobody after lowering reads conditions.

use super::board::BoardSize;
use super::formula::{self, Cases};
use super::scope::NameScope;
use crate::family::{Affine, AffineCondition as Atom, Symbol};
use crate::figure_rules::CoinRules;
use crate::problem::Problem;
use crate::syntax::{Action, Expr, ExprKind, OptionLine};

/// A board of coins fits into 128 bits.
const MAX_COINS: usize = 128;

/// So many choices of names are looked at for all coins together.
const MAX_CHOICES: usize = 20_000_000;

/// The rules of a game of turning coins.
pub(super) fn coins(
    mut scope: NameScope,
    size: &BoardSize,
    options: &[OptionLine],
) -> Result<CoinRules, Vec<Problem>> {
    let (rows, columns) = size.numbers(&mut scope, MAX_COINS)?;
    let mut rules =
        CoinRules { rows, columns, written: Vec::new(), sets: vec![Vec::new(); rows * columns] };
    let mut problems = Vec::new();
    for line in options {
        match TurningSet::read(&scope, line, &rules).and_then(|set| set.add_to(&mut rules, line)) {
            Ok(()) => {}
            Err(problem) => problems.push(problem),
        }
    }
    for sets in &mut rules.sets {
        sets.sort_unstable();
        sets.dedup();
    }
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

/// A line of the rule.
struct TurningSet {
    /// Row and column of the first coin come first.
    names: Vec<String>,
    /// From which row and column to which.
    coins: Vec<[(Affine, Affine); 2]>,
    cases: Cases,
}

impl TurningSet {
    fn read(scope: &NameScope, line: &OptionLine, rules: &CoinRules) -> Result<Self, Problem> {
        let wrong = |message: &str| {
            Problem::new(line.span.clone(), message, "here")
                .hint("as in `option turn (x, y), (a, y) where a < x`; on one row `option turn x, a where a < x`")
        };
        let Action::Turn(coins) = &line.action else {
            return Err(wrong("a move on coins is a set of coins to turn"));
        };
        if !line.binders.is_empty() {
            return Err(wrong("the names of a turning set run through the board by themselves"));
        }
        let mut names = Vec::new();
        let first = coins[0].last().expect("a coin has a column");
        let head = match coins[0].as_slice() {
            [row, column] => [Some(row), Some(column)],
            _ => [None, Some(highest(first))],
        };
        for expr in head.into_iter().flatten() {
            match &highest(expr).kind {
                ExprKind::Name(name) if !names.contains(name) => names.push(name.clone()),
                _ => return Err(wrong("the first coin has names of its own for row and column")),
            }
        }
        if coins[0].len() == 1 {
            if rules.rows > 1 {
                return Err(wrong("on several rows a coin is a row and a column"));
            }
            names.insert(0, "row".to_string());
        }
        let mut inner = scope.clone();
        let mut read = || -> Result<TurningSet, Problem> {
            inner.heaps = names.len();
            inner.tuple.clone_from(&names);
            inner.fresh = Some(Vec::new());
            let mut all = Vec::new();
            for coin in coins {
                let row = match coin.as_slice() {
                    [row, _] => side(&mut inner, row)?,
                    _ => (Affine::constant(1), Affine::constant(1)),
                };
                all.push([row, side(&mut inner, coin.last().expect("a column"))?]);
            }
            let mut cases = Cases::always();
            for condition in &line.conditions {
                cases = cases.and(formula::cases(&mut inner, condition)?, condition)?;
            }
            let fresh = inner.fresh.take().unwrap_or_default();
            let names = names.iter().cloned().chain(fresh.into_iter().map(|name| name.value));
            Ok(TurningSet { names: names.collect(), coins: all, cases })
        };
        let set = read()?;
        if !inner.functions.is_empty() {
            return Err(wrong(
                "a condition of a turning set is too complicated: quotients, minima and functions of other names stand in none",
            ));
        }
        Ok(set)
    }

    /// Adds the sets of all choices of names.
    fn add_to(&self, rules: &mut CoinRules, line: &OptionLine) -> Result<(), Problem> {
        let (rows, columns) = (rules.rows as u64, rules.columns as u64);
        let others = self.names.len() - 2;
        let most = rows.max(columns);
        let choices = (0..others).try_fold(rows * columns, |all, _| all.checked_mul(most));
        if choices.is_none_or(|choices| choices > MAX_CHOICES as u64) {
            let message = "too many choices of names on this board";
            return Err(Problem::new(line.span.clone(), message, "here"));
        }
        for head in 0..rules.rows * rules.columns {
            let (row, column) = (head as u64 / columns + 1, head as u64 % columns + 1);
            let mut values = vec![1; others];
            loop {
                if let Some(mask) = self.mask(&[row, column], &values, rules) {
                    if mask >> head >> 1 != 0 {
                        let message = "play might never end";
                        let label = "a coin of this set may come after the first one";
                        return Err(Problem::new(line.span.clone(), message, label).hint(format!(
                            "the first coin must be the last in reading order; here it is row {row}, column {column}{}",
                            self.unbounded()
                        )));
                    }
                    rules.sets[head].push(mask);
                }
                let Some(at) = values.iter().rposition(|value| *value < most as i64) else { break };
                values[at] += 1;
                values[at + 1..].fill(1);
            }
        }
        rules.written.push(self.written());
        Ok(())
    }

    /// Says which name no condition speaks of: it runs through the whole board.
    fn unbounded(&self) -> String {
        let symbols = || {
            let atoms = self.cases.0.iter().flatten();
            atoms.flat_map(|atom| atom.expressions()).flat_map(|e| e.terms()).map(|(s, _)| s)
        };
        let free = (0..self.names.len() - 2)
            .find(|at| symbols().all(|symbol| symbol != Symbol::Fresh(*at)));
        free.map_or_else(String::new, |at| {
            format!(". No condition speaks of `{}`, so it may be any", self.names[at + 2])
        })
    }

    /// The line as rule texts have it.
    fn written(&self) -> String {
        let name = |symbol| match symbol {
            Symbol::Heap(at) => self.names[at].clone(),
            Symbol::Fresh(at) => self.names[at + 2].clone(),
        };
        let side = |(low, high): &(Affine, Affine)| match low == high {
            true => low.display(&name),
            false => format!("{} .. {}", low.display(&name), high.display(&name)),
        };
        let coin =
            |[row, column]: &[(Affine, Affine); 2]| format!("({}, {})", side(row), side(column));
        let coins: Vec<String> = self.coins.iter().map(coin).collect();
        let case = |case: &Vec<Atom>| {
            let atoms: Vec<String> = case.iter().map(|atom| atom.display(&name)).collect();
            atoms.join(" and ")
        };
        let cases: Vec<String> = self.cases.0.iter().map(case).collect();
        match self.cases.0.iter().any(Vec::is_empty) {
            true => format!("turn {}", coins.join(", ")),
            false => format!("turn {} where {}", coins.join(", "), cases.join(" or ")),
        }
    }

    /// The coins that are turned for these values, if they lie on the board; each as often as it is named.
    fn mask(&self, head: &[u64], values: &[i64], rules: &CoinRules) -> Option<u128> {
        let holds = |case: &Vec<Atom>| case.iter().all(|atom| atom.holds(head, values));
        if !self.cases.0.iter().any(holds) {
            return None;
        }
        let mut mask = 0u128;
        for [rows, columns] in &self.coins {
            let of = |side: &(Affine, Affine), most: usize| {
                let (low, high) = (side.0.value(head, values), side.1.value(head, values));
                (low >= 1 && high <= most as i64).then_some(low..=high)
            };
            let (rows, columns) = (of(rows, rules.rows)?, of(columns, rules.columns)?);
            for row in rows {
                for column in columns.clone() {
                    mask ^= 1 << ((row - 1) * rules.columns as i64 + column - 1);
                }
            }
        }
        // The first coin is turned, whatever else is.
        let at = (head[0] - 1) * rules.columns as u64 + head[1] - 1;
        (mask >> at & 1 == 1).then_some(mask)
    }
}

/// The end of a range, or the number itself.
fn highest(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Range(_, high) => high,
        _ => expr,
    }
}

fn side(scope: &mut NameScope, expr: &Expr) -> Result<(Affine, Affine), Problem> {
    match &expr.kind {
        ExprKind::Range(low, high) => Ok((scope.affine(low)?, scope.affine(high)?)),
        _ => {
            let at = scope.affine(expr)?;
            Ok((at.clone(), at))
        }
    }
}
