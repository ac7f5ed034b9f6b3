//! Parts: text, thoughts, calls, responses, media, and what only this API has.
//!
//! ```json
//! {"text":"plan","thought":true,"thoughtSignature":"c2ln"}
//! ```

use super::NAME;
use super::call::read_call;
use super::hosted::read_hosted;
use super::keys::{UnknownMembers, given, keep, sort};
use super::media::{read_file, read_inline};
use super::result::read_result;
use crate::format::Reading;
use crate::format::shared::{self, keep_odd, refuse_type};
use crate::json::{Node, Text};
use crate::model::{Extras, Part, Reasoning, Role, Signature, Slot, TextPart};
use crate::report::{Refused, shape};

/// The container of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeminiPartPlace {
    System,
    User,
    Model,
    /// The `parts` of a function response.
    Response,
    Unknown,
}

impl GeminiPartPlace {
    pub(super) fn of(role: &Role<'_>) -> Self {
        match role {
            Role::System | Role::Developer => Self::System,
            Role::User | Role::Tool => Self::User,
            Role::Assistant => Self::Model,
            Role::Other(_) => Self::Unknown,
        }
    }

    fn allows(self, kind: &str) -> bool {
        match self {
            Self::System => kind == "text",
            Self::User => kind != "functionCall",
            Self::Model => kind != "functionResponse",
            Self::Response => matches!(kind, "inlineData" | "fileData"),
            Self::Unknown => true,
        }
    }
}

/// The fields of which a part has exactly one, then those that may be on any part.
const KEYS: [&str; 11] = [
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
    "thought",
    THOUGHT_SIGNATURE,
];

pub(super) const THOUGHT_SIGNATURE: &str = "thoughtSignature";

/// A note on a part: the field said false, which is what no field says.
const THOUGHT: &str = "thought";

/// The number of [`KEYS`] that are the data of a part.
const DATA: usize = 9;

/// The kinds of parts: the keys of their data.
pub(super) fn part_kinds() -> &'static [&'static str] {
    KEYS.get(..DATA).unwrap_or_default()
}

/// Parts that are kept as they are: the service runs these tools itself.
const SERVER_PARTS: [&str; 4] = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"];

/// The other keys of parts that the API has.
const MODIFIERS: [&str; 9] = [
    "videoMetadata",
    "mediaResolution",
    "partMetadata",
    "audioTranscription",
    "speechMetadata",
    "audioMetadata",
    "documentMetadata",
    "spreadsheetMetadata",
    "mediaProcessing",
];

/// True if an opaque part of this kind is one that the API takes.
pub(super) fn is_server_part(kind: &Text<'_>) -> bool {
    SERVER_PARTS.iter().any(|known| kind.is(known))
}

/// True for a part that says how to look at the video before it.
pub(super) fn is_video_setting(kind: &Text<'_>) -> bool {
    kind.is("videoMetadata") || super::keys::is_snake(kind, "videoMetadata")
}

/// The fields of a part next to its data.
pub(super) struct PartFields<'t, 'a> {
    thought: Option<Node<'t, 'a>>,
    signature: Option<Node<'t, 'a>>,
    nulls: Vec<(&'static str, Node<'t, 'a>)>,
    rest: UnknownMembers<'t, 'a>,
}

impl<'a> PartFields<'_, 'a> {
    /// The signature, where the part has a place for it.
    pub(super) fn take_signature(
        &mut self,
        extras: &mut Extras<'a>,
        reading: &mut Reading<'_>,
    ) -> Option<Signature<'a>> {
        let node = self.signature.take()?;
        if let Some(text) = node.text() {
            return Some(Signature { at: node.at(), family: NAME, text });
        }
        keep_odd(node, THOUGHT_SIGNATURE, "a string", NAME, extras, reading);
        None
    }

    /// Keeps what the model cannot represent.
    pub(super) fn keep(self, extras: &mut Extras<'a>, reading: &mut Reading<'_>) {
        match self.thought {
            Some(node) if node.as_bool() == Some(false) => {
                extras.mark(NAME, THOUGHT, node.to_raw(), node.at());
            }
            Some(node) if node.as_bool().is_some() => {
                extras.push(NAME, Text::Token(THOUGHT), node.to_raw(), node.at());
            }
            Some(node) => keep_odd(node, THOUGHT, "a boolean", NAME, extras, reading),
            None => {}
        }
        match self.signature {
            Some(node) if node.is_string() => {
                extras.push(NAME, Text::Token(THOUGHT_SIGNATURE), node.to_raw(), node.at());
            }
            Some(node) => keep_odd(node, THOUGHT_SIGNATURE, "a string", NAME, extras, reading),
            None => {}
        }
        for (key, node) in self.nulls {
            shared::keep_member(Slot::Here, NAME, Text::Token(key), node, extras);
        }
        keep(self.rest, Slot::Here, &MODIFIERS, "a part", extras, reading);
    }
}

