//! Graphs and complexes in expressions: `cycle(n)`, `vertices(edges)`, `neighbours(edges, v)`.

use super::scope::{LoweredValue, NameScope};
use crate::family::Affine;
use crate::problem::Problem;
use crate::set_list::{NAMED_SETS, SetList};
use crate::syntax::{Expr, SpannedName};

impl NameScope {
    /// The value of a call that is about lists of sets; `None` if it is not.
    pub(super) fn graph_function(
        &mut self,
        name: &SpannedName,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Option<Result<LoweredValue, Problem>> {
        match (name.value.as_str(), arguments) {
            ("vertices", [list]) => Some(self.lists(list).map(|lists| {
                let largest = lists.iter().flatten().copied().max().unwrap_or(0);
                LoweredValue::Number(Affine::constant(largest))
            })),
            ("neighbours", [list, vertex]) => Some(self.neighbours(list, vertex)),
            ("vertices" | "neighbours", _) => {
                let message = format!("`{}` takes a list of sets first", name.value);
                let problem = Problem::new(expr.span.clone(), message, "other arguments");
                Some(Err(problem.hint("as in `vertices(edges)` or `neighbours(edges, v)`")))
            }
            (graph, _) => NAMED_SETS
                .iter()
                .any(|(known, _)| *known == graph)
                .then(|| self.named_sets(graph, arguments, expr)),
        }
    }

    fn named_sets(
        &mut self,
        name: &str,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<LoweredValue, Problem> {
        let numbers: Result<Vec<i64>, Problem> =
            arguments.iter().map(|argument| self.number(argument)).collect();
        let list = SetList::named(name, &numbers?).expect("its name is known");
        list.map(|list| LoweredValue::Lists(list.sets().to_vec()))
            .map_err(|why| Problem::new(expr.span.clone(), why, "this graph"))
    }

    fn lists(&mut self, expr: &Expr) -> Result<Vec<Vec<i64>>, Problem> {
        match self.value(expr)? {
            LoweredValue::Lists(lists) | LoweredValue::Sets(lists) => Ok(lists),
            other => {
                let message = format!("expected a list of sets, found {}", other.kind());
                Err(Problem::new(expr.span.clone(), message, "expected a list of sets"))
            }
        }
    }

    /// All that are in a set together with a vertex.
    fn neighbours(&mut self, list: &Expr, vertex: &Expr) -> Result<LoweredValue, Problem> {
        let (lists, vertex) = (self.lists(list)?, self.number(vertex)?);
        let with_it = lists.iter().filter(|set| set.contains(&vertex));
        let mut near: Vec<i64> = with_it.flatten().copied().filter(|v| *v != vertex).collect();
        near.sort_unstable();
        near.dedup();
        Ok(LoweredValue::Set(near))
    }
}
