//! Chat text: conversations as the text that the chat template of a model makes of them.
//!
//! ```json
//! {"text":"<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello!<|im_end|>\n"}
//! ```
//!
//! Such a format is a declaration: the marks around the turns of each speaker, and what may be between them. From that follow
//! reading and writing, detection, what is lost, and what is rejected: there is no way to escape a mark, so a message that
//! contains one cannot be written. A record is an object with the text, a string, or a text file of its own. An object may also have two
//! texts that are compared, `chosen` and `rejected`, which begin with the same turns.

mod body;
mod calls;
pub(super) mod channels;
mod channels_read;
mod channels_write;
mod forged;
mod frames;
mod policy;
mod read;
mod source;
#[cfg(test)]
mod tests;
mod write;
mod written;

use super::{Format, FormatAbout, FormatRules, FormatShape, FramingRules, Score};
use crate::format::Family;
use crate::json::Node;
use source::ChatSource;

/// The key of the text in a record.
const KEY: &str = "text";
/// The keys of two texts that are compared: they begin with the same turns.
const PAIR: (&str, &str) = ("chosen", "rejected");

/// A chat template.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChatTemplate {
    /// As users say it: `chatml`.
    pub(super) name: &'static str,
    /// Other names for it.
    pub(super) aliases: &'static [&'static str],
    /// One line.
    pub(super) summary: &'static str,
    /// Which programs or models define it.
    pub(super) source: &'static str,
    /// The marks around the turns, and between them.
    pub(super) marks: TemplateMarks,
    /// White space around the text of a turn is not part of it.
    pub(super) trims: bool,
    /// Reasoning is in `<think>` tags in answers.
    pub(super) has_thinking: bool,
    /// How calls and results are written.
    pub(super) calls: CallStyle,
    /// The place of system texts.
    pub(super) system: SystemPlace,
    /// The names of speakers are in the header of a turn: `user name=Ada`.
    pub(super) has_names: bool,
    /// The score of a text with these marks.
    pub(super) score: u8,
    /// The evidence of a detection, in words.
    pub(super) evidence: &'static str,
}

/// The marks of a template: `<|im_start|>user` before a turn, `<|im_end|>` after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemplateMarks {
    /// What a text begins with. It may be missing when a text is read.
    pub(super) begin: &'static str,
    /// What may be between turns and says nothing: `<|endoftext|>`.
    pub(super) fillers: &'static [&'static str],
    /// The marks of the turns. Of several of one speaker the first one is written.
    pub(super) turns: &'static [TurnMarks],
    /// The marks around the role of speakers that are not among [`TemplateMarks::turns`].
    pub(super) other_roles: Option<(&'static str, &'static str)>,
    /// Other marks that end a turn.
    pub(super) other_ends: &'static [&'static str],
    /// What is written after the mark at the end of a turn.
    pub(super) after: &'static str,
    /// Marks that no text may contain, in addition to those of the turns.
    pub(super) reserved: &'static [&'static str],
}

impl TemplateMarks {
    /// No marks, and a line end after each turn.
    pub(super) const PLAIN: Self =
        Self { begin: "", fillers: &[], turns: &[], other_roles: None, other_ends: &[], after: "\n", reserved: &[] };

    /// The marks that are written for the turns of a speaker.
    fn of(&self, speaker: ChatSpeaker) -> Option<&'static TurnMarks> {
        self.turns.iter().find(|turn| turn.speaker == speaker)
    }
}

/// The marks around a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnMarks {
    pub(super) speaker: ChatSpeaker,
    /// Before the text: `<|im_start|>user` and a line end. The white space at its end may be missing.
    pub(super) open: &'static str,
    /// After the text. Empty: a turn ends where the next one begins.
    pub(super) close: &'static str,
}

/// Who speaks in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChatSpeaker {
    System,
    Developer,
    User,
    Assistant,
    Tool,
    /// The text is a list of tool definitions.
    Tools,
}

