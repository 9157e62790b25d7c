//! The statements of a rule text, as docs/rule-language.md has them.
//!
//! A statement begins with one of eleven words; line ends mean nothing. Claims are skipped: the one that matters
//! is given apart. Nothing is given a meaning here.

use std::collections::HashMap;

use crate::meaning::ReadParameter;
use crate::parse::PhraseParser;
use crate::problem::{Read, ReadProblem};
use crate::syntax::{ReadComparison, ReadPhrase, ReadPhraseKind};
use crate::token::{TextTokenKind, tokens};

/// The words that begin statements.
const STATEMENTS: [&str; 11] = [
    "game", "title", "source", "note", "position", "option", "move", "board", "heap", "claim",
    "define",
];

/// A rule as it is written.
#[derive(Debug, Default)]
pub(crate) struct RuleSheet {
    pub(crate) name: String,
    pub(crate) parameters: Vec<(String, Option<ReadParameter>)>,
    pub(crate) conditions: Vec<ReadPhrase>,
    pub(crate) position: Option<PositionLine>,
    pub(crate) options: Vec<ReadOptionLine>,
    pub(crate) moves: Vec<MoveLine>,
    pub(crate) definitions: HashMap<String, (Vec<String>, ReadPhrase)>,
    /// What this reader does not read: boards and single heaps.
    pub(crate) other: Option<&'static str>,
}

/// `position ...`
#[derive(Debug, Default)]
pub(crate) struct PositionLine {
    pub(crate) names: Vec<String>,
    /// A row with its length.
    pub(crate) row: Option<(String, ReadPhrase)>,
    pub(crate) order: HeapOrder,
    pub(crate) ranges: bool,
    pub(crate) least: Option<ReadPhrase>,
    pub(crate) distinct: bool,
    pub(crate) conditions: Vec<ReadPhrase>,
}

/// How the order of heaps counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum HeapOrder {
    #[default]
    Fixed,
    Unordered,
    Circle,
    DirectedCircle,
    Line,
}

/// `option ...`
#[derive(Debug)]
pub(crate) struct ReadOptionLine {
    pub(crate) place: usize,
    pub(crate) result: OptionResult,
    pub(crate) conditions: Vec<ReadPhrase>,
    pub(crate) indices: Vec<IndexClause>,
}

/// What the position becomes.
#[derive(Debug)]
pub(crate) enum OptionResult {
    Tuple(Vec<ReadPhrase>),
    Changes(Vec<HeapChange>),
}

/// A change of some heaps.
#[derive(Debug)]
pub(crate) struct HeapChange {
    pub(crate) target: ReadPhrase,
    pub(crate) to: ChangeTo,
}

/// What heaps become.
#[derive(Debug)]
pub(crate) enum ChangeTo {
    /// This number.
    Value(ReadPhrase),
    /// `h[i] - t`: the sum with the heap at its beginning.
    Sum(ReadPhrase),
    Lowered,
    StrictlyLowered,
}

/// `for ...`
#[derive(Debug)]
pub(crate) enum IndexClause {
    /// `i < j < k`; `i` alone runs through all heaps.
    Ascending(Vec<String>),
    Within(String, ReadPhrase),
    /// Sets of heaps of some sizes; `None` for any.
    Sets(String, Option<(ReadComparison, ReadPhrase)>),
}

/// `move ...`
#[derive(Debug)]
pub(crate) struct MoveLine {
    pub(crate) place: usize,
    pub(crate) steps: Vec<MoveStep>,
    pub(crate) conditions: Vec<ReadPhrase>,
    pub(crate) indices: Vec<IndexClause>,
}

/// A step of a move.
#[derive(Debug)]
pub(crate) enum MoveStep {
    /// So many heaps, each into so many pieces.
    Split(ReadPhrase, Option<ReadPhrase>),
    Delete(ReadPhrase),
}

