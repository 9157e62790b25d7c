//! The moves of a game on single heaps, as a certificate of its period lists them: a line for each number of heaps that
//! are left. They are written as constructors of the relation `move`, and as data of `rocq/Sequence.v`.

/// A line of the moves: how many heaps are left, and which numbers may be taken for that.
pub(crate) struct LeaveLine {
    /// `0`, `1`, `2`, `2 different` or `3`.
    left: String,
    all_but: bool,
    pub(crate) numbers: Vec<u64>,
}

impl LeaveLine {
    fn read(line: &str) -> Option<LeaveLine> {
        let rest = line.strip_prefix("leave ")?;
        let (left, all_but, numbers) = match (rest.split_once(" take"), rest.split_once(" all but"))
        {
            (Some((left, numbers)), _) => (left, false, numbers),
            (_, Some((left, numbers))) => (left, true, numbers),
            _ => return None,
        };
        let numbers = numbers.split_whitespace().map(|word| word.parse().ok());
        Some(LeaveLine {
            left: left.to_string(),
            all_but,
            numbers: numbers.collect::<Option<_>>()?,
        })
    }

    fn list(&self) -> String {
        listed(self.numbers.iter().copied())
    }

    /// The line as a constructor of `move`.
    fn constructor(&self) -> Option<String> {
        let list = self.list();
        let all_but = |what: &str| match self.numbers.is_empty() {
            true => format!("1 <= {what}"),
            false => format!("1 <= {what} -> ~ In {what} {list}"),
        };
        Some(match (self.left.as_str(), self.all_but) {
            ("0", false) => format!("| take_all n : In n {list} -> move n []"),
            ("0", true) => format!("| take_any n : {} -> move n []", all_but("n")),
            ("1", false) => {
                format!("| leave_1 t x : In t {list} -> 1 <= x -> move (x + t) [x]")
            }
            ("1", true) => {
                format!("| leave_1_any t x : {} -> 1 <= x -> move (x + t) [x]", all_but("t"))
            }
            ("2", false) => format!(
                "| leave_2 t x y : In t {list} -> 1 <= x -> 1 <= y -> move (x + y + t) [x; y]"
            ),
            ("2 different", false) => format!(
                "| leave_2_different t x y : In t {list} -> 1 <= x -> 1 <= y -> x <> y -> move (x + y + t) [x; y]"
            ),
            ("3", false) => format!(
                "| leave_3 t x y z : In t {list} -> 1 <= x -> 1 <= y -> 1 <= z -> move (x + y + z + t) [x; y; z]"
            ),
            _ => return None,
        })
    }
}

/// A list of Rocq.
pub(crate) fn listed<T: ToString>(numbers: impl Iterator<Item = T>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join("; "))
}

/// The moves, a line each.
pub(crate) struct LeaveLines(Vec<LeaveLine>);

impl LeaveLines {
    /// Reads lines of a certificate.
    pub(crate) fn read(lines: &[String]) -> Option<LeaveLines> {
        lines.iter().map(|line| LeaveLine::read(line)).collect::<Option<_>>().map(LeaveLines)
    }

    /// The constructors of `move`.
    pub(crate) fn constructors(&self) -> Option<Vec<String>> {
        self.0.iter().map(LeaveLine::constructor).collect()
    }

    /// The line for so many heaps that are left.
    pub(crate) fn find(&self, left: &str, all_but: bool) -> Option<&LeaveLine> {
        self.0.iter().find(|line| line.left == left && line.all_but == all_but)
    }

    /// The moves as data of the library.
    pub(crate) fn rule(&self) -> String {
        let list = |left| self.find(left, false).map_or("[]".to_string(), LeaveLine::list);
        let but = |left| match self.find(left, true) {
            Some(line) => format!("(Some {})", line.list()),
            None => "None".to_string(),
        };
        let (two, different, three) = (list("2"), list("2 different"), list("3"));
        format!(
            "Rule {} {} {} {} {two} {different} {three}",
            list("0"),
            but("0"),
            list("1"),
            but("1")
        )
    }

    /// The largest number that is named.
    pub(crate) fn named(&self) -> u64 {
        self.0.iter().flat_map(|line| &line.numbers).copied().max().unwrap_or(0)
    }

    /// Whether two heaps or three may be left.
    pub(crate) fn splits(&self) -> bool {
        self.0.iter().any(|line| line.left.starts_with(['2', '3']))
    }

    /// About how many options the heaps below `count` have.
    pub(crate) fn options(&self, count: usize) -> u128 {
        let count = count as u128;
        let one = |line: &LeaveLine| match (line.left.as_str(), line.all_but) {
            ("0", _) => count,
            ("1", true) => count * count / 2 * (1 + line.numbers.len() as u128),
            ("1", false) => count * line.numbers.len() as u128,
            ("3", _) => count.pow(3) / 6 * line.numbers.len() as u128,
            _ => count * count / 2 * line.numbers.len() as u128,
        };
        self.0.iter().map(one).sum()
    }
}
