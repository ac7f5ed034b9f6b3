//! Mistral: `[INST]` and `[/INST]` around the text of the user, `</s>` after an answer. Questions and answers take turns.
//!
//! ```text
//! <s>[INST] Hi[/INST] Hello!</s>
//! ```
//!
//! What is written is the template of version 3, with `[TOOL_CALLS]` and `[TOOL_RESULTS]`. The others are read: `[SYSTEM_PROMPT]`
//! of version 7, and `<<SYS>>` of Llama 2, whose template is the same otherwise. What the system says is the start of the
//! user's text where it is written, because version 3 has no place of its own for it.
//!
//! Source: chat templates of Mistral 7B Instruct 0.1 to 0.3, mistral-common 1.8, Llama 2 chat.

use super::chat_text::{
    CallStyle, ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, SystemPlace, TemplateMarks, TurnMarks,
};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<MistralText>();

struct MistralText;

const fn turn(speaker: ChatSpeaker, open: &'static str, close: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close }
}

impl DeclaredTemplate for MistralText {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "mistral-text",
        aliases: &["llama2"],
        summary: "Mistral text: `[INST]`, `[TOOL_CALLS]` and `</s>`; `<<SYS>>` of Llama 2 is read",
        source: "chat templates of Mistral 7B Instruct 0.1 to 0.3, mistral-common 1.8, Llama 2 chat",
        marks: TemplateMarks {
            begin: "<s>",
            turns: &[
                turn(ChatSpeaker::User, "[INST] ", "[/INST]"),
                turn(ChatSpeaker::Tool, "[TOOL_RESULTS] ", "[/TOOL_RESULTS]"),
                turn(ChatSpeaker::Tools, "[AVAILABLE_TOOLS] ", "[/AVAILABLE_TOOLS]"),
                turn(ChatSpeaker::System, "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
                // What is after the question: an answer has no mark at its start.
                turn(ChatSpeaker::Assistant, " ", "</s>"),
            ],
            after: "",
            ..TemplateMarks::PLAIN
        },
        trims: true,
        calls: CallStyle::List,
        system: SystemPlace::User,
        evidence: "a text that begins with `[INST]`",
        ..PLAIN
    };
}
