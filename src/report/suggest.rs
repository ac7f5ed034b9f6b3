//! Suggestions for misspelled words: ``did you mean `top_p`?``

use super::fix::{FindingText, SuggestedEdit};
use crate::json::{Text, quoted};

/// The known word with the smallest edit distance, if that is at most a third of the word's length.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Longer words are not misspelled keys.
    if word.len() > 64 {
        return None;
    }
    ranked(word, known).min().map(|(_, known)| known)
}

/// True for a word that stands for a longer one: `msgs` for `messages`.
#[must_use]
pub fn is_short_for(word: &str, long: &str) -> bool {
    let mut letters = long.chars();
    let word = word.to_ascii_lowercase();
    let is_inside = word.chars().all(|own| letters.any(|letter| letter == own));
    word.len() > 2 && word.len() < long.len() && is_inside && word.chars().next() == long.chars().next()
}

/// True if no other known word is as near as the nearest one.
fn is_only<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> bool {
    let mut found: Vec<_> = ranked(word, known).collect();
    found.sort_unstable();
    found.dedup();
    !matches!(found.as_slice(), [(first, _), (second, _), ..] if first == second)
}

/// The known words that are near, with their distances.
fn ranked<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> impl Iterator<Item = (usize, &'k str)> {
    let word = word.to_ascii_lowercase();
    let most = (word.chars().count() / 3).max(1);
    let distance = move |known: &str| strsim::osa_distance(&word, &known.to_ascii_lowercase());
    let ranked = known.into_iter().map(move |known| (distance(known), known));
    ranked.filter(move |(distance, known)| *distance <= most && known.len() > 1)
}

/// Role names of other programs, and the equivalent roles.
const ROLES: [(&[&str], &[&str]); 3] = [
    (&["human", "customer", "client", "person", "prompter"], &["user"]),
    (&["bot", "ai", "gpt", "model", "chatgpt", "chatbot", "agent", "answer", "ai_assistant"], &["assistant", "model"]),
    (&["tool_result", "tool_response", "function_response", "observation", "ipython"], &["tool", "function", "user"]),
];

/// The suggestion for a role: an equivalent of another program's role has priority.
#[must_use]
fn meant_role<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let lower = word.to_ascii_lowercase();
    let alias = ROLES.iter().find(|(names, _)| names.contains(&lower.as_str()));
    let meant = alias.and_then(|(_, roles)| roles.iter().find_map(|role| known.iter().find(|it| *it == role)));
    meant.copied().or_else(|| nearest(word, known.iter().copied()))
}

/// The message about an unknown role: ``unknown role `human`; did you mean `user`?``.
#[must_use]
pub fn unknown_role(word: &Text<'_>, known: &[&str]) -> FindingText {
    unknown("role", word, meant_role(&word.decode(), known), known)
}

/// The message about an unknown type of a content part.
#[must_use]
pub fn unknown_part(word: &Text<'_>, known: &[&str]) -> FindingText {
    unknown("part type", word, nearest(&word.decode(), known.iter().copied()), known)
}

/// The message about an unknown word or key that says of which kind a value is: ``unknown kind of block `imag`; did you mean
/// `image`?``.
#[must_use]
pub fn unknown_word(what: &str, word: &Text<'_>, known: &[&str]) -> FindingText {
    unknown(what, word, nearest(&word.decode(), known.iter().copied()), known)
}

/// The same about a key, with the edit that renames it.
#[must_use]
pub fn unknown_kind(what: &str, key: &Text<'_>, known: &[&str]) -> FindingText {
    let found = unknown_word(what, key, known);
    let is_near = found.edit.is_some();
    let meant = nearest(&key.decode(), known.iter().copied()).filter(|_| is_near);
    FindingText::new(found.message, meant.map(|meant| SuggestedEdit::Key(meant.to_owned())))
}

/// A word that is near a known one is taken for that: the others are not named.
fn unknown(what: &str, word: &Text<'_>, meant: Option<&str>, known: &[&str]) -> FindingText {
    let expected = meant.map_or_else(|| format!("; expected {}", any_of(known)), did_mean);
    let message = format!("unknown {what} `{}`{expected}", word.show());
    let is_alias = meant.is_some() && nearest(&word.decode(), known.iter().copied()) != meant;
    let edit = meant.filter(|_| is_alias || is_only(&word.decode(), known.iter().copied()));
    FindingText::new(message, edit.map(|meant| SuggestedEdit::Value(quoted(meant))))
}

/// The message about an unknown key, with the edit that renames it.
///
/// ```
/// use turnwise::json::Text;
/// use turnwise::report::misspelled_key;
///
/// let text = misspelled_key("a request", &Text::Token("top_pp"), ["top_p", "n"]);
/// assert_eq!(text.message, "a request has no field `top_pp`; did you mean `top_p`?");
/// ```
#[must_use]
pub fn misspelled_key<'k>(
    what: &str,
    word: &Text<'_>,
    known: impl IntoIterator<Item = &'k str, IntoIter: Clone>,
) -> FindingText {
    let known = known.into_iter();
    let meant = nearest(&word.decode(), known.clone());
    let suggestion = meant.map(did_mean).unwrap_or_default();
    let message = format!("{what} has no field `{}`{suggestion}", word.show());
    let edit = meant.filter(|_| is_only(&word.decode(), known));
    FindingText::new(message, edit.map(|meant| SuggestedEdit::Key(meant.to_owned())))
}

fn did_mean(known: &str) -> String {
    format!("; did you mean `{known}`?")
}

/// `a, b or c`
fn any_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_told_from_other_words() {
        let keys = ["temperature", "top_p", "top_k", "n", "stop"];
        for (word, wanted) in
            [("temprature", "temperature"), ("Top_P", "top_p"), ("top_pp", "top_p"), ("x", ""), ("messages", "")]
        {
            assert_eq!(nearest(word, keys).unwrap_or_default(), wanted, "{word}");
        }
        assert_eq!(meant_role("human", &["user", "assistant"]), Some("user"));
        assert_eq!(meant_role("Assitant", &["user", "assistant"]), Some("assistant"));
        assert_eq!(meant_role("gpt", &["user", "model"]), Some("model"));
        assert_eq!(meant_role("moderator", &["user", "assistant"]), None);
    }
}
