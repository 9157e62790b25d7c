#!/usr/bin/env python3
"""Opens what ishitori writes: tables (Zarr) with xarray, sets of positions (Parquet) with polars.

    pip install xarray zarr polars
    python3 docs/open_files.py table.zarr positions.parquet

Prints shape, what the file is about, some values, and how many positions there are. Both formats carry the
same metadata: game, rule, parameters, window, convention, program, content_hash.
"""

import json
import sys
from pathlib import Path

ABOUT = ["game", "rule", "parameters", "window", "convention", "program", "content_hash"]


def show(name, value):
    """One fact a line; a rule is long."""
    text = value if isinstance(value, str) else json.dumps(value)
    first, *rest = text.strip().splitlines() or [""]
    print(f"  {name}: {first}" + (" ..." if rest else ""))


def open_table(path):
    """A table of values: an array with a dimension and a coordinate for each heap."""
    import xarray

    data = xarray.open_zarr(path, consolidated=False)
    values = data["values"]
    print(f"{path}: a table of shape {dict(values.sizes)}, {values.dtype}")
    for name in ["shows", *ABOUT]:
        show(name, data.attrs[name])
    # Cells that are no position hold the largest number of the type.
    nothing = 2 ** (8 * values.dtype.itemsize) - 1
    corner = values.isel({heap: slice(0, 6) for heap in values.dims[-2:]})
    corner = corner.isel({heap: 0 for heap in values.dims[:-2]})
    print(f"  values from the first sizes on ({nothing} is no position):")
    print("   ", str(corner.values).replace("\n", "\n    "))
    positions = int((values != nothing).sum())
    print(f"  positions: {positions}")
    if positions != data.attrs["positions"]:
        raise SystemExit(f"{path} says that it has {data.attrs['positions']} positions")
    # By the size of a heap, not by the number of the row.
    last = {heap: int(data[heap][-1]) for heap in values.dims if heap in data.coords}
    print(f"  value at {last}: {int(values.sel(last).values.flat[0])}")


def open_positions(path):
    """A set of positions: a column for each heap, in order."""
    import polars

    metadata = polars.read_parquet_metadata(path)
    print(f"{path}: a set of positions")
    for name in [*ABOUT, "canonical"]:
        show(name, metadata[name])
    lazy = polars.scan_parquet(path)
    rows = lazy.select(polars.len()).collect().item()
    print(f"  columns: {dict(lazy.collect_schema())}")
    print(f"  shape: ({rows}, {len(lazy.collect_schema())})")
    print("  first rows:")
    for row in lazy.head(5).collect().rows():
        print("   ", row)
    if rows != int(metadata["rows"]):
        raise SystemExit(f"{path} says that it has {metadata['rows']} rows")


def main(paths):
    if not paths:
        raise SystemExit(__doc__)
    for path in map(Path, paths):
        (open_table if path.is_dir() else open_positions)(path)


if __name__ == "__main__":
    main(sys.argv[1:])
