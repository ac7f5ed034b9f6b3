//! A readable dump of the model: the golden form in tests, and the definition of equal conversations.

use std::fmt::Write;

use super::branch::{Branch, BranchKind};
use super::conversation::Conversation;
use super::extras::{Extras, Slot};
use super::media::{Media, MediaSource};
use super::message::Message;
use super::output::OutputRequest;
use super::part::{CacheHint, Part, Signature, TextPart};
use super::preference::{Preference, Rating};
use super::tool::{Arguments, ToolCall, ToolResult, ToolSpec};
use crate::json::{Text, minify, quoted};

/// Prints a conversation: one line a message, part, tool or field, indented.
#[must_use]
pub fn dump(conversation: &Conversation<'_>) -> String {
    let mut out = Dump::default();
    out.line(
        "conversation",
        &[("shape", Some(conversation.source.shape.to_owned())), ("id", show(conversation.id.as_ref()))],
    );
    out.depth += 1;
    out.output(conversation.output.as_deref());
    out.extras(&conversation.extras);
    for tool in &conversation.tools {
        out.tool(tool);
    }
    for message in &conversation.messages {
        out.message(message);
    }
    for branch in &conversation.branches {
        out.branch(branch);
    }
    if let Some(preference) = &conversation.preference {
        out.preference(preference);
    }
    out.text
}

/// Equal in meaning: all facts and their order agree, regardless of spelling.
#[must_use]
pub fn same(a: &Conversation<'_>, b: &Conversation<'_>) -> bool {
    dump(a) == dump(b)
}

#[derive(Default)]
struct Dump {
    text: String,
    depth: usize,
}

fn show(text: Option<&Text<'_>>) -> Option<String> {
    text.map(|text| quoted(&text.decode_json()))
}

