//! Results read back (`--from FILE`): a set of positions or a table of values, with the game it is about.
//!
//! The file says which rule, parameters, window and convention it is about. It is used only after all of
//! it was compared with its hashes, and if its rule lowers to what it lowered to when it was written. Whoever
//! names a game as well means that one, and is told if the file is about another.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use ishitori_core::ask::{PositionAnswer, SolvedWindow};
use ishitori_core::catalogue;
use ishitori_core::control::Control;
use ishitori_core::game::{AnyGame, Bounds, GameKind, HeapGame, Heaps};
use ishitori_core::solve::{Convention, Outcome};
use ishitori_rule::{Ruleset, name};
use ishitori_store::FileSubject;
use ishitori_store::positions::Positions;
use ishitori_store::tables::{StoredTable, TableSpec};

use super::{convention_word, rule_hash, window};
use crate::claims::window_words;
use crate::open;
use crate::problems::RuleProblems;

/// What a table of outcomes holds for P.
pub const P_CELL: u32 = 0;
/// And for N.
pub const N_CELL: u32 = 1;

/// A result that was read back.
pub struct StoredResult {
    /// Where it lies.
    pub path: PathBuf,
    /// The game.
    pub ruleset: Ruleset,
    /// The window.
    pub bounds: Bounds,
    /// Who wins when nobody can move.
    pub convention: Convention,
    content: StoredContent,
}

enum StoredContent {
    Set { set: Positions, outcome: Outcome, canonical: bool, condition: Option<String> },
    Grundy(StoredTable),
    Outcomes(StoredTable),
}

impl StoredResult {
    /// Opens a result and verifies all of it; `game` is what the user calls the game, or nothing.
    pub fn open(path: &Path, game: &str) -> anyhow::Result<StoredResult> {
        let is_folder = std::fs::metadata(path)
            .with_context(|| format!("cannot read {}", path.display()))?
            .is_dir();
        let (about, content) = if is_folder { table(path)? } else { set(path)? };
        let ruleset = ruleset(path, &about)?;
        if !game.is_empty() {
            let asked = open::ruleset(game)?;
            if rule_hash(&asked.rules) != about.rule_hash {
                bail!(
                    "{} is about {}, whose rule is not that of {}",
                    path.display(),
                    about.game,
                    asked.about.full_name()
                );
            }
        }
        let strange = || anyhow!("{} does not say which window it is about", path.display());
        let bounds = window(&about).ok_or_else(strange)?;
        let misere = about.convention == convention_word(Convention::Misere);
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        Ok(StoredResult { path: path.to_path_buf(), ruleset, bounds, convention, content })
    }

    /// The game, which is one on heaps.
    pub fn heap_game(&self) -> anyhow::Result<HeapGame> {
        match AnyGame::new(&self.ruleset)? {
            AnyGame::Heaps(game) => Ok(game),
            _ => bail!("{} is about no heaps: only `positions` reads it", self.path.display()),
        }
    }

    /// The convention, which is what was asked for if anything was.
    pub fn misere(&self, asked: bool) -> anyhow::Result<bool> {
        let misere = self.convention == Convention::Misere;
        if asked && !misere {
            bail!("{} is about normal play, not misère play", self.path.display());
        }
        Ok(misere)
    }

    /// A window that was asked for, or all of the file's.
    pub fn window(&self, asked: &Bounds) -> anyhow::Result<Bounds> {
        if *asked == Bounds::default() {
            return Ok(self.bounds.clone());
        }
        let path = self.path.display();
        let mut most = asked.total;
        if let AnyGame::Heaps(game) = AnyGame::new(&self.ruleset)? {
            let (asked, known) = (game.upper_bounds(asked)?, game.upper_bounds(&self.bounds)?);
            if asked.iter().zip(&known).any(|(asked, known)| asked > known) {
                let known: Vec<String> = known.iter().map(u64::to_string).collect();
                bail!(
                    "{path} holds heaps up to {}: ask for no more, or solve again",
                    known.join(",")
                );
            }
            let stones = asked.iter().fold(0u64, |sum, up| sum.saturating_add(*up));
            most = Some(most.unwrap_or(u64::MAX).min(stones));
        }
        if let Some(total) = self.bounds.total
            && most.is_none_or(|most| most > total)
        {
            bail!(
                "{path} holds positions with at most {total} stones: ask for no more with --total"
            );
        }
        Ok(asked.clone())
    }

