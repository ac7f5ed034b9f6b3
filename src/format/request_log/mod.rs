//! Logs of programs that keep a request with its answer, read only. A record is one conversation: the request, and the answer
//! at its end.
//!
//! ```json
//! {"request":{"messages":[{"role":"user","content":"hi"}]},"response":{"choices":[{"message":{"role":"assistant","content":"Hello"}}]}}
//! ```
//!
//! Each kind of log is a row of the table of envelopes. Both halves are read by the readers of their own formats.

mod envelope;
mod half;
mod half_kinds;
mod read;

use super::{Family, Format};

pub(super) const NAME: &str = "request-log";

pub(super) use envelope::score;

pub(super) static FORMAT: Format = Format {
    summary: "logs that keep a request with its answer: litellm, Helicone, Langfuse, LangSmith, DSPy, batches, HAR entries",
    source: "litellm 1.110, DSPy 3, exports of Langfuse, LangSmith and Helicone, HAR 1.2",
    ..Format::new(NAME, Family::Export, score, read::read)
};
