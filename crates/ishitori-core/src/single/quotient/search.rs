//! Finds the misère quotient of a game, heap by heap.
//!
//! Let the quotient Q of the smaller heaps be known, with the moves that prove it. A new heap is alike to an element x of Q if
//! and only if giving it the value x keeps the proof whole (the *mex rule* of Plambeck and Siegel: then nothing new can be
//! told apart, and Q is the quotient with the new heap too). Nearly all heaps are settled so, by a look at each element.
//!
//! If there is none, the heap becomes a generator, and the quotient of all generators is [learned](super::learn) anew. What
//! was alike may not be alike beside the new heap, so every other heap is placed anew; one that finds no place becomes a
//! generator, one that changes its place makes us learn again. At the end [`verify`](Quotient::verify) proves the result from
//! the options alone, and shares nothing with the search but the products.

use super::Quotient;
use super::learn::{LearnedQuotient, learn};
use super::monoid::Monoid;
use super::moves::{HeapKind, QuotientMoves};
use super::oracle::Generators;
use super::word::{GeneratorWord, MOST_GENERATORS};
use crate::control::{Control, GaveUp};
use crate::single::misere::{HeapOptions, HeapSum, sum};

/// What was found.
#[derive(Clone, Debug)]
pub struct FoundQuotient {
    /// The verified misère quotient of the heaps up to its largest.
    pub quotient: Quotient,
    /// Why it has no larger heaps, if not all were done.
    pub stopped: Option<GaveUp>,
}

