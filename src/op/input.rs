//! An input after its framing and format were detected.

use std::sync::Arc;

use super::choice::{Choice, Places};
use super::nested::{self, NestedInput};
use super::outcome::Outcome;
use super::recorded_stream::stream_of;
use super::sniff::{Sniffed, sniff};
use super::trouble::Trouble;
use crate::format::{Candidate, Detected, Format, Framing};
use crate::json::{Layout, PointerPattern, SetMember};
use crate::report::Report;
use crate::stream::{Limits, Nesting, Source, Splitter};

/// An input that is ready to be read.
#[derive(Debug)]
pub struct Input {
    /// The bytes.
    pub source: Source,
    /// The framing of its records.
    pub framing: Framing,
    /// The layout of its records.
    pub layout: Layout,
    /// Items of its array are on their own lines.
    pub has_item_lines: bool,
    /// The format of its first records, or the one that the user named.
    pub usual: Option<&'static Format>,
    /// The user named the format: it is not detected for each record.
    pub is_fixed: bool,
    /// Formats that match the first record as well as the usual one; empty unless there is a tie.
    pub ties: Vec<Candidate>,
    /// Limits for records.
    pub limits: Limits,
    /// The places of conversations in the records; the framing is then one conversation per line.
    pub nesting: Option<Arc<Nesting>>,
}

impl Input {
    /// The outcome before reading, with the skipped entries of a folder. The report only counts further diagnostics.
    pub(super) fn outcome(&self) -> Outcome {
        let mut report = Report::keeping(0);
        self.source.faults().iter().filter_map(|fault| fault.loss.clone()).for_each(|loss| report.keep(loss));
        Outcome { report, ..Outcome::default() }
    }

    /// Detects how a source is read.
    ///
    /// # Errors
    /// No format matches, or the beginning is not JSON.
    pub fn new(mut source: Source, choice: &Choice) -> Result<Self, Trouble> {
        if let Some(history) = source.history() {
            let format = history.folder.format;
            return Ok(Self {
                source,
                framing: Framing::Folder,
                layout: Layout::Compact,
                has_item_lines: false,
                usual: Some(format),
                is_fixed: true,
                ties: Vec::new(),
                limits: choice.limits,
                nesting: None,
            });
        }
        if let Some(places) = &choice.at {
            return Self::inside(source, choice, places);
        }
        if let Some((kind, framing)) = stream_of(&source, choice) {
            source.fold(kind, framing, choice.limits.record);
        }
        let Sniffed { framing, found } = sniff(&mut source, choice).map_err(|trouble| trouble.located(&source))?;
        // The format of one line does not determine the others.
        let (layout, has_item_lines) =
            if source.is_lines() { (Layout::Compact, false) } else { layout_of(source.head(), framing) };
        let (usual, ties) = told(found, choice.format);
        Ok(Self {
            framing,
            layout,
            has_item_lines,
            usual,
            is_fixed: choice.format.is_some(),
            ties,
            limits: choice.limits,
            nesting: None,
            source,
        })
    }

    /// The same for conversations inside records.
    fn inside(mut source: Source, choice: &Choice, places: &Places) -> Result<Self, Trouble> {
        let NestedInput { nesting, found } =
            nested::look(&mut source, choice, places).map_err(|trouble| trouble.located(&source))?;
        let (usual, ties) = told(found, choice.format);
        Ok(Self {
            layout: layout_of(source.head(), nesting.framing()).0,
            source,
            framing: Framing::Lines,
            has_item_lines: false,
            usual,
            is_fixed: choice.format.is_some(),
            ties,
            limits: choice.limits,
            nesting: Some(nesting),
        })
    }

    /// The framing of the records, which may contain the conversations (`--at`).
    #[must_use]
    pub fn record_framing(&self) -> Framing {
        let framing = self.source.folded().map_or(self.framing, |stream| stream.framing);
        self.nesting.as_ref().map_or(framing, |nesting| nesting.framing())
    }

    /// Sets these members of the records, or of the conversations in them, before a command processes them.
    ///
    /// # Errors
    /// The input has no records that are JSON values.
    pub fn setting(self, set: &[SetMember]) -> Result<Self, String> {
        if set.is_empty() {
            return Ok(self);
        }
        let nesting = match (&self.nesting, self.framing) {
            (Some(nesting), _) => nesting.setting(set),
            (None, Framing::Lines | Framing::Array | Framing::Document) => {
                let whole = PointerPattern::parse("")?;
                Nesting::new(vec![whole], self.framing, self.limits.depth).setting(set)
            }
            (None, framing @ (Framing::Messages | Framing::Sse | Framing::Folder)) => {
                return Err(format!("--set: the framing {} has no records with members", framing.name()));
            }
        };
        Ok(Self { nesting: Some(Arc::new(nesting)), framing: Framing::Lines, ..self })
    }

    /// The records of the input, cut into batches.
    pub(super) fn splitter(
        source: Source,
        framing: Framing,
        limits: Limits,
        nesting: Option<Arc<Nesting>>,
    ) -> Splitter {
        let outer = nesting.as_ref().map_or(framing, |nesting| nesting.framing());
        Splitter::new(source, outer, limits).entering(nesting)
    }
}

/// The format of the records, and the formats of a tie.
fn told(found: Detected, named: Option<&'static Format>) -> (Option<&'static Format>, Vec<Candidate>) {
    match found {
        _ if named.is_some() => (named, Vec::new()),
        Detected::One(candidate) => (Some(candidate.format), Vec::new()),
        Detected::Tie(candidates) => (candidates.first().map(|candidate| candidate.format), candidates),
        Detected::Foreign(_) | Detected::Nothing => (None, Vec::new()),
    }
}

/// The layout of records, and whether items of an array are on their own lines.
fn layout_of(head: &str, framing: Framing) -> (Layout, bool) {
    let outer = Layout::of(head);
    if framing != Framing::Array {
        return (outer, false);
    }
    let item = head.trim_start().get(1..).unwrap_or_default().trim_start();
    match (Layout::of(item), outer) {
        (Layout::Pretty(_), Layout::Pretty(_)) => (outer, true),
        (inner, outer) => (inner, matches!(outer, Layout::Pretty(_))),
    }
}
