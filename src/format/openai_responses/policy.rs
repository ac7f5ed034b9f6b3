//! The policy of the format: what it does with each fact.

use super::{FAMILY, NAME};
use crate::lower::{
    Cache, Calls, ContentLists, Fact, Facts, IdRule, Leading, MarkPlaces, MediaRules, Merge, NameRule, OutlineTool,
    OutputName, OwnRules, PlainText, Policy, ResultMark, ResultMedia, ResultNames, Results, Roles, SchemaRules, Split,
    TextRules, Tools, TurnRules, UnnamedDocuments, WEB_IMAGES, WEB_URLS, web_url_fit,
};
use crate::model::{MediaKind, Role, ToolKind};

/// The API writes at most four cache breakpoints a request.
const HINTS: usize = 4;

pub(super) const CALL_IDS: IdRule = IdRule { words: "1 to 64 characters", limit: 64, ..IdRule::ANY };

pub(super) const TOOL_NAMES: NameRule = NameRule::LONG;

pub(in crate::format) const RESPONSES: Policy = Policy {
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
        Fact::HostedSearches,
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
    turns: TurnRules { merge: Merge::Implied, lists: ContentLists::Several, split: Split::Items, ..Policy::BASE.turns },
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    calls: Calls { ids: Some(CALL_IDS), names: Some(TOOL_NAMES), ..Policy::BASE.calls },
    results: Results {
        media: ResultMedia::Keep,
        names: ResultNames::Keep,
        custom: true,
        mark: ResultMark::LastText,
        ..Policy::BASE.results
    },
    hosted: Some(super::hosted::HOSTED),
    files: MediaRules {
        types: &[WEB_IMAGES],
        words: "PNG, JPEG, GIF and WebP images",
        urls: &[(MediaKind::Image, WEB_URLS), (MediaKind::Document, WEB_URLS)],
        url: web_url_fit,
        plain: PlainText::Text,
        services: &[FAMILY],
        place: |role, _| !matches!(role, Role::Assistant),
        name: |kind, is_inside, _| is_inside && kind != MediaKind::Image,
        detail: |kind, detail| {
            matches!(detail, "auto" | "low" | "high") || (kind == MediaKind::Image && detail == "original")
        },
        unnamed: UnnamedDocuments::Numbered,
        any_document: true,
        ..MediaRules::NONE
    },
    cache: Cache { limit: HINTS, places: MarkPlaces::NotAnswers, ..Policy::BASE.cache },
    tools: Tools {
        schemas: SchemaRules::OpenAi,
        output_name: OutputName::Needed,
        output_needs_schema: true,
        ..Policy::BASE.tools
    },
    own: OwnRules {
        // Tools are strict unless the request says otherwise.
        tools: |_, outline| {
            let is_function = |tool: &&mut OutlineTool<'_>| tool.raw.is_none() && tool.spec.kind != ToolKind::Custom;
            for tool in outline.tools.iter_mut().filter(is_function) {
                tool.strict.get_or_insert(false);
            }
            Ok(())
        },
        ..OwnRules::NONE
    },
    settings: Some(&super::request::SETTINGS),
    ..Policy::BASE
};
