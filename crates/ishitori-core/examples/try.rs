use ishitori_automata::*;
use ishitori_core::prove::{arena::Arena, goal::*, induct::*, work::*};
use std::time::Instant;
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let ruleset = ishitori_core::catalogue::find(&which).unwrap();
    let ishitori_rule::Rules::Heaps(rules) = &ruleset.rules else { panic!() };
    let arena = Arena::new(rules).unwrap();
    let n = arena.heaps.len();
    let h = |i: usize| arena.heaps[i % n].as_str();
    let images: Vec<Vec<usize>> = (0..n).flat_map(|r| [(0..n).map(|i| (i + r) % n).collect::<Vec<_>>(), (0..n).map(|i| (r + n - i) % n).collect()]).collect();
    let or = |f: &dyn Fn(&[&str]) -> Formula| Formula::Or(images.iter().map(|p| { let v: Vec<&str> = p.iter().map(|i| h(*i)).collect(); f(&v) }).collect());
    let eq = |l: &[&str], r: &[&str]| { let t: Vec<(i64,&str)> = l.iter().map(|x| (1,*x)).chain(r.iter().map(|x| (-1,*x))).collect(); Formula::linear(&t, Comparison::Equal, 0) };
    let set = match which.as_str() {
        "circular(6,4)" => or(&|v| { let mut c: Vec<Formula> = (1..6).map(|i| Formula::compare(v[0], Comparison::LessEqual, v[i])).collect(); c.push(eq(&[v[0],v[1]],&[v[3],v[4]])); c.push(eq(&[v[1],v[2]],&[v[4],v[5]])); c.push(Formula::xor_is_zero(&[v[0],v[2],v[4]])); Formula::And(c) }),
        "circular(5,2)" => or(&|v| { let mut c: Vec<Formula> = (1..5).map(|i| Formula::compare(v[0], Comparison::GreaterEqual, v[i])).collect(); c.push(eq(&[v[1]],&[v[4]])); c.push(eq(&[v[0],v[1]],&[v[2],v[3]])); Formula::And(c) }),
        "circular(8,6)" => or(&|v| { // (z, x, a, b, e, c, d, y): z=0, x=y, a+b=x, c+d=x, e=min(x,a+d)
            let (z,x,a,b,e,c,d,y) = (v[0],v[1],v[2],v[3],v[4],v[5],v[6],v[7]);
            Formula::And(vec![eq(&[z],&[]), eq(&[x],&[y]), eq(&[a,b],&[x]), eq(&[c,d],&[x]),
              Formula::Or(vec![ Formula::And(vec![eq(&[e],&[x]), Formula::linear(&[(1,x),(-1,a),(-1,d)], Comparison::LessEqual, 0)]), Formula::And(vec![eq(&[e],&[a,d]), Formula::linear(&[(1,a),(1,d),(-1,x)], Comparison::LessEqual, 0)])])])}),
        _ if which.starts_with("nim") => Formula::xor_is_zero(&arena.heaps.iter().map(|s| s.as_str()).collect::<Vec<_>>()),
        _ if which.starts_with("moore") => { let k: u32 = which.trim_end_matches(')').rsplit(',').next().unwrap().parse().unwrap(); Formula::atom(Predicate::DigitCounts{tracks:n, modulus:k+1}, &arena.heaps.iter().map(|s| s.as_str()).collect::<Vec<_>>()) },
        _ => panic!(),
    };
    let goal = Goal::Values(vec![set]);
    let order = if std::env::args().nth(2).as_deref() == Some("lsd") { Order::Lsd } else { Order::Msd };
    let start = Instant::now();
    let mut last = Instant::now();
    let mut watch = |p: &Progress| { if p.done == 0 { eprintln!("{:?} {}", start.elapsed(), p.doing); } else if last.elapsed().as_secs() > 2 { last = Instant::now(); eprintln!("{:?} {p:?}", start.elapsed()); } Ok(()) };
    let mut work = Work::new(2 << 30, &mut watch);
    match induct(&arena, &goal, Logic::binary(order), false, &mut work) {
        Ok(p) => { for o in &p.obligations { println!("{} {} {}", o.name, o.size, o.unit); } for m in &p.shop.machines { println!("{} {} states", m.name, m.dfa.states()); } }
        Err(e) => println!("{e:?}"),
    }
    println!("{:?}", start.elapsed());
}
