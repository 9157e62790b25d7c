//! Writes a whole certificate: learns the automata, finds the covers, and puts the text together.

use crate::naive::cover::{Branch, Prover, Source};
use crate::naive::learn::learn;
use crate::naive::seal::sealed;
use crate::naive::spec::{Goal, Said, Spec, Step};

/// The certificate, as text.
pub fn prove(spec: &Spec) -> String {
    let mut writer = Writer { prover: Prover { spec, tables: Vec::new() } };
    writer.learn_moves();
    let (theorem, covers) = match &spec.goal {
        Goal::Values(sets) => writer.values(sets),
        Goal::Grundy { onehot, graph, holds } => writer.grundy(*onehot, graph, *holds),
        Goal::Misere { terminal, lost } => writer.misere(terminal, lost),
    };
    let blocks = [writer.automata(), writer.symmetries(), covers].concat();
    sealed(&[head(spec), theorem, blocks].concat())
}

/// The lines before the theorem.
fn head(spec: &Spec) -> String {
    let mut text = String::from(
        "ishitori certificate 1\n# made by the tests\ngame test\nrule\n| game test # really\n|\n| end\nclaim T1\n| claimed\n",
    );
    text += if spec.zeckendorf { "numeration zeckendorf\n" } else { "numeration binary\n" };
    text += if spec.lsd { "order lsd\n" } else { "order msd\n" };
    text += if spec.single { "digits single\n" } else { "digits together\n" };
    text += &format!("heaps {}\nvalid {}\n", spec.heaps.join(" "), spec.valid.0);
    for step in &spec.moves {
        match step {
            Step::Lower(lower) => {
                let names: Vec<&str> = lower.iter().map(|i| spec.heaps[*i]).collect();
                text += &format!("lower {}\n", names.join(" "));
            }
            Step::General(general) => text += &format!("{}\n", general.line),
        }
    }
    text + &format!("measure{}\n", " 1".repeat(spec.heaps.len()))
}

/// The numbers of states in a line.
fn list(states: &[u32]) -> String {
    states.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

struct Writer<'a> {
    prover: Prover<'a>,
}

impl<'a> Writer<'a> {
    fn learn(
        &mut self,
        name: &str,
        tracks: &[&str],
        complement: bool,
        holds: &dyn Fn(&[u64]) -> bool,
    ) {
        let learned = learn(self.prover.spec, name, tracks, complement, holds);
        self.prover.tables.push(learned);
    }

    fn lowers(&self) -> bool {
        self.prover.spec.moves.iter().any(|step| matches!(step, Step::Lower(_)))
    }

    /// The automata that every theorem needs.
    fn learn_moves(&mut self) {
        let spec = self.prover.spec;
        self.learn("outside", &spec.heaps, true, &spec.valid.1);
        if self.lowers() {
            self.learn("le", &["x", "y"], false, &|x| x[0] <= x[1]);
        }
        for (index, step) in spec.moves.iter().enumerate() {
            if let Step::General(general) = step {
                let tracks: Vec<&str> = general.tracks.iter().map(|t| t.0).collect();
                self.learn(&format!("move{}", index + 1), &tracks, false, &general.holds);
            }
        }
    }

    /// The branch of one automaton.
    fn plain(&self, name: &str, sources: Vec<Source>, hidden: Vec<usize>) -> Branch {
        Branch { components: vec![(self.prover.table(name), sources)], hidden, lower: None }
    }

    /// The branch of one automaton that reads the heaps and maybe more.
    fn on_heaps(&self, name: &str, more: Option<Source>, hidden: Vec<usize>) -> Branch {
        let heaps = (0..self.prover.spec.heaps.len()).map(|i| (true, i));
        self.plain(name, heaps.chain(more).collect(), hidden)
    }

    /// The branches of all moves with this target.
    fn targets(&self, name: &str, value: Option<Source>) -> Vec<Branch> {
        let moves = 0..self.prover.spec.moves.len();
        moves.map(|index| self.prover.target(index, name, value)).collect()
    }

    /// The lines of a theorem on values, and its covers.
    fn values(&mut self, sets: &[Said]) -> (String, String) {
        let heaps = &self.prover.spec.heaps;
        let mut text = format!("theorem values {}\n", sets.len() - 1);
        for (value, (formula, holds)) in sets.iter().enumerate() {
            text += &format!("set {value} {formula}\n");
            self.learn(&format!("set{value}"), heaps, false, holds);
        }
        let mut covers = String::new();
        for value in 0..sets.len() {
            let mut branches = vec![self.on_heaps("outside", None, vec![])];
            for lower in 0..=value {
                branches.push(self.on_heaps(&format!("set{lower}"), None, vec![]));
            }
            branches.extend(self.targets(&format!("set{value}"), None));
            covers += &self.prover.cover(&value.to_string(), heaps.len(), &branches);
        }
        (text, covers)
    }

