//! `ishitori show`: a game's rule and what it lowers to.
//!
//! The families that are shown are those that solvers and prover read, so this tells how a rule was
//! understood. All problems of a rule and its claims are reported: it is also how to test a rule of one's
//! own. Nothing is solved.

use std::io::Write;

use ishitori::claims::ClaimedGame;
use ishitori::games::FigureGame;
use ishitori::rules::{Affine, Family, FigureRules, Symbol, WeightedCount};
use ishitori::rules::{
    BoardMoves, BoardRules, HeapRules, PartShape, PieceRules, Rules, Ruleset, SingleRules, Symmetry,
};
use serde_json::{Value, json};

use super::write_json;
use crate::args::ShowArgs;

pub fn run(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    // A file's claims are checked for mistakes as well.
    let game = ClaimedGame::open(&args.game)?.ruleset;
    if args.json {
        return write_json(&as_json(&game), out);
    }
    let about = &game.about;
    writeln!(out, "{}", about.full_name())?;
    for (_, title) in &about.titles {
        writeln!(out, "  {title}")?;
    }
    if let Some(source) = &about.source {
        writeln!(out, "  source: {source}")?;
    }
    for note in &about.notes {
        writeln!(out, "  {note}")?;
    }
    writeln!(out, "\nRule")?;
    for line in about.text.trim_end().lines() {
        writeln!(out, "  {line}")?;
    }
    match &game.rules {
        Rules::Heaps(rules) => heaps(rules, out),
        Rules::Board(rules) => board(rules, out),
        Rules::Single(rules) => single(rules, out),
        Rules::Pieces(rules) => pieces(rules, out),
        Rules::Figures(rules) => figures(rules, out),
    }
}

fn heaps(rules: &HeapRules, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "\nPositions")?;
    writeln!(out, "  heaps     {} ({})", rules.names.join(", "), rules.symmetry.words())?;
    let lower: Vec<String> =
        rules.names.iter().zip(&rules.lower).map(|(n, l)| format!("{n} >= {l}")).collect();
    let same = rules.lower.iter().all(|l| Some(l) == rules.lower.first());
    match (same, rules.lower.first()) {
        (true, Some(low)) => writeln!(out, "  bounds    each heap >= {low}")?,
        _ => writeln!(out, "  bounds    {}", lower.join(", "))?,
    }
    let states = &rules.names[rules.names.len() - rules.states.len()..];
    for (state, most) in states.iter().zip(&rules.states) {
        writeln!(out, "  state     {state} <= {most}")?;
    }
    if !rules.validity.is_empty() {
        let name = |symbol| symbol_name(rules, None, symbol);
        let conditions: Vec<String> = rules.validity.iter().map(|c| c.display(&name)).collect();
        writeln!(out, "  valid if  {}", conditions.join(", "))?;
    }
    let many = rules.families.len();
    writeln!(out, "\nMoves ({many} famil{})", if many == 1 { "y" } else { "ies" })?;
    for family in &rules.families {
        writeln!(out, "  {}", describe(rules, family))?;
    }
    writeln!(out, "\nPlay ends: {}", measure(rules))?;
    Ok(())
}

/// `(a, b) -> (x, b) where a > x`.
fn describe(rules: &HeapRules, family: &Family) -> String {
    let name = |symbol| symbol_name(rules, Some(family), symbol);
    let result: Vec<String> = family.result.iter().map(|e| e.display(&name)).collect();
    let conditions: Vec<String> = family.conditions.iter().map(|c| c.display(&name)).collect();
    let mut text = format!("({}) -> ({})", rules.names.join(", "), result.join(", "));
    if !conditions.is_empty() {
        text.push_str(&format!(" where {}", conditions.join(", ")));
    }
    text
}

fn symbol_name(rules: &HeapRules, family: Option<&Family>, symbol: Symbol) -> String {
    match (symbol, family) {
        (Symbol::Heap(i), _) => rules.names[i].clone(),
        (Symbol::Fresh(j), Some(family)) => family.fresh[j].clone(),
        (Symbol::Fresh(_), None) => symbol.to_string(),
    }
}

