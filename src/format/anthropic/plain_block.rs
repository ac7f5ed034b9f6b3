//! Blocks in the form that nearly all have: a text, a call, or a result that is a text. Reading one takes no search for other
//! keys, and nothing in it can be wrong.

use super::block::BlockPlace;
use crate::json::{Node, Text};
use crate::model::{Arguments, CallKind, Extras, Form, OneOrMany, Part, TextPart, ToolCall, ToolResult};

/// A block, if it has one of these forms.
pub(super) fn read_plain_block<'a>(node: Node<'_, 'a>, place: BlockPlace) -> Option<Part<'a>> {
    if let Some([("text", _), (text, _)]) = node.strings(["type", "text"]) {
        return Some(Part::Text(TextPart::new(Text::Token(text), node.at())));
    }
    match place {
        BlockPlace::Assistant => read_call(node),
        BlockPlace::User => read_result(node),
        BlockPlace::System | BlockPlace::Result | BlockPlace::Unknown => None,
    }
}

fn read_call<'a>(node: Node<'_, 'a>) -> Option<Part<'a>> {
    let [kind, id, name, input] = node.in_order(["type", "id", "name", "input"])?;
    let (id, name) = (id.token()?, name.token()?);
    let is_plain = kind.token() == Some("tool_use") && input.is_object();
    is_plain.then(|| {
        Part::from(ToolCall {
            at: node.at(),
            id: Some(Text::Token(id)),
            kind: CallKind::Function,
            name: Text::Token(name),
            arguments: Arguments::Object(input.to_raw()),
            cache: None,
            signature: None,
            extras: Extras::default(),
        })
    })
}

fn read_result<'a>(node: Node<'_, 'a>) -> Option<Part<'a>> {
    let [("tool_result", _), (id, _), (text, text_at)] = node.strings(["type", "tool_use_id", "content"])? else {
        return None;
    };
    Some(Part::from(ToolResult {
        at: node.at(),
        parts: OneOrMany::one(Part::Text(TextPart::new(Text::Token(text), text_at))),
        form: Form::Text,
        call_id: Some(Text::Token(id)),
        ..ToolResult::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::super::block::read_any_block;
    use super::*;
    use crate::format::Reading;
    use crate::json::Tape;
    use crate::report::Report;

    #[test]
    fn a_plain_block_is_what_the_reader_of_all_blocks_makes_of_it() {
        let blocks = [
            r#"{"type":"text","text":"a\n"}"#,
            r#"{"type": "text", "text": ""}"#,
            r#"{"type":"tool_use","id":"c1","name":"f","input":{"a": 1.10}}"#,
            r#"{"type":"tool_use","id":"","name":"","input":{}}"#,
            r#"{"type":"tool_result","tool_use_id":"c1","content":"r"}"#,
            r#"{"type":"tool_result","tool_use_id":"","content":""}"#,
            r#"{"type":"tool_use","id":"c1","name":"f","input":[]}"#,
            r#"{"type":"tool_use","id":1,"name":"f","input":{}}"#,
            r#"{"type":"server_tool_use","id":"c1","name":"f","input":{}}"#,
            r#"{"type":"tool_result","tool_use_id":"c1","content":null}"#,
            r#"{"type":"text","text":"a","cache_control":null}"#,
            r#"{"text":"a","type":"text"}"#,
        ];
        let mut plain = 0;
        for block in blocks {
            for place in [BlockPlace::System, BlockPlace::User, BlockPlace::Assistant, BlockPlace::Result] {
                let mut tape = Tape::new();
                let node = tape.parse(block).unwrap();
                let Some(part) = read_plain_block(node, place) else { continue };
                let (mut report, mut scratch) = (Report::keeping(9), Tape::new());
                let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
                let expected = read_any_block(node, place, &mut reading).unwrap();
                assert_eq!(format!("{part:?}"), format!("{expected:?}"), "{block}");
                assert!(report.is_empty(), "{block}");
                plain += 1;
            }
        }
        assert_eq!(plain, 2 * 4 + 2 + 2);
    }
}
