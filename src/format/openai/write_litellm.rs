//! What litellm and its like take beside the fields of the API: reasoning, its proof, cache marks.

use super::NAME;
use super::compatible::is_compatible;
use super::dialect::Dialect;
use crate::format::Writing;
use crate::json::Text;
use crate::model::{CacheHint, Message, Part, Reasoning, Slot, TextPart, ToolCall};
use crate::report::loss;

/// `reasoning_content` holds all words, `thinking_blocks` those with a proof. For Mistral see the content.
pub(super) fn write_reasoning(message: &Message<'_>, writing: &mut Writing<'_>) {
    // What this format's reader found goes back as it came.
    let is_kept = message.extras.in_slot(NAME, Slot::Here).any(|extra| {
        let key = extra.key.decode();
        is_compatible(&key) && Dialect::LiteLlm.keeps(&key, writing)
    });
    if Dialect::of(writing) != Dialect::LiteLlm || is_kept {
        return;
    }
    let parts = message.parts.iter().filter_map(|part| match part {
        // A chunk of the content stays there.
        Part::Reasoning(it) if it.extras.find_mark(NAME, "thinking").is_none() => Some(it.as_ref()),
        Part::Reasoning(_)
        | Part::Text(_)
        | Part::Call(_)
        | Part::Result(_)
        | Part::Media(_)
        | Part::Refusal(_)
        | Part::Opaque(_) => None,
    });
    let parts: Vec<&Reasoning<'_>> = parts.collect();
    let words: Vec<Text<'_>> = parts.iter().filter_map(|part| part.text.as_ref()).map(Text::borrow).collect();
    if words.iter().any(|text| !text.is_empty()) {
        writing.out.key("reasoning_content").joined(&words);
    }
    let is_block =
        |part: &&&Reasoning<'_>| part.family == "anthropic" && (part.signature.is_some() || part.redacted.is_some());
    let mut is_open = false;
    for part in &parts {
        if !is_block(&part) {
            report_foreign(part, writing);
            continue;
        }
        if !is_open {
            writing.out.key("thinking_blocks").open(b'[');
            is_open = true;
        }
        if let Some(signature) = &part.signature {
            writing.out.open(b'{');
            writing.out.key("type").word("thinking");
            writing.out.key("thinking").text(part.text.as_ref().unwrap_or(&Text::Token("")));
            writing.out.key("signature").text(signature);
            writing.out.close(b'}');
        }
        if let Some(data) = &part.redacted {
            writing.out.open(b'{');
            writing.out.key("type").word("redacted_thinking");
            writing.out.key("data").text(data);
            writing.out.close(b'}');
        }
    }
    if is_open {
        writing.out.close(b']');
    }
}

/// Proofs of other providers have no field there.
fn report_foreign(part: &Reasoning<'_>, writing: &mut Writing<'_>) {
    // Those of families nobody knows there are reported by what the dialect holds.
    if part.family != "gemini" {
        return;
    }
    if part.signature.is_some() {
        writing.report.add(&loss::SIGNATURE, part.at, || "a reasoning signature of gemini is dropped".to_owned());
    }
    if part.redacted.is_some() {
        writing.report.add(&loss::REDACTED, part.at, || "sealed reasoning of gemini is dropped".to_owned());
    }
}

/// `{"thought_signature":"…"}`, where the call was read from another format.
pub(super) fn write_call_signature(call: &ToolCall<'_>, writing: &mut Writing<'_>) {
    let Some(signature) = call.signature.as_ref().filter(|_| Dialect::of(writing) == Dialect::LiteLlm) else { return };
    if call.extras.get(NAME, "provider_specific_fields").is_some() {
        return;
    }
    writing.out.key("provider_specific_fields").object(|out| out.key("thought_signature").text(&signature.text));
}

/// Calls may be signed there, texts may not. Where a dialect holds no signature at all, that is reported elsewhere.
pub(super) fn drop_text_signatures(parts: &[Part<'_>], writing: &mut Writing<'_>) {
    if Dialect::of(writing) != Dialect::LiteLlm {
        return;
    }
    for part in parts {
        match part {
            Part::Text(TextPart { signature: Some(signature), .. }) if signature.family == "gemini" => {
                writing.report.add(&loss::SIGNATURE, signature.at, || "a signature of a text is dropped".to_owned());
            }
            Part::Text(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Reasoning(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
}

/// `{"type":"ephemeral","ttl":"1h"}`
pub(super) fn write_mark(cache: &CacheHint<'_>, writing: &mut Writing<'_>) {
    let ttl = cache.ttl.as_ref().map(|ttl| if ttl.seconds > 300.0 { ("1h", 3600.0) } else { ("5m", 300.0) });
    if let (Some(ttl), Some((word, seconds))) = (&cache.ttl, ttl)
        && (ttl.seconds - seconds).abs() > 0.5
    {
        writing
            .report
            .add(&loss::CACHE_CHANGED, cache.at, || format!("the cache lifetime {} became {word}", ttl.raw.as_str()));
    }
    writing.out.key("cache_control").object(|out| {
        out.key("type").word("ephemeral");
        if let Some((word, _)) = ttl {
            out.key("ttl").word(word);
        }
    });
}
