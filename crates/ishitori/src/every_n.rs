//! Theorems for every number of heaps: `moore(n,2)`, with a letter in place of a number.
//!
//! From where is known what the game for every n is? The rule is read as syntax, with its parameter left open
//! ([`ishitori_rule::every_n`]): four forms of rules say the same for every n, and any other is refused. The certificate states the game in
//! words of its own ("at least one and at most 2 heaps are lowered"), and that game is what `ishitori-check` accepts a theorem about. That rule
//! and claim say this is not proved for every n; it is read, and compared for the four smallest n with what lowering, the second
//! reader, and plain recursion say (`small.rs`). A theorem counts only if both are well.
//!
//! Cost: milliseconds. A claim that is not proved for every n may still be true; it is looked at on small windows, and may be
//! proved for one n at a time by [`proofs`](crate::proofs).

mod guesses;
mod small;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
pub use ishitori_check::CheckedEveryN;
use ishitori_core::catalogue;
use ishitori_core::claim::Verdict;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::prove::every_n::claim::{BeyondColumns, translate};
use ishitori_core::prove::every_n::{EveryNAttempt, EveryNTexts, prove_every_n, the_machine};
use ishitori_core::solve::Convention;
use ishitori_rule::every_n::{ManyHeapMove, ManyHeapRule};
use ishitori_rule::name::{self, OpenGameName};
use ishitori_rule::syntax::ClaimText;
use ishitori_rule::{Argument, GivenArgument, Problem, RuleText, parse};

use crate::claims::{CheckedClaim, ClaimSentence, ClaimedGame};
use crate::open;
use crate::problems::RuleProblems;

/// For so many numbers of heaps, the smallest that the rule allows, rule and claim are compared with what lowering makes of them.
const COMPARED: usize = 4;

/// Where these are looked for.
const MOST_HEAPS: u64 = 12;

/// A game with the number of heaps left open.
pub struct EveryNGame {
    /// The file, or the name of the game as that of a file.
    pub file: String,
    /// Its name with the open parameter: `moore(n,2)`.
    pub name: String,
    /// What is the same for every number of heaps.
    pub many: ManyHeapRule,
    rule: RuleText,
    /// The arguments; what stands for the open one means nothing.
    given: Vec<GivenArgument>,
    /// For which small number of heaps the rule has other options than for every n, once that was looked at.
    differs: OnceLock<Option<String>>,
}

/// A theorem for every number of heaps, whose certificate `ishitori-check` has accepted.
pub struct EveryNTheorem {
    /// The certificate.
    pub certificate: String,
    /// What the checker says of it.
    pub checked: CheckedEveryN,
    /// The games for which rule and claim were compared with it, by name.
    pub compared: Vec<String>,
    /// What the second reader does not read of them; nothing if it agrees on all.
    pub unread: Option<String>,
    /// How long proving took.
    pub proving: Duration,
    /// How long checking took.
    pub checking: Duration,
}

/// What became of a claim about every number of heaps.
pub enum EveryNTrial {
    /// It is a theorem.
    Proved(Box<EveryNTheorem>),
    /// It is false for some number of heaps: what a check found.
    Refuted(Box<CheckedClaim>),
    /// It is not read for every number of heaps: what, and where in the claim's text.
    Unread(BeyondColumns),
    /// It is read, and neither proved nor refuted: why.
    Open(String),
    /// Time or memory is used up.
    GaveUp(GaveUp),
}

impl EveryNGame {
    /// Opens a game whose number of heaps is left open, by name or path; nothing if no argument is a letter.
    ///
    /// # Errors
    /// If there is no such game, or its rule does not say the same for every number of heaps.
    pub fn open(reference: &str) -> anyhow::Result<Option<EveryNGame>> {
        let Some(OpenGameName { name, open }) = name::parse_open(reference) else {
            return Ok(None);
        };
        let source = open::source(&name.name)?;
        EveryNGame::of_rule(source.file, source.rule, &name, &open).map(Some)
    }

    /// A game from a rule text, and its name with an open parameter, as a certificate has them.
    ///
    /// # Errors
    /// If the rule does not say the same for every number of heaps, or the name has no open parameter.
    pub fn of_text(text: &str, reference: &str) -> anyhow::Result<EveryNGame> {
        let Some(OpenGameName { name, open }) = name::parse_open(reference) else {
            bail!("`{reference}` leaves no number of heaps open");
        };
        EveryNGame::of_rule("rule".to_string(), catalogue::rule_text(text), &name, &open)
    }

