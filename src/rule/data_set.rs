//! Rules about data set files: duplicate records, and text that other programs do not accept. The pass that reports
//! them reads whole files.

rule! {
    LINE_SEPARATOR "TW220" "line-separator" Warning
    "a string contains U+2028, U+2029 or U+0085, at which some programs end the line"
    "write the character as an escape (\\u2028), or split the file at \\n only"
    => Safe EscapeSeparators
}

rule! {
    NUL "TW221" "nul-character" Warning
    "a string contains U+0000, which PostgreSQL's jsonb and C strings reject"
    "remove the character from the text"
    => Unsafe RemoveNul
}

rule! {
    DUPLICATE_ID "TW222" "duplicate-conversation-id" Warning
    "two records of a file have the same conversation id"
    "keep one of them, or rename the id with migrate-ids --scope conversation"
}

rule! {
    DUPLICATE_RECORD "TW223" "duplicate-record" Warning
    "a record is byte-identical to an earlier one in the file"
    "remove one of them"
    => Unsafe RemoveRecord
}

rule! {
    MIXED_FORMATS "TW224" "mixed-formats" Warning
    "the records of a file are in several formats"
    "convert them to one: turnwise convert --to FORMAT"
}

rule! {
    DUPLICATE_LINE_ID "TW230" "duplicate-batch-id" Error
    "two lines of a batch have the same id"
    "give every line of a batch its own id: it links the response to the request"
}

rule! {
    TYPE_CHANGES "TW225" "type-changes" Warning
    "a field has values of several types in one file, which Arrow cannot load"
    "use one type for all values, or load the file with a program that accepts both"
}

rule! {
    SECRET "TW241" "secret" Warning
    "a record contains a key, a token or a password"
    "revoke it if others have seen the file, and remove it from the file: turnwise convert --redact"
}

rule! {
    NUMBER_SPELLING "TW231" "number-spelling" Warning
    "PostgreSQL's jsonb changes the spelling of this number; checked only if --select or --extend-select names the code"
    "write the digits without an exponent, and zero without a sign, or store the record in a column of type json or text"
}
