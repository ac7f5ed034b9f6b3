//! `TW88x`: what `migrate-ids` says about ids.

use super::code::codes;

codes! {
    Rule:
    /// Something points to an id that nothing in the record has.
    DANGLING "TW880" "dangling-reference" Error "an id that was to be renamed is pointed to, and nothing in the record has it"
        "correct the reference, leave the record out with --on-error skip, or rename it all the same with --allow-dangling";
    /// One id for two things.
    DUPLICATE "TW881" "duplicate-id" Warning "two things of one kind have one id, before and after"
        "give one of them another id by hand: which one a reference means, only its author knows";
    /// A message and a call have one id, and only one of them was renamed.
    TWO_KINDS "TW882" "same-id-of-two-kinds" Note "things of two kinds had one id, and only those of one kind were renamed"
        "name both kinds with --scope if somebody relies on the two being equal";
    /// The new id is none that the format takes.
    UNFIT "TW883" "unfit-id" Error "the new id is not valid in the format or the target of --for"
        "choose another --scheme, or another prefix";
    /// The format has no place for ids of this kind.
    NO_PLACE "TW884" "no-place-for-ids" Error "the format has no place for ids of this kind"
        "name the kinds of ids that it has with --scope";
    /// Too many ids for numbers.
    TOO_MANY "TW885" "too-many-ids" Error "there are more different ids than a numbered sequence keeps in memory"
        "use --scheme uuid5, which needs no memory";
}
