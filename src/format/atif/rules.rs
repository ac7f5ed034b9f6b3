//! What harbor rejects in a run, and what it accepts with a warning. `TW940` to `TW959`.
//!
//! Embedded runs are fields to the model, so the record is looked at again, as it is written.

use super::rules_step::check_step;
use super::rules_tree::check_embedded;
use super::shape::VERSIONS;
use super::{NAME, read};
use crate::json::{Node, Tape};
use crate::model::Conversation;
use crate::rule::{Rule, RuleReport, rule};

pub(super) static RULES: &[&Rule] = &[
    &STEP_ID,
    &AGENT_FIELD,
    &RESULT_CALL,
    &NO_MODEL_CALL,
    &TIME,
    &PART,
    &MEDIA_TYPE,
    &EMBEDDED_ID,
    &REFERENCE,
    &UNRESOLVED,
    &NO_VERSION,
    &NEWER_FIELD,
];

rule! {
    STEP_ID "TW940" "atif-step-id" Error check
    "the steps are not numbered 1, 2, 3, …"
    "number the steps from 1, without gaps"
}

rule! {
    AGENT_FIELD "TW941" "atif-agent-field" Error
    "a step that is not the agent's has a field that only agent steps have"
    "remove the field, or set the step's `source` to `agent`"
}

rule! {
    RESULT_CALL "TW942" "atif-result-call" Error
    "a result refers to a call that is not in its step"
    "move the result into the step of its call; omit `source_call_id` if nothing was called"
}

rule! {
    NO_MODEL_CALL "TW943" "atif-no-model-call" Error
    "`llm_call_count` is 0, but the step has fields that only a model call produces"
    "remove `metrics` and `reasoning_content`, or correct the count"
}

rule! {
    TIME "TW944" "atif-time" Error
    "a `timestamp` is not in ISO 8601"
    "write it as 2026-01-02T03:04:05Z"
}

rule! {
    PART "TW945" "atif-part" Error
    "a content part does not have the fields of its type"
    "use `text` without `source` in a text part, and `source` without `text` in image and audio parts"
}

rule! {
    MEDIA_TYPE "TW946" "atif-media-type" Error
    "an image or audio file has a media type that the format does not support"
    "use JPEG, PNG, GIF or WebP images and WAV, MPEG, MP4, AAC, Ogg, FLAC, WebM or AIFF audio; move other files into `extra`"
}

rule! {
    EMBEDDED_ID "TW947" "atif-embedded-id" Error
    "an embedded run has no `trajectory_id`, or the same one as another"
    "give each embedded run its own `trajectory_id`"
}

rule! {
    REFERENCE "TW948" "atif-reference" Error
    "a reference to the run of a sub-agent names neither its id nor its path"
    "add `trajectory_id` or `trajectory_path`; `session_id` is ambiguous without them"
}

rule! {
    UNRESOLVED "TW949" "atif-unresolved-reference" Warning
    "a reference names a run that is not embedded"
    "embed the run in `subagent_trajectories`, or write its `trajectory_path`"
}

rule! {
    NO_VERSION "TW950" "atif-no-version" Warning
    "the run does not declare the version of its format"
    "add `schema_version`; harbor assumes the newest one it supports"
}

rule! {
    NEWER_FIELD "TW951" "atif-newer-field" Warning
    "a field is newer than the declared version of the run"
    "raise `schema_version`"
}

/// The minor version of a run: 7 for `ATIF-v1.7`. `None`: unknown.
pub(super) fn minor(run: Node<'_, '_>) -> Option<u32> {
    let version = run.get("schema_version")?.text()?;
    let version = version.decode();
    VERSIONS.contains(&&*version).then(|| version.rsplit('.').next()?.parse().ok()).flatten()
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.origin != NAME {
        return;
    }
    let mut tape = Tape::new();
    let Ok(root) = tape.parse(conversation.source.text) else { return };
    let mut runs = vec![root];
    while let Some(run) = runs.pop() {
        check_run(run, found);
        let embedded = run.get("subagent_trajectories").into_iter().flat_map(|list| list.items());
        runs.extend(embedded.filter(Node::is_object));
    }
}

fn check_run(run: Node<'_, '_>, found: &mut RuleReport<'_, '_>) {
    let version = minor(run);
    if run.get("schema_version").is_none() {
        let why = || format!("the run has no `schema_version`; the first one is `{}1.0`", read::VERSION);
        found.at_code(NO_VERSION.code, run.at(), why);
    }
    for key in ["trajectory_id", "subagent_trajectories"] {
        check_newer(version, 7, run, key, found);
    }
    check_embedded(run, found);
    let steps = run.get("steps").into_iter().flat_map(|steps| steps.items());
    for (step, number) in steps.zip(1_u32..).filter(|(step, _)| step.is_object()) {
        check_step(step, number, version, found);
    }
}

/// Reports a field of a newer version than that of the run.
pub(super) fn check_newer(
    version: Option<u32>,
    since: u32,
    object: Node<'_, '_>,
    key: &str,
    found: &mut RuleReport<'_, '_>,
) {
    let Some(version) = version.filter(|version| *version < since) else { return };
    if let Some(value) = object.get(key).filter(|value| !value.is_null()) {
        found.at_code(NEWER_FIELD.code, value.at(), || {
            format!("`{key}` is of version 1.{since}, and the run of version 1.{version}")
        });
    }
}
