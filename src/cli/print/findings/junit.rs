//! `JUnit` XML: a test suite for each file, and a failed test for each finding. A file without findings is a test that passed.

use turnwise::report::Severity;

use super::{FindingPrinter, Reported};
use crate::cli::terminal::clean;

/// The tests of the current file are buffered until their number is known.
#[derive(Default)]
pub(super) struct Suites {
    cases: String,
    tests: u64,
    failures: u64,
}

/// Escapes text for an element or an attribute: XML has no control characters.
fn escaped(text: &str) -> String {
    let legal = |character: &char| !matches!(*character, '\u{fffe}' | '\u{ffff}');
    let mut out = String::with_capacity(text.len());
    for character in clean(text).chars().filter(legal) {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

impl FindingPrinter for Suites {
    fn head(&mut self) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnwise validate\">\n".to_owned()
    }

    fn finding(&mut self, finding: Reported<'_>) -> String {
        let (code, (line, column)) = (finding.diagnostic.code, finding.place());
        let file = escaped(finding.file());
        let name = escaped(&format!("{} {} at {line}:{column}", code.id, code.name));
        let message = escaped(&finding.message());
        self.tests += 1;
        self.cases.push_str(&format!("    <testcase name=\"{name}\" classname=\"{file}\">"));
        if finding.diagnostic.severity == Severity::Error {
            self.failures += 1;
            let text = escaped(finding.diagnostic.help);
            let kind = code.id;
            self.cases
                .push_str(&format!("<failure type=\"{kind}\" message=\"{message}\">{text}</failure></testcase>\n"));
        } else {
            let level = finding.diagnostic.severity.name();
            self.cases.push_str(&format!("<system-out>{level}: {message}</system-out></testcase>\n"));
        }
        String::new()
    }

    fn end_of_file(&mut self, file: &str) -> String {
        let file = escaped(file);
        if self.tests == 0 {
            self.tests = 1;
            self.cases = format!("    <testcase name=\"no findings\" classname=\"{file}\"/>\n");
        }
        let Self { cases, tests, failures } = std::mem::take(self);
        format!(
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n{cases}  </testsuite>\n"
        )
    }

    fn tail(&mut self) -> String {
        "</testsuites>\n".to_owned()
    }
}
