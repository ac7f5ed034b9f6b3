//! Facts about conversations that programs keep beside their messages: ids and times of sessions, the model of an
//! answer.

use super::facts::answer_model;
use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::ids::IdMaker;
use crate::lower::outline::{AnswerModel, SessionPolicy};
use crate::lower::policy::Policy;
use crate::model::{Conversation, Role};
use crate::report::{Report, loss};

/// The id and time of a conversation; `None` if the target has none. Reports what is made up.
pub fn session<'c>(
    conversation: &'c Conversation<'c>,
    policy: &Policy,
    report: &mut Report,
) -> Option<SessionPolicy<'c>> {
    let rules = policy.session?;
    let first = conversation.messages.iter().find_map(|message| message.details().time.as_ref());
    let time = first.filter(|time| (policy.details.time)(&time.decode()));
    let made = || {
        let id = IdMaker::new(conversation.source.text).conversation();
        Text::owned(id.get(..rules.id_length).unwrap_or(&id))
    };
    let id = conversation.id.as_ref().map_or_else(made, Text::borrow);
    let made_id = conversation.id.is_none().then(|| format!("the id `{}`", id.show()));
    if rules.others.is_empty() {
        if let Some(made_id) = made_id {
            report.add(&loss::MADE_SESSION, At::byte(0), || format!("{made_id} is made up"));
        }
    } else {
        report.add(&loss::MADE_SESSION, At::byte(0), || {
            let made_id = made_id.map_or(String::new(), |made_id| format!("{made_id}, "));
            let made_time = if time.is_none() { "the time, " } else { "" };
            format!("{made_id}{made_time}{} are made up", rules.others)
        });
    }
    Some(SessionPolicy { id, time })
}

impl<'c> Lowering<'c, '_> {
    /// The model that is named with the answer.
    pub(super) fn model(&mut self) -> Option<AnswerModel<'c>> {
        let rules = self.policy.models?;
        let conversation = self.conversation;
        let model = answer_model(conversation)?;
        if !conversation.messages.iter().all(|message| matches!(message.role, Role::Assistant)) {
            return None;
        }
        let token = model.value.as_str().strip_prefix('"')?.strip_suffix('"')?;
        let known = rules.providers.iter().find(|(start, _)| token.starts_with(start)).map(|(_, provider)| *provider);
        let provider_in_name = token.split_once('/').map(|(provider, _)| provider);
        let is_bare = provider_in_name.is_none() && known.is_some();
        if let Some(provider) = known.filter(|_| is_bare) {
            let what = || format!("the model `{}` became `{provider}/…`", Text::Token(token).show());
            self.report.add(rules.code, model.at, what);
        }
        Some(AnswerModel { name: Text::Token(token), provider: provider_in_name.or(known).map(Text::Token), is_bare })
    }
}
