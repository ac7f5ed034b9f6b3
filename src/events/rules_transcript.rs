//! Rules about the conversation that results from replaying the events.

use crate::rule::rule;

rule! {
    RESULT_UNKNOWN_CALL "TW695" "ag-ui-result-unknown-call" Warning
    "a result for a call that is not in the stream"
    "use the id of a call in toolCallId"
}

rule! {
    CALL_PENDING "TW696" "ag-ui-call-pending" Note
    "a tool call has no result by the end of its run"
    "nothing to do if the application runs the tool itself"
}

rule! {
    SECOND_RESULT "TW697" "ag-ui-second-result" Warning
    "a second result for one call"
    "remove one of the results: services reject a second one"
}

rule! {
    ARGUMENTS_NOT_JSON "TW698" "ag-ui-arguments-not-json" Warning
    "the arguments of a call are not JSON when the call ends"
    "let the model repeat the call"
}

rule! {
    ID_OF_TWO_ROLES "TW699" "ag-ui-id-of-two-roles" Warning
    "messages of two roles, or a text and a reasoning message, have the same id"
    "give each message its own id"
}

rule! {
    REPEATED_ID "TW760" "ag-ui-repeated-id" Warning
    "a snapshot or input has two messages with the same id"
    "give each message its own id"
}

rule! {
    SNAPSHOT_REORDERS "TW761" "ag-ui-snapshot-reorders" Warning
    "a snapshot has known messages in a different order"
    "send the messages in the order in which they were started"
}

rule! {
    SNAPSHOT_DROPS "TW762" "ag-ui-snapshot-drops" Warning
    "a snapshot does not contain all known messages"
    "send all messages in a snapshot"
}

rule! {
    TEXT_INTO_PARTS "TW765" "ag-ui-text-into-parts" Warning
    "text for a message that consists of parts"
    "give the text its own message: the library replaces the parts"
}
