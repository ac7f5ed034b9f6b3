//! Rules on single messages and their parts.

use super::{NAME, ROW};
use crate::json::{NestedJson, Tape, Text};
use crate::model::{Conversation, Form, Media, Message, Part, Role};
use crate::rule::{RuleReport, rule};

rule! {
    NO_MEDIA_TYPE "TW805" "keprompt-no-media-type" Warning no_media_type
    "the media type of an image is `None`"
    "write the type of the image: `data:image/png;base64,…`"
}

fn media<'c, 'm>(conversation: &'c Conversation<'m>) -> impl Iterator<Item = &'c Media<'m>> {
    conversation.parts().filter_map(|part| match part {
        Part::Media(media) => Some(media.as_ref()),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Refusal(_) | Part::Opaque(_) => {
            None
        }
    })
}

fn no_media_type(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in media(conversation) {
        let is_base64 = matches!(media.source, crate::model::MediaSource::Base64(_));
        if is_base64 && media.media_type.as_ref().is_none_or(Text::is_empty) {
            found.at(media.at, || "the image has no media type".to_owned());
        }
    }
}

rule! {
    VARIABLE "TW806" "keprompt-variable-in-text" Warning variable
    "a text contains what keprompt reads as a variable"
    "define the variable, or set Prefix and Postfix to strings that do not occur in the text"
}

fn variable(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let known = RowVariables::of(conversation);
    for part in conversation.parts() {
        let Part::Text(text) = part else { continue };
        let words = text.text.decode();
        let Some(name) = known.asked(&words) else { continue };
        if !known.has(name) {
            found.at(text.at, || format!("`{}` is taken for a variable", Text::owned(name).show()));
        }
    }
}

/// The variables of a row; of a list, none are known.
struct RowVariables {
    prefix: String,
    postfix: String,
    names: Vec<String>,
}

impl RowVariables {
    fn of(conversation: &Conversation<'_>) -> Self {
        let mut found = Self { prefix: "<<".to_owned(), postfix: ">>".to_owned(), names: Vec::new() };
        let Some(column) = conversation.extras.get(ROW, "variables_json") else { return found };
        let inside = NestedJson::of(column.value.as_str(), column.at);
        let mut tape = Tape::new();
        let Ok(root) = tape.parse(inside.text()) else { return found };
        for (key, value) in root.members() {
            let Some(key) = key.text() else { continue };
            let text = || value.text().map(|text| text.decode().into_owned());
            match key.decode().as_ref() {
                "Prefix" => found.prefix = text().unwrap_or(found.prefix),
                "Postfix" => found.postfix = text().unwrap_or(found.postfix),
                _ => {}
            }
            found.names.push(key.decode().into_owned());
        }
        found
    }

    /// The text between the first postfix and the last prefix before it.
    fn asked<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.prefix.is_empty() || self.postfix.is_empty() {
            return None;
        }
        let before = text.get(..text.find(&self.postfix)?)?;
        before.get(before.rfind(&self.prefix)? + self.prefix.len()..)
    }

    fn has(&self, name: &str) -> bool {
        let first = name.split('.').next().unwrap_or_default();
        first == "VM" || self.names.iter().any(|known| known == first)
    }
}

rule! {
    IMAGE_ALONE "TW808" "keprompt-image-alone" Warning image_alone
    "a message consists of a single image"
    "add a text: keprompt fails to send the image to four services"
}

fn image_alone(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| !matches!(message.role, Role::System | Role::Tool)) {
        let mut content = message.parts.iter().filter(|part| matches!(part, Part::Text(_) | Part::Media(_)));
        if let (Some(Part::Media(media)), None) = (content.next(), content.next()) {
            found.at(media.at, || "the message only contains an image".to_owned());
        }
    }
}

rule! {
    NO_CONTENT "TW811" "keprompt-no-content" Warning no_content
    "a message has no parts"
    "remove the message, or add content"
}

fn no_content(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let is_empty = |message: &&Message<'_>| message.parts.is_empty() && message.form != Form::Absent;
    for message in conversation.messages.iter().filter(is_empty) {
        // Without any fields the rule of all formats says it.
        if message.extras.of(NAME).iter().any(|extra| !extra.is_note) {
            found.at(message.at, || format!("the {} message has no parts", message.role.name()));
        }
    }
}
