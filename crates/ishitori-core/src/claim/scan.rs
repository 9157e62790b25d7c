//! Looks at a claim in every case, and finds its smallest witness.
//!
//! Positions come by number of stones, then in lexicographic order, so the first that fails is the
//! smallest witness. The scan goes on after it, only among positions with a smaller largest heap,
//! for the flattest one. A claim about no position in particular may begin with `for all`: then
//! its variables take the place of heaps.
//!
//! Cost: a walk over the formula a case. Before each there is a safe point; going on from one, the positions
//! with fewer stones are left out, and only those with as many are counted again.

use std::ops::ControlFlow;

use ishitori_rule::Span;
use ishitori_rule::syntax::Quantifier;

use super::blocks::{ClaimWitnesses, HereWindows, MAX_VALUE};
use super::check::ClaimCheck;
use super::check_states::{CheckStates, ScanProgress};
use super::columns::{HereFacts, columns_of};
use super::compile::Program;
use super::evaluate::{ClaimPosition, Evaluation, EvaluationStop, Evaluator, listed, shown};
use super::formula::{BoundVariables, CompiledCondition};
use super::judge::{GameTruth, HeldWindow};
use super::lines::{LineWindow, looked_in_order};
use super::verdict::Witness;
use super::witness::Explainer;
use crate::ask::Fact;
use crate::control::{Control, GaveUp};
use crate::game::{Board, BoardGame, Bounds, GameKind, HeapGame, Heaps, WindowError};
use crate::solve::Convention;
use crate::solve::snapshot::StateError;

/// So many positions are looked at in order before lines are: most claims that are wrong are wrong there.
const FIRST_IN_ORDER: u64 = 1 << 12;

/// Why a scan ended early, and where.
pub(super) type ScanStop = (Box<EvaluationStop>, String);

