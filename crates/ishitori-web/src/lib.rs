//! A local web page to explore, check and play games, and the same questions as JSON under `/api`.
//!
//! [`Server::bind`] opens a port, [`Server::run`] answers until it is told to stop. A request walks through the
//! `guard` (who may ask, how long), `routes` (what is asked) and a `pool` of threads that work, within the
//! [`limits`]; solved windows are kept and shared by all (`windows`), long work is a job (`jobs`). What is said
//! about a game comes from the rooms; nothing is solved or proved here.
//!
//! Nothing is trusted that comes in: every number has a limit, every piece of work a stop button, memory is
//! written down before it is taken (`ledger`), and no file is opened.

mod assets;
mod cache;
mod connections;
mod describe;
mod figures;
mod flights;
mod games;
mod guard;
mod job;
mod jobs;
mod judge;
mod large;
mod ledger;
pub mod limits;
mod parameters;
mod pool;
mod refusal;
mod routes;
mod server;
mod solved;
mod state;
mod turns;
mod verdicts;
mod view;
mod windows;
mod words;

pub use limits::ServerLimits;
pub use routes::OPENAPI;
pub use server::{Config, Server};
pub use state::Log;
pub use verdicts::{VERDICTS, text_hash};
