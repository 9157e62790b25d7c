//! A theorem read back from its certificate.
//!
//! The rule and the claim that stand in a certificate are read again, and must give the formulas that
//! stand there too. A set may be given by its automaton alone, if it was discovered and has no readable
//! formula. What answers need of a proof are its machines, not its covers: [`recall`] makes them
//! again. Nothing of this counts before `ishitori-check` has accepted the same text.

use ishitori_automata::{
    Dfa, DigitLogic, DigitOrder, Formula, Limit, Numeration, Predicate, State,
};
use ishitori_rule::parse::parse_statement;
use ishitori_rule::{HeapSlice, Rules, Ruleset};

use super::arena::Arena;
use super::certificate;
use super::goal::{ProofGoal, terminal};
use super::induct::machines;
use super::run::{Proof, ProofQuestion, formulate};
use super::slice::sliced;
use crate::claim::ClaimLibrary;
use crate::control::Control;
use crate::solve::Convention;

/// What the head of a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateHead {
    /// The game with its arguments.
    pub game: String,
    /// The rule text.
    pub rule: String,
    /// The name of the claim.
    pub claim: String,
    /// The claim as written; empty if sets are given by automata.
    pub statement: String,
    /// How numbers are written.
    pub numeration: Numeration,
    /// Which digits come first.
    pub order: DigitOrder,
    /// Whether digits are read one by one.
    pub single: bool,
    /// The bounds of the slice that it is about; none if it is about all positions.
    pub slice: HeapSlice,
    /// The kind of the theorem: `values 0`, `grundy plain`, ...
    pub theorem: String,
}

impl CertificateHead {
    /// The head of a certificate; `None` if it has none.
    pub fn of(text: &str) -> Option<CertificateHead> {
        let mut lines = text.lines().peekable();
        let mut after = |key: &str| {
            let line = lines.find(|line| line.split(' ').next() == Some(key))?;
            let rest = line.strip_prefix(key)?.trim_start().to_owned();
            let mut quoted = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                let line = line.strip_prefix("| ").or_else(|| line.strip_prefix('|'))?;
                quoted.push_str(line);
                quoted.push('\n');
            }
            Some((rest, quoted))
        };
        let (game, rule) = (after("game")?.0, after("rule")?.1);
        let (claim, statement) = after("claim")?;
        let numeration = match after("numeration")?.0.as_str() {
            "binary" => Numeration::Binary,
            "zeckendorf" => Numeration::Zeckendorf,
            _ => return None,
        };
        let order = match after("order")?.0.as_str() {
            "msd" => DigitOrder::Msd,
            "lsd" => DigitOrder::Lsd,
            _ => return None,
        };
        let single = after("digits")?.0 == "single";
        after("valid")?;
        let slice = match lines.next_if(|line| line.starts_with("slice ")) {
            Some(line) => HeapSlice::of_certified(line.strip_prefix("slice ")?)?,
            None => HeapSlice::default(),
        };
        let mut after = |key: &str| {
            let line = lines.find(|line| line.split(' ').next() == Some(key))?;
            Some(line.strip_prefix(key)?.trim_start().to_owned())
        };
        let theorem = after("theorem")?;
        Some(CertificateHead {
            game,
            rule,
            claim,
            statement,
            numeration,
            order,
            single,
            slice,
            theorem,
        })
    }

    /// Who wins when nobody can move.
    pub(crate) fn convention(&self) -> Convention {
        if self.theorem == "misere" { Convention::Misere } else { Convention::Normal }
    }
}

/// What a certificate says about a game, if its formulas are those of the game and of its claim.
///
/// # Errors
/// Why they are not, in a sentence.
pub fn reread(
    text: &str,
    head: &CertificateHead,
    ruleset: &Ruleset,
    library: &dyn ClaimLibrary,
    control: &Control,
) -> Result<(Arena, ProofGoal), String> {
    let inside;
    let ruleset = if head.slice.is_whole() {
        ruleset
    } else {
        inside = sliced(ruleset, &head.slice, control).map_err(|why| why.to_string())?;
        &inside
    };
    let (arena, goal) = if head.statement.trim().is_empty() {
        by_automata(text, head, ruleset)?
    } else {
        let statement = parse_statement(&head.statement).map_err(|problems| {
            let first = problems.first().map(ToString::to_string).unwrap_or_default();
            format!("its claim cannot be read: {first}")
        })?;
        let question = ProofQuestion {
            ruleset,
            statement: &statement,
            text: &head.statement,
            claim: &head.claim,
            convention: head.convention(),
            library,
        };
        formulate(&question, control)
            .map_err(|_| "its claim is not one about positions and moves".to_string())?
    };
    let goal = with_helpers(goal, text, head, &arena)?;
    let mut expected = String::new();
    certificate::statement(&mut expected, &arena, &goal);
    let blocks = ["automaton", "symmetry", "cover", "end"];
    let is_block = |line: &str| blocks.contains(&line.split(' ').next().unwrap_or_default());
    let formulas = text.lines().skip_while(|line| !line.starts_with("heaps "));
    if formulas.take_while(|line| !is_block(line)).eq(expected.lines()) {
        return Ok((arena, goal));
    }
    Err("it proves something, but its formulas are not those of its rule and claim".to_string())
}

