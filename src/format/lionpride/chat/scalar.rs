//! The YAML form of a string: plain, in quotes, or as a block of lines. After `PyYAML` 6.0.3.

/// The style of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarStyle {
    Plain,
    Single,
    Double,
    Literal,
}

/// The traits of a string that decide its form.
#[derive(Debug, Default)]
struct ScalarTraits {
    /// It would be read as something else than a string, or not as one.
    is_taken: bool,
    has_break: bool,
    /// Characters that only double quotes can hold.
    is_special: bool,
    starts_with_space: bool,
    ends_with_space: bool,
    starts_with_break: bool,
    ends_with_break: bool,
    /// A space right before a line break.
    has_space_break: bool,
    /// A space right after a line break.
    has_break_space: bool,
}

/// True for a line break in YAML.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A key this short may be on the line of its value.
pub(super) fn is_simple_key(text: &str) -> bool {
    // The length of the tag that goes with every string counts too.
    const TAG: usize = 5;
    !text.is_empty() && !text.chars().any(is_break) && text.chars().count() + TAG < 128
}

/// The style for a string; `is_key`: it is before a colon on the same line.
pub(super) fn style(text: &str, is_key: bool) -> ScalarStyle {
    let shape = ScalarTraits::of(text);
    let is_quotable = !(shape.is_special || shape.has_space_break || shape.has_break_space);
    if text.contains('\n') {
        // Asked for a block, the writer goes from block to double quotes.
        let is_block = !(is_key || shape.is_special || shape.has_space_break || shape.ends_with_space);
        return if is_block { ScalarStyle::Literal } else { ScalarStyle::Double };
    }
    let has_edge = shape.starts_with_space || shape.ends_with_space || shape.starts_with_break || shape.ends_with_break;
    if is_quotable && !(shape.is_taken || shape.has_break || has_edge || text.is_empty() || is_other_type(text)) {
        ScalarStyle::Plain
    } else if is_quotable && !(is_key && shape.has_break) {
        ScalarStyle::Single
    } else {
        ScalarStyle::Double
    }
}

impl ScalarTraits {
    fn of(text: &str) -> Self {
        let mut shape = Self { is_taken: text.starts_with("---") || text.starts_with("..."), ..Self::default() };
        let mut before: Option<char> = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let after = characters.peek().copied();
            shape.visit(before, character, after);
            before = Some(character);
        }
        shape
    }

    fn visit(&mut self, before: Option<char>, character: char, after: Option<char>) {
        let is_gap = |side: Option<char>| side.is_none_or(|it| is_break(it) || matches!(it, '\0' | ' ' | '\t' | '\r'));
        let (is_first, is_last) = (before.is_none(), after.is_none());
        self.is_taken |= match character {
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => is_first,
            '#' => is_gap(before),
            '?' | '-' => is_first && is_gap(after),
            ':' => is_gap(after),
            _ => false,
        };
        self.is_special |= !matches!(character,
            '\n' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}'
            | '\u{10000}'..='\u{10fffe}');
        if character == ' ' {
            self.starts_with_space |= is_first;
            self.ends_with_space |= is_last;
            self.has_break_space |= before.is_some_and(is_break);
        } else if is_break(character) {
            self.has_break = true;
            self.starts_with_break |= is_first;
            self.ends_with_break |= is_last;
            self.has_space_break |= before == Some(' ');
        }
    }
}

/// True if YAML 1.1 reads the plain text as something that is not a string.
fn is_other_type(text: &str) -> bool {
    is_word(text) || is_integer(text) || is_float(text) || is_time(text)
}

fn is_word(text: &str) -> bool {
    const WORDS: [&str; 6] = ["yes", "no", "true", "false", "on", "off"];
    let is_cased = |word: &str| {
        let is_upper = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_lower = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
        let (first, rest) = text.split_at_checked(1).unwrap_or_default();
        word.eq_ignore_ascii_case(text) && (is_lower(text) || is_upper(text) || (is_upper(first) && is_lower(rest)))
    };
    matches!(text, "~" | "null" | "Null" | "NULL" | "=" | "<<") || WORDS.into_iter().any(is_cased)
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

/// At least one, all of this kind or underscores.
fn are(text: &str, is: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'_' || is(byte))
}

