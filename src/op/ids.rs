//! `--ids`: keep ids, derive new ones from the old ones, or generate random ones.

use std::collections::HashMap;

use uuid::Uuid;

use crate::format::shared::IdMaker;
use crate::json::Text;
use crate::model::{Conversation, Part, uuid_v5};
use crate::report::{Report, loss};

/// Whether ids of messages and calls are kept, dropped or generated.
///
/// ```
/// use turnwise::{Convert, Ids};
///
/// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"x"}]"#;
/// let convert = Convert::new("openai").from("openai").ids(Ids::Stable);
/// assert_eq!(convert.run(chat)?.bytes, convert.run(chat)?.bytes);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ids {
    /// Ids are kept. New ones are generated only if the target requires one.
    #[default]
    Keep,
    /// UUIDs of version 5, derived from the old id, or from the record and the place in it: the same in every run.
    Stable,
    /// UUIDs of version 4: different in every run.
    New,
}

/// Gives every message and call a new id, and every result the new id of its call.
///
/// Messages get ids only if the target supports them.
pub(super) fn renew(conversation: &mut Conversation<'_>, ids: Ids, has_message_ids: bool, report: &mut Report) {
    if ids == Ids::Keep {
        return;
    }
    let maker = IdMaker::of(&conversation.source);
    let new_id = |old: Option<&Text<'_>>, message: usize, part: usize| match (ids, old) {
        (Ids::New, _) => Uuid::new_v4().to_string(),
        (_, Some(old)) => uuid_v5(&Uuid::NAMESPACE_OID, old.decode_json().as_bytes()).to_string(),
        (_, None) => maker.message(message, part),
    };
    let mut calls: HashMap<String, String> = HashMap::new();
    for (message, index) in conversation.messages.iter_mut().zip(0..) {
        if has_message_ids {
            let new = new_id(message.details().id.as_ref(), index, 0);
            match &message.details().id {
                Some(old) => {
                    report
                        .add(&loss::NEW_ID, message.at, || format!("the message id `{}` becomes `{new}`", old.show()));
                }
                None => {
                    report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{new}` is generated"));
                }
            }
            message.details_mut().id = Some(Text::owned(new));
        }
        for (part, place) in message.parts.iter_mut().zip(1..) {
            match part {
                Part::Call(call) => {
                    let Some(old) = &call.id else { continue };
                    let new = new_id(Some(old), index, place);
                    report.add(&loss::NEW_ID, call.at, || format!("the call id `{}` becomes `{new}`", old.show()));
                    calls.insert(old.decode_json().into_owned(), new.clone());
                    call.id = Some(Text::owned(new));
                }
                Part::Result(result) => {
                    let Some(old) = &result.call_id else { continue };
                    let new = calls
                        .get(old.decode_json().as_ref())
                        .cloned()
                        .unwrap_or_else(|| new_id(Some(old), index, place));
                    report.add(&loss::NEW_ID, result.at, || format!("the call id `{}` becomes `{new}`", old.show()));
                    result.call_id = Some(Text::owned(new));
                }
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
    }
}
