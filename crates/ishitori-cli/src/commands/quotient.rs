//! `ishitori quotient`: the misère quotient of a heap game, verified, as papers print it.
//!
//! The library finds and verifies it (`ishitori::quotients`); here are the words and the JSON, tested with
//! snapshots of misère Kayles and 0.123. If it has too many elements, that of the smaller heaps is printed,
//! with exit code 3. Normal play is for `sequence`.

use std::io::Write;

use ishitori::games::AnyGame;
use ishitori::open;
use ishitori::quotients::{QuotientReport, QuotientRequest};
use ishitori::sequences::QuotientPeriod;
use ishitori::single_heaps;
use ishitori::{Control, GaveUp};
use serde_json::{Value, json};

use super::write_json;
use crate::args::quotient::QuotientArgs;

/// Values in a row of text, if they do not repeat.
const IN_A_ROW: usize = 10;

/// A quotient with the name of its game.
struct NamedQuotient<'a> {
    name: &'a str,
    report: &'a QuotientReport,
}

/// Finds and prints the quotient that is asked for.
pub fn of(args: &QuotientArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let opened = open::open(&args.game)?;
    single_heaps::rules(&opened.ruleset)?;
    let AnyGame::Single(game) = &opened.game else { unreachable!("its rules are of single heaps") };
    let report = QuotientReport::of_game(game, &request(args), &args.work.of(control))?;
    print(&opened.ruleset.about.full_name(), report, args, out)
}

fn request(args: &QuotientArgs) -> QuotientRequest {
    let order_limit = args.order_limit as usize;
    QuotientRequest { to: args.to, order_limit, genera: args.genus }
}

/// Prints the quotient of the game that is called `name`.
fn print(
    name: &str,
    report: QuotientReport,
    args: &QuotientArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let named = NamedQuotient { name, report: &report };
    if args.json {
        write_json(&named.json(), out)?
    } else {
        named.write(out)?
    }
    match report.stopped {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

impl NamedQuotient<'_> {
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let QuotientReport { quotient, presentation, .. } = self.report;
        let p = self.report.p_elements();
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
        match self.report.period {
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
        let heaps = self.report.heaps();
        let length = match self.report.period {
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
        let Some((genera, stopped)) = &self.report.genera else { return Ok(()) };
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
        let QuotientReport { quotient, presentation, .. } = self.report;
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
        let period = self.report.period.and_then(Result::ok).map(|period| {
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
            "genus": self.report.genera.as_ref().map(|(genera, _)| genera),
            "stopped": self.report.stopped.as_ref().map(GaveUp::why),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use ishitori::sequences::{TakeMove, take_and_break};

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
        let control = Control::unlimited();
        let report = QuotientReport::new(&game, Some(&takes), &request(&args), &control);
        let report = report.expect("a quotient of some heaps");
        let result = print(&args.game, report, &args, &mut out);
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
