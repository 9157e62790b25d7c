//! `play` statements to positions and moves: games made of other games.
//!
//! Every operator makes families of families, so that a compound is a ruleset like any other. Sums are in `compound.rs`. Here are
//! those on one set of heaps: passes, a button and an enforced choice are a state beside the heaps; an ending adds a
//! condition to every family; `A without B` adds that no family of B leads to the same option. That play ends is
//! checked afterwards, for the whole.

use super::arranged::arranged;
use super::blocking::blocking;
use super::compound::{SideBySide, fresh_name, given, too_many_orders};
use super::ended::{self, draft_of};
use super::formula::{self, Cases};
use super::scope::NameScope;
use super::watch::LoweringWatch;
use super::{check, closure, limits::MAX_HEAPS};
use crate::family::{Affine, AffineCondition as Atom, Family, Symbol};
use crate::name;
use crate::problem::{Problem, Span};
use crate::ruleset::{GivenArgument, HeapRules, Rules, Ruleset};
use crate::symmetry::Symmetry;
use crate::syntax::{Argument, Condition, GameOperator, PlayText, SpannedName};

/// Another game by its name, with arguments; `None` if there is none of that name.
pub(crate) type OtherGames<'a> =
    dyn Fn(&str, &[GivenArgument]) -> Option<Result<Ruleset, Vec<Problem>>> + 'a;

/// What a `play` statement may refer to.
pub(super) struct PlayContext<'a> {
    /// The games by name.
    pub games: &'a OtherGames<'a>,
    /// The parameters of this game, which stand in the brackets of others.
    pub arguments: &'a [(String, Argument)],
    /// Parameters and definitions, for conditions.
    pub scope: &'a NameScope,
    pub watch: &'a LoweringWatch<'a>,
    /// The whole statement.
    pub at: &'a Span,
}

