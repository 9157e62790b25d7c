#!/usr/bin/env python3
"""Independent second implementation of games whose positions are not heaps (Young diagrams, graphs, boards, coins,
posets). Each options function is written from the words of its source, without any of our code.

    python3 testdata/figures.py                 rewrite figures.json next to this script
    python3 testdata/figures.py --check         compute it again, exit 1 if it differs
    python3 testdata/figures.py facts           compare with what has been published
    python3 testdata/figures.py GAME POSITION   solve one position: lctr 4,2,1

A position is a hashable value, `options(position)` a set of positions. Texts of positions: diagrams `4,2,1`; graphs `1-2 2-3 7`, a token `@ 1`;
boards by rows of `.` and `#`; posets `1<2 1<3 4`; `3x4: 4,2,1` a diagram in a rectangle.
"""
import collections
import functools
import itertools
import json
import math
import pathlib
import sys
import time

sys.setrecursionlimit(100000)


# =================================================================== the solver

def mex(values):
    values = set(values)
    n = 0
    while n in values:
        n += 1
    return n


class Game:
    """options: position -> set; parts: position -> list of independent parts (for Grundy values only);
    canon: a representative under symmetries (a memo key only, never changes an option count)."""

    def __init__(self, name, options, parse, parts=None, canon=None):
        self.name, self.options, self.parse, self.parts = name, options, parse, parts
        self.canon = canon or (lambda p: p)
        self.whole, self.single = {}, {}

    def solve(self, position):
        """(Grundy value, remoteness in normal play, misère outcome), from the whole game graph, no sums."""
        key = self.canon(position)
        if key not in self.whole:
            found = [self.solve(o) for o in self.options(key)]
            if not found:
                self.whole[key] = (0, 0, 'N')       # who cannot move loses in normal play and wins in misère play
            else:
                value = mex(f[0] for f in found)
                if value == 0:                      # the loser delays
                    left = 1 + max(f[1] for f in found)
                else:                               # the winner hurries, to an option where the other loses
                    left = 1 + min(f[1] for f in found if f[0] == 0)
                self.whole[key] = (value, left, 'N' if any(f[2] == 'P' for f in found) else 'P')
        return self.whole[key]

    def grundy(self, position):
        """Grundy value, with sums of independent parts where the game has them."""
        total = 0
        for part in (self.parts(position) if self.parts else [position]):
            key = self.canon(part)
            if key not in self.single:
                self.single[key] = mex(self.grundy(o) for o in self.options(key))
            total ^= self.single[key]
        return total

    def row(self, position):
        value, left, misere = self.solve(position)
        return [len(self.options(position)), value, left, misere]


GAMES = {}


def game(name, options, parse, parts=None, canon=None):
    GAMES[name] = Game(name, options, parse, parts, canon)
    return GAMES[name]


# =================================================================== Young diagrams
# A partition is a descending tuple of positive numbers; () is the empty diagram.

def partition(text):
    return tuple(int(t) for t in text.split(',')) if text else ()


def tidy(rows):
    """Drop empty rows; the rows must be descending."""
    return tuple(r for r in rows if r > 0)


def columns(rows):
    """The conjugate partition."""
    return tuple(sum(1 for r in rows if r > j) for j in range(rows[0])) if rows else ()


def rectangle(a, b):
    return (b,) * a


def partitions(n, largest=None):
    largest = n if largest is None else largest
    if n == 0:
        yield ()
    for first in range(min(n, largest), 0, -1):
        for rest in partitions(n - first, first):
            yield (first,) + rest


def lctr(p):
    """Remove the left column or the top row."""
    return {p[1:], tidy(r - 1 for r in p)} if p else set()


def chess(moves):
    """Move (i, j): remove the i top rows and the j left columns; the diagram must not become empty."""
    def options(p):
        found = set()
        for i, j in moves(len(p), p[0] if p else 0):
            q = tidy(r - j for r in p[i:])
            if q:
                found.add(q)
        return found
    return options


downright = chess(lambda a, b: [(0, 1), (1, 0)])
king = chess(lambda a, b: [(0, 1), (1, 0), (1, 1)])
pawn = chess(lambda a, b: [(0, 1), (1, 1)])
knight = chess(lambda a, b: [(1, 2), (2, 1)])
bishop = chess(lambda a, b: [(k, k) for k in range(1, a)])
rook = chess(lambda a, b: [(k, 0) for k in range(1, a)] + [(0, k) for k in range(1, b)])
queen = chess(lambda a, b: [(k, 0) for k in range(1, a)] + [(0, k) for k in range(1, b)] +
              [(k, k) for k in range(1, a)])


def crim(p):
    """Remove any one row or any one column; the rest closes up to one diagram."""
    rows = {p[:i] + p[i + 1:] for i in range(len(p))}
    c = columns(p)
    return rows | {columns(c[:j] + c[j + 1:]) for j in range(len(c))}


def cris(ps):
    """Remove any one row or any one column of one diagram; what it separates stays apart, as two diagrams."""
    found = set()
    for k, p in enumerate(ps):
        rest = ps[:k] + ps[k + 1:]
        c = columns(p)
        for i in range(len(p)):
            found.add(tuple(sorted(q for q in rest + (p[:i], p[i + 1:]) if q)))
        for j in range(len(c)):
            found.add(tuple(sorted(q for q in rest + (columns(c[:j]), columns(c[j + 1:])) if q)))
    return found


def pnim(p):
    """Remove any positive number of rows, or any positive number of columns; the rest closes up."""
    def fewer(rows):
        return {tuple(rows[i] for i in keep) for n in range(len(rows)) for keep in
                itertools.combinations(range(len(rows)), n)}
    return fewer(p) | {columns(c) for c in fewer(columns(p))}


def one_row(p):
    """Remove any one row; the rest closes up."""
    return {p[:i] + p[i + 1:] for i in range(len(p))}


def one_column(p):
    """Remove any one column; the rest closes up."""
    return {columns(c) for c in one_row(columns(p))}


def corner_rows(p):
    return [i for i in range(len(p)) if i + 1 == len(p) or p[i + 1] < p[i]]


def corner(p):
    """Remove one corner, a square at the end of both its row and its column."""
    return {tidy(r - (k == i) for k, r in enumerate(p)) for i in corner_rows(p)}


def corners(p):
    """Remove any non-empty set of corners."""
    c = corner_rows(p)
    return {tidy(r - (k in some) for k, r in enumerate(p))
            for n in range(1, len(c) + 1) for some in itertools.combinations(c, n)}


def rit(p):
    """Remove a positive number of squares from the end of one row; the rest must be a Young diagram."""
    below = p[1:] + (0,)
    return {tidy(p[:i] + (x,) + p[i + 1:]) for i in range(len(p)) for x in range(below[i], p[i])}


def crit(p):
    """Remove a positive number of squares from the end of one row or one column, leaving a Young diagram."""
    return rit(p) | {columns(q) for q in rit(columns(p))}


