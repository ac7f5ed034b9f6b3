//! The invariants of `show`: everything that is said in a conversation is in its output, in all three forms, and no character of a
//! conversation reaches a terminal or a page that could control it.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use turnwise::format::FORMATS;
use turnwise::model::{Arguments, Conversation, MediaSource, Message, Part};
use turnwise::report::Report;

use crate::commands::diff_page::{body, is_known, tags, unescape};
use crate::fixtures::{files, path, read, samples};
use crate::safety::json::entries;

const FORMS: [&str; 3] = ["terminal", "markdown", "html"];

fn show(form: &str, more: &[&str], inputs: &[PathBuf]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(["show", "-q", "--isolated", "--full", "--sidechains", "--width", "60", "--to", form]);
    if form != "html" {
        command.args(["--branch", "all"]);
    }
    let output = command.args(more).args(inputs).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// What people read of an output, without white space and marks.
fn letters(form: &str, output: &str) -> String {
    let text = if form == "html" { visible(output) } else { output.to_owned() };
    text.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// The text of a page, with the descriptions of its pictures.
fn visible(page: &str) -> String {
    let mut text = String::new();
    let Some((_, main)) = page.split_once("<main>") else { return text };
    for piece in main.split("</main>").next().unwrap().split('<').skip(1) {
        text.push_str(piece.split_once('>').unwrap().1);
    }
    unescape(&text)
}

/// The pieces of a text that no form escapes, as letters.
fn pieces(text: &str) -> Vec<String> {
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, ' '..='~' | '\n' | '\t');
    let pieces = text.split(|it: char| !is_plain(it));
    let letters = pieces.map(|piece| piece.chars().filter(|it| it.is_alphanumeric()).collect::<String>());
    letters.filter(|piece| !piece.is_empty()).collect()
}

/// What is said in the parts of a message: texts, names and arguments of calls, results, names and places of media files.
fn said(parts: &[Part<'_>], all: &mut Vec<String>) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => all.push(it.text.decode().into_owned()),
            Part::Reasoning(it) => all.extend(it.text.iter().map(|text| text.decode().into_owned())),
            Part::Call(it) => {
                all.push(it.name.decode().into_owned());
                all.push(match &it.arguments {
                    Arguments::Object(raw) => raw.as_str().to_owned(),
                    Arguments::Encoded(text) => text.decode().into_owned(),
                });
            }
            Part::Result(it) => {
                all.extend(it.name.iter().map(|name| name.decode().into_owned()));
                said(&it.parts, all);
            }
            Part::Media(it) => {
                all.extend([&it.media_type, &it.file_name].into_iter().flatten().map(|it| it.decode().into_owned()));
                if !matches!(it.source, MediaSource::Base64(_)) {
                    all.push(it.source.text().decode().into_owned());
                }
            }
            Part::Opaque(it) => match &it.hosted {
                None => all.push(it.raw.as_str().to_owned()),
                Some(hosted) => {
                    all.extend(hosted.call.iter().map(|(text, _)| text.decode().into_owned()));
                    if let Some(result) = &hosted.result {
                        let texts = result.output.iter().chain(&result.errors).map(|(text, _)| text);
                        let titles = result.sources.iter().filter_map(|it| it.title.as_ref()).map(|(text, _)| text);
                        let urls = result.sources.iter().map(|it| &it.url.0);
                        all.extend(texts.chain(titles).chain(urls).map(|text| text.decode().into_owned()));
                    }
                }
            },
        }
    }
}

fn facts(conversation: &Conversation<'_>) -> Vec<String> {
    let mut all = Vec::new();
    // Of branches that a format stores by name, messages in none of them are not chosen by any name.
    let named: Vec<usize> =
        conversation.branches.iter().flat_map(|branch| &branch.order).filter_map(|step| step.message).collect();
    let is_shown = |place: &usize| conversation.branches.is_empty() || named.contains(place);
    let own = conversation.messages.iter().zip(0..).filter(|(_, place)| is_shown(place)).map(|(message, _)| message);
    let others = conversation.other_answers().iter().flat_map(|answer| &answer.messages);
    let sidechains = conversation.sidechains.iter().flat_map(|it| &it.conversations).flat_map(|(_, it)| &it.messages);
    let messages: Vec<&Message<'_>> = own.chain(others).chain(sidechains).collect();
    for message in messages {
        let details = message.details();
        all.push(message.role.name().into_owned());
        all.extend(details.name.iter().map(|text| text.decode().into_owned()));
        // Numbers are shown as dates.
        let time = details.time.iter().map(|text| text.decode().into_owned());
        all.extend(time.filter(|text| text.parse::<f64>().is_err()));
        said(&message.parts, &mut all);
    }
    all
}

