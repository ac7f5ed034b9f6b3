//! `--keep id,split`: members of the source record that are copied to the output record, if that is an object without
//! such a member.

use super::super::records::RecordPiece;
use super::worker::ConvertWorker;
use crate::format::Fact;
use crate::json::{At, SetMember, Span, Tape, Text, apply};
use crate::model::Conversation;

/// A member that is kept.
pub(super) struct KeptMember {
    key: String,
    /// The value as it was written.
    value: String,
    at: At,
}

impl ConvertWorker<'_> {
    /// The members of a record that are kept. They are not losses of its conversation.
    pub(super) fn kept_members(
        &mut self,
        piece: &RecordPiece<'_>,
        conversation: &mut Conversation<'_>,
    ) -> Vec<KeptMember> {
        let keys = &self.plan.options.members.copied;
        if keys.is_empty() {
            return Vec::new();
        }
        let mut tape = Tape::new();
        let around = piece.around.and_then(|around| std::str::from_utf8(around.bytes).ok());
        let root = match around {
            Some(record) => tape.parse(record).ok(),
            None => self.reader.tape.root(conversation.source.text),
        };
        let (mut kept, mut spans) = (Vec::new(), Vec::new());
        for (name, value) in root.iter().flat_map(crate::json::Node::members) {
            let key = name.text().unwrap_or_default().decode().into_owned();
            if keys.contains(&key) {
                spans.push(Span { start: name.span().start, end: value.span().end });
                kept.push(KeptMember { key, value: value.raw().to_owned(), at: value.at() });
            }
        }
        if around.is_none() {
            let is_kept =
                |at: At| at.offset().is_some_and(|at| spans.iter().any(|it| (it.start..it.end).contains(&at)));
            conversation.extras.retain(|extra| !is_kept(extra.at));
            if !self.plan.options.to.policy.has(Fact::ConversationId) && is_kept(conversation.id_at) {
                conversation.id = None;
            }
        }
        kept
    }

    /// Adds members to the record that starts at `start`.
    pub(super) fn add_members(&mut self, start: usize, kept: Vec<KeptMember>) {
        for KeptMember { key, value, at } in kept {
            let text = self.out.as_bytes().get(start..).unwrap_or_default();
            let text = simdutf8::basic::from_utf8(text).unwrap_or_default();
            let scratch = &mut self.reader.scratch;
            let root = scratch.parse(text).ok();
            match root.map(|root| (root.is_object(), root.get(&key).is_some())) {
                Some((true, true)) => {}
                Some((true, false)) => {
                    if let Ok(edit) = SetMember::of_record(key, value).edit(text, scratch) {
                        let text = apply(text, &mut [edit]).unwrap_or_default();
                        self.out.replace(start, &text);
                    }
                }
                Some((false, _)) | None => self.part.drop_field(at, &Text::owned(key)),
            }
        }
    }
}
