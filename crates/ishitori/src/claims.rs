//! Running the claims of a game: which ones, where, and what came out.
//!
//! A [`ClaimedGame`] is a rule with its claims. Each claim is checked on the parameters and the window that
//! it names, or else on a window of at most 200,000 positions or so. The rule is read once, and lowered once
//! for each choice of parameters. What is evaluated is core's business ([`ishitori_core::claim`]). That a claim holds
//! on a window is no proof: for all positions see [`proofs`](crate::proofs).

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use ishitori_core::ask::SolvedWindow;
use ishitori_core::catalogue::{self, CatalogueLibrary};
use ishitori_core::claim::{
    self, CheckError, CheckSession, ClaimCheck, ClaimInstance, ClaimLibrary, NumberDecider, Verdict,
};
use ishitori_core::control::Control;
use ishitori_core::game::Bounds;
use ishitori_core::prove::AutomataDecider;
use ishitori_core::prove::slice::{NoSlice, sliced};
use ishitori_core::solve::Convention;
use ishitori_rule::problem::closest;
use ishitori_rule::syntax::{ClaimText, Condition};
use ishitori_rule::{GivenArgument, HeapSlice, Problem, RuleText, Rules, Ruleset, name, sum};

use crate::automatic_window::automatic_window;
use crate::open::{self, LoadFailure, OpenedGame, RuleSource};
use crate::problems::RuleProblems;

/// A game with its claims.
pub struct ClaimedGame {
    /// The file, or the name of the game.
    pub file: String,
    /// The rule text.
    pub text: String,
    /// The text with its syntax, if it was read here.
    rule: OnceLock<RuleText>,
    /// The game with the arguments asked for, or with its defaults.
    pub ruleset: Arc<Ruleset>,
    /// Whether arguments were asked for.
    pub asked: bool,
    /// Where tables lie.
    folder: Option<PathBuf>,
    /// The list of positions on which claims are looked at, instead of their own.
    pub among: Option<String>,
    /// What is known of its window, so that nothing is solved.
    pub known: Option<SolvedWindow>,
    /// The game with all arguments asked for so far, each lowered once.
    games: Mutex<Vec<Arc<Ruleset>>>,
    /// Games of the catalogue that its claims speak about, each read once.
    others: Mutex<Vec<(String, Ruleset)>>,
}

/// The bounds of a slice in words; none of a whole game.
pub fn slice_words(ruleset: &Ruleset) -> Option<String> {
    match &ruleset.rules {
        Rules::Heaps(rules) if !rules.slice.is_whole() => Some(rules.slice.words(&rules.names)),
        _ => None,
    }
}

/// A game with the bounds of a slice, as people read it: `circular(6,2), if h[3] <= 2`.
pub fn sliced_name(game: &str, bounds: Option<&str>) -> String {
    match bounds {
        None => game.to_string(),
        Some(bounds) => format!("{game}, if {bounds}"),
    }
}

/// One claim checked on one instance.
pub struct CheckedClaim {
    /// The claim; `None` for a formula given on the command line.
    pub claim: Option<ClaimText>,
    /// The game with its arguments.
    pub game: String,
    /// The bounds of the slice that was looked at, if it was one.
    pub bounds: Option<String>,
    /// Whether it is about misère play.
    pub misere: bool,
    /// What was found.
    pub verdict: Result<Verdict, CheckError>,
    /// How long it took.
    pub time: Duration,
}

impl ClaimedGame {
    /// Opens a game by name or path. The claims of a file are checked for mistakes.
    pub fn open(reference: &str) -> anyhow::Result<ClaimedGame> {
        ClaimedGame::open_within(reference, &Control::unlimited())
    }

    /// The same, as long as the listener of `control` lets it: a rule may take a minute to load.
    ///
    /// # Errors
    /// If there is no such game, its rule or its claims have problems, or loading was given up.
    pub fn open_within(reference: &str, control: &Control) -> anyhow::Result<ClaimedGame> {
        ClaimedGame::of_source(open::source(reference)?, control)?.validated(control)
    }

    /// A game from its rule text, which stands in no file.
    pub fn of_text(name: &str, text: &str) -> anyhow::Result<ClaimedGame> {
        let (file, rule) = (format!("{name}.game"), catalogue::rule_text(text));
        let source = RuleSource { file, rule, arguments: Vec::new(), folder: None };
        ClaimedGame::of_source(source, &Control::unlimited())
    }

