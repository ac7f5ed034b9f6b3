//! The patterns and names of docs/style.md: no page, help text or message matches a pattern of its left column.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::path;

const STYLE: &str = include_str!("../../docs/style.md");

/// The left cells of the table below a heading.
fn left_cells(heading: &str) -> Vec<String> {
    let section = STYLE.split(&format!("## {heading}\n")).nth(1).unwrap();
    let rows = section.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| "));
    let cells = rows.skip(2).flat_map(|row| row.split('|').nth(1).unwrap().split(','));
    cells.map(|cell| cell.trim().trim_matches('`').to_lowercase()).collect()
}

pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            files(&file, found);
        } else if file.extension().is_some_and(|end| end == "rs" || end == "md") {
            found.push(file);
        }
    }
}

/// The strings of a line of Rust that have several words, and the text of its doc comment.
fn texts(line: &str) -> String {
    if let Some(comment) = line.trim_start().strip_prefix("//") {
        return comment.strip_prefix(['/', '!']).unwrap_or_default().trim().to_owned();
    }
    let mut text = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('"') {
        let after = &rest[start + 1..];
        let end = after.char_indices().find(|&(at, it)| it == '"' && !after[..at].ends_with('\\'));
        let end = end.map_or(after.len(), |(at, _)| at);
        if after[..end].contains(' ') {
            text.push_str(&after[..end]);
            text.push('\n');
        }
        rest = after.get(end + 1..).unwrap_or_default();
    }
    text
}

/// Without what is between backticks.
fn prose(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The paragraphs of a file, in lower case, each with the number of its first line. Items of lists and rows of tables are
/// paragraphs; code blocks are skipped.
fn paragraphs(page: &Path, text: &str) -> Vec<(usize, String)> {
    let is_source = page.extension().is_some_and(|end| end == "rs");
    let mut list: Vec<(usize, String)> = Vec::new();
    let (mut is_fenced, mut is_open) = (false, false);
    for (line, number) in text.lines().zip(1..) {
        is_fenced ^= !is_source && line.starts_with("```");
        let line = if is_source { texts(line) } else { line.trim().to_owned() };
        if is_fenced || line.is_empty() {
            is_open = false;
            continue;
        }
        let is_new = !is_open || line.starts_with(['-', '|', '#']) || line.contains('\n');
        match list.last_mut().filter(|_| !is_new) {
            Some((_, paragraph)) => *paragraph += &format!(" {line}"),
            None => list.push((number, line.clone())),
        }
        is_open = !line.contains('\n');
    }
    list.into_iter().map(|(number, text)| (number, prose(&text).to_lowercase())).collect()
}

/// True if words of the text match a pattern: `…` is up to four words, `^` the beginning of a sentence.
fn matches(text: &str, pattern: &str) -> bool {
    let (is_start, pattern) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let pattern: Vec<_> = pattern.split_whitespace().collect();
    let words: Vec<_> = text.split_whitespace().filter(|word| !["-", "|"].contains(word)).collect();
    (0..words.len()).any(|at| {
        let is_sentence = at == 0 && !text.starts_with(' ') || at > 0 && words[at - 1].ends_with(['.', '|']);
        (!is_start || is_sentence) && continues(&words[at..], &pattern)
    })
}

fn continues(words: &[&str], pattern: &[&str]) -> bool {
    let Some((&first, rest)) = pattern.split_first() else { return true };
    if first == "…" {
        return (1..=4.min(words.len())).any(|count| continues(&words[count..], rest));
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    words.split_first().is_some_and(|(&word, after)| {
        // A mark after a word ends the pattern.
        let is_cut = !rest.is_empty() && word.ends_with(['.', ',', ':', ';']);
        bare(word) == first && !word.contains('{') && !is_cut && continues(after, rest)
    })
}

#[test]
fn patterns_match_words() {
    assert!(matches("a clause for which all conditions hold", "for which … hold"));
    assert!(!matches("a place, for which we care", "for which … hold"));
    assert!(matches("it ends. of a body it says more", "^of a") && !matches("the end of a body", "^of a"));
    assert!(!matches("soman yso many", "so many") && matches("(so many)", "so many"));
}

#[test]
fn no_page_and_no_message_matches_a_pattern() {
    let patterns = left_cells("Patterns");
    assert!(patterns.len() > 20);
    let mut pages: Vec<_> =
        ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(path).into();
    for folder in ["src", "docs", "tests/commands"] {
        files(&path(folder), &mut pages);
    }
    let mut found = String::new();
    for page in pages.iter().filter(|page| !page.ends_with("docs/style.md")) {
        let text = fs::read_to_string(page).unwrap();
        for (number, text) in paragraphs(page, &text) {
            for pattern in patterns.iter().filter(|pattern| matches(&text, pattern)) {
                found.push_str(&format!("{}:{number}: {pattern}: {text}\n", page.display()));
            }
        }
    }
    assert!(found.is_empty(), "docs/style.md says what to write instead:\n{found}");
}

#[test]
fn no_file_has_an_unclear_name() {
    let names = left_cells("Names");
    assert!(names.len() > 10);
    let mut sources = Vec::new();
    files(&path("src"), &mut sources);
    for file in sources {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(!names.contains(&name), "{}: docs/style.md has a better name", file.display());
    }
}

/// The names of the types that a file defines, without associated types.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("pub").unwrap_or(line.trim_start());
        let rest = if rest.starts_with('(') { rest.split_once(") ")?.1 } else { rest.trim_start() };
        let keywords: &[&str] =
            if line.starts_with(' ') { &["struct", "enum", "trait"] } else { &["struct", "enum", "trait", "type"] };
        let name = keywords.iter().find_map(|keyword| rest.strip_prefix(keyword)?.strip_prefix(' '))?;
        name.split(|c: char| !c.is_alphanumeric()).next()
    })
}

/// The public types of `src/api` show types of the library, and have their names; each command has its `Args`.
#[test]
fn every_type_has_a_name_of_its_own() {
    let mut sources = Vec::new();
    files(&path("src"), &mut sources);
    let mut seen = std::collections::HashMap::new();
    let mut twice = String::new();
    for file in sources.iter().filter(|file| !file.starts_with(path("src/api"))) {
        let text = fs::read_to_string(file).unwrap();
        for name in type_names(&text).filter(|name| *name != "Args") {
            if let Some(other) = seen.insert(name.to_owned(), file) {
                twice.push_str(&format!("{name}: {}, {}\n", other.display(), file.display()));
            }
        }
    }
    assert!(seen.len() > 500);
    assert!(twice.is_empty(), "a name has one meaning:\n{twice}");
}
