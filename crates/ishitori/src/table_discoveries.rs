//! Conjectures from a table that somebody computed elsewhere: a CSV file without a game.
//!
//! A list has the names of the heaps and `outcome` or `grundy` above its columns, as `table --format csv` writes it; a grid has
//! the sizes of two heaps. What is learned from a part of the table and agrees with all the rest of it is said in a formula, if
//! there is a short one that says the same for all numbers. It is a conjecture: there is no rule that it could be proved from,
//! and nothing of it is kept. Values are looked for first, and where they resist, who wins.

use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail};
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::discover::simplify::{SetMeaning, SimplifyRequest, simplify};
use ishitori_core::discover::table::{StatedTable, learn_table};
pub use ishitori_core::discover::table::{TableAim, TableConjecture, TableFinding};
use ishitori_core::solve::Outcome;
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{GameDescription, HeapRules, Rules, Ruleset, Symmetry};
use ishitori_store::imports::{self, CsvCell};

use crate::claims::ClaimedGame;
use crate::data_tables::{StatedFact, is_grid, what};
use crate::open::read_up_to;
use crate::stopwatch::within;

/// A larger table takes more memory than it teaches.
const MAX_FILE: u64 = 32 << 20;

/// A statement is looked for at most so long, and in half of the time that is left.
const IN_WORDS: Duration = Duration::from_secs(20);

/// So many positions of a set without a formula are shown, and so many are looked at for them.
const EXAMPLES: usize = 12;
const LOOKED_AT: usize = 400;

/// Words of formulas that would take another meaning.
const TAKEN: [&str; 11] = [
    "P",
    "N",
    "grundy",
    "remoteness",
    "options",
    "heaps",
    "images",
    "stones",
    "infinity",
    "none",
    "phi",
];

/// A table of values or outcomes.
pub struct DataTable {
    names: Vec<String>,
    table: StatedTable,
    /// Whether it has values, and not only outcomes.
    has_values: bool,
}

/// What was found in a table.
pub struct TableDiscovery {
    /// What was looked for.
    pub aim: TableAim,
    /// What came of it.
    pub finding: TableFinding,
    /// What the automaton says, in a formula.
    pub statement: Option<String>,
    /// Its first positions, if there is no formula.
    pub first: Vec<Vec<u128>>,
    /// Why the values were not found, if only who wins is.
    pub no_values: Option<Box<TableFinding>>,
}

/// Reads a table.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read_data(path: &Path) -> anyhow::Result<DataTable> {
    let text = read_up_to(path, MAX_FILE, "32 MiB: a part of the table will do")?;
    read_data_text(&path.display().to_string(), &text)
}

/// Reads a table from a text; `file` is what messages call it.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read_data_text(file: &str, text: &str) -> anyhow::Result<DataTable> {
    let (names, rows) = if is_grid(text) { grid(file, text)? } else { list(file, text)? };
    let facts: Vec<StatedFact> = rows.iter().filter_map(|(_, fact)| *fact).collect();
    let has_values = facts.iter().any(|fact| matches!(fact, StatedFact::Grundy(_)));
    if has_values && facts.iter().any(|fact| matches!(fact, StatedFact::Outcome(_))) {
        bail!("{file} has Grundy values and outcomes: one of them should stand in it");
    }
    if facts.is_empty() {
        bail!("{file} says nothing: write a grid, or a line a position");
    }
    let value = |fact: StatedFact| match fact {
        StatedFact::Grundy(value) => value,
        StatedFact::Outcome(Outcome::P) => 0,
        StatedFact::Outcome(Outcome::N) => 1,
    };
    let rows = rows.into_iter().map(|(heaps, fact)| (heaps, fact.map(value)));
    let table = StatedTable::new(names.len(), rows).map_err(|why| anyhow!("{file}: {why}"))?;
    Ok(DataTable { names, table, has_values })
}

/// Names of heaps, and what is said of each position.
type NamedRows = (Vec<String>, Vec<(Vec<u64>, Option<StatedFact>)>);

fn grid(file: &str, text: &str) -> anyhow::Result<NamedRows> {
    let grid = imports::read_table(file, text)?;
    let is_row = grid.rows.iter().all(Option::is_none);
    let names = match grid.corner.split_once('\\') {
        _ if is_row => vec![grid.corner.trim().to_string()],
        Some((down, along)) => vec![down.trim().to_string(), along.trim().to_string()],
        None => vec!["a".into(), "b".into()],
    };
    let mut rows = Vec::new();
    for (row, cells) in grid.rows.iter().zip(&grid.cells) {
        for (column, cell) in grid.columns.iter().zip(cells) {
            let heaps = row.iter().copied().chain([*column]).collect();
            rows.push((heaps, what(file, cell.as_ref())?));
        }
    }
    Ok((named(file, names)?, rows))
}

fn list(file: &str, text: &str) -> anyhow::Result<NamedRows> {
    let list = imports::read_list(file, text)?;
    let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    let named_heaps = |names: &[String]| !names.is_empty() && !names.iter().any(is_number);
    let Some((last, names)) = list.headings.split_last().filter(|(_, names)| named_heaps(names))
    else {
        bail!(
            "{file}: the first line should name the heaps and what is said of them, as a,b,outcome or a,b,grundy"
        );
    };
    let says_outcomes = match last.as_str() {
        "outcome" => true,
        "grundy" => false,
        other => bail!("{file}: the last column is `{other}`, and should be `outcome` or `grundy`"),
    };
    let mut rows = Vec::new();
    for (row, line) in list.rows.iter().zip(&list.lines) {
        let (said, heaps) = row.split_last().expect("as many cells as headings");
        let heap = |cell: &Option<CsvCell>| match cell {
            Some(CsvCell::Number(heap)) => Ok(*heap),
            _ => Err(anyhow!("{file}: line {line}: a heap size is missing")),
        };
        let heaps = heaps.iter().map(heap).collect::<anyhow::Result<Vec<u64>>>()?;
        let fact = what(file, said.as_ref())?;
        if fact.is_some_and(|fact| matches!(fact, StatedFact::Outcome(_)) != says_outcomes) {
            bail!(
                "{file}: line {line}: the column is called `{last}`, and something else stands there"
            );
        }
        rows.push((heaps, fact));
    }
    Ok((named(file, names.to_vec())?, rows))
}

