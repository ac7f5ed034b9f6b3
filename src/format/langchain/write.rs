//! A list of messages in dict form, which `messages_from_dict` of Python and `mapStoredMessagesToChatMessages` of
//! JavaScript read.

use super::hosted::LATE;
use super::message::provider_of_family;
use crate::json::{Out, Text};
use crate::lower::{
    Block, FileSource, HostedBlock, MediaBlock, Outline, OutlineRole, OutlineTurn, ResultBlock, TextBlock,
};
use crate::model::{HostedOutcome, HostedTool, MediaKind, MediaSource, Reasoning};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    for turn in &outline.turns {
        write_turn(turn, out);
    }
    out.close(b']');
}

fn write_turn(turn: &OutlineTurn<'_>, out: &mut Out) {
    let kind = match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => "system",
        OutlineRole::User => "human",
        OutlineRole::Assistant => "ai",
        OutlineRole::Tool => "tool",
    };
    out.source(turn.at).open(b'{');
    out.key("type").word(kind);
    out.key("data").open(b'{');
    match turn.blocks.first().and_then(Block::as_result) {
        Some(result) => write_result(result, turn, out),
        None => write_message(kind, turn, out),
    }
    out.close(b'}');
    out.close(b'}');
}

fn refusal_of<'b>(block: &'b Block<'_>) -> Option<&'b Text<'b>> {
    if let Block::Refusal(text) = block { Some(&text.text) } else { None }
}

/// The package of the service that signed reasoning, and sends the signature back, or has a file.
fn provider_of(block: &Block<'_>) -> Option<&'static str> {
    match block {
        Block::Reasoning(it) | Block::Redacted(it) => {
            it.signature.as_ref().or(it.redacted.as_ref()).and_then(|_| provider_of_family(it.family))
        }
        Block::Media(it) => {
            let MediaSource::Remote { service, .. } = it.media.source else { return None };
            provider_of_family(service)
        }
        Block::Text(_) | Block::Refusal(_) | Block::Call(_) | Block::Result(_) | Block::Raw(_) => None,
    }
}

fn write_provider(blocks: &[Block<'_>], out: &mut Out) {
    if let Some(provider) = blocks.iter().find_map(provider_of) {
        out.key("model_provider").word(provider);
    }
}

fn write_head(turn: &OutlineTurn<'_>, out: &mut Out) {
    if let Some(id) = turn.id.as_deref().or(turn.details().id.as_ref()) {
        out.key("id").text(id);
    }
}

fn write_message(kind: &'static str, turn: &OutlineTurn<'_>, out: &mut Out) {
    out.key("content");
    write_content(&turn.blocks, turn.is_list, out);
    out.key("additional_kwargs").object(|out| {
        if turn.speaker == OutlineRole::Developer {
            out.key("__openai_role__").word("developer");
        }
        let mut refusals = turn.blocks.iter().filter_map(refusal_of);
        if let Some(first) = refusals.next() {
            out.key("refusal").joined(std::iter::once(first).chain(refusals));
        }
    });
    out.key("response_metadata").object(|out| {
        write_provider(&turn.blocks, out);
        if let Some(finish) = turn.finish() {
            out.key("finish_reason").text(&finish.reason);
        }
    });
    out.key("type").word(kind);
    if let Some(name) = turn.name() {
        out.key("name").text(name);
    }
    write_head(turn, out);
    if turn.speaker != OutlineRole::Assistant {
        return;
    }
    out.key("tool_calls").open(b'[');
    for call in turn.blocks.iter().filter_map(Block::as_call) {
        out.source(call.call.at).object(|out| {
            out.key("name").text(&call.name);
            out.key("args").verbatim(call.object.as_deref().unwrap_or("{}"));
            out.key("id");
            match &call.id {
                Some(id) => out.text(id),
                None => out.null(),
            }
            out.key("type").word("tool_call");
        });
    }
    out.close(b']');
    out.key("invalid_tool_calls").array(|_| {});
}

fn write_result(result: &ResultBlock<'_>, turn: &OutlineTurn<'_>, out: &mut Out) {
    out.key("content");
    write_content(&result.blocks, result.is_list, out);
    out.key("additional_kwargs").object(|_| {});
    out.key("response_metadata").object(|out| write_provider(&result.blocks, out));
    out.key("type").word("tool");
    if let Some(name) = &result.name {
        out.key("name").text(name);
    }
    write_head(turn, out);
    out.key("tool_call_id").text(result.id.as_ref().unwrap_or(&Text::Token("")));
    out.key("status").word(if result.is_error == Some(true) { "error" } else { "success" });
}

/// A string, where the content is one text or nothing; else blocks. Calls and refusals have other places.
fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    let is_content = |block: &&Block<'_>| !matches!(block, Block::Call(_) | Block::Refusal(_) | Block::Result(_));
    let mut content = blocks.iter().filter(is_content).peekable();
    let first = content.next();
    match (first, content.peek()) {
        (None, _) if !is_list => out.string(""),
        (Some(Block::Text(text)), None) if !is_list => out.text(&text.text),
        (first, _) => {
            out.open(b'[');
            first.into_iter().chain(content).for_each(|block| write_block(block, out));
            out.close(b']');
        }
    }
}

fn write_block(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Text(text) => write_text(text, out),
        Block::Reasoning(it) => write_reasoning(it, out),
        Block::Redacted(it) => out.source(it.at).object(|out| {
            out.key("type").word("redacted_thinking");
            out.key("data").text(it.redacted.as_ref().unwrap_or(&Text::Token("")));
        }),
        Block::Media(media) => out.source(media.media.at).object(|out| write_media(media, out)),
        Block::Raw(raw) => raw.write(out),
        Block::Call(_) | Block::Refusal(_) | Block::Result(_) => {}
    }
}

