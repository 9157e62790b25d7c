#!/usr/bin/env python3
"""Has Rocq check theorems that the program writes, and refuse falsified ones.

    python3 rocq/theorems.py PROGRAM FOLDER [--all]

FOLDER holds the compiled library (rocq/build.sh FOLDER). Without --all: theorems of every kind, falsified files,
`coqchk` on two, and a theorem whose checks are extracted to OCaml. With --all: every claim and every period of the
catalogue that is proved, and theorems about many heaps; a table tells seconds and memory of each, or why there is no
file. A theorem counts if coqc accepts it and its last line says that nothing is assumed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
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
    ("Wythoff", ["prove", "wythoff", "--claim", "WYT-P"]),
    ("NimMisere", ["prove", "nim(2)", "--misere", "--formula", "P iff (h[1] = h[2] and h[1] >= 2) or h[1] + h[2] = 1"]),
    ("DiscoveredNim", ["discover", "nim(3)", "--forget"]),
    ("OnesAndTails", ["prove", "nim(2)", "--formula", "P iff h[1] = h[2] and tail(h[1]) <= tail(h[2]) and "
      "(popcount(h[1]) mod 3 = 1 iff popcount(h[2]) mod 3 = 1) and (tail(h[1]) mod 2 = 0 iff tail(h[2]) mod 2 = 0)"]),
    ("Kayles", ["sequence", "kayles"]),
    ("AllBut", ["sequence", "all-but(2,5)"]),
    ("LaskersNim", ["sequence", "laskers-nim"]),
    ("ManyHeaps", ["prove", "nim(7)", "--claim", "BIN-T4"]),
]
# With many heaps digits are read one by one; the catalogue's own claims are about fewer.
MANY_HEAPS = [("nim(20)", "BIN-T1"), ("nim(20)", "BIN-T4"), ("moore(12,2)", "BIN-T5")]
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


def measured(folder, name):
    """The same; also its own seconds and megabytes."""
    with tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen(["coqc", "-Q", ".", "Ishitori", f"{name}.v"], cwd=folder, stdout=output, stderr=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read()
    good = child.returncode == 0 and said.rstrip().endswith(CLOSED)
    return good, said, usage.ru_utime, usage.ru_maxrss // 1024


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
        modules = ["Game", "Digits", "Table", "Formula", "Check", "Symmetry", "Exists", "Tactics", "Fib", "FibCheck", name]
        done = run(["coqchk", "-silent", "-bytecode-compiler", "yes", "-Q", ".", "Ishitori", "-o"]
                   + [word for module in modules for word in ("-norec", f"Ishitori.{module}")], cwd=folder)
        said = done.stdout + done.stderr
        if done.returncode != 0:
            sys.exit(f"coqchk refuses {name}:\n{said}")
        print(f"coqchk accepts {name}", flush=True)


def extracted(program, folder):
    """A theorem whose checks are extracted and run; with other macro-states, or another claim, they are not true."""
    check = str(pathlib.Path(__file__).parent / "extract" / "check.sh")
    name, question = "Extracted", ["prove", "circular(4,2)", "--claim", "CIR-42", "--extracted"]
    good, said = written(program, folder, name, question)
    if not good:
        sys.exit(f"{name}: no file was written: {said}")
    theorem, macros = folder / f"{name}.v", folder / f"{name}.macros"
    done = run([check, str(folder), str(theorem), str(macros)])
    if done.returncode != 0 or not done.stdout.endswith("all checks are true\n"):
        sys.exit(f"extracted checks are not true:\n{done.stdout}{done.stderr}")
    text, listed = theorem.read_text(), macros.read_text()
    changes = [
        ("macro-states", text, listed.replace("(Lf 1)", "(Lf 2)", 1), "NOT PROVED"),
        ("a table", text.replace("Row true", "Row false", 1), listed, ""),
        ("a component", text.replace("(sem f_set0) t_set0 [0; 1; 2; 3]%nat", "(sem f_set0) t_set0 [0; 1; 2; 2]%nat"), listed, ""),
    ]
    for what, text_now, listed_now, expected in changes:
        if (text_now, listed_now) == (text, listed):
            sys.exit(f"{what}: nothing was falsified")
        (folder / "FalseExtracted.v").write_text(text_now)
        (folder / "FalseExtracted.macros").write_text(listed_now)
        done = run([check, str(folder), str(folder / "FalseExtracted.v"), str(folder / "FalseExtracted.macros")])
        if done.returncode == 0 or expected not in done.stdout:
            sys.exit(f"falsified {what} are accepted:\n{done.stdout}{done.stderr}")
    print("extracted checks are true, falsified ones are not", flush=True)


def all_questions(program):
    """Label, file and question of every claim of the catalogue that is proved, of every period, and of what has many heaps."""
    import json
    games = sorted((pathlib.Path(__file__).parent.parent / "games").glob("*.game"))
    for path in games:
        done = run([program, "prove", path.stem, "--json", "--time", "60"])
        for claim in json.loads(done.stdout) if done.stdout.strip() else []:
            if claim.get("check_seconds") is not None:
                yield claim["game"], ["prove", claim["game"], "--claim", claim["claim"], "--time", "120"]
        if re.search(r"^heap ", path.read_text(), re.M):
            yield path.stem, ["sequence", path.stem]
    for game, claim in MANY_HEAPS:
        yield game, ["prove", game, "--claim", claim]


def everything(program, folder):
    """Has Rocq check all of them."""
    refused = failed = accepted = 0
    for game, question in all_questions(program):
        label = " ".join([game] + question[3:4])
        name = "All_" + re.sub(r"\W", "_", label)
        good, said = written(program, folder, name, question)
        if not good:
            refused += 1
            print(f"                      refused   {label}: {said.splitlines()[-1]}", flush=True)
            continue
        good, said, seconds, megabytes = measured(folder, name)
        accepted, failed = accepted + good, failed + (not good)
        word = "accepted" if good else "REFUSED BY ROCQ"
        print(f"{seconds:8.1f} s {megabytes:6} MB  {word}  {label}" + ("" if good else "\n" + said), flush=True)
    print(f"{accepted} accepted, {refused} have no file, {failed} refused by Rocq")
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
    extracted(program, asked.folder.resolve())


if __name__ == "__main__":
    main()
