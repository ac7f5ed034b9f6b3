//! Content blocks: text, thinking, tool use, tool results, media, and what only this API has.

use super::NAME;
use super::hosted::read_hosted;
use super::media::read_media;
use super::plain_block::read_plain_block;
use super::shape::{ANSWER_BLOCKS, RESULT_BLOCKS, SYSTEM_BLOCKS, USER_BLOCKS};
use crate::format::Reading;
use crate::format::shared::{
    self, keep_odd, need, need_text, optional_text, refuse_type, unknown_fields, wanted_text, wrong_type,
};
use crate::json::{Node, Raw, Text};
use crate::model::{
    Arguments, CacheHint, CallKind, Citations, Extras, Form, OneOrMany, Part, Reasoning, Role, Slot, TextPart,
    ToolCall, ToolResult, Ttl,
};
use crate::report::{Refused, shape, unknown_part, unknown_word};

/// The blocks that people write; the service has more.
const BLOCKS: &[&str] = &["text", "image", "document", "tool_use", "tool_result", "thinking", "redacted_thinking"];

/// The container of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum BlockPlace {
    System,
    User,
    Assistant,
    Result,
    Unknown,
}

impl BlockPlace {
    pub(super) fn of(role: &Role<'_>) -> Self {
        match role {
            Role::System | Role::Developer => Self::System,
            Role::User | Role::Tool => Self::User,
            Role::Assistant => Self::Assistant,
            Role::Other(_) => Self::Unknown,
        }
    }

    fn allows(self, kind: &str) -> bool {
        match self {
            Self::System => SYSTEM_BLOCKS.contains(&kind),
            Self::User => USER_BLOCKS.contains(&kind),
            Self::Assistant => ANSWER_BLOCKS.contains(&kind) || is_server_tool(kind),
            Self::Result => RESULT_BLOCKS.contains(&kind),
            Self::Unknown => true,
        }
    }
}

/// A block that the service itself writes when it runs a tool.
pub(in crate::format) fn is_server_tool(kind: &str) -> bool {
    kind != "tool_result" && (kind.ends_with("tool_use") && kind != "tool_use" || kind.ends_with("_tool_result"))
}

/// True for types of blocks that are kept as they are: nothing like them is in other formats, or they are not where they belong.
pub(in crate::format) fn is_opaque_block(kind: &str) -> bool {
    let is_known = matches!(
        kind,
        "tool_use"
            | "tool_result"
            | "search_result"
            | "tool_reference"
            | "container_upload"
            | "compaction"
            | "fallback"
            | "tool_addition"
            | "tool_removal"
            | "mcp_tool_listing"
    );
    is_known || is_server_tool(kind)
}

pub(super) fn read_blocks<'a>(
    list: Node<'_, 'a>,
    place: BlockPlace,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    parts.reserve(list.len());
    for block in list.items() {
        parts.push(read_block(block, place, reading)?);
    }
    Ok(())
}

pub(in crate::format) fn read_block<'a>(
    node: Node<'_, 'a>,
    place: BlockPlace,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    read_plain_block(node, place).map_or_else(|| read_any_block(node, place, reading), Ok)
}

pub(super) fn read_any_block<'a>(
    node: Node<'_, 'a>,
    place: BlockPlace,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "content", "a list of objects"));
    }
    let kind_node = need(node.get("type"), "type", node)?;
    let kind = kind_node.text().ok_or_else(|| refuse_type(kind_node, "type", "a string"))?;
    let name = kind.decode();
    let is_allowed = place.allows(&name);
    let part = match name.as_ref() {
        "text" => read_text(node, reading)?,
        "image" | "document" => read_media(node, &kind, reading)?,
        "thinking" => read_thinking(node, reading)?,
        "redacted_thinking" => read_redacted(node, reading)?,
        // The model has calls only in answers and results only as messages of their own.
        "tool_use" if place == BlockPlace::Assistant => read_call(node, reading)?,
        "tool_result" if place == BlockPlace::User => read_result(node, reading)?,
        "server_tool_use" | "web_search_tool_result" | "code_execution_tool_result"
            if place == BlockPlace::Assistant =>
        {
            let mut part = opaque(node, &kind);
            part.set_hosted(read_hosted(node, &name));
            part
        }
        other if is_opaque_block(other) => opaque(node, &kind),
        _ => {
            reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || unknown_part(&kind, BLOCKS));
            return Ok(opaque(node, &kind));
        }
    };
    if !is_allowed {
        reading.report.add(&shape::MISPLACED_PART, node.at(), || {
            format!("a block of type `{}` is not allowed here", kind.show())
        });
    }
    Ok(part)
}

pub(super) fn opaque<'a>(node: Node<'_, 'a>, kind: &Text<'a>) -> Part<'a> {
    shared::opaque(NAME, node, kind.clone())
}

