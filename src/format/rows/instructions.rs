//! Rows of data sets for training: a table of their layouts.
//!
//! ```json
//! {"instruction":"Name a colour.","context":"","response":"Red.","category":"open_qa"}
//! ```
//!
//! Sources: ms-swift 3 (`query`, `conversation`), databricks-dolly-15k, `GSM8K`, `OpenOrca`, `NuminaMath`, the data files of
//! `OpenAI` for its first fine-tuning and its evals, the seed tasks of Self-Instruct.

use super::Rows;
use super::layouts::{DeclaredLayouts, LayoutTables, NAME, RowLayout, format};
use crate::format::shape::{ExchangeKeys, RowField};
use crate::format::{Dialect, Format};

pub(in crate::format) static FORMAT: Format = format::<InstructionRows>();

struct InstructionRows;

static TABLES: LayoutTables<{ LAYOUTS.len() }> = LayoutTables::of::<InstructionRows>(&LAYOUTS);
static DIALECTS: [Dialect; LAYOUTS.len()] = TABLES.dialects(&LAYOUTS);

impl DeclaredLayouts for InstructionRows {
    const LAYOUTS: &'static [RowLayout] = &LAYOUTS;
    const DIALECTS: &'static [Dialect] = &DIALECTS;
    const SUMMARY: &'static str =
        "flat rows with a question and an answer: a dialect for each layout, `--columns` for others";
    const SOURCE: &'static str =
        "ms-swift 3, databricks-dolly-15k, GSM8K, OpenOrca, NuminaMath, OpenAI data files, Self-Instruct";
}

const NOTHING: Rows = Rows {
    name: NAME,
    aliases: &[],
    shape: "",
    summary: "",
    source: "",
    fields: &[],
    others: &["messages", "conversations", "chosen", "rejected", "choices"],
    evidence: "",
    no_ids: "",
};

const ID: RowField = RowField::id("id");
const SYSTEM: RowField = RowField::system("system");
const HISTORY: RowField = RowField::exchanges("history");

/// Columns of words that hardly any other table has.
const fn own(shape: &'static str, summary: &'static str, fields: &'static [RowField]) -> RowLayout {
    RowLayout { rows: Rows { shape, summary, fields, evidence: summary, ..NOTHING }, is_common: false }
}

/// Columns that tables of other things have, too.
const fn common(shape: &'static str, summary: &'static str, fields: &'static [RowField]) -> RowLayout {
    RowLayout { is_common: true, ..own(shape, summary, fields) }
}

/// Keys that rows of this layout do not have, instead of the usual ones.
const fn without(others: &'static [&'static str], layout: RowLayout) -> RowLayout {
    RowLayout { rows: Rows { others, ..layout.rows }, ..layout }
}

const LAYOUTS: [RowLayout; 15] = [
    own(
        "prompt-response",
        "`prompt` and `response`, with `system` and `history`",
        &[ID, SYSTEM, RowField::user("prompt"), RowField::answer("response"), HISTORY],
    ),
    own(
        "prompt-completion",
        "`prompt` and `completion`: the first fine-tuning files of OpenAI, TRL",
        &[ID, RowField::user("prompt"), RowField::answer("completion")],
    ),
    own(
        "dolly",
        "`instruction`, `context` and `response`: databricks-dolly-15k",
        &[ID, SYSTEM, RowField::user("instruction"), RowField::user("context"), RowField::answer("response")],
    ),
    common(
        "query-response",
        "`query` and `response`, with `system` and `history`: ms-swift, MetaMathQA",
        &[ID, SYSTEM, RowField::user("query"), RowField::answer("response"), HISTORY],
    ),
    common(
        "question-answer",
        "`question` and `answer`: GSM8K",
        &[ID, SYSTEM, RowField::user("question"), RowField::answer("answer")],
    ),
    without(
        &["messages", "conversations", "answer", "response"],
        own(
            "question-chosen",
            "`question` with `chosen` and `rejected`, and `system`: orca_dpo_pairs",
            &[ID, SYSTEM, RowField::user("question"), RowField::answer("chosen"), RowField::rejected("rejected")],
        ),
    ),
    common(
        "question-response",
        "`question` and `response`, with `system_prompt`: OpenOrca",
        &[ID, RowField::system("system_prompt"), RowField::user("question"), RowField::answer("response")],
    ),
    common(
        "problem-solution",
        "`problem` and `solution`: NuminaMath",
        &[ID, RowField::user("problem"), RowField::answer("solution")],
    ),
    without(
        &["messages", "conversations", "instruction", "choices"],
        common(
            "input-output",
            "`input` and `output`, as texts or as messages: evals",
            &[ID, SYSTEM, RowField::user("input").or_messages(), RowField::answer("output").or_messages()],
        ),
    ),
    common(
        "input-ideal",
        "`input` and `ideal`, as texts or as messages: OpenAI evals",
        &[ID, RowField::user("input").or_messages(), RowField::answer("ideal")],
    ),
    common(
        "user-assistant",
        "`user` and `assistant`, with `system`",
        &[ID, SYSTEM, RowField::user("user"), RowField::answer("assistant")],
    ),
    own(
        "instruction-answer",
        "`instruction`, `input` and `answer`",
        &[ID, RowField::user("instruction"), RowField::user("input"), RowField::answer("answer")],
    ),
    own(
        "instances",
        "`instruction` and `instances` of `input` and `output`: seed tasks of Self-Instruct",
        &[
            ID,
            RowField::user("instruction"),
            RowField::instances("instances", ExchangeKeys { question: "input", answer: "output" }),
        ],
    ),
    own(
        "conversation",
        "`conversation` lists of `human` and `assistant`, with `system`: ms-swift",
        &[ID, SYSTEM, RowField::turns("conversation", ExchangeKeys { question: "human", answer: "assistant" })],
    ),
    without(
        &["messages", "response", "completion"],
        own(
            "text-completion",
            "`prompt` and `choices` of `text`: a request with its response of OpenAI's text completions",
            &[
                ID,
                RowField::user("prompt"),
                RowField::instances("choices", ExchangeKeys { question: "", answer: "text" }),
            ],
        ),
    ),
];
