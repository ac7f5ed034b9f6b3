//! The readers' invariant: every string, number and flag of a record is held by the model that its reader made: it is (part of) the
//! value of a fact, of a field that nobody claimed, of an opaque part or of a note, near its place. Or it is a word of the
//! format for which the model has something else: a role, the kind of a part. Those stand in `words.rs`.

use turnwise::events::RecordKind;
use turnwise::json::{At, NestedJson, Node, RecordText, Span, Tape};
use turnwise::model::{Conversation, Message, Part, Role, ToolKind};
use turnwise::report::Report;

use crate::fixtures::{Sample, read, samples};
use crate::invariants::held::{Held, held, signs};
use crate::invariants::random::rounds;
use crate::invariants::words::{Word, of};

#[test]
fn readers_hold_every_leaf() {
    let mut lost = Vec::new();
    for sample in samples() {
        lost.extend(check(&sample));
    }
    assert!(lost.is_empty(), "{} leaves that no model holds:\n{}", lost.len(), lost.join("\n"));
}

fn check(sample: &Sample) -> Vec<String> {
    let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
    let mut tape = Tape::new();
    let root = parse(sample, &mut tape);
    let mut check = LeafCheck::new(sample, &conversation);
    check.is_log = is_log(sample, root);
    check.node(root, &|span| span, "", &mut Vec::new());
    check.lost
}

/// Events, which a replay makes messages of.
pub fn is_log(sample: &Sample, root: Node<'_, '_>) -> bool {
    sample.format.name == "ag-ui" && RecordKind::of(root) == Some(RecordKind::Events)
}

fn parse<'t, 'a>(sample: &'a Sample, tape: &'t mut Tape) -> Node<'t, 'a> {
    crate::fixtures::parse(tape, &sample.text, sample.is_sequence).unwrap()
}

struct LeafCheck<'c> {
    name: String,
    words: Vec<Word>,
    record: RecordText<'c>,
    held: Vec<Held<'c>>,
    signs: Vec<(At, String)>,
    /// The record is a log of events: what the model holds was put together from several of them.
    is_log: bool,
    lost: Vec<String>,
}

/// The objects and lists that a leaf stands in, the outermost first.
type Around = Vec<Span>;

impl<'c> LeafCheck<'c> {
    fn new(sample: &'c Sample, conversation: &'c Conversation<'c>) -> Self {
        Self {
            name: sample.name(),
            words: of(sample.format.name),
            record: RecordText::new(&sample.text),
            held: held(conversation),
            signs: signs(conversation),
            is_log: false,
            lost: Vec::new(),
        }
    }

    /// `place`: from spans of the text that was parsed to those of the record.
    fn node(&mut self, node: Node<'_, '_>, place: &dyn Fn(Span) -> Span, path: &str, around: &mut Around) {
        if node.is_null() {
            return;
        }
        if !(node.is_object() || node.is_array()) {
            return self.leaf(node, place, path, around);
        }
        // An attribute of OTLP is a member of the list around it: `{"key":"a","value":{"intValue":"1"}}`.
        let is_attribute = path.rsplit_once("/attributes/*").is_some_and(|(_, rest)| ["", "/value"].contains(&rest));
        if !is_attribute {
            around.push(place(node.span()));
        }
        for (key, value) in node.members() {
            self.node(value, place, &format!("{path}/{}", key.text().unwrap_or_default().decode_json()), around);
        }
        for item in node.items() {
            self.node(item, place, &format!("{path}/*"), around);
        }
        if !is_attribute {
            around.pop();
        }
    }

    fn leaf(&mut self, node: Node<'_, '_>, place: &dyn Fn(Span) -> Span, path: &str, around: &mut Around) {
        let span = place(node.span());
        let value = node.text().map_or_else(|| node.raw().to_owned(), |text| text.decode_json().into_owned());
        if self.is_held(&value, span, around) || self.is_word(&value, path, span, around) {
            return;
        }
        // JSON in a string is looked into.
        let mut tape = Tape::new();
        let is_json = value.starts_with(['{', '[']);
        if node.is_string()
            && is_json
            && let Ok(root) = tape.parse(&value)
        {
            let inside =
                NestedJson::of(self.record.text.get(span.start..span.end).unwrap_or_default(), At::byte(span.start));
            around.push(span);
            let inner = |span: Span| inside.span(span);
            self.node(root, &inner, &format!("{path}/JSON"), around);
            around.pop();
            return;
        }
        if self.is_put_together(&value, path, span, around) {
            return;
        }
        self.lost.push(format!("{} {path}: {}", self.name, value.chars().take(100).collect::<String>()));
    }

