//! Settings of a request (temperature, limits, tool choice): their places in the body of a format, and their spelling
//! there.
//!
//! Data only: each format has a table of [`SettingRow`]s in its policy. A setting is carried from one format to another
//! if both tables have it and the target accepts the same value.
//!
//! ```json
//! {"temperature":0.5}                          {"generationConfig":{"temperature":0.5}}
//! ```

use super::body::BodyKeys;
use crate::json::{Node, Text, quoted};
use crate::lower::outline::SettingMember;
use crate::model::Slot;
use crate::rule::Rule;
use crate::rule::request_types::RequestSchema;

/// The meaning of a setting, independent of its name in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// The model that answers.
    Model,
    /// Maximum number of tokens of the answer.
    MaxTokens,
    /// Sampling temperature.
    Temperature,
    /// Nucleus sampling.
    TopP,
    /// Sampling from the most likely tokens only.
    TopK,
    /// Texts at which the answer ends.
    Stop,
    /// Seed of the sampling.
    Seed,
    /// Penalty for tokens that were used before.
    PresencePenalty,
    /// Penalty for tokens by how often they were used before.
    FrequencyPenalty,
    /// Number of answers.
    Count,
    /// Several tool calls may be in one answer.
    ParallelCalls,
    /// The answer is text, or any JSON object.
    AnswerKind,
    /// The amount of reasoning, in words.
    Effort,
    /// The amount of reasoning, in tokens.
    Budget,
    /// The length of answers, in words.
    Verbosity,
    /// Stable id of the end user.
    User,
    /// The same, under its older name.
    OlderUser,
    /// Labels of the request.
    Labels,
    /// Key of the prompt cache.
    CacheKey,
    /// The lifetime of the prompt cache.
    CacheRetention,
    /// The service stores the answer.
    Store,
    /// The service tier.
    Tier,
    /// Log probabilities are returned.
    LogProbs,
    /// The number of alternatives with log probabilities.
    TopLogProbs,
    /// The answer is streamed.
    Stream,
}

impl Setting {
    /// The name of the setting, independent of formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::MaxTokens => "max-tokens",
            Self::Temperature => "temperature",
            Self::TopP => "top-p",
            Self::TopK => "top-k",
            Self::Stop => "stop",
            Self::Seed => "seed",
            Self::PresencePenalty => "presence-penalty",
            Self::FrequencyPenalty => "frequency-penalty",
            Self::Count => "count",
            Self::ParallelCalls => "parallel-calls",
            Self::AnswerKind => "answer-kind",
            Self::Effort => "effort",
            Self::Budget => "budget",
            Self::Verbosity => "verbosity",
            Self::Labels => "labels",
            Self::CacheKey => "cache-key",
            Self::CacheRetention => "cache-retention",
            Self::Store => "store",
            Self::Tier => "tier",
            Self::LogProbs => "log-probs",
            Self::TopLogProbs => "top-log-probs",
            Self::Stream => "stream",
            Self::User | Self::OlderUser => "user",
        }
    }
}

/// Keys from the body to a member.
pub type SettingPath = &'static [&'static str];

/// The place of one setting in the body of a format.
#[derive(Clone, Copy, Debug)]
pub struct SettingRow {
    /// The setting.
    pub setting: Setting,
    /// The path of the member.
    pub path: SettingPath,
    /// The form of the value.
    pub form: SettingForm,
    /// A member that belongs to it.
    pub beside: Beside,
    /// Reported when the setting is written.
    pub warning: Option<&'static Rule>,
}

impl SettingRow {
    /// A setting without a second member.
    #[must_use]
    pub const fn new(setting: Setting, path: SettingPath, form: SettingForm) -> Self {
        Self { setting, path, form, beside: Beside::Nothing, warning: None }
    }

    /// The same with a member that belongs to it.
    #[must_use]
    pub const fn with(self, beside: Beside) -> Self {
        Self { beside, ..self }
    }

    /// The same with a warning.
    #[must_use]
    pub const fn warning(self, rule: &'static Rule) -> Self {
        Self { warning: Some(rule), ..self }
    }
}

