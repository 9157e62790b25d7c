//! `ishitori list`: the catalogue, or the gallery.
//!
//! Every game is compiled in and shown with its default parameters. More about one game: `show`.

use std::io::Write;

use ishitori::games::catalogue;
use ishitori::rules::{Rules, Ruleset};
use serde_json::json;

use super::write_json;
use crate::args::ListArgs;
use crate::format::Format;
use crate::sheet::Sheet;

pub fn run(args: &ListArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for (name, _) in if args.gallery { catalogue::GALLERY } else { catalogue::GAMES } {
        games.push(catalogue::find_named(name, &[])?);
    }
    if args.json {
        let games: Vec<_> = games.iter().map(entry).collect();
        return write_json(&json!({ "games": games }), out);
    }
    let title = |game: &Ruleset, language| game.about.title(language).unwrap_or("").to_string();
    let sheet = Sheet {
        headings: ["game", "title", "題名"].map(String::from).to_vec(),
        rows: games
            .iter()
            .map(|game| vec![signature(game), title(game, "en"), title(game, "ja")])
            .collect(),
        row_headings: false,
        words: true,
    };
    sheet.write(Format::Text, out)?;
    writeln!(out, "\nParameters are shown with their defaults. `ishitori show GAME` tells more.")?;
    if !args.gallery {
        let count = catalogue::GALLERY.len();
        writeln!(out, "{count} games of the literature: `ishitori list --gallery`.")?;
    }
    Ok(())
}

/// `circular(n=6, k=2)`.
pub fn signature(game: &Ruleset) -> String {
    let about = &game.about;
    if about.arguments.is_empty() {
        return about.name.clone();
    }
    let parameters: Vec<String> =
        about.arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}({})", about.name, parameters.join(", "))
}

fn entry(game: &Ruleset) -> serde_json::Value {
    let about = &game.about;
    json!({
        "name": about.name,
        "parameters": about.arguments.iter()
            .map(|(name, value)| json!({ "name": name, "default": value.to_string() }))
            .collect::<Vec<_>>(),
        "titles": about.titles.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "source": about.source,
        "kind": match &game.rules {
            Rules::Heaps(_) => "heaps",
            Rules::Board(_) => "board",
            Rules::Single(_) => "single",
            Rules::Pieces(_) => "pieces",
            Rules::Figures(rules) => rules.kind(),
        },
    })
}
