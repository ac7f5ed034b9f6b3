//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::anthropic::policy::ANTHROPIC;
use crate::format::shared::time;
use crate::lower::{
    BareLists, Cache, DetailRules, Fact, Leading, MarkPlaces, Merge, MessageIds, Middle, OwnRules, Policy,
    PreservedContent, RecordRules, Roles, SessionRules, TurnRules,
};

pub(super) const SESSION: Policy = Policy {
    name: NAME,
    preserved: PreservedContent {
        // Other fields of lines are not written again: they belong to another place in the tree.
        own_fields: false,
        other_formats: &["anthropic"],
        ..ANTHROPIC.preserved
    },
    facts: ANTHROPIC
        .facts
        .without(&[Fact::Tools, Fact::StrictTools, Fact::Output, Fact::CacheHints, Fact::CacheTtl])
        .and(&[Fact::ConversationId, Fact::MessageIds, Fact::Times, Fact::Finish]),
    // The system text is not in the file.
    roles: Roles { leading: Leading::Keep, middle: Middle::IntoUser, ..ANTHROPIC.roles },
    turns: TurnRules { merge: Merge::Pieces, ..ANTHROPIC.turns },
    details: DetailRules {
        ids: Some(MessageIds::Unique(uuid_of)),
        time: |text| time::parse(text).is_some(),
        session: Some(SessionRules {
            id_length: 36,
            others: "the folder, the version of the program, the names of models and the numbers of tokens",
        }),
        ..DetailRules::BASE
    },
    record: RecordRules {
        keeps: |_, _, _| false,
        lists: BareLists::Never,
        cache: Cache { places: MarkPlaces::All, ..ANTHROPIC.record.cache },
        ..RecordRules::BASE
    },
    // A session has no definitions of tools.
    own: OwnRules { tools: OwnRules::NONE.tools, ..ANTHROPIC.own },
    ..ANTHROPIC
};

/// The form in which ids are compared: a UUID.
fn uuid_of(id: &str) -> Option<String> {
    uuid::Uuid::try_parse(id).ok().map(|id| id.to_string())
}
