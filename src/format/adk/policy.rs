//! The policy of the format: what it does with each fact. Contents are those of gemini.

use super::NAME;
use super::fields::{iso_of_seconds, seconds_of};
use crate::format::gemini::policy::GEMINI;
use crate::lower::{
    Adjacency, BareLists, Calls, ContainerRules, DetailRules, Fact, IdRule, Leading, MessageIds, Middle, MissingIds,
    Policy, Roles, SessionRules, Tools, TurnRules,
};

pub(super) const ADK: Policy = Policy {
    name: NAME,
    // Events are generated, so unknown fields of the source's events have no place.
    holds_own: false,
    keeps_parts: false,
    facts: GEMINI.facts.and(&[Fact::ConversationId, Fact::MessageIds, Fact::Times]).without(&[
        Fact::Tools,
        Fact::Output,
        Fact::HostedCode,
    ]),
    // The agent has the instruction and the tools: they are not in the session.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoWords, ..Policy::BASE.roles },
    turns: TurnRules { adjacency: Adjacency::Free, ..GEMINI.turns },
    session: Some(SessionRules {
        id_length: 36,
        others: "the names of the application, of its user and of agents, and the invocations",
    }),
    details: DetailRules {
        ids: Some(MessageIds::Unique(event_id)),
        // Times that are the same when they are read again.
        time: |text| seconds_of(text).and_then(|number| iso_of_seconds(&number)).as_deref() == Some(text),
        ..Policy::BASE.details
    },
    calls: Calls { ids: Some(IdRule::ANY), missing_ids: MissingIds::Keep, ..GEMINI.calls },
    hosted: None,
    tools: Tools { ..Policy::BASE.tools },
    settings: None,
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    ..GEMINI
};

/// Any text that is not empty.
fn event_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
