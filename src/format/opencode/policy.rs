//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, DetailRules, Fact, Facts, IdRepeats, IdRule, Leading, MediaProperties,
    MediaReferences, MediaRules, Middle, PlainText, Policy, PreservedContent, ReasoningPlace, ReasoningRules,
    RecordRules, ResultDetails, ResultMedia, Results, Roles, SessionRules, StepRule, TextRules, ToolRules, TurnRules,
    UrlType, WEB_IMAGES,
};
use crate::model::{MediaKind, Role};

const PLACES: &[&str] = &["url", "base64"];
const SCHEMES: &[&str] = &["https://", "http://"];
const DOCUMENTS: &[(&str, MediaKind)] = &[("application/pdf", MediaKind::Document)];

pub(super) const OPENCODE: Policy = Policy {
    name: NAME,
    preserved: PreservedContent::NONE,
    // The program sorts messages by their ids: those of others would bring them into another order.
    facts: Facts::of(&[
        Fact::Times,
        Fact::Finish,
        Fact::SeveralTexts,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::ErrorFlag,
    ]),
    // The system text is not in the file.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoUser, ..Roles::BASE },
    turns: TurnRules {
        calls_last: true,
        result_details: ResultDetails::NoIds,
        steps: StepRule::Parts,
        ..TurnRules::BASE
    },
    details: DetailRules {
        session: Some(SessionRules {
            id_length: 36,
            others: "the ids of messages and parts, the project, the folder, the names of models and the numbers of tokens",
        }),
        time: |text| time::milliseconds_of(text).is_some_and(|number| number != 0),
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
        results: Results { media: ResultMedia::Drop, join: Some("\\n"), ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, PLACES), (MediaKind::Document, PLACES)],
        bytes: ByteTypes::Any,
        types: &[WEB_IMAGES, DOCUMENTS],
        words: "images and documents",
        references: MediaReferences {
            urls: &[(MediaKind::Image, SCHEMES), (MediaKind::Document, SCHEMES)],
            media_type: UrlType::Needed,
            ..MediaReferences::NONE
        },
        plain: PlainText::Text,
        place: |role, _| matches!(role, Role::User),
        properties: MediaProperties { name: |_, _, _| true, ..MediaProperties::NONE },
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..Policy::BASE
};
