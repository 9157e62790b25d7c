//! `ishitori serve`: a local page to explore, check and play.
//!
//! Here the port is opened and the address printed; the page is `ishitori-web`. It is for this machine alone
//! unless `--bind` says otherwise; then there is a warning, since there is no password. Ctrl-C ends it.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context;
use ishitori::Control;
use ishitori::files::DiscoveryStore;
use ishitori_web::{Config, Server, ServerLimits};

use crate::args::ServeArgs;

pub fn run(args: &ServeArgs, control: &Control, out: &mut dyn Write) -> anyhow::Result<()> {
    let log = Arc::new(|line: &str| {
        let _ = writeln!(io::stderr(), "ishitori serve: {line}");
    });
    let limits = ServerLimits::of_memory(args.memory);
    let server = Server::bind(Config {
        address: args.bind,
        port: args.port,
        limits,
        store: DiscoveryStore::of_user(),
        log,
    })?;
    let address = page(server.address());
    writeln!(out, "Open http://{address}/ in a browser. Ctrl-C ends the server.")?;
    out.flush()?;
    if !args.bind.is_loopback() {
        writeln!(
            io::stderr(),
            "warning: everybody who reaches {} can use this server, without a password: it is meant for this machine alone",
            server.address()
        )?;
    }
    if args.open {
        open(&format!("http://{address}/"))
            .context("cannot open a browser; open the page yourself")?;
    }
    server.run(|| control.check().is_err())
}

/// The address that a browser on this machine can open.
fn page(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}

/// Opens an address in the browser that the user has chosen.
fn open(address: &str) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
