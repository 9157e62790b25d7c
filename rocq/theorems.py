#!/usr/bin/env python3
"""Has Rocq check theorems that the program writes, and refuse falsified ones.

    python3 rocq/theorems.py PROGRAM FOLDER [--all]

FOLDER holds the compiled library (rocq/build.sh FOLDER). Without --all: theorems of every kind, falsified files, and
`coqchk` on two. With --all: every claim of the catalogue that is proved; a table tells seconds and memory of each, or why
there is no file. A theorem counts if coqc accepts it and its last line says that nothing is assumed.
"""

import argparse
import concurrent.futures
import pathlib
import re
import resource
import subprocess
import sys
import time

import falsify

CLOSED = "Closed under the global context"

# One of every kind: name, and what the program is asked.
CHOSEN = [
    ("SplitAndDelete", ["prove", "split-and-delete", "--claim", "SDN-T1"]),
    ("ValueClasses", ["prove", "split-and-delete", "--claim", "SDN-P2"]),
    ("NimOutcomes", ["prove", "nim(4)", "--claim", "BIN-T1"]),
    ("NimGrundy", ["prove", "nim(2)", "--claim", "BIN-T4"]),
    ("DeleteNimOneHot", ["prove", "delete-nim", "--claim", "BIN-T11"]),
    ("LimMajority", ["prove", "lim", "--claim", "BIN-T8-MAJ"]),
    ("Moore", ["prove", "moore(4,2)", "--claim", "BIN-T5"]),
    ("Circular", ["prove", "circular(5,3)", "--claim", "CIR-53"]),
    ("EmperorExists", ["prove", "emperor([2,2],1)", "--claim", "BIN-T12"]),
    ("CommonDivisor", ["prove", "common-divisor(2)", "--claim", "CDN-T2.4"]),
    ("Nimhoff", ["prove", "nimhoff(2,1)", "--claim", "BIN-T10"]),
    ("SingleDelete", ["prove", "single-delete(2)", "--claim", "SD-1"]),
    ("WelterQuantifiers", ["prove", "welter(2)", "--claim", "BIN-T7"]),
    ("NimMisere", ["prove", "nim(2)", "--misere", "--formula", "P iff (h[1] = h[2] and h[1] >= 2) or h[1] + h[2] = 1"]),
    ("DiscoveredNim", ["discover", "nim(3)", "--forget"]),
]
# Those that coqchk, which shares little with coqc, checks once more.
CHECKED_AGAIN = ["SplitAndDelete", "NimGrundy"]


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def coqc(folder, name):
    """Whether Rocq accepts a file with nothing assumed; what it says; seconds."""
    begin = time.time()
    done = run(["coqc", "-Q", ".", "Ishitori", f"{name}.v"], cwd=folder)
    said = done.stdout + done.stderr
    return done.returncode == 0 and said.rstrip().endswith(CLOSED), said, time.time() - begin


def written(program, folder, name, question):
    path = folder / f"{name}.v"
    path.unlink(missing_ok=True)
    done = run([program, *question, "--rocq", str(path)])
    return done.returncode == 0 and path.exists(), (done.stdout + done.stderr).strip()


def chosen(program, folder):
    for name, question in CHOSEN:
        good, said = written(program, folder, name, question)
        if not good:
            sys.exit(f"{name}: no file was written: {said}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda one: coqc(folder, one[0]), CHOSEN)
        for (name, _), (accepted, said, seconds) in zip(CHOSEN, results):
            if not accepted:
                sys.exit(f"{name} is not accepted:\n{said}")
            print(f"{seconds:6.1f} s  accepted  {name}", flush=True)


def falsified(folder):
    files = falsify.falsified({name: (folder / f"{name}.v").read_text() for name in falsify.SOURCES})
    if len(files) < 40:
        sys.exit(f"only {len(files)} falsified files")
    for name, (_, text) in files.items():
        (folder / f"{name}.v").write_text(text)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda name: coqc(folder, name), files)
        for (name, (what, _)), (accepted, said, _) in zip(files.items(), results):
            if accepted:
                sys.exit(f"{name} is accepted although it is falsified: {what}")
            # A file that cannot even be read would show nothing.
            if re.search(r"Syntax error|Lexer|was not found|is already used", said):
                sys.exit(f"{name} is refused for its form only ({what}):\n{said}")
    print(f"{len(files)} falsified files are refused", flush=True)


def checked_again(folder):
    for name in CHECKED_AGAIN:
        modules = ["Game", "Digits", "Table", "Formula", "Check", "Exists", "Tactics", name]
        done = run(["coqchk", "-silent", "-bytecode-compiler", "yes", "-Q", ".", "Ishitori", "-o"]
                   + [word for module in modules for word in ("-norec", f"Ishitori.{module}")], cwd=folder)
        said = done.stdout + done.stderr
        if done.returncode != 0:
            sys.exit(f"coqchk refuses {name}:\n{said}")
        print(f"coqchk accepts {name}", flush=True)


def everything(program, folder):
    """Every claim of the catalogue that is proved."""
    import json
    games = sorted(path.stem for path in (pathlib.Path(__file__).parent.parent / "games").glob("*.game"))
    refused = failed = accepted = 0
    for game in games:
        done = run([program, "prove", game, "--json", "--time", "60"])
        claims = json.loads(done.stdout) if done.stdout.strip() else []
        for claim in claims:
            if claim.get("check_seconds") is None:
                continue
            name = "All_" + re.sub(r"\W", "_", f"{claim['game']}_{claim['claim']}")
            good, said = written(program, folder, name, ["prove", claim["game"], "--claim", claim["claim"], "--time", "120"])
            label = f"{claim['game']} {claim['claim']}"
            if not good:
                refused += 1
                print(f"            refused   {label}: {said.splitlines()[-1]}", flush=True)
                continue
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            good, said, _ = coqc(folder, name)
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            accepted, failed = accepted + good, failed + (not good)
            word = "accepted" if good else "REFUSED BY ROCQ"
            print(f"{usage.ru_utime - before:8.1f} s  {word}  {label}" + ("" if good else "\n" + said), flush=True)
    print(f"{accepted} accepted, {refused} have no file, {failed} refused by Rocq; at most {usage.ru_maxrss // 1024} MB")
    if failed:
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    program = str(pathlib.Path(asked.program).resolve())
    if asked.all:
        everything(program, asked.folder)
        return
    chosen(program, asked.folder)
    falsified(asked.folder)
    checked_again(asked.folder)


if __name__ == "__main__":
    main()
