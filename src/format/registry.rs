//! Every format, one line each, sorted.

use std::sync::LazyLock;

use super::columns::ProfileColumns;
use super::definition::Format;
use super::dialect::Dialect;
use super::folder::Folder;
use super::program::Program;
use crate::lower::RequestSettings;
use crate::report::Code;

/// Every format. Help, completions, detection, the readme table and the tests go through this list.
pub static FORMATS: &[&Format] = &[
    &super::a2a::FORMAT,
    &super::adk::FORMAT,
    &super::ag_ui::FORMAT,
    &super::agno::FORMAT,
    &super::ai_studio::FORMAT,
    &super::ai_sdk::FORMAT,
    &super::alpaca::FORMAT,
    &super::anthropic::FORMAT,
    &super::atif::FORMAT,
    &super::autogen::FORMAT,
    &super::bedrock::FORMAT,
    &super::chatgpt::FORMAT,
    &super::chatml::FORMAT,
    &super::claude_ai::FORMAT,
    &super::claude_code::FORMAT,
    &super::codex::FORMAT,
    &super::copilot_cli::FORMAT,
    &super::deepseek_export::FORMAT,
    &super::factory_droid::FORMAT,
    &super::gemini::FORMAT,
    &super::gemini_cli::FORMAT,
    &super::gemma::FORMAT,
    &super::harmony::FORMAT,
    &super::haystack::FORMAT,
    &super::hf::FORMAT,
    &super::hf_sts::FORMAT,
    &super::human_assistant::FORMAT,
    &super::inspect::FORMAT,
    &super::keprompt::FORMAT,
    &super::keprompt_chat::FORMAT,
    &super::keprompt_prompt::FORMAT,
    &super::keprompt_statements::FORMAT,
    &super::librechat::FORMAT,
    &super::langchain::FORMAT,
    &super::lionpride::FORMAT,
    &super::livekit::FORMAT,
    &super::llama3::FORMAT,
    &super::llamafactory_v1::FORMAT,
    &super::llamaindex::FORMAT,
    &super::mistral_text::FORMAT,
    &super::ms_agent::FORMAT,
    &super::ms_swift::FORMAT,
    &super::open_webui::FORMAT,
    &super::openai::FORMAT,
    &super::openai_agents::FORMAT,
    &super::openai_responses::FORMAT,
    &super::opencode::FORMAT,
    &super::openhands::FORMAT,
    &super::otel::FORMAT,
    &super::patterpunk::FORMAT,
    &super::pi::FORMAT,
    &super::picklebot::FORMAT,
    &super::qwen_code::FORMAT,
    &super::pydantic_ai::FORMAT,
    &super::request_log::FORMAT,
    &super::rows::FORMAT,
    &super::semantic_kernel::FORMAT,
    &super::sharegpt::FORMAT,
    &super::smolagents::FORMAT,
    &super::strands::FORMAT,
    &super::swe_agent::FORMAT,
    &super::zephyr::FORMAT,
];

/// Formats that programs send to services, with their flaws: they are written, never read.
pub static SENT: &[&Format] = &[&super::keprompt_company::FORMAT];

/// The formats that can be written; the others can only be read.
pub fn writable() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.can_write())
}

/// The format whose program sends conversations to services and copies messages.
#[must_use]
pub fn programmed() -> Option<(&'static Format, &'static Program)> {
    FORMATS.iter().find_map(|format| Some((*format, format.program?)))
}

/// The format with this name or alias, and the dialect after a colon: `openai:finetune`.
#[must_use]
pub fn by_name(name: &str) -> Option<(&'static Format, Option<&'static Dialect>)> {
    let (name, dialect) = name.split_once(':').map_or((name, None), |(name, dialect)| (name, Some(dialect)));
    let format =
        FORMATS.iter().chain(SENT).find(|format| format.name == name || format.about.aliases.contains(&name))?;
    match dialect {
        None => Some((format, None)),
        Some(wanted) => {
            let dialect = format.dialects.iter().find(|dialect| dialect.name == wanted)?;
            Some((format, Some(dialect)))
        }
    }
}

/// The format that reads what is called so. `rows:dolly` is rows of that layout alone; `openai:finetune` has no layout of its own.
#[must_use]
pub fn read_by_name(name: &str) -> Option<&'static Format> {
    let (format, dialect) = by_name(name)?;
    Some(dialect.and_then(|dialect| dialect.input).unwrap_or(format))
}

/// All names that [`by_name`] takes, dialects included, in order, and their formats.
pub fn names() -> impl Iterator<Item = (String, &'static Format)> {
    read_names().chain(SENT.iter().copied().flat_map(dialect_names))
}

/// Those of formats that are read.
pub fn read_names() -> impl Iterator<Item = (String, &'static Format)> {
    let names_of =
        |format: &'static Format| [(format.name.to_owned(), format)].into_iter().chain(dialect_names(format));
    FORMATS.iter().copied().flat_map(names_of)
}

fn dialect_names(format: &'static Format) -> impl Iterator<Item = (String, &'static Format)> {
    format.dialects.iter().map(move |it| (format!("{}:{}", format.name, it.name), format))
}

/// Those of [`names`] that can be written.
#[must_use]
pub fn writable_names() -> Vec<String> {
    names().filter(|(_, format)| format.can_write()).map(|(name, _)| name).collect()
}

/// True if a text that is not JSON begins like a record of a format.
#[must_use]
pub fn starts_text(text: &str) -> bool {
    let first = text.trim_start();
    if first.starts_with(['{', '"']) || (first.starts_with('[') && !first.starts_with("[INST]")) {
        return false;
    }
    FORMATS.iter().filter_map(|format| format.framing.starts_text).any(|starts| starts(text))
}

/// The formats whose records are requests with settings. Each record that is written looks its format up here, so the others are not
/// in the list.
static REQUESTS: LazyLock<Vec<(&str, &RequestSettings)>> =
    LazyLock::new(|| FORMATS.iter().filter_map(|format| Some((format.name, format.policy.record.settings?))).collect());

/// The settings of requests of the format with this name.
#[must_use]
pub fn settings_of(name: &str) -> Option<&'static RequestSettings> {
    REQUESTS.iter().find(|(format, _)| *format == name).map(|(_, settings)| *settings)
}

/// The columns of the formats that have rows of a table.
static ROWS: &[(&str, &ProfileColumns)] = &[(super::openai::NAME, &super::openai::ROW)];

/// The columns of a record of a format as a row of a table.
#[must_use]
pub fn columns_of(format: &Format) -> Option<&'static ProfileColumns> {
    ROWS.iter().find(|(name, _)| *name == format.name).map(|(_, columns)| *columns)
}

/// All columns that rows may have.
pub fn row_columns() -> impl Iterator<Item = &'static ProfileColumns> {
    ROWS.iter().map(|(_, columns)| *columns)
}

/// The folders that are known.
pub static FOLDERS: &[&Folder] = &[&super::picklebot::FOLDER];

/// The folder of a format, if it has one.
#[must_use]
pub fn folder_of(format: &Format) -> Option<&'static Folder> {
    FOLDERS.iter().find(|folder| folder.format.name == format.name).copied()
}

/// Losses that only some formats have.
pub static OWN_LOSSES: &[&Code] = &[&super::keprompt::MODEL_NAME];
