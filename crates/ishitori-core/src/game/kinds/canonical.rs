//! A canonical form of small relations: graphs up to isomorphism, posets, with marked vertices.
//!
//! Vertices are sorted into classes by what can be seen from them (marks, then how many neighbours lie in each class, until
//! nothing changes). Where classes are left with several vertices, one of them is singled out after the other and the
//! smallest table of all results counts: the textbook's individualisation and refinement (B. McKay, Practical graph
//! isomorphism, 1981), without its search for automorphisms. Vertices of a class that are twins may be exchanged, so only
//! the first of them is singled out. Regular graphs can have very many results; after [`MAX_LEAVES`] the smallest so far
//! counts. Then two equal graphs may get two forms, which costs time; two different ones never get the same, since a form
//! is the whole relation.
//! Cost: some n^2 steps a refinement; a path or a tree needs one search, a random graph too.

use super::members;

/// So many complete orders are compared at most.
const MAX_LEAVES: usize = 64;

/// A relation with marks: bit j of `rows[i]` says that i is related to j.
pub(super) struct MarkedRelation<'a> {
    pub rows: &'a [u128],
    /// Vertices with different marks are never exchanged.
    pub marks: &'a [u8],
    /// Whether i is related to j if j is to i.
    pub is_symmetric: bool,
}

/// Writes the canonical form.
pub(super) fn write(relation: &MarkedRelation, form: &mut Vec<u8>) {
    let n = relation.rows.len();
    let mut search =
        CanonicalSearch { relation, columns: columns(relation), best: None, leaves: 0 };
    let mut classes: Vec<u128> = Vec::new();
    let mut marks: Vec<u8> = relation.marks.to_vec();
    marks.sort_unstable();
    marks.dedup();
    for mark in marks {
        let class = (0..n).filter(|i| relation.marks[*i] == mark);
        classes.push(class.fold(0, |mask, i| mask | 1 << i));
    }
    search.go(classes);
    form.push(n as u8);
    form.extend(search.best.expect("there is at least one order"));
}

/// Who is related to whom, the other way round; nothing in a symmetric relation.
fn columns(relation: &MarkedRelation) -> Vec<u128> {
    if relation.is_symmetric {
        return Vec::new();
    }
    let n = relation.rows.len();
    let column = |j: usize| (0..n).filter(move |i| relation.rows[*i] >> j & 1 == 1);
    (0..n).map(|j| column(j).fold(0, |mask, i| mask | 1 << i)).collect()
}

struct CanonicalSearch<'a> {
    relation: &'a MarkedRelation<'a>,
    columns: Vec<u128>,
    best: Option<Vec<u8>>,
    leaves: usize,
}

