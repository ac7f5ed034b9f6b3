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

use super::{Format, FormatAbout, FormatRules, FormatShape};
use crate::format::Family;

pub(super) const NAME: &str = "atif";

/// The speaker of what the environment reported without being called.
const ENVIRONMENT: &str = "environment";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["harbor"],
        summary: "ATIF: runs of agents as steps (Harbor, Terminal-Bench), versions 1.0 to 1.8",
        source: "harbor 0.24.0, harbor.models.trajectories",
    },
    policy: policy::ATIF,
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    // Nothing is required: calls without results, and ids that repeat, are recorded as they were.
    ..Format::new(NAME, Family::Session, read::score, read::read)
};
