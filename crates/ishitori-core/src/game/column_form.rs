//! A sum of multiples of numbered columns: what a linear term is while its unknowns are set one after the other.

/// `terms · values + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnForm {
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
}

impl ColumnForm {
    pub fn value(&self, values: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (at, c)| sum + c * values[*at])
    }
}

impl ColumnForm {
    /// The coefficient of a column.
    pub fn coefficient(&self, column: usize) -> i64 {
        self.terms.iter().find(|(at, _)| *at == column).map_or(0, |(_, c)| *c)
    }
}
