//! GitHub Actions annotations: `::error file=a.jsonl,line=3,col=14,title=TW203::no earlier call waits`.

use turnwise::report::Severity;

use super::{FindingPrinter, Reported};
use crate::cli::print::github::{message, property};

pub(super) struct Annotations;

impl FindingPrinter for Annotations {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        let level = match finding.diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let ((line, column), code) = (finding.place(), finding.diagnostic.code);
        format!(
            "::{level} file={},line={line},col={column},title={}::{}\n",
            property(finding.path()),
            property(&format!("{} {}", code.id, code.name)),
            message(&finding.message())
        )
    }
}
