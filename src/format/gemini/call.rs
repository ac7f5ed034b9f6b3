//! Function calls: how they are read, and what the API demands of them.
//!
//! ```json
//! {"functionCall":{"name":"f","args":{"city":"Oslo"}},"thoughtSignature":"c2ln"}
//! ```

use super::keys::{keep, sort};
use super::part::{PartFields, need_object, read_id};
use crate::format::Reading;
use crate::format::shared::{need_text, wrong_type};
use crate::json::{Node, Raw};
use crate::model::{Arguments, CallKind, Extras, Part, Slot, ToolCall};
use crate::report::Refused;

pub(super) fn read_call<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    mut fields: PartFields<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "functionCall")?;
    let ([name, args, id], rest) = sort(data, &["name", "args", "id"])?;
    let mut extras = Extras::default();
    let id = read_id(id, &mut extras, reading);
    let arguments = match args {
        Some(args) if args.is_object() => args.to_raw(),
        Some(args) if !args.is_null() => {
            wrong_type(reading, args, "args", "an object");
            args.to_raw()
        }
        _ => Raw::borrowed("{}"),
    };
    let signature = fields.take_signature(&mut extras, reading).map(Box::new);
    keep(rest, Slot::Source, &["partialArgs", "willContinue"], "a function call", &mut extras, reading);
    fields.keep(&mut extras, reading);
    Ok(Part::from(ToolCall {
        at: node.at(),
        id,
        kind: CallKind::Function,
        name: need_text(name, "name", data)?,
        arguments: Arguments::Object(arguments),
        cache: None,
        signature,
        extras,
    }))
}
