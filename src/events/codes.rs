//! `TW780` to `TW799`: what replaying, compacting and following runs finds. The examples name a command.

use crate::report::codes;

codes! {
    /// A patch that cannot be applied.
    PATCH_FAILED "TW780" "patch-not-applied" Rule Warning "a patch of the state or of an activity fails; the library leaves the value as it was"
        "look at the operation that the message names, and at the snapshot before it";
    /// An index that the RFC forbids.
    LAX_INDEX "TW781" "odd-array-index" Rule Warning "a patch names an array item in a way that RFC 6902 forbids and the library takes"
        "write the index without leading zeros, and `-` for the end";
    /// Content for nothing.
    NO_TARGET "TW782" "nothing-to-continue" Rule Warning "an event continues a message or a tool call that is not there; it has no effect"
        "the start is missing, or has another id";
    /// One id, two kinds.
    WRONG_KIND "TW783" "id-of-another-kind" Rule Warning "an id names a message of another kind than the event is about"
        "give messages, reasoning and activities ids of their own";
    /// A call under another name.
    CALL_RENAMED "TW784" "tool-call-renamed" Rule Warning "a tool call is started again under another name; its arguments stay"
        "give every call an id of its own";
    /// Content without an id.
    ID_ASSUMED "TW785" "message-id-assumed" Rule Warning "an event of a text message has no id; one message is open, so it is that one's"
        "write the messageId: the library does not guess";
    /// A message without a role.
    ROLE_ASSUMED "TW786" "message-role-assumed" Rule Warning "a message has no role; it is read as the user's"
        "write the role";
    /// A message of a role nobody knows.
    UNKNOWN_MESSAGE "TW787" "message-of-unknown-role" Rule Warning "a message has a role that AG-UI does not know; replay leaves it out, as the library does"
        "use one of the roles developer, system, user, assistant, tool, activity, reasoning";
    /// The compacted stream replays differently.
    REPLAY_DIFFERS "TW788" "replays-differently" Changed Warning "merging deltas the library's way moves events, and the result replays to other messages or another state"
        "use --level snapshot, which replays to the same";
    /// What folded events carried beside their message.
    FOLDED "TW789" "event-details-dropped" Dropped Warning "folded events had fields that no message and no snapshot has a place for"
        "keep the log itself where timestamps and raw events matter";
    /// A sealed value that named nothing.
    SEALED_LOST "TW790" "encrypted-value-dropped" Dropped Warning "an encrypted value names a message or call that is not there"
        "keep the log itself, or correct the entityId";
    /// A parent that is not in the log.
    MISSING_PARENT "TW791" "missing-parent" Rule Warning "a run names a parent that is not in the log"
        "add the log that holds the parent, or use --allow-missing-parent";
    /// A run that is there twice.
    DUPLICATE_RUN "TW792" "duplicate-run" Rule Error "two runs of a thread have the same id"
        "remove one of them; replay --on-duplicate decides: first, last or all";
    /// Runs that are their own ancestors.
    PARENT_CYCLE "TW793" "parent-cycle" Rule Error "a run is its own ancestor"
        "correct the parentRunId of one of the runs; --scope thread compacts without parents";
    /// A parent that comes later.
    FORWARD_PARENT "TW794" "forward-parent" Rule Warning "the parent of a run comes later in the log"
        "logs are written in the order of time; were two joined the wrong way round?";
    /// A parent in another thread.
    CROSS_THREAD "TW795" "cross-thread-parent" Rule Warning "the parent of a run belongs to another thread"
        "a branch usually stays in its thread";
    /// A message of the input is not what the history holds.
    EDITED_COPY "TW796" "edited-copy-in-input" Rule Warning "a message of a run's input has a known id and other content than the history; it stays"
        "--by-id removes it all the same";
    /// Kept input may give another order.
    INPUT_KEPT "TW797" "kept-input-reorders" Changed Warning "--keep-input: input that stays is replayed before the snapshot and may give another order of messages"
        "leave --keep-input out; the ids of the input are recorded in the run's metadata";
    /// Content that was compacted away.
    COMPACTED_AWAY "TW798" "compacted-away" Rule Error "the content of this run was folded into the snapshots of later runs"
        "restore one of the later runs, or compact with --scope run";
    /// Something that is not an event.
    NOT_AN_EVENT "TW799" "incomplete-event" Rule Warning "an event lacks its type, or the field that everything is in; it has no effect"
        "see turnwise validate; --lenient reads what guides write";
    /// A row of a store without events.
    ROW_FOLDED "TW689" "row-folded-away" Changed Note "the events of a row of a store were folded into another row; the row stays, without events"
        "compact with --scope run where each row is restored by itself";
}
