//! `TW900` to `TW909`: codes about a comparison itself.

use super::code::codes;

codes! {
    Rule:
    /// The limit of steps was reached.
    COARSE "TW900" "diff-coarse" Note "two records differ too much to be compared in detail within the limit of steps"
        "nothing to do: the diff is correct, but may be longer than necessary";
    /// An id is in several places of one side.
    REPEATED "TW901" "diff-ids-repeat" Note "an id that both sides have belongs to several messages or records on one side"
        "see `turnwise migrate-ids`; --ignore ids compares without ids";
}
