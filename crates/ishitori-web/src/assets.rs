//! The page: one HTML file for all its addresses, and what it loads. All of it is in the program.
//!
//! Files are compiled in, so the server opens none. Each has a tag made of its content; a browser that has
//! the same file gets 304 and no bytes. Only programs with debug assertions read the folder
//! `ISHITORI_ASSETS`, for whoever writes the page.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::refusal::RequestRefusal;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// A file of the page.
struct AssetFile {
    content: Vec<u8>,
    hash: String,
}

/// Answers with the page.
pub fn page(headers: &HeaderMap) -> Response {
    asset("index.html", headers)
}

/// Answers with a file.
pub fn asset(name: &str, headers: &HeaderMap) -> Response {
    let Some(AssetFile { content, hash }) = file(name) else {
        return RequestRefusal::missing("there is no such file").into_response();
    };
    let tag = HeaderValue::from_str(&format!("\"{hash}\""));
    let mut response = Response::new(Body::empty());
    let answer = response.headers_mut();
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = tag {
        if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        answer.insert(header::ETAG, tag);
    }
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    *response.body_mut() = Body::from(content);
    response
}

fn file(name: &str) -> Option<AssetFile> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("ISHITORI_ASSETS") {
        return on_disk(std::path::Path::new(&folder), name);
    }
    let file = Assets::get(name)?;
    let hash = blake3::hash(&file.data).to_hex()[..24].to_string();
    Some(AssetFile { content: file.data.into_owned(), hash })
}

/// For whoever writes the page: the file as it is now.
#[cfg(debug_assertions)]
fn on_disk(folder: &std::path::Path, name: &str) -> Option<AssetFile> {
    let plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
    if !name.split('/').all(plain) {
        return None;
    }
    let content = std::fs::read(folder.join(name)).ok()?;
    let hash = blake3::hash(&content).to_hex()[..24].to_string();
    Some(AssetFile { content, hash })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "webmanifest") => "application/json; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
