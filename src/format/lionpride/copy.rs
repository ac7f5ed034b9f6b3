//! Copies of messages: `clone_from` and `original_created_at` say what they were made from.

use super::NAME;
use crate::format::shared::time;
use crate::format::{Copying, NewMember, iso_time};
use crate::json::{At, Node, Raw, Text, quoted};
use crate::model::{Branch, Extras, Message, Step};

pub(super) fn copy<'t, 'a>(message: &Message<'a>, node: Node<'t, 'a>, copying: &Copying) -> Vec<NewMember<'t, 'a>> {
    let [metadata, db, created_at] = node.pick(&["metadata", "node_metadata", "created_at"]);
    let (key, held) = if metadata.is_none() && db.is_some() { ("node_metadata", db) } else { ("metadata", metadata) };
    let member = |key, value, after| NewMember { object: node, key, value, after };
    let mut members =
        vec![member("id", quoted(&copying.id), &[][..]), member("created_at", quoted(&copying.now), &["id"])];
    let is_number = created_at.is_some_and(|time| !time.is_string());
    let marks = marks(message, is_number);
    match held.filter(|held| held.is_object() && !held.is_empty()) {
        Some(object) => {
            let class = object.get("lion_class").is_none().then(|| ("lion_class", quoted(super::CLASS)));
            let add = |(key, value)| NewMember { object, key, value, after: &[] };
            members.extend(marks.into_iter().chain(class).map(add));
        }
        None => {
            let mut all: Vec<_> = marks.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
            all.push(format!("\"lion_class\":{}", quoted(super::CLASS)));
            members.push(member(key, format!("{{{}}}", all.join(",")), &["created_at", "id"]));
        }
    }
    if let Some(sender) = &copying.sender {
        members.push(member("sender", quoted(sender), &["embedding", "content"]));
    }
    members
}

/// What the copy was made from.
fn marks(message: &Message<'_>, is_number: bool) -> Vec<(&'static str, String)> {
    let id = message.details().id.as_ref().map(|id| ("clone_from", quoted(&id.decode())));
    let time = original_time(message, is_number).map(|time| ("original_created_at", quoted(&time)));
    id.into_iter().chain(time).collect()
}

/// The time of the message as Python's `isoformat()` gives it.
fn original_time(message: &Message<'_>, is_number: bool) -> Option<String> {
    let text = message.details().time.as_ref()?.decode().into_owned();
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
