//! Conversations as one page of HTML.

use turnwise::op::show::{ConversationView, FindingView, MediaView, MessageView, PartView, ResultView, SpeakerKind};

use super::forks::Forks;
use super::html_text::{block, text_html};
use super::summary::{details, finding_words, media_words, title};
use crate::cli::print::html::sections::{SectionHead, SectionPage, WriteText};
use crate::cli::print::html::{escaped, link};
use crate::cli::print::text;

/// The number of characters of a folded call.
const PREVIEW: usize = 120;

/// The maximum number of characters in the heading of a conversation.
const HEADING: usize = 80;

/// The maximum number of lines of a result that is not folded.
const OPEN_LINES: usize = 12;

/// A page that is written piece by piece.
#[derive(Debug)]
pub(crate) struct HtmlPage {
    page: SectionPage,
    /// The section of a conversation is not closed: more messages may follow.
    is_open: bool,
}

impl HtmlPage {
    pub(crate) fn new() -> Self {
        Self { page: SectionPage::new("conversation"), is_open: false }
    }

    /// A conversation, or more messages of it; the first one comes with the beginning of the page.
    pub(crate) fn conversation(&mut self, view: &ConversationView, name: &str) -> String {
        let mut out = String::new();
        if !view.is_continued {
            out.push_str(self.end_section());
            self.is_open = true;
            let heading = heading(view).unwrap_or_else(|| name.to_owned());
            let (about, size) = (title(view, name), text::count(view.count as u64, "message"));
            out.push_str(&self.page.section(&about, SectionHead { heading: &heading, about: &about, size: &size }));
            findings(&view.findings, &mut out);
        }
        let mut forks = Forks::new(view, self.page.number());
        forks.list(&mut out);
        forks.messages(&mut out);
        out
    }

    fn end_section(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_open) { SectionPage::end_section() } else { "" }
    }

    /// Writes the index and the end of the page. Nothing if it has no conversation.
    ///
    /// # Errors
    /// See [`SectionPage::end`].
    pub(crate) fn end(&mut self, write: &mut WriteText<'_>) -> anyhow::Result<()> {
        write(self.end_section())?;
        self.page.end(write)
    }
}

/// The first line of the first message of the user, by which people recognize a conversation.
fn heading(view: &ConversationView) -> Option<String> {
    let parts = || {
        let messages = view.messages.iter().filter(|message| message.speaker == SpeakerKind::User);
        messages.flat_map(|message| &message.parts)
    };
    // The name of a file is less informative than the text next to it.
    let said = parts().filter(|part| matches!(part, PartView::Text(_))).chain(parts());
    let line = said.flat_map(PartView::texts).flat_map(str::lines).find(|line| !line.trim().is_empty())?;
    let short: String = line.trim().chars().take(HEADING).collect();
    Some(if short.len() < line.trim().len() { short + "…" } else { short })
}

/// A message. `within`: an addition to its accessible name.
pub(super) fn message_html(message: &MessageView, id: &str, within: &str, out: &mut String) {
    let class = match message.speaker {
        SpeakerKind::System => "system",
        SpeakerKind::User => "user",
        SpeakerKind::Assistant => "assistant",
        SpeakerKind::Tool => "tool",
        SpeakerKind::Other => "other",
    };
    let role = escaped(&message.role);
    let details: Vec<_> = details(message).iter().map(|word| format!(" · {}", escaped(word))).collect();
    out.push_str(&format!(
        "<article class=\"message {class}\" id=\"{id}\" tabindex=\"-1\" aria-label=\"{role}, message {number}{within}\">\n\
         <header><a href=\"#{id}\" aria-label=\"Link to message {number}\">{number}</a><b>{role}</b>{}</header>\n",
        details.concat(),
        number = message.number,
    ));
    for part in &message.parts {
        part_html(part, out);
    }
    empty(&message.parts, out);
    findings(&message.findings, out);
    out.push_str("</article>\n");
}

/// The text for empty parts.
fn empty(parts: &[PartView], out: &mut String) {
    if PartView::are_empty(parts) {
        out.push_str("<p class=\"about\">empty</p>\n");
    }
}

