//! Kinds of positions that are not heaps: one file a kind.
//!
//! A kind says what the text of a position means, what can be played, into which independent parts a position falls, and
//! when two of them are the same game in another place. Everything else (values, who wins, how long play lasts, lists,
//! claims, pictures in a terminal) follows from that and is written once, in `figure.rs` and `solve/figures.rs`.
//!
//! A text is read into a [`Ground`], the place where it lies: a graph with its labels, a board, a poset. What is left of
//! the position is a [`Remains`], some bytes whose meaning only the ground knows, such as a bit a vertex. So moves work on
//! bits, and no engine knows what a graph is.

mod canonical;
pub(super) mod cells;
mod cells_text;
pub(super) mod coins;
pub(super) mod diagram;
pub(super) mod graph;
pub(super) mod graph_text;
pub(super) mod lists;
pub(super) mod poset;
pub(super) mod poset_text;

use std::fmt::Debug;

use smallvec::SmallVec;

use crate::control::Control;

/// What is left of a figure, as its ground understands it.
pub type Remains = SmallVec<[u8; 36]>;

/// Up to this number of bits, remains are a mask.
pub(crate) const MASK_BITS: usize = 128;

/// A list that is asked for by its name.
pub struct NamedList<'a> {
    /// `trees`.
    pub name: &'a str,
    /// The numbers behind it.
    pub numbers: &'a [u64],
    /// Whoever wants it, and may stop the work; then the list is worth nothing.
    pub control: &'a Control,
}

/// How far keys of parts may be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyScope {
    /// Equal keys mean equal games, on any ground of the kind.
    Kind,
    /// Only on this ground.
    Ground,
}

/// A list of numbers that belongs to every position of a kind, as claims know it: `row[1]`, `max(row)`.
#[derive(Debug)]
pub struct FigureList {
    /// `row`.
    pub name: &'static str,
    /// How many numbers say which entry is meant: `row[2]` one, `hook[1,3]` two, none if entries are not told apart.
    pub indices: usize,
    /// Whether entries beyond the last one are 0; otherwise there are none.
    pub goes_on: bool,
    /// Whether `cells` are the indices of its entries that are not 0.
    pub has_cells: bool,
}

/// An entry of a list: where it stands, row and column or one number and 0, and the number.
pub type FigureEntry = ([i64; 2], i64);

/// A kind of position.
pub trait FigureKind: Debug + Send + Sync {
    /// Reads the text of a position.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String>;

    /// A position to begin with, as text.
    fn example(&self) -> String;

    /// A list of positions for whoever names none.
    fn default_list(&self) -> String;

    /// The names of [lists](FigureKind::list).
    fn list_names(&self) -> &'static [&'static str];

    /// The names of single positions.
    fn family_names(&self) -> &'static [&'static str];

    /// What claims call the numbers of a position: [`Ground::numbers`] tells them in this order.
    fn number_names(&self) -> &'static [&'static str];

    /// The lists of numbers that claims know: [`Ground::list`] tells them in this order.
    fn lists(&self) -> &'static [FigureList] {
        &[]
    }

    /// What claims call the images of a position: [`Ground::image`] makes them in this order. Together they generate the symmetries.
    fn images(&self) -> &'static [&'static str] {
        &[]
    }

    /// Texts of all positions, up to symmetry, of a list that has a name, such as `trees(9)`. `None` if the kind has none of
    /// that name.
    ///
    /// # Errors
    /// A sentence, if the list would be too long or its numbers are wrong.
    fn list(&self, list: &NamedList) -> Option<Result<Vec<String>, String>>;
}

/// Where a position lies.
pub trait Ground: Debug + Send + Sync {
    /// Calls `add` for every option; one may come more than once.
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains));

    /// Calls `add` for every independent part on which somebody can still move. The position is their disjunctive sum.
    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains));

    /// Calls `add` for positions whose Grundy values, xored, are that of this one: its parts, or smaller ones.
    fn visit_summands(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        self.visit_parts(of, add);
    }

    /// Writes the canonical form of a part. Parts with equal keys are the same game.
    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope;

    /// Whether a key costs much more than a look into a table.
    fn has_costly_keys(&self) -> bool {
        true
    }

    /// How much is left: vertices, squares, cells. Every move but those of tokens makes it less, or always more.
    fn size(&self, of: &Remains) -> u64;

    /// The position as [`FigureKind::read`] reads it, the same for equal positions however they were written.
    fn write(&self, of: &Remains) -> String;

    /// The position as people like to read it, by the name of what it comes from; [`FigureKind::read`] reads that, too.
    fn shown(&self, of: &Remains) -> String {
        self.write(of)
    }

    /// The numbers that claims know.
    fn numbers(&self, of: &Remains) -> Vec<i64>;

    /// The entries of a list of [`FigureKind::lists`], in the order of their places.
    fn list(&self, _of: &Remains, _at: usize) -> Vec<FigureEntry> {
        Vec::new()
    }

    /// An image of [`FigureKind::images`].
    fn image(&self, of: &Remains, _at: usize) -> Remains {
        of.clone()
    }

    /// How it looks.
    fn picture(&self, of: &Remains) -> FigurePicture;
}

/// How a figure looks: points joined by lines, or cells in rows.
#[derive(Clone, Debug, PartialEq)]
pub enum FigurePicture {
    /// Points of a graph or a poset.
    Points {
        /// Where they lie, from 0 to 1 in both directions, the second downwards, and what they are called.
        points: Vec<(f64, f64, String)>,
        /// Which are joined.
        lines: Vec<(usize, usize)>,
        /// Where the token lies.
        token: Option<usize>,
    },
    /// Rows of cells: full, empty, or none at all.
    Cells(Vec<Vec<Option<bool>>>),
}

/// The members of a mask, lowest first.
pub(crate) fn members(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        let any = mask != 0;
        mask &= mask.wrapping_sub(1);
        any.then_some(lowest)
    })
}

/// A mask as remains.
pub(crate) fn of_mask(mask: u128) -> Remains {
    Remains::from_slice(&mask.to_le_bytes())
}

/// The mask that begins at this byte.
pub(crate) fn mask_at(remains: &Remains, at: usize) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&remains[at..at + 16]);
    u128::from_le_bytes(bytes)
}
