//! Calls whose arguments Vertex AI streams value by value: the name is in the first piece alone.
//!
//! `{"functionCall":{"name":"f","willContinue":true}}`, `{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":1}]}}`.

use crate::format::Reading;
use crate::format::streams::PartialArguments;
use crate::json::{Node, Raw};
use crate::model::{Arguments, Message, Part, ToolCall};
use crate::report::stream;

/// The members of a call that say that it comes in pieces.
const PIECES: [&str; 2] = ["partialArgs", "willContinue"];

/// The arguments of the calls of an answer that come in pieces.
#[derive(Debug, Default)]
pub(super) struct PartialCalls {
    calls: Vec<PartialCall>,
}

#[derive(Debug, Default)]
struct PartialCall {
    arguments: PartialArguments,
    /// More pieces follow.
    is_open: bool,
    /// A value could not be set.
    is_damaged: bool,
}

fn piece<'t, 'a>(call: Node<'t, 'a>, camel: &str, snake: &str) -> Option<Node<'t, 'a>> {
    call.get(camel).or(call.get(snake)).filter(|value| !value.is_null())
}

impl PartialCalls {
    /// Takes the arguments of a part. True: it only continues a call.
    pub(super) fn take(&mut self, part: Node<'_, '_>) -> bool {
        let Some(call) = piece(part, "functionCall", "function_call").filter(Node::is_object) else { return false };
        let (values, more) = (piece(call, "partialArgs", "partial_args"), piece(call, "willContinue", "will_continue"));
        let goes_on = more.is_some_and(|more| more.as_bool() == Some(true));
        let is_first = call.get("name").is_some();
        if is_first && (values.is_some() || more.is_some()) {
            self.calls.push(PartialCall::default());
        } else if is_first || self.calls.last().is_none_or(|last| !last.is_open) {
            return false;
        }
        if let Some(last) = self.calls.last_mut() {
            for value in values.into_iter().flat_map(|values| values.items()) {
                last.is_damaged |= !last.arguments.add(value);
            }
            last.is_open = goes_on;
        }
        !is_first
    }

    /// Gives the calls of the answer their arguments.
    pub(super) fn complete(self, message: &mut Message<'_>, reading: &mut Reading<'_>) {
        let mut pieces = self.calls.into_iter();
        for part in &mut message.parts {
            let Part::Call(call) = part else { continue };
            if !is_partial(call) {
                continue;
            }
            let Some(PartialCall { arguments, is_open, is_damaged }) = pieces.next() else { return };
            if is_open || is_damaged {
                let why = if is_open { "are incomplete" } else { "have a value at an unknown path, which is dropped" };
                let name = call.name.show();
                let code = if is_open { &stream::CUT_ARGUMENTS } else { &stream::UNKNOWN_EVENT };
                reading.report.add(code, call.at, || format!("the arguments of the call of `{name}` {why}"));
            }
            let json = arguments.into_json();
            let is_whole = matches!(&call.arguments, Arguments::Object(known) if known.as_str() != "{}");
            if !is_whole || json != "{}" {
                call.arguments = Arguments::Object(Raw::owned(json));
            }
            call.extras.retain(|field| !PIECES.iter().any(|key| field.key.is(key)));
        }
    }
}

fn is_partial(call: &ToolCall<'_>) -> bool {
    call.extras.fields().iter().any(|field| PIECES.iter().any(|key| field.key.is(key)))
}