    /// A game whose rule was loaded already.
    pub fn of_ruleset(ruleset: &Ruleset) -> ClaimedGame {
        let (file, text) = (format!("{}.game", ruleset.about.name), ruleset.about.text.clone());
        ClaimedGame::new(file, text, ruleset.clone(), true)
    }

    /// A game that was opened to be played; its rule is not read again. Its claims are checked for mistakes.
    pub fn of_opened(opened: &OpenedGame) -> anyhow::Result<ClaimedGame> {
        match &opened.source {
            Some(source) => {
                let claimed = ClaimedGame::lowered_from(source.clone(), opened.ruleset.clone());
                claimed.validated(&Control::unlimited())
            }
            None => Ok(ClaimedGame::of_ruleset(&opened.ruleset)),
        }
    }

    /// A game from its rule text with arguments, or with its defaults if there are none. Its claims are checked for
    /// mistakes.
    pub fn of_rule(text: &str, arguments: &[GivenArgument]) -> anyhow::Result<ClaimedGame> {
        ClaimedGame::of_rule_within(text, arguments, &Control::unlimited())
    }

    /// The same, as long as the listener of `control` lets it.
    ///
    /// # Errors
    /// If the rule or its claims have problems, or loading was given up.
    pub fn of_rule_within(
        text: &str,
        arguments: &[GivenArgument],
        control: &Control,
    ) -> anyhow::Result<ClaimedGame> {
        let (file, arguments) = ("rule".to_string(), arguments.to_vec());
        let source = RuleSource { file, rule: catalogue::rule_text(text), arguments, folder: None };
        ClaimedGame::of_source(source, control)?.validated(control)
    }

    /// A game from what was read.
    fn of_source(source: RuleSource, control: &Control) -> anyhow::Result<ClaimedGame> {
        let ruleset = source.ruleset(control)?;
        Ok(ClaimedGame::lowered_from(source, ruleset))
    }

    /// A game from what was read and lowered.
    fn lowered_from(source: RuleSource, ruleset: Ruleset) -> ClaimedGame {
        let RuleSource { file, rule, arguments, folder } = source;
        let claimed =
            ClaimedGame::new(file, rule.text().to_string(), ruleset, !arguments.is_empty());
        ClaimedGame { rule: OnceLock::from(rule), folder, ..claimed }
    }

    fn new(file: String, text: String, ruleset: Ruleset, asked: bool) -> ClaimedGame {
        let ruleset = Arc::new(ruleset);
        let games = Mutex::new(vec![ruleset.clone()]);
        let (rule, others) = (OnceLock::new(), Mutex::default());
        let (folder, among, known) = (None, None, None);
        ClaimedGame { file, text, rule, ruleset, asked, folder, among, known, games, others }
    }

    /// The same game between bounds that its moves keep to, such as `h[3] <= 2, h[6] <= 2`, with these parameters only.
    ///
    /// # Errors
    /// What is wrong with the bounds, or which move leaves them.
    pub fn sliced(self, bounds: &str, control: &Control) -> anyhow::Result<ClaimedGame> {
        let Rules::Heaps(rules) = &self.ruleset.rules else { return Err(NoSlice::NoHeaps.into()) };
        let slice = HeapSlice::parse(bounds, &rules.names).map_err(|why| anyhow!(why))?;
        let ruleset = sliced(&self.ruleset, &slice, control).map_err(|why| match why {
            NoSlice::GaveUp(gave_up) => anyhow::Error::from(gave_up),
            why => why.into(),
        })?;
        Ok(self.inside(ruleset))
    }

    /// The game with a slice of its ruleset in place of the whole.
    pub(crate) fn inside(self, ruleset: Ruleset) -> ClaimedGame {
        let ruleset = Arc::new(ruleset);
        let games = Mutex::new(vec![ruleset.clone()]);
        ClaimedGame { ruleset, games, asked: true, ..self }
    }

    /// The game with its arguments, and with the bounds of its slice: `circular(6,2), if h[3] <= 2`.
    pub fn full_name(&self) -> String {
        let bounds = slice_words(&self.ruleset);
        sliced_name(&self.ruleset.about.full_name(), bounds.as_deref())
    }

    /// The rule with its syntax, which is read once.
    fn rule(&self) -> &RuleText {
        self.rule.get_or_init(|| catalogue::rule_text(&self.text))
    }

