//! Rules about one step: its number, fields, time, results and parts.

use std::collections::HashSet;

use super::policy::SOUNDS;
use super::rules::{AGENT_FIELD, MEDIA_TYPE, NO_MODEL_CALL, PART, RESULT_CALL, STEP_ID, TIME, check_newer};
use super::rules_tree::check_reference;
use crate::format::shared::time;
use crate::json::Node;
use crate::lower::WEB_IMAGES;
use crate::rule::RuleReport;

/// The fields of steps of the agent.
const AGENT_FIELDS: &[&str] = &["model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"];
/// Those that only a model gives.
const MODEL_FIELDS: &[&str] = &["metrics", "reasoning_content"];
/// Other names of sounds that harbor reads.
const OTHER_SOUNDS: &[&str] = &[
    "audio/mpga",
    "audio/x-mpeg",
    "audio/x-wav",
    "audio/wave",
    "audio/vnd.wave",
    "audio/m4a",
    "audio/x-aac",
    "audio/x-flac",
    "audio/x-aiff",
];

pub(super) fn check_step(step: Node<'_, '_>, number: u32, version: Option<u32>, found: &mut RuleReport<'_, '_>) {
    // Other kinds of values are errors of their own.
    if let Some((id, value)) = step.get("step_id").and_then(|id| Some((id, id.raw().parse::<f64>().ok()?)))
        && value >= 1.0
        && (value - f64::from(number)).abs() > 0.0
    {
        found.at_code(STEP_ID.code, id.at(), || format!("`step_id` of step {number} is {}", id.raw()));
    }
    let is_agent = step.get("source").is_some_and(|source| source.is("agent"));
    let given = |key: &&str| step.get(key).filter(|value| !value.is_null());
    if is_agent && step.get("llm_call_count").is_some_and(|count| count.raw().parse() == Ok(0.0)) {
        for (key, value) in MODEL_FIELDS.iter().filter_map(|key| Some((key, given(key)?))) {
            let why = || format!("`{key}` is present, but `llm_call_count` says that no model was called");
            found.at_code(NO_MODEL_CALL.code, value.at(), why);
        }
    }
    if !is_agent && let Some(source) = step.get("source").and_then(|source| source.text()) {
        for (key, value) in AGENT_FIELDS.iter().filter_map(|key| Some((key, given(key)?))) {
            let why = || format!("a step of source `{}` has no `{key}`", source.show());
            found.at_code(AGENT_FIELD.code, value.at(), why);
        }
    }
    if let Some((time, text)) = step.get("timestamp").and_then(|time| Some((time, time.text()?)))
        && !time::is_iso(&text.decode())
    {
        found.at_code(TIME.code, time.at(), || format!("`{}` is not a time of ISO 8601", text.show()));
    }
    for (key, since) in [("is_copied_context", 5), ("llm_call_count", 7)] {
        check_newer(version, since, step, key, found);
    }
    check_parts(step, "message", version, found);
    check_results(step, version, found);
}

fn check_results(step: Node<'_, '_>, version: Option<u32>, found: &mut RuleReport<'_, '_>) {
    let Some(results) = step.get("observation").and_then(|observation| observation.get("results")) else { return };
    let calls = step.get("tool_calls").into_iter().flat_map(|calls| calls.items());
    let ids = calls.filter_map(|call| Some(call.get("tool_call_id")?.text()?.decode_json().into_owned()));
    let ids: HashSet<String> = ids.collect();
    for result in results.items() {
        if let Some((node, id)) = result.get("source_call_id").and_then(|id| Some((id, id.text()?)))
            && !ids.contains(&*id.decode_json())
        {
            found.at_code(RESULT_CALL.code, node.at(), || format!("no call of this step has the id `{}`", id.show()));
        }
        check_newer(version, 7, result, "extra", found);
        check_parts(result, "content", version, found);
        let references = result.get("subagent_trajectory_ref").into_iter().flat_map(|list| list.items());
        references.filter(Node::is_object).for_each(|reference| check_reference(reference, found));
    }
}

fn check_parts(holder: Node<'_, '_>, key: &str, version: Option<u32>, found: &mut RuleReport<'_, '_>) {
    let Some(list) = holder.get(key).filter(Node::is_array) else { return };
    check_newer(version, 6, holder, key, found);
    for part in list.items() {
        let kind = part.get("type").and_then(|kind| kind.text());
        let Some(kind) = kind.filter(|kind| ["text", "image", "audio"].iter().any(|known| kind.is(known))) else {
            continue;
        };
        let given = |key: &str| part.get(key).filter(|value| !value.is_null());
        let (needed, other) = if kind.is("text") { ("text", "source") } else { ("source", "text") };
        if given(needed).is_none() {
            found.at_code(PART.code, part.at(), || format!("a part of type `{}` needs `{needed}`", kind.show()));
        }
        if let Some(value) = given(other) {
            found.at_code(PART.code, value.at(), || format!("a part of type `{}` has no `{other}`", kind.show()));
        }
        let source = given("source").filter(|_| needed == "source");
        let Some((media_type, text)) = source.and_then(|it| it.get("media_type")).and_then(|it| Some((it, it.text()?)))
        else {
            continue;
        };
        let is_sound = kind.is("audio");
        if !is_good_type(&text.decode(), is_sound) {
            found.at_code(MEDIA_TYPE.code, media_type.at(), || {
                format!("a part of type `{}` may not be of the media type `{}`", kind.show(), text.show())
            });
        }
        if is_sound {
            check_newer(version, 8, part, "source", found);
        } else if let Some(duration) = source.and_then(|source| source.get("duration_sec")) {
            found.at_code(PART.code, duration.at(), || "an image has no `duration_sec`".to_owned());
        }
        if let Some(duration) =
            source.and_then(|source| source.get("duration_sec")).filter(|it| it.raw().starts_with('-'))
        {
            found.at_code(PART.code, duration.at(), || "`duration_sec` is below 0".to_owned());
        }
    }
}

/// Names of sounds are read in any case; those of images are not.
fn is_good_type(media_type: &str, is_sound: bool) -> bool {
    if !is_sound {
        return WEB_IMAGES.iter().any(|(known, _)| *known == media_type);
    }
    let usual = media_type.trim().to_lowercase();
    // `audio/x-m4a` is another name of `audio/mp4`.
    SOUNDS.iter().any(|(known, _)| *known == usual) || OTHER_SOUNDS.contains(&&*usual)
}
