//! ATIF (Agent Trajectory Interchange Format), versions 1.0 to 1.8: one run of an agent as a list of steps.
//!
//! ```json
//! {"schema_version":"ATIF-v1.8","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"hi"}]}
//! ```
//!
//! A step of the agent is an answer with its calls, and the results of these. Source: the models of harbor 0.24.0, checked by
//! running them.

mod part;
mod policy;
mod read;
mod results;
mod rules;
mod rules_step;
mod rules_tree;
mod shape;
mod step;
mod tools;
mod write;

use super::Format;
use crate::format::Family;

pub(super) const NAME: &str = "atif";

/// The speaker of what the environment reported without being called.
const ENVIRONMENT: &str = "environment";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["harbor"],
    summary: "ATIF: runs of agents as steps (Harbor, Terminal-Bench), versions 1.0 to 1.8",
    source: "harbor 0.24.0, harbor.models.trajectories",
    dialects: &[],
    policy: policy::ATIF,
    score: read::score,
    is_message: None,
    read: read::read,
    print: Some(write::print),
    rules: rules::RULES,
    // Calls without results, and ids that repeat, are recorded as they were.
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&shape::IDS),
    listing: None,
    media: Some(|root, each| shape::RECORD.media(root, each)),
    schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
    starts_text: None,
    is_session: false,
    family: Family::Session,
    columns: None,
};
