//! Looks at a claim in every case, and finds its smallest witness.
//!
//! Positions come by number of stones, then in lexicographic order, so the first that fails is the
//! smallest witness. The scan goes on after it, only among positions with a smaller largest heap,
//! for the flattest one. A claim about no position in particular may begin with `for all`: then
//! its variables take the place of heaps.
//!
//! Cost: a walk over the formula a case. Before each there is a safe point; going on from one, the positions
//! with fewer stones are left out, and only those with as many are counted again.

mod at_once;

use std::ops::ControlFlow;

use ishitori_rule::Span;
use ishitori_rule::syntax::Quantifier;

use super::check_states::{CheckStates, ScanProgress};
use super::compile::Program;
use super::evaluate::{
    CaseFinding, ClaimPosition, Evaluation, EvaluationStop, Evaluator, listed, shown,
};
use super::formula::{BoundVariables, CompiledCondition};
use super::judge::GameTruth;
use super::request::ClaimCheck;
use super::verdict::Witness;
use super::witness::Explainer;
use crate::control::{Control, GaveUp};
use crate::game::{Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, WindowError};
use crate::solve::snapshot::StateError;

/// Why a scan ended early, and where.
pub(super) type ScanStop = (Box<EvaluationStop>, String);

pub(super) struct ClaimScan<'p, 'g, 'k> {
    pub program: &'p Program,
    evaluator: Evaluator<'p, 'g>,
    points: CheckStates<'k>,
    pub progress: ScanProgress,
    /// How many cases are still to be left out, because they were looked at before an interruption.
    ahead: u64,
    /// Boards have no values to show.
    board: Option<Board>,
    text: &'p str,
    /// The place of the statement in the text.
    whole: Span,
}

impl<'p, 'g, 'k> ClaimScan<'p, 'g, 'k> {
    pub(super) fn new(
        check: &ClaimCheck<'p>,
        program: &'p Program,
        evaluator: Evaluator<'p, 'g>,
        points: CheckStates<'k>,
        progress: ScanProgress,
    ) -> Self {
        let (text, whole) = (check.text, check.statement.span.clone());
        let (ahead, board) = (0, None);
        ClaimScan { program, evaluator, points, progress, ahead, board, text, whole }
    }

