//! `OpenAI` Agents SDK: rows of a session, and run states, read only. Both contain items of the Responses API.
//!
//! ```json
//! {"id":1,"session_id":"s1","message_data":"{\"role\":\"user\",\"content\":\"Hi\"}","created_at":"2026-11-25 08:26:48"}
//! ```
//!
//! Lists of items, as `to_input_list` gives them, are those of openai-responses.
//!
//! Source: openai-agents 0.24.0, `SQLiteSession` and `RunState.to_json`.

mod rows;
mod run_state;
mod shape;

use super::{Family, Format, FormatAbout, FormatShape, FramingRules, Reading, Score};
use crate::json::Node;
use crate::model::Conversation;
use crate::report::Refused;

pub(super) const NAME: &str = "openai-agents";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "OpenAI Agents SDK: rows of sessions, and run states",
        source: "openai-agents 0.24.0, `SQLiteSession` and `RunState.to_json`",
        ..FormatAbout::NONE
    },
    framing: FramingRules { is_message: Some(rows::is_row), session_of: Some(rows::session_of), ..FramingRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(shape::media),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, score, read)
};

fn score(root: Node<'_, '_>) -> Option<Score> {
    if run_state::is_state(root) {
        return Some(Score::new(252, "`$schemaVersion` and `model_responses`: a run state"));
    }
    (root.is_array() && rows::TABLE.has_rows(root))
        .then(|| Score::new(252, "rows with `session_id` and `message_data`"))
}

fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    if root.is_array() || rows::is_row(root) { rows::TABLE.read(root, reading) } else { run_state::read(root, reading) }
}
