//! Checks the events of a stream one by one: their shape, chunks, order and effect on the conversation.

use super::chunks::ChunkRule;
use super::kind::{Event, EventType};
use super::legacy::{self, LegacyChange};
use super::lineage_check::CheckedRuns;
use super::row::StoreRow;
use super::thread_check::{CheckedThreads, ThreadCheck};
use super::{lenient, rewrite, rules_chunk, rules_run, rules_schema, rules_shape, schema};
use crate::json::{At, Layout, Node, Out, Tape, Text, quoted};
use crate::report::{Code, Report, Severity, Start, nearest};

/// The position of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventPlace {
    /// Its place in the record.
    pub at: At,
    /// The start of its record.
    pub start: Start,
    /// Its number in the stream, from 0.
    pub event: u64,
}

/// A finding about an event whose record is no longer in memory.
#[derive(Debug)]
pub struct LateFinding {
    /// The code of the finding.
    pub code: &'static Code,
    /// The position of the event.
    pub place: EventPlace,
    /// The message for the user.
    pub message: String,
}

/// Collects findings in a report.
pub(super) struct FindingSink<'r> {
    report: &'r mut Report,
    late: &'r mut Vec<LateFinding>,
    /// The number of the current event.
    event: u64,
    /// True after an error at which the library stops.
    has_stopped: &'r mut bool,
}

impl FindingSink<'_> {
    /// Adds a finding at a place of the current event.
    pub(super) fn add(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> String) {
        let event = self.event;
        self.report.add(code, at, || format!("event {event}: {}", message()));
    }

    /// Adds a finding as an error, regardless of the default severity of its code.
    pub(super) fn add_error(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> String) {
        let event = self.event;
        self.report.add_as(code, Severity::Error, at, || format!("event {event}: {}", message()));
    }

    /// Adds a finding about an earlier event.
    pub(super) fn add_at(&mut self, code: &'static Code, place: EventPlace, message: impl FnOnce() -> String) {
        let message = format!("event {}: {}", place.event, message());
        self.late.push(LateFinding { code, place, message });
    }

    /// Adds an error at which the library stops, or one of its warnings.
    fn stop(&mut self, code: &'static Code, at: At, message: impl FnOnce() -> String) {
        let is_first = code.severity == Severity::Error && !std::mem::replace(self.has_stopped, true);
        if code.severity < Severity::Error || !is_first {
            return self.add(code, at, message);
        }
        self.add(code, at, || format!("{} (here the library stops)", message()));
    }
}

/// Checks the events of one stream.
///
/// ```
/// use turnwise::events::Checker;
/// use turnwise::json::Tape;
/// use turnwise::report::{Report, Start};
///
/// let (mut tape, mut checker, mut report) = (Tape::new(), Checker::default(), Report::default());
/// let start = Start { line: 1, column: 1, offset: 0 };
/// checker.event(tape.parse(r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#)?, None, start, &mut report);
/// let names: Vec<_> = report.counts().iter().map(|count| count.code.name).collect();
/// assert_eq!(names, ["ag-ui-first-event", "ag-ui-text-end-not-open"]);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    threads: CheckedThreads,
    runs: CheckedRuns,
    scratch: Tape,
    late: Vec<LateFinding>,
    events: u64,
    is_lenient: bool,
}

impl Checker {
    /// The code for messages that a snapshot removes from the conversation.
    pub const DROPPED: &'static Code = super::rules_transcript::SNAPSHOT_DROPS.code;

    /// Accepts a part of a log, and events as guides write them: without ids that the events around them give, without the role
    /// of the user, with old field names.
    #[must_use]
    pub fn lenient(self, is_lenient: bool) -> Self {
        Self { is_lenient, ..self }
    }

