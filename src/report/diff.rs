//! `TW900` to `TW909`: what is said about a comparison itself.

use super::code::codes;

codes! {
    Rule:
    /// The limit of steps was reached.
    COARSE "TW900" "diff-coarse" Note "two records differ in too much to be compared finely within the limit of steps"
        "nothing is wrong: what is shown makes B of A, but could be shorter";
    /// An id is in several places of one side.
    REPEATED "TW901" "diff-ids-repeat" Note "an id that both sides have is on several messages or records of one of them"
        "see `turnwise migrate-ids`; --ignore ids compares without ids";
}
