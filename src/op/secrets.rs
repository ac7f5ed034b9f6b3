//! Reports the secrets in a record, by kind and length: `{"text":"GITHUB_TOKEN=ghp_…"}`.

use std::collections::HashSet;

use crate::json::{At, Node, secrets, values_at};
use crate::report::Report;
use crate::rule::SECRET;

/// Adds the secrets in the bytes of a record. Equal ones in one value are reported once.
pub(super) fn check_secrets(bytes: &[u8], root: Option<Node<'_, '_>>, report: &mut Report) {
    let found = secrets(bytes);
    if found.is_empty() {
        return;
    }
    let offsets: Vec<_> = found.iter().map(|secret| secret.span.start).collect();
    let mut values = root.map(|root| values_at(root, &offsets)).unwrap_or_default().into_iter();
    let mut seen = HashSet::new();
    for secret in found {
        let value = values.next().map(|value| value.span().start);
        let plain = secret.plain(bytes);
        let length = plain.len();
        if seen.insert((value, plain)) {
            report
                .add(SECRET.code, At::byte(secret.span.start), || format!("{} of {length} characters", secret.name()));
        }
    }
}
