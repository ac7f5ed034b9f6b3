//! Path patterns as in `.gitignore`: `expected/` is a folder anywhere, `*.tmp.json` a name, `a/b/**` a path.

use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns relative to a folder.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    matcher: Gitignore,
    /// The folder that the paths are relative to, absolute.
    root: PathBuf,
}

impl Patterns {
    /// `what`: the option or the setting, for errors.
    pub(crate) fn new<'p>(
        root: &Path,
        patterns: impl IntoIterator<Item = &'p String>,
        what: &str,
    ) -> anyhow::Result<Self> {
        let mut builder = GitignoreBuilder::new("");
        for pattern in patterns {
            builder.add_line(None, pattern).with_context(|| format!("{what} {pattern}"))?;
        }
        let root = absolute(root).with_context(|| root.display().to_string())?;
        Ok(Self { matcher: builder.build().context(what.to_owned())?, root })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.matcher.is_empty()
    }

    /// True if a pattern matches the path or one of its parent folders.
    pub(crate) fn matches(&self, path: &Path, is_folder: bool) -> bool {
        if self.is_empty() {
            return false;
        }
        let Ok(path) = absolute(path) else { return false };
        let Ok(relative) = path.strip_prefix(&self.root) else { return false };
        self.matcher.matched_path_or_any_parents(relative, is_folder).is_ignore()
    }
}

/// The path from the root of the file system, without `..`; the empty one is the current folder.
pub(crate) fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let path = std::path::absolute(if path.as_os_str().is_empty() { Path::new(".") } else { path })?;
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        for (pattern, path, is_match) in [
            ("expected/", "a/expected/x.json", true),
            ("expected/", "expected", false),
            ("*.tmp.json", "a/b.tmp.json", true),
            ("a/*", "a/b.json", true),
            ("a/*", "c/a/b.json", false),
            ("**/gemini/**", "x/gemini/y/z.json", true),
            ("x.json", "../x.json", false),
        ] {
            let patterns = Patterns::new(Path::new("/data"), &[pattern.to_owned()], "--exclude").unwrap();
            assert_eq!(patterns.matches(&Path::new("/data").join(path), false), is_match, "{pattern} {path}");
        }
    }
}
