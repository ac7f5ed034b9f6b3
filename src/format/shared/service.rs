//! Detects the service of a body by the members next to `messages`: settings, tools and model names that only one
//! service accepts.
//!
//! `{"model":"gpt-5.1","max_tokens":10,"tool_choice":"auto","messages":[]}` is a body of openai: all services accept
//! `max_tokens`, so it is not evidence, but only one accepts a `tool_choice` that is a string.

use crate::format::Score;
use crate::json::Node;

/// The service of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// The Chat Completions API, and the services compatible with it.
    OpenAi,
    /// The Messages API.
    Anthropic,
}

use Service::{Anthropic, OpenAi};

const OPENAI_SETTING: &str = "a setting only the Chat Completions API has";
const ANTHROPIC_SETTING: &str = "a setting only the Messages API has";

/// Settings of one service.
static SETTINGS: [(&str, Service); 45] = [
    ("seed", OpenAi),
    ("stop", OpenAi),
    ("n", OpenAi),
    ("presence_penalty", OpenAi),
    ("frequency_penalty", OpenAi),
    ("repetition_penalty", OpenAi),
    ("logprobs", OpenAi),
    ("top_logprobs", OpenAi),
    ("logit_bias", OpenAi),
    ("reasoning_effort", OpenAi),
    ("response_format", OpenAi),
    ("functions", OpenAi),
    ("function_call", OpenAi),
    ("max_completion_tokens", OpenAi),
    ("parallel_tool_calls", OpenAi),
    ("stream_options", OpenAi),
    ("modalities", OpenAi),
    ("audio", OpenAi),
    ("prediction", OpenAi),
    ("verbosity", OpenAi),
    ("store", OpenAi),
    ("user", OpenAi),
    ("web_search_options", OpenAi),
    ("prompt_cache_key", OpenAi),
    ("prompt_cache_retention", OpenAi),
    ("safety_identifier", OpenAi),
    ("min_p", OpenAi),
    ("chat_template_kwargs", OpenAi),
    ("random_seed", OpenAi),
    ("safe_prompt", OpenAi),
    ("prompt_mode", OpenAi),
    ("reasoning_format", OpenAi),
    ("include_reasoning", OpenAi),
    ("enable_thinking", OpenAi),
    ("stop_sequences", Anthropic),
    ("anthropic_version", Anthropic),
    ("anthropic_beta", Anthropic),
    ("betas", Anthropic),
    ("mcp_servers", Anthropic),
    ("container", Anthropic),
    ("context_management", Anthropic),
    ("output_config", Anthropic),
    ("cache_control", Anthropic),
    ("inference_geo", Anthropic),
    ("diagnostics", Anthropic),
];

/// The best evidence next to `messages` that the body belongs to `service`.
#[must_use]
pub fn evidence(body: Node<'_, '_>, service: Service) -> Option<Score> {
    let mut best: Option<Score> = None;
    for (key, value) in body.members() {
        let found = member(&key.text()?.decode(), value).filter(|(owner, _)| *owner == service);
        if let Some((_, score)) = found.filter(|(_, score)| best.is_none_or(|best| score.value > best.value)) {
            best = Some(score);
        }
        if best.is_some_and(|best| best.value >= MOST) {
            break;
        }
    }
    best
}

/// True for messages of the Messages API that begin with a system message, which that API rejects: a block of a type
/// that only it has, or the members of the body, are stronger evidence.
#[must_use]
pub fn is_anthropic_with_system(root: Node<'_, '_>, messages: Node<'_, '_>) -> bool {
    let is_role = |message: Node<'_, '_>, words: &[&str]| {
        message.get("role").is_some_and(|role| words.iter().any(|word| role.is(word)))
    };
    if !messages.items().next().is_some_and(|first| is_role(first, &["system"])) {
        return false;
    }
    let mut has_block = false;
    for message in messages.items() {
        if let Some([("system" | "user" | "assistant", _), _]) = message.strings(["role", "content"]) {
            continue;
        }
        let [calls, function, content] = message.pick(&["tool_calls", "function_call", "content"]);
        if calls.or(function).is_some() || !is_role(message, &["system", "user", "assistant"]) {
            return false;
        }
        for kind in content.iter().flat_map(Node::items).filter_map(|part| part.get("type")) {
            has_block |= kind.is("tool_use") || kind.is("tool_result");
            if ["image_url", "input_audio", "file", "refusal"].iter().any(|word| kind.is(word)) {
                return false;
            }
        }
    }
    let weight = |service| evidence(root, service).map_or(0, |score| score.value);
    has_block || weight(Anthropic) > weight(OpenAi)
}

