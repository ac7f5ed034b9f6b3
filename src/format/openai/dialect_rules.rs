//! Rules of services that are compatible with the API: what they reject, and what they accept and `OpenAI` rejects.
//!
//! ```json
//! {"role":"assistant","tool_calls":[{"function":{"index":0,"name":"f","arguments":{"city":"Oslo"}}}]}
//! ```
//!
//! Sources: ollama 0.12 (`api/types.go`), mistralai 1.9 and the answers of its API, cohere 5.20 (`V2ChatRequest`), the API
//! references of `OpenRouter`, `DeepSeek` (thinking mode) and Groq.

use super::NAME;
use super::policy::MISTRAL_IDS;
use crate::format::AcceptedForm;
use crate::json::{Node, Tape};
use crate::model::{Arguments, CallKind, Conversation, Form, Message, Part, Role, ToolResult};
use crate::report::{FindingText, Severity, SuggestedEdit};
use crate::rule::{Rule, RuleReport, rule};

pub(super) static MISTRAL: &[&Rule] = &[&MISTRAL_ID, &MISTRAL_ORDER];
pub(super) static OLLAMA: &[&Rule] = &[&OLLAMA_CONTENT, &OLLAMA_ARGUMENTS];
pub(super) static DEEPSEEK: &[&Rule] = &[&DEEPSEEK_REASONING];

const CALLS: &[&str] = &["messages", "*", "tool_calls", "*"];
const FUNCTIONS: &[&str] = &["messages", "*", "tool_calls", "*", "function"];
const ARGUMENTS: &[&str] = &["messages", "*", "tool_calls", "*", "function", "arguments"];
const CHOICE: &[&str] = &["tool_choice"];

/// Arguments that are an object.
const OBJECTS: AcceptedForm = AcceptedForm { path: ARGUMENTS, codes: &["TW102", "TW111"], takes: is_object };
/// The number of a call, as the pieces of a stream have it.
const INDEX: AcceptedForm =
    AcceptedForm { path: &["messages", "*", "tool_calls", "*", "index"], codes: &["TW104"], takes: is_number };

fn is_object(node: Node<'_, '_>) -> bool {
    node.is_object()
}

fn is_null(node: Node<'_, '_>) -> bool {
    node.is_null()
}

fn is_number(node: Node<'_, '_>) -> bool {
    !(node.is_string() || node.is_null() || node.is_array() || node.is_object()) && node.as_bool().is_none()
}

pub(super) static TAKEN_BY_OLLAMA: &[AcceptedForm] = &[
    OBJECTS,
    INDEX,
    AcceptedForm::any(CALLS, &["TW103", "TW111"]),
    AcceptedForm {
        path: &["messages", "*", "tool_calls", "*", "function", "index"],
        codes: &["TW104"],
        takes: is_number,
    },
    // Neither words nor the id of a call are needed.
    AcceptedForm::any(&["messages", "*"], &["TW103"]),
    AcceptedForm { path: &["messages", "*", "tool_name"], codes: &["TW111"], takes: |node| node.is_string() },
    AcceptedForm { path: &["messages", "*", "thinking"], codes: &["TW111"], takes: |node| node.is_string() },
    AcceptedForm { path: &["messages", "*", "images"], codes: &["TW111"], takes: |node| node.is_array() },
];

pub(super) static TAKEN_BY_MISTRAL: &[AcceptedForm] = &[
    OBJECTS,
    INDEX,
    AcceptedForm { path: &["messages", "$", "prefix"], codes: &["TW104"], takes: |node| node.as_bool().is_some() },
    AcceptedForm { path: &["messages", "*", "prefix"], codes: &["TW104"], takes: |node| node.as_bool() == Some(false) },
    AcceptedForm {
        path: &["messages", "*", "name"],
        codes: &["TW104"],
        takes: |node| node.is_string() || node.is_null(),
    },
    AcceptedForm { path: CHOICE, codes: &["TW218"], takes: |node| node.is("any") },
];

pub(super) static TAKEN_BY_COHERE: &[AcceptedForm] =
    &[AcceptedForm { path: CHOICE, codes: &["TW218"], takes: |node| node.is("REQUIRED") || node.is("NONE") }];

pub(super) static TAKEN_BY_OPENROUTER: &[AcceptedForm] = &[
    INDEX,
    AcceptedForm { path: &["usage"], codes: &["TW216"], takes: is_object },
    AcceptedForm {
        path: FUNCTIONS,
        codes: &["TW103"],
        takes: |node| node.get("name").is_some() && node.get("arguments").is_none(),
    },
];

pub(super) static TAKEN_BY_DEEPSEEK: &[AcceptedForm] = &[
    INDEX,
    AcceptedForm { path: &["messages", "$", "prefix"], codes: &["TW104"], takes: |node| node.as_bool().is_some() },
    // As answers have it while thinking is off.
    AcceptedForm { path: &["messages", "*", "reasoning_content"], codes: &["TW104"], takes: is_null },
];

const NULL_NAME: AcceptedForm =
    AcceptedForm { path: &["messages", "*", "name"], codes: &["TW102", "TW104"], takes: is_null };
