//! Sets and words that sentences may name: known words, files, digits by expressions, and proved P-positions.
//!
//! A set of P-positions is used only if `ishitori-check` has accepted the certificate of a theorem that says for
//! every position who wins: a kept one is checked once more, a claim of the game is proved first
//! ([`theorems`]). What a sentence stands on is remembered, so that the verdict can say it. Files are in Walnut's
//! format. Cost: that of the proof, and of reading at most [`MAX_FILE`] bytes.

use std::cell::RefCell;
use std::path::PathBuf;

use ishitori_automata::regex::{RegexProblem, regex};
use ishitori_automata::words::{self, AutomaticWord};
use ishitori_automata::{
    Dfa, DigitLogic, DigitOrder, Formula, Limit, NamedRelation, Predicate, walnut,
};
use ishitori_core::control::Control;
use ishitori_core::prove::goal::ProofGoal;
use ishitori_core::prove::{KnownRelation, NoRelation, Proof, RelationFile, RelationLibrary};
use ishitori_core::solve::Convention;
use ishitori_store::DiscoveryStore;

use crate::claims::ClaimedGame;
use crate::open;
use crate::theorems::{self, ProvedTheorem, TheoremSearch};

/// Larger files are no automata that could be used.
const MAX_FILE: u64 = 64 << 20;

/// The most states of what is read or made here.
const MAX_STATES: usize = 1 << 20;

/// What sentences may name.
pub(crate) struct SentenceRelations<'c> {
    /// Where files are looked for.
    pub folder: PathBuf,
    /// Where theorems are kept.
    pub store: Option<&'c DiscoveryStore>,
    /// Who listens.
    pub control: &'c Control,
    /// The theorems that were used, in words.
    pub stands_on: RefCell<Vec<String>>,
}

impl SentenceRelations<'_> {
    fn limit(&self) -> Limit<'_> {
        Limit::states(MAX_STATES).with_cells(self.control.memory() / 32).watched(self.control)
    }

    fn text(&self, file: &str) -> Result<String, NoRelation> {
        let path = self.folder.join(file);
        open::read_up_to(&path, MAX_FILE, "64 MB")
            .map_err(|why| NoRelation::Unreadable(format!("{why:#}"), None))
    }

    fn automaton(&self, name: &str, file: &str) -> Result<KnownRelation, NoRelation> {
        let text = self.text(file)?;
        let read = walnut::read(&text, self.limit()).map_err(|problem| in_file(file, &problem))?;
        if read.dfa.tracks() == 0 {
            return unreadable(format!("{file}: it has no tracks, it is true or false"));
        }
        must_ignore_padding(file, &read.dfa)?;
        Ok(KnownRelation::Set(NamedRelation::of_automaton(name, read.numeration, read.dfa)))
    }

    fn letters(&self, name: &str, file: &str) -> Result<KnownRelation, NoRelation> {
        let text = self.text(file)?;
        let word =
            walnut::read_word(&text, self.limit()).map_err(|problem| in_file(file, &problem))?;
        for (_, places) in &word.letters {
            must_ignore_padding(file, places)?;
        }
        Ok(of_word(name, word, false))
    }

    fn expression(
        &self,
        name: &str,
        system: &str,
        pattern: &str,
    ) -> Result<KnownRelation, NoRelation> {
        let Some((numeration, order)) = walnut::system(system) else {
            return unreadable(format!(
                "`{system}` is no number system here: msd_2, lsd_2, msd_fib and lsd_fib are"
            ));
        };
        match regex(pattern, order, self.limit()) {
            Ok(dfa) => Ok(KnownRelation::Set(NamedRelation::of_automaton(name, numeration, dfa))),
            Err(RegexProblem::Unreadable { what, at }) => {
                Err(NoRelation::Unreadable(what, Some(at)))
            }
            Err(RegexProblem::NoAutomaton(why)) => unreadable(format!("its automaton: {why}")),
        }
    }

    fn proved(&self, game: &str) -> Result<ProvedTheorem, NoRelation> {
        let told = |why: anyhow::Error| NoRelation::Unreadable(format!("{why:#}"), None);
        let claimed = ClaimedGame::open_within(game, self.control).map_err(told)?;
        let found = theorems::find(claimed, self.store, Convention::Normal, self.control);
        match found.map_err(|why| NoRelation::Unknown(format!("{why:#}")))? {
            TheoremSearch::Found(found) => Ok(*found),
            TheoremSearch::Nothing { too_long } => {
                let name = theorems::quoted(game);
                let claims = match too_long.is_empty() {
                    true => String::new(),
                    false => format!(
                        ", or give `ishitori prove {name} --claim {}` more time",
                        too_long[0]
                    ),
                };
                Err(NoRelation::Unknown(format!(
                    "no theorem says who wins at every position of {game}, so its P-positions are not known: \
                     run `ishitori discover {name}`, which keeps what it proves{claims}"
                )))
            }
        }
    }
}

