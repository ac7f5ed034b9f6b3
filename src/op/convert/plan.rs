//! The output of a conversion, and the consequences of the options for its bytes.

use std::sync::Mutex;

use super::options::{ConvertOptions, Task};
use crate::format::Framing;
use crate::lower::LogShape;
use crate::op::carry::Restore;
use crate::op::input::Input;
use crate::op::layout::OutputFrame;
use crate::report::Diagnostic;
use crate::stream::{Progress, SessionOutput, SinkError, Write, has_sessions};

/// Receives a session and the bytes of its file.
pub type WriteSession<'e> = dyn FnMut(SessionOutput, &[u8]) -> Result<(), SinkError> + Send + 'e;

/// The output, and the functions that receive diagnostics.
pub struct ConvertEnds<'e> {
    /// Receives the output.
    pub write: &'e mut Write<'e>,
    /// Receives the carry file, if one is written.
    pub carry: Option<&'e mut Write<'e>>,
    /// The carry file to restore from, if there is one.
    pub restore: Option<Restore>,
    /// Receives every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for ConvertEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConvertEnds").finish_non_exhaustive()
    }
}

/// A byte order mark is kept if the format stays the same.
pub(super) fn keeps_mark(input: &Input, options: &ConvertOptions) -> bool {
    let is_same = options.task.is_convert() && is_own(input, options);
    options.output.keeps_surroundings
        || (is_same && !options.others.is_joined && options.output.framing != Some(Framing::Folder))
}

/// Records are copied: they are in the requested format, and no change was requested.
pub(super) fn is_same(input: &Input, options: &ConvertOptions) -> bool {
    options.is_copy() && is_own(input, options)
}

/// Records stay in their format and container. Changes of a dialect are inside them.
pub(super) fn stays(input: &Input, options: &ConvertOptions) -> bool {
    options.keeps_records() && options.keeps_container() && options.keeps_branches() && is_own(input, options)
}

pub(super) fn is_own(input: &Input, options: &ConvertOptions) -> bool {
    input.usual.is_some_and(|format| format.name == options.to.name)
}

/// The options, and their consequences for the bytes of the output.
pub(super) struct OutputPlan<'o> {
    pub(super) options: &'o ConvertOptions,
    pub(super) frame: OutputFrame,
    /// The text between records is copied too.
    pub(super) keeps_gaps: bool,
    /// Records may be dropped.
    pub(super) drops: bool,
    pub(super) input_framing: Framing,
    /// Each session of a file of rows is a record.
    pub(super) joins_rows: bool,
    pub(super) restore: Option<Mutex<Restore>>,
    pub(super) is_carrying: bool,
    /// The conversations are inside records.
    pub(super) is_nested: bool,
    /// They are inside a single one, which is the whole input.
    pub(super) is_one_document: bool,
    /// The maximum number of bytes of all branches of a record.
    pub(super) most_branches: usize,
}

impl<'o> OutputPlan<'o> {
    pub(super) fn new(input: &Input, options: &'o ConvertOptions, restore: Option<Restore>, is_carrying: bool) -> Self {
        // Messages are lines of one record: a record of another format is one value.
        let is_kept = match options.task {
            Task::Convert => stays(input, options) && options.write.dialect.is_none(),
            Task::Copy(_) => true,
            Task::List(_) => false,
        };
        let joins_rows = !is_kept && input.framing == Framing::Messages && has_sessions(&input.source, input.usual);
        let is_one_value = input.framing.is_pieces() && !is_kept && !joins_rows;
        // Each row of a store is a line.
        let is_rows = options.write.log == LogShape::Rows;
        let asked = options
            .output
            .framing
            .map(|framing| if is_rows && framing == Framing::Lines { Framing::Messages } else { framing });
        let framing = asked.unwrap_or(match input.framing {
            Framing::Messages | Framing::Sse if is_one_value && options.writes_several() => Framing::Lines,
            // A session with dropped lines is a session.
            Framing::Messages
                if is_one_value
                    && options.to.framing.is_session
                    && is_own(input, options)
                    && options.keeps_container() =>
            {
                Framing::Messages
            }
            Framing::Messages | Framing::Sse if is_one_value => Framing::Document,
            Framing::Folder => Framing::Lines,
            // The file of a session is usually one text.
            Framing::Messages
                if joins_rows
                    && options.to.framing.starts_text.is_some()
                    && input.usual.is_some_and(|format| format.framing.is_session) =>
            {
                Framing::Document
            }
            Framing::Messages if joins_rows => Framing::Lines,
            // One record becomes several.
            Framing::Document if options.task.is_convert() && options.writes_several() && !is_own(input, options) => {
                Framing::Lines
            }
            Framing::Lines | Framing::Array | Framing::Document | Framing::Messages | Framing::Sse => input.framing,
        });
        let frame = options.output.frame(framing, input);
        let keeps_gaps = framing == input.framing
            && options.output.layout.is_none()
            && options.members.profile.is_none()
            && match framing {
                Framing::Lines => {
                    options.output.keeps_surroundings || (!options.others.is_joined && stays(input, options))
                }
                Framing::Array | Framing::Document | Framing::Messages => stays(input, options),
                Framing::Sse => is_same(input, options),
                Framing::Folder => false,
            };
        Self {
            options,
            frame,
            // The text around the records comes from the carry file.
            keeps_gaps: keeps_gaps || restore.is_some(),
            drops: keeps_gaps && restore.is_none() && options.leaves_out(),
            input_framing: input.framing,
            joins_rows,
            restore: restore.map(Mutex::new),
            is_carrying,
            is_nested: input.nesting.is_some(),
            is_one_document: input.record_framing() == Framing::Document,
            most_branches: input.limits.record,
        }
    }
}