const GROQ_TIER: AcceptedForm = AcceptedForm {
    path: &["service_tier"],
    codes: &["TW218"],
    takes: |node| ["on_demand", "performance"].iter().any(|tier| node.is(tier)),
};
const DEFAULT_EFFORT: AcceptedForm =
    AcceptedForm { path: &["reasoning_effort"], codes: &["TW218"], takes: |node| node.is("default") };

pub(super) static TAKEN_BY_GROQ: &[AcceptedForm] = &[INDEX, NULL_NAME, GROQ_TIER, DEFAULT_EFFORT];

pub(super) static TAKEN_BY_HUGGING_FACE: &[AcceptedForm] = &[OBJECTS, INDEX, NULL_NAME, GROQ_TIER, DEFAULT_EFFORT];

rule! {
    MISTRAL_ID "TW527" "openai-mistral-id" Error mistral_ids
    "a call id is not nine letters and digits"
    "convert --to openai:mistral rewrites the ids in calls and results"
    => Unsafe CallIds
}

fn mistral_ids(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        if let Some(id) = call.id.as_ref().filter(|id| !MISTRAL_IDS.holds(&id.decode())) {
            found.at(call.at, || format!("Mistral rejects the call id `{}`", id.show()));
        }
    }
}

rule! {
    MISTRAL_ORDER "TW528" "openai-mistral-after-tool" Error mistral_order
    "Mistral rejects a user message directly after a result: Unexpected role 'user' after role 'tool' (3230)"
    "add the model's answer between them; turnwise does not generate one"
}

fn mistral_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for pair in conversation.messages.windows(2) {
        let [before, message] = pair else { continue };
        let is_next = matches!(message.role, Role::Tool | Role::Assistant);
        if matches!(before.role, Role::Tool) && !is_next {
            found.at(message.at, || {
                format!("Mistral answers: Unexpected role '{}' after role 'tool' (3230)", message.role.name())
            });
        }
    }
}

rule! {
    OLLAMA_CONTENT "TW529" "openai-ollama-content" Error ollama_content
    "the content of a message is a list, and Ollama requires a string"
    "write one string, and images as base64 in `images`; convert --to openai:ollama does"
}

fn ollama_content(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        if let Some(at) = list_of(message) {
            found.at(at, || "Ollama accepts one string as `content`, and this is a list".to_owned());
        }
    }
}

/// The place of the first part of a content that is a list.
fn list_of(message: &Message<'_>) -> Option<crate::json::At> {
    let result = message.parts.iter().find_map(|part| if let Part::Result(it) = part { Some(&**it) } else { None });
    let (form, parts) = result.map_or((message.form, &message.parts), |it: &ToolResult<'_>| (it.form, &it.parts));
    (form == Form::Parts).then(|| parts.first().map_or(message.at, Part::at))
}

rule! {
    OLLAMA_ARGUMENTS "TW530" "openai-ollama-arguments" Error ollama_arguments
    "the arguments of a call are a string, and Ollama requires an object"
    "write the object itself"
    => Safe Suggested
}

fn ollama_arguments(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        let Arguments::Encoded(text) = &call.arguments else { continue };
        if call.kind == CallKind::Custom {
            continue;
        }
        let object = text.decode_json().into_owned();
        let object = tape.parse(&object).is_ok_and(|node| node.is_object()).then_some(object);
        let message = "Ollama accepts an object as `arguments`, and this is a string".to_owned();
        found.at_with(found.place(text, call.at), FindingText::new(message, object.map(SuggestedEdit::Value)));
    }
}

rule! {
    DEEPSEEK_REASONING "TW531" "openai-deepseek-reasoning" Error deepseek_reasoning
    "an answer with calls has no `reasoning_content`, which DeepSeek requires while thinking is on"
    "send the reasoning that the model returned with these calls, or turn thinking off: `\"thinking\":{\"type\":\"disabled\"}`"
}

fn deepseek_reasoning(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let Some(severity) = thinking(conversation) else { return };
    for message in &conversation.messages {
        let is_calling = message.parts.iter().any(|part| matches!(part, Part::Call(_)));
        let has_reasoning = message
            .extras
            .of(NAME)
            .iter()
            .any(|extra| extra.key.is("reasoning_content") && !extra.value.as_str().eq("null"));
        if is_calling && !has_reasoning && message.origin == NAME {
            found.at_as(severity, message.at, || {
                "DeepSeek answers: Missing reasoning_content field in the assistant message".to_owned()
            });
        }
    }
}

/// How certain it is that thinking is on. `None`: it is off.
fn thinking(conversation: &Conversation<'_>) -> Option<Severity> {
    let mut tape = Tape::new();
    let text = |key| conversation.extras.get(NAME, key).map(|extra| extra.value.as_str().to_owned());
    if let Some(thinking) = text("thinking")
        && let Some(kind) = tape.parse(&thinking).ok().and_then(|node| node.get("type"))
    {
        return (!kind.is("disabled")).then_some(Severity::Error);
    }
    let model = text("model").unwrap_or_default();
    match model.trim_matches('"') {
        name if name.contains("deepseek-chat") => None,
        name if name.contains("deepseek-reasoner") || name.contains("deepseek-v4") => Some(Severity::Error),
        _ => Some(Severity::Warning),
    }
}
