//! From formulas to automata: what holds for which numbers, and whether a sentence is true.
//!
//! Every connective is an operation on automata (Büchi 1960), so this always ends, in theory; in
//! practice the quantifiers explode, so their order matters and there is a limit. What we do about
//! it: negations are pushed inwards, so "for all" becomes "not exists" around a conjunction;
//! exists goes into disjunctions; and in a conjunction one variable is forgotten at a time, first
//! the one whose conjuncts are cheapest to combine, combining only those that mention it (bucket
//! elimination, Dechter 1999). Never more tracks than variables that truly meet. Cost: not
//! elementary in general. For "every position has a move" search an antichain instead of coming
//! here: subsets that are never compared cost nothing.

use crate::formula::Formula;
use crate::formula::NoAutomaton;
use crate::formula::{DigitLogic, Relation, union};

impl DigitLogic<'_> {
    /// The numbers for which `formula` holds, as a minimal automaton.
    ///
    /// # Errors
    /// [`NoAutomaton`] if it grows beyond the limit, needs too many tracks, or is not well formed.
    pub fn evaluate(self, formula: &Formula) -> Result<Relation, NoAutomaton> {
        self.signed(SignedFormula { formula, sign: true })
    }

    /// Whether a sentence is true.
    ///
    /// # Errors
    /// [`NoAutomaton`] if it has free variables, or as for [`DigitLogic::evaluate`].
    pub fn decide(self, sentence: &Formula) -> Result<bool, NoAutomaton> {
        let relation = self.evaluate(sentence)?;
        if !relation.variables().is_empty() {
            return Err(NoAutomaton::Free(relation.variables().to_vec()));
        }
        Ok(relation.dfa().accepts(&[]))
    }

    fn signed(self, signed: SignedFormula<'_>) -> Result<Relation, NoAutomaton> {
        match signed.shape() {
            SignedShape::Constant(holds) => Ok(self.constant(holds)),
            SignedShape::Atom(predicate, variables, sign) => {
                let relation = self.atom(predicate, variables)?;
                Ok(if sign { relation } else { self.complement(relation)? })
            }
            SignedShape::And(parts) => self.fold(&parts, true),
            SignedShape::Or(parts) => self.fold(&parts, false),
            SignedShape::Iff(p, q, sign) => {
                let (p, q) = (self.evaluate(p)?, self.evaluate(q)?);
                self.join(&p, &q, |p, q| (p == q) == sign)
            }
            SignedShape::Exists(variables, body) => self.exists(variables, body),
            SignedShape::ForAll(variables, body) => {
                let refuted = self.exists(variables, body.negated())?;
                Ok(self.complement(refuted)?)
            }
        }
    }

    /// All of `parts` (`conjunction`), or any.
    fn fold(self, parts: &[SignedFormula<'_>], conjunction: bool) -> Result<Relation, NoAutomaton> {
        let relations: Result<Vec<_>, _> = parts.iter().map(|part| self.signed(*part)).collect();
        let op = move |p, q| if conjunction { p && q } else { p || q };
        let joined = self.join_all(relations?, op)?;
        Ok(joined.unwrap_or_else(|| self.constant(conjunction)))
    }

    /// There are numbers for `variables` such that `body` holds.
    fn exists(
        self,
        variables: &[String],
        body: SignedFormula<'_>,
    ) -> Result<Relation, NoAutomaton> {
        let mut variables = variables.to_vec();
        let mut body = body;
        // An inner variable of the same name hides the outer one, so one of them is enough.
        while let SignedShape::Exists(inner, inside) = body.shape() {
            variables.extend_from_slice(inner);
            body = inside;
        }
        if let SignedShape::Or(parts) = body.shape() {
            let each = |part: &SignedFormula<'_>| self.exists(&variables, *part);
            let relations: Result<Vec<_>, _> = parts.iter().map(each).collect();
            let joined = self.join_all(relations?, |p, q| p || q)?;
            return Ok(joined.unwrap_or_else(|| self.constant(false)));
        }
        let mut conjuncts = Vec::new();
        body.conjuncts(&mut conjuncts);
        let parts: Result<Vec<_>, _> = conjuncts.iter().map(|part| self.signed(*part)).collect();
        self.eliminate(variables, parts?)
    }

    /// There are numbers for `variables` such that all `parts` hold; the cheapest first.
    fn eliminate(
        self,
        mut variables: Vec<String>,
        mut parts: Vec<Relation>,
    ) -> Result<Relation, NoAutomaton> {
        variables.sort();
        variables.dedup();
        while let Some(i) = (0..variables.len()).min_by_key(|i| cost(&variables[*i], &parts)) {
            let variable = variables.swap_remove(i);
            let (with, without): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| part.mentions(&variable));
            parts = without;
            if let Some(joined) = self.join_all(with, |p, q| p && q)? {
                parts.push(self.forget(joined, &variable)?);
            }
        }
        let joined = self.join_all(parts, |p, q| p && q)?;
        Ok(joined.unwrap_or_else(|| self.constant(true)))
    }
}

