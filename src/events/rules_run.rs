//! Runs, steps and subagents: what the library's state machine refuses.

use super::rules::{in_one_pass, rule};

rule! {
    FIRST_EVENT "TW700" "ag-ui-first-event" Error in_one_pass
    "the first event of a stream is neither RUN_STARTED nor RUN_ERROR"
    "start the stream with RUN_STARTED"
    r#"
Rule `first-event`. The library says: `First event must be 'RUN_STARTED'`

```json bad ag-ui
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
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
    AFTER_RUN_ERROR "TW701" "ag-ui-after-run-error" Error in_one_pass
    "an event other than RUN_STARTED follows RUN_ERROR"
    "nothing but a new run may follow a failed one"
    r#"
Rule `after-run-error`. The library says: `The run has already errored with 'RUN_ERROR'. No further events can be sent.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_ERROR","message":"x"}
{"type":"STEP_STARTED","stepName":"a"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_ERROR","message":"x"}
```
"#
}

rule! {
    AFTER_RUN_FINISHED "TW702" "ag-ui-after-run-finished" Error in_one_pass
    "an event other than RUN_STARTED or RUN_ERROR follows RUN_FINISHED"
    "put it before RUN_FINISHED, or start a new run"
    r#"
Rule `after-run-finished`. The library says: `The run has already finished with 'RUN_FINISHED'. Start a new run with 'RUN_STARTED'.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    RUN_STILL_ACTIVE "TW703" "ag-ui-run-still-active" Error in_one_pass
    "RUN_STARTED while a run is active"
    "finish the run before with RUN_FINISHED or RUN_ERROR"
    r#"
Rule `run-still-active`. The library says: `Cannot send 'RUN_STARTED' while a run is still active.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_STARTED","threadId":"t","runId":"r2","parentRunId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"RUN_STARTED","threadId":"t","runId":"r2","parentRunId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}
```
"#
}

rule! {
    STEP_ALREADY_ACTIVE "TW715" "ag-ui-step-already-active" Error in_one_pass
    "a step of this name is active for the same agent"
    "finish it before it starts again"
    r#"
Rule `step-already-active`. The library says: `Step "…" is already active for 'STEP_STARTED'`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    STEP_NOT_STARTED "TW716" "ag-ui-step-not-started" Error in_one_pass
    "a step is finished that nobody started"
    "start it with STEP_STARTED first"
    r#"
Rule `step-not-started`. The library says: `Cannot send 'STEP_FINISHED' for step "…" that was not started`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    STEP_OTHER_OWNER "TW717" "ag-ui-step-other-owner" Error in_one_pass
    "a step is finished by another agent than the one that started it"
    "give both events the same subagentRunId"
    r#"
Rule `step-other-owner`. The library says: `that step is open under the parent agent. A step must be finished by whoever started it.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a","subagentRunId":"s1"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a","subagentRunId":"s1"}
{"type":"STEP_FINISHED","stepName":"a","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    FINISH_OPEN_STEPS "TW718" "ag-ui-finish-open-steps" Error in_one_pass
    "a run is finished while steps are active"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-steps`. The library says: `Cannot send 'RUN_FINISHED' while steps are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"STEP_STARTED","stepName":"a"}
{"type":"STEP_FINISHED","stepName":"a"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    FINISH_OPEN_TEXT "TW719" "ag-ui-finish-open-text" Error in_one_pass
    "a run is finished while text messages are open"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-text`. The library says: `Cannot send 'RUN_FINISHED' while text messages are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
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
    FINISH_OPEN_REASONING_MESSAGE "TW720" "ag-ui-finish-open-reasoning-message" Error in_one_pass
    "a run is finished while reasoning messages are open"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-reasoning-message`. The library says: `Cannot send 'RUN_FINISHED' while reasoning messages are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_MESSAGE_START","messageId":"m1","role":"reasoning"}
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
    FINISH_OPEN_REASONING_SPAN "TW721" "ag-ui-finish-open-reasoning-span" Error in_one_pass
    "a run is finished while reasoning spans are open"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-reasoning-span`. The library says: `Cannot send 'RUN_FINISHED' while reasoning spans are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"REASONING_START","messageId":"s1"}
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
    FINISH_OPEN_TOOL "TW722" "ag-ui-finish-open-tool" Error in_one_pass
    "a run is finished while tool calls are open"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-tool`. The library says: `Cannot send 'RUN_FINISHED' while tool calls are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
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
    FINISH_OPEN_SUBAGENT "TW723" "ag-ui-finish-open-subagent" Error in_one_pass
    "a run is finished while subagents are active"
    "end them before RUN_FINISHED"
    r#"
Rule `finish-open-subagent`. The library says: `Cannot send 'RUN_FINISHED' while subagents are still active`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SUBAGENT_ACTIVE "TW724" "ag-ui-subagent-active" Error in_one_pass
    "a subagent starts that is active"
    "finish it first, or give the new one an id of its own"
    r#"
Rule `subagent-active`. The library says: `subagent '…' is already active. Finish it with 'SUBAGENT_FINISHED' first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SUBAGENT_REUSED "TW725" "ag-ui-subagent-reused" Error in_one_pass
    "a subagent starts with the id of one that ended in this run"
    "give each subagent an id of its own"
    r#"
Rule `subagent-reused`. The library says: `subagent '…' has already finished in this run. Subagent IDs are per-invocation and cannot be reused.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s2","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s2"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SUBAGENT_PARENT_UNKNOWN "TW726" "ag-ui-subagent-parent-unknown" Error in_one_pass
    "the parent of a subagent was never started in this run"
    "start the parent first, or leave parentSubagentRunId out"
    r#"
Rule `subagent-parent-unknown`. The library says: `parentSubagentRunId '…' has not been started in this run.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper","parentSubagentRunId":"s0"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}

rule! {
    SUBAGENT_NOT_ACTIVE "TW727" "ag-ui-subagent-not-active" Error in_one_pass
    "SUBAGENT_FINISHED or SUBAGENT_ERROR of a subagent that is not active"
    "start it with SUBAGENT_STARTED first"
    r#"
Rule `subagent-not-active`. The library says: `no active subagent found with ID '…'. A 'SUBAGENT_STARTED' event must be sent first.`

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"helper"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
```
"#
}
