//! `TW88x`: what `migrate-ids` says about ids.

use super::code::codes;

codes! {
    Rule:
    /// Something points to an id that nothing in the record has.
    DANGLING "TW880" "dangling-reference" Error "an id that was to be renamed is pointed to, and nothing in the record has it"
        "mend the reference, leave the record out with --on-error skip, or rename it all the same with --allow-dangling"
        "Renaming keeps references whole. One that leads nowhere cannot be kept whole: the record is refused, and the ids are named. Where a reference may lead out of the record (what a copy was made from, what a run goes on from), nothing is said.\n\n```json renamed openai\n[{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"r\"}]\n```\n";
    /// One id for two things.
    DUPLICATE "TW881" "duplicate-id" Warning "two things of one kind have one id, before and after"
        "give one of them another id by hand: which one a reference means, only its author knows"
        "Equal ids stay equal. Which of two calls with one id a result answers is decided by whoever reads the file, most take the latest before it; that is so before and after.\n\n```json renamed openai\n[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]}]\n```\n";
    /// A message and a call have one id, and only one of them was renamed.
    TWO_KINDS "TW882" "same-id-of-two-kinds" Note "things of two kinds had one id, and only those of one kind were renamed"
        "name both kinds with --scope if somebody relies on the two being equal"
        "The new id follows from the old one alone, so things of two kinds that are spelled the same stay so if both are renamed.\n\n```json renamed patterpunk\n[{\"type\":\"tool_call\",\"id\":\"c1\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}]\n```\n";
    /// The new id is none that the format takes.
    UNFIT "TW883" "unfit-id" Error "the new id is none that the format, or the target of --for, takes"
        "choose another --scheme, or another prefix"
        "Services and libraries are particular about ids: lionpride takes UUIDs, mistral nine letters and digits. An id that would be refused is not written.\n";
    /// The format has no place for ids of this kind.
    NO_PLACE "TW884" "no-place-for-ids" Error "the format has no place for ids of this kind"
        "name the kinds of ids that it has with --scope"
        "Nothing is written into keys that a format does not know: its program or service would refuse them or lose them.\n\n```json renamed sharegpt\n{\"conversations\":[{\"from\":\"human\",\"value\":\"q\"}]}\n```\n";
    /// Too many ids for numbers.
    TOO_MANY "TW885" "too-many-ids" Error "there are more different ids than a numbered sequence keeps in memory"
        "use --scheme uuid5, which needs no memory"
        "A number belongs to an id for the whole file, or for all files with --shared-map, so the ids are kept in memory: at most 512 MiB of them. The other schemes follow from the id itself and keep nothing.\n";
}
