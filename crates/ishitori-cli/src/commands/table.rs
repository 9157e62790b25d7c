//! `ishitori table`: values over a window, as a grid where two heaps are free.
//!
//! Cells come from an engine, a file or plain recursion (`ishitori::tables`). A table that is printed is put
//! together in memory, and given up beyond `--max-positions`; one that is streamed into a file is solved with
//! checkpoints. P-positions alone are for `positions`, pictures for `plot`.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{anyhow, bail};
use ishitori::files::stored::StoredResult;
use ishitori::games::{AnyGame, HeapGame, Heaps, SingleGame};
use ishitori::open::{OpenedGame, open, open_ruleset};
use ishitori::planes::{HeapAxis, Plane, agrees, fixed_heaps};
use ishitori::shown::ShownGame;
use ishitori::tables::{
    CellOf, ShownFact, TableCell, TableRequest, TableView, board_cells, heap_cells, no_keeping,
    piece_cells, single_cells, stream, write_json_lines,
};
use ishitori::{Bounds, Control, GaveUp};
use serde_json::{Value, json};

use super::{convention_word, deliver, lists, options, write_json};
use crate::args::{Shows, TableArgs};
use crate::format::Format;
use crate::sheet::Sheet;

pub fn run(args: &TableArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(program) = &args.program.options {
        return options::table(program, args, control, out);
    }
    let control = &args.work.of(&args.memory.of(control));
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
    if args.on.is_some() {
        lists::must_be_figures(&opened.ruleset)?;
    }
    lists::no_window(&opened.ruleset, &args.window.bounds())?;
    let view = TableView::new(args.show.map(ShownFact::from), args.play.convention());
    if args.output.is_printed_lines() {
        no_keeping(&args.keeping.keeping())?;
        let window = (&args.window.bounds(), args.fix.as_slice());
        return write_json_lines(&opened, view, window, stored, control, out);
    }
    if args.output.format().streamed().is_some() {
        return write_file(&opened, args, view, stored, control, out);
    }
    if !matches!(opened.game, AnyGame::Figures(_)) {
        no_keeping(&args.keeping.keeping())?;
    }
    match &opened.game {
        AnyGame::Board(game) => {
            if !args.fix.is_empty() {
                bail!("a board has no heaps to --fix");
            }
            deliver(&args.output, control, out, |out| {
                let mut source = board_cells(game, &args.window.bounds(), view, control)?;
                list(game, &name, args, view, &|_| true, &mut *source, out)
            })
        }
        AnyGame::Figures(game) => {
            let list = args.on.clone().unwrap_or_else(|| game.default_list());
            lists::table((game, &opened.ruleset), args, view, &list, control, out)
        }
        AnyGame::Single(game) => {
            if !args.fix.is_empty() {
                bail!("single heaps have nothing to --fix");
            }
            deliver(&args.output, control, out, |out| {
                let mut source = single_cells(game, &args.window.bounds(), view, control)?;
                if args.output.format() == Format::Bfile {
                    return single_bfile(game, &name, args, view, &mut *source, out);
                }
                list(game, &name, args, view, &|_| true, &mut *source, out)
            })
        }
        AnyGame::Heaps(game) => heap_table(game, &name, args, view, control, out, |bounds| {
            heap_cells(game, bounds, view, stored, control)
        }),
        AnyGame::Pieces(game) => {
            heap_table(game.one_piece(), &name, args, view, control, out, |bounds| {
                piece_cells(game, bounds, view, control)
            })
        }
    }
}

/// A grid where up to two heaps are free, else a list.
fn heap_table<'g>(
    game: &HeapGame,
    name: &str,
    args: &TableArgs,
    view: TableView,
    control: &Control,
    out: &mut dyn Write,
    cells: impl FnOnce(&Bounds) -> anyhow::Result<Box<CellOf<'g, Heaps>>>,
) -> anyhow::Result<()> {
    let fixed = fixed_heaps(game, &args.fix)?;
    let free: Vec<usize> = (0..fixed.len()).filter(|i| fixed[*i].is_none()).collect();
    let grid = free.len() <= 2 && args.window.total.is_none();
    deliver(&args.output, control, out, |out| {
        if grid {
            let plane = Plane::new(game, &args.window.to, fixed, &free)?;
            let grid = TableGrid { plane };
            grid.fits(control)?;
            let source = cells(&grid.plane.bounds())?;
            grid.write(game, name, args, view, source, out)
        } else {
            let unordered = game.rules().symmetry.identifies();
            let keep = |heaps: &Heaps| agrees(heaps, &fixed, unordered);
            let mut source = cells(&args.window.bounds())?;
            list(game, name, args, view, &keep, &mut *source, out)
        }
    })
}

/// Streams the table into a file.
fn write_file(
    opened: &OpenedGame,
    args: &TableArgs,
    view: TableView,
    stored: Option<StoredResult>,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    let (Some(path), Some(streamed)) = (args.output.path(), format.streamed()) else {
        bail!("{} is written into a file: name it with -o", format.word());
    };
    let (bounds, keeping) = (args.window.bounds(), &args.keeping.keeping());
    let request = TableRequest { view, bounds, fix: &args.fix, path, format: streamed, keeping };
    stream(opened, &request, stored, control)?;
    let name = opened.ruleset.about.full_name();
    writeln!(out, "{} of {name} in {}", view.word(), path.display())?;
    Ok(())
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
    fn fits(&self, control: &Control) -> Result<(), GaveUp> {
        let most = control.most_positions();
        match self.plane.size() > most as u64 {
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
        let word = view.word();
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
            "convention": convention_word(view.convention),
            "show": view.word(),
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
        if view.shows == ShownFact::Outcome {
            bail!("a b-file holds numbers: show grundy or remoteness");
        }
        let hole = || anyhow!("a b-file has no holes, but some cells are no positions");
        let number = |cell: &Option<TableCell>| cell.ok_or_else(hole);
        let word = view.word();
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

/// a(n) is the value of a heap of n stones.
fn single_bfile(
    game: &SingleGame,
    name: &str,
    args: &TableArgs,
    view: TableView,
    source: &mut CellOf<Vec<u64>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if view.shows == ShownFact::Outcome {
        bail!("a b-file holds numbers, not outcomes");
    }
    let ([to], None) = (args.window.to.as_slice(), args.window.total) else {
        bail!("a b-file needs single heaps: --to N without --total");
    };
    writeln!(out, "# {} of {name}, by the number of stones of a heap", view.word())?;
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
    let most = usize::try_from(args.work.positions()).unwrap_or(usize::MAX);
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
            entry[view.word()] = cell.json();
            entry
        };
        let positions: Vec<Value> = rows.iter().map(entry).collect();
        let (convention, show) = (convention_word(view.convention), view.word());
        let value =
            json!({ "game": name, "convention": convention, "show": show, "positions": positions });
        return write_json(&value, out);
    }
    let mut headings = game.headings();
    headings.push(view.word().to_string());
    let row = |(position, cell): &(G::Position, TableCell)| {
        let mut cells = game.cells(position);
        cells.push(cell.to_string());
        cells
    };
    let rows = rows.iter().map(row).collect();
    Ok(Sheet { headings, rows, ..Sheet::default() }.write(format, out)?)
}
