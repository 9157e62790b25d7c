//! The games that come with ishitori, compiled into the program.
//!
//! The files in `games/` are the source; a test sees to it that none is missing here. A name that no game of the
//! catalogue has may be one of the gallery ([`GALLERY`]).

mod gallery;

use ishitori_rule::problem::closest;
use ishitori_rule::{GivenArgument, NotLowered, Problem, RuleText, Ruleset, name, sum};
use thiserror::Error;

pub use self::gallery::GALLERY;
use crate::claim::ClaimLibrary;

/// Every game by name, with its rule text.
pub const GAMES: &[(&str, &str)] = &[
    ("all-but", include_str!("../../../games/all-but.game")),
    ("all-but-one-delete", include_str!("../../../games/all-but-one-delete.game")),
    ("at-most-half-delete", include_str!("../../../games/at-most-half-delete.game")),
    ("circular", include_str!("../../../games/circular.game")),
    ("common-divisor", include_str!("../../../games/common-divisor.game")),
    ("dawsons-chess", include_str!("../../../games/dawsons-chess.game")),
    ("dawsons-kayles", include_str!("../../../games/dawsons-kayles.game")),
    ("delete-and-split", include_str!("../../../games/delete-and-split.game")),
    ("delete-nim", include_str!("../../../games/delete-nim.game")),
    ("emperor", include_str!("../../../games/emperor.game")),
    ("grid-nim", include_str!("../../../games/grid-nim.game")),
    ("grid-nim-blocks", include_str!("../../../games/grid-nim-blocks.game")),
    ("grid-nim-outer", include_str!("../../../games/grid-nim-outer.game")),
    ("grundys-game", include_str!("../../../games/grundys-game.game")),
    ("half-delete", include_str!("../../../games/half-delete.game")),
    ("half-split-delete", include_str!("../../../games/half-split-delete.game")),
    ("hexadecimal", include_str!("../../../games/hexadecimal.game")),
    ("kayles", include_str!("../../../games/kayles.game")),
    ("laskers-nim", include_str!("../../../games/laskers-nim.game")),
    ("lim", include_str!("../../../games/lim.game")),
    ("moore", include_str!("../../../games/moore.game")),
    ("nim", include_str!("../../../games/nim.game")),
    ("nim-1", include_str!("../../../games/nim-1.game")),
    ("nimhoff", include_str!("../../../games/nimhoff.game")),
    ("octal", include_str!("../../../games/octal.game")),
    ("officers", include_str!("../../../games/officers.game")),
    ("path-nim", include_str!("../../../games/path-nim.game")),
    ("single-delete", include_str!("../../../games/single-delete.game")),
    ("single-split-delete", include_str!("../../../games/single-split-delete.game")),
    ("split-and-delete", include_str!("../../../games/split-and-delete.game")),
    ("split-delete", include_str!("../../../games/split-delete.game")),
    ("subtraction", include_str!("../../../games/subtraction.game")),
    ("treblecross", include_str!("../../../games/treblecross.game")),
    ("turning-turtles-2d", include_str!("../../../games/turning-turtles-2d.game")),
    ("welter", include_str!("../../../games/welter.game")),
    ("wythoff", include_str!("../../../games/wythoff.game")),
    ("wythoff-1", include_str!("../../../games/wythoff-1.game")),
];

/// The tables that claims refer to.
pub(crate) const TABLES: &[(&str, &str)] = &[
    ("sdn-tab5.csv", include_str!("../../../games/data/sdn-tab5.csv")),
    ("sdn-tab6.csv", include_str!("../../../games/data/sdn-tab6.csv")),
    ("sdn-tab7.csv", include_str!("../../../games/data/sdn-tab7.csv")),
    ("sdn-tab8.csv", include_str!("../../../games/data/sdn-tab8.csv")),
    ("sdn-tab9.csv", include_str!("../../../games/data/sdn-tab9.csv")),
];

/// The games and tables that come with ishitori, for claims that speak about them.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueLibrary;

impl ClaimLibrary for CatalogueLibrary {
    fn game(&self, name: &str) -> Result<Ruleset, String> {
        find_sum(name).map_err(|error| error.in_full())
    }

