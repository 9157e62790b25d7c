//! Random rules mean what they say.
//!
//! An interpreter below reads the syntax of a rule directly, trying every value of every variable,
//! and knows nothing of families, linear systems or scans. On random rules its options must be
//! those of the game, and what holds for options must hold for predecessors, windows and
//! symmetric positions.

use crate::cases::enough;
use crate::random;
use std::collections::{BTreeMap, BTreeSet};

use crate::random::random_games;
use ishitori_core::control::Control;
use ishitori_core::game::{Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::Reference;
use ishitori_rule::Symmetry;
use ishitori_rule::syntax::{
    Action, Binder, BinderValues, Change, ComparisonOperator, Condition, ConditionKind, Expr,
    ExprKind, GameText, HeapShape, Operator, OptionLine, PositionText,
};

/// Heaps of the positions that are compared.
const HEAP: u64 = 4;
/// Values tried for a variable. With heaps up to 4 and the generator's coefficients none of the
/// variables it bounds can be larger.
const FRESH: i64 = 13;

// --- the interpreter

#[derive(Clone, Debug)]
enum Value {
    Number(i64),
    Set(Vec<i64>),
    Heaps(Vec<usize>),
}

/// Names and heaps while a line is tried out.
struct Trial<'a> {
    names: BTreeMap<String, Value>,
    tuple: &'a [String],
    row: bool,
    circle: bool,
    heaps: Vec<u64>,
}

