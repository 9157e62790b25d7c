#!/usr/bin/env bash
# All tests, on a machine with nothing but Rust, a C compiler and Python 3.
set -euo pipefail
cd "$(dirname "$0")"
start=$SECONDS
step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo test --workspace --locked
# Proofs and discoveries that take minutes without optimisation.
step cargo test --release -p ishitori-core --test proofs --test discover --locked -- --ignored slow_
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
# The expected values are those that the second implementation computes.
step python3 testdata/independent.py --check

printf '\nAll tests passed in %d seconds.\n' "$((SECONDS - start))"
