//! What services refuse in a body by the tables of their policies. The pass that reports it is in `lower/`, where policies are.

rule! {
    TOOL_TWICE "TW213" "tool-twice" Error
    "two tools have one name"
    "rename or remove one of them"
}

rule! {
    SCHEMA "TW214" "schema-refused" Error
    "the service does not take the schema of a tool or of the answer"
    "change the schema as the message says"
}

rule! {
    MEDIA "TW215" "media-refused" Error
    "the service does not take a media file in this form or place"
    "give it as the message says"
}
