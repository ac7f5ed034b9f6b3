//! Copies of messages, and forks of branches: `clone_from` and `original_created_at` say what they were made from.

use super::NAME;
use super::read::messages;
use crate::format::shared::time;
use crate::format::{Copying, Forking, NewMember, ReplacedMessage, iso_time};
use crate::json::{Edit, Layout, Node, Out, Span, Tape, Text, quoted};
use crate::model::{Branch, Conversation, Message};

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
pub(super) fn fork(
    root: Node<'_, '_>,
    conversation: &Conversation<'_>,
    branch: usize,
    forking: &Forking<'_>,
) -> Vec<Edit> {
    let last = |pile: &str| root.get(pile)?.get("items")?.items().last();
    let (Some(source), Some(last_branch)) = (conversation.branches.get(branch), last("progressions")) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    let insert_after = |node: Node<'_, '_>, new: String| {
        let end = node.span().end;
        Edit { span: Span { start: end, end }, text: format!(",{new}") }
    };
    let nodes = messages(root);
    let replacements = forking.replaced.iter().filter_map(|replaced| {
        let index = source.order.get(replaced.step)?.message?;
        replacement(conversation.messages.get(index)?, *nodes.get(index)?, replaced, forking.copying)
    });
    let new: Vec<_> = replacements.collect();
    if let Some(last) = last("items").filter(|_| !new.is_empty()) {
        edits.push(insert_after(last, new.join(",")));
    }
    edits.push(insert_after(last_branch, fork_of(source, forking)));
    edits
}

fn fork_of(source: &Branch<'_>, forking: &Forking<'_>) -> String {
    let own = |key: &str| source.extras.get(NAME, key);
    let text = |text: Option<&Text<'_>>| text.map(|text| text.decode().into_owned()).unwrap_or_default();
    let (id, source_name) = (text(source.id.as_ref()), text(source.name.as_ref()));
    let metadata = format!(
        "{{\"forked_from\":{{\"branch_id\":{},\"branch_name\":{},\"created_at\":{},\"message_count\":{}}},\"lion_class\":{}}}",
        quoted(&id),
        quoted(&source_name),
        own("created_at").map_or("null", |it| it.value.as_str()),
        forking.count,
        quoted("lionpride.session.session.Branch"),
    );
    let mut out = Out::new(Layout::Compact);
    out.open(b'{');
    out.key("id").string(&forking.copying.id);
    out.key("created_at").string(&forking.copying.now);
    out.key("metadata").verbatim(&metadata);
    if let Some(session) = own("session_id") {
        out.key("session_id").verbatim(session.value.as_str());
    }
    out.key("system_message").null();
    for key in ["capabilities", "resources"].into_iter().filter(|key| own(key).is_some()) {
        out.key(key).verbatim("[]");
    }
    out.key("name").string(forking.name);
    out.key("order").open(b'[');
    for (step, index) in source.order.iter().take(forking.count).zip(0..) {
        match forking.replaced.iter().find(|replaced| replaced.step == index) {
            Some(replaced) => out.string(&replaced.id),
            None => out.text(&step.id),
        }
    }
    out.close(b']');
    out.close(b'}');
    out.written().into_owned()
}

/// A message with another content that says what it replaces. Metadata and numbers that are about the old words are not taken over.
fn replacement(
    message: &Message<'_>,
    old: Node<'_, '_>,
    replaced: &ReplacedMessage<'_>,
    copying: &Copying,
) -> Option<String> {
    let mut tape = Tape::new();
    let new = tape.parse(replaced.new).ok()?;
    let is_number = old.get("created_at").is_some_and(|time| !time.is_string());
    let mut marks = marks(message, is_number);
    marks.push(("lion_class", quoted(super::CLASS)));
    let mut out = Out::new(Layout::Compact);
    out.open(b'{');
    out.key("id").string(&replaced.id);
    out.key("created_at").string(&copying.now);
    out.key("metadata").object(|out| {
        for (key, value) in new.get("metadata").iter().flat_map(Node::members) {
            if let Some(key) = key.text().filter(|key| !marks.iter().any(|(mark, _)| key.is(mark))) {
                out.key_text(&key).verbatim(value.raw());
            }
        }
        for (key, value) in &marks {
            out.key(key).verbatim(value);
        }
    });
    out.key("content").verbatim(new.get("content")?.raw());
    out.key("embedding").null();
    for key in ["sender", "recipient"] {
        let own = copying.sender.as_deref().filter(|_| key == "sender");
        match (own, new.get(key).or_else(|| old.get(key))) {
            (Some(sender), _) => out.key(key).string(sender),
            (None, Some(value)) => out.key(key).verbatim(value.raw()),
            (None, None) => out.key(key).null(),
        }
    }
    out.close(b'}');
    Some(out.written().into_owned())
}
