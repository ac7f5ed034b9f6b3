//! Settings of a request: `{"max_tokens":1024,"tool_choice":{"type":"any"}}`.
//!
//! Source: the types of the anthropic Python SDK 2.12 (`message_create_params.py`) and the API reference.

use super::NAME;
use crate::json::{Node, quoted};
use crate::lower::{
    BatchLine, Beside, BodyKeys, ChoiceForm, ChosenTool, IdRule, RequestSettings, RequestUnion, Setting, SettingForm,
    SettingMember, SettingRow, ToolChoice, UnionBy, is_word_character, object_of,
};
use crate::model::Slot;
use crate::rule::request_types::RequestSchema;
use crate::rule::rule;

rule! {
    MAX_TOKENS "TW518" "anthropic-max-tokens" Warning
    "the service requires `max_tokens`, and the source does not have it"
    "--set /max_tokens=4096 adds it (choose the number)"
}

rule! {
    SAMPLING "TW519" "anthropic-sampling" Warning
    "newer models of the service reject `temperature`, `top_p` and `top_k`"
    "--settings drop drops all settings"
}

const EFFORTS: SettingForm = SettingForm::Words(&[
    ("low", "\"low\""),
    ("medium", "\"medium\""),
    ("high", "\"high\""),
    ("xhigh", "\"xhigh\""),
    ("max", "\"max\""),
]);

const ENABLED: Beside = Beside::Always(&["thinking", "type"], "\"enabled\"");

/// `^[a-zA-Z0-9_-]{1,64}$`
const BATCH_IDS: IdRule =
    IdRule { words: "letters, digits, `_` and `-`", is_good: is_word_character, limit: 64, ..IdRule::ANY };

/// Values that are of one of several kinds.
const UNIONS: &[RequestUnion] = &[
    RequestUnion::new(&["tool_choice"], "type of tool choice", UnionBy::Tag("type"), &["auto", "any", "tool", "none"]),
    RequestUnion::new(&["thinking"], "type of thinking", UnionBy::Tag("type"), &["enabled", "disabled", "adaptive"]),
    RequestUnion::new(&["output_config", "format"], "type of output", UnionBy::Tag("type"), &["json_schema"]),
    RequestUnion::new(&["tools", "*"], "type of tool", UnionBy::Tag("type"), &["custom"]).open(),
];

pub(super) static SETTINGS: RequestSettings = RequestSettings {
    family: NAME,
    rows: &[
        SettingRow::new(Setting::MaxTokens, &["max_tokens"], SettingForm::Whole(1, i64::MAX)),
        SettingRow::new(Setting::Temperature, &["temperature"], SettingForm::Number(0.0, 1.0)).warning(&SAMPLING),
        SettingRow::new(Setting::TopP, &["top_p"], SettingForm::Number(0.0, 1.0)).warning(&SAMPLING),
        SettingRow::new(Setting::TopK, &["top_k"], SettingForm::Whole(0, i64::MAX)).warning(&SAMPLING),
        SettingRow::new(
            Setting::Stop,
            &["stop_sequences"],
            SettingForm::Stops { most: usize::MAX, may_be_text: false, needs_visible: true },
        ),
        SettingRow::new(
            Setting::ParallelCalls,
            &["tool_choice", "disable_parallel_tool_use"],
            SettingForm::Words(&[("true", "false"), ("false", "true")]),
        )
        .with(Beside::Default(&["tool_choice", "type"], "\"auto\"", "\"none\"")),
        SettingRow::new(Setting::Effort, &["output_config", "effort"], EFFORTS),
        SettingRow::new(Setting::Budget, &["thinking", "budget_tokens"], SettingForm::Whole(1024, i64::MAX))
            .with(ENABLED),
        SettingRow::new(Setting::User, &["metadata", "user_id"], SettingForm::Text),
        SettingRow::new(Setting::OlderUser, &["metadata", "user_id"], SettingForm::Text),
    ],
    choice: ChoiceForm { path: &["tool_choice"], read: read_choice, write: write_choice },
    object: |slot, _| object_of(&[(Slot::Here, &[]), (Slot::Settings, &["output_config"])], slot),
    takes_snake: false,
    body: BodyKeys {
        conversation: &["messages", "system", "tools"],
        settings: &[
            "anthropic_beta",
            "anthropic_version",
            "betas",
            "billing_policy",
            "cache_control",
            "compaction",
            "container",
            "context_management",
            "diagnostics",
            "fallback_credit_token",
            "fallbacks",
            "inference_geo",
            "max_tokens",
            "mcp_servers",
            "metadata",
            "model",
            "output_config",
            "service_tier",
            "speed",
            "stop_sequences",
            "stream",
            "temperature",
            "thinking",
            "thread",
            "tool_choice",
            "top_k",
            "top_p",
            "user_profile_id",
            "workspace_id",
        ],
        required: &["model", "max_tokens"],
        unions: UNIONS,
        line: Some(BatchLine { body: "params", id: "custom_id", ids: BATCH_IDS, is_closed: true, url: None }),
        objects: &[],
    },
    needs: Some((Setting::MaxTokens, &MAX_TOKENS)),
    types: RequestSchema::new(include_bytes!("request.json.gz")),
};

fn read_choice(node: Node<'_, '_>) -> Option<ToolChoice> {
    let is_known = |key: &str| matches!(key, "type" | "name" | "disable_parallel_tool_use");
    if !node.members().all(|(key, _)| key.text().is_some_and(|key| is_known(&key.decode()))) {
        return None;
    }
    let name = node.get("name").and_then(|name| name.text());
    match (&*node.get("type")?.text()?.decode(), name) {
        ("auto", None) => Some(ToolChoice::Auto),
        ("any", None) => Some(ToolChoice::Required),
        ("none", None) => Some(ToolChoice::Never),
        ("tool", Some(name)) => {
            Some(ToolChoice::One(ChosenTool { name: name.decode().into_owned(), is_custom: false }))
        }
        _ => None,
    }
}

fn write_choice(choice: &ToolChoice) -> Option<Vec<SettingMember>> {
    let (kind, name) = match choice {
        ToolChoice::Auto => ("auto", None),
        ToolChoice::Required => ("any", None),
        ToolChoice::Never => ("none", None),
        ToolChoice::One(tool) => ("tool", Some(tool)),
        ToolChoice::Some(..) => return None,
    };
    let mut members: Vec<SettingMember> = vec![(&["tool_choice", "type"], quoted(kind))];
    members.extend(name.map(|tool| (&["tool_choice", "name"] as _, quoted(&tool.name))));
    Some(members)
}
