#!/usr/bin/env bash
# Rocq checks theorems that the program writes: rocq/test.sh PROGRAM [--all]
# Coq is installed from the distribution's packages if it is missing. --all takes every claim of the catalogue (half an hour).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: rocq/test.sh PROGRAM [--all]}
if ! command -v coqc >/dev/null; then
    asroot=()
    [ "$(id -u)" = 0 ] || asroot=(sudo -n)
    echo "installing coq"
    install=("${asroot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends coq)
    "${install[@]}" >/dev/null || { "${asroot[@]}" apt-get update -q >/dev/null && "${install[@]}" >/dev/null; }
fi
folder=$here/../target/rocq
rm -rf "$folder"
"$here/build.sh" "$folder"
PYTHONDONTWRITEBYTECODE=1 python3 "$here/theorems.py" "$program" "$folder" "${@:2}"
