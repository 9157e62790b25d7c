//! Figures in formulas: positions that variables run through, images, lists of numbers.
//!
//! A variable holds a number, and a position is none; so positions that a set has told are numbered as they come, and the
//! variable holds that number, which no formula can see. Equal positions have one number, so sets of positions are compared as sets
//! of numbers. The numbers are good for one case of a claim: the next one begins anew, so memory does not grow with the list.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{ClaimPosition, Evaluation, EvaluationStop, Evaluator, MAX_ELEMENTS, NumberTuple};
use super::{shown, too_many};
use crate::claim::formula::{CompiledNumber, CompiledSet, Query, QueryPosition};
use crate::claim::functions::INFINITY;
use crate::claim::judge::GameTruth;
use crate::claim::table::NONE;
use crate::game::{Figure, FigureEntry, FigureGame, FigureList};

/// The positions of a case that have numbers, and what was asked about them.
#[derive(Default)]
pub(super) struct KnownFigures {
    all: Vec<Figure>,
    numbers: FxHashMap<Figure, i64>,
    lists: FxHashMap<(usize, i64), Arc<[FigureEntry]>>,
}

impl KnownFigures {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
        self.lists.clear();
    }
}

impl<'p, 'g> Evaluator<'p, 'g> {
    /// The number of a position in this case.
    pub(super) fn number_of(&mut self, figure: Figure) -> Evaluation<i64> {
        if let Some(known) = self.figures.numbers.get(&figure) {
            return Ok(*known);
        }
        if self.figures.all.len() >= MAX_ELEMENTS {
            return Err(too_many());
        }
        let number = self.figures.all.len() as i64;
        self.figures.all.push(figure.clone());
        self.figures.numbers.insert(figure, number);
        Ok(number)
    }

    /// The position with this number.
    pub(in crate::claim) fn numbered(&self, number: i64) -> &Figure {
        &self.figures.all[number as usize]
    }

    fn figure_game(&self) -> &'g FigureGame {
        match &self.judges[0] {
            GameTruth::Figures(judge) => judge.game,
            _ => unreachable!("compiled for a game on figures"),
        }
    }

    /// The figure that a place is.
    pub(super) fn figure_at(&mut self, place: &'p QueryPosition) -> Evaluation<Figure> {
        match place {
            QueryPosition::Bound(slot) => Ok(self.numbered(self.slot(*slot)).clone()),
            QueryPosition::Image(at, of) => {
                let of = self.figure_at(of)?;
                Ok(self.figure_game().image(&of, *at))
            }
            QueryPosition::Figure(figure) => Ok((**figure).clone()),
            _ => match &self.here {
                ClaimPosition::Figure(figure) => Ok((**figure).clone()),
                _ => unreachable!("compiled for a game on figures"),
            },
        }
    }

    /// The number of the position that a query names.
    pub(super) fn number_of_place(&mut self, query: &'p Query) -> Evaluation<i64> {
        let figure = self.figure_at(&query.place)?;
        self.number_of(figure)
    }

    /// A number of the kind, such as how many rows there are.
    pub(super) fn figure_number(&mut self, at: usize, query: &'p Query) -> Evaluation<i64> {
        let figure = self.figure_at(&query.place)?;
        Ok(self.figure_game().numbers(&figure)[at])
    }

    fn entries(&mut self, list: usize, query: &'p Query) -> Evaluation<Arc<[FigureEntry]>> {
        let number = self.number_of_place(query)?;
        if let Some(known) = self.figures.lists.get(&(list, number)) {
            return Ok(known.clone());
        }
        let mut entries = self.figure_game().list(self.numbered(number), list);
        entries.sort_unstable();
        self.steps(entries.len() as u64)?;
        let entries: Arc<[FigureEntry]> = entries.into();
        self.figures.lists.insert((list, number), entries.clone());
        Ok(entries)
    }

    /// `row[i]`.
    pub(super) fn figure_entry(
        &mut self,
        list: usize,
        query: &'p Query,
        index: &'p [CompiledNumber],
    ) -> Evaluation<i64> {
        let index = self.nums(index)?;
        let entries = self.entries(list, query)?;
        let place = [index[0], index.get(1).copied().unwrap_or(0)];
        if let Ok(at) = entries.binary_search_by_key(&place, |(place, _)| *place) {
            return Ok(entries[at].1);
        }
        let FigureList { name, goes_on, .. } = self.figure_game().lists()[list];
        let is_beyond = |i: &i64| *i >= 1 && *i != INFINITY && *i != NONE;
        if goes_on && index.iter().all(is_beyond) {
            return Ok(0);
        }
        let index: Vec<String> = index.iter().map(|i| shown(*i)).collect();
        Err(Box::new(EvaluationStop::NoEntry(format!("{name}[{}]", index.join(", ")))))
    }

    /// The numbers of a list, each as often as it is there.
    pub(super) fn listed_numbers(
        &mut self,
        list: usize,
        query: &'p Query,
    ) -> Evaluation<Vec<NumberTuple>> {
        let entries = self.entries(list, query)?;
        Ok(entries.iter().map(|(_, number)| vec![*number]).collect())
    }

    /// The elements of a set that only figures have.
    pub(super) fn figure_elements(&mut self, set: &'p CompiledSet) -> Evaluation<Vec<NumberTuple>> {
        let figures = match set {
            CompiledSet::FigureList(list, query) => return self.listed_numbers(*list, query),
            CompiledSet::FigureCells(list, query) => {
                let entries = self.entries(*list, query)?;
                let cells = entries.iter().filter(|(_, number)| *number != 0);
                return Ok(cells.map(|(place, _)| place.to_vec()).collect());
            }
            CompiledSet::FigureImages(query) => {
                let figure = self.figure_at(&query.place)?;
                self.figure_game().all_images(&figure)
            }
            CompiledSet::FigureOptions(query) => {
                let figure = self.figure_at(&query.place)?;
                match &self.judges[0] {
                    GameTruth::Figures(judge) => judge.options(&figure)?,
                    _ => unreachable!("compiled for a game on figures"),
                }
            }
            _ => unreachable!("a set of figures"),
        };
        figures.into_iter().map(|figure| Ok(vec![self.number_of(figure)?])).collect()
    }
}
