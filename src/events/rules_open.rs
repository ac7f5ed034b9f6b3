//! Rules about open messages, calls and reasoning.

use crate::rule::rule;

rule! {
    TEXT_START_OPEN "TW704" "ag-ui-text-start-open" Error
    "a text message starts while one with the same id is open"
    "end it with TEXT_MESSAGE_END first"
}

rule! {
    TEXT_CONTENT_NOT_OPEN "TW705" "ag-ui-text-content-not-open" Error
    "content for a text message that is not open"
    "start it with TEXT_MESSAGE_START first"
}

rule! {
    TEXT_END_NOT_OPEN "TW706" "ag-ui-text-end-not-open" Error
    "the end of a text message that is not open"
    "start it with TEXT_MESSAGE_START first"
}

rule! {
    TOOL_START_OPEN "TW707" "ag-ui-tool-start-open" Error
    "a tool call starts while one with the same id is open"
    "end it with TOOL_CALL_END first"
}

rule! {
    TOOL_ARGS_NOT_OPEN "TW708" "ag-ui-tool-args-not-open" Error
    "arguments for a tool call that is not open"
    "start it with TOOL_CALL_START first"
}

rule! {
    TOOL_END_NOT_OPEN "TW709" "ag-ui-tool-end-not-open" Error
    "the end of a tool call that is not open"
    "start it with TOOL_CALL_START first"
}

rule! {
    REASONING_MESSAGE_OPEN "TW710" "ag-ui-reasoning-message-open" Error
    "a reasoning message starts while one with the same id is open"
    "end it with REASONING_MESSAGE_END first"
}

rule! {
    REASONING_CONTENT_NOT_OPEN "TW711" "ag-ui-reasoning-content-not-open" Error
    "content for a reasoning message that is not open"
    "start it with REASONING_MESSAGE_START first; an open span is not enough"
}

rule! {
    REASONING_MESSAGE_END_NOT_OPEN "TW712" "ag-ui-reasoning-message-end-not-open" Error
    "the end of a reasoning message that is not open"
    "start it with REASONING_MESSAGE_START first"
}

rule! {
    REASONING_SPAN_OPEN "TW713" "ag-ui-reasoning-span-open" Error
    "a reasoning span starts while one with the same id is open"
    "end it with REASONING_END first"
}

rule! {
    REASONING_END_NOT_OPEN "TW714" "ag-ui-reasoning-end-not-open" Error
    "the end of a reasoning span that is not open"
    "start it with REASONING_START first; an open message is not enough"
}
