//! Call ids that were generated for records without ids: they are dropped again if the target requires none.

use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::ids::is_made;
use crate::lower::policy::MissingIds;
use crate::model::{Conversation, Part};
use crate::report::loss;
use crate::rule::pairs::CallPairs;

impl Lowering<'_, '_> {
    /// Drops all ids if they are generated and calls and results can be paired without them.
    pub(super) fn drop_made_ids(&mut self) {
        let conversation = self.conversation;
        let mut ids = conversation.parts().filter_map(id_of).peekable();
        if self.policy.tools.calls.missing_ids != MissingIds::Drop
            || ids.peek().is_none()
            || !ids.all(|(id, _)| is_made(&id.decode()))
        {
            return;
        }
        let bare = without_ids(conversation, self.pairs());
        let links = |pairs: &CallPairs<'_, '_>| pairs.results.iter().map(|answer| answer.call).collect::<Vec<_>>();
        if links(self.pairs()) != links(&CallPairs::of(&bare)) {
            return;
        }
        for (id, at) in conversation.parts().filter_map(id_of) {
            self.report.add(&loss::CALL_ID, at, || format!("the generated id `{}` is removed again", id.show()));
        }
        self.call_ids.are_dropped = true;
    }
}

fn id_of<'p, 'c>(part: &'p Part<'c>) -> Option<(&'p Text<'c>, At)> {
    match part {
        Part::Call(call) => call.id.as_ref().map(|id| (id, call.at)),
        Part::Result(result) => result.call_id.as_ref().map(|id| (id, result.at)),
        Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => None,
    }
}

/// The same without ids. Results have the names of their calls, so they are paired by name as well as by order.
fn without_ids<'c>(conversation: &Conversation<'c>, pairs: &CallPairs<'_, 'c>) -> Conversation<'c> {
    let mut bare = conversation.clone();
    for part in bare.messages.iter_mut().flat_map(|message| &mut message.parts) {
        match part {
            Part::Call(call) => call.id = None,
            Part::Result(result) => result.call_id = None,
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
    for answer in &pairs.results {
        let Some(call) = answer.call.and_then(|index| pairs.calls.get(index)) else { continue };
        let part = bare.messages.get_mut(answer.message).and_then(|message| message.parts.get_mut(answer.part));
        if let Some(Part::Result(result)) = part {
            result.name = Some(call.call.name.clone());
        }
    }
    bare
}
