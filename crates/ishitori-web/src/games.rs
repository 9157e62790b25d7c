//! From what a request calls a game to the game: a name of the catalogue with arguments, or `~HASH` of a rule text that
//! was posted before. Files are never opened.

use std::sync::{Arc, Mutex, OnceLock};

use ishitori_core::game::{AnyGame, HeapGame};
use ishitori_core::solve::seen::{self, Seen};
use ishitori::{claims::Claimed, open};
use ishitori_rule::family::Condition;
use ishitori_rule::{HeapRules, Rules, Symmetry, name};
use serde_json::Value;
use tokio::sync::OnceCell;

use crate::kept::Kept;
use crate::large::Theorem;
use crate::limits::Limits;
use crate::pool::locked;
use crate::refusal::Refusal;

/// Choices that the scan of one position may look at: a second's work.
const MAX_STEPS: u64 = 1 << 28;

/// A game that was opened.
pub struct Known {
    /// What tells it from every other game: the hash of its text, if it was posted, and its name with all arguments.
    pub key: String,
    /// How requests call it.
    pub reference: String,
    /// The game with its claims.
    pub claimed: Claimed,
    /// Ready to be played.
    pub game: AnyGame,
    twin: OnceLock<Option<HeapGame>>,
    seen: OnceLock<Option<(Vec<usize>, usize)>>,
    /// A theorem that tells who wins everywhere in normal and in misère play, once somebody has asked.
    pub theorems: [OnceCell<Theorem>; 2],
    /// All about it in JSON, once somebody has asked.
    pub described: OnceLock<Value>,
}

impl Known {
    /// The same game with the order of heaps not forgotten, if it has an order to remember.
    ///
    /// An unordered game finds all options of a position from any one arrangement of it, so an arrangement has the
    /// outcome and value of its position also where arrangements count as different. Then a heap that stays small needs
    /// few cells, where the unordered game has to solve as many for it as for the largest.
    pub fn twin(&self) -> Option<&HeapGame> {
        let make = || match &self.claimed.ruleset.rules {
            Rules::Heaps(rules) if rules.symmetry.identifies() && rules.names.len() > 1 => {
                let rules = HeapRules { symmetry: Symmetry::None, ..rules.clone() };
                HeapGame::new(&rules).ok()
            }
            _ => None,
        };
        self.twin.get_or_init(make).as_ref()
    }

    /// How many heaps each kind of its moves sees, and how many families there are; none if some see all.
    pub fn seen(&self) -> Option<&(Vec<usize>, usize)> {
        let make = || match &self.game {
            AnyGame::Heaps(game) => Seen::new(game).map(|seen| seen.shape()),
            _ => None,
        };
        self.seen.get_or_init(make).as_ref()
    }

    /// Whether every move sees every heap, so that none is deleted.
    pub fn forgets_nothing(&self) -> bool {
        let Rules::Heaps(rules) = &self.claimed.ruleset.rules else { return true };
        rules.families.iter().all(|family| seen::sees(family).len() == rules.names.len())
    }

    /// Whether the options of heaps of these sizes are found soon.
    ///
    /// A scan over the choices of a move can be left only when it finds one. Where a divisor or a congruence decides, it may
    /// look at very many and find none.
    ///
    /// # Errors
    /// [`Refusal`] if they are not.
    pub fn is_scanned_soon(&self, heaps: &[u64]) -> Result<(), Refusal> {
        let Rules::Heaps(rules) = &self.claimed.ruleset.rules else { return Ok(()) };
        let sparse = |condition: &Condition| {
            matches!(condition, Condition::Divides { .. } | Condition::Congruent { .. })
        };
        let families = rules.families.iter().filter(|family| family.conditions.iter().any(sparse));
        let choices = families.map(|family| family.fresh.len()).max().unwrap_or(0);
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let steps = (0..choices).fold(1u64, |all, _| all.saturating_mul(largest + 1));
        if steps > MAX_STEPS {
            Err(Refusal::beyond("scan_steps", MAX_STEPS, steps))
        } else {
            Ok(())
        }
    }

