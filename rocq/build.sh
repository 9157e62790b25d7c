#!/bin/sh
# Compiles the library: rocq/build.sh [FOLDER], where FOLDER (default: rocq/ itself) gets the compiled files.
# A theorem is then checked by: coqc -Q FOLDER Ishitori THEOREM.v
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here}
mkdir -p "$folder"
for file in Game Digits Table Formula Check Symmetry Exists Tactics OneByOne Fib FibCheck Sequence Saltus Pending; do
    if [ "$folder" != "$here" ]; then cp "$here/$file.v" "$folder/$file.v"; fi
    (cd "$folder" && coqc -Q . Ishitori "$file.v")
done
