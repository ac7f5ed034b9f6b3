//! The words and names of docs/style.md: texts of the source and of all pages use none of its left column.

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

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            files(&file, found);
        } else if file.extension().is_some_and(|end| end == "rs" || end == "md") {
            found.push(file);
        }
    }
}

/// The texts of a line of Rust: its comment, and its strings. What is between backticks is code.
fn texts(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', '/']) {
        let after = &rest[at + 1..];
        if rest[at..].starts_with("//") {
            text.push_str(&rest[at..]);
            break;
        }
        rest = after;
        if line.as_bytes()[line.len() - after.len() - 1] == b'"'
            && !line[..line.len() - after.len() - 1].ends_with('\'')
        {
            let mut end = 0;
            let bytes = after.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += 1 + usize::from(bytes[end] == b'\\');
            }
            let end = end.min(after.len());
            // A single word is a value.
            text.push_str(after.get(..end).filter(|string| string.contains(' ')).unwrap_or_default());
            text.push('\n');
            rest = after.get(end + 1..).unwrap_or_default();
        }
    }
    text
}

/// Without what is between backticks.
fn prose(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// Whole words, in any case.
fn has(text: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || "_-".contains(c);
    text.match_indices(phrase)
        .any(|(at, _)| !text[..at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word))
}

#[test]
fn no_page_and_no_message_uses_other_words() {
    let words = left_cells("Words");
    assert!(words.len() > 20);
    let mut pages: Vec<_> =
        ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(path).into();
    for folder in ["src", "docs", "tests/commands"] {
        files(&path(folder), &mut pages);
    }
    let mut found = String::new();
    for page in pages.iter().filter(|page| !page.ends_with("docs/style.md")) {
        let text = fs::read_to_string(page).unwrap();
        let is_source = page.extension().is_some_and(|end| end == "rs");
        let mut is_fenced = false;
        for (line, number) in text.lines().zip(1..) {
            is_fenced ^= !is_source && line.starts_with("```");
            if is_fenced {
                continue;
            }
            let text = prose(&if is_source { texts(line) } else { line.to_owned() }).to_lowercase();
            for word in words.iter().filter(|word| has(&text, word)) {
                found.push_str(&format!("{}:{number}: {word}: {}\n", page.display(), line.trim()));
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
