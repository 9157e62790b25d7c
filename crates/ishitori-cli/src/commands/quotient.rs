//! `ishitori quotient`: the misère quotient of a heap game, verified, as papers print it.

use std::io::Write;

use ishitori::open;
use ishitori_core::control::{Control, GaveUp};
use ishitori_core::game::AnyGame;
use ishitori_core::single::genus::Genera;
use ishitori_core::single::misere::HeapOptions;
use ishitori_core::single::quotient::{
    NoPeriod, Presentation, Quotient, QuotientPeriod, TakeMove, find,
};
use serde_json::{Value, json};

use super::write_json;
use crate::args::quotient::QuotientArgs;
use crate::progress;
use crate::singles;

/// Values in a row of text, if they do not repeat.
const IN_A_ROW: usize = 10;

/// What is printed.
struct QuotientReport<'a> {
    name: &'a str,
    quotient: &'a Quotient,
    presentation: Presentation,
    /// Only of take-and-break games.
    period: Option<Result<QuotientPeriod, NoPeriod>>,
    /// The genera of the first heaps and why there are no more.
    genera: Option<(Vec<String>, Option<GaveUp>)>,
    stopped: Option<&'a GaveUp>,
}

/// Finds and prints the quotient that is asked for.
pub fn of(args: &QuotientArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open::open(&args.game)?;
    let rules = singles::rules(&opened.ruleset)?;
    let AnyGame::Single(game) = &opened.game else { unreachable!("its rules are of single heaps") };
    let options = singles::heap_options(game, args.to, control)?;
    let takes = singles::takes(rules);
    run(&opened.ruleset.about.full_name(), &options, takes.as_deref(), args, control, out)
}

