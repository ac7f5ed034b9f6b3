//! Rules about what the library removes or repairs, and about missing information.

use crate::rule::rule;

rule! {
    UNKNOWN_EVENT "TW680" "ag-ui-unknown-event" Warning
    "the protocol does not define this type of event"
    "nothing to do if the application needs it; the library drops the event"
}

rule! {
    UNKNOWN_PROPERTY "TW681" "ag-ui-unknown-property" Warning
    "the protocol does not define this field"
    "move it under `metadata`: the library removes the field"
}

rule! {
    UNKNOWN_MEMBER "TW682" "ag-ui-unknown-member" Warning
    "the protocol does not define this kind of message, part, source, operation or outcome"
    "use one that the protocol defines: the library removes others"
}

rule! {
    RUN_NOT_FINISHED "TW683" "ag-ui-run-not-finished" Warning
    "the stream ends inside a run"
    "end the run with RUN_FINISHED or RUN_ERROR"
}

rule! {
    LEFT_OPEN "TW684" "ag-ui-left-open" Warning
    "a message, call, step or subagent is still open when the stream ends or the run fails"
    "add the missing end event"
}

rule! {
    RUN_IDS_DIFFER "TW685" "ag-ui-run-ids-differ" Warning
    "RUN_FINISHED and RUN_STARTED have different ids"
    "use the same threadId and runId in both"
}

rule! {
    LEGACY_SHAPE "TW690" "ag-ui-legacy-shape" Warning
    "an older shape of an event or a part"
    "write the shape of version 1.0"
}

rule! {
    NULL_REMOVED "TW691" "ag-ui-null-removed" Warning
    "a null without meaning"
    "remove the field"
}

rule! {
    TIMESTAMP_BACK "TW693" "ag-ui-timestamp-decreases" Warning
    "a timestamp is earlier than the one before"
    "write events in the order in which they happened"
}

rule! {
    SENTINEL "TW694" "ag-ui-sentinel" Warning
    "a frame that is not an event, such as [DONE]"
    "remove it: AG-UI streams end with RUN_FINISHED"
}
