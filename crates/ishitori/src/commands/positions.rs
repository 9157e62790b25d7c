//! `ishitori positions`: the P- or N-positions of a window, listed or counted.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::bail;
use ishitori_core::claim::{Check, CheckError, Filter, narrowed, with_filter};
use ishitori_core::game::{AnyGame, Board, BoardGame, Bounds, Game, HeapGame, Heaps};
use ishitori_core::solve::boards::{self, Question};
use ishitori_core::solve::choose::{choose, p_positions};
use ishitori_core::solve::{Convention, GaveUp, Outcome, Reference};
use ishitori_rule::parse::parse_statement;
use serde_json::{Value, json};

use super::{deliver, with_game, write_json};
use crate::args::{PositionsArgs, Window};
use crate::claims::{self, Claimed};
use crate::format::Format;
use crate::open::open;
use crate::problems::RuleProblems;
use crate::progress;
use crate::sheet::Sheet;
use crate::shown::Shown;

pub fn run(args: &PositionsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(text) = &args.condition else {
        let opened = open(&args.game)?;
        let name = opened.ruleset.about.full_name();
        return answer(&opened.game, &name, args, None, out);
    };
    let claimed = Claimed::open(&args.game)?;
    let game = AnyGame::new(&claimed.ruleset)?;
    let wrong = |problems| RuleProblems { file: "--where".into(), text: text.clone(), problems };
    let statement = parse_statement(text).map_err(wrong)?;
    let mut args = args.clone();
    let asked = args.window.bounds();
    let narrow = narrowed(&claimed.ruleset.rules, &statement, &asked)?;
    args.window = Window { to: narrow.to.clone(), total: narrow.total };
    // Quantifiers in the condition run through the window that was asked for.
    let bounds = if asked == Bounds::default() { narrow } else { asked };
    let filter = Check {
        ruleset: &claimed.ruleset,
        statement: &statement,
        text,
        convention: args.play.convention(),
        bounds: &bounds,
        automatic: true,
        allowed: claims::allowed(args.memory, args.work),
        library: &claimed,
    };
    let name = claimed.ruleset.about.full_name();
    let answered = with_filter(&filter, |filter| answer(&game, &name, &args, Some(filter), out));
    match answered {
        Err(CheckError::Problems(problems)) => Err(wrong(problems).into()),
        Err(error) => Err(failure(error)),
        Ok(answered) => answered,
    }
}

/// Giving up is no error in what was asked.
fn failure(error: CheckError) -> anyhow::Error {
    match error {
        CheckError::GaveUp(gave_up) => gave_up.into(),
        error => error.into(),
    }
}

fn answer(
    game: &AnyGame,
    name: &str,
    args: &PositionsArgs,
    mut filter: Option<&mut dyn Filter>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    with_game!(game, |game| {
        deliver(&args.output, out, |out| {
            let filter = &mut filter;
            if args.count {
                count(game, name, args, filter, out)
            } else {
                list(game, name, args, filter, out)
            }
        })
    })
}

/// The condition of `--where`.
type Where<'f, 'g> = &'f mut Option<&'g mut dyn Filter>;

/// A game whose P-positions an engine finds.
trait Solved: Shown {
    /// Calls `visit` for every P-position of the window, in any order.
    fn p_positions(
        &self,
        args: &PositionsArgs,
        visit: &mut dyn FnMut(&Self::Position),
    ) -> anyhow::Result<()>;

    /// Whether the filter keeps a position.
    fn kept(position: &Self::Position, filter: &mut dyn Filter) -> Result<bool, CheckError>;
}

impl Solved for HeapGame {
    fn p_positions(
        &self,
        args: &PositionsArgs,
        visit: &mut dyn FnMut(&Heaps),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (args.window.bounds(), args.play.convention());
        let plan = choose(self, &bounds, convention, args.memory.limits())?;
        let mut budget = progress::of_plan(&plan, args.work);
        p_positions(self, &bounds, convention, &plan, &mut budget, visit)?;
        Ok(())
    }

