//! Which format is it? Every format gives a score with a reason; the highest wins, and ties are said.

use super::detect_sample::sample;
use super::foreign::SignedRecords;
use super::plain_records::{PLAIN_FORMATS, is_plain};
use super::{FORMATS, ForeignFormat, Format, Score, request_log};
use crate::events::EventType;
use crate::json::{Node, Tape, short_lists};
use crate::model::Conversation;
use crate::report::{Refused, shape};

/// A format that fits.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The format.
    pub format: &'static Format,
    /// The score and its evidence.
    pub score: Score,
}

/// The result of a detection.
#[derive(Clone, Debug)]
pub enum Detected {
    /// One format fits best.
    One(Candidate),
    /// Several fit equally well; the first is the one to take.
    Tie(Vec<Candidate>),
    /// It is in a format that is known and not read: its name.
    Foreign(&'static ForeignFormat),
    /// Nothing fits.
    Nothing,
}

/// The maximum number of events of a log that are examined: logs may be long, and one event is enough.
pub(super) const LOOK: usize = 50;

/// What the formats with roles call the words, calls and media of a message.
const SAYING: [&str; 18] = [
    "content",
    "contents",
    "parts",
    "tool_calls",
    "function_call",
    "refusal",
    "audio",
    "images",
    "reasoning",
    "reasoning_content",
    "thinking",
    "value",
    "output",
    "data",
    "agent_output",
    "message",
    "blocks",
    "items",
];

/// True if every message has a role, and none has content, calls or media under a key that a reader knows: a list of users,
/// or messages of another program.
fn is_silent(root: Node<'_, '_>) -> bool {
    let list = if root.is_array() { Some(root) } else { root.get("messages") };
    list.filter(|list| !list.is_empty()).is_some_and(|list| {
        // A message that is cut off, and ends where the record does, may have lost what it says. Lines are whole.
        let is_cut = |item: Node<'_, '_>| item.span().end == root.span().end && list.raw().starts_with('[');
        let has_role = |item: Node<'_, '_>| item.get("role").is_some() && !is_cut(item);
        list.items().all(|item| has_role(item) && SAYING.iter().all(|key| item.get(key).is_none()))
    })
}

/// Rejects a record whose messages are all empty.
///
/// # Errors
/// No message has content, calls or media that the format knows.
pub fn refuse_silent(root: Node<'_, '_>, format: &Format, conversation: &Conversation<'_>) -> Result<(), Refused> {
    if conversation.messages.iter().all(|message| message.parts.is_empty()) && is_silent(root) {
        let why = format!("no message of this record has a field of {}", format.name);
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    Ok(())
}

/// True for a row without messages, which belongs to those around it.
#[must_use]
pub fn is_beside(root: Node<'_, '_>) -> bool {
    !is_plain(root)
        && FORMATS.iter().filter_map(|format| format.framing.session_of).any(|session_of| session_of(root).is_beside)
}

/// All formats that fit, best first.
#[must_use]
pub fn score_all(root: Node<'_, '_>) -> Vec<Candidate> {
    with_sample(root, |root| {
        if is_plain(root) {
            return sorted(scores(root, PLAIN_FORMATS.iter()).collect());
        }
        score_whole(root)
    })
}

/// The formats of `formats` that fit.
fn scores<'f>(
    root: Node<'_, '_>,
    formats: impl Iterator<Item = &'f &'static Format>,
) -> impl Iterator<Item = Candidate> {
    formats.filter_map(move |format| Some(Candidate { format, score: (format.score)(root)? }))
}

/// Detects by a record, or by the part of it that is enough.
fn with_sample<T>(root: Node<'_, '_>, detect: impl Fn(Node<'_, '_>) -> T) -> T {
    let text = sample(root);
    let mut tape = Tape::with_max_depth(usize::MAX);
    match text.as_ref().and_then(|text| tape.parse(text).ok()) {
        Some(short) => detect(short),
        None => detect(root),
    }
}

fn score_whole(root: Node<'_, '_>) -> Vec<Candidate> {
    let signed = SignedRecords::of(root);
    let is_unread = || signed.foreign().is_some() || is_silent(root);
    if is_line_of_log(root) || (is_unread() && request_log::score(root).is_none()) {
        return Vec::new();
    }
    let formats = FORMATS.iter().filter(|format| format.shape.signs.is_empty() || signed.has(format.shape.signs));
    sorted(scores(root, formats).collect())
}

/// An event is not a record of its own, though it may contain a list of messages that looks like one.
fn is_line_of_log(root: Node<'_, '_>) -> bool {
    root.is_object() && EventType::of(root) != EventType::Unknown
}

fn sorted(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    short_lists::sort_by_key(&mut candidates, |candidate| {
        (std::cmp::Reverse(candidate.score.value), candidate.format.name)
    });
    candidates
}

/// True if a record of `other` is one of `format`, too: rows of TRL are messages of the API, and more; their columns may be texts.
fn reads_too(format: &Format, other: &Format, root: Node<'_, '_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    match (format.name, other.name) {
        ("hf", "openai") => root.get("messages").is_some_and(|messages| messages.is_array()) && !has("custom_id"),
        ("hf", "rows") => has("prompt") && has("completion"),
        (_, _) => false,
    }
}

/// True if a file with records of both is one of `format`.
fn covers(format: &Format, other: &Format) -> bool {
    (format.name, other.name) == ("hf", "openai")
}

/// True if the record is of a format that reads those of `format`, too.
#[must_use]
pub fn has_covering(format: &Format, root: Node<'_, '_>) -> bool {
    !is_plain(root) && FORMATS.iter().any(|other| covers(other, format) && (other.score)(root).is_some())
}

/// Removes the formats whose records another format of the list reads, too.
pub fn keep_covering(list: &mut Vec<(Candidate, usize)>) {
    let all: Vec<_> = list.iter().map(|(found, _)| found.format).collect();
    list.retain(|(found, _)| !all.iter().any(|other| covers(other, found.format)));
}

/// Decides for one record. `usual` is what the rest of the file is, if that is known: it wins ties.
#[must_use]
pub fn detect(root: Node<'_, '_>, usual: Option<&'static Format>) -> Detected {
    with_sample(root, |root| {
        if is_plain(root) {
            return best_of(root, usual, score_of_usual(root, usual), PLAIN_FORMATS.iter());
        }
        detect_whole(root, usual)
    })
}

/// Scores all formats, without sampling.
pub(super) fn detect_whole(root: Node<'_, '_>, usual: Option<&'static Format>) -> Detected {
    if is_line_of_log(root) {
        return Detected::Nothing;
    }
    // Its request alone looks like another format, which would leave the answer out.
    if let Some(score) = request_log::score(root) {
        return Detected::One(Candidate { format: &request_log::FORMAT, score });
    }
    let own = score_of_usual(root, usual);
    // Something that only this format has: one that fits better would not leave that to it.
    if let Some(candidate) = own.filter(|candidate| candidate.score.value >= Score::OWN) {
        return Detected::One(candidate);
    }
    let signed = SignedRecords::of(root);
    if let Some(found) = signed.foreign() {
        return Detected::Foreign(found);
    }
    if is_silent(root) {
        return Detected::Nothing;
    }
    let formats = FORMATS.iter().filter(|format| format.shape.signs.is_empty() || signed.has(format.shape.signs));
    best_of(root, usual, own, formats)
}

fn score_of_usual(root: Node<'_, '_>, usual: Option<&'static Format>) -> Option<Candidate> {
    usual.and_then(|format| Some(Candidate { format, score: (format.score)(root)? }))
}

/// The best of `usual`, whose score is `own`, and of `formats`.
fn best_of<'f>(
    root: Node<'_, '_>,
    usual: Option<&'static Format>,
    own: Option<Candidate>,
    formats: impl Iterator<Item = &'f &'static Format>,
) -> Detected {
    let others = scores(root, formats.filter(|format| usual.is_none_or(|usual| usual.name != format.name)));
    let mut candidates = sorted(own.into_iter().chain(others).collect());
    let Some(best) = candidates.first().copied() else { return Detected::Nothing };
    let best_ones = || candidates.iter().take_while(|candidate| candidate.score.value == best.score.value);
    if let Some(format) = usual.filter(|usual| best_ones().any(|it| reads_too(usual, it.format, root))) {
        return Detected::One(Candidate { format, score: best.score });
    }
    // It fits several: then it is what the records around it are.
    if let Some(own) = own.filter(|_| best.score.value < Score::OWN) {
        candidates
            .retain(|candidate| candidate.score.value == best.score.value && candidate.format.name != own.format.name);
        candidates.insert(0, own);
        return Detected::Tie(candidates);
    }
    candidates.retain(|candidate| candidate.score.value == best.score.value);
    if candidates.len() == 1 {
        return Detected::One(best);
    }
    // A plain list of role and content is read the same by all of them; openai is what most people mean.
    if let Some(place) = candidates.iter().position(|candidate| candidate.format.name == "openai") {
        candidates.get_mut(..=place).unwrap_or_default().rotate_right(1);
    }
    Detected::Tie(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_of_messages_is_an_event() {
        use crate::format::{Framing, find_framing};
        let image = r#"{"type":"image","source":{"type":"data","value":"AAAA","mimeType":"image/png"}}"#;
        for content in ["\"hi\"".to_owned(), format!("[{image}]")] {
            let messages = format!(r#"[{{"id":"1","role":"user","content":{content}}}]"#);
            let event = format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":{messages}}}"#);
            assert!(matches!(detect(Tape::new().parse(&event).unwrap(), None), Detected::Nothing), "{event}");
            for text in [event.clone(), format!("{event}\n"), format!("{event}\n{event}\n")] {
                assert_eq!(find_framing(&text, true, "json"), Framing::Messages, "{text}");
            }
            let list = format!("[{event}]");
            let found = detect(Tape::new().parse(&list).unwrap(), None);
            assert!(matches!(found, Detected::One(found) if found.format.name == "ag-ui"), "{list}");
        }
    }

    #[test]
    fn a_message_that_is_cut_off_is_not_silent() {
        let text = r#"[{"messages":[{"role":"user","content":"{[,]}\" and more"}]}]"#;
        for end in text.find("role\":\"u").unwrap()..=text.len() {
            let mut tape = Tape::new();
            let root = tape.parse_prefix(&text[..end]).0.unwrap();
            let record = root.items().next().unwrap();
            assert!(!is_silent(record), "{}", &text[..end]);
        }
        for silent in [r#"{"messages":[{"role":"user"}]}"#, r#"[{"role":"user"},{"role":"}"}]"#] {
            assert!(is_silent(Tape::new().parse(silent).unwrap()), "{silent}");
        }
        assert!(is_silent(Tape::new().parse_sequence("{\"role\":\"user\"}\n{\"role\":\"user\"}").unwrap()));
    }
}
