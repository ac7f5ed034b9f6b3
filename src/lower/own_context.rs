//! What rules of one format work with.

use super::ids::IdMaker;
use super::options::LoweringOptions;
use crate::model::Conversation;
use crate::report::Report;

/// What a rule of one format works with.
#[derive(Debug)]
pub struct OwnContext<'c, 'w> {
    /// The conversation.
    pub conversation: &'c Conversation<'c>,
    /// What users ask of the conversion.
    pub options: &'w LoweringOptions,
    /// Ids that are generated.
    pub ids: &'w IdMaker<'c>,
    /// Receives losses.
    pub report: &'w mut Report,
}
