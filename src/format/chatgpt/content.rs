//! The content of a message, by its type.
//!
//! ```json
//! {"content_type":"multimodal_text","parts":["What is this?",{"content_type":"image_asset_pointer","asset_pointer":"file-service://file-1"}]}
//! ```

use super::fields::{keep, keep_others};
use super::part::{opaque, read_part};
use crate::json::{Node, Text};
use crate::model::{Extras, Form, OneOrMany, Part, Reasoning, Slot, TextPart};

/// What a content says.
#[derive(Debug, Default)]
pub(super) struct ReadContent<'a> {
    pub(super) parts: OneOrMany<Part<'a>>,
    pub(super) form: Form,
    /// The words that a call sends: those of all texts.
    pub(super) is_words: bool,
    /// The type is that of instructions of the user, which are system texts.
    pub(super) is_instruction: bool,
    /// A message written by the program: memories, errors, how long the model thought.
    pub(super) is_of_program: bool,
    /// A text that reports a failure.
    pub(super) is_error: bool,
}

/// Reads a content. `is_call`: it is sent to a tool.
pub(super) fn read_content<'a>(
    content: Node<'_, 'a>,
    attachments: Option<Node<'_, 'a>>,
    is_call: bool,
    fields: &mut Extras<'a>,
) -> ReadContent<'a> {
    let mut read = ReadContent { form: Form::Parts, ..ReadContent::default() };
    let kind = content.get("content_type").and_then(|kind| kind.text()).unwrap_or_default();
    let taken: &[&'static str] = match kind.decode().as_ref() {
        "text" | "multimodal_text" => {
            if let Some(list) = content.get("parts").filter(Node::is_array) {
                list.items().for_each(|part| read.parts.push(read_part(part, attachments)));
                read.is_words = read.parts.iter().all(|part| matches!(part, Part::Text(_)));
                if list.len() == 1 && list.items().all(|part| part.is_string()) {
                    read.form = Form::Text;
                }
                &["parts"]
            } else {
                read.is_words = true;
                take_texts(content, &["text"], &mut read.parts)
            }
        }
        "code" if is_call => {
            read.is_words = true;
            take_texts(content, &["text"], &mut read.parts)
        }
        "code" => fenced(content, &mut read.parts),
        "execution_output" | "tether_quote" => take_texts(content, &["text"], &mut read.parts),
        "tether_browsing_display" | "sonic_webpage" => {
            let taken = take_texts(content, &["result"], &mut read.parts);
            if taken.is_empty() { take_texts(content, &["text"], &mut read.parts) } else { taken }
        }
        "thoughts" if content.get("thoughts").is_some_and(|list| list.is_array()) => {
            let thoughts = content.get("thoughts");
            thoughts.into_iter().flat_map(|list| list.items()).for_each(|item| read.parts.push(read_thought(item)));
            &["thoughts"]
        }
        "reasoning_recap" => {
            read.is_of_program = true;
            take_texts(content, &["content"], &mut read.parts)
        }
        "user_editable_context" => {
            read.is_instruction = true;
            take_texts(content, &["user_profile", "user_instructions"], &mut read.parts)
        }
        "model_editable_context" => {
            (read.is_instruction, read.is_of_program) = (true, true);
            take_texts(content, &["model_set_context"], &mut read.parts)
        }
        "system_error" => {
            (read.is_error, read.is_of_program) = (true, true);
            take_texts(content, &["text"], &mut read.parts)
        }
        _ => &[],
    };
    if taken.is_empty() {
        // None of its members is read.
        read.parts = OneOrMany::default();
        read.is_words = false;
        let kind = if kind.is_empty() { Text::Token("content") } else { kind };
        read.parts.push(opaque(content, kind));
        return read;
    }
    if let Some(kind) = content.get("content_type") {
        keep(Slot::Content, Text::Token("content_type"), kind, true, fields);
    }
    keep_others(Slot::Content, content, &[&["content_type"], taken].concat(), fields);
    read
}

/// The texts of these members, which must all be texts if they are there.
fn take_texts<'a>(
    content: Node<'_, 'a>,
    keys: &'static [&'static str],
    parts: &mut OneOrMany<Part<'a>>,
) -> &'static [&'static str] {
    let values: Vec<_> = keys.iter().filter_map(|key| content.get(key)).filter(|value| !value.is_null()).collect();
    if values.is_empty() || !values.iter().all(Node::is_string) {
        return &[];
    }
    for value in values {
        parts.push(Part::Text(TextPart::new(value.text().unwrap_or_default(), value.at())));
    }
    keys
}

/// Code that is not sent to a tool, as the reader of the chat saw it.
fn fenced<'a>(content: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> &'static [&'static str] {
    let Some(text) = content.get("text").filter(Node::is_string) else { return &[] };
    let code = text.text().unwrap_or_default();
    let code = code.decode();
    let language = content.get("language").and_then(|language| language.text());
    let language = language.map(|language| language.decode().into_owned()).unwrap_or_default();
    let is_named = language != "unknown" && !language.contains(['`', '\n']);
    let longest = code.split(|mark| mark != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(3.max(longest + 1));
    let line = if code.ends_with('\n') { "" } else { "\n" };
    let name = if is_named { language.as_str() } else { "" };
    let words = format!("{fence}{name}\n{code}{line}{fence}");
    parts.push(Part::Text(TextPart::new(Text::owned(words), text.at())));
    if is_named && content.get("language").is_some_and(|language| language.is_string()) {
        &["text", "language"]
    } else {
        &["text"]
    }
}

/// `{"summary":"Checking","content":"The page says 18C.","chunks":[]}`
fn read_thought<'a>(thought: Node<'_, 'a>) -> Part<'a> {
    let text_of = |key: &str| thought.get(key).and_then(|text| text.text()).filter(|text| !text.is_empty());
    let taken = if text_of("content").is_some() { "content" } else { "summary" };
    let Some(text) = text_of(taken) else { return opaque(thought, Text::Token("thought")) };
    let mut part = Reasoning { at: thought.at(), text: Some(text.clone()), ..Reasoning::default() };
    let words = text.decode();
    for (key, value) in thought.members().filter(|(key, _)| !key.is(taken)) {
        // Chunks are the text once more, in pieces.
        let is_piece = |piece: Node<'_, '_>| piece.text().is_some_and(|piece| words.contains(piece.decode().as_ref()));
        let is_again = key.is("chunks") && value.is_array() && value.items().take(256).all(is_piece);
        let is_short = value.len() <= 256;
        let is_empty = value.text().is_some_and(|text| text.is_empty());
        keep(Slot::Here, key.text().unwrap_or_default(), value, is_empty || (is_again && is_short), &mut part.extras);
    }
    Part::Reasoning(Box::new(part))
}
