//! The policy of the format: what it does with each fact.

use super::NAME;
use super::cache::{LIMIT, hour_in_raw};
use super::last_answer::trim_last_answers;
use super::rules_order::FIRST_ROLE;
use crate::format::shared::define_called_tools;
use crate::lower::{
    Adjacency, ArgumentKind, Blank, Cache, Calls, ContainerRules, EmptyMessages, Fact, Facts, FailedResults, IdRepeats,
    IdRule, Leading, Lifetimes, MarkPlaces, MediaRules, Merge, Middle, NameRule, OwnRules, PlainText, Policy,
    ReasoningPlace, ResultMark, ResultMedia, ResultTurns, Results, Roles, SchemaRules, TextRules, ToolSchema, Tools,
    TurnRules, WEB_IMAGES, is_word_character,
};
use crate::model::{MediaKind, Role, Slot};

const HTTP: &[&str] = &["https://", "http://"];

/// `^[a-zA-Z0-9_-]+$`
pub(super) const CALL_IDS: IdRule = IdRule {
    words: "letters, digits, `_` and `-`",
    is_good: is_word_character,
    repeats: IdRepeats::TakenAfterAnswer,
    ..IdRule::ANY
};

/// `^[a-zA-Z0-9_-]{1,128}$`
pub(super) const TOOL_NAMES: NameRule = NameRule::LONG;

pub(in crate::format) const ANTHROPIC: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::Reasoning,
        Fact::Signatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::HostedSearches,
        Fact::HostedCode,
        Fact::ErrorFlag,
        Fact::Citations,
        Fact::CacheHints,
        Fact::CacheTtl,
        Fact::Tools,
        Fact::StrictTools,
        Fact::Output,
    ]),
    media: &[
        (MediaKind::Image, &["url", "base64", "remote"]),
        (MediaKind::Document, &["url", "base64", "remote", "plain"]),
    ],
    families: &[NAME],
    roles: Roles {
        leading: Leading::Field,
        middle: Middle::AfterUser,
        answer_first: Some(&FIRST_ROLE),
        needs_message: Some("anthropic needs at least one message"),
        ..Policy::BASE.roles
    },
    turns: TurnRules {
        results: ResultTurns::User,
        merge: Merge::Source,
        empty: EmptyMessages::DropButLastAnswer,
        adjacency: Adjacency::Next,
        ..Policy::BASE.turns
    },
    text: TextRules { has_halves: false, blank: Blank::Drop, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Signed,
    calls: Calls {
        ids: Some(CALL_IDS),
        names: Some(TOOL_NAMES),
        arguments: ArgumentKind::Object,
        ..Policy::BASE.calls
    },
    results: Results {
        media: ResultMedia::Keep,
        failed: FailedResults::Texts,
        mark: ResultMark::OwnAndBlocks,
        ..Policy::BASE.results
    },
    own: OwnRules {
        messages: |context, outline| {
            trim_last_answers(outline, context.report);
            Ok(())
        },
        tools: |context, outline| {
            define_called_tools(NAME, context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    hosted: Some(super::hosted::HOSTED),
    files: MediaRules {
        types: &[WEB_IMAGES, &[("application/pdf", MediaKind::Document)]],
        words: "PNG, JPEG, GIF and WebP images, PDF and plain text",
        urls: &[(MediaKind::Image, HTTP), (MediaKind::Document, HTTP)],
        plain: PlainText::Keep,
        services: &[NAME],
        place: |role, _| matches!(role, Role::User),
        // The title of a document.
        name: |kind, _, name| kind == MediaKind::Document && (1..=500).contains(&name.chars().count()),
        ..MediaRules::NONE
    },
    cache: Cache { limit: LIMIT, lifetimes: Lifetimes::Ranked(hour_in_raw), places: MarkPlaces::AllAndTools },
    tools: Tools {
        schemas: SchemaRules::Claude,
        schema: ToolSchema::Typed,
        output_needs_schema: true,
        ..Policy::BASE.tools
    },
    settings: Some(&super::request::SETTINGS),
    container: ContainerRules {
        // Only the model of a response belongs in a request.
        keeps: |record, slot, key| slot != Slot::Envelope && (record.source.shape != "response" || key == "model"),
        list_system: "a list of anthropic messages may not begin with a system message; write the body instead",
        ..Policy::BASE.container
    },
    ..Policy::BASE
};

/// Bodies for a platform: the address names the model, and the version is the platform's.
pub(super) static PLATFORM: Policy = Policy {
    container: ContainerRules {
        keeps: |record, slot, key| {
            slot != Slot::Envelope && record.source.shape != "response" && !matches!(key, "model" | "anthropic_version")
        },
        ..ANTHROPIC.container
    },
    ..ANTHROPIC
};