/// `{"type":"ephemeral","ttl":"1h"}`. Everything else is kept as it is.
pub(super) fn read_cache<'a>(
    node: Option<Node<'_, 'a>>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Box<CacheHint<'a>>> {
    let node = node?;
    let is_ephemeral = node.get("type").is_some_and(|kind| kind.is("ephemeral"));
    let ttl = node.get("ttl");
    let seconds = |ttl: Node<'_, '_>| match () {
        () if ttl.is("5m") => Some(300.0),
        () if ttl.is("1h") => Some(3600.0),
        () => None,
    };
    let hint = |ttl| Some(Box::new(CacheHint { at: node.at(), is_on: true, ttl }));
    match (is_ephemeral, node.len(), ttl) {
        (true, 1, None) => return hint(None),
        (true, 2, Some(ttl)) => {
            if let Some(seconds) = seconds(ttl) {
                return hint(Some(Ttl { seconds, raw: ttl.to_raw() }));
            }
        }
        _ => {}
    }
    if !node.is_null() {
        let tag = node.get("type").filter(|tag| tag.is_string() && !is_ephemeral);
        reading.report.add(&shape::BAD_VALUE, tag.unwrap_or(node).at(), || match tag.and_then(|tag| tag.text()) {
            Some(word) => unknown_word("type of cache mark", &word, &["ephemeral"]),
            None => {
                "`cache_control` must be of type `ephemeral`, with a `ttl` of `5m` or `1h` if any".to_owned().into()
            }
        });
    }
    extras.push(NAME, Text::Token("cache_control"), node.to_raw(), node.at());
    None
}

fn read_text<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, text, cache, citations], rest) = node.fields(&["type", "text", "cache_control", "citations"])?;
    let mut part = TextPart::new(need_text(text, "text", node)?, node.at());
    let cache = read_cache(cache, &mut part.extras, reading);
    part.set_cache(cache);
    if let Some(citations) = citations {
        if citations.is_array() {
            let raw = citations.to_raw();
            part.set_citations(Citations { origin: NAME, at: citations.at(), raw });
        } else {
            keep_odd(citations, "citations", "an array", NAME, &mut part.extras, reading);
        }
    }
    unknown_fields(reading, &rest, NAME, "a text block", &mut part.extras);
    Ok(Part::Text(part))
}

fn read_thinking<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, text, signature, cache], rest) = node.fields(&["type", "thinking", "signature", "cache_control"])?;
    let mut it = Reasoning { at: node.at(), ..Reasoning::default() };
    it.text = Some(need_text(text, "thinking", node)?);
    it.signature = optional_text(reading, signature, "signature", Slot::Here, NAME, &mut it.extras);
    if it.signature.is_some() {
        it.family = NAME;
    }
    // A rule of its own says that it may not be here.
    if let Some(cache) = cache {
        it.extras.push(NAME, Text::Token("cache_control"), cache.to_raw(), cache.at());
    }
    unknown_fields(reading, &rest, NAME, "a thinking block", &mut it.extras);
    Ok(Part::Reasoning(Box::new(it)))
}

fn read_redacted<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, data, cache], rest) = node.fields(&["type", "data", "cache_control"])?;
    let mut it = Reasoning { at: node.at(), family: NAME, ..Reasoning::default() };
    it.redacted = Some(need_text(data, "data", node)?);
    if let Some(cache) = cache {
        it.extras.push(NAME, Text::Token("cache_control"), cache.to_raw(), cache.at());
    }
    unknown_fields(reading, &rest, NAME, "a redacted_thinking block", &mut it.extras);
    Ok(Part::Reasoning(Box::new(it)))
}

fn read_call<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, id, name, input, cache, caller, toolset], rest) =
        node.fields(&["type", "id", "name", "input", "cache_control", "caller", "toolset_name"])?;
    let mut extras = Extras::default();
    let mut call = ToolCall {
        at: node.at(),
        id: wanted_text(reading, id, "id", node, Slot::Odd, NAME, &mut extras),
        kind: CallKind::Function,
        name: need_text(name, "name", node)?,
        arguments: Arguments::Object(input.map_or_else(|| Raw::borrowed("{}"), |input| input.to_raw())),
        cache: None,
        signature: None,
        extras,
    };
    match input {
        Some(input) if input.is_object() => {}
        Some(input) => wrong_type(reading, input, "input", "an object"),
        None => reading.report.add(&shape::MISSING_FIELD, node.at(), || "a tool_use block needs `input`".to_owned()),
    }
    call.cache = read_cache(cache, &mut call.extras, reading);
    for (key, field) in [("caller", caller), ("toolset_name", toolset)] {
        if let Some(field) = field {
            call.extras.push(NAME, Text::Token(key), field.to_raw(), field.at());
        }
    }
    unknown_fields(reading, &rest, NAME, "a tool_use block", &mut call.extras);
    Ok(Part::from(call))
}

fn read_result<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, id, content, error, cache], rest) =
        node.fields(&["type", "tool_use_id", "content", "is_error", "cache_control"])?;
    let mut result = ToolResult { at: node.at(), ..ToolResult::default() };
    result.call_id = wanted_text(reading, id, "tool_use_id", node, Slot::Odd, NAME, &mut result.extras);
    result.form = Form::Absent;
    if let Some(content) = content {
        result.form = match content.text() {
            Some(text) => {
                result.parts.push(Part::Text(TextPart::new(text, content.at())));
                Form::Text
            }
            None if content.is_array() => {
                read_blocks(content, BlockPlace::Result, &mut result.parts, reading)?;
                Form::Parts
            }
            None if content.is_null() => {
                wrong_type(reading, content, "content", "a string or an array of blocks");
                Form::Null
            }
            None => return Err(refuse_type(content, "content", "a string or an array of blocks")),
        };
    }
    if let Some(error) = error {
        match error.as_bool() {
            Some(is_error) => result.error = Some((is_error, error.at())),
            None => keep_odd(error, "is_error", "a boolean", NAME, &mut result.extras, reading),
        }
    }
    result.cache = read_cache(cache, &mut result.extras, reading);
    unknown_fields(reading, &rest, NAME, "a tool_result block", &mut result.extras);
    Ok(Part::from(result))
}
