//! `ishitori discover`: from a rule to a proved theorem, with nobody guessing the formula.
//!
//! The library searches, proves, and has the certificate checked (`ishitori::discoveries`); here the theorem
//! is printed, written into files, and kept in the user's store, where `value`, `play` and `study` find it.
//! Nothing found is exit code 3. Many games in a row are in `batch`; a formula of one's own is for `prove`.

mod bands;
mod batch;
mod data;
mod every_n;
mod families;
mod print;
mod single;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::bail;
use ishitori::claims::{ClaimedGame, slice_words};
use ishitori::discoveries::{self, AcceptedDiscovery, Aim, DiscoveryFinding, DiscoveryRequest};
use ishitori::discovery_json::{FindingFiles, finding_json, slices_json};
use ishitori::drawings::drawings;
use ishitori::every_n::EveryNGame;
use ishitori::files::{DiscoveryStore, save};
use ishitori::pieces::refuse_pieces;
use ishitori::slices::{SliceFinding, discover_slices, has_slices};
use ishitori::stopwatch::within;
use ishitori::{Control, GaveUp, rocq, walnut};

use self::print::{write_finding, write_slice, write_slices};
use super::write_json;
use crate::args::{DiscoverArgs, DiscoverTarget};

pub fn run(args: &DiscoverArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let control = &args.memory.of(control);
    if let Some(path) = &args.data {
        return data::run(path, args, control, out);
    }
    if args.families {
        return families::run(args, control, out);
    }
    let request = request(args)?;
    if args.band.bands {
        return bands::run(args, control, out);
    }
    if args.complexes.is_some() || args.sweep.is_some() {
        return batch::run(args, &request, control, out);
    }
    args.rocq.as_deref().map(super::rocq_file).transpose()?;
    let theorems = args.walnut.is_some() || args.rocq.is_some();
    let writes = args.output.is_some() || args.draw.is_some() || theorems;
    if args.games.len() > 1 && writes {
        bail!("-o, --draw, --walnut and --rocq write one theorem: name one game");
    }
    let mut found = Vec::new();
    let mut open: Option<GaveUp> = None;
    for game in &args.games {
        if let Some(game) = EveryNGame::open(game)? {
            match every_n::discover(args, &game, &within(control, args.limit()), out)? {
                Ok(json) => found.push(json),
                Err(why) => open = Some(why),
            }
            continue;
        }
        let claimed = ClaimedGame::open(game)?;
        refuse_pieces(
            &claimed.ruleset,
            "theorems are not looked for there: `ishitori table` shows what each is worth alone",
        )?;
        let claimed = super::sliced(claimed, args.bounds.as_deref(), control)?;
        let limited = within(control, args.limit());
        if let Some(finding) = single::discover(&claimed, args.json, &limited, out)? {
            if writes {
                bail!(
                    "of single heaps a period is found: `ishitori sequence --certificate` writes its proof"
                );
            }
            match finding {
                Ok(period) => found.push(period),
                Err(why) => open = Some(why),
            }
            continue;
        }
        let slices = !args.no_slices && args.bounds.is_none();
        let slices = slices && has_slices(&claimed.ruleset);
        let begun = Instant::now();
        // The other half is for slices.
        let time = args.limit().map(|limit| if slices { limit / 2 } else { limit });
        let finding = discoveries::discover(&claimed, &request, &within(control, time))?;
        let mut files = FindingFiles::default();
        if let DiscoveryFinding::Found(discovery) = &finding {
            files = write_files(args, &claimed, request.aim, discovery, control)?;
        }
        let name = claimed.full_name();
        if !args.json {
            write_finding(&name, request.aim, &finding, &files, out)?;
            out.flush()?;
        }
        let mut inside = Vec::new();
        if let (true, DiscoveryFinding::Resists(_)) = (slices, &finding) {
            // In tenths of a second, so that it can be read.
            let spent = Duration::from_millis(begun.elapsed().as_millis() as u64 / 100 * 100);
            let left = args.limit().map(|limit| limit.saturating_sub(spent));
            inside = of_slices(args, &claimed, &request, &within(control, left), out)?;
        }
        if args.json {
            let game = claimed.ruleset.about.full_name();
            let mut value = finding_json(&game, request.aim, &finding, &files);
            if let Some(bounds) = slice_words(&claimed.ruleset) {
                value["where"] = bounds.into();
            }
            if !inside.is_empty() {
                value["slices"] = slices_json(request.aim, &inside);
            }
            found.push(value);
        }
        open = match finding {
            DiscoveryFinding::Found(_) => open,
            DiscoveryFinding::Resists(resistance) => Some(match resistance.gave_up {
                Some(gave_up) => gave_up,
                None => GaveUp::new(format!("{name}: {}", resistance.why)),
            }),
            DiscoveryFinding::Outside(why) => Some(GaveUp::new(format!("{name}: {why}"))),
        };
    }
    if args.json {
        let one = if found.len() == 1 { found.remove(0) } else { found.into() };
        write_json(&one, out)?;
    }
    open.map_or(Ok(()), |gave_up| Err(gave_up.into()))
}

