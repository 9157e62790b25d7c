//! The misère quotient of a game on single heaps: found, verified, presented by generators and relations, with its period
//! where one is proved, and the genera of the first heaps.
//!
//! Why it is right: a quotient is called found only after outcomes were checked to follow by moves for all sums of the
//! heaps ([`ishitori_core::single::quotient`]).

use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::SingleGame;
use ishitori_core::single::genus::Genera;
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{
    NoPeriod, Presentation, Quotient, QuotientPeriod, TakeMove, find,
};

use crate::single_heaps;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct QuotientRequest {
    /// The largest heap.
    pub to: u32,
    /// Quotients with more elements are given up.
    pub order_limit: usize,
    /// Whether genera are wanted.
    pub genera: bool,
}

impl Default for QuotientRequest {
    fn default() -> QuotientRequest {
        QuotientRequest { to: 30, order_limit: 1000, genera: false }
    }
}

/// A quotient with everything that papers print of one.
pub struct QuotientReport {
    /// The quotient.
    pub quotient: Quotient,
    /// Its generators and relations.
    pub presentation: Presentation,
    /// Its period; only of take-and-break games.
    pub period: Option<Result<QuotientPeriod, NoPeriod>>,
    /// The genera of the first heaps, and why there are no more.
    pub genera: Option<(Vec<String>, Option<GaveUp>)>,
    /// Why the quotient is that of fewer heaps than were asked for.
    pub stopped: Option<GaveUp>,
}

impl QuotientReport {
    /// The quotient of a game.
    ///
    /// # Errors
    /// If its options are too many, or nothing is found within the limits.
    pub fn of_game(
        game: &SingleGame,
        request: &QuotientRequest,
        control: &Control,
    ) -> anyhow::Result<QuotientReport> {
        let options = single_heaps::heap_options(game, request.to, control)?;
        let takes = single_heaps::takes(game.rules());
        QuotientReport::new(&options, takes.as_deref(), request, control)
    }

    /// The quotient of a game with these options. `takes` are its moves, if it is a take-and-break game.
    ///
    /// # Errors
    /// If nothing is found within the limits.
    pub fn new(
        options: &HeapOptions,
        takes: Option<&[TakeMove]>,
        request: &QuotientRequest,
        control: &Control,
    ) -> anyhow::Result<QuotientReport> {
        let options = options.up_to(request.to);
        let found = find(&options, request.order_limit, &control.recursing())?;
        let quotient = found.quotient;
        Ok(QuotientReport {
            presentation: Presentation::new(&quotient),
            period: takes.map(|takes| QuotientPeriod::prove(&options, &quotient, takes)),
            // Of all heaps, also of those beyond the quotient: a genus needs no quotient.
            genera: request.genera.then(|| genera(&options, control)),
            quotient,
            stopped: found.stopped,
        })
    }

    /// The heaps' values as text, from heap 1 on.
    pub fn heaps(&self) -> Vec<String> {
        let values = self.quotient.values().iter().skip(1);
        values.map(|value| self.presentation.element(*value)).collect()
    }

    /// The P-elements as text.
    pub fn p_elements(&self) -> Vec<String> {
        let elements = self.quotient.monoid().p_elements().into_iter();
        elements.map(|element| self.presentation.element(element)).collect()
    }
}

/// The genera of single heaps, as far as they can be computed.
fn genera(options: &HeapOptions, control: &Control) -> (Vec<String>, Option<GaveUp>) {
    let control = control.recursing();
    let mut genera = Genera::new(options);
    let mut texts = Vec::new();
    for heap in 1..=options.largest() {
        match genera.genus(&[heap], &control) {
            Ok((genus, temper)) => texts.push(format!("{genus} {temper}")),
            Err(why) => return (texts, Some(why)),
        }
    }
    (texts, None)
}
