//! Claims about figures: looked at on the positions of a list.
//!
//! Graphs, diagrams and boards of cells have no heaps, so there is no window; a claim names a list of positions (`among
//! "path(1..40)"`, or `--on`), or is looked at on a list that the kind of game has for such cases. Its numbers are those of a position (vertices,
//! edges, rows, ...) and those in its name in the list: `n`, `m` and `k` are 5, 3 and 2 in `name(5,3,2)`. Positions are looked at by
//! their size, so the first that fails is the smallest witness. States are kept between two positions, with the parts that are solved.

use super::check_states::{CheckStates, ScanProgress};
use super::compile::Program;
use super::evaluate::{CaseFinding, EvaluationStop, Evaluator};
use super::figure_numbers::NAME_NUMBERS;
use super::request::{CheckError, ClaimCheck};
use super::scan::ScanStop;
use super::table::NONE;
use super::verdict::Witness;
use super::witness::Explainer;
use crate::control::Control;
use crate::game::{FigureGame, GameKind, ListFailure, ListedFigure};

/// What a look at a list has found.
pub(super) struct FigureFinding {
    pub cases: u64,
    pub witness: Option<Witness>,
    /// The list.
    pub among: String,
}

/// Looks at a claim at every position of a list.
pub(super) fn look<'p>(
    check: &ClaimCheck<'p>,
    game: &FigureGame,
    program: &'p Program,
    evaluator: &mut Evaluator<'p, '_>,
    states: &mut CheckStates<'_>,
    begun: ScanProgress,
    control: &Control,
) -> Result<Result<FigureFinding, ScanStop>, CheckError> {
    let among = check.among.map_or_else(|| game.default_list(), str::to_string);
    let mut figures = game.listed(&among, control).map_err(|failure| match failure {
        ListFailure::GaveUp(gave_up) => CheckError::GaveUp(gave_up),
        wrong => CheckError::List(wrong),
    })?;
    figures.sort_by(|a, b| a.figure.cmp(&b.figure));
    let mut progress = begun;
    for listed in figures.iter().skip(usize::try_from(progress.cases).unwrap_or(usize::MAX)) {
        let stopped = |stop| (stop, listed.name.clone());
        let kept = states.before(evaluator, &progress).and_then(|()| control.spend(1));
        let finding = kept.map_err(Into::into).and_then(|()| {
            evaluator.go_to_figure(&listed.figure, &numbers(game, listed));
            evaluator.finding(&program.statement, program.uses_window)
        });
        match finding {
            Err(stop) => {
                if is_stopped(&stop) {
                    states.last(evaluator, &progress)?;
                }
                return Ok(Err(stopped(stop)));
            }
            Ok(CaseFinding::Fails | CaseFinding::Undecided) => {
                let witness = witness(check, game, program, evaluator, listed);
                let cases = progress.cases + 1;
                let found = |witness| FigureFinding { cases, witness: Some(witness), among };
                return Ok(witness.map(found).map_err(stopped));
            }
            Ok(CaseFinding::Holds) => progress.cases += 1,
        }
    }
    Ok(Ok(FigureFinding { cases: progress.cases, witness: None, among }))
}

fn is_stopped(stop: &EvaluationStop) -> bool {
    matches!(stop, EvaluationStop::GaveUp(why) if why.is_stopped())
}

/// The numbers of a position, then those of its name; a name without numbers has none, which is none: it takes part in no arithmetic and is not less or more.
fn numbers(game: &FigureGame, listed: &ListedFigure) -> Vec<i64> {
    let named = (0..NAME_NUMBERS.len()).map(|at| listed.numbers.get(at).copied().unwrap_or(NONE));
    game.numbers(&listed.figure).into_iter().chain(named).collect()
}

fn witness<'p>(
    check: &ClaimCheck<'p>,
    game: &FigureGame,
    program: &'p Program,
    evaluator: &mut Evaluator<'p, '_>,
    listed: &ListedFigure,
) -> Result<Witness, Box<super::evaluate::EvaluationStop>> {
    let (text, whole) = (check.text, check.statement.span.clone());
    let mut explainer = Explainer { evaluator, text, whole };
    let (says, truth, why) = explainer.explain(&program.statement)?;
    let written = game.write(&listed.figure);
    let at = if listed.name == written { written } else { format!("{} ({written})", listed.name) };
    Ok(Witness { at, values: Vec::new(), says, truth, why })
}