/// Reads a rule text.
pub(crate) fn rule_sheet(text: &str) -> Read<RuleSheet> {
    let tokens = tokens(text)?;
    let mut sheet = RuleSheet::default();
    let mut reader = SheetReader { parser: PhraseParser::new(&tokens), text };
    while !reader.parser.ended() {
        reader.statement(&mut sheet)?;
    }
    Ok(sheet)
}

struct SheetReader<'t> {
    parser: PhraseParser<'t>,
    text: &'t str,
}

impl SheetReader<'_> {
    fn statement(&mut self, sheet: &mut RuleSheet) -> Read<()> {
        let TextTokenKind::Word(word) = self.parser.peek() else {
            return Err(self.parser.wrong("expected a statement"));
        };
        let place = self.parser.place();
        self.parser.advance();
        match word.as_str() {
            "game" => self.game(sheet),
            "title" | "source" | "note" => self.words(),
            "position" => {
                sheet.position = Some(self.position()?);
                Ok(())
            }
            "option" => self.option(place, sheet),
            "move" => {
                sheet.moves.push(self.moves(place)?);
                Ok(())
            }
            "board" => {
                sheet.other = Some("boards");
                self.skip()
            }
            "heap" => {
                let pieces = self.parser.sees("(");
                sheet.other =
                    Some(if pieces { "pieces of several numbers" } else { "single heaps" });
                self.skip()
            }
            "claim" => {
                while !self.parser.ended() && !self.parser.takes(":") {
                    self.parser.advance();
                }
                self.skip()
            }
            "define" => self.define(sheet),
            _ => Err(ReadProblem::at(place, format!("`{word}` begins no statement"))),
        }
    }

    fn at_statement(&self) -> bool {
        match self.parser.peek() {
            TextTokenKind::Word(word) => STATEMENTS.contains(&word.as_str()),
            kind => *kind == TextTokenKind::End,
        }
    }

    fn skip(&mut self) -> Read<()> {
        while !self.at_statement() {
            self.parser.advance();
        }
        Ok(())
    }

    fn words(&mut self) -> Read<()> {
        while !self.at_statement() {
            self.parser.advance();
        }
        Ok(())
    }

    fn game(&mut self, sheet: &mut RuleSheet) -> Read<()> {
        let begin = self.parser.place();
        let mut end = begin;
        while self.parser.place() == end && !self.parser.sees("(") && !self.parser.ended() {
            end = self.parser.token().end;
            self.parser.advance();
        }
        sheet.name = self.text.get(begin..end).unwrap_or_default().to_string();
        if self.parser.takes("(") && !self.parser.takes(")") {
            loop {
                let name = self.parser.name()?;
                let default = match self.parser.takes("=") {
                    true => Some(parameter(&mut self.parser)?),
                    false => None,
                };
                sheet.parameters.push((name, default));
                if self.parser.takes(")") {
                    break;
                }
                self.parser.expect(",")?;
            }
        }
        if self.parser.takes("where") {
            sheet.conditions = self.conditions()?;
        }
        Ok(())
    }

    /// Conditions separated by commas.
    fn conditions(&mut self) -> Read<Vec<ReadPhrase>> {
        let mut all = vec![self.parser.phrase()?];
        while self.parser.takes(",") {
            all.push(self.parser.phrase()?);
        }
        Ok(all)
    }

    fn position(&mut self) -> Read<PositionLine> {
        let mut line = PositionLine::default();
        if self.parser.takes("(") {
            loop {
                line.names.push(self.parser.name()?);
                if self.parser.takes(")") {
                    break;
                }
                self.parser.expect(",")?;
            }
        } else {
            let name = self.parser.name()?;
            self.parser.expect("[")?;
            let length = self.parser.phrase()?;
            self.parser.expect("]")?;
            line.row = Some((name, length));
        }
        while !self.at_statement() {
            self.attribute(&mut line)?;
        }
        Ok(line)
    }

    fn attribute(&mut self, line: &mut PositionLine) -> Read<()> {
        let parser = &mut self.parser;
        let order = match () {
            () if parser.takes(",") => return Ok(()),
            () if parser.takes("unordered") => HeapOrder::Unordered,
            () if parser.takes_all(&["on", "a", "circle"]) => HeapOrder::Circle,
            () if parser.takes_all(&["on", "a", "directed", "circle"]) => HeapOrder::DirectedCircle,
            () if parser.takes_all(&["on", "a", "line"]) => HeapOrder::Line,
            () if parser.takes_all(&["in", "ranges"]) => {
                line.ranges = true;
                return Ok(());
            }
            () if parser.takes_all(&["each", ">="]) => {
                line.least = Some(parser.level(0)?);
                return Ok(());
            }
            () if parser.sees("distinct") && !line.distinct => {
                parser.advance();
                line.distinct = true;
                return Ok(());
            }
            () if parser.takes("where") => {
                line.conditions.push(self.parser.phrase()?);
                return Ok(());
            }
            () if !line.conditions.is_empty() => {
                line.conditions.push(self.parser.phrase()?);
                return Ok(());
            }
            () => return Err(parser.wrong("expected an attribute of positions")),
        };
        if line.order != HeapOrder::Fixed {
            return Err(self.parser.wrong("two orders of heaps"));
        }
        line.order = order;
        Ok(())
    }

    fn option(&mut self, place: usize, sheet: &mut RuleSheet) -> Read<()> {
        if sheet.other.is_some() || self.parser.sees("[") {
            sheet.other = sheet.other.or(Some("single heaps"));
            return self.skip();
        }
        let result = if self.parser.sees("(") {
            match self.parser.level(0)? {
                ReadPhrase { kind: ReadPhraseKind::Tuple(parts), .. } => OptionResult::Tuple(parts),
                // One heap in brackets.
                only => OptionResult::Tuple(vec![only]),
            }
        } else {
            if !self.parser.takes("with") {
                self.parser.name()?;
                self.parser.expect("with")?;
            }
            let mut changes = vec![self.change()?];
            while self.parser.takes(",") {
                changes.push(self.change()?);
            }
            OptionResult::Changes(changes)
        };
        let (conditions, indices) = self.clauses()?;
        sheet.options.push(ReadOptionLine { place, result, conditions, indices });
        Ok(())
    }

    fn change(&mut self) -> Read<HeapChange> {
        // The level of `+` and `-`: sums, but no sets or comparisons.
        let sum = self.parser.level(4)?;
        let mut target = &sum;
        while let ReadPhraseKind::Joined(_, parts) = &target.kind {
            target = &parts[0];
        }
        let target = target.clone();
        let to = match () {
            () if self.parser.takes(":=") => ChangeTo::Value(self.parser.level(0)?),
            () if self.parser.takes("lowered") => ChangeTo::Lowered,
            () if self.parser.takes_all(&["strictly", "lowered"]) => ChangeTo::StrictlyLowered,
            () => ChangeTo::Sum(sum.clone()),
        };
        if !matches!(to, ChangeTo::Sum(_)) && target != sum {
            return Err(self.parser.wrong("expected a heap, or heaps, that change"));
        }
        Ok(HeapChange { target, to })
    }

    /// `where` and `for`, in any order.
    fn clauses(&mut self) -> Read<(Vec<ReadPhrase>, Vec<IndexClause>)> {
        let (mut conditions, mut indices) = (Vec::new(), Vec::new());
        while !self.at_statement() {
            if self.parser.takes("where") {
                conditions.extend(self.conditions()?);
            } else if self.parser.takes("for") {
                indices.push(self.index()?);
                while self.parser.takes(",") {
                    indices.push(self.index()?);
                }
            } else {
                return Err(self.parser.wrong("expected `where` or `for`"));
            }
        }
        Ok((conditions, indices))
    }

    fn index(&mut self) -> Read<IndexClause> {
        let name = self.parser.name()?;
        if self.parser.takes("in") {
            return Ok(IndexClause::Within(name, self.parser.level(0)?));
        }
        if self.parser.takes_all(&["of", "any", "size"]) {
            return Ok(IndexClause::Sets(name, None));
        }
        if self.parser.takes_all(&["of", "size"]) {
            let comparison = match () {
                () if self.parser.takes("<=") => ReadComparison::AtMost,
                () if self.parser.takes(">=") => ReadComparison::AtLeast,
                () if self.parser.takes("<") => ReadComparison::Less,
                () if self.parser.takes(">") => ReadComparison::Greater,
                () => ReadComparison::Equal,
            };
            return Ok(IndexClause::Sets(name, Some((comparison, self.parser.level(0)?))));
        }
        let mut names = vec![name];
        while self.parser.takes("<") {
            names.push(self.parser.name()?);
        }
        Ok(IndexClause::Ascending(names))
    }

    fn moves(&mut self, place: usize) -> Read<MoveLine> {
        let mut steps = Vec::new();
        loop {
            steps.push(match () {
                () if self.parser.takes("split") => {
                    let heaps = self.parser.level(0)?;
                    let pieces = match self.parser.takes("into") {
                        true => Some(self.parser.level(0)?),
                        false => None,
                    };
                    MoveStep::Split(heaps, pieces)
                }
                () if self.parser.takes("delete") => MoveStep::Delete(self.parser.level(0)?),
                () => return Err(self.parser.wrong("expected `split` or `delete`")),
            });
            if !self.parser.takes_all(&[",", "then"]) && !self.parser.takes("then") {
                break;
            }
        }
        let (conditions, indices) = self.clauses()?;
        Ok(MoveLine { place, steps, conditions, indices })
    }

    fn define(&mut self, sheet: &mut RuleSheet) -> Read<()> {
        let name = self.parser.name()?;
        let mut names = Vec::new();
        if self.parser.takes("(") {
            loop {
                names.push(self.parser.name()?);
                if self.parser.takes(")") {
                    break;
                }
                self.parser.expect(",")?;
            }
        }
        self.parser.expect(":=")?;
        let body = self.parser.phrase()?;
        sheet.definitions.insert(name, (names, body));
        Ok(())
    }
}

