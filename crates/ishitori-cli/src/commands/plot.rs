//! `ishitori plot`: a picture of two heaps against each other, or of the values of single heaps.
//!
//! Grundy values come from a table, P-positions from an engine; the picture itself is made in
//! `ishitori-view`. Cost: the solver's, and eight bytes a cell (one for P-positions).

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use ishitori::open::{open, open_ruleset};
use ishitori_core::ask::{choose, p_positions};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, HeapGame, Heaps, SingleGame};
use ishitori_core::solve::Convention;
use ishitori_rule::GameDescription;
use ishitori_view::{
    AxisNames, CellOutcome, MAX_SIDE, Matrix, Picture, PictureHeading, SequencePoint,
};

use super::deliver_to;
use super::plane::{FactSource, HeapAxis, Plane, fixed_heaps, known_heap, without};
use crate::args::{PlotArgs, PlottedQuantity, Work};
use crate::progress;
use crate::results::stored::StoredResult;
use crate::singles;

pub fn run(args: &PlotArgs, control: &Control) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    let kind = PictureFormat::of(&args.output)?;
    let mut args = args.clone();
    let mut stored = None;
    if let Some(path) = &args.stored.from {
        let found = StoredResult::open(path, &args.game)?;
        args.play.misere = found.misere(args.play.misere)?;
        args.what = args.what.or((!found.has_grundy()).then_some(PlottedQuantity::P));
        if args.to.is_empty() {
            args.to = match found.bounds.to.as_slice() {
                [] => found.heap_game()?.upper_bounds(&found.bounds)?,
                to => to.to_vec(),
            };
        }
        if args.fix.is_empty() {
            args.fix = found.fixed();
        }
        stored = Some(found);
    }
    let args = &args;
    let drawn = drawn(args)?;
    let opened = match &stored {
        Some(stored) => open_ruleset(stored.ruleset.clone())?,
        None => open(&args.game)?,
    };
    let about = &opened.ruleset.about;
    if let AnyGame::Single(game) = &opened.game {
        let words = |subtitle: &str| PictureHeading {
            title: title(about, kind),
            subtitle: subtitle.to_string(),
        };
        return deliver_to(&args.output, control, |out| {
            write(&single(game, drawn, args, &words, control)?, kind, out)
        });
    }
    if matches!(drawn, PlottedQuantity::Rare | PlottedQuantity::Differences) {
        bail!("rare values and differences are drawn of single heaps (`heap n`), such as kayles");
    }
    let AnyGame::Heaps(game) = &opened.game else {
        bail!(
            "{} is played on a board, and `plot` needs two heaps: `ishitori positions` lists its P-positions",
            about.full_name()
        );
    };
    let plane = plane(game, about, args)?;
    if let Some(stored) = &stored {
        stored.window(&plane.bounds())?;
    }
    let words = words(about, game, &plane, drawn, args, kind);
    deliver_to(&args.output, control, |out| {
        let picture = match drawn {
            PlottedQuantity::Grundy => {
                let source = match stored.take() {
                    Some(stored) => FactSource::stored(stored, game)?,
                    None => FactSource::grundy(game, &plane.bounds(), control, args.work)?,
                };
                Picture::heat_map(&values_from(game, &plane, source)?, &words)
            }
            _ => {
                let convention = args.play.convention();
                let matrix = match stored.take() {
                    Some(mut stored) if stored.is_table() => {
                        let mut problem = Ok(());
                        let matrix = outcomes_from(game, &plane, |mark| {
                            plane.visit(game, |_, _, position| {
                                if let Some(position) = position {
                                    match stored.is_p(game, position) {
                                        Ok(Some(true)) => mark(position),
                                        Ok(Some(false)) => {}
                                        Ok(None) => {
                                            problem =
                                                Err(GaveUp::new("a position is not in the file"))
                                        }
                                        Err(error) => {
                                            problem = Err(GaveUp::new(format!("{error:#}")))
                                        }
                                    }
                                }
                                Ok(())
                            })?;
                            Ok(())
                        })?;
                        problem?;
                        matrix
                    }
                    Some(mut stored) => {
                        outcomes_from(game, &plane, |mark| stored.visit_p(game, mark))?
                    }
                    None => outcomes(game, &plane, convention, control, args.work)?,
                };
                Picture::p_positions(&matrix, &words)
            }
        };
        write(&picture, kind, out)
    })
}

