//! Fields nobody claimed, in their order, with the format they came from and the object they were in.

use super::conversation::Conversation;
use super::part::Part;
use crate::json::{At, Out, Raw, Text};

/// Fields nobody claimed. Their format's writer puts them back; other writers report them.
///
/// Empty in most messages, so it takes one word there.
#[derive(Clone, Debug, Default)]
pub struct Extras<'a>(Option<Box<ExtrasData<'a>>>);

#[derive(Clone, Debug)]
struct ExtrasData<'a> {
    origin: &'static str,
    fields: Vec<Extra<'a>>,
}

/// One such field.
#[derive(Clone, Debug)]
pub struct Extra<'a> {
    /// Which object of the format it was in.
    pub slot: Slot,
    /// Its key, as it was. Never interpreted: the slot says where the field was.
    pub key: Text<'a>,
    /// Its value.
    pub value: Raw<'a>,
    /// Where the value was.
    pub at: At,
    /// It only says how something was spelled that the model holds elsewhere, so nothing is lost without it.
    pub is_note: bool,
}

/// Which object of its format a field was in. The field is marked `"x":1` in the examples.
///
/// One value of the model often stands for several objects of a format, one inside of another. A writer puts a field back
/// only where it writes that object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The object that the model's own type stands for: a request body, a message, a content part, a tool.
    /// `{"role":"user","content":"hi","x":1}`
    #[default]
    Here,
    /// No field of the format: a note of the reader, under a key that is made up.
    Mark,
    /// The outermost object around a record: a batch line, an export. `{"custom_id":"a","x":1,"body":{…}}`
    Envelope,
    /// The answer to a request, as a batch line holds it. `{"response":{"status_code":200,"x":1,"body":{…}}}`
    Response,
    /// The entry of an export that holds the record. `{"data":[{"x":1,"chat":{…}}]}`
    Entry,
    /// An answer of a service: the object around its message. `{"id":"c","object":"chat.completion","x":1,"choices":[…]}`
    Answer,
    /// One of several answers: what is directly around the message. `{"choices":[{"message":{…},"x":1}]}`
    Choice,
    /// A whole further answer: the value is an item of the list of answers. `{"choices":[{…},{"x":1}]}`
    Choices,
    /// An object that holds the message of an answer. `{"output":{"message":{…},"x":1}}`
    Output,
    /// An object that holds settings, instruction and tools. `{"config":{"tools":[…],"x":1}}`
    Config,
    /// An object that holds settings, among them a request for output. `{"generationConfig":{"x":1}}`
    Settings,
    /// The object around a list of tools. `{"toolConfig":{"tools":[…],"x":1}}`
    Tools,
    /// The list of messages, where that is an object. `{"items":{"x":1,"items":[…]}}`
    Messages,
    /// The list of branches, where that is an object. `{"progressions":{"x":1,"items":[…]}}`
    Branches,
    /// A whole event or statement that is not a message. The value is all of it. `{"type":"STEP_STARTED","x":1}`
    Event,
    /// An event that became a part of a message. `{"type":"TEXT_MESSAGE_START","x":1}`
    Detail,
    /// An item that became several parts. `{"type":"message","role":"assistant","x":1,"content":[…]}`
    Item,
    /// The content of a message, where that is an object. `{"content":{"type":"string","value":"hi","x":1}}`
    Content,
    /// The object inside of a tool or of a call. `{"type":"function","function":{"name":"f","x":1}}`
    Function,
    /// The object inside of a content part that holds its data. `{"type":"image","source":{"url":"…","x":1}}`
    Source,
    /// An earlier member of the same key, which the last one replaces. `{"role":1,"role":"user"}`
    Earlier,
    /// A member whose value is not of the kind that it must be, where something else is written for it: no writer puts it
    /// back. `{"id":{"x":1},"type":"function"}`
    Odd,
}

impl<'a> Extras<'a> {
    /// Adds a field that was read by `origin`.
    pub fn push(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.push_in(Slot::Here, origin, key, value, at);
    }

