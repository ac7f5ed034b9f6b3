//! `TW780` to `TW799`: what replaying, compacting and following runs finds. The examples name a command.

use crate::report::codes;

codes! {
    /// A patch that cannot be applied.
    PATCH_FAILED "TW780" "patch-not-applied" Rule Warning "a patch of the state or of an activity fails; the library leaves the value unchanged"
        "check the operation that the message names, and the snapshot before it";
    /// An index that the RFC forbids.
    LAX_INDEX "TW781" "odd-array-index" Rule Warning "a patch names an array item in a way that RFC 6902 forbids and the library accepts"
        "write the index without leading zeros, and `-` for the end";
    /// Content for nothing.
    NO_TARGET "TW782" "nothing-to-continue" Rule Warning "an event continues a message or a tool call that does not exist; it has no effect"
        "add the missing start, or correct the id";
    /// One id, two kinds.
    WRONG_KIND "TW783" "id-of-another-kind" Rule Warning "an id names a different kind of message than the event is for"
        "give messages, reasoning and activities their own ids";
    /// A call under another name.
    CALL_RENAMED "TW784" "tool-call-renamed" Rule Warning "a tool call starts again under another name; its arguments are preserved"
        "give every call its own id";
    /// Content without an id.
    ID_ASSUMED "TW785" "message-id-assumed" Rule Warning "an event of a text message has no id; it is assigned to the only open message"
        "add the messageId: the library does not guess";
    /// A message without a role.
    ROLE_ASSUMED "TW786" "message-role-assumed" Rule Warning "a message has no role; it is read as a user message"
        "add the role";
    /// A message with an unknown role.
    UNKNOWN_MESSAGE "TW787" "message-of-unknown-role" Rule Warning "a message has a role that AG-UI does not define; replay skips it, as the library does"
        "use one of the roles developer, system, user, assistant, tool, activity, reasoning";
    /// The compacted stream replays differently.
    REPLAY_DIFFERS "TW788" "replays-differently" Changed Warning "merging deltas as the library does moves events, so the result replays to different messages or another state"
        "use --level snapshot, which replays to the same conversation";
    /// What folded events carried next to their message.
    FOLDED "TW789" "event-details-dropped" Dropped Warning "folded events had fields that neither messages nor snapshots have"
        "keep the log itself if you need timestamps and raw events";
    /// A sealed value that named nothing.
    SEALED_LOST "TW790" "encrypted-value-dropped" Dropped Warning "an encrypted value names a message or call that does not exist"
        "keep the log itself, or correct the entityId";
    /// A parent that is not in the log.
    MISSING_PARENT "TW791" "missing-parent" Rule Warning "a run names a parent that is not in the log"
        "add the log that contains the parent, or use --allow-missing-parent";
    /// A run that appears twice.
    DUPLICATE_RUN "TW792" "duplicate-run" Rule Error "two runs of a thread have the same id"
        "remove one of them, or choose with replay --on-duplicate: first, last or all";
    /// Runs that are their own ancestors.
    PARENT_CYCLE "TW793" "parent-cycle" Rule Error "a run is its own ancestor"
        "correct the parentRunId of one of the runs; --scope thread compacts without parents";
    /// A parent that comes later.
    FORWARD_PARENT "TW794" "forward-parent" Rule Warning "the parent of a run comes later in the log"
        "write the log in order of time; check whether two logs were joined in the wrong order";
    /// A parent in another thread.
    CROSS_THREAD "TW795" "cross-thread-parent" Rule Warning "the parent of a run belongs to another thread"
        "check the ids: a branch usually belongs to the thread of its parent";
    /// A message of the input is not what the history holds.
    EDITED_COPY "TW796" "edited-copy-in-input" Rule Warning "a message in a run's input has a known id, but different content; it is preserved"
        "--by-id removes it anyway";
    /// Kept input may give another order.
    INPUT_KEPT "TW797" "kept-input-reorders" Changed Warning "--keep-input: preserved input is replayed before the snapshot and may change the order of messages"
        "omit --keep-input; the ids of the input are recorded in the run's metadata";
    /// Content that was compacted away.
    COMPACTED_AWAY "TW798" "compacted-away" Rule Error "the content of this run was folded into the snapshots of later runs"
        "restore one of the later runs, or compact with --scope run";
    /// Something that is not an event.
    NOT_AN_EVENT "TW799" "incomplete-event" Rule Warning "an event lacks its type, or its main field; it has no effect"
        "run turnwise validate; --lenient reads the short forms that guides use";
    /// A row of a store without events.
    ROW_FOLDED "TW689" "row-folded-away" Changed Note "the events of a row were folded into another row; the row is preserved, without events"
        "compact with --scope run if each row must be restorable on its own";
}