#[test]
fn everything_that_is_said_is_shown() {
    let mut lost = Vec::new();
    let all = samples();
    for format in FORMATS {
        for form in FORMS {
            let output = letters(form, &show(form, &["--from", format.name], &files(format)));
            for sample in all.iter().filter(|sample| sample.format.name == format.name) {
                let conversation = read(format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
                for fact in facts(&conversation) {
                    let is_there = pieces(&fact).iter().all(|piece| output.contains(piece));
                    if !is_there {
                        lost.push(format!("{} -> {form}: {fact}", sample.name()));
                    }
                }
            }
        }
    }
    assert!(lost.is_empty(), "{} texts that are not shown:\n{}", lost.len(), lost.join("\n"));
}

/// A character that moves the cursor, changes the terminal, turns text around or cannot be seen.
fn is_harmful(it: char) -> bool {
    let is_space = matches!(it, '\n' | '\t');
    (it.is_control() && !is_space)
        || matches!(it, '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn check(name: &str, form: &str, output: &str) {
    if let Some(at) = output.find(is_harmful) {
        let start = output.floor_char_boundary(at.saturating_sub(60));
        panic!("{name} -> {form}: {:?}", output[start..].chars().take(80).collect::<String>());
    }
}

#[test]
fn hostile_files_control_nothing() {
    let folder = path("tests/fixtures/robustness");
    let mut inputs = Vec::new();
    for level in ["conversation", "passthrough", "output"] {
        // Megabytes of nothing say nothing.
        let is_small = |klass: &str| !matches!(klass, "no_oom" | "no_hang");
        inputs.extend(
            entries(level).into_iter().filter(|(it, _)| is_small(&it.klass)).map(|(it, _)| folder.join(&it.file)),
        );
    }
    let all: Vec<_> = FORMATS.iter().flat_map(|format| files(format)).collect();
    for form in FORMS {
        let output = show(form, &["--on-error", "skip"], &inputs);
        assert!(output.len() > 1000);
        check("robustness", form, &output);
        check("fixtures", form, &show(form, &[], &all));
    }
}

/// Conversations with a text in every place.
fn chats(text: &str) -> [Value; 2] {
    let url = format!("https://x.example/{text}");
    let arguments = json!({text: text}).to_string();
    [
        json!({"messages": [
            {"role": "system", "content": text},
            {"role": "user", "name": text, "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": url}},
                {"type": "image_url", "image_url": {"url": text}}, {"type": "file", "file": {"filename": text, "file_id": text}},
                {"type": text, text: text}]},
            {"role": "assistant", "refusal": text, "content": format!("```{text}\n{text}\n```\n# {text}\n**{text}** `{text}`"),
                "tool_calls": [{"id": text, "type": "function", "function": {"name": text, "arguments": arguments}}]},
            {"role": "tool", "tool_call_id": text, "content": text},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": format!("data:{text};base64,iVBO")}}]},
        ], "model": text}),
        json!({"system": text, "messages": [
            {"role": "user", "content": [{"type": "document", "title": text, "source": {"type": "text", "media_type": "text/plain", "data": text}},
                {"type": "image", "source": {"type": "base64", "media_type": format!("image/png{text}"), "data": text}}]},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": text, "signature": text},
                {"type": "tool_use", "id": "t", "name": text, "input": {text: text}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "is_error": true, "content": [{"type": "text", "text": text}]}]},
        ]}),
    ]
}

#[test]
fn hostile_texts_control_nothing_in_any_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile.jsonl");
    let mut harmful: Vec<String> =
        ('\0'..='\u{10ffff}').filter(|it| is_harmful(*it)).map(|it| format!("a{it}b")).collect();
    harmful
        .extend(["\u{1b}[2J\u{1b}]0;title\u{7}\u{1b}P1$r\u{1b}\\", "e\u{301}\u{301}", "a\r\nb\rc"].map(str::to_owned));
    let some: Vec<String> = harmful.chunks(40).map(<[String]>::concat).collect();
    for index in 0..2 {
        let text: String = some.iter().map(|text| chats(text)[index].to_string() + "\n").collect();
        std::fs::write(&file, text).unwrap();
        let from = ["openai", "anthropic"][index];
        for form in FORMS {
            let output = show(form, &["--from", from, "--findings"], std::slice::from_ref(&file));
            assert!(output.contains("\\u{"), "{output}");
            check(from, form, &output);
        }
    }
}

#[test]
fn nothing_in_a_conversation_is_markup_in_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("<b>&'\".jsonl");
    let hostile = [
        "<script>alert(1)</script>",
        "</pre></title></style></textarea><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' onfocus='alert(1)' autofocus='",
        "--><svg/onload=alert(1)>",
        "https://a.example/\"onx=\"1 http://<u>'x",
        "javascript:alert(1)//<!--[if IE]>",
        "&lt;b&gt; &amp;amp; &#60;",
        "data:text/html,<script>alert(1)</script>",
    ];
    for index in 0..2 {
        let text: String = hostile.iter().map(|text| chats(text)[index].to_string() + "\n").collect();
        std::fs::write(&file, text).unwrap();
        let page = show("html", &["--from", ["openai", "anthropic"][index]], std::slice::from_ref(&file));
        let (found, _) = tags(body(&page));
        for tag in &found {
            let is_ours = is_known(tag) || is_linked(tag) || is_picture(tag);
            assert!(is_ours, "<{tag}>");
        }
        assert_eq!(page.matches("<script").count(), 1);
        assert!(page.contains("&lt;script&gt;"));
    }
}

/// A link to the web.
fn is_linked(tag: &str) -> bool {
    let inner =
        tag.strip_prefix("a href=\"http").and_then(|rest| rest.strip_suffix("\" rel=\"noopener noreferrer nofollow\""));
    inner.is_some_and(|address| !address.contains(['"', '\'']))
}

/// A picture whose bytes are in the page.
fn is_picture(tag: &str) -> bool {
    let inner = tag.strip_prefix("img src=\"data:image/").and_then(|rest| rest.strip_suffix("\" loading=\"lazy\""));
    matches!(tag, "figure" | "/figure" | "figcaption" | "/figcaption" | "strong" | "/strong")
        || inner.is_some_and(|inner| inner.matches('"').count() == 2)
}
