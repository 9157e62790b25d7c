//! The web server, as a client meets it.
// What was sent and measured is for whoever reads the test run.
#![allow(clippy::print_stdout)]

#[path = "../../../../testdata/cases.rs"]
mod cases;

mod client;
mod crowd;
mod docs;
mod figures;
mod hostile;
mod jobs;
mod large;
mod limits;
mod load;
mod routes;
mod said;
mod single;
mod truth;
mod verdicts;
mod wire;
