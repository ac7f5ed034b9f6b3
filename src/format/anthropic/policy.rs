//! The policy of the format: what it does with each fact.

use super::NAME;
use super::cache::{LIMIT, hour_in_raw};
use super::last_answer::trim_last_answers;
use super::rules_order::FIRST_ROLE;
use crate::format::shared::define_called_tools;
use crate::lower::{
    Adjacency, ArgumentKind, Blank, Cache, Calls, EmptyMessages, Fact, Facts, FailedResults, IdRepeats, IdRule,
    Leading, Lifetimes, MarkPlaces, MediaProperties, MediaReferences, MediaRules, Merge, Middle, NameRule, OutputRules,
    OwnRules, PlainText, Policy, ReasoningPlace, ReasoningRules, RecordRules, ResultMark, ResultMedia, ResultTurns,
    Results, Roles, SchemaRules, TextRules, ToolRules, ToolSchema, TurnRules, WEB_IMAGES, is_word_character,
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
    roles: Roles {
        leading: Leading::Field,
        middle: Middle::AfterUser,
        answer_first: Some(&FIRST_ROLE),
        needs_message: Some("anthropic needs at least one message"),
        ..Roles::BASE
    },
    turns: TurnRules {
        results: ResultTurns::User,
        merge: Merge::Source,
        empty: EmptyMessages::DropButLastAnswer,
        adjacency: Adjacency::Next,
        ..TurnRules::BASE
    },
    text: TextRules { has_halves: false, blank: Blank::Drop, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::Signed, families: &[NAME], ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls { ids: Some(CALL_IDS), names: Some(TOOL_NAMES), arguments: ArgumentKind::Object, ..Calls::BASE },
        results: Results {
            media: ResultMedia::Keep,
            failed: FailedResults::Texts,
            mark: ResultMark::OwnAndBlocks,
            ..Results::BASE
        },
        hosted: Some(super::hosted::HOSTED),
        schema: ToolSchema::Typed,
        schema_rules: SchemaRules::Claude,
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64", "remote"]),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        ],
        types: &[WEB_IMAGES, &[("application/pdf", MediaKind::Document)]],
        words: "PNG, JPEG, GIF and WebP images, PDF and plain text",
        references: MediaReferences {
            urls: &[(MediaKind::Image, HTTP), (MediaKind::Document, HTTP)],
            services: &[NAME],
            ..MediaReferences::NONE
        },
        plain: PlainText::Keep,
        place: |role, _| matches!(role, Role::User),
        properties: MediaProperties {
            // The title of a document.
            name: |kind, _, name| kind == MediaKind::Document && (1..=500).contains(&name.chars().count()),
            ..MediaProperties::NONE
        },
        ..MediaRules::NONE
    },
    record: RecordRules {
        // Only the model of a response belongs in a request.
        keeps: |record, slot, key| slot != Slot::Envelope && (record.source.shape != "response" || key == "model"),
        list_system: "a list of anthropic messages may not begin with a system message; write the body instead",
        settings: Some(&super::request::SETTINGS),
        output: OutputRules { needs_schema: true, ..OutputRules::BASE },
        cache: Cache { limit: LIMIT, lifetimes: Lifetimes::Ranked(hour_in_raw), places: MarkPlaces::AllAndTools },
        ..RecordRules::BASE
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
    ..Policy::BASE
};

/// Bodies for a platform: the address names the model, and the version is the platform's.
pub(super) static PLATFORM: Policy = Policy {
    record: RecordRules {
        keeps: |record, slot, key| {
            slot != Slot::Envelope && record.source.shape != "response" && !matches!(key, "model" | "anthropic_version")
        },
        ..ANTHROPIC.record
    },
    ..ANTHROPIC
};
