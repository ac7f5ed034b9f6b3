//! Settings of a request: `{"generationConfig":{"temperature":0.5},"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`.
//!
//! Source: the types of the google-genai Python SDK 3.4 (`GenerationConfig`, `FunctionCallingConfig`) and the API reference.

use super::NAME;
use crate::json::{Node, quoted};
use crate::lower::{
    BatchLine, BodyKeys, ChoiceForm, ChosenTool, IdRule, RequestSettings, RequestUnion, Setting, SettingForm,
    SettingMember, SettingPath, SettingRow, ToolChoice, UnionBy, object_of,
};
use crate::model::Slot;
use crate::rule::request_types::RequestSchema;

/// The service takes levels in capital and in small letters.
const EFFORTS: SettingForm = SettingForm::Words(&[
    ("minimal", "\"MINIMAL\""),
    ("minimal", "\"minimal\""),
    ("low", "\"LOW\""),
    ("low", "\"low\""),
    ("medium", "\"MEDIUM\""),
    ("medium", "\"medium\""),
    ("high", "\"HIGH\""),
    ("high", "\"high\""),
    ("xhigh", "\"XHIGH\""),
    ("xhigh", "\"xhigh\""),
]);

const KINDS: SettingForm = SettingForm::Words(&[("json", "\"application/json\""), ("text", "\"text/plain\"")]);

const SMALL: i64 = i32::MAX as i64;

const fn config(setting: Setting, path: &'static [&'static str; 2], form: SettingForm) -> SettingRow {
    SettingRow::new(setting, path, form)
}

/// The members of tools.
const TOOLS: &[&str] = &[
    "functionDeclarations",
    "googleSearch",
    "googleSearchRetrieval",
    "codeExecution",
    "urlContext",
    "computerUse",
    "retrieval",
    "enterpriseWebSearch",
    "googleMaps",
    "fileSearch",
    "mcpServers",
];

/// Values that are of one of several kinds.
const UNIONS: &[RequestUnion] = &[
    RequestUnion::new(
        &["toolConfig", "functionCallingConfig", "mode"],
        "mode of function calling",
        UnionBy::Word,
        &["AUTO", "ANY", "NONE", "VALIDATED", "MODE_UNSPECIFIED"],
    ),
    RequestUnion::new(&["tools", "*"], "kind of tool", UnionBy::Key, TOOLS).open(),
    RequestUnion::new(&["tools"], "kind of tool", UnionBy::Key, TOOLS).open(),
];

