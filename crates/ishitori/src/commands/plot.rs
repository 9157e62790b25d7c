//! `ishitori plot`: a picture of two heaps against each other.
//!
//! Grundy values come from a table, P-positions from an engine; the picture itself is made in
//! `ishitori-view`. Cost: the solver's, and eight bytes a cell (one for P-positions).

use std::path::Path;

use anyhow::bail;
use ishitori_core::game::{AnyGame, HeapGame, Heaps};
use ishitori_core::solve::Convention;
use ishitori_core::solve::choose::{choose, p_positions};
use ishitori_rule::About;
use ishitori_view::{MAX_SIDE, Matrix, Outcome, Picture, Words};

use super::deliver_to;
use super::plane::{Axis, Plane, Source, fixed_heaps, known_heap, without};
use crate::args::{Drawn, Memory, PlotArgs, Work};
use crate::open::open;
use crate::progress;

pub fn run(args: &PlotArgs) -> anyhow::Result<()> {
    let kind = Kind::of(&args.output)?;
    let drawn = drawn(args)?;
    let opened = open(&args.game)?;
    let about = &opened.ruleset.about;
    let AnyGame::Heaps(game) = &opened.game else {
        bail!(
            "{} is played on a board, and `plot` needs two heaps: `ishitori positions` lists its P-positions",
            about.full_name()
        );
    };
    let plane = plane(game, about, args)?;
    let words = words(about, game, &plane, drawn, args, kind);
    deliver_to(&args.output, |out| {
        let picture = match drawn {
            Drawn::Grundy => {
                Picture::heat_map(&values(game, &plane, args.memory, args.work)?, &words)
            }
            Drawn::P => Picture::p_positions(
                &outcomes(game, &plane, args.play.convention(), args.memory, args.work)?,
                &words,
            ),
        };
        match kind {
            Kind::Svg => out.write_all(picture.svg().as_bytes())?,
            Kind::Png => out.write_all(&picture.png())?,
        }
        Ok(())
    })
}

/// The kind of file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> anyhow::Result<Kind> {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(Kind::Svg),
            "png" => Ok(Kind::Png),
            _ => bail!(
                "cannot tell what to draw into {}: end its name in .svg or .png",
                path.display()
            ),
        }
    }
}

fn drawn(args: &PlotArgs) -> anyhow::Result<Drawn> {
    match (args.what, args.play.misere) {
        (Some(Drawn::Grundy), true) => {
            bail!("Grundy values are for normal play: with --misere draw --what p")
        }
        (Some(drawn), _) => Ok(drawn),
        (None, true) => Ok(Drawn::P),
        (None, false) => Ok(Drawn::Grundy),
    }
}

/// The plane that is asked for: two axes, all other heaps fixed, few enough cells.
fn plane(game: &HeapGame, about: &About, args: &PlotArgs) -> anyhow::Result<Plane> {
    let names = &game.rules().names;
    let fixed = fixed_heaps(game, &args.fix)?;
    let free: Vec<usize> = (0..names.len()).filter(|heap| fixed[*heap].is_none()).collect();
    if names.len() < 2 {
        bail!(
            "{} has one heap, and a picture needs two: `ishitori table` shows its values",
            about.full_name()
        );
    }
    let axes = match args.axes.as_slice() {
        [] => free.clone(),
        [down, along] => vec![known_heap(game, down)?, known_heap(game, along)?],
        other => bail!(
            "--axes takes two heaps, as in --axes {},{}, not {}",
            names[0],
            names[1],
            other.len()
        ),
    };
    if let Some(axis) = axes.iter().find(|axis| fixed[**axis].is_some()) {
        bail!("heap {} cannot be fixed and an axis", names[*axis]);
    }
    if axes.len() == 2 && axes[0] == axes[1] {
        bail!("the axes must be two different heaps of {}", names.join(", "));
    }
    if axes.len() < 2 {
        bail!("a picture needs two free heaps: fix fewer of {}", names.join(", "));
    }
    let loose: Vec<&str> = free
        .iter()
        .filter(|heap| !axes[..2].contains(heap))
        .map(|heap| names[*heap].as_str())
        .collect();
    if !loose.is_empty() {
        let fix: Vec<String> = loose.iter().map(|name| format!("--fix {name}=3")).collect();
        bail!(
            "{} has {} heaps and a picture has two axes: keep the others at a size, as in --axes {},{} {}",
            about.full_name(),
            names.len(),
            names[axes[0]],
            names[axes[1]],
            fix.join(" ")
        );
    }
    let plane = Plane::new(game, &args.to, fixed, &axes)?;
    for axis in [&plane.down, &plane.along].into_iter().flatten() {
        if axis.count() > MAX_SIDE as u64 {
            bail!(
                "a picture has at most {MAX_SIDE} cells a side, not {}: --to {} fits",
                axis.count(),
                axis.from + MAX_SIDE as u64 - 1
            );
        }
        if axis.count() == 0 {
            bail!("heap {} is at least {}: --to {} is too small", axis.name, axis.from, axis.to);
        }
    }
    Ok(plane)
}

