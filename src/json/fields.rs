//! Reads the known keys of an object in one pass, and keeps the unknown members.

use super::block::find;
use super::node::Node;
use super::span::At;
use super::tape::TapeSlot;
use super::text::Text;

/// Two members of one object have the same known key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateKey {
    /// The key, decoded.
    pub key: &'static str,
    /// The place of the second value.
    pub at: At,
}

/// The unknown members of an object: see [`Node::fields`].
#[derive(Clone, Copy, Debug)]
pub struct Fields<'t, 'a, 'k> {
    node: Node<'t, 'a>,
    known: &'k [&'static str],
    /// The number of unknown members.
    unknown: usize,
    /// A bit for each known key that a member has. Looking each one up again would make many unknown members slow.
    present: u128,
}

/// The value of a member with this key that is a string, and its place.
#[inline(always)]
fn string_member<'a>(text: &'a str, member: &[TapeSlot; 2], wanted: &str) -> Option<(&'a str, At)> {
    let (bytes, [key, value]) = (text.as_bytes(), member);
    let inner = |slot: &TapeSlot| (slot.first as usize + 1, (slot.second as usize).saturating_sub(1));
    let ((start, end), (value_start, value_end)) = (inner(key), inner(value));
    if bytes.get(start..end) != Some(wanted.as_bytes()) || bytes.get(value_start - 1) != Some(&b'"') {
        return None;
    }
    // It is always there. With `?`, callers that ignore the text would pay for the slice.
    Some((text.get(value_start..value_end).unwrap_or_default(), At::byte(value_start - 1)))
}

/// Byte equality. Most keys have two to eight bytes: two comparisons of two or four bytes are faster than a call.
#[inline(always)]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a.first_chunk::<4>(), a.last_chunk::<4>(), b.first_chunk::<4>(), b.last_chunk::<4>()) {
        (Some(a_first), Some(a_last), Some(b_first), Some(b_last)) if a.len() <= 8 => {
            a.len() == b.len() && a_first == b_first && a_last == b_last
        }
        (None, _, None, _) => {
            a.len() == b.len()
                && a.first_chunk::<2>() == b.first_chunk()
                && a.last_chunk::<2>() == b.last_chunk()
                && a.first() == b.first()
        }
        _ => a == b,
    }
}

impl<'t, 'a> Node<'t, 'a> {
    /// The values of the first members with these keys, in one pass.
    #[inline]
    #[must_use]
    pub fn pick<const N: usize>(&self, keys: &[&str; N]) -> [Option<Self>; N] {
        let mut values = [None; N];
        for (key, value) in self.members() {
            if let Some((_, place)) = keys.iter().zip(&mut values).find(|(name, _)| key.is_key(name)) {
                *place = place.or(Some(value));
            }
        }
        values
    }

