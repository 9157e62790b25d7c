//! Games on figures: graphs, posets, Young diagrams, boards of cells.
//!
//! A position is its text, as its kind writes it; what it means is the kind's business (`kinds.rs`). The engine for these games works on the
//! kind's own bits (`solve/figures.rs`); what stands here answers the questions of [`GameKind`] text by text, for whoever
//! lists, prints and plays, and for plain recursion.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use ishitori_rule::checksum::fnv1a;
use ishitori_rule::figure_rules::FigureRules;
use thiserror::Error;

use super::kind::GameKind;
use super::kinds::cells::CellsKind;
use super::kinds::coins::CoinKind;
use super::kinds::diagram::DiagramKind;
use super::kinds::graph::GraphKind;
use super::kinds::lists::{self, ListedText};
use super::kinds::poset::PosetKind;
use super::kinds::{FigureEntry, FigureKind, FigureList, FigurePicture, Ground, Remains};
use super::position::PositionError;
use super::window::{Bounds, WindowError};
use crate::control::{Control, GaveUp};

/// What a figure of a list takes besides its texts.
const LISTED_BYTES: usize = std::mem::size_of::<ListedFigure>() + 64;

/// A position that is no heaps.
#[derive(Clone, Debug)]
pub struct Figure {
    size: u64,
    /// The same for equal positions.
    text: Box<str>,
    /// As it is shown, which depends on where it comes from.
    shown: Box<str>,
}

impl Figure {
    /// Its text in full, without the name of what it comes from: the same for equal positions.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Figure {
    fn eq(&self, other: &Figure) -> bool {
        self.text == other.text
    }
}

impl Eq for Figure {}

impl Hash for Figure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Smaller ones first, then in the order of their texts.
impl Ord for Figure {
    fn cmp(&self, other: &Figure) -> Ordering {
        self.size.cmp(&other.size).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Figure {
    fn partial_cmp(&self, other: &Figure) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A figure of a list.
#[derive(Clone, Debug)]
pub struct ListedFigure {
    /// How it is called in the list.
    pub name: String,
    /// The numbers in its name.
    pub numbers: Vec<i64>,
    /// The position.
    pub figure: Figure,
}

/// Why there is no list of positions.
#[derive(Clone, Debug, Error)]
pub enum ListFailure {
    /// The text is no list.
    #[error("`{list}` is no list of positions: {why}")]
    Wrong {
        /// What was written.
        list: String,
        /// What is wrong.
        why: String,
    },
    /// One of its texts is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// It takes too long, or too much.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
}

/// A game on figures of one kind.
#[derive(Clone, Debug)]
pub struct FigureGame {
    rules: FigureRules,
    kind: Arc<dyn FigureKind>,
}

impl FigureGame {
    /// Prepares the game of `rules` for playing.
    pub fn new(rules: &FigureRules) -> FigureGame {
        let kind: Arc<dyn FigureKind> = match rules {
            FigureRules::Graph(rules) => Arc::new(GraphKind::new(rules)),
            FigureRules::Poset(rules) => Arc::new(PosetKind::new(rules)),
            FigureRules::Diagram(rules) => Arc::new(DiagramKind::new(rules)),
            FigureRules::Cells(rules) => Arc::new(CellsKind::new(rules)),
            FigureRules::Coins(rules) => Arc::new(CoinKind::new(rules)),
        };
        FigureGame { rules: rules.clone(), kind }
    }

    /// The rules.
    pub fn rules(&self) -> &FigureRules {
        &self.rules
    }

    /// A position to begin with, as text.
    pub fn example(&self) -> String {
        self.kind.example()
    }

    /// A list of positions for whoever names none.
    pub fn default_list(&self) -> String {
        self.kind.default_list()
    }

    /// What claims call the numbers of a position.
    pub fn number_names(&self) -> &'static [&'static str] {
        self.kind.number_names()
    }

    /// The positions of a list such as `path(1..20)`, in order.
    ///
    /// # Errors
    /// [`ListFailure`] if it is none, or `control` stops the work, or it takes more memory than is allowed.
    pub fn listed(&self, list: &str, control: &Control) -> Result<Vec<ListedFigure>, ListFailure> {
        let texts = lists::expand(&*self.kind, list, control);
        control.ask()?;
        let texts = texts.map_err(|why| ListFailure::Wrong { list: list.to_string(), why })?;
        let (mut listed, mut bytes) = (Vec::new(), 0usize);
        for ListedText { name, text, numbers } in texts {
            control.ask()?;
            let figure = self.parse(&text)?;
            bytes += LISTED_BYTES + figure.text.len() + figure.shown.len() + name.len();
            if bytes > control.memory() {
                let most = control.memory() >> 20;
                return Err(GaveUp::new(format!("this list takes more than {most} MB")).into());
            }
            listed.push(ListedFigure { figure, name, numbers });
        }
        Ok(listed)
    }

    /// The ground of a position, and what is left on it.
    pub(crate) fn ground(&self, figure: &Figure) -> (Box<dyn Ground>, Remains) {
        self.kind.read(&figure.shown).expect("a figure is what its kind has written")
    }

    /// The figure that remains are.
    pub(crate) fn figure(&self, ground: &dyn Ground, remains: &Remains) -> Figure {
        let (text, shown) = (ground.write(remains).into(), ground.shown(remains).into());
        Figure { size: ground.size(remains), text, shown }
    }

    /// The numbers of a position that claims know.
    pub fn numbers(&self, figure: &Figure) -> Vec<i64> {
        let (ground, remains) = self.ground(figure);
        ground.numbers(&remains)
    }

    /// The lists of numbers that claims know.
    pub fn lists(&self) -> &'static [FigureList] {
        self.kind.lists()
    }

    /// The entries of such a list, in the order of their places.
    pub fn list(&self, figure: &Figure, at: usize) -> Vec<FigureEntry> {
        let (ground, remains) = self.ground(figure);
        ground.list(&remains, at)
    }

    /// What claims call the images of positions under the symmetries of the kind.
    pub fn images(&self) -> &'static [&'static str] {
        self.kind.images()
    }

