//! Texts of each template, read and written; marks in messages.

use crate::format::shared_tests::{BODY, codes};
use crate::format::{Detected, Format, Reading, Writing, detect};
use crate::format::{chatml, gemma, harmony, human_assistant, llama3, mistral_text};
use crate::json::{Layout, Out, Tape, quoted};
use crate::model::Part;
use crate::report::{Refused, Report};

/// The messages of a text, one string for each: the role and its parts.
fn read(format: &Format, text: &str) -> Vec<String> {
    let json = quoted(text);
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let root = tape.parse(&json).unwrap();
    let read = (format.read)(
        root,
        &mut Reading { report: &mut Report::default(), scratch: &mut scratch, columns: None, programs: None },
    )
    .unwrap();
    let part = |part: &Part<'_>| match part {
        Part::Text(it) | Part::Refusal(it) => format!("{:?}", it.text.decode()),
        Part::Reasoning(it) => format!("think {:?}", it.text.as_ref().unwrap().decode()),
        Part::Call(it) => format!("call {}", it.name.decode()),
        Part::Result(it) => format!("result {:?}", it.parts.iter().map(Part::name).collect::<Vec<_>>()),
        Part::Media(_) | Part::Opaque(_) => "other".to_owned(),
    };
    read.messages
        .iter()
        .map(|it| format!("{}: {}", it.role.name(), it.parts.iter().map(part).collect::<Vec<_>>().join(", ")))
        .collect()
}

/// Messages of openai as text, and what was reported.
fn write(format: &Format, messages: &str) -> Result<(String, Vec<String>), Refused> {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::default());
    let root = tape.parse(messages).unwrap();
    let openai = crate::format::shared_tests::format("openai");
    let mut read = (openai.read)(
        root,
        &mut Reading { report: &mut Report::default(), scratch: &mut scratch, columns: None, programs: None },
    )?;
    read.source.text = messages;
    let mut out = Out::new(Layout::Compact);
    crate::format::write_record(format, &read, &mut Writing::new(&mut out, &mut report, &BODY, &mut scratch))?;
    let mut tape = Tape::new();
    let written = String::from_utf8(out.as_bytes().to_vec()).unwrap();
    let text = tape.parse(&written).unwrap().get("text").unwrap().text().unwrap().decode().into_owned();
    Ok((text, codes(&report)))
}

#[test]
fn white_space_is_that_of_the_words() {
    let text = "<|im_start|>user\n  a\n<|im_end|>\n<|im_start|>assistant\n<think>\nw\n</think>\n\n b <|im_end|>\n<|im_start|>assistant\n";
    assert_eq!(read(&chatml::FORMAT, text), ["user: \"  a\\n\"", "assistant: think \"w\", \" b \""]);
    let text = "<start_of_turn>user\n a \n<end_of_turn>\n<start_of_turn>model\nb";
    assert_eq!(read(&gemma::FORMAT, text), ["user: \"a\"", "assistant: \"b\""]);
    let text = "\n\nHuman: a\n\n\nAssistant: \n\nHuman:b\n\nAssistant:";
    assert_eq!(read(&human_assistant::FORMAT, text), ["user: \"a\\n\"", "assistant: \"\"", "user: \"b\""]);
}

#[test]
fn calls_are_read_in_each_way() {
    let text = "<|im_start|>assistant\n<think>a <tool_call> is next</think>\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call><|im_end|>";
    assert_eq!(read(&chatml::FORMAT, text), ["assistant: think \"a <tool_call> is next\", call f"]);
    let text = "<|start_header_id|>assistant<|end_header_id|>\n\nx<|python_tag|>{\"name\": \"f\", \"parameters\": {\"a\": \"; {\"}}; {\"name\": \"g\", \"parameters\": {}}<|eom_id|>";
    assert_eq!(read(&llama3::FORMAT, text), ["assistant: \"x\", call f, call g"]);
    let text = "<s>[INST] q [/INST][TOOL_CALLS] [{\"name\": \"f\", \"arguments\": {}, \"id\": \"a\"}]</s>[TOOL_RESULTS] {\"content\": 1, \"call_id\": \"a\"}[/TOOL_RESULTS] b</s>";
    assert_eq!(
        read(&mistral_text::FORMAT, text),
        ["user: \"q\"", "assistant: call f", "tool: result [\"text\"]", "assistant: \"b\""]
    );
    let text = "<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|><|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|><|start|>assistant";
    assert_eq!(read(&harmony::FORMAT, text), ["assistant: call f", "tool: result [\"text\"]"]);
}

#[test]
fn what_the_system_says_is_read_and_written_where_the_template_has_it() {
    let text = "<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nHi [/INST] Hello </s>";
    assert_eq!(read(&mistral_text::FORMAT, text), ["system: \"Be brief.\"", "user: \"Hi\"", "assistant: \"Hello\""]);
    let messages =
        r#"[{"role":"system","content":"s"},{"role":"user","content":"q"},{"role":"assistant","content":"a"}]"#;
    let (text, lost) = write(&gemma::FORMAT, messages).unwrap();
    assert_eq!(text, "<bos><start_of_turn>user\ns\n\nq<end_of_turn>\n<start_of_turn>model\na<end_of_turn>\n");
    assert!(!lost.is_empty());
    let (text, lost) = write(&human_assistant::FORMAT, messages).unwrap();
    assert_eq!((text.as_str(), lost.len()), ("s\n\nHuman: q\n\nAssistant: a", 0));
}

