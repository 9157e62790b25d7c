//! All linear equations that a sample satisfies: the nullspace of its matrix.
//!
//! Each position is a row with a 1 behind it, and what is orthogonal to all rows is an equation between heaps
//! and a constant. Fractions are kept as whole numbers, divided by their common divisor. The
//! reduced basis has short equations where there are short ones, and more of them are made from sums and
//! differences of two. Cost: rows × columns² for a handful of columns.

/// Equations with larger coefficients are coincidences of the sample.
const LARGEST: i128 = 8;

/// Rows with larger numbers are left out: then determinants fit 64 bits and their products 128.
const SMALL: i64 = 64;

/// The most columns for which that is true.
const WIDEST: usize = 9;

/// The equations `coefficients · heaps + last = 0` that all rows satisfy, in a reduced basis, with sums and
/// differences of two of them.
pub(super) fn equations(rows: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let width = rows.first().map_or(0, |row| row.len() + 1);
    if width == 0 || width > WIDEST {
        return Vec::new();
    }
    let basis = nullspace(rows, width);
    let mut all = basis.clone();
    for (at, first) in basis.iter().enumerate() {
        for second in &basis[at + 1..] {
            for sign in [1, -1] {
                all.push(first.iter().zip(second).map(|(x, y)| x + sign * y).collect());
            }
        }
    }
    all.into_iter().filter_map(tidy).collect()
}

/// Divided by its common divisor; `None` if it is empty or has large coefficients.
fn tidy(mut equation: Vec<i128>) -> Option<Vec<i64>> {
    reduce(&mut equation);
    let heaps = equation.len() - 1;
    let small = equation.iter().all(|c| c.abs() <= LARGEST);
    let about_heaps = equation[..heaps].iter().any(|c| *c != 0);
    (small && about_heaps).then(|| equation.iter().map(|c| *c as i64).collect())
}

fn nullspace(rows: &[Vec<i64>], width: usize) -> Vec<Vec<i128>> {
    // Rows in echelon form, each with the column of its first entry.
    let mut echelon: Vec<(usize, Vec<i128>)> = Vec::new();
    for row in rows.iter().filter(|row| row.iter().all(|x| *x < SMALL)) {
        let mut row: Vec<i128> = row.iter().map(|x| i128::from(*x)).chain([1]).collect();
        for (column, known) in &echelon {
            eliminate(&mut row, known, *column);
        }
        let Some(column) = row.iter().position(|x| *x != 0) else { continue };
        for (_, known) in &mut echelon {
            eliminate(known, &row, column);
        }
        echelon.push((column, row));
        if echelon.len() == width {
            return Vec::new();
        }
    }
    let is_free = |column: &usize| echelon.iter().all(|(pivot, _)| pivot != column);
    (0..width).filter(is_free).map(|free| solution(&echelon, free, width)).collect()
}

/// The solution with the common multiple of all pivots at one free column and 0 at the others.
fn solution(echelon: &[(usize, Vec<i128>)], free: usize, width: usize) -> Vec<i128> {
    let mut scale: i128 = 1;
    for (column, row) in echelon {
        let pivot = row[*column].abs();
        scale = scale / gcd(scale, pivot) * pivot;
    }
    let mut solution = vec![0; width];
    solution[free] = scale;
    for (column, row) in echelon {
        solution[*column] = -row[free] * (scale / row[*column]);
    }
    reduce(&mut solution);
    solution
}

/// Makes the entry of `row` at `column` zero with the help of `known`.
fn eliminate(row: &mut [i128], known: &[i128], column: usize) {
    let (own, pivot) = (row[column], known[column]);
    if own == 0 {
        return;
    }
    for (x, y) in row.iter_mut().zip(known) {
        *x = *x * pivot - *y * own;
    }
    reduce(row);
}

fn reduce(row: &mut [i128]) {
    let divisor = row.iter().fold(0, |all, x| gcd(all, x.abs()));
    if divisor > 1 {
        row.iter_mut().for_each(|x| *x /= divisor);
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equations_of_a_plane_are_found() {
        // a + b = c + 1 and d = 2a, by hand.
        let row = |a: i64, b: i64| vec![a, b, a + b - 1, 2 * a];
        let rows: Vec<Vec<i64>> = (0..6).flat_map(|a| (1..5).map(move |b| row(a, b))).collect();
        let found = equations(&rows);
        let holds = |equation: &Vec<i64>, row: &Vec<i64>| {
            equation.iter().zip(row.iter().chain([&1])).map(|(c, x)| c * x).sum::<i64>() == 0
        };
        assert!(!found.is_empty());
        assert!(found.iter().all(|equation| rows.iter().all(|row| holds(equation, row))));
        assert!(found.contains(&vec![-2, 0, 0, 1, 0]));
        assert!(equations(&[vec![0, 0], vec![1, 0], vec![0, 1]]).is_empty());
    }
}