    /// The game, if there are no mistakes in its claims.
    fn validated(self, control: &Control) -> anyhow::Result<ClaimedGame> {
        let library = self.library(control);
        let mut problems = Vec::new();
        for (at, claim) in self.ruleset.claims.iter().enumerate() {
            control.ask()?;
            let earlier = &self.ruleset.claims[..at];
            if earlier.iter().any(|other| other.id.value == claim.id.value) {
                let message = format!("a second claim called `{}`", claim.id.value);
                let span = claim.id.span.clone();
                problems.push(Problem::new(span, message, "named twice"));
            }
            if let Some(mended) = &claim.about.mends {
                let other = |c: &ClaimText| c.id.value == mended.value && c.id != claim.id;
                if !self.ruleset.claims.iter().any(other) {
                    let message = format!("there is no other claim called `{}`", mended.value);
                    let span = mended.span.clone();
                    problems.push(Problem::new(span, message, "nothing to mend"));
                }
            }
            // A claim about certain parameters may make no sense for others.
            let instances =
                claim::instances(std::slice::from_ref(claim), &self.ruleset.about.arguments, None);
            if let Some(first) = instances.first() {
                let ruleset = self.with_within(first, control)?;
                if let Err(more) = claim::validate(&ruleset, &claim.statement, &library) {
                    // A game that was not loaded in time is no problem of the claim.
                    control.ask()?;
                    problems.extend(more);
                }
            }
        }
        if problems.is_empty() {
            return Ok(self);
        }
        let problems = ishitori_rule::problem::tidy(problems);
        Err(RuleProblems { file: self.file.clone(), text: self.text.clone(), problems }.into())
    }

    /// The game with the arguments of an instance.
    ///
    /// # Errors
    /// [`RuleProblems`] if the rule does not fit these.
    pub fn with(&self, instance: &ClaimInstance) -> anyhow::Result<Arc<Ruleset>> {
        self.with_within(instance, &Control::unlimited())
    }

    /// The same, as long as the listener of `control` lets it load.
    ///
    /// # Errors
    /// [`RuleProblems`] if the rule does not fit these, or that loading was given up.
    pub fn with_within(
        &self,
        instance: &ClaimInstance,
        control: &Control,
    ) -> anyhow::Result<Arc<Ruleset>> {
        self.lowered(&instance.arguments, control).map_err(|failure| match failure {
            LoadFailure::Problems(problems) => {
                RuleProblems { file: self.file.clone(), text: self.text.clone(), problems }.into()
            }
            LoadFailure::GaveUp(gave_up) => gave_up.into(),
        })
    }

    /// The game with these arguments, lowered once for each choice of parameters. Nobody waits for another's lowering,
    /// which may take long: the lock is held only to look and to put.
    pub(crate) fn lowered(
        &self,
        arguments: &[GivenArgument],
        control: &Control,
    ) -> Result<Arc<Ruleset>, LoadFailure> {
        let games = || self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let full = self.rule().arguments(arguments).ok();
        let is_known = |game: &&Arc<Ruleset>| full.as_ref() == Some(&game.about.arguments);
        if let Some(known) = games().iter().find(is_known) {
            return Ok(known.clone());
        }
        let ruleset = Arc::new(open::lower(self.rule(), arguments, control)?);
        let mut games = games();
        if let Some(known) = games.iter().find(is_known) {
            return Ok(known.clone());
        }
        games.push(ruleset.clone());
        Ok(ruleset)
    }

    /// The games and tables that its claims speak about, loaded as long as the listener of `control` lets it.
    pub fn library<'a>(&'a self, control: &'a Control) -> WatchedLibrary<'a> {
        WatchedLibrary { claimed: self, control }
    }

    /// Where to check which claim.
    pub fn instances(&self) -> Vec<ClaimInstance> {
        let arguments = &self.ruleset.about.arguments;
        // The defaults of the rule, whatever was asked for.
        let defaults = self.rule().arguments(&[]).unwrap_or_else(|_| arguments.clone());
        let asked = self.asked.then_some(arguments.as_slice());
        claim::instances(&self.ruleset.claims, &defaults, asked)
    }

    /// Where to check the claims with these names, or all.
    pub fn chosen(&self, names: &[String]) -> anyhow::Result<Vec<ClaimInstance>> {
        let claims = &self.ruleset.claims;
        if claims.is_empty() {
            bail!(
                "{} makes no claims: check one of your own with --formula, such as --formula 'P iff xor(heaps) = 0'",
                self.ruleset.about.name
            );
        }
        for id in names {
            if !claims.iter().any(|claim| claim.id.value == *id) {
                let ids: Vec<&str> = claims.iter().map(|claim| claim.id.value.as_str()).collect();
                let hint = match closest(id, ids.iter().copied()) {
                    Some(near) => format!("did you mean {near}?"),
                    None => format!("its claims: {}", ids.join(", ")),
                };
                bail!("{} has no claim {id}: {hint}", self.ruleset.about.name);
            }
        }
        let wanted = |id: &String| names.is_empty() || names.contains(id);
        let instances = self.instances();
        let instances: Vec<_> =
            instances.into_iter().filter(|i| wanted(&claims[i.claim].id.value)).collect();
        if instances.is_empty() {
            bail!(
                "no claim is about {}: without parameters, all claims are checked on their own",
                self.ruleset.about.full_name()
            );
        }
        Ok(instances)
    }

