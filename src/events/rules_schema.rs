//! Events, messages and parts: fields and their values.

use super::rules::{in_one_pass, rule};

rule! {
    NOT_AN_EVENT "TW745" "ag-ui-not-an-event" Error in_one_pass
    "an event is no object, or has no type"
    "an event is an object with a string `type`"
    r#"
Rule `not-an-event`. The library says: `Invalid event: the frame carries no event type.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    MISSING_FIELD "TW746" "ag-ui-schema-missing-field" Error in_one_pass
    "a field that must be there is not"
    "add the field"
    r#"
Rule `schema-missing-field`. The library says: `Invalid input: expected …, received undefined`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    WRONG_TYPE "TW747" "ag-ui-schema-wrong-type" Error in_one_pass
    "a field holds another kind of value than it must"
    "write the kind of value that the message names"
    r#"
Rule `schema-wrong-type`. The library says: `Invalid input: expected string, received number`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":1}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    BAD_VALUE "TW748" "ag-ui-schema-bad-value" Error in_one_pass
    "a field holds a word or number that it must not hold"
    "write one of the values that the message names"
    r#"
Rule `schema-bad-value`. The library says: `Invalid option: expected one of "developer"|"system"|"assistant"|"user"`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"tool"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    NULL_OPTIONAL "TW749" "ag-ui-schema-null-optional" Error in_one_pass
    "a field that may be left out is null"
    "leave the field out"
    r#"
Rule `schema-null-optional`. The library says: `Invalid input: expected string, received null`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","name":null}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    BAD_TIMESTAMP "TW750" "ag-ui-schema-timestamp" Error in_one_pass
    "a timestamp is no whole number of milliseconds"
    "write milliseconds since 1970 as a whole number"
    r#"
Rule `schema-timestamp`. The library says: `Invalid input: expected int, received …`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a","timestamp":"2026-01-01T00:00:00Z"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a","timestamp":1767225600000}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    PATCH_POINTER "TW751" "ag-ui-schema-patch-pointer" Error in_one_pass
    "path or from of a patch operation is no JSON Pointer"
    "write a pointer as RFC 6901 has it: `/a/b`, with `~0` for `~` and `~1` for `/`"
    r#"
Rule `schema-patch-pointer`. The library says: `Invalid string: must match pattern /^(\/([^\/~]|~[01])*)*$/`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STATE_SNAPSHOT","snapshot":{}}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"a","value":1}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STATE_SNAPSHOT","snapshot":{}}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":1}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    INTERRUPTS_EMPTY "TW752" "ag-ui-schema-interrupts-empty" Error in_one_pass
    "the outcome is an interrupt without interrupts"
    "name at least one interrupt, or take another outcome"
    r#"
Rule `schema-interrupts-empty`. The library says: `Too small: expected array to have >=1 items`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[]}}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"approve"}]}}
```
"#
}
