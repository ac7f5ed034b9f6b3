//! Structure packed into text: JSON in a value, tags around JSON, Python literals where JSON was meant.

use std::ops::Range;

use memchr::memmem;

use crate::format::shared::python_to_json;
use crate::json::{At, Fields, Layout, Node, Out, Raw, Tape, Text};
use crate::model::{Arguments, CallKind, Extras, ToolCall};
use crate::report::{Report, shape};

/// A string that is cut into pieces: as it was spelled, or decoded where a tag may be spelled with escapes.
#[derive(Debug)]
pub(in crate::format) enum PackedValue<'a> {
    Token(&'a str),
    Decoded(String),
}

impl<'a> PackedValue<'a> {
    pub(in crate::format) fn of(token: &'a str) -> Self {
        if spells_tags(token.as_bytes()) {
            Self::Decoded(Text::Token(token).decode().into_owned())
        } else {
            Self::Token(token)
        }
    }

    pub(in crate::format) fn as_str(&self) -> &str {
        match self {
            Self::Token(token) => token,
            Self::Decoded(text) => text,
        }
    }

    pub(in crate::format) fn cut(&self, range: Range<usize>) -> Text<'a> {
        match self {
            Self::Token(token) => Text::Token(token.get(range).unwrap_or_default()),
            Self::Decoded(text) => Text::owned(text.get(range).unwrap_or_default()),
        }
    }

    /// The place of a piece, if the string is at `at`.
    pub(super) fn place(&self, at: At, start: usize) -> At {
        match self {
            Self::Token(_) => at.offset().map_or(at, |offset| At::byte(offset + 1 + start)),
            Self::Decoded(_) => at,
        }
    }

    /// The range without one line end at its start: tags are on their own lines.
    pub(super) fn without_first_line_end(&self, range: Range<usize>) -> Range<usize> {
        let line_end = match self {
            Self::Token(_) => "\\n",
            Self::Decoded(_) => "\n",
        };
        let text = self.as_str().get(range.clone()).unwrap_or_default();
        let skip = if text.starts_with(line_end) { line_end.len() } else { 0 };
        range.start + skip..range.end
    }

    /// The range without one line end at its end.
    pub(super) fn without_last_line_end(&self, range: Range<usize>) -> Range<usize> {
        let text = self.as_str().get(range.clone()).unwrap_or_default();
        let skip = match self {
            Self::Token(_) => text.strip_suffix('n').map_or(0, |rest| {
                // An even number of backslashes is that many halves of escaped backslashes, and a letter n.
                let backslashes = rest.bytes().rev().take_while(|byte| *byte == b'\\').count();
                if backslashes % 2 == 1 { 2 } else { 0 }
            }),
            Self::Decoded(_) => usize::from(text.ends_with('\n')),
        };
        range.start..range.end - skip
    }
}

/// True if characters of a tag may be spelled with escapes: `\u003ctool_call>`, `<\/tool_call>`.
fn spells_tags(token: &[u8]) -> bool {
    let is_ascii = |at: usize| matches!(token.get(at + 4), Some(b'2'..=b'7'));
    memchr::memchr(b'\\', token).is_some()
        && (memmem::find(token, b"<\\/").is_some() || memmem::find_iter(token, b"\\u00").any(is_ascii))
}

/// The text between two tags, with the tags.
#[derive(Debug)]
pub(in crate::format) struct TaggedBlock {
    pub(in crate::format) inner: Range<usize>,
    pub(super) outer: Range<usize>,
}

/// The blocks `<name>…</name>` of a text, in order. One that is never closed is none.
pub(in crate::format) fn blocks(text: &str, open: &str, close: &str) -> Vec<TaggedBlock> {
    let mut found = Vec::new();
    let mut done = 0;
    let find = |from: usize, tag: &str| {
        memmem::find(text.as_bytes().get(from..).unwrap_or_default(), tag.as_bytes()).map(|at| from + at)
    };
    while let Some(start) = find(done, open) {
        let inner = start + open.len();
        let Some(end) = find(inner, close) else { break };
        done = end + close.len();
        found.push(TaggedBlock { inner: inner..end, outer: start..done });
    }
    found
}

/// The first block after `from`. `skip` closing tags are taken for words in it.
pub(super) fn block_from(text: &str, from: usize, open: &str, close: &str, skip: usize) -> Option<TaggedBlock> {
    let bytes = text.as_bytes();
    let start = from + memmem::find(bytes.get(from..)?, open.as_bytes())?;
    let inner = start + open.len();
    let end = inner + memmem::find_iter(bytes.get(inner..)?, close.as_bytes()).nth(skip)?;
    Some(TaggedBlock { inner: inner..end, outer: start..end + close.len() })
}

