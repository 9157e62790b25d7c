//! `ishitori table`: values over a window, as a grid where two heaps are free.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, anyhow, bail};
use ishitori_core::game::{AnyGame, Bounds, HeapGame, Heaps, WindowError};
use ishitori_core::solve::choose::choose_grundy;
use ishitori_core::solve::table::GrundyTable;
use ishitori_core::solve::{Budget, Convention, Facts, GaveUp, Outcome, Reference};
use serde_json::{Value, json};

use super::{deliver, write_json};
use crate::args::{Shows, TableArgs};
use crate::format::Format;
use crate::open::open;
use crate::progress;
use crate::sheet::Sheet;
use crate::shown::{Shown, heap_named};

pub fn run(args: &TableArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    let view = View::new(args)?;
    match &opened.game {
        AnyGame::Board(game) => {
            if !args.fix.is_empty() {
                bail!("a board has no heaps to --fix");
            }
            deliver(&args.output, out, |out| list(game, &name, args, view, &|_| true, out))
        }
        AnyGame::Heaps(game) => {
            let fixed = fixed_heaps(game, &args.fix)?;
            let free: Vec<usize> = (0..fixed.len()).filter(|i| fixed[*i].is_none()).collect();
            let grid = free.len() <= 2 && args.window.total.is_none();
            deliver(&args.output, out, |out| {
                if grid {
                    Grid::new(game, args, fixed, free)?.write(game, &name, args, view, out)
                } else {
                    let unordered = game.rules().symmetry.identifies();
                    list(game, &name, args, view, &|heaps| agrees(heaps, &fixed, unordered), out)
                }
            })
        }
    }
}

/// What is shown of each position.
#[derive(Clone, Copy)]
struct View {
    shows: Shows,
    convention: Convention,
}

impl View {
    fn new(args: &TableArgs) -> anyhow::Result<View> {
        let convention = args.play.convention();
        let misere = convention == Convention::Misere;
        let shows = args.show.unwrap_or(if misere { Shows::Outcome } else { Shows::Grundy });
        if misere && shows == Shows::Grundy {
            bail!("Grundy values are for normal play: with --misere show outcome or remoteness");
        }
        Ok(View { shows, convention })
    }

    fn of(self, facts: &Facts) -> Cell {
        match self.shows {
            Shows::Grundy => Cell::Number(facts.grundy),
            Shows::Outcome => Cell::Outcome(facts.outcome(self.convention)),
            Shows::Remoteness => Cell::Number(facts.remoteness(self.convention)),
        }
    }

    fn convention(self) -> &'static str {
        if self.convention == Convention::Misere { "misere" } else { "normal" }
    }
}

/// What is shown of one position.
#[derive(Clone, Copy)]
enum Cell {
    Number(u32),
    Outcome(Outcome),
}

