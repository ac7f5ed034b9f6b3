//! ms-swift: messages of `role` and `content`, with tool calls and their results as messages of their own.
//!
//! ```json
//! {"messages":[{"role":"user","content":"Weather?"},
//!              {"role":"tool_call","content":"{\"name\": \"get_weather\", \"arguments\": {}}"},
//!              {"role":"tool_response","content":"{\"c\": 18}"},
//!              {"role":"assistant","content":"18 degrees."}]}
//! ```
//!
//! Records without such messages are those of openai. Rows of `query` and `response`, and `conversation` lists, are layouts of `rows`.
//!
//! Source: the page "Custom dataset" of ms-swift 3.

use super::Format;
use super::turn_lists::{DeclaredList, RecordFields, Speakers, TRAINING_FILES, TurnKind, TurnLists, TurnShape, format};

pub(super) static FORMAT: Format = format::<MsSwift>();

struct MsSwift;

impl DeclaredList for MsSwift {
    const LISTS: TurnLists = TurnLists {
        name: "ms-swift",
        aliases: &["swift"],
        summary: "ms-swift fine-tuning records: messages of `role` and `content` with `tool_call` and `tool_response`",
        source: "ms-swift 3, page Custom dataset",
        lists: &["messages"],
        turn: TurnShape { speaker: "role", words: "content", has_single_calls: true, ..TurnShape::TEXT_ONLY },
        speakers: Speakers {
            all: &[
                ("user", TurnKind::User),
                ("assistant", TurnKind::Answer),
                ("system", TurnKind::System),
                ("tool_call", TurnKind::Calls),
                ("tool_response", TurnKind::Results),
                ("tool", TurnKind::TaggedResults),
            ],
            own: &["tool_call", "tool_response"],
            ..Speakers::TEXT_ONLY
        },
        fields: RecordFields { tools: Some("tools"), files: TRAINING_FILES, ..RecordFields::NONE },
        evidence: "messages with the role `tool_call` or `tool_response`",
        no_ids: "messages have a role and a text; calls and results belong together by their order",
        ..TurnLists::TEXT_ONLY
    };
}
