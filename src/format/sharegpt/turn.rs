//! One turn.

use memchr::memmem;

use super::NAME;
use super::media::Files;
use super::packed::{Value, block_from, blocks, keep_rest, open_payload, read_calls};
use super::speaker::{Speaker, keep_name};
use crate::format::Reading;
use crate::format::shared::{extras, need, open_json, refuse_type};
use crate::json::{At, Node, Text};
use crate::model::{Form, Message, Part, Role, TextPart, ToolResult};
use crate::report::{Refused, Severity, shape};

/// What earlier turns leave for later ones.
#[derive(Debug, Default)]
pub(super) struct Turns<'a> {
    pub(super) files: Files<'a>,
    /// How many calls have no result yet.
    waiting: usize,
}

impl<'a> Turns<'a> {
    /// Reads a turn. `next` is the one behind it.
    pub(super) fn read(
        &mut self,
        node: Node<'_, 'a>,
        next: Option<Node<'_, '_>>,
        reading: &mut Reading<'_>,
    ) -> Result<Message<'a>, Refused> {
        if !node.is_object() {
            return Err(refuse_type(node, "turn", "an object"));
        }
        let ([from, value, content], rest) = node.fields(&["from", "value", "content"])?;
        let from = need(from, "from", node)?;
        let Some(name) = from.text() else { return Err(refuse_type(from, "from", "a string")) };
        let known = Speaker::of(from);
        let role = known.map_or_else(|| Role::Other(name.clone()), |(speaker, _)| speaker.role());
        if known.is_none() {
            reading.report.add(&shape::UNKNOWN_ROLE, from.at(), || {
                format!("unknown speaker `{}`; expected human, gpt, system, function_call, observation", name.show())
            });
        }
        let mut message = Message { at: node.at(), origin: NAME, role, ..Message::default() };
        match value {
            Some(value) if !value.is_null() => {
                let Some(token) = value.token() else { return Err(refuse_type(value, "value", "a string")) };
                message.form = Form::Text;
                self.read_value(known.map(|(speaker, _)| speaker), token, value.at(), next, &mut message, reading);
            }
            _ => {
                message.form = if value.is_some() { Form::Null } else { Form::Absent };
                reading
                    .report
                    .add(&shape::MISSING_FIELD, value.unwrap_or(node).at(), || "a turn needs `value`".to_owned());
                if matches!(message.role, Role::Tool) {
                    message.parts.push(result(Vec::new(), node.at()));
                }
            }
        }
        self.count(&message);
        keep_name(&mut message, from, known.is_some_and(|(_, says_more)| says_more));
        // Turns of other dialects hold their words in `content`.
        match content.map(|content| (content, content.text())) {
            Some((content, Some(text))) if message.form == Form::Absent && !matches!(message.role, Role::Tool) => {
                message.parts.push(Part::Text(TextPart::new(text, content.at())));
            }
            Some((content, _)) => message.extras.push(NAME, Text::Token("content"), content.to_raw(), content.at()),
            None => {}
        }
        extras(&rest, NAME, &mut message.extras);
        Ok(message)
    }

    fn count(&mut self, message: &Message<'_>) {
        for part in &message.parts {
            match part {
                Part::Call(_) => self.waiting += 1,
                Part::Result(_) => self.waiting = self.waiting.saturating_sub(1),
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
    }

    fn read_value(
        &mut self,
        speaker: Option<Speaker>,
        token: &'a str,
        at: At,
        next: Option<Node<'_, '_>>,
        message: &mut Message<'a>,
        reading: &mut Reading<'_>,
    ) {
        let found = match speaker {
            Some(Speaker::Call) => read_call_turn(token, at, reading),
            Some(Speaker::Result) => {
                // Where more results follow, this is one of them and not the list of all.
                let is_last = !next
                    .and_then(|next| next.get("from"))
                    .is_some_and(|from| matches!(Speaker::of(from), Some((Speaker::Result, _))));
                let wanted = if is_last { self.waiting } else { 1 };
                Some(read_results(token, at, wanted, reading))
            }
            Some(Speaker::Model) => read_tagged(token, at, reading).or_else(|| self.files.split(token, at)),
            Some(Speaker::Human) => self.files.split(token, at),
            Some(Speaker::System) | None => None,
        };
        match found {
            Some(parts) => {
                message.parts = parts.into();
                message.details_mut().verbatim = Some(Text::Token(token));
            }
            None => {
                message.parts.push(Part::Text(TextPart::new(Text::Token(token), at)));
            }
        }
    }
}

/// A turn that is JSON text of a call or of several.
fn read_call_turn<'a>(token: &'a str, at: At, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    let report = &mut *reading.report;
    let calls = open_payload(&Text::Token(token), reading.scratch, |root| read_calls(root, at, report));
    if calls.is_none() {
        reading.report.add(&shape::BAD_VALUE, at, || {
            "a function_call turn must be JSON text of `name` and `arguments`, or a list of those".to_owned()
        });
    }
    Some(calls?.into_iter().map(Part::from).collect())
}

