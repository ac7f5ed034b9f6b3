//! A content as lionpride sends it: `content.to_chat()`.
//!
//! `{"instruction":"Hello"}` becomes `{"role":"user","content":"## Task\nInstruction: Hello"}`.

use std::borrow::Cow;

use super::super::kind::ContentType;
use super::value::{TooDeep, YamlValue, is_space};
use super::yaml::to_yaml;
use crate::json::{Node, Out};

/// The content of a message: its type, and what of it the library keeps and does not call unset.
#[derive(Clone, Debug, Default)]
pub(in crate::format::lionpride) struct RenderedContent<'a> {
    pub(in crate::format::lionpride) kind: ContentType,
    fields: Vec<(&'static str, YamlValue<'a>)>,
    /// The description of the class that the answer must have. Files have none.
    pub(super) schema: Option<String>,
    /// Something in it is nested too deeply: rendering fails.
    is_deep: bool,
}

/// One entry of a chat list.
#[derive(Debug, PartialEq)]
pub(in crate::format::lionpride) struct ChatEntry<'a> {
    pub(super) role: &'static str,
    pub(super) content: ChatContent<'a>,
}

/// The content.
#[derive(Debug, PartialEq)]
pub(in crate::format::lionpride) enum ChatContent<'a> {
    Text(String),
    /// An answer that is not text is sent as it is.
    Value(YamlValue<'a>),
    /// Words, then images, which have one detail.
    Images {
        text: String,
        images: Vec<YamlValue<'a>>,
        detail: YamlValue<'a>,
    },
}

impl<'a> RenderedContent<'a> {
    pub(in crate::format::lionpride) fn of(content: Node<'_, 'a>) -> Self {
        let found = ContentType::of(content);
        let mut own = Self { kind: found.unwrap_or(ContentType::Instruction), ..Self::default() };
        for key in found.map_or(&[][..], ContentType::keys) {
            match content.get(key).map(YamlValue::of) {
                Some(Ok(value)) if !value.is_unset() => own.fields.push((*key, value)),
                Some(Err(TooDeep)) => own.is_deep = true,
                Some(Ok(_)) | None => {}
            }
        }
        own
    }

    /// An answer with these words.
    pub(super) fn answer(text: String) -> Self {
        let fields = vec![("assistant_response", YamlValue::Text(Cow::Owned(text)))];
        Self { kind: ContentType::Answer, fields, ..Self::default() }
    }

    pub(in crate::format::lionpride) fn get(&self, key: &str) -> Option<&YamlValue<'a>> {
        self.fields.iter().find(|(own, _)| *own == key).map(|(_, value)| value)
    }

    pub(super) fn set(&mut self, key: &'static str, value: YamlValue<'a>) {
        match self.fields.iter_mut().find(|(own, _)| *own == key) {
            Some((_, held)) => *held = value,
            None => self.fields.push((key, value)),
        }
        self.fields.retain(|(_, value)| !value.is_unset());
    }

    pub(super) fn remove(&mut self, key: &str) -> bool {
        let before = self.fields.len();
        self.fields.retain(|(own, _)| *own != key);
        self.fields.len() < before
    }

    /// `now` is what `system_datetime: true` stands for. `None`: rendering fails, and the library leaves the message out.
    pub(in crate::format::lionpride) fn to_chat(&self, now: &str) -> Option<ChatEntry<'a>> {
        if self.is_deep {
            return None;
        }
        let content = match self.kind {
            ContentType::Answer => match self.get("assistant_response") {
                None => ChatContent::Text(String::new()),
                Some(YamlValue::Text(text)) => ChatContent::Text(text.clone().into_owned()),
                Some(other) => ChatContent::Value(other.clone()),
            },
            ContentType::Instruction => self.instruction(),
            ContentType::System | ContentType::Request | ContentType::Response => ChatContent::Text(self.text(now)?),
        };
        Some(ChatEntry { role: self.kind.sender(), content })
    }

    /// The text of a system message, a request or a response.
    pub(in crate::format::lionpride) fn text(&self, now: &str) -> Option<String> {
        if self.is_deep {
            return None;
        }
        Some(match self.kind {
            ContentType::System => self.system(now)?,
            ContentType::Request => to_yaml(self.named(&["function", "arguments"])),
            ContentType::Response => self.response(),
            ContentType::Instruction | ContentType::Answer => return None,
        })
    }

    /// True if it was read in part only.
    pub(super) fn is_deep(&self) -> bool {
        self.is_deep
    }

    /// Writes the content itself. `class` is the JSON Schema of the class that its answer must have, if it asks for one.
    pub(super) fn write(&self, class: Option<Node<'_, '_>>, out: &mut Out) {
        out.open(b'{');
        for (key, value) in &self.fields {
            out.key(key);
            value.write(out);
        }
        if let Some(class) = class.filter(|_| self.schema.is_some()) {
            out.key("request_model").verbatim(class.raw());
        }
        out.close(b'}');
    }

    fn named(&self, keys: &[&'static str]) -> Vec<(Cow<'a, str>, YamlValue<'a>)> {
        keys.iter().filter_map(|key| Some((Cow::Borrowed(*key), self.get(key)?.clone()))).collect()
    }

    fn system(&self, now: &str) -> Option<String> {
        let mut parts = Vec::new();
        match (self.get("system_datetime"), self.get("datetime_factory")) {
            (Some(YamlValue::Bool(true)), _) => parts.push(format!("System Time: {now}")),
            (Some(time), _) => parts.push(format!("System Time: {}", time.to_python_str())),
            // In a file it is not a function, so it cannot be called.
            (None, Some(_)) => return None,
            (None, None) => {}
        }
        match self.get("system_message") {
            Some(YamlValue::Text(text)) => parts.push(text.clone().into_owned()),
            Some(_) => return None,
            None => {}
        }
        Some(parts.join("\n\n"))
    }

    fn response(&self) -> String {
        let error = self.get("error");
        let mut members = vec![(Cow::Borrowed("success"), YamlValue::Bool(error.is_none()))];
        if let Some(id) = self.get("request_id") {
            let id: String = id.to_python_str().chars().take(8).collect();
            members.push((Cow::Borrowed("request_id"), YamlValue::Text(Cow::Owned(id))));
        }
        members.extend(self.named(if error.is_some() { &["error"] } else { &["result"] }));
        to_yaml(members)
    }

    fn instruction(&self) -> ChatContent<'a> {
        let named = [("Instruction", "instruction"), ("Context", "context"), ("Tools", "tool_schemas")];
        let members =
            named.iter().filter_map(|(name, key)| Some((Cow::Borrowed(*name), clean(self.get(key)?.clone()))));
        let mut text = format!("## Task\n{}", to_yaml(members.collect()));
        if let Some(schema) = &self.schema {
            text.push_str(schema);
        }
        let text = text.trim_matches(is_space).to_owned();
        match self.get("images") {
            Some(YamlValue::List(images)) => {
                let detail = self.get("image_detail").cloned();
                let detail = detail.unwrap_or(YamlValue::Text(Cow::Borrowed("auto")));
                ChatContent::Images { text, images: images.clone(), detail }
            }
            _ => ChatContent::Text(text),
        }
    }
}

