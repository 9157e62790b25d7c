#!/usr/bin/env bash
# Time and memory against the size of the window, for each engine: the growth table of docs/performance.md.
# Runs the command line (cargo build --release first) under /usr/bin/time; takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../../.."
program=target/release/ishitori
threads=${1:-1}

row() { # engine, what is varied, arguments of ishitori
    local engine=$1 size=$2
    shift 2
    local used
    used=$( { /usr/bin/time -f '%e %U %M' "$program" "$@" --threads "$threads" >/dev/null; } 2>&1 | tail -1)
    awk -v e="$engine" -v s="$size" '{ printf "| %s | %s | %.2f | %.2f | %.0f |\n", e, s, $1, $2, $3 / 1024 }' <<<"$used"
}

echo "| engine, game | window | wall s | CPU s | MB |"
echo "|---|---|---|---|---|"
for n in 15 31 47 63; do row "lines, circular(6,2)" "--to $n" positions 'circular(6,2)' --to "$n" --count; done
for n in 500 1000 2000 4000; do
    row "keys, single-split-delete(3)" "--total $n" positions 'single-split-delete(3)' --total "$n" --count
done
for n in 14 28 42 56; do row "marks, half-split-delete(4)" "--to $n" positions 'half-split-delete(4)' --to "$n" --count; done
for board in 4,4 4,5 4,6 5,5; do row "boards, grid-nim" "$board" positions "grid-nim($board)" --count; done
for n in 500 1000 2000 4000; do
    row "table (pairs), wythoff" "--to $n" table wythoff --to "$n" --fix "1=$n"
done
for n in 63 127 191 255; do
    row "table (running sets), path-nim(3)" "--to $n" table 'path-nim(3)' --to "$n" --fix "1=$n,2=$n"
done
for n in 25 50 75 100; do row "table (scan), lim" "--to $n" table lim --to "$n" --fix "1=$n"; done
for n in 20 40 60 80; do row "reference, nim(3)" "--to $n" table nim --to "$n" --show remoteness --fix "1=$n,2=$n"; done
