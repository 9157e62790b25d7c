use ishitori_core::prove::{work::*, *};
use std::time::Instant;
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let id = std::env::args().nth(2).unwrap();
    let ruleset = ishitori_core::catalogue::find(&which).unwrap();
    let claim = ruleset.claims.iter().find(|c| c.id.value == id).unwrap();
    let start = Instant::now();
    let mut last = Instant::now();
    let mut watch = |p: &Progress| {
        if p.done > 0 && last.elapsed().as_secs() > 2 {
            last = Instant::now();
            eprintln!("{:?} {p:?}", start.elapsed());
        }
        Ok(())
    };
    let mut work = Work::new(1 << 30, &mut watch);
    let q = Question {
        ruleset: &ruleset,
        statement: &claim.statement,
        text: &ruleset.about.text,
        claim: &id,
        convention: ishitori_core::solve::Convention::Normal,
        library: &ishitori_core::catalogue::Shelf,
    };
    match prove(&q, &mut work) {
        Proving::Proved(p) => {
            let t = start.elapsed();
            let cover: Vec<String> =
                p.induction.covers.iter().map(|c| format!("{} {}", c.0, c.1.kept.len())).collect();
            let s: Vec<String> = p
                .induction
                .shop
                .machines
                .iter()
                .map(|m| format!("{}:{}", m.name, m.dfa.states()))
                .collect();
            std::fs::write(format!("/tmp/cert-{which}-{id}"), &p.certificate).unwrap();
            let c = Instant::now();
            let r = ishitori_check::check(&p.certificate);
            println!(
                "{which} {id} PROVED {t:?} {:?} {cover:?} single {} {:?}  {} bytes, check {:?} {:?}",
                p.induction.shop.logic.order,
                p.induction.shop.single,
                s.join(" "),
                p.certificate.len(),
                r.err(),
                c.elapsed()
            );
        }
        Proving::Violated { violation, numeration, order, .. } => {
            println!("{which} {id} VIOLATED {violation:?} {numeration:?} {order:?}");
        }
        Proving::Decided(b) => println!("{which} {id} decided {b}"),
        Proving::Outside(o) => println!("{which} {id} outside {o}"),
        Proving::GaveUp(g) => println!("{which} {id} {g} {:?}", start.elapsed()),
    }
}
