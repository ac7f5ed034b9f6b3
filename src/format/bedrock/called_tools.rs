//! Requests with calls and no definition of a tool, which the service rejects: definitions are generated for the names that are
//! called.
//!
//! ```json
//! {"toolSpec":{"name":"weather","inputSchema":{"json":{"type":"object"}}}}
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lower::{Block, Outline, OutlineTool};
use crate::model::ToolSpec;
use crate::report::{Report, loss};

/// Stands for the definition that a conversation does not have.
static MADE: LazyLock<ToolSpec<'static>> = LazyLock::new(ToolSpec::default);

pub(super) fn define_called_tools(outline: &mut Outline<'_>, report: &mut Report) {
    if !outline.tools.is_empty() {
        return;
    }
    let mut seen = HashSet::new();
    for call in outline.turns.iter().flat_map(|turn| &turn.blocks).filter_map(Block::as_call) {
        if seen.insert(call.name.decode()) {
            report.add(&loss::MADE_SCHEMA, call.call.at, || {
                format!("the definition of the tool `{}` is generated", call.name.show())
            });
            outline.tools.push(OutlineTool {
                spec: &MADE,
                name: call.name.clone(),
                schema: Some(Cow::Borrowed(r#"{"type":"object"}"#)),
                strict: None,
                raw: None,
                mark: None,
            });
        }
    }
}
