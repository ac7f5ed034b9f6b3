//! The marks of turns with channels: `<|start|>assistant<|channel|>final<|message|>Hello!<|end|>`.

/// The marks of a turn: its start, what is in its header, its text, its end.
pub(in crate::format) const START: &str = "<|start|>";
pub(in crate::format) const CHANNEL: &str = "<|channel|>";
pub(in crate::format) const CONSTRAIN: &str = "<|constrain|>";
pub(in crate::format) const MESSAGE: &str = "<|message|>";
pub(in crate::format) const END: &str = "<|end|>";
pub(in crate::format) const CALL: &str = "<|call|>";
pub(in crate::format) const RETURN: &str = "<|return|>";
/// The namespace of the tools that a request defines.
pub(in crate::format) const FUNCTIONS: &str = "functions.";
/// What the template writes before the instructions of the developer.
pub(in crate::format) const INSTRUCTIONS: &str = "# Instructions\n\n";
/// What it writes where there are only tools.
pub(in crate::format) const TOOLS: &str = "# Tools\n\n";
