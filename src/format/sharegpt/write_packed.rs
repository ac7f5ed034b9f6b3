//! JSON that is packed into text: calls and results.

use super::NAME;
use crate::format::Writing;
use crate::json::{Layout, Out, Tape, Text};
use crate::model::{Arguments, CallKind, Message, Part, ToolCall};
use crate::report::loss;

/// The calls of a message as the text of a `function_call` turn: one object, or a list.
pub(super) fn call_list(message: &Message<'_>, writing: &mut Writing<'_>) {
    let mut out = Out::new(Layout::Spaced);
    let calls: Vec<_> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Call(call) => Some(call),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => None,
        })
        .collect();
    match calls.as_slice() {
        [call] => write_call(call, &mut out, writing),
        calls => {
            out.open(b'[');
            for call in calls {
                write_call(call, &mut out, writing);
            }
            out.close(b']');
        }
    }
    writing.out.string(&String::from_utf8_lossy(out.as_bytes()));
}

/// A call as JSON text.
pub(super) fn call_text(call: &ToolCall<'_>, writing: &mut Writing<'_>) -> String {
    let mut out = Out::new(Layout::Spaced);
    write_call(call, &mut out, writing);
    String::from_utf8_lossy(out.as_bytes()).into_owned()
}

fn write_call(call: &ToolCall<'_>, out: &mut Out, writing: &mut Writing<'_>) {
    if call.kind == CallKind::LegacyFunction {
        let name = &call.name;
        writing
            .report
            .add(&loss::LEGACY_CALL, call.at, || format!("the old call of `{}` becomes a tool call", name.show()));
    }
    out.open(b'{');
    out.key("name").text(&call.name);
    out.key("arguments");
    match (call.kind, &call.arguments) {
        (CallKind::Custom, arguments) => {
            let name = &call.name;
            writing.report.add(&loss::CUSTOM_CALL, call.at, || {
                format!("the text that `{}` is called with becomes the member `input`", name.show())
            });
            out.object(|out| match arguments {
                Arguments::Encoded(text) => out.key("input").text(text),
                Arguments::Object(raw) => out.key("input").raw(raw),
            });
        }
        (CallKind::Function | CallKind::LegacyFunction, Arguments::Object(raw)) => {
            if raw.as_str().trim_start().starts_with('"') {
                writing.report.add(&loss::ARGUMENTS, call.at, || {
                    "arguments that are a string are taken for JSON text".to_owned()
                });
            }
            out.raw(raw);
        }
        (CallKind::Function | CallKind::LegacyFunction, Arguments::Encoded(text)) => {
            let decoded = text.decode_json();
            // What is no object stays the text that the model wrote.
            if writing.scratch.parse(&decoded).is_ok_and(|root| root.is_object()) {
                out.verbatim(&decoded);
            } else {
                out.text(text);
            }
        }
    }
    for extra in call.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        out.key_text(&extra.key).raw(&extra.value);
        writing.place(extra);
    }
    out.close(b'}');
}

/// The text of a result: as JSON if that is what it is and reads back as the same text, else as a string.
pub(super) fn item_json(text: &Text<'_>, out: &mut Out, scratch: &mut Tape) {
    let decoded = text.decode_json();
    let bytes = decoded.as_bytes();
    let is_tight = bytes.first().is_some_and(|byte| *byte != b'"' && !byte.is_ascii_whitespace())
        && bytes.last().is_some_and(|byte| !byte.is_ascii_whitespace())
        && memchr::memchr2(b'\n', b'\r', bytes).is_none();
    if is_tight && scratch.parse(&decoded).is_ok() {
        out.verbatim(&decoded);
    } else {
        out.text(text);
    }
}
