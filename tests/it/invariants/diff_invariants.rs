//! The invariant of `diff`: between a conversation and what it was converted to, it finds what the loss report names, at its place,
//! and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use turnwise::format::{FORMATS, Format, Framing, WriteOptions, by_name, writable};
use turnwise::json::{Tape, pointers};
use turnwise::op::diff::{ChangeKind, DiffOptions, RecordChange};
use turnwise::report::{Diagnostic, Report};

use crate::commands::diff::{differ, side};
use crate::fixtures::{Sample, has_several, read, samples, write};
use crate::invariants::conserve::left_out;
use crate::invariants::random::{Dice, conversation, rounds};

/// Which changes tell a loss, by what they are about. Whole messages and parts that went away tell every loss inside.
const TOLD: &[(&str, &[&str])] = &[
    ("reasoning-dropped", &["reasoning", "reasoning.text"]),
    ("signature-dropped", &["text", "reasoning", "reasoning.signature", "text.signature", "call.signature"]),
    ("redacted-reasoning-dropped", &["reasoning", "reasoning.sealed"]),
    ("media-dropped", &["media"]),
    ("media-detail-dropped", &["media.type", "media.file", "media.detail"]),
    ("media-detail-changed", &["media.type", "media.file", "media.detail"]),
    ("cache-hint-dropped", &["cache", "cache-ttl", "text"]),
    ("cache-ttl-dropped", &["cache-ttl"]),
    ("cache-ttl-changed", &["cache-ttl", "cache"]),
    ("citations-dropped", &["text.citations"]),
    ("name-dropped", &["name", "sender", "recipient"]),
    ("message-id-dropped", &["id"]),
    ("message-id-generated", &["id", "extra", "extra.reasoning"]),
    ("time-dropped", &["time"]),
    ("error-flag-dropped", &["result.error"]),
    ("part-dropped", &["part", "hosted"]),
    ("blank-text-dropped", &["text"]),
    ("tools-dropped", &["tool"]),
    ("schema-generated", &["tool"]),
    ("output-request-dropped", &["output", "output-class", "output-name", "extra"]),
    ("schema-name-generated", &["output-name"]),
    ("output-schema-closed", &["output"]),
    ("call-dropped", &["call", "result", "delete"]),
    ("call-id-dropped", &["call.id", "result.id"]),
    ("call-id-generated", &["call.id", "result.id", "hosted.id", "hosted.result-id"]),
    ("id-rewritten", &["call.id", "result.id", "hosted.id", "hosted.result-id"]),
    ("conversation-id-dropped", &["id"]),
    ("thread-id-generated", &["id", "extra"]),
    ("answer-generated", &["insert", "delete", "role"]),
    ("session-generated", &["id", "extra", "time"]),
    ("finish-reason-dropped", &["finish"]),
    ("result-name-dropped", &["result.name"]),
    ("empty-message-dropped", &[]),
    ("trailing-space-dropped", &["text"]),
    ("white-space-trimmed", &["text", "result"]),
    ("branch-dropped", &["branch", "answers", "delete"]),
    ("sidechain-dropped", &["delete", "extra"]),
    ("program-message-dropped", &["delete"]),
    ("rating-dropped", &["rating", "score", "weight"]),
    ("role-changed", &["role"]),
    ("tool-name-changed", &["call.name", "result.name"]),
    ("refusal-as-text", &["kind", "refusal", "text"]),
    ("custom-call-as-object", &["call.kind", "call.arguments", "tool"]),
    ("hosted-call", &["call", "result", "hosted", "delete", "insert", "kind"]),
    ("legacy-call-changed", &["call.kind", "result.kind", "tool"]),
    ("moved", &["cache", "move", "insert", "delete", "role", "merge", "split", "text"]),
    // A message that changes and moves is a deletion and an insertion.
    ("order-changed", &["move", "text", "insert", "delete"]),
    ("message-split", &["split"]),
    ("parts-joined", &["text", "merge", "reasoning", "hosted.output", "hosted.errors"]),
    ("document-as-text", &["media", "text", "kind", "media.type", "media.file"]),
    ("surrogate-replaced", &["text"]),
    ("arguments-changed", &["call.arguments"]),
    ("arguments-dropped", &["call.arguments"]),
    ("rendered", &["text", "extra"]),
    ("file-name-generated", &["media.file"]),
    ("media-type-generated", &["media.type"]),
    ("field-dropped", &["extra", "extra.reasoning", "reasoning", "tool", "branch", "output-name", "output-strict"]),
    ("field-dropped", &["hosted.outcome", "hosted.output", "hosted.errors", "hosted.urls", "hosted.titles"]),
    ("error-text-generated", &["extra"]),
    ("agent-generated", &["extra"]),
    ("program-name-generated", &["extra"]),
    ("messages-merged", &["merge", "move", "delete"]),
    ("messages-joined", &["merge", "move", "delete"]),
    ("keprompt-model-name", &["extra"]),
    ("text-lines-changed", &["text", "call.arguments"]),
    // Which of several results without a body is which has more than one answer.
    ("tool-result-body-dropped", &["text", "move"]),
    ("function-name-generated", &["result.name"]),
    ("call-argument-changed", &["call.arguments"]),
];

