//! What the library removes or repairs, and what a stream leaves unsaid.

use super::rules::{in_one_pass, rule};

rule! {
    UNKNOWN_EVENT "TW680" "ag-ui-unknown-event" Warning in_one_pass
    "the protocol does not know this type of event"
    "nothing, if the application needs it: the library drops the event"
    r#"
Rule `unknown-event`. The library says: `Dropping unrecognised event '…'`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MY_EVENT"}
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
    UNKNOWN_PROPERTY "TW681" "ag-ui-unknown-property" Warning in_one_pass
    "the protocol does not know this field"
    "put it under `metadata`: the library removes the field"
    r#"
Rule `unknown-property`. The library says: `Removed unrecognised material at '…'`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","zzz":1}
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
    UNKNOWN_MEMBER "TW682" "ag-ui-unknown-member" Warning in_one_pass
    "the protocol does not know this kind of message, part, source, operation or outcome"
    "the library removes it"
    r#"
Rule `unknown-member`. The library says: `Removed unrecognised material at '…'`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"x","role":"alien","content":"y"}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"x","subagentRunId":"s1"}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    RUN_NOT_FINISHED "TW683" "ag-ui-run-not-finished" Warning in_one_pass
    "the stream ends inside a run"
    "end the run with RUN_FINISHED or RUN_ERROR"
    r#"
Rule `run-not-finished`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    LEFT_OPEN "TW684" "ag-ui-left-open" Warning in_one_pass
    "a message, call, step or subagent is open where the stream ends or the run fails"
    "end what was started"
    r#"
Rule `left-open`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"RUN_ERROR","message":"x"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_ERROR","message":"x"}
```
"#
}

rule! {
    RUN_IDS_DIFFER "TW685" "ag-ui-run-ids-differ" Warning in_one_pass
    "RUN_FINISHED has other ids than RUN_STARTED"
    "give both the same threadId and runId"
    r#"
Rule `run-ids-differ`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    LEGACY_SHAPE "TW690" "ag-ui-legacy-shape" Warning in_one_pass
    "an older shape of an event or a part"
    "write the shape of version 1.0"
    r#"
Rule `legacy-shape`. The library says: `Converting deprecated …`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"THINKING_START"}
{"type":"THINKING_END"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_START","messageId":"s1"}
{"type":"REASONING_MESSAGE_START","messageId":"m1","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
{"type":"REASONING_MESSAGE_END","messageId":"m1"}
{"type":"REASONING_END","messageId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    NULL_REMOVED "TW691" "ag-ui-null-removed" Warning in_one_pass
    "a null that means nothing"
    "leave the field out"
    r#"
Rule `null-removed`. The library says: `Converting deprecated ….outcome: null to an absent field`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    TIMESTAMP_BACK "TW693" "ag-ui-timestamp-decreases" Warning in_one_pass
    "a timestamp is earlier than the one before"
    "keep events in the order in which they happened"
    r#"
Rule `timestamp-decreases`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a","timestamp":2}
{"type":"STEP_FINISHED","stepName":"a","timestamp":1}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a","timestamp":1}
{"type":"STEP_FINISHED","stepName":"a","timestamp":2}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SENTINEL "TW694" "ag-ui-sentinel" Warning in_one_pass
    "a frame that is no event, such as [DONE]"
    "leave it out: AG-UI streams end with RUN_FINISHED"
    r#"
Rule `sentinel`.

```json bad ag-ui
data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: [DONE]

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}

```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}
