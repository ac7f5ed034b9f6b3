//! Codex CLI: rollouts, a line for each item or event of a session, and the output of `codex exec --json`.
//!
//! ```json
//! {"timestamp":"2026-01-02T03:04:10.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]}}
//! ```
//!
//! What the model got are items of the Responses API; events are copies of them for the terminal. Before September 2025 the items were
//! lines of their own. Lines of types that are unknown are kept.
//!
//! Source: rollouts of Codex CLI 0.2 to 0.169, which documents no format; 0.169.0 resumed what is written here.

mod copies;
mod events;
mod exec;
mod items;
mod line_kind;
mod policy;
mod program_items;
mod read;
mod shape;
mod turns;
mod write;

use crate::format::openai_responses::rollout_line::is_line;
use crate::format::{Format, FormatAbout, FormatShape};

const NAME: &str = "codex";

pub(in crate::format) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["codex-rollout"],
        summary: "sessions of Codex CLI: rollouts, and the output of `codex exec --json`",
        source: "rollouts of Codex CLI 0.2 to 0.169",
    },
    policy: policy::ROLLOUT,
    print: Some(write::print),
    shape: FormatShape {
        ids: Some(&shape::IDS),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::SESSION
    },
    ..Format::session(NAME, line_kind::score, is_line, read::read)
};
