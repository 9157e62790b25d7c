//! Theorems that `ishitori discover` found, one file a game, with certificate and provenance.
//!
//! A game is known by its name and by its rule after lowering, so that a file is not found any more
//! when the rule has changed, and still is when only words around it have. A file is text: a head, then
//! each theorem with the certificate it rests on, then a checksum. It is written beside itself and
//! renamed, so there is always a whole one.

use std::fmt::Write as _;
use std::fs;
use std::hash::Hasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fnv::FnvHasher;

/// The first line of a file.
pub(crate) const FIRST: &str = "ishitori discoveries 1";

/// A file larger than this is none of ours.
const MAX_FILE: u64 = 1 << 30;

/// Where discoveries are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryStore {
    folder: PathBuf,
}

/// A theorem that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTheorem {
    /// What it tells: `p`, `misere`, `grundy`, `values`, or `band` with the free heaps; a game has one of each.
    pub what: String,
    /// The day.
    pub on: String,
    /// The program and its version.
    pub by: String,
    /// How it was found: window, digits, time; one line for people.
    pub how: String,
    /// The theorem as a claim; empty if it has no readable one.
    pub statement: String,
    /// The certificate.
    pub certificate: String,
}

/// Why a file is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum DiscoveryStoreError {
    /// The file system says no.
    #[error("cannot {doing} {}: {error}", path.display())]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// Which file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// The file is damaged, or another program's.
    #[error("{} is damaged ({why}): delete it, and discover the theorem again", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// In what way.
        why: String,
    },
}

impl DiscoveryStore {
    /// The user's own: `ISHITORI_DATA`, or the folder for the data of programs on this system.
    pub fn of_user() -> Option<DiscoveryStore> {
        let chosen = std::env::var_os("ISHITORI_DATA").filter(|folder| !folder.is_empty());
        let folder = match chosen {
            Some(folder) => PathBuf::from(folder),
            None => dirs::data_dir()?.join("ishitori"),
        };
        Some(DiscoveryStore::at(folder.join("discoveries")))
    }

