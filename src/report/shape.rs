//! `TW1xx`: the JSON does not have the structure of its format. Readers report these while they read.

use super::code::codes;

codes! {
    Shape:
    /// No conversation in this record.
    NOT_A_CONVERSATION "TW101" "not-a-conversation" Error "the record is JSON, but not a conversation in this format"
        "`turnwise formats` lists what can be read; convert to one of these formats first, or skip the record (commands that write: --on-error skip)";
    /// A field is not of the kind it must be.
    WRONG_TYPE "TW102" "wrong-type" Error "a field has the wrong kind of value"
        "write the type that the format's page requires" => Safe Suggested;
    /// A field that must be there is not.
    MISSING_FIELD "TW103" "missing-field" Error "a required field is absent"
        "add the field";
    /// A field nobody reads.
    UNKNOWN_FIELD "TW104" "unknown-field" Warning "the format does not define this field"
        "remove it before sending: strict services reject unknown fields" => Unsafe Suggested;
    /// A role the format does not have.
    UNKNOWN_ROLE "TW105" "unknown-role" Error "the format has no such role"
        "use one of the format's roles" => Unsafe Suggested;
    /// A part of a kind the format does not have.
    UNKNOWN_PART "TW106" "unknown-part-type" Error "the format has no such content part"
        "use one of the format's part types" => Unsafe Suggested;
    /// A part where its kind may not be.
    MISPLACED_PART "TW107" "misplaced-part" Error "this kind of part is not allowed in a message of this role"
        "move the part to a message of the right role";
    /// A value outside its closed set.
    BAD_VALUE "TW108" "bad-value" Error "a field has a value that the format does not define"
        "use one of the values that the message lists" => Safe Suggested;
    /// An empty list where something must be.
    EMPTY_LIST "TW109" "empty-list" Error "a list that must have at least one item is empty"
        "remove the field, or add an item";
    /// A form that is still read but no longer written.
    OLD_FORM "TW110" "old-form" Warning "an older shape of the format"
        "turnwise still reads this shape; write the current one" => Safe Suggested;
    /// A field of compatible programs.
    COMPATIBLE_FIELD "TW111" "compatible-field" Warning "a field that only compatible services and programs define"
        "remove it for the service itself, or name the dialect that defines it";
    /// Nothing at the place where `--at` expects a conversation.
    NOTHING_THERE "TW112" "nothing-there" Error "the record has no conversation at the place that --at names"
        "`turnwise detect` lists the places of conversations; --on-error skip skips such records";
}
