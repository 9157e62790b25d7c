//! Games on pieces of several numbers, such as rectangles: any number of them, each of which may be cut into none, one or
//! several smaller ones.
//!
//! A position is the sorted list of its pieces, so equal sums are one position, and of equal pieces only one is
//! played in. Options of a piece come from the scan of its families, as for heaps in rows. Predecessors are found by
//! trying every piece of the window, which is slow and meant for small ones. Windows hold single pieces: of sums nothing
//! more is asked than the xor of their values, which the engine `solve/pieces.rs` tells without positions.

use std::ops::ControlFlow;

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::family::{Family, MAX_FRESH, MAX_HEAP};
use ishitori_rule::{HeapRules, PieceRules};

use super::heaps::{HeapGame, forwards};
use super::kind::GameKind;
use super::position::{Heaps, PositionError};
use super::scan::{FamilyScan, GameError};
use super::window::{Bounds, WindowError};

/// A piece: its numbers in the order of the rule, each at least 1.
pub type Piece = Heaps;

/// A game on pieces. A position is its pieces in order.
#[derive(Clone, Debug)]
pub struct PieceGame {
    rules: PieceRules,
    scans: Vec<(FamilyScan, Family)>,
    alone: HeapGame,
}

/// One piece as the position of a game without moves: what tables, pictures and claims speak of.
pub(crate) fn one_piece(rules: &PieceRules) -> HeapRules {
    let lower = vec![1; rules.names.len()];
    HeapRules { lower, ..HeapRules::without_moves(rules.names.clone()) }
}

impl PieceGame {
    /// Prepares the game of `rules` for playing.
    ///
    /// # Errors
    /// [`GameError`] if a family is too complicated.
    pub fn new(rules: &PieceRules) -> Result<PieceGame, GameError> {
        let alone = one_piece(rules);
        let scan = |family: &Family| Ok((forwards(&alone, family)?, family.clone()));
        let scans = rules.families.iter().map(scan).collect::<Result<_, _>>()?;
        Ok(PieceGame { rules: rules.clone(), scans, alone: HeapGame::new(&alone)? })
    }

    /// The rules.
    pub fn rules(&self) -> &PieceRules {
        &self.rules
    }

    /// How many numbers a piece has.
    pub fn numbers(&self) -> usize {
        self.rules.names.len()
    }

    /// The game of one piece, without moves: its positions are the pieces.
    pub fn one_piece(&self) -> &HeapGame {
        &self.alone
    }

    /// Calls `visit` with the numbers of the pieces that `piece` can become, one piece after the other, in any order and
    /// perhaps more than once, until it returns false; returns whether it never did.
    pub fn visit_cuts(&self, piece: &[u64], visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        if piece.iter().any(|number| *number == 0 || *number > MAX_HEAP) {
            return true;
        }
        let mut parts = Vec::new();
        self.scans.iter().all(|(scan, family)| {
            let mut values = vec![0; piece.len() + family.fresh.len()];
            for (value, number) in values.iter_mut().zip(piece) {
                *value = i64::try_from(*number).expect("at most 2^32");
            }
            scan.run(&mut values, &|_| MAX_FRESH, &mut |values, scan| {
                parts.clear();
                let number = |i| {
                    u64::try_from(scan.result(i, values)).expect("families lead to pieces only")
                };
                parts.extend((0..family.result.len()).map(number));
                visit(&parts)
            })
        })
    }

    /// The pieces in order.
    pub fn position(&self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        pieces.sort_unstable();
        pieces
    }

    /// The smallest box that holds all pieces of a position, and so all that comes after it.
    pub fn box_of(&self, position: &[Piece]) -> Vec<u64> {
        let largest = |at: usize| position.iter().map(|piece| piece[at]).max().unwrap_or(1);
        (0..self.numbers()).map(largest).collect()
    }

