//! One turn.

use memchr::memmem;

use super::media::UnnamedFiles;
use super::packed::{PackedValue, block_from, blocks, keep_rest, open_payload, read_calls, read_tagged_call};
use super::{SpeakerKeys, TurnKind, TurnLists};
use crate::format::Reading;
use crate::format::shared::{extras, keep_weight, need, open_json, refuse_type};
use crate::json::{At, Node, Text};
use crate::model::{Form, Message, Part, Role, TextPart, ToolResult};
use crate::report::{Refused, Severity, article, shape, unknown_word};

/// The state that is carried from turn to turn.
#[derive(Debug)]
pub(super) struct TurnState<'a> {
    pub(super) lists: &'static TurnLists,
    pub(super) files: UnnamedFiles<'a>,
    /// The number of calls without a result so far.
    waiting: usize,
}

/// The words of a turn.
#[derive(Clone, Copy)]
struct TurnKeys<'a> {
    /// The format.
    origin: &'static str,
    token: &'a str,
    at: At,
}

impl<'a> TurnState<'a> {
    /// Before the first turn.
    pub(super) fn of(lists: &'static TurnLists) -> Self {
        Self { lists, files: UnnamedFiles::default(), waiting: 0 }
    }

    /// Reads a turn. `next` is the one after it.
    pub(super) fn read(
        &mut self,
        node: Node<'_, 'a>,
        next: Option<Node<'_, '_>>,
        reading: &mut Reading<'_>,
    ) -> Result<Message<'a>, Refused> {
        if !node.is_object() {
            return Err(refuse_type(node, "turn", "an object"));
        }
        let lists = self.lists;
        // Where there are no other words, nothing is found for them: the first of equal keys claims the member.
        let SpeakerKeys { speaker: speaker_key, words: words_key } = lists.keys_of(node);
        let other_key = lists.other.words.filter(|_| words_key == lists.turn.words).unwrap_or(words_key);
        let weight_key = lists.turn.parts.map_or(words_key, |parts| parts.weight);
        // Of equal keys, the first one has the member.
        let mut more = lists.turn.weights.iter().copied().chain(std::iter::repeat(words_key));
        let keys = [
            speaker_key,
            words_key,
            other_key,
            weight_key,
            more.next().unwrap_or(words_key),
            more.next().unwrap_or(words_key),
        ];
        let ([speaker, value, other, weight, first, second], rest) = node.fields(&keys)?;
        let speaker = need(speaker, speaker_key, node)?;
        let Some(name) = speaker.text() else { return Err(refuse_type(speaker, speaker_key, "a string")) };
        let kind = lists.kind_of(speaker);
        let role = match kind {
            Some(kind) => kind.role(),
            None => {
                reading
                    .report
                    .add(&shape::UNKNOWN_ROLE, speaker.at(), || unknown_word("speaker", &name, &lists.expected()));
                Role::Other(name)
            }
        };
        let mut message = Message { at: node.at(), origin: lists.name, role, ..Message::default() };
        match value {
            Some(value) if !value.is_null() && lists.turn.parts.is_some() => {
                lists
                    .turn
                    .parts
                    .map_or(Ok(()), |parts| parts.read(lists, value, self.wanted(next), &mut message, reading))?;
            }
            Some(value) if !value.is_null() => {
                let Some(token) = value.token() else { return Err(refuse_type(value, words_key, "a string")) };
                message.form = Form::Text;
                let words = TurnKeys { origin: lists.name, token, at: value.at() };
                self.read_words(kind, words, next, &mut message, reading);
            }
            _ => {
                message.form = if value.is_some() { Form::Null } else { Form::Absent };
                message.lacks_content = true;
                let at = value.unwrap_or(node).at();
                reading.report.add(&shape::MISSING_FIELD, at, || format!("a turn needs `{words_key}`"));
                if matches!(message.role, Role::Tool) {
                    message.parts.push(result(Vec::new(), node.at()));
                }
            }
        }
        self.count(&message);
        lists.keep_name(&mut message, speaker_key, speaker);
        match other.map(|other| (other, other.text())) {
            Some((other, Some(text))) if message.form == Form::Absent && !matches!(message.role, Role::Tool) => {
                message.parts.push(Part::Text(TextPart::new(text, other.at())));
            }
            Some((other, _)) => message.extras.push(lists.name, Text::Token(other_key), other.to_raw(), other.at()),
            None => {}
        }
        if let (Some(parts), Some(weight)) = (lists.turn.parts, weight) {
            parts.keep_weight(weight, &mut message);
        }
        for (key, weight) in lists.turn.weights.iter().zip([first, second]) {
            let Some(weight) = weight else { continue };
            if message.details().weight.is_none() {
                keep_weight(weight, key, &mut message);
            } else {
                message.extras.push(lists.name, Text::Token(key), weight.to_raw(), weight.at());
            }
        }
        extras(&rest, lists.name, &mut message.extras);
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

    /// The number of results that a turn may list. Where more of them follow, it is one and not the list of all.
    fn wanted(&self, next: Option<Node<'_, '_>>) -> usize {
        let next =
            next.and_then(|next| next.get(self.lists.keys_of(next).speaker)).and_then(|next| self.lists.kind_of(next));
        let is_result = matches!(next, Some(TurnKind::Results | TurnKind::TaggedResults));
        if is_result { 1 } else { self.waiting }
    }

