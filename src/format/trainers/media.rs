//! Places of files and the files next to them, as trainers count them.
//!
//! `{"messages":[{"role":"user","content":"<image>?"},…],"images":["a.png","b.png"]}` has one place and two files.

use super::TrainerReport;
use crate::json::Node;
use crate::report::Severity;
use crate::rule::{TRAINER_MEDIA_COUNT, TRAINER_ROLE};

/// How a trainer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MediaCount {
    /// Tags in the texts of `messages`, one for each file.
    Tags,
    /// Parts of the type `image` without an image; without any, all files go before the first text of the user.
    Parts,
    /// The first file of the column, and no other.
    First,
}

const TAGS: [(&str, &str); 3] = [("<image>", "images"), ("<video>", "videos"), ("<audio>", "audios")];

/// Compares the numbers of places and files.
pub(super) fn check(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    match found.trainer.media {
        MediaCount::Tags => tags(root, found),
        MediaCount::Parts => parts(root, found),
        MediaCount::First => first(root, found),
    }
}

fn tags(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    let Some(messages) = root.get("messages") else { return };
    let system = |message: &Node<'_, '_>| !message.get("role").is_some_and(|role| role.is("system"));
    for (tag, column) in TAGS {
        let places = messages.items().filter(system).filter_map(|message| message.get("content")?.text());
        let places: usize = places.map(|text| text.decode().matches(tag).count()).sum();
        let list = root.get(column).filter(|files| !files.is_null());
        let files = list.map_or(0, |files| if files.is_array() { files.len() } else { 1 });
        // Words of HTML are not places where no file is meant.
        let severity = if list.is_some() { Severity::Error } else { Severity::Warning };
        if places != files && (files > 0 || tag == "<image>") {
            report(list.unwrap_or(messages), severity, places, files, tag, found);
        }
    }
}

fn report(
    at: Node<'_, '_>,
    severity: Severity,
    places: usize,
    files: usize,
    what: &str,
    found: &mut TrainerReport<'_>,
) {
    let program = found.trainer.program;
    found.add(TRAINER_MEDIA_COUNT.code, severity, at.at(), || {
        format!("{places} of `{what}` and {files} files: {program} demands the same number")
    });
}

/// Columns of answers: the images are those of what is before.
const ANSWERS: [&str; 3] = ["completion", "chosen", "rejected"];

fn parts(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    let Some(files) = root.get("images").or(root.get("image")).filter(|files| !files.is_null()) else { return };
    let (mut places, mut has_text) = (0, false);
    let lists = found.trainer.lists.iter().filter(|keys| !ANSWERS.contains(&keys.list));
    let lists = lists.filter_map(|keys| Some((keys, root.get(keys.list)?)));
    for (keys, message) in lists.flat_map(|(keys, list)| list.items().map(move |message| (keys, message))) {
        let role = message.get(keys.role);
        let is = |word| role.is_some_and(|role| role.is(word));
        if let Some(role) = role.filter(|role| role.is("developer")) {
            let program = found.trainer.program;
            found.add(TRAINER_ROLE.code, Severity::Error, role.at(), || {
                format!("{program} rejects the role `developer` in a record with images")
            });
            return;
        }
        let content = message.get(keys.words).filter(|_| !is("tool"));
        has_text |= is("user") && content.is_some_and(|content| content.is_string());
        let is_place =
            |part: &Node<'_, '_>| part.get("type").is_some_and(|kind| kind.is("image")) && part.get("image").is_none();
        places += content.map_or(0, |content| content.items().filter(is_place).count());
    }
    let count = if files.is_array() { files.len() } else { 1 };
    let places = if has_text { places + count } else { places };
    if places != count {
        report(files, Severity::Error, places, count, r#"{"type":"image"}"#, found);
    }
}

fn first(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    let program = found.trainer.program;
    if let Some(second) = root.get("images").or(root.get("image")).and_then(|files| files.items().nth(1)) {
        found.add(TRAINER_MEDIA_COUNT.code, Severity::Warning, second.at(), || {
            format!("{program} only reads the first file in this column; move the others to the contents")
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{by_name, trainer};
    use crate::json::Tape;
    use crate::report::Report;

    fn codes(text: &str) -> Vec<&'static str> {
        let (mut tape, mut report) = (Tape::new(), Report::keeping(9));
        let (format, trl) = (by_name("openai").unwrap().0, trainer("trl").unwrap());
        trl.check(tape.parse(text).unwrap(), format, &mut report);
        report.kept().iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn places_are_parts_without_an_image() {
        let record = |parts: &str| {
            format!(
                r#"{{"messages":[{{"role":"user","content":[{parts}]}},{{"role":"assistant","content":"y"}}],"images":["a"]}}"#
            )
        };
        assert_eq!(codes(&record(r#"{"type":"image"},{"type":"text","text":"x"}"#)), [""; 0]);
        assert_eq!(codes(&record(r#"{"type":"image"},{"type":"image","image":"b"}"#)), [""; 0]);
        assert_eq!(codes(&record(r#"{"type":"image"},{"type":"image"}"#)), ["TW237"]);
        assert_eq!(codes(&record(r#"{"type":"text","text":"x"}"#)), ["TW237"]);
        let turns = r#"[{"from":"user","value":"x"},{"from":"assistant","value":"y"}]"#;
        assert_eq!(codes(&format!(r#"{{"conversations":{turns},"images":["a","b"]}}"#)), [""; 0]);
    }
}
