//! Messages of a role and a text, which most messages are. Reading one takes no search for other keys, and nothing in it can be
//! wrong.

use crate::json::{At, Node};
use crate::model::Role;

/// `{"role":"user","content":"Hi"}`
#[derive(Debug)]
pub struct PlainMessage<'a> {
    /// The role of a user, an assistant or the system.
    pub role: Role<'a>,
    /// The token of the text, which is not empty.
    pub text: &'a str,
    /// The place of the text.
    pub text_at: At,
}

impl<'a> PlainMessage<'a> {
    /// `None` if the message has other members or roles, or no text.
    #[inline(always)]
    #[must_use]
    pub fn of(node: Node<'_, 'a>) -> Option<Self> {
        // One comparison for the usual spellings: compact, and with Python's spaces.
        let role_of = |beginning: &[u8]| match beginning {
            br#"{"role":"user","content":""# | br#"{"role": "user", "content": ""# => Some(Role::User),
            br#"{"role":"assistant","content":""# | br#"{"role": "assistant", "content": ""# => Some(Role::Assistant),
            br#"{"role":"system","content":""# | br#"{"role": "system", "content": ""# => Some(Role::System),
            _ => None,
        };
        match node.last_string(2, role_of) {
            Some((role, text, text_at)) => (!text.is_empty()).then_some(Self { role, text, text_at }),
            None => Self::of_any(node),
        }
    }

    /// The same, however it is spelled.
    fn of_any(node: Node<'_, 'a>) -> Option<Self> {
        let [(role, _), (text, text_at)] = node.strings(["role", "content"])?;
        let role = match role {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            "system" => Role::System,
            _ => return None,
        };
        (!text.is_empty()).then_some(Self { role, text, text_at })
    }
}
