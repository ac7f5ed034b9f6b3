//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    BareLists, Calls, DetailRules, Fact, Facts, IdRepeats, IdRule, MediaRules, PlainText, Policy, PreservedContent,
    ReasoningPlace, ReasoningRules, RecordRules, Results, SessionRules, TextRules, ToolRules, TurnRules,
};

pub(super) const HF_STS: Policy = Policy {
    name: NAME,
    preserved: PreservedContent::NONE,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::Times,
        Fact::MiddleSystem,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::AnyArguments,
    ]),
    turns: TurnRules { calls_last: true, ..TurnRules::BASE },
    details: DetailRules {
        session: Some(SessionRules { id_length: 36, others: "" }),
        time: |text| time::milliseconds_of(text).is_some_and(|number| number != 0),
        ..DetailRules::BASE
    },
    text: TextRules { join: Some("\\n"), has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::OneText, ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls {
            ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
            arguments: crate::lower::ArgumentKind::Wrapped,
            ..Calls::BASE
        },
        results: Results { join: Some("\\n"), ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules { plain: PlainText::Text, place: |_, _| true, ..MediaRules::NONE },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..Policy::BASE
};