/// Parses JSON inside a string; a Python literal is read as the JSON that it means.
pub(in crate::format) fn open_payload<R>(
    text: &Text<'_>,
    scratch: &mut Tape,
    with: impl FnOnce(Node<'_, '_>) -> Option<R>,
) -> Option<R> {
    let decoded = text.decode_json();
    if let Ok(root) = scratch.parse(&decoded) {
        return with(root);
    }
    let json = python_to_json(&decoded)?;
    with(scratch.parse(&json).ok()?)
}

/// True if it is a Python literal and no JSON.
pub(in crate::format) fn is_python(text: &Text<'_>, scratch: &mut Tape) -> bool {
    let decoded = text.decode_json();
    scratch.parse(&decoded).is_err() && python_to_json(&decoded).is_some()
}

/// One call, or a list of them: `{"name":"f","arguments":{}}`. Nothing if there is anything else.
pub(in crate::format) fn read_calls(
    root: Node<'_, '_>,
    origin: &'static str,
    at: At,
    report: &mut Report,
) -> Option<Vec<ToolCall<'static>>> {
    if root.is_array() {
        let calls: Option<Vec<_>> = root.items().map(|node| read_call(node, origin, at, report)).collect();
        return calls.filter(|calls| !calls.is_empty());
    }
    Some(vec![read_call(root, origin, at, report)?])
}

fn read_call(node: Node<'_, '_>, origin: &'static str, at: At, report: &mut Report) -> Option<ToolCall<'static>> {
    let ([name, arguments], rest) = node.fields(&["name", "arguments"]).ok()?;
    let name = name?.text()?.into_owned();
    let arguments = match arguments.map(|arguments| (arguments, arguments.text())) {
        Some((_, Some(text))) => Arguments::Encoded(text.into_owned()),
        Some((value, None)) => Arguments::Object(value.to_raw().into_owned()),
        None => {
            report.add(&shape::MISSING_FIELD, at, || format!("the call of `{}` has no `arguments`", name.show()));
            Arguments::Object(Raw::borrowed("{}"))
        }
    };
    let mut extras = Extras::default();
    keep_rest(&rest, origin, at, &mut extras);
    Some(ToolCall { at, id: None, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras })
}

/// A call as GLM writes it: its name, and each argument in tags. Values that are JSON are that, others are strings.
///
/// ```text
/// get_weather
/// <arg_key>city</arg_key>
/// <arg_value>Paris</arg_value>
/// ```
pub(super) fn read_tagged_call(payload: &Text<'_>, at: At) -> Option<ToolCall<'static>> {
    let text = payload.decode();
    let keys = blocks(&text, "<arg_key>", "</arg_key>");
    let head = text.get(..keys.first().map_or(text.len(), |key| key.outer.start))?;
    let name = head.trim();
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':' | '/');
    // A word between tags is not a call of it; GLM ends the line after the name of a tool without arguments.
    let is_word = keys.is_empty() && !(text.ends_with('\n') && text.starts_with(name));
    if name.is_empty() || is_word || !name.chars().all(is_name) {
        return None;
    }
    let mut out = Out::new(Layout::Compact);
    let mut scratch = Tape::new();
    let mut done = head.len();
    out.open(b'{');
    for key in &keys {
        let value = block_from(&text, key.outer.end, "<arg_value>", "</arg_value>", 0)?;
        let is_pair = text.get(done..key.outer.start)?.trim().is_empty()
            && text.get(key.outer.end..value.outer.start)?.trim().is_empty();
        if !is_pair {
            return None;
        }
        let words = text.get(value.inner)?;
        let out = out.key_text(&Text::owned(text.get(key.inner.clone())?.trim()));
        if scratch.parse(words).is_ok() {
            out.verbatim(words.trim());
        } else {
            out.text(&Text::owned(words));
        }
        done = value.outer.end;
    }
    out.close(b'}');
    let is_whole = text.get(done..)?.trim().is_empty();
    let arguments = Arguments::Object(Raw::owned(out.written().into_owned()));
    let (name, extras) = (Text::owned(name), Extras::default());
    let call =
        ToolCall { at, id: None, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras };
    is_whole.then_some(call)
}

/// Keeps members of an object that was packed into the string at `at`.
pub(super) fn keep_rest(rest: &Fields<'_, '_, '_>, origin: &'static str, at: At, extras: &mut Extras<'_>) {
    for (key, value) in rest.unknown() {
        extras.push(origin, key.into_owned(), value.to_raw().into_owned(), at);
    }
}
