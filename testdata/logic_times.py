"""How long `ishitori logic` takes for 314 sentences about words, sums and Wythoff's P-positions.

    python3 testdata/logic_times.py target/release/ishitori inline|define|batch

`inline` writes definitions out, one program a sentence; `define` gives them with each sentence; `batch` gives all
sentences in one text. Verdicts are printed, one letter a sentence: they must be the same in all three ways.
"""

import json
import re
import subprocess
import sys
import tempfile
import time

DEFINITIONS = {
    "ev": (["x"], "popcount(x) mod 2 = 0"),
    "wy": (["x", "y"], "exists k: x = floor(k*phi) and y = floor(k*phi) + k"),
    "wyp": (["x", "y"], "wy(x, y) or wy(y, x)"),
    "factor": (["i", "j", "n"], "forall t: t < n implies (ev(i + t) iff ev(j + t))"),
    "pal": (["i", "n"], "forall s, t: s + t + 1 = n implies (ev(i + s) iff ev(i + t))"),
    "low": (["x", "y"], "exists z: x + z = y and z mod 3 = 1"),
    "sd": (["x", "y"], "(exists z: z > 0 and x = y + z and v2(z) mod 2 = 0) or x = y and x > 0 and v2(x) mod 2 = 1"),
    "near": (["x", "y"], "exists u: low(x, u) and low(u, y)"),
}


def sentences():
    """The sentences, with calls of definitions."""
    for i in range(6):
        for j in range(6):
            yield f"exists a, b: wyp(a, b) and wyp(a + {i}, b + {j})"
    yield "forall x, y: wyp(x, y) implies wyp(y, x)"
    yield "forall d: exists a: wy(a, a + d)"
    yield "forall n: exists m: wyp(n, m)"
    yield "forall a, b, c: wyp(a, b) and wyp(a, c) implies b = c"
    yield "forall a, b, c, d: wy(a, b) and wy(c, d) and a < c implies b < d"
    for p in range(1, 25):
        yield f"exists i: factor(i, i + {p}, {p})"
    for p in range(1, 25):
        yield f"forall i: exists j: j > i and factor(i, j, {p})"
    for p in range(1, 17):
        yield f"exists i: pal(i, {p})"
    for p in range(1, 25):
        yield f"forall x: exists y: sd(y, x + {p}) and y <= 2*x + {p} + 2"
    for p in range(1, 25):
        yield f"forall x, y: near(x, y) and near(y, x + {p}) implies low(x, x + {p}) or x + {p} < y + 3 or y < x"
    for p in range(1, 20):
        yield f"forall x, y: low(x, y) and low(y, x + {p}) implies ev(x) or ev(y) or not ev(x + y) or y > x"
    for p in range(1, 13):
        yield f"forall i, j: factor(i, j, {p}) iff (i = j or factor(j, i, {p}))"
    yield "exists i, n: n > 0 and factor(i, i + n, n + 1)"
    yield "forall n: exists i: n > 0 implies pal(i, 2)"
    yield "forall i, n: factor(i, i, n)"
    yield "forall i, j, n: factor(i, j, n) implies factor(j, i, n)"
    yield "forall x: exists y: near(x, y) and sd(y, x)"
    for c in range(1, 13):
        yield f"exists i, n: n > {c} and factor(i, i + n, n + {c})"
        yield f"forall n: n > {c} implies exists i: factor(i, i + n + {c}, n)"
        yield f"forall n: exists i: pal(i, {c}*n) or n > {c}"
        yield f"forall i, n: pal(i, n) and n > {2 * c} implies exists j: j > i and pal(j, n)"
        yield f"forall i, j, n: factor(i, j, n + {c}) implies factor(i, j, n)"
        yield f"forall x, y: near(x, y) and near(y, x + {c}) implies low(x, y) or y > x + {c} or y <= x + {c}"
        yield f"exists x, y: wyp(x, y) and wyp(x + {c}, y + {c}) or wyp(x, x + {c}) and not wyp(x + {c}, x)"
    yield "forall i, n: exists j: j > i and j < i + 10*n + 10 and factor(i, j, n)"
    for c in range(1, 9):
        yield f"forall i, n: exists j: j > i and j < i + 10*n + {c + 9} and factor(i, j, n)"
        yield f"exists n: n > {c} and forall i: exists j: j < i + {c}*n and j > i and factor(i, j, n)"
        yield f"forall i, n: n > {c} implies exists j: j >= i and j <= i + 4*n and (pal(j, n) or not pal(j, n + {c}))"
        yield f"forall a, b, c, d: wyp(a, b) and wyp(c, d) and a + {c} = c implies not wyp(b + {c}, d) or b + {c} != d"
        yield f"forall x, y, z: near(x, y) and near(y, z) and low(z, x + {5 * c}) implies near(x, z) or low(x, z) or x + {c} <= z"


def calls_replaced(text, name, written_out):
    """`text` with each call of `name` replaced by `written_out(arguments)`."""
    result, at = "", 0
    for found in re.finditer(rf"\b{name}\(", text):
        if found.start() < at:
            continue
        arguments, depth, end = [""], 1, found.end()
        while depth:
            character = text[end]
            depth += {"(": 1, ")": -1}.get(character, 0)
            if character == "," and depth == 1:
                arguments.append("")
            elif depth:
                arguments[-1] += character
            end += 1
        result += text[at : found.start()] + written_out([argument.strip() for argument in arguments])
        at = end
    return result + text[at:]


def inlined(text):
    """`text` without definitions; bound names get numbers, so that none is caught."""
    fresh = [0]

    def body_of(name):
        parameters, body = DEFINITIONS[name]

        def written_out(arguments):
            fresh[0] += 1
            here = body
            for bound in set(re.findall(r"(?:exists|forall) ([a-z, ]+):", body)):
                for variable in bound.split(","):
                    here = re.sub(rf"\b{variable.strip()}\b", f"{variable.strip()}{fresh[0]}", here)
            for place, parameter in enumerate(parameters):
                here = re.sub(rf"\b{parameter}\b", f"\0{place}\0", here)
            for place, argument in enumerate(arguments):
                here = here.replace(f"\0{place}\0", f"({argument})")
            return f"({here})"

        return written_out

    before = None
    while before != text:
        before = text
        for name in DEFINITIONS:
            text = calls_replaced(text, name, body_of(name))
    return text


def main():
    program, way = sys.argv[1], sys.argv[2]
    lines = [f"define {name}({', '.join(names)}) := {body}\n" for name, (names, body) in DEFINITIONS.items()]
    definitions, everything = "".join(lines), list(sentences())
    start = time.time()
    if way == "batch":
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            claims = (f"claim c{number}: {text}\n" for number, text in enumerate(everything))
            file.write(definitions + "".join(claims))
            file.flush()
            run = subprocess.run([program, "logic", "--file", file.name, "--json"], capture_output=True, text=True)
        found = json.loads(run.stdout)
    else:
        found = []
        for text in everything:
            text = inlined(text) if way == "inline" else definitions + text
            run = subprocess.run([program, "logic", text, "--json", "--time", "60"], capture_output=True, text=True)
            found.append(json.loads(run.stdout))
    took, deciding = time.time() - start, sum(one["seconds"] for one in found)
    print(f"{len(found)} sentences, {way}: {took:.2f} s, of which deciding {deciding:.2f} s")
    print("".join({"true": "T", "false": "F"}.get(one["verdict"], "?") for one in found))


if __name__ == "__main__":
    main()
