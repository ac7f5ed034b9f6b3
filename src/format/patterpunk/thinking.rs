//! Thinking blocks: `{"type":"thinking","thinking":"…","signature":"…"}`. The library returns them as it got them.

use super::keep::{keep, keep_odd, text_or_keep};
use super::{FORMAT, NAME};
use crate::format::shared::{extras, write_extras};
use crate::format::{Reading, Writing};
use crate::json::Node;
use crate::model::{Message, Opaque, Part, Reasoning};
use crate::report::Refused;

const KEY: &str = "thinking_blocks";

pub(super) fn read_blocks<'a>(
    blocks: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !blocks.is_array() || blocks.items().any(|block| !block.is_object()) {
        keep_odd(blocks, KEY, "an array of objects", &mut message.extras, reading);
        return Ok(());
    }
    if blocks.is_empty() {
        keep(blocks, KEY, &mut message.extras);
    }
    for block in blocks.items() {
        message.parts.push(read_block(block, reading)?);
    }
    Ok(())
}

fn read_block<'a>(block: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([kind, thinking, signature, data], rest) = block.fields(&["type", "thinking", "signature", "data"])?;
    let is = |name: &str| kind.is_some_and(|kind| kind.is(name));
    let mut it = Reasoning { at: block.at(), ..Reasoning::default() };
    let odd = match (thinking, data) {
        (Some(thinking), _) if is("thinking") && thinking.is_string() => {
            it.text = thinking.text();
            match signature {
                // Bedrock's streams leave an empty one: it comes back, and proves nothing.
                Some(empty) if empty.is("") => keep(empty, "signature", &mut it.extras),
                signature => it.signature = text_or_keep(signature, "signature", &mut it.extras, reading),
            }
            data.map(|data| (data, "data"))
        }
        (_, Some(data)) if is("redacted_thinking") && data.is_string() => {
            it.redacted = data.text();
            if let Some(signature) = signature {
                keep(signature, "signature", &mut it.extras);
            }
            thinking.map(|thinking| (thinking, "thinking"))
        }
        _ => {
            let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
            return Ok(Part::Opaque(Box::new(Opaque { origin: NAME, at: block.at(), kind, raw: block.to_raw() })));
        }
    };
    if let Some((odd, key)) = odd {
        keep(odd, key, &mut it.extras);
    }
    if it.signature.is_some() || it.redacted.is_some() {
        it.family = "anthropic";
    }
    extras(&rest, NAME, &mut it.extras);
    Ok(Part::Reasoning(Box::new(it)))
}

/// Writes the blocks of a message, if there are any.
pub(super) fn write_blocks(message: &Message<'_>, writing: &mut Writing<'_>) {
    let mut is_open = false;
    for part in &message.parts {
        let has_block = match part {
            Part::Reasoning(it) => it.text.is_some() || is_own_family(it),
            Part::Opaque(it) => it.origin == NAME,
            Part::Text(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => false,
        };
        if has_block && !is_open {
            writing.out.key(KEY).open(b'[');
            is_open = true;
        }
        match part {
            Part::Reasoning(it) if has_block => write_block(it, writing),
            Part::Opaque(it) if has_block => writing.out.raw(&it.raw),
            Part::Reasoning(_)
            | Part::Opaque(_)
            | Part::Text(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_) => {}
        }
    }
    if is_open {
        writing.out.close(b']');
    }
}

/// The library hands blocks to Anthropic as they are, so no other service's signature or seal may stand there.
fn is_own_family(it: &Reasoning<'_>) -> bool {
    FORMAT.policy.has_family(it.family) && (it.signature.is_some() || it.redacted.is_some())
}

fn write_block(it: &Reasoning<'_>, writing: &mut Writing<'_>) {
    let signature = it.signature.as_ref().filter(|_| is_own_family(it));
    let redacted = it.redacted.as_ref().filter(|_| is_own_family(it));
    let is_thinking = it.text.is_some() || signature.is_some();
    if is_thinking {
        writing.out.open(b'{');
        writing.out.key("type").string("thinking");
        match &it.text {
            Some(text) => writing.out.key("thinking").text(text),
            None => writing.out.key("thinking").string(""),
        }
        if let Some(signature) = signature {
            writing.out.key("signature").text(signature);
        }
        write_extras(&it.extras, NAME, writing);
        writing.out.close(b'}');
    }
    if let Some(data) = redacted {
        writing.out.open(b'{');
        writing.out.key("type").string("redacted_thinking");
        writing.out.key("data").text(data);
        if !is_thinking {
            write_extras(&it.extras, NAME, writing);
        }
        writing.out.close(b'}');
    }
}
