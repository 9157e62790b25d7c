//! Pictures of a game: a plane of two heaps as a heat map of values or lengths of play or as dots of P-positions, and the values of single heaps
//! as points.
//!
//! The window of the plane is solved by the engine that the question room chooses, or read from a file; nothing is
//! drawn of positions that were not solved. A picture has at most [`MAX_SIDE`] cells a side.

use anyhow::bail;
use ishitori_core::ask::{AskedGame, Question, p_positions};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::{AnyGame, HeapGame, Heaps, PieceGame, SingleGame};
use ishitori_core::solve::Convention;
use ishitori_rule::{GameDescription, Ruleset};
use ishitori_view::{
    AxisNames, CellOutcome, MAX_SIDE, Matrix, MatrixAxis, Picture, PictureHeading, SequencePoint,
};

use crate::files::stored::StoredResult;
use crate::planes::{FactSource, HeapAxis, Plane, fixed_heaps, known_heap, without};
use crate::single_heaps;
use crate::tables::{ShownFact, TableCell, TableView, heap_cells};

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlottedQuantity {
    /// Grundy values, as colours or heights.
    Grundy,
    /// P-positions, as dots.
    P,
    /// How many moves play lasts, as colours.
    Remoteness,
    /// Of single heaps: Grundy values, the rare ones black.
    Rare,
    /// Of single heaps: differences of neighbouring values.
    Differences,
}

/// A picture that is asked for.
#[derive(Clone, Debug)]
pub struct PlotRequest {
    /// What is drawn.
    pub what: PlottedQuantity,
    /// Who wins when nobody can move.
    pub convention: Convention,
    /// The largest size of each axis, or one for both.
    pub to: Vec<u64>,
    /// The heaps down and along; none for those that are not fixed.
    pub axes: Vec<String>,
    /// Heaps kept at a size: `c=3`.
    pub fix: Vec<String>,
    /// Whether titles beyond ASCII stand above the picture: an SVG has letters, a PNG does not.
    pub titles: bool,
}

/// Draws a game, solved or as a file has it.
///
/// # Errors
/// If it cannot be drawn, with what to ask instead, or is too much work.
pub fn plot(
    ruleset: &Ruleset,
    game: &AnyGame,
    request: &PlotRequest,
    stored: Option<StoredResult>,
    control: &Control,
) -> anyhow::Result<Picture> {
    let about = &ruleset.about;
    if request.what == PlottedQuantity::Grundy && request.convention == Convention::Misere {
        bail!("Grundy values are for normal play: with --misere draw --what p or remoteness");
    }
    if let AnyGame::Single(game) = game {
        return single(game, about, request, control);
    }
    if matches!(request.what, PlottedQuantity::Rare | PlottedQuantity::Differences) {
        bail!("rare values and differences are drawn of single heaps (`heap n`), such as kayles");
    }
    if let AnyGame::Pieces(game) = game {
        return pieces(game, about, request, control);
    }
    crate::figures::refuse_figures(
        ruleset,
        "`plot` draws two heaps against each other; `play` and the page draw positions",
    )?;
    let AnyGame::Heaps(game) = game else {
        bail!(
            "{} is played on a board, and `plot` needs two heaps: `ishitori positions` lists its P-positions",
            about.full_name()
        );
    };
    let plane = plane(game, about, request)?;
    if let Some(stored) = &stored {
        stored.window(&plane.bounds())?;
    }
    let heading = heading(about, game, &plane, request);
    if request.what == PlottedQuantity::Grundy {
        let source = match stored {
            Some(stored) => FactSource::stored(stored, game)?,
            None => FactSource::grundy(game, &plane.bounds(), control)?,
        };
        return Ok(Picture::heat_map(&values_from(game, &plane, source)?, &heading));
    }
    if request.what == PlottedQuantity::Remoteness {
        let view = TableView { shows: ShownFact::Remoteness, convention: request.convention };
        let mut cell = heap_cells(game, &plane.bounds(), view, stored, control)?;
        let matrix = matrix_of(game, &plane, |position| match cell(position)? {
            TableCell::Number(length) => Ok(length),
            _ => Err(GaveUp::new("lengths of play are numbers")),
        })?;
        return Ok(Picture::heat_map(&matrix, &heading));
    }
    let matrix = match stored {
        Some(stored) => stored_outcomes(game, &plane, stored)?,
        None => outcomes(game, &plane, request.convention, control)?,
    };
    Ok(Picture::p_positions(&matrix, &heading))
}

