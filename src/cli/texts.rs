//! The completion scripts and manual pages, packed by `build.rs`.

use std::io::Read as _;

use anyhow::Context as _;

/// Each with the name of its file: `turnwise.bash`, `turnwise-convert.1`.
pub(crate) const TEXTS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The text of a file, if there is such a file.
pub(crate) fn text(name: &str) -> anyhow::Result<Option<String>> {
    let Some((_, packed)) = TEXTS.iter().find(|(known, _)| *known == name) else { return Ok(None) };
    let mut text = String::new();
    flate2::read::GzDecoder::new(*packed).read_to_string(&mut text).context("cannot unpack a text of the program")?;
    Ok(Some(text))
}
