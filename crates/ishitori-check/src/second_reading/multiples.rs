//! That what claims write for floor(k*phi) in Fibonacci digits is that number.
//!
//! Readers say it as: for k >= 1, floor(k*phi) - 1 has the digits of k - 1 one place higher. Write a(k) for the number found so, and
//! b(k) = a(k) + k. The four sentences of [`LEMMA`], which are decided here, say: there is an a(k) for every k >= 1; a
//! ascends; every n >= 1 is an a(k) or a b(k); none is both. Then a(k) is the least number that is none of a(1), b(1), ...,
//! a(k - 1), b(k - 1): the missing numbers are those of larger indices, and a ascends, and b(j) > a(j). So there is only one such a. The
//! numbers floor(k*phi) and floor(k*phi) + k = floor(k*phi^2) have the same properties by Beatty's theorem, since 1/phi + 1/phi^2 = 1.

use crate::certificate::contents::Certificate;
use crate::digits::FileNumeration;
use crate::formula::number_formula::NumberFormula;
use crate::formula::scope::Dialect;
use crate::refusal::CheckRefusal;
use crate::second_reading::{Comparer, ReadingVerdict, SecondReading, formula};

/// `x` is a(k) and `y` is a(j), in sentences of [`LEMMA`].
const X_OF_K: &str =
    "(exists (m s) (and (lin = 1 (1 k) (-1 m)) (lin = 1 (1 x) (-1 s)) (shift m s)))";
const Y_OF_J: &str =
    "(exists (m s) (and (lin = 1 (1 j) (-1 m)) (lin = 1 (1 y) (-1 s)) (shift m s)))";

/// What must be true; X stands for [`X_OF_K`], Y for [`Y_OF_J`].
const LEMMA: [&str; 4] = [
    "(forall (k) (implies (lin >= 1 (1 k)) (exists (x) X)))",
    "(not (exists (k j x y) (and X Y (lin < 0 (1 k) (-1 j)) (lin >= 0 (1 x) (-1 y)))))",
    "(forall (n) (implies (lin >= 1 (1 n)) (exists (k x) (and X (or (lin = 0 (1 n) (-1 x)) (lin = 0 (1 n) (-1 x) (-1 k)))))))",
    "(not (exists (k j x y) (and X Y (lin = 0 (1 x) (-1 y) (-1 j)))))",
];

/// In Fibonacci digits, the lemma is true as this checker reads digits.
pub(crate) fn multiples_of_phi(
    comparer: &mut Comparer,
    certificate: &Certificate,
    _: &SecondReading,
    dialect: Dialect,
) -> Result<ReadingVerdict, CheckRefusal> {
    if certificate.numeration == FileNumeration::Binary {
        return Ok(ReadingVerdict::Agrees);
    }
    for (number, sentence) in LEMMA.iter().enumerate() {
        comparer.watch.step(format!("the lemma about floor(k*phi), sentence {}", number + 1))?;
        let sentence = sentence.replace('X', X_OF_K).replace('Y', Y_OF_J);
        let sentence: NumberFormula = formula(&sentence, 0, dialect)?;
        if !comparer.is_empty(&[sentence.not()])? {
            return Ok(ReadingVerdict::Differs("the lemma about floor(k*phi)".to_string()));
        }
    }
    Ok(ReadingVerdict::Agrees)
}

#[cfg(test)]
mod tests {
    use super::{LEMMA, X_OF_K, Y_OF_J};
    use crate::holds_at;

    fn holds(sentence: &str) -> bool {
        let sentence = sentence.replace('X', X_OF_K).replace('Y', Y_OF_J);
        let holds = holds_at(&sentence, true, 0, &[vec![]], &mut |_| true);
        holds.expect("a sentence") == [true]
    }

    #[test]
    fn the_lemma_is_true_and_others_are_not() {
        assert!(LEMMA.iter().all(|sentence| holds(sentence)));
        assert!(!holds("(exists (k x) (and X (lin = 0 (1 k) (-1 x)) (lin >= 2 (1 k))))"));
        assert!(!holds(
            "(forall (n) (implies (lin >= 1 (1 n)) (exists (k x) (and X (lin = 0 (1 n) (-1 x))))))"
        ));
    }
}