    /// The numbers of a piece as people write it: `3x4`.
    fn read(&self, word: &str) -> Result<Piece, PositionError> {
        let numbers: Vec<&str> = word.split('x').collect();
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if numbers.len() != self.numbers() || !numbers.iter().all(is_number) {
            let example = ["3", "4", "2", "5"][..self.numbers()].join("x");
            return Err(PositionError::Piece { text: word.to_string(), example });
        }
        let read = |(text, name): (&&str, &String)| {
            let number = text.parse().ok().filter(|number| *number <= MAX_HEAP);
            match number.ok_or_else(|| PositionError::TooLarge(text.to_string()))? {
                0 => Err(PositionError::TooSmall { name: name.clone(), found: 0, least: 1 }),
                number => Ok(number),
            }
        };
        numbers.iter().zip(&self.rules.names).map(read).collect()
    }
}

impl GameKind for PieceGame {
    type Position = Vec<Piece>;

    fn visit_options(
        &self,
        position: &Vec<Piece>,
        visit: &mut dyn FnMut(&Vec<Piece>) -> ControlFlow<()>,
    ) {
        for (i, piece) in position.iter().enumerate() {
            if i > 0 && position[i - 1] == *piece {
                continue;
            }
            let mut rest = position.clone();
            rest.remove(i);
            let go_on = self.visit_cuts(piece, &mut |parts| {
                let mut option = rest.clone();
                option.extend(parts.chunks(self.numbers()).map(Piece::from));
                visit(&self.position(option)).is_continue()
            });
            if !go_on {
                return;
            }
        }
    }

    /// Tries every piece within the bounds in the place of some of the pieces.
    fn predecessors(
        &self,
        position: &Vec<Piece>,
        bounds: &Bounds,
        limit: usize,
    ) -> Result<Vec<Vec<Piece>>, WindowError> {
        let most = limit.saturating_mul(4).max(1_000);
        let (mut before, mut too_many) = (Vec::new(), false);
        self.alone.visit_positions(bounds, &mut |piece| {
            let fits = self.visit_cuts(piece, &mut |parts| {
                if let Some(mut rest) = without(position, parts, self.numbers()) {
                    rest.push(piece.clone());
                    if bounds.total.is_none_or(|total| self.stones(&rest) <= total) {
                        before.push(self.position(rest));
                    }
                }
                before.len() <= most
            });
            before = self.arranged(std::mem::take(&mut before));
            too_many = !fits || before.len() > limit;
            if too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if too_many { Err(WindowError::TooMany(limit)) } else { Ok(before) }
    }

    /// The pieces of a box, one by one; a total bounds the sum of the numbers of a piece.
    fn visit_positions(
        &self,
        bounds: &Bounds,
        visit: &mut dyn FnMut(&Vec<Piece>) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        self.alone.visit_positions(bounds, &mut |piece| visit(&vec![piece.clone()]))
    }

    fn is_within_limits(&self, position: &Vec<Piece>) -> bool {
        position.iter().flatten().all(|number| *number <= MAX_HEAP)
    }

    fn stones(&self, position: &Vec<Piece>) -> u64 {
        position.iter().flatten().fold(0, |sum, number| sum.saturating_add(*number))
    }

    fn fingerprint(&self) -> u64 {
        fnv1a(self.rules.canonical().as_bytes())
    }

    fn canonical(&self, position: &Vec<Piece>) -> Vec<Piece> {
        position.clone()
    }

    fn parse(&self, text: &str) -> Result<Vec<Piece>, PositionError> {
        let words: Vec<&str> =
            text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()).collect();
        if words == ["0"] {
            return Ok(Vec::new());
        }
        if words.is_empty() {
            self.read("")?;
        }
        let pieces = words.into_iter().map(|word| self.read(word)).collect::<Result<_, _>>()?;
        Ok(self.position(pieces))
    }

    fn write(&self, position: &Vec<Piece>) -> String {
        if position.is_empty() {
            return "0".to_string();
        }
        let word = |piece: &Piece| {
            let numbers: Vec<String> = piece.iter().map(u64::to_string).collect();
            numbers.join("x")
        };
        position.iter().map(word).collect::<Vec<String>>().join(",")
    }
}

/// The pieces without these parts, if all of them are there.
fn without(pieces: &[Piece], parts: &[u64], numbers: usize) -> Option<Vec<Piece>> {
    let mut rest = pieces.to_vec();
    for part in parts.chunks(numbers) {
        rest.remove(rest.iter().position(|piece| **piece == *part)?);
    }
    Some(rest)
}
