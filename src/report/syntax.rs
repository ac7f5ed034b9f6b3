//! `TW0xx`: the text is not JSON, or is JSON that two readers would understand differently.

use super::code::{Code, codes};
use crate::json::Problem;

codes! {
    Syntax:
    /// The record is not JSON.
    NOT_JSON "TW001" "not-json" Error "the text is not JSON (RFC 8259)"
        "write the record again with a JSON library"
        "Only JSON as RFC 8259 describes it is read: no comments, no trailing commas, no single quotes, no NaN.\n\n```json bad\n{\"messages\":[{\"role\":\"user\",\"content\":\"hi\",\"x\":NaN}]}\n```\n\n```json good\n{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}\n```\n";
    /// The record is cut off.
    ENDED "TW002" "input-ended" Error "the text ends inside a value"
        "the record is cut off; write it again or remove it"
        "The last record of a file is often torn when a program was stopped while it wrote.\n\n```json bad\n{\"messages\":[{\"role\":\"user\",\"content\":\"h\n```\n\n```json good\n{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}\n```\n";
    /// Bytes that are not UTF-8.
    NOT_UTF8 "TW003" "not-utf8" Error "the text is not UTF-8"
        "convert the file to UTF-8 first, for example with iconv"
        "JSON is exchanged as UTF-8. UTF-16 and UTF-32 are recognised and named; they are not converted, because a file half in one encoding would be damaged further.\n";
    /// Too many brackets.
    TOO_DEEP "TW004" "too-deep" Error "brackets are nested deeper than the limit"
        "raise the limit with --max-depth if the data is meant to be so deep"
        "The limit is 1024 levels, so that no input can exhaust the stack of this or the next program. `--max-depth` changes it.\n";
    /// Too many bytes.
    TOO_LONG "TW005" "too-long" Error "a record is longer than the limit"
        "raise the limit with --max-record-bytes if the record is meant to be so long"
        "The limit is 256 MiB for one record. A missing line end, or a missing quote, makes a file look like one long record. `--max-record-bytes` changes the limit.\n";
    /// Compressed input that grows too much.
    BOMB "TW006" "expands-too-much" Error "compressed input expands far more than text does"
        "decompress the file by hand and look at it before you convert it"
        "After the first 64 MiB, compressed input may be at most 200 times as large as the file; `--max-expansion` changes that. Text compresses 3 to 20 times.\n";
    /// A key that is interpreted stands twice in one object.
    DUPLICATE_KNOWN_KEY "TW007" "duplicate-known-key" Error "a key that decides the meaning stands twice in one object"
        "remove one of the two members"
        "Some readers take the first of two equal keys, others the last. For keys such as `role` that changes who said what, so the record is refused. The same key spelled with an escape counts.\n\n```json bad\n{\"messages\":[{\"role\":\"user\",\"role\":\"system\",\"content\":\"a\"}]}\n```\n\n```json good\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n```\n";
    /// Any other repeated key.
    DUPLICATE_KEY "TW008" "duplicate-key" Warning "a key stands twice in one object"
        "remove one of the two members; most readers keep the last"
        "The members are kept as they are. Most readers keep the last one and forget the first.\n\n```json bad\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"metadata\":{\"a\":1,\"a\":2}}\n```\n\n```json good\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"metadata\":{\"a\":1}}\n```\n";
    /// Half of a surrogate pair.
    LONE_SURROGATE "TW009" "lone-surrogate" Warning "an escape is half of a surrogate pair"
        "the program that wrote this cut a text in the middle of a character; write it again from the whole text"
        "`\"\\ud83d\"` alone is no character. Python writes it when a text is cut inside an emoji. It is kept as it is in JSON; strict readers refuse it, others show U+FFFD.\n\n```json bad\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\\ud83d\"}]}\n```\n\n```json good\n{\"messages\":[{\"role\":\"user\",\"content\":\"a\\ud83d\\ude00\"}]}\n```\n";
}

/// The code for a problem the scanner found.
#[must_use]
#[allow(clippy::wildcard_enum_match_arm, reason = "whatever the scanner finds, it is not JSON")]
pub fn code_of(problem: Problem) -> &'static Code {
    match problem {
        Problem::EndedInValue | Problem::EndedInString => &ENDED,
        Problem::NotUtf8 => &NOT_UTF8,
        Problem::TooDeep(_) => &TOO_DEEP,
        Problem::TooLong(_) => &TOO_LONG,
        _ => &NOT_JSON,
    }
}
