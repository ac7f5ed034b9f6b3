//! Claude Code: the file of a session, a line for each message, and the web form of it.
//!
//! ```json
//! {"parentUuid":null,"isSidechain":false,"sessionId":"5f0c…","type":"user","message":{"role":"user","content":"Hi"},"uuid":"u1"}
//! ```
//!
//! The lines are a tree: each names the one before it. What people said is in objects of the Messages API. Lines of types that are
//! unknown are kept.
//!
//! Source: sessions of Claude Code 1.0 to 2.1, which documents no format; readers and writers of other projects.

mod agent_file;
mod lines;
mod links;
mod message;
mod policy;
mod program_words;
mod read;
mod session;
mod shape;
mod write;

pub use agent_file::AgentSession;

use crate::format::{Format, FormatAbout, FormatShape, FramingRules};

const NAME: &str = "claude-code";

pub(in crate::format) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["claude-agent", "claude-session"],
        summary: "sessions of Claude Code: a line a message, with branches and sub-agents",
        source: "sessions of Claude Code 1.0 to 2.1",
    },
    framing: FramingRules { session_of: Some(lines::session_of), ..SESSION.framing },
    policy: policy::SESSION,
    print: Some(write::print),
    shape: FormatShape {
        ids: Some(&shape::IDS),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::SESSION
    },
    ..SESSION
};

/// A format whose files are sessions, one each.
const SESSION: Format = Format::session(NAME, lines::score, lines::is_line, read::read);
