//! `TW780` to `TW799`: what replaying, compacting and following runs finds. The examples name a command.

use crate::report::codes;

codes! {
    /// A patch that could not be applied.
    PATCH_FAILED "TW780" "patch-not-applied" Rule Warning "a patch of the state or of an activity fails; the library leaves the value as it was"
        "look at the operation that the message names, and at the snapshot before it"
        "A patch is applied as a whole or not at all (RFC 6902). The library warns and goes on.\n\n```jsonl replay\n{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"a\":1}}\n{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"remove\",\"path\":\"/b\"}]}\n```\n";
    /// An index that the RFC forbids.
    LAX_INDEX "TW781" "odd-array-index" Rule Warning "a patch names an array item in a way that RFC 6902 forbids and the library takes"
        "write the index without leading zeros, and `-` for the end"
        "`/l/01`, `/l/` and an index beyond the end of a list that something is moved or copied to: the library takes them, other programs fail. The result here is the library's.\n\n```jsonl replay\n{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":{\"l\":[1,2]}}\n{\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"add\",\"path\":\"/l/01\",\"value\":9}]}\n```\n";
    /// Content for nothing.
    NO_TARGET "TW782" "nothing-to-continue" Rule Warning "an event continues a message or a tool call that is not there; it has no effect"
        "the start is missing, or has another id"
        "The library warns and ignores the event.\n\n```jsonl replay\n{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m1\",\"delta\":\"a\"}\n```\n";
    /// One id, two kinds.
    WRONG_KIND "TW783" "id-of-another-kind" Rule Warning "an id names a message of another kind than the event is about"
        "give messages, reasoning and activities ids of their own"
        "Text and reasoning that share an id run into one message; text for an activity is ignored; a tool call whose parent is no assistant gets a message of its own.\n\n```jsonl replay\n{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m1\",\"activityType\":\"PLAN\",\"content\":{}}\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m1\"}\n```\n";
    /// A call under another name.
    CALL_RENAMED "TW784" "tool-call-renamed" Rule Warning "a tool call is started again under another name; its arguments stay"
        "give every call an id of its own"
        "The library renames the call and warns.\n\n```jsonl replay\n{\"type\":\"TOOL_CALL_START\",\"toolCallId\":\"c1\",\"toolCallName\":\"f\"}\n{\"type\":\"TOOL_CALL_START\",\"toolCallId\":\"c1\",\"toolCallName\":\"g\"}\n```\n";
    /// Content without an id.
    ID_ASSUMED "TW785" "message-id-assumed" Rule Warning "an event of a text message has no id; one message is open, so it is that one's"
        "write the messageId: the library does not guess"
        "Guides and logs leave the id out for brevity. It is only assumed while exactly one text message is open.\n\n```jsonl replay\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m1\"}\n{\"type\":\"TEXT_MESSAGE_CONTENT\",\"delta\":\"a\"}\n```\n";
    /// A message without a role.
    ROLE_ASSUMED "TW786" "message-role-assumed" Rule Warning "a message has no role; it is read as the user's"
        "write the role"
        "\n```jsonl replay\n{\"type\":\"RUN_STARTED\",\"runId\":\"r1\",\"input\":{\"messages\":[{\"id\":\"m1\",\"content\":\"a\"}]}}\n```\n";
    /// A message of a role nobody knows.
    UNKNOWN_MESSAGE "TW787" "message-of-unknown-role" Rule Warning "a message has a role that AG-UI does not know; replay leaves it out, as the library does"
        "use one of the roles developer, system, user, assistant, tool, activity, reasoning"
        "\n```jsonl replay\n{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{\"id\":\"m1\",\"role\":\"alien\",\"content\":\"a\"}]}\n```\n";
    /// The compacted stream tells another story.
    REPLAY_DIFFERS "TW788" "replays-differently" Changed Warning "merging deltas the library's way moves events, and the result replays to other messages or another state"
        "use --level snapshot, which replays to the same"
        "The library keeps the events of a message together: what came in between is moved behind its end. Messages that overlap may swap, and a snapshot inside an open message may undo it.\n\n```jsonl compact-deltas\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"a\"}\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"b\"}\n{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"b\"}\n{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"a\"}\n```\n";
    /// What folded events carried beside their message.
    FOLDED "TW789" "event-details-dropped" Dropped Warning "folded events had fields that no message and no snapshot has a place for"
        "keep the log itself where timestamps and raw events matter"
        "Timestamps, raw events and unknown fields belong to events; compacting makes one event of many.\n\n```jsonl compact\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"a\",\"timestamp\":1}\n```\n";
    /// A sealed value that named nothing.
    SEALED_LOST "TW790" "encrypted-value-dropped" Dropped Warning "an encrypted value names a message or call that is not there"
        "keep the log itself, or mend the entityId"
        "\n```jsonl compact\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"a\"}\n{\"type\":\"REASONING_ENCRYPTED_VALUE\",\"subtype\":\"message\",\"entityId\":\"x\",\"encryptedValue\":\"s\"}\n```\n";
    /// A parent that is not in the log.
    MISSING_PARENT "TW791" "missing-parent" Rule Warning "a run names a parent that is not in the log"
        "add the log that holds the parent, or use --allow-missing-parent"
        "\n```jsonl lineage\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"b\",\"parentRunId\":\"a\"}\n```\n";
    /// A run that is there twice.
    DUPLICATE_RUN "TW792" "duplicate-run" Rule Error "two runs of a thread have the same id"
        "decide with --on-duplicate first, last or all"
        "The first one is the parent of the runs that name it.\n\n```jsonl lineage\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n```\n";
    /// Runs that are their own ancestors.
    PARENT_CYCLE "TW793" "parent-cycle" Rule Error "a run is its own ancestor"
        "mend the parentRunId of one of the runs; --scope thread compacts without parents"
        "\n```jsonl lineage\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\",\"parentRunId\":\"a\"}\n```\n";
    /// A parent that comes later.
    FORWARD_PARENT "TW794" "forward-parent" Rule Warning "the parent of a run comes later in the log"
        "logs are written in the order of time; were two joined the wrong way round?"
        "\n```jsonl lineage\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"b\",\"parentRunId\":\"a\"}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n```\n";
    /// A parent in another thread.
    CROSS_THREAD "TW795" "cross-thread-parent" Rule Warning "the parent of a run belongs to another thread"
        "a branch usually stays in its thread"
        "\n```jsonl lineage\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"u\",\"runId\":\"b\",\"parentRunId\":\"a\"}\n```\n";
    /// A message of the input is not what the history holds.
    EDITED_COPY "TW796" "edited-copy-in-input" Rule Warning "a message of a run's input has a known id and other content than the history; it stays"
        "--by-id removes it all the same"
        "\n```jsonl normalize\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\",\"input\":{\"messages\":[{\"id\":\"m\",\"role\":\"user\",\"content\":\"x\"}]}}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"b\",\"input\":{\"messages\":[{\"id\":\"m\",\"role\":\"user\",\"content\":\"y\"}]}}\n```\n";
    /// Kept input may give another order.
    INPUT_KEPT "TW797" "kept-input-reorders" Changed Warning "--keep-input: input that stays is replayed before the snapshot and may give another order of messages"
        "leave --keep-input out; the ids of the input are recorded in the run's metadata"
        "A snapshot is merged: messages that are known already stay where they are.\n\n```jsonl compact-keep-input\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m\"}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"b\",\"input\":{\"messages\":[{\"id\":\"u\",\"role\":\"user\",\"content\":\"y\"}]}}\n```\n";
    /// Content that was compacted away.
    COMPACTED_AWAY "TW798" "compacted-away" Rule Error "the content of this run was folded into the snapshots of later runs"
        "restore one of the later runs, or compact with --scope run"
        "A log compacted with the scope `tip` holds content only where a branch ends.\n";
    /// Something that is no event.
    NOT_AN_EVENT "TW799" "incomplete-event" Rule Warning "an event lacks its type, or the field that everything is in; it has no effect"
        "see turnwise validate; --lenient reads what guides write"
        "\n```jsonl replay\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"a\"}\n{\"runId\":\"a\"}\n```\n";
}
