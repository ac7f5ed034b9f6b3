//! TRL: the dataset types of its trainers.
//!
//! Source: trl 1.16.0, `data_utils.py` (`is_conversational`, `apply_chat_template`, `maybe_convert_to_chatml`,
//! `prepare_multimodal_messages`), `trainer/sft_trainer.py` (`_prepare_dataset`), `chat_templates/`.

use super::columns::ReadColumns;
use super::media::MediaCount;
use super::tools::ToolForms;
use super::turns::{OddTurns, Side, TrainerList};
use super::{MaskFields, Trainer, TrainerFormats};
use crate::report::Severity;

const ROLES: &[(&str, Side)] = &[
    ("system", Side::System),
    ("developer", Side::System),
    ("user", Side::User),
    ("assistant", Side::Answer),
    ("tool", Side::Result),
];

const fn turns(list: &'static str) -> TrainerList {
    TrainerList {
        list,
        role: "role",
        words: "content",
        roles: ROLES,
        is_prompt: false,
        takes_turns: false,
        has_strings: false,
    }
}

pub(super) static TRL: Trainer = Trainer {
    name: "trl",
    aliases: &[],
    summary: "data sets of TRL: columns, roles, last message, images, marks, tools",
    program: "TRL",
    source: "trl 1.16.0: `apply_chat_template`, `maybe_convert_to_chatml`, `prepare_multimodal_messages`, `SFTTrainer`",
    formats: TrainerFormats {
        reads: &["openai", "hf", "sharegpt", "rows"],
        reads_with: &[],
        convert_to: "openai:finetune",
        enforces: &[],
    },
    columns: ReadColumns {
        known: &["text", "messages", "conversations", "prompt", "completion", "chosen", "rejected", "completions"],
        sets: &[
            &["text"],
            &["messages"],
            &["conversations"],
            &["prompt"],
            &["prompt", "completion"],
            &["prompt", "chosen", "rejected"],
            &["chosen", "rejected"],
            &["prompt", "completions"],
        ],
        reads_text: false,
    },
    lists: &[
        turns("messages"),
        TrainerList { role: "from", words: "value", ..turns("conversations") },
        TrainerList { is_prompt: true, ..turns("prompt") },
        turns("completion"),
        turns("chosen"),
        turns("rejected"),
    ],
    turns: OddTurns {
        unknown_role: (Severity::Error, "passes a role to the chat template that it does not support,"),
        last: (Severity::Warning, "trains on its text, or stops if only answers count and there are none"),
        empty: "stops at a list without messages",
    },
    media: MediaCount::Parts,
    tools: ToolForms {
        text_beside: &[],
        reads_parameters: false,
        text_arguments: Some("hands it to the chat template, of which some stop and some write it as a string"),
    },
    masks: MaskFields { setting: None },
};
