//! Rewrites an object with some members removed, replaced or added. The others keep their bytes.

use crate::json::{Layout, Node, Out};

/// A change of a member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member<'m> {
    /// The member is removed.
    Gone(&'m str),
    /// The member is set to this JSON text, at its old place or at the end.
    Set(&'m str, &'m str),
}

impl Member<'_> {
    fn key(&self) -> &str {
        match self {
            Self::Gone(key) | Self::Set(key, _) => key,
        }
    }
}

/// The object with these changes.
pub(super) fn with(object: Node<'_, '_>, changes: &[Member<'_>]) -> String {
    let mut out = Out::new(Layout::Compact);
    let mut is_written = vec![false; changes.len()];
    out.object(|out| {
        for (key, value) in object.members() {
            let change = changes.iter().zip(&mut is_written).find(|(change, _)| key.is(change.key()));
            let text = match change {
                None => value.raw(),
                Some((Member::Gone(_), _) | (Member::Set(..), true)) => continue,
                Some((Member::Set(_, json), is_written)) => {
                    *is_written = true;
                    json
                }
            };
            if let Some(key) = key.text() {
                out.key_text(&key).verbatim(text);
            }
        }
        for (change, is_written) in changes.iter().zip(&is_written) {
            if let (Member::Set(key, json), false) = (change, is_written) {
                out.key(key).verbatim(json);
            }
        }
    });
    text(out)
}

/// The text of a finished writer.
pub(super) fn text(mut out: Out) -> String {
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}
