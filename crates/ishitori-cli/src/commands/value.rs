//! `ishitori value`: who wins a position, and how.
//!
//! The question room chooses the engine. If that would take long, or a heap is too large for any, a theorem
//! about all positions answers (`large`). Single heaps have ways of their own (`single`, `misere`); sums are
//! in `sum`. With `--from` nothing is solved: the options of a position in a window are in it as well.

mod large;
mod misere;
mod show;
mod single;
mod sum;

use std::io::Write;

use anyhow::bail;
use ishitori::Control;
use ishitori::figure_runs::FigureRun;
use ishitori::files::stored::StoredResult;
use ishitori::games::{AnyGame, GameKind, PositionError};
use ishitori::open::open;
use ishitori::questions::{
    AskedGame, Question, answer, answer_board, answer_pieces, takes_long, unanswered,
};
use ishitori::sums::is_sum;

pub use self::show::winner;
use self::show::{show, with_misere_grundy};
use super::options;
use crate::args::ValueArgs;

pub fn run(args: &ValueArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let keeping = &args.keeping.keeping();
    let by_itself = args.program.options.is_none() && args.stored.from.is_none();
    if keeping.is_wanted() && (!by_itself || args.position.is_empty()) {
        bail!("--checkpoint is for one position of a game, without --from and --options");
    }
    if let Some(program) = &args.program.options {
        return options::value(program, args, control, out);
    }
    if let Some(path) = &args.stored.from {
        let mut args = args.clone();
        if args.position.is_empty() {
            // The file knows the game, so one word is the position.
            args.position = std::mem::take(&mut args.game);
        }
        return by_file(StoredResult::open(path, &args.game)?, args, control, out);
    }
    if args.position.is_empty() {
        if is_sum(&args.game) {
            return sum::run(args, control, out);
        }
        bail!(
            "give a position, as in `ishitori value wythoff 3,5`, or a sum: `ishitori value \"wythoff 3,5 + kayles 17\"`"
        );
    }
    let opened = open(&args.game)?;
    let name = opened.ruleset.about.full_name();
    if keeping.is_wanted() && !matches!(opened.game, AnyGame::Figures(_)) {
        bail!(
            "--checkpoint is for positions that are no heaps (graphs, posets, diagrams, boards of cells); {name} \
             is solved in windows: `positions` and `table` have checkpoints"
        );
    }
    match &opened.game {
        AnyGame::Single(game) => single::run(game, &opened.ruleset, args, control, out),
        AnyGame::Heaps(game) => {
            let position = match game.parse(&args.position) {
                Err(PositionError::TooLarge(_)) => {
                    return large::beyond(game, &opened, args, control, out);
                }
                position => position?,
            };
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = game.plan(&Question::Position { at: &position, convention }, &control)?;
            if takes_long(game, &position, &plan)
                && large::instead(game, &opened, &position, args, &control, out)?
            {
                return Ok(());
            }
            let answer = answer(game, &position, convention, &plan, &control);
            let answer = answer.map_err(unanswered)?;
            let answer = with_misere_grundy(game, &position, answer, args, &control)?;
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Pieces(game) => {
            let position = game.parse(&args.position)?;
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = game.plan(&Question::Position { at: &position, convention }, &control)?;
            let answer = answer_pieces(game, &position, convention, &plan, &control)?;
            let answer = with_misere_grundy(game, &position, answer, args, &control)?;
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Figures(game) => {
            let position = game.parse(&args.position)?;
            let (convention, control) = (args.play.convention(), args.asked(control));
            let run = FigureRun { ruleset: &opened.ruleset, game, convention, keeping };
            let answer = run.answer(&position, &control)?;
            let answer = with_misere_grundy(game, &position, answer, args, &control)?;
            show(game, &name, &position, answer, args, out)
        }
        AnyGame::Board(game) => {
            let position = game.parse(&args.position)?;
            let (convention, control) = (args.play.convention(), args.asked(control));
            let plan = game.plan(&Question::Position { at: &position, convention }, &control)?;
            let answer = answer_board(game, &position, convention, &plan, &control)?;
            let answer = with_misere_grundy(game, &position, answer, args, &control)?;
            show(game, &name, &position, answer, args, out)
        }
    }
}

/// From what was stored: options of a position in its window are in it as well.
fn by_file(
    mut stored: StoredResult,
    mut args: ValueArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = stored.heap_game()?;
    args.play.misere = stored.misere(args.play.misere)?;
    let position = game.parse(&args.position)?;
    let answer = stored.answer(&game, &position, &args.asked(control))?;
    show(&game, &stored.ruleset.about.full_name(), &position, answer, &args, out)
}
