#!/usr/bin/env bash
# Fuzzing with coverage, by libFuzzer, on a stable toolchain: needs Rust, a C++ compiler and nothing else.
#   fuzz/run.sh                     every target for 20 seconds, after its corpus and all that was ever found
#   fuzz/run.sh SECONDS [TARGET..]  these targets, or all, for so long each
#   fuzz/run.sh replay [TARGET..]   the kept inputs only
# What is found stays in fuzz/artifacts/TARGET; minimise it with `BINARY -minimize_crash=1 FILE`, mend the code, and keep
# the input in fuzz/found/TARGET and as a test of the crate. The grown corpus is in fuzz/target/corpus, outside of git.
# The same targets run without coverage in `cargo test -p ishitori --test library`, which ./test.sh includes.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-20}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(sed -n 's/^name = "\(.*\)"/\1/p' Cargo.toml | tail -n +2)

# What cargo-fuzz says with --sanitizer none; `cargo fuzz run` works as well.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
host=$(rustc -vV | sed -n 's/^host: //p')
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
cargo build --release --target "$host" "${bins[@]}"

# Readers of files get theirs in memory where there is such a place.
scratch=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")/ishitori-fuzz.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

failed=()
for target in "${targets[@]}"; do
    mkdir -p "target/corpus/$target" "artifacts/$target" "found/$target" "$scratch/$target"
    # A single input may take 20 seconds and 2 GB: more is a hang, or a leak.
    run=(env TMPDIR="$scratch/$target" "target/$host/release/$target" -timeout=20 -rss_limit_mb=2048 -max_len=16384
        -dict=words.dict "-artifact_prefix=artifacts/$target/")
    kept=("corpus/$target"/* "found/$target"/*)
    existing=()
    for file in "${kept[@]}"; do [ -f "$file" ] && existing+=("$file"); done
    printf '== %s: %d kept inputs\n' "$target" "${#existing[@]}"
    if ! "${run[@]}" "${existing[@]}" >"$scratch/log" 2>&1; then
        tail -n 40 "$scratch/log"
        failed+=("$target")
        continue
    fi
    [ "$seconds" = replay ] && continue
    if ! "${run[@]}" "-max_total_time=$seconds" -print_final_stats=1 "target/corpus/$target" "corpus/$target" "found/$target" \
        >"$scratch/log" 2>&1; then
        tail -n 60 "$scratch/log"
        failed+=("$target")
    fi
    grep -E 'stat::(number_of_executed_units|peak_rss_mb)|DONE' "$scratch/log" || true
    rm -rf "${scratch:?}/$target"
done
[ ${#failed[@]} = 0 ] || { printf 'FOUND something in: %s\n' "${failed[*]}"; exit 1; }
echo "Nothing was found."
