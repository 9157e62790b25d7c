//! Under a limit on memory (`ulimit -v`) what does not fit is given up in words, and never ends in an abort.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

/// Runs the program with so many kilobytes of address space.
fn limited(kilobytes: u64, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_ishitori"))
        .args(arguments)
        .env("ISHITORI_DATA", "no-data")
        .output()
        .expect("the program runs")
}

#[test]
fn what_does_not_fit_is_given_up() {
    // With the usual stack, and without the room for it.
    for kilobytes in [400_000, 800_000] {
        for arguments in [
            &["moves", "kayles", "100000000"][..],
            &["moves", "kayles", "100000000", "--json"],
            &["moves", "nim(6)", "9000000,9000001,9000002,9000003,9000004,9000005"],
            &["moves", "nim(6)", "60,70,80,90,100,110", "--depth", "5"],
        ] {
            let output = limited(kilobytes, arguments);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let what = format!("{arguments:?} in {kilobytes} KB");
            assert_eq!(output.status.code(), Some(3), "{what}: {message}");
            assert!(message.contains("gave up: there are more than"), "{what}: {message}");
            assert!(message.contains(&format!("may take {} MB", kilobytes >> 10)), "{message}");
        }
        let small = limited(kilobytes, &["moves", "kayles", "1000"]);
        let told = String::from_utf8_lossy(&small.stdout).into_owned();
        assert!(small.status.success() && told.ends_with("1000 options of 1000\n"), "{told}");
        // Tables that are planned are refused before they are begun.
        let table = limited(kilobytes, &["positions", "nim", "--to", "2000", "--count"]);
        let message = String::from_utf8_lossy(&table.stderr).into_owned();
        assert!(!message.contains("allocation"), "{message}");
        assert!(matches!(table.status.code(), Some(0 | 2 | 3)), "{message}");
    }
}
