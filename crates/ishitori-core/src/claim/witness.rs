//! Says what a claim says at a witness, what is true there, and why.
//!
//! The formula is false there, so some part of it is at fault: the first false part of a conjunction, the
//! conclusion of an implication, one choice of a `for all`. That part is followed down to an outcome, a
//! value, a comparison or two sets, and told with the move or the option that shows it. What has no such
//! form is quoted. All numbers come from the evaluator and the judge again, so words and verdict cannot
//! disagree. Cost: for a reason the options of one position are solved; done for one or two witnesses only.

use ishitori_rule::Span;
use ishitori_rule::syntax::{ComparisonOperator, Quantifier};
use std::ops::ControlFlow;

use super::evaluate::{ClaimPosition, Evaluation, Evaluator, listed, shown};
use super::formula::{
    BoundVariables, CompiledCondition, CompiledNumber, CompiledSet, Query, QueryPosition,
};
use super::judge::GameTruth;
use super::one_heap::has_no_moves;
use crate::game::GameKind;
use crate::solve::{Convention, Outcome};

pub(super) struct Explainer<'e, 'p, 'g> {
    pub evaluator: &'e mut Evaluator<'p, 'g>,
    /// The text in which the claim stands.
    pub text: &'e str,
    /// Where in it.
    pub whole: Span,
}

/// What the claim says, what is true, and why.
type Explanation = (String, String, Option<String>);

impl<'p> Explainer<'_, 'p, '_> {
    /// Explains a condition that is false here.
    pub(super) fn explain(&mut self, logic: &'p CompiledCondition) -> Evaluation<Explanation> {
        match logic {
            CompiledCondition::Outcome(query, wanted) => self.outcome(query, *wanted),
            CompiledCondition::Not(inner) => match &**inner {
                CompiledCondition::Outcome(query, wanted) => self.outcome(query, other(*wanted)),
                _ => Ok(self.quoted()),
            },
            CompiledCondition::Implies(_, then) => self.explain(then),
            CompiledCondition::Iff(left, right) => self.equivalence(left, right),
            CompiledCondition::And(parts) => {
                for part in parts {
                    if !self.evaluator.logic(part)? {
                        return self.explain(part);
                    }
                }
                Ok(self.quoted())
            }
            CompiledCondition::Or(parts) => {
                let mut told = Vec::new();
                for part in parts {
                    told.push(self.explain(part)?);
                }
                // Parts of no particular form are told as a whole.
                let whole = self.quoted();
                if told.iter().any(|(says, _, _)| *says == whole.0) {
                    return Ok(whole);
                }
                let join = |which: fn(&Explanation) -> &str, word: &str| {
                    told.iter().map(which).collect::<Vec<_>>().join(word)
                };
                Ok((join(|t| &t.0, ", or "), join(|t| &t.1, "; "), None))
            }
            CompiledCondition::Compare(compare, left, right, span) => {
                self.comparison(*compare, left, right, span)
            }
            CompiledCondition::Quantified(quantifier, through, body) => {
                self.quantified(*quantifier, through, body)
            }
            CompiledCondition::Let(slots, values, body) => {
                let values = self.evaluator.nums(values)?;
                for (slot, value) in slots.iter().zip(values) {
                    self.evaluator.set_slot(*slot, value);
                }
                self.explain(body)
            }
            CompiledCondition::Same(left, right) => {
                let set = left;
                let (left, right) =
                    (self.evaluator.elements(left)?, self.evaluator.elements(right)?);
                let missing = |from: &[Vec<i64>], other: &[Vec<i64>]| {
                    let only = from.iter().find(|e| other.binary_search(e).is_err());
                    only.map(|e| self.element(set, e))
                };
                let why = match (missing(&left, &right), missing(&right, &left)) {
                    (Some(one), _) => Some(format!("{one} is only in the first")),
                    (None, Some(one)) => Some(format!("{one} is only in the second")),
                    (None, None) => None,
                };
                let truth = format!("they have {} and {} elements", left.len(), right.len());
                Ok(("the two sets are the same".into(), truth, why))
            }
            CompiledCondition::In(element, set) if set.holds_figures() => {
                let element = self.evaluator.nums(element)?;
                let written = self.element(set, &element);
                Ok((format!("{written} is among them"), format!("{written} is not"), None))
            }
            CompiledCondition::Subset(left, right) => {
                let set = left;
                let (left, right) =
                    (self.evaluator.elements(left)?, self.evaluator.elements(right)?);
                let only = left.iter().find(|e| right.binary_search(e).is_err());
                let only = only.map(|e| self.element(set, e)).unwrap_or_default();
                let says = match left.len() {
                    1 => format!("{only} is in the set"),
                    _ => "the first set is part of the second".to_string(),
                };
                Ok((says, format!("{only} is not in it"), None))
            }
            _ => Ok(self.quoted()),
        }
    }

