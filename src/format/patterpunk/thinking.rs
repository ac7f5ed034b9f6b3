//! Thinking blocks: `{"type":"thinking","thinking":"…","signature":"…"}`. The library returns them as it got them.

use super::NAME;
use super::preserved_fields::{keep, keep_odd, text_or_keep};
use crate::format::Reading;
use crate::format::shared::extras;
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
    let unexpected = match (thinking, data) {
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
            return Ok(Part::Opaque(Box::new(Opaque {
                hosted: None,
                is_call: false,
                origin: NAME,
                at: block.at(),
                kind,
                raw: block.to_raw(),
            })));
        }
    };
    if let Some((unexpected, key)) = unexpected {
        keep(unexpected, key, &mut it.extras);
    }
    if it.signature.is_some() || it.redacted.is_some() {
        it.family = "anthropic";
    }
    extras(&rest, NAME, &mut it.extras);
    Ok(Part::Reasoning(Box::new(it)))
}