/// How many closing tags are looked at for one opening tag.
const MOST_CLOSED: usize = 8;

/// An answer with `<tool_call>` blocks. A block that holds no call stays text.
fn read_tagged<'a>(token: &'a str, at: At, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    memmem::find(token.as_bytes(), b"tool_call")?;
    let value = Value::of(token);
    let mut parts = Vec::new();
    let mut done = 0;
    let mut from = 0;
    while let Some(first) = block_from(value.as_str(), from, "<tool_call>", "</tool_call>", 0) {
        let place = value.place(at, first.inner.start);
        // A string in the arguments may hold a closing tag: the block goes on until it is JSON.
        let longer = |skip| block_from(value.as_str(), first.outer.start, "<tool_call>", "</tool_call>", skip);
        let found = (0..MOST_CLOSED).map_while(longer).find_map(|block| {
            let payload = value.cut(block.inner.clone());
            let report = &mut *reading.report;
            Some((open_payload(&payload, reading.scratch, |root| read_calls(root, place, report))?, block))
        });
        from = found.as_ref().map_or(first.outer.end, |(_, block)| block.outer.end);
        let Some((calls, block)) = found else {
            if !value.cut(first.inner).is_blank() {
                // Texts may speak of tags, and some data has blocks that no parser can save.
                reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, place, || {
                    "a tool_call block holds no call".to_owned()
                });
            }
            continue;
        };
        push_words(&value, done..block.outer.start, at, &mut parts);
        parts.extend(calls.into_iter().map(Part::from));
        done = block.outer.end;
    }
    if parts.is_empty() {
        return None;
    }
    push_words(&value, done..value.as_str().len(), at, &mut parts);
    Some(parts)
}

/// The words around blocks: the line ends next to the tags belong to the tags.
fn push_words<'a>(value: &Value<'a>, mut range: std::ops::Range<usize>, at: At, parts: &mut Vec<Part<'a>>) {
    if range.start > 0 {
        range = value.without_first_line_end(range);
    }
    if range.end < value.as_str().len() {
        range = value.without_last_line_end(range);
    }
    let place = value.place(at, range.start);
    let text = value.cut(range);
    if !text.is_blank() {
        parts.push(Part::Text(TextPart::new(text, place)));
    }
}

/// A turn of results: `<tool_response>` blocks, a list with one item for each waiting call, or just the text of one.
fn read_results<'a>(token: &'a str, at: At, wanted: usize, reading: &mut Reading<'_>) -> Vec<Part<'a>> {
    if memmem::find(token.as_bytes(), b"tool_response").is_some()
        && let Some(results) = read_response_blocks(token, at, reading)
    {
        return results;
    }
    if wanted > 1 && token.trim_start().starts_with('[') {
        let items = open_json(&Text::Token(token), reading.scratch, |_, root| {
            (root.is_array() && root.len() == wanted)
                .then(|| root.items().map(|item| result(vec![item_text(item, at)], at)).collect())
        });
        if let Ok(Some(results)) = items {
            return results;
        }
    }
    vec![result(vec![Part::Text(TextPart::new(Text::Token(token), at))], at)]
}

fn read_response_blocks<'a>(token: &'a str, at: At, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    let value = Value::of(token);
    let mut results = Vec::new();
    let mut done = 0;
    for block in blocks(value.as_str(), "<tool_response>", "</tool_response>") {
        if !value.cut(done..block.outer.start).is_blank() {
            return None;
        }
        done = block.outer.end;
        let place = value.place(at, block.inner.start);
        let inner = value.without_last_line_end(value.without_first_line_end(block.inner));
        let payload = value.cut(inner);
        let named = open_payload(&payload, reading.scratch, |root| read_response(root, place));
        results.push(named.unwrap_or_else(|| result(vec![Part::Text(TextPart::new(payload, place))], place)));
    }
    (!results.is_empty() && value.cut(done..value.as_str().len()).is_blank()).then_some(results)
}

/// `{"name":"f","content":…}`
fn read_response(root: Node<'_, '_>, at: At) -> Option<Part<'static>> {
    let ([name, content], rest) = root.fields(&["name", "content"]).ok()?;
    let mut result = ToolResult { at, form: Form::Text, ..ToolResult::default() };
    result.name = Some(name?.text()?.into_owned());
    result.parts.push(item_text(content?, at));
    keep_rest(rest.unknown(), at, &mut result.extras);
    Some(Part::from(result))
}

/// A string, or any other value as JSON text.
fn item_text(item: Node<'_, '_>, at: At) -> Part<'static> {
    let text = item.text().map_or_else(|| Text::Owned(item.raw().to_owned()), Text::into_owned);
    Part::Text(TextPart::new(text, at))
}

fn result(parts: Vec<Part<'_>>, at: At) -> Part<'_> {
    Part::from(ToolResult { at, parts: parts.into(), form: Form::Text, ..ToolResult::default() })
}