/// The misère quotient of a game with at most `limit` elements. If it grows beyond that, or `control` runs out, the quotient
/// of the heaps before.
///
/// # Errors
/// [`GaveUp`] if even the verification of that is beyond the limits, or the user stops the work.
pub fn find(game: &HeapOptions, limit: usize, control: &Control) -> Result<FoundQuotient, GaveUp> {
    let mut search = QuotientSearch::new(game, limit);
    let mut stopped = None;
    for heap in 1..=game.largest() {
        match search.add(heap, control) {
            Ok(()) => {}
            Err(why) if why.is_stopped() => return Err(why),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    let quotient = Quotient { monoid: search.state.monoid, values: search.state.values };
    let known = game.up_to(quotient.largest());
    // A limit that the search used up must not keep the proof from being checked: that costs less than the search did.
    let checked = match stopped {
        None => quotient.verify(&known, control)?,
        Some(_) => quotient.verify(&known, &control.with_any_positions())?,
    };
    match checked {
        Ok(()) => Ok(FoundQuotient { quotient, stopped }),
        Err(refusal) => Err(GaveUp::new(format!(
            "the quotient that was found is not right ({refusal}); please report this as a bug"
        ))),
    }
}

/// A quotient of the heaps so far, with its proof.
struct ProvedQuotient {
    monoid: Monoid,
    moves: QuotientMoves,
    /// The value of each heap, the empty one first.
    values: Vec<u32>,
    /// A sum of generators for each element.
    sums: Vec<HeapSum>,
}

struct QuotientSearch<'g> {
    game: &'g HeapOptions,
    limit: usize,
    generators: Vec<u32>,
    /// A sum of generators that each heap is taken to be alike to.
    alike: Vec<HeapSum>,
    state: ProvedQuotient,
}

impl<'g> QuotientSearch<'g> {
    fn new(game: &'g HeapOptions, limit: usize) -> Self {
        let monoid = Monoid::trivial();
        let moves = QuotientMoves::none(&monoid);
        let state =
            ProvedQuotient { monoid, moves, values: vec![0], sums: vec![HeapSum::default()] };
        QuotientSearch {
            game,
            limit,
            generators: Vec::new(),
            alike: vec![HeapSum::default()],
            state,
        }
    }

    /// Adds the next heap.
    fn add(&mut self, heap: u32, control: &Control) -> Result<(), GaveUp> {
        let place = place(self.game, heap, &mut self.state, 0, control)?;
        match place {
            Some(value) => {
                self.state.values.push(value);
                self.alike.push(self.state.sums[value as usize].clone());
            }
            None => {
                self.alike.push(sum(vec![heap]));
                self.generators.push(heap);
                self.state = self.renew(control)?;
            }
        }
        Ok(())
    }

    /// Learns the quotient of the generators, and places all other heaps in it.
    fn renew(&mut self, control: &Control) -> Result<ProvedQuotient, GaveUp> {
        let mut has_moved = vec![false; self.alike.len()];
        loop {
            let learned = learn(self.described()?, self.limit, control)?;
            let mut state = self.begin(&learned);
            let Some((heap, place)) = self.place_all(&mut state, &learned.values, control)? else {
                return Ok(state);
            };
            let alike = place.map(|value| &state.sums[value as usize]);
            match alike.filter(|alike| !has_moved[heap as usize] && is_below(alike, heap)) {
                Some(alike) => {
                    has_moved[heap as usize] = true;
                    self.alike[heap as usize] = alike.clone();
                }
                None => {
                    let at = self.generators.partition_point(|other| *other < heap);
                    self.generators.insert(at, heap);
                    self.alike[heap as usize] = sum(vec![heap]);
                }
            }
        }
    }

    /// The generators with their options as words.
    fn described(&self) -> Result<Generators<'_>, GaveUp> {
        if self.generators.len() > MOST_GENERATORS {
            return Err(GaveUp::beyond(MOST_GENERATORS, "generators of the misère quotient"));
        }
        let smaller = &self.state;
        let values = self.generators.iter().filter_map(|heap| smaller.values.get(*heap as usize));
        let options = self.generators.iter().map(|heap| {
            let options = self.game.of(*heap).iter();
            let mut words = options
                .map(|option| self.word(option))
                .collect::<Result<Vec<GeneratorWord>, GaveUp>>()?;
            words.sort_unstable();
            words.dedup();
            Ok(words)
        });
        let options = options.collect::<Result<_, GaveUp>>()?;
        Ok(Generators { options, smaller: &smaller.monoid, values: values.copied().collect() })
    }

    /// A sum of heaps as a word of generators.
    fn word(&self, heaps: &[u32]) -> Result<GeneratorWord, GaveUp> {
        let mut word = GeneratorWord::default();
        for heap in heaps {
            for generator in &self.alike[*heap as usize] {
                let at = self.generators.binary_search(generator).expect("alike to generators");
                word = word.plus(GeneratorWord::letter(at))?;
            }
        }
        Ok(word)
    }

    /// The learned quotient, without heaps yet.
    fn begin(&self, learned: &LearnedQuotient) -> ProvedQuotient {
        let heaps = |word: &GeneratorWord| word.letters().map(|at| self.generators[at]).collect();
        let sums = learned.words.iter().map(heaps).collect();
        let (monoid, moves) = (learned.monoid.clone(), learned.moves.clone());
        ProvedQuotient { monoid, moves, values: vec![0], sums }
    }

    /// Places all heaps where they are wanted. Otherwise the first for which that is wrong, and its place if it has one.
    fn place_all(
        &self,
        state: &mut ProvedQuotient,
        generators: &[u32],
        control: &Control,
    ) -> Result<Option<(u32, Option<u32>)>, GaveUp> {
        for (heap, alike) in (0..).zip(&self.alike).skip(1) {
            let value_of = |heap: &u32| {
                let at = self.generators.binary_search(heap).expect("alike to generators");
                generators[at]
            };
            let factors = alike.iter().map(value_of);
            let wanted = factors.fold(0, |product, value| state.monoid.product(product, value));
            if self.generators.binary_search(&heap).is_err() {
                let place = place(self.game, heap, state, wanted, control)?;
                if place != Some(wanted) {
                    return Ok(Some((heap, place)));
                }
            }
            state.values.push(wanted);
        }
        Ok(None)
    }
}

/// Whether all heaps of a sum are smaller than `heap`, so that one can stand for the other and play still ends.
fn is_below(sum: &[u32], heap: u32) -> bool {
    sum.iter().all(|other| *other < heap)
}

/// The element that a heap is alike to, if there is one; its moves join those of the state. `wanted` is tried first.
fn place(
    game: &HeapOptions,
    heap: u32,
    state: &mut ProvedQuotient,
    wanted: u32,
    control: &Control,
) -> Result<Option<u32>, GaveUp> {
    let ProvedQuotient { monoid, moves, values, .. } = state;
    if game.of(heap).is_empty() {
        return Ok(Some(0));
    }
    let options = game.of(heap).iter().map(|option| {
        option.iter().fold(0, |product, part| monoid.product(product, values[*part as usize]))
    });
    let mut kind = HeapKind::new(monoid, 0, options);
    control.spend(monoid.order() as u64)?;
    let first = std::iter::once(wanted);
    for value in first.chain(monoid.elements().filter(|value| *value != wanted)) {
        kind.value = value;
        if kind.p_to_p(monoid).is_some() {
            continue;
        }
        if moves.covers(&kind) {
            return Ok(Some(value));
        }
        if !moves.allows(monoid, &kind) {
            continue;
        }
        let mut more = moves.clone();
        if more.add(monoid, heap, kind.clone(), control)?.is_none() {
            *moves = more;
            return Ok(Some(value));
        }
    }
    Ok(None)
}
