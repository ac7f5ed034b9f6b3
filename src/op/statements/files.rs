//! Files below one folder, for statements that refer to them. Links are followed, and their targets must also be below
//! the folder.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::statements::FileReader;
use crate::stream::Identity;

/// The maximum size of a file: 64 MiB.
const MOST: u64 = 64 << 20;
/// The maximum number of names that a pattern may match against.
const ENTRIES: usize = 100_000;
/// The maximum depth of `**`.
const DEPTH: usize = 64;

/// The files below a folder.
#[derive(Debug)]
pub struct FolderFiles {
    root: PathBuf,
    seen: usize,
}

impl FolderFiles {
    /// The files below this folder.
    ///
    /// # Errors
    /// The folder does not exist, or is not a folder.
    pub fn new(folder: &Path) -> std::io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        if !root.is_dir() {
            return Err(std::io::Error::new(std::io::ErrorKind::NotADirectory, "it is not a folder"));
        }
        Ok(Self { root, seen: 0 })
    }

    fn resolve(&self, path: &str) -> Result<PathBuf, String> {
        let real = fs::canonicalize(self.root.join(path)).map_err(|error| error.to_string())?;
        if real.starts_with(&self.root) { Ok(real) } else { Err("it is not below the folder of --dir".to_owned()) }
    }

    /// The names in a folder that match one component of a pattern.
    fn names(&mut self, folder: &str, pattern: &str) -> Result<Vec<String>, String> {
        let Ok(real) = self.resolve(if folder.is_empty() { "." } else { folder }) else { return Ok(Vec::new()) };
        let Ok(entries) = fs::read_dir(real) else { return Ok(Vec::new()) };
        let pattern: Vec<char> = pattern.chars().collect();
        let mut names = Vec::new();
        for entry in entries.flatten() {
            self.seen += 1;
            if self.seen > ENTRIES {
                return Err(format!("it looks at more than {ENTRIES} files"));
            }
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_hidden = name.starts_with('.') && pattern.first() != Some(&'.');
            if !is_hidden && fits(&pattern, &name.chars().collect::<Vec<_>>()) {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// A folder and all folders below it.
    fn below(&mut self, folder: String) -> Result<Vec<String>, String> {
        let mut found = vec![(folder, 0)];
        let mut next = 0;
        while let Some((folder, depth)) = found.get(next).cloned() {
            next += 1;
            if depth >= DEPTH {
                continue;
            }
            for name in self.names(&folder, "*")? {
                let path = join(&folder, &name);
                if self.resolve(&path).is_ok_and(|real| real.is_dir()) {
                    found.push((path, depth + 1));
                }
            }
        }
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{}/{name}", folder.trim_end_matches('/')) }
}

impl FileReader for FolderFiles {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let show = |error: std::io::Error| error.to_string();
        let real = self.resolve(path)?;
        // A pipe or a device would block, or never end.
        let before = fs::symlink_metadata(&real).map_err(show)?;
        if !before.is_file() {
            return Err("it is not a file".to_owned());
        }
        let file = File::open(&real).map_err(show)?;
        let metadata = file.metadata().map_err(show)?;
        // The file may have been replaced by a link meanwhile: the opened file is checked.
        let is_same = !cfg!(unix) || Identity::of(&before).is_same_file(&Identity::of(&metadata));
        if !is_same || self.resolve(path)? != real {
            return Err("it was replaced while it was opened".to_owned());
        }
        if metadata.len() > MOST {
            return Err(format!("it has more than {} MiB", MOST >> 20));
        }
        let mut bytes = Vec::new();
        file.take(MOST + 1).read_to_end(&mut bytes).map_err(show)?;
        if bytes.len() as u64 > MOST { Err(format!("it has more than {} MiB", MOST >> 20)) } else { Ok(bytes) }
    }

    fn matches(&mut self, pattern: &str) -> Result<Vec<String>, String> {
        if pattern.starts_with('/') || pattern.split('/').any(|part| part == "..") {
            return Err("a pattern must stay below the folder of --dir".to_owned());
        }
        let mut paths = vec![String::new()];
        let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
        for (index, part) in parts.iter().enumerate() {
            let is_last = index + 1 == parts.len();
            let mut found = Vec::new();
            for folder in paths {
                if *part == "**" {
                    for folder in self.below(folder)? {
                        if is_last {
                            found.extend(self.names(&folder, "*")?.iter().map(|name| join(&folder, name)));
                        } else {
                            found.push(folder);
                        }
                    }
                } else if part.contains(['*', '?', '[']) {
                    found.extend(self.names(&folder, part)?.iter().map(|name| join(&folder, name)));
                } else if self.resolve(&join(&folder, part)).is_ok() {
                    found.push(join(&folder, part));
                }
            }
            paths = found;
        }
        Ok(paths)
    }
}

/// `fnmatch`: `*`, `?`, `[a-z]`, `[!a]`.
fn fits(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut done, mut star) = (0, 0, None);
    while done < name.len() {
        let here = name.get(done).copied().unwrap_or_default();
        match (pattern.get(at), pattern.get(at..).and_then(|rest| class(rest, here))) {
            (Some('*'), _) => {
                star = Some((at, done));
                at += 1;
                continue;
            }
            (Some('?'), _) => {
                (at, done) = (at + 1, done + 1);
                continue;
            }
            (Some('['), Some((length, true))) => {
                (at, done) = (at + length, done + 1);
                continue;
            }
            (Some('['), Some((_, false))) => {}
            (Some(character), _) if *character == here => {
                (at, done) = (at + 1, done + 1);
                continue;
            }
            _ => {}
        }
        let Some((from, taken)) = star else { return false };
        star = Some((from, taken + 1));
        (at, done) = (from + 1, taken + 1);
    }
    pattern.get(at..).unwrap_or_default().iter().all(|character| *character == '*')
}

/// The length of the character class at the start of a pattern, and whether it contains a character. `None`: there is
/// no class.
fn class(pattern: &[char], character: char) -> Option<(usize, bool)> {
    let is_not = pattern.get(1) == Some(&'!');
    let start = 1 + usize::from(is_not);
    let end = pattern.iter().skip(start + 1).position(|it| *it == ']').map(|at| at + start + 1)?;
    if pattern.first() != Some(&'[') {
        return None;
    }
    let mut items = pattern.get(start..end)?;
    let mut is_in = false;
    while let Some((first, rest)) = items.split_first() {
        match rest {
            ['-', last, after @ ..] => {
                is_in |= (*first..=*last).contains(&character);
                items = after;
            }
            _ => {
                is_in |= *first == character;
                items = rest;
            }
        }
    }
    Some((end + 1, is_in != is_not))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_as_in_python() {
        let is =
            |pattern: &str, name: &str| fits(&pattern.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>());
        for (pattern, name) in
            [("inc*.txt", "inc.txt"), ("a?c", "abc"), ("[a-c]x[!0]", "bxé"), ("*", ""), ("[]]", "]"), ("[x", "[x")]
        {
            assert!(is(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("a", "A"), ("[!a]", "a"), ("*.txt", "a.txt~"), ("a*b*c", "aXbX"), ("?", "")] {
            assert!(!is(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("in");
        fs::create_dir_all(inner.join("deep")).unwrap();
        fs::write(folder.path().join("secret"), "s").unwrap();
        fs::write(inner.join("deep/a.txt"), "a").unwrap();
        let mut files = FolderFiles::new(&inner).unwrap();
        assert_eq!(files.read("deep/../deep/a.txt").unwrap(), b"a");
        assert_eq!(files.matches("**/*.txt").unwrap(), ["deep/a.txt"]);
        assert_eq!(files.matches("d*/?.txt").unwrap(), ["deep/a.txt"]);
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), inner.join("out")).unwrap();
        for path in ["../secret", "out/secret", "deep", "", "none", folder.path().join("secret").to_str().unwrap()] {
            assert!(files.read(path).is_err(), "{path}");
        }
        assert!(files.matches("../*").is_err() && files.matches("out/*").unwrap().is_empty());
    }
}
