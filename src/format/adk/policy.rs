//! The policy of the format: what it does with each fact. Contents are those of gemini.

use super::NAME;
use super::fields::{iso_of_seconds, seconds_of};
use crate::format::gemini::policy::GEMINI;
use crate::lower::{
    Adjacency, BareLists, Calls, DetailRules, Fact, IdRule, Leading, MessageIds, Middle, MissingIds, Policy,
    PreservedContent, RecordRules, Roles, SessionRules, ToolRules, TurnRules,
};

pub(super) const ADK: Policy = Policy {
    name: NAME,
    // Events are generated, so unknown fields of the source's events have no place.
    preserved: PreservedContent::NONE,
    facts: GEMINI.facts.and(&[Fact::ConversationId, Fact::MessageIds, Fact::Times]).without(&[
        Fact::Tools,
        Fact::Output,
        Fact::HostedCode,
    ]),
    // The agent has the instruction and the tools: they are not in the session.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoWords, ..Roles::BASE },
    turns: TurnRules { adjacency: Adjacency::Free, ..GEMINI.turns },
    details: DetailRules {
        session: Some(SessionRules {
            id_length: 36,
            others: "the names of the application, of its user and of agents, and the invocations",
        }),
        ids: Some(MessageIds::Unique(event_id)),
        // Times that are the same when they are read again.
        time: |text| seconds_of(text).and_then(|number| iso_of_seconds(&number)).as_deref() == Some(text),
        ..DetailRules::BASE
    },
    tools: ToolRules {
        calls: Calls { ids: Some(IdRule::ANY), missing_ids: MissingIds::Keep, ..GEMINI.tools.calls },
        results: GEMINI.tools.results,
        ..ToolRules::BASE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..GEMINI
};

/// Any text that is not empty.
fn event_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
