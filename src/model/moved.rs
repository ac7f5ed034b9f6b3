//! Messages that outlive the text they were read from: JSON text in a string of a record, which is decoded to be read.
//!
//! `{"output":"{\"role\":\"assistant\",\"content\":\"hi\"}"}`: the texts are owned, and the places are those in the record.

use super::branch::{Branch, BranchRequest, BranchStep, Compaction};
use super::conversation::Conversation;
use super::hosted::{Hosted, HostedResult, HostedSource, PlacedText};
use super::media::{Media, MediaSource};
use super::message::{Details, Finish, Message, TrainingWeight};
use super::output::OutputRequest;
use super::part::{CacheHint, Citations, Opaque, Part, Reasoning, Signature, TextDetails, TextPart, Ttl};
use super::role::Role;
use super::source::RecordSource;
use super::tool::{Arguments, ToolCall, ToolResult, ToolSpec};
use crate::json::{At, Raw, Text};

/// Maps a place in the decoded text to one in the record.
type Place<'p> = &'p dyn Fn(At) -> At;

impl Conversation<'_> {
    /// The same conversation without a borrow of its text. Sidechains and compared answers are not in JSON text: `None`.
    #[must_use]
    pub fn moved(self, place: Place<'_>) -> Option<Conversation<'static>> {
        if self.sidechains.is_some() || self.preference.is_some() {
            return None;
        }
        Some(Conversation {
            origin: self.origin,
            source: RecordSource { quirks: self.source.quirks, ..RecordSource::shaped(self.source.shape) },
            id: own(self.id),
            id_at: place(self.id_at),
            messages: self.messages.into_iter().map(|it| message(it, place)).collect(),
            tools: self.tools.into_iter().map(|it| it.moved(place)).collect(),
            output: self.output.map(|it| Box::new(output(*it, place))),
            branches: self.branches.into_iter().map(|it| branch(it, place)).collect(),
            extras: self.extras.moved(place),
            ..Conversation::default()
        })
    }
}

fn branch(it: Branch<'_>, place: Place<'_>) -> Branch<'static> {
    let step = |it: BranchStep<'_>| BranchStep { at: place(it.at), id: it.id.into_owned(), message: it.message };
    let request = |it: BranchRequest<'_>| BranchRequest {
        tools: it.tools,
        output: it.output.map(|it| Box::new(output(*it, place))),
    };
    let compaction = |it: Compaction| Compaction { at: place(it.at), ..it };
    Branch {
        at: place(it.at),
        kind: it.kind,
        id: own(it.id),
        name: own(it.name),
        stem: it.stem,
        order: it.order.into_iter().map(step).collect(),
        compactions: it.compactions.into_iter().map(compaction).collect(),
        system: it.system.map(step),
        request: it.request.map(|it| Box::new(request(*it))),
        extras: it.extras.moved(place),
    }
}

impl ToolSpec<'_> {
    /// The same tool without a borrow of the record: its text was in a string, and goes away.
    #[must_use]
    pub fn moved(self, place: Place<'_>) -> ToolSpec<'static> {
        ToolSpec {
            at: place(self.at),
            origin: self.origin,
            kind: self.kind,
            name: self.name.into_owned(),
            description: own(self.description),
            parameters: self.parameters.map(Raw::into_owned),
            strict: self.strict.map(|(flag, at)| (flag, place(at))),
            cache: cache(self.cache, place),
            raw: self.raw.map(Raw::into_owned),
            is_in_text: self.is_in_text,
            extras: self.extras.moved(place),
        }
    }
}

fn own(text: Option<Text<'_>>) -> Option<Text<'static>> {
    text.map(Text::into_owned)
}

fn placed(text: Option<PlacedText<'_>>, place: Place<'_>) -> Option<PlacedText<'static>> {
    text.map(|(text, at)| (text.into_owned(), place(at)))
}

fn message(it: Message<'_>, place: Place<'_>) -> Message<'static> {
    let role = match it.role {
        Role::System => Role::System,
        Role::Developer => Role::Developer,
        Role::User => Role::User,
        Role::Assistant => Role::Assistant,
        Role::Tool => Role::Tool,
        Role::Other(name) => Role::Other(name.into_owned()),
    };
    Message {
        at: place(it.at),
        role,
        parts: it.parts.into_iter().map(|it| part(it, place)).collect(),
        form: it.form,
        lacks_content: it.lacks_content,
        turn: it.turn,
        details: it.details.map(|it| Box::new(details(*it, place))),
        origin: it.origin,
        extras: it.extras.moved(place),
    }
}

fn details(it: Details<'_>, place: Place<'_>) -> Details<'static> {
    Details {
        id: own(it.id),
        name: own(it.name),
        sender: own(it.sender),
        recipient: own(it.recipient),
        time: own(it.time),
        by_program: it.by_program,
        finish: it.finish.map(|it| Finish { at: place(it.at), reason: it.reason.into_owned() }),
        weight: it.weight.map(|it| TrainingWeight { at: place(it.at), value: it.value.into_owned() }),
        output: it.output.map(|it| output(it, place)),
        verbatim: own(it.verbatim),
    }
}

