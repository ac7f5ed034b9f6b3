//! smolagents: the messages and the steps of an agent's memory, read only.
//!
//! ```json
//! [{"role":"tool-call","content":[{"type":"text","text":"Calling tools:\n[…]"}],"tool_calls":null,"raw":null,"token_usage":null}]
//! ```
//!
//! In messages, calls are the print of a Python list, and results are texts of the user: both stay texts, as the model gets
//! them. Steps have calls and results.
//!
//! Source: smolagents 1.26.0, `ChatMessage.dict` and its table of roles for services, `AgentMemory.get_full_steps`.

mod schema;
mod step_calls;
mod steps;

use serde_json::Value;

use super::ids::{Scope, Sites, Usage};
use super::message_stores::{
    BesideContent, DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, StoreRecord,
    StoreSpeaker, format,
};
use super::shape::SchemaPrinter;
use super::signs::RecordSign;
use super::{Family, Format, FormatShape, IdRules, Reading, Score};
use crate::json::Node;
use crate::model::{Conversation, MediaKind, Role};
use crate::report::Refused;

const NAME: &str = "smolagents";

pub(super) static FORMAT: Format = Format {
    score,
    read,
    shape: FormatShape { ids: Some(&IDS), schema: Some(schema), ..MESSAGES_FORMAT.shape },
    ..MESSAGES_FORMAT
};

/// That of lists of messages.
const MESSAGES_FORMAT: Format = format::<Smolagents>();

static IDS: IdRules = IdRules::of_calls(ids);

fn score(root: Node<'_, '_>) -> Option<Score> {
    steps::score(root).or_else(|| (MESSAGES_FORMAT.score)(root))
}

fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    if steps::steps_of(root).is_some() { steps::read(root, reading) } else { (MESSAGES_FORMAT.read)(root, reading) }
}

fn schema(printer: &mut SchemaPrinter) -> Value {
    let messages = MESSAGES_FORMAT.shape.schema.map_or(Value::Bool(true), |messages| messages(printer));
    schema::schema(&messages, printer)
}

/// The ids of calls: those of a message or of a step, and those that the answer of the model repeats.
fn ids(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let Some(steps) = steps::steps_of(root) else {
        return MESSAGES_FORMAT.shape.ids.is_some_and(|messages| (messages.walk)(root, sites));
    };
    for step in steps.items() {
        let calls = step_calls::calls_of(step);
        for call in calls.iter().flat_map(Node::items) {
            sites.value(Scope::Call, Usage::Names, call.get("id"));
        }
        let copies = step.get("model_output_message").and_then(|answer| answer.get("tool_calls"));
        let copies = copies.filter(|copies| calls.is_some_and(|calls| calls.at() != copies.at()));
        for call in copies.iter().flat_map(Node::items) {
            sites.value(Scope::Call, Usage::Follows, call.get("id"));
        }
    }
    true
}

struct Smolagents;

impl DeclaredStore for Smolagents {
    const STORE: &'static MessageStore = &MessageStore {
        name: NAME,
        aliases: &[],
        summary: "smolagents: the messages and the steps of an agent's memory",
        family: Family::Framework,
        source: "smolagents 1.26.0, `ChatMessage.dict` and `AgentMemory.get_full_steps`",
        signs: &[
            RecordSign::new("@role=tool-call|tool-response"),
            RecordSign::new("@role content tool_calls raw token_usage"),
            RecordSign::new("step_number timing"),
            RecordSign::new("step_number model_output_message"),
            RecordSign::new("task task_images"),
            RecordSign::new("steps:list"),
        ],
        evidence: "messages of `tool-call` and `tool-response`",
        record: StoreRecord::MESSAGES,
        message: MessageShape {
            speakers: &[
                StoreSpeaker::new("system", Role::System),
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::new("assistant", Role::Assistant),
                StoreSpeaker::new("tool-call", Role::Assistant),
                StoreSpeaker::new("tool-response", Role::User),
            ],
            content: &["content"],
            beside: BesideContent { calls: &["tool_calls"], ..BesideContent::NOTHING },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["image_url/url"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &["type=text|image_url|function"],
    };
}
