//! Gemma: `<start_of_turn>user`, a line end, the text and `<end_of_turn>`. Questions and answers take turns.
//!
//! ```text
//! <bos><start_of_turn>user
//! Hi<end_of_turn>
//! ```
//!
//! There is no turn of the system: its text is the start of the user's, as the template of Gemma 3 writes it. The template
//! trims the texts.
//!
//! Source: chat templates of Gemma 2 and Gemma 3.

use super::chat_text::{ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, SystemPlace, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<Gemma>();

struct Gemma;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: "<end_of_turn>" }
}

impl DeclaredTemplate for Gemma {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "gemma",
        summary: "Gemma text: `<start_of_turn>user` and `<end_of_turn>`, questions and answers in turn",
        source: "chat templates of Gemma 2 and Gemma 3",
        marks: TemplateMarks {
            begin: "<bos>",
            fillers: &["<eos>"],
            turns: &[
                turn(ChatSpeaker::User, "<start_of_turn>user\n"),
                turn(ChatSpeaker::Assistant, "<start_of_turn>model\n"),
                turn(ChatSpeaker::System, "<start_of_turn>system\n"),
            ],
            reserved: &["<start_of_turn>"],
            ..TemplateMarks::PLAIN
        },
        trims: true,
        system: SystemPlace::User,
        evidence: "a text that begins with `<start_of_turn>`",
        ..PLAIN
    };
}
