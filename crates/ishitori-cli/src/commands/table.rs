//! `ishitori table`: values over a window, as a grid where two heaps are free.

mod stream;

use std::collections::HashSet;
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{anyhow, bail};
use ishitori::open::{open, open_ruleset};
use ishitori::shown::ShownGame;
use ishitori_core::ask::{Fact, choose, choose_boards, p_positions};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{
    AnyGame, Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, SingleGame,
};
use ishitori_core::solve::{Convention, Outcome, PositionFacts, Reference};
use serde_json::{Value, json};

use super::plane::{FactSource, HeapAxis, Plane, agrees, fixed_heaps};
use super::{deliver, write_json};
use crate::args::{Shows, TableArgs};
use crate::format::Format;
use crate::progress;
use crate::results::stored::StoredResult;
use crate::sheet::Sheet;
use crate::singles;

pub fn run(args: &TableArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    let mut args = args.clone();
    let mut stored = None;
    if let Some(path) = &args.stored.from {
        let found = StoredResult::open(path, &args.game)?;
        args.play.misere = found.misere(args.play.misere)?;
        args.show = args.show.or((!found.has_grundy()).then_some(Shows::Outcome));
        found.heap_game()?;
        if args.window.bounds() == Bounds::default() {
            (args.window.to, args.window.total) = (found.bounds.to.clone(), found.bounds.total);
        }
        if args.fix.is_empty() {
            args.fix = found.fixed();
        }
        stored = Some(found);
    }
    let args = &args;
    let opened = match &stored {
        Some(stored) => open_ruleset(stored.ruleset.clone())?,
        None => open(&args.game)?,
    };
    let name = opened.ruleset.about.full_name();
    let view = TableView::new(args)?;
    if args.output.format().is_streamed() {
        return stream::run(&opened, args, view, stored, control, out);
    }
    stream::no_keeping(args)?;
    match &opened.game {
        AnyGame::Board(game) => {
            if !args.fix.is_empty() {
                bail!("a board has no heaps to --fix");
            }
            deliver(&args.output, control, out, |out| {
                let mut source = board_source(game, args, view, control)?;
                list(game, &name, args, view, &|_| true, &mut *source, out)
            })
        }
        AnyGame::Single(game) => {
            if !args.fix.is_empty() {
                bail!("single heaps have nothing to --fix");
            }
            deliver(&args.output, control, out, |out| {
                let mut source = single_source(game, args, view, control)?;
                if args.output.format() == Format::Bfile {
                    return single_bfile(game, &name, args, view, &mut *source, out);
                }
                list(game, &name, args, view, &|_| true, &mut *source, out)
            })
        }
        AnyGame::Heaps(game) => {
            let fixed = fixed_heaps(game, &args.fix)?;
            let free: Vec<usize> = (0..fixed.len()).filter(|i| fixed[*i].is_none()).collect();
            let grid = free.len() <= 2 && args.window.total.is_none();
            deliver(&args.output, control, out, |out| {
                if grid {
                    let plane = Plane::new(game, &args.window.to, fixed, &free)?;
                    let grid = TableGrid { plane };
                    grid.fits(args)?;
                    let bounds = grid.plane.bounds();
                    let source = heap_source(game, &bounds, args, view, stored, control)?;
                    grid.write(game, &name, args, view, source, out)
                } else {
                    let unordered = game.rules().symmetry.identifies();
                    let keep = |heaps: &Heaps| agrees(heaps, &fixed, unordered);
                    let bounds = args.window.bounds();
                    let mut source = heap_source(game, &bounds, args, view, stored, control)?;
                    list(game, &name, args, view, &keep, &mut *source, out)
                }
            })
        }
    }
}

/// What is shown of each position.
#[derive(Clone, Copy)]
struct TableView {
    shows: Shows,
    convention: Convention,
}

impl TableView {
    fn new(args: &TableArgs) -> anyhow::Result<TableView> {
        let convention = args.play.convention();
        let misere = convention == Convention::Misere;
        let shows = args.show.unwrap_or(if misere { Shows::Outcome } else { Shows::Grundy });
        if misere && shows == Shows::Grundy {
            bail!("Grundy values are for normal play: with --misere show outcome or remoteness");
        }
        Ok(TableView { shows, convention })
    }

    fn of(self, facts: &PositionFacts) -> TableCell {
        match self.shows {
            Shows::Grundy => TableCell::Number(facts.grundy),
            Shows::Outcome => TableCell::Outcome(facts.outcome(self.convention)),
            Shows::Remoteness => TableCell::Number(facts.remoteness(self.convention)),
        }
    }

