//! Reads a span: its messages are JSON text in attributes, which is read as one record.

use std::ops::Range;

use super::MESSAGES_FORMAT;
use super::span::{Attribute, CONVERSATION, INPUT, OUTPUT, attribute};
use crate::format::Reading;
use crate::format::openai_responses::read_tool;
use crate::format::shared::keep_other_members;
use crate::json::{At, NestedJson, Node, Span, Tape, Text};
use crate::model::{Conversation, Slot};
use crate::report::{Refused, shape};

const INSTRUCTIONS: &str = "gen_ai.system_instructions";
const TOOLS: &str = "gen_ai.tool.definitions";

/// Reads a span with messages.
pub(super) fn read_span<'a>(
    span: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Option<Result<Conversation<'a>, Refused>> {
    let [input, output] = [INPUT, OUTPUT].map(|name| attribute(span, name));
    input.or(output)?;
    Some(read_messages(span, [input, output], reading))
}

fn read_messages<'a>(
    span: Node<'_, 'a>,
    messages: [Option<Attribute<'_, 'a>>; 2],
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let mut read = Vec::new();
    let mut record = SpanRecord::default();
    record.text.push_str("{\"messages\":[");
    for list in messages.into_iter().flatten() {
        record.add_items(list.value, reading.scratch)?;
        read.push(list);
    }
    record.text.push(']');
    for (name, key) in [(INSTRUCTIONS, "system"), (TOOLS, "tools")] {
        // What is not a list stays a field.
        if let Some(list) = attribute(span, name)
            && record.add_list(key, list.value, reading.scratch).is_ok()
        {
            read.push(list);
        }
    }
    record.text.push('}');
    let mut conversation = record.read(span.at(), reading)?;
    if let Some(id) = attribute(span, CONVERSATION)
        && let Some(text) = id.value.text()
    {
        (conversation.id, conversation.id_at) = (Some(text), id.value.at());
        read.push(id);
    }
    let origin = conversation.origin;
    let mut taken: Vec<_> = read.iter().map(|attribute| attribute.value.at()).collect();
    for name in read.iter().filter_map(|attribute| attribute.name) {
        conversation.extras.note_in(Slot::Envelope, origin, Text::Token("key"), name.to_raw(), name.at());
        taken.push(name.at());
    }
    taken.sort_unstable();
    let is_known = |_: &Text<'_>, _: Node<'_, '_>| false;
    for (key, value) in span.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Envelope, origin, &is_known, &mut conversation.extras);
    }
    Ok(conversation)
}

/// A record of the lists in the attributes of a span: `{"messages":[…],"system":[…],"tools":[…]}`.
#[derive(Default)]
struct SpanRecord<'a> {
    text: String,
    /// The lists, by their offsets in the text.
    lists: Vec<SpanList<'a>>,
}

struct SpanList<'a> {
    start: usize,
    /// The offset in its JSON of what was added.
    skipped: usize,
    json: NestedJson<'a>,
}

impl<'a> SpanRecord<'a> {
    /// Adds the items of a list, which may be JSON text, to the messages.
    fn add_items(&mut self, list: Node<'_, 'a>, scratch: &mut Tape) -> Result<(), Refused> {
        let (json, span) = opened(list, scratch)?;
        let items = span.start + 1..span.end - 1;
        if json.text().get(items.clone()).is_none_or(|items| items.trim().is_empty()) {
            return Ok(());
        }
        if !self.text.ends_with('[') {
            self.text.push(',');
        }
        self.add(json, items);
        Ok(())
    }

    /// Adds a list as a member.
    fn add_list(&mut self, key: &str, list: Node<'_, 'a>, scratch: &mut Tape) -> Result<(), Refused> {
        let (json, span) = opened(list, scratch)?;
        self.text.push_str(&format!(",\"{key}\":"));
        self.add(json, span.start..span.end);
        Ok(())
    }

    fn add(&mut self, json: NestedJson<'a>, range: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(json.text().get(range.clone()).unwrap_or_default());
        self.lists.push(SpanList { start, skipped: range.start, json });
    }

    /// Reads the record. `span`: the place of what is not in a list.
    fn read<'r>(&self, span: At, reading: &mut Reading<'_>) -> Result<Conversation<'r>, Refused> {
        let place = |at: At| {
            let Some(offset) = at.offset() else { return at };
            let index = self.lists.partition_point(|list| list.start <= offset).checked_sub(1);
            let list = index.and_then(|index| self.lists.get(index));
            list.map_or(span, |list| list.json.at(offset - list.start + list.skipped))
        };
        let mut tape = Tape::new();
        let root = tape.parse(&self.text).map_err(|error| Refused::json(&error).moved(&place))?;
        let mut found = reading.report.alike();
        let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
        let mut read = (MESSAGES_FORMAT.read)(root, &mut inner).map_err(|refused| refused.moved(&place))?;
        if let Some(tools) = root.get("tools") {
            for tool in tools.items() {
                read.tools.push(read_tool(tool, &mut inner).map_err(|refused| refused.moved(&place))?);
            }
            read.extras.retain(|extra| extra.at != tools.at());
        }
        found.move_places(place);
        reading.report.append(&mut found);
        let message = "the messages of this span have branches";
        read.moved(&place).ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, span, message))
    }
}

/// The JSON of a list, and the place of the list in it.
fn opened<'a>(list: Node<'_, 'a>, scratch: &mut Tape) -> Result<(NestedJson<'a>, Span), Refused> {
    let json = NestedJson::of(list.raw(), list.at());
    let place = |at: At| at.offset().map_or(at, |offset| json.at(offset));
    let root = scratch.parse(json.text()).map_err(|error| Refused::json(&error).moved(&place))?;
    if !root.is_array() {
        let why = "an attribute with messages, instructions or tools is a list";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, list.at(), why));
    }
    let span = root.span();
    Ok((json, span))
}
