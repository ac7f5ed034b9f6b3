//! Detects messages of the AI SDK and of Mastra.
//!
//! `{"role":"assistant","parts":[{"type":"step-start"}]}`, `{"role":"user","content":{"format":2,"parts":[]}}`

use crate::format::detect::LOOK;
use crate::format::{RowSession, Score};
use crate::json::Node;

/// What the data of PNG, JPEG, GIF and WebP images begins with in base64.
const IMAGES: &[&str] = &["iVBOR", "/9j/", "R0lGOD", "UklGR"];

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let list = if root.is_array() { root } else { root.get("messages")? };
    let mut has_time = !list.is_empty();
    for message in list.items().take(LOOK) {
        if is_message(message) {
            return Some(Score::new(235, "parts with a `type`, tool calls with a `toolCallId`, or rows of Mastra"));
        }
        has_time &= has_words(message, &["id", "role", "content", "createdAt"]);
    }
    has_time.then(|| Score::new(100, "messages of id, role, content and `createdAt`"))
}

fn has_words(message: Node<'_, '_>, keys: &[&str]) -> bool {
    keys.iter().all(|key| message.get(key).is_some_and(|value| value.is_string()))
}

/// True for a message that only these libraries write.
pub(super) fn is_message(message: Node<'_, '_>) -> bool {
    let [role, content, parts, calls, files] =
        message.pick(&["role", "content", "parts", "toolInvocations", "experimental_attachments"]);
    if !role.is_some_and(|role| role.is_string()) {
        return false;
    }
    // Parts in spans of OpenTelemetry have `content`.
    let is_typed =
        |part: Node<'_, '_>| part.get("type").is_some_and(|kind| kind.is_string()) && part.get("content").is_none();
    parts.is_some_and(|parts| parts.items().take(LOOK).any(is_typed))
        || calls.or(files).is_some_and(|list| list.is_array())
        || content.is_some_and(|content| is_row(message, content) || content.items().take(LOOK).any(is_own_part))
}

/// The keys of a row that name its thread: those of Mastra, and of the tables of chat templates.
pub(super) const THREADS: [&str; 4] = ["threadId", "thread_id", "chatId", "chat_id"];

/// The thread of a row, as JSON.
pub(super) fn thread_of<'a>(row: Node<'_, 'a>) -> Option<&'a str> {
    row.pick(&THREADS).into_iter().flatten().find(Node::is_string).map(|thread| thread.raw())
}

pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    RowSession { session: thread_of(row).filter(|_| is_message(row)), ..RowSession::default() }
}

/// True for a row of Mastra.
fn is_row(message: Node<'_, '_>, content: Node<'_, '_>) -> bool {
    let has_owner = message.get("resourceId").is_some()
        && (message.get("threadId").is_some() || message.get("thread_id").is_some());
    has_owner || is_version_2(content) || is_version_2_text(content)
}

/// `{"format":2,"parts":[]}`
pub(super) fn is_version_2(content: Node<'_, '_>) -> bool {
    let [format, parts] = content.pick(&["format", "parts"]);
    format.is_some_and(|format| format.raw() == "2") && parts.is_some_and(|parts| parts.is_array())
}

/// The same as JSON text.
pub(super) fn is_version_2_text(content: Node<'_, '_>) -> bool {
    let text = content.token().filter(|text| text.starts_with('{'));
    let says = |text: &str| text.contains(r#"\"format\":2"#) || text.contains(r#"\"format\": 2"#);
    text.is_some_and(|text| says(text) && text.contains(r#"\"parts\""#))
}

fn is_own_part(part: Node<'_, '_>) -> bool {
    let [kind, id, media_type, image, text] = part.pick(&["type", "toolCallId", "mediaType", "image", "text"]);
    let mime_type = part.get("mimeType");
    let Some(kind) = kind.and_then(|kind| kind.text()) else { return false };
    match kind.decode().as_ref() {
        "tool-call" | "tool-result" => id.is_some(),
        "tool-approval-request" | "tool-approval-response" => part.get("approvalId").is_some(),
        "redacted-reasoning" => part.get("data").is_some(),
        "reasoning" => text.is_some_and(|text| text.is_string()),
        "file" => media_type.is_some() || (mime_type.is_some() && part.get("data").is_some()),
        "image" => image.is_some_and(|image| {
            let is_bytes = |text: &str| IMAGES.iter().any(|start| text.starts_with(start));
            let is_typed = media_type.or(mime_type).is_some() && image.is_string();
            image.is_object() || is_typed || image.token().is_some_and(is_bytes)
        }),
        _ => false,
    }
}
