//! Calls of an answer, which may be stored three times: in `tool_calls`, as content blocks, and in `additional_kwargs`.
//!
//! ```json
//! {"name":"look","args":{"city":"Porto"},"id":"call_1","type":"tool_call"}
//! ```

use std::collections::{HashMap, HashSet};

use super::NAME;
use crate::format::shared::{extras, keep_member, need, need_text, refuse_type};
use crate::json::{Node, Raw, Text};
use crate::model::{Arguments, CallKind, Extras, Opaque, Part, Slot, ToolCall};
use crate::report::Refused;

/// The calls of an answer. Those that are listed are taken to their places in the content.
#[derive(Debug, Default)]
pub(super) struct ListedCalls<'t, 'a> {
    calls: Vec<ListedCall<'t, 'a>>,
    by_id: HashMap<String, usize>,
}

/// A call, listed or in the content.
#[derive(Debug)]
pub(super) struct ListedCall<'t, 'a> {
    pub(super) node: Node<'t, 'a>,
    /// `None` if it is in its place.
    pub(super) part: Option<Part<'a>>,
}

impl<'t, 'a> ListedCalls<'t, 'a> {
    /// True if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Adds a call. Of several with one id, the first one counts.
    pub(super) fn add(&mut self, part: Part<'a>, id: Option<&Text<'a>>, node: Node<'t, 'a>) {
        self.push(Some(part), id, node);
    }

    fn push(&mut self, part: Option<Part<'a>>, id: Option<&Text<'a>>, node: Node<'t, 'a>) {
        if let Some(id) = id.filter(|id| !id.is_empty()) {
            self.by_id.entry(id.decode().into_owned()).or_insert(self.calls.len());
        }
        self.calls.push(ListedCall { node, part });
    }

    /// True if a call with this id is listed or was read.
    pub(super) fn knows(&self, id: &Text<'_>) -> bool {
        self.by_id.contains_key(id.decode().as_ref())
    }

    /// Takes the call with this id.
    pub(super) fn take(&mut self, id: Option<&Text<'_>>) -> Option<ListedCall<'t, 'a>> {
        let place = self.by_id.get(id?.decode().as_ref())?;
        let call = self.calls.get_mut(*place)?;
        Some(ListedCall { node: call.node, part: call.part.take() })
    }

    /// Notes that a call was read from the content.
    pub(super) fn note(&mut self, id: Option<&Text<'a>>, block: Node<'t, 'a>) {
        self.push(None, id, block);
    }

    /// The calls that are not in the content.
    pub(super) fn rest(self) -> impl Iterator<Item = Part<'a>> {
        self.calls.into_iter().filter_map(|call| call.part)
    }

    /// Reads `tool_calls`, `tool_call_chunks` or `invalid_tool_calls`. A call with broken arguments is one that the library
    /// does not send, unless a result answers it.
    pub(super) fn read(
        &mut self,
        list: Node<'t, 'a>,
        key: &'static str,
        answered: &HashSet<String>,
        fields: &mut Extras<'a>,
    ) -> Result<(), Refused> {
        if !list.is_array() {
            keep_member(Slot::Here, NAME, Text::Token(key), list, fields);
            return Ok(());
        }
        for node in list.items() {
            if !node.is_object() {
                return Err(refuse_type(node, key, "a list of objects"));
            }
            let [id, name] = node.pick(&["id", "name"]).map(|field| field.and_then(|field| field.text()));
            let is_answered = || id.as_ref().is_some_and(|id| answered.contains(id.decode().as_ref()));
            if key == "invalid_tool_calls" && !(name.is_some() && is_answered()) {
                let kind = Text::Token("invalid_tool_call");
                let raw = node.to_raw();
                let part = Opaque { hosted: None, is_call: true, origin: NAME, at: node.at(), kind, raw };
                self.add(Part::Opaque(Box::new(part)), id.as_ref(), node);
            } else {
                self.add(Part::from(read_call(node)?), id.as_ref(), node);
            }
        }
        Ok(())
    }

    /// Reads the calls of older data, as the chat completions API writes them:
    /// `{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}`. Copies are not read.
    pub(super) fn read_older(&mut self, list: Node<'t, 'a>, fields: &mut Extras<'a>) -> Result<(), Refused> {
        let key = "tool_calls";
        if !list.is_array() {
            keep_member(Slot::Config, NAME, Text::Token(key), list, fields);
            return Ok(());
        }
        let is_copy = !self.is_empty();
        for node in list.items() {
            let ([kind, id, function, _], rest) = node.fields(&["type", "id", "function", "index"])?;
            let own_id = id;
            let id = id.and_then(|id| id.text());
            match function.filter(|_| !is_copy) {
                Some(function) => {
                    let mut call = read_function(function, CallKind::Function)?;
                    call.at = node.at();
                    call.id.clone_from(&id);
                    extras(&rest, NAME, &mut call.extras);
                    for (key, odd) in [("type", kind.filter(|kind| !kind.is("function"))), ("id", own_id)] {
                        if let Some(odd) = odd.filter(|_| key == "type" || id.is_none()) {
                            keep_member(Slot::Odd, NAME, Text::Token(key), odd, &mut call.extras);
                        }
                    }
                    self.add(Part::from(call), id.as_ref(), node);
                }
                None if id.is_some_and(|id| self.knows(&id)) => {
                    fields.note_in(Slot::Config, NAME, Text::Token(key), node.to_raw(), node.at());
                }
                None => fields.push_in(Slot::Config, NAME, Text::Token(key), node.to_raw(), node.at()),
            }
        }
        Ok(())
    }
}

