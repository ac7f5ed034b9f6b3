//! The structure that an answer must have.

use super::extras::Extras;
use crate::json::{At, Raw, Text};

/// A request for structured output.
#[derive(Clone, Debug, Default)]
pub struct OutputRequest<'a> {
    /// Where it was.
    pub at: At,
    /// JSON Schema of the answer.
    pub schema: Option<Raw<'a>>,
    /// A name for the schema.
    pub name: Option<Text<'a>>,
    /// Whether the answer must follow the schema, and the place of that flag. `None`: not specified.
    pub strict: Option<(bool, At)>,
    /// The class the schema was made from, such as `myapp.models.Report`. Never imported.
    pub class: Option<Text<'a>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

impl OutputRequest<'_> {
    /// The place of the flag that the answer must follow the schema.
    #[must_use]
    pub fn strict_at(&self) -> Option<At> {
        self.strict.and_then(|(is_strict, at)| is_strict.then_some(at))
    }
}