    /// All that can be said of a statement of no particular form.
    pub(super) fn quoted(&self) -> Explanation {
        let text = self.text.get(self.whole.clone()).unwrap_or("the statement");
        let words: Vec<&str> = text.split_whitespace().collect();
        (words.join(" "), "that is false here".into(), None)
    }

    fn outcome(&mut self, query: &'p Query, wanted: Outcome) -> Evaluation<Explanation> {
        let truth = self.evaluator.outcome(query)?;
        let at = self.evaluator.place(query)?;
        let (shown, why) = self.why(query.game, &at, truth)?;
        let place = match query.place {
            QueryPosition::Here => String::new(),
            _ => format!("{shown}{} is ", self.of_other(query)),
        };
        Ok((format!("{place}{wanted}"), format!("{place}{truth}"), why))
    }

    /// Which game a position is of, if it is another one.
    fn of_other(&self, query: &Query) -> String {
        match query.game {
            0 => String::new(),
            game => format!(" in {}", self.evaluator.name(game)),
        }
    }

    fn written(&self, game: usize, at: &ClaimPosition) -> String {
        match (&self.evaluator.judges[game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => judge.game.write(heaps),
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => judge.game.write(board),
            (GameTruth::Figures(judge), ClaimPosition::Figure(figure)) => judge.game.write(figure),
            _ => unreachable!("places match their games"),
        }
    }

    /// The position, and why it is P or N: the winning move, or that there is none.
    fn why(
        &mut self,
        game: usize,
        at: &ClaimPosition,
        truth: Outcome,
    ) -> Evaluation<(String, Option<String>)> {
        let misere;
        let mut one_heap = false;
        let (shown, options, winning) = match (&mut self.evaluator.judges[game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                misere = judge.convention == Convention::Misere;
                one_heap = has_no_moves(judge.game);
                let options = judge.options(heaps)?;
                let mut winning = None;
                for option in &options {
                    if judge.outcome(option)? == Outcome::P {
                        winning = Some(judge.game.write(option));
                        break;
                    }
                }
                (judge.game.write(heaps), options.len(), winning)
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                misere = judge.convention == Convention::Misere;
                let options = judge.options(*board);
                let mut winning = None;
                for option in &options {
                    if judge.outcome(*option)? == Outcome::P {
                        winning = Some(judge.game.write(option));
                        break;
                    }
                }
                (judge.game.write(board), options.len(), winning)
            }
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => {
                misere = judge.convention == Convention::Misere;
                let options = judge.options(at)?;
                let mut winning = None;
                for option in &options {
                    if judge.outcome(option)? == Outcome::P {
                        winning = Some(judge.game.write(option));
                        break;
                    }
                }
                (judge.game.write(at), options.len(), winning)
            }
            _ => unreachable!("places match their games"),
        };
        let why = match (truth, winning) {
            // The moves of single heaps and pieces are not known here.
            _ if one_heap => None,
            (Outcome::N, Some(winning)) => Some(format!("the move to {winning} wins")),
            (Outcome::N, None) if misere => {
                Some("there is no move, which wins in misère play".into())
            }
            (Outcome::P, _) if options == 0 => Some("there is no move".into()),
            (Outcome::P, _) if options == 1 => Some("its only option is N".into()),
            (Outcome::P, _) => Some(format!("all {options} options are N")),
            (Outcome::N, None) => None,
        };
        Ok((shown, why))
    }

    fn equivalence(
        &mut self,
        left: &'p CompiledCondition,
        right: &'p CompiledCondition,
    ) -> Evaluation<Explanation> {
        let says = self.evaluator.logic(right)?;
        match left {
            // What the other side says about the outcome is what the claim says.
            CompiledCondition::Outcome(query, wanted) => {
                self.outcome(query, if says { *wanted } else { other(*wanted) })
            }
            CompiledCondition::Compare(ComparisonOperator::Equal, value, number, span) => {
                if says {
                    return self.comparison(ComparisonOperator::Equal, value, number, span);
                }
                self.comparison(ComparisonOperator::NotEqual, value, number, span)
            }
            _ => {
                let (first, second) =
                    if says { ("does not hold", "holds") } else { ("holds", "does not") };
                let truth = format!("the first {first}, the second {second}");
                Ok(("both sides of `iff` are alike".into(), truth, None))
            }
        }
    }

    fn comparison(
        &mut self,
        compare: ComparisonOperator,
        left: &'p CompiledNumber,
        right: &'p CompiledNumber,
        span: &Span,
    ) -> Evaluation<Explanation> {
        let (l, r) = (self.evaluator.num(left)?, self.evaluator.num(right)?);
        let sign = match compare {
            ComparisonOperator::Equal => "=",
            ComparisonOperator::NotEqual => "!=",
            ComparisonOperator::Less => "<",
            ComparisonOperator::AtMost => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::AtLeast => ">=",
        };
        let (left_shown, right_shown) = (shown(l), shown(r));
        if let CompiledNumber::Grundy(query) = left {
            let at = self.evaluator.place(query)?;
            let why = self.why_value(query.game, &at, l, r, compare)?;
            let place = self.of_place(query, &at);
            let says = format!("grundy{place} {sign} {right_shown}");
            return Ok((says, format!("grundy{place} = {left_shown}"), why));
        }
        if let CompiledNumber::Remoteness(query) = left {
            let at = self.evaluator.place(query)?;
            let why = self.why_length(query.game, &at, l)?;
            let place = self.of_place(query, &at);
            let says = format!("remoteness{place} {sign} {right_shown}");
            return Ok((says, format!("remoteness{place} = {left_shown}"), why));
        }
        let quoted = self.text.get(span.clone()).unwrap_or("the comparison");
        let quoted = quoted.split_whitespace().collect::<Vec<_>>().join(" ");
        if let CompiledNumber::Position(_) = left {
            return Ok((quoted, format!("{} and {}", self.figure(l), self.figure(r)), None));
        }
        let says = format!("{quoted}, that is {left_shown} {sign} {right_shown}");
        Ok((says, format!("{left_shown} and {right_shown}"), None))
    }

    /// The figure that has this number in the case.
    fn figure(&self, number: i64) -> String {
        let figure = ClaimPosition::Figure(Box::new(self.evaluator.numbered(number).clone()));
        self.written(0, &figure)
    }

    /// An element of a set.
    fn element(&self, set: &CompiledSet, element: &[i64]) -> String {
        match (set.holds_figures(), element) {
            (true, [figure]) => self.figure(*figure),
            _ => format!("({})", listed(element)),
        }
    }

    /// Which position is meant, if it is another one than that of the case.
    fn of_place(&self, query: &Query, at: &ClaimPosition) -> String {
        match &query.place {
            QueryPosition::Here => String::new(),
            _ => format!(" of {}{}", self.written(query.game, at), self.of_other(query)),
        }
    }

    /// Why play lasts so long: the move that the winner, or the loser, chooses.
    fn why_length(
        &mut self,
        game: usize,
        at: &ClaimPosition,
        truth: i64,
    ) -> Evaluation<Option<String>> {
        let mut chosen = None;
        match (&mut self.evaluator.judges[game], at) {
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                for option in judge.options(heaps)? {
                    if chosen.is_none() && i64::from(judge.remoteness(&option)?) + 1 == truth {
                        chosen = Some(judge.game.write(&option));
                    }
                }
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                for option in judge.options(*board) {
                    if chosen.is_none() && i64::from(judge.remoteness(option)?) + 1 == truth {
                        chosen = Some(judge.game.write(&option));
                    }
                }
            }
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => {
                for option in judge.options(at)? {
                    if chosen.is_none() && i64::from(judge.remoteness(&option)?) + 1 == truth {
                        chosen = Some(judge.game.write(&option));
                    }
                }
            }
            _ => unreachable!("places match their games"),
        }
        Ok(Some(match chosen {
            Some(option) => format!("best play goes on to {option}"),
            None => "there is no move".to_string(),
        }))
    }

