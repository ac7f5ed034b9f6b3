//! The manual pages, as they are in `man/`.

macro_rules! pages {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../man/", $name)))),*]
    };
}

/// Each with the name of its file. A test compares them with the commands.
pub(super) const PAGES: &[(&str, &str)] = pages!(
    "turnwise-clone.1"
    "turnwise-compact.1"
    "turnwise-completions.1"
    "turnwise-config.1"
    "turnwise-convert.1"
    "turnwise-detect.1"
    "turnwise-diff.1"
    "turnwise-explain.1"
    "turnwise-extract-media.1"
    "turnwise-formats.1"
    "turnwise-inline-media.1"
    "turnwise-lineage.1"
    "turnwise-man.1"
    "turnwise-migrate-ids.1"
    "turnwise-normalize.1"
    "turnwise-prepare.1"
    "turnwise-replay.1"
    "turnwise-schema.1"
    "turnwise-statements-branch.1"
    "turnwise-statements-diff.1"
    "turnwise-statements-edit.1"
    "turnwise-statements-from-messages.1"
    "turnwise-statements-replay.1"
    "turnwise-statements-run.1"
    "turnwise-statements.1"
    "turnwise-validate.1"
    "turnwise.1"
);

/// The page with this name of a file (`turnwise-convert.1`), if there is one.
pub(crate) fn page(name: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == name).map(|(_, page)| *page)
}
