//! Axolotl: data sets of the type `chat_template`.
//!
//! Source: axolotl 0.19.0, `prompt_strategies/chat_template.py` (`ChatTemplatePrompter.__init__`, `_tokenize_single_prompt`,
//! `transform_message`, `_get_messages`, `_get_tools`) and `processing_strategies.py` (`ProcessingStrategy.__call__`).

use super::columns::ReadColumns;
use super::media::MediaCount;
use super::tools::ToolForms;
use super::turns::{OddTurns, Side, TrainerList};
use super::{MaskFields, Trainer, TrainerFormats};
use crate::report::Severity;

const ROLES: &[(&str, Side)] = &[
    ("user", Side::User),
    ("human", Side::User),
    ("assistant", Side::Answer),
    ("gpt", Side::Answer),
    ("system", Side::System),
    ("tool", Side::Result),
];

const fn turns(list: &'static str, role: &'static str, words: &'static str) -> TrainerList {
    TrainerList { list, role, words, roles: ROLES, is_prompt: false, takes_turns: false, has_strings: false }
}

pub(super) static AXOLOTL: Trainer = Trainer {
    name: "axolotl",
    aliases: &[],
    summary: "data sets of Axolotl, type `chat_template`: roles, last message, marks, tools",
    program: "Axolotl",
    source: "axolotl 0.19.0: `ChatTemplatePrompter`, `ChatTemplateStrategy`, `ProcessingStrategy`",
    formats: TrainerFormats {
        reads: &["openai", "sharegpt", "alpaca", "rows"],
        reads_with: &[],
        convert_to: "openai:finetune",
        enforces: &[],
    },
    columns: ReadColumns { known: &[], sets: &[], reads_text: true },
    lists: &[turns("messages", "role", "content"), turns("conversations", "from", "value")],
    turns: OddTurns {
        unknown_role: (Severity::Warning, "passes a role to the chat template that few templates support,"),
        last: (Severity::Warning, "does not train on it, and logs that"),
        empty: "stops at a list without messages",
    },
    media: MediaCount::First,
    tools: ToolForms { text_beside: &[], reads_parameters: true, text_arguments: None },
    masks: MaskFields { setting: Some("message_field_training") },
};
