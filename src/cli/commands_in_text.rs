//! Lines that a CI runner would execute as commands: `::error::x`, `##[group]x`, `##vso[task.…]x`.
//!
//! GitHub's runner accepts lines that begin with `::`, after white space, and `##[` anywhere; the agent of Azure
//! Pipelines accepts `##[` and `##vso[`.

use std::borrow::Cow;

/// Escapes workflow commands in text: the first character of each becomes `\u{3a}` or `\u{23}`.
pub(crate) fn without_commands(text: &str) -> Cow<'_, str> {
    spelled(text, |first| first.escape_unicode().to_string())
}

/// The same for content of a page: the character is `&#58;` or `&#35;`.
pub(crate) fn page_without_commands(page: &str) -> Cow<'_, str> {
    spelled(page, |first| format!("&#{};", u32::from(first)))
}

fn spelled(text: &str, spell: impl Fn(char) -> String) -> Cow<'_, str> {
    let is_command = |line: &str| {
        let line = line.trim_start();
        line.starts_with("::") || is_marked(line)
    };
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    if !(has("::") || has("##")) || !text.split(['\n', '\r']).any(is_command) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive(['\n', '\r']) {
        let rest = line.trim_start_matches(|it: char| it.is_whitespace() && it != '\n' && it != '\r');
        safe.push_str(line.get(..line.len() - rest.len()).unwrap_or_default());
        match rest.chars().next().filter(|_| is_command(rest)) {
            Some(first) => {
                safe.push_str(&spell(first));
                safe.push_str(rest.get(first.len_utf8()..).unwrap_or_default());
            }
            None => safe.push_str(rest),
        }
    }
    Cow::Owned(safe)
}

/// True if the text begins with a mark that turns the rest of the line into a command, at any position.
pub(crate) fn is_marked(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("##") else { return false };
    rest.starts_with('[') || rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("vso["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command() {
        for (text, safe) in [
            ("a::b\nc", "a::b\nc"),
            ("::error::x\n", "\\u{3a}:error::x\n"),
            ("a\n \t ::set-output name=x::y\nb", "a\n \t \\u{3a}:set-output name=x::y\nb"),
            ("\u{a0}\u{3000}::x", "\u{a0}\u{3000}\\u{3a}:x"),
            ("\n\n##[error]x", "\n\n\\u{23}#[error]x"),
            ("##vso[task.x]", "\\u{23}#vso[task.x]"),
            ("a\r::x", "a\r\\u{3a}:x"),
            ("## heading\n: x", "## heading\n: x"),
        ] {
            assert_eq!(without_commands(text), safe);
        }
    }
}