    /// Checks the next event, and the row that it is in. `start` is where its record begins.
    pub fn event(&mut self, node: Node<'_, '_>, row: Option<StoreRow<'_, '_>>, start: Start, report: &mut Report) {
        let place = EventPlace { at: node.at(), start, event: self.events };
        let event = Event::of(node).in_row(row);
        if let Some(text) = self.completed(event) {
            return self.event_of_guide(&text, place, row, report);
        }
        self.enter(event, report);
        let Self { threads, runs, scratch, late, events, is_lenient } = self;
        let is_lenient = *is_lenient;
        let ThreadCheck { upgrade, expand, sequence, transcript, has_stopped, last } = &mut threads.current;
        *last = Some(place);
        let mut sink = FindingSink { report, late, event: *events, has_stopped };
        *events += 1;
        // Fast path: most events are plain text content, whose only possible error is that the message was not started.
        if let Some([("TEXT_MESSAGE_CONTENT", _), (id, _), (delta, _)]) = node.strings(["type", "messageId", "delta"])
            && !expand.is_open()
            && sequence.goes_on_with(id)
            && memchr::memchr(b'\\', id.as_bytes()).is_none()
        {
            return transcript.more(id, &Text::Token(delta), place.at, &mut sink);
        }
        if let Some(ids) = event.begins() {
            runs.begin(event, ids, place, &mut sink);
        }
        if event.text("type").is_none_or(|kind| kind.is_empty()) {
            let what = if node.is_object() { "an object without a type" } else { node.kind().name() };
            return sink.stop(rules_schema::NOT_AN_EVENT.code, place.at, || format!("{what} is not an event"));
        }
        let Some(shape) = schema::event(event.kind) else {
            let kind = event.text("type").unwrap_or_default();
            let at = node.get("type").map_or(place.at, |tag| tag.at());
            return sink.stop(rules_shape::UNKNOWN_EVENT.code, at, || {
                let meant = nearest(&kind.decode(), EventType::ALL.iter().map(|kind| kind.name()));
                let hint = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
                format!("the library drops the event: the protocol has no type `{}`{hint}", kind.show())
            });
        };
        let mut is_bad = false;
        schema::check_object(shape, node, &mut |fault, message| {
            if !(is_lenient && fault.missing.is_some_and(is_implied)) {
                is_bad |= fault.code.severity == Severity::Error;
                sink.stop(fault.code, fault.at, message);
            }
        });
        let mut today = upgrade.step(event, &mut |change, at| note(change, at, &mut sink));
        if let Some(known) = known_fields(event) {
            today = std::borrow::Cow::Owned(known);
        }
        transcript.event(event, place, &mut sink);
        // An event without its id has been reported; there is nothing else to check.
        let is_nameless =
            |event: Event<'_, '_>| event.kind.id_key().is_some() && event.id().is_none() && !event.kind.is_chunk();
        let mut take = |event: Event<'_, '_>, at: Option<At>, sink: &mut FindingSink<'_>| {
            if is_bad && is_nameless(event) {
                return;
            }
            let is_patch = matches!(event.kind, EventType::StateDelta | EventType::ActivityDelta);
            if !(is_bad && is_patch) {
                transcript.replay(event, sequence, at.unwrap_or(place.at), sink);
            }
            sequence.step(event, &mut |code, found, message| {
                if !(is_lenient && is_of_part(code, event)) {
                    sink.stop(code, at.unwrap_or(found), message);
                }
            });
        };
        let is_same = matches!(today, std::borrow::Cow::Borrowed(_));
        if is_same && !event.kind.is_chunk() && !expand.is_open() {
            take(event, None, &mut sink);
        } else if let Some(event) = parsed(scratch, &today) {
            let mut made = Vec::new();
            let fault = expand.step(event, &mut |text| made.push(text.to_owned())).err();
            if let Some(fault) = fault {
                sink.stop(chunk_code(fault.rule), place.at, || fault.message);
            }
            for text in &made {
                if let Some(event) = parsed(scratch, text) {
                    take(event, Some(place.at), &mut sink);
                }
            }
        }
    }

    /// The event as the library reads it, if it is written as guides write it and that is accepted.
    fn completed(&self, event: Event<'_, '_>) -> Option<String> {
        if !self.is_lenient {
            return None;
        }
        lenient(&event).or_else(|| {
            let goes_on = matches!(event.kind, EventType::TextMessageContent | EventType::TextMessageEnd);
            let open =
                self.threads.current.sequence.only_text().filter(|_| goes_on && event.get("messageId").is_none())?;
            Some(rewrite::with(event.node, &[rewrite::Member::Set("messageId", &quoted(open))]))
        })
    }

    /// Checks an event in the shape that the library reads. What is found is at the place of the event itself.
    fn event_of_guide(&mut self, text: &str, place: EventPlace, row: Option<StoreRow<'_, '_>>, report: &mut Report) {
        let mut tape = Tape::with_max_depth(usize::MAX);
        let Ok(root) = tape.parse(text) else { return };
        let mut found = Report::keeping(u64::MAX);
        self.event(root, row, place.start, &mut found);
        found.drain().for_each(|it| report.add_as(it.code, it.severity, place.at, || it.message.clone()));
    }

    /// Makes the thread of an event the current one. A run of another thread inside a run is an error of the stream, unless
    /// rows keep them apart.
    fn enter(&mut self, event: Event<'_, '_>, report: &mut Report) {
        let thread = match event.row {
            Some(row) if row.is_first() => row.ids().thread,
            None if event.kind == EventType::RunStarted && !self.threads.current.sequence.is_in_run() => {
                event.get("threadId")
            }
            Some(_) | None => None,
        };
        let Some(thread) = thread.and_then(|thread| thread.text()) else { return };
        for gone in self.threads.enter(&thread.decode_json()).into_iter().filter(|_| !self.is_lenient) {
            let mut has_stopped = gone.has_stopped;
            let late = &mut self.late;
            gone.finish(&mut FindingSink { report, late, event: self.events, has_stopped: &mut has_stopped });
        }
    }

    /// Takes in the rows of a store that have no events.
    pub fn rows(&mut self, root: Node<'_, '_>) {
        self.runs.rows(root);
    }

    /// Handles the sentinel with which other protocols end a stream.
    pub fn sentinel(&mut self, report: &mut Report) {
        let Self { threads, late, events, .. } = self;
        let mut sink = FindingSink { report, late, event: *events, has_stopped: &mut threads.current.has_stopped };
        sink.add(rules_shape::SENTINEL.code, At::byte(0), || "this frame is not an event; it is skipped".to_owned());
    }

    /// Checks a list of messages on its own. Returns true if the list is too broken to be read.
    pub fn messages(&mut self, list: Node<'_, '_>, report: &mut Report) -> bool {
        self.part(report, |fault| schema::check_messages(list, fault), |note| legacy::messages(list, note))
    }

    /// Checks the input of a run on its own. Returns true if the input is too broken to be read.
    pub fn input(&mut self, input: Node<'_, '_>, report: &mut Report) -> bool {
        self.part(report, |fault| schema::check_object(&schema::INPUT, input, fault), |note| legacy::input(input, note))
    }

    fn part(
        &mut self,
        report: &mut Report,
        check: impl FnOnce(&mut schema::SchemaReportFn<'_>),
        upgrade: impl FnOnce(&mut legacy::LegacyNote<'_>) -> Option<String>,
    ) -> bool {
        let Self { threads, late, events, is_lenient, .. } = self;
        let (has_stopped, is_lenient) = (&mut threads.current.has_stopped, *is_lenient);
        let mut is_bad = false;
        let mut unknown = Vec::new();
        check(&mut |fault, message| {
            if is_lenient && fault.missing.is_some_and(is_implied) {
                return;
            }
            is_bad |= fault.code.severity == Severity::Error;
            if fault.code.id == rules_shape::UNKNOWN_MEMBER.code.id {
                unknown.push((fault.at, message()));
            } else {
                report.add(fault.code, fault.at, message);
            }
        });
        // What is read reports them as errors.
        for (at, message) in unknown.into_iter().filter(|_| is_bad) {
            report.add(rules_shape::UNKNOWN_MEMBER.code, at, || message);
        }
        let mut sink = FindingSink { report, late, event: *events, has_stopped };
        upgrade(&mut |change, at| note(change, at, &mut sink));
        is_bad
    }

    /// The number of events so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Ends the stream. Returns the findings about events whose records are no longer in memory.
    pub fn finish(&mut self) -> Vec<LateFinding> {
        let mut report = Report::keeping(0);
        let Self { threads, runs, late, events, is_lenient, .. } = self;
        let mut sink = FindingSink { report: &mut report, late, event: *events, has_stopped: &mut false };
        runs.finish(*is_lenient, &mut sink);
        // A part of a log may end anywhere.
        threads.all().into_iter().filter(|_| !*is_lenient).for_each(|thread| thread.finish(&mut sink));
        std::mem::take(&mut self.late)
    }
}

/// True for what is not an error where events before this one are missing.
fn is_of_part(code: &'static Code, event: Event<'_, '_>) -> bool {
    let is_branch = || event.get("parentRunId").is_some();
    code.id == rules_run::FIRST_EVENT.code.id || (code.id == rules_run::RUN_STILL_ACTIVE.code.id && is_branch())
}

/// True for a field that guides omit because the events or messages around it imply it.
fn is_implied(key: &str) -> bool {
    matches!(key, "threadId" | "runId" | "messages" | "state" | "tools" | "context" | "forwardedProps" | "role" | "id")
}

/// A copy of a chunk without the fields that the library removes before it expands chunks; `None` if it has none.
fn known_fields(event: Event<'_, '_>) -> Option<String> {
    let is_known = |key: Node<'_, '_>| event.kind.has_field(key);
    if !event.kind.is_chunk() || event.node.members().all(|(key, _)| is_known(key)) {
        return None;
    }
    let mut out = Out::new(Layout::Compact);
    out.object(|out| {
        let is_null = |key: Node<'_, '_>, value: Node<'_, '_>| {
            value.is_null() && (key.is("rawEvent") || key.is("parentMessageId"))
        };
        for (key, value) in event.node.members().filter(|(key, value)| is_known(*key) && !is_null(*key, *value)) {
            out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
        }
    });
    Some(rewrite::text(out))
}

fn parsed<'t>(scratch: &'t mut Tape, text: &'t str) -> Option<Event<'t, 't>> {
    scratch.parse(text).ok().map(Event::of)
}

