//! Rules about data set files: duplicate records, and text that other programs do not accept. The pass that reports
//! them reads whole files.

rule! {
    LINE_SEPARATOR "TW220" "line-separator" Warning
    "a string holds U+2028, U+2029 or U+0085, at which some programs end the line"
    "write the character as an escape (\\u2028), or split the file at \\n only"
    => Safe EscapeSeparators
}

rule! {
    NUL "TW221" "nul-character" Warning
    "a string holds U+0000, which PostgreSQL's jsonb and C strings do not take"
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
    "a record repeats an earlier one of the file, byte for byte"
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
    "give every line of a batch an id of its own: the answers are found by it"
}

rule! {
    TYPE_CHANGES "TW225" "type-changes" Warning
    "a field has values of several types in a file, which Arrow does not load"
    "write all values with one type, or load the file with a program that takes both"
}

rule! {
    SECRET "TW241" "secret" Warning
    "a record holds a key, a token or a password"
    "revoke it if others have seen the file, and write the file without it: turnwise convert --redact"
}

rule! {
    NUMBER_SPELLING "TW231" "number-spelling" Warning
    "a number is spelled in a way that PostgreSQL's jsonb does not keep; only looked for where --select or --extend-select names it"
    "write the digits without an exponent, and zero without a sign, or keep the record in a column of type json or text"
}