/// Finds and prints the quotient of `game`, which is called `name`. `takes` are its moves, if it is a take-and-break game.
fn run(
    name: &str,
    game: &HeapOptions,
    takes: Option<&[TakeMove]>,
    args: &QuotientArgs,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = game.up_to(args.to);
    let solving = progress::limited(control, args.work);
    let found = find(&game, args.order_limit as usize, &solving)?;
    drop(solving);
    let quotient = &found.quotient;
    let report = QuotientReport {
        name,
        quotient,
        presentation: Presentation::new(quotient),
        period: takes.map(|takes| QuotientPeriod::prove(&game, quotient, takes)),
        genera: args.genus.then(|| genera(&game.up_to(quotient.largest()), args, control)),
        stopped: found.stopped.as_ref(),
    };
    if args.json {
        write_json(&report.json(), out)?
    } else {
        report.write(out)?
    }
    match found.stopped {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

/// The genera of single heaps, as far as they can be computed.
fn genera(
    game: &HeapOptions,
    args: &QuotientArgs,
    control: &Control,
) -> (Vec<String>, Option<GaveUp>) {
    let control = progress::limited(control, args.work);
    let mut genera = Genera::new(game);
    let mut texts = Vec::new();
    for heap in 1..=game.largest() {
        match genera.genus(&[heap], &control) {
            Ok((genus, temper)) => texts.push(format!("{genus} {temper}")),
            Err(why) => return (texts, Some(why)),
        }
    }
    (texts, None)
}

impl QuotientReport<'_> {
    /// The heaps' values as text, from heap 1 on.
    fn heaps(&self) -> Vec<String> {
        let values = self.quotient.values().iter().skip(1);
        values.map(|value| self.presentation.element(*value)).collect()
    }

    /// The P-elements as text.
    fn p_elements(&self) -> Vec<String> {
        let elements = self.quotient.monoid().p_elements().into_iter();
        elements.map(|element| self.presentation.element(element)).collect()
    }

    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (quotient, presentation) = (self.quotient, &self.presentation);
        let p = self.p_elements();
        writeln!(
            out,
            "game        {} in misère play, heaps up to {}",
            self.name,
            quotient.largest()
        )?;
        let order = quotient.monoid().order();
        writeln!(
            out,
            "quotient    {order} elements, {} of them P: {}",
            p.len(),
            quotient.species()
        )?;
        writeln!(out, "verified    outcomes follow by moves for all sums of these heaps")?;
        let generators = presentation.generators.iter();
        let generators: Vec<String> =
            generators.map(|one| format!("{} = heap {}", one.name, one.heap)).collect();
        writeln!(out, "generators  {}", generators.join(", "))?;
        for (at, relation) in presentation.relations.iter().enumerate() {
            let word = if at == 0 { "relations" } else { "" };
            let (left, right) =
                (presentation.text(&relation.left), presentation.text(&relation.right));
            writeln!(out, "{word:<11} {left} = {right}")?;
        }
        writeln!(out, "P           {}", p.join(", "))?;
        match self.period {
            Some(Ok(QuotientPeriod { start, length, needed })) => writeln!(
                out,
                "period      {length} from heap {start} on, proved by the heaps up to {needed}: this is the quotient of all heaps"
            )?,
            Some(Err(why)) => writeln!(out, "period      none proved: {why}")?,
            None => {}
        }
        self.write_heaps(out)?;
        self.write_genera(out)
    }

    /// The values, a period in a row if there is one.
    fn write_heaps(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let heaps = self.heaps();
        let length = match self.period {
            Some(Ok(period)) if (2..=24).contains(&period.length) => period.length as usize,
            _ => IN_A_ROW,
        };
        let width = heaps.iter().map(String::len).max().unwrap_or(1);
        writeln!(out, "heaps")?;
        for (row, values) in heaps.chunks(length).enumerate() {
            let cells: Vec<String> =
                values.iter().map(|value| format!("{value:<width$}")).collect();
            writeln!(out, "{:>7}  {}", row * length + 1, cells.join(" ").trim_end())?;
        }
        Ok(())
    }

    fn write_genera(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some((genera, stopped)) = &self.genera else { return Ok(()) };
        writeln!(out, "genus")?;
        for (heap, genus) in (1..).zip(genera) {
            writeln!(out, "{heap:>7}  {genus}")?;
        }
        if let Some(why) = stopped {
            writeln!(out, "         {why}")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let (quotient, presentation) = (self.quotient, &self.presentation);
        let monoid = quotient.monoid();
        let generators: Vec<Value> = presentation
            .generators
            .iter()
            .map(|one| json!({ "name": one.name, "heap": one.heap, "element": one.element }))
            .collect();
        let relations: Vec<Value> = presentation
            .relations
            .iter()
            .map(|one| json!([presentation.text(&one.left), presentation.text(&one.right)]))
            .collect();
        let elements: Vec<String> =
            monoid.elements().map(|element| presentation.element(element)).collect();
        let products: Vec<&[u32]> = monoid.elements().map(|element| monoid.row(element)).collect();
        let period = self.period.and_then(Result::ok).map(|period| {
            json!({ "start": period.start, "length": period.length, "needed": period.needed })
        });
        json!({
            "game": self.name,
            "play": "misère",
            "to": quotient.largest(),
            "order": monoid.order(),
            "species": quotient.species().to_string(),
            "verified": true,
            "generators": generators,
            "relations": relations,
            "elements": elements,
            "p": monoid.p_elements(),
            "products": products,
            "heaps": quotient.values(),
            "period": period,
            "genus": self.genera.as_ref().map(|(genera, _)| genera),
            "stopped": self.stopped.map(GaveUp::why),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use ishitori_core::single::quotient::take_and_break;

    use super::*;
    use crate::args::quotient::AFTER_HELP;

    /// The arguments alone, until they are those of a command.
    #[derive(Debug, Parser)]
    #[command(after_help = AFTER_HELP)]
    struct Line {
        #[command(flatten)]
        args: QuotientArgs,
    }

    /// Runs the command on the take-and-break game with these moves.
    fn printed(takes: &[(u32, u32)], line: &[&str]) -> (String, anyhow::Result<()>) {
        let takes: Vec<TakeMove> =
            takes.iter().map(|&(stones, heaps)| TakeMove { stones, heaps }).collect();
        let args = Line::try_parse_from(line).expect("arguments").args;
        let game = take_and_break(&takes, args.to).expect("smaller heaps");
        let mut out = Vec::new();
        let result = run(&args.game, &game, Some(&takes), &args, &Control::unlimited(), &mut out);
        (String::from_utf8(out).expect("text"), result)
    }

    /// Kayles: take one or two, leave at most two heaps.
    const KAYLES: [(u32, u32); 6] = [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)];
    /// 0.123: take the only stone; two of more; or three, leaving a heap or none.
    const GAME_123: [(u32, u32); 4] = [(1, 0), (2, 1), (3, 0), (3, 1)];

    #[test]
    fn as_text() {
        let (text, result) = printed(&GAME_123, &["quotient", "0.123", "--to", "15", "--genus"]);
        assert!(result.is_ok());
        insta::assert_snapshot!(text);
        let (text, result) = printed(&KAYLES, &["quotient", "kayles", "--to", "170"]);
        assert!(result.is_ok());
        insta::assert_snapshot!(text);
    }

    #[test]
    fn as_json() {
        let (text, result) = printed(&GAME_123, &["quotient", "0.123", "--to", "12", "--json"]);
        assert!(result.is_ok());
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["order"], 20);
        assert_eq!(value["species"], "wild");
        assert_eq!(value["period"], json!({ "start": 5, "length": 5, "needed": 12 }));
        assert_eq!(value["heaps"].as_array().map(Vec::len), Some(13));
        assert_eq!(value["products"].as_array().map(Vec::len), Some(20));
        assert_eq!(value["stopped"], Value::Null);
    }

    #[test]
    fn gives_up() {
        let line = ["quotient", "kayles", "--to", "30", "--order-limit", "20"];
        let (text, result) = printed(&KAYLES, &line);
        let error = result.expect_err("it has more elements");
        assert!(error.is::<GaveUp>());
        insta::assert_snapshot!(format!("{text}{error}"));
    }
}
