//! What becomes of each fact in the format.

use super::{FAMILY, NAME};
use crate::lower::{
    Cache, Calls, Fact, Facts, IdRule, Leading, Media, Merge, NameRule, OutputName, PlainText, Policy, ResultMark,
    ResultMedia, Results, Roles, Tools, Turns, WEB_IMAGES, is_word_character,
};
use crate::model::{MediaKind, Role};

/// The API writes at most four cache breakpoints a request.
const HINTS: usize = 4;

pub(super) const CALL_IDS: IdRule = IdRule { words: "1 to 64 characters", limit: 64, ..IdRule::ANY };

pub(super) const TOOL_NAMES: NameRule =
    NameRule { is_good: is_word_character, limit: 128, words: "letters, digits, `_` and `-` only, at most 128" };

pub(super) const RESPONSES: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::Developer,
        // Only in items that the service made itself; nothing else becomes such an item.
        Fact::Reasoning,
        Fact::Signatures,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::CustomCalls,
        Fact::MixedOrder,
        Fact::ResultNames,
        Fact::Refusals,
        Fact::Citations,
        Fact::CacheHints,
        Fact::Tools,
        Fact::StrictTools,
        Fact::Output,
        Fact::StrictOutput,
    ]),
    media: &[(MediaKind::Image, &["url", "base64", "remote"]), (MediaKind::Document, &["url", "base64", "remote"])],
    families: &[FAMILY],
    holds_own: false,
    roles: Roles {
        leading: Leading::OneText,
        needs_turn: Some("a list of items must not be empty"),
        ..Policy::BASE.roles
    },
    turns: Turns { merge: Merge::Implied, keeps_list: true, items: true, ..Policy::BASE.turns },
    calls: Calls { ids: Some(CALL_IDS), names: Some(TOOL_NAMES), ..Policy::BASE.calls },
    results: Results {
        media: ResultMedia::Keep,
        inner_cache: true,
        custom: true,
        mark: ResultMark::LastText,
        ..Policy::BASE.results
    },
    files: Media {
        types: &[WEB_IMAGES],
        words: "PNG, JPEG, GIF and WebP images",
        urls: &[(MediaKind::Image, &[""]), (MediaKind::Document, &[""])],
        plain: PlainText::Text,
        services: &[FAMILY],
        place: |role, _| !matches!(role, Role::Assistant),
        name: |kind, _| kind != MediaKind::Image,
        detail: |kind, detail| {
            matches!(detail, "auto" | "low" | "high") || (kind == MediaKind::Image && detail == "original")
        },
        url_name: false,
        needs_name: true,
        any_document: true,
        ..Media::NONE
    },
    cache: Cache { limit: HINTS, in_answers: false, ..Policy::BASE.cache },
    tools: Tools {
        output_name: OutputName::Needed,
        output_needs_schema: true,
        strict_unless_told: true,
        ..Policy::BASE.tools
    },
    ..Policy::BASE
};