    /// A value that the model holds stood inside the object that the leaf is in, or is that of something around it.
    fn is_near(&self, at: At, span: Span, around: &Around) -> bool {
        let Some(place) = at.offset() else { return false };
        let is_own = self.is_log || around.last().is_none_or(|own| (own.start..own.end).contains(&place));
        is_own || place == span.start || around.iter().any(|outer| outer.start == place)
    }

    fn is_held(&self, value: &str, span: Span, around: &Around) -> bool {
        self.held.iter().any(|held| {
            let is_cut_out = self.record.span_of(&held.value).is_some_and(|cut| {
                let quote = usize::from(cut.start == span.start + 1 && cut.end + 1 == span.end);
                cut.start <= span.start + quote && span.end <= cut.end + quote
            });
            is_cut_out || (held.value == value && self.is_near(held.at, span, around))
        })
    }

    /// What the reader made one text of several, or several of one.
    fn is_put_together(&self, value: &str, path: &str, span: Span, around: &Around) -> bool {
        let near: Vec<_> = self.held.iter().filter(|held| self.is_near(held.at, span, around)).collect();
        let is_part = |held: &Held<'_>| match Tape::new().parse(&held.value) {
            Ok(root) if root.is_object() || root.is_array() => has_leaf(root, value) || held.value.contains(value),
            _ => held.value.contains(value),
        };
        if !value.is_empty() && near.iter().any(|held| held.is_made(&self.record) && is_part(held)) {
            return true;
        }
        let mut rest: Vec<String> = vec![value.to_owned()];
        let mut pieces: Vec<String> = near.iter().map(|held| held.value.as_ref().to_owned()).collect();
        for held in near.iter().filter(|held| held.is_made(&self.record)) {
            if let Ok(root) = Tape::new().parse(&held.value) {
                each_word(root, &mut pieces);
            }
        }
        let words = self.words.iter().filter(|word| word.is_packed() && word.fits(path));
        pieces.extend(words.map(|word| word.value.to_owned()));
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            rest = rest.iter().flat_map(|text| text.split(piece.as_str())).map(str::to_owned).collect();
        }
        !value.is_empty() && rest.iter().all(|text| !text.contains(char::is_alphanumeric))
    }

    fn is_word(&self, value: &str, path: &str, span: Span, around: &Around) -> bool {
        self.words
            .iter()
            .filter(|word| !word.is_packed() && [value, "*"].contains(&word.value) && word.fits(path))
            .any(|word| self.signs.iter().any(|(at, sign)| sign == word.sign && self.is_near(*at, span, around)))
    }
}

/// One of the leaves is this value.
fn has_leaf(node: Node<'_, '_>, value: &str) -> bool {
    match node.text() {
        Some(text) => text.is(value),
        None if node.is_object() => node.members().any(|(_, member)| has_leaf(member, value)),
        None if node.is_array() => node.items().any(|item| has_leaf(item, value)),
        None => node.raw() == value,
    }
}

/// The keys and leaves of a value.
fn each_word(node: Node<'_, '_>, words: &mut Vec<String>) {
    for (key, value) in node.members() {
        words.push(key.text().unwrap_or_default().decode_json().into_owned());
        each_word(value, words);
    }
    node.items().for_each(|item| each_word(item, words));
    if !(node.is_object() || node.is_array()) {
        words.push(node.text().map_or_else(|| node.raw().to_owned(), |text| text.decode_json().into_owned()));
    }
}