    fn kept(position: &Heaps, filter: &mut dyn Filter) -> Result<bool, CheckError> {
        filter.keeps_heaps(position)
    }
}

impl Solved for BoardGame {
    fn p_positions(
        &self,
        args: &PositionsArgs,
        visit: &mut dyn FnMut(&Board),
    ) -> anyhow::Result<()> {
        let (bounds, convention) = (args.window.bounds(), args.play.convention());
        let plan = boards::choose(self, &bounds, Question::Outcomes, args.memory.bytes())?;
        let Some(below) = plan.below else {
            // Say what is wrong with the window before the search would call it giving up.
            self.visit_positions(&bounds, &mut |_| ControlFlow::Break(()))?;
            let mut budget = progress::budget(args.work);
            Reference::new(self).p_positions(&bounds, convention, &mut budget, visit)?;
            return Ok(());
        };
        let mut budget = progress::planned(plan.positions, "boards");
        below.outcomes(convention, &mut budget)?.visit_p(self, &mut |board| {
            if bounds.total.is_none_or(|total| self.stones(&board) <= total) {
                visit(&board);
            }
        });
        Ok(())
    }

    fn kept(position: &Board, filter: &mut dyn Filter) -> Result<bool, CheckError> {
        filter.keeps_board(*position)
    }
}

/// Calls `visit` for every position asked for that the filter keeps.
fn search<G: Solved>(
    game: &G,
    args: &PositionsArgs,
    filter: Where,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let to = &args.window.to;
    let mut problem = Ok(());
    let mut keeps = |position: &G::Position| match filter {
        Some(filter) if problem.is_ok() => match G::kept(position, *filter) {
            Ok(kept) => kept,
            Err(error) => {
                problem = Err(error);
                false
            }
        },
        Some(_) => false,
        None => true,
    };
    if args.canonical && (to.iter().any(|bound| *bound != to[0]) || args.condition.is_some()) {
        search_orbits(game, args, &mut keeps, visit)?;
        return problem.map_err(failure);
    }
    let mut visit = |position: &G::Position| {
        if (!args.canonical || game.canonical(position) == *position) && keeps(position) {
            visit(position);
        }
    };
    search_all(game, args, &mut visit)?;
    problem.map_err(failure)
}

/// In a window that is not symmetric: of the symmetric positions within it, the first.
fn search_orbits<G: Solved>(
    game: &G,
    args: &PositionsArgs,
    keeps: &mut dyn FnMut(&G::Position) -> bool,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut first: HashMap<G::Position, G::Position> = HashMap::new();
    search_all(game, args, &mut |position| {
        if first.len() <= most && keeps(position) {
            let entry = first.entry(game.canonical(position)).or_insert_with(|| position.clone());
            if *position < *entry {
                *entry = position.clone();
            }
        }
    })?;
    if first.len() > most {
        return Err(GaveUp::beyond(most, "positions to compare").into());
    }
    first.values().for_each(visit);
    Ok(())
}

/// All positions of the window: N-positions are what the P-positions leave.
fn search_all<G: Solved>(
    game: &G,
    args: &PositionsArgs,
    visit: &mut dyn FnMut(&G::Position),
) -> anyhow::Result<()> {
    if Outcome::from(args.outcome) == Outcome::P {
        return game.p_positions(args, visit);
    }
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut p = HashSet::new();
    let mut too_many = false;
    game.p_positions(args, &mut |position| {
        if p.len() < most {
            p.insert(position.clone());
        } else {
            too_many = true;
        }
    })?;
    if too_many {
        return Err(GaveUp::beyond(most, "P-positions to leave out").into());
    }
    let mut left = args.work.max_positions;
    let mut too_many = false;
    game.visit_positions(&args.window.bounds(), &mut |position| {
        if left == 0 {
            too_many = true;
            return ControlFlow::Break(());
        }
        left -= 1;
        if !p.contains(position) {
            visit(position);
        }
        ControlFlow::Continue(())
    })?;
    if too_many {
        return Err(GaveUp::beyond(args.work.max_positions, "positions to look at").into());
    }
    Ok(())
}

