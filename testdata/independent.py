#!/usr/bin/env python3
"""Independent reference for the games of the five papers: writes perft.toml and values.toml.

    python3 testdata/independent.py           rewrite both files next to this script
    python3 testdata/independent.py --check   regenerate in memory, exit 1 with a diff on mismatch

Every game is one small function `options(position) -> set of positions`, written by hand from the
words of the paper. Nothing here is shared with, or derived from, the Rust program it tests.

Positions: a heap position is a tuple of numbers, written "2,3,4". In an unordered game it is always
sorted ascending. A board is its own text: rows from top to bottom joined with '/', '#' a stone (a
coin showing heads), '.' an empty cell (tails). Boards and ordered games are compared as they stand.
"""
import collections
import difflib
import functools
import itertools
import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
Value = collections.namedtuple("Value", "grundy outcome remoteness misere_outcome misere_remoteness")


def heaps(*numbers):
    """The multiset of these heaps."""
    return tuple(sorted(numbers))


def put(position, i, value):
    """The tuple with heap i set to value (order kept)."""
    return position[:i] + (value,) + position[i + 1:]


def splits(h):
    """The ways to split a heap of h into two non-empty ones."""
    return [(x, h - x) for x in range(1, h // 2 + 1)]


# ------------------------------------------------------- split-and-delete Nim (heaps >= 1)

def split_and_delete(position):
    """Split one of the two heaps into x and y; three heaps now lie there; delete one of them."""
    a, b = position
    return {heaps(*kept) for whole, other in ((a, b), (b, a)) for x, y in splits(whole)
            for kept in ((x, y), (x, other), (y, other))}


def delete_and_split(position):
    """Delete one heap and split the other into two non-empty ones."""
    return {heaps(x, y) for h in position for x, y in splits(h)}


def nim_1(position):
    """Lower one of two heaps; every heap keeps at least one stone."""
    a, b = position
    return {heaps(x, b) for x in range(1, a)} | {heaps(a, y) for y in range(1, b)}


def wythoff_1(position):
    """As nim-1, or take the same number from both heaps; every heap keeps at least one stone."""
    a, b = position
    return nim_1(position) | {heaps(a - t, b - t) for t in range(1, min(a, b))}


def wythoff(position):
    """Lower one heap, or take the same number from both; empty heaps allowed."""
    a, b = position
    return ({heaps(x, b) for x in range(a)} | {heaps(a, y) for y in range(b)}
            | {heaps(a - t, b - t) for t in range(1, min(a, b) + 1)})


def split_delete(n, k):
    """Split exactly k of the n heaps in two, then delete any k of the n + k heaps."""
    def options(position):
        found = set()
        for chosen in itertools.combinations(range(n), k):
            rest = [position[i] for i in range(n) if i not in chosen]
            for halves in itertools.product(*(splits(position[i]) for i in chosen)):
                lying = rest + [h for pair in halves for h in pair]
                found.update(heaps(*kept) for kept in itertools.combinations(lying, n))
        return found
    return options


def all_but_one_delete(n):
    """Delete n - 1 heaps, split the last one into n non-empty heaps."""
    def options(position):
        found = set()
        for h in position:
            # n non-empty parts of h: n - 1 different cuts among the h - 1 gaps between the stones
            for cuts in itertools.combinations(range(1, h), n - 1):
                edges = (0,) + cuts + (h,)
                found.add(heaps(*(q - p for p, q in zip(edges, edges[1:]))))
        return found
    return options


def delete_then_split(position, k):
    """Delete k heaps, then split k of the remaining ones in two."""
    n, found = len(position), set()
    for left in itertools.combinations(position, n - k):
        for chosen in itertools.combinations(range(n - k), k):
            rest = [left[i] for i in range(n - k) if i not in chosen]
            for halves in itertools.product(*(splits(left[i]) for i in chosen)):
                found.add(heaps(*rest, *(h for pair in halves for h in pair)))
    return found


def single_delete(n):
    """Delete one heap, split one of the others."""
    return lambda position: delete_then_split(position, 1)


def half_delete(n):
    """n even: delete n/2 heaps, split each of the others."""
    assert n % 2 == 0
    return lambda position: delete_then_split(position, n // 2)


def at_most_half_delete(n):
    """For some 1 <= k <= n/2: delete k heaps, split k of the others."""
    return lambda position: set().union(
        *(delete_then_split(position, k) for k in range(1, n // 2 + 1)))


# ------------------------------------------------------- common-divisor Nim (heaps >= 0)

def common_divisor(m):
    """Take d >= 1 from one heap, d a common divisor of all heaps, d not more than the heap."""
    def options(position):
        divisors = [d for d in range(1, max(position) + 1) if all(h % d == 0 for h in position)]
        return {heaps(*put(position, i, position[i] - d))
                for i in range(m) for d in divisors if d <= position[i]}
    return options


# ------------------------------------------------------- the binary-expansion paper (heaps >= 0)

def lowered(position, places):
    """All tuples got by lowering heaps at these places only, by one stone or more in total."""
    ranges = [range(h + 1) if i in places else (h,) for i, h in enumerate(position)]
    return set(itertools.product(*ranges)) - {position}


def nim(n):
    """Lower one heap."""
    return lambda position: {heaps(*put(position, i, x)) for i in range(n) for x in range(position[i])}


def moore(n, k):
    """Lower at most k heaps, by one stone or more in total."""
    return lambda position: {heaps(*p) for places in itertools.combinations(range(n), min(k, n))
                             for p in lowered(position, places)}


def welter(n):
    """Lower one heap; no two heaps may become equal. A heap of 0 is a heap like any other."""
    return lambda position: {heaps(*put(position, i, x)) for i in range(n)
                             for x in range(position[i]) if x not in position}


def lim(position):
    """Take t >= 1 from each of two heaps and add t to the third."""
    return {heaps(p - t, q - t, r + t) for p, q, r in itertools.permutations(position)
            for t in range(1, min(p, q) + 1)}


def nimhoff(n, k):
    """Lower one heap, or take 2^k from each of two heaps."""
    def options(position):
        found = nim(n)(position)
        for i, j in itertools.combinations(range(n), 2):
            if min(position[i], position[j]) >= 2 ** k:
                both = put(put(position, i, position[i] - 2 ** k), j, position[j] - 2 ** k)
                found.add(heaps(*both))
        return found
    return options


def delete_nim(position):
    """Delete one heap (even an empty one), take one stone from the other, part what is left in two."""
    return {heaps(x, h - 1 - x) for h in position for x in range(h)}


def circular(n, k):
    """n heaps on a circle: lower any of k consecutive heaps, total >= 1."""
    return lambda position: set().union(
        *(lowered(position, {(start + i) % n for i in range(k)}) for start in range(n)))


def path_nim(n, k):
    """n heaps in a row: lower any of k adjacent heaps, total >= 1."""
    return lambda position: set().union(
        *(lowered(position, range(start, start + k)) for start in range(n - k + 1)))


def emperor(shape, k):
    """Choose at most k ranges and lower their heaps freely; in every other range lower at most one
    heap; total >= 1. (Choosing as many ranges as allowed covers every smaller choice.)"""
    ends = list(itertools.accumulate(shape))
    ranges = [range(end - size, end) for size, end in zip(shape, ends)]

    def options(position):
        found = set()
        for chosen in itertools.combinations(range(len(shape)), min(k, len(shape))):
            free = [place for i in chosen for place in ranges[i]]
            others = [ranges[i] for i in range(len(shape)) if i not in chosen]
            for one_each in itertools.product(*others):
                found |= lowered(position, set(free) | set(one_each))
        return found
    return options


# ------------------------------------------------------- boards

def lines(r, c):
    """Rows and columns of an r x c board, as lists of indices into its text."""
    return ([[i * (c + 1) + j for j in range(c)] for i in range(r)]
            + [[i * (c + 1) + j for i in range(r)] for j in range(c)])


def runs(board, line):
    """The maximal runs of stones in one line, first to last."""
    groups = itertools.groupby(line, key=lambda index: board[index] == "#")
    return [list(run) for stone, run in groups if stone]


def without(board, taken):
    """The board with the stones at these indices taken away."""
    cells = list(board)
    for index in taken:
        cells[index] = "."
    return "".join(cells)


def grid_nim(r, c):
    """Take one or more stones from either end of one maximal run."""
    def options(board):
        return {without(board, taken) for line in lines(r, c) for run in runs(board, line)
                for t in range(1, len(run) + 1) for taken in (run[:t], run[-t:])}
    return options


def grid_nim_blocks(r, c):
    """Take any contiguous block of one maximal run."""
    def options(board):
        return {without(board, run[i:j]) for line in lines(r, c) for run in runs(board, line)
                for i, j in itertools.combinations(range(len(run) + 1), 2)}
    return options


def grid_nim_outer(r, c):
    """Take from a run, starting at an end which is the first or the last stone of its whole line."""
    def options(board):
        found = set()
        for line in lines(r, c):
            in_line = runs(board, line)
            if in_line:
                first, last = in_line[0], in_line[-1]
                found |= {without(board, first[:t]) for t in range(1, len(first) + 1)}
                found |= {without(board, last[-t:]) for t in range(1, len(last) + 1)}
        return found
    return options


def turning_turtles_2d(n, m):
    """n coins across (a = 1..n), m up (b = 1..m), (1,1) bottom left. Choose a' <= a, b' <= b and turn
    the distinct coins among (a,b), (a',b), (a,b'), (a',b'); (a,b) has to go from heads to tails."""
    def index(a, b):
        return (m - b) * (n + 1) + (a - 1)  # the last written row is b = 1

    def options(board):
        found = set()
        for a, b in itertools.product(range(1, n + 1), range(1, m + 1)):
            if board[index(a, b)] == "#":
                for a2, b2 in itertools.product(range(1, a + 1), range(1, b + 1)):
                    coins = list(board)
                    for i in {index(a, b), index(a2, b), index(a, b2), index(a2, b2)}:
                        coins[i] = "." if coins[i] == "#" else "#"
                    found.add("".join(coins))
        return found
    return options


# ------------------------------------------------------- values of any game

class Game:
    """A game: its options, the shape of its positions and a memo of the values found so far."""

    def __init__(self, options, n=0, low=0, ordered=False, distinct=False, board=None):
        self.options, self.n, self.low, self.board = options, n, low, board
        self.ordered, self.distinct, self.memo = ordered, distinct, {}
        self.single = n == 0 and not board  # any number of heaps

    def read(self, text):
        """A position from its text; it has to be well formed."""
        if self.board:
            r, c = self.board
            assert re.fullmatch("/".join(["[#.]{%d}" % c] * r), text), text
            return text
        position = tuple(map(int, text.split(",")))
        if self.single:
            assert position == heaps(*position), text
            return tuple(h for h in position if h > 0)
        assert len(position) == self.n and min(position) >= self.low, text
        assert self.ordered or position == heaps(*position), text
        assert not self.distinct or len(set(position)) == self.n, text
        return position

    def positions(self, to=None):
        """All positions with every heap <= to, or all boards; by total, then lexicographically."""
        if self.board:
            r, c = self.board
            rows = ["".join(row) for row in itertools.product("#.", repeat=c)]
            return by_total("/".join(board) for board in itertools.product(rows, repeat=r))
        every = range(self.low, to + 1)
        if self.single:
            return [()] + [(h,) for h in range(1, to + 1)]
        if self.ordered:
            return by_total(itertools.product(every, repeat=self.n))
        choose = itertools.combinations if self.distinct else itertools.combinations_with_replacement
        return by_total(choose(every, self.n))

    def solve(self, start):
        """The Value of a position. An explicit stack stands in for recursion."""
        stack = [(start, None)]
        while stack:
            position, options = stack.pop()
            if position in self.memo:
                continue
            if options is None:
                options = self.options(position)
                missing = [(o, None) for o in options if o not in self.memo]
                if missing:
                    stack.append((position, options))
                    stack.extend(missing)
                    continue
            self.memo[position] = evaluate([self.memo[o] for o in options])
        return self.memo[start]


def evaluate(options):
    """The Value of a position from the Values of its options."""
    if not options:
        return Value(0, "P", 0, "N", 0)
    seen = {o.grundy for o in options}
    grundy = next(g for g in itertools.count() if g not in seen)

    wins = [o.remoteness for o in options if o.outcome == "P"]
    outcome = "N" if wins else "P"
    remoteness = 1 + (min(wins) if wins else max(o.remoteness for o in options))
    assert (grundy == 0) == (outcome == "P")

    wins = [o.misere_remoteness for o in options if o.misere_outcome == "P"]
    misere = "N" if wins else "P"
    misere_remoteness = 1 + (min(wins) if wins else max(o.misere_remoteness for o in options))
    return Value(grundy, outcome, remoteness, misere, misere_remoteness)


def by_total(positions):
    """Sorted by the number of stones, then lexicographically (heaps as numbers, boards as text)."""
    return sorted(positions, key=lambda p: (p.count("#") if isinstance(p, str) else sum(p), p))


def show(position):
    return position if isinstance(position, str) else ",".join(map(str, position)) or "0"


# ------------------------------------------------------- single heaps (any number of them)

def single(become):
    """One heap h is replaced by the heaps of one of become(h); empty heaps are none."""
    def options(position):
        return {heaps(*(position[:i] + position[i + 1:] + parts))
                for i, h in enumerate(position) for parts in become(h)}
    return options


def code_game(code):
    """The i-th digit behind the point: what may be left after taking i: 1 nothing, 2 a heap, 4 two, 8 three."""
    before, behind = code.split(".")
    def become(h):
        for take, digit in enumerate(before + behind):
            digit, left = int(digit, 16), h - take
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left >= 1:
                yield (left,)
            if digit & 4:
                yield from splits(left)
            if digit & 8:
                for x in range(1, left):
                    yield from ((x, y, z) for y, z in splits(left - x))
    return single(become)


def grundys_game(h):
    """Split a heap into two that are not equal."""
    return [(x, y) for x, y in splits(h) if x != y]


def laskers_nim(h):
    """Take any number of stones, or split the heap in two without taking any."""
    return [()] + [(x,) for x in range(1, h)] + splits(h)


def taking(allowed):
    """Take a number of stones that is allowed."""
    return single(lambda h: [(h - t,) if h > t else () for t in range(1, h + 1) if allowed(t)])


GAMES = {
    "octal": lambda code: Game(code_game(code)),
    "hexadecimal": lambda code: Game(code_game(code)),
    "kayles": lambda: Game(code_game("0.77")),
    "dawsons-kayles": lambda: Game(code_game("0.07")),
    "dawsons-chess": lambda: Game(code_game("0.137")),
    "treblecross": lambda: Game(code_game("0.007")),
    "officers": lambda: Game(code_game("0.6")),
    "grundys-game": lambda: Game(single(grundys_game)),
    "laskers-nim": lambda: Game(single(laskers_nim)),
    "subtraction": lambda *takes: Game(taking(lambda t: t in takes)),
    "all-but": lambda *barred: Game(taking(lambda t: t not in barred)),
    "split-and-delete": lambda: Game(split_and_delete, 2, 1),
    "delete-and-split": lambda: Game(delete_and_split, 2, 1),
    "nim-1": lambda: Game(nim_1, 2, 1),
    "wythoff-1": lambda: Game(wythoff_1, 2, 1),
    "wythoff": lambda: Game(wythoff, 2),
    "split-delete": lambda n, k: Game(split_delete(n, k), n, 1),
    "half-split-delete": lambda n: Game(split_delete(n, n // 2), n, 1),
    "single-split-delete": lambda n: Game(split_delete(n, 1), n, 1),
    "all-but-one-delete": lambda n: Game(all_but_one_delete(n), n, 1),
    "single-delete": lambda n: Game(single_delete(n), n, 1),
    "half-delete": lambda n: Game(half_delete(n), n, 1),
    "at-most-half-delete": lambda n: Game(at_most_half_delete(n), n, 1),
    "common-divisor": lambda m: Game(common_divisor(m), m),
    "nim": lambda n: Game(nim(n), n),
    "moore": lambda n, k: Game(moore(n, k), n),
    "welter": lambda n: Game(welter(n), n, distinct=True),
    "lim": lambda: Game(lim, 3),
    "nimhoff": lambda n, k: Game(nimhoff(n, k), n),
    "delete-nim": lambda: Game(delete_nim, 2),
    "circular": lambda n, k: Game(circular(n, k), n, ordered=True),
    "path-nim": lambda n, k: Game(path_nim(n, k), n, ordered=True),
    "emperor": lambda shape, k: Game(emperor(shape, k), sum(shape), ordered=True),
    "grid-nim": lambda r, c: Game(grid_nim(r, c), board=(r, c)),
    "grid-nim-blocks": lambda r, c: Game(grid_nim_blocks(r, c), board=(r, c)),
    "grid-nim-outer": lambda r, c: Game(grid_nim_outer(r, c), board=(r, c)),
    "turning-turtles-2d": lambda n, m: Game(turning_turtles_2d(n, m), board=(m, n)),
}


def base_name(text):
    return text.split("(")[0]


@functools.cache
def game(text):
    """The game called e.g. "moore(3,2)" or "emperor([2,2],1)"."""
    name, arguments = re.fullmatch(r"([a-z0-9-]+)(?:\((.*)\))?", text).groups()
    if name in ("octal", "hexadecimal"):
        return GAMES[name](arguments)
    return GAMES[name](*json.loads("[%s]" % (arguments or "")))


# ------------------------------------------------------- what goes into the files
# Each game is followed by its positions (or by the largest heap of the window).

def table(text):
    """[(game, [words...])] from a text; a word starting with a letter starts a new game."""
    entries = []
    for word in text.split():
        if word[0].isalpha():
            entries.append((word, []))
        else:
            entries[-1][1].append(word)
    return entries


PERFT = table("""
octal(0.77) 0 7 3,5 octal(4.3) 6 2,3 octal(0.137) 8 octal(0.16) 9 octal(4.) 5,5 hexadecimal(0.8) 9 hexadecimal(0.3F) 8
    hexadecimal(8.F) 7 kayles 0 9 4,4,5 dawsons-kayles 10 5,6 1 dawsons-chess 9 3,5 2 treblecross 12 5,6 3
    officers 1 8 4,5 grundys-game 2 9 5,6 laskers-nim 6 2,3 3,3 subtraction(1,2,3) 9 2,4 subtraction(1,5,7) 12 5
    all-but(2) 8 3,4 all-but(1,3) 9 all-but([]) 5
split-and-delete 1,1 1,2 6,8 9,9 7,30
delete-and-split 1,1 2,5 6,8 20,20
nim-1 1,1 1,5 6,8 9,9
wythoff-1 1,1 1,5 6,8 9,9
wythoff 0,0 0,7 6,8 10,10
split-delete(2,1) 2,5 split-delete(2,2) 2,2 5,7 split-delete(3,2) 1,1,9 3,4,6 split-delete(3,3) 4,4,4
half-split-delete(4) 1,1,1,9 2,2,2,2 4,4,4,5 3,4,5,6
single-split-delete(3) 1,1,1 2,2,2 4,5,7 single-split-delete(5) 1,1,2,3,4
all-but-one-delete(3) 1,2,2 3,3,3 4,7,9 all-but-one-delete(4) 6,6,6,12
single-delete(3) 1,1,1 5,5,5 4,6,9 single-delete(4) 2,3,5,8
half-delete(4) 1,1,1,9 2,2,2,2 3,5,6,8 half-delete(2) 6,8
at-most-half-delete(3) 1,1,1 4,6,7 at-most-half-delete(4) 2,3,5,6 4,4,4,4 at-most-half-delete(5) 1,2,3,4,5
common-divisor(1) 12 common-divisor(2) 0,0 0,12 6,12 common-divisor(3) 2,3,6 2,2,6 0,4,8
nim(1) 0 7 nim(3) 0,0,0 3,5,7 4,4,4 nim(4) 1,2,3,4
moore(1,1) 5 moore(2,2) 3,4 moore(3,2) 0,0,0 2,3,4 3,5,7 moore(4,3) 1,2,3,4 moore(4,4) 2,2,3,3
welter(1) 6 welter(2) 0,1 1,3 5,6 welter(3) 0,1,2 2,5,9 welter(4) 1,3,5,8
lim 0,0,7 0,3,3 3,5,5 5,6,11
nimhoff(1,1) 5 nimhoff(2,1) 0,0 2,2 3,13 nimhoff(2,2) 4,6 nimhoff(3,1) 2,2,5 3,4,6
delete-nim 0,0 1,3 9,12 7,7
circular(1,1) 4 circular(2,2) 2,3 circular(4,2) 0,0,0,0 2,0,2,0 1,2,3,2 circular(5,2) 4,1,3,2,1 1,1,1,1,1
    circular(5,5) 1,1,2,1,1 circular(6,2) 1,0,2,0,3,0 1,2,1,1,2,1
path-nim(1,1) 5 path-nim(3,2) 0,0,0 3,0,5 2,3,4 4,1,2 path-nim(3,3) 2,1,2 path-nim(4,2) 1,2,2,1
emperor([1],1) 5 emperor([3],1) 1,2,3 emperor([2,2],1) 0,0,0,0 1,1,2,2 3,1,0,2 emperor([2,2],2) 1,2,2,1
    emperor([1,2,1],1) 2,1,1,2 emperor([2,2,2],2) 1,1,0,1,1,1
grid-nim(2,2) ../.. ##/## grid-nim(3,3) ###/.##/#.. #.#/.#./#.# ###/###/### grid-nim(1,5) #####
    grid-nim(3,7) #######/#####../###....
grid-nim-blocks(2,2) ../.. ##/## grid-nim-blocks(3,3) ###/.##/#.. ###/###/### grid-nim-blocks(1,6) ######
grid-nim-outer(2,2) ../.. ##/## grid-nim-outer(3,3) ###/.##/#.. #.#/.#./#.# ###/###/###
    grid-nim-outer(1,7) ##.##.# #.###.#
turning-turtles-2d(1,1) . # turning-turtles-2d(3,2) #../..# .../... ..#/... turning-turtles-2d(2,3) .#/../#.
    turning-turtles-2d(3,3) ..#/#../.#. turning-turtles-2d(4,4) ...#/..../#.../....
""")

# Positions the papers speak of are here wherever they are small enough to solve.
VALUES = table("""
octal(0.77) 0 1 5 12 20 3,5 octal(4.3) 7 12 2,5 octal(0.137) 9 14 octal(0.16) 20 octal(0.6) 13 octal(4.) 2 9 4,5
    hexadecimal(0.8) 3 9 13 4,5 hexadecimal(0.3F) 7 11 hexadecimal(8.F) 8 hexadecimal(0.1A) 9
    kayles 0 1 2 7 14 22 5,6 3,4,5 dawsons-kayles 1 2 3 9 15 22 5,6 4,4,7 dawsons-chess 1 5 9 14 20 3,6 7,7 2,4,5
    treblecross 2 3 5 12 19 24 5,6 4,7 officers 1 2 3 9 14 20 4,5 3,3,7 grundys-game 1 2 3 8 13 18 20 4,7 5,5,6
    laskers-nim 1 2 3 4 7 8 11 3,5 4,4 subtraction(1,2,3) 0 1 4 7 10 3,6 subtraction(1,5,7) 6 12 13 5,7
    all-but(2) 1 2 3 4 9 14 3,6 all-but(1,3) 5 12 all-but([]) 6 all-but(2,5,7) 11
split-and-delete 1,1 1,2 2,2 2,4 2,5 3,3 4,4 4,5 6,6 6,8 7,8 8,8 11,13 12,12 9,16 16,17 20,31
delete-and-split 1,1 1,2 2,2 2,4 2,5 3,5 4,4 6,8 7,9 8,8 12,12 16,25
nim-1 1,1 1,2 2,2 2,5 4,7 6,8 7,8 12,12 9,16
wythoff-1 1,1 1,2 2,2 2,3 4,6 5,8 6,8 7,11 12,12 9,16
wythoff 0,0 0,1 1,1 1,2 3,5 4,7 6,8 6,10 8,13 5,5 11,18 15,15
split-delete(2,1) 2,5 6,8 split-delete(2,2) 1,1 1,9 2,2 3,4 6,8 7,7 split-delete(3,2) 1,1,7 1,2,2 2,2,2 3,3,3
    2,4,5 4,5,6 split-delete(3,3) 1,2,3 2,2,2 3,4,5 split-delete(4,1) 2,2,3,3
half-split-delete(4) 1,1,1,1 1,1,1,9 1,1,2,2 2,2,2,2 2,2,2,3 3,3,3,3 3,4,5,6 4,4,4,4 4,4,4,5 4,4,4,6 4,4,4,7
    4,4,4,8 4,4,4,9 4,4,4,10 4,4,4,11 4,4,4,12 4,4,4,13 3,3,3,5 3,3,3,7
single-split-delete(2) 6,8 single-split-delete(3) 1,1,1 1,1,2 2,2,2 1,3,3 1,4,4 2,3,5 1,5,7 4,7,8 9,9,9 3,6,9
    5,9,14 7,10,14 single-split-delete(4) 1,1,1,1 2,2,2,2 1,2,3,4 3,4,5,6
all-but-one-delete(2) 6,8 all-but-one-delete(3) 1,1,1 1,2,2 1,1,3 3,3,3 2,4,6 5,6,7 9,9,9 4,8,13
    all-but-one-delete(4) 1,2,3,3 4,4,4,4 2,5,7,9
single-delete(2) 6,8 single-delete(3) 1,1,1 1,1,2 2,2,2 1,3,5 3,3,3 4,6,9 5,7,8 8,8,8 single-delete(4) 1,1,1,2
    2,3,5,8 4,4,4,4
half-delete(2) 6,8 half-delete(4) 1,1,1,1 1,1,1,9 1,1,2,2 2,2,2,2 3,3,3,3 1,3,5,7 3,5,6,8 4,5,6,7
    half-delete(6) 1,1,1,2,2,2 2,2,3,3,4,4
at-most-half-delete(2) 6,8 at-most-half-delete(3) 1,1,1 1,1,2 3,3,3 4,6,7 at-most-half-delete(4) 1,1,1,1
    1,1,1,2 2,2,2,2 2,3,5,6 4,4,4,4 at-most-half-delete(5) 1,2,3,4,5
common-divisor(1) 0 1 8 12 common-divisor(2) 0,0 0,1 0,2 1,1 1,2 2,4 6,6 8,12 0,16 common-divisor(3) 2,3,6
    2,2,6 2,3,5 0,0,0 0,0,6 4,4,4 4,8,12 3,6,9 common-divisor(4) 0,2,4,6 2,2,2,2
nim(1) 0 1 9 nim(2) 0,0 1,1 1,2 3,6 4,5 nim(3) 0,0,0 4,5,7 3,5,7 2,3,7 0,5,7 1,2,3 nim(4) 1,2,4,7 1,2,3,4
    3,3,3,3
moore(1,1) 0 5 moore(2,2) 0,0 3,4 moore(3,1) 3,5,6 moore(3,2) 0,0,0 1,1,1 3,5,7 2,3,4 0,2,5 0,3,5 5,5,5 0,0,6
    moore(4,2) 3,5,6,7 1,2,3,4 moore(4,3) 8,9,10,11 3,3,3,3 1,2,3,4
welter(1) 0 6 welter(2) 0,1 0,2 0,3 1,2 1,3 3,7 5,6 4,11 welter(3) 0,1,2 0,1,3 1,2,4 2,5,9 3,6,7
    welter(4) 0,1,2,3 1,3,5,8
lim 0,0,0 0,0,7 0,1,1 1,1,1 0,3,3 2,3,4 3,5,5 5,6,11 4,4,4 6,7,8
nimhoff(1,1) 5 nimhoff(2,1) 0,0 1,1 2,2 2,3 3,3 6,7 3,13 8,10 nimhoff(2,2) 4,6 4,4 5,7 nimhoff(2,3) 8,9
    nimhoff(3,1) 0,2,2 2,2,5 3,4,6
delete-nim 0,0 0,1 1,1 0,2 0,3 1,3 3,5 9,12 7,7 8,15 10,21
circular(1,1) 0 4 circular(2,2) 2,3 circular(3,1) 1,2,3 circular(3,2) 2,2,2 1,2,3 circular(4,2) 0,0,0,0
    1,0,0,0 2,0,2,0 1,2,1,2 1,1,2,2 3,1,3,1 1,2,3,2 circular(5,2) 4,1,3,2,1 1,1,1,1,1 2,0,1,1,0 2,1,0,1,2
    circular(5,3) 0,2,1,1,2 2,1,1,2,0 1,2,0,2,1 circular(6,2) 1,2,3,1,2,3 1,0,2,0,3,0 1,2,0,2,1,0 1,1,1,0,3,0
    2,1,2,1,2,1 circular(6,3) 2,0,3,1,1,2 1,1,1,1,1,1 circular(6,4) 1,3,2,1,3,2 1,1,1,1,1,1 0,1,1,0,1,1
    circular(7,4) 1,1,1,1,1,1,1 0,0,2,1,1,0,2 circular(8,6) 0,2,1,1,2,1,1,2
path-nim(1,1) 5 path-nim(3,1) 1,2,3 path-nim(3,2) 0,0,0 3,2,0 3,0,5 2,3,4 4,1,2 3,1,3 5,2,4 1,0,1 6,3,7
    path-nim(3,3) 2,1,2 path-nim(4,2) 1,2,2,1 2,0,1,3 path-nim(5,3) 1,1,1,1,1
emperor([1],1) 0 5 emperor([3],1) 1,2,3 2,2,0 emperor([2,2],1) 0,0,0,0 1,1,1,1 1,1,2,2 2,2,2,2 3,1,0,2 1,0,0,1
    3,3,3,3 0,3,0,3 emperor([2,2],2) 1,2,2,1 emperor([1,1,1],1) 1,2,3 emperor([1,2,1],1) 2,1,1,2
    emperor([2,2,2],1) 1,1,1,1,0,0 2,2,1,1,1,1 emperor([2,2,2],2) 1,1,1,1,1,1 1,1,0,1,1,1
grid-nim(1,1) . # grid-nim(1,7) ##.##.# ####### grid-nim(2,2) ../.. ##/## #./.# #./## grid-nim(2,3) ###/###
    #.#/#.# grid-nim(2,4) ####/#### grid-nim(2,5) #####/##### ##.##/##.## grid-nim(2,6) ######/######
    grid-nim(3,3) .../.../... ###/.##/#.. ###/##./#.. ###/###/### #.#/.#./#.# ###/#.#/### .#./###/.#.
    #.#/#.#/#.# grid-nim(3,4) ####/####/#### grid-nim(3,5) #####/#####/#####
    grid-nim(3,7) #######/#####../###.... .######/.####../.##.... #.#####/#.###../#.#....
    ##.####/##.##../##..... .######/.####../###.... grid-nim(4,4) ####/###./##../#... ..../###./##../#...
    ..../####/####/#### ####/####/####/#### .###/####/####/###. grid-nim(5,5) #####/####./###../##.../#....
grid-nim-blocks(1,1) . # grid-nim-blocks(1,6) ###### ##.### #.#.#. grid-nim-blocks(2,2) ../.. ##/## #./##
    grid-nim-blocks(2,3) ###/### #.#/### grid-nim-blocks(3,3) .../.../... ###/.##/#.. ###/##./#.. ###/###/###
    #.#/.#./#.# grid-nim-blocks(3,4) ####/####/####
grid-nim-outer(1,1) . # grid-nim-outer(1,7) ##.##.# #.###.# #.#.#.# grid-nim-outer(2,2) ../.. ##/## #./##
    grid-nim-outer(2,3) ###/### #.#/#.# grid-nim-outer(3,3) .../.../... ###/.##/#.. ###/##./#.. ###/###/###
    #.#/.#./#.# #.#/###/#.# grid-nim-outer(3,4) ####/####/#### #.##/.#.#/##.#
turning-turtles-2d(1,1) . # turning-turtles-2d(1,4) #/./#/. turning-turtles-2d(4,1) ...#
    turning-turtles-2d(2,2) ../.. ##/## .#/.. ../.# #./.. turning-turtles-2d(3,2) #../..# ..#/...
    turning-turtles-2d(2,3) .#/../#. .#/../.. turning-turtles-2d(3,3) ..#/.../... ..#/#../.#. ###/###/###
    #../.#./..# turning-turtles-2d(4,3) ...#/..../.... #..#/.#../..#.
""")

# Tables 5-8 of the split-and-delete paper (missing from the text), and two more: game, low, to.
TABLES = [("wythoff-1", 1, 12), ("nim-1", 1, 12), ("split-and-delete", 1, 12),
          ("delete-and-split", 1, 12), ("delete-nim", 0, 10), ("wythoff", 0, 10)]

P_POSITIONS = [(name, int(to)) for name, (to,) in table("""
split-and-delete 20  delete-and-split 9  nim-1 9  wythoff-1 20  wythoff 20  split-delete(2,2) 9
split-delete(3,2) 7  half-split-delete(4) 6  single-split-delete(3) 10  single-split-delete(4) 6
all-but-one-delete(3) 9  single-delete(3) 8  half-delete(4) 6  at-most-half-delete(4) 6  common-divisor(2) 9
common-divisor(3) 5  nim(3) 7  moore(3,2) 6  moore(4,2) 3  welter(3) 6  lim 6  nimhoff(2,1) 9
nimhoff(3,1) 5  delete-nim 9  circular(4,2) 3  circular(5,2) 2  circular(6,2) 2  circular(6,4) 2
path-nim(3,2) 5  path-nim(4,2) 3  emperor([2,2],1) 3  emperor([1,2],1) 5
""")]

# Positions whose predecessors are listed: the largest heap of the window, then the positions.
BACK = [(name, None if to == "-" else int(to), texts) for name, (to, *texts) in table("""
octal(0.77) 8 0 3 2,3 hexadecimal(0.8) 9 1,1,2 3 kayles 7 2 1,4 dawsons-kayles 8 3 1,2 dawsons-chess 8 2 1,3
treblecross 9 0 2,3 officers 7 1 2,2 grundys-game 9 1,2 2,2 3 laskers-nim 6 2 1,3 subtraction(1,2,3) 9 4 0 2,5
all-but(2) 7 3 0 1,4
split-and-delete 8 2,3 1,1
delete-and-split 8 2,3 4,4
nim-1 8 2,3 5,5
wythoff-1 8 2,3 1,1
wythoff 7 2,3 0,0
split-delete(3,2) 6 1,2,2 1,1,4
half-split-delete(4) 5 1,1,1,2 2,2,2,2
single-split-delete(3) 6 1,2,3 2,2,2
all-but-one-delete(3) 8 1,2,3 2,2,2
single-delete(3) 6 1,2,3 1,1,1
half-delete(4) 6 1,1,2,2 1,2,3,4
at-most-half-delete(4) 5 1,1,2,2 1,1,1,1
common-divisor(3) 6 2,2,4 0,0,0
nim(3) 5 1,2,3 0,0,0
moore(3,2) 4 1,2,3 0,1,1
welter(3) 6 0,1,2 1,3,4
lim 6 1,2,3 0,0,4
nimhoff(2,1) 8 1,2 0,0 nimhoff(3,1) 5 1,2,2
delete-nim 7 0,2 1,3
circular(4,2) 2 1,0,1,0 0,0,0,0 circular(5,2) 2 1,0,2,0,1
path-nim(3,2) 3 1,0,2 0,0,0
emperor([2,2],1) 2 1,0,1,1 0,0,0,0
grid-nim(2,3) - #.#/... .../... grid-nim(3,3) - #../.#./..#
grid-nim-blocks(2,3) - #.#/... .../... grid-nim-blocks(3,3) - #../.#./..#
grid-nim-outer(2,3) - #.#/... .../... grid-nim-outer(3,3) - #../.../..#
turning-turtles-2d(3,2) - #../.#. .../... turning-turtles-2d(2,3) - #./../.#
    turning-turtles-2d(3,3) - #../.../.#.
""")]

# ------------------------------------------------------- sanity checks

def check():
    """Facts that hold for certain; a failure here is a bug in this file or in the paper."""
    counts = [len(game(g).options((6, 8)))
              for g in ("wythoff-1", "nim-1", "split-and-delete", "delete-and-split")]
    assert counts == [16, 12, 18, 7], counts
    listed = [p for p in game("single-split-delete(3)").positions(8)
              if game("single-split-delete(3)").solve(p).outcome == "P"][:6]
    assert listed == [(1, 1, 1), (2, 2, 2), (1, 3, 3), (1, 4, 4), (2, 3, 5), (1, 5, 7)], listed
    for p in game("nim(3)").positions(6):
        assert game("nim(3)").solve(p).grundy == p[0] ^ p[1] ^ p[2], p
    for a, b, c in game("lim").positions(6):
        assert game("lim").solve((a, b, c)).grundy == ((a + b + c) - (a ^ b ^ c)) // 2, (a, b, c)
    # The hand-written two-heap games are the n = 2 cases of the general ones.
    for p in game("split-and-delete").positions(10):
        assert split_and_delete(p) == split_delete(2, 1)(p), p
        for general in (all_but_one_delete, single_delete, half_delete, at_most_half_delete):
            assert delete_and_split(p) == general(2)(p), p
        assert nim_1(p) | delete_and_split(p) <= split_and_delete(p) and nim_1(p) <= wythoff_1(p)
        assert {(a - 1, b - 1) for a, b in wythoff_1(p)} == wythoff((p[0] - 1, p[1] - 1)), p
    # Every option listed anywhere is itself a well-formed position.
    for name, texts in VALUES + PERFT:
        for text in texts:
            for option in game(name).options(game(name).read(text)):
                game(name).read(show(option))
    for specs, least in ((PERFT, 3), (VALUES, 8)):
        cases = collections.Counter(base_name(name) for name, texts in specs for _ in texts)
        assert all(cases[name] >= least for name in GAMES), cases
    assert {base_name(name) for name, *_ in BACK} == set(GAMES)


# ------------------------------------------------------- writing the files

def entry(kind, **fields):
    """One TOML entry. JSON's numbers, strings and arrays are TOML's."""
    rows = ["%s = %s" % (key, json.dumps(value)) for key, value in fields.items()]
    return "\n".join(["[[%s]]" % kind] + rows) + "\n"


def perft(g, position):
    """Play sequences and distinct positions after exactly 1, 2, 3 (and, when cheap, 4) moves."""
    paths, sequences, positions = {position: 1}, [], []
    while len(sequences) < 3 or (len(sequences) == 3 and len(paths) <= 400):
        following = collections.Counter()
        for p, ways in paths.items():
            for option in g.options(p):
                following[option] += ways
        paths = following
        sequences.append(sum(paths.values()))
        positions.append(len(paths))
    return sequences, positions


def perft_file():
    for name, texts in PERFT:
        for text in texts:
            sequences, positions = perft(game(name), game(name).read(text))
            yield entry("case", game=name, position=text, sequences=sequences, positions=positions)


def values_file():
    for name, texts in VALUES:
        for text in texts:
            position = game(name).read(text)
            fields = game(name).solve(position)._asdict()
            options = sorted(game(name).options(position))
            if len(options) <= 24:
                fields["options"] = [show(o) for o in options]
            yield entry("case", game=name, position=text, **fields)
    for name, low, to in TABLES:
        every = range(low, to + 1)
        rows = [[game(name).solve(heaps(a, b)).grundy for b in every] for a in every]
        yield entry("table", game=name, low=low, rows=rows)
    for name, to in P_POSITIONS:
        losing = [p for p in game(name).positions(to) if game(name).solve(p).outcome == "P"]
        yield entry("p_positions", game=name, to=to, positions=[show(p) for p in losing])
    for name, to, texts in BACK:
        for text in texts:
            position = game(name).read(text)
            candidates = game(name).positions(to)
            if game(name).single:
                candidates = by_total(p for n in range(1, len(position) + 2)
                                      for p in itertools.combinations_with_replacement(range(1, to + 1), n))
            before = [show(p) for p in candidates if position in game(name).options(p)]
            window = {} if to is None else {"to": to}
            yield entry("back", game=name, position=text, **window, predecessors=before)


def main():
    check()
    different = False
    for name, entries in (("perft.toml", perft_file()), ("values.toml", values_file())):
        text = "# Written by testdata/independent.py; do not edit.\n\n" + "\n".join(entries)
        tomllib.loads(text)
        path = HERE / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text)
            continue
        on_disk = path.read_text() if path.exists() else ""
        diff = list(difflib.unified_diff(on_disk.splitlines(), text.splitlines(),
                                         "%s (on disk)" % name, "%s (generated)" % name, lineterm=""))
        if on_disk != text:
            different = True
            print("\n".join(diff))
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