    fn convention(self) -> &'static str {
        if self.convention == Convention::Misere { "misere" } else { "normal" }
    }
}

/// What is shown of one position.
#[derive(Clone, Copy)]
enum TableCell {
    Number(u32),
    Outcome(Outcome),
}

impl TableCell {
    fn json(self) -> Value {
        match self {
            TableCell::Number(number) => json!(number),
            TableCell::Outcome(outcome) => json!(outcome.to_string()),
        }
    }
}

impl fmt::Display for TableCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableCell::Number(number) => write!(f, "{number}"),
            TableCell::Outcome(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// Cells, row by row.
type TableRows = [Vec<Option<TableCell>>];

/// A plane with what is shown of it.
struct TableGrid {
    plane: Plane,
}

impl TableGrid {
    /// Every cell, row by row; `None` where there is no such position.
    fn cells(
        &self,
        game: &HeapGame,
        source: &mut CellOf<Heaps>,
    ) -> Result<Vec<Vec<Option<TableCell>>>, GaveUp> {
        let mut rows = vec![Vec::new(); self.plane.rows()];
        self.plane.visit(game, |row, _, position| {
            let shown = position.map(&mut *source).transpose()?;
            rows[row].push(shown);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Whether so many cells may be shown.
    fn fits(&self, args: &TableArgs) -> Result<(), GaveUp> {
        let most = args.work.max_positions;
        match self.plane.size() > most {
            true => Err(GaveUp::beyond(most, "cells in this table")),
            false => Ok(()),
        }
    }

    fn write(
        &self,
        game: &HeapGame,
        name: &str,
        args: &TableArgs,
        view: TableView,
        mut source: Box<CellOf<Heaps>>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let cells = self.cells(game, &mut *source)?;
        drop(source);
        if cells.iter().flatten().all(Option::is_none) {
            // Say why instead of printing a table without a single value.
            game.position(&self.plane.bounds().to)?;
        }
        match args.output.format() {
            Format::Json => write_json(&self.json(name, view, &cells), out),
            Format::Bfile => self.bfile(name, view, &cells, out),
            format => Ok(self.sheet(view, &cells).write(format, out)?),
        }
    }

    fn sheet(&self, view: TableView, cells: &TableRows) -> Sheet {
        let cell = |cell: &Option<TableCell>| cell.map_or("-".to_string(), |c| c.to_string());
        let word = view.shows.word();
        let (down, along) = (&self.plane.down, &self.plane.along);
        let corner = match (down, along) {
            (Some(down), Some(along)) => format!("{}\\{}", down.name, along.name),
            (None, Some(along)) => along.name.clone(),
            _ => String::new(),
        };
        let mut headings = vec![corner];
        if let Some(along) = along {
            headings.extend((along.from..=along.to).map(|h| h.to_string()));
        } else {
            headings.push(String::new());
        }
        let first = |nth: usize| match down {
            Some(down) => (down.from + nth as u64).to_string(),
            None => word.to_string(),
        };
        let row = |(nth, row): (usize, &Vec<Option<TableCell>>)| {
            std::iter::once(first(nth)).chain(row.iter().map(cell)).collect()
        };
        let rows = cells.iter().enumerate().map(row).collect();
        Sheet { headings, rows, row_headings: true, words: false }
    }

    fn json(&self, name: &str, view: TableView, cells: &TableRows) -> Value {
        let axis = |axis: &Option<HeapAxis>| match axis {
            Some(a) => json!({ "heap": a.name, "from": a.from, "to": a.to }),
            None => Value::Null,
        };
        let cell = |cell: &Option<TableCell>| cell.map_or(Value::Null, TableCell::json);
        let values: Vec<Vec<Value>> =
            cells.iter().map(|row| row.iter().map(cell).collect()).collect();
        json!({
            "game": name,
            "convention": view.convention(),
            "show": view.shows.word(),
            "rows": axis(&self.plane.down),
            "columns": axis(&self.plane.along),
            "fixed": self.plane.fixed,
            "values": values,
        })
    }

    /// One heap: a(n) is the value of heap n. Two: the grid by antidiagonals, from 0 on.
    fn bfile(
        &self,
        name: &str,
        view: TableView,
        cells: &TableRows,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if view.shows == Shows::Outcome {
            bail!("a b-file holds numbers: show grundy or remoteness");
        }
        let hole = || anyhow!("a b-file has no holes, but some cells are no positions");
        let number = |cell: &Option<TableCell>| cell.ok_or_else(hole);
        let word = view.shows.word();
        if self.plane.down.is_none() {
            writeln!(out, "# {word} of {name}")?;
            let from = self.plane.along.as_ref().map_or(0, |a| a.from);
            for (n, cell) in (from..).zip(&cells[0]) {
                writeln!(out, "{n} {}", number(cell)?)?;
            }
            return Ok(());
        }
        writeln!(out, "# {word} of {name}, read by antidiagonals")?;
        let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
        let mut n = 0;
        for diagonal in 0..rows.min(columns) {
            for down in 0..=diagonal {
                writeln!(out, "{n} {}", number(&cells[down][diagonal - down])?)?;
                n += 1;
            }
        }
        Ok(())
    }
}

/// What is shown of a position.
type CellOf<'g, P> = dyn FnMut(&P) -> Result<TableCell, GaveUp> + 'g;

fn by_reference<'g, G: ShownGame>(
    game: &'g G,
    args: &TableArgs,
    view: TableView,
    control: &Control,
) -> Box<CellOf<'g, G::Position>> {
    let mut solver = Reference::new(game);
    let control = progress::limited(control, args.work);
    Box::new(move |position| Ok(view.of(&solver.facts(position, &control)?)))
}

fn outcome_cell(is_p: bool) -> TableCell {
    TableCell::Outcome(if is_p { Outcome::P } else { Outcome::N })
}

/// From a table of values or a list of P-positions where an engine makes one.
fn heap_source<'g>(
    game: &'g HeapGame,
    bounds: &Bounds,
    args: &TableArgs,
    view: TableView,
    stored: Option<StoredResult>,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Heaps>>> {
    if let Some(mut stored) = stored {
        stored.window(bounds)?;
        let path = stored.path.display();
        match view.shows {
            Shows::Remoteness => bail!("{path} does not tell how long a game takes"),
            Shows::Grundy => {
                let mut source = FactSource::stored(stored, game)?;
                return Ok(Box::new(move |position| source.value(position).map(TableCell::Number)));
            }
            Shows::Outcome if stored.is_table() => {
                return Ok(Box::new(move |position| {
                    let found = stored.is_p(game, position);
                    let found = found.map_err(|error| GaveUp::new(format!("{error:#}")))?;
                    let missing = || GaveUp::new("a position is not in the file");
                    found.map(outcome_cell).ok_or_else(missing)
                }));
            }
            Shows::Outcome => {
                let mut p = HashSet::new();
                stored.visit_p(game, &mut |position| {
                    p.insert(position.clone());
                })?;
                return Ok(Box::new(move |position| Ok(outcome_cell(p.contains(position)))));
            }
        }
    }
    match view.shows {
        Shows::Remoteness => Ok(by_reference(game, args, view, control)),
        Shows::Grundy => {
            let mut source = FactSource::grundy(game, bounds, control, args.work)?;
            Ok(Box::new(move |position| source.value(position).map(TableCell::Number)))
        }
        Shows::Outcome => {
            let plan = choose(game, bounds, view.convention, control)?;
            if plan.is_reference() {
                return Ok(by_reference(game, args, view, control));
            }
            let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
            let mut found = HashSet::new();
            let control = progress::of_plan(&plan, control, args.work);
            p_positions(game, bounds, view.convention, &plan, &control, &mut |position| {
                if found.len() <= most {
                    found.insert(position.clone());
                }
            })?;
            if found.len() > most {
                return Err(GaveUp::beyond(most, "P-positions in this table").into());
            }
            Ok(Box::new(move |position| Ok(outcome_cell(found.contains(position)))))
        }
    }
}

/// From a table of all boards where there is one.
fn board_source<'g>(
    game: &'g BoardGame,
    args: &TableArgs,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Board>>> {
    let fact = match view.shows {
        Shows::Grundy => Fact::Grundy,
        Shows::Outcome => Fact::Outcome(view.convention),
        Shows::Remoteness => return Ok(by_reference(game, args, view, control)),
    };
    let bounds = args.window.bounds();
    let plan = choose_boards(game, &bounds, fact, control)?;
    let Some(below) = plan.all_boards(game) else {
        return Ok(by_reference(game, args, view, control));
    };
    // Every board is listed, so what cannot be listed need not be solved.
    let most = args.work.max_positions;
    if bounds.total.is_none() && below.boards() > most {
        return Err(GaveUp::beyond(most, "boards in this table").into());
    }
    let control = progress::planned(control, plan.positions, "boards");
    let outside = || GaveUp::new("a board outside the table");
    if fact == Fact::Grundy {
        let values = below.values(&control)?;
        return Ok(Box::new(move |b| values.get(b).map(TableCell::Number).ok_or_else(outside)));
    }
    let outcomes = below.outcomes(view.convention, &control)?;
    Ok(Box::new(move |b| outcomes.get(b).map(TableCell::Outcome).ok_or_else(outside)))
}

/// Single heaps: from their sequence in normal play.
fn single_source<'g>(
    game: &'g SingleGame,
    args: &TableArgs,
    view: TableView,
    control: &Control,
) -> anyhow::Result<Box<CellOf<'g, Vec<u64>>>> {
    if view.convention == Convention::Misere || view.shows == Shows::Remoteness {
        return Ok(by_reference(game, args, view, control));
    }
    let bounds = args.window.bounds();
    // Say what is wrong with the window first.
    game.visit_positions(&bounds, &mut |_| ControlFlow::Break(()))?;
    let largest = bounds.to.first().copied().or(bounds.total).unwrap_or(0);
    let most = args.work.max_positions;
    let sequence = singles::sequence(game.rules(), largest.min(most), control)?;
    Ok(Box::new(move |position| {
        let value = position.iter().try_fold(0, |sum, heap| Some(sum ^ sequence.value(*heap)?));
        let value = value.and_then(|value| u32::try_from(value).ok());
        let value = value.ok_or_else(|| GaveUp::beyond(most, "positions in this table"))?;
        Ok(match view.shows {
            Shows::Outcome if value == 0 => TableCell::Outcome(Outcome::P),
            Shows::Outcome => TableCell::Outcome(Outcome::N),
            _ => TableCell::Number(value),
        })
    }))
}

