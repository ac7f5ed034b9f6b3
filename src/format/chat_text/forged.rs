//! Marks in messages: a template has no way to escape them, so they would be read as turns, calls or reasoning.

use super::calls::{PYTHON_TAG, TOOL_CALLS};
use super::{CallStyle, ChatTemplate, SystemPlace, TemplateMarks};
use crate::json::Tape;
use crate::lower::OutlineRole;

/// Searches texts for the marks of a template.
pub(super) struct ForgedMarks<'m> {
    template: &'m ChatTemplate,
    /// The marks that no text may contain, whoever speaks.
    marks: Vec<&'static str>,
    /// The first bytes of all marks. There are few, so a text is searched for them first.
    begins: Vec<u8>,
}

impl<'m> ForgedMarks<'m> {
    pub(super) fn of(template: &'m ChatTemplate) -> Self {
        let TemplateMarks { begin, fillers, turns, other_roles, other_ends, reserved, .. } = template.marks;
        let opens = turns.iter().map(|turn| turn.open.trim_end());
        let closes = turns.iter().map(|turn| turn.close);
        let other = other_roles.map(|(open, _)| open);
        let marks = opens.chain(closes).chain(other).chain(other_ends.iter().copied());
        let marks = marks.chain(fillers.iter().copied()).chain([begin]).chain(reserved.iter().copied());
        let marks: Vec<_> = marks.filter(|mark| !mark.trim().is_empty()).collect();
        let tags = [OutlineRole::User, OutlineRole::Assistant].map(|speaker| tags(template, speaker));
        let all = marks.iter().chain(tags.into_iter().flatten());
        let mut begins: Vec<u8> = all.filter_map(|mark| mark.bytes().next()).collect();
        begins.sort_unstable();
        begins.dedup();
        Self { template, marks, begins }
    }

    /// The first mark that a text of this speaker contains.
    pub(super) fn find(&self, speaker: OutlineRole, text: &str) -> Option<&'static str> {
        let all = || self.marks.iter().chain(tags(self.template, speaker));
        let mark_at = |place| {
            let rest = text.as_bytes().get(place..)?;
            all().position(|mark| rest.starts_with(mark.as_bytes()))
        };
        let places = self.begins.iter().flat_map(|begin| memchr::memchr_iter(*begin, text.as_bytes()));
        match places.filter_map(mark_at).min() {
            Some(first) => all().nth(first).copied(),
            None => at_start(self.template, speaker, text),
        }
    }
}

/// A mark that only counts at the start of a text.
fn at_start(template: &ChatTemplate, speaker: OutlineRole, text: &str) -> Option<&'static str> {
    match speaker {
        OutlineRole::System if template.system == SystemPlace::Front => {
            let opens = template.marks.turns.iter().map(|turn| turn.open.trim());
            opens.into_iter().find(|open| text.trim_start().starts_with(open))
        }
        OutlineRole::Assistant if template.calls == CallStyle::PythonTag && text.trim_start().starts_with('{') => {
            let mut tape = Tape::new();
            let root = tape.parse(text.trim()).ok()?;
            (root.get("name").is_some() && root.get("parameters").is_some())
                .then_some(r#"{"name": …, "parameters": …}"#)
        }
        OutlineRole::System
        | OutlineRole::Developer
        | OutlineRole::User
        | OutlineRole::Assistant
        | OutlineRole::Tool => None,
    }
}

/// What only some speakers may not say.
fn tags(template: &ChatTemplate, speaker: OutlineRole) -> &'static [&'static str] {
    match (template.calls, speaker) {
        (CallStyle::Tagged, OutlineRole::Assistant) => &["<think>", "</think>", "<tool_call>", "</tool_call>"],
        (CallStyle::Tagged, OutlineRole::User | OutlineRole::Tool) => &["<tool_response>", "</tool_response>"],
        (CallStyle::PythonTag, _) => &[PYTHON_TAG],
        (CallStyle::List, _) => &[TOOL_CALLS, "<<SYS>>", "<</SYS>>"],
        (CallStyle::None, OutlineRole::Assistant) if template.has_thinking => &["<think>", "</think>"],
        (CallStyle::Tagged | CallStyle::Channels | CallStyle::None, _) => &[],
    }
}
