//! A rule text that was read once, to be lowered with any number of lists of arguments.
//!
//! A claim may be about `circular(6,2)` and `circular(8,6)`: one text, two games. Whoever has one of these reads the
//! text no second time; [`load`](crate::load) is the way for whoever needs one game. Cost: reading is a pass over the
//! text, lowering goes with the number of families.

use crate::ruleset::{GivenArgument, Ruleset};
use crate::syntax::{Argument, GameText};
use crate::{Problem, lower, parse, problem};

/// A rule text with its syntax, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct RuleText {
    text: String,
    syntax: GameText,
    problems: Vec<Problem>,
}

impl RuleText {
    /// Reads a text. What is wrong with it is told by [`RuleText::lower`].
    pub fn read(text: &str) -> RuleText {
        let (syntax, problems) = parse::parse(text);
        RuleText { text: text.to_string(), syntax, problems }
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

    /// The game with the given arguments.
    ///
    /// # Errors
    /// Every problem found, in the order of the text. When a statement does not parse, the rest is lowered all the
    /// same, so that one run shows all there is to mend.
    pub fn lower(&self, arguments: &[GivenArgument]) -> Result<Ruleset, Vec<Problem>> {
        let mut problems = self.problems.clone();
        match lower::lower(&self.syntax, &self.text, arguments) {
            Ok(ruleset) if problems.is_empty() => return Ok(ruleset),
            Ok(_) => {}
            Err(more) => problems.extend(more),
        }
        Err(problem::tidy(problems))
    }
}

#[cfg(test)]
mod tests {
    use super::RuleText;
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
}