impl CanonicalSearch<'_> {
    fn go(&mut self, mut classes: Vec<u128>) {
        self.refine(&mut classes);
        let open = classes.iter().position(|class| class.count_ones() > 1);
        let Some(at) = open else {
            let order: Vec<usize> = classes.iter().map(|c| c.trailing_zeros() as usize).collect();
            let table = self.table(&order);
            self.leaves += 1;
            if self.best.as_ref().is_none_or(|best| table < *best) {
                self.best = Some(table);
            }
            return;
        };
        let class = classes[at];
        let are_twins = self.are_twins(class);
        for vertex in members(class) {
            if self.leaves >= MAX_LEAVES {
                return;
            }
            let mut next = classes.clone();
            next[at] = class & !(1 << vertex);
            next.insert(at, 1 << vertex);
            self.go(next);
            if are_twins {
                return;
            }
        }
    }

    /// Whether any two of a class may be exchanged: they see the same outside of it, and all or none of each other.
    fn are_twins(&self, class: u128) -> bool {
        let alike = |rows: &[u128]| {
            let first = rows[class.trailing_zeros() as usize];
            let inside = |i: usize| (rows[i] & class).count_ones();
            let same = |i: usize| rows[i] & !class == first & !class;
            members(class).all(same)
                && (members(class).all(|i| inside(i) == 0)
                    || members(class).all(|i| inside(i) + 1 == class.count_ones()))
        };
        alike(self.relation.rows) && (self.columns.is_empty() || alike(&self.columns))
    }

    /// Splits classes until all members of each have as many neighbours in every class.
    fn refine(&self, classes: &mut Vec<u128>) {
        let mut splitters: Vec<u128> = classes.clone();
        while let Some(splitter) = splitters.pop() {
            let mut at = 0;
            while at < classes.len() {
                let class = classes[at];
                if class & (class - 1) == 0 {
                    at += 1;
                    continue;
                }
                let mut counted: Vec<(u32, u32, usize)> = members(class)
                    .map(|i| {
                        let back = self.columns.get(i).map_or(0, |c| (c & splitter).count_ones());
                        ((self.relation.rows[i] & splitter).count_ones(), back, i)
                    })
                    .collect();
                counted.sort_unstable();
                let parts: Vec<u128> = counted
                    .chunk_by(|x, y| (x.0, x.1) == (y.0, y.1))
                    .map(|part| part.iter().fold(0, |mask, (_, _, i)| mask | 1 << i))
                    .collect();
                if parts.len() > 1 {
                    splitters.extend(&parts);
                    let added = parts.len();
                    classes.splice(at..=at, parts);
                    at += added;
                } else {
                    at += 1;
                }
            }
        }
    }

    /// The marks and the relation, row by row, with the vertices in this order.
    fn table(&self, order: &[usize]) -> Vec<u8> {
        let MarkedRelation { rows, marks, is_symmetric } = *self.relation;
        let mut table: Vec<u8> = order.iter().map(|i| marks[*i]).collect();
        let (mut byte, mut bits) = (0u8, 0);
        for (at, i) in order.iter().enumerate() {
            let others = if is_symmetric { &order[..at] } else { order };
            for j in others {
                byte = byte << 1 | (rows[*i] >> j & 1) as u8;
                bits += 1;
                if bits == 8 {
                    table.push(byte);
                    (byte, bits) = (0, 0);
                }
            }
        }
        if bits > 0 {
            table.push(byte << (8 - bits));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(rows: &[u128]) -> Vec<u8> {
        let mut form = Vec::new();
        let marks = vec![0; rows.len()];
        write(&MarkedRelation { rows, marks: &marks, is_symmetric: true }, &mut form);
        form
    }

    fn shuffled(rows: &[u128], random: &mut fastrand::Rng) -> Vec<u128> {
        let n = rows.len();
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        let mut new = vec![0; n];
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            new[order[i]] |= (rows[i] >> j & 1) << order[j];
        }
        new
    }

    /// There are 1, 2, 4, 11, 34, 156 graphs with 1 to 6 vertices (OEIS A000088).
    #[test]
    fn forms_are_isomorphism_classes() {
        for (n, expected) in [(1usize, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
            let pairs: Vec<(usize, usize)> =
                (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
            let mut forms = std::collections::BTreeSet::new();
            for graph in 0u64..1 << pairs.len() {
                let mut rows = vec![0u128; n];
                for (at, (i, j)) in pairs.iter().enumerate() {
                    if graph >> at & 1 == 1 {
                        rows[*i] |= 1 << j;
                        rows[*j] |= 1 << i;
                    }
                }
                forms.insert(form(&rows));
            }
            assert_eq!(forms.len(), expected, "{n} vertices");
        }
    }

    #[test]
    fn names_of_vertices_do_not_matter() {
        let mut random = fastrand::Rng::with_seed(19);
        for _ in 0..300 {
            let n = random.usize(1..20);
            let mut rows = vec![0u128; n];
            for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
                if random.u8(0..4) == 0 {
                    rows[i] |= 1 << j;
                    rows[j] |= 1 << i;
                }
            }
            assert_eq!(form(&rows), form(&shuffled(&rows, &mut random)), "{rows:?}");
        }
    }
}
