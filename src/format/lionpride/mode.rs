//! The two forms of an object: `metadata` for JSON, `node_metadata` for databases.

use crate::format::Mode;
use crate::json::{Edit, Node, Span, Text};
use crate::report::Report;

/// The edits that convert a record to a mode. In a pile or a flow for a database only these objects themselves change.
pub(super) fn form(root: Node<'_, '_>, mode: Mode, report: &mut Report) -> Vec<Edit> {
    let mut form = ModeEdits { edits: Vec::new(), report };
    if root.get("items").is_none() {
        let one = (!root.is_array()).then_some(root);
        root.items().chain(one).for_each(|message| form.object(message, mode));
        return form.edits;
    }
    let piles = ["items", "progressions"].map(|key| root.get(key).filter(Node::is_object));
    let outer = || std::iter::once(root).chain(piles.into_iter().flatten());
    outer().for_each(|object| form.object(object, mode));
    let inner = outer().filter_map(|object| object.get("items")).flat_map(|list| list.items());
    inner.for_each(|object| form.object(object, Mode::Json));
    form.edits
}

struct ModeEdits<'f> {
    edits: Vec<Edit>,
    report: &'f mut Report,
}

impl ModeEdits<'_> {
    fn object(&mut self, object: Node<'_, '_>, mode: Mode) {
        let wanted = match mode {
            Mode::Json => "metadata",
            Mode::Db => "node_metadata",
        };
        let members: Vec<_> = object.members().collect();
        let place = |name: &str| members.iter().position(|(key, _)| key.is(name));
        let found = (place("metadata"), place("node_metadata"));
        // Next to `metadata` the library ignores the other one.
        let (Some(held), ignored) = (found.0.or(found.1), found.0.and(found.1)) else { return };
        if let Some((key, _)) = members.get(held).filter(|(key, _)| !key.is(wanted)) {
            self.edits.push(Edit { span: key.span(), text: format!("\"{wanted}\"") });
        }
        let Some((index, (key, value))) = ignored.and_then(|index| Some((index, members.get(index)?))) else { return };
        self.report.drop_field(value.at(), &Text::Token("node_metadata"));
        // There is another member, so a comma goes too: the one before, or of the first member the one after.
        let span = match index.checked_sub(1).and_then(|before| members.get(before)) {
            Some((_, before)) => Span { start: before.span().end, end: value.span().end },
            None => {
                let next = members.get(1).map_or(value.span().end, |(next, _)| next.span().start);
                Span { start: key.span().start, end: next }
            }
        };
        self.edits.push(Edit { span, text: String::new() });
    }
}
