//! From what a request calls a game to the game: a name of the catalogue with arguments, or `~HASH` of a rule text that
//! was posted before. Files are never opened.

use std::sync::{Arc, Mutex, OnceLock};

use ishitori::GaveUp;
use ishitori::claims::ClaimedGame;
use ishitori::games::{AnyGame, HeapGame};
use ishitori::open;
use ishitori::rules::AffineCondition;
use ishitori::rules::{Rules, name};
use ishitori::theorems::ProvedTheorem;
use serde_json::Value;
use tokio::sync::OnceCell;

use crate::cache::RecentCache;
use crate::limits::ServerLimits;
use crate::pool::{Stop, locked};
use crate::refusal::RequestRefusal;

/// Choices that the scan of one position may look at: a second's work.
const MAX_STEPS: u64 = 1 << 28;

/// A theorem about a game that tells who wins at every position, or that there is none.
pub type OutcomeTheorem = Option<Arc<ProvedTheorem>>;

/// A game that was opened.
pub struct ServedGame {
    /// What tells it from every other game: the hash of its text, if it was posted, and its name with all arguments.
    pub key: String,
    /// How requests call it.
    pub reference: String,
    /// The game with its claims.
    pub claimed: ClaimedGame,
    /// Ready to be played.
    pub game: AnyGame,
    /// A theorem that tells who wins everywhere in normal and in misère play, once somebody has asked.
    pub theorems: [OnceCell<OutcomeTheorem>; 2],
    /// All about it in JSON, once somebody has asked.
    pub described: OnceLock<Value>,
}

impl ServedGame {
    /// Whether the options of heaps of these sizes are found soon.
    ///
    /// A scan over the choices of a move can be left only when it finds one. Where a divisor, a congruence or a function decides, it may
    /// look at very many and find none.
    ///
    /// # Errors
    /// [`RequestRefusal`] if they are not.
    pub fn is_scanned_soon(&self, heaps: &[u64]) -> Result<(), RequestRefusal> {
        let Rules::Heaps(rules) = &self.claimed.ruleset.rules else { return Ok(()) };
        let sparse = |condition: &AffineCondition| {
            use AffineCondition::{AnyOf, Congruent, Divides, Function};
            matches!(condition, Divides { .. } | Congruent { .. } | Function { .. } | AnyOf(_))
        };
        let families = rules.families.iter().filter(|family| family.conditions.iter().any(sparse));
        let choices = families.map(|family| family.fresh.len()).max().unwrap_or(0);
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let steps = (0..choices).fold(1u64, |all, _| all.saturating_mul(largest + 1));
        if steps > MAX_STEPS {
            Err(RequestRefusal::beyond("scan_steps", MAX_STEPS, steps))
        } else {
            Ok(())
        }
    }

    /// The game if it is played with heaps.
    ///
    /// # Errors
    /// [`RequestRefusal`] if it is not.
    pub fn heaps(&self) -> Result<&HeapGame, RequestRefusal> {
        match &self.game {
            AnyGame::Heaps(game) => Ok(game),
            AnyGame::Board(_) => Err(RequestRefusal::bad(format!(
                "{} is played on a board: it has no heaps to show against each other",
                self.claimed.ruleset.about.full_name()
            ))),
            AnyGame::Single(_) => Err(RequestRefusal::bad(format!(
                "{} is played on single heaps, which are worth what they are worth alone: see its sequence",
                self.claimed.ruleset.about.full_name()
            ))),
            AnyGame::Figures(_) => Err(RequestRefusal::bad(format!(
                "{} is not played with heaps: there are none to show against each other",
                self.claimed.ruleset.about.full_name()
            ))),
            AnyGame::Pieces(_) => Err(no_pieces(&self.claimed)),
        }
    }

    /// Whether single heaps are small enough to be asked about.
    ///
    /// # Errors
    /// [`RequestRefusal`] if they are not.
    pub fn is_small_enough(
        &self,
        heaps: &[u64],
        limits: &ServerLimits,
    ) -> Result<(), RequestRefusal> {
        match heaps.iter().find(|heap| **heap > limits.single) {
            Some(large) => Err(RequestRefusal::beyond("single", limits.single, *large)),
            None => Ok(()),
        }
    }
}