    /// Why a position with value `truth` does not have value `claimed`.
    fn why_value(
        &mut self,
        game: usize,
        at: &ClaimPosition,
        truth: i64,
        claimed: i64,
        compare: ComparisonOperator,
    ) -> Evaluation<Option<String>> {
        if compare != ComparisonOperator::Equal {
            return Ok(None);
        }
        let mut same = None;
        match (&mut self.evaluator.judges[game], at) {
            // The moves of single heaps and pieces are not known here.
            (GameTruth::Heaps(judge), _) if has_no_moves(judge.game) => return Ok(None),
            (GameTruth::Heaps(judge), ClaimPosition::Heaps(heaps)) => {
                for option in judge.options(heaps)? {
                    if i64::from(judge.grundy(&option)?) == claimed {
                        same = Some(judge.game.write(&option));
                        break;
                    }
                }
            }
            (GameTruth::Board(judge), ClaimPosition::Board(board)) => {
                for option in judge.options(*board) {
                    if i64::from(judge.grundy(option)?) == claimed {
                        same = Some(judge.game.write(&option));
                        break;
                    }
                }
            }
            (GameTruth::Figures(judge), ClaimPosition::Figure(at)) => {
                for option in judge.options(at)? {
                    if i64::from(judge.grundy(&option)?) == claimed {
                        same = Some(judge.game.write(&option));
                        break;
                    }
                }
            }
            _ => unreachable!("places match their games"),
        }
        Ok(Some(match same {
            Some(option) => format!("its option {option} has value {claimed} already"),
            None if claimed > truth => format!("no option has value {truth}"),
            None => format!("no option has value {}", shown(claimed)),
        }))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        through: &'p [BoundVariables],
        body: &'p CompiledCondition,
    ) -> Evaluation<Explanation> {
        let wanted = quantifier != Quantifier::All;
        let figures = through.iter().flat_map(|t| t.slots.iter().map(|_| t.over.holds_figures()));
        let figures: Vec<bool> = figures.collect();
        let slots: Vec<usize> = through.iter().flat_map(|t| t.slots.clone()).collect();
        let names: Vec<&String> = through.iter().flat_map(|t| &t.names).collect();
        let mut found: Vec<Vec<i64>> = Vec::new();
        let _ = self.evaluator.each(through, &mut |evaluator| {
            if evaluator.logic(body)? == wanted {
                found.push(slots.iter().map(|slot| evaluator.slot(*slot)).collect());
            }
            let enough = if wanted { 2 } else { 1 };
            Ok(if found.len() >= enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        let all_shown = |values: &Vec<i64>| {
            let of = |is_figure: bool, value: i64| match is_figure {
                true => self.figure(value),
                false => shown(value),
            };
            let pairs = names.iter().zip(figures.iter().zip(values));
            let pairs = pairs.map(|(n, (is_figure, v))| format!("{n} = {}", of(*is_figure, *v)));
            pairs.collect::<Vec<_>>().join(", ")
        };
        let examples: Vec<String> = found.iter().map(all_shown).collect();
        if let (Quantifier::All, [first]) = (quantifier, found.as_slice()) {
            for (slot, value) in slots.iter().zip(first) {
                self.evaluator.set_slot(*slot, *value);
            }
            let (says, truth, why) = self.explain(body)?;
            return Ok((format!("for {}: {says}", examples[0]), truth, why));
        }
        let names: Vec<String> = names.into_iter().cloned().collect();
        let sought = names.join(", ");
        let says = match quantifier {
            Quantifier::All => format!("every {sought} will do"),
            Quantifier::Exists => format!("some {sought} will do"),
            Quantifier::No => format!("no {sought} will do"),
            Quantifier::AtMostOne => format!("at most one {sought} will do"),
            Quantifier::ExactlyOne => format!("exactly one {sought} will do"),
        };
        let truth = match examples.as_slice() {
            [] => format!("no {sought} will do"),
            examples => format!("{} will do", examples.join(" and ")),
        };
        Ok((says, truth, None))
    }
}

fn other(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::P => Outcome::N,
        Outcome::N => Outcome::P,
    }
}