/// The outcomes of a plane, as a file has them.
fn stored_outcomes(
    game: &HeapGame,
    plane: &Plane,
    mut stored: StoredResult,
) -> anyhow::Result<Matrix<Option<CellOutcome>>> {
    if !stored.is_table() {
        return outcomes_from(game, plane, |mark| stored.visit_p(game, mark));
    }
    outcomes_from(game, plane, |mark| {
        let visited = plane.visit(game, |_, _, position| {
            let Some(position) = position else { return Ok(()) };
            let found = stored.is_p(game, position);
            let missing = || GaveUp::new("a position is not in the file");
            let found = found.map_err(|error| GaveUp::new(format!("{error:#}")))?;
            if found.ok_or_else(missing)? {
                mark(position);
            }
            Ok(())
        });
        Ok(visited?)
    })
}

/// The values of pieces, or who wins each alone.
fn pieces(
    game: &PieceGame,
    about: &GameDescription,
    request: &PlotRequest,
    control: &Control,
) -> anyhow::Result<Picture> {
    if request.convention == Convention::Misere || request.what == PlottedQuantity::Remoteness {
        bail!("of pieces --what grundy and --what p are drawn, of normal play");
    }
    let one = game.one_piece();
    let plane = plane(one, about, request)?;
    let source = FactSource::pieces(game, &plane.bounds(), control)?;
    let (values, heading) =
        (values_from(one, &plane, source)?, heading(about, one, &plane, request));
    if request.what == PlottedQuantity::Grundy {
        return Ok(Picture::heat_map(&values, &heading));
    }
    let (down, along) = sides(&plane);
    let outcome = |value| if value == 0 { CellOutcome::P } else { CellOutcome::N };
    let matrix = Matrix::from_fn(down, along, |row, column| values.get(row, column).map(outcome));
    Ok(Picture::p_positions(&matrix, &heading))
}

/// The values of single heaps as points.
fn single(
    game: &SingleGame,
    about: &GameDescription,
    request: &PlotRequest,
    control: &Control,
) -> anyhow::Result<Picture> {
    let [to] = request.to.as_slice() else { bail!("a heap has one size: --to N") };
    if request.convention == Convention::Misere {
        bail!("Grundy values are for normal play: there is no picture of misère play yet");
    }
    if request.what == PlottedQuantity::Remoteness {
        bail!("how long play lasts is drawn of two heaps: of single heaps draw --what grundy");
    }
    if !request.axes.is_empty() || !request.fix.is_empty() {
        bail!("single heaps have no --axes and nothing to --fix");
    }
    let is_rare = request.what == PlottedQuantity::Rare;
    let (sequence, rare) = single_heaps::drawn(game.rules(), *to, is_rare, control)?;
    let value = |heap: u64| sequence.value(heap).and_then(|value| i64::try_from(value).ok());
    let values: Vec<(u64, i64)> = (0..=*to).map_while(|heap| Some((heap, value(heap)?))).collect();
    let point = |at: u64, value: i64, rare: bool| SequencePoint { at, value, rare };
    let (points, subtitle, up): (Vec<SequencePoint>, _, _) = match request.what {
        PlottedQuantity::Differences => (
            values.windows(2).map(|w| point(w[1].0, w[1].1 - w[0].1, false)).collect(),
            "differences of neighbouring Grundy values",
            "difference",
        ),
        PlottedQuantity::P => (
            values.iter().map(|(at, value)| point(*at, i64::from(*value == 0), false)).collect(),
            "P-positions (1)",
            "P",
        ),
        PlottedQuantity::Grundy | PlottedQuantity::Remoteness => (
            values.iter().map(|(at, value)| point(*at, *value, false)).collect(),
            "Grundy values",
            "value",
        ),
        PlottedQuantity::Rare => {
            let is_rare = |at: u64, value: i64| {
                rare.is_some_and(|m| m.is_rare(at, u16::try_from(value).unwrap_or(0)))
            };
            let rare = |(at, value): &(u64, i64)| *at > 0 && is_rare(*at, *value);
            let points = values.iter().map(|heap| point(heap.0, heap.1, rare(heap))).collect();
            (points, "Grundy values, the rare ones black", "value")
        }
    };
    let heading = PictureHeading { title: title(about, request), subtitle: subtitle.to_string() };
    Ok(Picture::points(&points, AxisNames { along: "stones", up }, &heading))
}

/// What is written at the top.
fn title(about: &GameDescription, request: &PlotRequest) -> String {
    let mut title = about.full_name();
    for language in ["en", "ja"].into_iter().filter(|_| request.titles) {
        if let Some(text) = about.title(language) {
            title = format!("{title} · {text}");
        }
    }
    title
}

