#!/usr/bin/env python3
"""Do other people's programs read what ishitori writes? Needs numpy, xarray, zarr, polars.

    python3 testdata/files.py target/release/ishitori

Tables and sets of positions are written by the program, opened with xarray, polars and numpy, and compared with
values that are computed here from the rules in words. docs/open_files.py is run on them as well.
"""

import functools
import json
import os
import subprocess
import sys
import tempfile

import numpy
import polars
import xarray


def mex(values):
    values, least = set(values), 0
    while least in values:
        least += 1
    return least


@functools.cache
def wythoff(a, b):
    """Any number from one heap, or as many from both."""
    options = [wythoff(x, b) for x in range(a)] + [wythoff(a, y) for y in range(b)]
    options += [wythoff(a - t, b - t) for t in range(1, min(a, b) + 1)]
    return mex(options)


@functools.cache
def split_and_delete(a, b):
    """One heap is split into two that are not empty, then one of the three is removed."""
    three = [(x, heap - x, a + b - heap) for heap in (a, b) for x in range(1, heap)]
    left = {tuple(sorted(heaps[:i] + heaps[i + 1:])) for heaps in three for i in range(3)}
    return mex(split_and_delete(*heaps) for heaps in left)


@functools.cache
def nim(*heaps):
    at = range(len(heaps))
    return mex(nim(*heaps[:i], x, *heaps[i + 1:]) for i in at for x in range(heaps[i]))


def main(program):
    program = os.path.abspath(program)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "open_files.py")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
        # 1. Tables with xarray and numpy.
        for name, lower, to, value in [
            ("wythoff", 0, [25, 25], wythoff),
            ("split-and-delete", 1, [30, 30], lambda a, b: split_and_delete(*sorted((a, b)))),
            ("nim", 0, [5, 6, 7], nim),
        ]:
            window = ",".join(map(str, to))
            run("table", name, "--to", window, "-o", f"{name}.zarr")
            run("table", name, "--to", window, "-o", f"{name}.npy")
            data = xarray.open_zarr(f"{name}.zarr", consolidated=False)
            values = data["values"]
            array = numpy.load(f"{name}.npy")
            assert values.shape == tuple(t + 1 - lower for t in to), name
            # The index of an array is the number of stones.
            assert array.shape == tuple(t + 1 for t in to), name
            assert all((array.take(0, axis=axis) == -1).all() for axis in range(len(to))) or lower == 0, name
            for cell in numpy.ndindex(*values.shape):
                heaps = tuple(c + lower for c in cell)
                truth = value(*heaps)
                assert int(array[heaps]) == truth, (name, heaps)
                assert int(values.values[cell]) == truth, (name, heaps)
            for dim, t in zip(values.dims, to):
                assert values.indexes[dim].tolist() == list(range(lower, t + 1)), (name, dim)
            last = dict(zip(values.dims, to))
            assert int(values.sel(last)) == value(*to), name
            assert data.attrs["game"].startswith(name) and data.attrs["convention"] == "normal"
        # 2. Sets of positions with polars, numpy and lines of JSON.
        for ending in ["parquet", "npy", "jsonl"]:
            run("positions", "wythoff", "--to", "60", "-o", f"p.{ending}")
        truth = [(a, b) for a in range(61) for b in range(a, 61) if wythoff(a, b) == 0]
        assert polars.read_parquet("p.parquet").rows() == truth
        assert [tuple(map(int, row)) for row in numpy.load("p.npy")] == truth
        with open("p.jsonl") as lines:
            assert [(row["a"], row["b"]) for row in map(json.loads, lines)] == truth
        assert polars.read_parquet_metadata("p.parquet")["rows"] == str(len(truth))
        # 3. The script in docs.
        told = subprocess.run(
            [sys.executable, script, "wythoff.zarr", "p.parquet"], check=True, capture_output=True, text=True
        ).stdout
        assert f"value at {{'a': 25, 'b': 25}}: {wythoff(25, 25)}" in told, told
        assert f"shape: ({len(truth)}, 2)" in told, told
    print("xarray, polars and numpy read what was written")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
