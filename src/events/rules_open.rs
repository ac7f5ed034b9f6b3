//! Messages, calls and thoughts that are open, or are not.

use super::rules::{in_one_pass, rule};

rule! {
    TEXT_START_OPEN "TW704" "ag-ui-text-start-open" Error in_one_pass
    "a text message starts while one with its id is open"
    "end it with TEXT_MESSAGE_END first"
    r#"
Rule `text-start-open`. The library says: `A text message with ID '…' is already in progress.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
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
    TEXT_CONTENT_NOT_OPEN "TW705" "ag-ui-text-content-not-open" Error in_one_pass
    "content for a text message that is not open"
    "start it with TEXT_MESSAGE_START first"
    r#"
Rule `text-content-not-open`. The library says: `No active text message found with ID '…'. Start a text message with 'TEXT_MESSAGE_START' first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
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
    TEXT_END_NOT_OPEN "TW706" "ag-ui-text-end-not-open" Error in_one_pass
    "the end of a text message that is not open"
    "start it with TEXT_MESSAGE_START first"
    r#"
Rule `text-end-not-open`. The library says: `No active text message found with ID '…'. A 'TEXT_MESSAGE_START' event must be sent first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
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
    TOOL_START_OPEN "TW707" "ag-ui-tool-start-open" Error in_one_pass
    "a tool call starts while one with its id is open"
    "end it with TOOL_CALL_END first"
    r#"
Rule `tool-start-open`. The library says: `A tool call with ID '…' is already in progress.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    TOOL_ARGS_NOT_OPEN "TW708" "ag-ui-tool-args-not-open" Error in_one_pass
    "arguments for a tool call that is not open"
    "start it with TOOL_CALL_START first"
    r#"
Rule `tool-args-not-open`. The library says: `No active tool call found with ID '…'. Start a tool call with 'TOOL_CALL_START' first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    TOOL_END_NOT_OPEN "TW709" "ag-ui-tool-end-not-open" Error in_one_pass
    "the end of a tool call that is not open"
    "start it with TOOL_CALL_START first"
    r#"
Rule `tool-end-not-open`. The library says: `No active tool call found with ID '…'. A 'TOOL_CALL_START' event must be sent first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    REASONING_MESSAGE_OPEN "TW710" "ag-ui-reasoning-message-open" Error in_one_pass
    "a reasoning message starts while one with its id is open"
    "end it with REASONING_MESSAGE_END first"
    r#"
Rule `reasoning-message-open`. The library says: `A reasoning message with ID '…' is already in progress.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_START","messageId":"m1","role":"reasoning"}
{"type":"REASONING_MESSAGE_START","messageId":"m1","role":"reasoning"}
{"type":"REASONING_MESSAGE_END","messageId":"m1"}
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
    REASONING_CONTENT_NOT_OPEN "TW711" "ag-ui-reasoning-content-not-open" Error in_one_pass
    "content for a reasoning message that is not open"
    "start it with REASONING_MESSAGE_START first; an open span is not enough"
    r#"
Rule `reasoning-content-not-open`. The library says: `No active reasoning message found with ID '…'. Start a reasoning message with 'REASONING_MESSAGE_START' first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
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
    REASONING_MESSAGE_END_NOT_OPEN "TW712" "ag-ui-reasoning-message-end-not-open" Error in_one_pass
    "the end of a reasoning message that is not open"
    "start it with REASONING_MESSAGE_START first"
    r#"
Rule `reasoning-message-end-not-open`. The library says: `Cannot send 'REASONING_MESSAGE_END' event: No active reasoning message found with ID '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_END","messageId":"m1"}
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
    REASONING_SPAN_OPEN "TW713" "ag-ui-reasoning-span-open" Error in_one_pass
    "a reasoning span starts while one with its id is open"
    "end it with REASONING_END first"
    r#"
Rule `reasoning-span-open`. The library says: `A reasoning span with ID '…' is already in progress.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_START","messageId":"s1"}
{"type":"REASONING_START","messageId":"s1"}
{"type":"REASONING_END","messageId":"s1"}
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
    REASONING_END_NOT_OPEN "TW714" "ag-ui-reasoning-end-not-open" Error in_one_pass
    "the end of a reasoning span that is not open"
    "start it with REASONING_START first; an open message is not enough"
    r#"
Rule `reasoning-end-not-open`. The library says: `No active reasoning span found with ID '…'. A 'REASONING_START' event must be sent first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_END","messageId":"s1"}
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
