//! Colours, and how values share them.
//!
//! Values above 0 run through viridis, which is perceptually uniform and safe for every kind of
//! colour blindness, without its darkest fifth: value 0, the P-positions, is black and must stand
//! out from every other. Where there is no position the paper stays white.
//!
//! A small window has a colour for each value. In a large one neighbouring values share a colour
//! ([`Levels::for_window`]): single values cannot be told apart there anyway, but their noise is
//! what would make the file large (a bit more a cell for each doubling of the colours).

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Black: P-positions, text.
    pub const BLACK: Colour = Colour([0, 0, 0]);
    /// White: paper, no position.
    pub const WHITE: Colour = Colour([255, 255, 255]);
    /// Lines of a frame.
    pub(crate) const GREY: Colour = Colour([120, 120, 120]);
    /// Lines of a grid, and what is no position among black and white.
    pub const LIGHT: Colour = Colour([210, 210, 210]);
    /// Around a P-position in a picture too large to see a single cell.
    pub(crate) const HALO: Colour = Colour([135, 135, 135]);

    /// As in SVG and CSS: `#1f988b`.
    pub(crate) fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Black or white, whichever is read better on this colour.
    pub(crate) fn ink(self) -> Colour {
        let [red, green, blue] = self.0.map(u32::from);
        let light = 299 * red + 587 * green + 114 * blue;
        if light > 140_000 { Colour::BLACK } else { Colour::WHITE }
    }
}

/// viridis at 3/15, 4/15, ..., 15/15.
const VIRIDIS: [[u8; 3]; 13] = [
    [0x41, 0x44, 0x87],
    [0x39, 0x56, 0x8c],
    [0x31, 0x68, 0x8e],
    [0x2a, 0x78, 0x8e],
    [0x23, 0x88, 0x8e],
    [0x1f, 0x98, 0x8b],
    [0x22, 0xa8, 0x84],
    [0x35, 0xb7, 0x79],
    [0x54, 0xc5, 0x68],
    [0x7a, 0xd1, 0x51],
    [0xa5, 0xdb, 0x36],
    [0xd2, 0xe2, 0x1b],
    [0xfd, 0xe7, 0x25],
];

/// The colour at `at / of` of the way from dark to light.
fn viridis(at: u32, of: u32) -> Colour {
    let of = of.max(1);
    let steps = VIRIDIS.len() as u32 - 1;
    let (low, rest) = (at * steps / of, at * steps % of);
    let (from, to) = (VIRIDIS[low as usize], VIRIDIS[(low + 1).min(steps) as usize]);
    let mix = |i: usize| {
        let mixed = u32::from(from[i]) * (of - rest) + u32::from(to[i]) * rest;
        (mixed / of) as u8
    };
    Colour([mix(0), mix(1), mix(2)])
}

/// How Grundy values share colours: 0 has its own, and those above it share `count` levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The largest value.
    pub max: u32,
    /// How many levels the values from 1 on have.
    pub count: u32,
}

impl Levels {
    /// The levels for a window of so many cells with values up to `max`.
    pub fn for_window(cells: usize, max: u32) -> Levels {
        let most = match cells {
            0..=600_000 => 240,
            600_001..=2_500_000 => 60,
            2_500_001..=9_000_000 => 24,
            _ => 12,
        };
        Levels { max, count: max.min(most) }
    }

    /// The level of a value from 1 on, counted from 0.
    pub(crate) fn level(self, value: u32) -> u32 {
        let level = u64::from(value - 1) * u64::from(self.count) / u64::from(self.max.max(1));
        (level as u32).min(self.count.saturating_sub(1))
    }

    /// The colour of a level.
    pub(crate) fn colour_of_level(self, level: u32) -> Colour {
        viridis(level, self.count.saturating_sub(1))
    }

    /// The colour of a value.
    pub fn colour(self, value: u32) -> Colour {
        if value == 0 { Colour::BLACK } else { self.colour_of_level(self.level(value)) }
    }
}
