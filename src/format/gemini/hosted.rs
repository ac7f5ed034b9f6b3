//! Code that the service runs.

use super::NAME;
use crate::format::shared::hosted::{hosted, keep_other, keep_unknown, placed, placed_or_null};
use crate::json::{Node, Out};
use crate::lower::{HostedBlock, HostedFields, HostedRules};
use crate::model::{Hosted, HostedOutcome, HostedResult, HostedTool};

/// Searches of this service have signatures that only it can write.
pub(super) const HOSTED: HostedRules =
    HostedRules { id_prefix: None, results: HostedFields::Text, write: |_| (write_code, Some(write_outcome)) };

const OUTCOMES: [(&str, HostedOutcome); 3] = [
    ("OUTCOME_OK", HostedOutcome::Succeeded),
    ("OUTCOME_FAILED", HostedOutcome::Failed),
    ("OUTCOME_DEADLINE_EXCEEDED", HostedOutcome::TimedOut),
];

/// The facts of a part. `None`: it stays one that only this API understands.
pub(super) fn read_hosted<'a>(part: Node<'_, 'a>, key: &'static str, data: Node<'_, 'a>) -> Option<Hosted<'a>> {
    let mut it = hosted(HostedTool::CodeExecution);
    match key {
        "executableCode" => {
            let ([language, code, id], rest) = data.fields(&["language", "code", "id"]).ok()?;
            it.id = placed_or_null(id)?;
            it.call = Some(placed(code)?);
            keep_other(&mut it.extras, NAME, "language", language.filter(|language| !language.is("PYTHON")));
            keep_unknown(&mut it.extras, NAME, &rest);
        }
        "codeExecutionResult" => {
            let ([word, output, id], rest) = data.fields(&["outcome", "output", "id"]).ok()?;
            it.id = placed_or_null(id)?;
            let word = word?;
            let (_, outcome) = OUTCOMES.into_iter().find(|(known, _)| word.is(known))?;
            let mut result = HostedResult { outcome: Some((outcome, word.at())), ..HostedResult::default() };
            let text = placed_or_null(output)?;
            // Of code that failed it is the error message.
            if outcome == HostedOutcome::Succeeded {
                result.output = text;
            } else {
                result.errors = text;
            }
            it.result = Some(result);
            keep_unknown(&mut it.extras, NAME, &rest);
        }
        _ => return None,
    }
    let ([], rest) = part.fields(&[]).ok()?;
    for (key, value) in rest.unknown().filter(|(_, value)| value.at() != data.at()) {
        it.extras.push(NAME, key, value.to_raw(), value.at());
    }
    Some(it)
}

fn write_code(block: &HostedBlock<'_>, out: &mut Out) {
    out.object(|out| {
        out.key("executableCode").object(|out| {
            if let Some(id) = &block.id {
                out.key("id").text(id);
            }
            out.key("language").word("PYTHON");
            out.key("code").text(block.text);
        });
    });
}

fn write_outcome(block: &HostedBlock<'_>, out: &mut Out) {
    let word = OUTCOMES.into_iter().find(|(_, outcome)| block.outcome == Some(*outcome)).map_or("", |(word, _)| word);
    out.object(|out| {
        out.key("codeExecutionResult").object(|out| {
            if let Some(id) = &block.id {
                out.key("id").text(id);
            }
            out.key("outcome").word(word);
            if !block.output.is_empty() {
                out.key("output").text(&block.output);
            }
        });
    });
}
