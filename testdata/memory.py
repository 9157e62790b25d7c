#!/usr/bin/env python3
"""Is memory as `explain` announces it? The jobs of docs/performance.md, measured from outside.

    python3 testdata/memory.py target/release/ishitori

Each job runs as a process of its own; its largest resident set, as the system counts it, must be at most 10 %
above the tables and the program that `explain` announced. With --memory a job keeps to it or is refused.
"""

import json
import os
import subprocess
import sys
import tempfile

P, GRUNDY = "outcome", "grundy"

JOBS = [
    (P, "circular(6,2)", ["--to", "63"], ["--threads", "1"]),
    (P, "circular(6,2)", ["--to", "63"], ["--threads", "2"]),
    (P, "circular(6,2)", ["--to", "63"], ["--threads", "2", "--memory", "180"]),
    (P, "single-split-delete", ["--total", "4000"], []),
    (P, "half-split-delete(4)", ["--to", "40"], []),
    (P, "grid-nim(5,5)", [], []),
    (GRUNDY, "wythoff", ["--to", "2000"], []),
    (GRUNDY, "wythoff", ["--to", "4000"], []),
    (GRUNDY, "path-nim(3)", ["--to", "255"], []),
    (GRUNDY, "split-and-delete", ["--to", "3000"], []),
]


def measured(command):
    """What a command printed, and its largest resident set in bytes."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read().decode()
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)}: {text}")
    return text, usage.ru_maxrss * 1024


def main(program):
    program = os.path.abspath(program)
    worst = 0
    for shows, game, window, more in JOBS:
        explain = [program, "explain", game, *window, *more, "--show", shows, "--json"]
        plan = json.loads(subprocess.run(explain, check=True, capture_output=True).stdout)
        announced = int(plan["bytes"]) + int(plan["program_bytes"])
        with tempfile.TemporaryDirectory() as folder:
            if shows == P:
                command = [program, "positions", game, *window, *more, "--count"]
            else:
                command = [program, "table", game, *window, *more, "-o", f"{folder}/table.npy"]
            _, taken = measured(command)
        share = taken / announced
        worst = max(worst, share)
        words = f"{game} {' '.join([*window, *more])}, {shows}"
        print(f"{words:<60} announced {announced >> 20:>5} MB, taken {taken >> 20:>5} MB: {share:.2f}")
        if "--memory" in more and taken > int(more[-1]) * 1.1 * 2**20 + int(plan["program_bytes"]):
            raise SystemExit(f"{words}: --memory is not obeyed")
    if worst > 1.1:
        raise SystemExit("more memory than 10 % above what was announced")
    refused = subprocess.run(
        [program, "positions", "circular(6,2)", "--to", "100", "--count", "--memory", "100"],
        capture_output=True, text=True,
    )
    if refused.returncode != 2 or "fits" not in refused.stderr:
        raise SystemExit(f"a window that does not fit is not refused: {refused}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
