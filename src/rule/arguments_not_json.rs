//! The arguments of a call are not JSON.

use super::RuleReport;
use crate::json::{Tape, duplicate_keys};
use crate::model::{Arguments, CallKind, Conversation};

rule! {
    RULE "TW207" "arguments-not-json" Warning check
    "the arguments of a tool call are not a JSON object"
    "write a JSON object; convert --repair preserves the text in the field `_raw`"
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let (mut tape, mut buffer) = (Tape::new(), String::new());
    for call in found.pairs().calls.iter().map(|it| it.call) {
        let Arguments::Encoded(text) = &call.arguments else { continue };
        if call.kind == CallKind::Custom {
            continue;
        }
        let name = &call.name;
        let at = found.place(text, call.at);
        match tape.parse(text.decode_json_in(&mut buffer)) {
            Err(error) => found.at(at, || {
                format!("the arguments of `{}` are not JSON: {error} (byte {})", name.show(), error.offset + 1)
            }),
            Ok(node) if !node.is_object() => {
                found
                    .at(at, || format!("the arguments of `{}` are {}, not an object", name.show(), node.kind().name()));
            }
            Ok(node) => duplicate_keys(node, &mut |key, _, _| {
                found.at(at, || format!("the arguments of `{}` have the key `{key}` twice", name.show()));
            }),
        }
    }
}
