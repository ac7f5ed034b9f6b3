//! Which model gave an answer: `"model_name":"openai/gpt-4o","provider":"openai"`.

use crate::format::Writing;
use crate::json::Text;
use crate::model::{Conversation, Role};
use crate::report::{Code, code};

/// The name of a model in keprompt's form.
pub(in crate::format) static MODEL_NAME: Code = code! {
    "TW820" "keprompt-model-name" Changed Warning
    "the name of a model got its provider in front, as keprompt writes names"
    "the provider is found from the name; nothing says it elsewhere"
};

/// How names of models begin, and whose they are.
const PROVIDERS: [(&str, &str); 12] = [
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

/// Writes the fields of the answer that a record is. A name that says nothing stays what it is.
pub(super) fn write_model(conversation: &Conversation<'_>, role: &Role<'_>, writing: &mut Writing<'_>) {
    let model = crate::format::answer_model(conversation).filter(|_| matches!(role, Role::Assistant));
    let token = model.and_then(|model| model.value.as_str().strip_prefix('"')?.strip_suffix('"'));
    let (Some(model), Some(token)) = (model, token) else { return };
    let known = PROVIDERS.iter().find(|(start, _)| token.starts_with(start)).map(|(_, provider)| *provider);
    match (known, token.split_once('/')) {
        (Some(provider), None) => {
            writing.out.key("model_name").joined(&[Text::Token(provider), Text::Token("/"), Text::Token(token)]);
            writing.out.key("provider").string(provider);
            let what = || format!("the model `{}` became `{provider}/…`", Text::Token(token).show());
            writing.report.add(&MODEL_NAME, model.at, what);
        }
        (_, Some((provider, _))) => {
            writing.out.key("model_name").text(&Text::Token(token));
            writing.out.key("provider").text(&Text::Token(provider));
        }
        (None, None) => writing.out.key("model_name").text(&Text::Token(token)),
    }
}
