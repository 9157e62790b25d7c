//! From what a user calls a game to the game.
//!
//! What ends in `.game` or has a slash is a file, read up to 1 MiB; anything else is a name in the catalogue.
//! An unknown name is refused with the closest one, a wrong rule with all its problems ([`RuleProblems`]). A
//! game with its claims is opened in [`claims`](crate::claims), also from a text without a file.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use ishitori_core::catalogue::{self, CatalogueError};
use ishitori_core::game::AnyGame;
use ishitori_rule::{Ruleset, load, name};

use crate::problems::RuleProblems;

/// A rule file larger than this is no rule.
const MAX_FILE: u64 = 1 << 20;

/// A game ready to be played, with its ruleset.
pub struct OpenedGame {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The game.
    pub game: AnyGame,
}

/// Opens a game by name (`circular(6,2)`) or path (`my.game(4)`).
pub fn open(reference: &str) -> anyhow::Result<OpenedGame> {
    open_ruleset(ruleset(reference)?)
}

/// Opens a game whose rule was loaded already.
pub fn open_ruleset(ruleset: Ruleset) -> anyhow::Result<OpenedGame> {
    let game = AnyGame::new(&ruleset)?;
    Ok(OpenedGame { ruleset, game })
}

/// The ruleset of a game by name or path.
pub fn ruleset(reference: &str) -> anyhow::Result<Ruleset> {
    let name = name::parse(reference).map_err(|why| anyhow!(why))?;
    if is_path(&name.name) {
        let text = read(Path::new(&name.name))?;
        return load(&text, &name.arguments)
            .map_err(|problems| RuleProblems { file: name.name.clone(), text, problems }.into());
    }
    catalogue::find_named(&name.name, &name.arguments).map_err(|error| match error {
        CatalogueError::Refused { name, problems } => {
            let text = catalogue::text(&name).unwrap_or_default().to_string();
            RuleProblems { file: format!("{name}.game"), text, problems }.into()
        }
        CatalogueError::Unknown { name, closest } => {
            let hint = match closest {
                Some(closest) => format!("did you mean `{closest}`?"),
                None => "`ishitori list` shows all games; a rule of your own ends in .game".into(),
            };
            anyhow!("there is no game called `{name}`: {hint}")
        }
        malformed => malformed.into(),
    })
}

/// Whether a game is named by its file.
pub fn is_path(name: &str) -> bool {
    name.ends_with(".game") || name.contains(['/', '\\'])
}

/// The text of a file that is not too large.
pub fn read(path: &Path) -> anyhow::Result<String> {
    read_up_to(path, MAX_FILE, "1 MiB: this is no rule file")
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
