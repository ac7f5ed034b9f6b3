//! Python literals as JSON: some datasets contain `{'city': "Rome", 'n': None}` instead of JSON.

/// Rewrites a Python dict or list literal as JSON text. `None` if it is not one.
///
/// Supports strings, numbers, `True`, `False`, `None`, lists, tuples and dicts, but not calls, names and comments.
#[must_use]
pub fn python_to_json(text: &str) -> Option<String> {
    let mut reader = Literal { rest: text.trim(), json: String::with_capacity(text.len()), depth: 0 };
    reader.value()?;
    reader.rest.trim().is_empty().then_some(reader.json)
}

struct Literal<'a> {
    rest: &'a str,
    json: String,
    depth: usize,
}

impl Literal<'_> {
    fn skip(&mut self, what: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(what) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Option<()> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '{' => self.list("{", "}", true),
            '[' => self.list("[", "]", false),
            '(' => self.list("(", ")", false),
            '\'' | '"' => self.string(),
            _ => self.word(),
        }
    }

    fn list(&mut self, open: &str, close: &str, is_dict: bool) -> Option<()> {
        // Python rejects such nesting too; the limit bounds the recursion of this function.
        self.depth += 1;
        if self.depth > 100 {
            return None;
        }
        self.skip(open);
        self.json.push_str(if is_dict { "{" } else { "[" });
        let mut is_first = true;
        while !self.skip(close) {
            if !is_first {
                if !self.skip(",") {
                    return None;
                }
                if self.skip(close) {
                    break;
                }
                self.json.push_str(", ");
            }
            is_first = false;
            if is_dict {
                self.rest = self.rest.trim_start();
                if !self.rest.starts_with(['\'', '"']) {
                    return None;
                }
                self.string()?;
                if !self.skip(":") {
                    return None;
                }
                self.json.push_str(": ");
            }
            self.value()?;
        }
        self.json.push_str(if is_dict { "}" } else { "]" });
        self.depth -= 1;
        Some(())
    }

    fn string(&mut self) -> Option<()> {
        let mut characters = self.rest.char_indices();
        let (_, quote) = characters.next()?;
        let mut text = String::new();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    let (_, escaped) = characters.next()?;
                    let digits = match escaped {
                        'n' => {
                            text.push('\n');
                            continue;
                        }
                        't' => {
                            text.push('\t');
                            continue;
                        }
                        'r' => {
                            text.push('\r');
                            continue;
                        }
                        '\\' | '\'' | '"' => {
                            text.push(escaped);
                            continue;
                        }
                        'x' => 2,
                        'u' => 4,
                        'U' => 8,
                        _ => {
                            text.push('\\');
                            text.push(escaped);
                            continue;
                        }
                    };
                    let code: String = characters.by_ref().take(digits).map(|(_, digit)| digit).collect();
                    text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
                _ if character == quote => {
                    self.rest = self.rest.get(at + 1..).unwrap_or_default();
                    self.json.push_str(&crate::json::quoted(&text));
                    return Some(());
                }
                _ => text.push(character),
            }
        }
        None
    }

    fn word(&mut self) -> Option<()> {
        let end = self.rest.find(|c: char| c == ',' || c == ':' || c.is_whitespace() || "}])".contains(c));
        let word = self.rest.get(..end.unwrap_or(self.rest.len()))?;
        let json = match word {
            "True" => "true",
            "False" => "false",
            "None" => "null",
            number if crate::json::Tape::new().parse(number).is_ok() => number,
            _ => return None,
        };
        self.json.push_str(json);
        self.rest = self.rest.get(word.len()..)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json() {
        let text = r#"{'a': "it's", 'b': [1, 2.50, True, None,], 'c': ('x', -1e5), "d": '\u00e9\'"'}"#;
        let json = r#"{"a": "it's", "b": [1, 2.50, true, null], "c": ["x", -1e5], "d": "é'\""}"#;
        assert_eq!(python_to_json(text).as_deref(), Some(json));
        for bad in ["{'a': f(x)}", "{'a'", "{1: 2}", "nonsense", "{'a': 1} x", &"[".repeat(500)] {
            assert_eq!(python_to_json(bad), None, "{bad}");
        }
    }
}
