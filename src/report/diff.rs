//! `TW900` to `TW909`: what is said about a comparison itself.

use super::code::codes;

codes! {
    Rule:
    /// The limit of steps was reached.
    COARSE "TW900" "diff-coarse" Note "two records differ in too much to be compared finely within the limit of steps"
        "nothing is wrong: what is shown makes B of A, but could be shorter"
        "The work for a pair of records is bounded by a number of steps, not by a clock, so that the same input gives the same\nanswer on every machine. Where the steps are used up, what was not yet looked at is told as gone and as new as a whole.\n";
    /// An id stands in several places of one side.
    REPEATED "TW901" "diff-ids-repeat" Note "an id that both sides have stands on several messages or records of one of them"
        "see `turnwise migrate-ids`; --ignore ids compares without ids"
        "Such an id does not say which message, or which record, is which: they are aligned by what they say, and by their order\nwhere that does not tell. With `--align id`, which goes by ids alone, the first is taken for the first.\n";
}
