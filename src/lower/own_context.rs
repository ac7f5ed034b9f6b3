//! The input of rules that belong to one format.

use super::ids::IdMaker;
use super::options::LoweringOptions;
use crate::model::Conversation;
use crate::report::Report;
use crate::rule::pairs::PairedCalls;

/// The input of a rule that belongs to one format.
#[derive(Debug)]
pub struct OwnContext<'c, 'w> {
    /// The conversation.
    pub conversation: &'c Conversation<'c>,
    /// Its calls and results.
    pub paired: &'w PairedCalls<'c>,
    /// The options of the conversion.
    pub options: &'w LoweringOptions,
    /// Ids that are generated.
    pub ids: &'w IdMaker<'c>,
    /// Receives losses.
    pub report: &'w mut Report,
}