/// The plane that is asked for: two axes, all other heaps fixed, few enough cells.
fn plane(game: &HeapGame, about: &GameDescription, request: &PlotRequest) -> anyhow::Result<Plane> {
    let names = &game.rules().names;
    let fixed = fixed_heaps(game, &request.fix)?;
    if names.len() < 2 {
        bail!(
            "{} has one heap, and a picture needs two: `ishitori table` shows its values",
            about.full_name()
        );
    }
    let axes = axes(game, about, &fixed, &request.axes)?;
    let plane = Plane::new(game, &request.to, fixed, &axes)?;
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

/// The two heaps that vary: those asked for, or those that are not fixed.
fn axes(
    game: &HeapGame,
    about: &GameDescription,
    fixed: &[Option<u64>],
    asked: &[String],
) -> anyhow::Result<Vec<usize>> {
    let names = &game.rules().names;
    let free: Vec<usize> = (0..names.len()).filter(|heap| fixed[*heap].is_none()).collect();
    let axes = match asked {
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
    let loose = free.iter().filter(|heap| !axes[..2].contains(heap));
    let fix: Vec<String> = loose.map(|heap| format!("--fix {}=3", names[*heap])).collect();
    if !fix.is_empty() {
        bail!(
            "{} has {} heaps and a picture has two axes: keep the others at a size, as in --axes {},{} {}",
            about.full_name(),
            names.len(),
            names[axes[0]],
            names[axes[1]],
            fix.join(" ")
        );
    }
    Ok(axes)
}

/// The two sides of the picture of a plane.
pub fn sides(plane: &Plane) -> (MatrixAxis, MatrixAxis) {
    let side = |axis: &Option<HeapAxis>| {
        let axis = axis.as_ref().expect("a plane with two free heaps");
        let count = usize::try_from(axis.count()).expect("at most MAX_SIDE");
        MatrixAxis { heap: axis.name.clone(), from: axis.from, count }
    };
    (side(&plane.down), side(&plane.along))
}

/// The Grundy values of a plane.
///
/// # Errors
/// If they cannot be found.
pub fn values(
    game: &HeapGame,
    plane: &Plane,
    control: &Control,
) -> anyhow::Result<Matrix<Option<u32>>> {
    values_from(game, plane, FactSource::grundy(game, &plane.bounds(), control)?)
}

fn values_from(
    game: &HeapGame,
    plane: &Plane,
    mut source: FactSource,
) -> anyhow::Result<Matrix<Option<u32>>> {
    matrix_of(game, plane, |position| source.value(position))
}

/// A number for each position of a plane.
fn matrix_of(
    game: &HeapGame,
    plane: &Plane,
    mut number: impl FnMut(&Heaps) -> Result<u32, GaveUp>,
) -> anyhow::Result<Matrix<Option<u32>>> {
    let (down, along) = sides(plane);
    let mut matrix = Matrix::filled(down, along, None);
    plane.visit(game, |row, column, position| {
        if let Some(position) = position {
            matrix.set(row, column, Some(number(position)?));
        }
        Ok(())
    })?;
    not_empty(game, plane, &matrix)?;
    Ok(matrix)
}

/// Says why instead of drawing nothing.
fn not_empty<T: Copy>(
    game: &HeapGame,
    plane: &Plane,
    matrix: &Matrix<Option<T>>,
) -> anyhow::Result<()> {
    if matrix.cells().iter().all(Option::is_none) {
        game.position(&plane.bounds().to)?;
    }
    Ok(())
}

/// The outcomes of a plane.
///
/// # Errors
/// If they cannot be found.
pub fn outcomes(
    game: &HeapGame,
    plane: &Plane,
    convention: Convention,
    control: &Control,
) -> anyhow::Result<Matrix<Option<CellOutcome>>> {
    let bounds = plane.bounds();
    let plan = game.plan(&Question::PPositions { window: &bounds, convention }, control)?;
    let control = plan.counting(control);
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
    let (down, along) = sides(plane);
    let (down_from, along_from) = (down.from, along.from);
    let mut matrix = Matrix::filled(down, along, None);
    // 1. Every position is N ...
    plane.visit(game, |row, column, position| {
        matrix.set(row, column, position.map(|_| CellOutcome::N));
        Ok(())
    })?;
    not_empty(game, plane, &matrix)?;
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
fn heading(
    about: &GameDescription,
    game: &HeapGame,
    plane: &Plane,
    request: &PlotRequest,
) -> PictureHeading {
    let mut subtitle = match (request.what, request.convention) {
        (PlottedQuantity::Grundy, _) => "Grundy values".to_string(),
        (PlottedQuantity::Remoteness, Convention::Normal) => "moves with best play".to_string(),
        (PlottedQuantity::Remoteness, Convention::Misere) => {
            "moves with best play, misere play".to_string()
        }
        (_, Convention::Normal) => "P-positions".to_string(),
        (_, Convention::Misere) => "P-positions, misere play".to_string(),
    };
    for (name, size) in game.rules().names.iter().zip(&plane.fixed) {
        if let Some(size) = size {
            subtitle.push_str(&format!(", {name} = {size}"));
        }
    }
    PictureHeading { title: title(about, request), subtitle }
}
