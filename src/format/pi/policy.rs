//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, Calls, DetailRules, Fact, Facts, IdRepeats, IdRule, Leading, MediaRules, MessageIds,
    Middle, PlainText, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules, ResultMedia, ResultNames,
    Results, Roles, SessionRules, TextRules, ToolRules, WEB_IMAGES,
};
use crate::model::MediaKind;

pub(super) const PI: Policy = Policy {
    name: NAME,
    // Other fields of lines are not written again: they belong to another place in the tree.
    preserved: PreservedContent::NONE,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::MessageIds,
        Fact::Times,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::SeveralTexts,
        Fact::ErrorFlag,
        Fact::ResultNames,
    ]),
    // The system text is not in the file.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoUser, ..Roles::BASE },
    details: DetailRules {
        session: Some(SessionRules {
            id_length: 36,
            others: "the folder, the names of models, the numbers of tokens and why the model stopped",
        }),
        ids: Some(MessageIds::Unique(entry_id)),
        time: |text| time::is_iso(text),
        ..DetailRules::BASE
    },
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::Answers, ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls {
            ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
            arguments: ArgumentKind::Object,
            ..Calls::BASE
        },
        results: Results { media: ResultMedia::Only(&[MediaKind::Image]), names: ResultNames::Fill, ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["base64"])],
        types: &[WEB_IMAGES],
        words: "PNG, JPEG, GIF and WebP images",
        plain: PlainText::Text,
        place: |role, _| !role.is_instruction(),
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..Policy::BASE
};

/// Any text that is not empty.
fn entry_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