    fn of_rule(
        file: String,
        rule: RuleText,
        name: &name::GameName,
        open: &[(usize, String)],
    ) -> anyhow::Result<EveryNGame> {
        let parameters = rule.parameter_names();
        let word = match open {
            [(_, word)] if parameters.contains(&word.as_str()) => word.clone(),
            [(place, word)] => {
                let hint = match parameters.get(*place) {
                    Some(own) => format!("write its own name, `{own}`, to mean every {own}"),
                    None => "it has no such parameter".to_string(),
                };
                bail!("`{word}` is no parameter of `{}`: {hint}", name.name);
            }
            _ => bail!(
                "one parameter may be left open, the number of heaps: give the others numbers, as in `moore(n,2)`"
            ),
        };
        let at = parameters.iter().position(|own| *own == word).unwrap_or_default();
        let mut given = name.arguments.clone();
        for (place, argument) in given.iter_mut().enumerate() {
            if argument.name.is_none() {
                argument.name = parameters.get(place).map(ToString::to_string);
            }
        }
        let opened = open.first().and_then(|(place, _)| given.get(*place));
        if opened.and_then(|argument| argument.name.as_deref()) != Some(word.as_str()) {
            bail!(
                "`{word}` stands in the place of `{}`: write `{}={word}`, or `{word}` in its own place",
                opened.and_then(|argument| argument.name.clone()).unwrap_or_default(),
                parameters.get(at).copied().unwrap_or_default(),
            );
        }
        let problems =
            |problems| RuleProblems { file: file.clone(), text: rule.text().to_string(), problems };
        let many = rule.for_every(&word, &given).map_err(problems)?;
        let values = rule.arguments(&given).map_err(problems)?;
        let values: Vec<String> = values
            .iter()
            .map(|(name, value)| if *name == word { word.clone() } else { value.to_string() })
            .collect();
        // Its name is that in the rule, whatever the file is called.
        let Some(own) = own_name(rule.text()) else { bail!("the rule gives no name of a game") };
        let name = format!("{own}({})", values.join(","));
        let differs = OnceLock::new();
        Ok(EveryNGame { file, name, many, rule, given, differs })
    }

    /// The games of a rule whose number of heaps can be left open, with these other parameters; nothing if the rule is not read so.
    pub(crate) fn of_arguments(
        name: &str,
        text: &str,
        arguments: &[GivenArgument],
    ) -> Option<EveryNGame> {
        let rule = catalogue::rule_text(text);
        let open = rule.number_of_heaps()?;
        let values = rule.arguments(arguments).ok()?;
        let values: Vec<String> = values
            .iter()
            .map(|(name, value)| if *name == open { open.to_string() } else { value.to_string() })
            .collect();
        EveryNGame::of_text(text, &format!("{name}({})", values.join(","))).ok()
    }

    /// The text of the rule.
    pub fn text(&self) -> &str {
        self.rule.text()
    }

    /// What its moves are, in words, for every number of heaps.
    pub fn move_words(&self) -> String {
        let words = |one: &ManyHeapMove| match one {
            ManyHeapMove::Lower(1) => "one heap is lowered".to_string(),
            ManyHeapMove::Lower(most) => format!("at least 1 and at most {most} heaps are lowered"),
            ManyHeapMove::Take { stones, heaps: 1 } => format!("{stones} are taken from a heap"),
            ManyHeapMove::Take { stones, heaps } => {
                format!("{stones} are taken from each of {heaps} heaps")
            }
            ManyHeapMove::Divide => "a common divisor of all heaps is taken from one".to_string(),
        };
        self.many.moves.iter().map(words).collect::<Vec<_>>().join("; or ")
    }

    /// The game with a number of heaps, if its rule allows it.
    fn with(&self, heaps: u64, control: &Control) -> Option<ClaimedGame> {
        let mut given = self.given.clone();
        for argument in &mut given {
            if argument.name.as_deref() == Some(self.many.open.as_str()) {
                argument.value = Argument::Number(heaps as i64);
            }
        }
        let ruleset = self.rule.lower_while(&given, &|| control.ask().is_ok()).ok()?;
        Some(ClaimedGame::of_ruleset(&ruleset))
    }

