#!/usr/bin/env python3
"""What uses what: the graphs of crates, of folders and of files, from the sources alone.

    python3 testdata/rooms.py            how many, and every cycle
    python3 testdata/rooms.py --check    the same; exit 1 if folders of a crate use each other in a cycle
    python3 testdata/rooms.py --draw     Mermaid drawings of the crates and of core's folders
    python3 testdata/rooms.py --edges A B    why A uses B: every place (crates, folders as crate/folder, or files)
    python3 testdata/rooms.py --walls    who reaches past the library `ishitori`; with --check exit 1 if anybody does
    python3 testdata/rooms.py --names    names of types that are defined more than once; with --check exit 1 if there are any
    python3 testdata/rooms.py --tests    files of tests/ that no test program includes; exit 1 if there are any

Python 3.11 and nothing else. A file uses another if it names, in a `use` or in a path, something that the
other defines; re-exports are followed to where the thing is defined. A module that declares its children or
passes their names on does not use them by that. Methods called on a value are not seen, nor are tests
(`#[cfg(test)]`). A folder is a module directly below the crate's root with everything in it; the root file
is a folder of its own, called after the file.
"""

import argparse
import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
# The fronts, and the only crate of ours that they may name beside each other.
FRONTS = ["ishitori-cli", "ishitori-web"]
LIBRARY = "ishitori"
# A cycle of no more than this many folders is shown with a place for each use.
FEW = 8

TOKEN = re.compile(
    r"""
      (?P<skip> \s+ | //[^\n]* )
    | (?P<block> /\* )
    | (?P<text> b?c?r(?P<hashes>\#*)" (?s:.*?) "(?P=hashes) | [bc]?" (?: \\(?s:.) | [^"\\] )* " | b?' (?: \\[^'\n]+ | \\' | [^'\\\n] ) ' )
    | (?P<life> ' [A-Za-z_]\w* )
    | (?P<word> (?:r\#)? [A-Za-z_]\w* )
    | (?P<number> \d [\w]* (?: \.\d[\w]* )? )
    | (?P<colons> :: )
    | (?P<sign> . )
    """,
    re.VERBOSE,
)
OPEN, CLOSE = "([{", ")]}"
DEFINES = {"struct", "enum", "union", "trait", "type", "fn", "const", "static", "mod"}
TYPES = {"struct", "enum", "union", "trait", "type"}


def tokens_of(text):
    """Words and signs with their lines; comments and what is between quotes left out."""
    found, at, line = [], 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        end = match.end()
        if match["block"]:
            depth = 1
            while depth and end < len(text):
                depth += text.startswith("/*", end) - text.startswith("*/", end)
                end += 2 if text[end : end + 2] in ("/*", "*/") else 1
        elif match["word"]:
            found.append((match["word"].removeprefix("r#"), line))
        elif match["colons"] or match["sign"]:
            found.append((match[0], line))
        elif match["text"] or match["number"]:
            found.append(("0", line))
        line += text.count("\n", at, end)
        at = end
    return found


@dataclass
class Import:
    path: list
    line: int
    public: bool


@dataclass
class Module:
    name: str
    file: Path
    parent: "Module | None"
    children: dict = field(default_factory=dict)
    defined: dict = field(default_factory=dict)  # name -> (kind, line)
    imports: dict = field(default_factory=dict)  # name -> Import
    globs: list = field(default_factory=list)  # Import
    paths: list = field(default_factory=list)  # (segments, line)
    bare: list = field(default_factory=list)  # (word, line), for what comes by a glob
    macros: list = field(default_factory=list)  # (word, line)

    def root(self):
        return self.parent.root() if self.parent else self

    def all(self):
        yield self
        for child in self.children.values():
            yield from child.all()

    def is_below(self, other):
        return self is other or (self.parent is not None and self.parent.is_below(other))

    def top(self):
        """The folder that this is in: a child of the root, or the root."""
        return self if self.parent is None or self.parent.parent is None else self.parent.top()


