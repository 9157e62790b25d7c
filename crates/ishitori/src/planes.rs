//! Two heaps against each other while the others stay as they are: what tables and pictures share.
//!
//! A [`Plane`] says which heaps vary and how far, and visits its cells row by row. What stands in a cell comes from a
//! [`FactSource`]: a solved window where an engine makes one, a file, or plain recursion.

use anyhow::{Context, anyhow, bail};
use ishitori_core::ask::{AskedGame, Fact, Question, SolvedWindow, solve_pieces};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{Bounds, HeapGame, Heaps, PieceGame, WindowError};
use ishitori_core::solve::Reference;

use crate::error::unanswered;
use crate::files::stored::StoredResult;
use crate::shown::heap_named;

/// A heap with the sizes it takes.
pub struct HeapAxis {
    /// Which heap.
    pub heap: usize,
    /// Its name.
    pub name: String,
    /// The smallest size.
    pub from: u64,
    /// The largest size.
    pub to: u64,
}

impl HeapAxis {
    /// How many sizes.
    pub fn count(&self) -> u64 {
        self.to.saturating_add(1).saturating_sub(self.from)
    }
}

/// Up to two free heaps against each other.
pub struct Plane {
    /// The heap that varies down the rows, if two are free.
    pub down: Option<HeapAxis>,
    /// The heap that varies along a row; none if every heap is fixed.
    pub along: Option<HeapAxis>,
    /// The sizes of the others.
    pub fixed: Vec<Option<u64>>,
}

impl Plane {
    /// The plane of the `free` heaps, at most two, in this order; `to` bounds all, the free ones,
    /// or each heap.
    pub fn new(
        game: &HeapGame,
        to: &[u64],
        fixed: Vec<Option<u64>>,
        free: &[usize],
    ) -> anyhow::Result<Plane> {
        let bound = |nth: usize| match to {
            [] => Err(WindowError::Unbounded),
            [one] => Ok(*one),
            each if each.len() == free.len() => Ok(each[nth]),
            each if each.len() == fixed.len() => Ok(each[free[nth]]),
            each => Err(WindowError::BoundCount { given: each.len(), heaps: free.len() }),
        };
        let axis = |nth: usize| -> anyhow::Result<HeapAxis> {
            let heap = free[nth];
            let rules = game.rules();
            let (from, to) = (rules.lower[heap], bound(nth)?);
            Ok(HeapAxis { heap, name: rules.names[heap].clone(), from, to })
        };
        let (down, along) = match free.len() {
            0 => (None, None),
            1 => (None, Some(axis(0)?)),
            _ => (Some(axis(0)?), Some(axis(1)?)),
        };
        Ok(Plane { down, along, fixed })
    }

    /// The smallest box that holds the plane; its corner is the largest position.
    pub fn bounds(&self) -> Bounds {
        let corner = |heap: usize| {
            let axes = [&self.down, &self.along];
            let axis = axes.into_iter().flatten().find(|axis| axis.heap == heap);
            axis.map_or_else(|| self.fixed[heap].unwrap_or(0), |axis| axis.to)
        };
        Bounds { to: (0..self.fixed.len()).map(corner).collect(), total: None }
    }

    /// How many cells.
    pub fn size(&self) -> u64 {
        let count = |axis: &Option<HeapAxis>| axis.as_ref().map_or(1, HeapAxis::count);
        count(&self.down).saturating_mul(count(&self.along))
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        usize::try_from(self.down.as_ref().map_or(1, HeapAxis::count)).unwrap_or(usize::MAX)
    }

    /// Calls `visit` with row, column and position of every cell, row by row; `None` where there is
    /// no such position.
    ///
    /// # Errors
    /// That of `visit`, which ends the visit.
    pub fn visit(
        &self,
        game: &HeapGame,
        mut visit: impl FnMut(usize, usize, Option<&Heaps>) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let sizes = |axis: &Option<HeapAxis>| axis.as_ref().map_or(0..=0, |a| a.from..=a.to);
        let mut heaps: Vec<u64> = self.fixed.iter().map(|h| h.unwrap_or(0)).collect();
        for (row, down) in sizes(&self.down).enumerate() {
            for (column, along) in sizes(&self.along).enumerate() {
                for (axis, size) in [(&self.down, down), (&self.along, along)] {
                    if let Some(axis) = axis {
                        heaps[axis.heap] = size;
                    }
                }
                visit(row, column, game.position(&heaps).ok().as_ref())?;
            }
        }
        Ok(())
    }
}