/// Names that formulas can have: `a`, `b`, or `h[1]`, `h[2]`.
fn named(file: &str, names: Vec<String>) -> anyhow::Result<Vec<String>> {
    if names.len() == 1 && ["heap", "heaps", ""].contains(&names[0].as_str()) {
        return Ok(vec!["n".to_string()]);
    }
    if names.iter().zip(1..).all(|(name, at)| *name == format!("h[{at}]")) {
        return Ok(names);
    }
    let is_name = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !TAKEN.contains(&name.as_str())
            && parse_statement(&format!("{name} = 0")).is_ok()
    };
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        bail!(
            "{file}: the headings name the heaps, and `{name}` is no name for one: letters and digits, as in a,b,outcome"
        );
    }
    if let Some(twice) = (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        bail!("{file}: two columns are called `{}`", names[twice]);
    }
    Ok(names)
}

impl DataTable {
    /// What heaps are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many positions it speaks of.
    pub fn stated(&self) -> usize {
        self.table.stated()
    }

    /// Whether it has Grundy values, and not only outcomes.
    pub fn has_values(&self) -> bool {
        self.has_values
    }

    /// Whether the order of heaps is taken to mean nothing.
    pub fn is_unordered(&self) -> bool {
        self.table.is_unordered()
    }

    /// Looks for a conjecture: about the values, and if none is found or there are none, about who wins.
    ///
    /// # Errors
    /// If the work is stopped, or its time is used up.
    pub fn discover(
        &self,
        aim: Option<TableAim>,
        states: usize,
        control: &Control,
    ) -> anyhow::Result<TableDiscovery> {
        let mut discovery = self.learn(aim, states, control)?;
        if let TableFinding::Found(found) = &discovery.finding {
            discovery.statement = self.in_words(found, control)?;
            if discovery.statement.is_none() {
                discovery.first = self.first(found);
            }
        }
        Ok(discovery)
    }

    /// The same without words for it.
    ///
    /// # Errors
    /// [`GaveUp`] if the work is stopped, or its time is used up.
    pub fn learn(
        &self,
        aim: Option<TableAim>,
        states: usize,
        control: &Control,
    ) -> Result<TableDiscovery, GaveUp> {
        let first = aim.unwrap_or(if self.has_values { TableAim::Values } else { TableAim::Zeros });
        let learn = |aim| -> Result<TableDiscovery, GaveUp> {
            let finding = learn_table(&self.table, aim, states, control)?;
            Ok(TableDiscovery { aim, finding, statement: None, first: vec![], no_values: None })
        };
        let found = learn(first)?;
        let is_found = matches!(found.finding, TableFinding::Found(_));
        if aim.is_some() || first == TableAim::Zeros || is_found {
            return Ok(found);
        }
        let zeros = learn(TableAim::Zeros)?;
        Ok(match zeros.finding {
            TableFinding::Found(_) => {
                TableDiscovery { no_values: Some(Box::new(found.finding)), ..zeros }
            }
            _ => found,
        })
    }

    /// A game whose positions are those of the table, without moves.
    fn ruleset(&self) -> Ruleset {
        let mut rules = HeapRules::without_moves(self.names.clone());
        rules.lower = self.table.lower().to_vec();
        if self.table.is_unordered() {
            rules.symmetry = Symmetry::Unordered;
        }
        let about = GameDescription { name: "table".into(), ..GameDescription::default() };
        Ruleset { about, rules: Rules::Heaps(rules), definitions: vec![], claims: vec![] }
    }

    fn in_words(
        &self,
        found: &TableConjecture,
        control: &Control,
    ) -> anyhow::Result<Option<String>> {
        let time = control.time_left().map_or(IN_WORDS, |left| (left / 2).min(IN_WORDS));
        let words = within(control, Some(time));
        let ruleset = self.ruleset();
        let library = ClaimedGame::of_ruleset(&ruleset);
        let meaning = match found.digits.coding {
            Some(coding) => SetMeaning::Grundy(coding),
            None => SetMeaning::Outcome,
        };
        let say = |set: &ishitori_automata::Dfa| {
            let request = SimplifyRequest {
                ruleset: &ruleset,
                library: &library,
                numeration: found.digits.numeration,
                set,
                what: meaning,
            };
            // Time that runs out here costs the words, not the conjecture.
            simplify(&request, &words).ok().flatten()
        };
        // The sample depends on the order of digits, and so may what is found.
        let flipped = || found.set.flip(words.automata()).ok();
        let statement = say(&found.set).or_else(|| flipped().and_then(|set| say(&set)));
        control.ask()?;
        Ok(statement)
    }

    /// The first positions of a set.
    fn first(&self, found: &TableConjecture) -> Vec<Vec<u128>> {
        let limit = ishitori_automata::Limit::default();
        let first = [LOOKED_AT, EXAMPLES, 1]
            .iter()
            .find_map(|count| found.set.first(found.digits.numeration, *count, limit).ok());
        let (unordered, heaps) = (self.table.is_unordered(), self.names.len());
        let wanted = first.unwrap_or_default().into_iter();
        wanted.filter(|tuple| !unordered || tuple[..heaps].is_sorted()).take(EXAMPLES).collect()
    }
}
