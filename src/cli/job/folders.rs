//! Two folders whose files are matched by path.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::files::{Filter, conversations};

/// A file of two folders, or of one of them.
#[derive(Clone, Debug)]
pub(crate) struct Twin {
    /// Its path in both.
    pub(crate) relative: PathBuf,
    /// The path in A, and in B.
    pub(crate) a: Option<PathBuf>,
    pub(crate) b: Option<PathBuf>,
}

impl Twin {
    /// The names of the two files: `old/x.json`, `new/x.json`.
    pub(crate) fn names(&self, [a, b]: [&Path; 2]) -> [String; 2] {
        [a, b].map(|root| root.join(&self.relative).display().to_string())
    }

    /// A link out of its folder is not followed: the user did not name its target.
    pub(crate) fn check(&self, [a, b]: [&Path; 2]) -> anyhow::Result<()> {
        for (root, path) in [(a, &self.a), (b, &self.b)] {
            let Some(path) = path.as_ref().filter(|path| path.is_symlink()) else { continue };
            let name = path.display();
            let real = path.canonicalize().with_context(|| format!("{name}: a link that leads nowhere"))?;
            let root = root.canonicalize().with_context(|| root.display().to_string())?;
            if !real.starts_with(root) {
                bail!(
                    "{name}: a link out of its folder is not followed; git difftool -d makes none with --no-symlinks"
                );
            }
            if !real.is_file() {
                bail!("{name}: a link to what is not a file");
            }
        }
        Ok(())
    }
}

/// The conversations of two folders, sorted by their paths.
pub(crate) fn twins(roots: [&Path; 2], filters: &[Filter; 2]) -> anyhow::Result<Vec<Twin>> {
    let [a, b] = roots;
    let mut found: BTreeMap<PathBuf, Twin> = BTreeMap::new();
    for (root, filter) in roots.into_iter().zip(filters) {
        for relative in conversations(root, filter)? {
            found.entry(relative).or_insert_with_key(|relative| {
                // A file that is ignored on one side by .gitignore is included if the other side has it.
                let there = |root: &Path| Some(root.join(relative)).filter(|path| path.is_symlink() || path.is_file());
                Twin { relative: relative.clone(), a: there(a), b: there(b) }
            });
        }
    }
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_together_by_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        for (root, file) in [(&a, "x/1.json"), (&a, "2.jsonl"), (&a, "no.txt"), (&b, "x/1.json"), (&b, "x/0.json.gz")] {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let filters = |exclude: &[String]| [&a, &b].map(|root| Filter::excluding(root, exclude));
        let found = twins([&a, &b], &filters(&[])).unwrap();
        let shown: Vec<_> =
            found.iter().map(|it| (it.relative.to_str().unwrap(), it.a.is_some(), it.b.is_some())).collect();
        assert_eq!(shown, [("2.jsonl", true, false), ("x/0.json.gz", false, true), ("x/1.json", true, true)]);
        let found = twins([&a, &b], &filters(&["x/*".to_owned()])).unwrap();
        assert_eq!(found.len(), 1, "--exclude");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_inside_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        for root in [&a, &b] {
            std::fs::create_dir(root).unwrap();
            std::fs::write(root.join("real.json"), "[]").unwrap();
        }
        std::fs::write(folder.path().join("secret.json"), "[]").unwrap();
        for (target, name) in [("real.json", "in.json"), ("../secret.json", "out.json"), ("none", "broken.json")] {
            std::os::unix::fs::symlink(target, b.join(name)).unwrap();
        }
        let roots: [&Path; 2] = [&a, &b];
        let said: Vec<_> = twins(roots, &roots.map(|root| Filter::excluding(root, &[])))
            .unwrap()
            .iter()
            .map(|it| it.check(roots).is_ok())
            .collect();
        assert_eq!(said, [false, true, false, true], "broken, in, out, real");
    }
}