pub(super) fn read_part<'a>(
    node: Node<'_, 'a>,
    place: GeminiPartPlace,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "parts", "an array of objects"));
    }
    let (values, rest) = sort(node, &KEYS)?;
    let mut found = None;
    let mut count = 0;
    let mut nulls = Vec::new();
    let data = KEYS.iter().zip(values).take(DATA);
    for (key, value) in data.clone() {
        match value {
            Some(value) if value.is_null() => nulls.push((*key, value)),
            Some(value) => {
                count += 1;
                found = Some((*key, value));
            }
            None => {}
        }
    }
    let Some((key, data)) = found.filter(|_| count == 1) else {
        // The service takes what it knows about a video in the part after it.
        let is_setting = count == 0 && nulls.is_empty() && rest.len() == 1;
        if let Some((key, _)) = rest.first().filter(|(key, _)| is_setting && is_video_setting(key)) {
            return Ok(opaque(node, key.clone()));
        }
        // A rule of its own says how many there must be.
        let names = data.filter(|(_, value)| given(*value).is_some()).map(|(key, _)| *key);
        return Ok(opaque(node, Text::owned(names.collect::<Vec<_>>().join(" and "))));
    };
    let [.., thought, signature] = values;
    let fields = PartFields { thought, signature, nulls, rest };
    let is_allowed = place.allows(key);
    if !is_allowed {
        reading.report.add(&shape::MISPLACED_PART, node.at(), || format!("a part with `{key}` is not allowed here"));
    }
    match key {
        "text" => read_text(node, data, fields, reading),
        "inlineData" => read_inline(node, data, fields, reading),
        "fileData" => read_file(node, data, fields, reading),
        // The model has calls only in answers and results only as messages of their own.
        "functionCall" if is_allowed => read_call(node, data, fields, reading),
        "functionResponse" if is_allowed => read_result(node, data, fields, reading),
        _ => {
            let mut part = opaque(node, Text::Token(key));
            part.set_hosted(read_hosted(node, key, data).filter(|_| place == GeminiPartPlace::Model));
            Ok(part)
        }
    }
}

fn opaque<'a>(node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    shared::opaque(NAME, node, kind)
}

fn read_text<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    mut fields: PartFields<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let text = data.text().ok_or_else(|| refuse_type(data, "text", "a string"))?;
    if fields.thought.is_some_and(|thought| thought.as_bool() == Some(true)) {
        fields.thought = None;
        let mut it = Reasoning { at: node.at(), text: Some(text), ..Reasoning::default() };
        it.signature = fields.take_signature(&mut it.extras, reading).map(|signature| signature.text);
        if it.signature.is_some() {
            it.family = NAME;
        }
        fields.keep(&mut it.extras, reading);
        return Ok(Part::Reasoning(Box::new(it)));
    }
    let mut part = TextPart::new(text, node.at());
    let signature = fields.take_signature(&mut part.extras, reading);
    part.set_signature(signature.map(Box::new));
    fields.keep(&mut part.extras, reading);
    Ok(Part::Text(part))
}

/// The data field of a part must be an object.
pub(super) fn need_object(data: Node<'_, '_>, name: &str) -> Result<(), Refused> {
    if data.is_object() { Ok(()) } else { Err(refuse_type(data, name, "an object")) }
}

/// An id that is there and not empty; the rest is kept.
pub(super) fn read_id<'a>(
    id: Option<Node<'_, 'a>>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    let node = id?;
    let text = node.text().filter(|text| !text.is_empty());
    if text.is_none() {
        if given(id).is_some_and(|id| !id.is_string()) {
            shared::wrong_type(reading, node, "id", "a string");
        }
        // An empty id is none.
        if node.is_string() {
            extras.note_in(Slot::Source, NAME, Text::Token("id"), node.to_raw(), node.at());
        } else {
            super::keys::keep_inner("id", node, extras);
        }
    }
    text
}
