//! The Grundy values of two-dimensional Turning Turtles, head by head.
//!
//! In normal play a board is the sum of the boards that have only one of its heads (E. Berlekamp,
//! J. Conway, R. Guy, *Winning Ways*, chapter 14: coin-turning games). Think of heads as tokens: a move
//! takes the token at `(a, b)` and puts one on each of the other corners, and two tokens on
//! a cell are worth `g xor g = 0`, as much as the tails that turning a head makes of it. So one
//! value a cell is enough, the mex of the xors of the cells that a single head can move to. Cost: a
//! step for each rectangle, then one for each head. Misère play does not add up.

use std::ops::ControlFlow;

use crate::game::BoardGame;

/// The value of each cell, by bit number.
pub(super) fn cell_values(game: &BoardGame) -> Vec<u32> {
    let cells = game.rules().rows * game.rules().columns;
    let mut rectangles: Vec<Vec<u64>> = vec![Vec::new(); cells];
    let _ = game.each_corner(&mut |corner, mask| {
        rectangles[corner.trailing_zeros() as usize].push(mask ^ corner);
        ControlFlow::Continue(())
    });
    // The other corners lie below or to the left: rows from the bottom, each from the left.
    let mut values = vec![0; cells];
    for cell in game.upward_cells() {
        let at = cell.trailing_zeros() as usize;
        let mut reached: Vec<u32> = rectangles[at].iter().map(|rest| xor(*rest, &values)).collect();
        reached.sort_unstable();
        values[at] = reached.iter().fold(0, |mex, v| if *v == mex { mex + 1 } else { mex });
    }
    values
}

/// The xor of the values of these cells.
pub(super) fn xor(mut cells: u64, values: &[u32]) -> u32 {
    let mut sum = 0;
    while cells != 0 {
        sum ^= values[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    sum
}