/// Messages, texts, calls, results and functions are in the order of the record, but for system texts that have a field of
/// their own, for fields of rows, and for what the environment reports among the results of atif, which comes after these. A log has its messages in the order of a replay, a session in
/// that of its tree.
#[test]
fn readers_keep_the_order() {
    let mut found = Vec::new();
    let is_in_order =
        |sample: &&Sample| !sample.format.framing.is_session && !is_log(sample, parse(sample, &mut Tape::new()));
    for sample in samples().iter().filter(is_in_order) {
        let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        // A log may have its answer before its request; a chat of version 4 has its text, which is the last, before its calls; a
        // step of smolagents has its error before what the model said.
        if sample.format.name == "request-log"
            || ["ai-sdk/ui-v4-no-parts.json", "smolagents/run.json"].contains(&sample.name().as_str())
        {
            continue;
        }
        // Messages of a tree are those of the active branch, and then the others.
        let has_tree = sample.format.family == turnwise::format::Family::Export || sample.format.name == "adk";
        if has_tree && !conversation.branches.is_empty() {
            continue;
        }
        let is_head = |message: &&Message<'_>| !matches!(message.role, Role::System | Role::Developer);
        let is_reported = |message: &&Message<'_>| {
            sample.format.name == "atif" && message.details().name.as_ref().is_some_and(|name| name.is("environment"))
        };
        let messages = conversation.messages.iter().filter(is_head).filter(|message| !is_reported(message));
        let mut messages: Vec<_> = messages.collect();
        if conversation.source.shape == "row" {
            // The last question and its answer.
            messages.truncate(messages.len().saturating_sub(2));
        }
        let parts = |is_meant: fn(&Part<'_>) -> bool| {
            let parts = messages.iter().flat_map(|message| &message.parts).filter(|part| is_meant(part));
            parts.map(Part::at).collect::<Vec<_>>()
        };
        let functions = |is_legacy: bool| {
            let tools = conversation.tools.iter().filter(|tool| tool.kind != ToolKind::Hosted);
            tools.filter(|it| (it.kind == ToolKind::LegacyFunction) == is_legacy).map(|it| it.at).collect::<Vec<_>>()
        };
        let places = [
            messages.iter().map(|message| message.at).collect(),
            parts(|part| matches!(part, Part::Text(_))),
            parts(|part| matches!(part, Part::Call(_))),
            parts(|part| matches!(part, Part::Result(_))),
            functions(false),
            functions(true),
        ];
        for places in places.iter().filter(|places| !places.is_sorted()) {
            found.push(format!("{}: {places:?}", sample.name()));
        }
    }
    assert!(found.is_empty(), "in another order than in the record:\n{}", found.join("\n"));
}

/// Where a value is of another type than its reader expects, the value is held, or reported as a loss, or the record is rejected.
#[test]
fn readers_hold_what_is_odd() {
    const ODD: [&str; 5] =
        ["\"odd-7c1\"", "[\"odd-7c1\"]", "{\"odd\":\"odd-7c1\"}", "[{\"type\":\"odd-7c1\"}]", "[[\"odd-7c1\"]]"];
    let mut lost = std::collections::BTreeMap::new();
    for sample in samples() {
        let sample = &sample;
        let mut tape = Tape::new();
        let mut places = Vec::new();
        each_place(parse(sample, &mut tape), "", &mut places);
        // States and deltas of them are steps to the last state, which is held.
        places.retain(|(_, path)| sample.format.name != "ag-ui" || !path.contains("/snapshot/"));
        let step = (places.len() / rounds(40)).max(1);
        for (span, path) in places.into_iter().step_by(step) {
            // The name of a class, say, for which the model has something else.
            let is_word = of(sample.format.name).iter().any(|word| word.value == "*" && word.fits(&path));
            for odd in ODD.into_iter().skip(usize::from(is_word)) {
                let mut text = sample.text.clone();
                text.replace_range(span.start..span.end, odd);
                let mut report = Report::keeping(u64::MAX);
                let Ok(conversation) = read(sample.format, &text, sample.is_sequence, &mut report) else { continue };
                let is_held = held(&conversation).iter().any(|held| held.value.contains("odd-7c1"))
                    || signs(&conversation).iter().any(|(_, sign)| sign.contains("odd-7c1"));
                if !is_held && report.losses() == 0 {
                    lost.entry(format!("{} {path}: {odd}", sample.format.name)).or_insert_with(|| sample.name());
                }
            }
        }
    }
    assert!(lost.is_empty(), "{} odd values that no model holds:\n{lost:#?}", lost.len());
}

/// The values below a node, each with its path.
fn each_place(node: Node<'_, '_>, path: &str, found: &mut Vec<(Span, String)>) {
    for (key, value) in node.members() {
        let path = format!("{path}/{}", key.text().unwrap_or_default().decode_json());
        found.push((value.span(), path.clone()));
        each_place(value, &path, found);
    }
    for item in node.items() {
        let path = format!("{path}/*");
        found.push((item.span(), path.clone()));
        each_place(item, &path, found);
    }
}