    /// Checks one instance; `window` replaces the claim's own. In a session it can be interrupted.
    pub fn check(
        &self,
        instance: &ClaimInstance,
        window: Option<&Bounds>,
        control: &Control,
        session: Option<CheckSession>,
    ) -> anyhow::Result<CheckedClaim> {
        let ruleset = self.with_within(instance, control)?;
        let claim = &self.ruleset.claims[instance.claim];
        let named = (instance.bounds != Bounds::default()).then_some(&instance.bounds);
        let window = window.or(named);
        let convention = if claim.about.misere { Convention::Misere } else { Convention::Normal };
        let sentence = ClaimSentence { statement: &claim.statement, text: &self.text, convention };
        let list = instance.among.as_deref();
        let (verdict, time) = self.run(&ruleset, &sentence, (window, list), control, session);
        let (game, misere) = (ruleset.about.full_name(), claim.about.misere);
        let bounds = slice_words(&ruleset);
        Ok(CheckedClaim { claim: Some(claim.clone()), game, bounds, misere, verdict, time })
    }

    /// Checks a formula that is not in the file.
    pub fn check_formula(
        &self,
        sentence: &ClaimSentence,
        window: Option<&Bounds>,
        control: &Control,
        session: Option<CheckSession>,
    ) -> CheckedClaim {
        let where_to_look = (window, None);
        let (verdict, time) = self.run(&self.ruleset, sentence, where_to_look, control, session);
        let game = self.ruleset.about.full_name();
        let bounds = slice_words(&self.ruleset);
        let misere = sentence.convention == Convention::Misere;
        CheckedClaim { claim: None, game, bounds, misere, verdict, time }
    }

    /// Checks a formula that is not in the file, in a game without heaps: on this list of positions, or on the usual one.
    pub fn check_formula_among(
        &self,
        sentence: &ClaimSentence,
        list: Option<&str>,
        control: &Control,
    ) -> CheckedClaim {
        let where_to_look = (None, list);
        let (verdict, time) = self.run(&self.ruleset, sentence, where_to_look, control, None);
        let game = self.ruleset.about.full_name();
        let bounds = slice_words(&self.ruleset);
        let misere = sentence.convention == Convention::Misere;
        CheckedClaim { claim: None, game, bounds, misere, verdict, time }
    }

    /// Checks what is said of a game with any parameters, on a window or on a list of positions.
    pub(crate) fn run(
        &self,
        ruleset: &Ruleset,
        sentence: &ClaimSentence,
        (window, list): (Option<&Bounds>, Option<&str>),
        control: &Control,
        session: Option<CheckSession>,
    ) -> (Result<Verdict, CheckError>, Duration) {
        let ClaimSentence { statement, text, convention } = *sentence;
        let start = Instant::now();
        let automatic = window.is_none();
        let bounds = &window.cloned().unwrap_or_else(|| automatic_window(ruleset));
        let library = &self.library(control);
        // What is known is about the game with these parameters only.
        let known = self.known.as_ref().filter(|_| ruleset.rules == self.ruleset.rules);
        let check = ClaimCheck {
            among: self.among.as_deref().or(list),
            ruleset,
            statement,
            text,
            convention,
            bounds,
            automatic,
            control,
            known,
            library,
        };
        let verdict = match session {
            Some(session) => claim::check_from(&check, session),
            None => claim::check(&check),
        };
        // A game that was not loaded in time is no problem of the claim.
        let verdict = match (verdict, control.ask()) {
            (Err(CheckError::Problems(_)), Err(gave_up)) => Err(gave_up.into()),
            (verdict, _) => verdict,
        };
        (verdict, start.elapsed())
    }
}

/// The largest window with at most so many positions in its box; `None` with many heaps.
pub fn small_window(ruleset: &Ruleset, positions: u64) -> Option<Bounds> {
    let Rules::Heaps(rules) = &ruleset.rules else { return None };
    let heaps = u32::try_from(rules.names.len()).ok()?;
    let fits = |to: u64| (to + 1).checked_pow(heaps).is_some_and(|size| size <= positions);
    let lower = rules.lower.iter().copied().max().unwrap_or(0);
    let to = (lower + 1..1000).take_while(|to| fits(*to)).last()?;
    Some(Bounds { to: vec![to], total: None })
}

