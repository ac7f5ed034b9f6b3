//! Settings of a request: `{"temperature":0.5,"tool_choice":"required"}`.
//!
//! Source: the types of the openai Python SDK 3.54 (`chat/completion_create_params.py`) and the API reference.

use crate::format::shared::{ANSWER_KINDS, ChoiceSpelling, EFFORTS, VERBOSITIES};
use crate::json::{Node, quoted};
use crate::lower::{
    BatchLine, BodyKeys, ChoiceForm, ChosenTool, IdRule, RequestSettings, RequestUnion, Setting, SettingForm,
    SettingRow, UnionBy,
};
use crate::model::Slot;
use crate::rule::request_types::RequestSchema;

const TIERS: SettingForm = SettingForm::Words(&[
    ("auto", "\"auto\""),
    ("default", "\"default\""),
    ("flex", "\"flex\""),
    ("scale", "\"scale\""),
    ("priority", "\"priority\""),
    ("fast", "\"fast\""),
]);

/// Values that are of one of several kinds.
const UNIONS: &[RequestUnion] = &[
    RequestUnion::new(&["tool_choice"], "tool choice", UnionBy::Word, &["auto", "none", "required"]),
    RequestUnion::new(
        &["tool_choice"],
        "type of tool choice",
        UnionBy::Tag("type"),
        &["function", "custom", "allowed_tools"],
    ),
    RequestUnion::new(
        &["response_format"],
        "type of response format",
        UnionBy::Tag("type"),
        &["text", "json_object", "json_schema"],
    ),
    RequestUnion::new(
        &["tools", "*", "custom", "format"],
        "type of input format",
        UnionBy::Tag("type"),
        &["text", "grammar"],
    ),
];

pub(super) static SETTINGS: RequestSettings = RequestSettings {
    family: "openai",
    rows: &[
        SettingRow::new(Setting::Model, &["model"], SettingForm::Text),
        SettingRow::new(Setting::MaxTokens, &["max_completion_tokens"], SettingForm::Whole(1, i64::MAX)),
        SettingRow::new(Setting::MaxTokens, &["max_tokens"], SettingForm::Whole(1, i64::MAX)),
        SettingRow::new(Setting::Temperature, &["temperature"], SettingForm::Number(0.0, 2.0)),
        SettingRow::new(Setting::TopP, &["top_p"], SettingForm::Number(0.0, 1.0)),
        SettingRow::new(
            Setting::Stop,
            &["stop"],
            SettingForm::Stops { most: 4, may_be_text: true, needs_visible: false },
        ),
        SettingRow::new(Setting::Seed, &["seed"], SettingForm::Whole(i64::MIN, i64::MAX)),
        SettingRow::new(Setting::PresencePenalty, &["presence_penalty"], SettingForm::Number(-2.0, 2.0)),
        SettingRow::new(Setting::FrequencyPenalty, &["frequency_penalty"], SettingForm::Number(-2.0, 2.0)),
        SettingRow::new(Setting::Count, &["n"], SettingForm::Whole(1, 128)),
        SettingRow::new(Setting::ParallelCalls, &["parallel_tool_calls"], SettingForm::Flag),
        SettingRow::new(Setting::AnswerKind, &["response_format"], ANSWER_KINDS),
        SettingRow::new(Setting::Effort, &["reasoning_effort"], EFFORTS),
        SettingRow::new(Setting::Verbosity, &["verbosity"], VERBOSITIES),
        SettingRow::new(Setting::User, &["safety_identifier"], SettingForm::Text),
        SettingRow::new(Setting::OlderUser, &["user"], SettingForm::Text),
        SettingRow::new(Setting::Labels, &["metadata"], SettingForm::Labels),
        SettingRow::new(Setting::CacheKey, &["prompt_cache_key"], SettingForm::Text),
        SettingRow::new(Setting::CacheRetention, &["prompt_cache_retention"], SettingForm::Text),
        SettingRow::new(Setting::Store, &["store"], SettingForm::Flag),
        SettingRow::new(Setting::Tier, &["service_tier"], TIERS),
        SettingRow::new(Setting::LogProbs, &["logprobs"], SettingForm::Words(&[("true", "true")])),
        SettingRow::new(Setting::TopLogProbs, &["top_logprobs"], SettingForm::Whole(0, 20)),
        SettingRow::new(Setting::Stream, &["stream"], SettingForm::Flag),
    ],
    choice: ChoiceForm {
        path: &["tool_choice"],
        read: |node| CHOICES.read(node),
        write: |choice| Some(CHOICES.write(choice)),
    },
    object: |slot, _| (slot == Slot::Here).then_some(&[]),
    takes_snake: false,
    body: BodyKeys {
        conversation: &["messages", "tools", "functions"],
        settings: &[
            "audio",
            "frequency_penalty",
            "function_call",
            "logit_bias",
            "logprobs",
            "max_completion_tokens",
            "max_tokens",
            "metadata",
            "modalities",
            "model",
            "moderation",
            "n",
            "parallel_tool_calls",
            "prediction",
            "presence_penalty",
            "prompt_cache_key",
            "prompt_cache_options",
            "prompt_cache_retention",
            "reasoning_effort",
            "response_format",
            "safety_identifier",
            "seed",
            "service_tier",
            "stop",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "tool_choice",
            "top_logprobs",
            "top_p",
            "user",
            "verbosity",
            "web_search_options",
        ],
        required: &["model"],
        unions: UNIONS,
        line: Some(BatchLine {
            body: "body",
            id: "custom_id",
            ids: IdRule::ANY,
            is_closed: true,
            url: Some("/v1/chat/completions"),
        }),
        objects: &[],
    },
    needs: None,
    types: RequestSchema::new(include_bytes!("request.json.gz")),
};

const CHOICES: ChoiceSpelling = ChoiceSpelling {
    read_tool,
    write_tool,
    allowed: |node| {
        let allowed = node.get("allowed_tools").filter(|_| node.len() == 2);
        allowed.filter(|allowed| allowed.len() == 2)
    },
    around: (r#"{"type":"allowed_tools","allowed_tools":{"#, "}}"),
};

fn is_typed(node: Node<'_, '_>, kind: &str, members: usize) -> bool {
    node.get("type").is_some_and(|it| it.is(kind)) && node.len() == members
}

/// `{"type":"function","function":{"name":"f"}}`
fn read_tool(node: Node<'_, '_>) -> Option<ChosenTool> {
    let (inner, is_custom) = match (node.get("function"), node.get("custom")) {
        (Some(inner), None) if is_typed(node, "function", 2) => (inner, false),
        (None, Some(inner)) if is_typed(node, "custom", 2) => (inner, true),
        _ => return None,
    };
    let name = inner.get("name").filter(|_| inner.len() == 1)?.text()?.decode().into_owned();
    Some(ChosenTool { name, is_custom })
}

fn write_tool(tool: &ChosenTool) -> String {
    let kind = if tool.is_custom { "custom" } else { "function" };
    format!(r#"{{"type":"{kind}","{kind}":{{"name":{}}}}}"#, quoted(&tool.name))
}
