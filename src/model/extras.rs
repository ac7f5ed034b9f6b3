//! Unknown fields, in order, with the format and the object that they are from.

use crate::json::{At, Out, Raw, Text};

/// Unknown fields. The writer of their format writes them back; other writers report them as losses.
///
/// Boxed because it is empty in most messages: it takes one word there.
#[derive(Clone, Debug, Default)]
pub struct Extras<'a>(Option<Box<ExtrasData<'a>>>);

#[derive(Clone, Debug)]
struct ExtrasData<'a> {
    origin: &'static str,
    fields: Vec<Extra<'a>>,
}

/// One unknown field.
#[derive(Clone, Debug)]
pub struct Extra<'a> {
    /// The object of the format that it was in.
    pub slot: Slot,
    /// Its key, unchanged and never interpreted: the slot determines the object of the field.
    pub key: Text<'a>,
    /// Its value.
    pub value: Raw<'a>,
    /// Where the value was.
    pub at: At,
    /// It only records the spelling of something that the model has elsewhere, so dropping it is not a loss.
    pub is_note: bool,
}

/// The object of its format that a field was in. The field is marked `"x":1` in the examples.
///
/// One value of the model often represents several nested objects of a format. A writer writes a field back only where
/// it writes that object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The object that the model's own type represents: a request body, a message, a content part, a tool.
    /// `{"role":"user","content":"hi","x":1}`
    #[default]
    Here,
    /// Not a field of the format: a note of the reader, under a generated key.
    Mark,
    /// The outermost object around a record: a batch line, an export. `{"custom_id":"a","x":1,"body":{…}}`
    Envelope,
    /// The answer to a request in a batch line. `{"response":{"status_code":200,"x":1,"body":{…}}}`
    Response,
    /// The entry of an export with the record. `{"data":[{"x":1,"chat":{…}}]}`
    Entry,
    /// An answer of a service: the object around its message. `{"id":"c","object":"chat.completion","x":1,"choices":[…]}`
    Answer,
    /// One of several answers: the object directly around the message. `{"choices":[{"message":{…},"x":1}]}`
    Choice,
    /// A complete further answer: the value is an item of the list of answers. `{"choices":[{…},{"x":1}]}`
    Choices,
    /// An object that contains the message of an answer. `{"output":{"message":{…},"x":1}}`
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
    /// A complete event or statement that is not a message; it is the value. `{"type":"STEP_STARTED","x":1}`
    Event,
    /// An event that became a part of a message. `{"type":"TEXT_MESSAGE_START","x":1}`
    Detail,
    /// An item that became several parts. `{"type":"message","role":"assistant","x":1,"content":[…]}`
    Item,
    /// The content of a message, where that is an object. `{"content":{"type":"string","value":"hi","x":1}}`
    Content,
    /// The object inside a tool or of a call. `{"type":"function","function":{"name":"f","x":1}}`
    Function,
    /// The object inside a content part that contains its data. `{"type":"image","source":{"url":"…","x":1}}`
    Source,
    /// An earlier member of the same key, which the last one replaces. `{"role":1,"role":"user"}`
    Earlier,
    /// A member with a value of the wrong type, for which something else is written: no writer writes it back.
    /// `{"id":{"x":1},"type":"function"}`
    Odd,
}

impl<'a> Extras<'a> {
    /// Adds a field that was read by `origin`.
    pub fn push(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.push_in(Slot::Here, origin, key, value, at);
    }

    /// Adds a field of another object than the one that the value represents.
    pub fn push_in(&mut self, slot: Slot, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { slot, key, value, at, is_note: false });
    }

    /// Adds a note on spelling that only the writer of `origin` needs, to write it the same way.
    pub fn note(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.note_in(Slot::Here, origin, key, value, at);
    }

    /// Adds a note on spelling for another object than the one that the value represents.
    pub fn note_in(&mut self, slot: Slot, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { slot, key, value, at, is_note: true });
    }

    /// Adds a note that is not a field of the format; [`Extras::find_mark`] finds it.
    pub fn mark(&mut self, origin: &'static str, key: &'static str, value: Raw<'a>, at: At) {
        self.note_in(Slot::Mark, origin, Text::Token(key), value, at);
    }

    /// The same without borrowing from the text they were read from, and with other places.
    #[must_use]
    pub fn moved(self, place: &dyn Fn(At) -> At) -> Extras<'static> {
        Extras(self.0.map(|inner| {
            let moved = |extra: Extra<'a>| Extra {
                slot: extra.slot,
                key: extra.key.into_owned(),
                value: extra.value.into_owned(),
                at: place(extra.at),
                is_note: extra.is_note,
            };
            Box::new(ExtrasData { origin: inner.origin, fields: inner.fields.into_iter().map(moved).collect() })
        }))
    }

    /// Makes them fields of another format, whose records contain objects of theirs.
    pub fn set_origin(&mut self, origin: &'static str) {
        if let Some(inner) = &mut self.0 {
            inner.origin = origin;
        }
    }

    /// Adds the fields of others.
    pub fn extend(&mut self, others: &Self) {
        for extra in others.fields() {
            self.add(others.origin(), extra.clone());
        }
    }

    /// Keeps only the fields for which `is_kept` returns true.
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

    /// The fields of all objects, if they came from this format; otherwise empty.
    #[must_use]
    #[inline]
    pub fn of(&self, origin: &str) -> &[Extra<'a>] {
        match &self.0 {
            Some(inner) if inner.origin == origin => &inner.fields,
            _ => &[],
        }
    }

    /// Writes the fields of one object that came from `origin` as members of the open object.
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

    /// A field that came from `origin`, of the object that the value represents.
    #[must_use]
    pub fn get(&self, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.get_in(Slot::Here, origin, key)
    }

    /// A field of another object.
    #[must_use]
    pub fn get_in(&self, slot: Slot, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.of(origin).iter().find(|extra| extra.slot == slot && extra.key.is(key))
    }

    /// A note that [`Extras::mark`] added.
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