/// A statement in its text.
#[derive(Clone, Copy)]
pub struct ClaimSentence<'a> {
    /// What is said.
    pub statement: &'a Condition,
    /// The text it stands in.
    pub text: &'a str,
    /// Who wins when nobody can move.
    pub convention: Convention,
}

/// The games and tables that the claims of a game speak about, loaded as long as somebody waits. Whoever gets a
/// problem from it asks the control whether that was the reason.
pub struct WatchedLibrary<'a> {
    claimed: &'a ClaimedGame,
    control: &'a Control,
}

impl ClaimLibrary for WatchedLibrary<'_> {
    fn decider(&self) -> Option<&dyn NumberDecider> {
        Some(&AutomataDecider)
    }

    fn game(&self, name: &str) -> Result<Ruleset, String> {
        if name.contains('+') {
            let parts: Result<Vec<Ruleset>, String> =
                name.split('+').map(|part| self.game(part.trim())).collect();
            return sum(&parts?).map_err(|why| why.to_string());
        }
        let list = |failure| match failure {
            LoadFailure::Problems(problems) => {
                problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
            }
            LoadFailure::GaveUp(gave_up) => gave_up.to_string(),
        };
        // The game itself, with other parameters.
        if let Ok(parsed) = name::parse(name)
            && parsed.name == self.claimed.ruleset.about.name
        {
            let lowered = self.claimed.lowered(&parsed.arguments, self.control);
            return lowered.map(|game| (*game).clone()).map_err(list);
        }
        let others = || self.claimed.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = others().iter().find(|(known, _)| known == name) {
            return Ok(known.clone());
        }
        let goes_on = || self.control.ask().is_ok();
        let found = catalogue::find_while(name, &goes_on).map_err(|error| error.in_full())?;
        let mut others = others();
        if !others.iter().any(|(known, _)| known == name) {
            others.push((name.to_string(), found.clone()));
        }
        Ok(found)
    }

    fn table(&self, name: &str) -> Result<String, String> {
        match &self.claimed.folder {
            Some(_) if name.contains(['/', '\\']) => {
                Err("a table lies beside the game file: name the file alone".to_string())
            }
            Some(folder) => open::read(&folder.join(name)).map_err(|e| format!("{e:#}")),
            None => CatalogueLibrary.table(name),
        }
    }
}

/// Without a limit.
impl ClaimLibrary for ClaimedGame {
    fn decider(&self) -> Option<&dyn NumberDecider> {
        Some(&AutomataDecider)
    }

    fn game(&self, name: &str) -> Result<Ruleset, String> {
        self.library(&Control::unlimited()).game(name)
    }

    fn table(&self, name: &str) -> Result<String, String> {
        self.library(&Control::unlimited()).table(name)
    }
}

/// A window in words.
pub fn window_words(bounds: &Bounds) -> String {
    let to: Vec<String> = bounds.to.iter().map(u64::to_string).collect();
    match (to.as_slice(), bounds.total) {
        ([], None) => "the whole board".to_string(),
        ([], Some(total)) => format!("at most {total} stones"),
        ([one], None) => format!("heaps <= {one}"),
        (each, None) => format!("heaps <= ({})", each.join(",")),
        (each, Some(total)) => format!("heaps <= {}, at most {total} stones", each.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::ClaimedGame;

    #[test]
    fn a_game_is_lowered_once_for_each_choice_of_parameters() {
        // Arguments by place, by name and by default are the same game.
        for name in ["wythoff", "circular(6,4)", "circular(k=4, n=6)", "circular(6,2)"] {
            let claimed = ClaimedGame::open(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let instances = claimed.instances();
            assert!(!instances.is_empty(), "{name}");
            for instance in &instances {
                let lowered = claimed.with(instance).unwrap_or_else(|error| panic!("{error}"));
                assert!(Arc::ptr_eq(&lowered, &claimed.ruleset), "{name}: {instance:?}");
            }
        }
        let all = ClaimedGame::open("circular").unwrap_or_else(|error| panic!("{error}"));
        for instance in &all.instances() {
            let (one, two) = (all.with(instance), all.with(instance));
            let same = one.and_then(|one| Ok(Arc::ptr_eq(&one, &two?)));
            assert!(same.unwrap_or_else(|error| panic!("{error}")), "{instance:?}");
        }
    }
}
