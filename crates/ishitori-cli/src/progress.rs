//! A sign of life for work that takes longer than two seconds, and an ear for Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ishitori_core::solve::choose::{Engine, Plan};
use ishitori_core::solve::{Budget, GaveUp};
use ishitori::owner::{News, Owner};

use crate::args::Work;
use crate::interrupt;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// A budget that shows its progress on a terminal.
pub fn budget(work: Work) -> Budget<'static> {
    let style = "{spinner} {human_pos} positions solved ({per_sec}, {elapsed})";
    watched(Budget::positions(work.max_positions), None, style)
}

/// A budget without limit for work whose size is known: the memory is planned, and the bar tells
/// how long it will take.
pub fn planned(steps: u128, unit: &str) -> Budget<'static> {
    let style =
        format!("{{wide_bar}} {{percent}}% of {{human_len}} {unit} ({{per_sec}}, {{eta}} left)");
    watched(Budget::unlimited(), u64::try_from(steps).ok(), &style)
}

/// A budget without limit for work whose size is not known.
pub fn unlimited() -> Budget<'static> {
    let style = "{spinner} {human_pos} positions ({per_sec}, {elapsed})";
    watched(Budget::unlimited(), None, style)
}

/// A budget for finding P-positions: planned, or limited where only the reference can.
pub fn of_plan(plan: &Plan, work: Work) -> Budget<'static> {
    match &plan.engine {
        Engine::Lines { cones, order } => {
            let packed = *order.heaps.last().expect("a game has heaps");
            planned(plan.positions / cones.sizes[packed] as u128, "lines")
        }
        Engine::Keys { .. } | Engine::Marks { .. } => planned(plan.positions, "positions"),
        Engine::Reference => budget(work),
    }
}

/// A line for the person at the terminal, beside the results.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn watched(budget: Budget<'static>, steps: Option<u64>, style: &str) -> Budget<'static> {
    if !io::stderr().is_terminal() {
        return budget.watched(|_| interrupt::check());
    }
    let start = Instant::now();
    let style = ProgressStyle::with_template(style).expect("a valid template");
    let mut bar = Spinner(None);
    budget.watched(move |done| {
        interrupt::check()?;
        if start.elapsed() < PATIENCE {
            return Ok(());
        }
        let bar = bar.0.get_or_insert_with(|| {
            let bar = steps.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            bar.with_elapsed(start.elapsed()).with_style(style.clone())
        });
        bar.set_position(done);
        Ok(())
    })
}

/// Clears its line when the work is done.
struct Spinner(Option<ProgressBar>);

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// The owner of all work of a command: shows on a terminal what a prover does. Ctrl-C is heard without it.
pub fn terminal() -> Arc<dyn Owner> {
    Arc::new(Terminal::default())
}

#[derive(Default)]
struct Terminal(Mutex<Option<ProgressBar>>);

impl Owner for Terminal {
    fn goes_on(&self) -> Result<(), GaveUp> {
        Ok(())
    }

    fn hears(&self, news: &News) {
        let News { doing, done, known, elapsed } = news;
        if *elapsed < PATIENCE || !io::stderr().is_terminal() {
            return;
        }
        let mut bar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
            let bar = ProgressBar::new_spinner().with_elapsed(*elapsed);
            bar.with_style(style.expect("a valid template"))
        });
        if *known > 0 {
            bar.set_message(format!("{doing}: {done} of {known} known"));
        } else {
            bar.set_message((*doing).to_owned());
        }
        bar.tick();
    }

    fn ended(&self) {
        let bar = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    fn notes(&self, text: &str) {
        let _ = writeln!(io::stderr(), "note: {text}");
    }
}
