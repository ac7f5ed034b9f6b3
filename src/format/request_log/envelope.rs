//! The kinds of logs: the members that identify a record, and the places of its request and answer.
//!
//! `{"call_type":"acompletion","spend":0.1,"messages":[…],"response":{…}}` is a spend log of litellm.

use super::half::is_blank;
use super::half_kinds::{is_answer, is_request, is_unanswered};
use crate::format::RowSession;
use crate::json::{KeyIndex, Node};

/// A record with an index of its keys, because many keys are looked up.
pub(super) struct LogRow<'t, 'a>(KeyIndex<'t, 'a>);

impl<'t, 'a> LogRow<'t, 'a> {
    pub(super) fn of(root: Node<'t, 'a>) -> Self {
        Self(KeyIndex::of(root))
    }

    pub(super) fn root(&self) -> Node<'t, 'a> {
        self.0.object()
    }

    pub(super) fn get(&self, key: &str) -> Option<Node<'t, 'a>> {
        self.0.get(key)
    }

    /// The value at a pointer, whose segments have no escapes.
    pub(super) fn pointer(&self, pointer: &str) -> Option<Node<'t, 'a>> {
        let path = pointer.strip_prefix('/')?;
        match memchr::memchr(b'/', path.as_bytes()).map(|end| path.split_at(end)) {
            Some((key, inner)) => self.get(key)?.pointer(inner),
            None => self.get(path),
        }
    }
}

/// A kind of log.
#[derive(Debug)]
pub(super) struct Envelope {
    /// The evidence, for `detect`.
    pub(super) why: &'static str,
    /// Members that a record has, by their pointers.
    needs: &'static [&'static str],
    /// A member that has a certain word.
    word: Option<(&'static str, &'static str)>,
    /// The members alone say what it is. False: other records have them too, so the halves have to be a request and an answer.
    is_sure: bool,
    /// The places of the request; the first one that holds something is taken.
    pub(super) requests: &'static [&'static str],
    /// The places of the answer; the first one that can be read is taken.
    pub(super) answers: &'static [&'static str],
    /// A string that is not JSON is what was said.
    pub(super) has_words: bool,
}