impl Cell {
    fn json(self) -> Value {
        match self {
            Cell::Number(number) => json!(number),
            Cell::Outcome(outcome) => json!(outcome.to_string()),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Outcome(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// Where the values come from: a table where there is one, or else the reference.
enum Source<'g> {
    Table(GrundyTable),
    Reference(Box<Reference<'g, HeapGame>>, Budget<'static>),
}

impl<'g> Source<'g> {
    fn new(
        game: &'g HeapGame,
        bounds: &Bounds,
        args: &TableArgs,
        view: View,
    ) -> anyhow::Result<Self> {
        if view.shows == Shows::Grundy
            && let Some(plan) = choose_grundy(game, bounds, args.memory.limits())?
        {
            let mut budget = progress::planned(plan.positions, "positions");
            return Ok(Source::Table(plan.solve(game, &mut budget)?));
        }
        Ok(Source::Reference(Box::new(Reference::new(game)), progress::budget(args.work)))
    }

    fn cell(&mut self, position: &Heaps, view: View) -> Result<Cell, GaveUp> {
        match self {
            Source::Table(table) => Ok(Cell::Number(table.get(position))),
            Source::Reference(solver, budget) => Ok(view.of(&solver.facts(position, budget)?)),
        }
    }
}

/// The sizes that `--fix` gives, by heap.
fn fixed_heaps(game: &HeapGame, fix: &[String]) -> anyhow::Result<Vec<Option<u64>>> {
    let mut fixed = vec![None; game.rules().names.len()];
    for part in fix.iter().flat_map(|f| f.split(',')) {
        let (name, size) = part
            .split_once('=')
            .ok_or_else(|| anyhow!("`--fix {part}` should look like --fix c=3"))?;
        let heap = heap_named(game, name).ok_or_else(|| {
            anyhow!("there is no heap `{name}`: the heaps are {}", game.rules().names.join(", "))
        })?;
        let size = size.trim().parse().with_context(|| format!("`{size}` is not a size"))?;
        if fixed[heap].replace(size).is_some() {
            bail!("heap {name} is fixed twice");
        }
    }
    Ok(fixed)
}

/// Cells, row by row.
type Rows = [Vec<Option<Cell>>];

/// One or two free heaps against each other.
struct Grid {
    /// The heap that varies down the rows, if two are free.
    down: Option<Axis>,
    /// The heap that varies along a row; none if every heap is fixed.
    along: Option<Axis>,
    fixed: Vec<Option<u64>>,
}

struct Axis {
    heap: usize,
    name: String,
    from: u64,
    to: u64,
}

impl Grid {
    fn new(
        game: &HeapGame,
        args: &TableArgs,
        fixed: Vec<Option<u64>>,
        free: Vec<usize>,
    ) -> anyhow::Result<Grid> {
        let to = &args.window.to;
        let bound = |nth: usize| match to.as_slice() {
            [] => Err(WindowError::Unbounded),
            [one] => Ok(*one),
            each if each.len() == free.len() => Ok(each[nth]),
            each if each.len() == fixed.len() => Ok(each[free[nth]]),
            each => Err(WindowError::BoundCount { given: each.len(), heaps: free.len() }),
        };
        let axis = |nth: usize| -> anyhow::Result<Axis> {
            let heap = free[nth];
            let rules = game.rules();
            let (from, to) = (rules.lower[heap], bound(nth)?);
            Ok(Axis { heap, name: rules.names[heap].clone(), from, to })
        };
        let (down, along) = match free.len() {
            0 => (None, None),
            1 => (None, Some(axis(0)?)),
            _ => (Some(axis(0)?), Some(axis(1)?)),
        };
        Ok(Grid { down, along, fixed })
    }

    /// The smallest box that holds the grid.
    fn bounds(&self) -> Bounds {
        Bounds { to: (0..self.fixed.len()).map(|heap| self.corner(heap)).collect(), total: None }
    }

    /// Every cell, row by row; `None` where there is no such position.
    fn cells(
        &self,
        game: &HeapGame,
        source: &mut Source,
        view: View,
    ) -> Result<Vec<Vec<Option<Cell>>>, GaveUp> {
        let span = |axis: &Option<Axis>| match axis {
            Some(axis) => (axis.from..=axis.to).map(|h| Some((axis.heap, h))).collect(),
            None => vec![None],
        };
        let mut rows = Vec::new();
        for down in span(&self.down) {
            let mut row = Vec::new();
            for along in span(&self.along) {
                let mut heaps: Vec<u64> = self.fixed.iter().map(|h| h.unwrap_or(0)).collect();
                for (heap, size) in [down, along].into_iter().flatten() {
                    heaps[heap] = size;
                }
                row.push(match game.position(&heaps) {
                    Ok(position) => Some(source.cell(&position, view)?),
                    Err(_) => None,
                });
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn write(
        &self,
        game: &HeapGame,
        name: &str,
        args: &TableArgs,
        view: View,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let count = |axis: &Option<Axis>| {
            axis.as_ref().map_or(1, |a| a.to.saturating_add(1).saturating_sub(a.from))
        };
        if count(&self.down).saturating_mul(count(&self.along)) > args.work.max_positions {
            return Err(GaveUp::beyond(args.work.max_positions, "cells in this table").into());
        }
        let mut source = Source::new(game, &self.bounds(), args, view)?;
        let cells = self.cells(game, &mut source, view)?;
        drop(source);
        if cells.iter().flatten().all(Option::is_none) {
            // Say why instead of printing a table without a single value.
            let heaps: Vec<u64> = (0..self.fixed.len()).map(|i| self.corner(i)).collect();
            game.position(&heaps)?;
        }
        match args.output.format() {
            Format::Json => write_json(&self.json(name, view, &cells), out),
            Format::Bfile => self.bfile(name, view, &cells, out),
            format => Ok(self.sheet(view, &cells).write(format, out)?),
        }
    }

    fn corner(&self, heap: usize) -> u64 {
        let axes = [&self.down, &self.along];
        let axis = axes.into_iter().flatten().find(|axis| axis.heap == heap);
        axis.map_or_else(|| self.fixed[heap].unwrap_or(0), |axis| axis.to)
    }

    fn sheet(&self, view: View, cells: &Rows) -> Sheet {
        let cell = |cell: &Option<Cell>| cell.map_or("-".to_string(), |c| c.to_string());
        let word = view.shows.word();
        let (down, along) = (&self.down, &self.along);
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
        let row = |(nth, row): (usize, &Vec<Option<Cell>>)| {
            std::iter::once(first(nth)).chain(row.iter().map(cell)).collect()
        };
        let rows = cells.iter().enumerate().map(row).collect();
        Sheet { headings, rows, row_headings: true, words: false }
    }

    fn json(&self, name: &str, view: View, cells: &Rows) -> Value {
        let axis = |axis: &Option<Axis>| match axis {
            Some(a) => json!({ "heap": a.name, "from": a.from, "to": a.to }),
            None => Value::Null,
        };
        let cell = |cell: &Option<Cell>| cell.map_or(Value::Null, Cell::json);
        let values: Vec<Vec<Value>> =
            cells.iter().map(|row| row.iter().map(cell).collect()).collect();
        json!({
            "game": name,
            "convention": view.convention(),
            "show": view.shows.word(),
            "rows": axis(&self.down),
            "columns": axis(&self.along),
            "fixed": self.fixed,
            "values": values,
        })
    }

    /// One heap: a(n) is the value of heap n. Two: the grid by antidiagonals, from 0 on.
    fn bfile(
        &self,
        name: &str,
        view: View,
        cells: &Rows,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if view.shows == Shows::Outcome {
            bail!("a b-file holds numbers: show grundy or remoteness");
        }
        let hole = || anyhow!("a b-file has no holes, but some cells are no positions");
        let number = |cell: &Option<Cell>| cell.ok_or_else(hole);
        let word = view.shows.word();
        if self.down.is_none() {
            writeln!(out, "# {word} of {name}")?;
            let from = self.along.as_ref().map_or(0, |a| a.from);
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

/// Every position of the window with its value, for boards and more than two free heaps.
fn list<G: Shown>(
    game: &G,
    name: &str,
    args: &TableArgs,
    view: View,
    keep: &dyn Fn(&G::Position) -> bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file needs one or two free heaps: fix the others, as in --fix c=3");
    }
    let bounds: Bounds = args.window.bounds();
    let mut budget = progress::budget(args.work);
    let mut solver = Reference::new(game);
    let mut rows = Vec::new();
    let mut gave_up = None;
    game.visit_positions(&bounds, &mut |position| {
        if !keep(position) {
            return ControlFlow::Continue(());
        }
        match solver.facts(position, &mut budget) {
            Ok(facts) => {
                rows.push((position.clone(), facts));
                ControlFlow::Continue(())
            }
            Err(error) => {
                gave_up = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    drop(budget);
    if let Some(error) = gave_up {
        return Err(error.into());
    }
    if format == Format::Json {
        let entry = |(p, f): &(G::Position, Facts)| {
            let mut entry = json!({ "position": game.json(p) });
            entry[view.shows.word()] = view.of(f).json();
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
    let row = |(position, facts): &(G::Position, Facts)| {
        let mut cells = game.cells(position);
        cells.push(view.of(facts).to_string());
        cells
    };
    let rows = rows.iter().map(row).collect();
    Ok(Sheet { headings, rows, ..Sheet::default() }.write(format, out)?)
}

/// Whether a position has the fixed heaps; in an unordered game, in whatever place.
fn agrees(heaps: &Heaps, fixed: &[Option<u64>], unordered: bool) -> bool {
    if !unordered {
        return heaps.iter().zip(fixed).all(|(heap, size)| size.is_none_or(|size| *heap == size));
    }
    let mut left = heaps.to_vec();
    fixed.iter().flatten().all(|size| {
        let place = left.iter().position(|heap| heap == size);
        place.map(|place| left.swap_remove(place)).is_some()
    })
}
