//! Records whose format is not the one they are read as: `this is anthropic, not openai`.

use super::unreadable::format_of_text;
use crate::format::{Detected, ForeignFormat, Format, Score, detect};
use crate::json::Node;
use crate::model::{Conversation, Part, ToolKind};
use crate::report::{CodeKind, Refused, shape};

/// The error for a record that is not in `format`; it names the likely format, if there is one.
pub(super) fn name_other(refused: Refused, root: Node<'_, '_>, format: &Format) -> Refused {
    if refused.code().kind != CodeKind::Shape {
        return refused;
    }
    if root.text().is_some_and(|text| format_of_text(&text.decode_json()).is_some()) {
        return refused.helping("--at '' reads the JSON in the string");
    }
    match detect(root, None) {
        Detected::Foreign(ForeignFormat { name, advice, .. }) => {
            refused.adding(&format!("; this looks like {name}, which turnwise does not read")).helping(advice)
        }
        Detected::One(found) if found.format.name != format.name => refused
            .adding(&format!("; this looks like {}", found.format.name))
            .helping("name the format that it looks like with --from, or omit --from"),
        Detected::One(_) | Detected::Tie(_) | Detected::Nothing => refused,
    }
}

/// Rejects a record with parts or tools that are unknown in its format, if they belong to another format: as a record
/// of this format, it would lose calls and results.
pub(super) fn refuse_other(
    root: Node<'_, '_>,
    format: &Format,
    conversation: &Conversation<'_>,
) -> Result<(), Refused> {
    let is_unknown = conversation.parts().any(|part| matches!(part, Part::Opaque(_)))
        || conversation.tools.iter().any(|tool| tool.kind == ToolKind::Hosted);
    if !is_unknown || (format.score)(root).is_some() {
        return Ok(());
    }
    match detect(root, None) {
        Detected::One(found) if found.score.value >= Score::OWN && found.format.name != format.name => {
            let why = format!("this is {}, not {}", found.format.name, format.name);
            Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why)
                .helping("name the format that it looks like with --from, or omit --from"))
        }
        Detected::One(_) | Detected::Tie(_) | Detected::Foreign(_) | Detected::Nothing => Ok(()),
    }
}

/// Rejects a record without any content of its format, if it looks like a format that turnwise does not read.
pub(super) fn refuse_foreign(root: Node<'_, '_>, format: &Format) -> Result<(), Refused> {
    if !matches!(detect(root, None), Detected::Foreign(_)) {
        return Ok(());
    }
    let message = format!("nothing in this record is {}", format.name);
    Err(name_other(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message), root, format))
}