    pub(super) fn heaps(
        &mut self,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<Result<(), ScanStop>, WindowError> {
        Ok(self.in_order(game, bounds, u64::MAX, control)?.unwrap_or(Ok(())))
    }

    /// Looks at positions in order, until so many cases were looked at; `None` if there are more.
    fn in_order(
        &mut self,
        game: &HeapGame,
        bounds: &Bounds,
        most: u64,
        control: &Control,
    ) -> Result<Option<Result<(), ScanStop>>, WindowError> {
        let mut result = Some(Ok(()));
        let largest = |values: &Vec<i64>| values.iter().copied().max().unwrap_or(0).unsigned_abs();
        let mut flat = self.progress.flattest.as_ref().map_or(u64::MAX, largest);
        self.ahead = self.progress.of_them;
        game.visit_positions_from(bounds, self.progress.stones, &mut |position| {
            if self.ahead > 0 {
                self.ahead -= 1;
                return ControlFlow::Continue(());
            }
            if self.progress.cases >= most {
                result = None;
                return ControlFlow::Break(());
            }
            let looked = self.position(position, &mut flat, control);
            looked.unwrap_or_else(|stop| {
                result = Some(Err((stop, game.write(position))));
                ControlFlow::Break(())
            })
        })?;
        Ok(result)
    }

    /// Looks at a position, unless only flatter ones are still of interest; whether that is all.
    fn position(
        &mut self,
        position: &Heaps,
        flat: &mut u64,
        control: &Control,
    ) -> Evaluation<ControlFlow<()>> {
        let stones = position.iter().sum::<u64>();
        if stones != self.progress.stones {
            (self.progress.stones, self.progress.of_them) = (stones, 0);
        }
        self.points.before(&self.evaluator, &self.progress)?;
        control.spend(1)?;
        let largest = position.iter().copied().max().unwrap_or(0);
        let mut go_on = ControlFlow::Continue(());
        if largest >= *flat {
            let beyond = flat.saturating_sub(1).saturating_mul(position.len() as u64);
            if *flat == 0 || stones > beyond {
                go_on = ControlFlow::Break(());
            }
        } else {
            self.evaluator.go_to(position);
            let values = || position.iter().map(|h| *h as i64).collect::<Vec<i64>>();
            let statement = &self.program.statement;
            match self.evaluator.finding(statement, self.program.uses_window)? {
                CaseFinding::Holds => {}
                CaseFinding::Undecided => {
                    self.progress.undecided.get_or_insert_with(values);
                }
                CaseFinding::Fails => {
                    *flat = largest;
                    self.progress.smallest.get_or_insert_with(values);
                    self.progress.flattest = Some(values());
                }
            }
        }
        self.progress.cases += 1;
        self.progress.of_them += 1;
        Ok(go_on)
    }

    pub(super) fn boards(
        &mut self,
        game: &BoardGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<Result<(), ScanStop>, WindowError> {
        let mut result = Ok(());
        self.ahead = self.progress.cases;
        game.visit_positions(bounds, &mut |board| {
            if self.ahead > 0 {
                self.ahead -= 1;
                return ControlFlow::Continue(());
            }
            match self.holds_on(*board, control) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => {
                    self.board = Some(*board);
                    self.progress.smallest = Some(Vec::new());
                    ControlFlow::Break(())
                }
                Err(stop) => {
                    result = Err((stop, game.write(board)));
                    ControlFlow::Break(())
                }
            }
        })?;
        Ok(result)
    }

    fn holds_on(&mut self, board: Board, control: &Control) -> Evaluation<bool> {
        self.points.before(&self.evaluator, &self.progress)?;
        control.spend(1)?;
        self.evaluator.here = ClaimPosition::Board(board);
        let statement = &self.program.statement;
        let finding = self.evaluator.finding(statement, self.program.uses_window)?;
        if finding == CaseFinding::Undecided {
            self.progress.undecided.get_or_insert_default();
        }
        self.progress.cases += 1;
        Ok(finding != CaseFinding::Fails)
    }

    /// A claim about no position: its leading `for all` is scanned, the rest is evaluated.
    pub(super) fn sentence(&mut self, control: &Control) -> Result<(), ScanStop> {
        let (through, body) = self.variables();
        let slots: Vec<usize> = through.iter().flat_map(|t| t.slots.clone()).collect();
        let steps = self.evaluator.steps_so_far();
        // The cases that are left out cost steps again.
        self.evaluator.set_steps(0);
        self.ahead = self.progress.cases;
        let ClaimScan { program, evaluator, points, progress, ahead, .. } = self;
        let mut last = Vec::new();
        let mut is_first = true;
        let visited = evaluator.each(through, &mut |evaluator| {
            if *ahead > 0 {
                *ahead -= 1;
                return Ok(ControlFlow::Continue(()));
            }
            if std::mem::take(&mut is_first) && progress.cases > 0 {
                evaluator.set_steps(steps);
            }
            points.before(evaluator, progress)?;
            control.spend(1)?;
            last = slots.iter().map(|slot| evaluator.slot(*slot)).collect();
            match evaluator.finding(body, program.uses_window)? {
                CaseFinding::Holds => {}
                CaseFinding::Undecided => {
                    progress.undecided.get_or_insert_with(|| last.clone());
                }
                CaseFinding::Fails => progress.note(&last),
            }
            progress.cases += 1;
            Ok(ControlFlow::Continue(()))
        });
        visited.map(drop).map_err(|stop| (stop, self.shown(&last)))
    }

    fn variables(&self) -> (&'p [BoundVariables], &'p CompiledCondition) {
        match &self.program.statement {
            CompiledCondition::Quantified(Quantifier::All, through, body)
                if !self.program.about_here =>
            {
                (through, body)
            }
            statement => (&[], statement),
        }
    }

    /// Hands over a last state, if one is wanted; whether it is.
    pub(super) fn keep_last(&mut self) -> Result<bool, GaveUp> {
        // What was left out is not lost: the state to go on from is still there.
        if self.ahead > 0 {
            return Ok(true);
        }
        self.points.last(&self.evaluator, &self.progress)
    }

    /// Refuses a state that was ahead of all cases.
    pub(super) fn must_have_begun(&self) -> Result<(), StateError> {
        match self.ahead {
            0 => Ok(()),
            _ => Err(StateError::Damaged("it is ahead of all the work")),
        }
    }

    /// The variables with their values.
    fn shown(&self, values: &[i64]) -> String {
        let (through, _) = self.variables();
        let names = through.iter().flat_map(|t| &t.names);
        let shown: Vec<String> =
            names.zip(values).map(|(n, v)| format!("{n} = {}", shown(*v))).collect();
        shown.join(", ")
    }

    /// That numbers beyond the window decide the claim somewhere.
    pub(super) fn undecided(&self) -> Option<GaveUp> {
        let values = self.progress.undecided.as_ref()?;
        let at = match self.program.about_here {
            _ if values.is_empty() => String::new(),
            true => format!(" at {}", listed(values)),
            false => format!(" for {}", self.shown(values)),
        };
        Some(GaveUp::new(format!(
            "numbers beyond the window decide the claim{at}: give the quantifier a range, as in `exists x in 0 .. 50: ...`"
        )))
    }

    /// Where the claim fails, and why: the smallest place, and the flattest if that is another.
    pub(super) fn witnesses(&mut self) -> Option<(Witness, Option<Witness>)> {
        let smallest = self.progress.smallest.take()?;
        let flattest = self.progress.flattest.take().filter(|other| *other != smallest);
        let smallest = self.explained(smallest);
        Some((smallest, flattest.map(|found| self.explained(found))))
    }

    /// Goes back to where the claim fails and says what is the matter.
    fn explained(&mut self, values: Vec<i64>) -> Witness {
        let (through, body) = self.variables();
        let at = match (self.board, &self.evaluator.judges[0]) {
            (Some(board), GameTruth::Board(judge)) => {
                let at = judge.game.write(&board);
                self.evaluator.here = ClaimPosition::Board(board);
                at
            }
            _ if self.program.about_here => {
                let heaps: Heaps = values.iter().map(|value| value.unsigned_abs()).collect();
                self.evaluator.go_to(&heaps);
                listed(&values)
            }
            _ => {
                let slots = through.iter().flat_map(|t| &t.slots);
                for (slot, value) in slots.zip(&values) {
                    self.evaluator.set_slot(*slot, *value);
                }
                self.shown(&values)
            }
        };
        let (text, whole) = (self.text, self.whole.clone());
        let mut explainer = Explainer { evaluator: &mut self.evaluator, text, whole };
        // That the claim fails here is known, even if saying why takes too long.
        let (says, truth, why) = explainer.explain(body).unwrap_or_else(|_| explainer.quoted());
        Witness { at, values, says, truth, why }
    }
}

impl ScanProgress {
    /// Notes variables for which the claim fails: the smallest have the smallest sum, the flattest the
    /// smallest largest.
    fn note(&mut self, values: &[i64]) {
        let total =
            |v: &[i64]| v.iter().fold(0i64, |sum, v| sum.saturating_add(v.saturating_abs()));
        let largest = |v: &[i64]| v.iter().copied().max().unwrap_or(0);
        let smaller = |old: &Vec<i64>| (total(values), values) < (total(old), old);
        if self.smallest.as_ref().is_none_or(smaller) {
            self.smallest = Some(values.to_vec());
        }
        let flatter = |old: &Vec<i64>| {
            (largest(values), total(values), values) < (largest(old), total(old), old)
        };
        if self.flattest.as_ref().is_none_or(flatter) {
            self.flattest = Some(values.to_vec());
        }
    }
}
