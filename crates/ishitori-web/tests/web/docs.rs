//! The examples of `docs/web.md` are what the server answers. `UPDATE_DOCS=1` rewrites them.

use crate::client::Running;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/web.md");

#[test]
fn examples_are_true() {
    let server = Running::new();
    let page = std::fs::read_to_string(PAGE).expect("docs/web.md");
    let mut now = String::new();
    let mut rest = page.as_str();
    let mut count = 0;
    while let Some((before, after)) = rest.split_once("```http\n") {
        let (example, more) = after.split_once("```\n").expect("an end");
        let request = example.lines().next().expect("a request");
        let answer = answered(&server, request);
        now.push_str(&format!("{before}```http\n{request}\n{}\n```\n", answer.trim_end()));
        rest = more;
        count += 1;
    }
    now.push_str(rest);
    assert!(count >= 4, "{count} examples");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PAGE, &now).expect("docs/web.md");
    }
    assert_eq!(page, now);
    server.is_quiet();
}

fn answered(server: &Running, request: &str) -> String {
    let (method, rest) = request.split_once(' ').expect("a method");
    let (path, body) = rest.split_once(' ').unwrap_or((rest, ""));
    server.client().send(method, path, &[], body.as_bytes()).text()
}
