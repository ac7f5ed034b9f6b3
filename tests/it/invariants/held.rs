//! What a conversation holds, for the readers' invariant: values with their places, and signs of what it has instead of words.

use std::borrow::Cow;

use turnwise::json::{At, RecordText};
use turnwise::model::walk::{FactKind, facts};
use turnwise::model::{
    CacheHint, CallKind, Conversation, Extra, Extras, Form, MediaSource, Message, OutputRequest, Part, ToolKind,
};

/// A value of the model.
pub struct Held<'c> {
    pub value: Cow<'c, str>,
    pub at: At,
}

impl Held<'_> {
    /// The reader made it; it is not a piece of the record.
    pub fn is_made(&self, record: &RecordText<'_>) -> bool {
        record.span_of(&self.value).is_none()
    }
}

/// Every fact, and what facts omit because it says nothing to others: notes, how lifetimes are spelled, branches. Notes of
/// whole objects and lists hold nothing by themselves: a reader that forgets a field would never be found.
pub fn held<'c>(conversation: &'c Conversation<'c>) -> Vec<Held<'c>> {
    let mut all = Vec::new();
    facts(conversation, &mut |fact| {
        if matches!(fact.kind, FactKind::Media | FactKind::Signature) {
            // The same base64 in the alphabet for URLs.
            let value = fact.value.trim_end_matches('=').replace('+', "-").replace('/', "_");
            all.push(Held { value: value.into(), at: fact.at });
        }
        all.push(Held { value: fact.value, at: fact.at });
    });
    each_extras(conversation, &mut |extras| {
        let notes = extras.fields().iter().filter(|extra| extra.is_note && !is_whole(extra));
        all.extend(notes.map(|note| Held { value: note.value.as_str().into(), at: note.at }));
    });
    each_cache(conversation, &mut |cache| {
        if let Some(ttl) = &cache.ttl {
            let raw = ttl.raw.as_str();
            all.push(Held { value: raw.trim_matches('"').into(), at: cache.at });
        }
    });
    // The weight that a message has anyway is no fact, and is held as it was written.
    for weight in conversation.all_messages().filter_map(|message| message.details().weight.as_ref()) {
        all.push(Held { value: weight.value.as_str().into(), at: weight.at });
    }
    // A hosted call has facts, and is held as it was written.
    for part in conversation.parts() {
        if let Part::Opaque(it) = part {
            all.push(Held { value: it.raw.as_str().into(), at: it.at });
        }
    }
    for branch in &conversation.branches {
        all.extend(
            branch.extras.fields().iter().map(|extra| Held { value: extra.value.as_str().into(), at: extra.at }),
        );
        for text in [&branch.id, &branch.name].into_iter().flatten() {
            all.push(Held { value: text.decode_json(), at: branch.at });
        }
        for step in branch.order.iter().chain(&branch.system) {
            all.push(Held { value: step.id.decode_json(), at: step.at });
        }
    }
    all
}

/// What the model has instead of a word of the format, such as `role assistant` or `call function`, and where.
pub fn signs(conversation: &Conversation<'_>) -> Vec<(At, String)> {
    let mut signs = vec![(At::byte(0), format!("shape {}", conversation.source.shape))];
    signs.extend(conversation.extras.fields().iter().map(|extra| (extra.at, format!("extra {}", extra.key.decode()))));
    if let Some(output) = &conversation.output {
        signs.push((output.at, "output".into()));
    }
    for tool in &conversation.tools {
        let kind = match tool.kind {
            ToolKind::Function => "function",
            ToolKind::LegacyFunction => "legacy",
            ToolKind::Custom => "custom",
            ToolKind::Hosted => "hosted",
        };
        signs.push((tool.at, format!("tool {kind}")));
        if let Some((is_strict, at)) = tool.strict {
            signs.push((at, format!("strict {is_strict}")));
        }
    }
    for message in conversation.all_messages() {
        signs.push((message.at, format!("role {}", message.role.name())));
        signs.push((message.at, format!("form {}", form(message.form))));
        if let Some(output) = &message.details().output {
            signs.push((output.at, "output".into()));
        }
        for part in &message.parts {
            signs.push((part.at(), format!("by {}", message.role.name())));
            add_part(part, &mut signs);
        }
    }
    each_extras(conversation, &mut |extras| {
        let notes = extras.fields().iter().filter(|extra| extra.is_note && is_whole(extra));
        signs.extend(notes.map(|note| (note.at, "note".to_owned())));
    });
    each_cache(conversation, &mut |cache| {
        signs.push((cache.at, format!("cache {}", if cache.is_on { "on" } else { "off" })));
    });
    signs
}

