//! `--framing`, `--pretty` and `--compact`: the output has another arrangement of records than the input.
//!
//! Records keep their bytes unless another layout is requested, or a record of several lines must be one line.

use super::super::input::Input;
use super::super::layout::OutputFrame;
use super::MigrateOptions;
use crate::format::Framing;
use crate::json::{Layout, Tape};

/// The framing and layout of the records in the output.
#[derive(Debug)]
pub(super) struct Relayout {
    pub(super) frame: OutputFrame,
    /// The user requested the layout.
    is_laid_out: bool,
}

impl Relayout {
    /// `None` if framing and layout stay the same.
    pub(super) fn of(input: &Input, options: &MigrateOptions) -> Option<Self> {
        let output = options.output;
        if output.is_unchanged(input) {
            return None;
        }
        let frame = output.frame(output.framing_for(input), input);
        Some(Self { frame, is_laid_out: output.layout.is_some() })
    }

    /// Adds a record, which may be all values of a text. False: it has no messages or events to be written one by one.
    pub(super) fn record(&self, text: &str, is_sequence: bool, tape: &mut Tape, out: &mut Vec<u8>) -> bool {
        self.frame.add(text, is_sequence, self.is_laid_out, out, tape)
    }

    /// The same for a log of events, which are written one by one.
    pub(super) fn of_log(&self) -> LogForm<'_> {
        let [open, separator, close] = match (self.frame.framing, self.frame.layout) {
            (Framing::Lines | Framing::Folder, _) => ["[", ",", "]\n"].map(str::to_owned),
            (Framing::Messages | Framing::Sse, _) => ["", &self.frame.separator, &self.frame.close].map(str::to_owned),
            (Framing::Document, Layout::Compact | Layout::Spaced) if self.is_laid_out => {
                ["[", ",", "]\n"].map(str::to_owned)
            }
            (Framing::Array, Layout::Compact | Layout::Spaced) => ["[[", ",", "]]\n"].map(str::to_owned),
            (framing, layout) => {
                let step = match layout {
                    Layout::Pretty(0) => "\t".to_owned(),
                    Layout::Pretty(indent) => " ".repeat(usize::from(indent)),
                    Layout::Compact | Layout::Spaced => String::new(),
                };
                match framing {
                    Framing::Array => {
                        [format!("[\n{step}[\n{step}{step}"), format!(",\n{step}{step}"), format!("\n{step}]\n]\n")]
                    }
                    Framing::Document | Framing::Lines | Framing::Messages | Framing::Sse | Framing::Folder => {
                        [format!("[\n{step}"), format!(",\n{step}"), "\n]\n".to_owned()]
                    }
                }
            }
        };
        LogForm { form: self, open, separator, close, count: 0 }
    }
}

/// The framing and layout of the events of a log in the output.
#[derive(Debug)]
pub(super) struct LogForm<'f> {
    form: &'f Relayout,
    open: String,
    separator: String,
    close: String,
    count: u64,
}

impl LogForm<'_> {
    /// Adds an event.
    pub(super) fn event(&mut self, text: &str, out: &mut Vec<u8>) {
        let before = if self.count == 0 { &self.open } else { &self.separator };
        out.extend_from_slice(before.as_bytes());
        self.count += 1;
        let level = match self.form.frame.framing {
            Framing::Document => 1,
            Framing::Array => 2,
            Framing::Lines | Framing::Messages | Framing::Sse | Framing::Folder => 0,
        };
        let Relayout { frame, is_laid_out } = self.form;
        if level == 0 {
            frame.piece(text.trim(), *is_laid_out, out);
        } else {
            frame.value(text.trim(), level, *is_laid_out, out);
        }
    }

    /// The text after the last event.
    pub(super) fn close(&self) -> &str {
        match (self.count, self.form.frame.framing) {
            (0, Framing::Document | Framing::Array) => "[]\n",
            (0, _) => "",
            _ => &self.close,
        }
    }
}