def hook(p, i, j):
    """The squares of the hook of (i, j): it, those to the right and those below."""
    return [(i, k) for k in range(j, p[i])] + [(k, j) for k in range(i + 1, len(p)) if p[k] > j]


def without_hook(p, i, j):
    """Take the hook of (i, j) away and push what is right and below of it up and left by one."""
    cells = {(r, c) for r in range(len(p)) for c in range(p[r])} - set(hook(p, i, j))
    moved = {(r - 1, c - 1) if r > i and c > j else (r, c) for r, c in cells}
    return tidy(sum(1 for r, _ in moved if r == k) for k in range(len(p)))


def hooks(p):
    """Remove the hook of any square; what is right and below of it is pushed up and left (Sato's game)."""
    return {without_hook(p, i, j) for i in range(len(p)) for j in range(p[i])}


def hook_length(p, i, j):
    return len(hook(p, i, j))


def mhrg_position(text):
    """'3x4: 4,2,1' is the diagram 4,2,1 in the game MHRG(3,4)."""
    size, _, rows = text.partition(':')
    m, n = size.split('x')
    return int(m), int(n), partition(rows.strip())


def mhrg(position):
    """Remove a hook; as long as some hook has the same multiset of numbers, it must be removed too.

    Unimodal numbering of the m x n rectangle: the square in row i and column j (from 1) has the smaller of
    m - i + j and n - j + i, so the diagonals are numbered 1, 2, 3, .., 3, 2, 1.
    """
    m, n, p = position

    def numbers(q, i, j):
        return tuple(sorted(min(m - r + c, n - c + r) for r, c in hook(q, i, j)))

    found = set()
    todo = [(without_hook(p, i, j), numbers(p, i, j)) for i in range(len(p)) for j in range(p[i])]
    while todo:
        q, taken = todo.pop()
        again = [without_hook(q, i, j) for i in range(len(q)) for j in range(q[i]) if numbers(q, i, j) == taken]
        if again:
            todo += [(a, taken) for a in again]
        else:
            found.add((m, n, q))
    return found


def shifted_hooks(s):
    """Strictly descending rows of a shifted diagram: shorten a row to a length no row has (0 too), or remove two rows."""
    found = set()
    for i, x in enumerate(s):
        rest = s[:i] + s[i + 1:]
        for y in range(x):
            if y not in rest:
                found.add(tuple(sorted((r for r in rest + (y,) if r), reverse=True)))
        for y in rest:
            found.add(tuple(r for r in rest if r != y))
    return found


for name, f in [('lctr', lctr), ('downright', downright), ('chess rook', rook), ('chess queen', queen),
                ('chess king', king), ('chess knight', knight), ('chess bishop', bishop), ('chess pawn', pawn),
                ('crim', crim), ('pnim', pnim), ('one row', one_row), ('one column', one_column),
                ('corner', corner), ('corners', corners), ('rit', rit), ('crit', crit), ('hooks', hooks),
                ('shifted hooks', shifted_hooks)]:
    game(name, f, partition)
game('cris', cris, lambda t: tuple(sorted(partition(s.strip()) for s in t.split('+') if s.strip())),
     parts=lambda ps: [(p,) for p in ps])
game('mhrg', mhrg, mhrg_position)


# =================================================================== graphs
# A graph is (frozenset of vertices, frozenset of edges (u, v) with u < v).

def graph(text):
    """'1-2 2-3 7': edges, and single vertices that no edge mentions."""
    vertices, edges = set(), set()
    for word in text.split():
        ends = [int(x) for x in word.split('-')]
        vertices |= set(ends)
        if len(ends) == 2:
            edges.add((min(ends), max(ends)))
    return frozenset(vertices), frozenset(edges)


def graph_text(g):
    v, e = g
    touched = {x for edge in e for x in edge}
    return ' '.join([f'{a}-{b}' for a, b in sorted(e)] + [str(x) for x in sorted(v - touched)])


def make(vertices, edges):
    return frozenset(vertices), frozenset((min(a, b), max(a, b)) for a, b in edges)


def path(n):
    return make(range(1, n + 1), [(k, k + 1) for k in range(1, n)])


def cycle(n):
    return make(range(1, n + 1), [(k, k % n + 1) for k in range(1, n + 1)])


def star(n):
    """A centre 1 and n leaves."""
    return make(range(1, n + 2), [(1, k) for k in range(2, n + 2)])


def complete(n):
    return make(range(1, n + 1), itertools.combinations(range(1, n + 1), 2))


def bipartite(a, b):
    return make(range(1, a + b + 1), [(x, y) for x in range(1, a + 1) for y in range(a + 1, a + b + 1)])


def wheel(n):
    """A centre 1 and a cycle of n vertices."""
    return make(range(1, n + 2), [(1, k) for k in range(2, n + 2)] + [(k, k + 1) for k in range(2, n + 1)] + [(2, n + 1)])


def grid(a, b):
    at = lambda r, c: r * b + c + 1
    return make(range(1, a * b + 1), [(at(r, c), at(r, c + 1)) for r in range(a) for c in range(b - 1)] +
                [(at(r, c), at(r + 1, c)) for r in range(a - 1) for c in range(b)])


def petersen(n=5, k=2):
    """Generalized Petersen graph: outer cycle 1..n, spokes, inner vertices n+1..2n joined at distance k."""
    return make(range(1, 2 * n + 1), [(i + 1, (i + 1) % n + 1) for i in range(n)] +
                [(i + 1, n + i + 1) for i in range(n)] + [(n + i + 1, n + (i + k) % n + 1) for i in range(n)])


def tree(parents):
    """Vertex k + 2 hangs on vertex parents[k]."""
    return make(range(1, len(parents) + 2), [(p, k + 2) for k, p in enumerate(parents)])


def neighbours(g, v):
    return {a + b - v for a, b in g[1] if v in (a, b)}


def without(g, gone):
    """Remove vertices with their edges."""
    gone = set(gone)
    return g[0] - gone, frozenset(e for e in g[1] if e[0] not in gone and e[1] not in gone)


def components(g):
    left, found = set(g[0]), []
    near = collections.defaultdict(list)
    for a, b in g[1]:
        near[a].append(b)
        near[b].append(a)
    while left:
        todo, seen = [left.pop()], set()
        while todo:
            v = todo.pop()
            seen.add(v)
            for w in near[v]:
                if w in left:
                    left.discard(w)
                    todo.append(w)
        found.append((frozenset(seen), frozenset(e for e in g[1] if e[0] in seen)))
    return found


def node_kayles(g):
    """Take a vertex together with its neighbours."""
    return {without(g, neighbours(g, v) | {v}) for v in g[0]}


def arc_kayles(g):
    """Take an edge together with both its ends (and all their edges)."""
    return {without(g, e) for e in g[1]}


def delete_vertex(g):
    """Delete any vertex with its edges."""
    return {without(g, {v}) for v in g[0]}


def delete_edge(g):
    """Delete any edge; vertices stay."""
    return {(g[0], g[1] - {e}) for e in g[1]}


