//! The policies of the formats: what they do with each fact.

use super::message::role_word;
use super::models::model;
use super::repair::repair;
use super::{NAME, ROW};
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, DetailRules, Fact, Facts, MediaRules, Merge, MissingIds, OwnRules,
    Policy, PreservedContent, RecordRules, ResultTurns, Results, Roles, SessionRules, StoredMessages, ToolRules,
    TurnRules,
};
use crate::model::MediaKind;

/// Universal messages.
pub(in crate::format) const KEPROMPT: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { messages: StoredMessages::Kept(role_word), ..PreservedContent::ALL },
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder, Fact::AnswerModel]),
    roles: Roles { needs_turn: Some("a chat must have a message"), ..Roles::BASE },
    // The library adds results that are next to each other to one message.
    turns: TurnRules { results: ResultTurns::Grouped, merge: Merge::Results, ..TurnRules::BASE },
    tools: ToolRules {
        calls: Calls {
            missing_ids: MissingIds::Make,
            // The library stores answers of Google without ids, and its own messages as they are.
            without_ids: &["gemini", NAME, ROW],
            arguments: ArgumentKind::Object,
            repair: Some(repair),
            ..Calls::BASE
        },
        results: Results { join: Some("\\n"), ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["base64"])],
        bytes: ByteTypes::AnyOrNone,
        words: "images as bytes",
        place: |_, _| true,
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Only, ..RecordRules::BASE },
    own: OwnRules {
        record: |context, outline| {
            outline.record.model = model(context);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};

/// Rows of chats.
pub(in crate::format) const CHAT: Policy = Policy {
    name: ROW,
    preserved: PreservedContent { other_formats: &[NAME], ..KEPROMPT.preserved },
    facts: KEPROMPT.facts.and(&[Fact::ConversationId]),
    // A program adds what is next to each other to one message.
    turns: TurnRules { merge: Merge::Asked, ..KEPROMPT.turns },
    details: DetailRules {
        time: |text| time::parse(text).is_some(),
        session: Some(SessionRules { id_length: 8, others: "names, versions and totals of the session" }),
        ..DetailRules::BASE
    },
    record: RecordRules { lists: BareLists::Ignored, ..KEPROMPT.record },
    ..KEPROMPT
};
