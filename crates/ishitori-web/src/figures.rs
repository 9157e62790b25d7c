//! Games on figures: graphs, posets, diagrams, boards of cells and of coins.
//!
//! Their texts, what the page is told of a game besides, and positions to begin with; who wins is in `judge`. A figure is
//! refused if its text in full is too long: a few letters, such as `complete(60)`, can name thousands of edges, and each
//! option is written as well.

use ishitori::games::{Figure, FigureGame, FigurePicture, GameKind};
use ishitori::rules::FigureRules;
use ishitori::shown::ShownGame;
use serde_json::{Value, json};

use crate::limits::ServerLimits;
use crate::refusal::RequestRefusal;

/// Reads a figure.
///
/// # Errors
/// [`RequestRefusal`] if it is none, or too large.
pub fn parsed(
    game: &FigureGame,
    text: &str,
    limits: &ServerLimits,
) -> Result<Figure, RequestRefusal> {
    let figure = game.parse(text).map_err(|error| RequestRefusal::bad(error.to_string()))?;
    let (most, letters) = (limits.figure, figure.text().len());
    match letters > most {
        true => Err(RequestRefusal::beyond("figure_bytes", most, letters)),
        false => Ok(figure),
    }
}

/// What the page is told of a game besides.
pub fn described(game: &FigureGame) -> Value {
    let example = game.parse(&game.example()).ok();
    json!({
        "list": game.default_list(),
        "numbers": game.number_names(),
        "picture": example.and_then(|example| game.picture_json(&example)),
    })
}

/// Some position of about this size; the example if there is no other.
pub fn candidate(game: &FigureGame, largest: u64) -> String {
    let side = |from: u64| from + fastrand::u64(0..=largest / 5);
    let texts = match game.rules() {
        FigureRules::Graph(_) => graphs(largest, side(1)),
        FigureRules::Poset(_) => vec![
            format!("chomp({},{})", side(2), side(2)),
            format!("chain({}) + chain({})", side(2), side(3)),
            format!("product(2,{})", side(2)),
        ],
        FigureRules::Diagram(_) => vec![diagram(largest)],
        FigureRules::Cells(_) => vec![board(game, 4)],
        FigureRules::Coins(_) => vec![board(game, 2)],
    };
    let has_token = game.example().contains(" at ");
    let text = fastrand::choice(texts).unwrap_or_default();
    let text = if has_token { format!("{text} at 1") } else { text };
    if game.parse(&text).is_ok() { text } else { game.example() }
}

fn graphs(largest: u64, side: u64) -> Vec<String> {
    vec![
        format!("path({})", largest + fastrand::u64(0..3)),
        format!("cycle({})", largest.max(3)),
        format!("grid({},{})", side.max(2), side + 1),
        format!("star({}) + path({})", largest / 2 + 1, largest / 2 + 1),
    ]
}

/// A diagram of about this many squares in a row and a column.
fn diagram(largest: u64) -> String {
    let mut row = 2 + fastrand::u64(1..=largest / 2);
    let mut rows = Vec::new();
    while row > 0 && rows.len() < 2 + largest as usize / 3 {
        rows.push(row.to_string());
        row -= fastrand::u64(0..=row.min(2));
    }
    rows.join(",")
}

/// A board of which one cell in so many is full.
fn board(game: &FigureGame, one_in: u8) -> String {
    let example = game.parse(&game.example()).map(|example| game.picture(&example));
    let Ok(FigurePicture::Cells(rows)) = example else { return game.example() };
    let cell = |_: &Option<bool>| if fastrand::u8(..one_in) == 0 { '#' } else { '.' };
    let rows = rows.iter().map(|row| row.iter().map(cell).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}
