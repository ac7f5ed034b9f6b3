//! Rules about the fields of events, messages and parts.

use crate::rule::rule;

rule! {
    NOT_AN_EVENT "TW745" "ag-ui-not-an-event" Error
    "an event is not an object, or has no type"
    "write an object with a string `type`"
}

rule! {
    MISSING_FIELD "TW746" "ag-ui-schema-missing-field" Error
    "a required field is absent"
    "add the field"
}

rule! {
    WRONG_TYPE "TW747" "ag-ui-schema-wrong-type" Error
    "a field has the wrong type"
    "write the type that the message names"
}

rule! {
    BAD_VALUE "TW748" "ag-ui-schema-bad-value" Error
    "a field has a value that is not allowed"
    "use one of the values that the message names"
}

rule! {
    NULL_OPTIONAL "TW749" "ag-ui-schema-null-optional" Error
    "an optional field is null"
    "remove the field"
}

rule! {
    BAD_TIMESTAMP "TW750" "ag-ui-schema-timestamp" Error
    "a timestamp is not a whole number of milliseconds"
    "write milliseconds since 1970 as an integer"
}

rule! {
    PATCH_POINTER "TW751" "ag-ui-schema-patch-pointer" Error
    "path or from of a patch operation is not a JSON Pointer"
    "write a pointer as in RFC 6901: `/a/b`, with `~0` for `~` and `~1` for `/`"
}

rule! {
    INTERRUPTS_EMPTY "TW752" "ag-ui-schema-interrupts-empty" Error
    "the outcome is an interrupt, but the list of interrupts is empty"
    "add at least one interrupt, or use another outcome"
}
