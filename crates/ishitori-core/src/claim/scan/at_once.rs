//! Ways to look at a claim everywhere that need not go in order.
//!
//! Each tells everything or says that it does not; then positions are looked at in order (`scan.rs`). Witnesses are the same as there,
//! the smallest and the flattest, and so is the number of cases, but for claims `P implies X`: those count all positions of
//! the window.

use std::ops::ControlFlow;

use super::{ClaimScan, ScanStop};
use crate::ask::Fact;
use crate::claim::blocks::{ClaimWitnesses, HereWindows, MAX_VALUE};
use crate::claim::columns::{ColumnFormula, HereFacts, columns_of};
use crate::claim::compile::Program;
use crate::claim::judge::{GameTruth, HeldWindow};
use crate::claim::lines::{LineFindings, LineWindow, looked_in_order};
use crate::control::{Control, GaveUp};
use crate::game::{Bounds, GameKind, HeapGame, Heaps, WindowError};
use crate::solve::Convention;

/// So many positions are looked at in order before lines are: most claims that are wrong are wrong there.
const FIRST_IN_ORDER: u64 = 1 << 12;

/// The solved windows that tell who wins and the values.
struct TellingWindows<'g> {
    outcomes: Option<HeldWindow<'g>>,
    values: Option<HeldWindow<'g>>,
    zero_is_p: bool,
}

impl TellingWindows<'_> {
    fn facts(&self) -> HereFacts {
        HereFacts {
            outcome: self.outcomes.is_some(),
            value: self.values.as_ref().map(|_| MAX_VALUE),
            zero_is_p: self.zero_is_p,
        }
    }

    fn windows(&self) -> HereWindows<'_> {
        HereWindows {
            outcomes: self.outcomes.as_ref().map(HeldWindow::window),
            values: self.values.as_ref().map(HeldWindow::window),
        }
    }
}

impl<'p, 'g> ClaimScan<'p, 'g, '_> {
    /// Looks at a claim line by line, on several threads, after the smallest positions in order; `None` if that does not tell
    /// everything: then the rest is to be looked at in order.
    pub(in crate::claim) fn by_lines(
        &mut self,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<Option<Result<(), ScanStop>>, WindowError> {
        let window = LineWindow::new(game, bounds)?;
        let Some(here) = self.telling(bounds) else { return Ok(None) };
        let Program { statement, defined, slots, .. } = self.program;
        let heaps = (game.rules().lower.as_slice(), window.upper.as_slice());
        let Some(formula) = columns_of(statement, defined, *slots, heaps, here.facts()) else {
            return Ok(None);
        };
        // 1. The smallest positions, where most of what is wrong or means nothing shows.
        let told = self.in_order(game, bounds, FIRST_IN_ORDER, control)?;
        if told.is_some() {
            return Ok(told);
        }
        // 2. All others.
        let findings = match self.look(&window, &formula, here.windows(), control) {
            Ok(Some(findings)) => findings,
            Ok(None) => return Ok(None),
            Err(gave_up) => return Ok(Some(Err((gave_up.into(), String::new())))),
        };
        // 3. What was found, and the number of cases that a look in order would have told.
        let cases = match findings.found.flattest() {
            Some(flattest) => looked_in_order(&window, bounds, flattest, control)?,
            None => Some(findings.looked),
        };
        let Some(cases) = cases else { return Ok(None) };
        self.note_all(&findings.found, cases);
        Ok(Some(Ok(())))
    }

    /// The windows that tell something of every position here.
    fn telling(&self, bounds: &Bounds) -> Option<TellingWindows<'g>> {
        let GameTruth::Heaps(truth) = &self.evaluator.judges[0] else { return None };
        Some(TellingWindows {
            outcomes: truth.telling(Fact::Outcome(truth.convention), bounds),
            values: truth.telling(Fact::Grundy, bounds),
            zero_is_p: truth.convention == Convention::Normal,
        })
    }

    fn look(
        &self,
        window: &LineWindow,
        formula: &ColumnFormula<'p>,
        here: HereWindows,
        control: &Control,
    ) -> Result<Option<LineFindings>, GaveUp> {
        let mut known = ClaimWitnesses::default();
        for values in [&self.progress.smallest, &self.progress.flattest].into_iter().flatten() {
            known.note(&values.iter().map(|value| value.unsigned_abs()).collect::<Vec<_>>());
        }
        let (statement, evaluator) = (&self.program.statement, &mut self.evaluator.afresh());
        match formula.is_narrow {
            true => window.look::<i32>(statement, formula, here, known, evaluator, control),
            false => window.look::<i64>(statement, formula, here, known, evaluator, control),
        }
    }

    fn note_all(&mut self, found: &ClaimWitnesses, cases: u64) {
        let values = |heaps: &Heaps| heaps.iter().map(|heap| *heap as i64).collect();
        self.progress.smallest = found.smallest().map(values);
        self.progress.flattest = found.flattest().map(values);
        self.progress.cases = cases;
    }

    /// Takes over what was found at the P-positions of a window, for a claim `P implies X`; whether all positions could be counted.
    pub(in crate::claim) fn take_over(
        &mut self,
        found: &ClaimWitnesses,
        game: &HeapGame,
        bounds: &Bounds,
        control: &Control,
    ) -> Result<bool, WindowError> {
        let cases = count(game, bounds, control)?;
        cases.into_iter().for_each(|cases| self.note_all(found, cases));
        Ok(cases.is_some())
    }

    /// Looks at a claim `P implies X` in a window whose P-positions are listed: X is evaluated there and nowhere else; whether that
    /// told everything.
    ///
    /// If it did not, for whatever reason (another claim, no list, X means nothing somewhere, or takes too long), every position is
    /// to be looked at.
    pub(in crate::claim) fn where_p(
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
