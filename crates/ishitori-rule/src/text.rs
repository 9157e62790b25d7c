//! A rule text that was read once, to be lowered with any number of lists of arguments.
//!
//! A claim may be about `circular(6,2)` and `circular(8,6)`: one text, two games. Whoever has one of these reads the
//! text no second time; [`load`](crate::load) is the way for whoever needs one game. Cost: reading is a pass over the
//! text, lowering goes with the number of families.

use crate::every_n::{self, ManyHeapRule};
use crate::lower::LoweringWatch;
use crate::ruleset::{GivenArgument, Ruleset};
use crate::syntax::{Argument, ExprKind, GameText, HeapShape, PositionText};
use crate::{Problem, lower, parse, problem};

/// A rule text with its syntax, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct RuleText {
    text: String,
    syntax: GameText,
    problems: Vec<Problem>,
    /// The games that a `play` statement names, as far as there are such.
    games: Vec<(String, RuleText)>,
}

/// Games that name games are read to this depth.
const MAX_GAMES_DEEP: usize = 8;

impl RuleText {
    /// Reads a text. What is wrong with it is told by [`RuleText::lower`].
    pub fn read(text: &str) -> RuleText {
        RuleText::read_with(text, &|_| None)
    }

    /// Reads a text that may be made of other games: `library` has their texts.
    pub fn read_with(text: &str, library: &dyn Fn(&str) -> Option<&'static str>) -> RuleText {
        RuleText::read_at(text, library, 0)
    }

    fn read_at(
        text: &str,
        library: &dyn Fn(&str) -> Option<&'static str>,
        depth: usize,
    ) -> RuleText {
        let (syntax, problems) = parse::parse(text);
        let mut games: Vec<(String, RuleText)> = Vec::new();
        if let Some(PositionText::Play { play, .. }) = &syntax.place {
            for game in play.games() {
                let name = game.value.split('(').next().unwrap_or_default().trim();
                if games.iter().any(|(known, _)| known == name) || depth == MAX_GAMES_DEEP {
                    continue;
                }
                if let Some(text) = library(name) {
                    let game = RuleText::read_at(text, library, depth + 1);
                    games.push((name.to_string(), game));
                }
            }
        }
        RuleText { text: text.to_string(), syntax, problems, games }
    }

