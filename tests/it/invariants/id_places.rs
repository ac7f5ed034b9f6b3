//! Stores repeat ids in events, in approvals, as keys: after a renaming, none of the old ids is anywhere in the file.

use std::collections::HashSet;

use serde_json::Value;
use turnwise::format::by_name;
use turnwise::op::Choice;
use turnwise::op::migrate_ids::Scheme;

use crate::fixtures::files;
use crate::invariants::migrate_ids::{all, migrate};

const STORES: [&str; 22] = [
    "a2a",
    "adk",
    "agno",
    "ai-sdk",
    "autogen",
    "copilot-cli",
    "deepseek-export",
    "factory-droid",
    "haystack",
    "inspect",
    "langchain",
    "librechat",
    "livekit",
    "llamaindex",
    "ms-agent",
    "open-webui",
    "openai-agents",
    "pydantic-ai",
    "qwen-code",
    "semantic-kernel",
    "smolagents",
    "strands",
];

/// The strings and keys of a value, and of the JSON in its strings.
fn add_strings(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::String(text) => {
            if let Ok(inner @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(text) {
                add_strings(&inner, found);
            }
            found.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| add_strings(item, found)),
        Value::Object(members) => {
            for (key, member) in members {
                found.insert(key.clone());
                add_strings(member, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn no_place_of_an_id_is_left_out() {
    for name in STORES {
        let (format, _) = by_name(name).unwrap();
        let mut renamed = 0;
        for file in files(format) {
            let bytes = std::fs::read(&file).unwrap();
            let file = file.display().to_string();
            let choice = Choice { format: Some(format), ..Choice::default() };
            let there = migrate(&bytes, &file, &choice, &all(Scheme::Uuid5));
            assert!(there.done.outcome.fatal.is_none(), "{file}");
            let mut strings = HashSet::new();
            for value in serde_json::Deserializer::from_slice(&there.out).into_iter::<Value>() {
                add_strings(&value.unwrap(), &mut strings);
            }
            for line in serde_json::Deserializer::from_slice(&there.map).into_iter::<Value>() {
                let line = line.unwrap();
                renamed += 1;
                // An id of one letter may be the name of an argument.
                let Some(old) = line["old"].as_str().filter(|old| old.len() > 1) else { continue };
                assert!(!strings.contains(old), "{file}: `{old}` is left");
            }
        }
        assert!(renamed > 1, "{name}");
    }
}
