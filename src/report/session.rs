//! `TW960` to `TW974`: a session, which a program writes line by line, is damaged or unusual. Everything readable is read,
//! and the rest is a loss.

use super::code::codes;

codes! {
    /// The last line is not complete.
    TRUNCATED_LINE "TW960" "session-line-truncated" Dropped Warning "the last line of a session is truncated"
        "nothing to do if the program is still writing; all lines before it are read";
    /// A line that nobody can read.
    DAMAGED_LINE "TW961" "session-line-damaged" Dropped Warning "a line of a session cannot be read"
        "repair or remove the line; all others are read";
    /// A line of a newer program.
    UNKNOWN_LINE "TW962" "session-line-unknown" Shape Note "a session has lines of an unknown type"
        "check whether the lines contain text of the conversation; they are preserved as long as the format stays the same";
    /// A parent that was never written.
    NO_PARENT "TW963" "session-parent-missing" Shape Warning "the parent of a session line is not in the file"
        "check that the conversation continues correctly there; the line before it in the file is used as parent";
    /// Two lines with one id.
    REPEATED_LINE "TW964" "session-line-repeated" Shape Warning "two lines of a session have the same id"
        "remove one of the lines; the first one is used";
    /// A line that is its own ancestor.
    LINE_CYCLE "TW965" "session-parents-cyclic" Shape Warning "the parents of session lines form a cycle"
        "check the start of the conversation: the cycle is broken at the line that is reported";
    /// Earlier messages are in another file.
    HISTORY_ELSEWHERE "TW966" "session-history-elsewhere" Shape Warning "the beginning of the conversation is in another session"
        "also convert the session that the line names";
    /// An event says something else than the items.
    COPY_DIFFERS "TW967" "session-copy-differs" Shape Warning "an event of a session matches no item"
        "check whether the event has text that the items lack; the items are what the model received";
    /// Nothing was said.
    NO_MESSAGES "TW968" "session-without-messages" Shape Error "a session has no readable message"
        "look at the lines: the session may not have started, or a newer program wrote it";
    /// A call that was aborted.
    ABORTED_CALL "TW969" "session-call-aborted" Shape Note "a turn of a session was aborted before a call had a result"
        "nothing to do: the result `aborted` is used, as in the program itself";
    /// A session that was resumed or forked into a new file.
    REPEATS_SESSION "TW970" "session-repeated" Shape Note "a session begins with messages of another input"
        "remove the shorter file if each message should appear only once";
    /// Two objects on a line, or NUL bytes.
    ODD_LINE "TW971" "session-line-odd" Shape Warning "a line of a session is not a single JSON object: it has several, or NUL bytes"
        "nothing to do: the whole line is read";
    /// A file, or a line of the index.
    UNREAD_PART "TW972" "folder-part-unread" Dropped Warning "a file of a folder or archive, or a line of an index, is not read"
        "rename the file like a session, or give it a unique path inside the archive, or repair the line; turnwise validate shows the problem";
    /// Neighbouring rows are a conversation, and these are not neighbours.
    ROWS_APART "TW973" "session-rows-apart" Shape Note "rows of a session are not neighbours, so they are several records"
        "sort the rows by their session and their time, then each session is one record";
    /// The run of a tool, in a log of requests.
    ROW_WITHOUT_REQUEST "TW974" "row-without-request" Dropped Note "a row of a log is not a request to a model: it is the run of a tool, for example"
        "nothing to do: the request after it has the result of the tool";
}