fn measure(rules: &HeapRules) -> String {
    let of = if rules.measure.blocks.is_empty() { "" } else { " of the largest position" };
    let counts = rules.measure.counts.iter().map(|count| counted(rules, count) + of);
    match counts.collect::<Vec<String>>().as_slice() {
        [one] => format!("{one} goes down with every move"),
        several => format!("of {}, the first that a move changes goes down", several.join("; ")),
    }
}

/// `the number of stones`, `a + 2*b + 1 for b > 0`.
fn counted(rules: &HeapRules, count: &WeightedCount) -> String {
    let mut sum = Affine::constant(0);
    for (i, weight) in count.stones.iter().enumerate() {
        sum = sum.plus(*weight, &Affine::heap(i)).expect("weights are small");
    }
    let mut terms = Vec::new();
    if count.stones.iter().all(|weight| *weight == 1) {
        terms.push("the number of stones".to_string());
    } else if count.stones.iter().any(|weight| *weight != 0) {
        terms.push(sum.display(&|symbol| symbol_name(rules, None, symbol)));
    }
    let nonempty = count.nonempty.iter().zip(&rules.names).zip(&rules.lower);
    terms.extend(
        nonempty
            .filter(|((weight, _), _)| **weight != 0)
            .map(|((weight, name), low)| format!("{weight} for {name} > {low}")),
    );
    terms.join(" + ")
}

fn single(rules: &SingleRules, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "\nPositions\n  any number of heaps, each >= 1")?;
    let many = rules.families.len() + rules.sums.len();
    writeln!(out, "\nMoves ({many} famil{})", if many == 1 { "y" } else { "ies" })?;
    for family in moves_of_a_heap(rules) {
        writeln!(out, "  {family}")?;
    }
    writeln!(out, "\nPlay ends: a heap becomes smaller ones")?;
    Ok(())
}

/// `[n] -> [x] + [y] where n = x + y`, for each family.
fn moves_of_a_heap(rules: &SingleRules) -> Vec<String> {
    let name = |family: &Family, symbol| match symbol {
        Symbol::Heap(_) => rules.name.clone(),
        Symbol::Fresh(j) => family.fresh[j].clone(),
    };
    let line = |family: &Family, parts: String| {
        let name = |symbol| name(family, symbol);
        let conditions: Vec<String> = family.conditions.iter().map(|c| c.display(&name)).collect();
        match conditions.is_empty() {
            true => format!("[{}] -> {parts}", rules.name),
            false => format!("[{}] -> {parts} where {}", rules.name, conditions.join(", ")),
        }
    };
    let listed = rules.families.iter().map(|family| {
        let heaps = family.result.iter().map(|e| e.display(&|symbol| name(family, symbol)));
        let heaps: Vec<String> = heaps.collect();
        line(family, PartShape::written(&vec![PartShape::One; heaps.len()], &heaps))
    });
    let sums = rules.sums.iter().map(|sum| {
        let parts = sum.display(&|symbol| name(&sum.family, symbol));
        line(&sum.family, parts)
    });
    listed.chain(sums).collect()
}

fn pieces(rules: &PieceRules, out: &mut dyn Write) -> anyhow::Result<()> {
    let numbers = rules.names.join(", ");
    writeln!(out, "\nPositions\n  any number of pieces [{numbers}], each number >= 1")?;
    let many = rules.families.len();
    writeln!(out, "\nMoves ({many} famil{})", if many == 1 { "y" } else { "ies" })?;
    for family in &rules.families {
        writeln!(out, "  {}", cut(rules, family))?;
    }
    writeln!(out, "\nPlay ends: a piece becomes smaller ones")?;
    Ok(())
}

