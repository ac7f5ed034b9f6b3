//! The arguments of a call do not fit the schema of its tool.

use std::collections::HashMap;

use super::RuleReport;
use super::json_schema::{SchemaCheck, SchemaPatterns, steps_for};
use crate::json::{At, Node, RecordText, Tape};
use crate::model::{Arguments, CallKind, Conversation, Part, ToolCall};

rule! {
    RULE "TW227" "unfit-arguments" Warning check
    "the arguments of a call do not match the parameters of its tool"
    "correct the arguments or the schema at `parameters`"
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut calls: HashMap<_, Vec<_>> = HashMap::new();
    if conversation.tools.iter().any(|tool| tool.parameters.is_some()) {
        for part in conversation.parts() {
            if let Part::Call(call) = part
                && call.kind != CallKind::Custom
            {
                calls.entry(call.name.decode()).or_default().push(&**call);
            }
        }
    }
    let (mut steps, mut patterns) = (steps_for(conversation.source.text), SchemaPatterns::default());
    let (mut schemas, mut values) = (Tape::new(), Tape::new());
    for tool in &conversation.tools {
        // If several tools have the same name, the first one is used.
        let Some(calls) = calls.remove(&tool.name.decode()) else { continue };
        let Some(Ok(schema)) = tool.parameters.as_ref().map(|schema| schemas.parse(schema.as_str())) else { continue };
        let mut schema = SchemaCheck::new(schema, &mut patterns, &mut steps);
        for call in calls {
            let text = match &call.arguments {
                Arguments::Object(raw) => raw.as_str().into(),
                Arguments::Encoded(text) => text.decode_json(),
            };
            // Another code reports arguments that are not an object.
            let Some(value) = values.parse(&text).ok().filter(Node::is_object) else { continue };
            if let Ok(Some(violation)) = schema.check(value) {
                found.at(place(conversation, call, violation.start), || {
                    format!("the arguments of `{}` do not fit: {}", call.name.show(), violation.message())
                });
            }
        }
    }
}

/// The place of a value in the arguments; in a string, the place of the string.
fn place(conversation: &Conversation<'_>, call: &ToolCall<'_>, start: usize) -> At {
    let span = match &call.arguments {
        Arguments::Object(raw) => RecordText::new(conversation.source.text).span_of(raw.as_str()),
        Arguments::Encoded(_) => None,
    };
    span.map_or_else(|| conversation.place_of_arguments(call), |span| At::byte(span.start + start))
}
