//! Writes a sample report, to look at it in a browser:
//! `cargo run -p ishitori-view --example report > report.html`.

use std::io::Write;

use ishitori_view::automaton::AutomatonDrawing;
use ishitori_view::report::{
    ClaimRow, GameSection, ObligationRow, ProofSummary, Report, ReportFigure, ReportVerdict,
};
use ishitori_view::{
    CellMark, CellOutcome, MarkKind, Matrix, MatrixAxis, OptionsBoard, Picture, PictureHeading,
    grundy_table,
};

const RULE: &str = "game nim-1\nposition (a, b) unordered, each >= 1\noption (x, b) where x < a";

fn axis(heap: &str, count: usize) -> MatrixAxis {
    MatrixAxis { heap: heap.to_string(), from: 1, count }
}

fn words(subtitle: &str) -> PictureHeading {
    PictureHeading { title: "nim-1(2)".to_string(), subtitle: subtitle.to_string() }
}

fn claim(id: &str, kind: &str, verdict: ReportVerdict) -> ClaimRow {
    let witness: &[&str] = match verdict {
        ReportVerdict::Refuted => {
            &["3,5: the claim says P, but it is N", "3,5 moves to 3,3, which is P", "grundy 6"]
        }
        _ => &[],
    };
    ClaimRow {
        id: id.to_string(),
        kind: kind.to_string(),
        statement: "grundy = (a - 1) xor (b - 1)".to_string(),
        source: "Abuku, Sakai, Shinoda, Suetsugu, section 4".to_string(),
        verdict,
        window: "heaps up to 500".to_string(),
        positions: Some(125_250),
        witness: witness.iter().map(|line| line.to_string()).collect(),
        note: String::new(),
        unproved: String::new(),
        seconds: 0.42,
        proof: (verdict == ReportVerdict::Proved).then(proof),
    }
}

/// The sum of two numbers in Fibonacci digits stands for any automaton.
fn proof() -> ProofSummary {
    let limit = ishitori_automata::Limit::default();
    let (order, equal) = (ishitori_automata::DigitOrder::Msd, ishitori_automata::Comparison::Equal);
    let sum = ishitori_automata::zeckendorf::linear(order, &[1, 1, -1], equal, 0, limit);
    let sum = sum.expect("small");
    let accepting: Vec<bool> = (0..sum.states() as u32).map(|s| sum.accepts_in(s)).collect();
    let next = |state: usize, letter: usize| sum.next(state as u32, letter as u16) as usize;
    let drawing = AutomatonDrawing::from_table("a + b = c", 3, 0, &accepting, next);
    let drawing = drawing.expect("small");
    let part = |name: &str, size: &str, time: &str| ObligationRow {
        name: name.to_string(),
        size: size.to_string(),
        time: time.to_string(),
    };
    ProofSummary {
        obligations: vec![
            part("moves lead to positions", "48 states", "< 0.01 s"),
            part("no move from P to P", "1,204 states", "0.02 s"),
            part("every other position has a move to P", "357 macro-states", "0.31 s"),
        ],
        automata: vec![ReportFigure {
            svg: drawing.svg().expect("small"),
            caption: format!("The P-positions. {}", drawing.caption()),
        }],
    }
}

fn game(name: &str, prefix: &str) -> GameSection {
    let nim = |row: usize, column: usize| Some((row ^ column) as u32);
    let p = |row, column| Some(if row == column { CellOutcome::P } else { CellOutcome::N });
    let large = Matrix::from_fn(axis("a", 120), axis("b", 120), nim);
    let outcomes = Matrix::from_fn(axis("a", 120), axis("b", 120), p);
    let small = Matrix::from_fn(axis("a", 20), axis("b", 20), nim);
    let mark = |down, along, kind| CellMark { down, along, kind };
    let mut marks = vec![mark(6, 8, MarkKind::Start), mark(6, 6, MarkKind::Winning)];
    marks.extend((1..8).filter(|b| *b != 6).map(|b| mark(6, b, MarkKind::Option)));
    marks.extend((1..6).map(|a| mark(a, 8, MarkKind::Option)));
    let board = OptionsBoard {
        words: words("the options of <6,8>"),
        down: axis("a", 9),
        along: axis("b", 9),
        marks,
    };
    let figure = |picture: Picture, caption: &str| ReportFigure {
        svg: picture.svg(),
        caption: caption.to_string(),
    };
    let id = |nth: u32| format!("{prefix}-T{nth}");
    GameSection {
        name: name.to_string(),
        title_en: Some("Nim with heaps from 1".to_string()),
        title_ja: Some("ニム（各山に1個以上残す）".to_string()),
        source: Some("Abuku, Sakai, Shinoda, Suetsugu: Determining the winner".to_string()),
        rule_words: vec!["Take any number of stones from one heap, but leave one.".to_string()],
        rule_text: RULE.to_string(),
        claims: vec![
            claim(&id(1), "theorem", ReportVerdict::Proved),
            claim(&id(2), "proposition", ReportVerdict::Holds),
            claim(&id(3), "conjecture", ReportVerdict::Refuted),
            claim(&id(4), "question", ReportVerdict::Unknown),
        ],
        figures: vec![
            figure(Picture::heat_map(&large, &words("Grundy values")), "Grundy values up to 120"),
            figure(Picture::p_positions(&outcomes, &words("P-positions")), "P-positions up to 120"),
            figure(Picture::options(&board), "The options of <6,8>"),
        ],
        tables: vec![grundy_table(&small, "Grundy values; P-positions are 0")],
    }
}

fn main() -> std::io::Result<()> {
    let report = Report {
        title: "Impartial games".to_string(),
        title_ja: Some("不偏ゲーム".to_string()),
        program: "ishitori 0.1.0".to_string(),
        date: "2026-01-01".to_string(),
        summary: vec!["Every claim was checked on the window beside it.".to_string()],
        games: vec![game("nim-1(2)", "SDN"), game("split-and-delete(2)", "CDN")],
    };
    std::io::stdout().write_all(report.html().as_bytes())
}
