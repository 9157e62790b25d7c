//! A game in JSON: what the page needs to show it.
//!
//! `summary` is for the atlas: the rule, its claims and their known verdicts. `whole` adds where to begin and
//! how far windows of one to four heaps go. The latter is planned, not solved; it takes a while, so it is
//! done once for each game that is kept.

use ishitori::games::{AnyGame, GameKind, HeapGame};
use ishitori::questions::Fact;
use ishitori::rules::{BoardMoves, Rules, Ruleset, Symmetry};
use serde_json::{Map, Value, json};

use crate::figures;
use crate::games::ServedGame;
use crate::limits::ServerLimits;
use crate::pool::Stop;
use crate::refusal::RequestRefusal;
use crate::solved::largest;
use crate::verdicts;

/// What the atlas says of a game.
pub fn summary(ruleset: &Ruleset) -> Value {
    let about = &ruleset.about;
    let mut titles: Map<String, Value> = Map::new();
    for (language, title) in &about.titles {
        titles.insert(language.clone(), json!(title));
    }
    let parameter = |(name, value): &(String, ishitori::rules::Argument)| json!({ "name": name, "default": value.to_string() });
    let mut value = json!({
        "name": about.name,
        "full_name": about.full_name(),
        "title": titles,
        "note": about.notes.join(" "),
        "source": about.source,
        "parameters": about.arguments.iter().map(parameter).collect::<Vec<_>>(),
        "rule": about.text,
        "claims": claims(ruleset),
    });
    merge(&mut value, kind(&ruleset.rules));
    value
}

fn merge(value: &mut Value, more: Value) {
    if let (Value::Object(value), Value::Object(more)) = (value, more) {
        value.extend(more);
    }
}

/// What is said of each kind of game.
fn kind(rules: &Rules) -> Value {
    match rules {
        Rules::Heaps(rules) => json!({
            "kind": "heaps",
            "heaps": rules.names,
            "lower": rules.lower,
            "unordered": rules.symmetry.identifies(),
            "symmetry": symmetry(&rules.symmetry),
        }),
        Rules::Single(_) => json!({
            "kind": "single",
            "heaps": [],
            "lower": [],
            "unordered": true,
            "symmetry": "unordered",
        }),
        Rules::Pieces(_) => json!({
            "kind": "pieces",
            "heaps": [],
            "lower": [],
            "unordered": true,
            "symmetry": "unordered",
        }),
        Rules::Figures(rules) => json!({
            "kind": rules.kind(),
            "figure": true,
            "heaps": [],
            "lower": [],
            "unordered": false,
            "symmetry": "none",
            "moves": rules.lines().join("; "),
        }),
        Rules::Board(rules) => json!({
            "kind": "board",
            "heaps": [],
            "lower": [],
            "unordered": false,
            "symmetry": "none",
            "rows": rules.rows,
            "columns": rules.columns,
            "coins": rules.moves == BoardMoves::TurnCorners,
            "moves": BoardMoves::WORDS.iter().find(|(moves, _)| *moves == rules.moves).map(|(_, words)| *words),
        }),
    }
}

fn symmetry(symmetry: &Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "none",
        Symmetry::Unordered => "unordered",
        Symmetry::Circle => "circle",
        Symmetry::DirectedCircle => "directed circle",
        Symmetry::Line => "line",
        Symmetry::Ranges(_) => "ranges",
    }
}

fn claims(ruleset: &Ruleset) -> Vec<Value> {
    let claim = |claim: &ishitori::rules::ClaimText| {
        let text = ruleset.about.text.get(claim.statement.span.clone()).unwrap_or_default();
        json!({
            "id": claim.id.value,
            "kind": claim.kind.value,
            "text": text,
            "source": claim.about.source,
            "misere": claim.about.misere,
            "verdict": verdicts::of(ruleset, &claim.id.value),
        })
    };
    ruleset.claims.iter().map(claim).collect()
}

/// All about a game with its arguments. How far its windows go takes a while to plan, so it is done once.
///
/// # Errors
/// [`RequestRefusal`] if nobody waits for it any more, or it takes too long.
pub fn whole(
    known: &ServedGame,
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<Value, RequestRefusal> {
    if let Some(described) = known.described.get() {
        return Ok(described.clone());
    }
    let described = described(known, limits, stop)?;
    Ok(known.described.get_or_init(|| described).clone())
}

fn described(
    known: &ServedGame,
    limits: &ServerLimits,
    stop: &Stop,
) -> Result<Value, RequestRefusal> {
    let mut value = summary(&known.claimed.ruleset);
    value["reference"] = json!(known.reference);
    value["start"] = json!(start(&known.game));
    if let AnyGame::Figures(game) = &known.game {
        merge(&mut value, figures::described(game));
    }
    if let AnyGame::Heaps(game) = &known.game {
        let mut sides = Map::new();
        for free in 1..=game.rules().names.len().min(4) {
            let fixed = &game.rules().lower;
            let axes: Vec<usize> = (0..free).collect();
            let side = largest(known, Fact::Grundy, &axes, fixed, limits, stop)?;
            sides.insert(free.to_string(), json!(side));
        }
        value["largest"] = Value::Object(sides);
    }
    Ok(value)
}

/// A good position to begin with: not too small, and with moves.
pub fn start(game: &AnyGame) -> String {
    match game {
        AnyGame::Heaps(game) => heap_start(game),
        AnyGame::Single(_) => "5,8".to_string(),
        AnyGame::Figures(game) => {
            let example = game.example();
            game.parse(&example).map_or(example, |figure| game.write(&figure))
        }
        AnyGame::Pieces(game) => ["3", "4", "2", "5"][..game.numbers()].join("x"),
        AnyGame::Board(game) => {
            let row = "#".repeat(game.rules().columns);
            vec![row; game.rules().rows].join("/")
        }
    }
}

fn heap_start(game: &HeapGame) -> String {
    let lower = &game.rules().lower;
    let count = lower.len() as u64;
    // Different heaps, smaller ones where there are many; then larger ones, if a rule wants that.
    let step = |heap: u64| if count > 3 { 2 + (heap * 3) % 5 } else { 3 + 2 * heap };
    for more in 0..30 {
        let heap = |(at, low): (usize, &u64)| low + step(at as u64) + more;
        let heaps: Vec<u64> = lower.iter().enumerate().map(heap).collect();
        if let Ok(position) = game.position(&heaps) {
            return game.write(&position);
        }
    }
    let mut last = None;
    let most = lower.iter().sum::<u64>() + 5 * count;
    let bounds = ishitori::Bounds { to: Vec::new(), total: Some(most) };
    let mut seen = 0;
    let _ = game.visit_positions(&bounds, &mut |position| {
        seen += 1;
        last = Some(position.clone());
        if seen > 1_000 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    last.map(|position| game.write(&position)).unwrap_or_default()
}