/// The number of values that are looked for in the pieces of calls.
const LOOKED_FOR: usize = 1000;

/// True for calls of chunks that say nothing that their pieces do not say.
pub(super) fn are_of_pieces(list: Node<'_, '_>, pieces: Node<'_, '_>) -> bool {
    let mut values = Vec::new();
    let mut open = vec![list];
    while let Some(value) = open.pop() {
        if values.len() > LOOKED_FOR {
            return true;
        }
        open.extend(value.items());
        for (key, member) in value.members() {
            let is_word = key.is("type") && member.text().is_some_and(|kind| is_call(&kind.decode()));
            if !is_word && !member.is_null() {
                open.push(member);
            }
        }
        if !value.is_object() && !value.is_array() {
            values.push(value.token().unwrap_or(value.raw()));
        }
    }
    values.iter().all(|value| pieces.raw().contains(value))
}

/// True for a content block that is a call of a tool of the program.
pub(super) fn is_call(kind: &str) -> bool {
    matches!(kind, "tool_call" | "tool_use" | "function_call" | "tool_call_chunk" | "invalid_tool_call")
}

/// The id of a call in the content. Those of the Responses API have one of the item, too.
pub(super) fn block_id<'a>(block: Node<'_, 'a>) -> Option<Text<'a>> {
    let [call_id, id] = block.pick(&["call_id", "id"]);
    call_id.or(id)?.text()
}

/// Reads a call, listed or in the content: its arguments are in `args`, `input` or `arguments`.
pub(super) fn read_call<'a>(node: Node<'_, 'a>) -> Result<ToolCall<'a>, Refused> {
    let keys = ["type", "id", "call_id", "name", "args", "input", "arguments", "index"];
    let ([kind, id, call_id, name, args, input, arguments, _], rest) = node.fields(&keys)?;
    let mut fields = Extras::default();
    match kind {
        // A call whose arguments the library could not parse: no other format says so.
        Some(kind) if kind.is("invalid_tool_call") => {
            keep_member(Slot::Odd, NAME, Text::Token("type"), kind, &mut fields);
        }
        Some(kind) if !kind.text().is_some_and(|kind| is_call(&kind.decode())) => {
            keep_member(Slot::Here, NAME, Text::Token("type"), kind, &mut fields);
        }
        Some(_) | None => {}
    }
    let own = call_id.filter(Node::is_string).or(id);
    for (key, other) in [("id", id), ("call_id", call_id)] {
        if let Some(other) = other.filter(|other| own.is_some_and(|own| own.at() != other.at() || !own.is_string())) {
            keep_member(Slot::Odd, NAME, Text::Token(key), other, &mut fields);
        }
    }
    extras(&rest, NAME, &mut fields);
    let mut given = [("args", args), ("input", input), ("arguments", arguments)].into_iter();
    let arguments = given.find_map(|(_, value)| value.filter(|value| !value.is_null()));
    for (key, other) in given.filter_map(|(key, value)| Some((key, value?))) {
        keep_member(Slot::Here, NAME, Text::Token(key), other, &mut fields);
    }
    Ok(ToolCall {
        at: node.at(),
        id: own.and_then(|id| id.text()),
        kind: CallKind::Function,
        name: need_text(name, "name", node)?,
        arguments: read_arguments(arguments),
        cache: None,
        signature: None,
        extras: fields,
    })
}

fn read_arguments<'a>(arguments: Option<Node<'_, 'a>>) -> Arguments<'a> {
    match arguments.map(|arguments| (arguments.text(), arguments.to_raw())) {
        Some((Some(text), _)) => Arguments::Encoded(text),
        Some((None, raw)) => Arguments::Object(raw),
        None => Arguments::Object(Raw::borrowed("{}")),
    }
}

/// `{"name":"f","arguments":"{}"}`
pub(super) fn read_function<'a>(function: Node<'_, 'a>, kind: CallKind) -> Result<ToolCall<'a>, Refused> {
    let ([name, arguments], rest) = function.fields(&["name", "arguments"])?;
    let mut fields = Extras::default();
    extras(&rest, NAME, &mut fields);
    Ok(ToolCall {
        at: function.at(),
        id: None,
        kind,
        name: need_text(name, "name", function)?,
        arguments: read_arguments(Some(need(arguments, "arguments", function)?)),
        cache: None,
        signature: None,
        extras: fields,
    })
}
