//! SARIF 2.1.0: one run, its results first, then the rules that they refer to.

use serde_json::{Value, json};
use turnwise::report::{Code, Severity};

use super::{FindingPrinter, Reported};
use crate::cli::terminal::{clean, clean_json};

const HEAD: &str = "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\
                    \"columnKind\":\"unicodeCodePoints\",\"results\":[";

#[derive(Default)]
pub(super) struct Sarif {
    has_any: bool,
    rules: Vec<&'static Code>,
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

impl Sarif {
    /// The index of a rule in the list of rules.
    fn rule(&mut self, code: &'static Code) -> usize {
        let known = self.rules.iter().position(|known| *known == code);
        known.unwrap_or_else(|| {
            self.rules.push(code);
            self.rules.len() - 1
        })
    }
}

impl FindingPrinter for Sarif {
    fn head(&mut self) -> String {
        HEAD.to_owned()
    }

    fn finding(&mut self, finding: Reported<'_>) -> String {
        let before = if std::mem::replace(&mut self.has_any, true) { ",\n" } else { "\n" };
        let diagnostic = finding.diagnostic;
        let mut location = json!({
            "physicalLocation": {"artifactLocation": {"uri": uri(finding.path())}, "region": region(finding)},
        });
        if let (Value::Object(location), false) = (&mut location, finding.pointer().is_empty()) {
            let pointer = json!([{"fullyQualifiedName": finding.pointer(), "kind": "member"}]);
            location.insert("logicalLocations".to_owned(), pointer);
        }
        let result = json!({
            "ruleId": diagnostic.code.id,
            "ruleIndex": self.rule(diagnostic.code),
            "level": level(diagnostic.severity),
            "message": {"text": clean(&diagnostic.message)},
            "locations": [location],
        });
        format!("{before}{}", clean_json(result.to_string()))
    }

    fn tail(&mut self) -> String {
        let rule = |code: &&Code| {
            json!({
                "id": code.id,
                "name": code.name,
                "shortDescription": {"text": code.summary},
                "help": {"text": code.help},
                "defaultConfiguration": {"level": level(code.severity)},
            })
        };
        let rules: Vec<Value> = self.rules.iter().map(rule).collect();
        let driver = json!({"name": "turnwise", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
        format!("\n],\"tool\":{{\"driver\":{driver}}}}}]}}\n")
    }
}

/// The line, and the column in characters. If these were not counted, the region is the line.
fn region(finding: Reported<'_>) -> Value {
    let (line, column) = finding.place();
    let character = finding.diagnostic.excerpt.as_ref().map(|it| it.character);
    match character.or((column == 1).then_some(1)) {
        Some(character) => json!({"startLine": line, "startColumn": character}),
        None => json!({"startLine": line}),
    }
}

/// A path as a relative URI reference, with other characters escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ü:1.jsonl"), "a%20b/%C3%BC%3A1.jsonl");
    }
}
