//! Which run continues which.

use super::rules::{in_one_pass, rule};

rule! {
    RUN_WITHOUT_PARENT "TW686" "ag-ui-run-without-parent" Note in_one_pass
    "a later run of a thread has no parentRunId"
    "name the run that it continues, or leave it a beginning of its own"
    r#"
Rule `run-without-parent`.

```json bad ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"RUN_STARTED","threadId":"t","runId":"r2"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}
```

```json good ag-ui
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"RUN_STARTED","threadId":"t","runId":"r2","parentRunId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}
```
"#
}

rule! {
    MANY_RUNS "TW755" "ag-ui-many-runs" Note in_one_pass
    "a stream has more runs than are looked at together"
    "split the log by threads"
    r"
Rule `many-runs`.
"
}