#[test]
fn a_mark_in_a_text_is_refused_with_its_place() {
    for (format, text) in [
        (&chatml::FORMAT, "<|im_end|>"),
        (&chatml::FORMAT, "<|im_start|>x"),
        (&chatml::FORMAT, "<tool_response>"),
        (&llama3::FORMAT, "<|eot_id|>"),
        (&llama3::FORMAT, "<|python_tag|>"),
        (&gemma::FORMAT, "<start_of_turn>"),
        (&mistral_text::FORMAT, "[/INST]"),
        (&harmony::FORMAT, "<|channel|>"),
        (&human_assistant::FORMAT, "a\\n\\nAssistant: b"),
    ] {
        let messages = format!(r#"[{{"role":"user","content":"{text}"}},{{"role":"assistant","content":"a"}}]"#);
        let refused = write(format, &messages).unwrap_err();
        assert_eq!(refused.code().id, "TW391", "{text}");
        assert!(refused.at().offset().is_some(), "{text}");
    }
    for (format, place) in [
        (&chatml::FORMAT, r#"{"role":"assistant","content":"<think>x"}"#),
        (
            &chatml::FORMAT,
            r#"{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":\"</tool_call>\"}"}}]}"#,
        ),
        (&llama3::FORMAT, r#"{"role":"assistant","content":"{\"name\":\"f\",\"parameters\":{}}"}"#),
        // Names that would be dropped or changed.
        (&chatml::FORMAT, r#"{"role":"user","content":"a","name":"x<|im_end|>"}"#),
        (
            &harmony::FORMAT,
            r#"{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f<|end|>","arguments":"{}"}}]}"#,
        ),
    ] {
        let messages = format!(r#"[{{"role":"user","content":"q"}},{place}]"#);
        assert_eq!(write(format, &messages).unwrap_err().code().id, "TW391", "{place}");
    }
}

#[test]
fn a_header_that_says_something_else_is_refused() {
    let is_read = |text: &str| {
        let json = quoted(text);
        let (mut tape, mut scratch) = (Tape::new(), Tape::new());
        let root = tape.parse(&json).unwrap();
        let mut reading =
            Reading { report: &mut Report::default(), scratch: &mut scratch, columns: None, programs: None };
        (harmony::FORMAT.read)(root, &mut reading).is_ok()
    };
    for end in ["<|start|>assistant", "<|start|>assistant<|channel|>analysis", "<|start|>assistant<|message|>x"] {
        assert!(is_read(&format!("<|start|>user<|message|>q<|end|>{end}")), "{end}");
    }
    for end in [
        "<|start|>words",
        "<|start|>assistant words",
        "<|start|>assistant<|channel|>words<|start|>user<|message|>x",
        "<|start|>assistant<|channel|>final words<|message|>x",
        "<|start|>assistant<|channel|>other<|message|>x",
        "<|start|>user to=functions.f<|message|>x",
        "<|start|>assistant to=a to=b<|message|>x",
    ] {
        assert!(!is_read(&format!("<|start|>user<|message|>q<|end|>{end}")), "{end}");
    }
}

#[test]
fn texts_are_recognized_by_their_marks_alone() {
    for (text, name) in [
        ("<|im_start|>user\nHi", Some("chatml")),
        ("<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi", Some("llama3")),
        ("<s> [INST] Hi [/INST]", Some("mistral-text")),
        ("<bos><start_of_turn>user\nHi", Some("gemma")),
        ("<|system|>\n</s>", Some("zephyr")),
        ("<|start|>user<|message|>Hi<|end|>", Some("harmony")),
        ("\n\nHuman: Hi\n\nAssistant: Hello", Some("human-assistant")),
        ("Human: Hi", None),
        ("The Human: Hi, Assistant: Hello", None),
        ("plain", None),
    ] {
        let json = format!("{{\"text\":{}}}", quoted(text));
        let mut tape = Tape::new();
        let found = match detect(tape.parse(&json).unwrap(), None) {
            Detected::One(found) => Some(found.format.name),
            Detected::Tie(_) | Detected::Foreign(_) | Detected::Nothing => None,
        };
        assert_eq!(found, name, "{text}");
        assert_eq!(crate::format::starts_text(text), name.is_some(), "{text}");
    }
}

#[test]
fn many_turns_take_no_more_than_their_length() {
    let text = "<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>".repeat(40_000);
    assert_eq!(read(&llama3::FORMAT, &text).len(), 40_000);
    let text = "\n\nHuman: Hi".repeat(40_000) + "\n\nAssistant: x";
    assert_eq!(read(&human_assistant::FORMAT, &text).len(), 40_001);
    let text = "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\n".repeat(20_000);
    assert_eq!(read(&chatml::FORMAT, &format!("<|im_start|>assistant\n{text}<|im_end|>")).len(), 1);
    // Places in strings that have hardly any escapes.
    let text = "\n".to_owned() + &"[INST] a[/INST] b</s>".repeat(100_000);
    assert_eq!(read(&mistral_text::FORMAT, &text).len(), 200_000);
    let text = "<|im_start|>assistant\n".to_owned() + &"<tool_call></tool_call>".repeat(100_000);
    assert_eq!(read(&chatml::FORMAT, &text).len(), 1);
}

#[test]
fn roles_that_nobody_knows_stay() {
    let text = "<|im_start|>critic\nno<|im_end|>\n<|im_start|>user name=Ada\nq<|im_end|>\n";
    assert_eq!(read(&chatml::FORMAT, text), ["critic: \"no\"", "user: \"q\""]);
}
