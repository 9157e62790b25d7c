//! The pictures and tables of a game in the report.
//!
//! Two heaps against each other, the others fixed: Grundy values from afar, P-positions, the table
//! as the papers print it, and the options of <6,8>. A picture that would take long is left out.

use std::collections::HashSet;

use ishitori_core::ask::{AskedGame, Question};
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, GameKind, HeapGame};
use ishitori_core::solve::Convention;
use ishitori_rule::Ruleset;
use ishitori_view::report::ReportFigure;
use ishitori_view::{CellMark, MarkKind, OptionsBoard, Picture, PictureHeading, grundy_table};

use crate::planes::Plane;
use crate::plots::{outcomes, sides, values};

/// A picture whose window has more positions is left out.
const MAX_POSITIONS: u128 = 400_000;

/// The position whose options the papers draw.
const EXAMPLE: [u64; 2] = [6, 8];

/// Pictures and tables of a game; none of a board or a single heap.
pub fn of(ruleset: &Ruleset, control: &Control) -> (Vec<ReportFigure>, Vec<String>) {
    let name = ruleset.about.full_name();
    match AnyGame::new(ruleset) {
        // What cannot be drawn is left out: the claims are what matters.
        Ok(AnyGame::Heaps(game)) => draw(&game, &name, control).unwrap_or_default(),
        _ => (Vec::new(), Vec::new()),
    }
}

fn draw(
    game: &HeapGame,
    name: &str,
    control: &Control,
) -> anyhow::Result<(Vec<ReportFigure>, Vec<String>)> {
    let rules = game.rules();
    let heaps = rules.names.len();
    if heaps < 2 {
        return Ok((Vec::new(), Vec::new()));
    }
    let (far, near) = match heaps {
        2 => (120, 12),
        3 => (40, 12),
        _ => (14, 10),
    };
    // The first two heaps vary; the others stay a little above their least size, all different.
    let fixed: Vec<Option<u64>> =
        (0..heaps).map(|i| (i >= 2).then(|| rules.lower[i] + i as u64 - 1)).collect();
    let others: Vec<String> = fixed
        .iter()
        .zip(&rules.names)
        .filter_map(|(size, name)| size.map(|size| format!(", {name} = {size}")))
        .collect();
    let others = others.concat();
    let mut figures = Vec::new();
    let mut tables = Vec::new();
    let plane = |to: u64| {
        let least = rules.lower.iter().copied().max().unwrap_or(0);
        Plane::new(game, &[to.max(least)], fixed.clone(), &[0, 1])
    };
    let words = |subtitle: String| PictureHeading { title: name.to_string(), subtitle };
    let large = plane(far)?;
    let plan = game.plan(&Question::Values { window: &large.bounds() }, control)?;
    if !plan.is_reference() && plan.positions <= MAX_POSITIONS {
        let matrix = values(game, &large, control)?;
        let picture = Picture::heat_map(&matrix, &words(format!("Grundy values{others}")));
        let caption = format!("Grundy values of {name}{others}");
        figures.push(ReportFigure { svg: picture.svg(), caption });
        let matrix = values(game, &plane(near)?, control)?;
        tables.push(grundy_table(&matrix, &format!("Grundy values of {name}{others}; boxed: P")));
    }
    let matrix = outcomes(game, &large, Convention::Normal, control)?;
    let picture = Picture::p_positions(&matrix, &words(format!("P-positions{others}")));
    figures.push(ReportFigure {
        svg: picture.svg(),
        caption: format!("P-positions of {name}{others}"),
    });
    if heaps == 2 {
        figures.push(options(game, name, control)?);
    }
    Ok((figures, tables))
}

/// The board on which the papers mark the options of <6,8>.
fn options(game: &HeapGame, name: &str, control: &Control) -> anyhow::Result<ReportFigure> {
    let plane = Plane::new(game, &[9], vec![None; 2], &[0, 1])?;
    let (down, along) = sides(&plane);
    let start = game.position(&EXAMPLE)?;
    let table = values(game, &plane, control)?;
    let is_p = |a: u64, b: u64| {
        let nth = |size: u64, from: u64| usize::try_from(size - from).unwrap_or(0);
        table.get(nth(a, table.down().from), nth(b, table.along().from)) == Some(0)
    };
    let mut marks = vec![CellMark { down: EXAMPLE[0], along: EXAMPLE[1], kind: MarkKind::Start }];
    let unordered = game.rules().symmetry.identifies();
    let mut seen = HashSet::new();
    for option in game.options(&start) {
        let (a, b) = (option[0], option[1]);
        // Drawn where the papers draw it: on either side of the diagonal.
        let both = if unordered { vec![(a, b), (b, a)] } else { vec![(a, b)] };
        for (a, b) in both {
            if a <= 9 && b <= 9 && seen.insert((a, b)) {
                let kind = if is_p(a, b) { MarkKind::Winning } else { MarkKind::Option };
                marks.push(CellMark { down: a, along: b, kind });
            }
        }
    }
    let title = format!("{name}: options of 6,8");
    let words = PictureHeading { title, subtitle: String::new() };
    let picture = Picture::options(&OptionsBoard { words, down, along, marks });
    Ok(ReportFigure { svg: picture.svg(), caption: format!("The options of <6,8> in {name}") })
}
