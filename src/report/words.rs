//! Helpers for the wording of messages.

/// `a` or `an` for the word after it.
#[must_use]
pub fn article(word: &str) -> &'static str {
    let begins = |start: &str| word.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    // `user` and `unit` begin with a consonant sound.
    let is_vowel = ["a", "e", "i", "o", "u"].into_iter().any(begins) && !begins("us") && !begins("uni");
    if is_vowel { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_fit_their_words() {
        for (words, wanted) in [
            (["assistant", "image", "observation", "ACTIVITY_DELTA"], "an"),
            (["user", "system", "TOOL_CALL_END", ""], "a"),
        ] {
            assert!(words.iter().all(|word| article(word) == wanted), "{words:?}");
        }
    }
}
