//! Claims `P implies X`, looked at while the engine tells P-positions.
//!
//! If X is about numbers alone, nothing of the window has to be kept: each P-position goes into a block as it is told, X is evaluated a
//! block at a time, and what stays in memory is the engine's own. The witnesses are those of a look at every position in order,
//! since the smallest and the flattest do not depend on the order. Other claims, and kept ones, are looked at in a solved window.
//!
//! Cost: the engine's, and some nanoseconds a P-position.

use super::blocks::{ClaimWitnesses, HereWindows, PositionBlocks, walk_unknown};
use super::columns::{ColumnFormula, HereFacts, Lane, columns_of};
use super::compile::Program;
use super::evaluate::Evaluator;
use super::formula::CompiledCondition;
use super::judge::GameTruth;
use super::request::ClaimCheck;
use crate::ask::{choose, p_positions};
use crate::control::GaveUp;
use crate::game::{AnyGame, Bounds, HeapGame};

/// A claim `P implies X` whose X is about numbers alone.
pub(super) struct ImpliedClaim<'p> {
    game: &'p HeapGame,
    conclusion: &'p CompiledCondition,
    formula: ColumnFormula<'p>,
}

impl<'p> ImpliedClaim<'p> {
    /// The claim of a program, if it is such a one.
    pub(super) fn of(program: &'p Program, bounds: &Bounds) -> Option<ImpliedClaim<'p>> {
        let AnyGame::Heaps(game) = &program.games[0].game else { return None };
        let conclusion = program.statement.implied_by_p()?;
        let (lower, upper) = (&game.rules().lower, game.upper_bounds(bounds).ok()?);
        let (defined, facts) = (&program.defined, HereFacts::default());
        let formula = columns_of(conclusion, defined, program.slots, (lower, &upper), facts)?;
        formula.parts.is_empty().then_some(ImpliedClaim { game, conclusion, formula })
    }

    /// Looks at it in all P-positions; `None` if X means nothing in one of them.
    pub(super) fn look(
        &self,
        check: &ClaimCheck,
        program: &'p Program,
    ) -> Result<Option<ClaimWitnesses>, GaveUp> {
        match self.formula.is_narrow {
            true => self.look_as::<i32>(check, program),
            false => self.look_as::<i64>(check, program),
        }
    }

    fn look_as<T: Lane>(
        &self,
        check: &ClaimCheck,
        program: &'p Program,
    ) -> Result<Option<ClaimWitnesses>, GaveUp> {
        let (game, convention, bounds) = (self.game, check.convention, check.bounds);
        let control = &check.control.with_any_positions();
        let plan = choose(game, bounds, convention, control);
        let plan = plan.map_err(|why| GaveUp::new(why.to_string()))?;
        let heaps = game.rules().names.len();
        let here = HereWindows::default();
        let mut blocks = PositionBlocks::<T>::new(&self.formula, heaps, here, None);
        let mut is_known = true;
        p_positions(game, bounds, convention, &plan, control, &mut |position| {
            is_known = is_known && blocks.push_one(position).is_continue();
        })?;
        is_known = is_known && blocks.look().is_continue();
        let judge = |asked| GameTruth::new(asked, convention, check.control);
        let judges = program.games.iter().map(|asked| judge(&asked.game)).collect();
        let names = program.games.iter().map(|asked| asked.name.clone()).collect();
        let (defined, slots) = (&program.defined, program.slots);
        let mut evaluator = Evaluator::new(judges, names, defined, slots, check.control);
        let PositionBlocks { mut found, unknown, .. } = blocks;
        if is_known {
            let (conclusion, control) = (self.conclusion, check.control);
            is_known = walk_unknown(&unknown, conclusion, &mut evaluator, &mut found, control)?;
        }
        Ok(is_known.then_some(found))
    }
}