impl Trial<'_> {
    fn value(&self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Number(n) => Value::Number(*n),
            ExprKind::Name(name) => match self.tuple.iter().position(|n| n == name) {
                Some(i) => Value::Heaps(vec![i]),
                None if self.row && name == "h" => Value::Heaps((0..self.heaps.len()).collect()),
                None => self.names[name].clone(),
            },
            ExprKind::Heap(_, index) => {
                let n = self.heaps.len() as i64;
                let place = |i: i64| if self.circle { (i - 1).rem_euclid(n) } else { i - 1 };
                let places = self.set(index).into_iter().map(|i| place(i) as usize);
                Value::Heaps(places.collect())
            }
            ExprKind::Negate(inner) => Value::Number(-self.number(inner)),
            ExprKind::Range(low, high) => {
                Value::Set((self.number(low)..=self.number(high)).collect())
            }
            ExprKind::Set(items) => Value::Set(items.iter().map(|i| self.number(i)).collect()),
            ExprKind::Binary(operator, left, right) => match operator {
                Operator::Intersection => {
                    let right = self.set(right);
                    Value::Set(self.set(left).into_iter().filter(|i| right.contains(i)).collect())
                }
                _ => {
                    let (left, right) = (self.number(left), self.number(right));
                    Value::Number(match operator {
                        Operator::Add => left + right,
                        Operator::Subtract => left - right,
                        Operator::Multiply => left * right,
                        Operator::Modulo => left.rem_euclid(right),
                        other => panic!("the generator has no {other:?}"),
                    })
                }
            },
            ExprKind::Call(name, arguments) => match (name.value.as_str(), &arguments[0]) {
                ("sum", heaps) => {
                    Value::Number(self.heaps_of(heaps).iter().map(|i| self.heap(*i)).sum())
                }
                ("size", set) => Value::Number(self.set(set).len() as i64),
                other => panic!("the generator has no {other:?}"),
            },
            other => panic!("the generator makes no {other:?}"),
        }
    }

    fn heap(&self, i: usize) -> i64 {
        self.heaps[i] as i64
    }

    fn number(&self, expr: &Expr) -> i64 {
        match self.value(expr) {
            Value::Number(n) => n,
            Value::Heaps(heaps) if heaps.len() == 1 => self.heap(heaps[0]),
            other => panic!("{other:?} is no number"),
        }
    }

    fn set(&self, expr: &Expr) -> Vec<i64> {
        match self.value(expr) {
            Value::Set(set) => set,
            Value::Number(n) => vec![n],
            other => panic!("{other:?} is no set"),
        }
    }

    fn heaps_of(&self, expr: &Expr) -> Vec<usize> {
        match self.value(expr) {
            Value::Heaps(heaps) => heaps,
            other => panic!("{other:?} are no heaps"),
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        let chain = |mut left: i64, rest: &[(ComparisonOperator, Expr)]| {
            rest.iter().all(|(compare, right)| {
                let right = self.number(right);
                compare.holds(std::mem::replace(&mut left, right), right)
            })
        };
        match &condition.kind {
            ConditionKind::Chain(first, rest) => chain(self.number(first), rest),
            ConditionKind::Each(heaps, rest) => {
                let heaps = match heaps {
                    Some(expr) => self.heaps_of(expr),
                    None => (0..self.heaps.len()).collect(),
                };
                heaps.iter().all(|i| chain(self.heap(*i), rest))
            }
            ConditionKind::Distinct(_) => {
                self.heaps.iter().collect::<BTreeSet<_>>().len() == self.heaps.len()
            }
            ConditionKind::Divides(divisor, of) => {
                let (divisor, of) = (self.number(divisor), self.number(of));
                if divisor == 0 { of == 0 } else { of % divisor == 0 }
            }
            ConditionKind::In(item, set) => self.set(set).contains(&self.number(item)),
            ConditionKind::And(left, right) => self.holds(left) && self.holds(right),
            ConditionKind::Or(left, right) => self.holds(left) || self.holds(right),
            ConditionKind::Not(inner) => !self.holds(inner),
            other => panic!("the generator makes no {other:?}"),
        }
    }

    /// The results of an action: for each heap a value, or the heaps that may be lowered.
    fn act(&self, action: &Action) -> Vec<Vec<i64>> {
        match action {
            Action::Tuple(heaps) => vec![heaps.iter().map(|e| self.number(e)).collect()],
            Action::Update { updates, .. } => {
                let mut results = vec![self.heaps.iter().map(|h| *h as i64).collect::<Vec<_>>()];
                for update in updates {
                    let heaps = self.heaps_of(&update.target);
                    results = results
                        .iter()
                        .flat_map(|r| self.change(r, &heaps, &update.change))
                        .collect();
                }
                results
            }
            other => panic!("the generator has no {other:?}"),
        }
    }

    fn change(&self, result: &[i64], heaps: &[usize], change: &Change) -> Vec<Vec<i64>> {
        let set = |new: &dyn Fn(i64) -> i64| {
            let mut changed = result.to_vec();
            heaps.iter().for_each(|i| changed[*i] = new(result[*i]));
            vec![changed]
        };
        match change {
            Change::Becomes(expr) => set(&|_| self.number(expr)),
            Change::By(expr) => set(&|heap| heap + self.number(expr)),
            Change::Lowered | Change::StrictlyLowered => {
                let least = i64::from(*change == Change::StrictlyLowered);
                let mut all = vec![result.to_vec()];
                for &i in heaps {
                    let lowered = |r: &Vec<i64>| {
                        let r = r.clone();
                        (0..=r[i] - least).map(move |h| {
                            let mut r = r.clone();
                            r[i] = h;
                            r
                        })
                    };
                    all = all.iter().flat_map(lowered).collect();
                }
                all.retain(|r| r != result);
                all
            }
        }
    }
}