    /// One of these images.
    pub fn image(&self, figure: &Figure, at: usize) -> Figure {
        let (ground, remains) = self.ground(figure);
        self.figure(&*ground, &ground.image(&remains, at))
    }

    /// All images of a position, itself the first.
    pub fn all_images(&self, figure: &Figure) -> Vec<Figure> {
        let mut all = vec![figure.clone()];
        let mut next = 0;
        while let Some(one) = all.get(next).cloned() {
            for at in 0..self.images().len() {
                let image = self.image(&one, at);
                if !all.contains(&image) {
                    all.push(image);
                }
            }
            next += 1;
        }
        all
    }

    /// How a position looks.
    pub fn picture(&self, figure: &Figure) -> FigurePicture {
        let (ground, remains) = self.ground(figure);
        ground.picture(&remains)
    }
}

impl GameKind for FigureGame {
    type Position = Figure;

    fn visit_options(&self, position: &Figure, visit: &mut dyn FnMut(&Figure) -> ControlFlow<()>) {
        let (ground, remains) = self.ground(position);
        let mut flow = ControlFlow::Continue(());
        ground.visit_options(&remains, &mut |option| {
            if flow.is_continue() {
                flow = visit(&self.figure(&*ground, &option));
            }
        });
    }

    fn predecessors(&self, _: &Figure, _: &Bounds, _: usize) -> Result<Vec<Figure>, WindowError> {
        Err(WindowError::NoFigures)
    }

    fn visit_positions(
        &self,
        _: &Bounds,
        _: &mut dyn FnMut(&Figure) -> ControlFlow<()>,
    ) -> Result<(), WindowError> {
        Err(WindowError::NoFigures)
    }

    fn stones(&self, position: &Figure) -> u64 {
        position.size
    }

    fn fingerprint(&self) -> u64 {
        fnv1a(ishitori_rule::Rules::Figures(self.rules.clone()).canonical().as_bytes())
    }

    /// Figures are told apart by their texts; which of them are the same game is the engine's business.
    fn canonical(&self, position: &Figure) -> Figure {
        position.clone()
    }

    fn parse(&self, text: &str) -> Result<Figure, PositionError> {
        let wrong = |why: String| {
            let why = lists::refusal(&*self.kind, text.trim(), why);
            PositionError::Figure { text: text.trim().to_string(), why }
        };
        let (ground, remains) = self.kind.read(text.trim()).map_err(wrong)?;
        Ok(self.figure(&*ground, &remains))
    }

    fn write(&self, position: &Figure) -> String {
        position.shown.to_string()
    }
}
