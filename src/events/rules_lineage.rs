//! Rules about the parents of runs.

use crate::rule::rule;

rule! {
    RUN_WITHOUT_PARENT "TW686" "ag-ui-run-without-parent" Note
    "a later run of a thread has no parentRunId"
    "name the run that it continues, or leave it a beginning of its own"
}

rule! {
    MANY_RUNS "TW755" "ag-ui-many-runs" Note
    "a stream has more runs than are looked at together"
    "split the log by threads"
}

rule! {
    ROW_CONTRADICTS "TW687" "ag-ui-row-contradicts-event" Warning
    "a column of a row names another thread, run or parent than the start of the run in it"
    "correct the column or the event; turnwise follows the event"
}
