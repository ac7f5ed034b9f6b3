//! Rules about the agents that own messages and calls.

use crate::rule::rule;

rule! {
    OWNER_TEXT "TW728" "ag-ui-owner-text" Error
    "the agent of an event is not the one of its text message"
    "leave subagentRunId out, or give the one of the event that started it"
}

rule! {
    OWNER_TEXT_REOPEN "TW729" "ag-ui-owner-text-reopen" Error
    "a text message is started again by another agent"
    "give the new message an id of its own"
}

rule! {
    OWNER_TOOL "TW730" "ag-ui-owner-tool" Error
    "the agent of an event is not the one of its tool call"
    "leave subagentRunId out, or give the one of the event that started it"
}

rule! {
    OWNER_TOOL_PARENT "TW731" "ag-ui-owner-tool-parent" Error
    "the agent of a tool call is not the one of the message that carries it"
    "leave subagentRunId out, or name another parent message"
}

rule! {
    OWNER_TOOL_REPARENT "TW732" "ag-ui-owner-tool-reparent" Error
    "a tool call is started again under a message of another agent"
    "give the new call an id of its own"
}

rule! {
    OWNER_REASONING "TW733" "ag-ui-owner-reasoning" Error
    "the agent of an event is not the one of its reasoning"
    "leave subagentRunId out, or give the one of the event that started it"
}

rule! {
    OWNER_ACTIVITY "TW734" "ag-ui-owner-activity" Error
    "the agent of an event is not the one of its activity"
    "leave subagentRunId out, or give the one of the event that started it"
}

rule! {
    OWNER_ENCRYPTED "TW735" "ag-ui-owner-encrypted" Error
    "the agent of a sealed value is not the one of the message or call that it names"
    "leave subagentRunId out, or give the one of the event that started it"
}

rule! {
    OWNER_SNAPSHOT "TW736" "ag-ui-owner-snapshot" Error
    "the agent of an event is not the one that a snapshot or the run's input gives for the message or call"
    "leave subagentRunId out, or give the one of the event that started it"
}