/// The theorem of an accepted certificate about this game, ready to answer for positions.
///
/// # Errors
/// Why it is not about this game, in a sentence.
pub fn recall(
    text: &str,
    ruleset: &Ruleset,
    library: &dyn ClaimLibrary,
    control: &Control,
) -> Result<Proof, String> {
    let head = CertificateHead::of(text).ok_or("it is no certificate")?;
    let (arena, goal) = reread(text, &head, ruleset, library, control)?;
    let CertificateHead { numeration, order, single, .. } = head;
    let logic = DigitLogic { numeration, order, limit: control.automata() };
    let induction = machines(&arena, &goal, logic, single, control)
        .map_err(|_| "its automata cannot be made again here".to_string())?;
    Ok(Proof { arena, goal, induction, certificate: text.to_owned() })
}

/// Families with those sets of the file that support the claimed ones: the claim says nothing of them, and the
/// checker has found them to be lost. They come after the claimed sets that are lost, as formulas of the file or
/// automata.
fn with_helpers(
    goal: ProofGoal,
    text: &str,
    head: &CertificateHead,
    arena: &Arena,
) -> Result<ProofGoal, String> {
    let ProofGoal::Families { mut lost, won } = goal else { return Ok(goal) };
    let words: Vec<&str> = head.theorem.split(' ').collect();
    let ["families", all, _] = words[..] else { return Err("its theorem is another".into()) };
    let all: usize = all.parse().map_err(|_| "its theorem cannot be read")?;
    for at in lost.len()..all.min(10_000) {
        let name = format!("set{at}");
        let dfa = automaton(text, &name, &arena.heaps, head.order);
        let dfa = dfa.ok_or_else(|| format!("its automaton {name} cannot be read"))?;
        lost.push(Formula::Atom(Predicate::Known(dfa), arena.heaps.clone()));
    }
    Ok(ProofGoal::Families { lost, won })
}

/// A theorem whose sets are automata of the file.
fn by_automata(
    text: &str,
    head: &CertificateHead,
    ruleset: &Ruleset,
) -> Result<(Arena, ProofGoal), String> {
    let Rules::Heaps(rules) = &ruleset.rules else { return Err("it is about heaps".into()) };
    let arena = Arena::new(rules)?;
    let set = |name: &str| {
        let heaps = &arena.heaps;
        let tracks = match name {
            "graph" => [heaps.clone(), vec!["g".to_string()]].concat(),
            _ => heaps.clone(),
        };
        let dfa = automaton(text, name, &tracks, head.order);
        let dfa = dfa.ok_or_else(|| format!("its automaton {name} cannot be read"))?;
        if !dfa.ignores_padding() {
            return Err(format!("its automaton {name} is not one of numbers"));
        }
        Ok(Formula::Atom(Predicate::Known(dfa), tracks))
    };
    let words: Vec<&str> = head.theorem.split(' ').collect();
    let goal = match words[..] {
        ["values", most] => {
            let most: usize = most.parse().map_err(|_| "its theorem cannot be read")?;
            let sets = (0..=most.min(10_000)).map(|value| set(&format!("set{value}")));
            ProofGoal::Values(sets.collect::<Result<_, String>>()?)
        }
        ["grundy", coding] => {
            ProofGoal::Grundy { one_hot: coding == "onehot", graph: set("graph")? }
        }
        ["families", lost, won] => {
            let number = |word: &str| word.parse::<usize>().ok().filter(|n| *n <= 10_000);
            let (Some(l), Some(w)) = (number(lost), number(won)) else {
                return Err("its theorem cannot be read".into());
            };
            let sets = |range: std::ops::Range<usize>| {
                range.map(|at| set(&format!("set{at}"))).collect::<Result<Vec<_>, String>>()
            };
            ProofGoal::Families { lost: sets(0..l)?, won: sets(l..l + w)? }
        }
        ["misere"] => {
            let terminal = terminal(&arena).ok_or("its divisor varies")?;
            ProofGoal::Misere { terminal, set: set("set0")? }
        }
        _ => return Err("its theorem cannot be read".into()),
    };
    Ok((arena, goal))
}

/// An automaton of a certificate, minimal.
fn automaton(text: &str, name: &str, tracks: &[String], order: DigitOrder) -> Option<Dfa> {
    let first = format!("automaton {name} tracks {}", tracks.join(" "));
    let rows = text.lines().skip_while(|line| *line != first).skip(1);
    let rows = rows.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    for row in rows {
        let mut words = row.split(' ').skip(1);
        accepting.push(words.next()? == "+");
        for word in words.take_while(|word| *word != "<") {
            next.push(word.parse::<State>().ok()?);
        }
    }
    let states = accepting.len();
    let fits = states > 0
        && tracks.len() <= ishitori_automata::MAX_TRACKS
        && next.len() == states << tracks.len()
        && next.iter().all(|state| (*state as usize) < states);
    if !fits {
        return None;
    }
    Dfa::new(tracks.len(), order, 0, next, accepting).minimize_within(Limit::default()).ok()
}