impl PlayContext<'_> {
    /// Positions and moves of a game made of others; that play ends is not checked yet.
    pub fn rules(&self, play: &PlayText) -> Result<HeapRules, Problem> {
        self.watch.look()?;
        match play {
            PlayText::Game(name) => self.game(name),
            PlayText::Of(operator @ (GameOperator::Enforce | GameOperator::Button), parts) => {
                let parts = parts.iter().map(|part| self.rules(part)).collect::<Result<_, _>>()?;
                self.on_the_same_heaps(*operator, parts)
            }
            PlayText::Of(operator, parts) => {
                let parts = parts.iter().map(|part| self.rules(part)).collect::<Result<_, _>>()?;
                let parts = SideBySide::new(parts, self.at)?;
                let families = parts.families(*operator)?;
                Ok(HeapRules { families, ..parts.rules })
            }
            PlayText::WithPasses(inner, passes) => self.with_passes(self.rules(inner)?, *passes),
            PlayText::Blocking(k, inner) => {
                let k = self.scope.clone().number(k)?;
                let k =
                    usize::try_from(k).ok().filter(|k| (1..=4).contains(k)).ok_or_else(|| {
                        let message = format!("blocking({k}, ...): from 1 to 4");
                        Problem::new(self.at.clone(), message, "one less is forbidden")
                    })?;
                blocking(&self.rules(inner)?, k, self.at)
            }
            PlayText::Ending(inner, condition) => self.ending(self.rules(inner)?, condition),
            PlayText::Without(one, other) => self.without(&self.rules(one)?, &self.rules(other)?),
        }
    }

    fn game(&self, name: &SpannedName) -> Result<HeapRules, Problem> {
        let problem = |message: String| Problem::new(name.span.clone(), message, "this game");
        let text = with_arguments(&name.value, self.arguments);
        let called = name::parse(&text).map_err(problem)?;
        let Some(lowered) = (self.games)(&called.name, &called.arguments) else {
            return Err(problem(format!("there is no game `{}`", called.name))
                .hint("games of the catalogue and the gallery can be used here: `ishitori list` shows them"));
        };
        let rules = lowered.map_err(|problems| {
            let first = problems.first().map_or("it is not well formed", Problem::message);
            problem(format!("`{text}`: {first}"))
        })?;
        match rules.rules {
            Rules::Heaps(rules) => Ok(rules),
            Rules::Board(_) | Rules::Single(_) | Rules::Pieces(_) | Rules::Figures(_) => {
                Err(problem(format!("`{}` has no fixed number of heaps", called.name))
                    .hint("only games on heaps can be put together"))
            }
        }
    }

    fn with_passes(&self, rules: HeapRules, passes: u64) -> Result<HeapRules, Problem> {
        let can_move = ended::can_move(&rules, self.at)?.conditions();
        let (mut rules, pass) = self.with_state(rules, "pass", passes)?;
        let mut result: Vec<Affine> = (0..rules.names.len()).map(Affine::heap).collect();
        result[pass] = result[pass].minus(&Affine::constant(1)).expect("small");
        let family = Family { fresh: Vec::new(), conditions: can_move, result, origin: 0..0 };
        rules.families.push(family);
        Ok(rules)
    }

    fn ending(&self, mut rules: HeapRules, condition: &Condition) -> Result<HeapRules, Problem> {
        let mut scope = scope_of(self.scope, &rules);
        let goes_on = formula::cases_against(&mut scope, condition)?;
        if goes_on.0.is_empty() {
            let message = "every position ends the game";
            return Err(Problem::new(condition.span.clone(), message, "always true"));
        }
        let conditions = goes_on.conditions();
        if !closure::is_symmetric(&conditions, &rules.symmetry, (rules.heaps(), rules.names.len()))
        {
            if rules.symmetry.identifies() {
                let message = "this is not the same for all heaps";
                let label = "but the heaps are unordered";
                return Err(Problem::new(condition.span.clone(), message, label)
                    .hint("say the same for every heap, as in `min(h) = 0` or `a = 0 or b = 0`"));
            }
            rules.symmetry = Symmetry::None;
        }
        rules.families = rules.families.iter().map(|f| given(f, &conditions)).collect();
        Ok(rules)
    }

    fn on_the_same_heaps(
        &self,
        operator: GameOperator,
        parts: Vec<HeapRules>,
    ) -> Result<HeapRules, Problem> {
        let alike = |a: &HeapRules, b: &HeapRules| {
            (&a.lower, &a.states, &a.symmetry) == (&b.lower, &b.states, &b.symmetry)
                && a.validity == b.validity
        };
        if parts.iter().any(|part| !alike(part, &parts[0])) {
            let message = "these games are not played on the same heaps";
            return Err(Problem::new(self.at.clone(), message, "positions differ")
                .hint("they need as many heaps, with the same bounds, conditions and symmetry"));
        }
        let mut families: Vec<Vec<Family>> = Vec::new();
        for part in &parts {
            families.push(arranged(part).ok_or_else(|| too_many_orders(self.at))?);
        }
        let (word, most) = match operator {
            GameOperator::Button => ("button", 1),
            _ => ("enforced", parts.len() as u64 - 1),
        };
        let first = parts.into_iter().next().expect("two games or more");
        let (mut rules, state) = self.with_state(first, word, most)?;
        rules.families.clear();
        for (number, families) in families.iter().enumerate() {
            // The button counts down, so that play is seen to end.
            let number = match operator {
                GameOperator::Button => Affine::constant(1 - number as i64),
                _ => Affine::constant(number as i64),
            };
            let is_so = Affine::heap(state).minus(&number).expect("small");
            for family in families {
                let mut family = given(family, &[Atom::Zero(is_so.clone()).normal()]);
                family.result.push(Affine::heap(state));
                if operator == GameOperator::Button {
                    rules.families.push(family);
                    continue;
                }
                for next in 0..=most {
                    let mut family = family.clone();
                    family.result[state] = Affine::constant(next as i64);
                    rules.families.push(family);
                }
            }
        }
        if operator == GameOperator::Button {
            let mut result: Vec<Affine> = (0..rules.names.len()).map(Affine::heap).collect();
            result[state] = Affine::constant(0);
            let pressed = Affine::heap(state).minus(&Affine::constant(1)).expect("small");
            let conditions = vec![Atom::Zero(pressed).normal()];
            rules.families.push(Family { fresh: Vec::new(), conditions, result, origin: 0..0 });
        }
        Ok(rules)
    }

    /// The game with one more state, which no move changes, and its place.
    fn with_state(
        &self,
        mut rules: HeapRules,
        word: &str,
        most: u64,
    ) -> Result<(HeapRules, usize), Problem> {
        let place = rules.names.len();
        if !rules.measure.blocks.is_empty() {
            let message = "a blocking game has no passes, button or choice";
            return Err(Problem::new(self.at.clone(), message, "in here")
                .hint("say what is blocked last: `blocking(2, \"wythoff\" with a pass)`"));
        }
        if place >= MAX_HEAPS {
            let message = format!("{} heaps and states", place + 1);
            return Err(Problem::new(self.at.clone(), message, format!("at most {MAX_HEAPS}")));
        }
        rules.families = arranged(&rules).ok_or_else(|| too_many_orders(self.at))?;
        rules.closed_in_place = true;
        rules.symmetry = match rules.states.is_empty() {
            true => rules.symmetry.clone().beside_states(rules.heaps()),
            false => rules.symmetry,
        };
        for family in &mut rules.families {
            family.result.push(Affine::heap(place));
        }
        let highest = Affine::constant(i64::try_from(most).expect("small"));
        let bound = highest.minus(&Affine::heap(place)).expect("small");
        rules.validity.push(Atom::AtLeastZero(bound));
        rules.names.push(fresh_name(word, &rules.names));
        rules.states.push(most);
        rules.lower.push(0);
        Ok((rules, place))
    }

    /// The moves of one game that are no moves of another on the same heaps.
    fn without(&self, one: &HeapRules, other: &HeapRules) -> Result<HeapRules, Problem> {
        if one.names.len() != other.names.len() {
            let message = "these games are not played on the same heaps";
            return Err(Problem::new(self.at.clone(), message, "another number of heaps"));
        }
        let symmetry = match (&one.symmetry, &other.symmetry) {
            (symmetry, others) if symmetry == others => symmetry.clone(),
            (Symmetry::Unordered, _) => {
                let message = "the first game does not tell heaps apart, and the second does";
                return Err(Problem::new(self.at.clone(), message, "these games")
                    .hint("write the first one as a rule of its own without `unordered`"));
            }
            _ => Symmetry::None,
        };
        let taken = arranged(other).ok_or_else(|| too_many_orders(self.at))?;
        let mut families = Vec::new();
        for family in &one.families {
            let mut conditions = Vec::new();
            for forbidden in &taken {
                self.watch.look()?;
                let same = self.same_option(family, forbidden)?;
                conditions.extend(ended::negated(&same, self.at)?.conditions());
            }
            let never = conditions.iter().any(|c| c.as_constant() == Some(false));
            if !never {
                families.push(given(family, &conditions));
            }
        }
        if families.is_empty() {
            let message = "no move is left";
            return Err(Problem::new(self.at.clone(), message, "all are moves of the other game"));
        }
        Ok(HeapRules { families, symmetry, ..one.clone() })
    }

    /// The cases in which a move of `other` leads to the same option as one of `family`.
    fn same_option(&self, family: &Family, other: &Family) -> Result<Cases, Problem> {
        let shift = family.fresh.len();
        let behind = |symbol| match symbol {
            Symbol::Fresh(j) => Symbol::Fresh(j + shift),
            heap => heap,
        };
        let too_large = |_| Problem::new(self.at.clone(), "number too large", "here");
        let mut conditions: Vec<Atom> = Vec::new();
        for (new, others) in family.result.iter().zip(&other.result) {
            let difference = others.renamed(behind).minus(new).map_err(too_large)?;
            conditions.push(Atom::Zero(difference));
        }
        conditions.extend(other.conditions.iter().map(|c| c.renamed(behind)));
        // Variables of the other move that the option tells are put in place; the rest are eliminated.
        for j in shift..shift + other.fresh.len() {
            let natural = Atom::AtLeastZero(Affine::fresh(j));
            conditions.push(natural);
            let told = conditions.iter().position(
                |c| matches!(c, Atom::Zero(e) if e.coefficient(Symbol::Fresh(j)).abs() == 1),
            );
            let Some(at) = told else { continue };
            let Atom::Zero(equation) = conditions.remove(at) else { unreachable!("just seen") };
            let sign = -equation.coefficient(Symbol::Fresh(j));
            let rest = equation.plus(sign, &Affine::fresh(j)).and_then(|rest| rest.times(sign));
            let value = rest.map_err(too_large)?;
            let put = |e: &Affine| {
                let factor = e.coefficient(Symbol::Fresh(j));
                e.plus(-factor, &Affine::fresh(j))?.plus(factor, &value)
            };
            conditions = conditions
                .iter()
                .map(|c| c.map(put))
                .collect::<Result<_, _>>()
                .map_err(too_large)?;
        }
        let mut draft = draft_of(other, self.at);
        draft.fresh = draft_of(family, self.at).fresh.into_iter().chain(draft.fresh).collect();
        // The variables of the first move stay: they show in a result.
        draft.result = (0..shift).map(Affine::fresh).collect();
        draft.conditions = conditions;
        let draft = check::without_idle_variables(draft);
        if draft.fresh.len() > shift {
            let message = "whether two moves lead to the same option cannot be said by conditions";
            return Err(Problem::new(self.at.clone(), message, "here"));
        }
        let normal = draft.conditions.into_iter().map(Atom::normal).collect();
        Ok(Cases::of(vec![normal]))
    }
}

