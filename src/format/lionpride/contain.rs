//! Messages in another container of the library: `--container pile`, `--container flow`.
//!
//! ```json
//! {"id":"…","metadata":{"lion_class":"lionpride.core.flow.Flow"},"name":null,
//!  "items":{"id":"…","item_type":[…],"items":[…]},"progressions":{"id":"…","items":[{"name":"main","order":["…"]}]}}
//! ```
//!
//! A pile loads each message by its class, and a branch names messages by their ids: both are added where they are missing.

use uuid::Uuid;

use super::CLASS;
use super::image::{normal_id, uuid_digits};
use super::kind::ContentType;
use super::read::{class, content_of, messages};
use crate::format::shared::IdMaker;
use crate::format::{Container, Containing, NamedBranch};
use crate::json::{Edit, Layout, Node, Out, Span, Text, quoted};
use crate::model::uuid_v5;

/// The edits that put the messages of a record into a pile or a flow.
pub(super) fn contain(root: Node<'_, '_>, containing: &Containing<'_>) -> Vec<Edit> {
    let is_flow = root.get("progressions").is_some();
    let pile = root.get("items").filter(|_| root.get("content").is_none());
    match (containing.container, pile) {
        // All messages of the flow; a pile cannot represent its branches.
        (Container::Pile, Some(pile)) if is_flow => return without_surroundings(root, pile),
        (Container::Pile, None) | (Container::Flow, _) if !is_flow => {}
        _ => return Vec::new(),
    }
    let ids = IdMaker::of(&containing.source);
    let nodes = messages(root);
    let mut edits = Vec::new();
    let names: Vec<_> = nodes.iter().zip(0..).map(|(node, index)| complete(*node, index, &ids, &mut edits)).collect();
    let own = containing.id.and_then(uuid).unwrap_or_else(|| uuid(&ids.conversation()).unwrap_or_default());
    // The pile in it keeps its id.
    let own = if pile.is_some() { derived(own, "flow") } else { own };
    let wrapper = Wrapper { id: own, time: nodes.first().and_then(|first| first.get("created_at")), nodes: &nodes };
    let (mut before, mut after) = (String::new(), String::new());
    if containing.container == Container::Flow {
        (before, after) = wrapper.flow(&names, containing.branches);
    }
    if pile.is_none() {
        let id = if before.is_empty() { own } else { derived(own, "items") };
        let (start, end) = wrapper.pile(id);
        (before, after) = (before + &start, end + &after);
        if !root.is_array() {
            (before, after) = (before + "[", format!("]{after}"));
        }
    }
    let insert = |at, text| Edit { span: Span { start: at, end: at }, text };
    edits.insert(0, insert(root.span().start, before));
    edits.push(insert(root.span().end, after));
    edits
}

fn without_surroundings(root: Node<'_, '_>, pile: Node<'_, '_>) -> Vec<Edit> {
    let (all, kept) = (root.span(), pile.span());
    let spans = [Span { start: all.start, end: kept.start }, Span { start: kept.end, end: all.end }];
    spans.into_iter().map(|span| Edit { span, text: String::new() }).collect()
}

/// Adds an id and the class to a message that has none, and a message to a content that is alone. The result is the id.
fn complete(node: Node<'_, '_>, index: usize, ids: &IdMaker<'_>, edits: &mut Vec<Edit>) -> String {
    let insert = |at, text: String| Edit { span: Span { start: at, end: at }, text };
    let (start, end) = (node.span().start, node.span().end);
    let metadata = format!("\"metadata\":{{\"lion_class\":{}}}", quoted(CLASS));
    let made = ids.message(index, 0);
    if let Some(kind) = ContentType::of_bare(node) {
        edits.push(insert(start, format!("{{\"id\":{},{metadata},\"content\":", quoted(&made))));
        let parties = format!("\"sender\":{},\"recipient\":{}", quoted(kind.sender()), quoted(kind.recipient()));
        edits.push(insert(end, format!(",\"embedding\":null,{parties}}}")));
        return made;
    }
    let mut first = String::new();
    let own = node.get("id").and_then(|id| id.text()).map(|id| normal_id(&id).decode().into_owned());
    if own.is_none() && node.get("id").is_none() {
        first = format!("\"id\":{},", quoted(&made));
    }
    // The library reads other spellings of a UUID, and writes this one.
    let request = node.get("content").and_then(|content| content.get("request_id"));
    for id in ["id", "sender", "recipient"].into_iter().filter_map(|key| node.get(key)).chain(request) {
        if let Some(text) = id.text().filter(|text| uuid(&text.decode()).is_some() && !normal_id(text).same(text)) {
            edits.push(Edit { span: id.span(), text: quoted(&normal_id(&text).decode()) });
        }
    }
    let held = node.get("metadata").or_else(|| node.get("node_metadata"));
    match held {
        None => first.push_str(&format!("{metadata},")),
        Some(held) if !held.is_object() => {
            edits.push(Edit { span: held.span(), text: format!("{{\"lion_class\":{}}}", quoted(CLASS)) });
        }
        Some(held) if class(node).is_none() => {
            let comma = if held.is_empty() { "" } else { "," };
            let at = held.span().end - 1;
            edits.push(insert(at, format!("{comma}\"lion_class\":{}", quoted(CLASS))));
        }
        Some(_) => {}
    }
    if !first.is_empty() {
        edits.push(insert(start + 1, first));
    }
    own.unwrap_or(made)
}

