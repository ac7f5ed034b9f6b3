//! Requests with calls and no definition of a tool, which services reject: definitions are generated for the names that are
//! called.
//!
//! ```json
//! {"name":"weather","input_schema":{"type":"object"}}
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lower::{Block, Outline, OutlineTool, OwnContext};
use crate::model::ToolSpec;
use crate::report::loss;

/// Stands for the definition that a conversation does not have.
static MADE: LazyLock<ToolSpec<'static>> = LazyLock::new(ToolSpec::default);

/// The first names are compared, later ones are hashed.
const FEW: usize = 8;

/// Generates a definition for each name that is called, if the request defines no tool. A bare list of messages cannot contain
/// definitions, so lowering does not call this for one. Records of the format `own` stay as they are: their field for
/// definitions may be there and empty.
pub fn define_called_tools(own: &str, context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    let has_calls = !context.paired.pairs().calls.is_empty();
    if !has_calls || !outline.request.tools.is_empty() || context.conversation.origin == own {
        return;
    }
    let mut later = HashSet::new();
    for call in outline.turns.iter().flat_map(|turn| &turn.blocks).filter_map(Block::as_call) {
        let tools = &mut outline.request.tools;
        // Comparing a few names is cheaper than hashing them.
        if tools.iter().take(FEW).any(|tool| tool.name.same(&call.name))
            || (tools.len() >= FEW && !later.insert(call.name.decode()))
        {
            continue;
        }
        context.report.add(&loss::MADE_SCHEMA, call.call.at, || {
            format!("the definition of the tool `{}` is generated", call.name.show())
        });
        tools.push(OutlineTool {
            spec: &MADE,
            name: call.name.clone(),
            schema: Some(Cow::Borrowed(r#"{"type":"object"}"#)),
            strict: None,
            raw: None,
            mark: None,
        });
    }
}
