//! `TW0xx`: the text is not JSON, or is JSON that two readers would understand differently.

use super::code::{Code, codes};
use crate::json::Problem;

codes! {
    Syntax:
    /// The record is not JSON.
    NOT_JSON "TW001" "not-json" Error "the text is not JSON (RFC 8259)"
        "write the record again with a JSON library";
    /// The record is cut off.
    ENDED "TW002" "input-ended" Error "the text ends inside a value"
        "restore the rest of the record, or remove it";
    /// Bytes that are not UTF-8.
    NOT_UTF8 "TW003" "not-utf8" Error "the text is not UTF-8"
        "convert the file to UTF-8 first, for example with iconv";
    /// Too many brackets.
    TOO_DEEP "TW004" "too-deep" Error "brackets are nested deeper than the limit"
        "raise the limit with --max-depth if the data really is nested this deeply";
    /// Too many bytes.
    TOO_LONG "TW005" "too-long" Error "a record is longer than the limit"
        "raise the limit with --max-record-bytes if the record really is this long";
    /// Compressed input that grows too much.
    BOMB "TW006" "expands-too-much" Error "compressed input expands far more than text does"
        "decompress the file yourself and inspect it before you convert it";
    /// A key that is interpreted appears twice in one object.
    DUPLICATE_KNOWN_KEY "TW007" "duplicate-known-key" Error "a key that decides the meaning appears twice in one object"
        "remove one of the two fields" => Safe RemoveRepeatedMember;
    /// Any other repeated key.
    DUPLICATE_KEY "TW008" "duplicate-key" Warning "a key appears twice in one object"
        "remove one of the two fields; most readers use the last" => Safe RemoveRepeatedMember;
    /// Half of a surrogate pair.
    LONE_SURROGATE "TW009" "lone-surrogate" Warning "an escape is half of a surrogate pair"
        "write the text again from its source: it was cut in the middle of a character" => Unsafe ReplaceHalves;
    /// A file that cannot be read.
    UNREADABLE "TW010" "unreadable" Error "the file cannot be opened or read"
        "check the path and the permissions of the file";
    /// A blank line that counts as a record.
    BLANK_LINE "TW011" "blank-line" Error "a line is blank where each line is a record"
        "remove the line, or omit --blank emit to skip blank lines";
}

/// The code for a problem that the scanner found.
#[must_use]
#[allow(clippy::wildcard_enum_match_arm, reason = "whatever the scanner finds, it is not JSON")]
pub fn code_of(problem: Problem) -> &'static Code {
    match problem {
        Problem::EndedInValue | Problem::EndedInString => &ENDED,
        Problem::NotUtf8 => &NOT_UTF8,
        Problem::TooDeep(_) => &TOO_DEEP,
        Problem::TooLong(_) => &TOO_LONG,
        Problem::BlankLine => &BLANK_LINE,
        _ => &NOT_JSON,
    }
}
