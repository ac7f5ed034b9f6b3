//! `TW88x`: codes of `migrate-ids`.

use super::code::codes;

codes! {
    Rule:
    /// Something points to an id that nothing in the record has.
    DANGLING "TW880" "dangling-reference" Error "a reference contains an id that is to be renamed, and nothing in the record has that id"
        "correct the reference, skip the record with --on-error skip, or rename anyway with --allow-dangling";
    /// One id for two things.
    DUPLICATE "TW881" "duplicate-id" Warning "two items of the same kind share an id, before and after"
        "give one of them another id by hand: only the author knows which one a reference means";
    /// A message and a call have one id, and only one of them was renamed.
    TWO_KINDS "TW882" "same-id-of-two-kinds" Note "items of two kinds had the same id, and only one kind was renamed"
        "name both kinds with --scope if a program relies on equal ids";
    /// The new id is none that the format takes.
    UNFIT "TW883" "unfit-id" Error "the new id is not valid in the format or in the target of --for"
        "choose another --scheme, or another prefix";
    /// The format does not have ids of this kind.
    NO_PLACE "TW884" "no-place-for-ids" Error "the format has no field for ids of this kind"
        "use --scope with a kind of id that the format has";
    /// Too many ids for numbers.
    TOO_MANY "TW885" "too-many-ids" Error "there are more different ids than a numbered sequence can keep in memory"
        "use --scheme uuid5, which needs no memory";
}
