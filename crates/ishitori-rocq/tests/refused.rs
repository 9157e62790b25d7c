//! What cannot be written is refused in one sentence, and no text makes the generator panic.

use ishitori_rocq::theorem;

fn refused(certificate: &str) -> String {
    theorem(certificate).expect_err("no theorem").to_string()
}

#[test]
fn digits_that_the_library_does_not_know() {
    let lsd = refused(include_str!("certificates/nimhoff-lsd.cert"));
    assert!(lsd.contains("the least significant digits first"), "{lsd}");
    let fibonacci = refused(include_str!("certificates/wythoff-fibonacci.cert"));
    assert!(fibonacci.contains("Fibonacci digits"), "{fibonacci}");
}

#[test]
fn sequences_and_what_is_no_certificate() {
    assert!(refused("ishitori sequence certificate 1\n").contains("periods"));
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
    ] {
        let body = &certificate[..certificate.rfind("end ").expect("a last line")];
        let digits: Vec<usize> =
            body.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
        for at in digits.iter().rev().take(400) {
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
