//! Visits every fact of a conversation once. Used by rules, statistics and the test that no fact is lost silently.

use super::conversation::Conversation;
use super::extras::Extras;
use super::hosted::Hosted;
use super::message::Message;
use super::output::OutputRequest;
use super::part::{CacheHint, Part, Signature, TextPart};
use super::preference::{Preference, Rating};
use super::tool::{Arguments, ToolKind, ToolResult, ToolSpec};
use crate::json::{At, Text};

/// One fact: something in the input that must not be lost silently.
#[derive(Clone, Debug)]
pub struct ModelFact<'c> {
    /// Its kind.
    pub kind: FactKind,
    /// Its value, decoded. Structured values as JSON text.
    pub value: std::borrow::Cow<'c, str>,
    /// Where it was.
    pub at: At,
    /// The key of a field.
    pub key: Option<&'c Text<'c>>,
}

/// The kinds of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactKind {
    /// Text, including that of refusals.
    Text,
    /// Reasoning text.
    Reasoning,
    /// A signature of reasoning.
    Signature,
    /// Encrypted reasoning.
    Redacted,
    /// The id of the conversation.
    ConversationId,
    /// The id of a message.
    MessageId,
    /// The id of a call, at the call or at its result.
    CallId,
    /// The name of a called tool.
    CallName,
    /// The arguments of a call.
    Arguments,
    /// The name on a result.
    ResultName,
    /// The flag that a result is an error.
    ErrorFlag,
    /// The URL, bytes, path or id of a media file.
    Media,
    /// Media type, file name or detail of a media file.
    MediaFact,
    /// Citations.
    Citations,
    /// A cache hint.
    CacheHint,
    /// The lifetime of a cache hint.
    CacheTtl,
    /// Name, sender or recipient.
    Name,
    /// A time.
    Time,
    /// A finish reason.
    Finish,
    /// A tool definition, by its name.
    Tool,
    /// The kind of a tool that is not a function with an object: `custom`, `legacy`. For tools that a service runs, the
    /// whole definition.
    ToolKind,
    /// The description of a tool.
    ToolDescription,
    /// JSON Schema of the arguments of a tool.
    ToolParameters,
    /// The flag that the arguments of a tool must fit its schema.
    ToolStrict,
    /// A request for structured output: its schema or class.
    Output,
    /// The name of the schema of a request for structured output.
    OutputName,
    /// The schema of a request for structured output must be followed.
    OutputStrict,
    /// An unknown field.
    Extra,
    /// A part that only its own format supports.
    Opaque,
    /// A fact of a tool that the service ran.
    Hosted,
    /// A role that only its own format has.
    Role,
    /// Whether an answer is good, or how good.
    Rating,
}

/// Calls `visit` with every fact, in order.
pub fn facts<'c>(conversation: &'c Conversation<'_>, visit: &mut impl FnMut(ModelFact<'c>)) {
    let mut walk = FactWalk { visit };
    walk.text(FactKind::ConversationId, conversation.id.as_ref(), conversation.id_at);
    walk.output(conversation.output.as_deref());
    walk.extras(&conversation.extras);
    for branch in &conversation.branches {
        if let Some(request) = &branch.request {
            walk.output(request.output.as_deref());
            walk.extras(&branch.extras);
        }
    }
    for tool in &conversation.tools {
        walk.tool(tool);
    }
    conversation.messages.iter().for_each(|message| walk.message(message));
    if let Some(preference) = &conversation.preference {
        walk.preference(preference);
    }
}

struct FactWalk<'v, V> {
    visit: &'v mut V,
}

