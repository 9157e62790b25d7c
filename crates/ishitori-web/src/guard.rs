//! What every request goes through: who may ask, how long it may take, and what a browser may do with the answer.
//!
//! *Who.* A page elsewhere can make a browser send requests here under a name of its own that it lets resolve to this
//! machine (DNS rebinding), so the `Host` must be an address of this server or `localhost`; and a request that another
//! page's script sends says so in `Origin` or `Sec-Fetch-Site`. No CORS header is ever sent.
//!
//! *What.* No script but our own runs (`default-src 'self'`, nothing inline), and nothing of this server can be framed.

use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::refusal::RequestRefusal;
use crate::state::ServerState;

/// What the guard knows.
pub struct Guard {
    /// What all requests share, for its limits and its log.
    pub house: Arc<ServerState>,
    /// Where the server listens.
    pub address: SocketAddr,
}

/// Answers have this long beyond their work, for waiting and sending.
const GRACE: Duration = Duration::from_secs(2);

/// Lets a request through.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let fits = admitted(&guard, request.headers())
        .and_then(|()| announced(request.headers(), guard.house.limits.body));
    let mut response = match fits {
        Ok(()) => answer(&guard, request, next).await,
        Err(refusal) => refusal.into_response(),
    };
    secure(response.headers_mut());
    response
}

async fn answer(guard: &Guard, request: Request, next: Next) -> Response {
    let time = guard.house.limits.request + GRACE;
    let path = request.uri().path().to_string();
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(time, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => {
            (guard.house.log)(&format!("a panic while answering {path:?}"));
            RequestRefusal::bug().into_response()
        }
        Err(_) => RequestRefusal::time(time.as_secs_f64()).into_response(),
    }
}

/// Whether the body that a request announces may be sent: what is too long is refused before it comes.
fn announced(headers: &HeaderMap, most: usize) -> Result<(), RequestRefusal> {
    let Some(length) = headers.get(header::CONTENT_LENGTH) else { return Ok(()) };
    let length = length.to_str().ok().and_then(|length| length.trim().parse::<u64>().ok());
    match length {
        Some(length) if length <= most as u64 => Ok(()),
        Some(length) => Err(RequestRefusal::beyond("body_bytes", most, length)),
        None => Err(RequestRefusal::beyond("body_bytes", most, serde_json::Value::Null)),
    }
}

/// Whether a request may come in.
fn admitted(guard: &Guard, headers: &HeaderMap) -> Result<(), RequestRefusal> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.ok_or_else(|| RequestRefusal::bad("a request needs a Host"))?;
    if !is_ours(host, guard.address) {
        let why = "this server answers to its own address only, such as 127.0.0.1 or localhost";
        return Err(RequestRefusal::forbidden(why));
    }
    let elsewhere = || RequestRefusal::forbidden("pages of other servers may not ask this one");
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if origin != Some(host) {
            return Err(elsewhere());
        }
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    if site.is_some_and(|site| site == "cross-site" || site == "same-site") && !navigates {
        return Err(elsewhere());
    }
    Ok(())
}

/// Whether a host is one of this server's names: an address that it listens at, or localhost.
fn is_ours(host: &str, address: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse::<u16>().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(address.port()) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let Ok(ip) = name.parse::<IpAddr>() else { return false };
    // Bound to all addresses, any address may be ours; a name of somebody else's is never an address.
    ip == address.ip() || ip.is_loopback() || address.ip().is_unspecified()
}

const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

fn secure(headers: &mut HeaderMap) {
    let all: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_server_are_ours() {
        let here: SocketAddr = "127.0.0.1:8377".parse().expect("an address");
        for host in ["127.0.0.1:8377", "localhost:8377", "LOCALHOST:8377", "[::1]:8377"] {
            assert!(is_ours(host, here), "{host}");
        }
        for host in [
            "evil.example:8377",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost",
            "",
            ":",
            "10.0.0.1:8377",
            "[::1]",
            "localhost.evil.example:8377",
        ] {
            assert!(!is_ours(host, here), "{host}");
        }
        let all: SocketAddr = "0.0.0.0:8377".parse().expect("an address");
        assert!(is_ours("10.0.0.1:8377", all) && !is_ours("evil.example:8377", all));
        let plain: SocketAddr = "127.0.0.1:80".parse().expect("an address");
        assert!(
            is_ours("127.0.0.1", plain) && is_ours("localhost", plain) && is_ours("[::1]", plain)
        );
    }
}
