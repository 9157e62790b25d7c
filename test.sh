#!/usr/bin/env bash
# The tests, on a machine with nothing but Rust, a C compiler and Python 3.
#   ./test.sh          everything, which every submission must pass
#   ./test.sh quick    what tells of most mistakes, in two minutes once it is built
# ISHITORI_CASES is how many of a hundred random cases are tried: 100 in all, few in quick, if nobody says it.
set -euo pipefail
cd "$(dirname "$0")"

case "$#:${1-}" in
0:) quick= ;;
1:quick) quick=yes ;;
*)
    echo "usage: ./test.sh [quick]" >&2
    exit 2
    ;;
esac

# Theorems that somebody has discovered on this machine change answers: here nobody has.
export XDG_DATA_HOME=$PWD/target/user-data
rm -rf "$XDG_DATA_HOME"

times=()
# Runs a command and keeps how long it took; the table comes at the end, whatever happens.
step() {
    printf '\n== %s\n' "$*"
    local begin=$SECONDS code=0
    "$@" || code=$?
    times+=("$(printf '%6d s  %s' "$((SECONDS - begin))" "$*")")
    printf -- '-- %d seconds\n' "$((SECONDS - begin))"
    return "$code"
}
summary() {
    local code=$?
    printf '\n'
    printf '%s\n' "${times[@]}"
    if [ "$code" = 0 ]; then
        head -n 1 testdata/signature.txt
        printf 'All tests passed in %d seconds.\n' "$SECONDS"
    else
        printf 'The last of these failed, after %d seconds.\n' "$SECONDS"
    fi
}
trap summary EXIT

# Tests run what is optimised like the program, but our own crates check their arithmetic and assertions, and
# nothing is optimised across crates: each of the test programs would pay for that when it is linked.
checked() {
    cargo --config profile.release.debug-assertions=true --config profile.release.overflow-checks=true \
        --config profile.release.lto=false "$@"
}

step cargo fmt --check
step checked clippy --release --workspace --all-targets --locked -- -D warnings
step python3 testdata/rooms.py --tests
step python3 testdata/rooms.py --check
step python3 testdata/rooms.py --walls --check
step python3 testdata/rooms.py --names --check
if [ -n "$quick" ]; then
    export ISHITORI_CASES=${ISHITORI_CASES:-5}
    # Not what needs its time however few cases there are: kills, long resumptions, whole tiles, long searches.
    step checked test --release --workspace --locked --lib --bins --tests -- \
        --skip kill:: --skip resumes:: --skip resume:: --skip truth:: --skip found::circular_games \
        --skip discover::p_positions --skip most_random_statements
    exit
fi

step checked test --release --workspace --locked
# Proofs and discoveries that take minutes.
step checked test --release --workspace --test core --test reader --locked -- --ignored slow_
# Fifty clients of the web server for a minute.
step checked test --release --workspace --test web --locked -- --ignored --nocapture slow_load
# The README's first command, as far as it goes in a second.
step cargo run --release --locked -- list
program=target/release/ishitori
# Memory is what `explain` announces; other people's programs read our files.
step python3 testdata/memory.py $program
step python3 -m venv target/python
step target/python/bin/pip install --quiet --disable-pip-version-check numpy xarray zarr polars
step target/python/bin/python testdata/files.py $program
# The kernel of Rocq, which is installed if it is missing, accepts theorems and refuses falsified ones.
step rocq/test.sh $program
# The page in a real browser, which is installed if it is missing.
step env ISHITORI="$PWD/$program" crates/ishitori-web/browser/run.sh
RUSTDOCFLAGS="-D warnings" step checked doc --release --workspace --no-deps --locked
# The expected values are those that the second implementation computes.
step python3 testdata/independent.py --check
step python3 testdata/gallery.py --check
step python3 testdata/figures.py --check
step python3 testdata/misere.py --check
step python3 testdata/misere_classes.py --check