fn note(change: LegacyChange, at: At, sink: &mut FindingSink<'_>) {
    match change {
        LegacyChange::Renamed(today) => {
            sink.add(rules_shape::LEGACY_SHAPE.code, at, || format!("an older shape of {}", today.name()));
        }
        LegacyChange::Title => {
            sink.add(rules_shape::LEGACY_SHAPE.code, at, || "the title has no place any more".to_owned());
        }
        LegacyChange::Made(id) => {
            sink.add(rules_shape::LEGACY_SHAPE.code, at, || {
                format!("nothing is open here; the id `{id}` is generated")
            });
        }
        // The schema check reports this.
        LegacyChange::Null(_) => {}
        LegacyChange::Binary => {
            sink.add(rules_shape::LEGACY_SHAPE.code, at, || {
                "a part of type `binary`, an older shape of a media file".to_owned()
            });
        }
    }
}

fn chunk_code(rule: ChunkRule) -> &'static Code {
    match rule {
        ChunkRule::TextNoId => rules_chunk::CHUNK_TEXT_NO_ID.code,
        ChunkRule::ToolNoId => rules_chunk::CHUNK_TOOL_NO_ID.code,
        ChunkRule::ToolNoName => rules_chunk::CHUNK_TOOL_NO_NAME.code,
        ChunkRule::ReasoningNoId => rules_chunk::CHUNK_REASONING_NO_ID.code,
        ChunkRule::RoleChanged => rules_chunk::CHUNK_ROLE_CHANGED.code,
        ChunkRule::NameChanged => rules_chunk::CHUNK_NAME_CHANGED.code,
        ChunkRule::Owner => rules_chunk::CHUNK_OWNER.code,
        ChunkRule::Ambiguous => rules_chunk::CHUNK_AMBIGUOUS.code,
    }
}
