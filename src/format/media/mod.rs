//! Where media are in a record, byte by byte: what has to be known to replace a reference by bytes, or bytes by a
//! reference, and to change nothing else.

mod splice;
mod walk;

pub use splice::InlineEdits;
pub(super) use walk::{column, member, messages, own_key, text_member};

use crate::format::shared::split_data_url;
use crate::json::{At, NestedJson, Node, Text};
use crate::model::{MediaKind, is_extracted};

/// Calls the function with every place of a record that contains a media file, in order. The record may be one message or event
/// where the format has such lines.
pub type MediaFn = fn(Node<'_, '_>, &mut dyn FnMut(MediaPlace<'_, '_>));

/// A place that contains a media file.
#[derive(Clone, Copy, Debug)]
pub struct MediaPlace<'t, 'a> {
    /// The part it is in, for messages.
    pub part: Node<'t, 'a>,
    /// What it is.
    pub kind: MediaKind,
    /// The string that contains the bytes or says where they are.
    pub value: Node<'t, 'a>,
    /// Its key, where it is a member.
    pub key: Option<Node<'t, 'a>>,
    /// What it holds now.
    pub state: MediaState,
    /// What it may hold.
    pub holds: AllowedMedia,
    /// Bytes are there as a `data:` URL rather than bare.
    pub is_data_url: bool,
    /// Where the record says of which type the media file is.
    pub media_type: TypePlace<'t, 'a>,
    /// Other tokens that say which of the two it is.
    pub words: [Option<Word<'t, 'a>>; 2],
    /// The string of the record that the place is in: its JSON is what the nodes are from.
    pub inside: Option<&'a NestedJson<'a>>,
    /// Where it is in the record, if none of the nodes tells.
    pub spot: Option<At>,
}

/// A token that says whether bytes or a reference are in a place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t, 'a> {
    /// The token.
    pub token: Node<'t, 'a>,
    /// What it says of bytes.
    pub bytes: &'static str,
    /// What it says of a reference.
    pub reference: &'static str,
    /// The object that has it as a key; it must not have the other key as well.
    pub object: Option<Node<'t, 'a>>,
}

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaState {
    /// Bytes in base64.
    Inline,
    /// A URL or a path.
    Reference,
    /// A `data:` URL that is not in base64, or that is damaged.
    OddData,
}

/// What a place may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedMedia {
    /// Bytes and references.
    Both,
    /// Bytes alone. The name of an extracted file may stand in for them until they are put back.
    Bytes,
    /// References alone: its program rejects bytes there.
    References,
    /// A file that only its own service can open.
    Remote,
}

/// Where a record says of which type a media file is.
#[derive(Clone, Copy, Debug)]
pub enum TypePlace<'t, 'a> {
    /// In the `data:` URL, or nowhere.
    None,
    /// In a member that stays, whether bytes are there or a reference.
    Member(Node<'t, 'a>),
    /// In such a member, which is missing. Bytes need it: this is its key.
    Missing(&'static str),
    /// In a member with this key that is before the bytes, and only there: here are its key and value, if it is there.
    Before(&'static str, Option<(Node<'t, 'a>, Node<'t, 'a>)>),
}

impl<'t, 'a> MediaPlace<'t, 'a> {
    /// A string that is a URL or a `data:` URL.
    pub(super) fn url(part: Node<'t, 'a>, kind: MediaKind, value: Node<'t, 'a>) -> Self {
        let text = value.text().unwrap_or_default();
        let state = match split_data_url(&text) {
            Some(_) => MediaState::Inline,
            None if is_data(&text) => MediaState::OddData,
            None => MediaState::Reference,
        };
        let (media_type, words, key) = (TypePlace::None, [None; 2], None);
        Self {
            part,
            kind,
            value,
            key,
            state,
            holds: AllowedMedia::Both,
            is_data_url: true,
            media_type,
            words,
            inside: None,
            spot: None,
        }
    }

    /// A string that is bare base64, and nothing else; or the file that it was taken out into.
    pub(super) fn bytes(part: Node<'t, 'a>, kind: MediaKind, value: Node<'t, 'a>) -> Self {
        let (media_type, words, key) = (TypePlace::None, [None; 2], None);
        let is_out = value.text().is_some_and(|text| is_extracted(&text));
        let state = if is_out { MediaState::Reference } else { MediaState::Inline };
        let holds = AllowedMedia::Bytes;
        Self { part, kind, value, key, state, holds, is_data_url: false, media_type, words, inside: None, spot: None }
    }

    /// The base64 text, and the media type as it is declared, if bytes are here.
    #[must_use]
    pub fn data(&self) -> Option<(Text<'a>, Option<Text<'a>>)> {
        let text = self.value.text()?;
        if self.state != MediaState::Inline {
            return None;
        }
        if self.is_data_url {
            return split_data_url(&text).map(|split| (split.data, Some(split.media_type)));
        }
        Some((text, self.declared()))
    }

    /// Where a node of the place is in the record.
    #[must_use]
    pub fn at(&self, node: Node<'_, '_>) -> At {
        if let Some(spot) = self.spot {
            return spot;
        }
        let offset = node.at().offset().unwrap_or_default();
        self.inside.map_or(node.at(), |inside| inside.at(offset))
    }

    /// The media type that a member declares.
    #[must_use]
    pub fn declared(&self) -> Option<Text<'a>> {
        match self.media_type {
            TypePlace::Member(node) | TypePlace::Before(_, Some((_, node))) => node.text(),
            TypePlace::None | TypePlace::Missing(_) | TypePlace::Before(_, None) => None,
        }
    }
}

/// Longest spelling of `data:`: each letter as an escape.
const LONGEST_SCHEME: usize = 30;

fn is_data(text: &Text<'_>) -> bool {
    let is = |head: &str| head.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    let token = text.token().unwrap_or_default();
    let head = token.as_bytes().get(..LONGEST_SCHEME).unwrap_or(token.as_bytes());
    is(token) || (head.contains(&b'\\') && is(&text.decode()))
}
