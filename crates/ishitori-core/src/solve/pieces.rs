//! The Grundy values of all pieces in a box, such as all rectangles up to a size.
//!
//! The values are found in lexicographic order, each as the least number that no option has; an option is worth the xor
//! of its pieces. Why that is right: no number of a new piece is larger than that of the old one in its place, and one is
//! smaller (lowering has checked it), so new pieces lie in the box and come earlier. Cost: four bytes a cell, and ten
//! to thirty nanoseconds for each option of each piece. It gives up as soon as the listener says so, also within a piece that
//! has many options. Misère play, where sums are no xor, is for plain recursion.

use crate::control::{Control, GaveUp};
use crate::game::{Piece, PieceGame};

/// Options between two looks at the listener.
const SLICE: u64 = 1 << 16;

/// The values of all pieces in a box.
#[derive(Clone, Debug)]
pub struct PieceValues {
    to: Vec<u64>,
    values: Vec<u32>,
}

/// How many pieces are in the box up to `to`.
pub fn cells(to: &[u64]) -> u128 {
    to.iter().fold(1, |all: u128, most| all.saturating_mul(u128::from(*most)))
}

/// The bytes of the values of a box. What marks the values of options takes less: a piece has no larger value than
/// options.
pub fn bytes(to: &[u64]) -> u128 {
    cells(to).saturating_mul(size_of::<u32>() as u128)
}

impl PieceValues {
    /// Finds the values of all pieces up to `to`, a bound for each number.
    ///
    /// # Errors
    /// [`GaveUp`] if the listener stops the work, or the box has more cells than there are numbers.
    pub fn solve(game: &PieceGame, to: &[u64], control: &Control) -> Result<PieceValues, GaveUp> {
        let cells = usize::try_from(cells(to)).map_err(|_| GaveUp::heap_too_large())?;
        let mut box_of = PieceValues { to: to.to_vec(), values: Vec::with_capacity(cells) };
        let mut piece = vec![1; to.len()];
        let (mut seen, mut stamp) = (Vec::new(), 0u32);
        for _ in 0..cells {
            control.spend(1)?;
            stamp = stamp.checked_add(1).unwrap_or_else(|| {
                seen.fill(0);
                1
            });
            let value = box_of.next(game, &piece, (&mut seen, stamp), control)?;
            box_of.values.push(value);
            next_piece(&mut piece, to);
        }
        Ok(box_of)
    }

    /// The value of a piece, from those before it; `seen` holds the stamp of the piece where an option has that value.
    fn next(
        &self,
        game: &PieceGame,
        piece: &[u64],
        (seen, stamp): (&mut Vec<u32>, u32),
        control: &Control,
    ) -> Result<u32, GaveUp> {
        let (mut options, mut stopped) = (0, None);
        game.visit_cuts(piece, &mut |parts| {
            let worth = |sum: u32, part: &[u64]| sum ^ self.values[self.number(part)];
            let value = parts.chunks(piece.len()).fold(0, worth) as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
            options += 1;
            if options % SLICE == 0 {
                stopped = control.check().err();
            }
            stopped.is_none()
        });
        if let Some(gave_up) = stopped {
            return Err(gave_up);
        }
        let least = seen.iter().position(|cell| *cell != stamp).unwrap_or(seen.len());
        u32::try_from(least).map_err(|_| GaveUp::new("a Grundy value is too large"))
    }

    /// Where a piece of the box stands.
    fn number(&self, piece: &[u64]) -> usize {
        piece
            .iter()
            .zip(&self.to)
            .fold(0, |at, (number, most)| at * *most as usize + (*number as usize - 1))
    }

    /// The value of a piece; none if it lies outside of the box.
    pub fn of(&self, piece: &[u64]) -> Option<u32> {
        let inside = piece.iter().zip(&self.to).all(|(number, most)| (1..=*most).contains(number));
        (inside && piece.len() == self.to.len()).then(|| self.values[self.number(piece)])
    }

    /// The values of all pieces in lexicographic order.
    pub(crate) fn into_cells(self) -> Vec<u32> {
        self.values
    }

    /// The value of a sum of pieces; none if one lies outside of the box.
    pub fn of_sum(&self, pieces: &[Piece]) -> Option<u32> {
        pieces.iter().try_fold(0, |sum, piece| Some(sum ^ self.of(piece)?))
    }
}

/// The next piece in lexicographic order; the first one after the last.
fn next_piece(piece: &mut [u64], to: &[u64]) {
    for (number, most) in piece.iter_mut().zip(to).rev() {
        if *number < *most {
            *number += 1;
            return;
        }
        *number = 1;
    }
}