/// How a template writes calls and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallStyle {
    /// Not supported.
    None,
    /// `<tool_call>` tags in answers, `<tool_response>` tags in turns of the user.
    Tagged,
    /// JSON of `name` and `parameters`, alone or after `<|python_tag|>`.
    PythonTag,
    /// `[TOOL_CALLS]` and a JSON list; a result is JSON of `content` and `call_id`.
    List,
    /// Turns of their own with a recipient; results are turns of their tool.
    Channels,
}

/// The place of system texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SystemPlace {
    /// They are turns.
    Turns,
    /// The template has none: they are written at the start of the next turn of the user.
    User,
    /// Before the first mark.
    Front,
}

/// Names a declaration, so that the functions of its [`Format`] know it.
pub(super) trait DeclaredTemplate {
    /// The declaration.
    const TEMPLATE: ChatTemplate;
}

/// A template that many declarations differ from.
pub(super) const PLAIN: ChatTemplate = ChatTemplate {
    name: "",
    aliases: &[],
    summary: "",
    source: "",
    marks: TemplateMarks::PLAIN,
    trims: false,
    has_thinking: false,
    calls: CallStyle::None,
    system: SystemPlace::Turns,
    has_names: false,
    score: 230,
    evidence: "",
};

impl ChatTemplate {
    /// True if a text begins like one of this template: with a mark, or with what comes before the first mark.
    fn begins(&self, text: &str) -> bool {
        let mut text = text.trim_start();
        if !self.marks.begin.is_empty() {
            text = text.strip_prefix(self.marks.begin).map_or(text, str::trim_start);
        }
        let is_mark = |mark: &str| !mark.is_empty() && text.starts_with(mark);
        if self.system == SystemPlace::Front {
            return self.has_exchange(text);
        }
        self.marks.turns.iter().any(|turn| is_mark(turn.open.trim()))
            || self.marks.other_roles.is_some_and(|(open, _)| is_mark(open))
    }

    /// True if a text can be read: where a text may be before the first mark, it must have one.
    fn has_marks(&self, text: &str) -> bool {
        if self.system == SystemPlace::Front { frames::first_open(self, text, 0).is_some() } else { self.begins(text) }
    }

    /// True if there is a question, and an answer after it.
    fn has_exchange(&self, text: &str) -> bool {
        let find = |speaker| {
            let open = self.marks.of(speaker)?.open.trim_end();
            if text.starts_with(open.trim_start()) {
                Some(0)
            } else {
                memchr::memmem::find(text.as_bytes(), open.as_bytes())
            }
        };
        matches!((find(ChatSpeaker::User), find(ChatSpeaker::Assistant)), (Some(question), Some(answer)) if question < answer)
    }

    fn score_of(&self, root: Node<'_, '_>) -> Option<Score> {
        let found = ChatSource::find(root)?;
        self.begins(&found.beginning()).then(|| Score::new(self.score, self.evidence))
    }
}

/// The format that a declaration describes.
#[must_use]
pub(super) const fn format<D: DeclaredTemplate>() -> Format {
    Format {
        about: FormatAbout { aliases: D::TEMPLATE.aliases, summary: D::TEMPLATE.summary, source: D::TEMPLATE.source },
        policy: policy::TemplatePolicy::<D>::POLICY,
        framing: FramingRules { starts_text: Some(|text| D::TEMPLATE.begins(text)), ..FramingRules::NONE },
        print: Some(|outline, _, out| write::print(&D::TEMPLATE, outline, out)),
        rules: FormatRules {
            requires: if matches!(D::TEMPLATE.calls, CallStyle::None) { &[] } else { crate::rule::PAIRING },
            ..FormatRules::NONE
        },
        shape: FormatShape { ids: Some(&policy::IDS), ..FormatShape::NONE },
        ..Format::new(
            D::TEMPLATE.name,
            Family::ChatText,
            |root| D::TEMPLATE.score_of(root),
            |root, reading| read::read(&D::TEMPLATE, root, reading),
        )
    }
}
