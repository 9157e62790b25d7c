//! Calls the target of this name; see ../targets/mod.rs.
#![no_main]

libfuzzer_sys::fuzz_target!(init: ishitori_fuzz::start(), |data: &[u8]| {
    (ishitori_fuzz::target("table").run)(data)
});
