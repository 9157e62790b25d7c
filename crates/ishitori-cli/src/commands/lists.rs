//! What commands share about lists of positions that are no heaps: `--on 'path(1..20)'`.

use std::io::Write;

use anyhow::bail;
use ishitori::figure_lists::visit_list;
use ishitori::figure_runs::FigureRun;
use ishitori::games::{AnyGame, FigureGame, ListedFigure};
use ishitori::open::open;
use ishitori::rules::{Rules, Ruleset};
use ishitori::tables::{ShownFact, TableCell, TableView};
use ishitori::{Bounds, Control, GaveUp, Outcome};
use serde_json::json;

use super::{convention_word, deliver, write_json};
use crate::args::{PositionsArgs, TableArgs};
use crate::format::Format;
use crate::sheet::Sheet;

/// Refuses a window of a game that has none.
///
/// # Errors
/// If it is played with figures, and heaps or stones are bounded.
pub fn no_window(ruleset: &Ruleset, bounds: &Bounds) -> anyhow::Result<()> {
    match &ruleset.rules {
        Rules::Figures(_) if *bounds != Bounds::default() => bail!(
            "{} has no heaps to bound: name positions with --on, as in --on 'path(1..20)'",
            ruleset.about.full_name()
        ),
        _ => Ok(()),
    }
}

/// Refuses a game on heaps.
///
/// # Errors
/// If it is none on figures.
pub fn must_be_figures(ruleset: &Ruleset) -> anyhow::Result<()> {
    match &ruleset.rules {
        Rules::Figures(_) => Ok(()),
        _ => bail!(
            "--on is for graphs, posets, diagrams and boards of cells; {} has windows: --to N",
            ruleset.about.full_name()
        ),
    }
}

/// Positions of a list with what is shown of them.
fn rows(
    run: &FigureRun,
    list: &str,
    shows: ShownFact,
    most: usize,
    control: &Control,
) -> anyhow::Result<Vec<(ListedFigure, TableCell)>> {
    let mut rows = Vec::new();
    visit_list(run, list, shows, control, &mut |listed, cell| {
        if rows.len() == most {
            return Err(GaveUp::beyond(most, "positions in this list").into());
        }
        rows.push((listed.clone(), cell));
        Ok(())
    })?;
    Ok(rows)
}

/// `table --on`.
pub fn table(
    (game, ruleset): (&FigureGame, &Ruleset),
    args: &TableArgs,
    view: TableView,
    list: &str,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if !args.fix.is_empty() {
        bail!("there are no heaps to --fix");
    }
    let most = usize::try_from(args.work.positions()).unwrap_or(usize::MAX);
    let (name, keeping) = (&ruleset.about.full_name(), &args.keeping.keeping());
    let run = FigureRun { ruleset, game, convention: view.convention, keeping };
    deliver(&args.output, control, out, |out| {
        let rows = rows(&run, list, view.shows, most, control)?;
        if args.output.format() == Format::Bfile {
            return bfile(name, view, list, &rows, out);
        }
        write(name, view, list, &rows, args.output.format(), out)
    })
}

/// `positions --on`.
pub fn positions(
    args: &PositionsArgs,
    list: &str,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    must_be_figures(&opened.ruleset)?;
    let AnyGame::Figures(game) = &opened.game else { unreachable!("just seen") };
    if args.condition.is_some() {
        bail!(
            "--where is about heaps; `check --on LIST --formula 'P iff ...'` compares with a condition"
        );
    }
    let name = opened.ruleset.about.full_name();
    let view = TableView::new(Some(ShownFact::Outcome), args.play.convention());
    let most = usize::try_from(args.work.positions()).unwrap_or(usize::MAX);
    let wanted = TableCell::Outcome(Outcome::from(args.outcome));
    let (ruleset, keeping) = (&opened.ruleset, &args.keeping.keeping());
    let run = FigureRun { ruleset, game, convention: view.convention, keeping };
    deliver(&args.output, control, out, |out| {
        let mut rows = rows(&run, list, view.shows, most, control)?;
        rows.retain(|(_, cell)| *cell == wanted);
        rows.truncate(args.limit.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX));
        if args.count {
            return Ok(writeln!(out, "{}", rows.len())?);
        }
        write(&name, view, list, &rows, args.output.format(), out)
    })
}

fn write(
    name: &str,
    view: TableView,
    list: &str,
    rows: &[(ListedFigure, TableCell)],
    format: Format,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let word = view.word();
    if format == Format::Json {
        let entry = |(listed, cell): &(ListedFigure, TableCell)| {
            let mut entry = json!({ "position": listed.name });
            entry[word] = cell.json();
            entry
        };
        let positions: Vec<_> = rows.iter().map(entry).collect();
        let convention = convention_word(view.convention);
        let value = json!({
            "game": name, "convention": convention, "show": word, "on": list, "positions": positions,
        });
        return write_json(&value, out);
    }
    let row =
        |(listed, cell): &(ListedFigure, TableCell)| vec![listed.name.clone(), cell.to_string()];
    let headings = vec!["position".to_string(), word.to_string()];
    let rows = rows.iter().map(row).collect();
    Ok(Sheet { headings, rows, ..Sheet::default() }.write(format, out)?)
}

/// a(n) is the value of the position with n in its name.
fn bfile(
    name: &str,
    view: TableView,
    list: &str,
    rows: &[(ListedFigure, TableCell)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if view.shows == ShownFact::Outcome {
        bail!("a b-file holds numbers, not outcomes");
    }
    writeln!(out, "# {} of {name}, {list}", view.word())?;
    for (listed, cell) in rows {
        let [n] = listed.numbers[..] else {
            bail!(
                "a b-file needs one number in each name, as in path(1..20); `{}` is none",
                listed.name
            );
        };
        writeln!(out, "{n} {cell}")?;
    }
    Ok(())
}
