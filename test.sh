#!/usr/bin/env bash
# All tests, on a machine with nothing but Rust, a C compiler and Python 3.
set -euo pipefail
cd "$(dirname "$0")"
start=$SECONDS
step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo test --workspace --locked
# The README's first command, as far as it goes in a second.
step cargo run --release --locked -- list
program=target/release/ishitori
# Memory is what `explain` announces; other people's programs read our files.
step python3 testdata/memory.py $program
step python3 -m venv target/python
step target/python/bin/pip install --quiet --disable-pip-version-check numpy xarray zarr polars
step target/python/bin/python testdata/files.py $program
# Proofs and discoveries that take minutes without optimisation.
step cargo test --release -p ishitori-core --test proofs --test discover --locked -- --ignored slow_
# Fifty clients of the web server for a minute.
step cargo test --release -p ishitori-web --test web --locked -- --ignored --nocapture slow_load
# The page in a real browser, which is installed if it is missing.
step env ISHITORI="$PWD/$program" crates/ishitori-web/browser/run.sh
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
# The expected values are those that the second implementation computes.
step python3 testdata/independent.py --check
step python3 testdata/misere.py --check

printf '\nAll tests passed in %d seconds.\n' "$((SECONDS - start))"
