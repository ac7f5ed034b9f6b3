//! The turns of a text, found by their marks.

use std::ops::Range;

use memchr::memmem;

use super::source::ChatSource;
use super::{ChatSpeaker, ChatTemplate, SystemPlace, TurnMarks};
use crate::report::{Refused, shape};

/// One turn: who speaks, and where the words are.
#[derive(Debug)]
pub(super) struct Frame {
    /// Where it begins.
    pub(super) start: usize,
    /// `None`: a role that the template does not know.
    pub(super) speaker: Option<ChatSpeaker>,
    /// The role as it was written, where the header has one.
    pub(super) role: Range<usize>,
    /// The name of the speaker.
    pub(super) name: Option<Range<usize>>,
    pub(super) body: Range<usize>,
    /// The mark at its end is there.
    pub(super) is_closed: bool,
}

/// The header of a turn.
struct TurnHeader {
    speaker: Option<ChatSpeaker>,
    role: Range<usize>,
    name: Option<Range<usize>>,
    body: usize,
    close: &'static str,
}

/// All turns of a text.
///
/// # Errors
/// There is a text between two turns.
pub(super) fn frames(template: &ChatTemplate, source: &ChatSource<'_>) -> Result<Vec<Frame>, Refused> {
    let text = source.text();
    let mut frames = Vec::new();
    let mut at = 0;
    if template.system == SystemPlace::Front {
        let first = first_open(template, text, 0).unwrap_or(text.len());
        if first > 0 {
            let role = 0..0;
            let (speaker, body) = (Some(ChatSpeaker::System), 0..first);
            frames.push(Frame { start: 0, speaker, role, name: None, body, is_closed: true });
        }
        at = first;
    }
    loop {
        if template.system != SystemPlace::Front {
            at = skip_fillers(template, text, at);
        }
        if at >= text.len() {
            return Ok(frames);
        }
        let Some(header) = header(template, text, at) else {
            let why = format!("a text between the turns is in none of them: {} needs its marks", template.name);
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, source.at(at), why));
        };
        let (end, next, is_closed) = end_of(template, &header, text);
        let TurnHeader { speaker, role, name, body, .. } = header;
        frames.push(Frame { start: at, speaker, role, name, body: body..end, is_closed });
        at = next;
    }
}

/// White space and marks that say nothing.
fn skip_fillers(template: &ChatTemplate, text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let fillers = template.marks.fillers.iter().chain(std::iter::once(&template.marks.begin));
        let filler = fillers.filter(|filler| !filler.is_empty()).find(|filler| trimmed.starts_with(**filler));
        at += rest.len() - trimmed.len();
        match filler {
            Some(filler) => at += filler.len(),
            None => return at,
        }
    }
}

/// The turn whose mark begins at `at`.
fn header(template: &ChatTemplate, text: &str, at: usize) -> Option<TurnHeader> {
    let rest = text.get(at..)?;
    let of = |marks: &TurnMarks, open: &str| TurnHeader {
        speaker: Some(marks.speaker),
        role: at..at,
        name: None,
        body: at + open.len(),
        close: marks.close,
    };
    let opens = |open: &'static str| [open, open.trim_end()];
    let is_first = at == 0;
    let known = template.marks.turns.iter().find_map(|marks| {
        let open = opens(marks.open).into_iter().find(|open| rest.starts_with(open))?;
        // Without its line end, the mark may be the beginning of a longer role.
        let is_whole = template.marks.other_roles.is_none() || open.ends_with(char::is_whitespace);
        is_whole.then(|| of(marks, open))
    });
    // White space at the start of a file is not part of it.
    let trimmed = || {
        let starts = |marks: &TurnMarks| opens(marks.open.trim_start()).into_iter().find(|open| rest.starts_with(open));
        template
            .marks
            .turns
            .iter()
            .filter(|_| is_first && template.system == SystemPlace::Front)
            .find_map(|marks| Some(of(marks, starts(marks)?)))
    };
    known.or_else(trimmed).or_else(|| other_header(template, text, at))
}

