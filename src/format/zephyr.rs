//! Zephyr: `<|user|>`, a line end, the text and `</s>`. `TinyLlama` and `StableLM` chat models have the same template.
//!
//! ```text
//! <|user|>
//! Hi</s>
//! ```
//!
//! Source: chat templates of Zephyr 7B beta and `TinyLlama` 1.1B Chat.

use super::chat_text::{ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<Zephyr>();

struct Zephyr;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: "</s>" }
}

impl DeclaredTemplate for Zephyr {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "zephyr",
        summary: "Zephyr text: `<|user|>`, `<|assistant|>` and `</s>`",
        source: "chat templates of Zephyr 7B beta and `TinyLlama` 1.1B Chat",
        marks: TemplateMarks {
            fillers: &["<s>"],
            turns: &[
                turn(ChatSpeaker::System, "<|system|>\n"),
                turn(ChatSpeaker::User, "<|user|>\n"),
                turn(ChatSpeaker::Assistant, "<|assistant|>\n"),
            ],
            ..TemplateMarks::PLAIN
        },
        evidence: "a text that begins with `<|user|>` or `<|system|>`",
        ..PLAIN
    };
}
