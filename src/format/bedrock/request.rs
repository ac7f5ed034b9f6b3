//! Settings of a request: `{"inferenceConfig":{"maxTokens":100},"toolConfig":{"toolChoice":{"any":{}}}}`.
//!
//! Source: the service model of botocore 1.44 (`ConverseRequest`).

use super::NAME;
use crate::json::{Node, quoted};
use crate::lower::{
    BodyKeys, ChoiceForm, ChosenTool, RequestSettings, RequestUnion, Setting, SettingForm, SettingMember, SettingRow,
    ToolChoice, UnionBy, object_of,
};
use crate::model::Slot;
use crate::rule::request_types::RequestSchema;

const EFFORTS: SettingForm = SettingForm::Words(&[
    ("low", "\"low\""),
    ("medium", "\"medium\""),
    ("high", "\"high\""),
    ("xhigh", "\"xhigh\""),
    ("max", "\"max\""),
]);

const MAX: i64 = i32::MAX as i64;

/// Values that are of one of several kinds.
const UNIONS: &[RequestUnion] =
    &[RequestUnion::new(&["toolConfig", "toolChoice"], "tool choice", UnionBy::Key, &["auto", "any", "tool"])];

pub(super) static SETTINGS: RequestSettings = RequestSettings {
    family: NAME,
    rows: &[
        SettingRow::new(Setting::MaxTokens, &["inferenceConfig", "maxTokens"], SettingForm::Whole(1, MAX)),
        SettingRow::new(Setting::Temperature, &["inferenceConfig", "temperature"], SettingForm::Number(0.0, 1.0)),
        SettingRow::new(Setting::TopP, &["inferenceConfig", "topP"], SettingForm::Number(0.0, 1.0)),
        SettingRow::new(
            Setting::Stop,
            &["inferenceConfig", "stopSequences"],
            SettingForm::Stops { most: 2500, may_be_text: false, needs_visible: false },
        ),
        SettingRow::new(Setting::Effort, &["outputConfig", "effort"], EFFORTS),
    ],
    choice: ChoiceForm { path: CHOICE, read: read_choice, write: write_choice },
    object: |slot, _| {
        object_of(&[(Slot::Here, &[]), (Slot::Tools, &["toolConfig"]), (Slot::Settings, &["outputConfig"])], slot)
    },
    takes_snake: false,
    body: BodyKeys {
        conversation: &["messages", "system", "toolConfig"],
        settings: &[
            "modelId",
            "inferenceConfig",
            "guardrailConfig",
            "additionalModelRequestFields",
            "promptVariables",
            "additionalModelResponseFieldPaths",
            "requestMetadata",
            "performanceConfig",
            "serviceTier",
            "outputConfig",
        ],
        required: &[],
        unions: UNIONS,
        line: None,
        objects: &[("inferenceConfig", &["maxTokens", "temperature", "topP", "stopSequences"])],
    },
    needs: None,
    types: RequestSchema::new(include_bytes!("request.json.gz")),
};

const CHOICE: &[&str] = &["toolConfig", "toolChoice"];

fn read_choice(node: Node<'_, '_>) -> Option<ToolChoice> {
    let (key, value) = node.members().next().filter(|_| node.len() == 1)?;
    match &*key.text()?.decode() {
        "auto" if value.is_empty() => Some(ToolChoice::Auto),
        "any" if value.is_empty() => Some(ToolChoice::Required),
        "tool" if value.len() == 1 => {
            let name = value.get("name")?.text()?.decode().into_owned();
            Some(ToolChoice::One(ChosenTool { name, is_custom: false }))
        }
        _ => None,
    }
}

fn write_choice(choice: &ToolChoice) -> Option<Vec<SettingMember>> {
    let json = match choice {
        ToolChoice::Auto => r#"{"auto":{}}"#.to_owned(),
        ToolChoice::Required => r#"{"any":{}}"#.to_owned(),
        ToolChoice::One(tool) => format!(r#"{{"tool":{{"name":{}}}}}"#, quoted(&tool.name)),
        ToolChoice::Never | ToolChoice::Some(..) => return None,
    };
    Some(vec![(CHOICE, json)])
}