fn findings(findings: &[FindingView], out: &mut String) {
    for finding in findings {
        let class = finding.severity.name();
        out.push_str(&format!("<p class=\"finding {class}\">{}</p>\n", escaped(&finding_words(finding))));
    }
}

fn part_html(part: &PartView, out: &mut String) {
    match part {
        PartView::Text(text) => text_html(text, out),
        PartView::Refusal(text) => {
            out.push_str("<p class=\"about\">refusal</p>\n");
            text_html(text, out);
        }
        PartView::Json(json) => out.push_str(&block(json)),
        PartView::Reasoning(Some(text)) => {
            out.push_str("<details class=\"reasoning\"><summary>Reasoning</summary>\n");
            text_html(text, out);
            out.push_str("</details>\n");
        }
        PartView::Reasoning(None) => {
            out.push_str("<p class=\"about\">reasoning that only the service can read</p>\n");
        }
        PartView::Call(call) => {
            let name = escaped(&call.name);
            out.push_str(&folded("call", &format!("→ <b>{name}</b> {}", preview(&call.arguments)), &call.arguments));
        }
        PartView::Result(result) => result_html(result, out),
        PartView::Media(media) => media_html(media, out),
        PartView::Other(kind, json) => {
            out.push_str(&folded("other", &format!("{} {}", escaped(kind), preview(json)), json));
        }
    }
}

fn result_html(result: &ResultView, out: &mut String) {
    let name = escaped(result.name.as_deref().unwrap_or("result"));
    let (class, failed) = if result.is_error { ("result error", " (error)") } else { ("result", "") };
    let lines: usize = result.parts.iter().flat_map(PartView::texts).map(|text| text.lines().count()).sum();
    let open = if lines <= OPEN_LINES { " open" } else { "" };
    let more =
        if open.is_empty() { format!(" <code>{}</code>", text::count(lines as u64, "line")) } else { String::new() };
    out.push_str(&format!("<details class=\"{class}\"{open}><summary>← <b>{name}</b>{failed}{more}</summary>\n"));
    for part in &result.parts {
        if let PartView::Text(text) | PartView::Json(text) = part {
            out.push_str(&if text.trim().is_empty() { String::new() } else { block(text) });
        } else {
            part_html(part, out);
        }
    }
    empty(&result.parts, out);
    out.push_str("</details>\n");
}

fn media_html(media: &MediaView, out: &mut String) {
    let (words, kind) = (media_words(media), media.media_type.as_deref().unwrap_or_default());
    let element = media.data.as_ref().filter(|_| media.is_seen()).map(|data| {
        let source = format!("data:{kind};base64,{data}");
        match kind.split('/').next().map(str::to_ascii_lowercase).as_deref() {
            Some("image") => format!("<img src=\"{source}\" alt=\"{}\" loading=\"lazy\">", escaped(&words)),
            Some("audio") => format!("<audio controls src=\"{source}\" aria-label=\"{}\"></audio>", escaped(&words)),
            Some("video") => format!("<video controls src=\"{source}\" aria-label=\"{}\"></video>", escaped(&words)),
            _ => String::new(),
        }
    });
    let caption = match &media.place {
        Some(place) => link(place, &words),
        None => escaped(&words),
    };
    out.push_str(&format!("<figure>{}<figcaption>{caption}</figcaption></figure>\n", element.unwrap_or_default()));
    if let Some(text) = &media.text {
        out.push_str(&folded("document", &preview(text), text));
    }
}

fn folded(class: &str, summary: &str, text: &str) -> String {
    format!("<details class=\"{class}\"><summary>{summary}</summary>\n{}</details>\n", block(text))
}

fn preview(text: &str) -> String {
    let mut letters = text.chars();
    let short: String = letters.by_ref().take(PREVIEW).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    format!("<code>{}{more}</code>", escaped(&short.replace(['\n', '\t'], " ")))
}

