//! Rules about the parents of runs.

use crate::rule::rule;

rule! {
    RUN_WITHOUT_PARENT "TW686" "ag-ui-run-without-parent" Note
    "a later run of a thread has no parentRunId"
    "add the id of the run that it continues, unless it starts a new conversation"
}

rule! {
    MANY_RUNS "TW755" "ag-ui-many-runs" Note
    "a stream has more runs than turnwise checks together"
    "split the log by thread"
}

rule! {
    ROW_CONTRADICTS "TW687" "ag-ui-row-contradicts-event" Warning
    "a column of a row names another thread, run or parent than the run's start event"
    "correct the column or the event; turnwise uses the event"
}
