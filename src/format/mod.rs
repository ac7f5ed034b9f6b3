//! Layer 5: the formats. One folder each, with the same files: `mod.rs` (facts), `read.rs`, `write.rs`, `rules.rs`.
//!
//! A format is a value, not a type: it can be listed, compared, printed and tested as a table. Add one: a declaration of `rows`,
//! `turn_lists` or `message_stores`, or a folder; and a line in `registry.rs`.

mod a2a;
mod accepted;
mod adk;
mod ag_ui;
mod agno;
mod ai_sdk;
mod ai_studio;
mod alpaca;
mod anthropic;
mod atif;
mod autogen;
mod bedrock;
mod chat_text;
mod chatgpt;
mod chatml;
mod claude_ai;
mod claude_code;
mod codex;
pub mod columns;
mod container;
mod copilot_cli;
mod deepseek_export;
mod definition;
mod detect;
mod detect_sample;
mod dialect;
mod factory_droid;
mod family;
mod folder;
mod foreign;
mod foreign_formats;
mod framing;
mod gemini;
mod gemini_cli;
mod gemma;
mod harmony;
mod haystack;
mod hf;
mod hf_sts;
mod human_assistant;
pub mod ids;
mod inspect;
mod keprompt;
mod keprompt_chat;
mod keprompt_company;
mod keprompt_prompt;
mod keprompt_statements;
mod langchain;
mod librechat;
mod linked_ids;
mod lionpride;
pub mod listing;
mod livekit;
mod llama3;
mod llamafactory_v1;
mod llamaindex;
mod media;
mod message_stores;
mod missing_member;
mod mistral_text;
mod ms_agent;
mod ms_swift;
mod nested;
mod open_webui;
mod openai;
mod openai_agents;
mod openai_responses;
mod opencode;
mod openhands;
mod otel;
mod patterpunk;
mod pi;
mod picklebot;
mod plain_records;
mod program;
mod pydantic_ai;
mod qwen_code;
mod reading;
mod registry;
mod request_log;
pub mod rows;
mod schema;
mod score;
mod semantic_kernel;
mod services;
pub mod sessions;
pub mod shape;
pub mod shared;
mod sharegpt;
mod signs;
mod smolagents;
mod strands;
pub mod streams;
mod swe_agent;
pub mod trainers;
pub mod turn_lists;
mod write_record;
mod writing;
mod zephyr;

#[cfg(test)]
mod shared_tests;

pub use crate::lower::{Fact, FactSupport, LogShape, Mode, Policy};
pub use accepted::AcceptedForm;
pub use claude_code::AgentSession;
pub use container::Container;
pub use definition::{
    Format, FormatAbout, FormatRules, FormatShape, FramingRules, PrintFn, ReadFn, RowSession, SessionOf,
};
pub use detect::{Candidate, Detected, detect, has_covering, is_beside, keep_covering, refuse_silent, score_all};
pub use dialect::Dialect;
pub use family::Family;
pub use folder::{AttachFn, Attached, DescribeFn, Folder, FolderCodes, SessionEntry, SessionName, is_file_name};
pub use foreign::{foreign, response_id};
pub(crate) use foreign_formats::GEMINI_STREAMS;
pub use foreign_formats::{FOREIGN, ForeignFormat};
pub use framing::{Framing, find_framing, session_format, split_lines};
pub use ids::{IdRules, Site, Sites, Usage};
pub use listing::Listing;
pub use media::{AllowedMedia, InlineEdits, MediaFn, MediaPlace, MediaState, TypePlace, Word};
pub use plain_records::{PlainRecord, PlainRecords};
pub use program::{
    ChatText, ContainFn, Containing, CopyFn, Copying, ForkFn, Forking, FormFn, ListFn, ListOptions, NamedBranch,
    NewMember, Program, ReplacedMessage, SpeakFn, Speaking,
};
pub use reading::Reading;
pub use registry::{
    FOLDERS, FORMATS, OWN_LOSSES, SENT, by_name, columns_of, folder_of, names, programmed, read_by_name, read_names,
    row_columns, settings_of, starts_text, writable, writable_names,
};
pub use score::Score;
pub use shape::SchemaFn;
pub(crate) use shared::batch_failure;
pub(crate) use shared::time::{IsoTime, epoch_seconds, read_iso};
pub use shared::time::{iso_time, utc_now, utc_seconds};
pub use trainers::{TRAINERS, Trainer, trainer};
pub use write_record::{write_paired, write_record};
pub use writing::{WriteOptions, Writing};
