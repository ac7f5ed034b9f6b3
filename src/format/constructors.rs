//! The usual declarations of formats: what a format does not say for itself is as in others of its kind.
//!
//! ```text
//! static FORMAT: Format = Format { summary: "…", source: "…", ..Format::new("acme", Family::Export, score, read) };
//! ```

use super::listing::Listing;
use super::{Family, Format, Policy, PrintFn, ReadFn, Score};
use crate::json::Node;

impl Format {
    /// A format that has only a reader, unless it says how it is written.
    #[must_use]
    pub const fn new(
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

    /// A format of a chat service, which refuses calls without results.
    #[must_use]
    pub const fn service(
        name: &'static str,
        score: fn(Node<'_, '_>) -> Option<Score>,
        read: ReadFn,
        print: PrintFn,
    ) -> Self {
        Self {
            print: Some(print),
            requires: crate::rule::PAIRING,
            is_service: true,
            ..Self::new(name, Family::Service, score, read)
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
            ..Self::new(name, Family::Session, score, read)
        }
    }
}
