//! The one integration binary. Each file says what it proves.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    clippy::too_many_lines,
    clippy::format_collect,
    clippy::naive_bytecount,
    clippy::cast_precision_loss,
    clippy::manual_is_multiple_of,
    unreachable_pub,
    reason = "tests fail loudly, and are not a library"
)]

mod accepted;
mod answers;
mod battery;
mod carry;
mod cases;
mod ci;
mod codes;
mod commands;
mod compact;
mod conserve;
mod contract;
mod cut_and_join;
mod damaged_lines;
mod data_frames;
mod diff;
mod diff_edits;
mod diff_files;
mod diff_law;
mod diff_odd;
mod diff_page;
mod diff_shown_law;
mod diff_store;
mod edits;
mod emptied;
mod events;
mod expected_branches;
mod expected_trees;
mod extras;
mod failures;
mod faults;
mod fixes;
mod fixtures;
mod floors;
mod formats;
mod fuzz;
mod held;
mod helps;
mod history;
mod hosted;
#[cfg(feature = "network")]
mod hostile;
mod hostile_logs;
mod invalid;
mod json;
mod keprompt;
mod kept;
mod library;
mod lines;
mod many_branches;
mod matrix;
mod media;
mod media_long;
mod migrate_ids;
mod migrate_ids_files;
mod mistyped;
mod mutants;
mod nested;
mod nested_ids;
mod order;
mod output_options;
mod pictures;
mod places;
mod random;
mod readers;
mod readme;
mod repair;
mod repair_ids;
mod robustness;
mod rules;
mod schema;
mod secrets;
mod sends;
mod sessions;
mod settings;
mod show;
mod show_facts;
mod show_tree;
mod shown;
mod source_places;
mod statements;
mod stats;
mod style;
mod threads;
mod trainers;
mod unions;
#[cfg(target_os = "linux")]
mod watch;
mod whole_records;
mod words;
mod wrong_format;
mod zip;
