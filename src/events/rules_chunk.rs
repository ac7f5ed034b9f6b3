//! Rules about chunks that cannot be expanded.

use crate::rule::rule;

rule! {
    CHUNK_TEXT_NO_ID "TW737" "ag-ui-chunk-text-no-id" Error
    "the first chunk of a text message has no messageId"
    "add the messageId to the first chunk, or to the first one after an ordinary event"
}

rule! {
    CHUNK_TOOL_NO_ID "TW738" "ag-ui-chunk-tool-no-id" Error
    "the first chunk of a tool call has no toolCallId"
    "add the toolCallId to the first chunk, or to the first one after an ordinary event"
}

rule! {
    CHUNK_TOOL_NO_NAME "TW739" "ag-ui-chunk-tool-no-name" Error
    "the first chunk of a tool call has no toolCallName"
    "add the toolCallName to the first chunk"
}

rule! {
    CHUNK_REASONING_NO_ID "TW740" "ag-ui-chunk-reasoning-no-id" Error
    "the first chunk of a reasoning message has no messageId"
    "add the messageId to the first chunk, or to the first one after an ordinary event"
}

rule! {
    CHUNK_ROLE_CHANGED "TW741" "ag-ui-chunk-role-changed" Error
    "a later chunk has a different role than the first"
    "remove the role from later chunks"
}

rule! {
    CHUNK_NAME_CHANGED "TW742" "ag-ui-chunk-name-changed" Error
    "a later chunk has a different name, toolCallName or parentMessageId than the first"
    "remove these fields from later chunks"
}

rule! {
    CHUNK_OWNER "TW743" "ag-ui-chunk-owner" Error
    "a later chunk has a different agent than the first"
    "remove subagentRunId, or use the one of the first chunk"
}

rule! {
    CHUNK_AMBIGUOUS "TW744" "ag-ui-chunk-ambiguous" Error
    "a chunk without id and agent could continue several streams"
    "add the id of the message or call, or the agent"
}