/// a(n) is the value of a heap of n stones.
fn single_bfile(
    game: &SingleGame,
    name: &str,
    args: &TableArgs,
    view: TableView,
    source: &mut CellOf<Vec<u64>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if view.shows == Shows::Outcome {
        bail!("a b-file holds numbers, not outcomes");
    }
    let ([to], None) = (args.window.to.as_slice(), args.window.total) else {
        bail!("a b-file needs single heaps: --to N without --total");
    };
    writeln!(out, "# {} of {name}, by the number of stones of a heap", view.shows.word())?;
    for heap in 0..=*to {
        writeln!(out, "{heap} {}", source(&game.position(&[heap]))?)?;
    }
    Ok(())
}

/// Every position of the window with its value, for boards and more than two free heaps.
fn list<G: ShownGame>(
    game: &G,
    name: &str,
    args: &TableArgs,
    view: TableView,
    keep: &dyn Fn(&G::Position) -> bool,
    source: &mut CellOf<G::Position>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file needs one or two free heaps: fix the others, as in --fix c=3");
    }
    let bounds: Bounds = args.window.bounds();
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    let mut gave_up = None;
    game.visit_positions(&bounds, &mut |position| {
        if !keep(position) {
            return ControlFlow::Continue(());
        }
        if rows.len() == most {
            gave_up = Some(GaveUp::beyond(most, "positions in this table"));
            return ControlFlow::Break(());
        }
        match source(position) {
            Ok(cell) => {
                rows.push((position.clone(), cell));
                ControlFlow::Continue(())
            }
            Err(error) => {
                gave_up = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    if let Some(error) = gave_up {
        return Err(error.into());
    }
    if format == Format::Json {
        let entry = |(p, cell): &(G::Position, TableCell)| {
            let mut entry = json!({ "position": game.json(p) });
            entry[view.shows.word()] = cell.json();
            entry
        };
        let positions: Vec<Value> = rows.iter().map(entry).collect();
        let (convention, show) = (view.convention(), view.shows.word());
        let value =
            json!({ "game": name, "convention": convention, "show": show, "positions": positions });
        return write_json(&value, out);
    }
    let mut headings = game.headings();
    headings.push(view.shows.word().to_string());
    let row = |(position, cell): &(G::Position, TableCell)| {
        let mut cells = game.cells(position);
        cells.push(cell.to_string());
        cells
    };
    let rows = rows.iter().map(row).collect();
    Ok(Sheet { headings, rows, ..Sheet::default() }.write(format, out)?)
}
