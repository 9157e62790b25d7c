//! Elimination against brute force on small systems.

use crate::cases::cases;
use ishitori_rule::linear::LinearSystem;
use proptest::prelude::*;

const COLUMNS: usize = 3;

/// Rows over three columns, some of them doubled into equations, within the box -4..=4.
fn rows() -> impl Strategy<Value = Vec<(Vec<i64>, i64)>> {
    let row = (prop::collection::vec(-3i64..=3, COLUMNS), -5i64..=5, any::<bool>());
    prop::collection::vec(row, 0..6).prop_map(|rows| {
        let mut all = Vec::new();
        for column in 0..COLUMNS {
            for sign in [1, -1] {
                let mut coefficients = vec![0; COLUMNS];
                coefficients[column] = sign;
                all.push((coefficients, 4));
            }
        }
        for (coefficients, constant, equation) in rows {
            if equation {
                all.push((coefficients.iter().map(|c| -c).collect(), -constant));
            }
            all.push((coefficients, constant));
        }
        all
    })
}

fn satisfies(rows: &[(Vec<i64>, i64)], point: &[i64]) -> bool {
    rows.iter().all(|(c, k)| c.iter().zip(point).map(|(c, x)| c * x).sum::<i64>() + k >= 0)
}

fn points() -> impl Iterator<Item = [i64; COLUMNS]> {
    (0..9i64.pow(3)).map(|code| [code % 9 - 4, code / 9 % 9 - 4, code / 81 - 4])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2_000)))]

    #[test]
    fn an_empty_system_has_no_solution(rows in rows()) {
        let mut system = LinearSystem::default();
        for (coefficients, constant) in &rows {
            system.add(coefficients, *constant).expect("small");
        }
        if system.is_empty().expect("small") {
            prop_assert!(!points().any(|p| satisfies(&rows, &p)));
        }
    }

    /// Where every coefficient is 1 or -1 elimination is exact: solutions of the projection extend.
    #[test]
    fn a_projection_is_the_shadow(rows in rows(), column in 0..COLUMNS) {
        let mut system = LinearSystem::default();
        for (coefficients, constant) in &rows {
            system.add(coefficients, *constant).expect("small");
        }
        let shadow = system.without(column).expect("small");
        let shadow_rows: Vec<_> = shadow.rows().map(|r| (r.coefficients, r.constant)).collect();
        let unit = system.rows().all(|r| r.coefficients[column].abs() <= 1);
        for mut point in points().filter(|p| p[column] == 0) {
            let extends = (-4..=4).any(|x| {
                point[column] = x;
                satisfies(&rows, &point)
            });
            let in_shadow = !system.is_empty().expect("small") && satisfies(&shadow_rows, &point);
            prop_assert!(!extends || in_shadow, "{point:?} lost");
            if unit && !shadow_rows.is_empty() {
                prop_assert!(extends || !in_shadow, "{point:?} gained");
            }
        }
    }
}
