//! From what a user calls a game to the game.
//!
//! What ends in `.game` or has a slash is a file, read up to 1 MiB; anything else is a name in the catalogue.
//! An unknown name is refused with the closest one, a wrong rule with all its problems ([`RuleProblems`]). A
//! game with its claims is opened in [`claims`](crate::claims), also from a text without a file.

use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use ishitori_core::catalogue;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::AnyGame;
use ishitori_rule::name::{self, GameName};
use ishitori_rule::{GivenArgument, NotLowered, Problem, RuleText, Ruleset};

use crate::problems::RuleProblems;

/// A rule file larger than this is no rule.
const MAX_FILE: u64 = 1 << 20;

/// A game ready to be played, with its ruleset.
pub struct OpenedGame {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The game.
    pub game: AnyGame,
    /// What it was read from, if it was read here.
    pub(crate) source: Option<RuleSource>,
}

/// Opens a game by name (`circular(6,2)`) or path (`my.game(4)`).
pub fn open(reference: &str) -> anyhow::Result<OpenedGame> {
    open_within(reference, &Control::unlimited())
}

/// Opens a game by name or path, as long as the listener of `control` lets it: a rule may take a minute to load.
///
/// # Errors
/// If there is no such game, its rule has problems, or loading was given up.
pub fn open_within(reference: &str, control: &Control) -> anyhow::Result<OpenedGame> {
    let source = source(reference)?;
    let ruleset = source.ruleset(control)?;
    control.ask()?;
    Ok(OpenedGame { source: Some(source), ..open_ruleset(ruleset)? })
}

/// Opens a game whose rule was loaded already.
pub fn open_ruleset(ruleset: Ruleset) -> anyhow::Result<OpenedGame> {
    let game = AnyGame::new(&ruleset)?;
    Ok(OpenedGame { ruleset, game, source: None })
}

/// The ruleset of a game by name or path.
pub fn ruleset(reference: &str) -> anyhow::Result<Ruleset> {
    ruleset_within(reference, &Control::unlimited())
}

/// The ruleset of a game by name or path, as long as the listener of `control` lets it load.
///
/// # Errors
/// If there is no such game, its rule has problems, or loading was given up.
pub fn ruleset_within(reference: &str, control: &Control) -> anyhow::Result<Ruleset> {
    source(reference)?.ruleset(control)
}

/// Why a rule was not loaded.
pub(crate) enum LoadFailure {
    /// It has problems.
    Problems(Vec<Problem>),
    /// Whoever listens stopped it, or its time is used up.
    GaveUp(GaveUp),
}

/// Lowers a rule as long as the listener of `control` lets it.
pub(crate) fn lower(
    rule: &RuleText,
    arguments: &[GivenArgument],
    control: &Control,
) -> Result<Ruleset, LoadFailure> {
    let why = Cell::new(None);
    let goes_on = || match control.ask() {
        Ok(()) => true,
        Err(gave_up) => {
            why.set(Some(gave_up));
            false
        }
    };
    rule.lower_while(arguments, &goes_on).map_err(|failure| match failure {
        NotLowered::Problems(problems) => LoadFailure::Problems(problems),
        NotLowered::Stopped => {
            LoadFailure::GaveUp(why.take().unwrap_or_else(|| GaveUp::stopped("stopped")))
        }
    })
}

/// The text of a game that was asked for, with the arguments it is to have.
#[derive(Clone)]
pub(crate) struct RuleSource {
    /// The file, or the name of the game as that of a file.
    pub(crate) file: String,
    /// The text, read once.
    pub(crate) rule: RuleText,
    /// What was given.
    pub(crate) arguments: Vec<GivenArgument>,
    /// Where the file lies, if it is one.
    pub(crate) folder: Option<PathBuf>,
}

impl RuleSource {
    /// The game, or what is wrong with it, or why loading it was given up.
    pub(crate) fn ruleset(&self, control: &Control) -> anyhow::Result<Ruleset> {
        lower(&self.rule, &self.arguments, control).map_err(|failure| match failure {
            LoadFailure::Problems(problems) => {
                let (file, text) = (self.file.clone(), self.rule.text().to_string());
                RuleProblems { file, text, problems }.into()
            }
            LoadFailure::GaveUp(gave_up) => gave_up.into(),
        })
    }
}

/// The text of a game by name or path.
pub(crate) fn source(reference: &str) -> anyhow::Result<RuleSource> {
    let sets = |path: &str| read(Path::new(path)).map_err(|why| format!("{why:#}"));
    let named = name::parse_with_files(reference, &sets).map_err(|why| anyhow!(why))?;
    let GameName { name, arguments } = named;
    if is_path(&name) {
        let path = Path::new(&name);
        let rule = catalogue::rule_text(&read(path)?);
        let folder = Some(path.parent().map(PathBuf::from).unwrap_or_default());
        return Ok(RuleSource { file: name, rule, arguments, folder });
    }
    let Some(text) = catalogue::text(&name) else {
        let hint = match catalogue::closest_name(&name) {
            Some(closest) => format!("did you mean `{closest}`?"),
            None => "`ishitori list` shows all games; a rule of your own ends in .game".into(),
        };
        bail!("there is no game called `{name}`: {hint}");
    };
    Ok(RuleSource {
        file: format!("{name}.game"),
        rule: catalogue::rule_text(text),
        arguments,
        folder: None,
    })
}

/// Whether a game is named by its file.
pub fn is_path(name: &str) -> bool {
    name.ends_with(".game") || name.contains(['/', '\\'])
}

/// The text of a file that is not too large.
pub fn read(path: &Path) -> anyhow::Result<String> {
    read_up_to(path, MAX_FILE, "1 MiB: this is neither a rule nor a list of sets")
}

/// The text of a file of at most `most` bytes; `too_large` says so.
pub fn read_up_to(path: &Path, most: u64, too_large: &str) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let file = fs::File::open(path).with_context(cannot)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > most {
        bail!("{} is larger than {too_large}", path.display());
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        anyhow!("{} is not UTF-8 text: see byte {at}", path.display())
    })
}