def subtract_vertex(g):
    """Delete a vertex that has at least one edge; isolated vertices cannot be deleted."""
    return {without(g, {v}) for v in g[0] if neighbours(g, v)}


def graph_chomp(g):
    """Delete an edge, or a vertex with its edges."""
    return delete_edge(g) | delete_vertex(g)


def odd_odd(g):
    """Delete a vertex of odd degree."""
    return {without(g, {v}) for v in g[0] if len(neighbours(g, v)) % 2 == 1}


def even_even(g):
    """Delete a vertex of even degree (0 counts)."""
    return {without(g, {v}) for v in g[0] if len(neighbours(g, v)) % 2 == 0}


def with_token(text):
    g, _, at = text.partition('@')
    return graph(g), int(at)


def vertex_geography(position):
    """Move the token along an edge; the vertex it leaves is removed."""
    g, at = position
    return {(without(g, {at}), w) for w in neighbours(g, at)}


def edge_geography(position):
    """Move the token along an edge; that edge is removed."""
    g, at = position
    return {((g[0], g[1] - {(min(at, w), max(at, w))}), w) for w in neighbours(g, at)}


def hackenbush(g):
    """Green Hackenbush: cut an edge; whatever is no longer joined to the ground, vertex 0, vanishes."""
    found = set()
    for e in g[1]:
        rest = make(g[0] | {0}, g[1] - {e})
        found.add(next(c for c in components(rest) if 0 in c[0]))
    return found


def hackenbush_parse(text):
    g = graph(text)
    return g[0] | {0}, g[1]


for name, f in [('node kayles', node_kayles), ('arc kayles', arc_kayles), ('delete vertex', delete_vertex),
                ('delete edge', delete_edge), ('subtract vertex', subtract_vertex), ('graph chomp', graph_chomp),
                ('odd vertex', odd_odd), ('even vertex', even_even)]:
    game(name, f, graph, parts=components)
game('vertex geography', vertex_geography, with_token)
game('edge geography', edge_geography, with_token)
game('hackenbush', hackenbush, hackenbush_parse)


def covered_by_every_maximum_matching(g, v):
    """By definition: a largest matching of g without v is smaller than one of g."""
    @functools.cache
    def largest(h):
        if not h[1]:
            return 0
        e = min(h[1])
        return max(largest((h[0], h[1] - {e})), 1 + largest(without(h, e)))
    return largest(without(g, {v})) < largest(g)


# =================================================================== boards
# A board is a frozenset of free cells (row, column); '.' is free, '#' is not.

def board(text):
    return frozenset((r, c) for r, line in enumerate(text.split('/')) for c, x in enumerate(line) if x == '.')


def full(a, b):
    return frozenset(itertools.product(range(a), range(b)))


def blank(a, b):
    return '/'.join('.' * b for _ in range(a))


def turned(cells):
    """The eight images of a set of cells, each pushed into the corner."""
    def corner_of(s):
        top, left = min(r for r, _ in s), min(c for _, c in s)
        return tuple(sorted((r - top, c - left) for r, c in s))
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        yield corner_of(cells)
        yield corner_of([(r, -c) for r, c in cells])


def shape(cells):
    return frozenset(min(turned(cells))) if cells else cells


def shift_only(cells):
    """The same set of cells pushed into the corner (for games that know a direction), or mirrored."""
    if not cells:
        return cells
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def pieces(cells):
    """Parts joined along edges of cells."""
    left, found = set(cells), []
    while left:
        todo, seen = [left.pop()], set()
        while todo:
            r, c = todo.pop()
            seen.add((r, c))
            for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if n in left:
                    left.discard(n)
                    todo.append(n)
        found.append(frozenset(seen))
    return found


def pieces_and_corners(cells):
    """Parts joined along edges or corners of cells."""
    left, found = set(cells), []
    while left:
        todo, seen = [left.pop()], set()
        while todo:
            r, c = todo.pop()
            seen.add((r, c))
            for n in itertools.product((r - 1, r, r + 1), (c - 1, c, c + 1)):
                if n in left:
                    left.discard(n)
                    todo.append(n)
        found.append(frozenset(seen))
    return found


def place(patterns):
    """Place one of the patterns on free cells; the cells are no longer free."""
    def options(cells):
        found = set()
        for r, c in cells:
            for pattern in patterns:
                put = {(r + y, c + x) for y, x in pattern}
                if put <= cells:
                    found.add(cells - put)
        return found
    return options


