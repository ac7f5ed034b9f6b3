//! Content, which is a string or chunks, and thinking blocks.

use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, OutlineTurn, TextBlock};

/// `{"type":"string","value":"…"}` or `{"type":"chunks","chunks":[…]}`
pub(super) fn write_content(turn: &OutlineTurn<'_>, out: &mut Out) {
    let mut blocks = turn.blocks.iter().filter(|block| is_content(block));
    out.key("content").open(b'{');
    match (blocks.next(), blocks.next()) {
        (None, _) if !turn.is_list => write_string(&Text::Token(""), out),
        (Some(Block::Text(text)), None) if !turn.is_list && text.mark.is_none() => write_string(&text.text, out),
        _ => {
            out.key("type").word("chunks");
            out.key("chunks").open(b'[');
            turn.blocks.iter().for_each(|block| write_chunk(block, out));
            out.close(b']');
        }
    }
    out.close(b'}');
}

/// True for what is in `content`.
fn is_content(block: &Block<'_>) -> bool {
    matches!(block, Block::Text(_) | Block::Media(_))
}

fn write_string(text: &Text<'_>, out: &mut Out) {
    out.key("type").word("string");
    out.key("value").text(text);
}

fn write_chunk(block: &Block<'_>, out: &mut Out) {
    if let Block::Text(text) = block {
        write_text(text, out);
    } else if let Block::Media(media) = block {
        write_media(media, out);
    }
}

fn write_text(text: &TextBlock<'_>, out: &mut Out) {
    out.object(|out| {
        out.key("type").word(if text.mark.is_some() { "cache" } else { "text" });
        out.key("content").text(&text.text);
        if let Some(mark) = &text.mark {
            out.key("cacheable").bool(true);
            // With a fraction, as Python prints it.
            if let Some(ttl) = &mark.hint.ttl {
                out.key("ttl_seconds").verbatim(&format!("{:?}", ttl.seconds));
            }
        }
    });
}

fn write_media(media: &MediaBlock<'_>, out: &mut Out) {
    let FileSource::Base64(data) = &media.source else { return };
    out.object(|out| {
        out.key("type").word("multimodal");
        write_or_null("media_type", media.media_type.as_ref(), out);
        out.key("data").text(data);
        write_or_null("filename", media.name.as_ref(), out);
    });
}

fn write_or_null(key: &str, text: Option<&Text<'_>>, out: &mut Out) {
    match text {
        Some(text) => out.key(key).text(text),
        None => out.key(key).null(),
    }
}

/// `[{"type":"thinking","thinking":"…","signature":"…"}]`, if there are any.
pub(super) fn write_thinking(blocks: &[Block<'_>], out: &mut Out) {
    let is_thinking = |block: &&Block<'_>| matches!(block, Block::Reasoning(_) | Block::Redacted(_));
    let mut blocks = blocks.iter().filter(is_thinking).peekable();
    if blocks.peek().is_none() {
        return;
    }
    out.key("thinking_blocks").open(b'[');
    for block in blocks {
        out.object(|out| match block {
            Block::Reasoning(it) => {
                out.key("type").word("thinking");
                out.key("thinking").text(it.text.as_ref().unwrap_or(&Text::Token("")));
                // The library hands the blocks to Anthropic as they are.
                if let Some(signature) = it.signature.as_ref().filter(|_| it.family == "anthropic") {
                    out.key("signature").text(signature);
                }
            }
            Block::Redacted(it) => {
                out.key("type").word("redacted_thinking");
                out.key("data").text(it.redacted.as_ref().unwrap_or(&Text::Token("")));
            }
            Block::Text(_)
            | Block::Refusal(_)
            | Block::Call(_)
            | Block::Result(_)
            | Block::Media(_)
            | Block::Raw(_) => {}
        });
    }
    out.close(b']');
}