/// `[a, b] -> [x, b] + [y, b] where a = x + y`.
fn cut(rules: &PieceRules, family: &Family) -> String {
    let name = |symbol| match symbol {
        Symbol::Heap(i) => rules.names[i].clone(),
        Symbol::Fresh(j) => family.fresh[j].clone(),
    };
    let piece = |numbers: &[Affine]| {
        let numbers: Vec<String> = numbers.iter().map(|e| e.display(&name)).collect();
        format!("[{}]", numbers.join(", "))
    };
    let parts: Vec<String> = family.result.chunks(rules.names.len()).map(piece).collect();
    let parts = if parts.is_empty() { "[]".to_string() } else { parts.join(" + ") };
    let conditions: Vec<String> = family.conditions.iter().map(|c| c.display(&name)).collect();
    let line = format!("[{}] -> {parts}", rules.names.join(", "));
    match conditions.is_empty() {
        true => line,
        false => format!("{line} where {}", conditions.join(", ")),
    }
}

fn figures(rules: &FigureRules, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = FigureGame::new(rules);
    writeln!(out, "\nPositions\n  such as {}", game.example())?;
    writeln!(out, "  claims know {}", game.number_names().join(", "))?;
    writeln!(out, "\nMoves")?;
    for line in rules.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn board(rules: &BoardRules, out: &mut dyn Write) -> anyhow::Result<()> {
    let BoardRules { rows, columns, moves } = rules;
    writeln!(out, "\nPositions")?;
    writeln!(
        out,
        "  a board of {rows} rows and {columns} columns, written row by row from the top:"
    )?;
    let row = "#".repeat(*columns);
    writeln!(out, "  {}", vec![row; *rows].join("/"))?;
    writeln!(out, "\nMoves\n  {}", board_words(*moves))?;
    Ok(())
}

fn board_words(moves: BoardMoves) -> &'static str {
    let words = BoardMoves::WORDS.iter().find(|(known, _)| *known == moves);
    words.map_or("", |(_, words)| words)
}

fn as_json(game: &Ruleset) -> Value {
    let about = &game.about;
    let mut value = json!({
        "name": about.name,
        "game": about.full_name(),
        "parameters": about.arguments.iter()
            .map(|(name, value)| (name.clone(), json!(value.to_string())))
            .collect::<serde_json::Map<_, _>>(),
        "titles": about.titles.iter()
            .map(|(language, title)| (language.clone(), json!(title)))
            .collect::<serde_json::Map<_, _>>(),
        "source": about.source,
        "notes": about.notes,
        "rule": about.text,
        "claims": game.claims.iter().map(|claim| json!({
            "id": claim.id.value,
            "kind": claim.kind.value,
            "source": claim.about.source,
            "statement": about.text.get(claim.statement.span.clone()),
        })).collect::<Vec<_>>(),
    });
    let more = match &game.rules {
        Rules::Heaps(rules) => json!({
            "kind": "heaps",
            "heaps": rules.names,
            "lower": rules.lower,
            "symmetry": symmetry_word(&rules.symmetry),
            "families": rules.families.iter().map(|f| describe(rules, f)).collect::<Vec<_>>(),
            "measure": rules.measure.one_count().map(|count| &count.stones),
            "play_ends": measure(rules),
        }),
        Rules::Single(rules) => json!({
            "kind": "single",
            "heap": rules.name,
            "families": moves_of_a_heap(rules),
        }),
        Rules::Pieces(rules) => json!({
            "kind": "pieces",
            "numbers": rules.names,
            "families": rules.families.iter().map(|f| cut(rules, f)).collect::<Vec<_>>(),
        }),
        Rules::Figures(rules) => json!({ "kind": rules.kind(), "moves": rules.lines() }),
        Rules::Board(rules) => json!({
            "kind": "board",
            "rows": rules.rows,
            "columns": rules.columns,
            "moves": board_words(rules.moves),
        }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

fn symmetry_word(symmetry: &Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "none",
        Symmetry::Unordered => "unordered",
        Symmetry::Circle => "circle",
        Symmetry::DirectedCircle => "directed circle",
        Symmetry::Line => "line",
        Symmetry::Ranges(_) => "ranges",
    }
}
