//! Writes a list of messages, in the shape of the dialect.

use super::write_model::ModelWriter;
use super::write_ui::UiWriter;
use crate::json::Out;
use crate::lower::Outline;

/// The dialects.
pub(super) const V4: &str = "v4";
pub(super) const V7: &str = "v7";
pub(super) const MODEL: &str = "model";
pub(super) const MODEL_V4: &str = "model-v4";

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, dialect: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    match dialect {
        Some(MODEL) => ModelWriter { is_old: false }.messages(outline, out),
        Some(MODEL_V4) => ModelWriter { is_old: true }.messages(outline, out),
        dialect => UiWriter { is_old: dialect == Some(V4) }.messages(outline, out),
    }
    out.close(b']');
}
