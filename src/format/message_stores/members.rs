//! The members that a declaration names: their places in messages and parts, their meaning and their types.
//!
//! The reader and the JSON Schema share this table, so the schema rejects what the reader reports.

use super::paths::at_path;
use super::{CallShape, ErrorMark, ListArrangement, MessageStore, PartKind, Paths, ResultShape};
use crate::format::Reading;
use crate::format::shared::wrong_type;
use crate::json::Node;

/// A member, which may be at one of several places.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreMember<'d> {
    pub(super) paths: &'d [&'static str],
    pub(super) takes: MemberType,
    /// What it is, as a sentence.
    pub(super) about: &'static str,
}

/// The type of a member, which may also be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemberType {
    /// A string.
    Text,
    /// A boolean.
    Flag,
    /// An array.
    List,
    /// An object, or a string that contains its JSON.
    Arguments,
    /// Any value, or one that the reader requires anyway.
    Any,
}

impl MemberType {
    /// The types of JSON Schema.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["string", "null"],
            Self::Flag => &["boolean", "null"],
            Self::List => &["array", "null"],
            Self::Arguments => &["object", "string", "null"],
            Self::Any => &[],
        }
    }

    /// The expected type, for a message, if the value has another type.
    fn wanted(self, node: Node<'_, '_>) -> Option<&'static str> {
        let (is_right, wanted) = match self {
            Self::Text => (node.is_string(), "a string"),
            Self::Flag => (node.as_bool().is_some(), "a boolean"),
            Self::List => (node.is_array(), "an array"),
            Self::Arguments => (node.is_object() || node.is_string(), "an object or a string that contains JSON"),
            Self::Any => (true, ""),
        };
        Some(wanted).filter(|_| !is_right && !node.is_null())
    }
}

impl<'d> StoreMember<'d> {
    fn text(paths: &'d [&'static str], about: &'static str) -> Self {
        Self { paths, takes: MemberType::Text, about }
    }

    fn any(paths: &'d [&'static str], about: &'static str) -> Self {
        Self { paths, takes: MemberType::Any, about }
    }

    fn list(paths: &'d [&'static str], about: &'static str) -> Self {
        Self { paths, takes: MemberType::List, about }
    }

    /// The paths that lead through members alone.
    pub(super) fn plain_paths(&self) -> impl Iterator<Item = &'static str> {
        let is_plain = |path: &&str| !path.is_empty() && path.split('/').all(|key| key.parse::<usize>().is_err());
        self.paths.iter().copied().filter(is_plain)
    }

    /// The plain paths whose values are checked. A value that another path leads through may be an object as well.
    pub(super) fn typed_paths(&self) -> impl Iterator<Item = &'static str> {
        let leads_on =
            |path: &str| self.paths.iter().any(|other| other.strip_prefix(path).is_some_and(|it| it.starts_with('/')));
        self.plain_paths().filter(move |path| !leads_on(path))
    }
}

/// Reports the members of a value that have another type.
pub(super) fn check(node: Node<'_, '_>, members: &[StoreMember<'_>], reading: &mut Reading<'_>) {
    for member in members {
        for path in member.typed_paths() {
            let Some(value) = at_path(node, path) else { continue };
            if let Some(wanted) = member.takes.wanted(value) {
                wrong_type(reading, value, path.rsplit('/').next().unwrap_or(path), wanted);
            }
        }
    }
}

/// Those of a part.
pub(super) fn of_part(kind: &PartKind) -> Vec<StoreMember<'_>> {
    match kind {
        PartKind::Text(text) => vec![StoreMember::text(text, "The text.")],
        PartKind::Json(value) => vec![StoreMember::any(value, "The value.")],
        PartKind::Reasoning(reasoning) => vec![
            StoreMember::text(reasoning.text, "The text."),
            StoreMember::text(reasoning.signature, "The signature of the service."),
            StoreMember::text(reasoning.redacted, "The encrypted text."),
        ],
        PartKind::Media(media) => vec![
            StoreMember::text(media.bytes, "The bytes, in base64."),
            StoreMember::text(media.url, "The URL, which may be a data URL."),
            StoreMember::text(media.file, "The path of the file."),
            StoreMember::text(media.media_type, "The media type."),
            StoreMember::text(media.file_name, "The name of the file."),
            StoreMember::text(media.detail, "The level of detail."),
        ],
        PartKind::Call(call) => of_call(call),
        PartKind::Result(result) => of_result(result),
        PartKind::Answered(call, result) => [of_call(call), of_result(result)].concat(),
        PartKind::Other => Vec::new(),
    }
}

