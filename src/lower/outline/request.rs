//! The parts of an outline outside the turns: tool definitions, the request for structured output, and settings.

use std::borrow::Cow;

use super::block::CacheMark;
use crate::json::{Raw, Text};
use crate::lower::policy::SettingPath;
use crate::model::{OutputRequest, ToolKind, ToolSpec};

/// The members of a request next to its messages.
#[derive(Debug, Default)]
pub struct OutlineRequest<'c> {
    /// The tools that are defined.
    pub tools: Vec<OutlineTool<'c>>,
    /// The requested schema of the answer.
    pub output: Option<Output<'c>>,
    /// Settings: members and their JSON text.
    pub settings: Vec<SettingMember>,
}

/// A tool definition.
#[derive(Debug)]
pub struct OutlineTool<'c> {
    /// The definition.
    pub spec: &'c ToolSpec<'c>,
    /// Its name, as the target accepts it.
    pub name: Text<'c>,
    /// The JSON Schema that is written.
    pub schema: Option<Cow<'c, str>>,
    /// The strict flag, if the target has one.
    pub strict: Option<bool>,
    /// The source definition, for tools that the service runs.
    pub raw: Option<&'c Raw<'c>>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

impl OutlineTool<'_> {
    /// It is called with free text.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        self.spec.kind == ToolKind::Custom && self.schema.is_none()
    }
}

/// A request for structured output.
#[derive(Debug)]
pub struct Output<'c> {
    /// The request.
    pub request: &'c OutputRequest<'c>,
    /// The name of the schema, generated if the target requires one and there is none.
    pub name: Option<Text<'c>>,
    /// The schema.
    pub schema: Option<Cow<'c, str>>,
}

/// A member that is written, and its JSON text.
pub type SettingMember = (SettingPath, String);
