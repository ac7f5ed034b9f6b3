//! Describes an input that cannot be read: a text, or JSON without a known format. If such a record contains nested
//! messages, the description names their place: `holds openai messages at /traj`.

use super::trouble::{EmbeddedMessages, Trouble};
use crate::events::sse::is_sse;
use crate::format::starts_text;
use crate::format::{Detected, Format, Reading, detect, is_beside};
use crate::json::{Node, Problem, Tape, push_segment};
use crate::model::Part;
use crate::report::Report;

/// The maximum number of values that are searched for nested messages.
const VALUES: usize = 400;
/// The maximum depth of that search.
const DEPTH: usize = 5;
/// Keys of lists whose items are the turns of one conversation, not conversations of their own.
const TURNS: [&str; 7] = ["/conversation", "/conversations", "/messages", "/turns", "/dialog", "/dialogue", "/history"];

/// The beginning of the prompt that Semantic Kernel makes of a chat history.
const PROMPT: &str = "<chat_history>";

/// The kind of a text that is not JSON, from its first lines. `None`: it may be JSON, possibly damaged.
pub(super) fn text_of(head: &str, extension: &str) -> Option<&'static str> {
    let text = head.trim_start();
    let first = text.bytes().next()?;
    if matches!(first, b'{' | b'[' | b'"') || extension == "sse" || is_sse(head) || starts_text(head) {
        return None;
    }
    let is_json_like = |line: &&str| line.starts_with(['{', '[']);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(200).collect();
    // Damaged lines among records are damaged records.
    if lines.iter().filter(|line| is_json_like(line)).count() * 2 > lines.len() {
        return None;
    }
    let line = lines.first().copied().unwrap_or_default();
    let is_marked = line.starts_with("<|") || line.starts_with("<s>[INST]") || line.starts_with(PROMPT);
    match Tape::new().parse(line).err().map(|error| error.problem) {
        // There is separate advice for these.
        Some(Problem::Unexpected(b'<')) if is_marked => {}
        Some(Problem::TypographicQuote) => {}
        Some(Problem::Unexpected(byte))
            if byte.is_ascii_alphanumeric() || b"#-*>_|`!@(.~:$&\\".contains(&byte) || !byte.is_ascii() => {}
        Some(Problem::BadNumber | Problem::TextAfterValue | Problem::CommaAfterValue | Problem::Unexpected(_))
            if lines.len() > 1 && first != 0 && first != b'<' && first != b'=' => {}
        _ => return None,
    }
    Some(kind_of(&lines, extension))
}

fn kind_of(lines: &[&str], extension: &str) -> &'static str {
    let first = lines.first().copied().unwrap_or_default();
    let second = lines.get(1).copied().unwrap_or_default();
    let columns = |line: &str, separator| line.matches(separator).count();
    let is_table = |separator| columns(first, separator) > 0 && columns(first, separator) == columns(second, separator);
    let is_markdown =
        ["# ", "## ", "#### ", "- ", "* ", "> ", "```", "![", "---"].iter().any(|it| first.starts_with(it));
    let speakers = ["Human:", "User:", "USER:", "System:", "SYSTEM:", "Assistant:", "### Human", "### Instruction"];
    if first.starts_with(PROMPT) {
        "the XML prompt of Semantic Kernel (`ChatHistory.serialize` writes JSON)"
    } else if first.starts_with("<|") || first.starts_with("<s>") {
        "the text of a chat template"
    } else if speakers.iter().any(|speaker| first.starts_with(speaker)) {
        "a transcript as text"
    } else if matches!(extension, "md" | "markdown") {
        "Markdown"
    } else if matches!(extension, "yaml" | "yml") {
        "YAML"
    } else if extension == "csv" {
        "CSV"
    } else if extension == "tsv" || is_table('\t') {
        "TSV"
    } else if extension == "toml" {
        "TOML"
    } else if extension == "py" || first.starts_with("#!") {
        "a program"
    } else if is_markdown {
        "Markdown"
    } else if is_table(',') {
        "CSV"
    } else {
        "text"
    }
}

