//! Settings of a request: `{"temperature":0.5,"reasoning":{"effort":"low"},"text":{"verbosity":"low"}}`.
//!
//! Source: the types of the openai Python SDK 3.54 (`responses/response_create_params.py`) and the API reference.

use super::FAMILY;
use crate::format::shared::{ANSWER_KINDS, ChoiceSpelling, EFFORTS, VERBOSITIES};
use crate::json::{Node, quoted};
use crate::lower::{
    BatchLine, BodyKeys, ChoiceForm, ChosenTool, IdRule, RequestSettings, RequestUnion, Setting, SettingForm,
    SettingRow, UnionBy, object_of,
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
    ("ultrafast", "\"ultrafast\""),
]);

const LOG_PROBS: SettingForm = SettingForm::Words(&[("true", r#"["message.output_text.logprobs"]"#)]);

/// The types of tools. Dated names of the service are others.
const TOOLS: &[&str] = &[
    "function",
    "custom",
    "file_search",
    "web_search",
    "web_search_preview",
    "code_interpreter",
    "image_generation",
    "mcp",
    "computer",
    "computer_use_preview",
    "local_shell",
    "shell",
    "apply_patch",
    "tool_search",
    "namespace",
];

const CHOICES_OF_TOOLS: &[&str] = &[
    "function",
    "custom",
    "allowed_tools",
    "mcp",
    "file_search",
    "web_search_preview",
    "computer_use_preview",
    "code_interpreter",
    "image_generation",
    "apply_patch",
    "shell",
];

/// Values that are of one of several kinds.
const UNIONS: &[RequestUnion] = &[
    RequestUnion::new(&["tool_choice"], "tool choice", UnionBy::Word, &["auto", "none", "required"]),
    RequestUnion::new(&["tool_choice"], "type of tool choice", UnionBy::Tag("type"), CHOICES_OF_TOOLS).open(),
    RequestUnion::new(
        &["text", "format"],
        "type of text format",
        UnionBy::Tag("type"),
        &["text", "json_object", "json_schema"],
    ),
    RequestUnion::new(&["tools", "*"], "type of tool", UnionBy::Tag("type"), TOOLS).open(),
    RequestUnion::new(&["tools", "*", "format"], "type of input format", UnionBy::Tag("type"), &["text", "grammar"]),
];

pub(super) static SETTINGS: RequestSettings = RequestSettings {
    family: FAMILY,
    rows: &[
        SettingRow::new(Setting::Model, &["model"], SettingForm::Text),
        SettingRow::new(Setting::MaxTokens, &["max_output_tokens"], SettingForm::Whole(1, i64::MAX)),
        SettingRow::new(Setting::Temperature, &["temperature"], SettingForm::Number(0.0, 2.0)),
        SettingRow::new(Setting::TopP, &["top_p"], SettingForm::Number(0.0, 1.0)),
        SettingRow::new(Setting::ParallelCalls, &["parallel_tool_calls"], SettingForm::Flag),
        SettingRow::new(Setting::AnswerKind, &["text", "format"], ANSWER_KINDS),
        SettingRow::new(Setting::Effort, &["reasoning", "effort"], EFFORTS),
        SettingRow::new(Setting::Verbosity, &["text", "verbosity"], VERBOSITIES),
        SettingRow::new(Setting::User, &["safety_identifier"], SettingForm::Text),
        SettingRow::new(Setting::OlderUser, &["user"], SettingForm::Text),
        SettingRow::new(Setting::Labels, &["metadata"], SettingForm::Labels),
        SettingRow::new(Setting::CacheKey, &["prompt_cache_key"], SettingForm::Text),
        SettingRow::new(Setting::CacheRetention, &["prompt_cache_retention"], SettingForm::Text),
        SettingRow::new(Setting::Store, &["store"], SettingForm::Flag),
        SettingRow::new(Setting::Tier, &["service_tier"], TIERS),
        SettingRow::new(Setting::LogProbs, &["include"], LOG_PROBS),
        SettingRow::new(Setting::TopLogProbs, &["top_logprobs"], SettingForm::Whole(0, 20)),
        SettingRow::new(Setting::Stream, &["stream"], SettingForm::Flag),
    ],
    choice: ChoiceForm {
        path: &["tool_choice"],
        read: |node| CHOICES.read(node),
        write: |choice| Some(CHOICES.write(choice)),
    },
    object: |slot, _| object_of(&[(Slot::Here, &[]), (Slot::Settings, &["text"])], slot),
    takes_snake: false,
    body: BodyKeys {
        conversation: &["input", "instructions", "tools"],
        settings: &[
            "background",
            "context_management",
            "conversation",
            "include",
            "max_output_tokens",
            "max_tool_calls",
            "metadata",
            "model",
            "moderation",
            "parallel_tool_calls",
            "previous_response_id",
            "prompt",
            "prompt_cache_key",
            "prompt_cache_options",
            "prompt_cache_retention",
            "reasoning",
            "safety_identifier",
            "service_tier",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "text",
            "tool_choice",
            "top_logprobs",
            "top_p",
            "truncation",
            "user",
        ],
        required: &["model"],
        unions: UNIONS,
        line: Some(BatchLine {
            body: "body",
            id: "custom_id",
            ids: IdRule::ANY,
            is_closed: true,
            url: Some("/v1/responses"),
        }),
        objects: &[],
    },
    needs: None,
    types: RequestSchema::new(include_bytes!("request.json.gz")),
};

const CHOICES: ChoiceSpelling = ChoiceSpelling {
    read_tool,
    write_tool,
    allowed: |node| Some(node).filter(|node| node.len() == 3),
    around: (r#"{"type":"allowed_tools","#, "}"),
};

/// `{"type":"function","name":"f"}`
fn read_tool(node: Node<'_, '_>) -> Option<ChosenTool> {
    let kind = node.get("type")?;
    let is_custom = kind.is("custom");
    let name = node.get("name").filter(|_| node.len() == 2 && (is_custom || kind.is("function")))?.text()?;
    Some(ChosenTool { name: name.decode().into_owned(), is_custom })
}

fn write_tool(tool: &ChosenTool) -> String {
    let kind = if tool.is_custom { "custom" } else { "function" };
    format!(r#"{{"type":"{kind}","name":{}}}"#, quoted(&tool.name))
}
