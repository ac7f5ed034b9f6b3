//! Facts about conversations that programs store next to their messages: ids and times of sessions.

use crate::json::{At, Text};
use crate::lower::ids::IdMaker;
use crate::lower::outline::SessionPolicy;
use crate::lower::policy::Policy;
use crate::model::Conversation;
use crate::report::{Report, loss};

/// The id and time of a conversation; `None` if the target has none. Reports what is generated.
pub fn session<'c>(
    conversation: &'c Conversation<'c>,
    policy: &Policy,
    ids: &IdMaker<'_>,
    report: &mut Report,
) -> Option<SessionPolicy<'c>> {
    let rules = policy.details.session?;
    let first = conversation.messages.iter().find_map(|message| message.details().time.as_ref());
    let time = first.filter(|time| (policy.details.time)(&time.decode()));
    let made = || {
        let id = ids.conversation();
        Text::owned(id.get(..rules.id_length).unwrap_or(&id))
    };
    let id = conversation.id.as_ref().map_or_else(made, Text::borrow);
    let made_id = conversation.id.is_none().then(|| format!("the id `{}`", id.show()));
    if rules.others.is_empty() {
        if let Some(made_id) = made_id {
            report.add(&loss::MADE_SESSION, At::byte(0), || format!("{made_id} is generated"));
        }
    } else {
        report.add(&loss::MADE_SESSION, At::byte(0), || {
            let made_id = made_id.map_or(String::new(), |made_id| format!("{made_id}, "));
            let made_time = if time.is_none() { "the time, " } else { "" };
            format!("{made_id}{made_time}{} are generated", rules.others)
        });
    }
    Some(SessionPolicy { id, time })
}
