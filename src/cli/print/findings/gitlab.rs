//! GitLab's code quality report: an array of issues, each with a fingerprint that is its own.

use serde_json::json;
use turnwise::report::Severity;
use uuid::Uuid;

use super::{FindingPrinter, Reported};
use crate::cli::terminal::clean;

#[derive(Default)]
pub(super) struct CodeQuality {
    has_any: bool,
}

impl FindingPrinter for CodeQuality {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        let before = if std::mem::replace(&mut self.has_any, true) { ",\n" } else { "[\n" };
        let (code, (line, column)) = (finding.diagnostic.code, finding.place());
        let severity = match finding.diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        };
        let message = clean(&finding.message());
        let name = format!("{}\n{}\n{line}\n{column}\n{message}", finding.file(), code.id);
        let issue = json!({
            "description": format!("{} {message}", code.id),
            "check_name": code.name,
            "fingerprint": Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()).simple().to_string(),
            "severity": severity,
            "location": {
                "path": finding.file(),
                "positions": {"begin": {"line": line, "column": column}},
                "lines": {"begin": line},
            },
        });
        format!("{before}{issue}")
    }

    fn tail(&mut self) -> String {
        if self.has_any { "\n]\n" } else { "[]\n" }.to_owned()
    }
}
