//! Tool results: a list of blocks, and a status.

use super::NAME;
use super::plan::{Block, Planner, own_block, plan_text};
use super::plan_media::plan_media;
use crate::format::Writing;
use crate::format::shared::report_legacy_result;
use crate::json::Text;
use crate::model::{Few, Part, ToolResult};
use crate::report::{Refused, loss};

pub(super) fn plan_result<'m>(
    result: &'m ToolResult<'m>,
    id: Text<'m>,
    planner: &mut Planner<'_>,
    writing: &mut Writing<'_>,
) -> Result<Block<'m>, Refused> {
    report_legacy_result(result, writing.report);
    let mut blocks = Few::default();
    blocks.reserve(result.parts.len());
    for part in &result.parts {
        match part {
            Part::Text(text) if text.is_json && is_object(&text.text, writing) => {
                report_hint(part, writing);
                blocks.push(Block::Json(text));
            }
            Part::Text(_) | Part::Refusal(_) => {
                let block = plan_text(part, writing);
                if block.is_some() {
                    report_hint(part, writing);
                }
                blocks.extend(block);
            }
            Part::Media(media) => {
                let block = plan_media(media, planner, true, writing)?;
                if block.is_some() {
                    report_hint(part, writing);
                }
                blocks.extend(block.map(|block| Block::Media(Box::new(block))));
            }
            Part::Reasoning(it) => planner.reasoning(it, false, &mut blocks, writing),
            Part::Opaque(it) => blocks.extend(own_block(it)),
            // Not found in results.
            Part::Call(_) | Part::Result(_) => {}
        }
    }
    let status = match result.error {
        Some((true, at)) if blocks.is_empty() => {
            writing
                .report
                .add(&loss::ERROR_FLAG, at, || "the error flag of an empty tool result is dropped".to_owned());
            None
        }
        Some((true, _)) => Some("error"),
        Some((false, _)) if planner.is_own || !blocks.is_empty() => Some("success"),
        Some((false, _)) | None => None,
    };
    Ok(Block::Result { result, id, content: blocks.into_iter().collect(), status })
}

fn is_object(text: &Text<'_>, writing: &mut Writing<'_>) -> bool {
    writing.scratch.parse(&text.decode_json()).is_ok_and(|root| root.is_object())
}

/// A cache point may stand behind a result, but not in one.
fn report_hint(part: &Part<'_>, writing: &mut Writing<'_>) {
    let hint = match part {
        Part::Text(it) | Part::Refusal(it) => it.cache.as_deref(),
        Part::Media(it) => it.cache.as_deref(),
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => None,
    };
    if let Some(hint) = hint.filter(|hint| hint.is_on) {
        writing.report.add(&loss::CACHE_HINT, hint.at, || format!("{NAME} takes no cache hints inside a tool result"));
    }
    let citations = if let Part::Text(it) = part { it.citations.as_deref() } else { None };
    if let Some(it) = citations.filter(|it| it.origin == NAME) {
        writing.report.add(&loss::CITATIONS, it.at, || "citations inside a tool result are dropped".to_owned());
    }
}
