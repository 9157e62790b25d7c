#!/usr/bin/env bash
# The page in a real browser: Debian's Chromium, without a window, against the program itself.
#   run.sh [tests/play.mjs ...]      all tests, or some
# ISHITORI names a program that is built already; SHOTS a folder for pictures of every view.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
modules=$target/browser

# Packages of the distribution, where they are missing. Of the fonts with Japanese letters VL Gothic is the
# smallest that has all we need (2 MB; Noto CJK is 56).
wanted=()
[ -x /usr/bin/chromium ] || wanted+=(chromium)
command -v node >/dev/null || wanted+=(nodejs)
command -v npm >/dev/null || wanted+=(npm)
command -v fc-list >/dev/null || wanted+=(fontconfig)
{ command -v fc-list >/dev/null && fc-list :lang=ja family | grep -q .; } || wanted+=(fonts-vlgothic)
if [ ${#wanted[@]} -gt 0 ]; then
    asroot=()
    [ "$(id -u)" = 0 ] || asroot=(sudo -n)
    echo "installing ${wanted[*]}"
    "${asroot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >/dev/null ||
        { "${asroot[@]}" apt-get update -q >/dev/null && "${asroot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${wanted[@]}" >/dev/null; }
fi

# What drives the browser, and what knows the rules of accessibility.
playwright=1.65.0
axe=4.14.0
if [ "$(cat "$modules/installed" 2>/dev/null)" != "$playwright $axe" ]; then
    mkdir -p "$modules"
    echo '{"private":true}' >"$modules/package.json"
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --prefix "$modules" --no-audit --no-fund --loglevel=error \
        "playwright-core@$playwright" "axe-core@$axe" >/dev/null
    echo "$playwright $axe" >"$modules/installed"
fi

if [ -z "${ISHITORI:-}" ]; then
    (cd "$root" && cargo build --locked -p ishitori)
    ISHITORI=$target/debug/ishitori
fi

# A port of its own; the address is what the program says.
work=$(mktemp -d)
"$ISHITORI" serve --port 0 >"$work/out" 2>"$work/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 200); do
    address=$(grep -ohE 'http://[0-9.:]+' "$work/out" "$work/log" | head -n 1 || true)
    [ -n "$address" ] && break
    kill -0 "$server" 2>/dev/null || { cat "$work/log"; exit 1; }
    sleep 0.05
done
[ -n "$address" ] || { echo "the server does not say where it listens"; cat "$work/out" "$work/log"; exit 1; }

export ISHITORI_URL=$address ISHITORI BROWSER_MODULES=$modules
run() {
    node --test --test-timeout=240000 --test-reporter=spec "$@" || { tail -n 20 "$work/log"; exit 1; }
}
if [ $# -gt 0 ]; then
    run --test-concurrency=1 "$@"
else
    # What is measured is measured alone; the rest shares the machine.
    run --test-concurrency=1 "$here"/tests/speed.mjs
    rest=()
    for file in "$here"/tests/*.mjs; do [ "$file" = "$here/tests/speed.mjs" ] || rest+=("$file"); done
    run --test-concurrency=2 "${rest[@]}"
fi
kill -0 "$server" 2>/dev/null || { echo "the server did not outlive the tests"; cat "$work/log"; exit 1; }
