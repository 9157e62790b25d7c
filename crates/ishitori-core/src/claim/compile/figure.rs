//! What claims say of figures beside numbers: options, symmetric images, and lists such as the lengths of rows.
//!
//! A position is no number. A name that runs through `options` or `images` is bound to a position, and stands only where
//! one belongs: `P(o)`, `grundy(o)`, `rows(o)`, `options(o)`, `mirrored(o) = o`. What kinds of figures call their lists and images is
//! theirs to say ([`FigureGame::lists`], [`FigureGame::images`]); a new kind needs nothing here.

use ishitori_rule::Problem;
use ishitori_rule::syntax::{ComparisonOperator, Condition, Expr, ExprKind, SpannedName};

use super::name::Binding;
use super::query::place_of_text;
use super::set::TypedSet;
use super::{ClaimCompiler, CompileResult};
use crate::claim::board::BoardImage;
use crate::claim::formula::{CompiledCondition, CompiledNumber, CompiledSet, Query, QueryPosition};
use crate::game::{AnyGame, FigureGame, FigureList};

impl ClaimCompiler<'_> {
    /// The game that the claim belongs to, if it is one on figures.
    pub(super) fn figures(&self) -> Option<&FigureGame> {
        match &self.games[0].game {
            AnyGame::Figures(game) => Some(game),
            _ => None,
        }
    }

    fn lists(&self) -> &'static [FigureList] {
        self.figures().map_or(&[], FigureGame::lists)
    }

    /// The names of lists and images.
    pub(super) fn figure_words(&self) -> impl Iterator<Item = &str> {
        let images = self.figures().map_or(&[][..], FigureGame::images);
        let lists = self.lists().iter();
        lists.map(|list| -> &str { list.name }).chain(images.iter().map(|image| -> &str { image }))
    }

    /// Whether a name is a variable or a parameter, and so means that.
    fn is_taken(&self, name: &str) -> bool {
        self.is_bound(name) || self.ruleset.about.arguments.iter().any(|(known, _)| known == name)
    }

    /// The list of this name.
    pub(super) fn figure_list(&self, name: &str) -> Option<usize> {
        let at = self.lists().iter().position(|list| list.name == name)?;
        (!self.is_taken(name)).then_some(at)
    }

    fn image_named(&self, name: &str) -> Option<usize> {
        let at = self.figures()?.images().iter().position(|image| *image == name)?;
        (!self.is_taken(name)).then_some(at)
    }

    /// The position that an expression names, if it names one.
    pub(super) fn figure_place(&mut self, expr: &Expr) -> CompileResult<Option<QueryPosition>> {
        if self.figures().is_none() {
            return Ok(None);
        }
        match &expr.kind {
            ExprKind::Text(text) => {
                let place = place_of_text(&self.games[0].game, text);
                let wrong = |why: String| Problem::new(expr.span.clone(), why, "no position");
                place.map(Some).map_err(wrong)
            }
            ExprKind::Name(name) => {
                if let Some((_, binding)) = self.names.iter().rev().find(|(known, _)| known == name)
                {
                    return Ok(match binding {
                        Binding::Position(slot) => Some(QueryPosition::Bound(*slot)),
                        Binding::Slot(_) | Binding::Indices(_) => None,
                    });
                }
                if name == "unturned" && !self.is_taken(name) {
                    return self.here(0, expr).map(Some);
                }
                match self.image_named(name) {
                    Some(at) => {
                        let here = Box::new(self.here(0, expr)?);
                        Ok(Some(QueryPosition::Image(at, here)))
                    }
                    None if self.is_other_image(name) => Err(self.no_such_image(name, expr)),
                    None => Ok(None),
                }
            }
            ExprKind::Call(name, arguments) => {
                match (self.image_named(&name.value), &arguments[..]) {
                    (Some(at), [of]) => {
                        let of = self.figure_place(of)?.ok_or_else(|| self.no_position(of))?;
                        Ok(Some(QueryPosition::Image(at, Box::new(of))))
                    }
                    (Some(_), _) => Err(self.no_position(expr)),
                    (None, _) if self.is_other_image(&name.value) => {
                        Err(self.no_such_image(&name.value, expr))
                    }
                    (None, _) => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Whether a name is an image of other positions than these.
    fn is_other_image(&self, name: &str) -> bool {
        let known = BoardImage::named(name).is_some() || name == "conjugate";
        known && name != "unturned" && !self.is_name_of_claim(name)
    }

    fn is_name_of_claim(&self, name: &str) -> bool {
        let defined = self.ruleset.definitions.iter().any(|d| d.name.value == name);
        defined || self.is_taken(name) || self.heap_names().iter().any(|known| known == name)
    }

    fn no_such_image(&self, name: &str, expr: &Expr) -> Problem {
        let images = self.figures().map_or(&[][..], FigureGame::images);
        let hint = match images {
            [] => "positions of this game have no images that a claim knows".to_string(),
            images => format!("the images are {}", images.join(", ")),
        };
        let message = format!("positions of this game are not `{name}`");
        Problem::new(expr.span.clone(), message, "no such image").hint(hint)
    }

    /// Something else where a position belongs.
    pub(super) fn no_position(&self, expr: &Expr) -> Problem {
        let images = self.figures().map_or(&[][..], FigureGame::images);
        let image = images.first().map_or(String::new(), |image| format!(", `{image}`"));
        let hint = format!(
            "a position in quotes, as in P(\"...\"), a name that runs through `options`{image}"
        );
        Problem::new(expr.span.clone(), "this is no position", "a position belongs here").hint(hint)
    }

    /// A position where a number belongs.
    pub(super) fn position_for_number(&self, name: &str, expr: &Expr) -> Problem {
        let message = format!("`{name}` is a position, not a number");
        Problem::new(expr.span.clone(), message, "a position")
            .hint(format!("ask for a number of it: grundy({name}), remoteness({name})"))
    }

    /// `row[i]`, `hook[i, j]`.
    pub(super) fn figure_entry(
        &mut self,
        list: usize,
        index: &Expr,
        expr: &Expr,
    ) -> CompileResult<CompiledNumber> {
        let FigureList { name, indices, .. } = self.lists()[list];
        let written = match &index.kind {
            ExprKind::Tuple(items) => items.as_slice(),
            _ => std::slice::from_ref(index),
        };
        if written.len() != indices {
            let message = match indices {
                0 => format!("the entries of `{name}` are not told apart"),
                1 => format!("an entry of `{name}` has one number"),
                _ => format!("an entry of `{name}` has {indices} numbers"),
            };
            let hint = match indices {
                0 => format!("write max({name}), sum({name}), x in {name}, ..."),
                1 => format!("as in {name}[1]; all of them: max({name}), sum({name}), x in {name}"),
                _ => format!("as in {name}[1, 2]: row and column"),
            };
            return Err(Problem::new(index.span.clone(), message, "here").hint(hint));
        }
        let place = self.here(0, expr)?;
        let index = written.iter().map(|one| self.num(one)).collect::<CompileResult<_>>()?;
        Ok(CompiledNumber::FigureEntry(list, Query { game: 0, place }, index))
    }

    /// `rows(o)`: a number of another position.
    pub(super) fn figure_number(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
    ) -> CompileResult<Option<CompiledNumber>> {
        let number = |game: &FigureGame| game.number_names().iter().position(|n| *n == name.value);
        let Some(at) = self.figures().and_then(number) else { return Ok(None) };
        let [of] = arguments else { return Ok(None) };
        let place = self.figure_place(of)?.ok_or_else(|| self.no_position(of))?;
        Ok(Some(CompiledNumber::FigureNumber(at, Query { game: 0, place })))
    }

    /// A list where one number belongs.
    pub(super) fn list_for_number(&self, list: usize, expr: &Expr) -> Problem {
        let FigureList { name, indices, .. } = self.lists()[list];
        let one = match indices {
            0 => String::new(),
            1 => format!("{name}[1], "),
            _ => format!("{name}[1, 2], "),
        };
        let message = format!("`{name}` is a list of numbers");
        Problem::new(expr.span.clone(), message, "one number belongs here")
            .hint(format!("write {one}max({name}), sum({name}), xor({name}), 2 in {name}"))
    }

    /// A list, the cells of a position, or its images, by a name alone or with a position in brackets.
    pub(super) fn figure_set(
        &mut self,
        name: &str,
        of: Option<&Expr>,
        expr: &Expr,
    ) -> CompileResult<Option<TypedSet>> {
        if self.figures().is_none() || self.is_taken(name) {
            return Ok(None);
        }
        let cells = self.lists().iter().position(|list| list.has_cells);
        let list = self.figure_list(name);
        if list.is_none() && !["cells", "images"].contains(&name) {
            return Ok(None);
        }
        let place = match of {
            None => self.here(0, expr)?,
            Some(of) => self.figure_place(of)?.ok_or_else(|| self.no_position(of))?,
        };
        let query = Query { game: 0, place };
        let set = match (list, cells) {
            (Some(list), _) => TypedSet::plain(CompiledSet::FigureList(list, query), 1),
            (None, Some(cells)) if name == "cells" => {
                TypedSet::plain(CompiledSet::FigureCells(cells, query), 2)
            }
            (None, _) if name == "cells" => {
                let message = "positions of this game have no cells";
                return Err(Problem::new(expr.span.clone(), message, "here"));
            }
            (None, _) if self.figures().is_none_or(|game| game.images().is_empty()) => {
                return Err(self.no_such_image(name, expr));
            }
            (None, _) => TypedSet::of_positions(CompiledSet::FigureImages(query)),
        };
        Ok(Some(set))
    }

    /// `mirrored = unturned`, `o != p`: positions are compared as they lie.
    pub(super) fn comparison_of_positions(
        &mut self,
        left: &Expr,
        rest: &[(ComparisonOperator, Expr)],
        condition: &Condition,
    ) -> CompileResult<Option<CompiledCondition>> {
        let (Some(l), [(compare, right), more @ ..]) = (self.figure_place(left)?, rest) else {
            return match rest {
                [(_, right)] if self.figure_place(right)?.is_some() => Err(self.no_position(left)),
                _ => Ok(None),
            };
        };
        let r = self.figure_place(right)?.ok_or_else(|| self.no_position(right))?;
        let is_equality =
            matches!(compare, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
        if !is_equality || !more.is_empty() {
            let message = "positions are compared two at a time, with = or !=";
            return Err(Problem::new(condition.span.clone(), message, "here"));
        }
        let handle = |place| Box::new(CompiledNumber::Position(Query { game: 0, place }));
        let span = condition.span.clone();
        Ok(Some(CompiledCondition::Compare(*compare, handle(l), handle(r), span)))
    }
}
