//! `ishitori_check::reading`: what it reads, and that its tables mean what arithmetic says.

use ishitori_check::reading::{
    ColumnCondition, FormulaTables, NumberFormula, StatedTheorem, heap, read,
};

#[test]
fn a_certificate_is_read_as_data() {
    let certificate = read(include_str!("certificates/nim-misere.cert")).expect("a certificate");
    assert_eq!(certificate.heaps(), 2);
    assert_eq!(certificate.moves.len(), 2);
    assert!(matches!(certificate.theorem, StatedTheorem::Misere { .. }));
    assert!(read("ishitori certificate 1\n").is_err());
}

/// 3x + 1 <= 2y and some z with x + z = y, for all numbers of five digits.
#[test]
fn tables_of_formulas_agree_with_arithmetic() {
    let certificate = read(include_str!("certificates/nim-misere.cert")).expect("a certificate");
    let mut tables = FormulaTables::new(&certificate).expect("no set without a formula");
    let (x, y, z) = (heap(0), heap(1), ishitori_check::reading::BOUND);
    let atom = NumberFormula::Atom;
    let sum = atom(ColumnCondition::Equal(0), vec![(1, x), (1, z), (-1, y)]);
    let formula = NumberFormula::And(vec![
        atom(ColumnCondition::AtMost(-1), vec![(3, x), (-2, y)]),
        NumberFormula::Exists(vec![z], Box::new(sum)),
    ]);
    let table = tables.table(&formula, &[x, y]).expect("a table");
    for a in 0..32_usize {
        for b in 0..32_usize {
            let letter = |place: usize| (a >> place & 1) | (b >> place & 1) << 1;
            let state = (0..5).rev().fold(0, |now, place| table.next[now][letter(place)] as usize);
            assert_eq!(table.accepting[state], 3 * a < 2 * b && a <= b, "{a} {b}");
        }
    }
}