fn compact(json: &str) -> String {
    let mut bytes = Vec::new();
    minify(json, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

impl Dump {
    fn line(&mut self, name: &str, facts: &[(&str, Option<String>)]) {
        let _ = write!(self.text, "{:1$}{name}", "", self.depth * 2);
        for (key, value) in facts {
            if let Some(value) = value {
                let _ = write!(self.text, " {key}={value}");
            }
        }
        self.text.push('\n');
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    fn extras(&mut self, extras: &Extras<'_>) {
        for extra in extras.fields() {
            let key = quoted(&extra.key.decode_json());
            let slot = (extra.slot != Slot::Here).then(|| format!("{:?}", extra.slot));
            let value = Some(compact(extra.value.as_str()));
            self.line("extra", &[("from", Some(extras.origin().into())), ("in", slot), (&key, value)]);
        }
    }

    fn output(&mut self, output: Option<&OutputRequest<'_>>) {
        let Some(output) = output else { return };
        let schema = output.schema.as_ref().map(|schema| compact(schema.as_str()));
        let strict = output.strict.map(|(is_strict, _)| is_strict.to_string());
        self.line(
            "output",
            &[
                ("name", show(output.name.as_ref())),
                ("class", show(output.class.as_ref())),
                ("strict", strict),
                ("schema", schema),
            ],
        );
        self.inside(|out| out.extras(&output.extras));
    }

    fn tool(&mut self, tool: &ToolSpec<'_>) {
        self.line(
            "tool",
            &[
                ("kind", Some(format!("{:?}", tool.kind))),
                ("name", show(Some(&tool.name))),
                ("description", show(tool.description.as_ref())),
                ("parameters", tool.parameters.as_ref().map(|raw| compact(raw.as_str()))),
                ("strict", tool.strict.map(|(is_strict, _)| is_strict.to_string())),
                ("raw", tool.raw.as_ref().map(|raw| compact(raw.as_str()))),
                ("strict", tool.strict.map(|(is_strict, _)| is_strict.to_string())),
                ("in_text", tool.is_in_text.then(|| "true".to_owned())),
            ],
        );
        self.inside(|out| {
            out.cache(tool.cache.as_deref());
            out.extras(&tool.extras);
        });
    }

    fn preference(&mut self, preference: &Preference<'_>) {
        let steps: Vec<_> = preference.steps.iter().map(|step| step.is_good.to_string()).collect();
        let steps = (!steps.is_empty()).then(|| steps.join(","));
        let rating = |rating: &Rating<'_>| {
            let verdict = rating.verdict.map(|verdict| verdict.name().to_owned());
            (verdict, rating.score.as_ref().map(|(score, _)| compact(score.as_str())))
        };
        let (verdict, score) = rating(&preference.rating);
        let start = Some(preference.start.to_string());
        self.line("answer", &[("start", start), ("rating", verdict), ("score", score), ("steps", steps)]);
        for answer in &preference.others {
            let (verdict, score) = rating(&answer.rating);
            self.line("other", &[("rating", verdict), ("score", score)]);
            self.inside(|out| answer.messages.iter().for_each(|message| out.message(message)));
        }
    }

    /// A branch of a tree. Those that a format stores by name are reported by its own fields.
    fn branch(&mut self, branch: &Branch<'_>) {
        if branch.kind == BranchKind::Stored {
            return;
        }
        let own: Vec<_> = branch.order.iter().filter_map(|step| Some(step.message?.to_string())).collect();
        let after: Vec<_> = branch.compactions.iter().map(|compaction| compaction.steps.to_string()).collect();
        self.line(
            "branch",
            &[
                ("kind", Some(format!("{:?}", branch.kind))),
                ("id", show(branch.id.as_ref())),
                ("name", show(branch.name.as_ref())),
                ("stem", branch.stem.map(|stem| format!("{}/{}", stem.branch, stem.steps))),
                ("messages", Some(own.join(","))),
                ("compacted_after", (!after.is_empty()).then(|| after.join(","))),
            ],
        );
    }

    fn message(&mut self, message: &Message<'_>) {
        self.line(
            "message",
            &[
                ("role", Some(quoted(&message.role.name()))),
                ("form", Some(format!("{:?}", message.form))),
                ("turn", message.turn.map(|turn| turn.to_string())),
                ("id", show(message.details().id.as_ref())),
                ("name", show(message.details().name.as_ref())),
                ("sender", show(message.details().sender.as_ref())),
                ("recipient", show(message.details().recipient.as_ref())),
                ("time", show(message.details().time.as_ref())),
                ("by_program", message.details().by_program.map(|it| it.word().to_owned())),
                ("finish", show(message.details().finish.as_ref().map(|finish| &finish.reason))),
                ("weight", message.details().weight.as_ref().map(|weight| weight.value.as_str().to_owned())),
                ("verbatim", show(message.details().verbatim.as_ref())),
            ],
        );
        self.inside(|out| {
            out.output(message.details().output.as_ref());
            out.extras(&message.extras);
            out.parts(&message.parts);
        });
    }

    fn parts(&mut self, parts: &[Part<'_>]) {
        for part in parts {
            match part {
                Part::Text(text) => self.text_part("text", text),
                Part::Refusal(text) => self.text_part("refusal", text),
                Part::Reasoning(it) => {
                    self.line(
                        "reasoning",
                        &[
                            ("text", show(it.text.as_ref())),
                            ("signature", show(it.signature.as_ref())),
                            ("redacted", show(it.redacted.as_ref())),
                            ("family", (!it.family.is_empty()).then(|| it.family.to_owned())),
                        ],
                    );
                    self.inside(|out| out.extras(&it.extras));
                }
                Part::Call(call) => self.call(call),
                Part::Result(result) => self.result(result),
                Part::Media(media) => self.media(media),
                Part::Opaque(it) => {
                    let raw = compact(it.raw.as_str());
                    self.line("opaque", &[("from", Some(it.origin.to_owned())), ("raw", Some(raw))]);
                }
            }
        }
    }

    fn text_part(&mut self, name: &str, part: &TextPart<'_>) {
        let citations = part.citations().map(|it| compact(it.raw.as_str()));
        let json = part.is_json.then(|| "true".to_owned());
        self.line(name, &[("text", show(Some(&part.text))), ("json", json), ("citations", citations)]);
        self.inside(|out| {
            out.signature(part.signature());
            out.cache(part.cache());
            out.extras(&part.extras);
        });
    }

    fn signature(&mut self, signature: Option<&Signature<'_>>) {
        if let Some(it) = signature {
            self.line("signature", &[("family", Some(it.family.to_owned())), ("text", show(Some(&it.text)))]);
        }
    }

    fn cache(&mut self, cache: Option<&CacheHint<'_>>) {
        if let Some(cache) = cache {
            let seconds = cache.ttl.as_ref().map(|ttl| ttl.seconds.to_string());
            self.line("cache", &[("on", Some(cache.is_on.to_string())), ("ttl", seconds)]);
        }
    }

    fn call(&mut self, call: &ToolCall<'_>) {
        let arguments = match &call.arguments {
            Arguments::Object(raw) => compact(raw.as_str()),
            Arguments::Encoded(text) => format!("encoded {}", quoted(&text.decode_json())),
        };
        self.line(
            "call",
            &[
                ("kind", Some(format!("{:?}", call.kind))),
                ("id", show(call.id.as_ref())),
                ("name", show(Some(&call.name))),
                ("arguments", Some(arguments)),
            ],
        );
        self.inside(|out| {
            out.signature(call.signature.as_deref());
            out.cache(call.cache.as_deref());
            out.extras(&call.extras);
        });
    }

    fn result(&mut self, result: &ToolResult<'_>) {
        self.line(
            "result",
            &[
                ("call", show(result.call_id.as_ref())),
                ("name", show(result.name.as_ref())),
                ("form", Some(format!("{:?}", result.form))),
                ("error", result.error.map(|(is_error, _)| is_error.to_string())),
                ("legacy", result.is_legacy.then(|| "true".to_owned())),
            ],
        );
        self.inside(|out| {
            out.cache(result.cache.as_deref());
            out.extras(&result.extras);
            out.parts(&result.parts);
        });
    }

    fn media(&mut self, media: &Media<'_>) {
        let source = match &media.source {
            MediaSource::Url(_) => "url".to_owned(),
            MediaSource::Base64(_) => "base64".to_owned(),
            MediaSource::File(_) => "file".to_owned(),
            MediaSource::Plain(_) => "plain".to_owned(),
            MediaSource::Remote { service, .. } => format!("remote:{service}"),
        };
        self.line(
            "media",
            &[
                ("kind", Some(format!("{:?}", media.kind))),
                (&source, show(Some(media.source.text()))),
                ("type", show(media.media_type.as_ref())),
                ("file", show(media.file_name.as_ref())),
                ("detail", show(media.detail.as_ref())),
            ],
        );
        self.inside(|out| {
            out.cache(media.cache.as_deref());
            out.extras(&media.extras);
        });
    }
}
