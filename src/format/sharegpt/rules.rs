//! Content that training tools reject or misread, next to the rules for all formats. `TW560` to `TW579`.

use super::NAME;
use crate::format::turn_lists::{
    FileField, PackedValue, TRAINING_FILES, blocks, has_calls, is_field, is_python, is_spare,
};
use crate::json::{At, Tape, Text};
use crate::model::{Arguments, Conversation, Message, Part, Role, ToolCall, ToolResult};
use crate::report::Severity;
use crate::rule::{Rule, RuleReport, rule};

pub(super) static RULES: &[&Rule] =
    &[&ALTERNATION, &LAST_TURN, &PLACEHOLDERS, &SYSTEM_TWICE, &OUTER_BLANKS, &PYTHON_QUOTES];

/// Stored data may be cut before training; what a trainer gets must be right.
fn severity(found: &RuleReport<'_, '_>) -> Severity {
    if found.is_sending { Severity::Error } else { Severity::Warning }
}

rule! {
    ALTERNATION "TW560" "sharegpt-alternation" Warning alternation
    "user and model turns do not alternate"
    "merge consecutive turns of one side; `human` and `observation` are one side, `gpt` and `function_call` the other"
}

fn alternation(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let severity = severity(found);
    let mut is_user_next = true;
    let mut is_group_open = false;
    for message in after_system(&conversation.messages) {
        let is_user = match &message.role {
            Role::User | Role::Tool => true,
            Role::Assistant => false,
            Role::System | Role::Developer => {
                found.at_as(severity, message.at, || "a system turn is between the others".to_owned());
                return;
            }
            // Already reported, and its side is unknown.
            Role::Other(_) => return,
        };
        // Results of one group become one turn when they come from another format.
        let is_result = matches!(message.role, Role::Tool) && message.origin != NAME;
        if is_result && is_group_open {
            continue;
        }
        if is_user != is_user_next {
            let role = message.role.name();
            let side = if is_user_next { "the user" } else { "the model" };
            found.at_as(severity, message.at, || format!("a turn of {side} is expected here, found one of {role}"));
            return;
        }
        is_group_open = is_result;
        is_user_next = !is_user_next;
    }
}

/// The turns after the field and the turn that may contain the system text.
fn after_system<'m, 'a>(messages: &'m [Message<'a>]) -> &'m [Message<'a>] {
    let fields = usize::from(messages.first().is_some_and(is_field));
    let turns = messages.get(fields..).unwrap_or_default();
    let leading = usize::from(turns.first().is_some_and(|first| first.role.is_instruction()));
    turns.get(leading..).unwrap_or_default()
}

rule! {
    LAST_TURN "TW561" "sharegpt-last-turn" Warning last_turn
    "the conversation does not end with a model turn"
    "end with `gpt` or `function_call`: training teaches the model to write the last turn"
}

fn last_turn(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // Lines with two answers, and lines whose answers are graded.
    if ["chosen", "reference_answer"].iter().any(|key| conversation.extras.get(NAME, key).is_some()) {
        return;
    }
    let severity = severity(found);
    match conversation.messages.last() {
        None => found.at_as(severity, At::byte(0), || "there are no turns".to_owned()),
        Some(last) => match &last.role {
            Role::Assistant | Role::Other(_) => {}
            Role::System | Role::Developer | Role::User | Role::Tool => {
                found.at_as(severity, last.at, || format!("the last turn is one of {}", last.role.name()));
            }
        },
    }
}

rule! {
    PLACEHOLDERS "TW562" "sharegpt-placeholder-count" Error placeholders
    "the number of placeholders in the texts differs from the number of files"
    "write one `<image>`, `<video>` or `<audio>` for each file, in their order"
}

