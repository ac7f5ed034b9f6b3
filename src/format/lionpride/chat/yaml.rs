//! Values as YAML, byte for byte as lionpride prints them (its `minimal_yaml`, which is the `SafeDumper` of `PyYAML` with blocks).
//!
//! ```yaml
//! Instruction: Do
//! Context:
//! - text
//! - k: v
//!   l: |-
//!     two
//!     lines
//! ```

use std::borrow::Cow;

use super::scalar::{ScalarStyle, is_break, is_simple_key, style};
use super::value::YamlValue;
use crate::format::shared::python_number;

/// The number of spaces of a level.
const STEP: usize = 2;

/// The object as YAML, without empty values.
pub(super) fn to_yaml(members: Vec<(Cow<'_, str>, YamlValue<'_>)>) -> String {
    let Some(YamlValue::Map(members)) = YamlValue::Map(members).pruned() else { return "{}\n".to_owned() };
    let mut yaml = Yaml { out: String::new(), column: 0, is_gap: true, is_indent: true, is_open: false };
    yaml.map(&members, 0);
    yaml.indent(0);
    if yaml.is_open {
        yaml.out.push_str("...\n");
    }
    yaml.out
}

struct Yaml {
    out: String,
    /// Characters on the line.
    column: usize,
    /// The last thing written was white space, or a mark that needs none after it.
    is_gap: bool,
    /// The line only has indentation and marks.
    is_indent: bool,
    /// The last scalar kept the empty lines at its end: only a mark says where the document ends.
    is_open: bool,
}

impl Yaml {
    fn put(&mut self, text: &str) {
        self.column += text.chars().count();
        self.out.push_str(text);
    }

    fn new_line(&mut self, end: char) {
        self.out.push(end);
        (self.column, self.is_gap, self.is_indent) = (0, true, true);
    }

    /// Starts a line with this indentation, unless the current one has it.
    fn indent(&mut self, indent: usize) {
        if !self.is_indent || self.column > indent || (self.column == indent && !self.is_gap) {
            self.new_line('\n');
        }
        if self.column < indent {
            self.is_gap = true;
            let missing = indent - self.column;
            self.put(&" ".repeat(missing));
        }
    }

    fn mark(&mut self, mark: &str, needs_gap: bool, keeps_indent: bool) {
        if needs_gap && !self.is_gap {
            self.put(" ");
        }
        self.is_gap = false;
        self.is_indent &= keeps_indent;
        self.is_open = false;
        self.put(mark);
    }

    fn map(&mut self, members: &[(Cow<'_, str>, YamlValue<'_>)], indent: usize) {
        for (key, value) in members {
            self.indent(indent);
            if is_simple_key(key) {
                self.text(key, indent, true);
                self.mark(":", false, false);
            } else {
                self.mark("?", true, true);
                self.text(key, indent, false);
                self.indent(indent);
                self.mark(":", true, true);
            }
            self.value(value, indent, true);
        }
    }

    /// A value inside a map or list of this indentation.
    fn value(&mut self, value: &YamlValue<'_>, indent: usize, is_in_map: bool) {
        match value {
            YamlValue::Map(members) => self.map(members, indent + STEP),
            YamlValue::List(items) => {
                // Under a key that is on its line, items are not indented.
                let indent = if is_in_map && !self.is_indent { indent } else { indent + STEP };
                for item in items {
                    self.indent(indent);
                    self.mark("-", true, true);
                    self.value(item, indent, false);
                }
            }
            YamlValue::Text(text) => self.text(text, indent, false),
            YamlValue::Number(raw) => self.plain(&yaml_number(raw)),
            YamlValue::Bool(true) => self.plain("true"),
            YamlValue::Bool(false) => self.plain("false"),
            YamlValue::Null => self.plain("null"),
        }
    }

    fn text(&mut self, text: &str, indent: usize, is_key: bool) {
        match style(text, is_key) {
            ScalarStyle::Plain => self.plain(text),
            ScalarStyle::Single => self.single(text, indent + STEP),
            ScalarStyle::Double => self.double(text),
            ScalarStyle::Literal => self.literal(text, indent + STEP),
        }
    }

    fn plain(&mut self, text: &str) {
        if !self.is_gap {
            self.put(" ");
        }
        (self.is_gap, self.is_indent) = (false, false);
        self.put(text);
    }

    fn single(&mut self, text: &str, indent: usize) {
        self.mark("'", true, false);
        let mut was_break = false;
        for character in text.chars() {
            if is_break(character) {
                self.new_line(character);
            } else if was_break {
                self.indent(indent);
            }
            match character {
                _ if is_break(character) => {}
                '\'' => self.put("''"),
                _ => self.put(character.encode_utf8(&mut [0; 4])),
            }
            was_break = is_break(character);
        }
        if was_break {
            self.indent(indent);
        }
        self.mark("'", false, false);
    }

    fn double(&mut self, text: &str) {
        self.mark("\"", true, false);
        for character in text.chars() {
            if matches!(character, ' ' | '!' | '#'..='[' | ']'..='~' | '\u{a0}'..='\u{2027}'
                | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
            {
                self.put(character.encode_utf8(&mut [0; 4]));
            } else {
                self.put(&escape(character));
            }
        }
        self.mark("\"", false, false);
    }

    fn literal(&mut self, text: &str, indent: usize) {
        let mut ends = text.chars().rev();
        let (last, before) = (ends.next(), ends.next());
        let starts_odd = text.chars().next().is_some_and(|first| first == ' ' || is_break(first));
        let end = match (last.is_some_and(is_break), before.is_none_or(is_break)) {
            (false, _) => "-",
            (true, true) => "+",
            (true, false) => "",
        };
        self.mark(&format!("|{}{end}", if starts_odd { "2" } else { "" }), true, false);
        self.is_open = end == "+";
        self.new_line('\n');
        for line in text.split_inclusive(is_break) {
            let (words, end) = match line.chars().next_back().filter(|last| is_break(*last)) {
                Some(end) => (line.get(..line.len() - end.len_utf8()).unwrap_or_default(), Some(end)),
                None => (line, None),
            };
            if !words.is_empty() {
                self.indent(indent);
                (self.is_gap, self.is_indent) = (false, false);
                self.put(words);
            }
            self.new_line(end.unwrap_or('\n'));
        }
    }
}

fn escape(character: char) -> String {
    let short = match character {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\0' => "\\0",
        '\u{7}' => "\\a",
        '\u{8}' => "\\b",
        '\t' => "\\t",
        '\n' => "\\n",
        '\u{b}' => "\\v",
        '\u{c}' => "\\f",
        '\r' => "\\r",
        '\u{1b}' => "\\e",
        '\u{85}' => "\\N",
        '\u{2028}' => "\\L",
        '\u{2029}' => "\\P",
        _ => "",
    };
    if !short.is_empty() {
        return short.to_owned();
    }
    let code = u32::from(character);
    match code {
        ..=0xff => format!("\\x{code:02X}"),
        0x100..=0xffff => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    }
}

/// Whole numbers as they are; others as Python prints them, always with a decimal point.
fn yaml_number(raw: &str) -> Cow<'_, str> {
    let number = python_number(raw);
    match number.as_ref() {
        "inf" => Cow::Borrowed(".inf"),
        "-inf" => Cow::Borrowed("-.inf"),
        text if text.contains('e') && !text.contains('.') => Cow::Owned(text.replacen('e', ".0e", 1)),
        _ => number,
    }
}
