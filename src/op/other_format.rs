//! Records that are not of the format as which they are read: `this is anthropic, not openai`.

use super::unreadable::format_of_text;
use crate::format::{Detected, ForeignFormat, Format, Score, detect};
use crate::json::Node;
use crate::model::{Conversation, Part, ToolKind};
use crate::report::{CodeKind, Refused, shape};

/// The refusal of a record as `format`: where the record looks like something else, that is named.
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

/// Rejects a record with parts or tools that its format does not know, if they are those of another format: read as this one,
/// it would lose calls and results.
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

/// Rejects a record in which nothing of its format was found, if it looks like a format that turnwise does not read.
pub(super) fn refuse_foreign(root: Node<'_, '_>, format: &Format) -> Result<(), Refused> {
    if !matches!(detect(root, None), Detected::Foreign(_)) {
        return Ok(());
    }
    let message = format!("nothing in this record is {}", format.name);
    Err(name_other(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message), root, format))
}
