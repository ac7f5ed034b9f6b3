//! Rules about embedded runs of sub-agents, and about references to them.

use std::collections::HashSet;

use super::rules::{EMBEDDED_ID, REFERENCE, UNRESOLVED};
use crate::json::Node;
use crate::rule::RuleReport;

/// Each embedded run has an id of its own, and references name one of them.
pub(super) fn check_embedded(run: Node<'_, '_>, found: &mut RuleReport<'_, '_>) {
    let embedded = run.get("subagent_trajectories").into_iter().flat_map(|list| list.items());
    let mut ids: HashSet<String> = HashSet::new();
    for run in embedded.filter(Node::is_object) {
        match run.get("trajectory_id").and_then(|id| id.text()) {
            Some(id) if !ids.insert(id.decode_json().into_owned()) => {
                let at = run.get("trajectory_id").map_or(run.at(), |id| id.at());
                found.at_code(EMBEDDED_ID.code, at, || format!("another embedded run is called `{}`", id.show()));
            }
            Some(_) => {}
            None if run.get("trajectory_id").is_some_and(|id| !id.is_null()) => {}
            None => {
                found.at_code(EMBEDDED_ID.code, run.at(), || "an embedded run needs a `trajectory_id`".to_owned());
            }
        }
    }
    let steps = run.get("steps").into_iter().flat_map(|steps| steps.items());
    let results = steps.filter_map(|step| step.get("observation")?.get("results")).flat_map(|results| results.items());
    let references = results.filter_map(|result| result.get("subagent_trajectory_ref")).flat_map(|list| list.items());
    for reference in references {
        let is_elsewhere = reference.get("trajectory_path").is_some_and(|path| !path.is_null());
        let Some(id) = reference.get("trajectory_id").filter(|_| !is_elsewhere) else { continue };
        if let Some(text) = id.text().filter(|text| !ids.contains(&*text.decode_json())) {
            found.at_code(UNRESOLVED.code, id.at(), || format!("no embedded run is called `{}`", text.show()));
        }
    }
}

/// A reference says which run it means, or where it is.
pub(super) fn check_reference(reference: Node<'_, '_>, found: &mut RuleReport<'_, '_>) {
    let has = |key: &str| reference.get(key).is_some_and(|value| !value.is_null());
    if !has("trajectory_id") && !has("trajectory_path") {
        let why = || "the reference needs `trajectory_id` or `trajectory_path`".to_owned();
        found.at_code(REFERENCE.code, reference.at(), why);
    }
}
