//! The answer does not match the schema of its request.

use super::RuleReport;
use super::json_schema::{SchemaCheck, SchemaPatterns, steps_for};
use crate::json::{Raw, Tape};
use crate::model::{Conversation, Message, Part, Role};

rule! {
    RULE "TW228" "unfit-answer" Warning check
    "the answer does not match the JSON Schema that the request asks for"
    "correct the answer, or the schema of the request"
}

/// The finish reasons of complete answers. Other answers have been truncated or filtered.
const WHOLE: [&str; 6] = ["stop", "STOP", "end_turn", "stop_sequence", "completed", "eos"];

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut checked = AnswerCheck {
        patterns: SchemaPatterns::default(),
        steps: steps_for(conversation.source.text),
        schemas: Tape::new(),
        values: Tape::new(),
    };
    let is_asked_by_message = conversation.messages.iter().any(|message| message.details().output.is_some());
    if is_asked_by_message {
        let next = conversation.messages.iter().skip(1);
        for (request, answer) in conversation.messages.iter().zip(next) {
            let schema = request.details().output.as_ref().and_then(|output| output.schema.as_ref());
            if let Some(schema) = schema {
                checked.answer(schema, answer, found);
            }
        }
    } else if let Some(schema) = conversation.output.as_ref().and_then(|output| output.schema.as_ref()) {
        // A history may have answers to earlier requests; a recorded answer may have several choices.
        let count = if conversation.is_answer() { conversation.messages.len() } else { 1 };
        for answer in conversation.messages.iter().rev().take(count) {
            checked.answer(schema, answer, found);
        }
    }
}

struct AnswerCheck {
    patterns: SchemaPatterns,
    steps: u64,
    schemas: Tape,
    values: Tape,
}

impl AnswerCheck {
    fn answer(&mut self, schema: &Raw<'_>, answer: &Message<'_>, found: &mut RuleReport<'_, '_>) {
        let Some((first, text)) = answer_text(answer) else { return };
        let Ok(schema) = self.schemas.parse(schema.as_str()) else { return };
        let at = found.place(&first.text, first.at);
        match self.values.parse(&text) {
            Err(error) => found.at(at, || format!("the answer is not JSON: {error} (byte {})", error.offset + 1)),
            Ok(value) => {
                if let Ok(Some(violation)) = SchemaCheck::new(schema, &mut self.patterns, &mut self.steps).check(value)
                {
                    found.at(at, || format!("the answer does not fit the schema: {}", violation.message()));
                }
            }
        }
    }
}

/// The text of a complete answer, and its first part. Answers with calls or refusals have none.
fn answer_text<'m>(answer: &'m Message<'_>) -> Option<(&'m crate::model::TextPart<'m>, String)> {
    let is_whole = answer.details().finish.as_ref().is_none_or(|finish| WHOLE.iter().any(|it| finish.reason.is(it)));
    if !is_whole || !matches!(answer.role, Role::Assistant) {
        return None;
    }
    let (mut first, mut text) = (None, String::new());
    for part in &answer.parts {
        match part {
            Part::Text(part) => {
                first = first.or(Some(part));
                text.push_str(&part.text.decode_json());
            }
            Part::Reasoning(_) => {}
            Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => return None,
        }
    }
    first.filter(|_| !text.trim().is_empty()).map(|first| (first, text))
}
