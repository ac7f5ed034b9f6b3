//! Rules about the fields of events, messages and parts.

use crate::rule::rule;

rule! {
    NOT_AN_EVENT "TW745" "ag-ui-not-an-event" Error
    "an event is not an object, or has no type"
    "an event is an object with a string `type`"
}

rule! {
    MISSING_FIELD "TW746" "ag-ui-schema-missing-field" Error
    "a field that must be there is not"
    "add the field"
}

rule! {
    WRONG_TYPE "TW747" "ag-ui-schema-wrong-type" Error
    "a field holds another kind of value than it must"
    "write the kind of value that the message names"
}

rule! {
    BAD_VALUE "TW748" "ag-ui-schema-bad-value" Error
    "a field holds a word or number that it must not hold"
    "write one of the values that the message names"
}

rule! {
    NULL_OPTIONAL "TW749" "ag-ui-schema-null-optional" Error
    "a field that may be left out is null"
    "leave the field out"
}

rule! {
    BAD_TIMESTAMP "TW750" "ag-ui-schema-timestamp" Error
    "a timestamp is not a whole number of milliseconds"
    "write milliseconds since 1970 as a whole number"
}

rule! {
    PATCH_POINTER "TW751" "ag-ui-schema-patch-pointer" Error
    "path or from of a patch operation is not a JSON Pointer"
    "write a pointer as RFC 6901 has it: `/a/b`, with `~0` for `~` and `~1` for `/`"
}

rule! {
    INTERRUPTS_EMPTY "TW752" "ag-ui-schema-interrupts-empty" Error
    "the outcome is an interrupt without interrupts"
    "name at least one interrupt, or take another outcome"
}
