//! `ishitori play`: a game against the machine in the terminal.
//!
//! The session reads lines and answers them; all that it knows of the game is behind [`ShownGame`],
//! so heaps and boards are played alike. The machine asks the reference solver; where that would take
//! long, it plays by a theorem about all positions, discovered or claimed, if there is one.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use ishitori::claims::ClaimedGame;
use ishitori::files::DiscoveryStore;
use ishitori::games::GameKind;
use ishitori::open::open;
use ishitori::questions::{PositionFacts, Reference};
use ishitori::shown::ShownGame;
use ishitori::stopwatch::within;
use ishitori::theorems::{self, ProvedTheorem, TheoremSearch};
use ishitori::{Control, GaveUp};
use ishitori::{Convention, Outcome};
use num_bigint::BigUint;
use serde_json::json;

use super::with_game;
use crate::args::{PlayArgs, Strength};

/// With more positions below than this, a theorem is looked for.
const MANY: u128 = 1_000_000;

/// What finding one may cost.
const MEMORY: usize = 1 << 30;
const TIME: Duration = Duration::from_secs(20);

const HELP: &str = concat!(
    "  moves   list your options, numbered; #3 plays the third\n",
    "  hint    a good move\n",
    "  undo    take back your last move and the answer to it\n",
    "  help    this text\n",
    "  quit    stop playing",
);

pub fn run(args: &PlayArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open(&args.game)?;
    let about = &opened.ruleset.about;
    let title = about.title("en").unwrap_or(&about.name).to_string();
    with_game!(&opened.game, |game| {
        let start = game.parse(&args.position)?;
        let below = game.heaps(&start).map(|heaps| {
            heaps.iter().fold(1u128, |all, heap| all.saturating_mul(u128::from(*heap) + 1))
        });
        let mut theorem = None;
        if args.strength != Strength::Easy && below.is_some_and(|below| below > MANY) {
            let in_time = within(&control.with_memory(MEMORY), Some(TIME));
            let (claimed, store) = (ClaimedGame::of_opened(&opened)?, DiscoveryStore::of_user());
            let convention = args.play.convention();
            let heaps: Vec<BigUint> =
                game.heaps(&start).unwrap_or_default().iter().map(|h| BigUint::from(*h)).collect();
            if let TheoremSearch::Found(found) =
                theorems::find_at(claimed, store.as_ref(), convention, &heaps, &in_time)?
            {
                theorem = Some(*found);
            }
        }
        let mut session = PlaySession {
            game,
            theorem,
            solver: Reference::new(game),
            control: args.work.of(control).recursing(),
            random: args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            convention: args.play.convention(),
            strength: args.strength,
            past: Vec::new(),
            position: start,
            json: args.json,
        };
        session.run(&title, args.second, &mut io::stdin().lock(), out)
    })
}

struct PlaySession<'g, G: ShownGame> {
    game: &'g G,
    /// What tells who loses where the solver would take long.
    theorem: Option<ProvedTheorem>,
    solver: Reference<'g, G>,
    control: Control,
    random: fastrand::Rng,
    convention: Convention,
    strength: Strength,
    /// The positions before each of the person's moves.
    past: Vec<G::Position>,
    position: G::Position,
    json: bool,
}

/// What a line asks for.
enum PlayRequest<P> {
    Move(P),
    Nothing,
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Person,
    Machine,
}

