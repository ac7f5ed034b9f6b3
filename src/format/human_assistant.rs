//! Transcripts of `Human:` and `Assistant:`, as the HH-RLHF data set and older models have them.
//!
//! ```text
//! Human: Hi
//!
//! Assistant: Hello!
//! ```
//!
//! Two line ends and a speaker begin a turn, which ends where the next one begins. A text before the first question is what the
//! system says. Such a text is only recognized if there are both a question and an answer.
//!
//! Source: the HH-RLHF data set; the text completions of Claude 2.

use super::chat_text::{ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, SystemPlace, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<HumanAssistant>();

struct HumanAssistant;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: "" }
}

impl DeclaredTemplate for HumanAssistant {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "human-assistant",
        aliases: &["hh-rlhf-text"],
        summary: "Transcripts of `Human:` and `Assistant:`, as in HH-RLHF",
        source: "the HH-RLHF data set; the text completions of Claude 2",
        marks: TemplateMarks {
            turns: &[turn(ChatSpeaker::User, "\n\nHuman: "), turn(ChatSpeaker::Assistant, "\n\nAssistant: ")],
            after: "",
            ..TemplateMarks::PLAIN
        },
        system: SystemPlace::Front,
        score: 150,
        evidence: "a text with `Human:` and `Assistant:`",
        ..PLAIN
    };
}
