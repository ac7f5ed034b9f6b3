//! The policy of the format: what it does with each fact.

use super::{FAMILY, NAME};
use crate::lower::{
    Cache, Calls, ContentLists, Fact, Facts, IdRule, Leading, MarkPlaces, MediaProperties, MediaReferences, MediaRules,
    Merge, NameRule, OutlineTool, OutputName, OutputRules, OwnRules, PlainText, Policy, PreservedContent,
    ReasoningRules, RecordRules, ResultMark, ResultMedia, ResultNames, Results, Roles, SchemaRules, Split, TextRules,
    ToolRules, TurnRules, UnnamedDocuments, WEB_IMAGES, WEB_URLS, web_url_fit,
};
use crate::model::{MediaKind, Role, ToolKind};

/// The API writes at most four cache breakpoints a request.
const HINTS: usize = 4;

pub(super) const CALL_IDS: IdRule = IdRule { words: "1 to 64 characters", limit: 64, ..IdRule::ANY };

pub(super) const TOOL_NAMES: NameRule = NameRule::LONG;

pub(in crate::format) const RESPONSES: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { own_fields: false, ..PreservedContent::ALL },
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
    roles: Roles { leading: Leading::OneText, needs_turn: Some("a list of items must not be empty"), ..Roles::BASE },
    turns: TurnRules { merge: Merge::Implied, lists: ContentLists::Several, split: Split::Items, ..TurnRules::BASE },
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules { families: &[FAMILY], ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls { ids: Some(CALL_IDS), names: Some(TOOL_NAMES), ..Calls::BASE },
        results: Results {
            media: ResultMedia::Keep,
            names: ResultNames::Keep,
            custom: true,
            mark: ResultMark::LastText,
            ..Results::BASE
        },
        hosted: Some(super::hosted::HOSTED),
        schema_rules: SchemaRules::OpenAi,
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64", "remote"]),
            (MediaKind::Document, &["url", "base64", "remote"]),
        ],
        types: &[WEB_IMAGES],
        words: "PNG, JPEG, GIF and WebP images",
        references: MediaReferences {
            urls: &[(MediaKind::Image, WEB_URLS), (MediaKind::Document, WEB_URLS)],
            url_fit: web_url_fit,
            services: &[FAMILY],
            ..MediaReferences::NONE
        },
        plain: PlainText::Text,
        place: |role, _| !matches!(role, Role::Assistant),
        properties: MediaProperties {
            name: |kind, is_inside, _| is_inside && kind != MediaKind::Image,
            unnamed: UnnamedDocuments::Numbered,
            detail: |kind, detail| {
                matches!(detail, "auto" | "low" | "high") || (kind == MediaKind::Image && detail == "original")
            },
            ..MediaProperties::NONE
        },
        any_document: true,
        ..MediaRules::NONE
    },
    record: RecordRules {
        settings: Some(&super::request::SETTINGS),
        output: OutputRules { name: OutputName::Needed, needs_schema: true },
        cache: Cache { limit: HINTS, places: MarkPlaces::NotAnswers, ..Cache::BASE },
        ..RecordRules::BASE
    },
    own: OwnRules {
        // Tools are strict unless the request says otherwise.
        tools: |_, outline| {
            let is_function = |tool: &&mut OutlineTool<'_>| tool.raw.is_none() && tool.spec.kind != ToolKind::Custom;
            for tool in outline.request.tools.iter_mut().filter(is_function) {
                tool.strict.get_or_insert(false);
            }
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};
