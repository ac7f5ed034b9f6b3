//! Event logs.

use turnwise::events::sse;
use turnwise::{Convert, Validate, validate};

/// Frames of a stream are found in linear time, wherever it is cut, and its events are the same on lines.
pub fn sse(data: &[u8]) {
    let (mut json, mut frames) = (Vec::new(), Vec::new());
    sse::blank(data, &mut json, &mut frames);
    assert_eq!(json.len(), data.len(), "places in the events are places in the stream");
    assert!(sse::last_end(data).is_none_or(|end| end <= data.len()));
    let _ = validate(data, &Validate::new().from("ag-ui"));
}

/// A log becomes a conversation, and that becomes a log which is valid.
pub fn compaction(data: &[u8]) {
    let Ok(there) = Convert::new("openai").from("ag-ui").lossy(true).run(data) else { return };
    if there.records == 0 {
        return;
    }
    let Ok(back) = Convert::new("ag-ui").from("openai").lossy(true).run(&there.bytes) else { return };
    let findings = validate(&back.bytes, &Validate::new().from("ag-ui").select(["TW0", "TW1"]));
    let is_error = |it: &turnwise::Finding| it.severity == turnwise::Severity::Error;
    assert!(findings.is_ok_and(|it| !it.iter().any(is_error)), "the log is invalid");
}
