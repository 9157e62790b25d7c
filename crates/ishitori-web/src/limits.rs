//! All limits in numbers, so that a page can tell them and a test can reach them.
//!
//! Anything larger is refused with the name of the limit, before it is begun where that can be known, and
//! stopped where it cannot.

use std::time::Duration;

use serde_json::{Value, json};

/// What a server gives to those who ask.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Bytes for everything that is solved or kept solved.
    pub memory: u64,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a rule text.
    pub rule: usize,
    /// Bytes of a formula.
    pub formula: usize,
    /// Bytes of one parameter of an address.
    pub parameter: usize,
    /// Heaps of a game that is played or shown.
    pub heaps: usize,
    /// Stones of a single heap, in games where heaps fall apart.
    pub single: u64,
    /// Bytes of a figure, written in full.
    pub figure: usize,
    /// How many rule texts are kept; the one not used for longest goes first.
    pub rules: usize,
    /// How many opened games are kept.
    pub games: usize,
    /// Positions that plain recursion solves for one question.
    pub positions: u64,
    /// Options of one position that are listed.
    pub options: usize,
    /// Cells of a table or picture that is downloaded.
    pub cells: u64,
    /// Positions of a game that is reviewed.
    pub review: usize,
    /// Time of a request.
    pub request: Duration,
    /// Time that a request's headers may take to arrive, and between two requests; then the connection is closed.
    pub headers: Duration,
    /// Time of a job, at most.
    pub job: Duration,
    /// Jobs that wait or run.
    pub open_jobs: usize,
    /// Jobs whose results are kept.
    pub kept_jobs: usize,
    /// Requests that wait for a thread.
    pub waiting: usize,
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_each: usize,
    /// Threads that answer, besides the one for what is done in a moment.
    pub threads: usize,
}

impl ServerLimits {
    /// Limits with so many megabytes.
    pub fn of_memory(megabytes: u64) -> ServerLimits {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        ServerLimits {
            memory: megabytes << 20,
            body: 256 << 10,
            rule: 64 << 10,
            formula: 8 << 10,
            parameter: 4 << 10,
            heaps: 16,
            single: 20_000,
            figure: 16 << 10,
            rules: 256,
            games: 64,
            positions: 400_000,
            options: 20_000,
            cells: 4_000_000,
            review: 2_000,
            request: Duration::from_secs(20),
            headers: Duration::from_secs(10),
            job: Duration::from_secs(300),
            open_jobs: 16,
            kept_jobs: 64,
            waiting: 512,
            connections: 512,
            connections_each: 128,
            threads: cores.clamp(2, 16),
        }
    }

    /// The most bytes that one window may take.
    pub fn window_bytes(&self) -> u64 {
        self.memory / 4
    }

    /// The bytes that one job may take.
    pub fn job_bytes(&self) -> u64 {
        self.memory / 8
    }

    /// The same, as a number of bytes in memory.
    pub fn job_memory(&self) -> usize {
        usize::try_from(self.job_bytes()).unwrap_or(usize::MAX)
    }

    /// The bytes that plain recursion takes for so many positions: about 160 each.
    pub fn recursion_bytes(&self, positions: u64) -> u64 {
        positions * 160
    }

    /// All of them.
    pub fn json(&self) -> Value {
        json!({
            "memory_bytes": self.memory,
            "window_bytes": self.window_bytes(),
            "job_bytes": self.job_bytes(),
            "body_bytes": self.body,
            "rule_bytes": self.rule,
            "formula_bytes": self.formula,
            "parameter_bytes": self.parameter,
            "heaps": self.heaps,
            "single": self.single,
            "figure_bytes": self.figure,
            "rules": self.rules,
            "games": self.games,
            "positions": self.positions,
            "options": self.options,
            "cells": self.cells,
            "review": self.review,
            "request_seconds": self.request.as_secs_f64(),
            "header_seconds": self.headers.as_secs_f64(),
            "job_seconds": self.job.as_secs_f64(),
            "open_jobs": self.open_jobs,
            "kept_jobs": self.kept_jobs,
            "waiting": self.waiting,
            "connections": self.connections,
            "connections_each": self.connections_each,
            "threads": self.threads,
        })
    }
}
