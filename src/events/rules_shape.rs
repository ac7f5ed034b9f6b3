//! Rules about what the library removes or repairs, and about missing information.

use crate::rule::rule;

rule! {
    UNKNOWN_EVENT "TW680" "ag-ui-unknown-event" Warning
    "the protocol does not know this type of event"
    "nothing, if the application needs it: the library drops the event"
}

rule! {
    UNKNOWN_PROPERTY "TW681" "ag-ui-unknown-property" Warning
    "the protocol does not know this field"
    "put it under `metadata`: the library removes the field"
}

rule! {
    UNKNOWN_MEMBER "TW682" "ag-ui-unknown-member" Warning
    "the protocol does not know this kind of message, part, source, operation or outcome"
    "the library removes it"
}

rule! {
    RUN_NOT_FINISHED "TW683" "ag-ui-run-not-finished" Warning
    "the stream ends inside a run"
    "end the run with RUN_FINISHED or RUN_ERROR"
}

rule! {
    LEFT_OPEN "TW684" "ag-ui-left-open" Warning
    "a message, call, step or subagent is open where the stream ends or the run fails"
    "end what was started"
}

rule! {
    RUN_IDS_DIFFER "TW685" "ag-ui-run-ids-differ" Warning
    "RUN_FINISHED has other ids than RUN_STARTED"
    "give both the same threadId and runId"
}

rule! {
    LEGACY_SHAPE "TW690" "ag-ui-legacy-shape" Warning
    "an older shape of an event or a part"
    "write the shape of version 1.0"
}

rule! {
    NULL_REMOVED "TW691" "ag-ui-null-removed" Warning
    "a null that means nothing"
    "leave the field out"
}

rule! {
    TIMESTAMP_BACK "TW693" "ag-ui-timestamp-decreases" Warning
    "a timestamp is earlier than the one before"
    "keep events in the order in which they happened"
}

rule! {
    SENTINEL "TW694" "ag-ui-sentinel" Warning
    "a frame that is not an event, such as [DONE]"
    "leave it out: AG-UI streams end with RUN_FINISHED"
}