    /// What a set holds beside its window: the outcome, the condition, one of symmetric positions.
    pub fn said(&self) -> (Option<Outcome>, Option<&str>, bool) {
        match &self.content {
            StoredContent::Set { outcome, condition, canonical, .. } => {
                (Some(*outcome), condition.as_deref(), *canonical)
            }
            _ => (None, None, false),
        }
    }

    /// Refuses a table of a part of its window.
    pub fn must_hold_its_window(&self) -> anyhow::Result<()> {
        let path = self.path.display();
        if let Some(first) = self.fixed().first() {
            bail!("{path} holds only positions with {first}: who wins elsewhere is not in it");
        }
        Ok(())
    }

    /// Refuses a set that does not tell who wins every position of its window.
    fn must_be_whole(&self) -> anyhow::Result<()> {
        self.must_hold_its_window()?;
        let path = self.path.display();
        if let StoredContent::Set { outcome, condition, canonical, .. } = &self.content {
            let to = &self.bounds.to;
            if *canonical && to.iter().any(|bound| *bound != to[0]) {
                bail!(
                    "{path} holds one of symmetric positions of a window that is not symmetric: who wins the \
                     others is not in it"
                );
            }
            if *outcome == Outcome::N {
                bail!("{path} holds N-positions: P-positions are needed");
            }
            if let Some(condition) = condition {
                bail!(
                    "{path} holds only P-positions with `{condition}`: who wins elsewhere is not in it"
                );
            }
        }
        Ok(())
    }

