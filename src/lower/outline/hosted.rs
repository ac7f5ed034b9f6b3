//! Hosted tools of the target's service, converted from parts of another format.

use std::rc::Rc;

use crate::json::{At, Out, Text};
use crate::model::{HostedOutcome, HostedTool};

/// Writes a part.
pub type WriteHosted = fn(&HostedBlock<'_>, &mut Out);

/// A part of a call with its result.
#[derive(Debug)]
pub struct HostedPart<'c> {
    /// The place of its source in the input.
    pub at: At,
    pub(crate) block: Rc<HostedBlock<'c>>,
    pub(crate) write: WriteHosted,
}

impl<'c> HostedPart<'c> {
    /// Its texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text<'c>> {
        let HostedBlock { id, text, output, errors, sources, .. } = &*self.block;
        id.iter().chain([*text, output, errors]).chain(sources.iter().copied())
    }

    /// Writes the part.
    pub fn write(&self, out: &mut Out) {
        (self.write)(&self.block, out.source(self.at));
    }
}

/// A call with its result.
#[derive(Debug)]
pub struct HostedBlock<'c> {
    /// The tool.
    pub tool: HostedTool,
    /// The id, as the target accepts it.
    pub id: Option<Text<'c>>,
    /// The query or the code.
    pub text: &'c Text<'c>,
    /// Whether it succeeded. `None` for most searches.
    pub outcome: Option<HostedOutcome>,
    /// The output of the code.
    pub output: Text<'c>,
    /// The error messages of the code.
    pub errors: Text<'c>,
    /// The URLs of the pages that a search found.
    pub sources: Vec<&'c Text<'c>>,
}
