//! Logs of programs that keep a request with its answer, read only. A record is one conversation: the request, and the answer
//! at its end.
//!
//! ```json
//! {"request":{"messages":[{"role":"user","content":"hi"}]},"response":{"choices":[{"message":{"role":"assistant","content":"Hello"}}]}}
//! ```
//!
//! Each kind of log is a row of the table of envelopes. Both halves are read by the readers of their own formats.

mod entries;
mod envelope;
mod half;
mod half_kinds;
mod half_text;
mod read;

use super::{Family, Format, FormatAbout, FramingRules, Score};
use crate::json::Node;
use envelope::LogRow;

pub(super) const NAME: &str = "request-log";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "logs that keep a request with its answer: litellm, Helicone, Langfuse, LangSmith, DSPy, batches, HAR",
        source: "litellm 1.110, DSPy 3, exports of Langfuse, LangSmith and Helicone, HAR 1.2",
        ..FormatAbout::NONE
    },
    framing: FramingRules { session_of: Some(envelope::session_of), ..FramingRules::NONE },
    ..Format::new(NAME, Family::Export, score, read::read)
};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let row = LogRow::of(root);
    if entries::of_archive(&row).is_some() {
        return Some(Score::new(252, "`log` with `entries`: an archive of HTTP requests"));
    }
    if entries::of_session(root).is_some() {
        return Some(Score::new(252, "rows of one session, each with a request and its answer"));
    }
    Some(Score::new(252, envelope::envelope_of(&row)?.why))
}