/// No other evidence next to the messages is better.
const MOST: u8 = 220;

/// The evidence of one member of a body.
fn member(key: &str, value: Node<'_, '_>) -> Option<(Service, Score)> {
    if value.is_null() {
        return None;
    }
    match key {
        "messages" | "max_tokens" => None,
        "model" => {
            let service = of_model(&value.text()?.decode())?;
            Some((service, Score::new(Score::OWN, "the name of a model of this service")))
        }
        "tool_choice" => Some((of_choice(value)?, Score::new(200, "a `tool_choice` that only this service accepts"))),
        "tools" => Some(match value.items().find_map(of_tool)? {
            OpenAi => (OpenAi, Score::new(210, "a tool with `function`")),
            Anthropic => (Anthropic, Score::new(MOST, "a tool with `input_schema`, or one of the Messages API")),
        }),
        "system" => {
            let is_typed = || value.items().all(|block| block.get("type").is_some());
            let is_own = value.is_string() || (value.is_array() && is_typed());
            is_own.then(|| (Anthropic, Score::new(MOST, "`system` next to `messages`")))
        }
        "thinking" => {
            let is_own = value.get("budget_tokens").is_some() || value.get("type").is_some_and(|it| it.is("adaptive"));
            is_own.then(|| (Anthropic, Score::new(190, ANTHROPIC_SETTING)))
        }
        "metadata" => {
            // The other service accepts any names.
            let is_own = value.len() == 1 && value.get("user_id").is_some();
            is_own.then(|| (Anthropic, Score::new(Score::OWN, "`metadata` with only `user_id`")))
        }
        "service_tier" => {
            let service = match &*value.text()?.decode() {
                "default" | "flex" | "priority" | "scale" | "on_demand" => OpenAi,
                "standard_only" => Anthropic,
                _ => return None,
            };
            Some((service, Score::new(190, "a `service_tier` of this service")))
        }
        _ => {
            let (_, service) = SETTINGS.iter().find(|(name, _)| *name == key)?;
            let why = if *service == OpenAi { OPENAI_SETTING } else { ANTHROPIC_SETTING };
            Some((*service, Score::new(190, why)))
        }
    }
}

/// `"auto"` or `{"type":"function",…}` of one service, `{"type":"auto"}` of the other.
fn of_choice(choice: Node<'_, '_>) -> Option<Service> {
    if choice.is_string() || choice.get("function").is_some() {
        return Some(OpenAi);
    }
    match &*choice.get("type")?.text()?.decode() {
        "function" | "custom" | "allowed_tools" => Some(OpenAi),
        "auto" | "any" | "tool" | "none" => Some(Anthropic),
        _ => None,
    }
}

