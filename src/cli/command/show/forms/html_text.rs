//! Message text in a page: Markdown markup, sanitized.

use super::wrap::{fence_of, is_heading};
use crate::cli::print::html::{escaped, escaped_block, link};

/// Text whose line breaks are kept.
pub(super) fn block(text: &str) -> String {
    // A line break after the tag is not content.
    format!("<pre dir=\"auto\" tabindex=\"0\">\n{}</pre>\n", escaped_block(text.trim_end()))
}

/// Text with markup for code blocks, headings, code, strong text and web addresses.
pub(super) fn text_html(text: &str, out: &mut String) {
    let (mut fence, mut lines): (Option<&str>, Vec<&str>) = (None, Vec::new());
    for line in text.trim_end().lines() {
        match (fence, fence_of(line)) {
            (Some(open), Some(mark)) if mark.starts_with(open) && line.trim() == mark => {
                out.push_str(&block(&lines.join("\n")));
                (fence, lines) = (None, Vec::new());
            }
            (None, Some(mark)) => {
                paragraph(&lines, out);
                let language = line.trim_start().get(mark.len()..).unwrap_or_default().trim();
                if !language.is_empty() {
                    out.push_str(&format!("<p class=\"language\">{}</p>\n", escaped(language)));
                }
                (fence, lines) = (Some(mark), Vec::new());
            }
            _ => lines.push(line),
        }
    }
    if fence.is_some() {
        out.push_str(&block(&lines.join("\n")));
    } else {
        paragraph(&lines, out);
    }
}

fn paragraph(lines: &[&str], out: &mut String) {
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    if text.is_empty() {
        return;
    }
    out.push_str("<div class=\"text\" dir=\"auto\">");
    for (line, number) in text.split('\n').zip(0..) {
        if number > 0 {
            out.push('\n');
        }
        if is_heading(line) {
            out.push_str(&format!("<strong>{}</strong>", escaped_block(line)));
        } else {
            styled(line, out);
        }
    }
    out.push_str("</div>\n");
}

/// The starts of marks in a line.
const MARKS: [&str; 4] = ["`", "**", "http://", "https://"];

fn styled(line: &str, out: &mut String) {
    let mut done = 0;
    // The next position of each mark. A mark that is absent or far away is not searched again before its position.
    let mut places = MARKS.map(|mark| line.find(mark));
    loop {
        for (place, mark) in places.iter_mut().zip(MARKS) {
            if place.is_some_and(|place| place < done) {
                *place = line.get(done..).and_then(|rest| rest.find(mark)).map(|at| done + at);
            }
        }
        let Some(at) = places.into_iter().flatten().min() else { break };
        let from = line.get(at..).unwrap_or_default();
        out.push_str(&escaped_block(line.get(done..at).unwrap_or_default()));
        let taken = if from.starts_with('h') {
            let end =
                from.find(|it: char| it.is_whitespace() || "<>\"`'()[]{}|\\^*".contains(it)).unwrap_or(from.len());
            let address = from.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '!', '?']);
            out.push_str(&link(address, address));
            address.len()
        } else {
            let (mark, tag) = if from.starts_with('`') { ("`", "code") } else { ("**", "strong") };
            let inner = from.get(mark.len()..).unwrap_or_default();
            let end = inner.find(mark).filter(|end| *end > 0);
            let text = end.and_then(|end| inner.get(..end));
            match text {
                Some(text) => out.push_str(&format!("<{tag}>{}</{tag}>", escaped_block(text))),
                None => out.push_str(mark),
            }
            mark.len() + text.map_or(0, |text| text.len() + mark.len())
        };
        done = at + taken;
    }
    out.push_str(&escaped_block(line.get(done..).unwrap_or_default()));
}
