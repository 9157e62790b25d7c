//! What other people's programs answer, and tables of theirs to learn from.

use ishitori::Control;
use ishitori::options::{JsonPosition, ProgramAnswer};
use ishitori::table_discoveries::read_data_text;

use super::text_of;

/// Reads an answer; each position in it is written as it is read, and another one if it is another value.
pub fn answer(data: &[u8]) {
    let text = text_of(data);
    let options = match ProgramAnswer::read(&text) {
        Ok(ProgramAnswer::Options(options)) => options,
        Ok(ProgramAnswer::Refused(_)) => return,
        Err(why) => return assert!(!why.is_empty()),
    };
    for option in &options {
        let again = JsonPosition::read(option.text());
        assert_eq!(again.as_ref(), Ok(option), "written otherwise");
        assert!(!option.text().contains('\n'), "a question is a line");
        let _ = option.numbers();
        for other in &options {
            assert_eq!(option == other, option.value() == other.value(), "{option} and {other}");
        }
    }
}

/// Learns from a table; what it tells agrees with all of it, by counting.
pub fn table(data: &[u8]) {
    let text = text_of(data);
    match read_data_text("t", &text) {
        Ok(table) => {
            let found = table.learn(None, 50, &Control::unlimited()).expect("nobody stops it");
            if let ishitori::table_discoveries::TableFinding::Found(found) = found.finding {
                assert_eq!(found.learned + found.tested, table.stated());
            }
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}
