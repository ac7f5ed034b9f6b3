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

use super::{CallStyle, ChatSpeaker, ChatTemplate, DeclaredTemplate, PLAIN, TurnMarks};
use crate::format::Format;

pub(in crate::format) static FORMAT: Format = super::format::<Harmony>();

/// The marks of a turn: its start, what is in its header, its text, its end.
pub(super) const START: &str = "<|start|>";
pub(super) const CHANNEL: &str = "<|channel|>";
pub(super) const CONSTRAIN: &str = "<|constrain|>";
pub(super) const MESSAGE: &str = "<|message|>";
pub(super) const END: &str = "<|end|>";
pub(super) const CALL: &str = "<|call|>";
pub(super) const RETURN: &str = "<|return|>";
/// The namespace of the tools that a request defines.
pub(super) const FUNCTIONS: &str = "functions.";
/// What the template writes before the instructions of the developer.
pub(super) const INSTRUCTIONS: &str = "# Instructions\n\n";
/// What it writes where there are only tools.
pub(super) const TOOLS: &str = "# Tools\n\n";

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
        has_thinking: true,
        calls: CallStyle::Channels,
        score: 250,
        evidence: "a text that begins with `<|start|>`",
        ..PLAIN
    };
}
