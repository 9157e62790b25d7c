//! The report: everything escaped, every link arrives, the refuted first.

use ishitori_view::automaton::AutomatonDrawing;
use ishitori_view::report::{
    ClaimRow, GameSection, ObligationRow, ProofSummary, Report, ReportFigure, ReportVerdict,
};
use ishitori_view::{Matrix, MatrixAxis, Picture, PictureHeading, grundy_table};

const NASTY: &str = "<script>alert('x')</script> & \"quoted\" \u{1} 石";

fn proof() -> ProofSummary {
    let part = |name: &str, size: &str| ObligationRow {
        name: format!("{name} {NASTY}"),
        size: size.to_string(),
        time: "0.1 s".to_string(),
    };
    let drawing = AutomatonDrawing::from_table(NASTY, 1, 0, &[true, false], |s, l| (s + l) % 2);
    let svg = drawing.and_then(|drawing| drawing.svg()).expect("two states");
    ProofSummary {
        obligations: vec![part("unique", "12 states"), part("cover 0", "357 macro-states")],
        automata: vec![ReportFigure { svg, caption: NASTY.to_string() }],
    }
}

fn claim(id: &str, verdict: ReportVerdict) -> ClaimRow {
    ClaimRow {
        id: id.to_string(),
        kind: "theorem".to_string(),
        statement: format!("P iff a = b {NASTY}"),
        source: NASTY.to_string(),
        verdict,
        window: "heaps up to 500".to_string(),
        positions: Some(1_234_567),
        witness: vec![format!("3,5 {NASTY}"), "because".to_string()],
        note: NASTY.to_string(),
        unproved: NASTY.to_string(),
        seconds: 0.123,
        proof: (verdict == ReportVerdict::Proved).then(proof),
    }
}

fn report() -> Report {
    let axis = |heap: &str| MatrixAxis { heap: heap.to_string(), from: 0, count: 4 };
    let matrix = Matrix::from_fn(axis("a"), axis("b"), |row, column| Some((row ^ column) as u32));
    let picture = Picture::heat_map(&matrix, &PictureHeading::default());
    let game = |name: &str, claims| GameSection {
        name: name.to_string(),
        title_en: Some(NASTY.to_string()),
        title_ja: Some("ニム".to_string()),
        source: Some(NASTY.to_string()),
        rule_words: vec![NASTY.to_string()],
        rule_text: NASTY.to_string(),
        claims,
        figures: vec![ReportFigure { svg: picture.svg(), caption: NASTY.to_string() }],
        tables: vec![grundy_table(&matrix, NASTY)],
    };
    Report {
        title: NASTY.to_string(),
        title_ja: Some("石取り".to_string()),
        program: NASTY.to_string(),
        date: NASTY.to_string(),
        summary: vec![NASTY.to_string()],
        games: vec![
            game(
                "nim(2)",
                vec![claim("T1", ReportVerdict::Holds), claim(NASTY, ReportVerdict::Unknown)],
            ),
            game(
                "nim-2-",
                vec![claim("T1", ReportVerdict::Refuted), claim("T3", ReportVerdict::Proved)],
            ),
        ],
    }
}

/// The page without its doctype and the elements that HTML leaves open, as XML.
fn as_xml(html: &str) -> String {
    let html = html.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    html.lines().filter(|line| !line.starts_with("<meta")).collect::<Vec<_>>().join("\n")
}

#[test]
fn everything_is_escaped_and_well_formed() {
    let html = report().html();
    assert!(!html.contains("<script"));
    assert!(html.contains(
        "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;quoted&quot; \u{fffd} 石"
    ));
    let xml = as_xml(&html);
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    for word in ["http:", "https:", "@import", "url("] {
        let rest = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(word), "the page fetches nothing: {word}");
    }
}

#[test]
fn every_link_arrives_and_no_id_is_used_twice() {
    let html = report().html();
    let xml = as_xml(&html);
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let unique: std::collections::HashSet<&&str> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    assert!(ids.contains(&"T1") && ids.contains(&"T1-2"));
    let links: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("a"))
        .filter_map(|node| node.attribute("href"))
        .collect();
    assert!(links.len() > 10);
    for link in links {
        assert!(ids.contains(&link.trim_start_matches('#')), "{link}");
    }
}

#[test]
fn findings_come_first_and_verdicts_are_words() {
    let html = report().html();
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(at("Findings: refuted claims") < at("All claims"));
    assert!(at("All claims") < at("id=\"game-nim-2-\""));
    for (sign, word) in [("✓", "holds"), ("✗", "refuted"), ("∎", "proved"), ("?", "unknown")]
    {
        let badge = format!("<span aria-hidden=\"true\">{sign}</span> {word}");
        assert_eq!(html.matches(&badge).count(), 3, "counted, in the table, at the claim");
    }
    assert!(html.contains("1,234,567 positions") && html.contains("0.12 s"));
    assert!(html.contains("<span lang=\"ja\">石取り</span>"));
}

#[test]
fn a_report_without_claims_has_no_empty_parts() {
    let html = Report { title: "nothing".to_string(), ..Report::default() }.html();
    for part in ["Findings", "All claims", "<nav"] {
        assert!(!html.contains(part), "{part}");
    }
}

#[test]
fn a_proof_is_folded_away_beneath_its_claim() {
    let html = report().html();
    let xml = as_xml(&html);
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    let details: Vec<_> = document.descendants().filter(|n| n.has_tag_name("details")).collect();
    let [details] = details[..] else { panic!("one proved claim") };
    assert_eq!(details.attribute("open"), None);
    let article = details.ancestors().find(|node| node.has_tag_name("article")).expect("a claim");
    assert_eq!(article.attribute("id"), Some("T3"));
    let text = |tag: &str| -> Vec<String> {
        let found = details.descendants().filter(|node| node.has_tag_name(tag));
        found.map(|node| node.text().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(text("summary"), ["Proof: 2 obligations"]);
    assert_eq!(text("td"), ["12 states", "0.1 s", "357 macro-states", "0.1 s"]);
    assert!(text("th")[3].starts_with("unique <script>"));
    let circles = details.descendants().filter(|node| node.tag_name().name() == "circle");
    assert_eq!(circles.count(), 3, "two states, one accepting");
    let empty = ProofSummary::default();
    let mut plain = report();
    plain.games[1].claims[1].proof = Some(empty);
    assert!(!plain.html().contains("<details"));
}
