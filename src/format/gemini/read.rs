//! Detects the container of a record, and reads the fields outside the contents.

use super::NAME;
use super::keys::{given, is_list, sort};
use super::message::{read_candidate, read_content};
use super::settings::{read_settings, read_system};
use super::stream::{holds_chunks, is_stream, read_stream};
use crate::format::shared::{extras_in, need, need_conversation, need_messages, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Conversation, RecordSource, Slot, SourceQuirks};
use crate::report::Refused;

/// A body with `contents`, a response with `candidates`, or a list of objects with `parts`.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        if is_stream(root) {
            return Some(Score::new(245, "chunks of one response: a streamed answer"));
        }
        return score_contents(root, "a list of objects with `parts`");
    }
    if let Some(request) = line_of(root) {
        let list = request.get("contents").and_then(|contents| score_contents(contents, ""))?;
        return Some(Score::new(list.value, "`request` with `contents`: a batch line"));
    }
    if let Some(contents) = root.get("contents") {
        if contents.is_empty() && contents.is_array() && root.get("messages").is_none() {
            return Some(Score::new(60, "an empty list of `contents`"));
        }
        return score_contents(contents, "`contents` of objects with `parts`");
    }
    let candidates = root.get("candidates").filter(Node::is_array)?;
    let has = |node: Node<'_, '_>, names: [&str; 2]| names.iter().any(|name| node.get(name).is_some());
    match candidates.items().next() {
        Some(first) if first.get("content").is_some_and(|content| content.is_object()) => {
            Some(Score::new(240, "`candidates` with `content`: a response object"))
        }
        Some(first) if has(first, ["finishReason", "finish_reason"]) => {
            Some(Score::new(210, "`candidates` with `finishReason`: a response object"))
        }
        None if has(root, ["promptFeedback", "prompt_feedback"]) || has(root, ["usageMetadata", "usage_metadata"]) => {
            Some(Score::new(210, "`candidates` next to `usageMetadata`: a response object"))
        }
        Some(_) | None => None,
    }
}

/// The body in a line of a batch. With a `response` next to it, it is a line of the results of a batch, which are not read.
pub(super) fn line_of<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let [request, response, contents, candidates] = root.pick(&["request", "response", "contents", "candidates"]);
    let is_other = response.or(contents).or(candidates).is_some();
    request.filter(|request| !is_other && request.is_object())
}

fn score_contents(list: Node<'_, '_>, why: &'static str) -> Option<Score> {
    if !is_list(list) {
        return None;
    }
    let mut score = None;
    for content in list.each() {
        let [role, parts, other, kind] = content.pick(&["role", "parts", "content", "type"]);
        // Other formats have `parts` too; theirs say what they are by `type`.
        let is_foreign = |part: Node<'_, '_>| ["type", "part_kind", "kind"].iter().any(|key| part.get(key).is_some());
        if other.is_some() || kind.is_some() || parts.is_some_and(|parts| parts.each().any(is_foreign)) {
            return None;
        }
        let Some(parts) = parts else {
            // A list with something else in it may still be one with a damaged content.
            if score.is_some() && content.is_object() {
                continue;
            }
            return None;
        };
        let is_own =
            role.is_none_or(|role| role.is_null() || ["user", "model", "function"].iter().any(|it| role.is(it)));
        let is_sure = is_own && parts.each().next().is_some_and(|part| part.is_object());
        let value = if is_sure { 230 } else { 150 };
        score = score.max(Some(value));
    }
    score.map(|value| Score::new(value, why))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation {
        origin: NAME,
        source: RecordSource {
            quirks: SourceQuirks { is_without_ids: true, ..SourceQuirks::default() },
            ..RecordSource::default()
        },
        ..Conversation::default()
    };
    if holds_chunks(root) {
        conversation.source.shape = "response";
        read_stream(root, &mut conversation, reading)?;
        return Ok(conversation);
    }
    if root.is_array() {
        conversation.source.shape = "list";
        read_contents(root, &mut conversation, reading)?;
        return Ok(conversation);
    }
    need_conversation(root, "an object with `contents` or a list of contents")?;
    if line_of(root).is_some() {
        let ([request], rest) = root.fields(&["request"])?;
        conversation.source.shape = "batch";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        read_body(need(request, "request", root)?, &mut conversation, reading)?;
    } else if root.get("contents").is_none() && root.get("candidates").is_some() {
        conversation.source.shape = "response";
        read_response(root, &mut conversation, reading)?;
    } else {
        conversation.source.shape = "body";
        read_body(root, &mut conversation, reading)?;
    }
    Ok(conversation)
}

fn read_contents<'a>(
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !is_list(list) {
        return Err(refuse_type(list, "contents", "an array"));
    }
    conversation.messages.reserve(list.each().count());
    let is_only = list.each().nth(1).is_none();
    for (index, content) in list.each().enumerate() {
        read_content(content, index, is_only, &mut conversation.messages, reading)?;
    }
    Ok(())
}

fn read_body<'a>(
    body: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([contents, system, tools, config, around], rest) =
        sort(body, &["contents", "systemInstruction", "tools", "generationConfig", "config"])?;
    let contents = need_messages(contents, "contents", body)?;
    let around = read_around(around, [system, tools], conversation)?;
    let slot = if around.is_some() { Slot::Config } else { Slot::Here };
    let [system, tools] = around.unwrap_or([system, tools]);
    if let Some(system) = system {
        read_system(system, slot, conversation, reading)?;
    }
    read_contents(contents, conversation, reading)?;
    read_settings(tools, slot, config, conversation, reading)?;
    for (key, value) in rest {
        conversation.extras.push(NAME, usual(key), value.to_raw(), value.at());
    }
    Ok(())
}

/// The usual spelling of a setting.
fn usual(key: Text<'_>) -> Text<'_> {
    let known = ["toolConfig", "safetySettings", "cachedContent", "serviceTier"];
    known.iter().find(|known| super::keys::is_snake(&key, known)).map_or(key, |known| Text::Token(known))
}

/// The SDK contains the system instruction and the tools in `config`: they are taken out of it, the rest stays.
fn read_around<'t, 'a>(
    around: Option<Node<'t, 'a>>,
    outer: [Option<Node<'t, 'a>>; 2],
    conversation: &mut Conversation<'a>,
) -> Result<Option<[Option<Node<'t, 'a>>; 2]>, Refused> {
    let Some(around) = around else { return Ok(None) };
    let ([system, tools], rest) = sort(around, &["systemInstruction", "tools"])?;
    if given(system).or(given(tools)).is_none() || outer.iter().any(Option::is_some) {
        conversation.extras.push(NAME, Text::Token("config"), around.to_raw(), around.at());
        return Ok(None);
    }
    for (key, value) in rest {
        conversation.extras.push_in(Slot::Config, NAME, key, value.to_raw(), value.at());
    }
    Ok(Some([system, tools]))
}

fn read_response<'a>(
    object: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([candidates], rest) = sort(object, &["candidates"])?;
    let candidates = candidates.filter(Node::is_array);
    let candidates = candidates.ok_or_else(|| refuse_type(object, "candidates", "an array"))?;
    for (key, value) in rest {
        conversation.extras.push_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
    }
    for (index, candidate) in candidates.items().enumerate() {
        if index == 0 {
            conversation.messages.push(read_candidate(candidate, &mut |_| false, reading)?);
        } else {
            let (key, raw) = (Text::Token("candidates"), candidate.to_raw());
            conversation.extras.push_in(Slot::Choices, NAME, key, raw, candidate.at());
        }
    }
    Ok(())
}