/// What names mean in a condition on the heaps of a game.
pub(super) fn scope_of(outer: &NameScope, rules: &HeapRules) -> NameScope {
    let mut scope = outer.clone();
    let heaps = rules.heaps();
    match rules.names.first().and_then(|name| name.strip_suffix("[1]")) {
        Some(row) => scope.row = Some(row.to_string()),
        None => scope.tuple = rules.names[..heaps].to_vec(),
    }
    scope.heaps = heaps;
    scope.states = rules.names[heaps..].to_vec();
    scope.circle = matches!(rules.symmetry, Symmetry::Circle | Symmetry::DirectedCircle);
    scope
}

/// A game's name with the values of this game's parameters in its brackets: `nim(n)` with n = 3 is `nim(3)`.
fn with_arguments(text: &str, arguments: &[(String, Argument)]) -> String {
    let Some((name, inside)) = text.split_once('(') else { return text.to_string() };
    let mut filled = format!("{name}(");
    let mut rest = inside;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        filled.push_str(&rest[..start]);
        let word_end = rest[start..].find(|c: char| !c.is_alphanumeric() && c != '_');
        let end = word_end.map_or(rest.len(), |end| start + end);
        let (word, after) = (&rest[start..end], &rest[end..]);
        let is_name = after.trim_start().starts_with(['=', '(']);
        match arguments.iter().find(|(known, _)| known == word).filter(|_| !is_name) {
            Some((_, value)) => filled.push_str(&value.to_string()),
            None => filled.push_str(word),
        }
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_go_into_brackets() {
        let arguments = [("n".to_string(), Argument::Number(3)), ("k".into(), Argument::Number(2))];
        for (text, filled) in [
            ("nim(n)", "nim(3)"),
            ("moore(n = n, k=k)", "moore(n = 3, k=2)"),
            ("nim", "nim"),
            ("f(nn,[n,k],n1)", "f(nn,[3,2],n1)"),
        ] {
            assert_eq!(with_arguments(text, &arguments), filled);
        }
    }
}
