#!/usr/bin/env python3
"""Proves and checks every claim of the catalogue, and compares how long the prover and the checker take.

    python3 testdata/proof_times.py [--program target/release/ishitori] [--time 60] [--runs 3] [--certificates DIR] [GAME ...]

Prints a line for each proof: prove seconds, check seconds, their ratio, game, claim. Each time is the least of all runs,
since a busy machine makes single runs several times as long. Proofs that take less than
10 ms on both sides say nothing about the ratio; the worst of the others is printed last. The aim is 2 at most.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

# Beside every claim where its author says: larger parameters, from docs/performance.md.
LARGER = ["nim(20)", "moore(12,2)", "circular(7,4)", "circular(8,6)", "welter(4)"]
SHORT = 0.01


def proofs(program, game, time, folder):
    command = [program, "prove", game, "--json", "--time", str(time), "-o", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    found = json.loads(done.stdout) if done.stdout.strip() else []
    return [claim for claim in found if claim.get("check_seconds") is not None]


def main():
    parser = argparse.ArgumentParser()
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--program", default=str(root / "target/release/ishitori"))
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--certificates")
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    games = asked.games or sorted(p.stem for p in (root / "games").glob("*.game")) + LARGER
    worst = (0, "no proof took that long")
    with tempfile.TemporaryDirectory() as passing:
        for game in games:
            least = {}
            for _ in range(asked.runs):
                for claim in proofs(asked.program, game, asked.time, asked.certificates or passing):
                    label, times = f"{claim['game']} {claim['claim']}", (claim["seconds"], claim["check_seconds"])
                    least[label] = tuple(map(min, times, least.get(label, times)))
            for label, (prove, check) in least.items():
                print(f"{prove:10.4f} {check:10.4f} {check / prove:7.2f}  {label}", flush=True)
                if max(prove, check) >= SHORT:
                    worst = max(worst, (check / prove, label))
    print(f"worst of those that take {SHORT} s: {worst[0]:.2f}  {worst[1]}")


if __name__ == "__main__":
    main()
