//! Which agent owns what.

use super::rules::{in_one_pass, rule};

rule! {
    OWNER_TEXT "TW728" "ag-ui-owner-text" Error in_one_pass
    "the agent of an event is not the one of its text message"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-text`. The library says: `subagentRunId '…' does not match the message '…' opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    OWNER_TEXT_REOPEN "TW729" "ag-ui-owner-text-reopen" Error in_one_pass
    "a text message is started again by another agent"
    "give the new message an id of its own"
    r#"
Rule `owner-text-reopen`. The library says: `subagentRunId '…' does not match the message '…' opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    OWNER_TOOL "TW730" "ag-ui-owner-tool" Error in_one_pass
    "the agent of an event is not the one of its tool call"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-tool`. The library says: `subagentRunId '…' does not match the tool call '…' opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}","subagentRunId":"s1"}
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
    OWNER_TOOL_PARENT "TW731" "ag-ui-owner-tool-parent" Error in_one_pass
    "the agent of a tool call is not the one of the message that carries it"
    "leave subagentRunId out, or name another parent message"
    r#"
Rule `owner-tool-parent`. The library says: `subagentRunId '…' does not match its parent message '…' owner '…'. A tool call belongs to the message that carries it.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1","subagentRunId":"s1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"ok"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    OWNER_TOOL_REPARENT "TW732" "ag-ui-owner-tool-reparent" Error in_one_pass
    "a tool call is started again under a message of another agent"
    "give the new call an id of its own"
    r#"
Rule `owner-tool-reparent`. The library says: `tool call '…' is owned by '…' but its parent message '…' is owned by '…'. A tool call belongs to the message that carries it.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
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
    OWNER_REASONING "TW733" "ag-ui-owner-reasoning" Error in_one_pass
    "the agent of an event is not the one of its reasoning"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-reasoning`. The library says: `subagentRunId '…' does not match the reasoning message '…' opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_START","messageId":"m1","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"m1","delta":"x","subagentRunId":"s1"}
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
    OWNER_ACTIVITY "TW734" "ag-ui-owner-activity" Error in_one_pass
    "the agent of an event is not the one of its activity"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-activity`. The library says: `subagentRunId '…' does not match the activity '…' opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"plan","content":{}}
{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"plan","patch":[],"subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"plan","content":{},"subagentRunId":"s1"}
{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"plan","patch":[],"subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    OWNER_ENCRYPTED "TW735" "ag-ui-owner-encrypted" Error in_one_pass
    "the agent of a sealed value is not the one of the message or call that it names"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-encrypted`. The library says: `Cannot send 'REASONING_ENCRYPTED_VALUE': subagentRunId '…' does not match the … opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m1","encryptedValue":"e","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m1","encryptedValue":"e"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    OWNER_SNAPSHOT "TW736" "ag-ui-owner-snapshot" Error in_one_pass
    "the agent of an event is not the one that a snapshot or the run's input gives for the message or call"
    "leave subagentRunId out, or give the one of the event that started it"
    r#"
Rule `owner-snapshot`. The library says: `subagentRunId '…' does not match the … opener's subagent '…'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"x","subagentRunId":"s1"}]}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s2"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","content":"x","subagentRunId":"s1"}]}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}
