//! Checks of a body against the limits of a service, by the tables that conversion uses: `validate` reports what
//! conversion would repair or reject.

use std::collections::HashSet;

use crate::json::{At, Raw, Tape};
use crate::lower::media_type::plain_type;
use crate::lower::passes::media::{kind_of, misnamed};
use crate::lower::passes::schemas::is_open;
use crate::lower::policy::{FailedResults, Policy};
use crate::model::{Conversation, MediaKind, MediaSource, Part, ToolKind, is_extracted};
use crate::report::Code;
use crate::rule::pairs::PairedCalls;
use crate::rule::{MEDIA, SCHEMA, TOOL_TWICE};

/// Checks tools, the schema of the answer and media files. `note` receives the code, the place and a description.
pub fn check_body(
    paired: &PairedCalls<'_>,
    policy: &Policy,
    scratch: &mut Tape,
    note: &mut dyn FnMut(&'static Code, At, String),
) {
    check_tools(paired.conversation, policy, scratch, note);
    check_output(paired.conversation, policy, scratch, note);
    check_media(paired, policy, note);
}

/// True if the bytes of an image are of another image type than declared. Other files are not checked.
#[must_use]
pub fn has_misnamed_image(paired: &PairedCalls<'_>) -> bool {
    paired.pairs().media.iter().any(|file| {
        let declared = file.media_type.as_ref().map(plain_type);
        matches!((&file.source, declared), (MediaSource::Base64(data), Some(declared)) if misnamed(data, &declared).is_some())
    })
}

fn check_tools(
    conversation: &Conversation<'_>,
    policy: &Policy,
    scratch: &mut Tape,
    note: &mut dyn FnMut(&'static Code, At, String),
) {
    let name = policy.name;
    let mut seen = HashSet::new();
    for tool in conversation.tools.iter().filter(|tool| tool.kind != ToolKind::Hosted) {
        if policy.tools.schema_rules.are_checked() && !seen.insert(tool.name.decode()) {
            note(TOOL_TWICE.code, tool.at, format!("{name} rejects two tools named `{}`", tool.name.show()));
        }
        let schema = tool.parameters.as_ref().and_then(|schema| scratch.parse(schema.as_str()).ok());
        if let Some(problem) = schema.and_then(|schema| policy.tools.schema_rules.problem(schema)) {
            let why = format!("{name} rejects the schema of the tool `{}`: {problem}", tool.name.show());
            note(SCHEMA.code, tool.at, why);
        }
    }
}

fn check_output(
    conversation: &Conversation<'_>,
    policy: &Policy,
    scratch: &mut Tape,
    note: &mut dyn FnMut(&'static Code, At, String),
) {
    let Some(request) = conversation.output.as_deref() else { return };
    let name = policy.name;
    let is_strict = request.strict.is_some_and(|(is_strict, _)| is_strict);
    let schema = request.schema.as_ref().map(Raw::as_str).filter(|schema| schema.starts_with('{'));
    if schema.is_some_and(|schema| policy.tools.schema_rules.closes(is_strict) && is_open(schema, scratch)) {
        let why =
            format!("{name} requires `\"additionalProperties\":false` in each object of the schema of the answer");
        note(SCHEMA.code, request.at, why);
    }
    if let (Some(rule), Some(given)) = (policy.tools.schema_rules.names(), &request.name)
        && !rule.holds(&given.decode())
    {
        let why = format!("{name} rejects the schema name `{}`: {}", given.show(), rule.words);
        note(SCHEMA.code, request.at, why);
    }
}

fn check_media(paired: &PairedCalls<'_>, policy: &Policy, note: &mut dyn FnMut(&'static Code, At, String)) {
    let (name, files) = (policy.name, &policy.media);
    for file in &paired.pairs().media {
        match &file.source {
            // Other checks report these.
            MediaSource::Url(url) if is_extracted(url) => {}
            MediaSource::Url(url)
                if kind_of(file) == MediaKind::Image && !files.references.takes_url(MediaKind::Image, url) =>
            {
                let why = format!(
                    "{name} does not accept such a URL for an image; give a web address, or the bytes as base64"
                );
                note(MEDIA.code, file.at, why);
            }
            MediaSource::Base64(_)
            | MediaSource::Url(_)
            | MediaSource::Plain(_)
            | MediaSource::File(_)
            | MediaSource::Remote { .. } => {}
        }
    }
    if policy.tools.results.failed != FailedResults::Texts {
        return;
    }
    for result in paired.pairs().results.iter().map(|it| it.result) {
        let file = result.parts.iter().find(|part| matches!(part, Part::Media(_)));
        if let Some(file) = file.filter(|_| result.error.is_some_and(|(is_error, _)| is_error)) {
            let why = format!("{name} only accepts text in a failed result; put the file after the result");
            note(MEDIA.code, file.at(), why);
        }
    }
}