flat, upright, single = ((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0),)
cram = place([flat, upright])
cram.__doc__ = "Place a domino, flat or upright, on two free neighbouring cells."
domino_flat = place([flat])
domino_flat.__doc__ = "Place a flat domino on two free neighbouring cells of a row."
kayles_board = place([single, flat, upright])
kayles_board.__doc__ = "Take one free cell, or two free neighbouring cells."
tromino = place([((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (1, 1)), ((0, 0), (1, -1), (1, 0))])
tromino.__doc__ = "Place an L-tromino, in any of its four directions, on three free cells."
square = place([((0, 0), (0, 1), (1, 0), (1, 1))])
square.__doc__ = "Place a 2 x 2 square on four free cells."


def marks(text):
    """A board of crosses: '.' is empty, '#' is a cross."""
    lines = text.split('/')
    return len(lines), len(lines[0]), frozenset((r, c) for r, l in enumerate(lines) for c, x in enumerate(l) if x == '#')


def three(crosses):
    return any({(r, c), (r + y, c + x), (r + 2 * y, c + 2 * x)} <= crosses
               for r, c in crosses for y, x in ((0, 1), (1, 0), (1, 1), (1, -1)))


def treblecross(position):
    """Put a cross on an empty cell; three crosses in a row, column or diagonal end the play."""
    a, b, crosses = position
    if three(crosses):
        return set()
    return {(a, b, crosses | {(r, c)}) for r in range(a) for c in range(b) if (r, c) not in crosses}


def treblecross_canon(position):
    a, b, crosses = position
    images = [(a, b, crosses), (a, b, {(a - 1 - r, c) for r, c in crosses}), (a, b, {(r, b - 1 - c) for r, c in crosses}),
              (a, b, {(a - 1 - r, b - 1 - c) for r, c in crosses})]
    if a == b:
        images += [(a, b, {(c, r) for r, c in s}) for _, _, s in images]
    best = min(tuple(sorted(s)) for _, _, s in images)
    return a, b, frozenset(best)


def attacks(piece, p, q):
    y, x = abs(p[0] - q[0]), abs(p[1] - q[1])
    straight, diagonal = y == 0 or x == 0, y == x
    return {'queen': straight or diagonal, 'rook': straight, 'bishop': diagonal, 'king': max(y, x) <= 1,
            'knight': {y, x} == {1, 2} or (y, x) == (0, 0)}[piece]


def non_attacking(piece):
    """Put a piece on a square that is empty and that no piece attacks; the free squares are those still allowed."""
    def options(cells):
        return {frozenset(q for q in cells if not attacks(piece, p, q)) for p in cells}
    return options


game('cram', cram, board, parts=lambda b: [p for p in pieces(b) if len(p) > 1], canon=shape)
game('domino flat', domino_flat, board, parts=lambda b: [p for p in pieces(b) if len(p) > 1], canon=shift_only)
game('kayles board', kayles_board, board, parts=pieces, canon=shape)
game('tromino', tromino, board, parts=lambda b: [p for p in pieces(b) if len(p) > 2], canon=shape)
game('square', square, board, parts=lambda b: [p for p in pieces(b) if len(p) > 3], canon=shape)
game('treblecross', treblecross, marks, canon=treblecross_canon)
for piece in ('queen', 'rook', 'bishop', 'king', 'knight'):
    game(piece + 's', non_attacking(piece), board, canon=shape,
         parts=pieces_and_corners if piece == 'king' else None)


# =================================================================== turning coins
# A position is the frozenset of coins that show heads, '#'; the coin that is furthest right (or right and down) of
# those turned must go from heads to tails. Coins are numbered from 0 from the left.

def up_to(k):
    return lambda x: [s + (x,) for n in range(k) for s in itertools.combinations(range(x), n)]


def exactly(k):
    return lambda x: [s + (x,) for s in itertools.combinations(range(x), k - 1)]


TURN = {
    'turning turtles': (up_to(2), "Turn one or two coins."),
    'twins': (exactly(2), "Turn exactly two coins."),
    'mock turtles': (up_to(3), "Turn one, two or three coins."),
    'triplets': (exactly(3), "Turn exactly three coins."),
    'ruler': (lambda x: [tuple(range(k, x + 1)) for k in range(x + 1)], "Turn any number of coins that are consecutive."),
    'turnips': (lambda x: [(x - 2 * d, x - d, x) for d in range(1, x // 2 + 1)], "Turn three equally spaced coins."),
    'grunt': (lambda x: [(0, d, x - d, x) for d in range(1, x) if 2 * d < x],
              "Turn four coins that lie symmetrically, the first of them the first coin of all."),
    'moebius': (up_to(5), "Turn one to five coins."),
    'mogul': (up_to(7), "Turn one to seven coins."),
    'moidores': (up_to(9), "Turn one to nine coins."),
}


def coins_1d(turn):
    def options(heads):
        return {heads ^ frozenset(s) for x in heads for s in turn(x)}
    return options


def coins_2d(turn):
    def options(heads):
        return {heads ^ frozenset(s) for x, y in heads for s in turn(x, y)}
    return options


def product(a, b):
    """The product of two one-dimensional games: turn all coins in the rows of a move of a and the columns of one of b."""
    return lambda x, y: [tuple(itertools.product(s, t)) for s in TURN[a][0](x) for t in TURN[b][0](y)]


def a_square(x, y):
    """Turn the four corners of a square whose lower right corner goes from heads to tails."""
    return [((x, y), (x - d, y), (x, y - d), (x - d, y - d)) for d in range(1, min(x, y) + 1)]


def acrostic_twins(x, y):
    """Turn two coins of the same row or of the same column."""
    return [((x, y), (k, y)) for k in range(x)] + [((x, y), (x, k)) for k in range(y)]


def coin_row(text):
    return frozenset(k for k, x in enumerate(text) if x == '#')


def coin_board(text):
    return frozenset((r, c) for r, line in enumerate(text.split('/')) for c, x in enumerate(line) if x == '#')


each = lambda heads: [frozenset([h]) for h in heads]
for name, (turn, _) in TURN.items():
    game(name, coins_1d(turn), coin_row, parts=each)
TURN_2D = {'turning corners': product('twins', 'twins'), 'rugs': product('ruler', 'ruler'), 'turn a square': a_square,
           'acrostic twins': acrostic_twins,
           'turtles x turtles': product('turning turtles', 'turning turtles'),
           'mock turtles x turtles': product('mock turtles', 'turning turtles'),
           'mock turtles x mock turtles': product('mock turtles', 'mock turtles'),
           'ruler x turtles': product('ruler', 'turning turtles'), 'ruler x mock turtles': product('ruler', 'mock turtles'),
           'triplets x twins': product('triplets', 'twins'), 'twins x ruler': product('twins', 'ruler'),
           'turnips x twins': product('turnips', 'twins')}
for name, turn in TURN_2D.items():
    game(name, coins_2d(turn), coin_board, parts=each)


@functools.cache
def nim_product(a, b):
    """From the definition: mex of a'b + ab' + a'b' over a' < a, b' < b, with nim sums."""
    return mex(nim_product(x, b) ^ nim_product(a, y) ^ nim_product(x, y) for x in range(a) for y in range(b))


# =================================================================== posets
# A poset is a frozenset of elements; which is above which is told by a function. A move: take an element with all above.

def chomp(p):
    """Chomp on a diagram: bite a square and all right and below of it; nobody bites the first square (it is poisoned)."""
    return {tidy(min(r, j) if k >= i else r for k, r in enumerate(p))
            for i in range(len(p)) for j in range(p[i]) if (i, j) != (0, 0)}


def take_up(above):
    """Take an element and everything above it."""
    def options(left):
        return {frozenset(y for y in left if not (y == x or above(y, x))) for x in left}
    return options


def multiples(text):
    """'72': the divisors of 72 without 1, a divisor lies below its multiples (Schuh's game)."""
    n = int(text)
    return frozenset(d for d in range(2, n + 1) if n % d == 0)


def box(text):
    """'2x3x4': all cells of a box without the first, (0, 0, 0)."""
    sides = [int(s) for s in text.split('x')]
    return frozenset(itertools.product(*(range(s) for s in sides))) - {(0,) * len(sides)}


def subsets(text):
    """'5': proper non-empty subsets of 1..5; '5 max 2': those of at most 2 elements; a set lies below its supersets."""
    words = text.split()
    n = int(words[0])
    k = int(words[2]) if len(words) > 1 else n - 1
    return frozenset(frozenset(s) for size in range(1, k + 1) for s in itertools.combinations(range(1, n + 1), size))


def poset(text):
    """'1<2 1<3 4': covering pairs and single elements; an element is (name, names of all above)."""
    up, names = collections.defaultdict(set), set()
    for word in text.split():
        ends = [int(x) for x in word.split('<')]
        names |= set(ends)
        for a, b in zip(ends, ends[1:]):
            up[a].add(b)

    def all_above(x):
        return set().union(*({y} | all_above(y) for y in up[x])) if up[x] else set()
    return frozenset((x, frozenset(all_above(x))) for x in names)


def divisible(y, x):
    return y % x == 0


def nowhere_less(y, x):
    return all(a >= b for a, b in zip(y, x))


def named_above(y, x):
    return y[0] in x[1]


def poset_parts(above):
    def parts(left):
        left, found = set(left), []
        while left:
            todo, seen = [left.pop()], set()
            while todo:
                x = todo.pop()
                seen.add(x)
                near = {y for y in left if above(x, y) or above(y, x)}
                left -= near
                todo += near
            found.append(frozenset(seen))
        return found
    return parts


game('chomp', chomp, partition, canon=lambda p: min(p, columns(p)))
game('divisors', take_up(divisible), multiples)
game('chomp box', take_up(nowhere_less), box)
game('subset take-away', take_up(lambda y, x: y > x), subsets)
game('poset', take_up(named_above), poset, parts=poset_parts(named_above))


# =================================================================== up to symmetry (for a second count of options)

def isomorphic_key(g):
    """A graph up to isomorphism: the least relabelling among those that respect repeated degrees of neighbours."""
    near = {v: neighbours(g, v) for v in g[0]}
    colour = {v: 0 for v in g[0]}
    for _ in g[0]:
        mark = {v: (colour[v], tuple(sorted(colour[w] for w in near[v]))) for v in g[0]}
        order = {m: k for k, m in enumerate(sorted(set(mark.values())))}
        colour = {v: order[mark[v]] for v in g[0]}
    classes = [[v for v in sorted(g[0]) if colour[v] == k] for k in sorted(set(colour.values()))]
    best = None
    for images in itertools.product(*(itertools.permutations(c) for c in classes)):
        at = {v: k for k, v in enumerate(itertools.chain(*images))}
        edges = tuple(sorted((min(at[a], at[b]), max(at[a], at[b])) for a, b in g[1]))
        best = edges if best is None else min(best, edges)
    return len(g[0]), best




# =================================================================== start positions for values.json

PARTITION_GAMES = ['lctr', 'downright', 'chess rook', 'chess queen', 'chess king', 'chess knight', 'chess bishop',
                   'chess pawn', 'crim', 'pnim', 'one row', 'one column', 'corner', 'corners', 'rit', 'crit', 'hooks']
PARTITIONS = ['', '1', '2', '1,1', '3', '2,1', '2,2', '3,1', '2,1,1', '4', '3,2,1', '3,3', '4,2,1', '3,3,3', '4,4', '5,3,1',
              '4,3,2,1', '5,5,2', '6,4,4,1', '4,4,4,4', '7,3,2,2', '5,4,3,2,1', '6,6,6', '8,5,3,2,1', '3,3,2,2,1,1',
              '9,1,1,1,1,1', '7,7,1']
CRIS = ['', '1', '2', '3', '4', '1,1', '2,1', '2,2', '3,1', '3,2,1', '3,3', '3,3,3', '4,2,1', '4,4', '5,3,1', '4,3,2,1',
        '1+1', '2,1+1', '2,2+3,1', '3,3+2', '5', '2,2,2,2', '3,2,2']
STRICT = ['', '1', '2', '2,1', '3', '3,1', '3,2', '3,2,1', '4', '4,1', '4,2', '4,3,1', '4,3,2,1', '5', '5,2', '5,4,3',
          '6,1', '6,4,2', '5,4,3,2,1', '7,6,1', '8,5,3,2']
MHRG = ['1x1: 1', '1x2: 2', '1x3: 3', '1x3: 2', '1x3: 1', '1x4: 4', '1x5: 5', '2x2: 2,2', '2x3: 3,3', '2x4: 4,4', '2x5: 5,5',
        '2x6: 6,6', '3x3: 3,3,3', '3x3: 3', '3x4: 4,4,4', '3x5: 5,5,5', '3x6: 6,6,6', '3x7: 7,7,7', '4x4: 4,4,4,4',
        '4x5: 5,5,5,5', '4x6: 6,6,6,6', '5x5: 5,5,5,5,5', '3x4: ', '2x8: 8,8']

GRAPHS = {
    'path 1': path(1), 'path 2': path(2), 'path 3': path(3), 'path 4': path(4), 'path 5': path(5), 'path 6': path(6),
    'path 7': path(7), 'path 9': path(9), 'cycle 3': cycle(3), 'cycle 4': cycle(4), 'cycle 5': cycle(5), 'cycle 6': cycle(6),
    'cycle 7': cycle(7), 'cycle 9': cycle(9), 'star 3': star(3), 'star 4': star(4), 'star 6': star(6), 'complete 4': complete(4),
    'complete 5': complete(5), 'complete 2,3': bipartite(2, 3), 'complete 3,3': bipartite(3, 3), 'wheel 4': wheel(4),
    'wheel 5': wheel(5), 'grid 2x3': grid(2, 3), 'grid 2x4': grid(2, 4), 'grid 3x3': grid(3, 3), 'petersen': petersen(),
    'spider 1,2,3': tree([1, 1, 3, 1, 5, 6]), 'caterpillar': tree([1, 2, 3, 1, 2, 3]), 'binary tree': tree([1, 1, 2, 2, 3, 3]),
    'two edges and a vertex': graph('1-2 3-4 5'), 'paths 3 and 4': graph('1-2 2-3 4-5 5-6 6-7'),
    'triangle with a tail': graph('1-2 2-3 1-3 3-4 4-5'), 'bull': graph('1-2 2-3 1-3 1-4 2-5'), 'empty': graph(''),
    'three vertices': graph('1 2 3'),
}
GRAPH_GAMES = ['node kayles', 'arc kayles', 'delete vertex', 'delete edge', 'subtract vertex', 'graph chomp', 'odd vertex',
               'even vertex']
TOKENS = [(path(2), 1), (path(3), 1), (path(3), 2), (path(4), 1), (path(4), 2), (path(5), 3), (path(6), 2), (cycle(3), 1),
          (cycle(4), 1), (cycle(5), 1), (cycle(6), 1), (star(3), 1), (star(3), 2), (complete(4), 1), (complete(5), 1),
          (bipartite(2, 3), 1), (bipartite(2, 3), 3), (grid(2, 3), 1), (grid(2, 3), 2), (grid(3, 3), 1), (grid(3, 3), 2),
          (grid(3, 3), 5), (wheel(4), 1), (wheel(4), 2), (graph('1-2 2-3 1-3 3-4 4-5'), 3), (graph('1-2 2-3 1-3 3-4 4-5'), 5),
          (path(1), 1)]
HACKENBUSH = ['', '0-1', '0-1 1-2', '0-1 1-2 2-3', '0-1 0-2', '0-1 0-2 2-3', '0-1 1-2 1-3', '0-1 1-2 1-3 3-4',
              '0-1 1-2 2-3 1-4 4-5 5-6', '0-1 1-2 0-2', '0-1 1-2 2-3 0-3', '0-1 1-2 2-3 1-3', '0-1 1-2 2-3 3-4 1-4',
              '0-1 1-2 1-3 2-3 3-4', '0-1 0-2 1-2 2-3', '0-1 1-2 2-3 2-4 2-5', '0-1 1-2 1-3 1-4 4-5',
              '0-1 1-2 2-3 3-4 4-5 5-6 6-7', '0-1 1-2 2-3 0-4 4-5', '0-1 0-2 0-3 1-2 2-3', '0-1 1-2 2-3 3-1 2-4 3-5',
              '0-1 0-2 0-3 1-2 1-3 2-3']

RECTANGLES = [blank(a, b) for a, b in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 9), (2, 2), (2, 3), (2, 4),
                                       (2, 5), (3, 3), (3, 4))]
SHAPES = ['..#/.#./...', '.../#.#/...', '..../.##./....', '.#.#./...../#.#.#', '...#/..../#...', '../../..', '#..#/..../#..#',
          '...../#.#.#', '.../.../..#', '..##/.../##..'.replace('...', '....', 1), '###/###', '..#..', '.#.', '..../..#./....']
CROSSES = [blank(a, b) for a, b in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 2), (2, 3),
                                    (2, 4), (2, 5), (3, 3), (3, 4))] + \
          ['#..../'[:-1], '..#..', '#.#..', '###..', '...#....', '#../.../...', '.../.#./...', '#../..#/...', '.#./.../.#.',
           '#.#/.../.#.', '##./.../...', '##/##']
