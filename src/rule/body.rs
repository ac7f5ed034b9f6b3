//! Rules about request bodies, from the tables of the services' policies. The pass that reports them is in `lower/`,
//! with the policies.

rule! {
    TOOL_TWICE "TW213" "tool-twice" Error
    "two tools have the same name"
    "rename or remove one of them"
    => Safe RemoveRepeatedItem
}

rule! {
    SCHEMA "TW214" "schema-refused" Error
    "the service rejects the schema of a tool or of the answer"
    "change the schema as the message says"
}

rule! {
    MEDIA "TW215" "media-refused" Error
    "the service rejects a media file in this form or place"
    "provide it as the message says"
}

rule! {
    BAD_SETTING "TW218" "bad-setting" Error
    "a setting of the request has a wrong type or is out of range"
    "use a value that the message names, or remove the setting"
    => Safe Suggested
}

rule! {
    INCOMPLETE_REQUEST "TW219" "incomplete-request" Error
    "a request lacks a field that the service requires"
    "add the field; `convert --set /FIELD=VALUE` does so"
}
