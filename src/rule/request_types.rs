//! The types of requests, as the SDK of a service declares them: a JSON Schema with one definition a line, made by
//! `tests/interop/request_types.py`.
//!
//! ```json
//! {"$defs":{"body":{"type":"object","properties":{"messages":{"$ref":"#/$defs/list"}}},"list":{"type":"array"}}}
//! ```

use std::io::Read as _;
use std::sync::OnceLock;

use super::json_schema::{SchemaCheck, SchemaIndex, SchemaPatterns};
use crate::json::{At, Node, Tape};

rule! {
    UNFIT_REQUEST "TW229" "unfit-request" Error
    "a value does not have the type that the service's SDK declares"
    "write the declared type; the schema is `src/format/FORMAT/request.json` in the source code"
}

/// The types of the requests of a service, parsed when they are first needed.
#[derive(Debug)]
pub struct RequestSchema {
    /// A JSON Schema, with definitions of a `body` and of a `list` of messages, compressed with gzip: they are 250 KB of text.
    packed: &'static [u8],
    parsed: OnceLock<ParsedSchema>,
}

#[derive(Debug)]
struct ParsedSchema {
    text: String,
    tape: Tape,
}

impl RequestSchema {
    /// The types that this compressed text declares.
    #[must_use]
    pub const fn new(packed: &'static [u8]) -> Self {
        Self { packed, parsed: OnceLock::new() }
    }

    /// The text. It is empty if it was packed incorrectly.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let is_read = flate2::read::GzDecoder::new(self.packed).read_to_string(&mut text).is_ok();
        if is_read { text } else { String::new() }
    }

    fn root(&'static self) -> Option<Node<'static, 'static>> {
        let parsed = || {
            let (mut tape, text) = (Tape::new(), self.text());
            // A tape without a value has no root.
            let _ = tape.parse(&text);
            ParsedSchema { text, tape }
        };
        let ParsedSchema { text, tape } = self.parsed.get_or_init(parsed);
        tape.root(text)
    }
}

/// Checks requests by the types of a service.
#[derive(Debug)]
pub struct RequestTypes {
    root: Node<'static, 'static>,
    index: SchemaIndex<'static>,
    patterns: SchemaPatterns,
}

impl RequestTypes {
    /// A check by this schema. `None`: it is not JSON.
    #[must_use]
    pub fn new(schema: &'static RequestSchema) -> Option<Self> {
        Some(Self { root: schema.root()?, index: SchemaIndex::with_shapes(), patterns: SchemaPatterns::default() })
    }

    /// The first value of a body, or of a list of messages, that violates the types, and the reason.
    #[must_use]
    pub fn problem(&mut self, record: Node<'_, '_>) -> Option<(At, String)> {
        let pointer = if record.is_array() { "/$defs/list" } else { "/$defs/body" };
        // Generous, because the schema is part of this program; but nested alternatives multiply the work.
        let mut steps = (1 << 24) + 1024 * record.raw().len() as u64;
        let schema = self.root.pointer(pointer)?;
        let mut check = SchemaCheck::new(self.root, &mut self.patterns, &mut steps);
        let violation = check.check_against(schema, record, &mut self.index).ok()??;
        Some((At::byte(violation.start), violation.short_message()))
    }
}