class Reader:
    """Reads one file, and the files of its modules."""

    def __init__(self, module, folder):
        self.tokens = tokens_of(module.file.read_text(encoding="utf-8"))
        self.at = 0
        self.items(module, folder)

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def line(self):
        return self.tokens[min(self.at, len(self.tokens) - 1)][1]

    def group(self):
        """Passes over a bracket and what is in it; returns the words."""
        words, depth = [], 0
        while self.at < len(self.tokens):
            token = self.peek()
            depth += (token in OPEN) - (token in CLOSE)
            words.append(token)
            self.at += 1
            if depth == 0:
                break
        return words

    def attributes(self):
        """Passes over attributes; says whether what follows is for tests only."""
        test = False
        while self.peek() == "#" and (self.peek(1) == "[" or self.peek(1) == "!" and self.peek(2) == "["):
            self.at += 2 if self.peek(1) == "!" else 1
            words = self.group()
            test |= words[1:] == ["cfg", "(", "test", ")", "]"] or words == ["[", "test", "]"]
        return test

    def items(self, module, folder):
        while self.at < len(self.tokens) and self.peek() != "}":
            test = self.attributes()
            public = False
            if self.peek() == "pub":
                public = True
                self.at += 1
                if self.peek() == "(":
                    self.group()
            word, line = self.peek(), self.line()
            if word == "use":
                self.at += 1
                self.use(module if not test else Module("", module.file, None), [], public)
                self.at += 1
            elif word == "mod" and self.peek(2) == ";":
                name = self.peek(1)
                self.at += 3
                if not test:
                    self.child(module, folder, name)
            elif word == "mod" and self.peek(2) == "{":
                name = self.peek(1)
                if test:
                    self.at += 2
                    self.group()
                else:
                    self.at += 3
                    child = Module(name, module.file, module)
                    module.children[name] = child
                    self.items(child, folder / name)
                    self.at += 1
            else:
                self.item(module, test, line)

    def child(self, module, folder, name):
        for file, inside in [(folder / f"{name}.rs", folder / name), (folder / name / "mod.rs", folder / name)]:
            if file.is_file():
                child = Module(name, file, module)
                module.children[name] = child
                Reader(child, inside)
                return
        sys.exit(f"{module.file}: no file for module {name}")

    def use(self, module, before, public):
        """One tree of a `use`, up to its comma, bracket or semicolon."""
        path = list(before)
        while True:
            word, line = self.peek(), self.line()
            if word == "::":
                self.at += 1
            elif word == "{":
                self.at += 1
                while self.peek() != "}":
                    self.use(module, path, public)
                    if self.peek() == ",":
                        self.at += 1
                self.at += 1
                return
            elif word == "*":
                self.at += 1
                module.globs.append(Import(path, line, public))
                return
            else:
                self.at += 1
                name = word
                if word == "self" and path:
                    name = path[-1]
                else:
                    path.append(word)
                if self.peek() == "as":
                    name = self.peek(1)
                    self.at += 2
                if self.peek() != "::":
                    # `use x as _` brings a trait and no name.
                    key = name if name != "_" else f"_{len(module.imports)}"
                    module.imports.setdefault(key, Import(path, line, public))
                    if module.imports[key].path != path:
                        module.paths.append((path, line))
                    return

    def item(self, module, test, line):
        """Anything else at the level of a module: what it defines and what it names."""
        into = Module("", module.file, None) if test else module
        kind = None
        for ahead in range(6):
            word, name = self.peek(ahead), self.peek(ahead + 1)
            if word == "macro_rules" and name == "!":
                into.defined[self.peek(ahead + 2)] = ("macro", line)
                kind = "macro"
            elif word in DEFINES and not (word == "const" and name in ("fn", "unsafe", "async", "extern")):
                kind = word
                if re.fullmatch(r"\w+", name) and name != "_":
                    into.defined[name] = (kind, line)
            if kind or word in ("impl", "{", "(", "="):
                break
        depth = 0
        while self.at < len(self.tokens):
            token, line = self.peek(), self.line()
            if token == "#" and self.peek(1) == "[":
                self.at += 1
                self.group()
                continue
            if token == "use" and self.tokens[self.at - 1][0] in "{};" and depth:
                self.at += 1
                self.use(into, [], False)
                continue
            depth += (token in OPEN) - (token in CLOSE)
            if re.match(r"[A-Za-z_]", token):
                self.word(into, token, line)
                continue
            self.at += 1
            if depth == 0 and (token == ";" or token == "}" and kind not in ("const", "static", "type")):
                return

    def word(self, module, token, line):
        segments = [token]
        before = self.tokens[self.at - 1][0] if self.at else ""
        self.at += 1
        while self.peek() == "::" and re.match(r"[A-Za-z_]", self.peek(1)):
            segments.append(self.peek(1))
            self.at += 2
        if before in (".", "::"):
            return
        if len(segments) > 1:
            module.paths.append((segments, line))
        elif self.peek() == "!" and self.peek(1) in OPEN:
            module.macros.append((token, line))
        elif module.globs or token[0].isupper() or self.peek() == "(":
            module.bare.append((token, line))


