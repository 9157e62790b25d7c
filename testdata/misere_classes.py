#!/usr/bin/env python3
"""Misère Grundy values and the classes of Conway, Gurvich and Ho, from the definitions.

Shares nothing with ishitori: each game is a rule text and, beside it, a function that lists the options, written from the
words of the game. Writes misere_classes.json; with --check compares.

An (i,j)-position has Grundy value i in normal and j in misère play; a position without moves is (0,1), and any other value is
the least number that no option has.
"""

import json
import sys
from functools import lru_cache
from itertools import product
from pathlib import Path

sys.setrecursionlimit(100_000)


def nim(heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield heaps[:i] + (left,) + heaps[i + 1:]


def wythoff(heaps):
    yield from nim(heaps)
    a, b = heaps
    for taken in range(1, min(a, b) + 1):
        yield (a - taken, b - taken)


def at_most(most):
    def moves(heaps):
        for i, heap in enumerate(heaps):
            for taken in range(1, min(most, heap) + 1):
                yield heaps[:i] + (heap - taken,) + heaps[i + 1:]
    return moves


def subtraction(allowed):
    def moves(heaps):
        (heap,) = heaps
        for taken in allowed:
            if taken <= heap:
                yield (heap - taken,)
    return moves


def euclid(heaps):
    small, large = sorted(heaps)
    if small:
        for times in range(1, large // small + 1):
            yield (small, large - times * small)


def near_diagonal(width):
    """Fraenkel: one heap, or a from one and b from the other with |a - b| < width."""
    def moves(heaps):
        yield from nim(heaps)
        a, b = heaps
        for x in range(1, a + 1):
            for y in range(1, b + 1):
                if abs(x - y) < width:
                    yield (a - x, b - y)
    return moves


def nim_with_a_pass(heaps):
    """Two heaps and a pass (0 or 1) that may be used once, but not at the end."""
    a, b, p = heaps
    for x in range(a):
        yield (x, b, p)
    for y in range(b):
        yield (a, y, p)
    if p and a + b:
        yield (a, b, 0)


def slow_pairs(heaps):
    """Three heaps: one stone from each of exactly two of them."""
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if heaps[i] and heaps[j]:
            yield tuple(heap - (k in (i, j)) for k, heap in enumerate(heaps))


def split(heaps):
    """Delete one heap and split the other into two, both not empty."""
    for heap in heaps:
        for first in range(1, heap):
            yield (first, heap - first)


ROW = "option h with h[i] - t where 1 <= t{} for i"
GAMES = [
    # name, rule, options, unordered, least, to
    ("nim1", "position h[1] " + ROW.format(""), nim, True, 0, 12),
    ("nim2", "position h[2] unordered " + ROW.format(""), nim, True, 0, 10),
    ("nim3", "position h[3] unordered " + ROW.format(""), nim, True, 0, 5),
    ("wythoff", "position (a, b) unordered option (x, b) where x < a option (a - t, b - t) where t >= 1", wythoff, True, 0, 12),
    ("take2", "position h[2] unordered " + ROW.format(", t <= 2"), at_most(2), True, 0, 12),
    ("subtract", "position (a) option (a - t) where t in {1, 4, 5}", subtraction((1, 4, 5)), False, 0, 40),
    ("subtract2", "position (a) option (a - t) where t in {2, 3}", subtraction((2, 3)), False, 0, 40),
    ("euclid", "position (a, b) unordered option (a, b - t) where t >= 1, a divides t, a >= 1", euclid, True, 0, 14),
    ("fraenkel2", "position (a, b) unordered option (x, b) where x < a "
     "option (a - s, b - t) where s >= 1, t >= 1, s - t <= 1, t - s <= 1", near_diagonal(2), True, 0, 12),
    ("pass", "position (a, b, p) option (x, b, p) where x < a option (a, x, p) where x < b "
     "option (a, b, p - 1) where a + b >= 1", nim_with_a_pass, False, 0, None),
    ("slow", "position h[3] unordered option (h[1] - 1, h[2] - 1, h[3]) option (h[1] - 1, h[2], h[3] - 1) "
     "option (h[1], h[2] - 1, h[3] - 1)", slow_pairs, True, 0, 6),
    ("halves", "position (a, b) unordered, each >= 1 option (x, y) where x + y = a option (x, y) where x + y = b", split, True, 1, 12),
]
# Bounds heap by heap, where they differ.
BOUNDS = {"pass": [6, 6, 1]}


def mex(values):
    values, least = set(values), 0
    while least in values:
        least += 1
    return least


def report(options, unordered, least, bounds):
    """All pairs of a window, and where each class fails first."""
    tidy = (lambda heaps: tuple(sorted(heaps))) if unordered else (lambda heaps: tuple(heaps))

    @lru_cache(maxsize=None)
    def moves(heaps):
        return sorted({tidy(option) for option in options(heaps)}, key=lambda p: (sum(p), p))

    @lru_cache(maxsize=None)
    def pair(heaps):
        below = [pair(option) for option in moves(heaps)]
        return (mex(p[0] for p in below), mex(p[1] for p in below) if below else 1)

    positions = {tidy(p) for p in product(*(range(least, to + 1) for to in bounds))}
    positions = sorted(positions, key=lambda p: (sum(p), p))
    swaps = ((0, 1), (1, 0))

    def reaches(position, kind):
        return any(pair(option) == kind for option in moves(position))

    def domestic(p):
        i, j = pair(p)
        return not (i == 0 and j >= 2 or j == 0 and i >= 2)

    def tame(p):
        return pair(p) in swaps or pair(p)[0] == pair(p)[1]

    def pet(p):
        return pair(p) in swaps or pair(p)[0] == pair(p)[1] >= 2

    def forced(p):
        return pair(p) not in swaps or all(pair(o) == pair(p)[::-1] for o in moves(p))

    def returnable(p):
        return pair(p) not in swaps or all(not moves(o) or reaches(o, pair(p)) for o in moves(p))

    def miserable(p):
        return pair(p) in swaps or reaches(p, (0, 1)) == reaches(p, (1, 0))

    def strongly(p):
        return pair(p) in swaps or reaches(p, (0, 1)) and reaches(p, (1, 0))

    classes = {"domestic": domestic, "tame": tame, "pet": pet, "forced": forced, "returnable": returnable,
               "miserable": miserable, "strongly miserable": strongly}
    first = {name: next((list(p) for p in positions if not holds(p)), None) for name, holds in classes.items()}
    # Who wins misère play, by its own recursion: a value of 0 must mean a loss.

    @lru_cache(maxsize=None)
    def wins(heaps):
        return not moves(heaps) or any(not wins(option) for option in moves(heaps))

    assert all((pair(p)[1] == 0) == (not wins(p)) for p in positions)
    return {"pairs": [[list(p), list(pair(p))] for p in positions], "first": first}


def main():
    all_games = {}
    for name, rule, options, unordered, least, to in GAMES:
        heaps = 1 if "h[1]" in rule and "h[2]" not in rule or "(a)" in rule else 3 if "h[3]" in rule or "p)" in rule else 2
        bounds = BOUNDS.get(name, [to] * heaps)
        all_games[name] = {"rule": f"game {name} {rule}", "bounds": bounds} | report(options, unordered, least, bounds)
    lines = [f"  {json.dumps(name)}: {json.dumps(game)}" for name, game in all_games.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    path = Path(__file__).with_suffix(".json")
    if "--check" in sys.argv:
        if path.read_text() != text:
            raise SystemExit(f"{path.name} is not what this script computes")
        return
    path.write_text(text)
    for name, game in all_games.items():
        print(name, game["bounds"], game["first"])


if __name__ == "__main__":
    main()
