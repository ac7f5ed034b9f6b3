//! Pieces that several formats need.

mod answer_members;
mod base64;
mod cache_marks;
mod called_tools;
mod checks;
mod data_url;
mod failure;
pub mod hosted;
mod log_entries;
mod nested;
mod number;
mod openai_settings;
mod other_members;
mod plain_message;
mod python;
mod read;
mod service;
mod session_rows;
mod statement_ids;
mod thinking;
pub(super) mod time;
mod tool_names;
mod turn_checks;

pub use crate::lower::IdMaker;
pub use answer_members::{ANSWER_MEMBER, is_answer_member};
pub use base64::{standard_base64, url_safe_base64};
pub use cache_marks::{CheckedMark, check_mark_count, check_mark_order};
pub use called_tools::define_called_tools;
pub use checks::{check_call_ids, check_empty_errors, check_result_order, check_tool_names, first_tool_use, unsigned};
pub use data_url::{DataUrl, split_data_url};
pub use failure::{batch_failure, failure};
pub use log_entries::{LogEntries, bare, read_entries};
pub use nested::open_json;
pub use number::python_number;
pub use openai_settings::{ANSWER_KINDS, ChoiceSpelling, EFFORTS, VERBOSITIES};
pub use other_members::keep_other_members;
pub use plain_message::PlainMessage;
pub use python::python_to_json;
pub use read::{
    extras, extras_in, json_text, keep_empty_list, keep_exported, keep_member, keep_odd, keep_weight, need,
    need_conversation, need_messages, need_text, opaque, optional_flag, optional_text, read_label, read_role,
    read_schema, refuse_type, unknown_fields, unknown_fields_in, wanted_text, wrong_type,
};
pub use service::{Service, evidence, is_anthropic_with_system};
pub use session_rows::{SessionTable, add_session, by_session, rows};
pub use statement_ids::{STATEMENT_IDS, statement_sites};
pub use thinking::read_thinking;
pub use tool_names::each_tool_name;
pub use turn_checks::{
    check_first_role, check_has_messages, check_media_sum, check_result_places, is_response, leading_instructions,
};
