//! JSON values on their way into a rendering: strings decoded, numbers as they were written.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::format::shared::python_number;
use crate::json::{Kind, Node, Text};

/// The maximum depth of values that the library renders.
const MAX_DEPTH: usize = 100;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::format::lionpride) enum YamlValue<'a> {
    Null,
    Bool(bool),
    /// As it was written.
    Number(Cow<'a, str>),
    Text(Cow<'a, str>),
    List(Vec<Self>),
    Map(Vec<(Cow<'a, str>, Self)>),
}

/// The value is nested too deeply to be rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooDeep;

/// White space by Python's `str.strip()`.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// The text of a string, borrowed where nothing in it is escaped.
pub(super) fn decoded<'a>(node: Node<'_, 'a>) -> Option<Cow<'a, str>> {
    let token = node.token()?;
    Some(if token.contains('\\') { Cow::Owned(Text::Token(token).decode().into_owned()) } else { Cow::Borrowed(token) })
}

impl<'a> YamlValue<'a> {
    pub(super) fn of(node: Node<'_, 'a>) -> Result<Self, TooDeep> {
        // The levels around it: the document, and the key it is rendered under.
        Self::at_depth(node, 1)
    }

    fn at_depth(node: Node<'_, 'a>, depth: usize) -> Result<Self, TooDeep> {
        if depth > MAX_DEPTH {
            return Err(TooDeep);
        }
        Ok(match node.kind() {
            Kind::Null => Self::Null,
            Kind::Bool => Self::Bool(node.as_bool().unwrap_or_default()),
            Kind::Number => Self::Number(Cow::Borrowed(node.raw())),
            Kind::String => Self::Text(decoded(node).unwrap_or_default()),
            Kind::Array => {
                Self::List(node.items().map(|item| Self::at_depth(item, depth + 1)).collect::<Result<_, _>>()?)
            }
            Kind::Object => Self::members(node, depth)?,
        })
    }

    /// The members of an object. If a key is repeated, the last value is used, at the place of the first.
    fn members(node: Node<'_, 'a>, depth: usize) -> Result<Self, TooDeep> {
        let mut members: Vec<(Cow<'a, str>, Self)> = Vec::with_capacity(node.len());
        let mut places: HashMap<Cow<'a, str>, usize> = HashMap::new();
        for (key, value) in node.members() {
            let (key, value) = (decoded(key).unwrap_or_default(), Self::at_depth(value, depth + 1)?);
            match places.get(&key).and_then(|place| members.get_mut(*place)) {
                Some((_, held)) => *held = value,
                None => {
                    places.insert(key.clone(), members.len());
                    members.push((key, value));
                }
            }
        }
        Ok(Self::Map(members))
    }

    /// True for what the library calls unset: null and whatever is empty.
    pub(super) fn is_unset(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(_) | Self::Number(_) => false,
            Self::Text(text) => text.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Map(members) => members.is_empty(),
        }
    }

    /// Without nulls, blank texts and empty lists and objects, at any depth. `None`: nothing is left.
    pub(super) fn pruned(self) -> Option<Self> {
        match self {
            Self::Null => None,
            Self::Text(text) if text.chars().all(is_space) => None,
            Self::List(items) => {
                let items: Vec<_> = items.into_iter().filter_map(Self::pruned).collect();
                (!items.is_empty()).then_some(Self::List(items))
            }
            Self::Map(members) => {
                let members: Vec<_> =
                    members.into_iter().filter_map(|(key, value)| Some((key, value.pruned()?))).collect();
                (!members.is_empty()).then_some(Self::Map(members))
            }
            Self::Bool(_) | Self::Number(_) | Self::Text(_) => Some(self),
        }
    }

    /// Python's `str()` of the value.
    pub(super) fn to_python_str(&self) -> String {
        let mut out = String::new();
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::List(_) | Self::Map(_) => self.repr(&mut out),
        }
        out
    }

    /// Python's `repr()` of the value.
    fn repr(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("None"),
            Self::Bool(true) => out.push_str("True"),
            Self::Bool(false) => out.push_str("False"),
            Self::Number(raw) => out.push_str(&python_number(raw)),
            Self::Text(text) => repr_text(text, out),
            Self::List(items) => {
                out.push('[');
                for (item, count) in items.iter().zip(0..) {
                    if count > 0 {
                        out.push_str(", ");
                    }
                    item.repr(out);
                }
                out.push(']');
            }
            Self::Map(members) => {
                out.push('{');
                for ((key, value), count) in members.iter().zip(0..) {
                    if count > 0 {
                        out.push_str(", ");
                    }
                    repr_text(key, out);
                    out.push_str(": ");
                    value.repr(out);
                }
                out.push('}');
            }
        }
    }
}

/// In single quotes, unless only double quotes need no escape.
fn repr_text(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => {
                out.push('\\');
                out.push(character);
            }
            _ if is_printable(character) => out.push(character),
            _ => {
                let code = u32::from(character);
                out.push_str(&match code {
                    ..=0xff => format!("\\x{code:02x}"),
                    0x100..=0xffff => format!("\\u{code:04x}"),
                    _ => format!("\\U{code:08x}"),
                });
            }
        }
    }
    out.push(quote);
}

/// True for characters that Python's `repr` prints as they are: no control or format characters, no separators except
/// the space, no unassigned ones in the private-use or reserved blocks.
fn is_printable(character: char) -> bool {
    if character == ' ' {
        return true;
    }
    let is_format = matches!(character,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}');
    let is_private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    !(character.is_control() || is_space(character) || is_format || is_private)
}
