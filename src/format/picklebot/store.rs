//! Names of session files in all four layouts, and entries of the index.

use crate::format::SessionName;
use crate::json::Node;

/// The readings of the name of a file in the folder `sessions`, the current layout first.
///
/// `session-abc.2.jsonl` may be the session `session-abc.2` of today, the session `abc.2` of February, or the second piece of
/// `abc`. The index decides; without it, the oldest layout that fits.
pub(super) fn names(file: &str) -> Vec<SessionName> {
    let name = |id: &str, piece, is_document| SessionName { id: id.to_owned(), piece, is_document };
    if let Some(stem) = file.strip_suffix(".json") {
        let id = stem.strip_prefix("session-").filter(|id| !id.is_empty());
        return id.map(|id| name(id, None, true)).into_iter().collect();
    }
    let Some(stem) = file.strip_suffix(".jsonl").filter(|stem| !stem.is_empty()) else { return Vec::new() };
    let mut names = vec![name(stem, None, false)];
    if let Some(old) = stem.strip_prefix("session-").filter(|id| !id.is_empty()) {
        names.push(name(old, None, false));
        if let Some((id, number)) = old.rsplit_once('.').filter(|(id, _)| !id.is_empty())
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && !number.starts_with('0')
            && let Ok(piece) = number.parse()
        {
            names.push(name(id, Some(piece), false));
        }
    }
    names
}

/// The entries of the oldest index: `{"sessions":[…],"last_updated":"…"}`.
pub(super) fn entries<'t, 'a>(root: Node<'t, 'a>) -> Option<Vec<Node<'t, 'a>>> {
    let sessions = root.get("sessions").filter(|sessions| sessions.is_array() && !is_entry(root))?;
    Some(sessions.items().collect())
}

/// An entry of any time; `source` came last.
pub(super) fn is_entry(entry: Node<'_, '_>) -> bool {
    let [id, agent] = entry.pick(&["id", "agent_id"]);
    id.is_some_and(|id| id.is_string()) && agent.is_some_and(|agent| agent.is_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_of_several_layouts() {
        let ids = |file: &str| -> Vec<String> {
            let show = |name: SessionName| format!("{} {:?} {}", name.id, name.piece, name.is_document);
            names(file).into_iter().map(show).collect()
        };
        assert_eq!(ids("a.1.jsonl"), ["a.1 None false"]);
        assert_eq!(ids("session-a.json"), ["a None true"]);
        assert_eq!(ids("session-a.10.jsonl"), ["session-a.10 None false", "a.10 None false", "a Some(10) false"]);
        assert_eq!(ids("session-a.01.jsonl").len(), 2);
        for other in ["notes.txt", "a.json", ".jsonl", "session-.json", "session-a.99999999999999999999.jsonl.bak"] {
            assert!(ids(other).is_empty(), "{other}");
        }
    }
}
