//! Formats of other programs that are known by name and not read, so that none of them is taken for a format that is.
//!
//! `[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"hi"}]}]` is pydantic-ai, and no list of gemini.

use super::foreign_formats::{self as known, ForeignFormat};
use crate::json::Node;

/// The maximum number of items of a list that are examined. The signs of a format are in nearly every item.
const ITEMS: usize = 12;

/// The format that a record is in, if that is one which is known and not read.
#[must_use]
pub fn foreign(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    if root.is_array() {
        let other = |item: &Node<'_, '_>| item.strings(["role", "content"]).is_none();
        let mut items = root.items().take(ITEMS).filter(other);
        return items.find_map(of_record);
    }
    of_record(root)
}

/// A record, or an item of a list: a message, or a record of its own.
fn of_record(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    match root.get("messages").filter(Node::is_array) {
        Some(messages) => messages.items().take(ITEMS).find_map(of_message),
        None => of_object(root).or_else(|| of_message(root)),
    }
}

/// The id of a response of gemini. Chunks of one answer share it.
#[must_use]
pub fn response_id(root: Node<'_, '_>) -> Option<String> {
    root.get("candidates")?;
    Some(root.get("responseId").or(root.get("response_id"))?.text()?.decode().into_owned())
}

fn is_one_of(value: Option<Node<'_, '_>>, words: &[&str]) -> bool {
    value.is_some_and(|value| words.iter().any(|word| value.is(word)))
}

fn starts(value: Option<Node<'_, '_>>, start: &str) -> bool {
    value.and_then(|value| value.text()).is_some_and(|text| text.decode().starts_with(start))
}

fn ends(value: Option<Node<'_, '_>>, end: &str) -> bool {
    value.and_then(|value| value.text()).is_some_and(|text| text.decode().ends_with(end))
}

/// True if the first items of a list, one of them, are so.
fn any(list: Option<Node<'_, '_>>, is: impl Fn(Node<'_, '_>) -> bool) -> bool {
    list.is_some_and(|list| list.is_array() && list.items().take(ITEMS).any(is))
}

const LANGCHAIN: [&str; 13] = [
    "human",
    "ai",
    "system",
    "tool",
    "function",
    "chat",
    "remove",
    "HumanMessageChunk",
    "AIMessageChunk",
    "SystemMessageChunk",
    "ToolMessageChunk",
    "FunctionMessageChunk",
    "ChatMessageChunk",
];

const AUTOGEN: [&str; 11] = [
    "TextMessage",
    "MultiModalMessage",
    "ThoughtEvent",
    "ToolCallRequestEvent",
    "ToolCallExecutionEvent",
    "ToolCallSummaryMessage",
    "HandoffMessage",
    "StopMessage",
    "UserMessage",
    "AssistantMessage",
    "FunctionExecutionResultMessage",
];

/// A message of another program, by its keys and those of its parts.
fn of_message(message: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    if !message.is_object() || message.strings(["role", "content"]).is_some() {
        return None;
    }
    let [role, kind, content, parts, contents] = message.pick(&["role", "kind", "content", "parts", "contents"]);
    let has = |key| message.get(key).is_some();
    if is_one_of(kind, &["request", "response"]) && any(parts, |part| part.get("part_kind").is_some()) {
        return Some(&known::PYDANTIC_AI);
    }
    if any(contents, |it| it.get("$type").is_some()) || (role.is_some() && contents.is_some_and(|it| it.is_array())) {
        return Some(&known::AGENT_FRAMEWORK);
    }
    if let Some(role) = role {
        return of_role(message, role, content, parts);
    }
    let kind = message.get("type");
    let is_dump = has("additional_kwargs") || has("response_metadata") || is_one_of(kind, &["human", "ai"]);
    let has_data = message.get("data").is_some_and(|data| data.is_object());
    if is_one_of(kind, &LANGCHAIN) && (has_data || (content.is_some() && is_dump)) {
        return Some(&known::LANGCHAIN);
    }
    if (has("source") && has("models_usage")) || (is_one_of(kind, &AUTOGEN) && content.is_some()) {
        return Some(&known::AUTOGEN);
    }
    None
}

