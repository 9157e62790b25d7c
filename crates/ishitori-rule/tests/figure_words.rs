//! Rules of games on figures as people misspell them: each problem names the place, and its hint says what to write.

use ishitori_rule::load;

/// The text of the rule under the caret, the message and the hint of the only problem.
fn problem(rule: &str) -> (String, String, String) {
    let text = format!("game g {rule}");
    let problems = load(&text, &[]).expect_err(rule);
    let [problem] = problems.as_slice() else { panic!("{rule}: {problems:?}") };
    let hint = problem.hint_text().unwrap_or_default();
    (text[problem.span()].to_string(), problem.message().to_string(), hint.to_string())
}

#[test]
fn misspelt_words_name_the_place_and_the_mend() {
    for (rule, place, message, hint) in [
        ("position graphs\noption take a vertex", "graphs", "no kind", "`position graph`"),
        ("position tree\noption take a vertex", "tree", "no kind", "`position graph`"),
        ("position a graph\noption take a vertex", "a", "no kind", "`position graph`"),
        ("position Diagram\noption take a row", "Diagram", "no kind", "`position diagram`"),
        ("position partition\noption take a row", "partition", "no kind", "`position diagram`"),
        ("position posets\noption take a maximal element", "posets", "no kind", "`position poset`"),
        ("position graph unordered\noption take a vertex", "unordered", "of a graph", "where"),
        ("position diagram of 3 by 4\noption take a row", "of", "of a diagram", "in 3 by 4"),
        ("position diagram in 3 x 4\noption take a row", "x", "expected `by`", "3 by 4"),
        ("position graph\noption remove a vertex", "remove", "expected", "`option take a vertex`"),
        (
            "position graph\noption take an vertex",
            "option take an vertex",
            "move",
            "`take a vertex`",
        ),
        ("position graph\noption take a vertex where degre > 1", "degre", "unknown", "`degree`"),
        (
            "position graph\noption take a vertex where stones > 1",
            "stones",
            "unknown",
            "degree, vertices",
        ),
        (
            "position graph\noption take a vertex where degree even",
            "even",
            "comparison",
            "x mod 2 = 0",
        ),
        (
            "position poset\noption delete an element",
            "delete",
            "expected",
            "take a maximal element",
        ),
        ("board 2 by 3 of cell\noption \"..\" becomes \"##\"", "cell", "no board", "`cells`"),
        (
            "board 2 by 3 of squares\noption \"..\" becomes \"##\"",
            "squares",
            "no board",
            "of cells",
        ),
        ("board 1 by 5 of coin\noption turn x, a where a < x", "coin", "no board", "`coins`"),
        ("board 2 by 3 of stones\noption \"..\" becomes \"##\"", "stones", "patterns", "of cells"),
        ("board 1 by 3 of cells\noption turn x", "option turn x", "pattern", "becomes"),
        ("board 2 x 3 of cells\noption \"..\" becomes \"##\"", "x", "expected `by`", "3 by 4"),
        ("board 2 by 3\noption \"..\" becomes \"##\"", "option", "expected `of`", "of cells"),
        (
            "board 2 by 3 of cells\noption \"..\" becomes \"##\" turnd",
            "turnd",
            "`turned`",
            "`turned`",
        ),
        (
            "board 2 by 3 of cells\noption \"..\" becomes \"##\" mirored",
            "mirored",
            "`mirrored`",
            "`mirrored`",
        ),
        (
            "board 2 by 3 of cells\noption \"..\" becomes \"##\" rotated",
            "rotated",
            "`turned`",
            "quarter",
        ),
        ("board 2 by 3 of cells\noption \"..\" becoms \"##\"", "becoms", "`becomes`", "becomes"),
        (
            "board 2 by 3 of cells ends with \"##\"\noption \"..\" becomes \"##\"",
            "ends",
            "`ending`",
            "ending with",
        ),
        (
            "board 1 by 5 of coins\noption flip x, a where a < x",
            "flip",
            "expected",
            "`option turn x",
        ),
        ("board 1 by 5 of coins\noption turn x and a where a < x", "and", "comma", "turn x, a"),
        (
            "board 1 by 5 of coins\noption turn x, a where b < x",
            "option turn x, a where b < x",
            "never end",
            "speaks of `a`",
        ),
    ] {
        let (at, says, mend) = problem(rule);
        assert_eq!(at, place, "{rule}: {says}");
        assert!(says.contains(message), "{rule}: {says}");
        assert!(mend.contains(hint), "{rule}: {mend}");
    }
}

/// What is right stays right: names of rows that look like kinds of figures, words behind patterns in any order.
#[test]
fn rules_that_look_alike_are_read() {
    for rule in [
        "position tree[3] unordered option tree with tree[i] := x where x < tree[i] for i",
        "position graph[2] option graph with graph[i] lowered for i",
        "board 2 by 3 of cells ending with \"##\" turned ending with \"#/#\" option \"..\" becomes \"##\" turned and mirrored",
        "board 2 by 3 of cells option \"..\" becomes \"##\" mirrored turned",
    ] {
        load(&format!("game g {rule}"), &[])
            .unwrap_or_else(|problems| panic!("{rule}: {problems:?}"));
    }
}