/// Names in a line that are bound by nothing.
fn fresh_names(line: &OptionLine, known: &BTreeSet<String>) -> BTreeSet<String> {
    fn expr(e: &Expr, names: &mut BTreeSet<String>) {
        match &e.kind {
            ExprKind::Name(name) => {
                names.insert(name.clone());
            }
            ExprKind::Heap(_, e) | ExprKind::Negate(e) => expr(e, names),
            ExprKind::Binary(_, l, r) | ExprKind::Range(l, r) => {
                expr(l, names);
                expr(r, names);
            }
            ExprKind::Set(items) | ExprKind::Call(_, items) => {
                items.iter().for_each(|e| expr(e, names));
            }
            _ => {}
        }
    }
    fn condition(c: &Condition, names: &mut BTreeSet<String>) {
        match &c.kind {
            ConditionKind::Chain(first, rest) => {
                expr(first, names);
                rest.iter().for_each(|(_, e)| expr(e, names));
            }
            ConditionKind::Each(_, rest) => rest.iter().for_each(|(_, e)| expr(e, names)),
            ConditionKind::Distinct(_) => {}
            ConditionKind::Divides(l, r) | ConditionKind::In(l, r) => {
                expr(l, names);
                expr(r, names);
            }
            ConditionKind::And(l, r) | ConditionKind::Or(l, r) => {
                condition(l, names);
                condition(r, names);
            }
            ConditionKind::Not(inner) => condition(inner, names),
            other => panic!("the generator makes no {other:?}"),
        }
    }
    let mut names = BTreeSet::new();
    match &line.action {
        Action::Tuple(heaps) => heaps.iter().for_each(|e| expr(e, &mut names)),
        Action::Update { updates, .. } => updates.iter().for_each(|u| match &u.change {
            Change::Becomes(e) | Change::By(e) => expr(e, &mut names),
            _ => {}
        }),
        _ => {}
    }
    line.conditions.iter().for_each(|c| condition(c, &mut names));
    names.difference(known).cloned().collect()
}

fn bindings(binders: &[Binder], n: i64) -> Vec<BTreeMap<String, Value>> {
    let mut all = vec![BTreeMap::new()];
    for binder in binders {
        let mut next = Vec::new();
        for names in all {
            let values: Vec<Value> = match &binder.over {
                BinderValues::Heaps => (1..=n).map(Value::Number).collect(),
                BinderValues::After(before) => match &names[&before.value] {
                    Value::Number(i) => (i + 1..=n).map(Value::Number).collect(),
                    other => panic!("{other:?} is no index"),
                },
                BinderValues::Subsets(size) => (1..1 << n)
                    .map(|mask: i64| {
                        (1..=n).filter(|i| mask >> (i - 1) & 1 == 1).collect::<Vec<_>>()
                    })
                    .filter(|set| match size {
                        Some((compare, Expr { kind: ExprKind::Number(k), .. })) => {
                            compare.holds(set.len() as i64, *k)
                        }
                        _ => true,
                    })
                    .map(Value::Set)
                    .collect(),
                other => panic!("the generator has no {other:?}"),
            };
            for value in values {
                let mut names: BTreeMap<String, Value> = names.clone();
                names.insert(binder.name.value.clone(), value);
                next.push(names);
            }
        }
        all = next;
    }
    all
}

/// All arrangements of the heaps that the symmetry allows, as lists of places.
fn group(symmetry: &Symmetry, n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![(0..n).collect::<Vec<_>>()];
    let mut at = 0;
    while at < all.len() {
        for generator in symmetry.generators(n) {
            let image: Vec<usize> = all[at].iter().map(|i| generator[*i]).collect();
            if !all.contains(&image) {
                all.push(image);
            }
        }
        at += 1;
    }
    all
}

/// The options of `heaps` by the words of the rule.
fn options_by_words(rule: &GameText, game: &HeapGame, heaps: &[u64]) -> BTreeSet<Heaps> {
    let Some(PositionText::Heaps { shape, .. }) = &rule.place else { panic!("heaps") };
    let tuple: Vec<String> = match shape {
        HeapShape::Tuple(names) => names.iter().map(|n| n.value.clone()).collect(),
        HeapShape::Row(..) => Vec::new(),
    };
    let symmetry = &game.rules().symmetry;
    let circle = matches!(symmetry, Symmetry::Circle | Symmetry::DirectedCircle);
    let mut known: BTreeSet<String> = tuple.iter().cloned().collect();
    known.extend(["h".to_string(), "i".into(), "j".into(), "S".into()]);
    let mut found = BTreeSet::new();
    for places in group(symmetry, heaps.len()) {
        let seen: Vec<u64> = places.iter().map(|i| heaps[*i]).collect();
        for line in &rule.options {
            let fresh: Vec<String> = fresh_names(line, &known).into_iter().collect();
            for names in bindings(&line.binders, heaps.len() as i64) {
                let row = tuple.is_empty();
                let mut trial = Trial { names, tuple: &tuple, row, circle, heaps: seen.clone() };
                let tries = (FRESH + 1).pow(fresh.len() as u32);
                for code in 0..tries {
                    let mut rest = code;
                    for name in &fresh {
                        trial.names.insert(name.clone(), Value::Number(rest % (FRESH + 1)));
                        rest /= FRESH + 1;
                    }
                    if !line.conditions.iter().all(|c| trial.holds(c)) {
                        continue;
                    }
                    for result in trial.act(&line.action) {
                        let mut back = vec![0; heaps.len()];
                        for (seen_at, place) in places.iter().enumerate() {
                            back[*place] = result[seen_at];
                        }
                        let back: Option<Vec<u64>> =
                            back.iter().map(|h| u64::try_from(*h).ok()).collect();
                        // What is no position is no option.
                        if let Some(position) = back.and_then(|heaps| game.position(&heaps).ok()) {
                            found.insert(position);
                        }
                    }
                }
            }
        }
    }
    found
}