ROWS = ['', '.', '#', '.#', '##', '..#', '#.#', '.##', '###', '...#', '#..#', '.#.#', '####', '....#', '#...#', '..#.#',
        '#####', '.....#', '#.#.#.#', '..##.##', '......#', '.......#', '#......#', '########']
COINS = ['.', '#', '.#', '#./.#', '../.#', '##/##', '#.#', '..#/..#', '.../.../..#', '#../.#./..#', '###/###/###',
         '.#./#.#/.#.', '.../.##/.##', '...#/..#./.#..', '..../...#/...#', '..../..../...#', '####/####', '.#/#.', '#..#/....',
         '#.../.#../..#.', '.../..#/.#.', '#.#/.../#.#', '##../..##/....']
DIAGRAMS = PARTITIONS + ['4,4,4', '5,5,5', '5,5,5,5', '3,1,1', '2,2,1', '6,3,3', '7,4,3', '5,5,3']
DIVISORS = ['2', '4', '6', '8', '9', '12', '16', '18', '24', '30', '32', '36', '48', '54', '60', '64', '72', '90', '96', '100',
            '120', '144', '180', '210']
BOXES = ['1x1x2', '2x2', '2x3', '3x3', '2x2x2', '2x2x3', '2x3x3', '2x2x4', '2x2x5', '3x3x3', '2x3x4', '2x2x2x2', '3x4', '4x4',
         '2x5', '2x2x6', '1x3x4', '5', '3x5', '1x1x1', '2x6']
