//! Lists of positions that are no heaps, such as `path(1..20)` or `trees(1..9)`, with a fact about each of them.
//!
//! All positions of a list share what is known of their parts, which may be kept on the way ([`FigureRun`]).

use anyhow::bail;
use ishitori_core::ask::FigureAnswers;
use ishitori_core::control::Control;
use ishitori_core::game::{Figure, ListedFigure};
use ishitori_core::solve::{Convention, Outcome};

use crate::figure_runs::FigureRun;
use crate::tables::{ShownFact, TableCell, TableView};

/// Calls `visit` with every position of a list and what is shown of it.
///
/// # Errors
/// If there is no such list, it costs too much, or `visit` fails.
pub fn visit_list(
    run: &FigureRun,
    list: &str,
    shows: ShownFact,
    control: &Control,
    visit: &mut dyn FnMut(&ListedFigure, TableCell) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let view = TableView { shows, convention: run.convention };
    run.answers(list, control, &mut |answers| {
        for listed in run.game.listed(list, control)? {
            let cell = cell(answers, &listed.figure, view, control)?;
            visit(&listed, cell)?;
        }
        Ok(())
    })
}

fn cell(
    answers: &mut FigureAnswers,
    figure: &Figure,
    view: TableView,
    control: &Control,
) -> anyhow::Result<TableCell> {
    let misere = view.convention == Convention::Misere;
    Ok(match view.shows {
        ShownFact::Grundy if misere => {
            bail!(
                "misère Grundy values are shown of positions on heaps: show outcome or remoteness"
            )
        }
        ShownFact::Grundy => TableCell::Number(answers.grundy(figure, control)?),
        ShownFact::Outcome if misere => TableCell::Outcome(answers.facts(figure, control)?.misere),
        ShownFact::Outcome => {
            let lost = answers.grundy(figure, control)? == 0;
            TableCell::Outcome(if lost { Outcome::P } else { Outcome::N })
        }
        ShownFact::Remoteness => {
            TableCell::Number(answers.facts(figure, control)?.remoteness(view.convention))
        }
    })
}
