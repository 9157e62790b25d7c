"""Falsified files: each says or computes something wrong, and Rocq must refuse it.

Every change keeps the form of the file, so what is refused is what it says. The changes are to the claim, to the rule, to
the theorem, to tables (accepting states, successors, inclusions), to covers (elements, successors, symmetries), and there
are files that assume what they should prove.
"""

import re

# The files that are falsified, all of them small.
SOURCES = ["SplitAndDelete", "NimGrundy", "NimMisere", "EmperorExists", "CommonDivisor", "DeleteNimOneHot",
           "Wythoff", "Kayles", "AllBut", "LaskersNim", "ManyHeaps"]

# File, what is wrong, what is replaced (the first time, from a mark on), by what.
CHANGES = [
    ("SplitAndDelete", "claim", "Definition claim", "v2 h1 mod 2 = 0)", "v2 h1 mod 2 = 1)"),
    ("SplitAndDelete", "claim", "Definition claim", "h1 = h2 /\\ ", "h1 <= h2 /\\ "),
    ("SplitAndDelete", "claim", "Definition claim", "h1 = h2 /\\ ", "h1 = h2 + 0 /\\ h2 <> 4 /\\ "),
    ("NimGrundy", "claim", "Definition claim", "N.lxor h1 (N.lxor h2 g) = 0", "h1 + h2 = g"),
    ("NimGrundy", "claim", "Definition claim", "N.lxor h1", "N.lor h1"),
    ("NimMisere", "claim", "Definition claim", "2 <= h1", "1 <= h1"),
    ("NimMisere", "claim", "Definition claim", "h1 + h2 = 1", "h1 + h2 = 2"),
    ("EmperorExists", "claim", "Definition claim", "y2 = h1 + h2", "y2 = h1 + h1 + 1"),
    ("CommonDivisor", "claim", "Definition claim", "v2le", "v2le 0 1 /\\ v2le"),
    ("DeleteNimOneHot", "claim", "Definition claim", "N.lor", "N.lxor"),
    # Claim and formula alike: the tables disagree.
    ("SplitAndDelete", "claim and formula", "", "v2 h1 mod 2 = 0)", "v2 h1 mod 2 = 1)", "(FV2 2 0", "(FV2 2 1"),
    ("NimMisere", "claim and formula", "", "h1 + h2 = 1", "h1 + h2 = 3", "(FLin REq (1)", "(FLin REq (3)"),
    # The rule: fewer moves, more moves, other moves.
    ("SplitAndDelete", "missing moves", "| move1", "1 <= t1", "2 <= t1"),
    ("SplitAndDelete", "missing moves", "| move3", "1 <= t2", "9 <= t2"),
    ("SplitAndDelete", "further moves", "| move1", "t1 < h1", "t1 <= h1"),
    ("SplitAndDelete", "further moves", "| move3", "1 <= t1", "0 <= t1"),
    ("SplitAndDelete", "other moves", "| move3", "move [h1; h2] [t1; t2]", "move [h1; h2] [t1; h2]"),
    ("NimGrundy", "missing moves", "| move1", "x1 < h1", "x1 + 1 < h1"),
    ("NimGrundy", "further moves", "| move2", "x2 < h2", "x2 <> h2"),
    ("NimMisere", "missing moves", "| move1", "x1 < h1", "x1 + 2 < h1"),
    ("EmperorExists", "further moves", "| move1", "move [h1; h2; h3; h4] [x1", "move [h1; h2; h3; h4] [h1 + x1"),
    ("CommonDivisor", "further moves", "| move1", "N.divide t1 h1", "N.divide 1 h1"),
    ("CommonDivisor", "missing moves", "| move1", "1 <= t1", "2 <= t1"),
    # The theorem itself.
    ("SplitAndDelete", "stronger statement", "Theorem main", "1 <= h1 /\\ 1 <= h2 -> ", ""),
    ("SplitAndDelete", "other outcome", "Theorem main", "P_position move", "N_position move"),
    ("SplitAndDelete", "weakened statement", "Theorem main", "P_position move [h1; h2] <->", "P_position move [h1; h2] \\/ True <->"),
    ("SplitAndDelete", "weakened statement", "Theorem main", "1 <= h1 /\\ 1 <= h2", "2 <= h1 \\/ 1 <= h2"),
    ("NimGrundy", "other value", "Theorem main", "grundy move [h1; h2] g", "grundy move [h1; h2] (g + 1)"),
    ("NimMisere", "other play", "Theorem main", "misere_P", "P_position"),
    ("DeleteNimOneHot", "other value", "Theorem main", "(2 ^ g)", "g"),
    # Tables.
    ("SplitAndDelete", "accepting state", "Definition t_set0", "Row true", "Row false"),
    ("SplitAndDelete", "accepting state", "Definition t_outside", "Row true", "Row false"),
    ("SplitAndDelete", "successor", "Definition t_set0", "(Lf 1)", "(Lf 3)"),
    ("SplitAndDelete", "successor", "Definition t_move3", "(Lf 1)", "(Lf 2)"),
    ("SplitAndDelete", "inclusion", "Definition t_outside", "(1, Row true []", "(1, Row true [2]"),
    ("NimGrundy", "accepting state", "Definition t_graph", "Row true", "Row false"),
    ("NimGrundy", "successor", "Definition t_graph", "No", "(Lf 1)"),
    ("NimGrundy", "inclusion", "Definition t_above", "(3, Row true []", "(3, Row true [1]"),
    ("NimMisere", "accepting state", "Definition t_terminal", "Row true", "Row false"),
    ("EmperorExists", "table of a quantifier", "Definition t_q1", "Row true", "Row false"),
    ("EmperorExists", "table below a quantifier", "Definition t_b1", "Row true", "Row false"),
    ("EmperorExists", "successor", "Definition t_set0", "(Lf 1)", "No"),
    ("CommonDivisor", "wide is too narrow", "Definition t_wide1", "Row true", "Row false"),
    # Covers.
    ("SplitAndDelete", "successor of a macro-state", "Definition m_0", "(Lf 1)", "(Lf 2)"),
    ("NimGrundy", "successor of a macro-state", "Definition m_graph", "(Lf 1)", "(Lf 2)"),
    ("NimMisere", "successor of a macro-state", "Definition m_0", "(Lf 1)", "(Lf 2)"),
    ("EmperorExists", "macro-state of a quantifier", "Definition m_q1", "(Lf 1)", "(Lf 2)"),
    # Periods.
    ("Kayles", "a value", "Definition first", "0; 1; 2; 3; 1; 4", "0; 1; 2; 3; 1; 5"),
    ("Kayles", "a value of the period", "Definition first", "8; 2].", "8; 3]."),
    ("Kayles", "missing moves", "| leave_1", "In t [1; 2]", "In t [1]"),
    ("Kayles", "other moves", "", "| leave_2 t x y : In t [1; 2]", "| leave_2 t x y : In t [1; 3]",
     "None [1; 2] [] []", "None [1; 3] [] []"),
    ("Kayles", "stronger statement", "Theorem main", "71 <= n", "70 <= n"),
    ("Kayles", "another period", "Theorem main", "n + 12", "n + 6"),
    ("Kayles", "too few values", "", " 168", " 167"),
    ("AllBut", "a value", "Definition first", "[\n  0; 1", "[\n  0; 2"),
    ("AllBut", "further moves", "| leave_1_any", "[2; 5]", "[2]"),
    # Symmetries: tracks, branches, hidden tracks, states, and which macro-state is which other one, moved.
    ("SplitAndDelete", "no symmetry of the heaps", "Definition y_0", "Symmetry [1; 0]", "Symmetry [0; 1]"),
    ("SplitAndDelete", "no permutation of the heaps", "Definition y_0", "Symmetry [1; 0]", "Symmetry [1; 1]"),
    ("SplitAndDelete", "another branch", "Definition y_0", "Way 3", "Way 2"),
    ("SplitAndDelete", "other hidden tracks", "Definition y_0", "[0; 1]%nat", "[1; 0]%nat"),
    ("SplitAndDelete", "other states", "Definition s_0_1", "(2, 3); (3, 2)", "(2, 2); (3, 3)"),
    ("SplitAndDelete", "another macro-state, moved", "Definition x_0", "(3%positive, (0%nat, 2%", "(3%positive, (0%nat, 4%"),
    # Fibonacci digits.
    ("Wythoff", "claim", "Definition claim", "h2 = floor_phi (h1 - h2)", "h2 = floor_phi (h1 - h2) + 1"),
    ("Wythoff", "claim", "Definition claim", "h2 = 0", "h2 = 1"),
    ("Wythoff", "missing moves", "| move1", "x1 < h1", "x1 + 1 < h1"),
    ("Wythoff", "further moves", "| move3", "h2 + x1 = h1 + x2", "h2 + x1 <= h1 + x2"),
    ("Wythoff", "another sum", "Lemma r_a1", "(1)%Z", "(2)%Z", "(1)%Z", "(2)%Z"),
    ("Wythoff", "accepting state of a sum", "Definition t_a1", "Row true", "Row false"),
    ("Wythoff", "accepting state", "Definition t_set0", "Row true", "Row false"),
    ("Wythoff", "digits one more place up", "Definition b1", "(-2)%Z", "(-4)%Z"),
    # Values that grow in a game that splits heaps.
    ("LaskersNim", "a value", "Definition first", "2; 4; 3", "2; 3; 4"),
    ("LaskersNim", "another saltus", "", "first 1 4 4", "first 1 4 5", "value n + 4", "value n + 5"),
    ("LaskersNim", "other moves", "", "| leave_2 t x y : In t [0]", "| leave_2 t x y : In t [1]", "[0] [] []", "[1] [] []"),
    ("LaskersNim", "accepting state", "Definition t_worth", "Row true", "Row false"),
    ("LaskersNim", "inclusion", "Definition t_worth", "Row true []", "Row true [2]"),
    ("LaskersNim", "successor of an option", "Definition t_option2", "(Lf 5)", "(Lf 4)"),
    ("LaskersNim", "successor of a macro-state", "Definition m_options", "(Lf 3)", "(Lf 2)"),
    # Digits one by one.
    ("ManyHeaps", "claim", "Definition claim", "N.lxor h1", "N.lor h1"),
    ("ManyHeaps", "missing moves", "| move1 ", "x1 < h1", "x1 + 1 < h1"),
    ("ManyHeaps", "further moves", "| move2 ", "x2 < h2", "x2 <> h2"),
    ("ManyHeaps", "successor within a letter", "Definition t_graph", "(Br (Lf 2) (Lf 3))", "(Br (Lf 2) (Lf 2))"),
    ("ManyHeaps", "inclusion", "Definition t_le", "Row true [4]", "Row true [2; 4]"),
    ("ManyHeaps", "tables read numbers in other orders", "Definition b_graph", "[9; 0; 1; 2", "[0; 9; 1; 2"),
    ("ManyHeaps", "successor of a macro-state", "Definition m_graph", " 2 3);", " 3 2);"),
    ("ManyHeaps", "place of a macro-state", "Definition m_graph", "Smacro 1%nat", "Smacro 2%nat"),
]