/// A digit, then digits and underscores.
fn is_digits(text: &str, is_first: impl Fn(u8) -> bool) -> bool {
    text.bytes().next().is_some_and(is_first) && are(text, |byte| byte.is_ascii_digit())
}

/// `:30`, possibly several times, with numbers below 60.
fn are_sixtieths<'t>(mut groups: impl Iterator<Item = &'t str>) -> bool {
    groups.all(|group| match group.as_bytes() {
        [digit] | [b'0'..=b'5', digit] => digit.is_ascii_digit(),
        _ => false,
    })
}

fn is_integer(text: &str) -> bool {
    let text = unsigned(text);
    if text == "0" {
        return true;
    }
    if let Some(rest) = text.strip_prefix('0') {
        return are(rest, |byte| (b'0'..=b'7').contains(&byte))
            || rest.strip_prefix('b').is_some_and(|rest| are(rest, |byte| matches!(byte, b'0' | b'1')))
            || rest.strip_prefix('x').is_some_and(|rest| are(rest, |byte| byte.is_ascii_hexdigit()));
    }
    let mut groups = text.split(':');
    groups.next().is_some_and(|first| is_digits(first, |byte| matches!(byte, b'1'..=b'9'))) && are_sixtieths(groups)
}

fn is_float(text: &str) -> bool {
    let plain = unsigned(text);
    if matches!(plain, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let Some((whole, fraction)) = plain.split_once('.') else { return false };
    let (digits, exponent) = match fraction.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (fraction, None),
    };
    let is_exponent = exponent.is_none_or(|exponent| {
        exponent.strip_prefix(['+', '-']).is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()))
    });
    let is_fraction = digits.is_empty() || are(digits, |byte| byte.is_ascii_digit());
    if whole.is_empty() {
        // A sign needs a digit before the point.
        return plain.len() == text.len() && is_exponent && is_digits(digits, |byte| byte.is_ascii_digit());
    }
    let mut groups = whole.split(':');
    let is_whole = groups.next().is_some_and(|first| is_digits(first, |byte| byte.is_ascii_digit()));
    let is_sexagesimal = whole.contains(':');
    is_whole && are_sixtieths(groups) && is_fraction && is_exponent && !(is_sexagesimal && exponent.is_some())
}

/// `2025-01-02`, or with a time of day after it.
fn is_time(text: &str) -> bool {
    let mut rest = ScalarCursor(text);
    if !rest.digits(4, 4) || !rest.skip('-') {
        return false;
    }
    let is_long = text.len() == 10 && text.is_ascii();
    if !rest.digits(1, 2) || !rest.skip('-') || !rest.digits(1, 2) {
        return false;
    }
    if rest.0.is_empty() {
        return is_long;
    }
    let before = rest.0;
    if !(rest.skip('T') || rest.skip('t')) {
        rest.0 = rest.0.trim_start_matches([' ', '\t']);
        if rest.0.len() == before.len() {
            return false;
        }
    }
    if !(rest.digits(1, 2) && rest.skip(':') && rest.digits(2, 2) && rest.skip(':') && rest.digits(2, 2)) {
        return false;
    }
    if rest.skip('.') {
        rest.0 = rest.0.trim_start_matches(|it: char| it.is_ascii_digit());
    }
    if rest.0.is_empty() {
        return true;
    }
    rest.0 = rest.0.trim_start_matches([' ', '\t']);
    if rest.skip('Z') {
        return rest.0.is_empty();
    }
    if !(rest.skip('+') || rest.skip('-')) || !rest.digits(1, 2) {
        return false;
    }
    rest.0.is_empty() || (rest.skip(':') && rest.digits(2, 2) && rest.0.is_empty())
}

struct ScalarCursor<'t>(&'t str);

impl ScalarCursor<'_> {
    /// Takes as many digits as there are, up to `most`.
    fn digits(&mut self, least: usize, most: usize) -> bool {
        let count = self.0.bytes().take(most).take_while(u8::is_ascii_digit).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        count >= least
    }

    fn skip(&mut self, mark: char) -> bool {
        let rest = self.0.strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }
}
