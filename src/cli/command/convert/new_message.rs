//! A message on the command line: content, or a whole message.

use anyhow::bail;
use turnwise::format::{Reading, programmed};
use turnwise::json::{Node, Tape};
use turnwise::report::{Report, Severity};

/// The kind of the argument.
pub(crate) struct MessageArg {
    /// The content as JSON.
    pub(crate) content: String,
    /// The message as JSON, with that content.
    pub(crate) message: String,
}

/// Reads a content, or a message with its content; `option` is the name of the option.
pub(crate) fn new_message(option: &str, json: &str) -> anyhow::Result<MessageArg> {
    let mut tape = Tape::new();
    let root = tape.parse(json).map_err(|error| anyhow::anyhow!("{option}: {error}"))?;
    if !root.is_object() {
        bail!("{option}: write a content, like {{\"instruction\":\"And now?\"}}");
    }
    let inner = root.get("content").filter(Node::is_object);
    let content = inner.unwrap_or(root).raw().to_owned();
    let message = if inner.is_some() { root.raw().to_owned() } else { format!("{{\"content\":{content}}}") };
    let report = &mut Report::keeping(1);
    let list = format!("[{message}]");
    let mut tape = Tape::new();
    if let (Some((format, _)), Ok(list)) = (programmed(), tape.parse(&list)) {
        let mut reading = Reading { report, scratch: &mut Tape::new(), columns: None, programs: None };
        format.read_record(list, &mut reading).map_err(|refused| anyhow::anyhow!("{option}: {refused}"))?;
        if let Some(found) = report.kept().iter().find(|it| it.severity == Severity::Error) {
            bail!("{option}: {}", found.message);
        }
    }
    Ok(MessageArg { content, message })
}
