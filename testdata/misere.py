#!/usr/bin/env python3
"""Misère outcomes and genera of heap games, by brute force from the definitions.

Shares nothing with ishitori. Positions are sorted tuples of components: ints are heaps of the game, and ("nim", n) is
a Nim heap. A genus is computed from its definition, as the Nim heap beside which the position is lost by the mover,
not by a mex rule. Writes misere.toml; with --check compares.
"""

import sys
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path

sys.setrecursionlimit(100_000)


def octal_moves(code):
    """What a heap of n can become in the game with this code: tuples of heaps."""
    whole, digits = code.split(".")
    rule = dict(enumerate(int(d) for d in whole[-1] + digits))

    def moves(n):
        for taken, digit in rule.items():
            rest = n - taken
            if rest == 0 and taken and digit % 2 == 1:
                yield ()
            if rest > 0 and taken and digit // 2 % 2 == 1:
                yield (rest,)
            if digit // 4 == 1:
                for a in range(1, rest):
                    if a <= rest - a:
                        yield (a, rest - a)
    return moves


def grundy_moves(n):
    for a in range(1, n):
        if a < n - a:
            yield (a, n - a)


def key(part):
    return (1, part[1]) if isinstance(part, tuple) else (0, part)


class Game:
    def __init__(self, moves):
        self.moves = moves

    def options(self, position):
        for i, part in enumerate(position):
            rest = position[:i] + position[i + 1:]
            if isinstance(part, tuple):
                new = [(("nim", k),) if k else () for k in range(part[1])]
            else:
                new = self.moves(part)
            for parts in new:
                yield tuple(sorted(rest + tuple(parts), key=key))

    @lru_cache(maxsize=None)
    def mover_wins(self, position, misere):
        options = list(self.options(position))
        if not options:
            return misere
        return any(not self.mover_wins(o, misere) for o in options)

    def nim_heap(self, position, misere):
        """The Nim heap beside which the mover loses."""
        n = 0
        while True:
            beside = position + ((("nim", n),) if n else ())
            if not self.mover_wins(tuple(sorted(beside, key=key)), misere):
                return n
            n += 1


CASES = [
    ("0.77", 9, 3, 2), ("0.123", 12, 3, 2), ("0.312", 10, 3, 3), ("0.75", 10, 3, 2), ("0.15", 11, 3, 2), ("4.7", 6, 4, 2),
    ("0.137", 9, 3, 2), ("4.3", 7, 3, 2), ("0.26", 9, 3, 2), ("0.07", 11, 3, 2), ("grundy", 13, 3, 2),
]


def entries():
    for name, largest, most, twos in CASES:
        game = Game(grundy_moves if name == "grundy" else octal_moves(name))
        lost = [list(s) for k in range(most + 1) for s in combinations_with_replacement(range(1, largest + 1), k)
                if not game.mover_wins(s, True)]
        two = ("nim", 2)
        normal = [game.nim_heap((n,), False) for n in range(1, largest + 1)]
        misere = [[game.nim_heap((n,) + (two,) * i, True) for i in range(twos + 1)] for n in range(1, largest + 1)]
        yield ("[[case]]\ngame = \"%s\"\nlargest = %d\nmost = %d\np_positions = %s\ngrundy = %s\nmisere = %s\n"
               % (name, largest, most, sorted(lost), normal, misere))


def main():
    path = Path(__file__).resolve().parent / "misere.toml"
    text = "# Written by testdata/misere.py; do not edit.\n\n" + "\n".join(entries())
    if "--check" not in sys.argv[1:]:
        path.write_text(text)
    elif not path.exists() or path.read_text() != text:
        sys.exit("misere.toml is not what misere.py computes")


if __name__ == "__main__":
    main()
