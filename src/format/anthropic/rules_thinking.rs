//! The rules of the API for requests in which thinking is on: `"thinking":{"type":"enabled","budget_tokens":1024}`.

use super::NAME;
use super::rules::last_answer;
use crate::format::shared::is_response;
use crate::json::{At, Node, Tape};
use crate::model::{Conversation, Extra, Message, Part, Role};
use crate::rule::{RuleReport, rule};

rule! {
    THINKING_SETTINGS "TW517" "anthropic-thinking-settings" Error settings
    "a setting of the request conflicts with thinking"
    "remove the setting, or turn thinking off"
}

rule! {
    THINKING_FIRST "TW990" "anthropic-thinking-first" Error thinking_first
    "thinking is on, and an answer does not begin with it"
    "put the thinking of the answer first, or turn thinking off"
}

rule! {
    THINKING_OFF "TW991" "anthropic-thinking-off" Error thinking_off
    "thinking is off, and the request ends with an answer that contains thinking"
    "remove the thinking from the last answer, or turn thinking on"
}

/// A setting of the body that is not null.
fn setting<'c, 'a>(conversation: &'c Conversation<'a>, key: &str) -> Option<&'c Extra<'a>> {
    conversation.extras.get(NAME, key).filter(|setting| !setting.value.is_null())
}

/// A setting as a number.
fn number(setting: &Extra<'_>) -> Option<f64> {
    setting.value.as_str().parse().ok()
}

/// The setting `thinking`: `None` if the record is not a request, or is one without its settings.
fn thinking<'t>(conversation: &'t Conversation<'_>, tape: &'t mut Tape) -> Option<Node<'t, 't>> {
    if !matches!(conversation.source.shape, "body" | "batch") {
        return None;
    }
    tape.parse(setting(conversation, "thinking")?.value.as_str()).ok()
}

/// The type of a setting: `enabled` of `{"type":"enabled"}`.
fn is_type(node: Node<'_, '_>, word: &str) -> bool {
    node.get("type").is_some_and(|kind| kind.is(word))
}

fn settings(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let (mut tape, mut choices) = (Tape::new(), Tape::new());
    let Some(thinking) = thinking(conversation, &mut tape) else { return };
    let is_on = is_type(thinking, "enabled");
    if let Some(at) = setting(conversation, "temperature").filter(|it| {
        (is_on || is_type(thinking, "adaptive")) && number(it).is_some_and(|number| (number - 1.0).abs() > f64::EPSILON)
    }) {
        found.at(at.at, || "`temperature` may only be 1 with thinking".to_owned());
    }
    if !is_on {
        return;
    }
    if let Some(top_k) = setting(conversation, "top_k") {
        found.at(top_k.at, || "`top_k` is not allowed with thinking".to_owned());
    }
    if let Some(top_p) = setting(conversation, "top_p").filter(|it| number(it).is_some_and(|number| number < 0.95)) {
        found.at(top_p.at, || "`top_p` is at least 0.95 with thinking".to_owned());
    }
    if let Some(choice) = setting(conversation, "tool_choice")
        && let Ok(node) = choices.parse(choice.value.as_str())
        && (is_type(node, "any") || is_type(node, "tool"))
    {
        found
            .at(choice.at, || "`tool_choice` may not force a call with thinking; auto and none are allowed".to_owned());
    }
    // Thinking between calls is counted apart.
    let is_interleaved = ["betas", "anthropic_beta"]
        .iter()
        .filter_map(|key| setting(conversation, key))
        .any(|betas| betas.value.as_str().contains("interleaved-thinking"));
    if let (Some(budget), Some(limit)) = (thinking.get("budget_tokens"), setting(conversation, "max_tokens"))
        && let (Ok(tokens), Some(most)) = (budget.raw().parse::<f64>(), number(limit))
        && tokens >= most
        && !is_interleaved
    {
        let at = setting(conversation, "thinking").map_or(At::NOWHERE, |thinking| thinking.at);
        found.at(at, || format!("`budget_tokens` is {tokens}, which must be less than `max_tokens` ({most})"));
    }
}

fn is_answer(message: &Message<'_>) -> bool {
    matches!(message.role, Role::Assistant)
}

fn is_thinking(part: &Part<'_>) -> bool {
    matches!(part, Part::Reasoning(_))
}

/// The answer at the end, with its calls and their results: the messages after the last words of the user.
fn last_turn<'c, 'a>(conversation: &'c Conversation<'a>) -> &'c [Message<'a>] {
    let is_words = |message: &Message<'_>| !matches!(message.role, Role::Assistant | Role::Tool);
    let start = conversation.messages.iter().rposition(is_words).map_or(0, |last| last + 1);
    conversation.messages.get(start..).unwrap_or_default()
}

fn thinking_first(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    if !thinking(conversation, &mut tape).is_some_and(|thinking| is_type(thinking, "enabled")) {
        return;
    }
    let mut is_after_answer = false;
    for message in &conversation.messages {
        let first = message.parts.first().filter(|first| !is_after_answer && !is_thinking(first));
        is_after_answer = is_answer(message);
        if let Some(first) = first.filter(|_| is_after_answer && message.parts.iter().any(is_thinking)) {
            found.at(first.at(), || format!("the answer has thinking, and begins with {}", first.name()));
            return;
        }
    }
    // The service needs the thinking that led to the calls whose results it gets.
    let turn = last_turn(conversation);
    let is_sent = match turn.last() {
        Some(last) if is_answer(last) => found.is_sending,
        Some(_) => turn.iter().any(|message| message.parts.iter().any(|part| matches!(part, Part::Call(_)))),
        None => false,
    };
    if let Some(first) = turn.first().filter(|first| is_sent && is_answer(first)).and_then(|first| first.parts.first())
        && !is_thinking(first)
    {
        found.at(first.at(), || format!("the last answer begins with {}, and thinking is on", first.name()));
    }
}

fn thinking_off(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let is_request =
        found.is_sending && matches!(conversation.source.shape, "body" | "batch") && !is_response(conversation, NAME);
    let mut tape = Tape::new();
    let is_off = match thinking(conversation, &mut tape) {
        Some(thinking) => is_type(thinking, "disabled"),
        None => setting(conversation, "thinking").is_none(),
    };
    if !(is_request && is_off) {
        return;
    }
    // Thinking at the very end has a rule of its own.
    let Some(last) = last_answer(conversation).filter(|last| !last.parts.last().is_some_and(is_thinking)) else {
        return;
    };
    if let Some(part) = last.parts.iter().find(|part| is_thinking(part)) {
        found.at(part.at(), || "the last message is an answer with thinking, and thinking is off".to_owned());
    }
}
