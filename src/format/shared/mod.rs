//! Pieces that several formats need.

mod call;
mod data_url;
mod nested;
mod number;
mod python;
mod read;
mod shape;
mod statement_ids;
pub(super) mod time;
mod write;

pub use crate::lower::media_type::{found_type, is_private_place, plain_type};
pub use crate::lower::{IdMaker, Links, rewrite_id, rising, short_name};
pub use call::{each_tool_name, good_id, object_arguments, report_legacy_result};
pub use data_url::{DataUrl, split_data_url};
pub use nested::{open_json, text_as_json};
pub use number::python_number;
pub use python::python_to_json;
pub use read::{
    extras, extras_in, item_text, keep_odd, need, need_text, optional_flag, optional_text, refuse_type, unknown_fields,
    unknown_fields_in, wrong_type,
};
pub use shape::Shape;
pub use statement_ids::{STATEMENT_ID, statement_sites};
pub use write::{
    cannot_hold, drop_empty, drop_hint, drop_output, drop_tool, joined_text, report_joined, report_joined_text,
    report_strict, report_unplaced, write_extras, write_facts, write_slot,
};
