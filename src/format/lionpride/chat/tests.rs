//! Renderings of the library itself.

use serde_json::Value as Json;

use super::prepare::{Placed, prepare};
use super::render::RenderedContent;
use super::value::YamlValue;
use super::yaml::to_yaml;
use super::{scalar, schema};
use crate::json::{At, Layout, Out, Tape};

macro_rules! lines {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/lionpride/chat/", $name)).lines()
    };
}

const NOW: &str = "2025-06-01T12:34:56+00:00";

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn yaml_is_what_the_library_writes() {
    for line in lines!("yaml.jsonl") {
        let mut tape = Tape::new();
        let root = tape.parse(line).unwrap();
        let Ok(YamlValue::Map(members)) = YamlValue::of(root.get("value").unwrap()) else { panic!("{line}") };
        assert_eq!(to_yaml(members), root.get("yaml").unwrap().text().unwrap().decode(), "{line}");
    }
}

#[test]
fn contents_are_rendered_as_the_library_does() {
    for line in lines!("contents.jsonl") {
        let mut tape = Tape::new();
        let root = tape.parse(line).unwrap();
        let chat = RenderedContent::of(root.get("content").unwrap()).to_chat(NOW);
        let mut out = Out::new(Layout::Compact);
        match chat {
            Some(chat) => chat.write(&mut out),
            None => out.null(),
        }
        let written = String::from_utf8(out.as_bytes().to_vec()).unwrap();
        assert_eq!(json(&written), json(line)["chat_msg"], "{line}");
    }
}

#[test]
fn histories_are_prepared_as_the_library_does() {
    for line in lines!("prepare.jsonl") {
        let mut tape = Tape::new();
        let root = tape.parse(line).unwrap();
        let contents = root.get("contents").unwrap();
        let messages = contents.items().map(|it| Placed { content: RenderedContent::of(it), at: it.at() }).collect();
        let new = root.get("new_instruction").filter(|new| !new.is_null()).map(RenderedContent::of);
        let prepared = prepare(messages, new, NOW).unwrap();
        let mut out = Out::new(Layout::Compact);
        out.open(b'[');
        prepared.chats.iter().for_each(|chat| chat.write(&mut out));
        out.close(b']');
        let written = String::from_utf8(out.as_bytes().to_vec()).unwrap();
        assert_eq!(json(&written), json(line)["prepared"], "{line}");
    }
}

#[test]
fn classes_are_described_as_the_library_does() {
    for line in lines!("schema.jsonl") {
        let mut tape = Tape::new();
        let root = tape.parse(line).unwrap();
        let class = root.get("json_schema").unwrap();
        assert_eq!(schema::fields(class), root.get("typescript").unwrap().text().unwrap().decode(), "{line}");
        let mut content = RenderedContent::default();
        content.set("instruction", YamlValue::Text("Go".into()));
        content.schema = Some(schema::section(class));
        let mut out = Out::new(Layout::Compact);
        content.to_chat(NOW).unwrap().write(&mut out);
        let written = json(std::str::from_utf8(out.as_bytes()).unwrap());
        if !json(line)["rendered"].is_null() {
            assert_eq!(written["content"], json(line)["rendered"], "{line}");
        }
    }
}

#[test]
fn a_failure_names_its_message() {
    let text = r#"[{"context":5},{"result":1},{"context":5}]"#;
    let mut tape = Tape::new();
    let root = tape.parse(text).unwrap();
    let messages = root.items().map(|it| Placed { content: RenderedContent::of(it), at: it.at() }).collect();
    assert_eq!(prepare(messages, None, NOW).unwrap_err().at, At::byte(28));
    assert!(scalar::is_simple_key("k") && !scalar::is_simple_key(""));
}