    /// The tokens and places of the values, if the object has exactly these members, in this order, and all are
    /// strings.
    #[inline(always)]
    #[must_use]
    pub fn strings<const N: usize>(&self, keys: [&str; N]) -> Option<[(&'a str, At); N]> {
        let Some([_, tail, inner @ ..]) = self.tape.slots.get(self.index..) else { return None };
        if self.tape.escaped_keys || tail.second as usize != N || !self.is_object() {
            return None;
        }
        // Strings take one slot each.
        let (members, _) = inner.as_chunks::<2>();
        let mut values = [("", At::NOWHERE); N];
        // No loop: so each key is compared as a constant, without a call.
        const { assert!(N > 0 && N <= 3) }
        *values.first_mut()? = string_member(self.text, members.first()?, keys.first()?)?;
        if N > 1 {
            *values.get_mut(1)? = string_member(self.text, members.get(1)?, keys.get(1)?)?;
        }
        if N > 2 {
            *values.get_mut(2)? = string_member(self.text, members.get(2)?, keys.get(2)?)?;
        }
        Some(values)
    }

    /// The result of `known` for the text of the object up to its last string, and the token and place of that string. `None` if
    /// the object does not have `count` members. `known` must reject text that is not the start of an object of `count` strings.
    #[inline(always)]
    #[must_use]
    pub fn last_string<R>(&self, count: usize, known: impl FnOnce(&'a [u8]) -> Option<R>) -> Option<(R, &'a str, At)> {
        let members = self.tape.slots.get(self.index..).and_then(|slots| slots.get(..2 + 2 * count));
        let Some([head, tail, .., value]) = members else { return None };
        if tail.second as usize != count {
            return None;
        }
        let (start, end) = (value.first as usize + 1, (value.second as usize).saturating_sub(1));
        let known = known(self.text.as_bytes().get(head.first as usize..start)?)?;
        // It is always there. With `?`, callers that ignore the text would pay for the slice.
        Some((known, self.text.get(start..end).unwrap_or_default(), At::byte(start - 1)))
    }

    /// The values, if the object has exactly these members, in this order.
    #[inline]
    #[must_use]
    pub fn in_order<const N: usize>(&self, keys: [&str; N]) -> Option<[Self; N]> {
        let [_, tail, ..] = self.tape.slots.get(self.index..)? else { return None };
        if self.tape.escaped_keys || tail.second as usize != N || !self.is_object() {
            return None;
        }
        let (bytes, mut values) = (self.text.as_bytes(), [*self; N]);
        let mut index = self.index + 2;
        for (wanted, place) in keys.into_iter().zip(&mut values) {
            let [key, value, ..] = self.tape.slots.get(index..)? else { return None };
            let found = bytes.get(key.first as usize + 1..(key.second as usize).saturating_sub(1));
            if !found.is_some_and(|found| is_same(found, wanted.as_bytes())) {
                return None;
            }
            place.index = index + 1;
            let is_container = matches!(bytes.get(value.first as usize), Some(b'{' | b'['));
            index = if is_container { value.second as usize } else { index + 2 };
        }
        Some(values)
    }

    #[inline(always)]
    pub(crate) fn is_key(&self, key: &str) -> bool {
        let (start, end) = self.slot(self.index);
        // Lengths usually differ, which avoids comparing the text.
        if start + key.len() + 2 == end {
            let own = self.text.as_bytes().get(start + 1..end - 1);
            let is_equal = own.is_some_and(|own| is_same(own, key.as_bytes()));
            // A key with escapes is longer than its text; only a key with other escapes can have the same bytes.
            return is_equal && (!self.tape.escaped_keys || find(key.as_bytes(), b'\\', 0).is_none());
        }
        self.tape.escaped_keys && self.is(key)
    }

    /// The index of this key in a list of known keys.
    #[inline]
    fn find_key(&self, known: &[&'static str]) -> Option<usize> {
        if self.tape.escaped_keys {
            return known.iter().position(|name| self.is_key(name));
        }
        let token = self.string_bytes();
        // The length distinguishes most keys, and the first byte most others.
        let is_it = |name: &&str| name.as_bytes().first() == token.first() && is_same(name.as_bytes(), token);
        known.iter().position(|name| name.len() == token.len() && is_it(name))
    }

    /// Sorts the members of an object by known keys, in one pass. Unknown members are kept for [`Fields::unknown`].
    ///
    /// # Errors
    /// A known key is repeated: programs differ in which of the values they read.
    #[inline]
    pub fn fields<'k, const N: usize>(
        &self,
        known: &'k [&'static str; N],
    ) -> Result<([Option<Self>; N], Fields<'t, 'a, 'k>), DuplicateKey> {
        let mut values = [None; N];
        let mut unknown = 0;
        for (key, value) in self.members() {
            match key.find_key(known) {
                Some(index) => match (values.get_mut(index), known.get(index)) {
                    (Some(place @ None), _) => *place = Some(value),
                    (_, Some(name)) => return Err(DuplicateKey { key: name, at: value.at() }),
                    (_, None) => unknown += 1,
                },
                None => unknown += 1,
            }
        }
        Ok((values, Fields { node: *self, known, unknown, present: present(unknown, &values) }))
    }

    /// The same for programs that read the last of repeated keys: its value is returned, and the earlier ones are
    /// passed to `earlier` with the place of their key.
    pub fn last_fields<'k, const N: usize>(
        &self,
        known: &'k [&'static str; N],
        mut earlier: impl FnMut(usize, Self),
    ) -> ([Option<Self>; N], Fields<'t, 'a, 'k>) {
        let mut values: [Option<Self>; N] = [None; N];
        let mut unknown = 0;
        for (key, value) in self.members() {
            match key.find_key(known).and_then(|index| Some((index, values.get_mut(index)?))) {
                Some((index, place)) => {
                    if let Some(before) = place.replace(value) {
                        earlier(index, before);
                    }
                }
                None => unknown += 1,
            }
        }
        (values, Fields { node: *self, known, unknown, present: present(unknown, &values) })
    }
}

/// The bits of the keys that have values. Nobody asks if all members are known.
fn present<const N: usize>(unknown: usize, values: &[Option<Node<'_, '_>>; N]) -> u128 {
    const { assert!(N <= 128, "one bit for each known key") }
    let bit_of = |(value, bit): (&Option<Node<'_, '_>>, u32)| u128::from(value.is_some()).wrapping_shl(bit);
    if unknown == 0 { 0 } else { values.iter().zip(0..).map(bit_of).fold(0, |bits, bit| bits | bit) }
}