/// Tries the slices of a game that resists, keeps what is proved, and prints it.
fn of_slices(
    args: &DiscoverArgs,
    claimed: &ClaimedGame,
    request: &DiscoveryRequest,
    control: &Control,
    out: &mut dyn Write,
) -> anyhow::Result<Vec<(SliceFinding, FindingFiles)>> {
    let mut all = Vec::new();
    discover_slices(claimed, request, control, &mut |found: SliceFinding| {
        let mut files = FindingFiles::default();
        if let DiscoveryFinding::Found(discovery) = &found.finding {
            keep(args, &found.claimed, request.aim, discovery, &mut files);
        }
        if !args.json {
            write_slice(&found, &files, all.is_empty(), out)?;
            out.flush()?;
        }
        all.push((found, files));
        Ok(())
    })?;
    if !args.json && !all.is_empty() {
        write_slices(&all, out)?;
    }
    Ok(all)
}

/// Keeps a theorem, if that is wanted.
fn keep(
    args: &DiscoverArgs,
    claimed: &ClaimedGame,
    aim: Aim,
    discovery: &AcceptedDiscovery,
    files: &mut FindingFiles,
) {
    if args.forget {
        return;
    }
    let store = DiscoveryStore::of_user();
    match discoveries::keep(store.as_ref(), &claimed.ruleset, aim, discovery) {
        Ok(path) => files.kept = Some(path),
        Err(why) => files.not_kept = Some(why),
    }
}

fn request(args: &DiscoverArgs) -> anyhow::Result<DiscoveryRequest> {
    let aim = match args.what.unwrap_or(DiscoverTarget::P) {
        DiscoverTarget::Remoteness => {
            return Err(GaveUp::new(
                "automata follow who wins, not how long play lasts: `table --show remoteness` lists it, and `check` compares a formula with it",
            )
            .into());
        }
        DiscoverTarget::P => Aim::Outcomes(args.play.convention()),
        _ if args.play.misere => bail!("Grundy values are for normal play: leave out --misere"),
        DiscoverTarget::Grundy => Aim::Grundy,
        DiscoverTarget::Values => Aim::Values(args.most),
    };
    if !(args.time > 0.0 && args.time.is_finite()) {
        bail!("--time is a number of seconds, more than 0");
    }
    Ok(DiscoveryRequest { aim, states: args.states, bits: usize::from(args.digits) })
}

fn write_files(
    args: &DiscoverArgs,
    claimed: &ClaimedGame,
    aim: Aim,
    discovery: &AcceptedDiscovery,
    control: &Control,
) -> anyhow::Result<FindingFiles> {
    let mut files = FindingFiles::default();
    if let Some(path) = &args.output {
        save(path, discovery.theorem.proof.certificate.as_bytes())?;
        files.written.push(path.clone());
    }
    if let Some(path) = &args.draw {
        let drawings = drawings(&discovery.theorem.proof);
        for (name, drawing) in &drawings {
            let Some(svg) = drawing.svg() else {
                bail!("the automaton {name} is too large to be drawn");
            };
            let path = match (drawings.len(), path.extension()) {
                (1, _) => path.clone(),
                _ => path.with_extension(format!("{name}.svg")),
            };
            save(&path, svg.as_bytes())?;
            files.written.push(path);
        }
    }
    if let Some(folder) = &args.walnut {
        let name = format!("{}_{}", claimed.ruleset.about.name, discoveries::kind(aim));
        match walnut::write(folder, &name, &discovery.theorem, control)? {
            Ok(written) => files.written.extend(written),
            Err(why) => bail!(why),
        }
    }
    if let Some(path) = &args.rocq {
        let control = &within(control, args.limit());
        let again = discoveries::most_significant_first(claimed, aim, discovery, control)?;
        let theorem = again.as_ref().unwrap_or(&discovery.theorem);
        match rocq::write(path, &theorem.proof.certificate)? {
            Ok(()) => files.written.push(path.clone()),
            Err(why) => bail!(GaveUp::new(why)),
        }
    }
    keep(args, claimed, aim, discovery, &mut files);
    Ok(files)
}
