//! Rules on messages and their neighbours: calls and results, and what may stand beside them.

use super::NAME;
use super::message::role_word;
use crate::model::{Conversation, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{Found, rule};

rule! {
    NO_ID "TW800" "keprompt-no-call-id" Note no_id
    "a call or a result has no id"
    "answers of Google have none; results then belong to calls by their order alone"
    r#"
keprompt writes an empty id where a service gave none. Other services refuse such calls, so converting makes ids up.

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"q"}],"stmt_no":1},{"role":"assistant","content":[{"type":"tool","id":"","name":"f","arguments":{}}],"stmt_no":2},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"","content":"r"}],"stmt_no":2}]
```

```json good keprompt
[{"role":"user","content":[{"type":"text","text":"q"}],"stmt_no":1},{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}],"stmt_no":2},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}],"stmt_no":2}]
```
"#
}

fn no_id(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for part in conversation.parts() {
        match part {
            Part::Call(call) if call.id.is_none() => {
                found.at(call.at, || format!("the call of `{}` has no id", call.name.show()));
            }
            Part::Result(result) if result.call_id.is_none() => {
                found.at(result.at, || "the result has no id".to_owned());
            }
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
}

rule! {
    RESULT_ORDER "TW801" "keprompt-result-order" Warning result_order
    "results stand in another order than their calls"
    "put the results into the order of the calls"
    r#"
keprompt runs calls one after the other and writes their results in that order. Where ids are missing, the order is all that links them.

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}},{"type":"tool","id":"c2","name":"g","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c2","content":"2"}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"1"}]}]
```

```json good keprompt
[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}},{"type":"tool","id":"c2","name":"g","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"1"}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c2","content":"2"}]}]
```
"#
}

fn result_order(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let pairs = found.pairs();
    let mut last = None;
    for answer in &pairs.results {
        let Some(call) = answer.call.filter(|_| !answer.is_early && !answer.is_repeated) else { continue };
        if last.is_some_and(|last| call < last) {
            let id = answer.result.call_id.as_ref().map(crate::json::Text::show).unwrap_or_default();
            found.at(answer.result.at, || format!("the result of `{id}` stands behind one of a later call"));
        }
        last = last.max(Some(call));
    }
}

/// The messages as they stood: the pieces of one together.
fn wholes<'c, 'm>(conversation: &'c Conversation<'m>) -> impl Iterator<Item = &'c [Message<'m>]> {
    conversation.messages.chunk_by(|one, next| one.turn.is_some() && one.turn == next.turn)
}

fn is_role(message: &Message<'_>, role: &str) -> bool {
    role_word(message).is(role)
}

