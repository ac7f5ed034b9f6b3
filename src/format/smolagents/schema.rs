//! The type of a list of steps: what the reader needs, and a description of what it reads.

use serde_json::{Value, json};

use crate::format::shape::ValueType::{
    self, All, Any, AnyList, AnyObject, Cases, Containing, Either, FilledList, Has, List, Members, Object, Text,
};
use crate::format::shape::{Key, SchemaPrinter, ShapeObject};

/// Steps, or an object with them, or `messages`.
pub(super) fn schema(messages: &Value, printer: &mut SchemaPrinter) -> Value {
    let run = json!({ "if": printer.value(&IS_RUN), "then": printer.value(&RUN), "else": messages });
    json!({ "if": printer.value(&ARE_STEPS), "then": printer.value(&STEPS), "else": run })
}

const ARE_STEPS: ValueType = Containing(&IS_STEP);
const IS_RUN: ValueType = All(&[AnyObject, Members(&[Key::must("steps", ARE_STEPS)])]);

const IS_STEP: ValueType = All(&[
    AnyObject,
    Either(&[
        Has(&["step_number", "timing"]),
        Has(&["step_number", "model_output_message"]),
        Has(&["task", "task_images"]),
    ]),
]);

const RUN: ValueType = Members(&[Key::may("steps", STEPS).about("The steps.")]);
const STEPS: ValueType = List(&Object(&STEP));

static STEP: ShapeObject = ShapeObject::of(&[
    Key::any("system_prompt").about("The text of the system."),
    Key::any("task").about("What the user asks."),
    Key::any("plan").about("The plan of the model."),
    Key::any("step_number").about("The number of an action."),
    Key::any("model_output").about("What the model says."),
    Key::any("tool_calls").about("The calls of an action."),
    Key::any("observations").about("The results of its calls."),
    Key::any("error").about("The error of a call that failed."),
    Key::any("model_output_message").about("The answer of the model."),
])
.checked(&[Cases(
    &[
        (Members(&[Key::must("step_number", Any), Key::must("tool_calls", FilledList(&Any))]), CALLS),
        (Has(&["step_number"]), Members(&[Key::may("model_output_message", CALLS)])),
    ],
    &Any,
)])
.named("step", "A step: a task, a plan, or an action.");

const CALLS: ValueType = Members(&[Key::may("tool_calls", Cases(&[(AnyList, List(&CALL))], &Any))]);

const CALL: ValueType = All(&[
    AnyObject,
    Members(&[
        Key::any("id").about("The id of the call."),
        Key::must("function", FUNCTION).about("The tool, and its arguments."),
    ]),
]);

const FUNCTION: ValueType = All(&[
    AnyObject,
    Members(&[
        Key::must("name", Text).about("The name of the tool."),
        Key::any("arguments").about("The arguments: an object, or a string with its JSON or with code."),
    ]),
]);
