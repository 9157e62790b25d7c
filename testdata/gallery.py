#!/usr/bin/env python3
"""Independent reference for the gallery (games/gallery/*.game): writes gallery.toml.

    python3 testdata/gallery.py           rewrite gallery.toml next to this script
    python3 testdata/gallery.py --check   regenerate in memory, exit 1 with a diff on mismatch

Each game is one small function `options(position) -> set of positions`, written by hand from the words of its
source, without looking at its .game file. Nothing here is shared with the Rust program that it tests.

A position is a tuple of numbers. In an unordered game it is sorted ascending; state beside heaps (a pass, the most
that may be taken, a token) comes last. A game on single heaps has a tuple of heaps of any length. In games where the
other player restricts the move (blocking, enforcing) a position has an outcome and no Grundy value.
"""
import difflib
import functools
import itertools
import json
import math
import pathlib
import sys
import tomllib

from independent import Game, heaps, lowered, put

HERE = pathlib.Path(__file__).resolve().parent


# ------------------------------------------------------- one heap, numbers

def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def totient(n):
    """How many of 1..n have no divisor in common with n."""
    return sum(1 for k in range(1, n + 1) if math.gcd(k, n) == 1)


def aliquot(position):
    """Subtract a divisor of n that is not n itself."""
    n, = position
    return {(n - d,) for d in divisors(n) if d < n}


def saliquant(position):
    """Subtract a number from 1 to n that does not divide n."""
    n, = position
    return {(n - t,) for t in range(1, n + 1) if n % t != 0}


def totative(position):
    """Move to a smaller positive number that has no divisor in common with n."""
    n, = position
    return {(k,) for k in range(1, n) if math.gcd(k, n) == 1}


def nontotient(position):
    """Subtract the number of residues that are relatively prime to n; nothing moves from 1 and 0."""
    n, = position
    return {(n - totient(n),)} if n >= 2 else set()


