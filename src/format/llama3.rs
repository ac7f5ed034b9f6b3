//! Llama 3: `<|start_header_id|>user<|end_header_id|>`, two line ends, the text and `<|eot_id|>`.
//!
//! ```text
//! <|begin_of_text|><|start_header_id|>user<|end_header_id|>
//!
//! Hi<|eot_id|>
//! ```
//!
//! A call is JSON of `name` and `parameters`, alone in an answer; next to words, and where there are several, after
//! `<|python_tag|>`. Results are turns of `ipython`. The template trims the texts.
//!
//! Source: chat templates of Llama 3, 3.1, 3.2 and 3.3; the prompt format of llama-models.

use super::chat_text::{CallStyle, ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<Llama3>();

struct Llama3;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: "<|eot_id|>" }
}

impl DeclaredTemplate for Llama3 {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "llama3",
        aliases: &["llama-3"],
        summary: "Llama 3 text: `<|start_header_id|>` and `<|eot_id|>`, with calls as JSON",
        source: "chat templates of Llama 3, 3.1, 3.2 and 3.3",
        marks: TemplateMarks {
            begin: "<|begin_of_text|>",
            fillers: &["<|end_of_text|>"],
            turns: &[
                turn(ChatSpeaker::System, "<|start_header_id|>system<|end_header_id|>\n\n"),
                turn(ChatSpeaker::User, "<|start_header_id|>user<|end_header_id|>\n\n"),
                turn(ChatSpeaker::Assistant, "<|start_header_id|>assistant<|end_header_id|>\n\n"),
                turn(ChatSpeaker::Tool, "<|start_header_id|>ipython<|end_header_id|>\n\n"),
                turn(ChatSpeaker::Tool, "<|start_header_id|>tool<|end_header_id|>\n\n"),
            ],
            other_roles: Some(("<|start_header_id|>", "<|end_header_id|>\n\n")),
            other_ends: &["<|eom_id|>"],
            after: "",
            reserved: &["<|end_header_id|>"],
        },
        trims: true,
        calls: CallStyle::PythonTag,
        evidence: "a text that begins with `<|start_header_id|>`",
        ..PLAIN
    };
}