def replaced(text, mark, pairs):
    at = text.index(mark)
    for old, new in pairs:
        if old not in text[at:]:
            raise SystemExit(f"{old!r} is not in the file after {mark!r}")
        text = text[:at] + text[at:].replace(old, new, 1)
    return text


def everywhere(text, pairs):
    for old, new in pairs:
        if old not in text:
            raise SystemExit(f"{old!r} is not in the file")
        text = text.replace(old, new)
    return text


def assumed(text, how):
    """The same theorem, assumed instead of proved."""
    main = re.search(r"Theorem main : .*?\.\nProof\..*?Qed\.", text, re.S).group(0)
    stated = main[: main.index("Proof.")]
    if how == "Admitted":
        return text.replace(main, stated + "Proof. Admitted.")
    return text.replace(main, stated.replace("Theorem main", "Axiom main"))


def falsified(sources):
    """Names of falsified files, with what is wrong and their text."""
    files = {}
    for number, (source, what, mark, *words) in enumerate(CHANGES, 1):
        pairs = list(zip(words[::2], words[1::2]))
        change = replaced if mark else lambda text, _, pairs: everywhere(text, pairs)
        text = change(sources[source], mark, pairs)
        files[f"False{number}_{source}"] = (f"{what}: {pairs}", text)
    for how in ["Admitted", "Axiom"]:
        files[f"False{how}"] = ("nothing is proved", assumed(sources["SplitAndDelete"], how))
    return files