def dividing(h):
    """Choose a smaller d; n = q*d + r becomes q heaps of d and one of r."""
    return [(d,) * (h // d) + ((h % d,) if h % d else ()) for d in range(1, h)]


def subtract_from(allowed):
    """Take t stones from the one heap, where t is allowed."""
    return lambda position: {(position[0] - t,) for t in range(1, position[0] + 1) if allowed(t)}


def is_square(t):
    return math.isqrt(t) ** 2 == t


def is_prime(t):
    return t >= 2 and all(t % d for d in range(2, t))


def is_fibonacci(t):
    a, b = 1, 1
    while a < t:
        a, b = b, a + b
    return a == t


def power_of(base):
    def test(t):
        while t % base == 0:
            t //= base
        return t == 1
    return test


def mark(t):
    """Take 1 .. t-1 stones, or keep the t-th part, rounded down."""
    def options(position):
        n, = position
        return {(n - s,) for s in range(1, min(t - 1, n) + 1)} | ({(n // t,)} if n else set())
    return options


def imark(t, d):
    """Take 1 .. t-1 stones, or divide by d if the result is whole; a heap of 0 is the end."""
    def options(position):
        n, = position
        return {(n - s,) for s in range(1, min(t - 1, n) + 1)} | ({(n // d,)} if n and n % d == 0 else set())
    return options


def maximum_nim(k):
    """Take at least one stone and at most the k-th part of the heap, rounded down."""
    return lambda position: {(position[0] - t,) for t in range(1, position[0] // k + 1)}


def take_away(c):
    """(n, m): take 1 .. m of n stones; the next player may take c times as much as was taken."""
    return lambda position: {(position[0] - t, c * t) for t in range(1, min(position) + 1)}


def global_fibonacci(position):
    """(a, b, m): take 1 .. m stones from one heap; the next player may take twice as much, from any heap."""
    *piles, most = position
    return {put(tuple(piles), i, piles[i] - t) + (2 * t,) for i in (0, 1) for t in range(1, min(piles[i], most) + 1)}


# ------------------------------------------------------- a pass

def with_pass(options):
    """The last number is 1 while nobody has passed; who can still move in the heaps may pass."""
    def both(position):
        *piles, left = position
        moves = options(tuple(piles))
        found = {o + (left,) for o in moves}
        if left and moves:
            found.add(tuple(piles) + (0,))
        return found
    return both


def nim_row(position):
    """Lower one heap; heaps stay in order, as beside a state."""
    return {put(position, i, x) for i in range(len(position)) for x in range(position[i])}


def half_row(position):
    """From a heap of m take 1 .. ceil(m/2) stones; heaps stay in order."""
    return {put(position, i, h - t) for i, h in enumerate(position) for t in range(1, -(-h // 2) + 1)}


def wythoff_row(position):
    """Lower one heap, or take the same from both; heaps stay in order."""
    a, b = position
    return nim_row(position) | {(a - t, b - t) for t in range(1, min(a, b) + 1)}


def nim_heaps(position):
    return {heaps(*put(position, i, x)) for i in range(len(position)) for x in range(position[i])}


def half_nim(position):
    """From a heap of m take 1 .. ceil(m/2) stones."""
    return {heaps(*put(position, i, h - t)) for i, h in enumerate(position) for t in range(1, -(-h // 2) + 1)}


# ------------------------------------------------------- chocolate

def chocolate(k):
    """CB(k): x columns left and z right of the bitter square's column, y rows above, y <= z/k. A cut lowers one; columns
    whose cut shortens the bar on the right take rows away."""
    def options(position):
        x, y, z = position
        return ({(t, y, z) for t in range(x)} | {(x, t, z) for t in range(y)}
                | {(x, min(y, t // k), t) for t in range(z)})
    return options


def chocolate_3d(height):
    """(x, y, z): y is at most height(x, z); lowering x or z cuts y down to what fits."""
    def options(position):
        x, y, z = position
        return ({(t, min(y, height(t, z)), z) for t in range(x)} | {(x, t, z) for t in range(y)}
                | {(x, min(y, height(x, t)), t) for t in range(z)})
    return options


# ------------------------------------------------------- Euclid

def euclid(position):
    """Take a positive multiple of the smaller heap from the larger; no multiple of nothing."""
    a, b = position
    return {heaps(a, b - q * a) for q in range(1, b // a + 1)} if a else set()


def positive_euclid(position):
    """The same, and both heaps must stay positive."""
    return {o for o in euclid(position) if min(o) >= 1}


def dynamic_euclid(c):
    """(a, b, m): take the smaller heap 1 .. m times from the larger, both stay positive; the next player may take it at
    most c times as often as it was taken now."""
    def options(position):
        a, b, most = position
        return {heaps(a, b - q * a) + (c * q,) for q in range(1, most + 1) if b - q * a >= 1}
    return options


# ------------------------------------------------------- Wythoff and his relatives

def two_heaps(allowed):
    """Take i from one heap and j from the other, not both 0, where allowed(i, j)."""
    def options(position):
        a, b = position
        return {heaps(a - i, b - j) for i in range(a + 1) for j in range(b + 1) if i + j and allowed(i, j)}
    return options


def t_wythoff(t):
    """Take from one heap, or i and j from both with |i - j| < t."""
    return two_heaps(lambda i, j: i == 0 or j == 0 or abs(i - j) < t)


def wyt(a, b):
    """Take i and j with |i - j| < a or min(i, j) < b."""
    return two_heaps(lambda i, j: abs(i - j) < a or min(i, j) < b)


def wythoff_plus(p, q):
    """Wythoff's moves, and p stones from one heap with q from the other."""
    return two_heaps(lambda i, j: i == 0 or j == 0 or i == j or {(i, j)} <= {(p, q), (q, p)})


def double_wythoff(p, q):
    """Wythoff's moves, and for t >= 1 p*t stones from one heap with q*t from the other."""
    return two_heaps(lambda i, j: i == 0 or j == 0 or i == j or i * q == j * p or i * p == j * q)


wythoff = two_heaps(lambda i, j: i == 0 or j == 0 or i == j)


def wythoff_ending(l):
    """Wythoff; play ends when both heaps together have at most l stones."""
    return lambda position: wythoff(position) if sum(position) > l else set()


def lazy_wythoff(position):
    """Wythoff, but a heap that is smaller than the other may not be lowered alone."""
    a, b = position
    return ({heaps(a, x) for x in range(b)} | {heaps(a - t, b - t) for t in range(1, a + 1)})


def skew_wythoff(position):
    """Wythoff, and k stones from the smaller heap with l < k from the other."""
    a, b = position
    return wythoff(position) | {heaps(a - k, b - l) for k in range(1, a + 1) for l in range(k)}


def cyclic_nimhoff(h):
    """Take from one heap as much as you like, or from several fewer than h stones together."""
    def options(position):
        few = {heaps(*o) for o in lowered(position, range(len(position))) if sum(position) - sum(o) < h}
        return nim_heaps(position) | few
    return options


def triangle(position):
    """Three vertices in a directed circle: take t >= 1 at one, return fewer than t to the next."""
    found = set()
    for i in range(3):
        for t in range(1, position[i] + 1):
            for back in range(t):
                o = list(position)
                o[i] -= t
                o[(i + 1) % 3] += back
                found.add(tuple(o))
    return found


# ------------------------------------------------------- heaps that grow

def yama(position):
    """Take two stones or more from one heap, and add one to the other."""
    a, b = position
    return {heaps(x, b + 1) for x in range(a - 1)} | {heaps(a + 1, y) for y in range(b - 1)}


def digraph_yama(edges):
    """Take more stones from a vertex than edges leave it; each vertex that such an edge reaches gets one stone."""
    def options(position):
        found = set()
        for v in range(len(position)):
            reached = [w for u, w in edges if u == v]
            for t in range(len(reached) + 1, position[v] + 1):
                o = list(position)
                o[v] -= t
                for w in reached:
                    o[w] += 1
                found.add(tuple(o))
        return found
    return options


def triangular(position):
    """Take t stones from one heap and return 1 .. t-1 to the other."""
    a, b = position
    return ({heaps(a - t, b + s) for t in range(1, a + 1) for s in range(1, t)}
            | {heaps(a + s, b - t) for t in range(1, b + 1) for s in range(1, t)})


def triangular_wythoff(position):
    """As Triangular Nim, or take the same number from both heaps."""
    a, b = position
    return triangular(position) | {heaps(a - t, b - t) for t in range(1, min(a, b) + 1)}


def staircase(position):
    """Coins on stairs: move any number from one step to the next lower one; from the lowest they leave."""
    found = set()
    for i, h in enumerate(position):
        for t in range(1, h + 1):
            o = list(position)
            o[i] -= t
            if i:
                o[i - 1] += t
            found.add(tuple(o))
    return found


def white_knight(position):
    """A knight may make the four moves that bring it nearer to the corner."""
    a, b = position
    jumps = [(a - 2, b + 1), (a - 2, b - 1), (a - 1, b - 2), (a + 1, b - 2)]
    return {(x, y) for x, y in jumps if x >= 0 and y >= 0}


# ------------------------------------------------------- several heaps at once

def all_of(sets):
    """Choose one of the sets and lower each of its heaps by one stone or more."""
    def options(position):
        found = set()
        for chosen in sets:
            for new in itertools.product(*(range(position[i]) for i in chosen)):
                o = list(position)
                for i, x in zip(chosen, new):
                    o[i] = x
                found.add(tuple(o))
        return found
    return options


def any_of(sets):
    """Choose one of the sets and lower its heaps as you like, by one stone or more in total."""
    return lambda position: set().union(*(lowered(position, chosen) for chosen in sets))


def sorted_game(options):
    """The same with heaps in any order."""
    return lambda position: {heaps(*o) for o in options(position)}


def subsets(n, sizes):
    return [c for k in sizes for c in itertools.combinations(range(n), k)]


def slow(sets):
    """Choose one of the sets and take one stone from each of its heaps."""
    def options(position):
        found = set()
        for chosen in sets:
            if all(position[i] for i in chosen):
                found.add(heaps(*(h - (i in chosen) for i, h in enumerate(position))))
        return found
    return options


def nested(position):
    """(a, b, c, d) is a + (b v (c + d)): one move in a, or in b, or in c or d, or in b and one of c and d."""
    return any_of([(0,)])(position) | any_of([(1,)])(position) | any_of([(2,)])(position) | any_of([(3,)])(
        position) | all_of([(1, 2), (1, 3)])(position)


def amalgamation(least):
    """Nim, or put two heaps together that have at least so many stones each."""
    def options(position):
        found = nim_heaps(position)
        for i, j in itertools.combinations(range(len(position)), 2):
            if min(position[i], position[j]) >= least:
                rest = [h for k, h in enumerate(position) if k not in (i, j)]
                found.add(heaps(0, position[i] + position[j], *rest))
        return found
    return options


def gales_nim(position):
    """Nim; play ends when only one heap is not empty."""
    return nim_heaps(position) if sum(1 for h in position if h) > 1 else set()


def greedy(k=None):
    """Take 1 .. k stones from a largest heap; without k, as many as you like."""
    def options(position):
        top = max(position)
        return {heaps(*put(position, position.index(top), top - t)) for t in range(1, min(top, k or top) + 1)}
    return options


def order(p, n):
    """How often p divides n; 0 is divided for ever."""
    if n == 0:
        return math.inf
    times = 0
    while n % p == 0:
        n, times = n // p, times + 1
    return times


def saturation(p):
    """Lower heaps by s_1, s_2, ..., not all 0, if p divides the sum as often as the s_i that it divides least often."""
    def options(position):
        found = set()
        for o in itertools.product(*(range(h + 1) for h in position)):
            steps = [h - x for h, x in zip(position, o)]
            if any(steps) and order(p, sum(steps)) == min(order(p, s) for s in steps):
                found.add(heaps(*o))
        return found
    return options


def antonim(position):
    """Nim without two equal heaps, empty ones apart."""
    def legal(o):
        full = [h for h in o if h]
        return len(set(full)) == len(full)
    return {o for o in nim_heaps(position) if legal(o)}


def end_nim(position):
    """A row of heaps: lower the leftmost or the rightmost that is not empty."""
    full = [i for i, h in enumerate(position) if h]
    ends = {full[0], full[-1]} if full else set()
    return {put(position, i, x) for i in ends for x in range(position[i])}


def sequential(first, n):
    """Play on the first heaps; only when nobody can move there, on the others (Nim everywhere)."""
    def options(position):
        places = range(first) if any(position[:first]) else range(first, n)
        return {put(position, i, x) for i in places for x in range(position[i])}
    return options


def edge_nim(n):
    """A circle of n vertices, a heap on each edge, a token on a vertex (the last number, from 1): lower the heap of an
    edge at the token's vertex and move the token to its other end. Edge i joins the vertices i and i + 1, edge n n and 1."""
    def options(position):
        *piles, at = position
        found = set()
        for edge in range(1, n + 1):
            ends = (edge, edge % n + 1)
            if at in ends:
                to = ends[0] if at == ends[1] else ends[1]
                found |= {put(tuple(piles), edge - 1, x) + (to,) for x in range(piles[edge - 1])}
        return found
    return options


# ------------------------------------------------------- diagrams

def chomp(position):
    """Rows a >= b >= c: bite at a square; all right of it and below it goes. The first square is poisoned: never bitten."""
    found = set()
    for i, h in enumerate(position):
        for x in range(h):
            if (i, x) != (0, 0):
                found.add(tuple(min(r, x) if k >= i else r for k, r in enumerate(position)))
    return found


def lctr(position):
    """Take away the left column or the top row of a Young diagram with rows a >= b."""
    if not any(position):
        return set()
    column = tuple(max(r - 1, 0) for r in position)
    return {column, position[1:] + (0,)}


# ------------------------------------------------------- single heaps that become several

def ruler(h):
    """Turn a run of coins that ends at the h-th: heaps for the coins before it in the run."""
    return [tuple(range(x, h)) for x in range(1, h + 1)]


def mock_turtles(h):
    """Turn the h-th coin and at most two to its left."""
    left = range(1, h)
    return [c for k in range(3) for c in itertools.combinations(left, k)] if h else []


def cut_into(numbers):
    """Split a heap into d parts that are not empty, d one of these numbers."""
    def partitions(total, parts, least=1):
        if parts == 1:
            return [(total,)] if total >= least else []
        return [(x,) + rest for x in range(least, total // parts + 1)
                for rest in partitions(total - x, parts - 1, x)]
    return lambda h: [c for d in numbers for c in partitions(h, d)]


def cutcake(a, b):
    """Break along a line between squares."""
    return ([((x, b), (a - x, b)) for x in range(1, a)] + [((a, y), (a, b - y)) for y in range(1, b)])


def eatcake(a, b):
    """Eat one row or one column; what is left may be two pieces."""
    return ([((x, b), (a - 1 - x, b)) for x in range(a)] + [((a, y), (a, b - 1 - y)) for y in range(b)])


def nimbers(become, to):
    """Grundy values of single heaps of 0 .. to: the least value that no option has, an option's being the nim-sum of its
    heaps. (Playing all sums of such heaps out would never end.)"""
    values = [0]
    for h in range(1, to + 1):
        reached = set()
        for parts in become(h):
            total = 0
            for part in parts:
                total ^= values[part]
            reached.add(total)
        values.append(next(g for g in itertools.count() if g not in reached))
    return values


# ------------------------------------------------------- the other player restricts the move

def queen(position):
    """A queen on square (a, b) moves left, down, or diagonally left and down."""
    a, b = position
    return ({(x, b) for x in range(a)} | {(a, y) for y in range(b)}
            | {(a - t, b - t) for t in range(1, min(a, b) + 1)})


def blocking_outcome(k, options):
    """Before a move the previous player forbids up to k - 1 options: who has k winning ones always keeps one. With heaps in
    order (a, b) and (b, a) are two options, as in Larsson's definition; taken as one they give another game."""
    @functools.cache
    def lost(position):
        return sum(lost(o) for o in options(position)) < k
    return lost


def enforce(*rulesets):
    """The last number says which ruleset the other player has named, from 0 on: the move has to be in it; who has moved
    names one for the next move."""
    def options(position):
        *piles, named = position
        return {o + (following,) for o in rulesets[named](tuple(piles)) for following in range(len(rulesets))}
    return options


# ------------------------------------------------------- the games of the gallery

def row(n, to, low=0):
    return itertools.product(range(low, to + 1), repeat=n)


def bag(n, to, low=0):
    return itertools.combinations_with_replacement(range(low, to + 1), n)


def passes(positions):
    return [p + (left,) for p in positions for left in (0, 1)]


# Each game: how it is called, its options, positions to solve.
GAMES = [
    ("aliquot", aliquot, row(1, 40, 1)),
    ("amalgamation(3,1)", amalgamation(1), bag(3, 5)),
    ("amalgamation(3,2)", amalgamation(2), bag(3, 5)),
    ("antonim", antonim, [p for p in bag(3, 7) if len({h for h in p if h}) == sum(1 for h in p if h)]),
    ("chocolate(1)", chocolate(1), [p for p in row(3, 4) if p[1] <= p[2]]),
    ("chocolate(2)", chocolate(2), [p for p in row(3, 6) if p[1] <= p[2] // 2 and p[0] < 4]),
    ("chocolate-3d(2)", chocolate_3d(lambda x, z: (x + z) // 2), [p for p in row(3, 4) if p[1] <= (p[0] + p[2]) // 2]),
    ("chocolate-3d(3)", chocolate_3d(lambda x, z: (x + z) // 3), [p for p in row(3, 5) if p[1] <= (p[0] + p[2]) // 3]),
    ("chomp", chomp, [p for p in row(3, 6) if p[0] >= p[1] >= p[2] and p[0] >= 1]),
    ("corner-the-queen", queen, row(2, 9)),
    ("cycle-nim(3)", edge_nim(3), [p + (at,) for p in row(3, 2) for at in (1, 2, 3)]),
    ("cycle-nim(4)", edge_nim(4), [p + (at,) for p in row(4, 2) for at in (1, 4)]),
    ("cyclic-nimhoff(2,3)", cyclic_nimhoff(3), bag(2, 9)),
    ("cyclic-nimhoff(3,2)", cyclic_nimhoff(2), bag(3, 5)),
    ("digraph-yama([[1,2],[2,1]])", digraph_yama([(0, 1), (1, 0)]), row(2, 7)),
    ("digraph-yama([[1,2],[2,3],[3]])", digraph_yama([(0, 1), (1, 2)]), row(3, 3)),
    ("digraph-yama([[1,2,3],[2,3],[3]])", digraph_yama([(0, 1), (0, 2), (1, 2)]), row(3, 3)),
    ("double-wythoff", double_wythoff(1, 2), bag(2, 12)),
    ("dynamic-euclid(1)", dynamic_euclid(1), [p + (m,) for p in bag(2, 8, 1) for m in (1, 2, 4)]),
    ("dynamic-euclid(2)", dynamic_euclid(2), [p + (m,) for p in bag(2, 8, 1) for m in (1, 2, 4)]),
    ("end-nim(3)", end_nim, row(3, 4)),
    ("enforce-nim-wythoff", enforce(nim_row, wythoff_row), passes(row(2, 6))),
    ("euclid", euclid, bag(2, 12)),
    ("exact-nim(3,2)", sorted_game(all_of(subsets(3, [2]))), bag(3, 6)),
    ("exact-nim(4,2)", sorted_game(all_of(subsets(4, [2]))), bag(4, 3)),
    ("exact-slow-nim(3,2)", slow(subsets(3, [2])), bag(3, 6)),
    ("exact-slow-nim(4,2)", slow(subsets(4, [2])), bag(4, 3)),
    ("gales-nim(3)", gales_nim, bag(3, 6)),
    ("global-fibonacci-nim", global_fibonacci, [p + (m,) for p in row(2, 5) for m in (1, 2, 6)]),
    ("greedy-nim(3)", greedy(), bag(3, 6)),
    ("bounded-greedy-nim(3,2)", greedy(2), bag(3, 6)),
    ("bounded-greedy-nim(3,1)", greedy(1), bag(3, 4)),
    ("half-nim(2)", half_nim, bag(2, 12)),
    ("half-nim-with-a-pass(2)", with_pass(half_row), passes(row(2, 6))),
    ("half-nim-with-a-pass(3)", with_pass(half_row), passes(bag(3, 4))),
    ("i-mark(2,2)", imark(2, 2), row(1, 40)),
    ("i-mark(3,2)", imark(3, 2), row(1, 40)),
    ("lazy-wythoff", lazy_wythoff, bag(2, 12)),
    ("lctr", lctr, [p for p in row(2, 10) if p[0] >= p[1]]),
    ("mark(2)", mark(2), row(1, 40)),
    ("mark(3)", mark(3), row(1, 40)),
    ("maximum-nim(2)", maximum_nim(2), row(1, 40)),
    ("maximum-nim(3)", maximum_nim(3), row(1, 40)),
    ("nested-sums", nested, row(4, 2)),
    ("nim-with-a-pass(2)", with_pass(nim_row), passes(row(2, 5))),
    ("nim-with-a-pass(3)", with_pass(nim_row), passes(bag(3, 4))),
    ("nontotient", nontotient, row(1, 40, 1)),
    ("positive-euclid", positive_euclid, bag(2, 12, 1)),
    ("saliquant", saliquant, row(1, 40, 1)),
    ("saturation(2,3)", saturation(3), bag(2, 10)),
    ("saturation(3,2)", saturation(2), bag(3, 5)),
    ("saturation(3,3)", saturation(3), bag(3, 5)),
    ("sequential-nim(1,1)", sequential(1, 2), row(2, 7)),
    ("sequential-nim(2,1)", sequential(2, 3), row(3, 3)),
    ("simplicial-nim", any_of([(0, 1), (1, 2), (2, 3), (0, 3)]), row(4, 2)),
    ("skew-wythoff", skew_wythoff, bag(2, 12)),
    ("slow-nim(3,2)", slow(subsets(3, [1, 2])), bag(3, 6)),
    ("slow-nim(3,3)", slow(subsets(3, [1, 2, 3])), bag(3, 6)),
    ("staircase-nim(3)", staircase, row(3, 4)),
    ("subtract-a-fibonacci-number", subtract_from(is_fibonacci), row(1, 50)),
    ("subtract-a-power(2)", subtract_from(power_of(2)), row(1, 40)),
    ("subtract-a-power(4)", subtract_from(power_of(4)), row(1, 40)),
    ("subtract-a-prime", subtract_from(is_prime), row(1, 50)),
    ("subtract-a-square", subtract_from(is_square), row(1, 60)),
    ("t-wythoff(2)", t_wythoff(2), bag(2, 12)),
    ("t-wythoff(3)", t_wythoff(3), bag(2, 12)),
    ("take-away(1)", take_away(1), row(2, 9)),
    ("take-away(2)", take_away(2), row(2, 9)),
    ("take-away(3)", take_away(3), row(2, 9)),
    ("totative", totative, row(1, 40, 1)),
    ("triangle-nim", triangle, row(3, 3)),
    ("triangular-nim", triangular, bag(2, 9)),
    ("triangular-wythoff", triangular_wythoff, bag(2, 10)),
    ("white-knight", white_knight, row(2, 9)),
    ("wyt(1,2)", wyt(1, 2), bag(2, 12)),
    ("wyt(2,2)", wyt(2, 2), bag(2, 12)),
    ("wythoff-ending(1)", wythoff_ending(1), bag(2, 12)),
    ("wythoff-ending(3)", wythoff_ending(3), bag(2, 12)),
    ("wythoff-plus(2,4)", wythoff_plus(2, 4), bag(2, 12)),
    ("wythoff-plus(2,3)", wythoff_plus(2, 3), bag(2, 12)),
    ("yama-nim", yama, bag(2, 10)),
]

# Games on single heaps: Grundy values of heaps of 0 .. the given number.
SINGLE = [
    ("cut([2,4])", cut_into((2, 4)), 16),
    ("cut([3,5])", cut_into((3, 5)), 16),
    ("dividing", dividing, 40),
    ("mock-turtles", mock_turtles, 30),
    ("ruler", ruler, 40),
]

# Rectangles: Grundy values of a x b for a, b up to the given number.
RECTANGLES = [("cutcake", cutcake, 8), ("eatcake", eatcake, 8)]

# Games with restricted moves: who wins.
OUTCOMES = [
    ("blocking-wythoff(1)", blocking_outcome(1, queen), row(2, 12)),
    ("blocking-wythoff(2)", blocking_outcome(2, queen), row(2, 8)),
    ("blocking-wythoff(3)", blocking_outcome(3, queen), row(2, 4)),
]


def rectangle_values(pieces, to):
    """Rows of Grundy values of a x b."""
    values = {}
    for a, b in sorted(itertools.product(range(1, to + 1), repeat=2), key=sum):
        reached = set()
        for parts in pieces(a, b):
            total = 0
            for part in parts:
                total ^= values[part] if min(part) else 0
            reached.add(total)
        values[a, b] = next(g for g in itertools.count() if g not in reached)
    return [[values[a, b] for b in range(1, to + 1)] for a in range(1, to + 1)]


def rectangle_options(pieces, to):
    """Rows of how many options a x b has: sums of rectangles, whatever their order, without those of no squares."""
    def left(parts):
        return tuple(sorted(part for part in parts if min(part)))
    return [[len({left(parts) for parts in pieces(a, b)}) for b in range(1, to + 1)] for a in range(1, to + 1)]


# ------------------------------------------------------- writing the file

def entry(kind, game, **fields):
    rows = ["[[%s]]" % kind, "game = %s" % json.dumps(game)]
    for key, value in fields.items():
        lists = isinstance(value, list) and value and isinstance(value[0], list)
        text = "[\n" + "".join("  %s,\n" % json.dumps(v) for v in value) + "]" if lists else json.dumps(value)
        rows.append("%s = %s" % (key, text))
    return "\n".join(rows) + "\n"


def written(games):
    """Those whose rule file is there."""
    folder = HERE / "../games/gallery"
    return [entry for entry in games if (folder / (entry[0].split("(")[0] + ".game")).exists()]


def entries():
    """For each position: its numbers, how many options it has, its Grundy value, its remoteness, and the same two in
    misere play (outcome, remoteness)."""
    for name, options, positions in written(GAMES):
        game, rows = Game(options), []
        for p in positions:
            v = game.solve(p)
            rows.append([",".join(map(str, p)), len(options(p)), v.grundy, v.remoteness, v.misere_outcome,
                         v.misere_remoteness])
        yield entry("positions", name, rows=rows)
    for name, become, to in written(SINGLE):
        yield entry("sequence", name, options=[len({heaps(*o) for o in become(h)}) for h in range(to + 1)],
                    values=nimbers(become, to))
    for name, pieces, to in written(RECTANGLES):
        yield entry("rectangles", name, options=rectangle_options(pieces, to), values=rectangle_values(pieces, to))
    for name, lost, positions in written(OUTCOMES):
        positions = list(positions)
        yield entry("outcomes", name, p_positions=[",".join(map(str, p)) for p in positions if lost(p)],
                    others=[",".join(map(str, p)) for p in positions if not lost(p)])


def check():
    """Facts that hold for certain; a failure here is a bug in this file."""
    wins = {p for p in bag(2, 20) if Game(wythoff).solve(p).outcome == "P"}
    assert {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)} == wins, wins
    assert nimbers(ruler, 8) == [0, 1, 2, 1, 4, 1, 2, 1, 8]
    for p in bag(3, 4):
        assert Game(saturation(2)).solve(p).grundy == p[0] ^ p[1] ^ p[2], p
    names = [name for table in (GAMES, SINGLE, RECTANGLES, OUTCOMES) for name, *_ in table]
    assert len(names) == len(set(names))


def main():
    check()
    text = "# Written by testdata/gallery.py; do not edit.\n\n" + "\n".join(entries())
    tomllib.loads(text)
    path = HERE / "gallery.toml"
    if "--check" not in sys.argv[1:]:
        path.write_text(text)
        return
    on_disk = path.read_text() if path.exists() else ""
    if on_disk != text:
        print("\n".join(difflib.unified_diff(on_disk.splitlines(), text.splitlines(), "gallery.toml (on disk)",
                                             "gallery.toml (generated)", lineterm="")))
        sys.exit(1)


if __name__ == "__main__":
    main()
