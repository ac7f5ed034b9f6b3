//! Harmony: the prompt text of gpt-oss.
//!
//! ```text
//! <|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello!<|end|>
//! ```
//!
//! An answer is several turns: `analysis` is reasoning, `commentary` is tool calls and the text before them, `final` is the answer
//! to the user.
//! A call has a recipient (`to=functions.f`), its result is a turn of that name. Tools are declared in the text of the
//! developer, as TypeScript, and stay text.
//!
//! Source: openai-harmony 0.0.8, checked by running it.

use super::chat_text::channels::{CALL, CHANNEL, CONSTRAIN, END, MESSAGE, RETURN, START};
use super::chat_text::{CallStyle, ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, TemplateMarks, TurnMarks};
use super::{Format, chat_text};

pub(super) static FORMAT: Format = chat_text::format::<Harmony>();

struct Harmony;

const fn turn(speaker: ChatSpeaker, open: &'static str) -> TurnMarks {
    TurnMarks { speaker, open, close: END }
}

impl DeclaredTemplate for Harmony {
    const TEMPLATE: ChatTemplate = ChatTemplate {
        name: "harmony",
        aliases: &["gpt-oss"],
        summary: "Harmony text, the prompts of gpt-oss: `<|start|>` and `<|message|>`, with channels",
        source: "openai-harmony 0.0.8",
        marks: TemplateMarks {
            turns: &[
                turn(ChatSpeaker::System, "<|start|>system<|message|>"),
                turn(ChatSpeaker::Developer, "<|start|>developer<|message|>"),
                turn(ChatSpeaker::User, "<|start|>user<|message|>"),
                turn(ChatSpeaker::Assistant, "<|start|>assistant"),
            ],
            other_roles: Some((START, MESSAGE)),
            other_ends: &[CALL, RETURN],
            after: "",
            reserved: &[START, CHANNEL, CONSTRAIN, MESSAGE],
            ..TemplateMarks::PLAIN
        },
        has_thinking: true,
        calls: CallStyle::Channels,
        score: 250,
        evidence: "a text that begins with `<|start|>`",
        ..PLAIN
    };
}
