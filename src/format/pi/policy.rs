//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, Calls, ContainerRules, DetailRules, Fact, Facts, IdRepeats, IdRule, Leading, MediaRules,
    MessageIds, Middle, PlainText, Policy, ReasoningPlace, ResultMedia, ResultNames, Results, Roles, SessionRules,
    TextRules, WEB_IMAGES,
};
use crate::model::MediaKind;

pub(super) const PI: Policy = Policy {
    name: NAME,
    // Other fields of lines are not written again: they belong to another place in the tree.
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
        Fact::MixedOrder,
        Fact::SeveralTexts,
        Fact::ErrorFlag,
        Fact::ResultNames,
    ]),
    media: &[(MediaKind::Image, &["base64"])],
    // The system text is not in the file.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoUser, ..Policy::BASE.roles },
    session: Some(SessionRules {
        id_length: 36,
        others: "the folder, the names of models, the numbers of tokens and why the model stopped",
    }),
    details: DetailRules {
        ids: Some(MessageIds::Unique(entry_id)),
        time: |text| time::is_iso(text),
        ..Policy::BASE.details
    },
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls {
        ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
        arguments: ArgumentKind::Object,
        ..Policy::BASE.calls
    },
    results: Results {
        media: ResultMedia::Only(&[MediaKind::Image]),
        names: ResultNames::Fill,
        ..Policy::BASE.results
    },
    files: MediaRules {
        types: &[WEB_IMAGES],
        words: "PNG, JPEG, GIF and WebP images",
        plain: PlainText::Text,
        place: |role, _| !role.is_instruction(),
        ..MediaRules::NONE
    },
    settings: None,
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    ..Policy::BASE
};

/// Any text that is not empty.
fn entry_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