/// A message with a role.
fn of_role(
    message: Node<'_, '_>,
    role: Node<'_, '_>,
    content: Option<Node<'_, '_>>,
    parts: Option<Node<'_, '_>>,
) -> Option<&'static ForeignFormat> {
    let has = |key| message.get(key).is_some();
    let is_of_genai = |part: Node<'_, '_>| {
        let is_call = is_one_of(part.get("type"), &["tool_call", "tool_call_response"]);
        is_call || (part.get("type").is_some() && part.get("content").is_some())
    };
    if any(parts, is_of_genai) {
        return Some(&known::OTEL_MESSAGES);
    }
    if any(parts, |part| part.get("kind").is_some()) && (has("messageId") || role.is("agent")) {
        return Some(&known::A2A);
    }
    if has("toolInvocations") || any(parts, |part| part.get("type").is_some()) {
        return Some(&known::AI_SDK_UI);
    }
    let is_ai_sdk = |part: Node<'_, '_>| {
        part.get("mediaType").is_some()
            || is_one_of(
                part.get("type"),
                &["tool-call", "tool-result", "tool-approval-request", "tool-approval-response"],
            )
    };
    if any(content, is_ai_sdk) {
        return Some(&known::AI_SDK_MODEL);
    }
    let is_harmony = |part: Node<'_, '_>| is_one_of(part.get("type"), &["system_content", "developer_content"]);
    if is_one_of(message.get("channel"), &["analysis", "commentary", "final"]) || any(content, is_harmony) {
        return Some(&known::HARMONY);
    }
    let is_untyped = |part: Node<'_, '_>| part.is_object() && part.get("type").is_none();
    if message.get("meta").is_some_and(|meta| meta.is_object()) && any(content, is_untyped) {
        return Some(&known::HAYSTACK);
    }
    if (has("additional_kwargs") && has("blocks")) || any(message.get("blocks"), |it| it.get("block_type").is_some()) {
        return Some(&known::LLAMA_INDEX);
    }
    if any(message.get("tool_calls"), |call| call.get("function").is_some_and(|function| function.is_string())) {
        return Some(&known::INSPECT);
    }
    let is_kernel = |item: Node<'_, '_>| item.get("content_type").is_some() || item.get("$type").is_some();
    any(message.get("items"), is_kernel).then_some(&known::SEMANTIC_KERNEL)
}

/// A file, a line of a log or a row of a store of another program, or a piece of a stream.
fn of_object(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    if !root.is_object() {
        return None;
    }
    of_stream(root).or_else(|| of_log(root)).or_else(|| of_file(root))
}

/// A piece of the streamed answer of a service.
fn of_stream(piece: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    let [kind, object, done, message] = piece.pick(&["type", "object", "done", "message"]);
    let has = |key| piece.get(key).is_some();
    if is_one_of(object, &["chat.completion.chunk", "text_completion.chunk"]) {
        return Some(&known::CHAT_STREAM);
    }
    if starts(kind, "response.") && (has("sequence_number") || has("response") || has("delta") || has("item")) {
        return Some(&known::RESPONSES_STREAM);
    }
    let is_anthropic = is_one_of(kind, &["message_start", "content_block_start", "content_block_delta"])
        || is_one_of(kind, &["content_block_stop", "message_delta", "message_stop"])
        || (is_one_of(kind, &["ping"]) && piece.len() == 1);
    if is_anthropic {
        return Some(&known::MESSAGES_STREAM);
    }
    let events = ["contentBlockDelta", "contentBlockStart", "contentBlockStop", "messageStart", "messageStop"];
    if (piece.len() <= 2 && events.iter().any(|event| piece.get(event).is_some_and(|it| it.is_object())))
        || (has("contentBlockIndex") && (has("delta") || has("start")))
    {
        return Some(&known::CONVERSE_STREAM);
    }
    if done.is_some_and(|done| done.as_bool().is_some()) && has("model") && (message.is_some() || has("response")) {
        return Some(&known::OLLAMA_STREAM);
    }
    let is_ui = is_one_of(kind, &["text-start", "text-delta", "text-end", "reasoning-delta", "tool-input-start"])
        || is_one_of(kind, &["tool-input-delta", "tool-input-available", "start-step", "finish-step"])
        || (is_one_of(kind, &["start"]) && has("messageId"));
    is_ui.then_some(&known::AI_SDK_STREAM)
}

/// A line of the log of an agent.
fn of_log(line: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    let has = |key| line.get(key).is_some();
    let has_invocation = |event: Node<'_, '_>| event.get("invocationId").or(event.get("invocation_id")).is_some();
    if (has("author") && has_invocation(line)) || any(line.get("events"), has_invocation) {
        return Some(&known::ADK);
    }
    (has("message_data") && has("session_id")).then_some(&known::AGENTS_ROWS)
}

