//! The places of media files: `.image FILE` names a file. A program has no bytes.

use crate::format::media::{AllowedMedia, MediaPlace, MediaState};
use crate::json::{NestedJson, Node};
use crate::model::MediaKind;
use crate::statements::{Keyword, parse_prompt};

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    for item in root.items() {
        let [keyword, value] = item.pick(&["keyword", "value"]);
        if let Some(value) = value.filter(|_| keyword.is_some_and(|keyword| keyword.is(Keyword::Image.word()))) {
            each(file(item, value));
        }
    }
}

/// The places in a program as text: a file, or a string with one.
pub(in crate::format) fn text_places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    let inside = NestedJson::of(root.raw(), root.at());
    let Ok(program) = parse_prompt(inside.text(), false) else { return };
    for statement in program.statements.iter().filter(|statement| statement.keyword == Keyword::Image) {
        let at = statement.at.offset().filter(|_| inside.is_string());
        each(MediaPlace { spot: Some(at.map_or(statement.at, |at| inside.at(at))), ..file(root, root) });
    }
}

fn file<'t, 'a>(part: Node<'t, 'a>, value: Node<'t, 'a>) -> MediaPlace<'t, 'a> {
    let place = MediaPlace::url(part, MediaKind::Image, value);
    MediaPlace { state: MediaState::Reference, holds: AllowedMedia::References, ..place }
}