/// The sizes that `--fix` gives, by heap.
pub fn fixed_heaps(game: &HeapGame, fix: &[String]) -> anyhow::Result<Vec<Option<u64>>> {
    let mut fixed = vec![None; game.rules().names.len()];
    for part in fix.iter().flat_map(|f| f.split(',')) {
        let (name, size) = part
            .split_once('=')
            .ok_or_else(|| anyhow!("`--fix {part}` should look like --fix c=3"))?;
        let heap = known_heap(game, name)?;
        let size = size.trim().parse().with_context(|| format!("`{size}` is not a size"))?;
        if fixed[heap].replace(size).is_some() {
            bail!("heap {name} is fixed twice");
        }
    }
    Ok(fixed)
}

/// The heap that a user calls `name`.
pub fn known_heap(game: &HeapGame, name: &str) -> anyhow::Result<usize> {
    heap_named(game, name).ok_or_else(|| {
        anyhow!("there is no heap `{name}`: the heaps are {}", game.rules().names.join(", "))
    })
}

/// Whether a position has the fixed heaps; in an unordered game, in whatever place.
pub fn agrees(heaps: &Heaps, fixed: &[Option<u64>], unordered: bool) -> bool {
    if !unordered {
        return heaps.iter().zip(fixed).all(|(heap, size)| size.is_none_or(|size| *heap == size));
    }
    without(heaps, fixed).is_some()
}

/// What an unordered position has beside the fixed heaps, if it has them.
pub fn without(heaps: &Heaps, fixed: &[Option<u64>]) -> Option<Vec<u64>> {
    let mut left = heaps.to_vec();
    for size in fixed.iter().flatten() {
        let place = left.iter().position(|heap| heap == size)?;
        left.remove(place);
    }
    Some(left)
}

/// Where the facts come from: a solved window of Grundy values where there is one, or else the reference.
pub enum FactSource<'g> {
    /// A solved window.
    Window(Box<SolvedWindow>, &'g HeapGame),
    /// Plain recursion.
    Reference(Box<Reference<'g, HeapGame>>, Control),
    /// A file.
    Stored(Box<StoredResult>, &'g HeapGame),
}

impl<'g> FactSource<'g> {
    /// The Grundy values of a window.
    pub fn grundy(game: &'g HeapGame, bounds: &Bounds, control: &Control) -> anyhow::Result<Self> {
        let plan = match bounds.total {
            // Whichever engine is fastest.
            None => {
                let to = &game.upper_bounds(bounds)?;
                game.plan(&Question::LookUp { to, fact: Fact::Grundy }, control)?
            }
            Some(_) => game.plan(&Question::Values { window: bounds }, control)?,
        };
        if plan.is_reference() {
            return Ok(FactSource::reference(game, control));
        }
        let window = SolvedWindow::solve(game, bounds, &plan, control).map_err(unanswered)?;
        Ok(FactSource::Window(Box::new(window), game))
    }

    /// The values of the pieces of a window, for the game of one piece.
    pub fn pieces(game: &'g PieceGame, bounds: &Bounds, control: &Control) -> anyhow::Result<Self> {
        let window = solve_pieces(game, bounds, control).map_err(unanswered)?;
        Ok(FactSource::Window(Box::new(window), game.one_piece()))
    }

    /// The Grundy values in a file.
    pub fn stored(stored: StoredResult, game: &'g HeapGame) -> anyhow::Result<Self> {
        if !stored.has_grundy() {
            let path = stored.path.display();
            bail!("{path} holds no Grundy values: give a table of them, or show outcomes");
        }
        Ok(FactSource::Stored(Box::new(stored), game))
    }

    /// Every fact, slowly.
    pub fn reference(game: &'g HeapGame, control: &Control) -> Self {
        FactSource::Reference(Box::new(Reference::new(game)), control.recursing())
    }

    /// The Grundy value of a position.
    pub fn value(&mut self, position: &Heaps) -> Result<u32, GaveUp> {
        match self {
            FactSource::Window(window, game) => {
                let outside = || GaveUp::new("a position outside of the window");
                window.grundy(game, position).ok_or_else(outside)
            }
            FactSource::Reference(solver, control) => Ok(solver.facts(position, control)?.grundy),
            FactSource::Stored(stored, game) => {
                let value =
                    stored.grundy(game, position).map_err(|e| GaveUp::new(format!("{e:#}")))?;
                value.ok_or_else(|| GaveUp::new("a position is not in the file"))
            }
        }
    }
}