SUBSETS = ['1', '2', '3', '4', '5', '1 max 1', '2 max 1', '2 max 2', '3 max 1', '3 max 2', '3 max 3', '4 max 1', '4 max 2',
           '4 max 3', '4 max 4', '5 max 1', '5 max 2', '5 max 3', '5 max 4', '6 max 1', '6 max 2', '7 max 1']
POSETS = ['', '1', '1 2', '1<2', '1<2 1<3', '1<3 2<3', '1<2 2<3', '1<2 2<3 1<4', '1<2 1<3 2<4 3<4', '1<3 2<3 2<4', '1<2 3<4',
          '1<2 1<3 1<4', '1<2 2<3 3<4 4<5', '1<3 2<3 3<4 3<5', '1<3 1<4 2<3 2<4', '1<4 1<5 2<4 2<6 3<5 3<6',
          '1<2 2<3 4', '1<2 1<3 3<4 3<5', '1<2 2<4 1<3 3<4 4<5', '1<3 2<3 2<4 4<5', '1<2 1<3 2<5 3<5 3<6 4<6',
          '1<2 1<3 1<4 2<5 2<6 3<5 3<7 4<6 4<7 5<8 6<8 7<8']


def starts(name):
    """Pairs of the text of a start position and the position."""
    parse = GAMES[name].parse
    if name in PARTITION_GAMES:
        texts = PARTITIONS
    elif name in GRAPH_GAMES:
        most = {'graph chomp': lambda g: len(g[0]) + len(g[1]) <= 16, 'delete edge': lambda g: len(g[1]) <= 12}
        chosen = [g for g in GRAPHS.values() if most.get(name, lambda g: True)(g)]
        texts = [graph_text(g) for g in chosen]
    elif name in ('vertex geography', 'edge geography'):
        texts = [f'{graph_text(g)} @ {v}' for g, v in TOKENS]
    elif name in ('cram', 'domino flat', 'kayles board', 'tromino', 'square'):
        texts = RECTANGLES + SHAPES + ([blank(4, 4)] if name in ('cram', 'tromino', 'square') else [])
    elif name in ('queens', 'rooks', 'bishops', 'kings', 'knights'):
        texts = RECTANGLES + SHAPES + [blank(4, 4)] + ([blank(5, 5)] if name in ('queens', 'rooks', 'kings') else [])
    elif name in TURN:
        texts = ROWS
    elif name in TURN_2D:
        texts = COINS
    else:
        texts = {'cris': CRIS, 'shifted hooks': STRICT, 'mhrg': MHRG, 'hackenbush': HACKENBUSH, 'treblecross': CROSSES,
                 'chomp': DIAGRAMS[1:], 'divisors': DIVISORS, 'chomp box': BOXES, 'subset take-away': SUBSETS,
                 'poset': POSETS}[name]
    return [(t, parse(t)) for t in dict.fromkeys(texts)]


def values_text():
    """The text of figures.json: for each game its start positions with options, value, remoteness and misère outcome."""
    values = {}
    for name, g in GAMES.items():
        values[name] = {text: g.row(p) for text, p in starts(name)}
        for text, p in starts(name):
            assert g.grundy(p) == values[name][text][1], (name, text)
    lines = [f'  {json.dumps(n)}: {{\n' + ',\n'.join(f'    {json.dumps(t)}: {json.dumps(v)}' for t, v in rows.items()) + '\n  }'
             for n, rows in values.items()]
    return '{\n' + ',\n'.join(lines) + '\n}\n'


# =================================================================== published facts

def xor(values):
    return functools.reduce(lambda a, b: a ^ b, values, 0)


def octal(code, most):
    """Grundy values of heaps 0..most of an octal game, for comparison: digit k tells what may become of the rest."""
    g = []
    for n in range(most + 1):
        found = set()
        for k, d in enumerate(code):
            rest = n - k
            if k == 0 or rest < 0:
                continue
            if d & 1 and rest == 0:
                found.add(0)
            if d & 2 and rest > 0:
                found.add(g[rest])
            if d & 4:
                found |= {g[a] ^ g[rest - a] for a in range(1, rest)}
        g.append(mex(found))
    return g


def all_graphs(n):
    pairs = list(itertools.combinations(range(1, n + 1), 2))
    for k in range(2 ** len(pairs)):
        yield make(range(1, n + 1), [e for i, e in enumerate(pairs) if k >> i & 1])


def two_colours(g):
    return any(all((a in s) != (b in s) for a, b in g[1]) for k in range(len(g[0]) + 1) for s in
               map(set, itertools.combinations(sorted(g[0]), k)))