/// `{"type":"function","function":{}}` or `{"name":"f","input_schema":{}}`, `{"type":"web_search_20250305","name":"web_search"}`.
fn of_tool(tool: Node<'_, '_>) -> Option<Service> {
    let [function, schema, kind, custom] = tool.pick(&["function", "input_schema", "type", "custom"]);
    let is_dated = || {
        let kind = kind.and_then(|kind| kind.text())?;
        let date = kind.decode().rsplit_once('_')?.1.to_owned();
        Some(date.len() == 8 && date.starts_with("20") && date.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if function.is_some() || (custom.is_some() && kind.is_some_and(|kind| kind.is("custom"))) {
        Some(OpenAi)
    } else {
        (schema.is_some() || is_dated() == Some(true)).then_some(Anthropic)
    }
}

/// Prefixes of the names of models with a Chat Completions API.
static OPENAI_MODELS: [&str; 42] = [
    "gpt-",
    "chatgpt",
    "o1",
    "o3",
    "o4",
    "ft:",
    "davinci",
    "babbage",
    "text-",
    "codex",
    "computer-use",
    "deepseek",
    "mistral",
    "ministral",
    "magistral",
    "codestral",
    "devstral",
    "pixtral",
    "voxtral",
    "mixtral",
    "open-mi",
    "llama",
    "meta-llama",
    "codellama",
    "qwen",
    "qwq",
    "gemini",
    "gemma",
    "grok",
    "kimi",
    "moonshot",
    "glm-",
    "minimax",
    "command",
    "sonar",
    "phi-",
    "phi3",
    "phi4",
    "yi-",
    "nemotron",
    "granite",
    "vicuna",
];

/// Names that begin with the vendor (`anthropic/claude-opus-4-8`) are those of routers, which use Chat Completions.
fn of_model(name: &str) -> Option<Service> {
    let starts = |start: &str| name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    if starts("claude") {
        return Some(Anthropic);
    }
    if name.contains('/') && !starts("arn:") && !starts("projects/") {
        return Some(OpenAi);
    }
    if name.contains("anthropic.claude") || name.contains("/claude") {
        return Some(Anthropic);
    }
    OPENAI_MODELS.iter().any(|start| starts(start)).then_some(OpenAi)
}

#[cfg(test)]
mod tests {
    use crate::format::{Detected, detect};
    use crate::json::Tape;

    const USER: &str = r#"[{"role":"user","content":"hi"}]"#;

    fn found(body: &str) -> String {
        match detect(Tape::new().parse(body).unwrap(), None) {
            Detected::One(found) => found.format.name.to_owned(),
            Detected::Tie(_) => "several".to_owned(),
            Detected::Foreign(_) | Detected::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn what_one_service_takes_is_evidence_in_any_order() {
        for (members, name) in [
            (r#""model":"gpt-4o","max_tokens":10,"tool_choice":"auto""#, "openai"),
            (r#""max_tokens":10,"model":"gpt-4o""#, "openai"),
            (r#""max_tokens":10,"model":"my-own""#, "several"),
            (r#""max_tokens":10"#, "several"),
            (r#""max_tokens":10,"stop":["x"]"#, "openai"),
            (r#""max_tokens":10,"stop":null"#, "several"),
            (r#""seed":1"#, "openai"),
            (r#""max_tokens":10,"tool_choice":{"type":"function","function":{"name":"f"}}"#, "openai"),
            (r#""max_tokens":10,"tool_choice":{"type":"tool","name":"f"}"#, "anthropic"),
            (r#""max_tokens":10,"stop_sequences":["x"]"#, "anthropic"),
            (r#""model":"claude-opus-4-8""#, "anthropic"),
            (r#""model":"us.anthropic.claude-opus-4-8-v1:0""#, "anthropic"),
            (r#""model":"anthropic/claude-opus-4.8""#, "openai"),
            (r#""model":"claude-opus-4-8","seed":1"#, "openai"),
            (r#""model":"gpt-4o","anthropic_version":"x""#, "anthropic"),
            (r#""max_tokens":10,"system":"s""#, "anthropic"),
            (r#""thinking":{"type":"enabled","budget_tokens":1024}"#, "anthropic"),
            (r#""thinking":{"type":"enabled"}"#, "several"),
            (r#""tools":[{"type":"web_search_20250305","name":"web_search"}]"#, "anthropic"),
            (r#""tools":[{"name":"f"},{"name":"f","input_schema":{}}]"#, "anthropic"),
            (r#""tools":[{"type":"function","function":{"name":"f"}}],"max_tokens":1"#, "openai"),
            (r#""max_tokens":10,"service_tier":"flex""#, "openai"),
            (r#""seed":1,"stop_sequences":[]"#, "several"),
        ] {
            for body in [format!(r#"{{{members},"messages":{USER}}}"#), format!(r#"{{"messages":{USER},{members}}}"#)] {
                assert_eq!(found(&body), name, "{body}");
            }
        }
    }

    #[test]
    fn the_last_message_counts_as_the_first_does() {
        let plain = vec![r#"{"role":"user","content":"q"},{"role":"assistant","content":"a"}"#; 60].join(",");
        for (last, name) in [
            (r#"{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]}"#, "anthropic"),
            (r#"{"role":"tool","tool_call_id":"c","content":"r"}"#, "openai"),
            (r#"{"role":"user","content":[{"text":"q"}]}"#, "several"),
            (r#"{"role":"user","content":"q","name":"n"}"#, "openai"),
            (
                r#"{"role":"user","content":[{"type":"text","text":"q","cache_control":{"type":"ephemeral"}}]}"#,
                "anthropic",
            ),
            (
                r#"{"role":"user","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":"q","cache_control":{}}]}"#,
                "anthropic",
            ),
            (
                r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"t"}]}]}"#,
                "openai",
            ),
            (r#"{"role":"assistant","content":"a","refusal":null}"#, "openai"),
            (r#"{"role":"user","content":"q"}"#, "several"),
        ] {
            let body = format!(r#"{{"messages":[{plain},{last}]}}"#);
            assert_eq!(found(&body), name, "{last}");
        }
    }
}