    /// The lines of a theorem on all values, and its covers.
    fn grundy(&mut self, onehot: bool, graph: &str, holds: fn(&[u64]) -> bool) -> (String, String) {
        let heaps = &self.prover.spec.heaps;
        let count = heaps.len();
        let tracks = [heaps.clone(), vec!["g"]].concat();
        self.learn("graph", &tracks, false, &holds);
        self.learn("notgraph", &tracks, true, &holds);
        let above = |x: &[u64]| x[1] >= x[0] || (onehot && x[1].count_ones() != 1);
        self.learn("above", &["g", "v"], false, &above);
        let mut branches = vec![
            self.on_heaps("outside", None, vec![]),
            self.on_heaps("notgraph", Some((true, count)), vec![]),
            self.plain("above", vec![(true, count), (true, count + 1)], vec![]),
        ];
        branches.extend(self.targets("graph", Some((true, count + 1))));
        let exists = vec![
            self.on_heaps("outside", None, vec![]),
            self.on_heaps("graph", Some((false, 0)), vec![count - 1]),
        ];
        let covers = self.prover.cover("graph", count + 2, &branches)
            + &self.prover.cover("exists", count, &exists);
        let kind = if onehot { "onehot" } else { "plain" };
        (format!("theorem grundy {kind}\ngraph {graph}\n"), covers)
    }

    /// The lines of a theorem on misere play, and its covers.
    fn misere(&mut self, terminal: &Said, lost: &Said) -> (String, String) {
        let heaps = &self.prover.spec.heaps;
        self.learn("terminal", heaps, false, &terminal.1);
        self.learn("set0", heaps, false, &lost.1);
        if self.lowers() {
            self.learn("lt", &["x", "y"], false, &|x| x[0] < x[1]);
        }
        let plain = |names: &[&str]| -> Vec<Branch> {
            names.iter().map(|name| self.on_heaps(name, None, vec![])).collect()
        };
        let mut branches = plain(&["outside", "terminal"]);
        branches.extend((0..self.prover.spec.moves.len()).flat_map(|i| self.possible(i)));
        let mut others = plain(&["outside", "set0", "terminal"]);
        others.extend(self.targets("set0", None));
        let covers = self.prover.cover("terminal", heaps.len(), &branches)
            + &self.prover.cover("0", heaps.len(), &others);
        (format!("theorem misere\nterminal {}\nset 0 {}\n", terminal.0, lost.0), covers)
    }

    /// The branches that say that a move can be made.
    fn possible(&self, index: usize) -> Vec<Branch> {
        match &self.prover.spec.moves[index] {
            Step::Lower(lower) => {
                let one =
                    |heap: &usize| self.plain("lt", vec![(false, 0), (true, *heap)], vec![*heap]);
                lower.iter().map(one).collect()
            }
            Step::General(_) => {
                let mut branch = self.prover.target(index, "set0", None);
                branch.components.remove(0);
                vec![branch]
            }
        }
    }

    /// The blocks of the automata.
    fn automata(&self) -> String {
        let mut text = String::new();
        for table in &self.prover.tables {
            text += &format!("automaton {} tracks {}\n", table.name, table.tracks.join(" "));
            for state in 0..table.next.len() {
                let accepting = if table.accepting[state] { '+' } else { '-' };
                let next = list(&table.next[state]);
                let includes = list(&table.includes[state]);
                text += &format!("{state} {accepting} {next} < {includes}\n");
            }
        }
        text
    }

    /// The blocks of the symmetries.
    fn symmetries(&self) -> String {
        let mut text = String::new();
        for (index, places) in self.prover.spec.symmetries.iter().enumerate() {
            let named: Vec<String> = places.iter().map(|p| (p + 1).to_string()).collect();
            text += &format!("symmetry {}\nplaces {}\n", index + 1, named.join(" "));
            let used = |name: &str| name == "outside" || name.starts_with("set");
            for table in self.prover.tables.iter().filter(|table| used(&table.name)) {
                let images = list(&self.prover.images(table, places));
                text += &format!("states {} {images}\n", table.name);
            }
        }
        text
    }
}
