//! `TW980` to `TW986`: a recorded stream of events, which are joined into answers, is truncated or unusual. What was sent is
//! read, and everything else is a loss.

use super::code::codes;

codes! {
    Dropped:
    /// The end is not there.
    CUT "TW980" "stream-truncated" Warning "a recorded stream has no end, or no beginning: the answer is incomplete"
        "look at the end of the answer; record the stream again if the rest matters";
    /// Something else than an event.
    DAMAGED_EVENT "TW981" "stream-event-damaged" Warning "an event of a recorded stream cannot be read"
        "repair or remove the event; all others are read";
    /// An event that nobody defined.
    UNKNOWN_EVENT "TW982" "stream-event-unknown" Warning "an event of a recorded stream has an unknown type"
        "check whether the event contains text of the answer; it is not in the output";
    /// More after the end.
    AFTER_END "TW983" "stream-event-after-end" Warning "a recorded stream continues after its end"
        "check the end of the answer: what was sent after the end is part of it";
    /// The service failed.
    ERROR "TW984" "stream-error" Warning "a recorded stream contains an error of the service"
        "look at the end of the answer: the service failed while it sent it";
    /// A piece of something that never began.
    UNOPENED "TW985" "stream-piece-unopened" Warning "a recorded stream continues a part that never began"
        "check the answer there: the name or kind of the part is not in the stream";
    /// Arguments that end early.
    CUT_ARGUMENTS "TW986" "stream-arguments-truncated" Warning "the arguments of a call in a recorded stream are not JSON"
        "the text is preserved as a string; do not run the call with it";
}