    /// The smallest games that the rule allows.
    fn small_games<'a>(&'a self, control: &'a Control) -> impl Iterator<Item = ClaimedGame> + 'a {
        (1..=MOST_HEAPS).filter_map(move |heaps| self.with(heaps, control)).take(COMPARED)
    }

    /// The claims of the game that are not about certain parameters only, or those that are asked for.
    ///
    /// # Errors
    /// If there is no claim of such a name, or none at all.
    pub fn claims(&self, names: &[String], control: &Control) -> anyhow::Result<Vec<ClaimText>> {
        let claimed = self.small_games(control).next().ok_or_else(|| {
            control.ask().err().map_or_else(
                || {
                    anyhow!(
                        "the rule of {} allows no number of heaps up to {MOST_HEAPS}",
                        self.name
                    )
                },
                Into::into,
            )
        })?;
        if !names.is_empty() || claimed.ruleset.claims.is_empty() {
            // The names are checked where all claims are.
            ClaimedGame::of_text(&self.file, self.text())?.chosen(names)?;
        }
        let chosen = |claim: &&ClaimText| match names.is_empty() {
            true => !claim.about.only && !claim.about.misere,
            false => names.contains(&claim.id.value),
        };
        Ok(claimed.ruleset.claims.iter().filter(chosen).cloned().collect())
    }

    /// Tries to prove what is said of the game for every number of heaps; what is not proved is looked at on small windows.
    ///
    /// # Errors
    /// If the checker refuses what the prover wrote, or small games tell another thing: bugs, reported as such.
    pub fn prove(
        &self,
        id: &str,
        sentence: &ClaimSentence,
        control: &Control,
    ) -> anyhow::Result<EveryNTrial> {
        match self.attempt(id, sentence, control)? {
            proved @ (EveryNTrial::Proved(_) | EveryNTrial::GaveUp(_)) => Ok(proved),
            open => Ok(self.refuted(sentence, control, open)),
        }
    }

    /// Like [`EveryNGame::prove`], but what is not proved is not looked at on windows.
    ///
    /// # Errors
    /// As [`EveryNGame::prove`].
    pub fn attempt(
        &self,
        id: &str,
        sentence: &ClaimSentence,
        control: &Control,
    ) -> anyhow::Result<EveryNTrial> {
        let ClaimSentence { statement, text, convention } = *sentence;
        if convention == Convention::Misere {
            return Ok(EveryNTrial::Unread(BeyondColumns {
                what: "misère play is not proved for every number of heaps".to_string(),
                span: statement.span.clone(),
            }));
        }
        let begun = Instant::now();
        let translation = match translate(statement, &self.many) {
            Ok(translation) => translation,
            Err(beyond) => return Ok(EveryNTrial::Unread(beyond)),
        };
        match self.differs(control) {
            Ok(None) => {}
            Ok(Some(why)) => return Ok(EveryNTrial::Open(why)),
            Err(gave_up) => return Ok(EveryNTrial::GaveUp(gave_up)),
        }
        let said = text.get(statement.span.clone()).unwrap_or_default();
        let (game, rule) = (self.name.as_str(), self.text());
        let texts = EveryNTexts { game, rule, claim: id, statement: said };
        match prove_every_n(&texts, &self.many.moves, &translation, control) {
            Ok(EveryNAttempt::Certificate(certificate)) => {
                self.accepted(certificate, id, begun.elapsed(), control)
            }
            Ok(EveryNAttempt::NotProved(why)) => Ok(EveryNTrial::Open(why.to_string())),
            Err(gave_up) => Ok(EveryNTrial::GaveUp(gave_up)),
        }
    }

    /// What a certificate is worth: the checker, then small games.
    fn accepted(
        &self,
        certificate: String,
        id: &str,
        proving: Duration,
        control: &Control,
    ) -> anyhow::Result<EveryNTrial> {
        let begun = Instant::now();
        let watcher = &mut |step: &str| control.start(step).is_ok();
        let checked = match ishitori_check::check_every_n(&certificate, watcher) {
            Ok(checked) => checked,
            Err(refused) if refused.stopped() => {
                let why = control.check().err();
                let why = why.unwrap_or_else(|| GaveUp::new("the check was stopped"));
                return Ok(EveryNTrial::GaveUp(why));
            }
            Err(refused) => bail!(
                "the prover's certificate of {id} for every {} is refused by ishitori-check: {refused}. This is a bug of \
                 ishitori: please report it",
                self.many.open
            ),
        };
        let checking = begun.elapsed();
        let (compared, unread) = match self.agreed(&checked, control) {
            Err(gave_up) => return Ok(EveryNTrial::GaveUp(gave_up)),
            Ok(Ok(compared)) => compared,
            Ok(Err(what)) => bail!(
                "the certificate of {id} for every {} is accepted, but {what}, so nothing is proved: rule or claim were read \
                 wrongly. This is a bug of ishitori: please report it",
                self.many.open
            ),
        };
        Ok(EveryNTrial::Proved(Box::new(EveryNTheorem {
            certificate,
            checked,
            compared,
            unread,
            proving,
            checking,
        })))
    }

