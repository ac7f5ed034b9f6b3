//! What must hold for any input, as functions of bytes. The fuzz targets and a test of the project call them.

mod conversations;
mod events;
mod files;
mod json;
mod pages;

/// One property.
pub struct Check {
    /// The name of the fuzz target.
    pub name: &'static str,
    /// Panics if the property does not hold.
    pub run: fn(&[u8]),
    /// The first inputs.
    pub seeds: Seeds,
}

/// Where the first inputs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// The fixtures of all formats, after the byte that names the format.
    Conversations,
    /// The same, without that byte.
    Texts,
    /// Event logs.
    Events,
    /// Statements of `KePrompt`.
    Prompts,
    /// JSON Patches, after the value they are applied to.
    Patches,
    /// Addresses of the web, and `data:` URLs.
    Addresses,
    /// ZIP archives.
    Archives,
}

const fn check(name: &'static str, run: fn(&[u8]), seeds: Seeds) -> Check {
    Check { name, run, seeds }
}

/// All of them.
pub const CHECKS: [Check; 16] = [
    check("scanner", json::scanner, Seeds::Texts),
    check("redaction", json::redaction, Seeds::Texts),
    check("json_patch", json::json_patch, Seeds::Patches),
    check("readers", conversations::readers, Seeds::Conversations),
    check("same_format", conversations::same_format, Seeds::Conversations),
    check("other_format", conversations::other_format, Seeds::Conversations),
    check("fixes", conversations::fixes, Seeds::Conversations),
    check("new_ids", conversations::new_ids, Seeds::Conversations),
    check("diff_and_patch", conversations::diff_and_patch, Seeds::Texts),
    check("prompt", conversations::prompt, Seeds::Prompts),
    check("sse", events::sse, Seeds::Events),
    check("compaction", events::compaction, Seeds::Events),
    check("addresses", files::addresses, Seeds::Addresses),
    check("data_urls", files::data_urls, Seeds::Addresses),
    check("archives", files::archives, Seeds::Archives),
    check("pages", pages::pages, Seeds::Conversations),
];

/// The first byte, and the rest as text.
fn number_and_text(data: &[u8]) -> Option<(usize, &str)> {
    let (first, rest) = data.split_first()?;
    Some((usize::from(*first), std::str::from_utf8(rest).ok()?))
}
