//! Sources that an answer names. Version 4 has them in an object of their own; the model has the shape of versions 5 to 7.
//!
//! `{"type":"source-url","sourceId":"s1","url":"https://example.com","title":"Example"}`

use super::NAME;
use crate::format::shared::opaque;
use crate::json::{Node, Out, Raw, Tape, Text};
use crate::model::{Opaque, Part};

/// Keys of the one shape or the other. A member of such a name that is not where it belongs stays as it is.
const KEYS: [&str; 6] = ["type", "sourceId", "url", "source", "sourceType", "id"];

/// Reads a source of version 4: `{"type":"source","source":{"sourceType":"url","id":"s1","url":"https://example.com"}}`.
pub(super) fn read_source<'a>(node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    let mut part = opaque(NAME, node, kind);
    if let (Part::Opaque(it), Some(raw)) = (&mut part, flat(node)) {
        it.raw = Raw::owned(raw);
    }
    part
}

fn is_known(key: Node<'_, '_>) -> bool {
    KEYS.iter().any(|known| key.is(known))
}

/// The same in the shape of versions 5 to 7. `None`: it has more than such parts have.
fn flat(node: Node<'_, '_>) -> Option<String> {
    let source = node.get("source").filter(|_| node.len() == 2)?;
    let [kind, id, url] = source.pick(&["sourceType", "id", "url"]);
    let (id, url) = (id.filter(Node::is_string)?, url.filter(Node::is_string)?);
    let has_all = kind?.is("url") && source.members().filter(|(key, _)| is_known(*key)).count() == 3;
    let start = format!(r#"{{"type":"source-url","sourceId":{},"url":{}"#, id.raw(), url.raw());
    let mut json = has_all.then_some(start)?;
    for (key, value) in source.members().filter(|(key, _)| !is_known(*key)) {
        json.extend([",", key.raw(), ":", value.raw()]);
    }
    json.push('}');
    Some(json)
}

/// The id and the URL of a source that both shapes can have.
fn id_and_url<'t, 'a>(root: Node<'t, 'a>) -> Option<(Node<'t, 'a>, Node<'t, 'a>)> {
    let [kind, id, url] = root.pick(&["type", "sourceId", "url"]).map(|member| member.filter(Node::is_string));
    let (kind, id, url) = (kind?, id?, url?);
    let is_plain = kind.is("source-url") && root.members().filter(|(key, _)| is_known(*key)).count() == 3;
    is_plain.then_some((id, url))
}

/// True for a source that version 4 can have, too.
pub(super) fn is_in_both(part: &Opaque<'_>) -> bool {
    Tape::new().parse(part.raw.as_str()).is_ok_and(|root| id_and_url(root).is_some())
}

/// Writes a source in the shape of version 4.
pub(super) fn write_old(part: &Opaque<'_>, out: &mut Out) {
    let mut tape = Tape::new();
    let found = tape.parse(part.raw.as_str()).ok().and_then(|root| Some((root, id_and_url(root)?)));
    let Some((root, (id, url))) = found else { return out.raw(&part.raw) };
    out.open(b'{');
    out.key("type").word("source");
    out.key("source").object(|out| {
        out.key("sourceType").word("url");
        out.key("id").verbatim(id.raw());
        out.key("url").verbatim(url.raw());
        for (key, value) in root.members().filter(|(key, _)| !is_known(*key)) {
            if let Some(key) = key.text() {
                out.key_text(&key).verbatim(value.raw());
            }
        }
    });
    out.close(b'}');
}