    /// The game if it is played with heaps.
    ///
    /// # Errors
    /// [`Refusal`] if it is not.
    pub fn heaps(&self) -> Result<&HeapGame, Refusal> {
        match &self.game {
            AnyGame::Heaps(game) => Ok(game),
            AnyGame::Board(_) => Err(Refusal::bad(format!(
                "{} is played on a board: it has no heaps to show against each other",
                self.claimed.ruleset.about.full_name()
            ))),
            AnyGame::Single(_) => Err(Refusal::bad(format!(
                "{} is played on single heaps, which are worth what they are worth alone: see its sequence",
                self.claimed.ruleset.about.full_name()
            ))),
        }
    }

    /// Whether single heaps are small enough to be asked about.
    ///
    /// # Errors
    /// [`Refusal`] if they are not.
    pub fn is_small_enough(&self, heaps: &[u64], limits: &Limits) -> Result<(), Refusal> {
        match heaps.iter().find(|heap| **heap > limits.single) {
            Some(large) => Err(Refusal::beyond("single", limits.single, *large)),
            None => Ok(()),
        }
    }
}

/// Games and rule texts that are kept.
pub struct Games {
    opened: Mutex<Kept<String, Arc<Known>>>,
    texts: Mutex<Kept<String, Arc<str>>>,
}

impl Games {
    /// None yet.
    pub fn new(limits: &Limits) -> Games {
        Games {
            opened: Mutex::new(Kept::new(limits.games)),
            texts: Mutex::new(Kept::new(limits.rules)),
        }
    }

    /// The game that a request calls so.
    ///
    /// # Errors
    /// [`Refusal`] if there is none, or it is too large.
    pub fn open(&self, reference: &str, limits: &Limits) -> Result<Arc<Known>, Refusal> {
        let reference = reference.trim();
        if let Some(known) = locked(&self.opened).get(reference) {
            return Ok(known);
        }
        let parsed = name::parse(reference).map_err(Refusal::bad)?;
        let claimed = if parsed.name.starts_with('~') {
            let text = locked(&self.texts).get(&parsed.name).ok_or_else(|| {
                Refusal::missing(format!(
                    "the rule {} is not kept any more: post it again",
                    parsed.name
                ))
            })?;
            Claimed::of_rule(&text, &parsed.arguments)?
        } else if open::is_path(&parsed.name) {
            return Err(Refusal::bad("a page opens no files: post the rule text"));
        } else {
            Claimed::open(reference)?
        };
        let known = Arc::new(known(reference, &parsed.name, claimed, limits)?);
        locked(&self.opened).put(reference.to_string(), known.clone());
        Ok(known)
    }

    /// Keeps a rule text, and opens its game with these arguments: `6,2`.
    ///
    /// # Errors
    /// [`Refusal`] with its problems.
    pub fn post(
        &self,
        text: &str,
        arguments: &str,
        limits: &Limits,
    ) -> Result<Arc<Known>, Refusal> {
        if text.len() > limits.rule {
            return Err(Refusal::beyond("rule_bytes", limits.rule, text.len()));
        }
        let hash = blake3::hash(text.as_bytes()).to_hex();
        let id = format!("~{}", &hash[..24]);
        locked(&self.texts).put(id.clone(), text.into());
        let reference = if arguments.trim().is_empty() { id } else { format!("{id}({arguments})") };
        self.open(&reference, limits)
    }
}

fn known(reference: &str, name: &str, claimed: Claimed, limits: &Limits) -> Result<Known, Refusal> {
    if let Rules::Heaps(rules) = &claimed.ruleset.rules
        && rules.names.len() > limits.heaps
    {
        return Err(Refusal::beyond("heaps", limits.heaps, rules.names.len()));
    }
    let game = AnyGame::new(&claimed.ruleset).map_err(|error| Refusal::bad(error.to_string()))?;
    let full_name = claimed.ruleset.about.full_name();
    let posted = if name.starts_with('~') { name } else { "" };
    let key = format!("{posted} {full_name}");
    let reference = reference.to_string();
    let (twin, seen, described, theorems) = Default::default();
    Ok(Known { key, reference, claimed, game, twin, seen, theorems, described })
}