/// Losses that leave nothing different in the model: the reason.
const UNSEEN: &[(&str, &str)] = &[
    ("effort-weighed-otherwise", "the word is the same"),
    ("url-as-file", "the URL is the same; only services take it in another way"),
    ("redacted-reencoded", "the text is the same; programs disagree what it encodes"),
    ("blank-text-dropped", "a text that is empty says what no text says; of white space see below"),
];

/// What a change is about, in a word or two.
fn topic(change: &RecordChange) -> String {
    const PIECES: &[&str] = &["text", "refusal", "reasoning", "call", "result", "media", "part", "hosted"];
    if !matches!(change.kind, ChangeKind::Edit | ChangeKind::Id) {
        return change.kind.name().to_owned();
    }
    let segments: Vec<&str> = change.path.split('/').filter(|it| it.parse::<usize>().is_err()).collect();
    let first = segments.first().copied().unwrap_or_default();
    if first == "branch" {
        return first.to_owned();
    }
    for word in ["extra", "cache", "cache-ttl", "kind"] {
        if segments.contains(&word) {
            let is_reasoning = word == "extra" && first == "reasoning";
            if word == "kind" && first == "tool" {
                return first.to_owned();
            }
            let is_kind = word == "kind" && segments.len() == 2 && matches!(first, "call" | "result");
            return if is_reasoning || is_kind {
                format!("{word}.{first}").replace("kind.call", "call.kind").replace("kind.result", "result.kind")
            } else {
                word.to_owned()
            };
        }
    }
    if first == "tool" {
        return first.to_owned();
    }
    let piece = segments.iter().rposition(|it| PIECES.contains(it));
    match piece.map(|at| (segments[at], segments.get(at + 1))) {
        Some((piece, Some(fact))) => format!("{piece}.{fact}"),
        Some((piece, None)) => piece.to_owned(),
        None => first.to_owned(),
    }
}

/// One is the other, or lies in it. A loss names a member, as `/0/id`; the change may be at another one of its object.
fn is_near(loss: &str, change: &str) -> bool {
    let object = loss.rsplit_once('/').map_or("", |(object, _)| object);
    is_within(loss, change) || (!object.is_empty() && is_within(object, change))
}

fn is_within(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    long == short || long.strip_prefix(short).is_some_and(|rest| rest.starts_with('/'))
}

struct Case {
    /// Name and place.
    losses: Vec<(&'static str, String)>,
    changes: Vec<RecordChange>,
    /// The output has values that its reader ignores: placeholders for what is unknown about a session.
    has_placeholders: bool,
}

/// What writers of sessions write where nothing is known, and their readers read as nothing.
const PLACEHOLDERS: [&str; 2] = ["\"unknown\"", "\"1970-01-01T00:00:00.000Z\""];

fn case(sample: &Sample, to: &'static Format) -> Option<Case> {
    let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let text = [false, true].into_iter().find_map(|is_lossy| {
        report = Report::keeping(u64::MAX);
        write(to, &from, &WriteOptions { is_lossy, ..WriteOptions::default() }, &mut report).ok()
    })?;
    let mut tape = Tape::new();
    let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence);
    let root = root.unwrap();
    let place = |it: &Diagnostic| it.at.offset().map(|at| pointers(root, &[at]).remove(0)).unwrap_or_default();
    let mut losses: Vec<_> =
        report.kept().iter().filter(|it| it.code.kind.is_loss()).map(|it| (it.code.name, place(it))).collect();
    // A branch of a tree is named once, for all of its messages.
    for index in left_out(&from, &report).into_iter().collect::<BTreeSet<_>>() {
        let at = from.messages.get(index).and_then(|message| message.at.offset()).unwrap_or_default();
        losses.push(("branch-dropped", pointers(root, &[at]).remove(0)));
    }
    let framing = if sample.is_sequence { Framing::Messages } else { Framing::Document };
    let a = side(&sample.text, Some(sample.format), Some(framing));
    let b = side(&text, Some(to), Some(Framing::Document));
    let (changes, _) = differ(a, b, &DiffOptions { has_words: false, ..DiffOptions::default() });
    let has_placeholders = PLACEHOLDERS.iter().any(|value| text.contains(value));
    Some(Case { losses, changes, has_placeholders })
}

