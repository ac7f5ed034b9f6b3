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

use super::Format;
use crate::format::Family;
use crate::lower::Policy;

pub(super) const NAME: &str = "swe-agent";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["traj"],
    summary: "SWE-agent: trajectories (`.traj`)",
    source: "SWE-agent 1.1, trajectories",
    dialects: &[],
    policy: Policy { name: NAME, ..Policy::BASE },
    score: read::score,
    is_message: None,
    read: read::read,
    print: None,
    rules: &[],
    requires: &[],
    is_service: false,
    program: None,
    ids: None,
    listing: None,
    media: None,
    schema: None,
    starts_text: None,
    is_session: false,
    family: Family::Session,
    columns: None,
};
