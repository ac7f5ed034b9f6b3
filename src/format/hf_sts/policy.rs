//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    BareLists, Calls, ContainerRules, DetailRules, Fact, Facts, IdRepeats, IdRule, MediaRules, PlainText, Policy,
    ReasoningPlace, Results, SessionRules, TextRules, TurnRules,
};

pub(super) const HF_STS: Policy = Policy {
    name: NAME,
    holds_own: false,
    keeps_parts: false,
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
    turns: TurnRules { calls_last: true, ..Policy::BASE.turns },
    session: Some(SessionRules { id_length: 36, others: "" }),
    details: DetailRules {
        time: |text| time::milliseconds_of(text).is_some_and(|number| number != 0),
        ..Policy::BASE.details
    },
    text: TextRules { join: Some("\\n"), has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::OneText,
    calls: Calls {
        ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
        arguments: crate::lower::ArgumentKind::Wrapped,
        ..Policy::BASE.calls
    },
    results: Results { join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules { plain: PlainText::Text, place: |_, _| true, ..MediaRules::NONE },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    ..Policy::BASE
};