    /// Calls `visit` with every position of this outcome, as a row of numbers.
    pub fn visit(
        &mut self,
        wanted: Outcome,
        visit: &mut dyn FnMut(&[u64]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = self.path.display().to_string();
        let (table, is_p): (_, fn(u32) -> bool) = match &mut self.content {
            StoredContent::Set { set, outcome, .. } => {
                if *outcome != wanted {
                    bail!("{path} holds {outcome}-positions, not {wanted}-positions");
                }
                let mut rows = set.rows();
                while let Some(row) = rows.next()? {
                    visit(row)?;
                }
                return Ok(());
            }
            StoredContent::Grundy(table) => (table, |value| value == 0),
            StoredContent::Outcomes(table) => (table, |value| value == P_CELL),
        };
        let AnyGame::Heaps(game) = AnyGame::new(&self.ruleset)? else {
            bail!("{path} is a table of a game without heaps");
        };
        // Of the arrangements of unordered heaps one stands for the position.
        let spec = table.spec().clone();
        let mut problem = Ok(());
        table.visit(&mut |heaps, value| {
            let fits = value.is_some_and(|value| is_p(value) == (wanted == Outcome::P));
            if fits && problem.is_ok() {
                problem = game.position(heaps).map_err(anyhow::Error::from).and_then(|position| {
                    let stands = place(&spec, &game, &position).as_deref() == Some(heaps);
                    if stands { visit(&position) } else { Ok(()) }
                });
            }
        })?;
        problem.with_context(|| format!("in {path}"))
    }

    /// Calls `visit` with every P-position, its heaps in canonical order, perhaps more than once.
    pub fn visit_p(
        &mut self,
        game: &HeapGame,
        visit: &mut dyn FnMut(&Heaps),
    ) -> anyhow::Result<()> {
        self.must_be_whole()?;
        let path = self.path.display().to_string();
        if matches!(self.content, StoredContent::Set { canonical: true, .. }) {
            bail!("{path} holds one of symmetric positions only: store them without --canonical");
        }
        self.visit(Outcome::P, &mut |row| {
            visit(&game.position(row).with_context(|| format!("in {path}"))?);
            Ok(())
        })
    }

    /// The Grundy value of a position, if the file is a table of them and holds it.
    pub fn grundy(&mut self, game: &HeapGame, position: &Heaps) -> anyhow::Result<Option<u32>> {
        match &mut self.content {
            StoredContent::Grundy(table) => cell(table, game, position),
            _ => Ok(None),
        }
    }

    /// Whether a position is P, if the file is a table and holds it.
    pub fn is_p(&mut self, game: &HeapGame, position: &Heaps) -> anyhow::Result<Option<bool>> {
        match &mut self.content {
            StoredContent::Grundy(table) | StoredContent::Outcomes(table) => {
                Ok(cell(table, game, position)?.map(|value| value == P_CELL))
            }
            StoredContent::Set { .. } => Ok(None),
        }
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        !matches!(self.content, StoredContent::Set { .. })
    }

    /// The heaps that were kept at a size, as they were asked for.
    pub fn fixed(&self) -> Vec<String> {
        let (StoredContent::Grundy(table) | StoredContent::Outcomes(table)) = &self.content else {
            return Vec::new();
        };
        let fixed = table.spec().about.more.get("fixed").and_then(|fixed| fixed.as_array());
        let text = |heap: &serde_json::Value| heap.as_str().map(String::from);
        fixed.into_iter().flatten().filter_map(text).collect()
    }

    /// Whether it is a table of Grundy values.
    pub fn has_grundy(&self) -> bool {
        matches!(self.content, StoredContent::Grundy(_))
    }

    /// Those of `positions`, all within the window, that are P.
    pub fn p_among(
        &mut self,
        game: &HeapGame,
        positions: &[Heaps],
    ) -> anyhow::Result<HashSet<Heaps>> {
        self.must_be_whole()?;
        let mut found = HashSet::new();
        match &mut self.content {
            StoredContent::Grundy(table) | StoredContent::Outcomes(table) => {
                for position in positions {
                    let value = cell(table, game, position)?;
                    let path = self.path.display();
                    let missing = || anyhow!("{} is not in {path}", game.write(position));
                    if value.ok_or_else(missing)? == P_CELL {
                        found.insert(position.clone());
                    }
                }
            }
            // One pass through the file, whatever its size.
            StoredContent::Set { set, canonical, .. } => {
                let form = |position: &Heaps| match canonical {
                    true => game.canonical(position),
                    false => position.clone(),
                };
                let wanted: HashSet<Heaps> = positions.iter().map(form).collect();
                let mut there = HashSet::new();
                let mut rows = set.rows();
                while let Some(row) = rows.next()? {
                    if let Some(position) = wanted.get(row) {
                        there.insert(position.clone());
                    }
                }
                found.extend(positions.iter().filter(|p| there.contains(&form(p))).cloned());
            }
        }
        Ok(found)
    }

    /// What the file tells of a position of its window: the options of a position in a window are in it as well.
    ///
    /// # Errors
    /// If it is outside of the window, or the file does not say who wins every position of it.
    pub fn answer(
        &mut self,
        game: &HeapGame,
        position: &Heaps,
        control: &Control,
    ) -> anyhow::Result<PositionAnswer<Heaps>> {
        if !game.is_within(&self.bounds, position) {
            let (path, window) = (self.path.display(), window_words(&self.bounds));
            bail!("{} is outside of {path}, which holds {window}", game.write(position));
        }
        let mut asked = game.options_within(position, control.most_positions())?;
        if let Some(outside) = asked.iter().find(|option| !game.is_within(&self.bounds, option)) {
            bail!("its option {} is outside of {}", game.write(outside), self.path.display());
        }
        asked.push(position.clone());
        let p = self.p_among(game, &asked)?;
        let outcome = if p.contains(position) { Outcome::P } else { Outcome::N };
        let grundy = self.grundy(game, position)?;
        let winning = asked.into_iter().filter(|option| option != position && p.contains(option));
        let winning = Some(winning.collect());
        Ok(PositionAnswer { outcome, grundy, remoteness: None, winning })
    }

    /// What a claim is checked against, in at most `memory` bytes.
    pub fn known(&mut self, memory: u128) -> anyhow::Result<SolvedWindow> {
        let game = self.heap_game()?;
        self.must_hold_its_window()?;
        if let StoredContent::Grundy(table) = &mut self.content {
            let needed = table.shape().iter().fold(4, |all, size| u128::from(*size) * all);
            if needed > memory {
                let (needed, limit) = (needed.div_ceil(1 << 20), memory >> 20);
                bail!("the table takes {needed} MB, and --memory allows {limit} MB");
            }
            let too_large =
                || anyhow!("the table is too large to be checked: at most 2^31 positions");
            let mut known = SolvedWindow::no_values(&game, &self.bounds)?.ok_or_else(too_large)?;
            let mut problem = Ok(());
            table.visit(&mut |heaps, value| {
                let Some(value) = value else { return };
                match game.position(heaps) {
                    Ok(position) => known.add_value(&position, value),
                    Err(error) => problem = Err(error),
                }
            })?;
            problem.with_context(|| format!("in {}", self.path.display()))?;
            return Ok(known);
        }
        let mut known = SolvedWindow::no_p(&game, &self.bounds, self.convention)?;
        self.visit_p(&game, &mut |position| known.add_p(position))?;
        Ok(known)
    }
}

/// The cell of a position. Of unordered heaps each stands where it fits: a fixed one in its place, the
/// others in the order of the bounds.
fn cell(table: &mut StoredTable, game: &HeapGame, position: &Heaps) -> anyhow::Result<Option<u32>> {
    match place(table.spec(), game, position) {
        Some(heaps) => Ok(table.get(&heaps)?),
        None => Ok(None),
    }
}

/// Where a position stands in a table.
fn place(spec: &TableSpec, game: &HeapGame, position: &Heaps) -> Option<Vec<u64>> {
    if !game.rules().symmetry.identifies() {
        return Some(position.to_vec());
    }
    let mut places: Vec<usize> = (0..spec.upper.len()).collect();
    let is_fixed = |place: usize| spec.lower[place] == spec.upper[place];
    places.sort_by_key(|place| (!is_fixed(*place), spec.upper[*place]));
    let mut left = position.to_vec();
    let mut heaps = vec![0; left.len()];
    for place in places {
        let fixed = left.iter().position(|heap| *heap == spec.upper[place]);
        let nth = if is_fixed(place) { fixed } else { Some(0) };
        heaps[place] = left.remove(nth?);
    }
    Some(heaps)
}

fn set(path: &Path) -> anyhow::Result<(FileSubject, StoredContent)> {
    let mut set = Positions::open(path)?;
    set.verify()?;
    let spec = set.spec();
    let (about, canonical) = (spec.about.clone(), spec.canonical);
    let condition = about.more.get("where").and_then(|c| c.as_str()).map(String::from);
    let is_n = about.more.get("outcome").and_then(|o| o.as_str()) == Some("N");
    let outcome = if is_n { Outcome::N } else { Outcome::P };
    Ok((about, StoredContent::Set { set, outcome, canonical, condition }))
}

fn table(path: &Path) -> anyhow::Result<(FileSubject, StoredContent)> {
    let mut table = StoredTable::open(path)?;
    table.verify()?;
    let about = table.spec().about.clone();
    let content = match table.spec().shows.as_str() {
        "grundy" => StoredContent::Grundy(table),
        "outcome" => StoredContent::Outcomes(table),
        other => bail!(
            "{} is a table of {other}: only Grundy values and outcomes are used",
            path.display()
        ),
    };
    Ok((about, content))
}

/// The game that a file is about.
fn ruleset(path: &Path, about: &FileSubject) -> anyhow::Result<Ruleset> {
    let named = name::parse(&about.game).map_err(|why| anyhow!("in {}: {why}", path.display()))?;
    let ruleset = catalogue::load(&about.rule, &named.arguments).map_err(|problems| {
        let (file, text) = (format!("the rule in {}", path.display()), about.rule.clone());
        RuleProblems { file, text, problems }
    })?;
    if rule_hash(&ruleset.rules) != about.rule_hash {
        bail!(
            "the rule in {} means something else to this version of ishitori ({} wrote it): solve again",
            path.display(),
            about.program
        );
    }
    Ok(ruleset)
}
