//! A sign of life for work that takes longer than two seconds.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ishitori_core::solve::Budget;

use crate::args::Work;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// A budget that shows its progress on a terminal.
pub fn budget(work: Work) -> Budget<'static> {
    let budget = Budget::positions(work.max_positions);
    if !std::io::stderr().is_terminal() {
        return budget;
    }
    let start = Instant::now();
    let mut bar = Spinner(None);
    budget.watched(move |positions| {
        if start.elapsed() < PATIENCE {
            return;
        }
        let bar = bar.0.get_or_insert_with(|| {
            let style = "{spinner} {human_pos} positions solved ({per_sec}, {elapsed})";
            let bar = ProgressBar::new_spinner().with_elapsed(start.elapsed());
            bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
            bar
        });
        bar.set_position(positions);
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