def check():
    def say(what, ok):
        print('ok   ' if ok else 'FALSE', what, flush=True)

    def values(name, positions):
        return [GAMES[name].grundy(p) for p in positions]

    def cut(p):
        return tidy(r - 1 for r in p[1:])

    N = lambda x: x ^ (x - 1)
    small = [p for n in range(1, 21) for p in partitions(n)]
    lc, dr = GAMES['lctr'], GAMES['downright']
    say('LCTR values at most 2, n <= 20', max(values('lctr', small)) <= 2)
    say('LCTR losing partitions of n, A373457', [sum(lc.grundy(p) == 0 for p in partitions(n)) for n in range(1, 21)] ==
        [0, 0, 1, 3, 3, 4, 7, 11, 12, 17, 24, 34, 40, 54, 73, 100, 125, 164, 208, 270])
    say('Downright is misere LCTR, n <= 20', all((dr.solve(p)[0] == 0) == (lc.solve(p)[2] == 'P') for p in small))
    say('own: Downright value unchanged without first row and column', all(not cut(p) or dr.grundy(p) == dr.grundy(cut(p)) for p in small))
    say('own: LCTR value unchanged too, if a 4 x 4 square fits (i.e. the diagram without 3 rows and columns is not empty)',
        all(not cut(cut(cut(p))) or lc.grundy(p) == lc.grundy(cut(p)) for p in small))
    say('rook on a x b is Nim (a-1, b-1), to 9 x 9', all(GAMES['chess rook'].grundy(rectangle(a, b)) == (a - 1) ^ (b - 1) for a in range(1, 10) for b in range(1, 10)))
    phi = (1 + math.sqrt(5)) / 2
    cold = {(int(k * phi), int(k * phi) + k) for k in range(10)}
    say('queen on a x b is Wythoff (a-1, b-1), to 12 x 12', all((GAMES['chess queen'].grundy(rectangle(a, b)) == 0) == ((min(a, b) - 1, max(a, b) - 1) in cold) for a in range(1, 13) for b in range(1, 13)))
    say('own: bishop = side of the Durfee square - 1', all(GAMES['chess bishop'].grundy(p) == sum(r >= i + 1 for i, r in enumerate(p)) - 1 for p in small))
    say('CRIM: losing partitions have even rank (conjecture), n <= 20', all((p[0] - len(p)) % 2 == 0 for p in small if GAMES['crim'].grundy(p) == 0))
    low = lambda r: (r,) + tuple(range(r, 1, -1))
    inside = lambda p, q: len(p) <= len(q) and all(a <= b for a, b in zip(p, q))
    say('PNim value 1 and bound, n <= 16', all((GAMES['pnim'].grundy(p) == 1) == (p == (1,) or any(inside(low(r), p) and inside(p, (r,) * r) for r in range(2, 9))) and
        0 < GAMES['pnim'].grundy(p) <= p[0] + len(p) - 1 for n in range(1, 17) for p in partitions(n)))
    say('hooks: Sato sum of N(hook length) and Welter, n <= 14', all(GAMES['hooks'].grundy(p) == xor(N(hook_length(p, i, j)) for i in range(len(p)) for j in range(p[i])) ==
        xor(b) ^ xor(N(x - y) for x, y in itertools.combinations(b, 2)) for n in range(15) for p in partitions(n) for b in [[r + len(p) - 1 - i for i, r in enumerate(p)]]))
    say('one corner: n mod 2', all(GAMES['corner'].grundy(p) == sum(p) % 2 for p in small))
    say('RIT: nim sum of alternate differences, n <= 20', all(GAMES['rit'].grundy(p) == xor(a - b for a, b in zip(p[::2], (p + (0,))[1::2])) for p in small))
    say('shifted hooks: nim sum of the rows', all(GAMES['shifted hooks'].grundy(s) == xor(s) for k in range(5) for s in itertools.combinations(range(9, 0, -1), k)))
    say('MHRG(n, n) and MHRG(n, n+1) start: 1 xor .. xor n, n <= 5', all(GAMES['mhrg'].grundy((n, m, rectangle(n, m))) == xor(range(n + 1)) for n in range(1, 6) for m in (n, n + 1)))
    say('MHRG(m, n) and (m, n+1) have the same start value for m + n even', all(GAMES['mhrg'].solve((m, n, rectangle(m, n))) == GAMES['mhrg'].solve((m, n + 1, rectangle(m, n + 1))) for m in range(1, 5) for n in range(m, 7, 2)))

    dawson, moved = octal([0, 1, 3, 7], 40), octal([0, 0, 7], 40)
    say('Node Kayles on paths = 0.137, to 40', values('node kayles', map(path, range(41))) == dawson)
    say('Arc Kayles on paths = 0.07, to 25', values('arc kayles', map(path, range(26))) == moved[:26])
    say('Node Kayles on 3 x n, A316632, n <= 7', values('node kayles', [grid(3, n) for n in range(1, 8)]) == [2, 1, 1, 0, 3, 3, 2])
    say('Node Kayles on 2 x n: n mod 2; on 4 x n: 0', values('node kayles', [grid(2, n) for n in range(1, 8)]) == [1, 0] * 3 + [1] and not any(values('node kayles', [grid(4, n) for n in range(1, 6)])))
    say('Node Kayles on GP(n, 2), n = 5..12, A316533', values('node kayles', [petersen(n, 2) for n in range(5, 13)]) == [1, 0, 1, 0, 1, 0, 0, 0])
    say('Arc Kayles on a grid = Cram', all(GAMES['arc kayles'].grundy(grid(a, b)) == GAMES['cram'].grundy(full(a, b)) for a in range(1, 4) for b in range(1, 6)))
    graphs = [g for n in range(1, 6) for g in all_graphs(n)]
    even = [g for g in graphs if two_colours(g)]
    say('odd vertex, bipartite, <= 5 vertices: |E| mod 2 (Krueger)', all(GAMES['odd vertex'].grundy(g) == len(g[1]) % 2 for g in even))
    say('even vertex, <= 5 vertices: |V| mod 2', all(GAMES['even vertex'].grundy(g) == len(g[0]) % 2 for g in graphs))
    say('graph chomp, bipartite, <= 5 vertices: |V| mod 2 + 2 (|E| mod 2)', all(GAMES['graph chomp'].grundy(g) == len(g[0]) % 2 + 2 * (len(g[1]) % 2) for g in even))
    say('graph chomp on K_n: n mod 3, n <= 5', values('graph chomp', map(complete, range(1, 6))) == [1, 2, 0, 1, 2])
    say('subtract vertex on paths = Officers 0.6', values('subtract vertex', map(path, range(26))) == octal([0, 6], 25))
    say('vertex geography: N iff every maximum matching covers the start, <= 4 vertices and paths, grids', all((GAMES['vertex geography'].grundy((g, v)) > 0) == covered_by_every_maximum_matching(g, v)
        for g in graphs + [grid(2, 4), grid(3, 3), petersen(), path(9)] if len(g[0]) != 5 for v in g[0]))

    def colon(g, v, below=None):
        return xor(colon(g, w, v) + 1 for w in neighbours(g, v) - {below})
    rooted = [make(range(n + 1), [(p, k + 1) for k, p in enumerate(ps)]) for n in range(1, 7) for ps in itertools.product(*(range(k) for k in range(1, n + 1)))]
    say('Hackenbush on trees: colon principle, <= 6 edges', all(GAMES['hackenbush'].grundy(g) == colon(g, 0) for g in rooted))
    say('poset game on forests = Hackenbush on the tree, <= 6', all(GAMES['poset'].grundy(poset(' '.join(f'{a}<{b}' if a else f'{b}' for a, b in g[1]))) == colon(g, 0) for g in rooted))

    say('Cram 1 x n = 0.07; 2 x n = n mod 2', values('cram', [full(1, n) for n in range(16)]) == moved[:16] and values('cram', [full(2, n) for n in range(1, 10)]) == [n % 2 for n in range(1, 10)])
    say('Cram 3 x n, n <= 7: 1 1 0 1 1 4 1; 4 x 4, 4 x 5: 0 2', values('cram', [full(3, n) for n in range(1, 8)] + [full(4, 4), full(4, 5)]) == [1, 1, 0, 1, 1, 4, 1, 0, 2])
    say('Kayles on 1 x n = 0.77, n <= 20', values('kayles board', [full(1, n) for n in range(21)]) == octal([0, 7, 7], 20))
    say('Kayles on m x n: P iff both are even, to 3 x 4', all((GAMES['kayles board'].grundy(full(a, b)) == 0) == (a % 2 == b % 2 == 0) for a in (1, 2, 3) for b in range(1, 5)))
    say('flat domino on m x n = m mod 2 rows of 0.07', all(GAMES['domino flat'].grundy(full(a, n)) == (moved[n] if a % 2 else 0) for a in (1, 2, 3) for n in range(1, 9)))
    say('2 x 2 square on 2 x n and 3 x n = 0.07', all(GAMES['square'].grundy(full(a, n)) == moved[n] for a in (2, 3) for n in range(2, 9)))
    say('Notakto 3 x 3: first wins in misere, only by the centre', GAMES['treblecross'].solve(marks('.../.../...'))[2] == 'N' and [o[2] for o in treblecross(marks('.../.../...')) if GAMES['treblecross'].solve(o)[2] == 'P'] == [frozenset({(1, 1)})])
    say('Treblecross 1 x n, 3 <= n <= 14: outcome of 0.007 on n + 2', all((GAMES['treblecross'].solve((1, n, frozenset()))[0] == 0) == (octal([0, 0, 0, 7], 16)[n + 2] == 0) for n in range(3, 15)))
    say('queens n x n, A344227, n <= 5', values('queens', [full(n, n) for n in range(6)]) == [0, 1, 1, 2, 1, 3])
    say('rooks m x n: min(m, n) mod 2', all(GAMES['rooks'].grundy(full(a, b)) == min(a, b) % 2 for a in range(1, 5) for b in range(1, 5)))

    one = lambda name, x: GAMES[name].grundy(frozenset([x]))
    odious = [n for n in range(200) if bin(n).count('1') % 2]
    say('Mock Turtles: odious numbers; Triplets: 0, 0, then the same; Ruler: power of two in n+1; Turtles n+1; Twins n', all(
        one('mock turtles', n) == odious[n] and one('triplets', n) == ([0, 0] + odious)[n] and one('ruler', n) == (n + 1) & -(n + 1)
        and one('turning turtles', n) == n + 1 and one('twins', n) == n for n in range(60)))
    say('Triplets 0 0 1 2 4 7 8 11', [one('triplets', n) for n in range(8)] == [0, 0, 1, 2, 4, 7, 8, 11])
    say('Grunt = Grundys game', [one('grunt', n) for n in range(17)] == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3])
    say('Turnips 0 iff no ternary digit 2, n < 81', all((one('turnips', n) == 0) == all(n // 3 ** k % 3 != 2 for k in range(4)) for n in range(81)))
    say('Turning Corners = nim product, 8 x 8', all(one('turning corners', (x, y)) == nim_product(x, y) for x in range(8) for y in range(8)))
    pairs = {n: n.split(' x ') for n in TURN_2D if ' x ' in n} | {'rugs': ['ruler', 'ruler']}
    say('Tartan theorem for the other products, 6 x 6', all(one(n, (x, y)) == nim_product(*(one({'turtles': 'turning turtles'}.get(s, s), z) for s, z in zip(ab, (x, y)))) for n, ab in pairs.items() for x in range(6) for y in range(6)))
    say('Acrostic Twins = nim sum', all(one('acrostic twins', (x, y)) == x ^ y for x in range(8) for y in range(8)))

    lost = lambda p: GAMES['chomp'].grundy(p) == 0
    say('Chomp: 2 rows P iff (k+1, k); n x n won by (2, 2)', all(lost(tidy((a, b))) == (a == b + 1) for a in range(1, 9) for b in range(a + 1)) and all(lost((n,) + (1,) * (n - 1)) for n in range(2, 7)))
    third = {1: {(3, 1), (2, 2)}, 3: {(6, 3), (7, 4), (5, 5)}, 4: {(8, 4), (9, 5), (10, 6), (7, 7)}}
    say('Chomp 3 rows: P-positions with third row 1..4 (Brouwer, A147983), first row <= 12', all({(p, q) for p in range(1, 13) for q in range(r, p + 1) if lost((p, q, r))} == (third[r] if r != 2 else {(q + 2, q) for q in range(2, 11)}) for r in (1, 2, 3, 4)))
    say('Chomp 4 rows: the first P-positions of A395126', sorted(p + (0,) * (4 - len(p)) for n in range(1, 17) for p in partitions(n) if len(p) <= 4 and p[0] <= 4 and lost(p)) ==
        [(1, 0, 0, 0), (2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 2, 1), (3, 1, 1, 0), (3, 2, 0, 0), (3, 3, 1, 1), (4, 1, 1, 1), (4, 2, 2, 0), (4, 3, 0, 0)])
    say('Chomp: one winning first move up to 7 x 8', all(sum(map(lost, chomp(rectangle(a, b)))) == 1 for a in range(2, 7) for b in range(a, 8)))
    say('Subset take-away: second wins for n <= 4; subsets of size <= k: P iff k+1 divides n, n <= 4', all((GAMES['subset take-away'].grundy(subsets(f'{n} max {k}')) == 0) == (n % (k + 1) == 0) for n in range(1, 5) for k in range(1, n + 1)))


def main(arguments):
    if arguments == ['facts']:
        return check()
    path = pathlib.Path(__file__).resolve().parent / 'figures.json'
    if arguments == ['--check']:
        if path.read_text() != values_text():
            sys.exit('figures.json is not what figures.py computes: run python3 testdata/figures.py')
        return print('figures.json is what figures.py computes.')
    if not arguments:
        return path.write_text(values_text())
    game = GAMES[arguments[0]]
    print('options, Grundy value, remoteness, misère outcome:', game.row(game.parse(arguments[1])))


if __name__ == '__main__':
    main(sys.argv[1:])
