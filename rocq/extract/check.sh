#!/usr/bin/env bash
# Runs the checks of a theorem outside of the kernel: rocq/extract/check.sh LIBRARY THEOREM.v THEOREM.macros
# LIBRARY holds the compiled library (rocq/build.sh LIBRARY). `ishitori verify CERTIFICATE --rocq THEOREM.v --extracted` writes
# the other two files. Rocq proves that the theorem follows from its checks and extracts these to OCaml; they are compiled
# and run. docs/rocq.md says what is trusted then.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "${1:?usage: check.sh LIBRARY THEOREM.v THEOREM.macros}" && pwd)
theorem=$(realpath "${2:?usage: check.sh LIBRARY THEOREM.v THEOREM.macros}")
macros=$(realpath "${3:?usage: check.sh LIBRARY THEOREM.v THEOREM.macros}")
name=$(basename "$theorem" .v)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$theorem" "$here/driver.ml" "$folder"
cd "$folder"
said=$(coqc -Q "$library" Ishitori "$name.v")
if [ "$(printf '%s\n' "$said" | tail -n 1)" != "Closed under the global context" ]; then
    printf '%s\n' "$said"
    echo "Rocq does not accept $name.v without assumptions" >&2
    exit 1
fi
echo "Rocq: the theorem follows from its checks, and nothing else is assumed"
cat > Extract.v <<END
From Coq Require Import Extraction ExtrOcamlBasic.
From Ishitori Require Import Table.
Require Import $name.
Extraction "checks.ml" checks of_list.
END
coqc -w -extraction-opaque-accessed -Q "$library" Ishitori Extract.v
ocamlopt -w -a -inline 100 checks.mli checks.ml driver.ml -o run 2>&1
# Lists are long: functions that are not tail-recursive need a deep stack.
ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)"
./run "$macros"
