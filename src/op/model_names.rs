//! The names of the models of a conversation, which formats store in different fields.

use crate::json::Tape;
use crate::model::{Conversation, Extras};

/// The keys of the name of a model.
const KEYS: [&str; 8] =
    ["model", "model_name", "modelVersion", "modelId", "modelID", "model_id", "model_slug", "default_model_slug"];
/// The keys of objects that contain such a key.
const AROUND: [&str; 4] = ["metadata", "agent", "message", "response"];

/// The names of all models, including those of single messages.
pub(in crate::op) fn model_names(conversation: &Conversation<'_>, scratch: &mut Tape) -> Vec<String> {
    let mut names = Vec::new();
    add(&conversation.extras, scratch, &mut names);
    for message in &conversation.messages {
        add(&message.extras, scratch, &mut names);
    }
    names
}

/// The names of models in the unknown fields of one object.
pub(in crate::op) fn models_in(extras: &Extras<'_>, scratch: &mut Tape) -> Vec<String> {
    let mut names = Vec::new();
    add(extras, scratch, &mut names);
    names
}

fn add(extras: &Extras<'_>, scratch: &mut Tape, names: &mut Vec<String>) {
    for extra in extras.fields() {
        let is_model = KEYS.iter().any(|key| extra.key.is(key));
        if !is_model && !AROUND.iter().any(|key| extra.key.is(key)) {
            continue;
        }
        let Ok(value) = scratch.parse(extra.value.as_str()) else { continue };
        let found = if is_model { Some(value) } else { KEYS.iter().find_map(|key| value.get(key)) };
        let Some(name) = found.and_then(|found| found.text()).map(|name| name.decode().into_owned()) else { continue };
        if !names.contains(&name) {
            names.push(name);
        }
    }
}
