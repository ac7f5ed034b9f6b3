//! Detection by the shape table: which keys and words only one format has.

use super::key::KeyValue;
use super::{ObjectTag, ShapeObject};
use crate::format::Score;
use crate::json::Node;

/// The evidence of a key, or of a tag, for the format of a message.
#[derive(Clone, Copy, Debug)]
pub enum Clue {
    /// Only this format has it: the score, and the evidence in words.
    Own(u8, &'static str),
    /// Only other formats have it.
    Foreign,
    /// Only other formats have a text there.
    ForeignText,
    /// Only other formats have a list there.
    ForeignList,
    /// Only other formats have it in the first message.
    ForeignFirst,
    /// Only other formats have it without this key next to it.
    ForeignWithout(&'static str),
}

/// The evidence in a message or a part.
#[derive(Clone, Copy)]
enum ShapeMatch {
    Own(Score),
    Foreign,
    Nothing,
}

impl ShapeObject {
    /// The score of a list whose items are messages of this format. All of them have the key `need`.
    ///
    /// `is_enough`: the first message that only this format can have decides; later ones are not looked at.
    pub(in crate::format) fn score(&self, list: Node<'_, '_>, need: &str, is_enough: bool) -> Option<Score> {
        let (mut score, mut silent) = (None, Vec::new());
        for (index, message) in list.items().enumerate() {
            // Whatever a role and a text tell depends on the role alone, and most messages are that.
            let role = message.strings(["role", "content"]).map(|[(role, _), _]| role);
            let role = role.filter(|_| index > 0 && matches!(need, "role" | "content"));
            if role.is_some_and(|role| silent.contains(&role)) {
                continue;
            }
            if message.get(need).is_none() {
                // A list with something else in it may still be one with a damaged message.
                if score.is_some() && message.is_object() {
                    continue;
                }
                return None;
            }
            let mut is_silent = true;
            let tag = self.tag_of(message);
            let of_parts = self.parts(message, tag.added);
            for found in std::iter::once(self.found(message, index, tag)).chain(of_parts) {
                is_silent &= matches!(found, ShapeMatch::Nothing);
                match found {
                    ShapeMatch::Foreign => return None,
                    ShapeMatch::Own(own) if is_enough && own.value >= Score::OWN => return Some(own),
                    ShapeMatch::Own(own) => {
                        score = score.filter(|known: &Score| known.value >= own.value).or(Some(own));
                    }
                    ShapeMatch::Nothing => {}
                }
            }
            score = score.or(Some(Score::new(Score::PLAIN, "messages with `role` and `content`")));
            silent.extend(role.filter(|_| is_silent));
        }
        score
    }

    /// The evidence of the items in the lists of a message.
    fn parts(&self, message: Node<'_, '_>, added: &Self) -> impl Iterator<Item = ShapeMatch> {
        let lists = self.keys.iter().chain(added.keys).filter_map(move |key| {
            let KeyValue::List(object) = key.value else { return None };
            Some((object, message.get(key.name).filter(|_| key.clue.is_none())?))
        });
        lists.flat_map(|(object, list)| list.items().map(|part| object.found(part, 0, object.tag_of(part))))
    }

    /// The evidence of the tag and the keys of an object. Evidence against the format outweighs evidence for it.
    fn found(&self, node: Node<'_, '_>, index: usize, tag: ObjectTag<'_>) -> ShapeMatch {
        let of_tag = tag.clue.map(|clue| (clue, node));
        let of_keys = node.members().filter_map(|(name, value)| {
            let key = self.keys.iter().chain(tag.added.keys).find(|key| key.is(name))?;
            // A key with null is one of the format of its list; what others have instead of it is not there.
            key.clue.filter(|clue| !value.is_null() || matches!(clue, Clue::Own(..))).map(|clue| (clue, value))
        });
        let mut found = ShapeMatch::Nothing;
        for (clue, value) in of_tag.into_iter().chain(of_keys) {
            let is_foreign = match clue {
                Clue::Own(score, why) => {
                    if !matches!(found, ShapeMatch::Own(own) if own.value >= score) {
                        found = ShapeMatch::Own(Score::new(score, why));
                    }
                    false
                }
                Clue::Foreign => true,
                Clue::ForeignText => value.is_string(),
                Clue::ForeignList => value.is_array(),
                Clue::ForeignFirst => index == 0,
                Clue::ForeignWithout(other) => node.get(other).is_none_or(|other| other.is_null()),
            };
            if is_foreign {
                return ShapeMatch::Foreign;
            }
        }
        found
    }
}
