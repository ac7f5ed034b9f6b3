//! The chat list of a record: of its messages, or of those of one branch.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::image::uuid_digits;
use super::super::read::{content_of, messages};
use super::prepare::{Left, Placed, plain, prepare};
use super::render::RenderedContent;
use super::schema;
use crate::format::{ListOptions, Writing, iso_time};
use crate::json::{At, Node};
use crate::report::{Refused, loss};

/// Writes the list, and reports what the library omits from it.
pub(in crate::format::lionpride) fn write_list(
    root: Node<'_, '_>,
    options: &ListOptions<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let now = iso_time(options.now);
    let mut placed = Vec::new();
    for message in ordered(root, options, writing)? {
        if let Some(content) = content_of(message) {
            placed.push(Placed { content: RenderedContent::of(content), at: message.at() });
        }
    }
    let mut new = options.new.map(RenderedContent::of);
    if let (Some(new), Some(class)) = (&mut new, options.schema) {
        new.schema = Some(schema::section(class));
    }
    let prepared = if options.is_prepared {
        prepare(placed, new, &now).map_err(|failed| {
            let why = failed.why;
            Refused::new(&loss::CANNOT_HOLD, failed.at, format!("lionpride fails at this message: {why}"))
        })?
    } else {
        plain(placed, &now)
    };
    // A content that cannot be rendered is a content all the same.
    let left = prepared.left.into_iter().filter(|(left, _)| !(options.is_contents && *left == Left::Unrenderable));
    for (left, at) in left {
        let (code, what) = match left {
            Left::LaterSystem => (&loss::SYSTEM_NOT_SENT, "a system message that is not the first message"),
            Left::SystemText => (&loss::SYSTEM_NOT_SENT, "the system text, because no instruction includes it"),
            Left::Result => (&loss::RESULT_NOT_SENT, "a tool result that no instruction follows"),
            Left::Tools => (&loss::TOOLS, "the tools that an earlier instruction offered"),
            Left::RequestModel => (&loss::OUTPUT_REQUEST, "the class that an earlier instruction asked for"),
            Left::Unrenderable | Left::TooDeep => (&loss::NOT_RENDERED, "a message that cannot be rendered"),
        };
        writing.report.add(code, at, || format!("lionpride does not send {what}"));
    }
    writing.out.open(b'[');
    if options.is_contents {
        prepared.contents.iter().for_each(|content| content.write(options.schema, writing.out));
    } else {
        prepared.chats.iter().for_each(|chat| chat.write(writing.out));
    }
    writing.out.close(b']');
    Ok(())
}

/// The messages that are wanted, in order.
fn ordered<'t, 'a>(
    root: Node<'t, 'a>,
    options: &ListOptions<'_>,
    writing: &mut Writing<'_>,
) -> Result<Vec<Node<'t, 'a>>, Refused> {
    let all = messages(root);
    let branches = root.get("progressions").and_then(|pile| pile.get("items"));
    let (ids, at): (Vec<_>, _) = match (options.order, branches) {
        (Some(order), _) => (order.iter().map(|id| Cow::Borrowed(id.as_str())).collect(), root.at()),
        (None, Some(branches)) => {
            let Some(branch) = find_branch(branches, options.branch) else {
                let Some(name) = options.branch else { return Ok(all) };
                return Err(no_branch(root.at(), name, &branch_names(branches)));
            };
            for other in branches.items().filter(|other| other.at() != branch.at()) {
                writing.report.add(&loss::BRANCH, other.at(), || "another branch of the flow".to_owned());
            }
            let order = branch.get("order");
            let ids = order.iter().flat_map(Node::items).filter_map(|id| super::value::decoded(id));
            (ids.collect(), branch.at())
        }
        (None, None) => match options.branch {
            Some(name) => return Err(no_branch(root.at(), name, &[])),
            None => return Ok(all),
        },
    };
    let by_id: HashMap<_, _> = all.iter().filter_map(|message| Some((digits(*message)?, *message))).collect();
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        let key = uuid_digits(&id);
        let message = key.as_ref().and_then(|key| by_id.get(key));
        let Some(message) = message else {
            let text = format!("no message has the id `{id}` (lionpride: NotFoundError)");
            return Err(Refused::new(&loss::CANNOT_HOLD, at, text));
        };
        if options.is_prepared && !seen.insert(key) {
            let text = format!("the message `{id}` is named twice in the order (lionpride: ExistsError)");
            return Err(Refused::new(&loss::CANNOT_HOLD, at, text));
        }
        found.push(*message);
    }
    Ok(found)
}

fn digits(message: Node<'_, '_>) -> Option<String> {
    uuid_digits(&super::value::decoded(message.get("id")?)?)
}

/// By its name, else by its id; the first one if none is named.
fn find_branch<'t, 'a>(branches: Node<'t, 'a>, wanted: Option<&str>) -> Option<Node<'t, 'a>> {
    let Some(wanted) = wanted else { return branches.items().next() };
    let is = |branch: &Node<'_, '_>, key: &str| branch.get(key).is_some_and(|it| it.is(wanted));
    let by_id = |branch: &Node<'_, '_>| uuid_digits(wanted).is_some_and(|id| digits(*branch) == Some(id));
    branches.items().find(|branch| is(branch, "name")).or_else(|| branches.items().find(by_id))
}

fn branch_names(branches: Node<'_, '_>) -> Vec<String> {
    branches.items().filter_map(|branch| Some(branch.get("name")?.text()?.show())).collect()
}

fn no_branch(at: At, name: &str, known: &[String]) -> Refused {
    let known =
        if known.is_empty() { "there are no branches".to_owned() } else { format!("there is {}", known.join(", ")) };
    Refused::new(&loss::CANNOT_HOLD, at, format!("no branch `{name}`: {known}")).helping("name an existing branch")
}
