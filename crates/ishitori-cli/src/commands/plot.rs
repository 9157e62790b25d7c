//! `ishitori plot`: a picture of two heaps against each other, or of the values of single heaps.
//!
//! The library solves the window and draws it (`ishitori::plots`); here arguments are read, and the file
//! appears when it is whole. `tests/plot.rs` reads pictures back and compares them with `table` and
//! `positions`.

use std::path::Path;

use anyhow::bail;
use ishitori::Control;
use ishitori::files::stored::StoredResult;
use ishitori::open::{open, open_ruleset};
use ishitori::plots::{PlotRequest, PlottedQuantity, plot};

use super::deliver_to;
use crate::args::PlotArgs;

pub fn run(args: &PlotArgs, control: &Control) -> anyhow::Result<()> {
    let control = &args.work.of(&args.memory.of(control));
    let kind = PictureFormat::of(&args.output)?;
    let mut request = PlotRequest {
        what: PlottedQuantity::Grundy,
        convention: args.play.convention(),
        to: args.to.clone(),
        axes: args.axes.clone(),
        fix: args.fix.clone(),
        titles: kind == PictureFormat::Svg,
    };
    let mut default = if args.play.misere { PlottedQuantity::P } else { PlottedQuantity::Grundy };
    let mut stored = None;
    if let Some(path) = &args.stored.from {
        let found = StoredResult::open(path, &args.game)?;
        found.misere(args.play.misere)?;
        request.convention = found.convention;
        if !found.has_grundy() {
            default = PlottedQuantity::P;
        }
        if request.to.is_empty() {
            request.to = match found.bounds.to.as_slice() {
                [] => found.heap_game()?.upper_bounds(&found.bounds)?,
                to => to.to_vec(),
            };
        }
        if request.fix.is_empty() {
            request.fix = found.fixed();
        }
        stored = Some(found);
    }
    request.what = args.what.map_or(default, PlottedQuantity::from);
    let opened = match &stored {
        Some(stored) => open_ruleset(stored.ruleset.clone())?,
        None => open(&args.game)?,
    };
    deliver_to(&args.output, control, |out| {
        let picture = plot(&opened.ruleset, &opened.game, &request, stored, control)?;
        match kind {
            PictureFormat::Svg => out.write_all(picture.svg().as_bytes())?,
            PictureFormat::Png => out.write_all(&picture.png())?,
        }
        Ok(())
    })
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
