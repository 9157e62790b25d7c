//! Theorems for the proof assistant Rocq, so that nobody has to believe ishitori.
//!
//! A certificate becomes a file whose first lines say what is claimed, in plain arithmetic; the kernel of Rocq
//! (or Coq 8.16 and later) checks the rest, on top of the library in the folder `rocq/`. Prover, checker and the
//! writer of the file need no trust. `docs/rocq.md` tells how to read such a file. Certificates that read the
//! least significant digits first have no file; the prover can be asked for the other order.

use std::path::Path;

use crate::files::save;

/// The file for Rocq of a certificate; the inner error says in one sentence why there is none.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, certificate: &str) -> anyhow::Result<Result<(), String>> {
    match theorem(certificate) {
        Ok(text) => Ok(Ok(save(path, text.as_bytes())?)),
        Err(why) => Ok(Err(why)),
    }
}

/// The text of the file for Rocq of a certificate.
///
/// # Errors
/// Why there is none, in one sentence.
pub fn theorem(certificate: &str) -> Result<String, String> {
    ishitori_rocq::theorem(certificate).map_err(|why| why.to_string())
}
