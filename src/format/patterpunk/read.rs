//! Which values are records of this format, and the list around the messages.

use super::NAME;
use super::message::{MessageClass, read_message};
use crate::format::{Reading, Score};
use crate::json::{Node, lone_surrogates};
use crate::model::{Conversation, Message, OutputRequest, RecordSource, Role, SourceQuirks};
use crate::report::{Refused, shape};

/// The evidence of one item of a list for the format.
enum Sign {
    /// Only this format has such a message.
    Clear(Score),
    /// Older releases wrote this, and so do others.
    Plain,
    /// Another format's message.
    Foreign,
    /// Possibly a damaged message.
    Nothing,
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let mut is_plain = false;
    for item in root.items() {
        match sign(item) {
            Sign::Clear(score) => return Some(score),
            Sign::Plain => is_plain = true,
            Sign::Foreign => return None,
            Sign::Nothing => {}
        }
    }
    // The older form has ids and may lack everything else. Lists of ag-ui are like it, and nothing tells which it is.
    let has_ids = root.items().all(|item| item.get("id").is_some_and(|id| id.is_string()));
    let score = if has_ids {
        Score::new(Score::WITH_IDS, "messages of id, role and content")
    } else {
        Score::new(Score::PLAIN, "messages with `role` and `content`")
    };
    is_plain.then_some(score)
}

fn word<'t, 'a>(message: Node<'t, 'a>) -> Option<(Node<'t, 'a>, bool)> {
    MessageClass::word(message.get("type"), message.get("role"))
}

/// Fields that no other program has.
const OWN: [&str; 2] = ["allow_tool_calls", "thinking_token_count"];

fn sign(item: Node<'_, '_>) -> Sign {
    let Some((word, is_role)) = word(item) else {
        return if item.get("from").is_some() { Sign::Foreign } else { Sign::Nothing };
    };
    let Some(kind) = MessageClass::of(word) else { return Sign::Foreign };
    let has = |key| item.get(key).is_some();
    let clear = |why| Sign::Clear(Score::new(if is_role { 220 } else { 230 }, why));
    match kind {
        MessageClass::ToolCall if has("tool_calls") || is_role => clear("a message of type `tool_call`"),
        // With `tool_use_id` it is a content block of anthropic.
        MessageClass::ToolResult if !has("tool_use_id") => clear("a message of type `tool_result`"),
        MessageClass::ToolCall | MessageClass::ToolResult => Sign::Foreign,
        MessageClass::System | MessageClass::User | MessageClass::Assistant => match item.get("content") {
            Some(content) if is_content(content) => {
                Sign::Clear(Score::new(230, "`content` is an object of type `string` or `chunks`"))
            }
            Some(content) if content.is_string() && OWN.iter().any(|key| has(key)) => {
                Sign::Clear(Score::new(235, "messages with `allow_tool_calls` or `thinking_token_count`"))
            }
            Some(content) if content.is_string() && !is_openai(item) => Sign::Plain,
            None if !is_openai(item) => Sign::Nothing,
            Some(_) | None => Sign::Foreign,
        },
    }
}

fn is_content(content: Node<'_, '_>) -> bool {
    content.is_object() && content.get("type").is_some_and(|kind| kind.is("string") || kind.is("chunks"))
}

fn is_openai(message: Node<'_, '_>) -> bool {
    ["tool_calls", "function_call", "refusal"].iter().any(|key| message.get(key).is_some())
}

/// True for one message that only this format has: a line of a file may hold just that.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    let Some(kind) = word(node).and_then(|(word, _)| MessageClass::of(word)) else { return false };
    match kind {
        MessageClass::ToolCall => node.get("tool_calls").is_some_and(|calls| calls.is_array()),
        MessageClass::ToolResult => {
            node.get("content").is_some_and(|content| content.is_string())
                && ["call_id", "function_name", "is_error", "id"].iter().any(|key| node.get(key).is_some())
        }
        MessageClass::System | MessageClass::User | MessageClass::Assistant => {
            node.get("content").is_some_and(is_content)
        }
    }
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation {
        origin: NAME,
        source: RecordSource {
            quirks: SourceQuirks { has_unsent_marks: true, ..SourceQuirks::default() },
            ..RecordSource::default()
        },
        ..Conversation::default()
    };
    if root.is_array() {
        conversation.source.shape = "list";
        conversation.messages.reserve(root.len());
        for message in root.items() {
            conversation.messages.push(read_message(message, reading)?);
        }
    } else if word(root).is_some() {
        conversation.source.shape = "message";
        conversation.messages.push(read_message(root, reading)?);
    } else {
        let found = root.kind().name();
        let message = format!("a conversation is a list of messages, or one message with `type`; found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    }
    lone_surrogates(root, &mut |at| {
        let message = || "half of a surrogate pair: patterpunk fails when it sends it".to_owned();
        reading.report.add(&shape::BAD_VALUE, at, message);
    });
    conversation.output = asked(&conversation.messages);
    Ok(conversation)
}

/// The structured-output request in the last question, which the library sends with it.
fn asked<'a>(messages: &[Message<'a>]) -> Option<Box<OutputRequest<'a>>> {
    let last = messages.last().filter(|last| matches!(last.role, Role::User))?;
    let asked = last.details().output.as_ref()?;
    let schema = asked.schema.clone().filter(|schema| schema.as_str().len() > 2)?;
    Some(Box::new(OutputRequest {
        at: asked.at,
        schema: Some(schema),
        class: asked.class.clone(),
        ..OutputRequest::default()
    }))
}
