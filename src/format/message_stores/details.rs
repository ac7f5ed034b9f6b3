//! Texts of Open `WebUI`: reasoning and calls are HTML elements in them.
//!
//! ```text
//! <details type="reasoning" done="true" duration="1">
//! <summary>Thought for 1 second</summary>
//! &gt; Two.
//! </details>
//! 18.
//! ```

use std::ops::Range;

use crate::json::{At, Text};
use crate::model::{Arguments, CallKind, Extras, Form, OneOrMany, Part, Reasoning, TextPart, ToolCall, ToolResult};

const OPEN: &str = "<details type=\"";
const CLOSE: &str = "</details>";

/// The parts of a text. A text without such elements stays one part.
pub(super) fn open_details(part: Part<'_>) -> Vec<Part<'_>> {
    let Part::Text(it) = &part else { return vec![part] };
    let at = it.at;
    let decoded = it.text.decode().into_owned();
    let elements = elements_of(&decoded);
    if elements.is_empty() {
        return vec![part];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    let plain = |range: Range<usize>| {
        let text = decoded.get(range).unwrap_or_default().trim();
        (!text.is_empty()).then(|| Part::Text(TextPart::new(Text::owned(text), at)))
    };
    for element in elements {
        parts.extend(plain(start..element.range.start));
        start = element.range.end;
        parts.extend(element.parts(at));
    }
    parts.extend(plain(start..decoded.len()));
    parts
}

/// `<details type="reasoning" …>…</details>`
struct Element<'s> {
    range: Range<usize>,
    kind: &'s str,
    attributes: &'s str,
    body: &'s str,
}

/// The elements that are whole and of a known type.
fn elements_of(text: &str) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(open) = text.get(start..).and_then(|rest| rest.find(OPEN)).map(|at| start + at) {
        start = open + OPEN.len();
        let Some((head, body)) = head_of(text, start) else { continue };
        // Without an end, no later element has one.
        let Some(end) = text.get(body..).and_then(|rest| rest.find(CLOSE)).map(|end| body + end) else { break };
        if let Some((kind @ ("reasoning" | "tool_calls"), attributes)) = head.split_once('"') {
            let range = open..end + CLOSE.len();
            start = range.end;
            found.push(Element { range, kind, attributes, body: text.get(body..end).unwrap_or_default() });
        }
    }
    found
}

/// What is in the tag after the quote of its type, and the offset after the tag. An element of another type is none.
fn head_of(text: &str, start: usize) -> Option<(&str, usize)> {
    let rest = text.get(start..)?;
    if !["reasoning\"", "tool_calls\""].iter().any(|kind| rest.starts_with(kind)) {
        return None;
    }
    let length = rest.find(['<', '>']).filter(|at| rest.as_bytes().get(*at) == Some(&b'>'))?;
    Some((rest.get(..length)?, start + length + 1))
}

impl Element<'_> {
    fn parts<'a>(&self, at: At) -> Vec<Part<'a>> {
        if self.kind == "reasoning" {
            let text = Some(Text::owned(self.quoted_lines()));
            return vec![Part::Reasoning(Box::new(Reasoning { at, text, ..Reasoning::default() }))];
        }
        let id = self.attribute("id").map(Text::owned);
        let mut parts = vec![Part::from(ToolCall {
            at,
            id: id.clone(),
            kind: CallKind::Function,
            name: Text::owned(self.attribute("name").unwrap_or_default()),
            arguments: Arguments::Encoded(Text::owned(json_text(self.attribute("arguments").unwrap_or_default()))),
            cache: None,
            signature: None,
            extras: Extras::default(),
        })];
        let written = || Some(unescaped(self.without_summary().trim())).filter(|text| !text.is_empty());
        let is_done = self.attribute("done").is_none_or(|done| done != "false");
        if let Some(output) = self.attribute("result").or_else(written).filter(|_| is_done) {
            parts.push(Part::from(ToolResult {
                at,
                call_id: id,
                parts: OneOrMany::one(Part::Text(TextPart::new(Text::owned(json_text(output)), at))),
                form: Form::Text,
                ..ToolResult::default()
            }));
        }
        parts
    }

    /// The text of the body, without the summary and the marks of a quotation.
    fn quoted_lines(&self) -> String {
        let plain = |line: &str| {
            let line = unescaped(line);
            let quoted = line.strip_prefix("> ").or_else(|| line.strip_prefix('>'));
            quoted.map_or_else(|| line.clone(), str::to_owned)
        };
        self.without_summary().trim().lines().map(plain).collect::<Vec<_>>().join("\n")
    }

    fn without_summary(&self) -> &str {
        self.body.split_once("</summary>").map_or(self.body, |(_, body)| body)
    }

    /// The value of an attribute.
    fn attribute(&self, name: &str) -> Option<String> {
        let (_, value) = self.attributes.split_once(&format!(" {name}=\""))?;
        Some(unescaped(value.split_once('"')?.0))
    }
}

/// A value that may be the JSON of a string: `"\"18\""` is `18`.
fn json_text(value: String) -> String {
    match serde_json::from_str::<String>(&value) {
        Ok(text) => text,
        Err(_) => value,
    }
}

fn unescaped(text: &str) -> String {
    let pairs = [("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}