/// The tracks that combining the parts with `variable` takes, then the logarithm of the states that it
/// may take. Fewest tracks first: what they cost comes back with every later combination, and along a
/// chain of equations it means going from an end instead of from the middle.
fn cost(variable: &str, parts: &[Relation]) -> (usize, usize) {
    let with: Vec<&Relation> = parts.iter().filter(|part| part.mentions(variable)).collect();
    let states = with.iter().map(|part| part.dfa().states().ilog2() as usize + 1).sum();
    (union(with).len(), states)
}

/// A formula, or its negation.
#[derive(Clone, Copy)]
struct SignedFormula<'a> {
    formula: &'a Formula,
    sign: bool,
}

/// What a signed formula is when the sign is pushed one step inwards.
enum SignedShape<'a> {
    Constant(bool),
    Atom(&'a crate::Predicate, &'a [String], bool),
    And(Vec<SignedFormula<'a>>),
    Or(Vec<SignedFormula<'a>>),
    Iff(&'a Formula, &'a Formula, bool),
    Exists(&'a [String], SignedFormula<'a>),
    ForAll(&'a [String], SignedFormula<'a>),
}

impl<'a> SignedFormula<'a> {
    fn negated(self) -> Self {
        SignedFormula { sign: !self.sign, ..self }
    }

    fn shape(self) -> SignedShape<'a> {
        let sign = self.sign;
        let with = |formula: &'a Formula| SignedFormula { formula, sign };
        match self.formula {
            Formula::Constant(holds) => SignedShape::Constant(*holds == sign),
            Formula::Atom(predicate, variables) => SignedShape::Atom(predicate, variables, sign),
            Formula::Not(inner) => with(inner).negated().shape(),
            Formula::And(parts) if sign => SignedShape::And(parts.iter().map(with).collect()),
            Formula::Or(parts) if !sign => SignedShape::And(parts.iter().map(with).collect()),
            Formula::And(parts) | Formula::Or(parts) => {
                SignedShape::Or(parts.iter().map(with).collect())
            }
            Formula::Implies(p, q) => {
                let parts = vec![with(p).negated(), with(q)];
                if sign { SignedShape::Or(parts) } else { SignedShape::And(parts) }
            }
            Formula::Iff(p, q) => SignedShape::Iff(p, q, sign),
            Formula::Exists(variables, body) if sign => SignedShape::Exists(variables, with(body)),
            Formula::ForAll(variables, body) if !sign => SignedShape::Exists(variables, with(body)),
            Formula::Exists(variables, body) | Formula::ForAll(variables, body) => {
                SignedShape::ForAll(variables, with(body))
            }
        }
    }

    /// Adds the formulas whose conjunction this is.
    fn conjuncts(self, all: &mut Vec<SignedFormula<'a>>) {
        match self.shape() {
            SignedShape::And(parts) => parts.iter().for_each(|part| part.conjuncts(all)),
            _ => all.push(self),
        }
    }
}
