//! A number is for ever: codes are unique, sorted, never reused, and explained.

use std::fs;

use turnwise::op::explain::{code_text, codes};

use crate::fixtures::{golden, path};

#[test]
fn codes_are_unique_and_never_come_back() {
    let ids: Vec<_> = codes().iter().map(|code| code.id).collect();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "a code appears twice: {ids:?}");
    for retired in include_str!("retired-codes.txt").lines() {
        assert!(!ids.contains(&retired), "{retired} was used before");
    }
}

#[test]
fn a_renamed_code_shows() {
    let list: String = codes().iter().map(|code| format!("{} {}\n", code.id, code.name)).collect();
    golden(&path("tests/it/commands/codes.txt"), &list);
}

/// A code without a page does not compile.
#[test]
fn every_page_is_of_a_code_and_names_it() {
    let entries = fs::read_dir(path("docs/codes")).unwrap();
    let mut pages: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    pages.retain(|name| name != "README.md");
    pages.sort_unstable();
    assert_eq!(pages, codes().iter().map(|code| format!("{}.md", code.id)).collect::<Vec<_>>());
    for code in codes() {
        let heading = format!("# {} {}\n\n", code.id, code.name);
        assert!(code.docs().starts_with(&heading), "docs/codes/{}.md does not start with {heading:?}", code.id);
    }
}

#[test]
fn every_code_is_explained() {
    for code in codes() {
        let text = code_text(code);
        assert!(text.len() > 120 && !code.help.is_empty() && !code.summary.ends_with('.'), "{}", code.id);
        assert!(code.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", code.name);
    }
}
