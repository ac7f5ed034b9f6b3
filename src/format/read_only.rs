//! What formats have in common that can be read and not written; those of sessions that can be written differ in little.
//!
//! ```text
//! static FORMAT: Format = Format { summary: "…", source: "…", ..Format::read_only("acme", Family::Export, score, read) };
//! ```

use super::listing::Listing;
use super::{Family, Format, Policy, ReadFn, Score};
use crate::json::Node;

impl Format {
    /// A format that has only a reader.
    #[must_use]
    pub const fn read_only(
        name: &'static str,
        family: Family,
        score: fn(Node<'_, '_>) -> Option<Score>,
        read: ReadFn,
    ) -> Self {
        Self {
            name,
            aliases: &[],
            summary: "",
            family,
            source: "",
            dialects: &[],
            policy: Policy { name, ..Policy::BASE },
            score,
            is_message: None,
            read,
            print: None,
            rules: &[],
            requires: &[],
            is_service: false,
            program: None,
            ids: None,
            listing: None,
            media: None,
            schema: None,
            starts_text: None,
            is_session: false,
            columns: None,
        }
    }

    /// A format whose files are sessions of lines, of which a damaged one does not make the others unreadable.
    #[must_use]
    pub const fn session(
        name: &'static str,
        score: fn(Node<'_, '_>) -> Option<Score>,
        is_line: fn(Node<'_, '_>) -> bool,
        read: ReadFn,
    ) -> Self {
        Self {
            is_message: Some(is_line),
            requires: crate::rule::PAIRING,
            listing: Some(&Listing::NONE),
            is_session: true,
            ..Self::read_only(name, Family::Session, score, read)
        }
    }
}
