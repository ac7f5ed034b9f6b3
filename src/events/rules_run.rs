//! Rules about runs, steps and subagents: events that the library's state machine rejects.

use crate::rule::rule;

rule! {
    FIRST_EVENT "TW700" "ag-ui-first-event" Error
    "the first event of a stream is neither RUN_STARTED nor RUN_ERROR"
    "start the stream with RUN_STARTED"
}

rule! {
    AFTER_RUN_ERROR "TW701" "ag-ui-after-run-error" Error
    "an event other than RUN_STARTED follows RUN_ERROR"
    "start a new run: nothing else may follow a failed one"
}

rule! {
    AFTER_RUN_FINISHED "TW702" "ag-ui-after-run-finished" Error
    "an event other than RUN_STARTED or RUN_ERROR follows RUN_FINISHED"
    "move it before RUN_FINISHED, or start a new run"
}

rule! {
    RUN_STILL_ACTIVE "TW703" "ag-ui-run-still-active" Error
    "RUN_STARTED while another run is active"
    "finish the previous run with RUN_FINISHED or RUN_ERROR"
}

rule! {
    STEP_ALREADY_ACTIVE "TW715" "ag-ui-step-already-active" Error
    "a step with this name is already active for the same agent"
    "finish it before it starts again"
}

rule! {
    STEP_NOT_STARTED "TW716" "ag-ui-step-not-started" Error
    "a step finishes that was not started"
    "start it with STEP_STARTED first"
}

rule! {
    STEP_OTHER_OWNER "TW717" "ag-ui-step-other-owner" Error
    "a step is finished by a different agent than the one that started it"
    "use the same subagentRunId in both events"
}

rule! {
    FINISH_OPEN_STEPS "TW718" "ag-ui-finish-open-steps" Error
    "a run finishes while steps are active"
    "finish them before RUN_FINISHED"
}

rule! {
    FINISH_OPEN_TEXT "TW719" "ag-ui-finish-open-text" Error
    "a run finishes while text messages are open"
    "end them before RUN_FINISHED"
}

rule! {
    FINISH_OPEN_REASONING_MESSAGE "TW720" "ag-ui-finish-open-reasoning-message" Error
    "a run finishes while reasoning messages are open"
    "end them before RUN_FINISHED"
}

rule! {
    FINISH_OPEN_REASONING_SPAN "TW721" "ag-ui-finish-open-reasoning-span" Error
    "a run finishes while reasoning spans are open"
    "end them before RUN_FINISHED"
}

rule! {
    FINISH_OPEN_TOOL "TW722" "ag-ui-finish-open-tool" Error
    "a run finishes while tool calls are open"
    "end them before RUN_FINISHED"
}

rule! {
    FINISH_OPEN_SUBAGENT "TW723" "ag-ui-finish-open-subagent" Error
    "a run finishes while subagents are active"
    "end them before RUN_FINISHED"
}

rule! {
    SUBAGENT_ACTIVE "TW724" "ag-ui-subagent-active" Error
    "a subagent starts that is already active"
    "finish it first, or give the new one its own id"
}

rule! {
    SUBAGENT_REUSED "TW725" "ag-ui-subagent-reused" Error
    "a subagent starts with the id of one that already finished in this run"
    "give each subagent its own id"
}

rule! {
    SUBAGENT_PARENT_UNKNOWN "TW726" "ag-ui-subagent-parent-unknown" Error
    "the parent of a subagent was never started in this run"
    "start the parent first, or remove parentSubagentRunId"
}

rule! {
    SUBAGENT_NOT_ACTIVE "TW727" "ag-ui-subagent-not-active" Error
    "SUBAGENT_FINISHED or SUBAGENT_ERROR for a subagent that is not active"
    "start it with SUBAGENT_STARTED first"
}