    fn read_words(
        &mut self,
        kind: Option<TurnKind>,
        words: TurnKeys<'a>,
        next: Option<Node<'_, '_>>,
        message: &mut Message<'a>,
        reading: &mut Reading<'_>,
    ) {
        let TurnKeys { token, at, .. } = words;
        let lists = self.lists;
        let found = match kind {
            Some(TurnKind::Calls) => read_call_turn(words, lists, reading),
            Some(TurnKind::Results | TurnKind::TaggedResults) => Some(read_results(words, self.wanted(next), reading)),
            Some(TurnKind::Answer) => {
                let tagged = if lists.has(TurnKind::Calls) { read_tagged(words, reading) } else { None };
                tagged.or_else(|| self.files.split(token, at))
            }
            Some(TurnKind::User) => self.files.split(token, at),
            Some(TurnKind::System) | None => None,
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
fn read_call_turn<'a>(words: TurnKeys<'a>, lists: &TurnLists, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    let TurnKeys { origin, token, at } = words;
    let report = &mut *reading.report;
    let calls = open_payload(&Text::Token(token), reading.scratch, |root| read_calls(root, origin, at, report));
    if calls.is_none() {
        reading.report.add(&shape::BAD_VALUE, at, || {
            let name = lists.usual(TurnKind::Calls);
            format!("{} {name} turn must be JSON text of `name` and `arguments`, or a list of those", article(name))
        });
    }
    Some(calls?.into_iter().map(Part::from).collect())
}

/// The maximum number of closing tags that are tried for one opening tag.
const MOST_CLOSED: usize = 8;

/// An answer with `<tool_call>` blocks. A block that contains no call stays text.
fn read_tagged<'a>(words: TurnKeys<'a>, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    let TurnKeys { origin, token, at } = words;
    let value = PackedValue::of(token);
    memmem::find(value.as_str().as_bytes(), b"<tool_call>")?;
    let mut parts = Vec::new();
    let mut done = 0;
    let mut from = 0;
    while let Some(first) = block_from(value.as_str(), from, "<tool_call>", "</tool_call>", 0) {
        let place = value.place(at, first.inner.start);
        // A string in the arguments may contain a closing tag: the block goes on until it is JSON.
        let longer = |skip| block_from(value.as_str(), first.outer.start, "<tool_call>", "</tool_call>", skip);
        let found = (0..MOST_CLOSED).map_while(longer).find_map(|block| {
            let payload = value.cut(block.inner.clone());
            let report = &mut *reading.report;
            let calls = open_payload(&payload, reading.scratch, |root| read_calls(root, origin, place, report));
            Some((calls.or_else(|| Some(vec![read_tagged_call(&payload, place)?]))?, block))
        });
        from = found.as_ref().map_or(first.outer.end, |(_, block)| block.outer.end);
        let Some((calls, block)) = found else {
            if !value.cut(first.inner).is_blank() {
                // Texts may speak of tags, and some data has blocks that no parser can save.
                reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, place, || {
                    "a tool_call block contains no call".to_owned()
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
fn push_words<'a>(value: &PackedValue<'a>, mut range: std::ops::Range<usize>, at: At, parts: &mut Vec<Part<'a>>) {
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
fn read_results<'a>(words: TurnKeys<'a>, wanted: usize, reading: &mut Reading<'_>) -> Vec<Part<'a>> {
    let TurnKeys { token, at, .. } = words;
    if memmem::find(PackedValue::of(token).as_str().as_bytes(), b"<tool_response>").is_some()
        && let Some(results) = read_response_blocks(words, reading)
    {
        return results;
    }
    let text = TextPart::new(Text::Token(token), at);
    read_listed(&text, wanted, reading).unwrap_or_else(|| vec![result(vec![Part::Text(text)], at)])
}

/// A text that is a JSON list with one item for each waiting call.
pub(super) fn read_listed<'a>(text: &TextPart<'_>, wanted: usize, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    if wanted < 2 || !text.text.spelling().trim_start().starts_with('[') {
        return None;
    }
    let items = open_json(&text.text, reading.scratch, |_, root| {
        let is_list = root.is_array() && root.len() == wanted;
        is_list.then(|| root.items().map(|item| result(vec![item_text(item, text.at)], text.at)).collect())
    });
    items.ok().flatten()
}

fn read_response_blocks<'a>(words: TurnKeys<'a>, reading: &mut Reading<'_>) -> Option<Vec<Part<'a>>> {
    let TurnKeys { origin, token, at } = words;
    let value = PackedValue::of(token);
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
        let named = open_payload(&payload, reading.scratch, |root| read_response(root, origin, place));
        results.push(named.unwrap_or_else(|| result(vec![Part::Text(TextPart::new(payload, place))], place)));
    }
    (!results.is_empty() && value.cut(done..value.as_str().len()).is_blank()).then_some(results)
}

/// `{"name":"f","content":…}`
fn read_response(root: Node<'_, '_>, origin: &'static str, at: At) -> Option<Part<'static>> {
    let ([name, content], rest) = root.fields(&["name", "content"]).ok()?;
    let mut result = ToolResult { at, form: Form::Text, ..ToolResult::default() };
    result.name = Some(name?.text()?.into_owned());
    result.parts.push(item_text(content?, at));
    keep_rest(&rest, origin, at, &mut result.extras);
    Some(Part::from(result))
}

/// A string, or any other value as JSON text.
fn item_text(item: Node<'_, '_>, at: At) -> Part<'static> {
    let text = item.text().map_or_else(|| Text::owned(item.raw()), Text::into_owned);
    Part::Text(TextPart::new(text, at))
}

fn result(parts: Vec<Part<'_>>, at: At) -> Part<'_> {
    Part::from(ToolResult { at, parts: parts.into(), form: Form::Text, ..ToolResult::default() })
}