impl Envelope {
    const fn sure(
        why: &'static str,
        needs: &'static [&'static str],
        requests: &'static [&'static str],
        answers: &'static [&'static str],
    ) -> Self {
        Self { why, needs, word: None, is_sure: true, requests, answers, has_words: true }
    }

    /// Two members that other records have too.
    const fn pair(why: &'static str, requests: &'static [&'static str], answers: &'static [&'static str]) -> Self {
        Self { why, needs: &[], word: None, is_sure: false, requests, answers, has_words: false }
    }

    /// The members contain messages and their answer: text, or an object of a service that may be unknown.
    const fn spoken(why: &'static str, requests: &'static [&'static str], answers: &'static [&'static str]) -> Self {
        Self { has_words: true, ..Self::pair(why, requests, answers) }
    }

    const fn with_word(self, key: &'static str, word: &'static str) -> Self {
        Self { word: Some((key, word)), ..self }
    }

    /// True for a record of this kind.
    fn fits(&self, row: &LogRow<'_, '_>) -> bool {
        let has = |pointer: &&str| row.pointer(pointer).is_some();
        let has_word = self.word.is_none_or(|(key, word)| row.get(key).is_some_and(|value| value.is(word)));
        if !has_word || !self.needs.iter().all(has) {
            return false;
        }
        if self.is_sure {
            return true;
        }
        let find = |places: &[&str]| {
            let given = || places.iter().filter_map(|place| row.pointer(place));
            given().find(|value| !is_blank(*value)).or_else(|| given().next())
        };
        let (Some(request), Some(answer)) = (find(self.requests), find(self.answers)) else { return false };
        // Under these keys, a value that is not an answer is a failed answer.
        let is_apart = self.requests.iter().all(|place| place.starts_with("/request") || place.contains("body"));
        let is_spoken = || self.has_words && has_content(answer) && is_unanswered(request);
        is_request(request) && (is_answer(answer) || (is_apart && !answer.is_null()) || is_spoken())
    }
}

/// True for words, and for objects and lists with something in them.
fn has_content(answer: Node<'_, '_>) -> bool {
    (answer.is_string() || answer.is_object() || answer.is_array()) && !is_blank(answer)
}

/// The kinds of logs. The first one that fits is taken.
static ENVELOPES: &[Envelope] = &[
    Envelope::sure(
        "`call_type` and `spend`: a spend log of litellm",
        &["/call_type", "/spend", "/response"],
        &["/proxy_server_request/body", "/proxy_server_request", "/messages"],
        &["/response"],
    ),
    Envelope::sure(
        "`type` is `GENERATION`, with `trace_id`: an observation of Langfuse",
        &["/trace_id", "/input", "/output"],
        &["/input"],
        &["/output"],
    )
    .with_word("type", "GENERATION"),
    Envelope::sure(
        "`type` is `GENERATION`, with `traceId`: an observation of Langfuse",
        &["/traceId", "/input", "/output"],
        &["/input"],
        &["/output"],
    )
    .with_word("type", "GENERATION"),
    Envelope::sure(
        "`run_type` is `llm`, with dumps of messages: a run of LangSmith",
        &["/inputs/messages/0/0/lc", "/outputs"],
        &["/inputs/messages/0"],
        &["/outputs/generations/0/0/message"],
    )
    .with_word("run_type", "llm"),
    Envelope::pair("`run_type` is `llm`: a run of LangSmith", &["/inputs"], &["/outputs"]).with_word("run_type", "llm"),
    Envelope::pair("`request_body` and `response_body`: a log of Helicone", &["/request_body"], &["/response_body"]),
    Envelope::sure(
        "`outputs` next to `messages` and `kwargs`: a call of DSPy",
        &["/messages", "/outputs", "/kwargs"],
        &["/messages", "/prompt"],
        &["/response", "/outputs"],
    ),
    Envelope::pair(
        "`request.postData` and `response.content`: an entry of a HAR file",
        &["/request/postData/text"],
        &["/response/content/text"],
    ),
    Envelope::pair("`request` and `response` with their bodies", &["/request/body"], &["/response/body"]),
    Envelope::pair("`request` and `response`", &["/request"], &["/response"]),
    Envelope::pair("a line of a batch with its answer", &["/body"], &["/response/body"]),
    Envelope::pair("a line of a batch with its answer", &["/params"], &["/result/message"]),
    Envelope::spoken(
        "`messages` next to an answer",
        &["/messages"],
        &["/response", "/response_body", "/output", "/outputs", "/completion"],
    ),
    // With `output` it is a row of a data set, which `rows` reads.
    Envelope::spoken(
        "`input` next to an answer",
        &["/input"],
        &["/response", "/response_body", "/outputs", "/completion"],
    ),
];

/// The kind of log that a record is of.
pub(super) fn envelope_of(row: &LogRow<'_, '_>) -> Option<&'static Envelope> {
    // Every kind of log has one of these keys. A response of a service is not a log, nor is a sample of Inspect.
    let halves = ["response", "response_body", "output", "outputs", "completion", "result"];
    let own = ["object", "choices", "candidates", "instruction", "epoch"];
    let has_any = |keys: &[&str]| keys.iter().any(|key| row.get(key).is_some());
    if !has_any(&halves) || has_any(&own) {
        return None;
    }
    ENVELOPES.iter().find(|envelope| envelope.fits(row))
}

/// The session of a row. Neighbouring rows of one session are one record.
pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    if !row.is_object() {
        return RowSession::default();
    }
    let row = LogRow::of(row);
    let find = |places: &[&str]| {
        let mut values = places.iter().filter_map(|place| row.pointer(place));
        values.find(|value| !value.is_object() && !value.is_array() && !is_blank(*value)).map(|value| value.raw())
    };
    // In runs of LangSmith, `session_id` is the project.
    let session = if row.get("run_type").is_some() { None } else { find(SESSIONS) };
    RowSession { session, trace: find(TRACES), is_beside: is_beside(&row) }
}

/// True for a row that is not a request: the run of a tool, a `SPAN` of Langfuse.
fn is_beside(row: &LogRow<'_, '_>) -> bool {
    let is_other_run = row.get("run_type").is_some_and(|kind| kind.is_string() && !kind.is("llm"));
    let is_observation = || {
        let kind = row.get("type").and_then(|kind| kind.token()).unwrap_or_default();
        let is_kind = kind.bytes().all(|byte| byte.is_ascii_uppercase()) && !matches!(kind, "" | "GENERATION");
        is_kind && TRACES.iter().any(|place| row.pointer(place).is_some())
    };
    (is_other_run || is_observation()) && envelope_of(row).is_none()
}

const TRACES: &[&str] = &["/trace_id", "/traceId"];

/// The places of a session in a row. The first one that has a value is taken.
const SESSIONS: &[&str] = &[
    "/session_id",
    "/sessionId",
    "/thread_id",
    "/conversation_id",
    "/properties/Helicone-Session-Id",
    "/request_properties/Helicone-Session-Id",
];
