//! Certificates: whatever stands in one, it is refused, or its theorem is true of small positions.

use ishitori::verification::{self, VerifiedCertificate};
use ishitori_check::{
    CheckedSequence, Statement, check_band, check_every_n, check_sequence, check_with, is_band,
    is_every_n, is_sequence,
};

use super::limits::{patient, watcher};
use super::played::Played;

/// A text whose last line holds the checksum of the others, as certificates and files of discoveries do.
pub fn resealed(text: &str) -> String {
    let body = match text.rfind("\nend ") {
        Some(end) => &text[..=end],
        None => text,
    };
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

/// Whether the theorem of an accepted certificate is true of small positions, by playing the game that its formulas
/// describe. Long ones are left out; whether it was played.
pub fn true_of_small_positions(says: &Statement, certificate: &str) -> bool {
    let mut played = Played::new(says).with_automata(certificate);
    if played.is_long() {
        return false;
    }
    let wrong = played.wrong();
    assert!(wrong.is_none(), "ACCEPTED, but false at {wrong:?}: {says:#?}\n{certificate}");
    true
}

/// The values of a game on single heaps, by their definition: `leave N take ...`, `leave N all but ...`.
fn plain_values(moves: &[String], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let read = |line: &String| {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let numbers: Vec<usize> = words.iter().skip(1).filter_map(|w| w.parse().ok()).collect();
        let has = |word: &str| words.contains(&word);
        (words[0].parse::<usize>().unwrap(), has("but"), has("different"), numbers)
    };
    let moves: Vec<_> = moves.iter().map(read).collect();
    for heap in 0..count {
        let mut reached = vec![false; 4 * count + 64];
        for (parts, all_but, different, numbers) in &moves {
            for take in (0..=heap).filter(|take| numbers.contains(take) != *all_but) {
                let left = heap - take;
                // Nothing is taken only where a heap is split.
                if take == 0 && *parts < 2 {
                    continue;
                }
                match parts {
                    0 if left == 0 => reached[0] = true,
                    1 if left > 0 => reached[values[left] as usize] = true,
                    2 => (1..left).filter(|one| !different || 2 * one != left).for_each(|one| {
                        reached[(values[one] ^ values[left - one]) as usize] = true
                    }),
                    3 => (1..left).for_each(|one| {
                        (1..left - one).for_each(|two| {
                            let three = values[left - one - two];
                            reached[(values[one] ^ values[two] ^ three) as usize] = true;
                        });
                    }),
                    _ => {}
                }
            }
        }
        values.push(reached.iter().position(|is| !is).unwrap() as u32);
    }
    values
}

/// Whether a period that was accepted goes on where nobody looked.
fn goes_on(checked: &CheckedSequence) {
    let three = checked.moves.iter().any(|line| line.starts_with("leave 3"));
    let most = if three { 60 } else { 200 };
    let values = plain_values(&checked.moves, most.min(checked.values.len() + 40));
    for (heap, value) in values.iter().enumerate() {
        if let Some(told) = checked.values.get(heap) {
            assert_eq!(told, value, "heap {heap} of {checked:?}");
        }
        if let Some(before) = heap.checked_sub(checked.length).filter(|at| *at >= checked.start) {
            let expected = u64::from(values[before]) + u64::from(checked.saltus);
            assert_eq!(expected, u64::from(*value), "heap {heap} of {checked:?}");
        }
    }
}

/// Checks a certificate whose checksum is right, then reads its rule and its claim again.
pub fn certificate(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(1 << 14)]);
    let text = resealed(&text);
    if is_sequence(&text) {
        match check_sequence(&text, &mut watcher(100)) {
            Ok(checked) => goes_on(&checked),
            Err(refused) => return assert!(!refused.to_string().is_empty()),
        }
    } else if is_band(&text) {
        if let Err(refused) = check_band(&text, &mut watcher(100)) {
            return assert!(!refused.to_string().is_empty());
        }
    } else if is_every_n(&text) {
        if let Err(refused) = check_every_n(&text, &mut watcher(100)) {
            return assert!(!refused.to_string().is_empty());
        }
    } else {
        match check_with(&text, &mut watcher(200)) {
            Ok(checked) => drop(true_of_small_positions(&checked.statement, &text)),
            Err(refused) => return assert!(!refused.to_string().is_empty()),
        }
    }
    match verification::verify(&text, &patient(300)) {
        Ok(Ok(VerifiedCertificate::Theorem(theorem))) => {
            assert!(!theorem.checked.obligations.is_empty());
        }
        Ok(Ok(
            VerifiedCertificate::Period(_)
            | VerifiedCertificate::Band(_)
            | VerifiedCertificate::EveryN(_),
        ))
        | Err(_) => {}
        Ok(Err(why)) => assert!(!why.contains("a bug of ishitori"), "{why}\n{text}"),
    }
}