/// Games and rule texts that are kept.
pub struct Games {
    opened: Mutex<RecentCache<String, Arc<ServedGame>>>,
    texts: Mutex<RecentCache<String, Arc<str>>>,
}

impl Games {
    /// None yet.
    pub fn new(limits: &ServerLimits) -> Games {
        Games {
            opened: Mutex::new(RecentCache::new(limits.games)),
            texts: Mutex::new(RecentCache::new(limits.rules)),
        }
    }

    /// The game that a request calls so, if it is kept.
    pub fn known(&self, reference: &str) -> Option<Arc<ServedGame>> {
        locked(&self.opened).get(reference.trim())
    }

    /// The game that a request calls so, loaded as long as somebody waits for it.
    ///
    /// # Errors
    /// [`RequestRefusal`] if there is none, it is too large, or takes too long to load.
    pub fn open(
        &self,
        reference: &str,
        limits: &ServerLimits,
        stop: &Arc<Stop>,
    ) -> Result<Arc<ServedGame>, RequestRefusal> {
        let reference = reference.trim();
        if let Some(known) = self.known(reference) {
            return Ok(known);
        }
        let control = stop.control(None);
        let failed = |error: anyhow::Error| match error.downcast::<GaveUp>() {
            Ok(gave_up) => stop.refusal(gave_up),
            Err(error) => error.into(),
        };
        let parsed = name::parse(reference).map_err(RequestRefusal::bad)?;
        let claimed = if parsed.name.starts_with('~') {
            let text = locked(&self.texts).get(&parsed.name).ok_or_else(|| {
                RequestRefusal::missing(format!(
                    "the rule {} is not kept any more: post it again",
                    parsed.name
                ))
            })?;
            ClaimedGame::of_rule_within(&text, &parsed.arguments, &control).map_err(failed)?
        } else if open::is_path(&parsed.name) {
            return Err(RequestRefusal::bad("a page opens no files: post the rule text"));
        } else {
            ClaimedGame::open_within(reference, &control).map_err(failed)?
        };
        control.ask().map_err(|gave_up| stop.refusal(gave_up))?;
        let known = Arc::new(known(reference, &parsed.name, claimed, limits)?);
        locked(&self.opened).put(reference.to_string(), known.clone());
        Ok(known)
    }

    /// Keeps a rule text, and opens its game with these arguments: `6,2`.
    ///
    /// # Errors
    /// [`RequestRefusal`] with its problems.
    pub fn post(
        &self,
        text: &str,
        arguments: &str,
        limits: &ServerLimits,
        stop: &Arc<Stop>,
    ) -> Result<Arc<ServedGame>, RequestRefusal> {
        if text.len() > limits.rule {
            return Err(RequestRefusal::beyond("rule_bytes", limits.rule, text.len()));
        }
        let hash = blake3::hash(text.as_bytes()).to_hex();
        let id = format!("~{}", &hash[..24]);
        locked(&self.texts).put(id.clone(), text.into());
        let reference = if arguments.trim().is_empty() { id } else { format!("{id}({arguments})") };
        self.open(&reference, limits, stop)
    }
}

/// What is said of a game on pieces of several numbers, which nobody opens here.
pub fn no_pieces(claimed: &ClaimedGame) -> RequestRefusal {
    RequestRefusal::bad(format!(
        "{} is played with pieces of several numbers, which this page does not show: the program answers in a terminal",
        claimed.ruleset.about.full_name()
    ))
}

fn known(
    reference: &str,
    name: &str,
    claimed: ClaimedGame,
    limits: &ServerLimits,
) -> Result<ServedGame, RequestRefusal> {
    if let Rules::Heaps(rules) = &claimed.ruleset.rules
        && rules.names.len() > limits.heaps
    {
        return Err(RequestRefusal::beyond("heaps", limits.heaps, rules.names.len()));
    }
    if let Rules::Pieces(_) = &claimed.ruleset.rules {
        return Err(no_pieces(&claimed));
    }
    let game =
        AnyGame::new(&claimed.ruleset).map_err(|error| RequestRefusal::bad(error.to_string()))?;
    let full_name = claimed.ruleset.about.full_name();
    let posted = if name.starts_with('~') { name } else { "" };
    let key = format!("{posted} {full_name}");
    let reference = reference.to_string();
    let (described, theorems) = Default::default();
    Ok(ServedGame { key, reference, claimed, game, theorems, described })
}
