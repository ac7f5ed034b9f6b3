//! `TW960` to `TW972`: a session, which a program writes line by line, is not as it was meant to be. What can be read is read,
//! and the rest is a loss.

use super::code::codes;

codes! {
    /// The last line is not complete.
    TRUNCATED_LINE "TW960" "session-line-truncated" Dropped Warning "the last line of a session is truncated"
        "the program was interrupted, or is still writing: all lines before it are read";
    /// A line that nobody can read.
    DAMAGED_LINE "TW961" "session-line-damaged" Dropped Warning "a line of a session cannot be read"
        "remove or repair the line; all others are read";
    /// A line of a newer program.
    UNKNOWN_LINE "TW962" "session-line-unknown" Shape Note "a session has lines of a type that turnwise does not know"
        "such lines are kept where the format stays; look whether they hold words of the conversation";
    /// A parent that was never written.
    NO_PARENT "TW963" "session-parent-missing" Shape Warning "a line of a session names a line before it that is not in the file"
        "the line before it in the file was taken; look whether the conversation goes on there";
    /// Two lines with one id.
    REPEATED_LINE "TW964" "session-line-repeated" Shape Warning "two lines of a session have the same id"
        "the first one was taken; remove the other one";
    /// A line that is its own ancestor.
    LINE_CYCLE "TW965" "session-parents-cyclic" Shape Warning "lines of a session name each other as the line before"
        "the session was cut at the line that is named";
    /// Earlier messages are in another file.
    HISTORY_ELSEWHERE "TW966" "session-history-elsewhere" Shape Warning "the beginning of the conversation is in another session"
        "convert the session that the line names, too";
    /// An event says something else than the items.
    COPY_DIFFERS "TW967" "session-copy-differs" Shape Warning "an event of a session repeats no item of it"
        "the items are what the model got; look whether the event has words that they lack";
    /// Nothing was said.
    NO_MESSAGES "TW968" "session-without-messages" Shape Error "a session has no message that can be read"
        "look at the lines: the session may not have begun, or have been written by a newer program";
    /// A call that was aborted.
    ABORTED_CALL "TW969" "session-call-aborted" Shape Note "a turn of a session was aborted before a call had a result"
        "the program tells the model that the call was aborted, and so does the result that is taken";
    /// A session that was resumed or forked into a new file.
    REPEATS_SESSION "TW970" "session-repeated" Shape Note "a session begins with messages of another input"
        "leave out the file that has the fewer messages, where each message should be there once";
    /// Two objects on a line, or NUL bytes.
    ODD_LINE "TW971" "session-line-odd" Shape Warning "a line of a session is not one JSON object: it has several, or NUL bytes"
        "nothing is lost: all of the line is read";
    /// A file, or a line of the index.
    UNREAD_PART "TW972" "folder-part-unread" Dropped Warning "a file of a folder or an archive, or a line of an index, is not read"
        "give the file the name of a session, or one of its own below the archive, or repair the line; turnwise validate shows what is wrong";
}
