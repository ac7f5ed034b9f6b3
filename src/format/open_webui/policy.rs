//! The policy of the format: what it does with each fact.

use super::NAME;
use super::write::{check_texts, report_ids};
use crate::lower::{
    BareLists, Blank, ByteTypes, ContainerRules, DetailRules, Fact, Facts, Leading, MediaRules, MessageIds, Middle,
    OwnRules, Policy, ReasoningPlace, ResultDetails, Results, Roles, StepRule, TextRules, TurnRules, WEB_IMAGES,
    WordsBeside,
};
use crate::model::MediaKind;

pub(super) const OPEN_WEBUI: Policy = Policy {
    name: NAME,
    // Messages are generated, so unknown fields of the source's messages have no place.
    holds_own: false,
    keeps_parts: false,
    facts: Facts::of(&[
        Fact::MessageIds,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::AnyArguments,
    ]),
    media: &[(MediaKind::Image, &["url", "base64"])],
    roles: Roles { leading: Leading::Field, middle: Middle::IntoUser, ..Policy::BASE.roles },
    // What follows a call follows its result, so it is another message when it is read.
    turns: TurnRules { result_details: ResultDetails::NoIds, calls_last: true, ..Policy::BASE.turns },
    // A result is in the element of its call.
    steps: StepRule::Parts,
    // Messages are members of an object, by their ids.
    details: DetailRules { ids: Some(MessageIds::Unique(message_id)), ..Policy::BASE.details },
    text: TextRules {
        blank: Blank::DropBeside,
        join: Some("\\n"),
        beside: WordsBeside::First,
        has_halves: false,
        ..Policy::BASE.text
    },
    reasoning: ReasoningPlace::Answers,
    results: Results { join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules {
        types: &[WEB_IMAGES],
        bytes: ByteTypes::Declared,
        words: "PNG, JPEG, GIF and WebP images, by http or https URL or as base64",
        urls: &[(MediaKind::Image, &["https://", "http://"])],
        ..MediaRules::NONE
    },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    own: OwnRules {
        record: |context, _| {
            report_ids(context);
            Ok(())
        },
        written: |_, outline| check_texts(outline),
        ..OwnRules::NONE
    },
    ..Policy::BASE
};

/// Any text that is not empty.
fn message_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