pub(super) static SETTINGS: RequestSettings = RequestSettings {
    family: NAME,
    rows: &[
        config(Setting::MaxTokens, &["generationConfig", "maxOutputTokens"], SettingForm::Whole(1, SMALL)),
        config(Setting::Temperature, &["generationConfig", "temperature"], SettingForm::Number(0.0, 2.0)),
        config(Setting::TopP, &["generationConfig", "topP"], SettingForm::Number(0.0, 1.0)),
        config(Setting::TopK, &["generationConfig", "topK"], SettingForm::Whole(0, SMALL)),
        config(
            Setting::Stop,
            &["generationConfig", "stopSequences"],
            SettingForm::Stops { most: 5, may_be_text: false, needs_visible: false },
        ),
        config(Setting::Seed, &["generationConfig", "seed"], SettingForm::Whole(i32::MIN as i64, SMALL)),
        config(Setting::PresencePenalty, &["generationConfig", "presencePenalty"], SettingForm::Number(-2.0, 2.0)),
        config(Setting::FrequencyPenalty, &["generationConfig", "frequencyPenalty"], SettingForm::Number(-2.0, 2.0)),
        config(Setting::Count, &["generationConfig", "candidateCount"], SettingForm::Whole(1, 8)),
        config(Setting::AnswerKind, &["generationConfig", "responseMimeType"], KINDS),
        SettingRow::new(Setting::Effort, &["generationConfig", "thinkingConfig", "thinkingLevel"], EFFORTS),
        SettingRow::new(
            Setting::Budget,
            &["generationConfig", "thinkingConfig", "thinkingBudget"],
            SettingForm::Whole(-1, SMALL),
        ),
    ],
    choice: ChoiceForm { path: CHOICE, read: read_choice, write: write_choice },
    object: |slot, key| {
        let is_choice = slot == Slot::Config && (key.is("toolConfig") || key.is("tool_config"));
        let around: SettingPath = if is_choice { &[] } else { &["generationConfig"] };
        object_of(&[(Slot::Here, &[]), (Slot::Settings, &["generationConfig"]), (Slot::Config, around)], slot)
    },
    takes_snake: true,
    body: BodyKeys {
        conversation: &["contents", "systemInstruction", "tools"],
        settings: &[
            "model",
            "generationConfig",
            "toolConfig",
            "safetySettings",
            "cachedContent",
            "labels",
            "serviceTier",
            "store",
            "modelArmorConfig",
        ],
        required: &[],
        unions: UNIONS,
        line: Some(BatchLine { body: "request", id: "key", ids: IdRule::ANY, is_closed: false, url: None }),
        objects: &[(
            "generationConfig",
            &[
                "modelSelectionConfig",
                "responseJsonSchema",
                "audioTimestamp",
                "candidateCount",
                "enableAffectiveDialog",
                "frequencyPenalty",
                "imageConfig",
                "logprobs",
                "maxOutputTokens",
                "mediaResolution",
                "presencePenalty",
                "responseLogprobs",
                "responseMimeType",
                "responseModalities",
                "responseSchema",
                "routingConfig",
                "seed",
                "speechConfig",
                "stopSequences",
                "temperature",
                "thinkingConfig",
                "topK",
                "topP",
                "enableEnhancedCivicAnswers",
                "responseFormat",
                "translationConfig",
                "audioTranscriptionConfig",
            ],
        )],
    },
    needs: None,
    types: RequestSchema::new(include_bytes!("request.json.gz")),
};

const CHOICE: &[&str] = &["toolConfig", "functionCallingConfig"];

fn read_choice(node: Node<'_, '_>) -> Option<ToolChoice> {
    let ([mode, names], rest) = super::keys::sort(node, &["mode", "allowedFunctionNames"]).ok()?;
    if !rest.is_empty() {
        return None;
    }
    let tool = |name: Node<'_, '_>| Some(ChosenTool { name: name.text()?.decode().into_owned(), is_custom: false });
    let mut tools: Vec<_> = names.iter().flat_map(Node::items).map(tool).collect::<Option<_>>()?;
    let mode = mode?.text()?.decode().to_ascii_uppercase();
    match (mode.as_str(), tools.len()) {
        ("AUTO", 0) => Some(ToolChoice::Auto),
        ("NONE", 0) => Some(ToolChoice::Never),
        ("ANY", 0) => Some(ToolChoice::Required),
        ("ANY", 1) => tools.pop().map(ToolChoice::One),
        ("ANY", _) => Some(ToolChoice::Some(true, tools)),
        _ => None,
    }
}

fn write_choice(choice: &ToolChoice) -> Option<Vec<SettingMember>> {
    let (mode, tools): (&str, &[ChosenTool]) = match choice {
        ToolChoice::Auto => ("AUTO", &[]),
        ToolChoice::Required => ("ANY", &[]),
        ToolChoice::Never => ("NONE", &[]),
        ToolChoice::One(tool) => ("ANY", std::slice::from_ref(tool)),
        ToolChoice::Some(true, tools) if !tools.is_empty() => ("ANY", tools),
        ToolChoice::Some(..) => return None,
    };
    let mut members: Vec<SettingMember> = vec![(&["toolConfig", "functionCallingConfig", "mode"], quoted(mode))];
    if !tools.is_empty() {
        let names: Vec<_> = tools.iter().map(|tool| quoted(&tool.name)).collect();
        let json = format!("[{}]", names.join(","));
        members.push((&["toolConfig", "functionCallingConfig", "allowedFunctionNames"], json));
    }
    Some(members)
}
