//! Chunks: what keeps them from being put together.

use super::rules::{in_one_pass, rule};

rule! {
    CHUNK_TEXT_NO_ID "TW737" "ag-ui-chunk-text-no-id" Error in_one_pass
    "the first chunk of a text message has no messageId"
    "the first chunk names the message; an ordinary event ends what chunks put together"
    r#"
Rule `chunk-text-no-id`. The library says: `First TEXT_MESSAGE_CHUNK must have a messageId`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"x"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_TOOL_NO_ID "TW738" "ag-ui-chunk-tool-no-id" Error in_one_pass
    "the first chunk of a tool call has no toolCallId"
    "the first chunk names the call; an ordinary event ends what chunks put together"
    r#"
Rule `chunk-tool-no-id`. The library says: `First TOOL_CALL_CHUNK must have a toolCallId`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_CHUNK","delta":"{}"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_CHUNK","toolCallId":"c1","toolCallName":"f","delta":"{}"}
{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_TOOL_NO_NAME "TW739" "ag-ui-chunk-tool-no-name" Error in_one_pass
    "the first chunk of a tool call has no toolCallName"
    "the first chunk names the tool"
    r#"
Rule `chunk-tool-no-name`. The library says: `First TOOL_CALL_CHUNK must have a toolCallName`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_CHUNK","toolCallId":"c1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_CHUNK","toolCallId":"c1","toolCallName":"f","delta":"{}"}
{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_REASONING_NO_ID "TW740" "ag-ui-chunk-reasoning-no-id" Error in_one_pass
    "the first chunk of a reasoning message has no messageId"
    "the first chunk names the message; an ordinary event ends what chunks put together"
    r#"
Rule `chunk-reasoning-no-id`. The library says: `First REASONING_MESSAGE_CHUNK must have a messageId`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_CHUNK","delta":"x"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_ROLE_CHANGED "TW741" "ag-ui-chunk-role-changed" Error in_one_pass
    "a later chunk has another role than the first"
    "leave the role out of later chunks"
    r#"
Rule `chunk-role-changed`. The library says: `Cannot continue text message '…': chunk role '…' does not match the open stream's role '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","role":"user","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_NAME_CHANGED "TW742" "ag-ui-chunk-name-changed" Error in_one_pass
    "a later chunk has another name, toolCallName or parentMessageId than the first"
    "leave these fields out of later chunks"
    r#"
Rule `chunk-name-changed`. The library says: `Cannot continue …: chunk toolCallName '…' does not match the open stream's toolCallName '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","name":"a","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","name":"b","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_OWNER "TW743" "ag-ui-chunk-owner" Error in_one_pass
    "a later chunk has another agent than the first"
    "leave subagentRunId out, or give the one of the first chunk"
    r#"
Rule `chunk-owner`. The library says: `Cannot continue …: chunk subagentRunId '…' does not match the open stream's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"y","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    CHUNK_AMBIGUOUS "TW744" "ag-ui-chunk-ambiguous" Error in_one_pass
    "a chunk without id and agent may continue several streams"
    "name the message, the call or the agent"
    r#"
Rule `chunk-ambiguous`. The library says: `Ambiguous TEXT_MESSAGE_CHUNK: it carries neither a messageId nor a subagentRunId, but … lanes have an open text message.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"x","subagentRunId":"s2"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"y"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}
