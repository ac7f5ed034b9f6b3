//! Content blocks. Each is a union: an object with exactly one member, whose key says what it is.

use super::NAME;
use super::cache::{attach, read_cache};
use super::media::read_media;
use super::shape::{ANSWER_BLOCK, RESULT_BLOCK, SYSTEM_BLOCK, USER_BLOCK};
use super::tool_block::{is_hosted_result, read_call, read_json, read_result};
use crate::format::Reading;
use crate::format::shared::{self, need_text, refuse_type, unknown_fields, wrong_type};
use crate::json::{At, Node, Text};
use crate::model::{Citations, Extras, OneOrMany, Part, Reasoning, Role, TextPart};
use crate::report::{FindingText, Refused, SuggestedEdit, shape, unknown_kind};

/// The container of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConverseBlockPlace {
    /// The field `system`, or a message of role system.
    System,
    User,
    Assistant,
    Result,
    Unknown,
}

/// The place of a block, and the family of the signatures of its reasoning.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockSpot {
    pub(super) place: ConverseBlockPlace,
    pub(super) family: &'static str,
}

impl ConverseBlockPlace {
    pub(super) fn of(role: &Role<'_>) -> Self {
        match role {
            Role::System | Role::Developer => Self::System,
            Role::User | Role::Tool => Self::User,
            Role::Assistant => Self::Assistant,
            Role::Other(_) => Self::Unknown,
        }
    }

    fn allows(self, kind: &str) -> bool {
        let blocks = match self {
            Self::System => &SYSTEM_BLOCK,
            Self::User => &USER_BLOCK,
            Self::Assistant => &ANSWER_BLOCK,
            Self::Result => &RESULT_BLOCK,
            Self::Unknown => return true,
        };
        blocks.has_member(kind)
    }
}

/// The blocks of a list. A cache point goes to the block before it, if that has room for it.
pub(super) fn read_blocks<'a>(
    list: Node<'_, 'a>,
    spot: BlockSpot,
    reading: &mut Reading<'_>,
) -> Result<OneOrMany<Part<'a>>, Refused> {
    let mut parts = OneOrMany::default();
    parts.reserve(list.len());
    for node in list.items() {
        if !node.is_object() {
            return Err(refuse_type(node, "content", "a list of objects"));
        }
        let Some((kind, value)) = member(node, "a content block", reading) else {
            parts.push(opaque(node, first_key(node)));
            continue;
        };
        if kind.is("cachePoint")
            && spot.place != ConverseBlockPlace::Result
            && let Some(hint) = read_cache(node, value, reading)
            && attach(&mut parts, hint)
        {
            continue;
        }
        parts.push(read_block(node, &kind, value, spot, reading)?);
    }
    Ok(parts)
}

/// The only member of a union. Null members are errors of their own; otherwise they are ignored.
pub(super) fn member<'t, 'a>(
    node: Node<'t, 'a>,
    what: &str,
    reading: &mut Reading<'_>,
) -> Option<(Text<'a>, Node<'t, 'a>)> {
    let mut found = None;
    let mut is_single = true;
    for (key, value) in node.members() {
        let key = key.text().unwrap_or_default();
        if value.is_null() {
            report_null(value.at(), &key.show(), reading);
        } else if found.is_none() {
            found = Some((key, value));
        } else {
            is_single = false;
        }
    }
    let found = found.filter(|_| is_single);
    if found.is_none() {
        reading.report.add(&shape::BAD_VALUE, node.at(), || {
            let keys: Vec<_> = node.members().take(5).filter_map(|(key, _)| Some(key.text()?.show())).collect();
            let keys = if keys.is_empty() { "none".to_owned() } else { format!("`{}`", keys.join("`, `")) };
            format!("{what} is a union with exactly one member, found {keys}")
        });
    }
    found
}

fn report_null(at: At, key: &str, reading: &mut Reading<'_>) {
    reading.report.add(&shape::BAD_VALUE, at, || {
        FindingText::new(format!("`{key}` is null; the API requires it to be absent"), Some(SuggestedEdit::Remove))
    });
}

/// A field that may be absent, but not null.
pub(super) fn given<'t, 'a>(field: Option<Node<'t, 'a>>, key: &str, reading: &mut Reading<'_>) -> Option<Node<'t, 'a>> {
    let field = field?;
    if field.is_null() {
        report_null(field.at(), key, reading);
        return None;
    }
    Some(field)
}

/// The string in a field that may be absent. Other kinds are reported and kept.
pub(super) fn given_text<'a>(
    field: Option<Node<'_, 'a>>,
    key: &'static str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    let field = given(field, key, reading)?;
    let text = field.text();
    if text.is_none() {
        wrong_type(reading, field, key, "a string");
        extras.push(NAME, Text::Token(key), field.to_raw(), field.at());
    }
    text
}

pub(super) fn first_key<'a>(node: Node<'_, 'a>) -> Text<'a> {
    node.members().next().and_then(|(key, _)| key.text()).unwrap_or_default()
}

pub(super) fn opaque<'a>(node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    shared::opaque(NAME, node, kind)
}

/// Not as it should be, but only this format has to understand it.
pub(super) fn opaque_with_warning<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    why: &str,
    reading: &mut Reading<'_>,
) -> Part<'a> {
    reading.report.add(&shape::BAD_VALUE, node.at(), || format!("`{}`: {why}", kind.show()));
    opaque(node, kind.clone())
}

