//! The last form of a list of operations: what nobody reads goes, and columns are used again.
//!
//! What may mark lanes stays, read or not. A result gets a column that no later operation needs, and never one that its own operation
//! reads. What is filled from outside comes first and keeps its columns, since it is filled before the first operation.

use super::{ColumnBuilder, TruthColumn};
use crate::claim::columns::{ColumnFormula, ColumnOperation as Op, ColumnStep};

impl<'p> ColumnBuilder<'p> {
    /// The formula whose truth is `answer`.
    pub(in crate::claim::columns) fn finish(mut self, answer: TruthColumn) -> ColumnFormula<'p> {
        let last_use = self.last_uses(answer);
        let (mut steps, mut inputs) = (Vec::new(), Vec::new());
        let mut columns = [ColumnPool::default(), ColumnPool::default()];
        let mut places = vec![0; self.operations.len()];
        // What is filled from outside keeps its columns.
        for at in (0..self.operations.len()).filter(|at| last_use[*at].is_some()) {
            let operation = self.operations[at].clone();
            if operation.is_input() {
                let result = columns[usize::from(operation.is_truth())].take();
                places[at] = result;
                inputs.push(ColumnStep { operation, result });
            }
        }
        for at in 0..self.operations.len() {
            let (Some(last), false) = (last_use[at], self.operations[at].is_input()) else {
                continue;
            };
            let mut operation = self.operations[at].clone();
            let bank = usize::from(operation.is_truth());
            let result = columns[bank].take();
            places[at] = result;
            let mut read = self.read_by(at);
            operation.operands().into_iter().for_each(|operand| *operand = places[*operand]);
            if let Op::WalkedNumber(part, _) | Op::WalkedTruth(part, _) = operation {
                let variables = &mut self.parts[part].variables;
                variables.iter_mut().for_each(|(_, column)| *column = places[*column]);
            }
            read.sort_unstable();
            read.dedup();
            for operand in read {
                let from = &self.operations[operand];
                if last_use[operand] == Some(at) && !from.is_input() {
                    columns[usize::from(from.is_truth())].give(places[operand]);
                }
            }
            // What only marks lanes has a result that nobody reads.
            if last == at {
                columns[bank].give(result);
            }
            steps.push(ColumnStep { operation, result });
        }
        let used = |at: usize| last_use[at].is_some() && !self.operations[at].is_truth();
        let is_narrow =
            (0..self.operations.len()).filter(|at| used(*at)).all(|at| self.spans[at].is_narrow());
        ColumnFormula {
            steps,
            inputs,
            parts: self.parts,
            numbers: columns[0].all,
            truths: columns[1].all,
            answer: places[answer.0],
            is_narrow,
        }
    }

    /// Where each operation is read for the last time, or stands if it is done for its own sake; `None` if it can go.
    fn last_uses(&mut self, answer: TruthColumn) -> Vec<Option<usize>> {
        let mut last: Vec<Option<usize>> = vec![None; self.operations.len()];
        last[answer.0] = Some(usize::MAX);
        for at in (0..self.operations.len()).rev() {
            let operation = &self.operations[at];
            if operation.may_mark() || *operation == Op::InUse {
                last[at].get_or_insert(at);
            }
            if last[at].is_none() {
                continue;
            }
            for operand in self.read_by(at) {
                last[operand].get_or_insert(at);
            }
        }
        last
    }

    /// The operations whose results an operation reads.
    fn read_by(&mut self, at: usize) -> Vec<usize> {
        let operation = &mut self.operations[at];
        let mut read: Vec<usize> = operation.operands().into_iter().map(|a| *a).collect();
        if let Op::WalkedNumber(part, _) | Op::WalkedTruth(part, _) = operation {
            read.extend(self.parts[*part].variables.iter().map(|(_, column)| *column));
        }
        read
    }
}

/// Columns of one kind, used again and again.
#[derive(Default)]
struct ColumnPool {
    all: usize,
    free: Vec<usize>,
}

impl ColumnPool {
    fn take(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.all += 1;
            self.all - 1
        })
    }

    fn give(&mut self, column: usize) {
        self.free.push(column);
    }
}
