//! What becomes of each fact in the format.

use super::NAME;
use super::media::KINDS;
use crate::lower::{
    ArgumentKind, Calls, ContainerRules, Fact, Media, Merge, Policy, ResultNames, ResultTurns, Results, Roles, Texts,
    Tools, Turns,
};
use crate::model::{MediaKind, Role};

const ANYWHERE: &[&str] = &["url", "base64", "file"];
const ANY_URL: &[&str] = &["*"];

pub(super) const SHAREGPT: Policy = Policy {
    name: NAME,
    facts: &[Fact::ConversationId, Fact::AnswerFirst, Fact::Calls, Fact::MixedOrder, Fact::ResultNames, Fact::Tools],
    media: &[(MediaKind::Image, ANYWHERE), (MediaKind::Video, ANYWHERE), (MediaKind::Audio, ANYWHERE)],
    roles: Roles { needs_turn: Some("a record must have turns"), ..Policy::BASE.roles },
    turns: Turns { results: ResultTurns::Grouped, merge: Merge::Results, sorts_results: true, ..Policy::BASE.turns },
    text: Texts { join: Some("\\n"), ..Policy::BASE.text },
    calls: Calls { arguments: ArgumentKind::Opened, in_turns: true, ..Policy::BASE.calls },
    results: Results { names: ResultNames::OfCall, ..Policy::BASE.results },
    files: Media {
        urls: &[(MediaKind::Image, ANY_URL), (MediaKind::Video, ANY_URL), (MediaKind::Audio, ANY_URL)],
        paths: true,
        any_type: true,
        // Readers look for placeholders in the words of the user.
        place: |role, kind| matches!(role, Role::User) && KINDS.iter().any(|(known, ..)| *known == kind),
        tags: &[(KINDS[0].0, KINDS[0].1), (KINDS[1].0, KINDS[1].1), (KINDS[2].0, KINDS[2].1)],
        ..Media::NONE
    },
    tools: Tools {
        // Training tools look into the properties without asking whether there are any.
        made_schema: Some(r#"{"type": "object", "properties": {}}"#),
        ..Policy::BASE.tools
    },
    container: ContainerRules { keeps: |_, _, _| false, has_list: false, ..Policy::BASE.container },
    ..Policy::BASE
};
