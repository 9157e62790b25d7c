#!/usr/bin/env python3
"""Long commands killed at any moment (`kill -9`, the whole process group) and run again: is what they write the same?

    python3 testdata/kills.py target/release/ishitori [KILLS] [SEED]

Each job runs once undisturbed. Then, in a folder of its own, it is killed one to three times after a random while, and
run to its end; everything that it left is compared with the undisturbed run, byte for byte. Times are taken out where a
file tells them. `crates/ishitori-cli/tests/kill.rs` does the same for the engines, in every test run; this is every
long command, for whoever has an hour.
"""

import collections
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

KEEP = ["--checkpoint-every", "0.01"]

BATCH = """[[job]]
name = "long"
do = "positions"
game = "circular(6,2)"
to = 24
output = "p.parquet"

[[job]]
name = "table"
do = "table"
game = "wythoff"
to = 200
output = "t.csv"
"""

# A name, what is run first, and what is added when it is run again.
JOBS = [
    ("positions, slabs", ["positions", "circular(6,2)", "--to", "26", "-o", "x.parquet", *KEEP], ["--resume"]),
    ("positions, keys", ["positions", "single-split-delete", "--to", "500", "-o", "x.jsonl", *KEEP], ["--resume"]),
    ("positions, marks", ["positions", "common-divisor(3)", "--to", "80", "-o", "x.npy", *KEEP], ["--resume"]),
    ("positions, boards", ["positions", "grid-nim(4,5)", "-o", "x.parquet", *KEEP], ["--resume"]),
    ("table, pairs", ["table", "split-and-delete", "--to", "900", "-o", "x.npy", *KEEP], ["--resume"]),
    ("table, scanned", ["table", "welter", "--to", "40", "-o", "x.npy", *KEEP], ["--resume"]),
    ("table, zarr", ["table", "wythoff", "--to", "700", "-o", "x.zarr", *KEEP], ["--resume"]),
    ("check", ["check", "nim(3)", "--to", "90", "--formula", "P iff xor(heaps) = 0", "--checkpoint", "c", *KEEP], ["--resume"]),
    ("sequence", ["sequence", "officers", "--to", "200000", "--resume", "o.state", "-o", "x.csv"], []),
    ("sequence batch", ["sequence", "--all-octal", "2", "--search", "4000", "-o", "octal"], []),
    ("discover batch", ["discover", "--complexes", "3", "-o", "three"], []),
    ("discover sweep", ["discover", "--sweep", "moore(n,k)", "n=2..3", "k=1..3", "-o", "sweep"], []),
    ("study", ["study", "nim", "-o", "study.html"], []),
    ("run", ["run", "list.toml", "-o", "list"], []),
]


def started(program, folder, arguments):
    environment = dict(os.environ, ISHITORI_DATA="data")
    return subprocess.Popen([program, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def timeless(name, content):
    """What a file says, without how long it took."""
    if name.endswith((".parquet", ".npy")) or "/c/" in name or ".zarr" in name:
        return content
    text = content.decode("utf-8", "replace")
    text = re.sub(r"(< |&lt; )?\b\d+(\.\d+)?(e-?\d+)? ?(ms|s|min)\b", "TIME", text)
    text = re.sub(r'"\w*(seconds|time|took)": ?[\d.e-]+', "TIME", text)
    return re.sub(r"\b\d+\.\d{2,}(e-?\d+)?\b", "TIME", text)


def left(folder):
    """Every file that is there, but for kept theorems and what a killed run may leave until the next one is done."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            short = os.path.relpath(path, folder)
            if short.startswith("data/") or short.endswith((".part", ".lock", ".state", "err.txt")) or short == "list.toml":
                continue
            with open(path, "rb") as file:
                found[short] = timeless(short, file.read())
    return found


def prepared():
    folder = tempfile.TemporaryDirectory()
    with open(os.path.join(folder.name, "list.toml"), "w") as file:
        file.write(BATCH)
    return folder


def undisturbed(program, arguments):
    with prepared() as folder:
        begun = time.time()
        process = started(program, folder, arguments)
        out, err = process.communicate()
        if process.returncode not in (0, 1):
            raise SystemExit(f"{arguments}: {err.decode()}")
        return left(folder), timeless("out", out), time.time() - begun


def difference(found, expected):
    """The first lines that differ."""
    if isinstance(found, bytes):
        return f"{len(found)} bytes instead of {len(expected)}"
    lines = lambda text: text if isinstance(text, list) else text.splitlines()
    pairs = [pair for pair in zip(lines(found), lines(expected)) if pair[0] != pair[1]]
    return pairs[:1] or "lines are missing"


def disturbed(program, job, expected, chance):
    """Kills of one run; what is wrong with its result, if anything is."""
    name, arguments, again = job
    files, told, seconds = expected
    kills, more = 0, []
    with prepared() as folder:
        for _ in range(chance.randint(1, 3)):
            process = started(program, folder, arguments + more)
            time.sleep(seconds * 1.1 * chance.random())
            working = process.poll() is None
            os.killpg(process.pid, signal.SIGKILL) if working else None
            process.communicate()
            kills += working
            more = again
        process = started(program, folder, arguments + more)
        out, err = process.communicate()
        if process.returncode not in (0, 1):
            return kills, f"{name}: exit code {process.returncode}: {err.decode()}"
        now = left(folder)
        if sorted(now) != sorted(files):
            return kills, f"{name}: files {sorted(now)} instead of {sorted(files)}"
        for file, content in files.items():
            if name.endswith(("batch", "sweep")) and file.endswith(".jsonl"):
                content, now[file] = sorted(content.splitlines()), sorted(now[file].splitlines())
            if now[file] != content:
                return kills, f"{name}: {file} differs: {difference(now[file], content)}"
        if name == "check" and timeless("out", out) != told:
            return kills, f"{name}: {out.decode()} instead of {told}"
    return kills, None


def main():
    program = os.path.abspath(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    expected = {job[0]: undisturbed(program, job[1]) for job in JOBS}
    kills, runs, wrong = collections.Counter(), 0, []
    while sum(kills.values()) < wanted:
        job = JOBS[runs % len(JOBS)]
        runs += 1
        killed, problem = disturbed(program, job, expected[job[0]], chance)
        kills[job[0]] += killed
        if problem:
            wrong.append(problem)
            print("WRONG", problem, flush=True)
        if runs % 100 == 0:
            print(f"{runs} runs, {sum(kills.values())} kills, {len(wrong)} wrong", flush=True)
    for name, count in sorted(kills.items()):
        print(f"{count:6} kills of {name}")
    print(f"{sum(kills.values())} kills in {runs} runs, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
