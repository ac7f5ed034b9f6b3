//! Suggestions for misspelled words: ``did you mean `top_p`?``

use crate::json::Text;

/// The suggestion for an unknown word; empty if no known word is close.
///
/// ```
/// use turnwise::report::did_you_mean;
///
/// assert_eq!(did_you_mean("top_pp", ["top_p", "n"]), "; did you mean `top_p`?");
/// ```
#[must_use]
pub fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(word, known).map(|known| format!("; did you mean `{known}`?")).unwrap_or_default()
}

/// The known word with the smallest edit distance, if that is at most a third of the word's length.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Longer words are not misspelled keys.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let most = (word.chars().count() / 3).max(1);
    let distance = |known: &str| strsim::osa_distance(&word, &known.to_ascii_lowercase());
    let ranked = known.into_iter().map(|known| (distance(known), known));
    ranked.filter(|(distance, known)| *distance <= most && known.len() > 1).min().map(|(_, known)| known)
}

/// Role names of other programs, and the equivalent roles.
const ROLES: [(&[&str], &[&str]); 3] = [
    (&["human", "customer", "client", "person", "prompter"], &["user"]),
    (&["bot", "ai", "gpt", "model", "chatgpt", "chatbot", "agent", "answer", "ai_assistant"], &["assistant", "model"]),
    (&["tool_result", "tool_response", "function_response", "observation", "ipython"], &["tool", "function", "user"]),
];

/// The suggestion for a role: an equivalent of another program's role has priority.
#[must_use]
fn did_you_mean_role(word: &str, known: &[&str]) -> String {
    let lower = word.to_ascii_lowercase();
    let alias = ROLES.iter().find(|(names, _)| names.contains(&lower.as_str()));
    let meant = alias.and_then(|(_, roles)| roles.iter().find_map(|role| known.iter().find(|it| *it == role)));
    match meant {
        Some(role) => format!("; did you mean `{role}`?"),
        None => did_you_mean(word, known.iter().copied()),
    }
}

/// The message about an unknown role: ``unknown role `human`; expected user or assistant; did you mean `user`?``.
#[must_use]
pub fn unknown_role(word: &Text<'_>, known: &[&str]) -> String {
    let suggestion = did_you_mean_role(&word.decode(), known);
    format!("unknown role `{}`; expected {}{suggestion}", word.show(), any_of(known))
}

/// The message about an unknown type of a content part.
#[must_use]
pub fn unknown_part(word: &Text<'_>, known: &[&str]) -> String {
    let suggestion = did_you_mean(&word.decode(), known.iter().copied());
    format!("unknown part type `{}`; expected {}{suggestion}", word.show(), any_of(known))
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
        assert_eq!(did_you_mean_role("human", &["user", "assistant"]), "; did you mean `user`?");
        assert_eq!(did_you_mean_role("Assitant", &["user", "assistant"]), "; did you mean `assistant`?");
        assert_eq!(did_you_mean_role("gpt", &["user", "model"]), "; did you mean `model`?");
        assert_eq!(did_you_mean_role("moderator", &["user", "assistant"]), "");
    }
}
