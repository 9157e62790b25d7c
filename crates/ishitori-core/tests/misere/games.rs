//! Heap games for the tests, written out from their rules.

use ishitori_core::single::misere::HeapOptions;

/// A game from its octal code, as the digits d0, d1, d2, ...: after taking k, a heap may be left as 0, 1 or 2 heaps if
/// bits 1, 2, 4 of dk are set.
pub fn octal(digits: &[u32], largest: u32) -> HeapOptions {
    let options = (0..=largest).map(|heap| {
        let mut options = Vec::new();
        for (taken, digit) in (0..).zip(digits).filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 && heap > 0 {
                options.push(Vec::new());
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                options.push(vec![left]);
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|part| vec![part, left - part]));
            }
        }
        options
    });
    HeapOptions::new(options.collect()).expect("parts are smaller")
}

/// A game from its octal code as written, "0.77".
pub fn code(code: &str, largest: u32) -> HeapOptions {
    let digits: Vec<u32> = code
        .chars()
        .filter(|c| *c != '.')
        .map(|c| c.to_digit(8).expect("an octal digit"))
        .collect();
    octal(&digits, largest)
}

/// Grundy's game: a heap is split into two of different sizes.
pub fn grundy(largest: u32) -> HeapOptions {
    let options = (0..=largest)
        .map(|heap| (1..heap.div_ceil(2)).map(|part| vec![part, heap - part]).collect())
        .collect();
    HeapOptions::new(options).expect("parts are smaller")
}

/// Nim.
pub fn nim(largest: u32) -> HeapOptions {
    let options = (0..=largest).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect();
    HeapOptions::new(options).expect("parts are smaller")
}
