//! Rules about the agents that own messages and calls.

use crate::rule::rule;

rule! {
    OWNER_TEXT "TW728" "ag-ui-owner-text" Error
    "an event has a different agent than its text message"
    "remove subagentRunId, or use the one of the start event"
}

rule! {
    OWNER_TEXT_REOPEN "TW729" "ag-ui-owner-text-reopen" Error
    "a different agent starts a text message again"
    "give the new message its own id"
}

rule! {
    OWNER_TOOL "TW730" "ag-ui-owner-tool" Error
    "an event has a different agent than its tool call"
    "remove subagentRunId, or use the one of the start event"
}

rule! {
    OWNER_TOOL_PARENT "TW731" "ag-ui-owner-tool-parent" Error
    "a tool call has a different agent than its parent message"
    "remove subagentRunId, or name another parent message"
}

rule! {
    OWNER_TOOL_REPARENT "TW732" "ag-ui-owner-tool-reparent" Error
    "a tool call starts again under a message of a different agent"
    "give the new call its own id"
}

rule! {
    OWNER_REASONING "TW733" "ag-ui-owner-reasoning" Error
    "an event has a different agent than its reasoning"
    "remove subagentRunId, or use the one of the start event"
}

rule! {
    OWNER_ACTIVITY "TW734" "ag-ui-owner-activity" Error
    "an event has a different agent than its activity"
    "remove subagentRunId, or use the one of the start event"
}

rule! {
    OWNER_ENCRYPTED "TW735" "ag-ui-owner-encrypted" Error
    "an encrypted value has a different agent than the message or call that it names"
    "remove subagentRunId, or use the one of the start event"
}

rule! {
    OWNER_SNAPSHOT "TW736" "ag-ui-owner-snapshot" Error
    "an event has a different agent than a snapshot or the run's input gives for the message or call"
    "remove subagentRunId, or use the one of the snapshot or input"
}
