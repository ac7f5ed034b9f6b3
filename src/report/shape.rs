//! `TW1xx`: the JSON is not what its format says. Readers report these while they read.

use super::code::codes;

codes! {
    Shape:
    /// No conversation in this record.
    NOT_A_CONVERSATION "TW101" "not-a-conversation" Error "the record is JSON, but holds no conversation of this format"
        "name the format with --from, or see what `turnwise detect -v` finds"
        "Every format has its own outermost shape: a list of messages, a request body, a record with turns.\n\n```json bad openai\n42\n```\n\n```json good openai\n[{\"role\":\"user\",\"content\":\"hi\"}]\n```\n";
    /// A field is not of the kind it must be.
    WRONG_TYPE "TW102" "wrong-type" Error "a field has the wrong kind of value"
        "write the kind of value that the format's page asks for"
        "\n```json bad openai\n{\"messages\":[{\"role\":7,\"content\":\"a\"}]}\n```\n\n```json good openai\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n```\n";
    /// A field that must be there is not.
    MISSING_FIELD "TW103" "missing-field" Error "a required field is absent"
        "add the field"
        "\n```json bad openai\n{\"messages\":[{\"role\":\"user\"}]}\n```\n\n```json good openai\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n```\n";
    /// A field nobody reads.
    UNKNOWN_FIELD "TW104" "unknown-field" Warning "the format does not know this field"
        "remove it before sending: strict services refuse unknown fields"
        "The field is kept where the format stays the same, and reported as lost where it changes. With `--for` it is an error, because services refuse it.\n\n```json bad openai\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\",\"mood\":\"good\"}]}\n```\n\n```json good openai\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n```\n";
    /// A role the format does not have.
    UNKNOWN_ROLE "TW105" "unknown-role" Error "the format has no such role"
        "use one of the format's roles"
        "\n```json bad openai\n{\"messages\":[{\"role\":\"narrator\",\"content\":\"a\"}]}\n```\n\n```json good openai\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n```\n";
    /// A part of a kind the format does not have.
    UNKNOWN_PART "TW106" "unknown-part-type" Error "the format has no such content part"
        "use one of the format's part types"
        "\n```json bad openai\n{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"hologram\",\"text\":\"a\"}]}]}\n```\n\n```json good openai\n{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}]}\n```\n";
    /// A part where its kind may not stand.
    MISPLACED_PART "TW107" "misplaced-part" Error "this kind of part may not stand in a message of this role"
        "move the part to a message of the right role"
        "\n```json bad openai\n[{\"role\":\"system\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\"}}]}]\n```\n\n```json good openai\n[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\"}}]}]\n```\n";
    /// A value outside its closed set.
    BAD_VALUE "TW108" "bad-value" Error "a field holds a value the format does not know"
        "use one of the values that the message lists"
        "\n```json bad openai\n[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\",\"detail\":\"huge\"}}]}]\n```\n\n```json good openai\n[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.com/a.png\",\"detail\":\"high\"}}]}]\n```\n";
    /// An empty list where something must stand.
    EMPTY_LIST "TW109" "empty-list" Error "a list that must hold something is empty"
        "leave the field out, or put something in"
        "\n```json bad openai\n[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"content\":\"a\",\"tool_calls\":[]}]\n```\n\n```json good openai\n[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"content\":\"a\"}]\n```\n";
    /// A form that is still read but no longer written.
    OLD_FORM "TW110" "old-form" Warning "an older form of the format"
        "the form is still read; write the current one"
        "Older releases of a library wrote another shape, and its readers still take it.\n\n```json bad patterpunk\n[{\"role\":\"system\",\"id\":\"m1\",\"content\":{\"type\":\"string\",\"value\":\"a\"}}]\n```\n\n```json good patterpunk\n[{\"type\":\"system\",\"id\":\"m1\",\"content\":{\"type\":\"string\",\"value\":\"a\"}}]\n```\n";
    /// A field of compatible programs.
    COMPATIBLE_FIELD "TW111" "compatible-field" Warning "a field that only compatible programs know"
        "see the dialects of the format; its own service refuses the field"
        "Programs that are compatible with a service often hold more: reasoning, signatures, cache marks. They are read. With `--for` the service itself it is an error.\n\n```json bad openai\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"a\",\"reasoning_content\":\"hm\"}]\n```\n\n```json good openai\n[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"a\"}]\n```\n";
}