class Sources:
    def __init__(self, folder):
        self.folder = folder
        self.roots = {}
        for crate in sorted((folder / "crates").iterdir()):
            for name in ["lib.rs", "main.rs"]:
                file = crate / "src" / name
                if file.is_file():
                    root = Module(name.removesuffix(".rs"), file, None)
                    Reader(root, crate / "src")
                    self.roots[crate.name] = root
                    break
        self.crates = {name.replace("-", "_"): root for name, root in self.roots.items() if root.name == "lib"}
        self.crate_of = {id(root): name for name, root in self.roots.items()}

    def resolve(self, module, path, seen=frozenset(), inside=False):
        """The module that defines the thing, or ("module", it); None if it is not ours."""
        if not path:
            return ("module", module)
        name, rest = path[0], path[1:]
        if not inside:
            if name == "crate":
                return self.resolve(module.root(), rest, seen, True)
            if name == "self":
                return self.resolve(module, rest, seen, rest[:1] != ["super"])
            if name == "super":
                return module.parent and self.resolve(module.parent, rest, seen, rest[:1] != ["super"])
        key = (id(module), name)
        if key in seen:
            return None
        seen = seen | {key}
        if name in module.children:
            return self.resolve(module.children[name], rest, seen, True)
        if name in module.defined:
            return ("thing", module)
        if name in module.imports:
            found = self.resolve(module, module.imports[name].path, seen)
            if found and found[0] == "module":
                return self.resolve(found[1], rest, seen, True)
            return found
        for glob in module.globs:
            found = self.resolve(module, glob.path, seen)
            if found and found[0] == "module" and found[1] is not module:
                found = self.resolve(found[1], path, seen, True)
                if found:
                    return found
        if not inside and name in self.crates:
            return self.resolve(self.crates[name], rest, seen, True)
        return None

    def used(self):
        """(module, the module whose thing it names, line), for every place."""
        for root in self.roots.values():
            for module in root.all():
                for one in list(module.imports.values()) + module.globs:
                    found = self.resolve(module, one.path)
                    passed_on = one.public and found and found[1].is_below(module)
                    if found and found[0] == "thing" and not passed_on:
                        yield module, found[1], one.line
                for path, line in module.paths:
                    found = self.resolve(module, path)
                    if found and found[0] == "thing":
                        yield module, found[1], line
                if module.globs:
                    for name, line in module.bare:
                        found = None if name in module.defined else self.resolve(module, [name])
                        if found and found[0] == "thing":
                            yield module, found[1], line
                for name, line in module.macros:
                    above = module
                    while above and above.defined.get(name, [""])[0] != "macro":
                        above = above.parent
                    if above:
                        yield module, above, line

    def crate(self, module):
        return self.crate_of[id(module.root())]

    def room(self, module):
        return f"{self.crate(module)}/{module.top().name}"

    def path(self, module):
        return str(module.file.relative_to(self.folder))