fn write(picture: &Picture, kind: PictureFormat, out: &mut dyn Write) -> anyhow::Result<()> {
    match kind {
        PictureFormat::Svg => out.write_all(picture.svg().as_bytes())?,
        PictureFormat::Png => out.write_all(&picture.png())?,
    }
    Ok(())
}

/// The values of single heaps as points.
fn single(
    game: &SingleGame,
    drawn: PlottedQuantity,
    args: &PlotArgs,
    words: &dyn Fn(&str) -> PictureHeading,
    control: &Control,
) -> anyhow::Result<Picture> {
    let [to] = args.to.as_slice() else { bail!("a heap has one size: --to N") };
    if args.play.misere {
        bail!("Grundy values are for normal play: there is no picture of misère play yet");
    }
    if !args.axes.is_empty() || !args.fix.is_empty() {
        bail!("single heaps have no --axes and nothing to --fix");
    }
    let is_rare = drawn == PlottedQuantity::Rare;
    let (sequence, rare) = singles::drawn(game.rules(), *to, is_rare, args.memory, control)?;
    let value = |heap: u64| sequence.value(heap).and_then(|value| i64::try_from(value).ok());
    let values: Vec<(u64, i64)> = (0..=*to).map_while(|heap| Some((heap, value(heap)?))).collect();
    let point = |at: u64, value: i64, rare: bool| SequencePoint { at, value, rare };
    let points: Vec<SequencePoint> = match drawn {
        PlottedQuantity::Differences => {
            values.windows(2).map(|w| point(w[1].0, w[1].1 - w[0].1, false)).collect()
        }
        PlottedQuantity::P => {
            values.iter().map(|(at, value)| point(*at, i64::from(*value == 0), false)).collect()
        }
        PlottedQuantity::Grundy => {
            values.iter().map(|(at, value)| point(*at, *value, false)).collect()
        }
        PlottedQuantity::Rare => {
            let is_rare = |at: u64, value: i64| {
                rare.is_some_and(|m| m.is_rare(at, u16::try_from(value).unwrap_or(0)))
            };
            values
                .iter()
                .map(|(at, value)| point(*at, *value, *at > 0 && is_rare(*at, *value)))
                .collect()
        }
    };
    let (subtitle, up) = match drawn {
        PlottedQuantity::Grundy => ("Grundy values", "value"),
        PlottedQuantity::P => ("P-positions (1)", "P"),
        PlottedQuantity::Rare => ("Grundy values, the rare ones black", "value"),
        PlottedQuantity::Differences => ("differences of neighbouring Grundy values", "difference"),
    };
    let names = AxisNames { along: "stones", up };
    Ok(Picture::points(&points, names, &words(subtitle)))
}

/// What is written at the top. PNG has ASCII only, so titles stay out of it.
fn title(about: &GameDescription, kind: PictureFormat) -> String {
    let mut title = about.full_name();
    if kind == PictureFormat::Svg {
        for language in ["en", "ja"] {
            if let Some(text) = about.title(language) {
                title = format!("{title} · {text}");
            }
        }
    }
    title
}

/// The kind of file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    fn of(path: &Path) -> anyhow::Result<PictureFormat> {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(PictureFormat::Svg),
            "png" => Ok(PictureFormat::Png),
            _ => bail!(
                "cannot tell what to draw into {}: end its name in .svg or .png",
                path.display()
            ),
        }
    }
}