#[cfg(test)]
mod tests {
    use turnwise::op::branch_tree::{ShownBranch, ShownMessage};
    use turnwise::op::show::{AboutConversation, BranchView, CallView};
    use turnwise::report::Severity;

    use super::*;

    /// The allowed tags of a page.
    const TAGS: &[&str] = &[
        "a",
        "article",
        "audio",
        "b",
        "body",
        "button",
        "code",
        "details",
        "div",
        "figcaption",
        "figure",
        "form",
        "h1",
        "h2",
        "head",
        "header",
        "html",
        "img",
        "input",
        "li",
        "main",
        "meta",
        "nav",
        "ol",
        "output",
        "p",
        "pre",
        "script",
        "section",
        "strong",
        "style",
        "summary",
        "title",
        "ul",
        "video",
    ];

    /// A text that would be markup, an attribute or a URL at every place where it is printed.
    const HOSTILE: &str = "\"'><iframe src=javascript:alert(1)></pre></title></script><svg onload=x> `<b>` **<i>** https://a/\"onx=1 http://<u>\n```\n</code><object>";

    #[test]
    fn nothing_in_a_conversation_is_markup() {
        let text = || HOSTILE.to_owned();
        let media = |data, kind: &str| {
            let media_type = Some(kind.to_owned());
            PartView::Media(MediaView {
                kind: "image",
                media_type,
                name: Some(text()),
                place: Some(text()),
                data,
                ..MediaView::default()
            })
        };
        let result = ResultView {
            name: Some(text()),
            is_error: true,
            parts: vec![PartView::Text(text()), PartView::Json(text())],
        };
        let parts = vec![
            PartView::Text(text()),
            PartView::Refusal(text()),
            PartView::Json(text()),
            PartView::Reasoning(Some(text())),
            PartView::Call(CallView { name: text(), arguments: text() }),
            PartView::Result(result),
            media(None, HOSTILE),
            media(Some("AAAA".to_owned()), HOSTILE),
            media(Some("AAAA".to_owned()), "image/png"),
            PartView::Other(text(), text()),
        ];
        let known = Some(text());
        let findings = vec![FindingView { severity: Severity::Error, code: "TW203", message: text() }];
        let message = MessageView {
            findings,
            number: 1,
            role: text(),
            name: known.clone(),
            time: known.clone(),
            model: known.clone(),
            parts,
            ..MessageView::default()
        };
        let first = Some(ShownMessage { beginning: text(), ..ShownMessage::default() });
        let about = ShownBranch {
            kind: "abandoned",
            name: known.clone(),
            first,
            last_time: known.clone(),
            ..ShownBranch::default()
        };
        let messages = vec![message];
        let branch = BranchView { about: about.clone(), messages: messages.clone(), ..BranchView::default() };
        let branches = vec![branch];
        let conversation = AboutConversation { id: known, ..AboutConversation::default() };
        let view = ConversationView {
            about: conversation,
            messages,
            main: Some(about),
            branches,
            ..ConversationView::default()
        };
        let mut page = HtmlPage::new();
        let mut html = page.conversation(&view, HOSTILE) + &page.conversation(&view, HOSTILE);
        let mut push = |text: &str| {
            html.push_str(text);
            Ok(())
        };
        page.end(&mut push).unwrap();
        let (_, body) = html.split_once("</head>").unwrap();
        let (body, _) = body.split_once("<script>").unwrap();
        for piece in body.split('<').skip(1) {
            let tag = piece.trim_start_matches('/');
            let tag = &tag[..tag.find(|it: char| !it.is_ascii_alphanumeric()).unwrap()];
            assert!(TAGS.contains(&tag), "<{piece}");
            let inner = piece.split_once('>').unwrap().0;
            let mut quoted = inner.split('"');
            // Text outside quotes is our own attributes.
            while let Some(plain) = quoted.next() {
                assert!(!plain.contains("onx") && !plain.contains("onload"), "<{piece}");
                let _ = quoted.next();
            }
        }
        assert_eq!(html.matches("<script").count(), 1);
        assert!(!html.contains("href=\"javascript") && html.contains("&lt;iframe"));
    }
}
