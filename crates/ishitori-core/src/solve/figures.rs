//! Values of figures by their parts: graphs, posets, diagrams, boards of cells.
//!
//! In normal play a position is worth the xor of its independent parts, and a part is worth the same wherever it lies and
//! however it is turned. So only parts are solved, each once in its canonical form: a table of keys in compact bytes, a
//! value a key (`figures/parts.rs`), filled by a search with a stack of its own (`figures/search.rs`).
//!
//! Misère play and the length of play belong to whole sums. They are found over the same parts: a position is the sorted list of
//! the numbers of its parts, so positions with equal parts are one, and dead rests are gone.
//!
//! Right because it is the definition, on equal games told apart by their keys; compared with plain recursion over texts.
//! Cost: a key an option of each part. Memory: the bytes of the keys and 12 to 24 bytes a part; over the limit it gives up.
//! Threads: after the first few thousand parts of a position they search together (`search.rs` says how); the values, and the number of
//! parts spent, are the same for any number. What is known can be kept on the way: a state is the solved parts with their keys, so
//! whoever goes on from it finds them solved. Whole sums are found on one thread.

mod keys;
mod parts;
mod search;
mod states;
mod whole;

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use self::parts::PartTable;
use self::search::{GroundNames, KnownRemains, PartSearch, PartWorker};
pub use self::states::FigureStates;
pub use self::whole::WholeFigures;
use crate::control::{Control, GaveUp};
use crate::game::{Ground, Remains};

/// Threads are started for a position that has more parts than this.
const TOGETHER_FROM: u64 = 4_096;

/// A solver with its table of parts. It may go from ground to ground of the same game.
#[derive(Debug)]
pub struct FigureSolver {
    table: PartTable,
    /// The numbers of parts by their remains on the ground at hand: of the thread that asks, and of each other one.
    known: Vec<KnownRemains>,
    /// What the ground at hand is called.
    ground: String,
    names: Mutex<GroundNames>,
    memory: usize,
}

impl FigureSolver {
    /// A solver that knows nothing yet.
    pub fn new(control: &Control) -> FigureSolver {
        let threads = control.threads();
        FigureSolver {
            table: PartTable::new(threads),
            known: (0..threads).map(|_| KnownRemains::default()).collect(),
            ground: String::new(),
            names: Mutex::default(),
            memory: control.memory(),
        }
    }

    /// Goes to another ground, which has a name of its own: what is known by remains is of the old one.
    pub(crate) fn enter(&mut self, name: String) {
        self.known.iter_mut().for_each(KnownRemains::clear);
        self.ground = name;
    }

    /// How many parts are known.
    pub fn parts(&self) -> usize {
        self.table.len()
    }

    /// The Grundy value of a position.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much.
    pub(crate) fn grundy(
        &mut self,
        ground: &dyn Ground,
        of: &Remains,
        control: &Control,
    ) -> Result<u32, GaveUp> {
        self.grundy_kept(ground, of, control, &mut FigureStates::none())
    }

    /// The same; what is known on the way is handed over where that is wanted.
    ///
    /// # Errors
    /// [`GaveUp`] if that costs too much, or it was stopped and handed over.
    pub(crate) fn grundy_kept(
        &mut self,
        ground: &dyn Ground,
        of: &Remains,
        control: &Control,
        states: &mut FigureStates<'_>,
    ) -> Result<u32, GaveUp> {
        let FigureSolver { table, known, ground: name, names, memory } = self;
        let search = PartSearch::new(table, ground, (name, names), *memory, known);
        let mut parts = Vec::new();
        ground.visit_summands(of, &mut |part| parts.push(part));
        let mut value = 0;
        for part in parts {
            let number = search.number(&part, &mut known[0]);
            if table.value(number).is_none() {
                solve(&search, known, (number, &part), control, states)?;
            }
            value ^= table.value(number).expect("just solved");
        }
        Ok(value)
    }

    /// The number of a part.
    fn number(&mut self, ground: &dyn Ground, part: &Remains) -> u32 {
        let FigureSolver { table, known, ground: name, names, memory } = self;
        PartSearch::new(table, ground, (name, names), *memory, known).number(part, &mut known[0])
    }

    /// The bytes of the tables.
    fn bytes(&self) -> usize {
        self.table.bytes() + search::bytes(&self.known)
    }
}

/// Solves a part: alone at first, then with the other threads.
fn solve(
    search: &PartSearch<'_>,
    known: &mut [KnownRemains],
    (number, part): (u32, &Remains),
    control: &Control,
    states: &mut FigureStates<'_>,
) -> Result<(), GaveUp> {
    let (mine, others) =
        known.split_first_mut().expect("one for each thread, of which there is one");
    let alone = Cell::new(if others.is_empty() { u64::MAX } else { TOGETHER_FROM });
    search.table.claim(number);
    control.spend(1)?;
    let mut worker = PartWorker::new(search, mine, number, part);
    // This thread counts, for all of them, and is the only one that is asked for states.
    let mut goes_on = |opened: u64| -> Result<bool, GaveUp> {
        let opened = opened + search.opened.swap(0, Ordering::Relaxed);
        states.spent(control.spend(opened))?;
        states.keep_if_due(search.table, search.names, control)?;
        alone.set(alone.get() - 1);
        Ok(alone.get() > 0)
    };
    if worker.work(&mut goes_on)? {
        return Ok(());
    }
    let helped = std::thread::scope(|scope| {
        for known in others {
            let help = move || {
                let mut worker = PartWorker::new(search, known, number, part);
                worker.work(&mut |opened| {
                    search.opened.fetch_add(opened, Ordering::Relaxed);
                    Ok(!search.is_over.load(Ordering::Relaxed))
                })
            };
            // One that the system refuses is not there.
            let _ = std::thread::Builder::new().spawn_scoped(scope, help);
        }
        let result = loop {
            alone.set(u64::MAX);
            match worker.work(&mut goes_on) {
                Ok(false) => {}
                Ok(true) => break Ok(()),
                Err(why) => break Err(why),
            }
        };
        search.is_over.store(true, Ordering::Relaxed);
        result
    });
    helped?;
    search.is_over.store(false, Ordering::Relaxed);
    control.spend(search.opened.swap(0, Ordering::Relaxed))
}