impl RelationLibrary for SentenceRelations<'_> {
    fn word(&self, name: &str) -> Option<KnownRelation> {
        words::known(name).map(|word| of_word(name, word, true))
    }

    fn file(&self, name: &str, file: RelationFile) -> Result<KnownRelation, NoRelation> {
        match file {
            RelationFile::Automaton(file) => self.automaton(name, file),
            RelationFile::Word(file) => self.letters(name, file),
            RelationFile::Regex(system, pattern) => self.expression(name, system, pattern),
        }
    }

    fn p_positions(&self, game: &str) -> Result<KnownRelation, NoRelation> {
        let found = self.proved(game)?;
        let relation = p_positions(&format!("{game}.P"), &found.proof, self.limit())?;
        let reader = match &found.unread {
            None => ", read alike by the second reader".to_string(),
            Some(why) => format!("; not read by the second reader: {why}"),
        };
        let (id, bytes) = (&found.id, found.proof.certificate.len());
        self.stands_on.borrow_mut().push(format!(
            "{game}.P by {id}: a certificate of {bytes} bytes, accepted by ishitori-check{reader}"
        ));
        Ok(KnownRelation::Set(relation))
    }

    fn words(&self) -> Vec<&str> {
        words::WORDS.iter().flat_map(|(long, short)| [*long, *short]).collect()
    }
}

/// The P-positions that a proof tells, of heaps in any order where order means nothing.
fn p_positions(name: &str, proof: &Proof, limit: Limit) -> Result<NamedRelation, NoRelation> {
    let arena = &proof.arena;
    let set = match &proof.goal {
        ProofGoal::Values(sets) => sets.first().cloned(),
        ProofGoal::Grundy { one_hot, graph } => {
            let zero = Formula::atom(Predicate::Is(u64::from(*one_hot)), &["g"]);
            Some(Formula::exists(&["g"], zero.and(graph.clone())))
        }
        ProofGoal::Misere { .. } | ProofGoal::Families { .. } => None,
    };
    let unknown = |why: String| NoRelation::Unknown(why);
    let set = set.ok_or_else(|| unknown("the theorem is about another kind of play".into()))?;
    let body = arena.valid.clone().and(set);
    if !has_known(&body) {
        return Ok(NamedRelation::of_formula(name, &arena.heaps, body));
    }
    // An automaton without a formula is one of digits of its kind.
    let shop = &proof.induction.shop;
    let logic = DigitLogic { numeration: shop.numeration, order: shop.order, limit };
    let names: Vec<&str> = arena.heaps.iter().map(String::as_str).collect();
    let dfa = logic.evaluate(&body).and_then(|relation| logic.on_tracks(&relation, &names));
    let dfa = dfa.map_err(|why| unknown(why.to_string()))?;
    Ok(NamedRelation::of_automaton(name, shop.numeration, dfa))
}

/// Whether an automaton without a formula is in it.
fn has_known(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) => false,
        Formula::Atom(predicate, _) => matches!(predicate, Predicate::Known(_)),
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::ForAll(_, inner) => {
            has_known(inner)
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_known),
        Formula::Implies(first, second) | Formula::Iff(first, second) => {
            has_known(first) || has_known(second)
        }
    }
}

fn of_word(name: &str, word: AutomaticWord, is_whole: bool) -> KnownRelation {
    let AutomaticWord { numeration, letters } = word;
    let places =
        |(letter, dfa): (i64, Dfa)| (letter, NamedRelation::of_automaton(name, numeration, dfa));
    KnownRelation::Word { letters: letters.into_iter().map(places).collect(), is_whole }
}

fn unreadable<T>(why: String) -> Result<T, NoRelation> {
    Err(NoRelation::Unreadable(why, None))
}

fn in_file(file: &str, problem: &walnut::WalnutProblem) -> NoRelation {
    NoRelation::Unreadable(format!("{file}: {problem}"), None)
}

fn must_ignore_padding(file: &str, dfa: &Dfa) -> Result<(), NoRelation> {
    if dfa.ignores_padding() {
        return Ok(());
    }
    let zeros = match dfa.order() {
        DigitOrder::Msd => "before their first digit",
        DigitOrder::Lsd => "after their last digit",
    };
    unreadable(format!(
        "{file}: it tells numbers apart by zeros {zeros}, so it says nothing about numbers (in Walnut: `fixleadzero`)"
    ))
}
