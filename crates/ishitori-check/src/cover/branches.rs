//! The covers that each theorem needs, and the branches of each, as the document tells them.
//!
//! A cover says that every position (with numbers beside it, where values are unbounded) is outside, or in a
//! set, or has a move to where it must have one. The checker makes the list from the theorem, so a file cannot
//! leave out a cover. It may leave out automata: then branches are missing, and less is covered.

use crate::certificate::contents::{Certificate, CertificateMove, StatedTheorem};
use crate::cover::branch::{BranchComponent, CoverBranch, DigitSource, RequiredCover};
use crate::formula::variable::{VariableNumber, created, heap};
use DigitSource::{Given, Hidden};

/// The automata of a branch by their names, with where they read.
type ComponentNames = Vec<(String, Vec<DigitSource>)>;

/// The covers that the theorem needs.
pub(crate) fn required_covers(certificate: &Certificate) -> Vec<RequiredCover<'_>> {
    match &certificate.theorem {
        StatedTheorem::Values(sets) => {
            (0..sets.len()).map(|set| of_set(certificate, set)).collect()
        }
        StatedTheorem::Grundy { .. } => of_graph(certificate),
        StatedTheorem::Misere { .. } => of_misere(certificate),
        StatedTheorem::Families { sets, lost } => of_families(certificate, sets.len(), *lost),
    }
}

/// Every position is outside, in a set up to this one, or has a move to this one.
fn of_set(certificate: &Certificate, value: usize) -> RequiredCover<'_> {
    let mut branches = vec![on_heaps(certificate, "outside")];
    branches.extend((0..=value).map(|set| on_heaps(certificate, &format!("set{set}"))));
    branches.extend(targets(certificate, &format!("set{value}"), None));
    RequiredCover { name: value.to_string(), given: certificate.heaps(), branches, is_moved: true }
}

/// Every position with a value g has a move to each v below it (with `onehot`, to each that is a power of
/// two); and every position has a value.
fn of_graph(certificate: &Certificate) -> Vec<RequiredCover<'_>> {
    let count = certificate.heaps();
    let (g, v) = (Given(count), Given(count + 1));
    let heaps_and = |more: DigitSource| (0..count).map(Given).chain([more]).collect();
    let mut branches = vec![
        on_heaps(certificate, "outside"),
        branch(certificate, vec![("notgraph".to_string(), heaps_and(g))], Vec::new()),
        branch(certificate, vec![("above".to_string(), vec![g, v])], Vec::new()),
    ];
    branches.extend(targets(certificate, "graph", Some(v)));
    let some = vec![("graph".to_string(), heaps_and(Hidden(0)))];
    let exists = vec![on_heaps(certificate, "outside"), branch(certificate, some, vec![count - 1])];
    vec![
        RequiredCover { name: "graph".to_string(), given: count + 2, branches, is_moved: false },
        RequiredCover {
            name: "exists".to_string(),
            given: count,
            branches: exists,
            is_moved: false,
        },
    ]
}

/// Every position is terminal or has a move; and it is lost, terminal, or has a move to a lost one.
fn of_misere(certificate: &Certificate) -> Vec<RequiredCover<'_>> {
    let given = certificate.heaps();
    let plain = |names: &[&str]| names.iter().map(|name| on_heaps(certificate, name)).collect();
    let mut terminal: Vec<CoverBranch<'_>> = plain(&["outside", "terminal"]);
    terminal.extend((0..certificate.moves.len()).flat_map(|i| possible(certificate, i)));
    let mut lost: Vec<CoverBranch<'_>> = plain(&["outside", "set0", "terminal"]);
    lost.extend(targets(certificate, "set0", None));
    vec![
        RequiredCover { name: "terminal".to_string(), given, branches: terminal, is_moved: false },
        RequiredCover { name: "0".to_string(), given, branches: lost, is_moved: false },
    ]
}

/// Every option of a set that is lost has a move to one, for each such set and each move; and so has every position of a set that
/// is won.
fn of_families(certificate: &Certificate, sets: usize, lost: usize) -> Vec<RequiredCover<'_>> {
    let given = certificate.heaps();
    let mut covers = Vec::new();
    for set in 0..lost {
        let moves = 0..certificate.moves.len();
        covers.extend(moves.map(|index| of_replies(certificate, set, index, lost)));
    }
    for set in lost..sets {
        let mut branches = vec![on_heaps(certificate, "outside")];
        branches.push(on_heaps(certificate, &format!("notset{set}")));
        for target in 0..lost {
            branches.extend(targets(certificate, &format!("set{target}"), None));
        }
        covers.push(RequiredCover { name: set.to_string(), given, branches, is_moved: false });
    }
    covers
}

/// Whatever position and move are given: the position is outside, or not in the set, or it is no move, or some move leads from the
/// position after it to a set that is lost.
fn of_replies(
    certificate: &Certificate,
    set: usize,
    index: usize,
    lost: usize,
) -> RequiredCover<'_> {
    let count = certificate.heaps();
    let mut after: Vec<DigitSource> = (0..count).map(Given).collect();
    let (new, no_move) = match &certificate.moves[index] {
        CertificateMove::Lower(heaps) => {
            for (place, heap) in heaps.iter().enumerate() {
                after[*heap] = Given(count + place);
            }
            let old = heaps.iter().map(|heap| Given(*heap));
            (heaps.len(), old.chain((0..heaps.len()).map(|new| Given(count + new))).collect())
        }
        CertificateMove::General { created: new, to, .. } => {
            let place = |variable: &VariableNumber| {
                let heap = (0..count).find(|index| heap(*index) == *variable);
                let made = || (0..new.len()).find(|j| created(*j) == *variable);
                heap.or_else(|| made().map(|j| count + j)).map(Given)
            };
            after = to.iter().filter_map(place).collect();
            (new.len(), given_tracks(certificate, &format!("notmove{}", index + 1), new))
        }
    };
    let mut branches = vec![on_heaps(certificate, "outside")];
    branches.push(on_heaps(certificate, &format!("notset{set}")));
    let no_move = vec![(format!("notmove{}", index + 1), no_move)];
    branches.push(branch(certificate, no_move, Vec::new()));
    for target in 0..lost {
        for reply in targets(certificate, &format!("set{target}"), None) {
            branches.push(reply.made_after(&after));
        }
    }
    let name = format!("{set}.{}", index + 1);
    RequiredCover { name, given: count + new, branches, is_moved: false }
}

