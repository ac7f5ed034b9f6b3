//! `--stat`: counts of changes.

use std::collections::HashMap;
use turnwise::json::short_lists;

use turnwise::op::diff::{ChangeKind, ComparedRecords};

use super::past_tense;
use crate::cli::print::text;
use crate::cli::terminal::clean;

/// Changes of all records by kind and path, where `*` stands for every index.
#[derive(Debug, Default)]
pub(crate) struct ChangeTotals {
    counts: HashMap<(ChangeKind, String), u64>,
}

/// The maximum number of rows: keys of arguments may be data.
const MOST: usize = 1000;

impl ChangeTotals {
    pub(crate) fn add(&mut self, pair: &ComparedRecords<'_>) {
        for change in pair.changes {
            let mut path = general(&change.path);
            if self.counts.len() >= MOST && !self.counts.contains_key(&(change.kind, path.clone())) {
                "(other paths)".clone_into(&mut path);
            }
            *self.counts.entry((change.kind, path)).or_default() += 1;
        }
    }

    /// A row for each kind and path, the most frequent first: `      12  edited  call/*/arguments/city`.
    pub(crate) fn table(&self) -> String {
        let mut rows: Vec<_> = self.counts.iter().map(|((kind, path), count)| (*count, *kind, path.as_str())).collect();
        short_lists::sort_by(&mut rows, |a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let width = rows.iter().map(|(_, kind, _)| past_tense(*kind).len()).max().unwrap_or(0);
        let row = |(count, kind, path): (u64, ChangeKind, &str)| {
            format!("{:>8}  {:width$}  {}\n", text::number(count), past_tense(kind), clean(path))
        };
        rows.into_iter().map(row).collect()
    }
}

/// `call/*/arguments` for `call/0/arguments`; `message` for a whole message.
fn general(path: &str) -> String {
    if path.is_empty() {
        return "message".to_owned();
    }
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<_> = path.split('/').map(|part| if is_number(part) { "*" } else { part }).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_general() {
        for (path, wanted) in [("", "message"), ("call/0/id", "call/*/id"), ("extra/model", "extra/model"), ("/", "/")]
        {
            assert_eq!(general(path), wanted);
        }
    }
}
