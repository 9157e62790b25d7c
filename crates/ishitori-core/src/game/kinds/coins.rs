//! Boards of coins, of which a move turns a set: the last of them showed heads.
//!
//! What is left is a bit a coin that shows heads. In normal play such a board is worth the xor of its heads, each alone on the
//! board (two heads at one place cancel, as equal games do; Winning Ways, chapter 14), so values need single coins only. Who wins in misère play and how long
//! play lasts belong to the board as it is.

use ishitori_rule::figure_rules::CoinRules;

use super::cells_text;
use super::{
    FigureEntry, FigureKind, FigureList, FigurePicture, Ground, KeyScope, NamedList, Remains,
    mask_at, members, of_mask,
};

/// Up to so many coins all boards are looked at if nobody names some.
const MAX_LISTED_COINS: usize = 9;

/// The kind: a rule with its board.
#[derive(Debug)]
pub struct CoinKind {
    ground: CoinGround,
}

#[derive(Clone, Debug)]
struct CoinGround {
    rules: std::sync::Arc<CoinRules>,
}

impl CoinKind {
    pub fn new(rules: &CoinRules) -> CoinKind {
        CoinKind { ground: CoinGround { rules: std::sync::Arc::new(rules.clone()) } }
    }
}

impl FigureKind for CoinKind {
    fn read(&self, text: &str) -> Result<(Box<dyn Ground>, Remains), String> {
        let CoinRules { rows, columns, .. } = *self.ground.rules;
        let board = match super::lists::call(text) {
            Ok((name, numbers)) if name == "coin" => coin(&numbers, rows, columns)?,
            _ => cells_text::read(text, rows, columns)?,
        };
        Ok((Box::new(self.ground.clone()), of_mask(board)))
    }

    fn example(&self) -> String {
        let CoinRules { rows, columns, .. } = *self.ground.rules;
        cells_text::write(1 << (rows * columns - 1) | 1 << (rows * columns / 2), rows, columns)
    }

    fn default_list(&self) -> String {
        let CoinRules { rows, columns, .. } = *self.ground.rules;
        match rows {
            _ if rows * columns <= MAX_LISTED_COINS => "boards".to_string(),
            1 => format!("coin(1..{columns})"),
            _ => format!("coin(1..{rows},1..{columns})"),
        }
    }

    fn list_names(&self) -> &'static [&'static str] {
        &["boards"]
    }

    fn family_names(&self) -> &'static [&'static str] {
        &["coin", "empty", "full"]
    }

    fn number_names(&self) -> &'static [&'static str] {
        &["heads", "rows", "columns"]
    }

    fn lists(&self) -> &'static [FigureList] {
        cells_text::LISTS
    }

    fn list(&self, list: &NamedList) -> Option<Result<Vec<String>, String>> {
        let NamedList { name, numbers, .. } = *list;
        let CoinRules { rows, columns, .. } = *self.ground.rules;
        (name == "boards").then(|| {
            if !numbers.is_empty() || rows * columns > 20 {
                return Err("`boards` stands for all boards of at most 20 coins".to_string());
            }
            let all = 0u128..1 << (rows * columns);
            Ok(all.map(|board| cells_text::write(board, rows, columns)).collect())
        })
    }
}

/// The board on which one coin shows heads.
fn coin(numbers: &[u64], rows: usize, columns: usize) -> Result<u128, String> {
    let (row, column) = match *numbers {
        [column] if rows == 1 => (1, column),
        [row, column] => (row, column),
        _ => return Err("write `coin(row,column)`, or `coin(column)` on one row".into()),
    };
    if row == 0 || column == 0 || row > rows as u64 || column > columns as u64 {
        return Err(format!("there is no coin in row {row}, column {column}"));
    }
    Ok(1 << ((row as usize - 1) * columns + column as usize - 1))
}

impl Ground for CoinGround {
    fn visit_options(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let heads = mask_at(of, 0);
        for head in members(heads) {
            for set in &self.rules.sets[head] {
                add(of_mask(heads ^ set));
            }
        }
    }

    fn visit_parts(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        if members(mask_at(of, 0)).any(|head| !self.rules.sets[head].is_empty()) {
            add(of.clone());
        }
    }

    fn visit_summands(&self, of: &Remains, add: &mut dyn FnMut(Remains)) {
        let heads = members(mask_at(of, 0)).filter(|head| !self.rules.sets[*head].is_empty());
        heads.for_each(|head| add(of_mask(1 << head)));
    }

    fn key(&self, part: &Remains, key: &mut Vec<u8>) -> KeyScope {
        key.extend_from_slice(part);
        KeyScope::Kind
    }

    fn has_costly_keys(&self) -> bool {
        false
    }

    fn size(&self, of: &Remains) -> u64 {
        u64::from(mask_at(of, 0).count_ones())
    }

    fn write(&self, of: &Remains) -> String {
        cells_text::write(mask_at(of, 0), self.rules.rows, self.rules.columns)
    }

    fn numbers(&self, of: &Remains) -> Vec<i64> {
        let heads = i64::from(mask_at(of, 0).count_ones());
        vec![heads, self.rules.rows as i64, self.rules.columns as i64]
    }

    fn list(&self, of: &Remains, at: usize) -> Vec<FigureEntry> {
        cells_text::list(mask_at(of, 0), self.rules.rows, self.rules.columns, at)
    }

    fn picture(&self, of: &Remains) -> FigurePicture {
        cells_text::picture(mask_at(of, 0), self.rules.rows, self.rules.columns)
    }
}