/// A header with any role, which may have a name too.
fn other_header(template: &ChatTemplate, text: &str, at: usize) -> Option<TurnHeader> {
    let (open, end) = template.marks.other_roles?;
    let start = at + open.len();
    let rest = text.get(at..)?.strip_prefix(open)?;
    // At the end of the text it is the beginning of an answer.
    let length = memmem::find(rest.as_bytes(), end.as_bytes()).unwrap_or(rest.len());
    let words = rest.get(..length)?;
    let (role, name) = match words.split_once(' ') {
        Some((role, name)) if template.has_names => {
            let value = name.strip_prefix("name=").unwrap_or(name);
            (role, Some(start + words.len() - value.len()..start + words.len()))
        }
        _ => (words, None),
    };
    let role = start..start + role.len();
    let is_it = |marks: &&TurnMarks| {
        marks.open.strip_prefix(open).and_then(|it| it.strip_suffix(end)) == text.get(role.clone())
    };
    let marks = template.marks.turns.iter().find(is_it);
    let close = template.marks.turns.first().map_or("", |marks| marks.close);
    let body = (start + length + end.len()).min(text.len());
    Some(TurnHeader { speaker: marks.map(|marks| marks.speaker), role, name, body, close })
}

/// Where the words of a turn end, where the next turn may begin, and whether there is a mark at the end.
fn end_of(template: &ChatTemplate, header: &TurnHeader, text: &str) -> (usize, usize, bool) {
    let has_end = !header.close.is_empty();
    let ends = [header.close].into_iter().filter(|_| has_end).chain(template.marks.other_ends.iter().copied());
    let opens = opens(template);
    let found = find_first(text, header.body, &ends.chain(opens));
    match found {
        Some((at, mark)) if mark == header.close || template.marks.other_ends.contains(&mark) => {
            (at, at + mark.len(), true)
        }
        Some((at, _)) => (at, at, !has_end),
        None => (text.len(), text.len(), !has_end),
    }
}

/// The marks of turns, as short as they may be.
fn opens(template: &ChatTemplate) -> impl Iterator<Item = &'static str> + Clone {
    let opens = template.marks.turns.iter().map(|turn| turn.open.trim_end()).filter(|open| !open.trim().is_empty());
    opens.chain(template.marks.other_roles.map(|(open, _)| open))
}

/// The first mark of a turn after `from`.
pub(super) fn first_open(template: &ChatTemplate, text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let is_mark = |turn: &TurnMarks| !turn.open.trim().is_empty() && rest.starts_with(turn.open.trim());
    if from == 0 && template.marks.turns.iter().any(is_mark) {
        return Some(0);
    }
    find_first(text, from, &opens(template)).map(|(at, _)| at)
}

/// The first of these marks after `from`. The text is gone through once, and not further than to the mark.
pub(super) fn find_first(
    text: &str,
    from: usize,
    marks: &(impl Iterator<Item = &'static str> + Clone),
) -> Option<(usize, &'static str)> {
    let mut firsts = marks.clone().filter_map(|mark| mark.bytes().next());
    let one = firsts.next()?;
    let other = firsts.find(|byte| *byte != one).unwrap_or(one);
    let third = firsts.find(|byte| *byte != one && *byte != other).unwrap_or(one);
    let bytes = text.as_bytes().get(from..)?;
    // Most places of the first byte are ruled out by the next one: every mark has two.
    let is_second = |byte: u8| marks.clone().any(|mark| mark.as_bytes().get(1) == Some(&byte));
    let mut last = None;
    memchr::memchr3_iter(one, other, third, bytes).find_map(|found| {
        let second = *bytes.get(found + 1)?;
        // The same bytes come again and again in long runs.
        if last == Some(second) {
            return None;
        }
        if !is_second(second) {
            last = Some(second);
            return None;
        }
        let rest = text.get(from + found..)?;
        Some((from + found, marks.clone().find(|mark| rest.starts_with(mark))?))
    })
}
