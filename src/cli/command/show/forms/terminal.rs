//! Prints conversations in the terminal.

use turnwise::op::show::{ConversationView, FindingView, MessageView, PartView, ResultView, SpeakerKind};

use turnwise::report::Severity;

use super::summary::{details, finding_words, media_words, title};
use super::wrap::{words, wrap};
use crate::cli::print::text;
use crate::cli::terminal::{Paint, clean, fitting};

/// The maximum number of lines of a result.
const RESULT_LINES: usize = 8;

/// The indentation of content.
const INDENT: &str = "  ";

/// The options for printing conversations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerminalForm {
    pub(crate) columns: usize,
    pub(crate) paint: Paint,
    /// Results and arguments are not shortened.
    pub(crate) is_full: bool,
}

impl TerminalForm {
    /// A conversation, or more messages of it.
    pub(crate) fn conversation(&self, view: &ConversationView, name: &str) -> String {
        let mut out = String::new();
        if !view.is_continued {
            let title = words(&title(view, name).replace('\n', " "), self.columns);
            out.extend(title.iter().map(|line| self.paint.bold(line) + "\n"));
            self.findings(&view.findings, &mut out);
            out.push('\n');
        }
        for message in &view.messages {
            self.message(message, &mut out);
        }
        out
    }

    fn message(&self, message: &MessageView, out: &mut String) {
        let role = clean(&message.role);
        let role = match message.speaker {
            SpeakerKind::User => self.paint.green(&role),
            SpeakerKind::Assistant => self.paint.blue(&role),
            SpeakerKind::System | SpeakerKind::Tool | SpeakerKind::Other => self.paint.yellow(&role),
        };
        let details: Vec<_> = details(message).iter().map(|word| format!(" · {}", clean(word))).collect();
        out.push_str(&format!("{role}{}\n", self.paint.dim(&details.concat())));
        for part in &message.parts {
            self.part(part, out);
        }
        self.empty(&message.parts, out);
        self.findings(&message.findings, out);
        out.push('\n');
    }

    fn findings(&self, findings: &[FindingView], out: &mut String) {
        for finding in findings {
            let lines = words(&finding_words(finding), self.inner().saturating_sub(2));
            let paint = |line: &str| match finding.severity {
                Severity::Error => self.paint.red(line),
                Severity::Warning | Severity::Note => self.paint.yellow(line),
            };
            put_lines(lines.iter().zip(0..).map(|(line, index)| paint(&(head("! ", index) + line))).collect(), out);
        }
    }

    fn part(&self, part: &PartView, out: &mut String) {
        match part {
            PartView::Text(text) => put_lines(wrap(text.trim_end(), self.inner(), self.paint), out),
            PartView::Refusal(text) => {
                put_lines(vec![self.paint.dim("[refusal]")], out);
                put_lines(wrap(text.trim_end(), self.inner(), self.paint), out);
            }
            PartView::Json(json) => put_lines(self.cut(json), out),
            PartView::Reasoning(Some(text)) => {
                // Without colours, it would look like an answer.
                let (mark, columns) =
                    if self.paint.is_on() { ("", self.inner()) } else { ("> ", self.inner().saturating_sub(2)) };
                let lines = text.trim_end().lines().flat_map(|line| words(&line.replace('\t', "    "), columns));
                put_lines(lines.map(|line| self.paint.dim(&format!("{mark}{line}"))).collect(), out);
            }
            PartView::Reasoning(None) => {
                put_lines(vec![self.paint.dim("[reasoning that only the service can read]")], out);
            }
            PartView::Call(call) => {
                let text = format!("{} {}", call.name, call.arguments);
                if self.is_full {
                    let lines = plain(&text, self.inner().saturating_sub(2));
                    put_lines(lines.iter().zip(0..).map(|(line, index)| head("→ ", index) + line).collect(), out);
                } else {
                    let name = clean(&call.name);
                    let rest = self.one_line(&text, 2);
                    let rest = rest.strip_prefix(&*name).map_or(rest.clone(), |rest| self.paint.bold(&name) + rest);
                    put_lines(vec![format!("→ {rest}")], out);
                }
            }
            PartView::Result(result) => self.result(result, out),
            PartView::Media(media) => {
                let words = media_words(media);
                if self.is_full {
                    put_lines(plain(&format!("[{words}]"), self.inner()), out);
                } else {
                    put_lines(vec![format!("[{}]", self.one_line(&words, 2))], out);
                }
                put_lines(media.text.as_ref().map(|text| self.cut(text)).unwrap_or_default(), out);
            }
            PartView::Other(kind, json) => {
                let text = format!("[{kind}] {json}");
                put_lines(if self.is_full { plain(&text, self.inner()) } else { vec![self.one_line(&text, 0)] }, out);
            }
        }
    }

    fn result(&self, result: &ResultView, out: &mut String) {
        let name = result.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("result");
        let names =
            if self.is_full { plain(name, self.inner().saturating_sub(10)) } else { vec![self.one_line(name, 10)] };
        let failed = if result.is_error { self.paint.red(" (error)") } else { String::new() };
        let last = names.len();
        let lines = names.iter().zip(1..).map(|(name, number)| {
            let end = if number == last { failed.as_str() } else { "" };
            head("← ", number - 1) + &self.paint.bold(name) + end
        });
        put_lines(lines.collect(), out);
        for part in &result.parts {
            if let PartView::Text(text) | PartView::Json(text) = part {
                put_lines(self.cut(text), out);
            } else {
                self.part(part, out);
            }
        }
        self.empty(&result.parts, out);
    }

    /// The text for empty parts.
    fn empty(&self, parts: &[PartView], out: &mut String) {
        if PartView::are_empty(parts) {
            put_lines(vec![self.paint.dim("[empty]")], out);
        }
    }

    /// The first lines of a text.
    fn cut(&self, text: &str) -> Vec<String> {
        let all = plain(text.trim_end(), self.inner());
        let count = all.len();
        if self.is_full || count <= RESULT_LINES + 1 {
            return all;
        }
        let mut lines: Vec<_> = all.into_iter().take(RESULT_LINES).collect();
        let more = text::number((count - RESULT_LINES) as u64);
        lines.push(self.paint.dim(&format!("… {more} more lines")));
        lines
    }

    /// The beginning of a text, on one line. `taken`: the columns that are already used.
    fn one_line(&self, text: &str, taken: usize) -> String {
        let flat: String = text.chars().map(|character| if character == '\n' { ' ' } else { character }).collect();
        let found = fitting(&flat, self.inner().saturating_sub(taken));
        if found.taken == flat.len() {
            return found.safe;
        }
        fitting(&flat, self.inner().saturating_sub(taken + 1)).safe + "…"
    }

    /// The number of columns for content.
    fn inner(&self) -> usize {
        self.columns.saturating_sub(INDENT.len())
    }
}

/// The lines of content.
fn put_lines(lines: Vec<String>, out: &mut String) {
    for line in lines {
        if !line.is_empty() {
            out.push_str(INDENT);
            out.push_str(&line);
        }
        out.push('\n');
    }
}

fn head(mark: &str, index: usize) -> String {
    if index == 0 { mark.to_owned() } else { "  ".to_owned() }
}

/// The lines of a text, wrapped at the width.
fn plain(text: &str, columns: usize) -> Vec<String> {
    text.lines().flat_map(|line| super::wrap::broken(&line.replace('\t', "    "), columns)).collect()
}