impl<'c, V: FnMut(ModelFact<'c>)> FactWalk<'_, V> {
    fn fact(&mut self, kind: FactKind, value: std::borrow::Cow<'c, str>, at: At) {
        (self.visit)(ModelFact { kind, value, at, key: None });
    }

    fn text(&mut self, kind: FactKind, text: Option<&'c Text<'_>>, at: At) {
        if let Some(text) = text {
            self.fact(kind, text.decode_json(), at);
        }
    }

    fn raw(&mut self, kind: FactKind, raw: &'c str, at: At) {
        self.fact(kind, raw.into(), at);
    }

    fn extras(&mut self, extras: &'c Extras<'_>) {
        for extra in extras.fields() {
            // A null field has the same meaning as an absent one.
            if !extra.value.is_null() && !extra.is_note {
                let value = extra.value.as_str().into();
                (self.visit)(ModelFact { kind: FactKind::Extra, value, at: extra.at, key: Some(&extra.key) });
            }
        }
    }

    fn message(&mut self, message: &'c Message<'_>) {
        self.text(FactKind::MessageId, message.details().id.as_ref(), message.at);
        for name in [&message.details().name, &message.details().sender, &message.details().recipient] {
            self.text(FactKind::Name, name.as_ref(), message.at);
        }
        if let super::Role::Other(role) = &message.role {
            self.text(FactKind::Role, Some(role), message.at);
        }
        self.text(FactKind::Time, message.details().time.as_ref(), message.at);
        if let Some(finish) = &message.details().finish {
            self.text(FactKind::Finish, Some(&finish.reason), finish.at);
        }
        if let Some(weight) = message.details().weight.as_ref().filter(|weight| !weight.is_usual(&message.role)) {
            let number = weight.as_number();
            self.raw(FactKind::Rating, number.strip_suffix(".0").unwrap_or(number), weight.at);
        }
        self.output(message.details().output.as_ref());
        self.extras(&message.extras);
        self.parts(&message.parts);
    }

    fn preference(&mut self, preference: &'c Preference<'_>) {
        // Of several answers, the one in the messages is the chosen one.
        if preference.others.is_empty() {
            self.verdict(&preference.rating);
        }
        self.score(&preference.rating);
        for step in &preference.steps {
            self.raw(FactKind::Rating, if step.is_good { "true" } else { "false" }, step.at);
        }
        for answer in &preference.others {
            answer.messages.iter().for_each(|message| self.message(message));
            self.verdict(&answer.rating);
            self.score(&answer.rating);
        }
    }

    fn verdict(&mut self, rating: &'c Rating<'_>) {
        if let Some(verdict) = rating.verdict {
            self.raw(FactKind::Rating, if verdict.is_good { "true" } else { "false" }, verdict.at);
        }
    }

    fn score(&mut self, rating: &'c Rating<'_>) {
        if let Some((score, at)) = &rating.score {
            self.raw(FactKind::Rating, score.as_str(), *at);
        }
    }

    fn tool(&mut self, tool: &'c ToolSpec<'_>) {
        self.text(FactKind::Tool, Some(&tool.name), tool.at);
        match tool.kind {
            ToolKind::Function => {}
            ToolKind::LegacyFunction => self.raw(FactKind::ToolKind, "legacy", tool.at),
            ToolKind::Custom => self.raw(FactKind::ToolKind, "custom", tool.at),
            ToolKind::Hosted => {
                if let Some(raw) = &tool.raw {
                    self.raw(FactKind::ToolKind, raw.as_str(), tool.at);
                }
            }
        }
        self.text(FactKind::ToolDescription, tool.description.as_ref(), tool.at);
        if let Some(parameters) = &tool.parameters {
            self.raw(FactKind::ToolParameters, parameters.as_str(), tool.at);
        }
        // Not strict is the default, so it is not a fact.
        if let Some((true, at)) = tool.strict {
            self.fact(FactKind::ToolStrict, "true".into(), at);
        }
        self.cache(tool.cache.as_deref());
        self.extras(&tool.extras);
    }

    fn output(&mut self, output: Option<&'c OutputRequest<'_>>) {
        let Some(output) = output else { return };
        if let Some(schema) = &output.schema {
            self.raw(FactKind::Output, schema.as_str(), output.at);
        }
        self.text(FactKind::Output, output.class.as_ref(), output.at);
        self.text(FactKind::OutputName, output.name.as_ref(), output.at);
        self.strict(output.strict_at());
        self.extras(&output.extras);
    }

    fn strict(&mut self, at: Option<At>) {
        if let Some(at) = at {
            self.fact(FactKind::OutputStrict, "true".into(), at);
        }
    }

    fn cache(&mut self, cache: Option<&'c CacheHint<'_>>) {
        // A hint that is switched off has no effect.
        let Some(cache) = cache.filter(|cache| cache.is_on) else { return };
        self.fact(FactKind::CacheHint, "true".into(), cache.at);
        if let Some(ttl) = &cache.ttl {
            self.fact(FactKind::CacheTtl, ttl.seconds.to_string().into(), cache.at);
        }
    }

    fn parts(&mut self, parts: &'c [Part<'_>]) {
        for part in parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => self.text_part(text),
                Part::Reasoning(it) => {
                    self.text(FactKind::Reasoning, it.text.as_ref(), it.at);
                    self.text(FactKind::Signature, it.signature.as_ref(), it.at);
                    self.text(FactKind::Redacted, it.redacted.as_ref(), it.at);
                    self.extras(&it.extras);
                }
                Part::Call(call) => {
                    self.text(FactKind::CallId, call.id.as_ref(), call.at);
                    self.text(FactKind::CallName, Some(&call.name), call.at);
                    match &call.arguments {
                        Arguments::Object(raw) => self.raw(FactKind::Arguments, raw.as_str(), call.at),
                        Arguments::Encoded(text) => self.text(FactKind::Arguments, Some(text), call.at),
                    }
                    self.cache(call.cache.as_deref());
                    self.signature(call.signature.as_deref());
                    self.extras(&call.extras);
                }
                Part::Result(result) => self.result(result),
                Part::Media(media) => {
                    self.text(FactKind::Media, Some(media.source.text()), media.at);
                    for fact in [&media.media_type, &media.file_name, &media.detail] {
                        self.text(FactKind::MediaFact, fact.as_ref(), media.at);
                    }
                    self.cache(media.cache.as_deref());
                    self.extras(&media.extras);
                }
                Part::Opaque(it) => match &it.hosted {
                    Some(hosted) => self.hosted(hosted, it.at),
                    None => self.raw(FactKind::Opaque, it.raw.as_str(), it.at),
                },
            }
        }
    }

    fn hosted(&mut self, hosted: &'c Hosted<'_>, at: At) {
        self.raw(FactKind::Hosted, hosted.tool.word(), at);
        let result = hosted.result.as_ref();
        let sources = result.iter().flat_map(|it| &it.sources).flat_map(|it| [Some(&it.url), it.title.as_ref()]);
        let output = result.iter().flat_map(|it| [it.output.as_ref(), it.errors.as_ref()]);
        for (text, _) in [hosted.id.as_ref(), hosted.call.as_ref()].into_iter().chain(output).chain(sources).flatten() {
            self.text(FactKind::Hosted, Some(text).filter(|text| !text.is_empty()), at);
        }
        if let Some((outcome, _)) = result.and_then(|it| it.outcome) {
            self.raw(FactKind::Hosted, outcome.word(), at);
        }
        for extra in hosted.extras.fields().iter().filter(|extra| !extra.is_note && !extra.value.is_null()) {
            self.raw(FactKind::Hosted, extra.value.as_str(), at);
        }
    }

    fn signature(&mut self, signature: Option<&'c Signature<'_>>) {
        if let Some(signature) = signature {
            self.text(FactKind::Signature, Some(&signature.text), signature.at);
        }
    }

    fn text_part(&mut self, part: &'c TextPart<'_>) {
        self.text(FactKind::Text, Some(&part.text), part.at);
        self.signature(part.signature());
        if let Some(citations) = part.citations() {
            self.raw(FactKind::Citations, citations.raw.as_str(), citations.at);
        }
        self.cache(part.cache());
        self.extras(&part.extras);
    }

    fn result(&mut self, result: &'c ToolResult<'_>) {
        self.text(FactKind::CallId, result.call_id.as_ref(), result.at);
        self.text(FactKind::ResultName, result.name.as_ref(), result.at);
        // Success is the default, so it is not a fact.
        if let Some((true, at)) = result.error {
            self.fact(FactKind::ErrorFlag, "true".into(), at);
        }
        self.cache(result.cache.as_deref());
        self.extras(&result.extras);
        self.parts(&result.parts);
    }
}

impl<'a> Conversation<'a> {
    /// Calls `visit` with the extras of the conversation and everything in it, in order.
    pub fn each_extras<'c>(&'c self, visit: &mut impl FnMut(&'c Extras<'a>)) {
        visit(&self.extras);
        self.output.iter().for_each(|output| visit(&output.extras));
        self.tools.iter().for_each(|tool| visit(&tool.extras));
        for message in self.all_messages() {
            message.details().output.iter().for_each(|output| visit(&output.extras));
            visit(&message.extras);
            each_of_parts(&message.parts, visit);
        }
        self.branches.iter().for_each(|branch| visit(&branch.extras));
    }
}

fn each_of_parts<'c, 'a>(parts: &'c [Part<'a>], visit: &mut impl FnMut(&'c Extras<'a>)) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => visit(&it.extras),
            Part::Reasoning(it) => visit(&it.extras),
            Part::Call(it) => visit(&it.extras),
            Part::Media(it) => visit(&it.extras),
            Part::Result(it) => {
                visit(&it.extras);
                each_of_parts(&it.parts, visit);
            }
            Part::Opaque(_) => {}
        }
    }
}
