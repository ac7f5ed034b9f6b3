//! The policies of the formats: what they do with each fact.

use super::message::role_word;
use super::models::model;
use super::repair::repair;
use super::{NAME, ROW};
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContainerRules, DetailRules, Fact, Facts, MediaRules, Merge, MissingIds,
    OwnRules, Policy, ResultTurns, Results, Roles, SessionRules, StoredMessages, TurnRules,
};
use crate::model::MediaKind;

/// Universal messages.
pub(in crate::format) const KEPROMPT: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder, Fact::AnswerModel]),
    media: &[(MediaKind::Image, &["base64"])],
    stored: StoredMessages::Kept(role_word),
    // The library adds results that are next to each other to one message.
    turns: TurnRules { results: ResultTurns::Grouped, merge: Merge::Results, ..Policy::BASE.turns },
    roles: Roles { needs_turn: Some("a chat must have a message"), ..Policy::BASE.roles },
    calls: Calls {
        missing_ids: MissingIds::Make,
        // The library stores answers of Google without ids, and its own messages as they are.
        without_ids: &["gemini", NAME, ROW],
        arguments: ArgumentKind::Object,
        repair: Some(repair),
        ..Policy::BASE.calls
    },
    results: Results { join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules { bytes: ByteTypes::AnyOrNone, words: "images as bytes", place: |_, _| true, ..MediaRules::NONE },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Only, ..Policy::BASE.container },
    own: OwnRules {
        record: |context, outline| {
            outline.model = model(context);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};

/// Rows of chats.
pub(in crate::format) const CHAT: Policy = Policy {
    name: ROW,
    holds: &[NAME],
    // A program adds what is next to each other to one message.
    turns: TurnRules { merge: Merge::Asked, ..KEPROMPT.turns },
    facts: KEPROMPT.facts.and(&[Fact::ConversationId]),
    details: DetailRules { time: |text| time::parse(text).is_some(), ..Policy::BASE.details },
    container: ContainerRules { lists: BareLists::Ignored, ..KEPROMPT.container },
    session: Some(SessionRules { id_length: 8, others: "names, versions and totals of the session" }),
    ..KEPROMPT
};
