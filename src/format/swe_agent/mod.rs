//! SWE-agent: trajectories (`.traj`), read only.
//!
//! ```json
//! {"history":[{"role":"user","content":"Fix it.","agent":"main","message_type":"observation"}],"trajectory":[],"info":{}}
//! ```
//!
//! `history` has the messages. `trajectory` tells the same run once more, by actions and observations. Source: trajectories of
//! SWE-agent 0.7 and 1.1.

mod message;
mod read;

use super::{Format, FormatAbout};
use crate::format::Family;

pub(super) const NAME: &str = "swe-agent";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["traj"],
        summary: "SWE-agent: trajectories (`.traj`)",
        source: "SWE-agent 1.1, trajectories",
    },
    ..Format::new(NAME, Family::Session, read::score, read::read)
};
