//! LLaMA-Factory: the formattings `sharegpt`, `openai` and `alpaca` of `dataset_info.json`. What it demands of records with
//! `conversations` are the rules of that format.
//!
//! Source: llamafactory 0.9.5, `data/converter.py` (`SharegptDatasetConverter`, `OpenAIDatasetConverter`,
//! `AlpacaDatasetConverter`), `data/processor/supervised.py` (`preprocess_dataset`), `data/formatter.py`
//! (`StringFormatter`, `FunctionFormatter`, `ToolFormatter`), `data/mm_plugin.py` (`_validate_messages`).

use super::columns::ReadColumns;
use super::media::MediaCount;
use super::tools::ToolForms;
use super::turns::{OddTurns, Side, TrainerList};
use super::{MaskFields, Trainer, TrainerFormats};
use crate::report::Severity;

pub(super) static LLAMAFACTORY: Trainer = Trainer {
    name: "llamafactory",
    aliases: &["llama-factory"],
    summary: "data sets of LLaMA-Factory: turns, roles, contents, placeholders, tools",
    program: "LLaMA-Factory",
    source: "llamafactory 0.9.5: `SharegptDatasetConverter`, `OpenAIDatasetConverter`, `FunctionFormatter`, `_validate_messages`",
    formats: TrainerFormats {
        reads: &["sharegpt", "openai", "alpaca", "rows"],
        reads_with: &[("llamafactory-v1", "USE_V1=1")],
        convert_to: "sharegpt",
        enforces: &["sharegpt"],
    },
    columns: ReadColumns { known: &[], sets: &[], reads_text: false },
    lists: &[TrainerList {
        list: "messages",
        role: "role",
        words: "content",
        roles: &[
            ("user", Side::User),
            ("assistant", Side::Answer),
            ("system", Side::System),
            ("tool", Side::Result),
            ("observation", Side::Result),
            ("function_call", Side::Answer),
            ("function", Side::Answer),
        ],
        is_prompt: false,
        takes_turns: true,
        has_strings: true,
    }],
    turns: OddTurns {
        unknown_role: (Severity::Error, "stops at the role"),
        last: (Severity::Error, "skips the record"),
        empty: "skips a record without messages",
    },
    media: MediaCount::Tags,
    tools: ToolForms {
        text_beside: &["conversations", "instruction"],
        reads_parameters: false,
        text_arguments: Some("writes it as a string in the call that is learned"),
    },
    masks: MaskFields { setting: None },
};
