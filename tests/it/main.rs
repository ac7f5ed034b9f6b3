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

mod cases;
mod commands;
mod fixtures;
mod formats;
mod invariants;
mod layers;
mod safety;
mod style;