impl Case {
    /// Messages became one text, or went from between others: which words are whose then has several answers.
    fn is_retold(&self, to: &Format) -> bool {
        const RETOLD: &[&str] = &["messages-joined", "call-dropped", "moved"];
        to.policy.text.join.is_some() && self.losses.iter().any(|(name, _)| RETOLD.contains(name))
    }

    /// A message was joined with the one at this place: what is reported of one of them may be about the other.
    fn is_joined(&self, change: &RecordChange, place: &str) -> bool {
        let Some(at) = &change.a else { return false };
        self.changes.iter().filter(|merge| merge.kind == ChangeKind::Merge).any(|merge| {
            let all = || merge.a.iter().chain(&merge.others);
            all().any(|one| is_near(&one.pointer, place)) && all().any(|one| is_near(&one.pointer, &at.pointer))
        })
    }

    /// Losses that no change tells, and changes that no loss names.
    fn violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, place) in &self.losses {
            let is_told = self.changes.iter().any(|change| {
                let near = change.a.as_ref().is_none_or(|it| is_near(&it.pointer, place))
                    || change.others.iter().any(|it| is_near(&it.pointer, place));
                // A whole that went away takes everything inside with it.
                let is_whole = change.kind == ChangeKind::Delete
                    || (change.kind == ChangeKind::Move && change.old.is_some())
                    || (change.new.is_none() && change.old.is_some());
                // The files of a message may be next to the messages.
                let has_file = |value: &turnwise::op::diff::ShownValue| value.json().contains("\"media\"");
                let is_file = *name == "media-dropped" && change.old.as_ref().is_some_and(has_file);
                let is_here = near || self.is_joined(change, place);
                (is_here && tells(name, &topic(change))) || (is_whole && (near || is_file))
            });
            let is_unknown = *name == "session-generated" && self.has_placeholders;
            if !is_told && !is_unknown && !UNSEEN.iter().any(|(unseen, _)| unseen == name) {
                found.push(format!("loss {name} at {place}"));
            }
        }
        for change in &self.changes {
            let topic = topic(change);
            let is_named = self.losses.iter().any(|(name, place)| {
                let mut at = change.a.iter().chain(change.others.iter().filter(|_| change.kind != ChangeKind::Split));
                // New content is not in the source: any place in the same message counts.
                let is_beside = change.old.is_none()
                    && change
                        .a
                        .as_ref()
                        .and_then(|it| it.pointer.rsplit_once('/'))
                        .is_some_and(|(whole, _)| is_near(whole, place));
                let is_here = change.a.is_none() || is_beside || at.any(|it| is_near(&it.pointer, place));
                // The loss of an id is reported at the call; the result that names it follows.
                let is_other_end = topic == "result.id"
                    && self.changes.iter().any(|call| {
                        call.path.starts_with("call")
                            && (call.new.as_ref(), call.old.as_ref()) == (change.new.as_ref(), change.old.as_ref())
                    });
                tells(name, &topic) && (is_here || is_other_end)
            });
            // What went away as a whole is named by any loss inside.
            let is_inside = change.kind == ChangeKind::Delete
                && self.losses.iter().any(|(_, place)| change.a.as_ref().is_some_and(|it| is_near(&it.pointer, place)));
            if !is_named && !is_inside {
                let pointer = change.a.as_ref().map_or("-", |it| it.pointer.as_str());
                let value = |it: &Option<turnwise::op::diff::ShownValue>| {
                    it.as_ref().map_or("-".to_owned(), |it| it.json().chars().take(120).collect::<String>())
                };
                found.push(format!(
                    "change {topic} {} at {pointer}: {} -> {}",
                    change.path,
                    value(&change.old),
                    value(&change.new)
                ));
            }
        }
        found
    }
}

fn tells(loss: &str, topic: &str) -> bool {
    TOLD.iter().any(|(name, topics)| *name == loss && topics.contains(&topic))
}

/// What the invariant does not cover: what stands out, from where, to where, and why. `*` is any format.
const LEFT: &[(&str, &str, &str, &str)] = &[
    ("loss messages-merged", "harmony", "keprompt-statements", "the developer speaks as the system, in its message"),
    ("loss messages-joined", "harmony", "keprompt-chat", "the same"),
    ("loss parts-joined", "keprompt-statements", "harmony", "of answers in a row each text is a turn again"),
    ("loss messages-joined", "langchain", "keprompt-chat", "the developer speaks as the system, in its message"),
    ("loss messages-merged", "langchain", "keprompt-prompt", "the same"),
    ("loss messages-merged", "langchain", "keprompt-statements", "the same"),
    ("change move", "langchain", "lionpride", "an answer whose texts are joined and whose call is split off"),
    ("change move", "langchain", "ms-swift", "the same"),
    (
        "change move",
        "ms-agent",
        "keprompt-prompt",
        "a question and an answer of the framework alone go between a call and a text",
    ),
    ("change move", "ms-agent", "keprompt-statements", "the same"),
    ("change extra", "codex", "langchain", "the service that an image was uploaded to is named next to it"),
    ("change extra", "keprompt-prompt", "keprompt-statements", "a list of statements says that the model is called"),
    ("change move", "openai-responses", "lionpride", "an answer whose texts are joined and whose call is split off"),
    ("change move", "openai-responses", "ms-swift", "the same"),
    ("change result", "ms-swift", "keprompt-prompt", "calls of several messages are made one after the other"),
    (
        "change role",
        "keprompt",
        "keprompt-chat",
        "a message of which one part makes a message of another role, and goes",
    ),
];

