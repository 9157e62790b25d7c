#!/usr/bin/env bash
# Rocq checks theorems that the program writes: rocq/test.sh PROGRAM [--all]
# Coq and OCaml are installed from the distribution's packages if they are missing. --all takes everything that the catalogue proves (half an hour).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: rocq/test.sh PROGRAM [--all]}
if ! command -v coqc >/dev/null || ! command -v ocamlopt >/dev/null; then
    asroot=()
    [ "$(id -u)" = 0 ] || asroot=(sudo -n)
    echo "installing coq and ocaml"
    install=("${asroot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends coq ocaml-nox)
    "${install[@]}" >/dev/null || { "${asroot[@]}" apt-get update -q >/dev/null && "${install[@]}" >/dev/null; }
fi
folder=$here/../target/rocq
rm -rf "$folder"
"$here/build.sh" "$folder"
PYTHONDONTWRITEBYTECODE=1 python3 "$here/theorems.py" "$program" "$folder" "${@:2}"
