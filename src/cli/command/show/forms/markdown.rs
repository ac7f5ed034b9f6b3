//! Conversations as Markdown, for pull requests and notes.

use turnwise::op::show::{ConversationView, FindingView, MessageView, PartView};

use super::summary::{details, finding_words, media_words, title};
use super::wrap::fence_of;
use crate::cli::terminal::{clean, clean_block};

/// A conversation, or more messages of it: a heading, and one for each message.
pub(crate) fn markdown(view: &ConversationView, name: &str) -> String {
    let mut out = String::new();
    if !view.is_continued {
        out.push_str(&format!("# {}\n\n", inline(&title(view, name))));
        findings(&view.findings, &mut out);
    }
    for message in &view.messages {
        message_text(message, &mut out);
    }
    out
}

fn message_text(message: &MessageView, out: &mut String) {
    let mut words = vec![format!("**{}**", inline(&message.role))];
    words.extend(details(message).iter().map(|word| inline(word)));
    out.push_str(&format!("## {}\n\n", words.join(" · ")));
    for part in &message.parts {
        part_text(part, out);
    }
    empty(&message.parts, out);
    findings(&message.findings, out);
}

/// The text for empty parts.
fn empty(parts: &[PartView], out: &mut String) {
    if PartView::are_empty(parts) {
        out.push_str("*[empty]*\n\n");
    }
}

fn findings(findings: &[FindingView], out: &mut String) {
    for finding in findings {
        out.push_str(&format!("> **{}**\n\n", inline(&finding_words(finding))));
    }
}

fn part_text(part: &PartView, out: &mut String) {
    match part {
        PartView::Text(text) => {
            markup(text, "", out);
            out.push('\n');
        }
        PartView::Refusal(text) => {
            out.push_str("*[refusal]*\n\n");
            markup(text, "", out);
            out.push('\n');
        }
        PartView::Json(json) => fenced("json", json, out),
        PartView::Reasoning(Some(text)) => {
            markup(text, "> ", out);
            out.push('\n');
        }
        PartView::Reasoning(None) => out.push_str("> *reasoning that only the service can read*\n\n"),
        PartView::Call(call) => {
            out.push_str(&format!("→ **{}**\n\n", inline(&call.name)));
            fenced("json", &call.arguments, out);
        }
        PartView::Result(result) => {
            let name = result.name.as_deref().unwrap_or("result");
            out.push_str(&format!("← **{}**{}\n\n", inline(name), if result.is_error { " (error)" } else { "" }));
            for part in &result.parts {
                if let PartView::Text(text) = part {
                    fenced("", text, out);
                } else {
                    part_text(part, out);
                }
            }
            empty(&result.parts, out);
        }
        PartView::Media(media) => {
            out.push_str(&format!("*[{}]*\n\n", inline(&media_words(media))));
            if let Some(text) = &media.text {
                fenced("", text, out);
            }
        }
        PartView::Other(kind, json) => {
            out.push_str(&format!("*{}*\n\n", inline(kind)));
            fenced("json", json, out);
        }
    }
}

/// A text that may be Markdown. HTML tags are text, as for the model, and a code block without an end is closed, so
/// that it does not include the rest of the page.
fn markup(text: &str, before: &str, out: &mut String) {
    let mut fence: Option<(String, usize)> = None;
    // An unpaired backtick would pair with one of a later line, so that its code span is not one.
    let mut has_code = true;
    for line in text.trim_end().lines() {
        let line = clean_block(line);
        let indent = line.len() - line.trim_start_matches(' ').len();
        let mark = fence_of(&line).filter(|_| indent < 4);
        // A code block of a list ends with the list.
        let is_code = fence.as_ref().is_some_and(|(_, start)| indent >= *start) || line.trim().is_empty();
        let shown = if is_code || mark.is_some() { line.clone() } else { harmless(&line, &mut has_code) };
        has_code |= is_code || mark.is_some();
        fence = match (fence, mark) {
            (Some((open, _)), Some(mark)) if mark.starts_with(&open) && line.trim() == mark => None,
            (None, Some(mark)) => Some((mark.to_owned(), indent)),
            (open, _) => open,
        };
        out.push_str(&format!("{}\n", format!("{before}{shown}").trim_end_matches(' ')));
    }
    if let Some((open, _)) = fence {
        out.push_str(&format!("{before}{open}\n"));
    }
}

/// A line of Markdown in which HTML tags are text, images are links, and links are web or mail addresses. `has_code`:
/// text between backticks is code.
fn harmless(line: &str, has_code: &mut bool) -> String {
    let (mut out, mut rest) = (String::new(), line);
    let (mut is_open, may_be_code) = (false, *has_code);
    while let Some(at) = rest.find(['<', '`', '\\', '!', ']']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let mut taken = 1;
        match from.as_bytes() {
            [b'`', ..] => {
                let marks = from.len() - from.trim_start_matches('`').len();
                let span = code_span(from);
                is_open |= span == marks;
                taken = if may_be_code { span } else { marks };
            }
            [b'\\', ..] => taken += from.chars().nth(1).map_or(0, char::len_utf8),
            [b'<', next, ..] if next.is_ascii_alphabetic() || b"/!?".contains(next) => {
                out.push_str(if is_address(from.get(1..).unwrap_or_default()) { "" } else { "\\" });
            }
            [b'!', b'[', ..] => out.push('\\'),
            [b']', b'(' | b':', place @ ..] if !leads_out(place) => {
                let is_link = from.starts_with("](") || is_definition(&out);
                out.push_str(if is_link { "]\\" } else { "]" });
                rest = from.get(1..).unwrap_or_default();
                continue;
            }
            _ => {}
        }
        out.push_str(from.get(..taken).unwrap_or_default());
        rest = from.get(taken..).unwrap_or_default();
    }
    *has_code = may_be_code && !is_open;
    out + rest
}

/// True for a link target that may be followed: a web or mail address.
fn leads_out(place: &[u8]) -> bool {
    let place = place.trim_ascii_start();
    is_address(&String::from_utf8_lossy(place.strip_prefix(b"<").unwrap_or(place)))
}

fn is_address(text: &str) -> bool {
    ["http://", "https://", "mailto:"]
        .iter()
        .any(|start| text.get(..start.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(start)))
}

/// True if the text before `]:` may be the name of a link: `[name]: address`, in a list or a quotation, or on several
/// lines.
fn is_definition(before: &str) -> bool {
    let name = before.trim_start_matches(|it: char| it.is_ascii_digit() || " \t>-*+.)".contains(it));
    !before.contains('[') || name.starts_with('[')
}

/// The length of the code that begins with these backticks, or of the backticks alone if it does not end.
fn code_span(from: &str) -> usize {
    let marks = from.len() - from.trim_start_matches('`').len();
    let mut end = marks;
    while let Some(next) = from.get(end..).and_then(|rest| rest.find('`')) {
        let start = end + next;
        let run = from.get(start..).map_or(0, |rest| rest.len() - rest.trim_start_matches('`').len());
        end = start + run;
        if run == marks {
            return end;
        }
    }
    marks
}

/// A code block whose fence is longer than any in the text.
fn fenced(language: &str, text: &str, out: &mut String) {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let lines: Vec<_> = text.trim_end_matches('\n').split('\n').map(clean_block).collect();
    out.push_str(&format!("{fence}{language}\n{}\n{fence}\n\n", lines.join("\n")));
}

/// Text in a line, in which nothing is markup.
fn inline(text: &str) -> String {
    let mut safe = String::new();
    for character in clean(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' | '~') {
            safe.push('\\');
        }
        safe.push(character);
    }
    safe
}