/// `change merge` of `change merge  at /2: …`
fn key(violation: &str) -> String {
    violation.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// How many pairs in a thousand may break the invariant in one way, of random conversations: where the same few words come again and
/// again, or messages were joined, which of two equal texts went away has two answers.
const AMBIGUOUS: usize = 4;

/// Holds the invariant against every sample and every target, but for `least` in a thousand, and `most` in a thousand of one kind; returns how many
/// pairs there were, and how often each exception was used.
fn hold(samples: &[Sample], least: usize, most: usize) -> (usize, Vec<usize>) {
    // With the number of the pair.
    let mut found: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    let (mut pairs, mut clean, mut lossless) = (0, 0, 0);
    let mut used = vec![0; LEFT.len()];
    for sample in samples {
        // Each of several conversations becomes a record: none of them is compared with all.
        if has_several(sample.format, &sample.text, sample.is_sequence) {
            continue;
        }
        for to in writable().filter(|to| to.name != sample.format.name) {
            let Some(case) = case(sample, to).filter(|case| !case.is_retold(to)) else { continue };
            let violations = case.violations();
            pairs += 1;
            clean += usize::from(violations.is_empty());
            lossless += usize::from(case.losses.is_empty() && case.changes.is_empty());
            for violation in violations {
                let left = LEFT.iter().position(|(what, from, target, _)| {
                    *what == key(&violation)
                        && (*from == "*" || *from == sample.format.name)
                        && (*target == "*" || *target == to.name)
                });
                if let Some(left) = left {
                    used[left] += 1;
                } else {
                    let text = format!("{} -> {}: {violation}", sample.name(), to.name);
                    found.entry(key(&violation)).or_default().push((pairs, text));
                }
            }
        }
    }
    println!("{clean} of {pairs} pairs satisfy the invariant; {lossless} lost nothing and differ in nothing");
    for (what, examples) in &found {
        println!("{what}: {}", examples.len());
        for (_, example) in examples {
            println!("    {}", example.chars().take(300).collect::<String>());
        }
    }
    let pairs_of = |examples: &Vec<(usize, String)>| examples.chunk_by(|one, other| one.0 == other.0).count();
    assert!(
        found.values().all(|examples| pairs_of(examples) * 1000 <= pairs * most)
            && clean * 1000 >= pairs * least
            && lossless > 20,
        "see above"
    );
    (pairs, used)
}

#[test]
fn what_differs_is_what_was_lost() {
    let samples: Vec<_> = samples().into_iter().filter(|sample| sample.text.len() <= 60_000).collect();
    let (_, used) = hold(&samples, 998, 0);
    // What is not needed any more goes from the list, and what is on it does not grow.
    let rest: Vec<_> = LEFT.iter().zip(&used).filter(|(_, count)| **count == 0).collect();
    assert!(rest.is_empty() && used.iter().sum::<usize>() < 29, "{rest:?} {used:?}");
}

/// Conversations that a user could have, in every format.
#[test]
fn what_differs_is_what_was_lost_of_random_conversations_too() {
    let mut samples = Vec::new();
    for &format in FORMATS {
        // A format that is added does not change the conversations of the others.
        let mut dice = Dice(format.name.bytes().fold(77, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
        for round in 0..rounds(11) {
            let made = conversation(&mut dice);
            let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
            if let Ok(text) = write(format, &made, &options, &mut Report::default()) {
                samples.push(Sample { format, file: format!("random {round}").into(), text, is_sequence: false });
            }
        }
    }
    let (pairs, _) = hold(&samples, 994, AMBIGUOUS);
    assert!(pairs > 1_500, "{pairs}");
}

/// A format that has one place for paths and URLs gives back a path: what has a scheme is the same either way.
#[test]
fn a_url_of_a_file_is_one_wherever_it_stands() {
    let url = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"file:///a.png"}}]}]"#;
    let sample = |text: &str| Sample {
        format: by_name("openai").unwrap().0,
        file: "url".into(),
        text: text.to_owned(),
        is_sequence: false,
    };
    let case = case(&sample(url), by_name("sharegpt").unwrap().0).unwrap();
    assert!(case.losses.is_empty() && case.changes.is_empty(), "{:?} {:?}", case.losses, case.changes);
}
