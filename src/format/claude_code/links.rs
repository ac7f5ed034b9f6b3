//! What belongs to one step of a session: the lines of one answer, the results of its calls, and lines that are not messages.

use std::collections::HashMap;

use super::read::ClaudeEntry;
use crate::format::sessions::SessionTree;

/// The unit of each entry, and the number of units.
///
/// Results of calls that ran at the same time hang from different lines of an answer, and so look like branches. They are not.
pub(super) fn units(tree: &SessionTree<'_>, entries: &[ClaudeEntry<'_, '_>], groups: usize) -> (Vec<usize>, usize) {
    let order = tree.parents_first();
    let has_later = later_messages(tree, entries, &order);
    let calls: HashMap<&str, usize> = entries
        .iter()
        .rev()
        .flat_map(|entry| entry.calls.iter().filter_map(|call| Some((call.as_str(), entry.group?))))
        .collect();
    let mut unit_of = vec![usize::MAX; entries.len()];
    let mut count = groups;
    for index in order {
        let Some(entry) = entries.get(index) else { continue };
        let outer = tree.parent(index).and_then(|parent| unit_of.get(parent).copied());
        let answered = entry.results.iter().find_map(|call| calls.get(call.as_str()).copied());
        let joined = match answered {
            _ if entry.group.is_some() => entry.group,
            Some(unit) if outer == Some(unit) || has_later.get(index) == Some(&false) => Some(unit),
            // A line that is not a message stays with the one before it.
            _ if !entry.is_message && !entry.is_boundary => outer,
            _ => None,
        };
        let unit = joined.unwrap_or_else(|| {
            count += 1;
            count - 1
        });
        if let Some(place) = unit_of.get_mut(index) {
            *place = unit;
        }
    }
    (unit_of, count)
}

/// True for entries that have messages somewhere after them.
fn later_messages(tree: &SessionTree<'_>, entries: &[ClaudeEntry<'_, '_>], order: &[usize]) -> Vec<bool> {
    let mut has_later = vec![false; entries.len()];
    for index in order.iter().rev() {
        let is_message = entries.get(*index).is_some_and(|entry| entry.is_message);
        let is_before_message = is_message || has_later.get(*index) == Some(&true);
        if let Some(parent) = tree.parent(*index).filter(|_| is_before_message)
            && let Some(place) = has_later.get_mut(parent)
        {
            *place = true;
        }
    }
    has_later
}