/// A whole file, or a record of an export.
fn of_file(root: Node<'_, '_>) -> Option<&'static ForeignFormat> {
    let has = |key| root.get(key).is_some();
    let has_prefix = |object: Option<Node<'_, '_>>, prefix: &str| {
        let is = |(key, _): (Node<'_, '_>, Node<'_, '_>)| starts(Some(key), prefix);
        object.is_some_and(|object| object.members().any(is))
    };
    if has("lc") && has("type") && (has("id") || has("kwargs")) {
        return Some(&known::LANGCHAIN);
    }
    if has("store") && ends(root.get("class_name"), "ChatStore") {
        return Some(&known::LLAMA_STORE);
    }
    if has("eval") && has("version") && (has("samples") || has("plan") || has("stats")) {
        return Some(&known::INSPECT_LOG);
    }
    if has("$schemaVersion") && has("model_responses") {
        return Some(&known::AGENTS_STATE);
    }
    if has("resourceSpans")
        || has_prefix(root.get("attributes"), "gen_ai.")
        || has_prefix(root.get("attributes"), "llm.")
        || (has("context") && has("attributes") && has("start_time"))
    {
        return Some(&known::SPANS);
    }
    let mut names = root.members().filter_map(|(key, _)| key.text());
    names.any(|name| name.decode().ends_with("/session.json")).then_some(&known::STRANDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Detected, detect};
    use crate::json::Tape;

    #[test]
    fn every_name_is_said_once_and_has_advice() {
        let mut names: Vec<_> = known::FOREIGN.iter().map(|it| it.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), known::FOREIGN.len());
        assert!(known::FOREIGN.iter().all(|it| !it.advice.is_empty() && !it.advice.ends_with('.')));
    }

    #[test]
    fn near_misses_are_named() {
        for (text, name) in [
            (r#"[{"parts":[{"content":"hi","part_kind":"user-prompt"}],"kind":"request"}]"#, "messages of pydantic-ai"),
            (r#"[{"kind":"response","parts":[{"content":"x","part_kind":"text"}]}]"#, "messages of pydantic-ai"),
            (r#"[{"id":"m1","role":"system","parts":[{"type":"text","text":"s"}]}]"#, "UI messages of the AI SDK"),
            (r#"{"messages":[{"role":"user","parts":[{"type":"step-start"}]}]}"#, "UI messages of the AI SDK"),
            (r#"[{"role":"assistant","content":"x","toolInvocations":[]}]"#, "UI messages of the AI SDK"),
            (
                r#"[{"role":"system","content":"s"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c"}]}]"#,
                "model messages of the AI SDK",
            ),
            (
                r#"{"messages":[{"role":"user","content":[{"type":"file","mediaType":"image/png","data":"aGk="}]}]}"#,
                "model messages of the AI SDK",
            ),
            (
                r#"{"messages":[{"role":"assistant","channel":"final","content":"x"}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (
                r#"{"messages":[{"role":"system","content":[{"model_identity":"x","type":"system_content"}]}]}"#,
                "Harmony (the prompt format of gpt-oss) as JSON",
            ),
            (r#"[{"role":"user","meta":{},"name":null,"content":[{"text":"q"}]}]"#, "messages of Haystack"),
            (
                r#"[{"type":"message","role":"user","contents":[{"type":"text","text":"q"}]}]"#,
                "messages of the Microsoft Agent Framework",
            ),
            (r#"{"contents":[{"$type":"text","text":"q"}]}"#, "messages of the Microsoft Agent Framework"),
            (
                r#"{"messages":[{"role":"user","contents":[{"$type":"text","text":"q"}]}]}"#,
                "messages of the Microsoft Agent Framework",
            ),
            (
                r#"[{"role":"assistant","content":"","tool_calls":[{"id":"c","function":"f","arguments":{}}]}]"#,
                "messages of Inspect",
            ),
            (r#"[{"role":"user","additional_kwargs":{},"blocks":[]}]"#, "messages of LlamaIndex"),
            (r#"[{"type":"human","data":{"content":"q"}}]"#, "messages of LangChain"),
            (r#"{"object":"chat.completion.chunk","choices":[]}"#, "the stream of a Chat Completions answer"),
            (r#"{"type":"message_start","message":{"role":"assistant"}}"#, "the stream of a Messages API answer"),
            (r#"[{"type":"response.created","response":{}}]"#, "the stream of a Responses answer"),
            (
                r#"{"contentBlockDelta":{"delta":{"text":"x"},"contentBlockIndex":0}}"#,
                "the stream of a Bedrock Converse answer",
            ),
            (
                r#"{"model":"m","message":{"role":"assistant","content":"x"},"done":false}"#,
                "the stream of an Ollama answer",
            ),
        ] {
            let mut tape = Tape::new();
            let root = tape.parse(text).unwrap();
            assert_eq!(foreign(root).map(|it| it.name), Some(name), "{text}");
            assert!(matches!(detect(root, None), Detected::Foreign(found) if found.name == name), "{text}");
        }
    }
}
