//! The policy of the format: what it does with each fact.

use super::NAME;
use super::image::{url_problem, uuid_digits};
use super::message::is_role;
use super::one_detail::one_detail;
use crate::format::shared::time;
use crate::json::Text;
use crate::lower::{
    ArgumentKind, BareLists, Blank, Calls, DetailRules, Fact, Facts, FailedResults, MediaProperties, MediaReferences,
    MediaRules, MessageIds, OwnRules, Policy, ReasoningRules, RecordRules, RefusedMedia, ResultNames, ResultValues,
    Results, Split, TextRules, ToolRules, TurnRules, UrlFit, WordsBeside,
};
use crate::model::MediaKind;

pub(super) const LIONPRIDE: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        // In a pile; lists have none.
        Fact::ConversationId,
        Fact::MessageIds,
        Fact::Names,
        Fact::Routes,
        Fact::Times,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::ErrorFlag,
        Fact::ResultNames,
    ]),
    turns: TurnRules { split: Split::Each, ..TurnRules::BASE },
    details: DetailRules {
        ids: Some(MessageIds::OfCalls(uuid_digits)),
        time: |text| time::parse(text).is_some(),
        // The word of a role would be taken for the role.
        sender: Some(|name| !name.is_empty() && !is_role(&Text::Token(name))),
        ..DetailRules::BASE
    },
    text: TextRules { blank: Blank::DropBeside, join: Some("\\n\\n"), beside: WordsBeside::First, ..TextRules::BASE },
    reasoning: ReasoningRules { separator: "", ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls { arguments: ArgumentKind::Value, ..Calls::BASE },
        results: Results {
            // The library takes an empty error for none.
            failed: FailedResults::Value,
            values: ResultValues::Any,
            names: ResultNames::Fill,
            join: Some("\\n"),
            ..Results::BASE
        },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["url"])],
        words: "images by http or https URL",
        references: MediaReferences {
            urls: &[(MediaKind::Image, &[""])],
            url_fit: |url| if url_problem(url).is_none() { UrlFit::Good } else { UrlFit::Bad },
            ..MediaReferences::NONE
        },
        place: |role, _| !role.is_instruction() && !matches!(role, crate::model::Role::Assistant),
        refused: RefusedMedia::Misplaced,
        properties: MediaProperties {
            detail: |_, level| matches!(level, "low" | "high" | "auto"),
            ..MediaProperties::NONE
        },
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Only, ..RecordRules::BASE },
    own: OwnRules {
        record: |context, outline| {
            one_detail(&mut outline.turns, context.report);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};