fn write_text(text: &TextBlock<'_>, out: &mut Out) {
    out.source(text.at).object(|out| {
        out.key("type").word("text");
        out.key("text").text(&text.text);
    });
}

/// Claude's reasoning as its package stores it, and the block of the library for all others.
fn write_reasoning(it: &Reasoning<'_>, out: &mut Out) {
    let text = it.text.as_ref().unwrap_or(&Text::Token(""));
    let signature = it.signature.as_ref().filter(|_| matches!(it.family, "anthropic" | "gemini"));
    out.source(it.at).object(|out| match signature {
        Some(signature) if it.family == "anthropic" => {
            out.key("type").word("thinking");
            out.key("thinking").text(text);
            out.key("signature").text(signature);
        }
        signature => {
            out.key("type").word("reasoning");
            out.key("reasoning").text(text);
            if let Some(signature) = signature {
                out.key("extras").object(|out| out.key("signature").text(signature));
            }
        }
    });
}

fn write_media(media: &MediaBlock<'_>, out: &mut Out) {
    // Images in the form that both languages and all packages take.
    if media.kind == MediaKind::Image && media.name.is_none() {
        let url = match (&media.source, &media.media_type) {
            (FileSource::Url(url), None) => Some(url.borrow()),
            (FileSource::Base64(data), Some(kind)) => {
                Some(Text::owned_token(format!("data:{};base64,{}", kind.spelling(), data.spelling())))
            }
            _ => None,
        };
        if let Some(url) = url {
            out.key("type").word("image_url");
            out.key("image_url").object(|out| {
                out.key("url").text(&url);
                if let Some(detail) = &media.detail {
                    out.key("detail").text(detail);
                }
            });
            return;
        }
    }
    let is_plain = matches!(media.source, FileSource::Plain(_));
    out.key("type").word(match media.kind {
        _ if is_plain => "text-plain",
        MediaKind::Image => "image",
        MediaKind::Audio => "audio",
        MediaKind::Video => "video",
        MediaKind::Document | MediaKind::Unknown => "file",
    });
    match &media.source {
        FileSource::Base64(data) => out.key("base64").text(data),
        FileSource::Plain(text) => out.key("text").text(text),
        FileSource::Url(url) | FileSource::File(url) => out.key("url").text(url),
        FileSource::Remote(id) => out.key("file_id").text(id),
    }
    match &media.media_type {
        Some(media_type) => out.key("mime_type").text(media_type),
        None if is_plain => out.key("mime_type").word("text/plain"),
        None => {}
    }
    if let Some(name) = &media.name {
        out.key(if is_plain { "title" } else { "filename" }).text(name);
    }
    if let Some(detail) = &media.detail {
        out.key("extras").object(|out| out.key("detail").text(detail));
    }
}

/// `{"type":"server_tool_call","id":"srvtoolu_1","name":"web_search","args":{"query":"rain"}}`
pub(super) fn write_hosted_call(block: &HostedBlock<'_>, out: &mut Out) {
    let key = match block.tool {
        HostedTool::WebSearch => "query",
        HostedTool::CodeExecution => "code",
    };
    out.object(|out| {
        out.key("type").word("server_tool_call");
        out.key("id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("name").word(block.tool.word());
        out.key("args").object(|out| out.key(key).text(block.text));
    });
}

/// `{"type":"server_tool_result","tool_call_id":"srvtoolu_1","status":"success","output":[]}`
pub(super) fn write_hosted_result(block: &HostedBlock<'_>, out: &mut Out) {
    let is_error = matches!(block.outcome, Some(HostedOutcome::Failed | HostedOutcome::TimedOut));
    out.object(|out| {
        out.key("type").word("server_tool_result");
        out.key("tool_call_id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("status").word(if is_error { "error" } else { "success" });
        out.key("output");
        match block.tool {
            HostedTool::WebSearch => out.array(|_| {}),
            HostedTool::CodeExecution if block.outcome == Some(HostedOutcome::TimedOut) => {
                out.object(|out| out.key("error_code").word(LATE));
            }
            HostedTool::CodeExecution => out.object(|out| {
                out.key("stdout").text(&block.output);
                out.key("stderr").text(&block.errors);
            }),
        }
    });
}
