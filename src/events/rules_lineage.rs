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