impl<G: ShownGame> PlaySession<'_, G> {
    fn run(
        &mut self,
        title: &str,
        machine_begins: bool,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        // Solve first: better to give up now than in the middle of a game.
        if self.strength != Strength::Easy && self.theorem.is_none() {
            let start = self.position.clone();
            self.facts(&start).context(
                "this position is too large for a perfect opponent; try --strength easy",
            )?;
        }
        self.greet(title, out)?;
        let mut turn = if machine_begins { Player::Machine } else { Player::Person };
        loop {
            let options =
                self.game.options_within(&self.position, self.control.most_positions())?;
            if options.is_empty() {
                return self.finish(turn, out);
            }
            match turn {
                Player::Machine => {
                    let choice = self.choose(&options)?;
                    self.say(out, "machine", &choice)?;
                    self.position = choice;
                    turn = Player::Person;
                }
                Player::Person => match self.ask(&options, input, out)? {
                    PlayRequest::Move(choice) => {
                        self.past.push(std::mem::replace(&mut self.position, choice));
                        if self.json {
                            let position = self.position.clone();
                            self.say(out, "you", &position)?;
                        }
                        turn = Player::Machine;
                    }
                    PlayRequest::Nothing => {}
                    PlayRequest::Quit => return Ok(()),
                },
            }
        }
    }

    fn greet(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            let line = json!({ "event": "start", "position": self.game.json(&self.position) });
            return writeln!(out, "{line}");
        }
        let last = match self.convention {
            Convention::Normal => "Whoever cannot move loses.",
            Convention::Misere => "Misère play: whoever cannot move wins.",
        };
        writeln!(out, "{title}. {last}")?;
        if let Some(theorem) = &self.theorem {
            writeln!(out, "The machine plays by {}, proved for {}.", theorem.id, theorem.about)?;
        }
        writeln!(out, "To move, {}; `help` tells more.\n", self.game.how_to_move())
    }

    fn say(&self, out: &mut dyn Write, who: &str, position: &G::Position) -> io::Result<()> {
        if self.json {
            let line =
                json!({ "event": "move", "player": who, "position": self.game.json(position) });
            return writeln!(out, "{line}");
        }
        writeln!(out, "The machine moves to {}.\n", self.game.write(position))
    }

    /// Nobody can move; `turn` would have had to.
    fn finish(&self, turn: Player, out: &mut dyn Write) -> anyhow::Result<()> {
        let person_wins = (turn == Player::Machine) == (self.convention == Convention::Normal);
        if self.json {
            let winner = if person_wins { "you" } else { "machine" };
            writeln!(out, "{}", json!({ "event": "end", "winner": winner }))?;
            return Ok(());
        }
        let who =
            if turn == Player::Person { "You cannot move" } else { "The machine cannot move" };
        let result = if person_wins { "You win!" } else { "The machine wins." };
        writeln!(out, "{who}. {result}")?;
        Ok(())
    }

    /// Reads one line and does what it says.
    fn ask(
        &mut self,
        options: &[G::Position],
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> anyhow::Result<PlayRequest<G::Position>> {
        if !self.json {
            write!(out, "{}your move> ", self.game.picture(&self.position))?;
        }
        out.flush()?;
        let mut line = String::new();
        let read = input.read_line(&mut line);
        match read {
            Ok(0) => {
                writeln!(out)?;
                return Ok(PlayRequest::Quit);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                writeln!(out, "That was no text.")?;
                return Ok(PlayRequest::Nothing);
            }
            other => other?,
        };
        let line = line.trim();
        if !self.json && !io::stdin().is_terminal() {
            writeln!(out, "{line}")?;
        }
        match line {
            "" => {}
            "help" | "?" => writeln!(out, "To move, {}.\n{HELP}", self.game.how_to_move())?,
            "quit" | "exit" | "q" => return Ok(PlayRequest::Quit),
            "moves" => {
                for (number, option) in options.iter().enumerate() {
                    writeln!(out, "  #{:<4} {}", number + 1, self.game.write(option))?;
                }
            }
            "hint" => self.hint(options, out)?,
            "undo" => match self.past.pop() {
                Some(before) => self.position = before,
                None => writeln!(out, "There is nothing to take back.")?,
            },
            _ => match self.read_move(line, options) {
                Ok(position) => return Ok(PlayRequest::Move(position)),
                Err(why) => self.refuse(line, &why, out)?,
            },
        }
        Ok(PlayRequest::Nothing)
    }

    fn refuse(&self, line: &str, why: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", json!({ "event": "refused", "move": line, "why": why }));
        }
        writeln!(out, "Not possible: {why}. (`moves` lists what is.)\n")
    }

    fn hint(&mut self, options: &[G::Position], out: &mut dyn Write) -> anyhow::Result<()> {
        let best = self.best(options)?;
        let wins = match &self.theorem {
            Some(theorem) => self.is_lost(theorem, &best)?,
            None => self.facts(&best)?.outcome(self.convention) == Outcome::P,
        };
        let text = self.game.write(&best);
        if wins {
            writeln!(out, "Moving to {text} wins.\n")?;
        } else {
            let longest = if self.theorem.is_none() { " holds out longest" } else { " is one" };
            writeln!(out, "Every move loses against best play; {text}{longest}.\n")?;
        }
        Ok(())
    }

    /// The option that a line describes, or why it describes none.
    fn read_move(&self, line: &str, options: &[G::Position]) -> Result<G::Position, String> {
        if let Some(number) = line.strip_prefix('#')
            && let Ok(number) = number.trim().parse::<usize>()
        {
            let option = number.checked_sub(1).and_then(|at| options.get(at));
            return option.cloned().ok_or_else(|| format!("there are {} options", options.len()));
        }
        let target = match self.game.changed(&self.position, line) {
            Some(changed) => changed?,
            None => self.game.parse(line).map_err(|error| error.to_string())?,
        };
        if options.contains(&target) {
            return Ok(target);
        }
        let (from, to) = (self.game.write(&self.position), self.game.write(&target));
        Err(format!("{from} -> {to}: {}", self.game.objection(&self.position, &target)))
    }

    /// The machine's choice at its strength.
    fn choose(&mut self, options: &[G::Position]) -> Result<G::Position, GaveUp> {
        let careful = match self.strength {
            Strength::Easy => false,
            Strength::Medium => self.random.bool(),
            Strength::Perfect => true,
        };
        if careful {
            self.best(options)
        } else {
            Ok(options[self.random.usize(..options.len())].clone())
        }
    }

    /// Solves a position; the terminal is free again after it.
    fn facts(&mut self, position: &G::Position) -> Result<PositionFacts, GaveUp> {
        let facts = self.solver.facts(position, &self.control);
        self.control.listener().ended();
        facts
    }

    /// Whether a theorem says that a position is lost for the player to move.
    fn is_lost(&self, theorem: &ProvedTheorem, position: &G::Position) -> Result<bool, GaveUp> {
        let heaps = self.game.heaps(position).unwrap_or_default();
        let outcome = theorem.outcome(heaps).map_err(GaveUp::new)?;
        Ok(outcome == Outcome::P)
    }

    /// The fastest win, or else the longest resistance; among equals any. A theorem knows wins, not
    /// which is faster.
    fn best(&mut self, options: &[G::Position]) -> Result<G::Position, GaveUp> {
        if let Some(theorem) = &self.theorem {
            let mut winning = Vec::new();
            for option in options {
                if self.is_lost(theorem, option)? {
                    winning.push(option);
                }
            }
            let choice = if winning.is_empty() { options.iter().collect() } else { winning };
            return Ok(choice[self.random.usize(..choice.len())].clone());
        }
        let mut ranked = Vec::new();
        for option in options {
            let facts = self.facts(option)?;
            let length = i64::from(facts.remoteness(self.convention));
            let rank = match facts.outcome(self.convention) {
                Outcome::P => (0, length),
                Outcome::N => (1, -length),
            };
            ranked.push((rank, option));
        }
        let best = ranked.iter().map(|(rank, _)| *rank).min().expect("there is an option");
        let equals: Vec<_> = ranked.iter().filter(|(rank, _)| *rank == best).collect();
        Ok(equals[self.random.usize(..equals.len())].1.clone())
    }
}