/// A member that belongs to a setting: its path and its JSON text.
#[derive(Clone, Copy, Debug)]
pub enum Beside {
    /// None.
    Nothing,
    /// It has this value wherever the setting is.
    Always(SettingPath, &'static str),
    /// The member is required; the first text is its default. If it has the second value, the setting is not supported.
    Default(SettingPath, &'static str, &'static str),
}

/// The form of the value of a setting, and the values that the format takes.
#[derive(Clone, Copy, Debug)]
pub enum SettingForm {
    /// A number in this range.
    Number(f64, f64),
    /// A whole number in this range.
    Whole(i64, i64),
    /// `true` or `false`.
    Flag,
    /// A string.
    Text,
    /// An object of strings.
    Labels,
    /// One of these values: its meaning, and its JSON text.
    Words(&'static [(&'static str, &'static str)]),
    /// A list of strings.
    Stops {
        /// At most this many.
        most: usize,
        /// A string without a list has the same meaning.
        may_be_text: bool,
        /// Strings of only white space are rejected.
        needs_visible: bool,
    },
}

/// The tools that the model may or must call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// It must call one.
    Required,
    /// It must not call any.
    Never,
    /// It must call this one.
    One(ChosenTool),
    /// Only these may be called; if the flag is set, one of them must be.
    Some(bool, Vec<ChosenTool>),
}

impl ToolChoice {
    /// The choice as JSON text, the same for all formats.
    #[must_use]
    pub fn json(&self) -> String {
        let list = |tools: &[ChosenTool]| tools.iter().map(|tool| quoted(&tool.name)).collect::<Vec<_>>().join(",");
        match self {
            Self::Auto => "\"auto\"".to_owned(),
            Self::Required => "\"required\"".to_owned(),
            Self::Never => "\"none\"".to_owned(),
            Self::One(tool) => format!("{{\"required\":[{}]}}", quoted(&tool.name)),
            Self::Some(true, tools) => format!("{{\"required\":[{}]}}", list(tools)),
            Self::Some(false, tools) => format!("{{\"auto\":[{}]}}", list(tools)),
        }
    }
}

/// A tool that a tool choice names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenTool {
    /// Its name.
    pub name: String,
    /// It takes free text.
    pub is_custom: bool,
}

/// Tool choice in the body of a format.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceForm {
    /// The path of the object or string.
    pub path: SettingPath,
    /// Reads the tool choice. `None`: other formats have no such choice.
    pub read: fn(Node<'_, '_>) -> Option<ToolChoice>,
    /// The members of a tool choice. `None`: the format has no such choice.
    pub write: fn(&ToolChoice) -> Option<Vec<SettingMember>>,
}

/// The settings that a format has in common with others.
#[derive(Debug)]
pub struct RequestSettings {
    /// The family of the API: in formats of one family, equal words mean the same.
    pub family: &'static str,
    /// The settings. If one has several places, the first is written.
    pub rows: &'static [SettingRow],
    /// Tool choice.
    pub choice: ChoiceForm,
    /// The object of the body in which an extra field was, by its slot and key. `None`: not in a request.
    pub object: fn(Slot, &Text<'_>) -> Option<SettingPath>,
    /// The body is the JSON form of protobuf: keys may be in snake case too, and whole numbers written as `40.0`.
    pub takes_snake: bool,
    /// The keys of a body.
    pub body: BodyKeys,
    /// A setting that every request requires; the rule reports that it is missing.
    pub needs: Option<(Setting, &'static Rule)>,
    /// The types of a request.
    pub types: RequestSchema,
}

/// The object of a slot in a list of objects.
#[must_use]
pub fn object_of(objects: &[(Slot, SettingPath)], slot: Slot) -> Option<SettingPath> {
    objects.iter().find(|(known, _)| *known == slot).map(|(_, path)| *path)
}

impl RequestSettings {
    /// The row of the member at this path.
    #[must_use]
    pub fn at(&self, path: &[String]) -> Option<(usize, &'static SettingRow)> {
        self.rows.iter().enumerate().find(|(_, row)| row.path == path)
    }

    /// The place where a setting is written.
    #[must_use]
    pub fn place(&self, setting: Setting) -> Option<&'static SettingRow> {
        self.rows.iter().find(|row| row.setting == setting)
    }

    /// All paths with a meaning: settings, conversation content, and tool choice.
    pub fn paths(&self) -> impl Iterator<Item = SettingPath> {
        let beside = self.rows.iter().filter_map(|row| match row.beside {
            Beside::Always(path, _) | Beside::Default(path, _, _) => Some(path),
            Beside::Nothing => None,
        });
        self.rows.iter().map(|row| row.path).chain(beside).chain([self.choice.path])
    }

    /// The usual spelling of a key of the object at this path.
    #[must_use]
    pub fn key(&self, object: &[String], key: &str) -> String {
        let is_spelled = |known: &&&str| **known == key || (self.takes_snake && is_snake(key, known));
        let keys = self.paths().filter(|path| path.len() > object.len() && starts_with(path, object));
        let known = keys.filter_map(|path| path.get(object.len())).find(is_spelled);
        known.map_or_else(|| key.to_owned(), |known| (*known).to_owned())
    }

    /// A path below this one has a meaning.
    #[must_use]
    pub fn is_object(&self, path: &[String]) -> bool {
        self.paths().any(|known| known.len() > path.len() && starts_with(known, path))
    }
}

fn starts_with(path: SettingPath, start: &[String]) -> bool {
    path.len() >= start.len() && path.iter().zip(start).all(|(key, other)| key == other)
}

/// True if the key is `max_tokens` where the known one is `maxTokens`.
fn is_snake(key: &str, camel: &str) -> bool {
    let spelled = camel.chars().fold(String::new(), |mut text, found| {
        if found.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(found.to_ascii_lowercase());
        text
    });
    spelled == key
}