/// Those of a call.
pub(super) fn of_call(call: &CallShape) -> Vec<StoreMember<'static>> {
    vec![
        StoreMember::text(call.id, "The id of the call."),
        // The reader requires it.
        StoreMember::any(call.name, "The name of the tool."),
        StoreMember {
            paths: call.arguments,
            takes: MemberType::Arguments,
            about: "The arguments: an object, or a string with its JSON.",
        },
    ]
}

/// Those of a result.
pub(super) fn of_result(result: &ResultShape) -> Vec<StoreMember<'_>> {
    let mut members = vec![
        StoreMember::text(result.id, "The id of the call."),
        StoreMember::text(result.name, "The name of the tool."),
        StoreMember::any(result.output, "The output: a string, a list of parts, or another value."),
    ];
    members.extend(result.errors.iter().map(|mark| {
        let (path, takes, about) = match mark {
            ErrorMark::Flag(path) => (path, MemberType::Flag, "True if the call failed."),
            ErrorMark::Unless(path) => (path, MemberType::Flag, "False if the call failed."),
            ErrorMark::Text(path, _) => (path, MemberType::Text, "Whether the call failed."),
            ErrorMark::Given(path) | ErrorMark::Message(path) => {
                (path, MemberType::Any, "The error, if the call failed.")
            }
        };
        StoreMember { paths: std::slice::from_ref(path), takes, about }
    }));
    members
}

/// Those of a message.
pub(super) fn of_message(store: &'static MessageStore) -> Vec<StoreMember<'static>> {
    let shape = &store.message;
    let mut members = vec![
        StoreMember::any(shape.speaker, "The speaker."),
        StoreMember::text(shape.id, "The id of the message."),
        StoreMember::text(shape.author, "The name of the author."),
        StoreMember::text(shape.finish, "Why the model stopped."),
        StoreMember::any(shape.content, "The content: a string, or a list of parts."),
        StoreMember::text(shape.beside.reasoning, "The reasoning of the model."),
        StoreMember::list(shape.beside.calls, "The tool calls."),
        StoreMember::list(shape.beside.files, "The files."),
    ];
    members.extend(of_result(&shape.result));
    members
}

/// Those of an item of a tree.
pub(super) fn of_item(store: &MessageStore) -> Vec<StoreMember<'static>> {
    let ListArrangement::Tree(tree) = &store.record.arrangement else { return Vec::new() };
    vec![
        StoreMember::text(tree.id, "The id of the message."),
        StoreMember::text(tree.parent, "The id of the message before it."),
    ]
}

/// Those around a list of messages.
pub(super) fn around_list(store: &MessageStore) -> Vec<StoreMember<'static>> {
    let active: Paths = match &store.record.arrangement {
        ListArrangement::Tree(tree) => tree.active,
        ListArrangement::Joined | ListArrangement::Separate => &[],
    };
    vec![
        StoreMember::any(store.record.id, "The id of the conversation."),
        StoreMember::any(active, "The id of the last message of the branch that is shown."),
    ]
}

/// Those of a record.
pub(super) fn of_record(store: &MessageStore) -> Vec<StoreMember<'static>> {
    vec![StoreMember::any(store.record.system, "The text of the system.")]
}
