//! Reports the facts of a conversation outside the bytes that are kept.

use std::collections::HashSet;

use super::EditRecord;
use crate::json::{At, Span, pointers};
use crate::model::walk::{FactKind, facts};
use crate::report::{Code, Report, loss};

/// The kept bytes, and the rewritten messages.
#[derive(Debug, Default)]
pub(super) struct KeptItems {
    pub(super) spans: Vec<Span>,
    /// The places of the messages.
    pub(super) messages: HashSet<At>,
}

impl KeptItems {
    /// True if the bytes at this place are kept.
    pub(super) fn has(&self, at: At) -> bool {
        let Some(offset) = at.offset() else { return true };
        self.spans.iter().any(|span| (span.start..span.end).contains(&offset))
    }
}

/// Reports each fact that is outside these bytes.
pub(in crate::op) fn report_outside(record: &EditRecord<'_, '_, '_>, spans: Vec<Span>, report: &mut Report) {
    report_dropped(record, &KeptItems { spans, messages: HashSet::new() }, report);
}

/// Reports each fact that is not kept, with the loss of its kind.
pub(super) fn report_dropped(record: &EditRecord<'_, '_, '_>, kept: &KeptItems, report: &mut Report) {
    let without;
    let conversation = if kept.messages.is_empty() {
        record.conversation
    } else {
        let mut all = record.conversation.clone();
        all.messages.retain(|message| !kept.messages.contains(&message.at));
        without = all;
        &without
    };
    let mut last = None;
    facts(conversation, &mut |fact| {
        let Some(code) = code_of(fact.kind).filter(|_| !kept.has(fact.at)) else { return };
        // A tool is a single loss, however many facts it has.
        if last == Some((code.id, fact.at)) {
            return;
        }
        last = Some((code.id, fact.at));
        let message = || format!("{} is dropped", what(record, fact.kind, &fact.value, fact.at));
        match fact.key {
            Some(key) => report.drop_named_field(fact.at, key, |_| message()),
            None => report.add(code, fact.at, message),
        }
    });
    for branch in record.conversation.branches.iter().filter(|branch| !kept.has(branch.at)) {
        let name = branch.name.as_ref().map(crate::json::Text::show).unwrap_or_default();
        report.add(&loss::BRANCH, branch.at, || format!("the branch `{name}` is dropped"));
    }
}

fn what(record: &EditRecord<'_, '_, '_>, kind: FactKind, value: &str, at: At) -> String {
    let named = [
        (FactKind::ConversationId, "the conversation id"),
        (FactKind::Tool, "the definition of"),
        (FactKind::Finish, "the finish reason"),
    ];
    if let Some((_, what)) = named.iter().find(|(known, _)| *known == kind) {
        return format!("{what} `{}`", crate::json::Text::owned(value).show());
    }
    if kind == FactKind::Output {
        return "the structured-output request".to_owned();
    }
    let found = pointers(record.root, &[at.offset().unwrap_or_default()]);
    let pointer = found.first().map_or("", |pointer| pointer.trim_start_matches('/'));
    // A field of the record that is stored in another file has no pointer in the record.
    let extra =
        || record.conversation.extras.fields().iter().find(|extra| extra.at == at).map(|extra| extra.key.show());
    let name = if pointer.is_empty() { extra().unwrap_or_default() } else { pointer.into() };
    format!("the field `{name}`")
}

/// The loss for a fact. `None`: it is included in the loss of another fact.
fn code_of(kind: FactKind) -> Option<&'static Code> {
    use FactKind as K;
    Some(match kind {
        K::ConversationId => &loss::CONVERSATION_ID,
        K::Tool => &loss::TOOLS,
        K::Output => &loss::OUTPUT_REQUEST,
        K::Finish => &loss::FINISH_REASON,
        K::CacheHint => &loss::CACHE_HINT,
        K::CacheTtl => &loss::CACHE_TTL,
        K::Extra => &loss::EXTRA_FIELD,
        K::Opaque | K::Hosted => &loss::OPAQUE_PART,
        K::MessageId => &loss::MESSAGE_ID,
        K::Name => &loss::NAME,
        K::Time => &loss::TIME,
        K::Citations => &loss::CITATIONS,
        K::Signature => &loss::SIGNATURE,
        K::Redacted => &loss::REDACTED,
        K::Reasoning => &loss::REASONING,
        K::CallId => &loss::CALL_ID,
        K::ResultName => &loss::RESULT_NAME,
        K::ErrorFlag => &loss::ERROR_FLAG,
        K::Media => &loss::MEDIA,
        K::MediaFact => &loss::MEDIA_FACT,
        K::Rating => &loss::RATING,
        // The report of a dropped tool contains its name.
        K::ToolKind | K::ToolDescription | K::ToolParameters | K::ToolStrict | K::OutputName | K::OutputStrict => {
            return None;
        }
        K::Text | K::CallName | K::Arguments | K::Role => return None,
    })
}
