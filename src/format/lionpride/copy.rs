//! Copies of messages: `clone_from` and `original_created_at` say what they were made from.

use super::NAME;
use super::keep::find_outer;
use crate::format::shared::time;
use crate::format::{Copying, iso_time};
use crate::json::{At, Raw, Tape, Text, quoted};
use crate::model::{Branch, Extras, Message, Slot, Step};

pub(super) fn copy(message: &mut Message<'_>, copying: &Copying) {
    let metadata = marked(message);
    let key = if find_outer(&message.extras, "metadata").is_none()
        && find_outer(&message.extras, "node_metadata").is_some()
    {
        "node_metadata"
    } else {
        "metadata"
    };
    let is_old = |extra: &crate::model::Extra<'_>| {
        extra.slot == Slot::Here && (extra.key.is(key) || extra.key.is("created_at") || extra.key.is("id"))
    };
    message.extras.retain(|extra| !is_old(extra));
    if copying.sender.is_some() {
        message.extras.retain(|extra| !(extra.slot == Slot::Here && extra.key.is("sender")));
    }
    message.extras.push(NAME, Text::Token(key), Raw::owned(metadata), At::NOWHERE);
    let details = message.details_mut();
    details.id = Some(Text::Owned(copying.id.clone()));
    details.time = Some(Text::Owned(copying.now.clone()));
    if let Some(sender) = &copying.sender {
        details.sender = Some(Text::Owned(sender.clone()));
    }
}

/// The metadata with what the copy was made from; the class stands last.
fn marked(message: &Message<'_>) -> String {
    let held = find_outer(&message.extras, "metadata").or_else(|| find_outer(&message.extras, "node_metadata"));
    let held = held.map_or("{}", |held| held.value.as_str());
    let mut tape = Tape::new();
    let mut members = Vec::new();
    let mut class = None;
    if let Ok(root) = tape.parse(held) {
        for (key, value) in root.members() {
            match key.text() {
                Some(name) if name.is("lion_class") => class = Some(value.raw()),
                Some(name) if name.is("clone_from") || name.is("original_created_at") => {}
                _ => members.push(format!("{}:{}", key.raw(), value.raw())),
            }
        }
    }
    if let Some(id) = &message.details().id {
        members.push(format!("\"clone_from\":{}", quoted(&id.decode())));
    }
    if let Some(time) = original_time(message) {
        members.push(format!("\"original_created_at\":{}", quoted(&time)));
    }
    members.push(format!("\"lion_class\":{}", class.map_or_else(|| quoted(super::CLASS), str::to_owned)));
    format!("{{{}}}", members.join(","))
}

/// The time of the message as Python's `isoformat()` gives it.
fn original_time(message: &Message<'_>) -> Option<String> {
    let text = message.details().time.as_ref()?.decode().into_owned();
    let is_number = find_outer(&message.extras, "created_at").is_some();
    if !is_number && text.contains('T') && !text.ends_with('Z') {
        return Some(text);
    }
    let time = time::parse(&text)?;
    let micros = (time.seconds * 1e6).round();
    let (seconds, rest) = ((micros / 1e6).floor(), micros.rem_euclid(1e6));
    #[allow(clippy::cast_possible_truncation, reason = "years have four digits")]
    let iso = iso_time(Some(seconds as i64));
    Some(if rest > 0.0 { iso.replace('+', &format!(".{rest:06.0}+")) } else { iso })
}

/// As `Session.fork` does: the same order, no system message of its own, nothing that the source was allowed.
pub(super) fn fork<'a>(source: &Branch<'a>, name: Option<&str>, copying: &Copying) -> Branch<'a> {
    let own = |key: &str| source.extras.get(NAME, key);
    let text = |text: Option<&Text<'_>>| text.map(|text| text.decode().into_owned()).unwrap_or_default();
    let (id, source_name) = (text(source.id.as_ref()), text(source.name.as_ref()));
    let metadata = format!(
        "{{\"forked_from\":{{\"branch_id\":{},\"branch_name\":{},\"created_at\":{},\"message_count\":{}}},\"lion_class\":{}}}",
        quoted(&id),
        quoted(&source_name),
        own("created_at").map_or("null", |it| it.value.as_str()),
        source.order.len(),
        quoted("lionpride.session.session.Branch"),
    );
    let mut extras = Extras::default();
    let mut push = |key: &'static str, value: Raw<'a>| extras.push(NAME, Text::Token(key), value, At::NOWHERE);
    push("created_at", Raw::owned(quoted(&copying.now)));
    push("metadata", Raw::owned(metadata));
    if let Some(session) = own("session_id") {
        push("session_id", session.value.clone());
    }
    push("system_message", Raw::borrowed("null"));
    for key in ["capabilities", "resources"] {
        if own(key).is_some() {
            push(key, Raw::borrowed("[]"));
        }
    }
    Branch {
        id: Some(Text::Owned(copying.id.clone())),
        name: Some(Text::Owned(name.map_or_else(|| format!("{source_name}_fork"), str::to_owned))),
        order: source.order.iter().map(|step| Step { id: step.id.clone(), ..*step }).collect(),
        extras,
        ..Branch::default()
    }
}