    /// The one in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> DiscoveryStore {
        DiscoveryStore { folder: folder.into() }
    }

    /// The file of a game: its full name, and its rule after lowering.
    pub fn path(&self, game: &str, rule: &str) -> PathBuf {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name: String = game.chars().map(|c| if plain(c) { c } else { '_' }).take(80).collect();
        let hash = checksum(format!("{game}\n{rule}").as_bytes());
        self.folder.join(format!("{}-{hash:016x}.found", name.trim_matches(['_', '.'])))
    }

    /// What is kept about a game; nothing if there is no file.
    ///
    /// # Errors
    /// [`DiscoveryStoreError`] if it cannot be read, or is damaged.
    pub fn load(&self, game: &str, rule: &str) -> Result<Vec<StoredTheorem>, DiscoveryStoreError> {
        let path = self.path(game, rule);
        let fail = |error| DiscoveryStoreError::Io { doing: "read", path: path.clone(), error };
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(fail(error)),
            Ok(meta) if meta.len() > MAX_FILE => {
                let why = "it is larger than 1 GiB".to_string();
                return Err(DiscoveryStoreError::Damaged { path, why });
            }
            Ok(_) => {}
        }
        let bytes = fs::read(&path).map_err(fail)?;
        let text = String::from_utf8(bytes).map_err(|_| "it is no text".to_string());
        text.and_then(|text| parse(&text, game))
            .map_err(|why| DiscoveryStoreError::Damaged { path, why })
    }

    /// Keeps a theorem, in the place of an earlier one of the same kind. A damaged file is replaced.
    ///
    /// # Errors
    /// [`DiscoveryStoreError`] if the file cannot be written; the old one is left as it was.
    pub fn keep(
        &self,
        game: &str,
        rule: &str,
        found: StoredTheorem,
    ) -> Result<PathBuf, DiscoveryStoreError> {
        let path = self.path(game, rule);
        let fail = |error| DiscoveryStoreError::Io { doing: "write", path: path.clone(), error };
        fs::create_dir_all(&self.folder).map_err(fail)?;
        // Reading, adding and writing are one step, whoever else keeps something now.
        let lock = fs::File::open(&self.folder);
        // Where folders cannot be locked, the last one to write wins.
        let _ = lock.as_ref().map(fs::File::lock);
        let mut all = match self.load(game, rule) {
            Ok(all) => all,
            Err(DiscoveryStoreError::Damaged { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        all.retain(|other| other.what != found.what);
        all.push(found);
        all.sort_by(|one, two| one.what.cmp(&two.what));
        replace(&path, write(game, &all).as_bytes()).map_err(fail)?;
        Ok(path)
    }
}

/// Reads a file of discoveries without knowing the game, which comes back first.
///
/// # Errors
/// [`DiscoveryStoreError`] if it cannot be read, or is damaged.
pub(crate) fn read(path: &Path) -> Result<(String, Vec<StoredTheorem>), DiscoveryStoreError> {
    let fail = |error| DiscoveryStoreError::Io { doing: "read", path: path.to_path_buf(), error };
    let damaged = |why| DiscoveryStoreError::Damaged { path: path.to_path_buf(), why };
    if fs::metadata(path).map_err(fail)?.len() > MAX_FILE {
        return Err(damaged("it is larger than 1 GiB".to_string()));
    }
    let text = String::from_utf8(fs::read(path).map_err(fail)?);
    let text = text.map_err(|_| damaged("it is no text".to_string()))?;
    let game = text.lines().nth(1).and_then(|line| line.strip_prefix("game ")).unwrap_or_default();
    Ok((game.to_string(), parse(&text, game).map_err(damaged)?))
}

/// Writes a file beside another and renames it into its place.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension(format!("part{}", std::process::id()));
    let written = fs::File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

fn write(game: &str, all: &[StoredTheorem]) -> String {
    let mut out = format!("{FIRST}\ngame {}\n", line(game));
    for found in all {
        let _ = writeln!(out, "found {}", line(&found.what));
        let _ = writeln!(out, "on {}", line(&found.on));
        let _ = writeln!(out, "by {}", line(&found.by));
        let _ = writeln!(out, "how {}", line(&found.how));
        let _ = writeln!(out, "statement {}", line(&found.statement));
        let _ = writeln!(out, "certificate {}", found.certificate.len());
        out.push_str(&found.certificate);
        out.push('\n');
    }
    let _ = writeln!(out, "end {:016x}", checksum(out.as_bytes()));
    out
}

/// A text in one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parse(text: &str, game: &str) -> Result<Vec<StoredTheorem>, String> {
    let last = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, end) = text.split_at(last);
    if end.trim_end_matches('\n') != format!("end {:016x}", checksum(body.as_bytes())) {
        return Err("its checksum is wrong, or its end is missing".into());
    }
    let mut rest = body;
    if next_line(&mut rest)? != FIRST {
        return Err("it is of another version, or another program's".into());
    }
    if value(&mut rest, "game")? != line(game) {
        return Err("it is about another game".into());
    }
    let mut all = Vec::new();
    while !rest.is_empty() {
        let what = value(&mut rest, "found")?;
        let (on, by) = (value(&mut rest, "on")?, value(&mut rest, "by")?);
        let (how, statement) = (value(&mut rest, "how")?, value(&mut rest, "statement")?);
        let length = value(&mut rest, "certificate")?;
        let length: usize = length.parse().map_err(|_| "a certificate has no length")?;
        let certificate = rest.get(..length).ok_or("a certificate is cut off")?.to_string();
        rest = rest[length..].strip_prefix('\n').ok_or("a certificate has a wrong length")?;
        all.push(StoredTheorem { what, on, by, how, statement, certificate });
    }
    Ok(all)
}

fn next_line<'t>(rest: &mut &'t str) -> Result<&'t str, String> {
    let (line, after) = rest.split_once('\n').ok_or("a line is missing")?;
    *rest = after;
    Ok(line)
}

fn value(rest: &mut &str, key: &str) -> Result<String, String> {
    let line = next_line(rest)?;
    let after = line.strip_prefix(key).ok_or_else(|| format!("`{key}` is missing"))?;
    Ok(after.strip_prefix(' ').unwrap_or(after).to_string())
}

/// FNV-1a, 64 bits: finds accidents.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = FnvHasher::default();
    sum.write(bytes);
    sum.finish()
}