rule! {
    MIXED_TOOL_MESSAGE "TW802" "keprompt-mixed-tool-message" Warning mixed_tool_message
    "a tool message holds something beside results"
    "keep results in messages of their own: most services never see the rest"
    r#"
keprompt's code for OpenAI, OpenRouter and Cerebras drops texts and calls in a tool message without a word; xAI and Mistral get the last result only.

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"},{"type":"text","text":"so"}]}]
```

```json good keprompt
[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]},{"role":"user","content":[{"type":"text","text":"so"}]}]
```
"#
}

fn mixed_tool_message(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| is_role(message, "tool")) {
        let other = message.parts.iter().find(|part| !matches!(part, Part::Result(_) | Part::Opaque(_)));
        if let Some(other) = other {
            found.at(other.at(), || format!("a tool message holds {}", other.name()));
        }
    }
}

rule! {
    CALL_ELSEWHERE "TW803" "keprompt-call-elsewhere" Warning call_elsewhere
    "a call stands in a message that is no answer"
    "put the call into a message of role assistant"
    r#"
Only answers of a model call tools. Services refuse calls in other messages.

```json bad keprompt
[{"role":"user","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]
```

```json good keprompt
[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]
```
"#
}

fn call_elsewhere(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in &conversation.messages {
        let role = role_word(message);
        // In a tool message it was said by the rule for those.
        if role.is("assistant") || role.is("tool") {
            continue;
        }
        for part in &message.parts {
            if let Part::Call(call) = part {
                found.at(call.at, || format!("a call stands in a message of role `{}`", role.show()));
            }
        }
    }
}

rule! {
    RESULT_ELSEWHERE "TW804" "keprompt-result-elsewhere" Warning result_elsewhere
    "a result stands in a message that is not of role tool"
    "put the result into a message of role tool"
    r#"
keprompt sends it to Anthropic, Google and DeepSeek alone; for all others it vanishes.

```json bad keprompt
[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]
```

```json good keprompt
[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]
```
"#
}

fn result_elsewhere(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in &conversation.messages {
        let role = role_word(message);
        if role.is("tool") {
            continue;
        }
        for part in &message.parts {
            if let Part::Result(result) = part {
                found.at(result.at, || format!("a result stands in a message of role `{}`", role.show()));
            }
        }
    }
}

rule! {
    UNMERGED "TW807" "keprompt-unmerged-messages" Warning unmerged
    "two messages of one role stand together"
    "keprompt itself would have made them one message"
    r#"
Statements add to the last message if it has their role. Messages that stand side by side were not written by them, and running the statements again gives one.

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"text","text":"b"}]}]
```

```json good keprompt
[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]
```
"#
}

fn unmerged(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut before: Option<&Message<'_>> = None;
    for message in wholes(conversation).filter_map(<[_]>::first) {
        let is_equal = |role: &str| is_role(message, role) && before.is_some_and(|before| is_role(before, role));
        if is_equal("user") || is_equal("system") {
            found.at(message.at, || format!("the message before has the role `{}` too", role_word(message).show()));
        }
        before = Some(message);
    }
}

rule! {
    SEVERAL_RESULTS "TW809" "keprompt-several-results" Warning several_results
    "a tool message holds several results"
    "keprompt's code for xAI and Mistral sends the last one only"
    r#"
Each tool round of `.exec` makes one message with all its results, so this is how keprompt writes them. xAI and Mistral then get the last result alone, and refuse the request for the calls without one.

```json bad keprompt
[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}},{"type":"tool","id":"c2","name":"g","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"1"},{"type":"tool_result","tool_use_id":"c2","content":"2"}]}]
```

```json good keprompt
[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{}},{"type":"tool","id":"c2","name":"g","arguments":{}}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"1"}]},{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c2","content":"2"}]}]
```
"#
}

fn several_results(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for pieces in wholes(conversation).filter(|pieces| pieces.first().is_some_and(|first| is_role(first, "tool"))) {
        let parts = pieces.iter().flat_map(|piece| &piece.parts);
        let count = parts.filter(|part| matches!(part, Part::Result(_))).count();
        if let Some(first) = pieces.first().filter(|_| count > 1) {
            found.at(first.at, || format!("{count} results in one message: xAI and Mistral get the last one only"));
        }
    }
}

rule! {
    SEVERAL_SYSTEMS "TW810" "keprompt-several-systems" Warning several_systems
    "there are several system messages"
    "keprompt's code for Google sends the last one only"
    r#"
Anthropic gets all system messages joined, wherever they stood. Google gets the last one.

```json bad keprompt
[{"role":"system","content":[{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"system","content":[{"type":"text","text":"b"}]}]
```

```json good keprompt
[{"role":"system","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},{"role":"user","content":[{"type":"text","text":"q"}]}]
```
"#
}

fn several_systems(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut systems = conversation.messages.iter().filter(|message| matches!(message.role, Role::System));
    if systems.next().is_some()
        && let Some(second) = systems.next()
    {
        found.at(second.at, || "another system message: Google gets the last one only".to_owned());
    }
}

rule! {
    STATEMENT_ORDER "TW812" "keprompt-statement-order" Note statement_order
    "the numbers of statements do not grow"
    "after a reply this is as it should be: all messages that were loaded get the number of the last statement"
    r#"
`stmt_no` says which statement made a message. keprompt forgets it when it loads a chat: everything that was loaded then has one number.

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"q"}],"stmt_no":4},{"role":"assistant","content":[{"type":"text","text":"a"}],"stmt_no":2}]
```

```json bad keprompt
[{"role":"user","content":[{"type":"text","text":"q"}],"stmt_no":8},{"role":"assistant","content":[{"type":"text","text":"a"}],"stmt_no":8}]
```

```json good keprompt
[{"role":"user","content":[{"type":"text","text":"q"}],"stmt_no":2},{"role":"assistant","content":[{"type":"text","text":"a"}],"stmt_no":3}]
```
"#
}

fn statement_order(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut before: Option<i64> = None;
    let mut was_user = false;
    for message in wholes(conversation).filter_map(<[_]>::first) {
        let number = message.extras.get(NAME, "stmt_no").and_then(|it| it.value.as_str().parse::<i64>().ok());
        let Some(number) = number else { continue };
        // All messages of one `.exec` share its number; the question before it was made by a statement of its own.
        let is_odd = before.is_some_and(|before| number < before || (number == before && was_user));
        if is_odd {
            found.at_as(Severity::Note, message.at, || {
                format!("`stmt_no` is {number} behind {}", before.unwrap_or_default())
            });
            return;
        }
        was_user = !matches!(message.role, Role::Assistant | Role::Tool);
        before = Some(number);
    }
}
