//! What cannot be written is refused in one sentence, and no text makes the generator panic.

use ishitori_rocq::theorem;

fn refused(certificate: &str) -> String {
    theorem(certificate).expect_err("no theorem").to_string()
}

#[test]
fn digits_that_the_library_does_not_know() {
    let lsd = refused(include_str!("certificates/nimhoff-lsd.cert"));
    assert!(lsd.contains("the least significant digits first"), "{lsd}");
}

#[test]
fn checks_of_single_digits_are_not_extracted() {
    let certificate = include_str!("certificates/nim-one-by-one.cert");
    let why = ishitori_rocq::extracted(certificate).expect_err("nothing to extract").to_string();
    assert!(why.contains("read digits one by one"), "{why}");
}

/// Where digits are read one by one, "and" makes numbers of the digits of others.
#[test]
fn numbers_that_are_made_of_digits() {
    let certificate = include_str!("certificates/nim-one-by-one.cert");
    let body = &certificate[..certificate.rfind("end ").expect("a last line")];
    let changed = body.replacen("\nset 0 (xor0 h1 h2 ", "\nset 0 (andis h1 h2 ", 1);
    assert_ne!(body, changed);
    let why = refused(&signed(&changed));
    assert!(why.contains("a number is made of digits of others"), "{why}");
}

#[test]
fn sequences_and_what_is_no_certificate() {
    assert!(refused("ishitori sequence certificate 1\n").contains("line 1"));
    assert!(refused("").contains("the last line"));
}

/// FNV-1a of everything before the last line, as docs/certificate.md says.
fn signed(body: &str) -> String {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{body}end {:016x}\n", body.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
}

#[test]
fn damaged_certificates_do_not_make_it_panic() {
    let (mut written, mut refused) = (0, 0);
    for certificate in [
        include_str!("certificates/split-and-delete.cert"),
        include_str!("certificates/nim-misere.cert"),
        include_str!("certificates/nim-grundy.cert"),
        include_str!("certificates/wythoff-fibonacci.cert"),
        include_str!("certificates/nim-one-by-one.cert"),
        include_str!("certificates/laskers-nim.cert"),
    ] {
        let body = &certificate[..certificate.rfind("end ").expect("a last line")];
        let digits: Vec<usize> =
            body.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
        // The longer the certificate, the longer each takes.
        let few = if certificate.len() > 10_000 { 100 } else { 400 };
        for at in digits.iter().rev().take(few) {
            for digit in ["0", "3", "77"] {
                let damaged = format!("{}{digit}{}", &body[..*at], &body[at + 1..]);
                match theorem(&signed(&damaged)) {
                    Ok(_) => written += 1,
                    Err(why) => {
                        assert!(!why.to_string().contains('\n'), "{why}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(written > 100 && refused > 100, "{written} written, {refused} refused");
}