// --- the tests

fn window(game: &HeapGame) -> Vec<Heaps> {
    let mut positions = Vec::new();
    let to = if game.rules().names.len() == 3 { HEAP - 1 } else { HEAP + 1 };
    game.visit_positions(&Bounds { to: vec![to], total: None }, &mut |position| {
        positions.push(position.clone());
        std::ops::ControlFlow::Continue(())
    })
    .expect("a window");
    positions
}

#[test]
fn options_are_what_the_words_say() {
    let games = random_games(0..1_500);
    assert!(games.len() >= enough(201), "only {} rules were accepted", games.len());
    for (text, rule, game) in &games {
        for position in window(game) {
            let options: BTreeSet<Heaps> = game.options(&position).into_iter().collect();
            let expected = options_by_words(rule, game, &position);
            assert_eq!(options, expected, "{text}\nfrom {position:?}");
        }
    }
}

/// Variables that lowering makes up never meet those of the rule.
#[test]
fn made_up_variables_are_not_the_users() {
    for order in ["h[1] lowered, h[2] - t1", "h[2] - t1, h[1] lowered"] {
        let text = format!("game g position h[2] option h with {order}");
        let game = random::game_of(&text).expect("a game");
        let rule = ishitori_rule::parse::parse(&text).0;
        for position in window(&game) {
            let options: BTreeSet<Heaps> = game.options(&position).into_iter().collect();
            assert_eq!(options, options_by_words(&rule, &game, &position), "{text} {position:?}");
        }
    }
}

#[test]
fn predecessors_are_the_inverse_of_options() {
    for (text, _, game) in &random_games(2_000..3_000) {
        let positions = window(game);
        let to = positions.iter().flatten().copied().max().unwrap_or(0);
        let bounds = Bounds { to: vec![to], total: None };
        let mut expected: BTreeMap<Heaps, Vec<Heaps>> = BTreeMap::new();
        for position in &positions {
            for option in game.options(position) {
                expected.entry(option).or_default().push(position.clone());
            }
        }
        for position in &positions {
            let before = game.predecessors(position, &bounds, usize::MAX).expect("a window");
            let expected = game.arranged(expected.remove(position).unwrap_or_default());
            assert_eq!(before, expected, "{text}\nbefore {position:?}");
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_value() {
    for (text, _, game) in &random_games(3_000..3_600) {
        let mut solver = Reference::new(game);
        for position in window(game) {
            let canonical = game.canonical(&position);
            let mut facts = |p| solver.facts(p, &Control::unlimited()).expect("facts");
            assert_eq!(facts(&position), facts(&canonical), "{text}\n{position:?} {canonical:?}");
        }
    }
}

#[test]
fn windows_hold_every_position_once_in_order() {
    for (text, _, game) in &random_games(4_000..4_300) {
        let n = game.rules().names.len();
        let positions = window(game);
        let to = if n == 3 { HEAP - 1 } else { HEAP + 1 };
        let mut all = Vec::new();
        for mut code in 0..(to + 1).pow(n as u32) {
            let mut heaps = Vec::new();
            for _ in 0..n {
                heaps.push(code % (to + 1));
                code /= to + 1;
            }
            all.extend(game.position(&heaps).ok());
        }
        assert_eq!(positions, game.arranged(all), "{text}");
    }
}