    /// Adds a field of another object than the one that the value stands for.
    pub fn push_in(&mut self, slot: Slot, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { slot, key, value, at, is_note: false });
    }

    /// Adds a spelling that only the writer of `origin` needs, to write the same again.
    pub fn note(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.note_in(Slot::Here, origin, key, value, at);
    }

    /// The same for another object than the one that the value stands for.
    pub fn note_in(&mut self, slot: Slot, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { slot, key, value, at, is_note: true });
    }

    /// Adds a note that is not a field of the format; [`Extras::find_mark`] finds it.
    pub fn mark(&mut self, origin: &'static str, key: &'static str, value: Raw<'a>, at: At) {
        self.note_in(Slot::Mark, origin, Text::Token(key), value, at);
    }

    /// Keeps the fields for which `is_kept` says so.
    pub fn retain(&mut self, is_kept: impl FnMut(&Extra<'a>) -> bool) {
        if let Some(inner) = &mut self.0 {
            inner.fields.retain(is_kept);
        }
    }

    fn add(&mut self, origin: &'static str, extra: Extra<'a>) {
        self.0.get_or_insert_with(|| Box::new(ExtrasData { origin, fields: Vec::new() })).fields.push(extra);
    }

    /// The format they came from; empty if there are none.
    #[must_use]
    pub fn origin(&self) -> &'static str {
        self.0.as_ref().map_or("", |inner| inner.origin)
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> &[Extra<'a>] {
        self.0.as_ref().map_or(&[], |inner| &inner.fields)
    }

    /// The fields of all objects, if they came from this format; otherwise nothing.
    #[must_use]
    #[inline]
    pub fn of(&self, origin: &str) -> &[Extra<'a>] {
        match &self.0 {
            Some(inner) if inner.origin == origin => &inner.fields,
            _ => &[],
        }
    }

    /// Writes the fields of one object that came from `origin` as members of the object that is open.
    #[inline]
    pub fn write(&self, slot: Slot, origin: &str, out: &mut Out) {
        for extra in self.in_slot(origin, slot).filter(|extra| !extra.is_note) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }

    /// The fields of one object, if they came from this format.
    pub fn in_slot(&self, origin: &str, slot: Slot) -> impl Iterator<Item = &Extra<'a>> {
        self.of(origin).iter().filter(move |extra| extra.slot == slot)
    }

    /// A field that came from `origin`, of the object that the value stands for.
    #[must_use]
    pub fn get(&self, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.get_in(Slot::Here, origin, key)
    }

    /// A field of another object.
    #[must_use]
    pub fn get_in(&self, slot: Slot, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.of(origin).iter().find(|extra| extra.slot == slot && extra.key.is(key))
    }

    /// A note that [`Extras::mark`] left.
    #[must_use]
    pub fn find_mark(&self, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.get_in(Slot::Mark, origin, key)
    }

    /// True if there are none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|inner| inner.fields.is_empty())
    }
}

impl<'a> Conversation<'a> {
    /// Calls `visit` with the extras of the conversation and everything in it, in order.
    pub fn each_extras<'c>(&'c self, visit: &mut impl FnMut(&'c Extras<'a>)) {
        visit(&self.extras);
        self.output.iter().for_each(|output| visit(&output.extras));
        self.tools.iter().for_each(|tool| visit(&tool.extras));
        for message in &self.messages {
            message.details().output.iter().for_each(|output| visit(&output.extras));
            visit(&message.extras);
            each_of_parts(&message.parts, visit);
        }
        self.branches.iter().for_each(|branch| visit(&branch.extras));
    }
}

fn each_of_parts<'c, 'a>(parts: &'c [Part<'a>], visit: &mut impl FnMut(&'c Extras<'a>)) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => visit(&it.extras),
            Part::Reasoning(it) => visit(&it.extras),
            Part::Call(it) => visit(&it.extras),
            Part::Media(it) => visit(&it.extras),
            Part::Result(it) => {
                visit(&it.extras);
                each_of_parts(&it.parts, visit);
            }
            Part::Opaque(_) => {}
        }
    }
}
