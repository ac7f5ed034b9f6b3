//! What happens to the conversation when the events are replayed.

use super::rules::{in_one_pass, rule};

rule! {
    RESULT_UNKNOWN_CALL "TW695" "ag-ui-result-unknown-call" Warning in_one_pass
    "a result for a call that the stream does not have"
    "let toolCallId name a call"
    r#"
Rule `result-unknown-call`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
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
    CALL_PENDING "TW696" "ag-ui-call-pending" Note in_one_pass
    "a tool call has no result by the end of its run"
    "nothing, if the application runs the tool itself"
    r#"
Rule `call-pending`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
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
    SECOND_RESULT "TW697" "ag-ui-second-result" Warning in_one_pass
    "a second result for one call"
    "keep one result: providers refuse a second one"
    r#"
Rule `second-result`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"c1","content":"ok"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
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
    ARGUMENTS_NOT_JSON "TW698" "ag-ui-arguments-not-json" Warning in_one_pass
    "the arguments of a call are no JSON when it ends"
    "let the model repeat the call"
    r#"
Rule `arguments-not-json`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{"}
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
    ID_OF_TWO_ROLES "TW699" "ag-ui-id-of-two-roles" Warning in_one_pass
    "messages of two roles, or a text and a thought, share an id"
    "give each message an id of its own"
    r#"
Rule `id-of-two-roles`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
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
    REPEATED_ID "TW760" "ag-ui-repeated-id" Warning in_one_pass
    "a snapshot or input has two messages with one id"
    "give each message an id of its own"
    r#"
Rule `repeated-id`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"user","content":"a"},{"id":"m1","role":"user","content":"b"}]}
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
    SNAPSHOT_REORDERS "TW761" "ag-ui-snapshot-reorders" Warning in_one_pass
    "a snapshot has known messages in another order than they came"
    "the library keeps the order in which it got to know them"
    r#"
Rule `snapshot-reorders`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m2"}
{"type":"TEXT_MESSAGE_END","messageId":"m2"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m2","role":"assistant","content":""},{"id":"m1","role":"assistant","content":""}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":""}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SNAPSHOT_DROPS "TW762" "ag-ui-snapshot-drops" Warning in_one_pass
    "a snapshot lacks messages that were known"
    "send all messages, or none"
    r#"
Rule `snapshot-drops`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"MESSAGES_SNAPSHOT","messages":[]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":""}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    TEXT_INTO_PARTS "TW765" "ag-ui-text-into-parts" Warning in_one_pass
    "text for a message that has parts"
    "give the text a message of its own: the library replaces the parts"
    r#"
Rule `text-into-parts`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"user","content":[{"type":"text","text":"a"}]}]}
{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"user"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}
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
