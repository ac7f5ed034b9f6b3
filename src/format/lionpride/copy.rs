//! Copies of messages: `clone_from` and `original_created_at` say what they were made from.

use super::NAME;
use crate::format::shared::time;
use crate::format::{Copying, NewMember, iso_time};
use crate::json::{Edit, Layout, Node, Out, Span, Text, quoted};
use crate::model::{Branch, Message};

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

/// The reference to the original of a copy.
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
pub(super) fn fork(root: Node<'_, '_>, source: &Branch<'_>, name: Option<&str>, copying: &Copying) -> Option<Edit> {
    let last = root.get("progressions")?.get("items")?.items().last()?;
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
    let mut out = Out::new(Layout::Compact);
    out.open(b'{');
    out.key("id").string(&copying.id);
    out.key("created_at").string(&copying.now);
    out.key("metadata").verbatim(&metadata);
    if let Some(session) = own("session_id") {
        out.key("session_id").verbatim(session.value.as_str());
    }
    out.key("system_message").null();
    for key in ["capabilities", "resources"].into_iter().filter(|key| own(key).is_some()) {
        out.key(key).verbatim("[]");
    }
    out.key("name").string(&name.map_or_else(|| format!("{source_name}_fork"), str::to_owned));
    out.key("order").open(b'[');
    source.order.iter().for_each(|step| out.text(&step.id));
    out.close(b']');
    out.close(b'}');
    let new = std::str::from_utf8(out.as_bytes()).unwrap_or_default();
    let end = last.span().end;
    Some(Edit { span: Span { start: end, end }, text: format!(",{new}") })
}
