//! The scanner, patches and redaction.

use serde::de::IgnoredAny;
use turnwise::Convert;
use turnwise::events::{Document, PatchBudget, PatchLimits};
use turnwise::json::{Kind, Node, Tape, secrets};

/// The scanner accepts what `serde_json` accepts.
pub fn scanner(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let ours = Tape::new().parse(text).is_ok();
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => assert!(ours, "rejected, and is JSON"),
        // `serde_json` stops at 128 levels.
        Err(error) if error.to_string().contains("recursion limit") => {}
        Err(error) => assert!(!ours, "accepted, and is no JSON: {error}"),
    }
}

/// The budget of a value that patches are applied to.
const MOST: usize = 1 << 16;

/// A patch either holds or changes nothing, and its result is JSON within the budget.
pub fn json_patch(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((before, patches)) = text.split_once('\n') else { return };
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    if tape.parse(before).is_err() {
        return;
    }
    let mut document = Document::new(before);
    let mut budget = PatchBudget::new(PatchLimits { bytes: MOST, ..PatchLimits::default() });
    for patch in patches.lines() {
        let Ok(patch) = tape.parse(patch) else { return };
        let old = document.text();
        let is_applied = document.apply(patch, &mut budget, &mut scratch).is_ok();
        let new = document.text();
        assert!(is_applied || old == new, "a patch that failed changed the value");
        assert!(Tape::new().parse(&new).is_ok(), "the value is no JSON: {new}");
        // Copies may add as many bytes as the patches have.
        assert!(new.len() <= before.len() + 2 * patches.len() + 2 * MOST, "{} bytes", new.len());
    }
}

/// What redaction writes holds no secret, however it is spelled.
pub fn redaction(data: &[u8]) {
    let Ok(converted) = Convert::new("openai").from("openai").redact(true).run(data) else { return };
    let mut tape = Tape::new();
    for line in converted.bytes.split(|byte| *byte == b'\n') {
        assert!(secrets(line).is_empty(), "a secret is left");
        let Ok(Ok(root)) = std::str::from_utf8(line).map(|line| tape.parse(line)) else { continue };
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            open.extend(node.items());
            for (key, value) in node.members() {
                open.extend([key, value]);
            }
            assert!(decoded(node).is_none_or(|text| secrets(text.as_bytes()).is_empty()), "a spelled secret is left");
        }
    }
}

fn decoded(node: Node<'_, '_>) -> Option<String> {
    (node.kind() == Kind::String).then(|| node.text().unwrap_or_default().decode().into_owned())
}