    fn table(&self, name: &str) -> Result<String, String> {
        let found = TABLES.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| text.to_string()).ok_or_else(|| format!("there is no table `{name}`"))
    }
}

/// A game by its name, or a sum of games: `nim(2) + wythoff`.
///
/// # Errors
/// [`CatalogueError`] if there is no such game, or not with these arguments.
pub(crate) fn find_sum(reference: &str) -> Result<Ruleset, CatalogueError> {
    let parts: Result<Vec<Ruleset>, _> =
        reference.split('+').map(|part| find(part.trim())).collect();
    let mut parts = parts?;
    if parts.len() == 1 {
        return Ok(parts.remove(0));
    }
    sum(&parts).map_err(|why| CatalogueError::Malformed(why.to_string()))
}

/// The games of the catalogue, then those of the gallery.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    GAMES.iter().chain(GALLERY).copied()
}

/// The rule text of a game, of the catalogue or of the gallery.
pub fn text(name: &str) -> Option<&'static str> {
    all().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// A rule text, read once. What it is made of by `play` is looked up here.
pub fn rule_text(rule: &str) -> RuleText {
    RuleText::read_with(rule, &text)
}

/// The name that may have been meant by one that no game has.
pub fn closest_name(name: &str) -> Option<&'static str> {
    closest(name, all().map(|(known, _)| known))
}

/// A game of the catalogue by its name and arguments: `circular(6,2)`.
///
/// # Errors
/// [`CatalogueError`] if there is no such game, or not with these arguments.
pub fn find(reference: &str) -> Result<Ruleset, CatalogueError> {
    find_while(reference, &|| true)
}

/// The same, as long as `goes_on` says yes: a game with many heaps may take a minute to load.
///
/// # Errors
/// [`CatalogueError`] if there is no such game, or not with these arguments, or it was stopped.
pub fn find_while(reference: &str, goes_on: &dyn Fn() -> bool) -> Result<Ruleset, CatalogueError> {
    let name = name::parse(reference).map_err(CatalogueError::Malformed)?;
    find_named_while(&name.name, &name.arguments, goes_on)
}

/// A game of the catalogue.
///
/// # Errors
/// [`CatalogueError`] if there is no such game, or not with these arguments.
pub fn find_named(name: &str, arguments: &[GivenArgument]) -> Result<Ruleset, CatalogueError> {
    find_named_while(name, arguments, &|| true)
}

/// Reads a rule text with the given arguments; in it the games here may be played.
///
/// # Errors
/// Every problem found, as [`RuleText::lower`] tells them.
pub fn load(text: &str, arguments: &[GivenArgument]) -> Result<Ruleset, Vec<Problem>> {
    rule_text(text).lower(arguments)
}

fn find_named_while(
    name: &str,
    arguments: &[GivenArgument],
    goes_on: &dyn Fn() -> bool,
) -> Result<Ruleset, CatalogueError> {
    let Some(text) = text(name) else {
        let closest = closest_name(name).map(str::to_string);
        return Err(CatalogueError::Unknown { name: name.to_string(), closest });
    };
    rule_text(text).lower_while(arguments, goes_on).map_err(|failure| match failure {
        NotLowered::Problems(problems) => {
            CatalogueError::Refused { name: name.to_string(), problems }
        }
        NotLowered::Stopped => CatalogueError::Stopped,
    })
}

/// Why a game cannot be had.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogueError {
    /// Not of the form `name(arguments)`.
    #[error("{0}")]
    Malformed(String),
    /// No game has this name.
    #[error("there is no game called `{name}`")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        closest: Option<String>,
    },
    /// The rule refuses the arguments.
    #[error("`{name}` cannot be played with these arguments")]
    Refused {
        /// The game.
        name: String,
        /// Why.
        problems: Vec<Problem>,
    },
    /// Whoever waited for it said so.
    #[error("loading the game was stopped")]
    Stopped,
}

impl CatalogueError {
    /// The error with the first problem of the arguments.
    pub fn in_full(&self) -> String {
        match self {
            CatalogueError::Refused { problems, .. } if !problems.is_empty() => {
                format!("{self}: {}", problems[0].message())
            }
            error => error.to_string(),
        }
    }
}
