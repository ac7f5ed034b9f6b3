//! What rows hold.

use super::NAME;
use crate::format::openai::policy::{OPENAI, is_field};
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContainerRules, ContentLists, Exchanges, Fact, Leading, MediaRules,
    NeededAnswers, OutputName, Policy, ReasoningPlace, ResultMedia, ResultNames, Results, Roles, SchemaRules,
    TextRules, Tools, TurnRules,
};
use crate::model::{Conversation, MediaKind, Message, Part};

/// Rows of what is known about the answer: a better and a worse one, a label, or `messages` alone.
pub(super) const ROWS: Policy = Policy {
    name: NAME,
    holds: &[NAME, "openai"],
    facts: OPENAI
        .facts
        .without(&[Fact::Names, Fact::CustomCalls, Fact::Refusals, Fact::CacheHints, Fact::Output, Fact::StrictOutput])
        .and(&[Fact::Reasoning, Fact::ResultNames, Fact::SeveralAnswers, Fact::Labels, Fact::Ratings, Fact::Weights]),
    media: &[(MediaKind::Image, &["url", "base64", "file"])],
    keeps_field: is_field,
    reasoning: ReasoningPlace::OneText,
    roles: Roles { names: None, ..OPENAI.roles },
    turns: TurnRules { lists: ContentLists::Several, calls_last: true, ..Policy::BASE.turns },
    calls: Calls { arguments: ArgumentKind::Object, keeps_legacy: false, ..Policy::BASE.calls },
    results: Results { media: ResultMedia::MoveAfter(&[]), names: ResultNames::Keep, ..OPENAI.results },
    files: MediaRules {
        urls: &[(MediaKind::Image, &["*"])],
        paths: true,
        bytes: ByteTypes::Any,
        words: "images",
        drops_fields: true,
        ..MediaRules::NONE
    },
    tools: Tools { output_name: OutputName::Drop, schemas: SchemaRules::Checked, ..OPENAI.tools },
    settings: None,
    // Columns of other rows stay, and settings of requests have none.
    container: ContainerRules {
        keeps: |record, _, key| is_row(record, key),
        lists: BareLists::Never,
        ..Policy::BASE.container
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
const ONE_KIND: ContainerRules =
    ContainerRules { keeps: |record, _, key| is_row(record, key) && !COLUMNS.contains(&key), ..ROWS.container };

/// Rows of `messages`.
pub(super) static MESSAGES: Policy = Policy {
    name: "hf:messages",
    facts: ROWS.facts.without(&[Fact::SeveralAnswers, Fact::Labels, Fact::Ratings]),
    ..ROWS
};

/// Rows of `prompt` and `completion`.
pub(super) static COMPLETION: Policy = Policy {
    name: "hf:prompt-completion",
    container: ONE_KIND,
    facts: ROWS.facts.without(&[Fact::SeveralAnswers, Fact::Labels, Fact::Ratings]),
    roles: Roles {
        ends_in_answer: Some("a row of prompt and completion must end with an assistant message"),
        ..ROWS.roles
    },
    ..ROWS
};

/// Rows of `prompt`, `chosen` and `rejected`.
pub(super) static PREFERENCE: Policy = Policy {
    name: "hf:preference",
    container: ContainerRules {
        needs_answers: Some((
            NeededAnswers::Two,
            "a preference row needs two answers to choose from, and the record has one",
        )),
        ..ONE_KIND
    },
    ..ROWS
};

/// Rows of `prompt`, `completion` and `label`.
pub(super) static KTO: Policy = Policy {
    name: "hf:kto",
    facts: ROWS.facts.without(&[Fact::SeveralAnswers]),
    container: ContainerRules {
        needs_answers: Some((NeededAnswers::Label, "a KTO row needs a label, and the source does not rate the answer")),
        ..ONE_KIND
    },
    ..ROWS
};

/// Rows of `prompt`, `completions` and `labels`, as texts.
pub(super) static STEPWISE: Policy = Policy {
    name: "hf:stepwise",
    facts: Policy::TEXT_ONLY.facts.and(&[Fact::Ratings]),
    container: ContainerRules {
        needs_answers: Some((NeededAnswers::Steps, "a stepwise row needs a label for each step of the answer")),
        ..Policy::TEXT_ONLY.container
    },
    holds: &[NAME],
    text: TextRules { join: None, ..Policy::TEXT_ONLY.text },
    roles: Roles { leading: Leading::Keep, ..Policy::TEXT_ONLY.roles },
    turns: TurnRules { exchanges: Exchanges::One, ..Policy::TEXT_ONLY.turns },
    ..Policy::TEXT_ONLY
};
