//! How large the parts of a drawing are, and where: what all its steps agree on.

/// The radius of a state.
pub(super) const RADIUS: f64 = 17.0;

/// The size of letters on arrows.
pub(super) const LABEL: f64 = 13.0;

/// How wide a letter is.
pub(super) const LABEL_WIDTH: f64 = 0.62 * LABEL;

/// The height of a line of a label.
pub(super) const LINE: f64 = 15.0;

/// A place in the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawingPoint {
    pub x: f64,
    pub y: f64,
}