def cycles(graph):
    """Strongly connected sets of more than one, largest first (Tarjan, without recursion)."""
    number, low, stack, found = {}, {}, [], []
    for start in sorted(graph):
        if start in number:
            continue
        work = [(start, iter(sorted(graph[start])))]
        number[start] = low[start] = len(number)
        stack.append(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    if len(stack) - at > 1:
                        found.append(sorted(stack[at:]))
                    del stack[at:]
    return sorted(found, key=lambda one: (-len(one), one))


def reduced(graph):
    """Without the edges that a longer way says already; a drawing of a graph without cycles."""
    def reaches(start, goal, without):
        seen, work = set(), [start]
        while work:
            node = work.pop()
            for other in graph.get(node, ()):
                if (node, other) != without and other not in seen:
                    seen.add(other)
                    work.append(other)
        return goal in seen

    return {a: {b for b in graph[a] if not reaches(a, b, (a, b))} for a in graph}


def mermaid(graph):
    name = lambda node: node.replace("-", "_").replace("/", "_")
    lines = ["```mermaid", "graph TD"]
    lines += [f"    {name(node)}[{node.split('/')[-1]}]" for node in sorted(graph)]
    lines += [f"    {name(a)} --> {name(b)}" for a in sorted(graph) for b in sorted(graph[a])]
    return "\n".join(lines + ["```"])


def graphs(sources):
    crates = {name: set() for name in sources.roots}
    rooms, files = {}, {}
    why = defaultdict(list)
    for root in sources.roots.values():
        for module in root.all():
            rooms.setdefault(sources.room(module), set())
            files.setdefault(sources.path(module), set())
    for module, other, line in sources.used():
        pairs = [
            (crates, sources.crate(module), sources.crate(other)),
            (files, sources.path(module), sources.path(other)),
        ]
        if sources.crate(module) == sources.crate(other):
            pairs.append((rooms, sources.room(module), sources.room(other)))
        for graph, a, b in pairs:
            if a != b:
                graph[a].add(b)
                place = f"{sources.path(module)}:{line} names what {sources.path(other)} defines"
                if place not in why[a, b]:
                    why[a, b].append(place)
    return crates, rooms, files, why


def walls(sources):
    """Places of the fronts that name another crate of ours than the library."""
    found = []
    for front in FRONTS:
        root = sources.roots[front]
        for module in root.all():
            places = [(one.path, one.line) for one in list(module.imports.values()) + module.globs]
            for path, line in places + module.paths:
                open_doors = [name.replace("-", "_") for name in [LIBRARY, *FRONTS]]
                named = path[0] in sources.crates and path[0] not in open_doors
                if named and sources.crates[path[0]] is not root:
                    found.append((front, path[0], sources.path(module), line, "::".join(path)))
    return sorted(set(found))


def names(sources):
    places = defaultdict(list)
    for root in sources.roots.values():
        for module in root.all():
            for name, (kind, line) in module.defined.items():
                if kind in TYPES:
                    places[name].append(f"{kind} {sources.path(module)}:{line}")
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def tests(folder):
    """Files below tests/ that no test program of their crate includes."""
    left_out = []
    for crate in sorted((folder / "crates").iterdir()):
        inside = crate / "tests"
        reached = set()
        starts = [inside / path for path in ["main.rs", *(p.name + "/main.rs" for p in inside.glob("*/"))]]
        work = [(file, file.parent) for file in starts if file.is_file()]
        if "autotests = false" not in (crate / "Cargo.toml").read_text(encoding="utf-8"):
            work += [(file, inside) for file in inside.glob("*.rs")]
        while work:
            file, below = work.pop()
            if file in reached:
                continue
            reached.add(file)
            text = file.read_text(encoding="utf-8")
            for given in re.findall(r'^#\[path = "([^"]+)"\]', text, re.MULTILINE):
                other = (file.parent / given).resolve()
                work.append((other, other.parent))
            for name in re.findall(r"^(?:pub )?mod (\w+);", text, re.MULTILINE):
                for other in [below / f"{name}.rs", below / name / "mod.rs"]:
                    if other.is_file():
                        work.append((other, below / name))
        left_out += sorted(str(file.relative_to(folder)) for file in set(inside.rglob("*.rs")) - reached)
    return left_out


def main():
    parser = argparse.ArgumentParser(description="What uses what, from the sources alone.")
    parser.add_argument("--check", action="store_true", help="exit 1 if folders use each other in a cycle")
    parser.add_argument("--draw", action="store_true", help="Mermaid drawings")
    parser.add_argument("--edges", nargs=2, metavar=("A", "B"), help="the places where A uses B")
    parser.add_argument("--walls", action="store_true", help="who reaches past the library")
    parser.add_argument("--names", action="store_true", help="types of the same name")
    parser.add_argument("--tests", action="store_true", help="test files that nothing includes")
    parser.add_argument("--folder", type=Path, default=HERE, help="another checkout")
    args = parser.parse_args()
    folder = args.folder.resolve()

    if args.tests:
        left_out = tests(folder)
        for file in left_out:
            print(f"{file} is in no test program: name it in main.rs")
        return 1 if left_out else 0

    sources = Sources(folder)
    if args.names:
        found = names(sources)
        for name, where in found.items():
            print(f"{name}: {', '.join(where)}")
        print(f"{len(found)} names of types are defined more than once.")
        return 1 if found and args.check else 0
    if args.walls:
        found = walls(sources)
        for front, _, file, line, path in found:
            print(f"{file}:{line}: {path}")
        for front in FRONTS:
            mine = [one for one in found if one[0] == front]
            print(f"{front} names other crates than {LIBRARY} at {len(mine)} places in {len({one[2] for one in mine})} files.")
        return 1 if found and args.check else 0

    crates, rooms, files, why = graphs(sources)
    if args.edges:
        for place in why.get(tuple(args.edges), []):
            print(place)
        return 0
    if args.draw:
        core = {node: others for node, others in rooms.items() if node.startswith("ishitori-core/")}
        core = {node: others for node, others in core.items() if node != "ishitori-core/lib"}
        print("Crates (arrows that a longer way says already are left out):\n")
        print(mermaid(reduced(crates)))
        print("\nFolders of ishitori-core:\n")
        print(mermaid(reduced(core) if not cycles(core) else core))
        return 0

    count = lambda graph: f"{len(graph)} and {sum(map(len, graph.values()))} uses"
    print(f"crates: {count(crates)}; folders: {count(rooms)}; files: {count(files)}")
    bad = False
    for what, graph in [("crates", crates), ("folders", rooms)]:
        for cycle in cycles(graph):
            bad = True
            print(f"cycle of {len(cycle)} {what}: {', '.join(cycle)}")
            if len(cycle) > FEW:
                print("    --edges A B tells the places where A uses B")
                continue
            for a in cycle:
                for b in sorted(graph[a] & set(cycle)):
                    more = f", and {len(why[a, b]) - 1} more" if len(why[a, b]) > 1 else ""
                    print(f"    {a} uses {b}: {why[a, b][0]}{more}")
    found = cycles(files)
    for cycle in found:
        print(f"cycle of {len(cycle)} files: {', '.join(cycle)}")
    print(f"{len(found)} cycles of files, {sum(map(len, found))} files in them.")
    return 1 if bad and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