    /// The game with the given arguments, if the text has no problems, under the watch of a lowering that may need it.
    fn lower_watched(
        &self,
        arguments: &[GivenArgument],
        watch: &LoweringWatch,
    ) -> Result<Ruleset, Vec<Problem>> {
        let others = |name: &str, arguments: &[GivenArgument]| {
            let game = self.games.iter().find(|(known, _)| known == name);
            game.map(|(_, rule)| match rule.problems.as_slice() {
                [] => rule.lower_watched(arguments, watch),
                problems => Err(problems.to_vec()),
            })
        };
        lower::lower(&self.syntax, &self.text, &others, arguments, watch)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of each parameter with the given arguments; defaults fill the gaps.
    ///
    /// # Errors
    /// What is wrong with the arguments; nothing if the text does not even begin.
    pub fn arguments(
        &self,
        given: &[GivenArgument],
    ) -> Result<Vec<(String, Argument)>, Vec<Problem>> {
        lower::arguments(&self.syntax, given)
    }

    /// The rule with one parameter left open, which is the number of heaps; the value given for it means nothing.
    ///
    /// # Errors
    /// What is wrong with the text or the arguments, or is not the same for every number of heaps.
    pub fn for_every(
        &self,
        open: &str,
        given: &[GivenArgument],
    ) -> Result<ManyHeapRule, Vec<Problem>> {
        match self.problems.as_slice() {
            [] => every_n::read(&self.syntax, open, given),
            problems => Err(problem::tidy(problems.to_vec())),
        }
    }

    /// The parameter that is the number of heaps, if the position is a row of that many.
    pub fn number_of_heaps(&self) -> Option<&str> {
        let Some(PositionText::Heaps { shape: HeapShape::Row(_, length), .. }) = &self.syntax.place
        else {
            return None;
        };
        let ExprKind::Name(name) = &length.kind else { return None };
        self.parameter_names().into_iter().find(|parameter| parameter == name)
    }

    /// The names of the parameters, in order.
    pub fn parameter_names(&self) -> Vec<&str> {
        let parameters = self.syntax.header.iter().flat_map(|header| &header.parameters);
        parameters.map(|parameter| parameter.name.value.as_str()).collect()
    }

    /// The game with the given arguments.
    ///
    /// # Errors
    /// Every problem found, in the order of the text. When a statement does not parse, the rest is lowered all the
    /// same, so that one run shows all there is to mend.
    pub fn lower(&self, arguments: &[GivenArgument]) -> Result<Ruleset, Vec<Problem>> {
        self.lower_while(arguments, &|| true).map_err(|not_lowered| match not_lowered {
            NotLowered::Problems(problems) => problems,
            NotLowered::Stopped => unreachable!("nobody stops it"),
        })
    }

    /// The game with the given arguments, as long as `goes_on` says yes: a few lines may mean a minute's work.
    /// It is asked before each family and each step of a linear system, so a no is heard within a second.
    ///
    /// # Errors
    /// Every problem found, as [`RuleText::lower`] tells them; or that it was stopped.
    pub fn lower_while(
        &self,
        arguments: &[GivenArgument],
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Ruleset, NotLowered> {
        let watch = LoweringWatch::new(goes_on);
        let lowered = self.lower_watched(arguments, &watch);
        if watch.is_stopped() {
            return Err(NotLowered::Stopped);
        }
        let mut problems = self.problems.clone();
        match lowered {
            Ok(ruleset) if problems.is_empty() => return Ok(ruleset),
            Ok(_) => {}
            Err(more) => problems.extend(more),
        }
        Err(NotLowered::Problems(problem::tidy(problems)))
    }
}

/// Why a rule text became no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLowered {
    /// What is wrong with it.
    Problems(Vec<Problem>),
    /// Whoever waited for it said so.
    Stopped,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{NotLowered, RuleText};
    use crate::ruleset::GivenArgument;
    use crate::syntax::Argument;

    const TEXT: &str = "game g(n = 3) position h[n] unordered option h with h[i] lowered for i";

    #[test]
    fn one_text_is_lowered_with_several_arguments() {
        let rule = RuleText::read(TEXT);
        let five = [GivenArgument { name: Some("n".into()), value: Argument::Number(5) }];
        for (given, n) in [(&[][..], 3), (&five[..], 5)] {
            let full = vec![("n".to_string(), Argument::Number(n))];
            assert_eq!(rule.arguments(given), Ok(full.clone()));
            let ruleset = rule.lower(given).unwrap_or_else(|problems| panic!("{problems:?}"));
            assert_eq!(ruleset.about.arguments, full);
        }
        let wrong = [GivenArgument { name: Some("m".into()), value: Argument::Number(5) }];
        assert!(rule.arguments(&wrong).is_err() && rule.lower(&wrong).is_err());
        // Nothing begins here, so nothing is known of parameters; lowering says what is missing.
        let empty = RuleText::read("");
        assert_eq!(empty.arguments(&[]), Err(Vec::new()));
        assert!(empty.lower(&[]).is_err_and(|problems| !problems.is_empty()));
    }

    /// Whenever it is stopped, nothing comes of it but that: neither a game nor a problem that the text has not.
    #[test]
    fn lowering_stops_when_it_is_told_to() {
        let growing = "game g position (a, b) option (a - 1, b + t) where a >= 1, t <= 2*b";
        let single = "game g heap n option [x] + [y] where x + y = n - 1 option [n - 2]";
        let pipeline = "game g position h[4] unordered, each >= 1 move split 2, then delete 2";
        for (text, is_game) in [
            (TEXT, true),
            (pipeline, true),
            (single, true),
            (growing, true),
            ("game g position (a) option (a)", false),
        ] {
            let rule = RuleText::read(text);
            let whole = rule.lower(&[]);
            assert_eq!(whole.is_ok(), is_game, "{text}: {whole:?}");
            let asked = Cell::new(0);
            let counted = rule.lower_while(&[], &|| {
                asked.set(asked.get() + 1);
                true
            });
            assert_eq!(counted, whole.map_err(NotLowered::Problems));
            assert!(asked.get() > 2, "{text}: it was asked {} times", asked.get());
            for last in 0..asked.get() {
                let left = Cell::new(last);
                let stopped = rule.lower_while(&[], &|| left.replace(left.get() - 1) > 0);
                assert_eq!(stopped, Err(NotLowered::Stopped), "{text} after {last}");
                assert_eq!(left.get(), -1, "{text}: asked again after {last}");
            }
        }
    }
}
