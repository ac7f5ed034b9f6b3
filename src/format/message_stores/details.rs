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

use crate::json::{At, NestedJson, Text, quoted};
use crate::model::{Arguments, CallKind, Extras, Form, Part, Reasoning, TextPart, ToolCall, ToolResult};

const OPEN: &str = "<details type=\"";
const CLOSE: &str = "</details>";
const KINDS: [&str; 2] = ["reasoning\"", "tool_calls\""];
/// Those that are written, and others that are read. The ampersand is last: entities have one.
const ENTITIES: [(&str, &str); 6] =
    [("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];

/// The parts of a text. A text without such elements stays one part.
pub(super) fn open_details(part: Part<'_>) -> Vec<Part<'_>> {
    let Part::Text(it) = &part else { return vec![part] };
    let spelling = it.text.spelling();
    // Most texts have no elements, also if their letters are spelled `\u0064`.
    if !["details", "\\u00"].iter().any(|sign| memchr::memmem::find(spelling.as_bytes(), sign.as_bytes()).is_some()) {
        return vec![part];
    }
    let string = format!("\"{spelling}\"");
    let json = NestedJson::of(&string, it.at);
    let decoded = json.text();
    let elements = elements_of(decoded);
    if elements.is_empty() {
        return vec![part];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    // An element is on lines of its own.
    let plain = |range: Range<usize>| {
        let at = json.at(range.start);
        let text = decoded.get(range).filter(|text| !text.is_empty())?;
        Some(Part::Text(TextPart::new(Text::owned(text), at)))
    };
    for element in elements {
        let end = element.range.start;
        let has_line = decoded.get(start..end).is_some_and(|text| text.ends_with('\n'));
        parts.extend(plain(start..end - usize::from(has_line)));
        start = element.range.end;
        start += usize::from(decoded.get(start..).is_some_and(|text| text.starts_with('\n')));
        parts.extend(element.parts(json.at(end)));
    }
    parts.extend(plain(start..decoded.len()));
    parts
}

/// True if a text has the beginning of an element: next to elements, it would be read as one.
pub(in crate::format) fn has_element(text: &str) -> bool {
    text.match_indices(OPEN)
        .any(|(at, _)| KINDS.iter().any(|kind| text.get(at + OPEN.len()..).is_some_and(|rest| rest.starts_with(kind))))
}

/// Adds reasoning as an element.
pub(in crate::format) fn push_reasoning(text: &str, content: &mut String) {
    // Without a duration, the program shows that the model is still thinking.
    content.push_str(
        "<details type=\"reasoning\" done=\"true\" duration=\"0\">\n<summary>Thought for 0 seconds</summary>",
    );
    for line in text.split('\n') {
        content.push_str("\n&gt; ");
        push_escaped(line, content);
    }
    content.push_str("\n</details>");
}

/// Adds a call as an element: its id, its name and arguments, and its result.
pub(in crate::format) fn push_call(
    id: Option<&str>,
    [name, arguments]: [&str; 2],
    result: Option<&str>,
    content: &mut String,
) {
    content.push_str(&format!("<details type=\"tool_calls\" done=\"{}\"", result.is_some()));
    // As JSON of strings, since the program parses them.
    let [arguments, result_json] = [Some(arguments), result].map(|value| value.map(quoted));
    let attributes =
        [("id", id), ("name", Some(name)), ("arguments", arguments.as_deref()), ("result", result_json.as_deref())];
    for (key, value) in attributes {
        if let Some(value) = value {
            content.push_str(&format!(" {key}=\""));
            push_escaped(value, content);
            content.push('"');
        }
    }
    let summary = if result.is_some() { "Tool Executed" } else { "Executing..." };
    content.push_str(&format!(">\n<summary>{summary}</summary>\n</details>"));
}

fn push_escaped(text: &str, content: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'&')) {
        let (plain, special) = rest.split_at(at);
        content.push_str(plain);
        let (_, after) = special.split_at(1);
        let entity = ENTITIES.iter().find(|(_, letter)| special.starts_with(letter));
        content.push_str(entity.map_or("", |(entity, _)| entity));
        rest = after;
    }
    content.push_str(rest);
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
    if !KINDS.iter().any(|kind| rest.starts_with(kind)) {
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
            let text = Some(json_text(output)).filter(|text| !text.is_empty());
            let text = text.map(|text| Part::Text(TextPart::new(Text::owned(text), at)));
            parts.push(Part::from(ToolResult {
                at,
                call_id: id,
                parts: text.into_iter().collect::<Vec<_>>().into(),
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
        let body = self.without_summary();
        let body = body.strip_prefix('\n').unwrap_or(body);
        body.strip_suffix('\n').unwrap_or(body).split('\n').map(plain).collect::<Vec<_>>().join("\n")
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
    ENTITIES.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}
