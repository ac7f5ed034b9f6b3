//! keprompt: programs as text.
//!
//! ```text
//! .prompt "name":"n", "version":"1"
//! .user Hi
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

use super::keprompt_statements::{TEXT, ids, places, policy, read, rules, write};
use super::{Family, Format};

pub(super) static FORMAT: Format = Format {
    name: TEXT,
    aliases: &[],
    summary: "KePrompt: programs as text, `.prompt` files, or JSON strings that hold one",
    source: "keprompt 3.1.0, keprompt_vm.py",
    dialects: &[],
    policy: policy::PROMPT,
    score: read::score_text,
    is_message: None,
    read: read::read_text,
    print: Some(write::print),
    rules: rules::TEXT_RULES,
    requires: rules::TEXT_RULES,
    is_service: false,
    program: None,
    ids: Some(&ids::NONE),
    listing: None,
    media: Some(places::text_places),
    schema: None,
    starts_text: Some(crate::statements::starts_program),
    is_session: false,
    family: Family::Framework,
    columns: None,
};
