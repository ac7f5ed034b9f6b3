//! Names of models, which keprompt has with the provider in front: `openai/gpt-5.1`.

use crate::json::Text;
use crate::lower::{AnswerModel, OwnContext, answer_model};
use crate::model::Role;
use crate::report::{Code, code};

/// The name of a model in keprompt's form.
pub(in crate::format) static MODEL_NAME: Code = code! {
    "TW820" "keprompt-model-name" Changed Warning
    "the name of a model is prefixed with its provider, as in keprompt"
    "nothing to do: the provider is derived from the name"
};

/// Prefixes of names of models, and their providers.
const PROVIDERS: &[(&str, &str)] = &[
    ("gpt-", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("chatgpt-", "openai"),
    ("claude-", "anthropic"),
    ("gemini-", "gemini"),
    ("mistral-", "mistral"),
    ("magistral-", "mistral"),
    ("codestral-", "mistral"),
    ("deepseek-", "deepseek"),
    ("grok-", "xai"),
];

/// The model that is named with the answer.
pub(super) fn model<'c>(context: &mut OwnContext<'c, '_>) -> Option<AnswerModel<'c>> {
    let conversation = context.conversation;
    let model = answer_model(conversation)?;
    if !conversation.messages.iter().all(|message| matches!(message.role, Role::Assistant)) {
        return None;
    }
    let token = model.value.as_str().strip_prefix('"')?.strip_suffix('"')?;
    let known = PROVIDERS.iter().find(|(start, _)| token.starts_with(start)).map(|(_, provider)| *provider);
    let provider_in_name = token.split_once('/').map(|(provider, _)| provider);
    let is_bare = provider_in_name.is_none() && known.is_some();
    if let Some(provider) = known.filter(|_| is_bare) {
        let what = || format!("the model `{}` became `{provider}/…`", Text::Token(token).show());
        context.report.add(&MODEL_NAME, model.at, what);
    }
    Some(AnswerModel { name: Text::Token(token), provider: provider_in_name.or(known).map(Text::Token), is_bare })
}