    /// What an accepted certificate has to do with this rule and with the claim that it prints: everything that proving and verifying
    /// compare, in one place. The games that were compared and what the second reader does not read; or what differs, in words.
    ///
    /// # Errors
    /// If the work is stopped.
    fn agreed(
        &self,
        checked: &CheckedEveryN,
        control: &Control,
    ) -> Result<small::SmallComparison, GaveUp> {
        let lines =
            |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        if lines(&checked.rule) != lines(self.text()) {
            return Ok(Err("its rule is another text".to_string()));
        }
        if self.name != checked.game {
            return Ok(Err(format!("its rule is that of {}", self.name)));
        }
        let moves: Vec<String> = self.many.moves.iter().map(EveryNAttempt::move_line).collect();
        if moves != checked.moves {
            return Ok(Err("its moves are not those of its rule".to_string()));
        }
        let text = checked.claim_text.as_str();
        let statement = match parse::parse_statement(text) {
            Ok(statement) => statement,
            Err(problems) => {
                return Ok(Err(format!("its claim cannot be read: {}", first(&problems))));
            }
        };
        let translation = match translate(&statement, &self.many) {
            Ok(translation) => translation,
            Err(beyond) => {
                let what = beyond.what;
                return Ok(Err(format!("its claim is not read for every number of heaps: {what}")));
            }
        };
        if translation.statement.formula.to_string() != checked.says {
            return Ok(Err("what it says of columns is not its claim".to_string()));
        }
        if translation.statement.about.word() != checked.theorem {
            return Ok(Err("its theorem is not of the kind that its claim is".to_string()));
        }
        if let Err(why) = the_machine(&self.many.moves, &translation, control)? {
            return Ok(Err(format!("its claim is not proved so: {why}")));
        }
        let convention = Convention::Normal;
        self.compared(checked, &ClaimSentence { statement: &statement, text, convention }, control)
    }

    /// A refutation with few heaps, if a check on a small window finds one.
    fn refuted(
        &self,
        sentence: &ClaimSentence,
        control: &Control,
        otherwise: EveryNTrial,
    ) -> EveryNTrial {
        for claimed in self.small_games(control) {
            let outcome = small::check(&claimed, sentence, control);
            if let Err(gave_up) = control.check() {
                return EveryNTrial::GaveUp(gave_up);
            }
            if matches!(outcome.verdict, Ok(Verdict::Refuted(_))) {
                return EveryNTrial::Refuted(Box::new(outcome));
            }
        }
        otherwise
    }
}

/// Checks a certificate for every number of heaps, and reads its rule and its claim again. The error says why it is refused.
///
/// # Errors
/// Why nothing is proved.
pub fn verify(text: &str, control: &Control) -> Result<EveryNTheorem, String> {
    let begun = Instant::now();
    let work = control.part();
    let checked = ishitori_check::check_every_n(text, &mut |step| work.start(step).is_ok());
    let checked = checked.map_err(|refused| refused.to_string())?;
    let checking = begun.elapsed();
    let game = EveryNGame::of_text(&checked.rule, &checked.game)
        .map_err(|why| format!("its rule is not read for every number of heaps: {why:#}"))?;
    let agreed = game.agreed(&checked, &work).map_err(|why| why.to_string())?;
    let (compared, unread) = agreed?;
    let certificate = text.to_string();
    let proving = Duration::ZERO;
    Ok(EveryNTheorem { certificate, checked, compared, unread, proving, checking })
}

/// The name that a rule gives its game.
fn own_name(text: &str) -> Option<String> {
    parse::parse(text).0.header.map(|header| header.name.value)
}

fn first(problems: &[Problem]) -> String {
    problems.first().map(ToString::to_string).unwrap_or_default()
}
