//! Findings as one JSON array, or as a line for each record.

use super::{FindingPrinter, Reported};
use crate::cli::print::json::FindingLine;
use crate::cli::terminal::clean_json;

/// `[…]`, a finding on each line.
#[derive(Default)]
pub(super) struct Array {
    has_any: bool,
}

impl FindingPrinter for Array {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        let before = if std::mem::replace(&mut self.has_any, true) { ",\n" } else { "[\n" };
        format!("{before}{}", object(finding))
    }

    fn tail(&mut self) -> String {
        if self.has_any { "\n]\n" } else { "[]\n" }.to_owned()
    }
}

/// `{"file":"a.jsonl","record":1,"valid":true,"findings":[]}`
pub(crate) fn record_line(findings: &[Reported<'_>], file: &str, record: Option<u64>, is_valid: bool) -> String {
    let record = record.map_or_else(|| "null".to_owned(), |record| record.to_string());
    let findings: Vec<_> = findings.iter().map(|finding| object(*finding)).collect();
    let file = clean_json(turnwise::json::quoted(file));
    format!("{{\"file\":{file},\"record\":{record},\"valid\":{is_valid},\"findings\":[{}]}}\n", findings.join(","))
}

fn object(finding: Reported<'_>) -> String {
    FindingLine::new(finding.diagnostic, finding.input, None).of_record(finding.record).fixed_up_to(finding.most).line()
}