/// Where an automaton reads whose tracks are heaps and new numbers that are all given.
fn given_tracks(certificate: &Certificate, name: &str, new: &[String]) -> Vec<DigitSource> {
    let table = certificate.tables.iter().find(|table| table.name == name);
    let heaps = &certificate.statement.heaps;
    let source = |track: &String| {
        let heap = heaps.iter().position(|heap| heap == track);
        let made = || new.iter().position(|name| name == track).map(|j| heaps.len() + j);
        heap.or_else(made).map(Given)
    };
    table.map_or(&[][..], |table| &table.tracks[..]).iter().filter_map(source).collect()
}

impl CoverBranch<'_> {
    /// The same branch where these tracks are in the place of the heaps.
    fn made_after(mut self, after: &[DigitSource]) -> Self {
        for component in &mut self.components {
            for source in &mut component.sources {
                if let Given(heap) = *source {
                    *source = after[heap];
                }
            }
        }
        self.lower = None;
        self
    }
}

/// The branch of one automaton that reads the heaps.
fn on_heaps<'a>(certificate: &'a Certificate, name: &str) -> CoverBranch<'a> {
    let heaps = (0..certificate.heaps()).map(Given).collect();
    branch(certificate, vec![(name.to_string(), heaps)], Vec::new())
}

/// The branches of all moves with this target.
fn targets<'a>(
    certificate: &'a Certificate,
    name: &str,
    value: Option<DigitSource>,
) -> impl Iterator<Item = CoverBranch<'a>> {
    (0..certificate.moves.len()).map(move |index| target(certificate, index, name, value))
}

/// A branch: its automata by their names, and next to which tracks its hidden ones are read.
fn branch<'a>(
    certificate: &'a Certificate,
    parts: ComponentNames,
    hidden: Vec<usize>,
) -> CoverBranch<'a> {
    let component = |(name, sources): (String, Vec<DigitSource>)| -> Option<BranchComponent<'a>> {
        let table = certificate.tables.iter().find(|table| table.name == name)?;
        Some(BranchComponent { table, sources })
    };
    let components = parts.into_iter().map(component).collect::<Option<Vec<_>>>();
    CoverBranch { components: components.unwrap_or_default(), hidden, lower: None }
}

/// Where the automaton of a general move reads: its tracks are named in the file.
fn own(certificate: &Certificate, index: usize, new: &[String]) -> (String, Vec<DigitSource>) {
    let name = format!("move{}", index + 1);
    let table = certificate.tables.iter().find(|table| table.name == name);
    let source = |track: &String| {
        let heap = certificate.statement.heaps.iter().position(|heap| heap == track);
        heap.map(Given).or_else(|| new.iter().position(|name| name == track).map(Hidden))
    };
    let tracks = table.map_or(&[][..], |table| &table.tracks[..]);
    (name, tracks.iter().filter_map(source).collect())
}

/// The branch of a move with a target; `value` is read by the target after the heaps.
fn target<'a>(
    certificate: &'a Certificate,
    index: usize,
    name: &str,
    value: Option<DigitSource>,
) -> CoverBranch<'a> {
    let count = certificate.heaps();
    match &certificate.moves[index] {
        CertificateMove::Lower(heaps) => {
            let place = |heap: usize| heaps.iter().position(|lowered| *lowered == heap);
            let source = |heap: usize| place(heap).map_or(Given(heap), Hidden);
            let mut parts = vec![(name.to_string(), (0..count).map(source).chain(value).collect())];
            for (place, heap) in heaps.iter().enumerate() {
                parts.push(("le".to_string(), vec![Hidden(place), Given(*heap)]));
            }
            CoverBranch { lower: Some(heaps), ..branch(certificate, parts, heaps.clone()) }
        }
        CertificateMove::General { created: new, to, .. } => {
            let given = |variable| (0..count).find(|index| heap(*index) == variable).map(Given);
            let hidden = |variable| (0..new.len()).find(|j| created(*j) == variable).map(Hidden);
            let source = |variable: &u32| given(*variable).or_else(|| hidden(*variable));
            let sources = to.iter().filter_map(source).chain(value).collect();
            let parts = vec![(name.to_string(), sources), own(certificate, index, new)];
            branch(certificate, parts, vec![0; new.len()])
        }
    }
}

/// The branches of a move without target: that it can be made.
fn possible(certificate: &Certificate, index: usize) -> Vec<CoverBranch<'_>> {
    match &certificate.moves[index] {
        CertificateMove::Lower(heaps) => {
            let one = |heap: &usize| {
                let parts = vec![("lt".to_string(), vec![Hidden(0), Given(*heap)])];
                branch(certificate, parts, vec![*heap])
            };
            heaps.iter().map(one).collect()
        }
        CertificateMove::General { created: new, .. } => {
            vec![branch(certificate, vec![own(certificate, index, new)], vec![0; new.len()])]
        }
    }
}