/// The value of a parameter: a number, a list or a code.
pub(crate) fn parameter(parser: &mut PhraseParser) -> Read<ReadParameter> {
    let wrong = parser.wrong("expected a number, a list or a code");
    match parser.peek() {
        TextTokenKind::Quoted(code) => {
            parser.advance();
            Ok(ReadParameter::Code(code.clone()))
        }
        TextTokenKind::Number(_) | TextTokenKind::Sign("-") => {
            Ok(ReadParameter::Number(number(parser)?))
        }
        TextTokenKind::Sign("[") => {
            parser.advance();
            let mut list = Vec::new();
            while !parser.takes("]") {
                list.push(number(parser)?);
                if !parser.sees("]") {
                    parser.expect(",")?;
                }
            }
            Ok(ReadParameter::List(list))
        }
        _ => Err(wrong),
    }
}

fn number(parser: &mut PhraseParser) -> Read<i64> {
    let negative = parser.takes("-");
    match parser.peek() {
        TextTokenKind::Number(number) => {
            parser.advance();
            Ok(if negative { -number } else { *number })
        }
        _ => Err(parser.wrong("expected a number")),
    }
}

/// The name of a game with its parameters, such as `nim(3)` or `emperor([2,2],k=1)`.
pub(crate) type NamedGame = (String, Vec<(Option<String>, ReadParameter)>);

/// Reads the name of a game with its parameters.
pub(crate) fn named_game(text: &str) -> Read<NamedGame> {
    let Some((name, inside)) = text.split_once('(') else {
        return Ok((text.trim().to_string(), Vec::new()));
    };
    let tokens = tokens(inside)?;
    let mut parser = PhraseParser::new(&tokens);
    let mut arguments = Vec::new();
    while !parser.takes(")") {
        let named = match parser.peek() {
            TextTokenKind::Word(word) => {
                parser.advance();
                parser.expect("=")?;
                Some(word.clone())
            }
            _ => None,
        };
        arguments.push((named, parameter(&mut parser)?));
        if !parser.sees(")") {
            parser.expect(",")?;
        }
    }
    Ok((name.trim().to_string(), arguments))
}
