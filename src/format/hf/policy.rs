//! What rows hold.

use super::NAME;
use crate::format::openai::policy::{OPENAI, is_field};
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContentLists, Exchanges, Fact, Leading, MediaProperties,
    MediaReferences, MediaRules, NeededAnswers, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules,
    ResultMedia, ResultNames, Results, Roles, SchemaRules, TextRules, ToolRules, TurnRules,
};
use crate::model::{Conversation, MediaKind, Message, Part};

/// Rows of what is known about the answer: a better and a worse one, a label, or `messages` alone.
pub(super) const ROWS: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { other_formats: &[NAME, "openai"], keeps_field: is_field, ..OPENAI.preserved },
    facts: OPENAI
        .facts
        .without(&[Fact::Names, Fact::CustomCalls, Fact::Refusals, Fact::CacheHints, Fact::Output, Fact::StrictOutput])
        .and(&[Fact::Reasoning, Fact::ResultNames, Fact::SeveralAnswers, Fact::Labels, Fact::Ratings, Fact::Weights]),
    roles: Roles { names: None, ..OPENAI.roles },
    turns: TurnRules { lists: ContentLists::Several, calls_last: true, ..TurnRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::OneText, ..OPENAI.reasoning },
    tools: ToolRules {
        calls: Calls { arguments: ArgumentKind::Object, keeps_legacy: false, ..Calls::BASE },
        results: Results { media: ResultMedia::MoveAfter(&[]), names: ResultNames::Keep, ..OPENAI.tools.results },
        schema_rules: SchemaRules::Checked,
        ..OPENAI.tools
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["url", "base64", "file"])],
        references: MediaReferences { urls: &[(MediaKind::Image, &["*"])], paths: true, ..MediaReferences::NONE },
        bytes: ByteTypes::Any,
        words: "images",
        properties: MediaProperties { drops_fields: true, ..MediaProperties::NONE },
        ..MediaRules::NONE
    },
    // Columns of other rows stay, and settings of requests have none.
    record: RecordRules {
        keeps: |record, _, key| is_row(record, key),
        lists: BareLists::Never,
        cache: OPENAI.record.cache,
        ..RecordRules::BASE
    },
    ..OPENAI
};

/// The kinds of rows, as the reader names them.
const SHAPES: &[&str] = &["messages", "prompt", "prompt-completion", "kto", "preference", "stepwise"];

/// True for a column of a row that stays. Files of messages are written to a column of their own.
fn is_row(record: &Conversation<'_>, key: &str) -> bool {
    let has_file = |message: &Message<'_>| message.parts.iter().any(|part| matches!(part, Part::Media(_)));
    SHAPES.contains(&record.source.shape) && !(key == "images" && record.all_messages().any(has_file))
}

/// The columns that writers fill.
pub(super) const COLUMNS: &[&str] = &[
    "messages",
    "prompt",
    "completion",
    "chosen",
    "rejected",
    "label",
    "completions",
    "labels",
    "score_chosen",
    "score_rejected",
];

/// The container of rows of one kind, in which columns of other kinds have no place.
const ONE_KIND: RecordRules =
    RecordRules { keeps: |record, _, key| is_row(record, key) && !COLUMNS.contains(&key), ..ROWS.record };

/// Rows of `messages`.
pub(super) static MESSAGES: Policy = Policy {
    name: "hf:messages",
    facts: ROWS.facts.without(&[Fact::SeveralAnswers, Fact::Labels, Fact::Ratings]),
    ..ROWS
};

/// Rows of `prompt` and `completion`.
pub(super) static COMPLETION: Policy = Policy {
    name: "hf:prompt-completion",
    facts: ROWS.facts.without(&[Fact::SeveralAnswers, Fact::Labels, Fact::Ratings]),
    roles: Roles {
        ends_in_answer: Some("a row of prompt and completion must end with an assistant message"),
        ..ROWS.roles
    },
    record: RecordRules { cache: ROWS.record.cache, ..ONE_KIND },
    ..ROWS
};

/// Rows of `prompt`, `chosen` and `rejected`.
pub(super) static PREFERENCE: Policy = Policy {
    name: "hf:preference",
    record: RecordRules {
        needs_answers: Some((
            NeededAnswers::Two,
            "a preference row needs two answers to choose from, and the record has one",
        )),
        cache: ROWS.record.cache,
        ..ONE_KIND
    },
    ..ROWS
};

/// Rows of `prompt`, `completion` and `label`.
pub(super) static KTO: Policy = Policy {
    name: "hf:kto",
    facts: ROWS.facts.without(&[Fact::SeveralAnswers]),
    record: RecordRules {
        needs_answers: Some((NeededAnswers::Label, "a KTO row needs a label, and the source does not rate the answer")),
        cache: ROWS.record.cache,
        ..ONE_KIND
    },
    ..ROWS
};

/// Rows of `prompt`, `completions` and `labels`, as texts.
pub(super) static STEPWISE: Policy = Policy {
    name: "hf:stepwise",
    preserved: PreservedContent { other_formats: &[NAME], ..Policy::TEXT_ONLY.preserved },
    facts: Policy::TEXT_ONLY.facts.and(&[Fact::Ratings]),
    roles: Roles { leading: Leading::Keep, ..Policy::TEXT_ONLY.roles },
    turns: TurnRules { exchanges: Exchanges::One, ..Policy::TEXT_ONLY.turns },
    text: TextRules { join: None, ..Policy::TEXT_ONLY.text },
    record: RecordRules {
        needs_answers: Some((NeededAnswers::Steps, "a stepwise row needs a label for each step of the answer")),
        ..Policy::TEXT_ONLY.record
    },
    ..Policy::TEXT_ONLY
};
