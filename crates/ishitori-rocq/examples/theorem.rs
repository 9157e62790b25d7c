//! Writes the theorem of a certificate: `cargo run -p ishitori-rocq --example theorem FILE.cert > FILE.v`.
#![allow(clippy::print_stdout)] // It is what this example is for.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a certificate")?;
    println!("{}", ishitori_rocq::theorem(&std::fs::read_to_string(path)?)?);
    Ok(())
}
