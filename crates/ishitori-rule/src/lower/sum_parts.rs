//! What the parts of a sum of heaps stand for: their numbers, what is demanded of these, and how large a heap of them can be.
//!
//! All of it is linear, so that the questions whether an option can be played and whether its heaps are smaller are those of
//! any family. Of m stones in k heaps the largest has at most m - k + 1; that there are no k different ones is found when they are
//! enumerated.

use crate::family::{Affine, NumberTooLarge};
use crate::problem::Problem;
use crate::ruleset::PartShape;
use crate::syntax::{Expr, SumPart};

/// The numbers of a part, in the order of [`PartShape`]; those of a piece as they are written.
pub(super) fn numbers(part: &SumPart) -> Vec<&Expr> {
    match part {
        SumPart::One(size) => vec![size],
        SumPart::Piece(numbers, _) => numbers.iter().collect(),
        SumPart::Copies(count, size) => vec![count, size],
        SumPart::Run(from, to) => vec![from, to],
        SumPart::Parts { count, of, .. } => vec![count, of],
    }
}

/// What the numbers of a part mean.
///
/// # Errors
/// If it is a piece of several numbers, which a heap does not become.
pub(super) fn shape(part: &SumPart) -> Result<PartShape, Problem> {
    Ok(match part {
        SumPart::One(_) => PartShape::One,
        SumPart::Copies(..) => PartShape::Copies,
        SumPart::Run(..) => PartShape::Run,
        SumPart::Parts { differ: false, .. } => PartShape::Parts,
        SumPart::Parts { differ: true, .. } => PartShape::DifferentParts,
        SumPart::Piece(numbers, span) => {
            let label = format!("{} here", numbers.len());
            let problem = Problem::new(span.clone(), "a heap has one number", label);
            return Err(problem.hint(
                "each heap has its own brackets: `[x] + [y]`; pieces of several numbers are declared with `heap (a, b)`",
            ));
        }
    })
}

/// A heap that is left: where there is one (a term that is not negative then), and its size at most.
pub(super) struct LargestPart {
    pub exists: Option<Affine>,
    pub size: Affine,
}

/// What must not be negative for the parts to be heaps.
pub(super) fn demands(
    parts: &[PartShape],
    numbers: &[Affine],
) -> Result<Vec<Affine>, NumberTooLarge> {
    let one = Affine::constant(1);
    let mut demands = Vec::new();
    for (part, of) in each(parts, numbers) {
        match part {
            PartShape::One => demands.push(of[0].minus(&one)?),
            PartShape::Copies => demands.extend([of[0].clone(), of[1].minus(&one)?]),
            PartShape::Run => {
                demands.extend([of[0].minus(&one)?, of[1].plus(1, &one)?.minus(&of[0])?]);
            }
            PartShape::Parts | PartShape::DifferentParts => {
                demands.extend([of[0].clone(), of[1].minus(&of[0])?]);
            }
        }
    }
    Ok(demands)
}

/// The largest heap of each part.
pub(super) fn largest(
    parts: &[PartShape],
    numbers: &[Affine],
) -> Result<Vec<LargestPart>, NumberTooLarge> {
    let one = Affine::constant(1);
    let largest = |(part, of): (PartShape, &[Affine])| {
        Ok(match part {
            PartShape::One => LargestPart { exists: None, size: of[0].clone() },
            PartShape::Copies => {
                LargestPart { exists: Some(of[0].minus(&one)?), size: of[1].clone() }
            }
            PartShape::Run => {
                LargestPart { exists: Some(of[1].minus(&of[0])?), size: of[1].clone() }
            }
            PartShape::Parts | PartShape::DifferentParts => LargestPart {
                exists: Some(of[0].minus(&one)?),
                size: of[1].minus(&of[0])?.plus(1, &one)?,
            },
        })
    };
    each(parts, numbers).map(largest).collect()
}

/// The parts with these numbers, as rule texts have them.
pub(super) fn written(parts: &[PartShape], numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    PartShape::written(parts, &numbers)
}

fn each<'a>(
    parts: &'a [PartShape],
    numbers: &'a [Affine],
) -> impl Iterator<Item = (PartShape, &'a [Affine])> {
    let mut at = 0;
    parts.iter().map(move |part| {
        at += part.width();
        (*part, &numbers[at - part.width()..at])
    })
}
