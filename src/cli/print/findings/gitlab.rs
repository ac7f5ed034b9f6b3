//! The GitLab code quality report: an array of issues, each with a unique fingerprint.

use std::collections::HashSet;

use serde_json::json;
use turnwise::model::uuid_v5;
use turnwise::report::Severity;
use uuid::Uuid;

use super::{FindingPrinter, Reported};
use crate::cli::terminal::{clean, clean_json};

#[derive(Default)]
pub(super) struct CodeQuality {
    fingerprints: HashSet<Uuid>,
}

impl CodeQuality {
    /// The fingerprint of a finding. A repeated finding, in a file that is named twice, gets another one.
    fn fingerprint(&mut self, what: &str) -> String {
        let mut fingerprint = uuid_v5(&Uuid::NAMESPACE_OID, what.as_bytes());
        while !self.fingerprints.insert(fingerprint) {
            fingerprint = uuid_v5(&fingerprint, what.as_bytes());
        }
        fingerprint.simple().to_string()
    }
}

impl FindingPrinter for CodeQuality {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        let before = if self.fingerprints.is_empty() { "[\n" } else { ",\n" };
        let (code, (line, column)) = (finding.diagnostic.code, finding.place());
        let severity = match finding.diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        };
        let message = finding.message();
        let message = clean(&message);
        let path = finding.path();
        let fingerprint = self.fingerprint(&format!("{path}\n{}\n{line}\n{column}\n{message}", code.id));
        let issue = json!({
            "description": format!("{} {message}", code.id),
            "check_name": code.name,
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {
                "path": path,
                "positions": {"begin": {"line": line, "column": column}},
                "lines": {"begin": line},
            },
        });
        format!("{before}{}", clean_json(issue.to_string()))
    }

    fn tail(&mut self) -> String {
        if self.fingerprints.is_empty() { "[]\n" } else { "\n]\n" }.to_owned()
    }
}