fn output(it: OutputRequest<'_>, place: Place<'_>) -> OutputRequest<'static> {
    OutputRequest {
        at: place(it.at),
        schema: it.schema.map(Raw::into_owned),
        name: own(it.name),
        strict: it.strict.map(|(flag, at)| (flag, place(at))),
        class: own(it.class),
        extras: it.extras.moved(place),
    }
}

fn part(it: Part<'_>, place: Place<'_>) -> Part<'static> {
    match it {
        Part::Text(it) => Part::Text(text(it, place)),
        Part::Refusal(it) => Part::Refusal(text(it, place)),
        Part::Reasoning(it) => Part::Reasoning(Box::new(Reasoning {
            at: place(it.at),
            text: own(it.text),
            signature: own(it.signature),
            redacted: own(it.redacted),
            family: it.family,
            is_joined: it.is_joined,
            extras: it.extras.moved(place),
        })),
        Part::Call(it) => Part::Call(Box::new(call(*it, place))),
        Part::Result(it) => Part::Result(Box::new(ToolResult {
            at: place(it.at),
            call_id: own(it.call_id),
            name: own(it.name),
            parts: it.parts.into_iter().map(|it| part(it, place)).collect(),
            form: it.form,
            error: it.error.map(|(flag, at)| (flag, place(at))),
            is_legacy: it.is_legacy,
            cache: cache(it.cache, place),
            extras: it.extras.moved(place),
        })),
        Part::Media(it) => Part::Media(Box::new(Media {
            at: place(it.at),
            kind: it.kind,
            source: source(it.source),
            media_type: own(it.media_type),
            file_name: own(it.file_name),
            detail: own(it.detail),
            cache: cache(it.cache, place),
            extras: it.extras.moved(place),
        })),
        Part::Opaque(it) => Part::Opaque(Box::new(Opaque {
            origin: it.origin,
            at: place(it.at),
            kind: it.kind.into_owned(),
            is_call: it.is_call,
            hosted: it.hosted.map(|it| Box::new(hosted(*it, place))),
            raw: it.raw.into_owned(),
        })),
    }
}

fn text(it: TextPart<'_>, place: Place<'_>) -> TextPart<'static> {
    TextPart {
        at: place(it.at),
        text: it.text.into_owned(),
        details: it.details.map(|it| {
            Box::new(TextDetails {
                cache: cache(it.cache, place),
                citations: it.citations.map(|it| Citations {
                    origin: it.origin,
                    at: place(it.at),
                    raw: it.raw.into_owned(),
                }),
                signature: signature(it.signature, place),
            })
        }),
        is_json: it.is_json,
        extras: it.extras.moved(place),
    }
}

fn call(it: ToolCall<'_>, place: Place<'_>) -> ToolCall<'static> {
    ToolCall {
        at: place(it.at),
        id: own(it.id),
        kind: it.kind,
        name: it.name.into_owned(),
        arguments: match it.arguments {
            Arguments::Object(raw) => Arguments::Object(raw.into_owned()),
            Arguments::Encoded(text) => Arguments::Encoded(text.into_owned()),
        },
        cache: cache(it.cache, place),
        signature: signature(it.signature, place),
        extras: it.extras.moved(place),
    }
}

fn source(it: MediaSource<'_>) -> MediaSource<'static> {
    match it {
        MediaSource::Url(text) => MediaSource::Url(text.into_owned()),
        MediaSource::Base64(text) => MediaSource::Base64(text.into_owned()),
        MediaSource::File(text) => MediaSource::File(text.into_owned()),
        MediaSource::Remote { service, id } => MediaSource::Remote { service, id: id.into_owned() },
        MediaSource::Plain(text) => MediaSource::Plain(text.into_owned()),
    }
}

fn cache(it: Option<Box<CacheHint<'_>>>, place: Place<'_>) -> Option<Box<CacheHint<'static>>> {
    let ttl = |ttl: Ttl<'_>| Ttl { seconds: ttl.seconds, raw: ttl.raw.into_owned() };
    it.map(|it| Box::new(CacheHint { at: place(it.at), is_on: it.is_on, ttl: it.ttl.map(ttl) }))
}

fn signature(it: Option<Box<Signature<'_>>>, place: Place<'_>) -> Option<Box<Signature<'static>>> {
    it.map(|it| Box::new(Signature { at: place(it.at), family: it.family, text: it.text.into_owned() }))
}

fn hosted(it: Hosted<'_>, place: Place<'_>) -> Hosted<'static> {
    let source = |it: HostedSource<'_>| HostedSource {
        url: (it.url.0.into_owned(), place(it.url.1)),
        title: placed(it.title, place),
    };
    Hosted {
        tool: it.tool,
        id: placed(it.id, place),
        call: placed(it.call, place),
        result: it.result.map(|it| HostedResult {
            outcome: it.outcome.map(|(outcome, at)| (outcome, place(at))),
            output: placed(it.output, place),
            errors: placed(it.errors, place),
            sources: it.sources.into_iter().map(source).collect(),
        }),
        extras: it.extras.moved(place),
    }
}
