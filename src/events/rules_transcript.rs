//! Rules about the conversation that results from replaying the events.

use crate::rule::rule;

rule! {
    RESULT_UNKNOWN_CALL "TW695" "ag-ui-result-unknown-call" Warning
    "a result for a call that the stream does not have"
    "let toolCallId name a call"
}

rule! {
    CALL_PENDING "TW696" "ag-ui-call-pending" Note
    "a tool call has no result by the end of its run"
    "nothing, if the application runs the tool itself"
}

rule! {
    SECOND_RESULT "TW697" "ag-ui-second-result" Warning
    "a second result for one call"
    "keep one result: providers refuse a second one"
}

rule! {
    ARGUMENTS_NOT_JSON "TW698" "ag-ui-arguments-not-json" Warning
    "the arguments of a call are not JSON when it ends"
    "let the model repeat the call"
}

rule! {
    ID_OF_TWO_ROLES "TW699" "ag-ui-id-of-two-roles" Warning
    "messages of two roles, or a text and a thought, share an id"
    "give each message an id of its own"
}

rule! {
    REPEATED_ID "TW760" "ag-ui-repeated-id" Warning
    "a snapshot or input has two messages with one id"
    "give each message an id of its own"
}

rule! {
    SNAPSHOT_REORDERS "TW761" "ag-ui-snapshot-reorders" Warning
    "a snapshot has known messages in another order than they came"
    "the library keeps the order in which it got to know them"
}

rule! {
    SNAPSHOT_DROPS "TW762" "ag-ui-snapshot-drops" Warning
    "a snapshot lacks messages that were known"
    "send all messages, or none"
}

rule! {
    TEXT_INTO_PARTS "TW765" "ag-ui-text-into-parts" Warning
    "text for a message that has parts"
    "give the text a message of its own: the library replaces the parts"
}
