//! The types of values: what a reader accepts at a key, and what a JSON Schema says about it.

use super::{Key, ShapeObject};

/// What a value must be. Readers report other values as errors.
#[derive(Clone, Copy, Debug)]
pub enum ValueType {
    /// Every value.
    Any,
    /// Null.
    Null,
    /// `true` or `false`.
    Flag,
    /// `true`.
    True,
    /// A number.
    Number,
    /// A number whose absolute value is below this one.
    Below(f64),
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// A string.
    Text,
    /// A string with at least one character.
    FilledText,
    /// One of these strings.
    Words(&'static [&'static str]),
    /// One of the strings that a table lists.
    Listed(fn() -> Vec<&'static str>),
    /// A string that this regular expression matches somewhere.
    Matching(&'static str),
    /// An object with any members.
    AnyObject,
    /// An object with exactly one of these keys and nothing else.
    Union(&'static [Key]),
    /// An object with no other keys than these.
    Only(&'static [Key]),
    /// An object of the shape tables.
    Object(&'static ShapeObject),
    /// An object whose values are of a type.
    Values(&'static Self),
    /// A list of any items.
    AnyList,
    /// A list of items of a type.
    List(&'static Self),
    /// A list of at least one item.
    FilledList(&'static Self),
    /// A list whose first item, if there is one, is of a type.
    First(&'static Self),
    /// A list with at least one item, whose first item is of a type.
    FirstOf(&'static Self),
    /// A list with an item of a type somewhere.
    Containing(&'static Self),
    /// A list of just these items.
    Items(&'static [Self]),
    /// A value of at least one of these types.
    Either(&'static [Self]),
    /// A value of exactly one of these types.
    OneOf(&'static [Self]),
    /// A value of all these types.
    All(&'static [Self]),
    /// A value of another type.
    Not(&'static Self),
    /// An object, if the value is one, with all these keys.
    Has(&'static [&'static str]),
    /// An object, if the value is one, with none of these keys.
    HasNo(&'static [&'static str]),
    /// An object with this key, which is not null.
    HasValue(&'static str),
    /// An object, if the value is one, with one of these words at a key.
    Tag(&'static str, &'static [&'static str]),
    /// What an object, if the value is one, has at some keys.
    Members(&'static [Key]),
    /// The type next to the first condition that holds, else the last one.
    Cases(&'static [(Self, Self)], &'static Self),
}

impl ValueType {
    /// A string or null.
    pub const TEXT_OR_NULL: Self = Self::Either(&[Self::Text, Self::Null]);

    /// True for a union with this key.
    #[must_use]
    pub fn has_member(&self, key: &str) -> bool {
        matches!(self, Self::Union(keys) if keys.iter().any(|known| known.name == key))
    }
}
