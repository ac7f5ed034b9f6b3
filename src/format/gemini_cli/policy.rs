//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::gemini::policy::GEMINI;
use crate::format::shared::time;
use crate::lower::{
    Adjacency, BareLists, Blank, CallOrder, Calls, ContainerRules, DetailRules, EmptyMessages, Fact, Facts, IdRepeats,
    IdRule, Leading, Merge, MessageIds, Middle, MissingIds, Policy, ReasoningPlace, ResultDetails, ResultMedia,
    ResultNames, ResultTurns, Results, Roles, SessionRules, StepRule, TextRules, TurnRules,
};

use crate::model::MediaKind;

pub(super) const GEMINI_CLI: Policy = Policy {
    name: NAME,
    // Records are not written again: a log says how the session came to be.
    holds_own: false,
    keeps_parts: false,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::MessageIds,
        Fact::Times,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::ErrorFlag,
        Fact::ResultNames,
    ]),
    families: &[],
    // The system text is not in the file.
    roles: Roles {
        leading: Leading::Keep,
        answer_first: None,
        needs_message: None,
        middle: Middle::IntoUser,
        ..GEMINI.roles
    },
    turns: TurnRules {
        results: ResultTurns::Each,
        merge: Merge::Never,
        adjacency: Adjacency::Free,
        calls_last: true,
        result_details: ResultDetails::NoIds,
        empty: EmptyMessages::Keep,
        ..GEMINI.turns
    },
    steps: StepRule::Parts,
    session: Some(SessionRules { id_length: 36, others: "the project, the names of models and the states of calls" }),
    details: DetailRules {
        ids: Some(MessageIds::Unique(record_id)),
        time: |text| time::is_iso(text),
        ..Policy::BASE.details
    },
    text: TextRules { blank: Blank::Keep, ..GEMINI.text },
    reasoning: ReasoningPlace::OneText,
    calls: Calls {
        ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
        names: None,
        missing_ids: MissingIds::Keep,
        order: CallOrder::Free,
        ..GEMINI.calls
    },
    results: Results { media: ResultMedia::Only(&[MediaKind::Image]), names: ResultNames::Fill, ..GEMINI.results },
    tools: Policy::BASE.tools,
    settings: None,
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    hosted: None,
    ..GEMINI
};

/// Any text that is not empty.
fn record_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