pub(super) struct ClaimScan<'p, 'g, 'k> {
    program: &'p Program,
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

    /// Looks at a claim line by line, on several threads, after the smallest positions in order; `None` if that does not tell
    /// everything: then the rest is to be looked at in order.
    pub(super) fn by_lines(
        &mut self,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<Option<Result<(), ScanStop>>, WindowError> {
        let window = LineWindow::new(game, bounds)?;
        let GameTruth::Heaps(truth) = &self.evaluator.judges[0] else { return Ok(None) };
        let outcomes = truth.telling(Fact::Outcome(truth.convention), bounds);
        let values = truth.telling(Fact::Grundy, bounds);
        let here = HereFacts {
            outcome: outcomes.is_some(),
            value: values.as_ref().map(|_| MAX_VALUE),
            zero_is_p: truth.convention == Convention::Normal,
        };
        let Program { statement, defined, slots, .. } = self.program;
        let heaps = (game.rules().lower.as_slice(), window.upper.as_slice());
        let Some(formula) = columns_of(statement, defined, *slots, heaps, here) else {
            return Ok(None);
        };
        // 1. The smallest positions, where most of what is wrong or means nothing shows.
        let told = self.in_order(game, bounds, FIRST_IN_ORDER, control)?;
        if told.is_some() {
            return Ok(told);
        }
        // 2. All others.
        let here = HereWindows {
            outcomes: outcomes.as_ref().map(HeldWindow::window),
            values: values.as_ref().map(HeldWindow::window),
        };
        let mut known = ClaimWitnesses::default();
        for values in [&self.progress.smallest, &self.progress.flattest].into_iter().flatten() {
            known.note(&values.iter().map(|value| value.unsigned_abs()).collect::<Vec<_>>());
        }
        let evaluator = &mut self.evaluator.afresh();
        let looked = match formula.is_narrow {
            true => window.look::<i32>(statement, &formula, here, known, evaluator, control),
            false => window.look::<i64>(statement, &formula, here, known, evaluator, control),
        };
        // 3. What was found, and the number of cases that a look in order would have told.
        let findings = match looked {
            Ok(Some(findings)) => findings,
            Ok(None) => return Ok(None),
            Err(gave_up) => return Ok(Some(Err((gave_up.into(), String::new())))),
        };
        let (smallest, flattest) = (findings.found.smallest(), findings.found.flattest());
        let cases = match flattest {
            Some(flattest) => looked_in_order(&window, bounds, flattest, control)?,
            None => Some(findings.looked),
        };
        let Some(cases) = cases else { return Ok(None) };
        let values = |heaps: &Heaps| heaps.iter().map(|heap| *heap as i64).collect();
        self.progress.smallest = smallest.map(values);
        self.progress.flattest = flattest.map(values);
        self.progress.cases = cases;
        Ok(Some(Ok(())))
    }

    /// Takes over what was found at the P-positions of a window, for a claim `P implies X`; whether all positions could be counted.
    pub(super) fn take_over(
        &mut self,
        found: &ClaimWitnesses,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<bool, WindowError> {
        let Some(cases) = count(game, bounds, control)? else { return Ok(false) };
        let values = |heaps: &Heaps| heaps.iter().map(|heap| *heap as i64).collect();
        self.progress.smallest = found.smallest().map(values);
        self.progress.flattest = found.flattest().map(values);
        self.progress.cases = cases;
        Ok(true)
    }

    /// Looks at a claim `P implies X` in a window whose P-positions are listed: X is evaluated there and nowhere else; whether that
    /// told everything.
    ///
    /// If it did not, for whatever reason (another claim, no list, X means nothing somewhere, or takes too long), every position is
    /// to be looked at in order. The witnesses are the same: the smallest by stones, then in order, and the flattest.
    pub(super) fn where_p(
        &mut self,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<bool, WindowError> {
        let Some(conclusion) = self.program.statement.implied_by_p() else { return Ok(false) };
        let GameTruth::Heaps(truth) = &self.evaluator.judges[0] else { return Ok(false) };
        let (Some(listed), convention) = (truth.listed(bounds), truth.convention) else {
            return Ok(false);
        };
        let steps = self.evaluator.steps_so_far();
        let mut found = ClaimWitnesses::default();
        let mut is_whole = true;
        let mut heaps: Heaps = vec![0; game.rules().names.len()].into();
        listed.window().visit_p(convention, &mut |told| {
            heaps.copy_from_slice(told);
            let is_arranged = !game.rules().symmetry.identifies() || heaps.is_sorted();
            if !is_arranged || !found.wants(&heaps) || !game.is_within(bounds, &heaps) {
                return ControlFlow::Continue(());
            }
            self.evaluator.go_to(&heaps);
            is_whole &= control.spend(1).is_ok();
            match self.evaluator.logic(conclusion) {
                Ok(true) => {}
                Ok(false) => found.note(&heaps),
                Err(_) => is_whole = false,
            }
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.evaluator.set_steps(steps);
        Ok(is_whole && self.take_over(&found, game, bounds, control)?)
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
            if !self.evaluator.logic(&self.program.statement)? {
                *flat = largest;
                let values: Vec<i64> = position.iter().map(|h| *h as i64).collect();
                self.progress.smallest.get_or_insert_with(|| values.clone());
                self.progress.flattest = Some(values);
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
        let holds = self.evaluator.logic(&self.program.statement)?;
        self.progress.cases += 1;
        Ok(holds)
    }

    /// A claim about no position: its leading `for all` is scanned, the rest is evaluated.
    pub(super) fn sentence(&mut self, control: &Control) -> Result<(), ScanStop> {
        let (through, body) = self.variables();
        let slots: Vec<usize> = through.iter().flat_map(|t| t.slots.clone()).collect();
        let steps = self.evaluator.steps_so_far();
        // The cases that are left out cost steps again.
        self.evaluator.set_steps(0);
        self.ahead = self.progress.cases;
        let ClaimScan { evaluator, points, progress, ahead, .. } = self;
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
            if !evaluator.logic(body)? {
                progress.note(&last);
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

/// How many positions a window has; `None` if the work is to stop.
fn count(game: &HeapGame, bounds: &Bounds, control: &Control) -> Result<Option<u64>, WindowError> {
    let rules = game.rules();
    let upper = game.upper_bounds(bounds)?;
    let is_box = bounds.total.is_none() && rules.validity.is_empty();
    if is_box && !rules.symmetry.identifies() {
        let sizes = upper.iter().zip(&rules.lower).map(|(up, low)| (up + 1).saturating_sub(*low));
        return Ok(Some(sizes.fold(1, u64::saturating_mul)));
    }
    let (mut count, mut goes_on) = (0u64, true);
    game.visit_positions(bounds, &mut |_| {
        count += 1;
        if count.is_multiple_of(1 << 14) {
            goes_on = control.check().is_ok();
        }
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(goes_on.then_some(count))
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
