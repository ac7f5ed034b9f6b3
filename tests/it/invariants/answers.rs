//! What `turnwise formats` says becomes of a fact is what a conversion does with it.

use turnwise::format::{Fact, FactSupport, Format, WriteOptions, by_name, writable};
use turnwise::model::MediaKind;
use turnwise::report::{Report, loss};

use crate::fixtures::{read, write};

/// A fact in a conversation of `openai`, and the code that says it became something else.
const OPENAI: &[(Fact, &str, &str)] = &[
    (Fact::Developer, loss::ROLE.id, r#"[{"role":"developer","content":"d"},USER,ANSWER]"#),
    (Fact::MiddleSystem, loss::MOVED.id, r#"[USER,{"role":"system","content":"s"},ANSWER]"#),
    (
        Fact::SeveralTexts,
        loss::JOINED.id,
        r#"[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},ANSWER]"#,
    ),
    (Fact::Refusals, loss::REFUSAL_AS_TEXT.id, r#"[USER,{"role":"assistant","refusal":"no"}]"#),
    (
        Fact::CustomCalls,
        loss::CUSTOM_CALL.id,
        r#"[USER,{"role":"assistant","tool_calls":[{"id":"abcdefghi","type":"custom","custom":{"name":"f","input":"x"}}]},RESULT,ANSWER]"#,
    ),
    (
        Fact::AnyArguments,
        "",
        r#"[USER,{"role":"assistant","tool_calls":[{"id":"abcdefghi","type":"function","function":{"name":"f","arguments":"[1]"}}]},RESULT,ANSWER]"#,
    ),
    (Fact::AnswerFirst, "", "[ANSWER,USER,ANSWER]"),
];

/// The same of `anthropic`.
const ANTHROPIC: &[(Fact, &str, &str)] = &[
    (
        Fact::MixedOrder,
        loss::REORDERED.id,
        r#"[USER,{"role":"assistant","content":[CALL,{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"abcdefghi","content":"r"}]},ANSWER]"#,
    ),
    (
        Fact::HostedSearches,
        loss::OPAQUE_PART.id,
        r#"[USER,{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"text","text":"a"}]}]"#,
    ),
    (
        Fact::HostedCode,
        loss::OPAQUE_PART.id,
        r#"[USER,{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"code_execution","input":{"code":"1"}},{"type":"code_execution_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"code_execution_result","stdout":"1","stderr":"","return_code":0,"content":[]}},{"type":"text","text":"a"}]}]"#,
    ),
    (
        Fact::ResultMedia,
        loss::MOVED.id,
        r#"[USER,{"role":"assistant","content":[CALL]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"abcdefghi","content":[IMAGE]}]},ANSWER]"#,
    ),
];

const PIECES: &[(&str, &str)] = &[
    ("USER", r#"{"role":"user","content":"q"}"#),
    ("ANSWER", r#"{"role":"assistant","content":"a"}"#),
    ("RESULT", r#"{"role":"tool","tool_call_id":"abcdefghi","content":"r"}"#),
    ("CALL", r#"{"type":"tool_use","id":"abcdefghi","name":"f","input":{}}"#),
    (
        "IMAGE",
        r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}"#,
    ),
];

/// Media files of gemini's API, which has places for all kinds.
const MEDIA: &[(MediaKind, &str, &str)] = &[
    (
        MediaKind::Image,
        "image/png",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    ),
    (MediaKind::Audio, "audio/wav", "UklGRgAAAABXQVZF"),
    (MediaKind::Video, "video/mp4", "AAAAGGZ0eXBtcDQy"),
    (MediaKind::Document, "application/pdf", "JVBERi0xLjQK"),
];

/// The codes of a conversion, or `None` if the record is rejected.
fn codes(from: &str, source: &str, to: &'static Format, dialect: Option<&'static str>) -> Option<Vec<&'static str>> {
    let source = PIECES.iter().fold(source.to_owned(), |text, (name, json)| text.replace(name, json));
    let conversation = read(by_name(from).unwrap().0, &source, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let options = WriteOptions { dialect, ..WriteOptions::default() };
    write(to, &conversation, &options, &mut report).ok()?;
    Some(report.kept().iter().map(|it| it.code.id).collect())
}

fn targets() -> impl Iterator<Item = (&'static Format, Option<&'static str>, String)> {
    writable().flat_map(|format| {
        let dialects =
            format.dialects.iter().map(move |it| (format, Some(it.name), format!("{}:{}", format.name, it.name)));
        std::iter::once((format, None, format.name.to_owned())).chain(dialects)
    })
}

#[test]
fn facts_become_what_the_table_says() {
    let mut wrong = Vec::new();
    let sources = [("openai", OPENAI), ("anthropic", ANTHROPIC)];
    for (from, rows) in sources {
        for (fact, code, source) in rows {
            for (format, dialect, name) in targets() {
                // Preferences are made of preferences.
                let is_imageless = format.policy_of(dialect).media_support(MediaKind::Image) != FactSupport::Keep;
                // Programs as text cannot contain results.
                let has_results = source.contains("RESULT") || source.contains("tool_result");
                let is_textual = name == "keprompt-prompt" && has_results;
                let needs_answers = format.policy_of(dialect).record.needs_answers.is_some();
                if needs_answers || is_textual || (*fact == Fact::ResultMedia && is_imageless) {
                    continue;
                }
                let found = codes(from, source, format, dialect);
                let is_true = match format.policy_of(dialect).support(*fact) {
                    FactSupport::Keep => found.as_ref().is_some_and(|found| !found.contains(code)),
                    FactSupport::Become(_) => found.as_ref().is_some_and(|found| found.contains(code)),
                    FactSupport::Drop => found.as_ref().is_none_or(|found| !found.is_empty()),
                    FactSupport::Refuse => found.is_none(),
                };
                if !is_true {
                    wrong.push(format!("{fact:?} {name} {:?}: {found:?}", format.policy_of(dialect).support(*fact)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn media_files_become_what_the_table_says() {
    let mut wrong = Vec::new();
    for (kind, media_type, data) in MEDIA {
        let source = format!(
            r#"{{"contents":[{{"role":"user","parts":[{{"text":"q"}},{{"inlineData":{{"mimeType":"{media_type}","data":"{data}"}}}}]}},{{"role":"model","parts":[{{"text":"a"}}]}}]}}"#
        );
        for (format, dialect, name) in targets() {
            let policy = format.policy_of(dialect);
            if policy.record.needs_answers.is_some() {
                continue;
            }
            let takes_bytes =
                policy.media.sources.iter().any(|(known, sources)| known == kind && sources.contains(&"base64"));
            let found = codes("gemini", &source, format, dialect);
            let is_dropped = found.as_ref().is_some_and(|found| found.contains(&loss::MEDIA.id));
            let is_true = match policy.media_support(*kind) {
                FactSupport::Keep => !takes_bytes || (found.is_some() && !is_dropped),
                FactSupport::Drop => is_dropped,
                FactSupport::Refuse => found.is_none(),
                // Documents of plain text; others have no text.
                FactSupport::Become(_) => found.is_none() || is_dropped,
            };
            if !is_true {
                wrong.push(format!("{kind:?} {name} {:?}: {found:?}", policy.media_support(*kind)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
