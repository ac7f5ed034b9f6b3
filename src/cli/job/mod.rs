//! Shared code of commands that process several inputs: options, inputs, outputs, reports, exit codes.

pub(crate) mod clashes;
mod download_args;
pub(crate) mod event_folders;
pub(crate) mod event_job;
pub(crate) mod files;
pub(crate) mod folders;
pub(crate) mod grouped_rows;
pub(crate) mod media_job;
pub(crate) mod media_sources;
pub(crate) mod nested;
pub(crate) mod notes;
pub(crate) mod one_result;
pub(crate) mod open_input;
pub(crate) mod outputs;
pub(crate) mod patience;
pub(crate) mod report_files;
pub(crate) mod rewrite;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod spooled;
pub(crate) mod time_args;
pub(crate) mod whole_job;