/// The keys of blocks.
const KINDS: &[&str] = &[
    "text",
    "json",
    "image",
    "document",
    "video",
    "audio",
    "toolUse",
    "toolResult",
    "reasoningContent",
    "citationsContent",
    "cachePoint",
    "guardContent",
    "searchResult",
    "toolAddition",
    "toolRemoval",
];

fn read_block<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    value: Node<'_, 'a>,
    spot: BlockSpot,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let name = kind.decode();
    let place = spot.place;
    let mut is_allowed = place.allows(&name);
    let part = match name.as_ref() {
        "text" => Part::Text(TextPart::new(need_text(Some(value), "text", node)?, node.at())),
        "json" if place == ConverseBlockPlace::Result => read_json(node, value, reading),
        "image" | "document" | "video" | "audio" => read_media(node, kind, value, reading)?,
        // The model has calls only in answers and results only as messages of their own.
        "toolUse" if place == ConverseBlockPlace::Assistant => read_call(node, value, reading)?,
        "toolResult" if place == ConverseBlockPlace::User => read_result(node, value, spot, reading)?,
        "toolResult" => {
            // The service itself ran this tool.
            is_allowed &= is_hosted_result(value);
            opaque(node, kind.clone())
        }
        "reasoningContent" => read_reasoning(node, kind, value, spot.family, reading)?,
        "citationsContent" => read_cited(node, kind, value, reading)?,
        "toolUse" | "cachePoint" | "guardContent" | "searchResult" | "toolAddition" | "toolRemoval" => {
            opaque(node, kind.clone())
        }
        _ => {
            reading.report.add(&shape::UNKNOWN_PART, value.at(), || {
                let known: Vec<_> = KINDS.iter().copied().filter(|kind| place.allows(kind)).collect();
                unknown_kind("kind of block", kind, &known)
            });
            return Ok(opaque(node, kind.clone()));
        }
    };
    if !is_allowed {
        reading
            .report
            .add(&shape::MISPLACED_PART, node.at(), || format!("a block `{}` is not allowed here", kind.show()));
    }
    Ok(part)
}

fn read_reasoning<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    value: Node<'_, 'a>,
    family: &'static str,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, "reasoningContent", "an object"));
    }
    let Some((form, inside)) = member(value, "reasoningContent", reading) else {
        return Ok(opaque(node, kind.clone()));
    };
    let mut it = Reasoning { at: node.at(), ..Reasoning::default() };
    if form.is("redactedContent") {
        it.redacted = Some(need_text(Some(inside), "redactedContent", value)?);
        it.family = family;
    } else if form.is("reasoningText") && inside.is_object() {
        let ([text, signature], rest) = inside.fields(&["text", "signature"])?;
        it.text = Some(need_text(text, "text", inside)?);
        it.signature = given_text(signature, "signature", &mut it.extras, reading);
        if it.signature.is_some() {
            it.family = family;
        }
        unknown_fields(reading, &rest, NAME, "reasoningText", &mut it.extras);
    } else if !form.is("reasoningText") {
        reading.report.add(&shape::BAD_VALUE, inside.at(), || {
            unknown_kind("kind of reasoning", &form, &["reasoningText", "redactedContent"])
        });
        return Ok(opaque(node, kind.clone()));
    } else {
        return Ok(opaque_with_warning(
            node,
            kind,
            "reasoningText (an object) or redactedContent is expected",
            reading,
        ));
    }
    Ok(Part::Reasoning(Box::new(it)))
}

/// Text with its sources. Several pieces of text are one text: what they say together is what was generated.
fn read_cited<'a>(
    node: Node<'_, 'a>,
    kind: &Text<'a>,
    value: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, "citationsContent", "an object"));
    }
    let ([content, citations], rest) = value.fields(&["content", "citations"])?;
    let Some(content) = content.filter(|content| !content.is_array() || !content.is_empty()) else {
        // Sources of nothing.
        return Ok(opaque(node, kind.clone()));
    };
    let text = |piece: Node<'_, 'a>| piece.get("text").filter(|_| piece.len() == 1)?.text();
    let pieces: Option<Vec<_>> = content.items().map(text).collect();
    let Some(pieces) = pieces.filter(|pieces| !pieces.is_empty()) else {
        return Ok(opaque_with_warning(node, kind, "`content` must be a list of texts", reading));
    };
    if citations.is_some_and(|citations| !citations.is_array()) {
        return Ok(opaque_with_warning(node, kind, "`citations` must be a list", reading));
    }
    let mut part = match pieces.as_slice() {
        [text] => TextPart::new(text.clone(), node.at()),
        texts => {
            let whole = texts.iter().map(Text::spelling).collect::<String>();
            TextPart::new(Text::owned_token(whole), node.at())
        }
    };
    if pieces.len() > 1 || citations.is_none() {
        part.extras.mark(NAME, "content", content.to_raw(), content.at());
    }
    if let Some(citations) = citations {
        part.set_citations(Citations { origin: NAME, at: citations.at(), raw: citations.to_raw() });
    }
    unknown_fields(reading, &rest, NAME, "citationsContent", &mut part.extras);
    Ok(Part::Text(part))
}
