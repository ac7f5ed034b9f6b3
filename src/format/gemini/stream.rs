//! A streamed answer: chunks that are each a response, with a piece of the content. All of them are one answer.
//!
//! `[{"candidates":[{"content":{"parts":[{"text":"It is "}]}}],"responseId":"r"},{"candidates":[…],"responseId":"r"}]`

use super::NAME;
use super::keys::sort;
use super::message::read_candidate;
use super::partial_calls::PartialCalls;
use crate::format::Reading;
use crate::format::shared::refuse_type;
use crate::json::{Node, Text};
use crate::model::{Conversation, Extras, Message, Part, Slot};
use crate::report::{Refused, shape};

/// The id that the chunks of one answer share.
fn id<'a>(chunk: Node<'_, 'a>) -> Option<Text<'a>> {
    chunk.get("responseId").or(chunk.get("response_id"))?.text()
}

/// True for a chunk: a response with an id. The last one may contain no more than the usage.
pub(super) fn is_chunk(node: Node<'_, '_>) -> bool {
    let is_response = || ["candidates", "usageMetadata", "usage_metadata"].iter().any(|key| node.get(key).is_some());
    node.is_object() && id(node).is_some() && is_response()
}

/// True for a list of the chunks of one answer: they share an id; or there are no ids, and the last one alone is finished.
pub(super) fn is_stream(list: Node<'_, '_>) -> bool {
    let Some(first) = list.items().next().filter(|first| list.is_array() && first.get("candidates").is_some()) else {
        return false;
    };
    let (count, id_of_first) = (list.len(), id(first));
    count > 1
        && list.items().enumerate().all(|(index, chunk)| match (&id_of_first, id(chunk)) {
            // The last one may be cut where a file is looked at.
            (Some(_), None) if index + 1 == count => chunk.is_object() && (count > 2 || !is_finished(first)),
            (Some(first), Some(id)) => first.same(&id),
            (None, None) => chunk.get("candidates").is_some() && is_finished(chunk) == (index + 1 == count),
            (Some(_), None) | (None, Some(_)) => false,
        })
}

fn is_finished(chunk: Node<'_, '_>) -> bool {
    let candidates = chunk.get("candidates").into_iter().flat_map(|list| list.items());
    candidates.into_iter().any(|it| it.get("finishReason").or(it.get("finish_reason")).is_some_and(|it| !it.is_null()))
}

/// True for a list whose items are responses and no contents.
pub(super) fn holds_chunks(list: Node<'_, '_>) -> bool {
    list.is_array() && list.items().next().is_some_and(|first| first.get("candidates").is_some() || is_chunk(first))
}

/// Reads the chunks of one answer.
pub(super) fn read_stream<'a>(
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let (mut answer, mut calls) = (JoinedAnswer::default(), PartialCalls::default());
    let mut around = Vec::new();
    let mut id_of_all = None;
    for chunk in list.items() {
        if !chunk.is_object() {
            return Err(refuse_type(chunk, "a chunk", "an object"));
        }
        let id = id(chunk);
        let known = id_of_all.get_or_insert_with(|| id.clone());
        if let (Some(known), Some(id)) = (known, &id)
            && !known.same(id)
        {
            let message =
                format!("the chunks of several answers: `responseId` is `{}` and `{}`", known.show(), id.show());
            let help = "put each answer into its own file, or each response into its own record";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, chunk.at(), message).helping(help));
        }
        let ([candidates], rest) = sort(chunk, &["candidates"])?;
        for (key, value) in rest {
            // The last of them counts: the usage grows from chunk to chunk.
            match around.iter_mut().find(|(known, _): &&mut (Text<'a>, Node<'_, 'a>)| known.same(&key)) {
                Some((_, place)) => *place = value,
                None => around.push((key, value)),
            }
        }
        if let Some(odd) = candidates.filter(|list| !list.is_array()) {
            return Err(refuse_type(odd, "candidates", "an array"));
        }
        for (index, candidate) in candidates.into_iter().flat_map(|list| list.items()).enumerate() {
            if index == 0 {
                answer.add(read_candidate(candidate, &mut |part| calls.take(part), reading)?);
            } else {
                let (key, raw) = (Text::Token("candidates"), candidate.to_raw());
                conversation.extras.push_in(Slot::Choices, NAME, key, raw, candidate.at());
            }
        }
    }
    for (key, value) in around {
        conversation.extras.push_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
    }
    let mut message = answer.finish();
    if let Some(message) = &mut message {
        calls.complete(message, reading);
    }
    conversation.messages.extend(message);
    Ok(())
}

/// The message that the chunks make.
#[derive(Default)]
struct JoinedAnswer<'a> {
    message: Option<Message<'a>>,
    /// The joined text of the last part so far.
    open: Option<String>,
}

impl<'a> JoinedAnswer<'a> {
    fn add(&mut self, chunk: Message<'a>) {
        let Some(message) = &mut self.message else {
            self.message = Some(chunk);
            return;
        };
        let finish = chunk.details().finish.clone();
        if finish.is_some() {
            message.details_mut().finish = finish;
        }
        let is_new = |field: &crate::model::Extra<'a>| {
            !message.extras.fields().iter().any(|known| known.slot == field.slot && known.key.same(&field.key))
        };
        let new: Vec<_> = chunk.extras.fields().iter().filter(|field| is_new(field)).cloned().collect();
        for field in new {
            message.extras.push_in(field.slot, NAME, field.key, field.value, field.at);
        }
        for part in chunk.parts {
            self.part(part);
        }
    }

    /// Texts that follow each other are one, unless one of them has a signature, which is that of its own part.
    fn part(&mut self, mut part: Part<'a>) {
        let last = self.message.as_mut().and_then(|message| message.parts.last_mut());
        if let Some(last) = last.filter(|last| is_same_kind(last, &part))
            && let (Some(text), Some(more)) = (plain_text(last), plain_text(&mut part))
        {
            self.open.get_or_insert_with(|| text.spelling().into_owned()).push_str(&more.spelling());
            return;
        }
        self.close();
        if let Some(message) = &mut self.message {
            message.parts.push(part);
        }
    }

    fn close(&mut self) {
        let last = self.message.as_mut().and_then(|message| message.parts.last_mut());
        if let (Some(joined), Some(text)) = (self.open.take(), last.and_then(plain_text)) {
            *text = Text::owned_token(joined);
        }
    }

    fn finish(mut self) -> Option<Message<'a>> {
        self.close();
        self.message
    }
}

/// The words of a part that has nothing else.
fn plain_text<'p, 'a>(part: &'p mut Part<'a>) -> Option<&'p mut Text<'a>> {
    let is_bare = |extras: &Extras<'a>| extras.fields().is_empty();
    match part {
        Part::Text(part) => (part.is_bare() && !part.is_json).then_some(&mut part.text),
        Part::Reasoning(part) => {
            let has_more = part.signature.is_some() || part.redacted.is_some() || !is_bare(&part.extras);
            part.text.as_mut().filter(|_| !has_more)
        }
        Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => None,
    }
}

fn is_same_kind(a: &Part<'_>, b: &Part<'_>) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}
