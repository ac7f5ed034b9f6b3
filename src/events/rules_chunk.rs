//! Rules about chunks that cannot be expanded.

use crate::rule::rule;

rule! {
    CHUNK_TEXT_NO_ID "TW737" "ag-ui-chunk-text-no-id" Error
    "the first chunk of a text message has no messageId"
    "the first chunk names the message; an ordinary event ends what chunks put together"
}

rule! {
    CHUNK_TOOL_NO_ID "TW738" "ag-ui-chunk-tool-no-id" Error
    "the first chunk of a tool call has no toolCallId"
    "the first chunk names the call; an ordinary event ends what chunks put together"
}

rule! {
    CHUNK_TOOL_NO_NAME "TW739" "ag-ui-chunk-tool-no-name" Error
    "the first chunk of a tool call has no toolCallName"
    "the first chunk names the tool"
}

rule! {
    CHUNK_REASONING_NO_ID "TW740" "ag-ui-chunk-reasoning-no-id" Error
    "the first chunk of a reasoning message has no messageId"
    "the first chunk names the message; an ordinary event ends what chunks put together"
}

rule! {
    CHUNK_ROLE_CHANGED "TW741" "ag-ui-chunk-role-changed" Error
    "a later chunk has another role than the first"
    "leave the role out of later chunks"
}

rule! {
    CHUNK_NAME_CHANGED "TW742" "ag-ui-chunk-name-changed" Error
    "a later chunk has another name, toolCallName or parentMessageId than the first"
    "leave these fields out of later chunks"
}

rule! {
    CHUNK_OWNER "TW743" "ag-ui-chunk-owner" Error
    "a later chunk has another agent than the first"
    "leave subagentRunId out, or give the one of the first chunk"
}

rule! {
    CHUNK_AMBIGUOUS "TW744" "ag-ui-chunk-ambiguous" Error
    "a chunk without id and agent may continue several streams"
    "name the message, the call or the agent"
}