/// What the library does to the texts of an instruction before it prints them: lines lose the space at their end, and the
/// last one ends in a line break. Objects are gone through, lists of lists are not.
fn clean(value: YamlValue<'_>) -> YamlValue<'_> {
    match value {
        YamlValue::Text(text) => YamlValue::Text(clean_text(text)),
        YamlValue::List(items) => YamlValue::List(items.into_iter().map(clean_item).collect()),
        YamlValue::Map(members) => {
            YamlValue::Map(members.into_iter().map(|(key, value)| (key, clean(value))).collect())
        }
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) => value,
    }
}

fn clean_item(item: YamlValue<'_>) -> YamlValue<'_> {
    match item {
        YamlValue::Text(text) => YamlValue::Text(clean_text(text)),
        YamlValue::Null | YamlValue::Bool(_) | YamlValue::Number(_) | YamlValue::List(_) | YamlValue::Map(_) => item,
    }
}

fn clean_text(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\n') {
        return text;
    }
    let mut lines: Vec<_> = text.split('\n').map(|line| line.trim_end_matches(is_space)).collect();
    if lines.last().is_some_and(|last| !last.is_empty()) {
        lines.push("");
    }
    Cow::Owned(lines.join("\n"))
}

impl ChatEntry<'_> {
    /// The words, where it says any.
    pub(in crate::format::lionpride) fn into_words(self) -> Option<String> {
        match self.content {
            ChatContent::Text(text) | ChatContent::Images { text, .. } => Some(text),
            ChatContent::Value(_) => None,
        }
    }

    pub(super) fn write(&self, out: &mut Out) {
        out.open(b'{');
        out.key("role").string(self.role);
        out.key("content");
        match &self.content {
            ChatContent::Text(text) => out.string(text),
            ChatContent::Value(value) => value.write(out),
            ChatContent::Images { text, images, detail } => {
                out.open(b'[');
                out.open(b'{');
                out.key("type").string("text");
                out.key("text").string(text);
                out.close(b'}');
                for image in images {
                    out.open(b'{');
                    out.key("type").string("image_url");
                    out.key("image_url").open(b'{');
                    out.key("url");
                    image.write(out);
                    out.key("detail");
                    detail.write(out);
                    out.close(b'}');
                    out.close(b'}');
                }
                out.close(b']');
            }
        }
        out.close(b'}');
    }
}

impl YamlValue<'_> {
    pub(super) fn write(&self, out: &mut Out) {
        match self {
            Self::Null => out.null(),
            Self::Bool(value) => out.bool(*value),
            Self::Number(raw) => out.verbatim(raw),
            Self::Text(text) => out.string(text),
            Self::List(items) => {
                out.open(b'[');
                for item in items {
                    item.write(out);
                }
                out.close(b']');
            }
            Self::Map(members) => {
                out.open(b'{');
                for (key, value) in members {
                    out.key(key);
                    value.write(out);
                }
                out.close(b'}');
            }
        }
    }
}