fn list<G: Solved>(
    game: &G,
    name: &str,
    args: &PositionsArgs,
    filter: Where,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let format = args.output.format();
    if format == Format::Bfile {
        bail!("a b-file holds a sequence of numbers: use it with --count");
    }
    let most = usize::try_from(args.work.max_positions).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    let mut too_many = false;
    search(game, args, filter, &mut |position| {
        if found.len() < most {
            found.push(position.clone());
        } else {
            too_many = true;
        }
    })?;
    if too_many {
        return Err(GaveUp::beyond(most, "positions to list").into());
    }
    let mut found = game.arranged(found);
    found.truncate(args.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX));
    match format {
        Format::Text | Format::Bfile => {
            for position in &found {
                writeln!(out, "{}", game.write(position))?;
            }
            Ok(())
        }
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(found.len());
            value["positions"] = found.iter().map(|p| game.json(p)).collect();
            write_json(&value, out)
        }
        format => {
            let rows = found.iter().map(|p| game.cells(p)).collect();
            let sheet = Sheet { headings: game.headings(), rows, ..Sheet::default() };
            Ok(sheet.write(format, out)?)
        }
    }
}

fn count<G: Solved>(
    game: &G,
    name: &str,
    args: &PositionsArgs,
    filter: Where,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let by_heap = !args.window.to.is_empty();
    let mut classes: Vec<u64> = Vec::new();
    let mut count: u64 = 0;
    search(game, args, filter, &mut |position| {
        count += 1;
        if args.output.format() == Format::Text {
            return;
        }
        let class = match game.largest_heap(position) {
            Some(largest) if by_heap => largest,
            _ => game.stones(position),
        };
        let class = usize::try_from(class).unwrap_or(usize::MAX - 1);
        if classes.len() <= class {
            classes.resize(class + 1, 0);
        }
        classes[class] += 1;
    })?;
    // a(n): with every heap <= n, or with exactly n stones.
    let last = args.window.to.iter().max().copied().or(args.window.total).or(game.most_stones());
    if let Some(last) = last.and_then(|last| usize::try_from(last).ok())
        && classes.len() <= last
        && last < 1 << 24
    {
        classes.resize(last + 1, 0);
    }
    if by_heap {
        for n in 1..classes.len() {
            classes[n] += classes[n - 1];
        }
    }
    let meaning = if by_heap { "with every heap <= n" } else { "with exactly n stones" };
    let outcome = Outcome::from(args.outcome);
    match args.output.format() {
        Format::Text => writeln!(out, "{count}")?,
        Format::Json => {
            let mut value = description(name, args);
            value["count"] = json!(count);
            value["sequence"] = json!({ "meaning": meaning, "from": 0, "values": classes });
            write_json(&value, out)?;
        }
        Format::Bfile => {
            writeln!(out, "# number of {outcome}-positions of {name} {meaning}")?;
            for (n, value) in classes.iter().enumerate() {
                writeln!(out, "{n} {value}")?;
            }
        }
        format => {
            let rows = classes.iter().enumerate().map(|(n, v)| vec![n.to_string(), v.to_string()]);
            let headings = ["n", "count"].map(String::from).to_vec();
            Sheet { headings, rows: rows.collect(), ..Sheet::default() }.write(format, out)?;
        }
    }
    Ok(())
}

fn description(name: &str, args: &PositionsArgs) -> Value {
    let misere = args.play.convention() == Convention::Misere;
    json!({
        "game": name,
        "convention": if misere { "misere" } else { "normal" },
        "outcome": Outcome::from(args.outcome).to_string(),
        "canonical": args.canonical,
        "where": args.condition,
        "bounds": { "to": args.window.to, "total": args.window.total },
    })
}
