//! `ChatML`: the text of Qwen, Hermes and many fine-tuned models.
//!
//! ```text
//! <|im_start|>user
//! Hi<|im_end|>
//! ```
//!
//! Calls, results and reasoning are tags in the text, as Hermes and Qwen write them: `<tool_call>` in answers,
//! `<tool_response>` in turns of the user, `<think>`. Tools that a system text describes in `<tools>` are read, and stay text.
//!
//! Source: chat templates of Qwen 2.5, Qwen 3 and Hermes 3; chatml.md of openai-python 0.27.

use super::chat_text::{CallStyle, ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<ChatMl>();

struct ChatMl;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: "<|im_end|>" }
}

impl DeclaredTemplate for ChatMl {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "chatml",
        summary: "ChatML text: `<|im_start|>`, with calls and reasoning in tags as Qwen and Hermes write them",
        source: "chat templates of Qwen 2.5, Qwen 3 and Hermes 3",
        marks: TemplateMarks {
            fillers: &["<|endoftext|>"],
            turns: &[
                turn(ChatSpeaker::System, "<|im_start|>system\n"),
                turn(ChatSpeaker::User, "<|im_start|>user\n"),
                turn(ChatSpeaker::Assistant, "<|im_start|>assistant\n"),
                turn(ChatSpeaker::Tool, "<|im_start|>tool\n"),
                turn(ChatSpeaker::Developer, "<|im_start|>developer\n"),
            ],
            other_roles: Some(("<|im_start|>", "\n")),
            ..TemplateMarks::PLAIN
        },
        has_thinking: true,
        calls: CallStyle::Tagged,
        has_names: true,
        evidence: "a text that begins with `<|im_start|>`",
        ..PLAIN
    };
}