/// The two sides of the picture.
pub(super) fn sides(plane: &Plane) -> (ishitori_view::Axis, ishitori_view::Axis) {
    let side = |axis: &Option<Axis>| {
        let axis = axis.as_ref().expect("a plane with two free heaps");
        let count = usize::try_from(axis.count()).expect("at most MAX_SIDE");
        ishitori_view::Axis { heap: axis.name.clone(), from: axis.from, count }
    };
    (side(&plane.down), side(&plane.along))
}

/// The Grundy values of a plane.
pub(super) fn values(
    game: &HeapGame,
    plane: &Plane,
    memory: Memory,
    work: Work,
) -> anyhow::Result<Matrix<Option<u32>>> {
    let bounds = plane.bounds();
    let mut source = Source::grundy(game, &bounds, memory, work)?;
    let (down, along) = sides(plane);
    let mut matrix = Matrix::filled(down, along, None);
    plane.visit(game, |row, column, position| {
        if let Some(position) = position {
            matrix.set(row, column, Some(source.value(position)?));
        }
        Ok(())
    })?;
    if matrix.cells().iter().all(Option::is_none) {
        // Say why instead of drawing nothing.
        game.position(&bounds.to)?;
    }
    Ok(matrix)
}

/// The outcomes of a plane.
pub(super) fn outcomes(
    game: &HeapGame,
    plane: &Plane,
    convention: Convention,
    memory: Memory,
    work: Work,
) -> anyhow::Result<Matrix<Option<Outcome>>> {
    let bounds = plane.bounds();
    let (down, along) = sides(plane);
    let (down_from, along_from) = (down.from, along.from);
    let mut matrix = Matrix::filled(down, along, None);
    // 1. Every position is N ...
    plane.visit(game, |row, column, position| {
        matrix.set(row, column, position.map(|_| Outcome::N));
        Ok(())
    })?;
    if matrix.cells().iter().all(Option::is_none) {
        game.position(&bounds.to)?;
    }
    // 2. ... unless the engine says P.
    let plan = choose(game, &bounds, convention, memory.limits())?;
    let mut budget = progress::of_plan(&plan, work);
    p_positions(game, &bounds, convention, &plan, &mut budget, &mut |position| {
        for (down, along) in cells(game, plane, position) {
            let nth = |size: u64, from: u64| usize::try_from(size.checked_sub(from)?).ok();
            if let (Some(row), Some(column)) = (nth(down, down_from), nth(along, along_from))
                && row < matrix.down().count
                && column < matrix.along().count
            {
                matrix.set(row, column, Some(Outcome::P));
            }
        }
    })?;
    Ok(matrix)
}

/// The sizes of the two axes at which a position stands in the plane; in an unordered game, twice.
fn cells(game: &HeapGame, plane: &Plane, position: &Heaps) -> Vec<(u64, u64)> {
    let (Some(down), Some(along)) = (&plane.down, &plane.along) else { return Vec::new() };
    if game.rules().symmetry.identifies() {
        return match without(position, &plane.fixed).as_deref() {
            Some([a, b]) => vec![(*a, *b), (*b, *a)],
            _ => Vec::new(),
        };
    }
    let agrees =
        plane.fixed.iter().zip(position).all(|(fixed, heap)| fixed.is_none_or(|f| f == *heap));
    if agrees { vec![(position[down.heap], position[along.heap])] } else { Vec::new() }
}

/// What is written above the picture. PNG has ASCII only, so titles stay out of it.
fn words(
    about: &About,
    game: &HeapGame,
    plane: &Plane,
    drawn: Drawn,
    args: &PlotArgs,
    kind: Kind,
) -> Words {
    let mut title = about.full_name();
    if kind == Kind::Svg {
        for language in ["en", "ja"] {
            if let Some(text) = about.title(language) {
                title = format!("{title} · {text}");
            }
        }
    }
    let mut subtitle = match (drawn, args.play.convention()) {
        (Drawn::Grundy, _) => "Grundy values".to_string(),
        (Drawn::P, Convention::Normal) => "P-positions".to_string(),
        (Drawn::P, Convention::Misere) => "P-positions, misere play".to_string(),
    };
    for (name, size) in game.rules().names.iter().zip(&plane.fixed) {
        if let Some(size) = size {
            subtitle.push_str(&format!(", {name} = {size}"));
        }
    }
    Words { title, subtitle }
}
