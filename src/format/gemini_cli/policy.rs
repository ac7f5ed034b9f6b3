//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::gemini::policy::GEMINI;
use crate::format::shared::time;
use crate::lower::{
    Adjacency, BareLists, Blank, CallOrder, Calls, DetailRules, EmptyMessages, Fact, Facts, IdRepeats, IdRule, Leading,
    Merge, MessageIds, Middle, MissingIds, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules,
    ResultDetails, ResultMedia, ResultNames, ResultTurns, Results, Roles, SessionRules, StepRule, TextRules, ToolRules,
    TurnRules,
};

use crate::model::MediaKind;

pub(super) const GEMINI_CLI: Policy = Policy {
    name: NAME,
    // Records are not written again: a log says how the session came to be.
    preserved: PreservedContent::NONE,
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
        steps: StepRule::Parts,
        ..GEMINI.turns
    },
    details: DetailRules {
        session: Some(SessionRules {
            id_length: 36,
            others: "the project, the names of models and the states of calls",
        }),
        ids: Some(MessageIds::Unique(record_id)),
        time: |text| time::is_iso(text),
        ..DetailRules::BASE
    },
    text: TextRules { blank: Blank::Keep, ..GEMINI.text },
    reasoning: ReasoningRules { place: ReasoningPlace::OneText, families: &[], ..GEMINI.reasoning },
    tools: ToolRules {
        calls: Calls {
            ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
            names: None,
            missing_ids: MissingIds::Keep,
            order: CallOrder::Free,
            ..GEMINI.tools.calls
        },
        results: Results {
            media: ResultMedia::Only(&[MediaKind::Image]),
            names: ResultNames::Fill,
            ..GEMINI.tools.results
        },
        ..ToolRules::BASE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..GEMINI
};

/// Any text that is not empty.
fn record_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