fn placeholders(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for FileField { kind, tag, .. } in TRAINING_FILES {
        let mut has_files = false;
        let mut first = None;
        for part in conversation.parts() {
            match part {
                Part::Media(media) if media.kind == *kind => {
                    has_files = true;
                    if is_spare(media, NAME) {
                        first = first.or(Some((media.at, "no text has a place for this file")));
                    }
                }
                Part::Text(text) if first.is_none() && holds(&text.text, tag) => {
                    first = Some((text.at, "this text has a placeholder without a file"));
                }
                // Trainers count in all turns, and put no file into these.
                Part::Call(call) => {
                    if first.is_none() && call_holds(call, tag) {
                        first = Some((call.at, "this call has a placeholder without a file"));
                    }
                }
                Part::Result(result) => {
                    if first.is_none() && result_holds(result, tag) {
                        first = Some((result.at, "this result has a placeholder without a file"));
                    }
                }
                Part::Text(_) | Part::Media(_) | Part::Reasoning(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
        match first {
            Some((at, problem)) if has_files => found.at(at, || format!("{problem} (`{tag}`)")),
            // `<video>` and `<audio>` are words of HTML.
            Some((at, problem)) if *tag == "<image>" => found.at_as(Severity::Warning, at, || problem.to_owned()),
            _ => {}
        }
    }
}

fn result_holds(result: &ToolResult<'_>, tag: &str) -> bool {
    result.parts.iter().any(|part| matches!(part, Part::Text(text) if holds(&text.text, tag)))
}

/// The arguments of a call have something in them that trainers take for the place of a file.
pub(super) fn call_holds(call: &ToolCall<'_>, tag: &str) -> bool {
    match &call.arguments {
        Arguments::Encoded(text) => holds(text, tag),
        Arguments::Object(raw) => holds(&Text::Token(raw.as_str()), tag),
    }
}

fn holds(text: &Text<'_>, tag: &str) -> bool {
    let has = |text: &str| memchr::memmem::find(text.as_bytes(), tag.as_bytes()).is_some();
    text.token().map_or_else(|| has(&text.decode()), |token| has(PackedValue::of(token).as_str()))
}

rule! {
    SYSTEM_TWICE "TW563" "sharegpt-system-twice" Warning system_twice
    "there are two system texts, one among the turns and one in its own field"
    "keep one of the two; trainers disagree about which one applies"
}

fn system_twice(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !conversation.messages.iter().any(is_field) {
        return;
    }
    let turn = conversation.messages.iter().find(|message| matches!(message.role, Role::System) && !is_field(message));
    if let Some(turn) = turn {
        found.at(turn.at, || "the record has the field `system` too".to_owned());
    }
}

rule! {
    OUTER_BLANKS "TW564" "sharegpt-outer-blanks" Note outer_blanks
    "a text begins or ends with white space"
    "trim the text: the white space changes how it is tokenized"
    => Unsafe Trim
}

fn text_of<'p, 'c>(part: Option<&'p Part<'c>>) -> Option<&'p Text<'c>> {
    if let Some(Part::Text(part)) = part { Some(&part.text) } else { None }
}

fn outer_blanks(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| !matches!(message.role, Role::Tool)) {
        let starts = text_of(message.parts.first()).filter(|text| text.decode().starts_with(char::is_whitespace));
        let place = if starts.is_some() { "begins" } else { "ends" };
        let ends = || text_of(message.parts.last()).filter(|text| text.ends_with_space());
        if let Some(text) = starts.or_else(ends) {
            let at = found.place(text, message.at);
            found.at(at, || format!("the text {place} with white space"));
        }
    }
}

rule! {
    PYTHON_QUOTES "TW565" "sharegpt-python-quotes" Warning python_quotes
    "a call, a result or a list of tools is written as Python prints it, not as JSON"
    "write it with a JSON library: double quotes, true, false, null"
}

fn python_quotes(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    let own = conversation.messages.iter().filter(|message| message.origin == NAME);
    for message in own {
        let Some(token) = message.details().verbatim.as_ref().and_then(Text::token) else { continue };
        let (tags, is_payload) = match &message.role {
            Role::Assistant => (["<tool_call>", "</tool_call>"], has_calls(message)),
            // What is in a result is free text, but not what is in tags.
            Role::Tool => (["<tool_response>", "</tool_response>"], false),
            Role::System | Role::Developer | Role::User | Role::Other(_) => continue,
        };
        let value = PackedValue::of(token);
        let [open, close] = tags;
        let blocks = blocks(value.as_str(), open, close);
        let is_bad = if blocks.is_empty() {
            is_payload && is_python(&Text::Token(token), &mut tape)
        } else {
            blocks.into_iter().any(|block| is_python(&value.cut(block.inner), &mut tape))
        };
        if is_bad {
            found.at(message.at, || "this is a Python literal, not JSON".to_owned());
        }
    }
    let note = conversation.tools.first().and_then(|tool| tool.extras.find_mark(NAME, "tools"));
    if let Some(note) = note
        && let Some(token) = note.value.as_str().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
        && is_python(&Text::Token(token), &mut tape)
    {
        found.at(note.at, || "`tools` is a Python literal, not JSON".to_owned());
    }
}
