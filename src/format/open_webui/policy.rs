//! The policy of the format: what it does with each fact.

use super::NAME;
use super::write::{check_texts, report_ids};
use crate::lower::{
    BareLists, Blank, ByteTypes, DetailRules, Fact, Facts, Leading, MediaReferences, MediaRules, MessageIds, Middle,
    OwnRules, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules, ResultDetails, Results, Roles,
    StepRule, TextRules, ToolRules, TurnRules, WEB_IMAGES, WordsBeside,
};
use crate::model::MediaKind;

pub(super) const OPEN_WEBUI: Policy = Policy {
    name: NAME,
    // Messages are generated, so unknown fields of the source's messages have no place.
    preserved: PreservedContent::NONE,
    facts: Facts::of(&[
        Fact::MessageIds,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::AnyArguments,
    ]),
    roles: Roles { leading: Leading::Field, middle: Middle::IntoUser, ..Roles::BASE },
    // What follows a call follows its result, so it is another message when it is read.
    turns: TurnRules {
        result_details: ResultDetails::NoIds,
        calls_last: true,
        // A result is in the element of its call.
        steps: StepRule::Parts,
        ..TurnRules::BASE
    },
    // Messages are members of an object, by their ids.
    details: DetailRules { ids: Some(MessageIds::Unique(message_id)), ..DetailRules::BASE },
    text: TextRules {
        blank: Blank::DropBeside,
        join: Some("\\n"),
        beside: WordsBeside::First,
        has_halves: false,
        ..TextRules::BASE
    },
    reasoning: ReasoningRules { place: ReasoningPlace::Answers, ..ReasoningRules::BASE },
    tools: ToolRules { results: Results { join: Some("\\n"), ..Results::BASE }, ..ToolRules::BASE },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["url", "base64"])],
        types: &[WEB_IMAGES],
        bytes: ByteTypes::Declared,
        words: "PNG, JPEG, GIF and WebP images, by http or https URL or as base64",
        references: MediaReferences { urls: &[(MediaKind::Image, &["https://", "http://"])], ..MediaReferences::NONE },
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    own: OwnRules {
        record: |context, _| {
            report_ids(context);
            Ok(())
        },
        written: |_, outline| check_texts(outline),
        ..OwnRules::NONE
    },
};

/// Any text that is not empty.
fn message_id(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