fn drawn(args: &PlotArgs) -> anyhow::Result<PlottedQuantity> {
    match (args.what, args.play.misere) {
        (Some(PlottedQuantity::Grundy), true) => {
            bail!("Grundy values are for normal play: with --misere draw --what p")
        }
        (Some(drawn), _) => Ok(drawn),
        (None, true) => Ok(PlottedQuantity::P),
        (None, false) => Ok(PlottedQuantity::Grundy),
    }
}

/// The plane that is asked for: two axes, all other heaps fixed, few enough cells.
fn plane(game: &HeapGame, about: &GameDescription, args: &PlotArgs) -> anyhow::Result<Plane> {
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
pub(super) fn sides(plane: &Plane) -> (ishitori_view::MatrixAxis, ishitori_view::MatrixAxis) {
    let side = |axis: &Option<HeapAxis>| {
        let axis = axis.as_ref().expect("a plane with two free heaps");
        let count = usize::try_from(axis.count()).expect("at most MAX_SIDE");
        ishitori_view::MatrixAxis { heap: axis.name.clone(), from: axis.from, count }
    };
    (side(&plane.down), side(&plane.along))
}

/// The Grundy values of a plane.
pub(super) fn values(
    game: &HeapGame,
    plane: &Plane,
    control: &Control,
    work: Work,
) -> anyhow::Result<Matrix<Option<u32>>> {
    values_from(game, plane, FactSource::grundy(game, &plane.bounds(), control, work)?)
}

fn values_from(
    game: &HeapGame,
    plane: &Plane,
    mut source: FactSource,
) -> anyhow::Result<Matrix<Option<u32>>> {
    let bounds = plane.bounds();
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
    control: &Control,
    work: Work,
) -> anyhow::Result<Matrix<Option<CellOutcome>>> {
    let bounds = plane.bounds();
    let plan = choose(game, &bounds, convention, control)?;
    let control = progress::of_plan(&plan, control, work);
    outcomes_from(game, plane, |mark| {
        Ok(p_positions(game, &bounds, convention, &plan, &control, mark)?)
    })
}

/// The outcomes of a plane, from somebody who marks the P-positions of its window.
fn outcomes_from(
    game: &HeapGame,
    plane: &Plane,
    visit_p: impl FnOnce(&mut dyn FnMut(&Heaps)) -> anyhow::Result<()>,
) -> anyhow::Result<Matrix<Option<CellOutcome>>> {
    let bounds = plane.bounds();
    let (down, along) = sides(plane);
    let (down_from, along_from) = (down.from, along.from);
    let mut matrix = Matrix::filled(down, along, None);
    // 1. Every position is N ...
    plane.visit(game, |row, column, position| {
        matrix.set(row, column, position.map(|_| CellOutcome::N));
        Ok(())
    })?;
    if matrix.cells().iter().all(Option::is_none) {
        game.position(&bounds.to)?;
    }
    // 2. ... unless it is marked.
    visit_p(&mut |position| {
        for (down, along) in cells(game, plane, position) {
            let nth = |size: u64, from: u64| usize::try_from(size.checked_sub(from)?).ok();
            if let (Some(row), Some(column)) = (nth(down, down_from), nth(along, along_from))
                && row < matrix.down().count
                && column < matrix.along().count
            {
                matrix.set(row, column, Some(CellOutcome::P));
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

/// What is written above the picture.
fn words(
    about: &GameDescription,
    game: &HeapGame,
    plane: &Plane,
    drawn: PlottedQuantity,
    args: &PlotArgs,
    kind: PictureFormat,
) -> PictureHeading {
    let title = title(about, kind);
    let mut subtitle = match (drawn, args.play.convention()) {
        (PlottedQuantity::Grundy, _) => "Grundy values".to_string(),
        (_, Convention::Normal) => "P-positions".to_string(),
        (_, Convention::Misere) => "P-positions, misere play".to_string(),
    };
    for (name, size) in game.rules().names.iter().zip(&plane.fixed) {
        if let Some(size) = size {
            subtitle.push_str(&format!(", {name} = {size}"));
        }
    }
    PictureHeading { title, subtitle }
}