/// JSON that matches no format: a description of it, and the place of its messages.
pub(super) fn unknown(what: &str, root: Option<Node<'_, '_>>) -> Trouble {
    let keys = |object: Node<'_, '_>| {
        let keys: Vec<_> = object.members().take(6).filter_map(|(key, _)| Some(key.text()?.show())).collect();
        keys.join(", ")
    };
    let looks = match root {
        Some(root) if root.is_object() && !root.is_empty() => format!("{what}: an object with the keys {}", keys(root)),
        Some(root) => match root.items().next() {
            Some(item) if item.is_object() => format!("{what}: an array of objects with the keys {}", keys(item)),
            _ if root.text().is_some_and(|text| format_of_text(&text.decode_json()).is_some()) => {
                format!("{what}: a string with the JSON of a conversation, which `--at ''` reads")
            }
            _ => format!("{what}: {}", root.kind().name()),
        },
        None => what.to_owned(),
    };
    // Places are relative to a record, and the items of an array are records.
    let is_array = what.is_empty() && root.is_some_and(|root| root.is_array());
    let mut inside = root.map(inside).unwrap_or_default();
    for found in inside.iter_mut().filter(|_| is_array) {
        found.pointer = found.pointer.strip_prefix("/*").unwrap_or(&found.pointer).to_owned();
    }
    Trouble::Unknown { looks, inside }
}

/// Finds messages in a value that is not a message; the first item of a list represents the others.
pub(super) fn inside(root: Node<'_, '_>) -> Vec<EmbeddedMessages> {
    let (mut budget, mut found) = (VALUES, Vec::new());
    let mut level = vec![(root, String::new())];
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for (value, place) in level {
            for (key, child) in children(value) {
                if budget == 0 {
                    return found;
                }
                budget -= 1;
                let mut pointer = place.clone();
                push_segment(&mut pointer, &key);
                let in_string = || child.text().and_then(|text| format_of_text(&text.decode()));
                let is_turn = key == "*" && TURNS.iter().any(|word| place.ends_with(word));
                match format_of(child).or_else(in_string).filter(|_| !is_turn) {
                    Some(format) => found.push(EmbeddedMessages { format, pointer }),
                    None => next.push((child, pointer)),
                }
            }
        }
        level = next;
    }
    found
}

/// The members of an object, or the first item of an array that is not a row beside requests.
fn children<'t, 'a>(value: Node<'t, 'a>) -> Vec<(String, Node<'t, 'a>)> {
    if value.is_array() {
        let first = value.items().take(VALUES).find(|item| !is_beside(*item)).or_else(|| value.items().next());
        return first.map(|item| ("*".to_owned(), item)).into_iter().collect();
    }
    value.members().filter_map(|(key, child)| Some((key.text()?.decode().into_owned(), child))).collect()
}

fn format_of(value: Node<'_, '_>) -> Option<&'static str> {
    if value.is_empty() || !(value.is_array() || value.is_object()) {
        return None;
    }
    let format = match detect(value, None) {
        Detected::One(found) => found.format,
        Detected::Tie(candidates) => candidates.first()?.format,
        Detected::Foreign(_) | Detected::Nothing => return None,
    };
    is_conversation(value, format).then_some(format.name)
}

/// The format of a value that is one message of it, if the format accepts lists of messages and not single ones.
/// `named`: the format that the user named.
pub(super) fn one_message(value: Node<'_, '_>, named: Option<&'static Format>) -> Option<&'static str> {
    if !value.is_object() || !["role", "type"].iter().any(|key| value.get(key).is_some_and(|it| it.is_string())) {
        return None;
    }
    let list = format!("[{}]", value.raw());
    let mut tape = Tape::new();
    let root = tape.parse(&list).ok()?;
    let format = match (named, detect(root, None)) {
        (Some(format), _) => format,
        (None, Detected::One(found)) => found.format,
        (None, Detected::Tie(candidates)) => candidates.first()?.format,
        (None, Detected::Foreign(_) | Detected::Nothing) => return None,
    };
    let reads = |root: Node<'_, '_>| {
        let (mut report, mut scratch) = (Report::keeping(0), Tape::new());
        let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
        format.read_record(root, &mut reading).is_ok_and(|read| !read.messages.is_empty())
    };
    let is_plain = !matches!(detect(value, None), Detected::One(_) | Detected::Tie(_)) || named.is_some();
    (is_plain && !reads(value) && reads(root)).then_some(format.name)
}

/// True if a value is read as a conversation with content. The last items of a list may be missing.
fn is_conversation(value: Node<'_, '_>, format: &Format) -> bool {
    let (mut report, mut scratch) = (Report::default(), Tape::new());
    let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
    let is_word = |part: &Part<'_>| !matches!(part, Part::Opaque(_));
    let read = format.read_record(value, &mut reading);
    read.is_ok_and(|read| read.messages.iter().any(|message| message.parts.iter().any(is_word)))
}

/// The same for JSON in a string.
pub(super) fn format_of_text(text: &str) -> Option<&'static str> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut tape = Tape::new();
    format_of(tape.parse(text).ok()?)
}