fn uuid(id: &str) -> Option<Uuid> {
    Uuid::try_parse(&uuid_digits(id)?).ok()
}

/// An id for a part of a container.
fn derived(id: Uuid, what: &str) -> Uuid {
    uuid_v5(&id, what.as_bytes())
}

/// The objects around messages.
struct Wrapper<'w, 't, 'a> {
    /// The id of the outermost one.
    id: Uuid,
    /// The time of the first message, which is that of all of them.
    time: Option<Node<'t, 'a>>,
    nodes: &'w [Node<'t, 'a>],
}

impl Wrapper<'_, '_, '_> {
    /// The text before and after the list of messages in a pile.
    fn pile(&self, id: Uuid) -> (String, String) {
        let is_message = |node: &Node<'_, '_>| class(*node).is_none_or(|class| class.is(CLASS));
        let types = if self.nodes.iter().all(is_message) { format!("[{}]", quoted(CLASS)) } else { "null".to_owned() };
        let head = self.head(id, "lionpride.core.pile.Pile");
        (format!("{{{head},\"item_type\":{types},\"strict_type\":false,\"items\":"), "}".to_owned())
    }

    /// The text before and after the pile in a flow.
    fn flow(&self, names: &[String], branches: &[NamedBranch]) -> (String, String) {
        let all = [NamedBranch { name: "main".to_owned(), order: (0..names.len()).collect() }];
        let branches = if branches.is_empty() { &all } else { branches };
        let branches: Vec<_> = branches.iter().map(|branch| self.branch(branch, names)).collect();
        let progressions = self.head(derived(self.id, "progressions"), "lionpride.core.pile.Pile");
        let before = format!("{{{},\"name\":null,\"items\":", self.head(self.id, "lionpride.core.flow.Flow"));
        let after = format!(
            ",\"progressions\":{{{progressions},\"item_type\":null,\"strict_type\":false,\"items\":[{}]}}}}",
            branches.join(",")
        );
        (before, after)
    }

    fn head(&self, id: Uuid, class: &str) -> String {
        let time = self.time.map(|time| format!("\"created_at\":{},", time.raw())).unwrap_or_default();
        format!("\"id\":\"{id}\",{time}\"metadata\":{{\"lion_class\":{}}}", quoted(class))
    }

    fn branch(&self, branch: &NamedBranch, names: &[String]) -> String {
        let name_of = |index: &usize| names.get(*index).map(|id| Text::owned(id.as_str()));
        let is_system = |index: &&usize| {
            let content = self.nodes.get(**index).copied().and_then(content_of);
            content.and_then(ContentType::of) == Some(ContentType::System)
        };
        let id = derived(self.id, &format!("branch {}", branch.name));
        let mut out = Out::new(Layout::Compact);
        out.open(b'{');
        out.key("name").string(&branch.name);
        out.key("order").array(|out| branch.order.iter().filter_map(name_of).for_each(|id| out.text(&id)));
        // A session that takes the flow over has this id.
        out.key("session_id").string(&derived(self.id, "session").to_string());
        match branch.order.first().filter(is_system).and_then(name_of) {
            Some(id) => out.key("system_message").text(&id),
            None => out.key("system_message").null(),
        }
        out.key("capabilities").verbatim("[]");
        out.key("resources").verbatim("[]");
        out.close(b'}');
        let members = out.written().into_owned();
        let head = self.head(id, "lionpride.session.session.Branch");
        format!("{{{head},{}", members.trim_start_matches('{'))
    }
}