/// It is an object or a list.
fn is_whole(extra: &Extra<'_>) -> bool {
    extra.value.as_str().starts_with(['{', '['])
}

fn form(form: Form) -> &'static str {
    match form {
        Form::Unknown => "unknown",
        Form::Absent => "absent",
        Form::Null => "null",
        Form::Text => "text",
        Form::Parts => "parts",
    }
}

fn add_part(part: &Part<'_>, signs: &mut Vec<(At, String)>) {
    let at = part.at();
    let mut add = |sign: String| signs.push((at, sign));
    match part {
        Part::Text(it) => {
            add("text".into());
            if it.is_json {
                add("text json".into());
            }
        }
        Part::Refusal(_) => add("refusal".into()),
        Part::Reasoning(it) => {
            add(if it.redacted.is_some() { "redacted" } else { "reasoning" }.into());
        }
        Part::Call(it) => {
            let kind = match it.kind {
                CallKind::Function => "function",
                CallKind::LegacyFunction => "legacy",
                CallKind::Custom => "custom",
            };
            add(format!("call {kind}"));
            if it.id.is_none() {
                add("no id".into());
            }
        }
        Part::Media(it) => {
            add(format!("media {}", it.kind.word()));
            let source = match &it.source {
                MediaSource::Url(_) => "url",
                MediaSource::Base64(_) => "base64",
                MediaSource::File(_) => "file",
                MediaSource::Remote { .. } => "remote",
                MediaSource::Plain(_) => "plain",
            };
            add(format!("source {source}"));
            add("media".into());
            if let MediaSource::Remote { service, .. } = &it.source {
                add(format!("service {service}"));
            }
            if let Some(media_type) = &it.media_type {
                add(format!("type {}", media_type.decode()));
            }
        }
        Part::Opaque(_) => add("opaque".into()),
        Part::Result(it) => {
            add(if it.is_legacy { "result legacy" } else { "result" }.into());
            add(format!("form {}", form(it.form)));
            if it.call_id.is_none() {
                add("no id".into());
            }
            if let Some((is_error, error_at)) = it.error {
                signs.push((error_at, format!("error {is_error}")));
            }
            it.parts.iter().for_each(|part| add_part(part, signs));
        }
    }
}

fn each_extras<'c>(conversation: &'c Conversation<'c>, visit: &mut dyn FnMut(&'c Extras<'c>)) {
    visit(&conversation.extras);
    let mut outputs: Vec<&'c OutputRequest<'c>> = conversation.output.as_deref().into_iter().collect();
    conversation.tools.iter().for_each(|tool| visit(&tool.extras));
    conversation.branches.iter().for_each(|branch| visit(&branch.extras));
    for message in &conversation.messages {
        visit(&message.extras);
        outputs.extend(&message.details().output);
        each_part(message, &mut |part| match part {
            Part::Text(it) | Part::Refusal(it) => visit(&it.extras),
            Part::Reasoning(it) => visit(&it.extras),
            Part::Call(it) => visit(&it.extras),
            Part::Result(it) => visit(&it.extras),
            Part::Media(it) => visit(&it.extras),
            Part::Opaque(_) => {}
        });
    }
    for output in outputs {
        visit(&output.extras);
    }
}

fn each_cache<'c>(conversation: &'c Conversation<'c>, visit: &mut dyn FnMut(&'c CacheHint<'c>)) {
    conversation.tools.iter().filter_map(|tool| tool.cache.as_deref()).for_each(&mut *visit);
    for message in &conversation.messages {
        each_part(message, &mut |part| {
            let cache = match part {
                Part::Text(it) | Part::Refusal(it) => it.cache(),
                Part::Call(it) => it.cache.as_deref(),
                Part::Result(it) => it.cache.as_deref(),
                Part::Media(it) => it.cache.as_deref(),
                Part::Reasoning(_) | Part::Opaque(_) => None,
            };
            cache.into_iter().for_each(&mut *visit);
        });
    }
}

/// Parts of results too.
fn each_part<'c>(message: &'c Message<'c>, visit: &mut dyn FnMut(&'c Part<'c>)) {
    for part in &message.parts {
        visit(part);
        if let Part::Result(result) = part {
            result.parts.iter().for_each(&mut *visit);
        }
    }
}