impl<'a> Fields<'_, 'a, '_> {
    /// The unknown members, in order.
    pub fn unknown(&self) -> impl Iterator<Item = (Text<'a>, Node<'_, 'a>)> {
        let members = if self.unknown == 0 { None } else { Some(self.node.members()) };
        members
            .into_iter()
            .flatten()
            .filter(|(key, _)| !self.known.iter().any(|name| key.is_key(name)))
            .map(|(key, value)| (key.text().unwrap_or_default(), value))
    }

    /// The known keys that no member has, if there are unknown ones.
    pub fn absent(&self) -> impl Iterator<Item = &'static str> + Clone {
        let present = self.present;
        let absent = self.known.iter().zip(0..).filter(move |(_, bit)| present.wrapping_shr(*bit) & 1 == 0);
        absent.map(|(key, _)| *key)
    }

    /// True if there are no unknown members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.unknown == 0
    }
}

#[cfg(test)]
mod tests {
    use super::is_same;
    use crate::json::{At, Tape};

    #[test]
    fn bytes_are_the_same_if_all_are() {
        let text = b"abcdefghijklmnop";
        for (a, b) in (0..=12).flat_map(|a| (0..=12).map(move |b| (a, b))) {
            assert_eq!(is_same(&text[..a], &text[..b]), a == b);
            for place in 0..a.min(b) {
                let mut other = text.to_vec();
                other[place] = b'X';
                assert!(!is_same(&text[..a], &other[..b]), "{a} {b} {place}");
            }
        }
    }

    #[test]
    fn just_these_strings_in_this_order() {
        let mut tape = Tape::new();
        let found = tape.parse(r#"{ "role" : "user", "x":"\n" }"#).unwrap().strings(["role", "x"]);
        assert_eq!(found.map(|[(role, _), (x, at)]| (role, x, at.offset())), Some(("user", r"\n", Some(23))));
        for other in [
            r#"{"x":"","role":""}"#,
            r#"{"role":"","x":1}"#,
            r#"{"role":[],"x":""}"#,
            r#"{"role":[1,2],"x":""}"#,
            r#"{"role":""}"#,
            r#"{"role":"","x":"","y":""}"#,
            r#"{"role":"","\u0078":""}"#,
            r#"["role","","x",""]"#,
            "{}",
            "1",
        ] {
            assert_eq!(tape.parse(other).unwrap().strings(["role", "x"]), None, "{other}");
        }
    }

    #[test]
    fn the_last_string_follows_the_text_of_the_object_before_it() {
        let mut tape = Tape::new();
        let mut found = |text: &str| {
            let known = |beginning: &[u8]| (beginning == br#"{"id":"a","x":""#).then_some(7);
            tape.parse(text).unwrap().last_string(2, known).map(|(known, text, at)| (known, text.to_owned(), at))
        };
        assert_eq!(found(r#"{"id":"a","x":"b\n"}"#), Some((7, r"b\n".to_owned(), At::byte(14))));
        assert_eq!(found(r#"{"id":"a","x":"" }"#), Some((7, String::new(), At::byte(14))));
        let others = [
            r#"{"id":"b","x":""}"#,
            r#"{"id":"a","x":1}"#,
            r#"{"id":"a","x":"","y":""}"#,
            r#"{"id":"a","x":[""]}"#,
            r#"{"id":"a"}"#,
            r#"["id","a"]"#,
            "{}",
            "1",
        ];
        for other in others {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn known_keys_are_claimed_and_the_rest_is_kept() {
        let mut tape = Tape::new();
        let node = tape.parse(r#"{"x":1,"role":"user","\u0079":[2,{"z":3}],"content":null}"#).unwrap();
        let ([role, content, name], rest) = node.fields(&["role", "content", "name"]).unwrap();
        assert!(role.unwrap().is("user") && content.unwrap().is_null() && name.is_none());
        let rest: Vec<_> = rest.unknown().map(|(key, value)| (key.decode().into_owned(), value.raw())).collect();
        assert_eq!(rest, [("x".to_owned(), "1"), ("y".to_owned(), r#"[2,{"z":3}]"#)]);
        assert_eq!(node.pointer("/y/1/z").unwrap().raw(), "3");
    }

    #[test]
    fn a_known_key_twice_is_refused_however_it_is_spelled() {
        let mut tape = Tape::new();
        let node = tape.parse(r#"{"role":"user","r\u006fle":"system"}"#).unwrap();
        assert_eq!(node.fields(&["role"]).unwrap_err().key, "role");
    }
}
