//! Rules on rows: the messages follow from the statements.

use super::ROW;
use super::row::BESIDE;
use crate::json::{At, Inside, Node, Tape};
use crate::model::{Conversation, Extra};
use crate::rule::{Found, Rule, rule};
use crate::statements::{
    Chat, Comparison, Finding, Keyword, Match, Note, Statement, Value, Variables, compare, read_list, read_messages,
};

/// All of them; the first looks for all.
pub(super) static STATEMENT_RULES: [&Rule; 10] =
    [&DIFFERS, &MISSING, &UNEXPLAINED, &NO_ANSWER, &NUMBER, &COUNTS, &LAST, &COST, &PROGRAM, &UNUSABLE];

rule! {
    DIFFERS "TW870" "keprompt-chat-message-differs" Warning consistency
    "a recorded message is not the one that its statement makes"
    "look with `turnwise statements diff`: the messages or the statements were edited"
    r#"
Statements and messages are stored beside each other. Messages follow from statements, variables and the answers of the model; a reply goes on from the messages.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Bye\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    MISSING "TW871" "keprompt-chat-message-missing" Warning in_one_pass
    "a statement makes a message that is not recorded"
    "restore the message, or take the statement away"
    r#"
The statement was executed: it stands before the place where the chat goes on.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 3}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 4}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".system\", \"value\": \"Be brief.\"}, {\"msg_no\": 2, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 3, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 4, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    UNEXPLAINED "TW872" "keprompt-chat-message-unexplained" Warning in_one_pass
    "a recorded message comes of no statement and of no answer"
    "take the message out, or add a statement for it"
    r#"
The model would see it; running the statements again would not give it.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}, {\"role\": \"system\", \"content\": [{\"type\": \"text\", \"text\": \"New\"}]}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    NO_ANSWER "TW873" "keprompt-chat-answer-missing" Warning in_one_pass
    "an `.exec` was executed, and no answer is recorded"
    "restore the answer"
    r#"
Every `.exec` adds at least one answer of the model.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    NUMBER "TW874" "keprompt-chat-statement-number" Warning in_one_pass
    "the number on a message is not that of the statement that made it"
    "numbers are the position of the statement plus one; after a reply all older messages have one number"
    r#"
`stmt_no` names the statement that made a message.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 1}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    COUNTS "TW875" "keprompt-chat-counts" Warning in_one_pass
    "the chat counts other calls of the model than its statements have `.exec`"
    "the counts belong to another state of the chat"
    r#"
`interaction_no` and `total_api_calls` count the `.exec` that were executed.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]", "vm_state_json": "{\"ip\": 4, \"interaction_no\": 5}"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    LAST "TW876" "keprompt-chat-last-response" Warning in_one_pass
    "the variable `last_response` is not the last answer"
    "the answer or the variable was edited"
    r#"
`<<last_response>>` is the text of the last answer.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]", "variables_json": "{\"last_response\": \"Something else\"}"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    COST "TW877" "keprompt-chat-cost-statement" Warning in_one_pass
    "a cost names a statement that is no `.exec`"
    "costs are counted where the model is called"
    r#"
`msg_no` of a cost is the index of its `.exec`.

```json bad keprompt-chat
{"success": true, "data": [{"chat": {"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}, "costs": [{"msg_no": 0, "round_trip": 1}]}]}
```

```json good keprompt-chat
{"success": true, "data": [{"chat": {"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}, "costs": [{"msg_no": 2, "round_trip": 1}]}]}
```
"#
}

rule! {
    PROGRAM "TW878" "keprompt-chat-program-name" Warning in_one_pass
    "the row names another program, or another version, than its `.prompt` statement"
    "the name or the statement was edited"
    r#"


```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]", "prompt_name": "other", "prompt_version": "1"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

rule! {
    UNUSABLE "TW879" "keprompt-chat-not-executable" Warning in_one_pass
    "the statements of a chat cannot be loaded or executed"
    "turnwise statements run says the same of a list of statements"
    r#"
The rest of the chat is not compared.

```json bad keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"<<nobody>>\"}, {\"msg_no\": 2, \"keyword\": \".exit\", \"value\": \"\"}]"}
```

```json good keprompt-chat
{"chat_id": "0badcafe", "messages_json": "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"Hi\"}], \"stmt_no\": 2}, {\"role\": \"assistant\", \"content\": [{\"type\": \"text\", \"text\": \"Hello\"}], \"stmt_no\": 3}]", "statements_json": "[{\"msg_no\": 0, \"keyword\": \".prompt\", \"value\": \"\\\"name\\\":\\\"n\\\", \\\"version\\\":\\\"1\\\"\"}, {\"msg_no\": 1, \"keyword\": \".user\", \"value\": \"Hi\"}, {\"msg_no\": 2, \"keyword\": \".exec\", \"value\": \"\"}, {\"msg_no\": 3, \"keyword\": \".exit\", \"value\": \"\"}]"}
```
"#
}

/// What the first rule reports.
fn in_one_pass(_: &Conversation<'_>, _: &mut Found<'_, '_>) {}

fn column<'c, 'a>(conversation: &'c Conversation<'a>, key: &str) -> Option<&'c Extra<'a>> {
    conversation
        .extras
        .of(ROW)
        .iter()
        .find(|extra| extra.key.is(key) && !matches!(extra.value.as_str(), "null" | "\"\""))
}

/// Reads what a column holds; places become those of the record.
fn opened<R>(column: &Extra<'_>, read: impl FnOnce(Node<'_, '_>, &dyn Fn(At) -> At) -> Option<R>) -> Option<R> {
    let inside = Inside::of(column.value.as_str(), column.at);
    let mut tape = Tape::new();
    let root = tape.parse(inside.text()).ok()?;
    read(root, &|at| inside.at(at.offset().unwrap_or_default()))
}

fn notes_of(column: &Extra<'_>) -> Option<Vec<Note>> {
    opened(column, |root, place| {
        let mut notes = read_messages(root).ok()?;
        for note in &mut notes {
            note.at = place(note.at);
        }
        Some(notes)
    })
}

/// The statements that were executed, or why they cannot be loaded.
fn statements_of(column: &Extra<'_>) -> Option<Result<Vec<Statement>, Finding>> {
    opened(column, |root, place| {
        Some(match read_list(root, &mut Vec::new()) {
            Ok(mut statements) => {
                for statement in &mut statements {
                    statement.at = place(statement.at);
                }
                Ok(statements)
            }
            Err(refused) => Err(Finding::new(refused.code(), place(refused.at()), refused.message().to_owned())),
        })
    })
}

fn number_of(column: &Extra<'_>, key: &str) -> Option<usize> {
    opened(column, |root, _| root.get(key)?.raw().parse().ok())
}

fn consistency(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let Some(list) = column(conversation, "statements_json") else { return };
    let Some(Ok(mut statements)) = statements_of(list) else {
        if let Some(Err(finding)) = statements_of(list) {
            found.at_code(UNUSABLE.code, finding.at, || finding.message);
        }
        return;
    };
    let Some(notes) = column(conversation, super::row::MESSAGES).and_then(notes_of) else { return };
    let mut variables = Variables::default();
    if let Some(saved) = column(conversation, "variables_json") {
        opened(saved, |root, _| {
            variables.extend(root);
            Some(())
        });
    }
    costs(conversation, &statements, found);
    let state = column(conversation, "vm_state_json");
    // What was not executed yet has no messages.
    let ip = state.and_then(|state| number_of(state, "ip")).unwrap_or(statements.len());
    statements.truncate(ip.max(1));
    let id = conversation.id.as_ref().map(|id| id.decode());
    let chat = Chat {
        statements: &statements,
        notes: &notes,
        variables: &variables,
        id: id.as_deref(),
        file_name: None,
        goes_on: true,
    };
    let story = compare(&chat, None);
    if let Some((index, fault)) = &story.fault {
        let at = statements.get(*index).map(|statement| statement.at).unwrap_or_default();
        found.at_code(UNUSABLE.code, at, || format!("statement {index} cannot be executed: {}", fault.message));
        return;
    }
    messages(&story, &statements, &notes, found);
    counts(conversation, &story, found);
    names(conversation, &story, found);
    if let (Some(Value::Text(saved)), Some(made)) = (variables.get("last_response"), &story.last_response)
        && saved != made
        && !statements.iter().any(|statement| statement.keyword == Keyword::Cmd)
    {
        let at = column(conversation, "variables_json").map(|column| column.at).unwrap_or_default();
        found.at_code(LAST.code, at, || "`last_response` is not the last recorded answer".to_owned());
    }
}

fn messages(story: &Comparison, statements: &[Statement], notes: &[Note], found: &mut Found<'_, '_>) {
    for index in &story.unanswered {
        let at = statements.get(*index).map(|statement| statement.at).unwrap_or_default();
        found.at_code(NO_ANSWER.code, at, || format!("no answer to the `.exec` at statement {index} is recorded"));
    }
    // After a reply all messages before it have one number.
    let first = notes.first().and_then(|note| note.number);
    let old = notes.iter().take_while(|note| note.number == first).count();
    let is_loaded = |message: usize| old > 1 && message < old;
    for entry in &story.entries {
        let note = entry.message.and_then(|index| notes.get(index));
        let at = note.map(|note| note.at).unwrap_or_default();
        match (entry.kind, entry.statement, entry.message) {
            (Match::Same, Some(statement), Some(message)) => {
                let own = note.and_then(|note| note.number);
                if own.is_some_and(|own| own != statement + 1) && !is_loaded(message) {
                    found.at_code(NUMBER.code, at, || {
                        let own = own.unwrap_or_default();
                        format!("message {message} has the number {own}; statement {statement} made it")
                    });
                }
            }
            (Match::Text | Match::Parts, Some(statement), Some(message)) => found.at_code(DIFFERS.code, at, || {
                format!("message {message} is not what statement {statement} makes: {}", entry.detail)
            }),
            (Match::OnlyStatements, Some(statement), _) => {
                let at = statements.get(statement).map(|statement| statement.at).unwrap_or_default();
                found.at_code(MISSING.code, at, || {
                    format!("the {} message of statement {statement} is not recorded", entry.role)
                });
            }
            (Match::OnlyMessages, _, Some(message)) => found
                .at_code(UNEXPLAINED.code, at, || format!("message {message} ({}) comes of no statement", entry.role)),
            _ => {}
        }
    }
}

fn counts(conversation: &Conversation<'_>, story: &Comparison, found: &mut Found<'_, '_>) {
    let state = column(conversation, "vm_state_json");
    let own = state.and_then(|state| Some((number_of(state, "interaction_no")?, state.at, "interaction_no")));
    let total = column(conversation, "total_api_calls")
        .and_then(|column| Some((column.value.as_str().parse().ok()?, column.at, "total_api_calls")));
    for (count, at, name) in own.into_iter().chain(total) {
        // Nothing was counted: the row was not written by a chat.
        if count != story.interactions && count > 0 {
            found.at_code(COUNTS.code, at, || {
                format!("`{name}` is {count}; {} `.exec` were executed", story.interactions)
            });
        }
    }
}

fn names(conversation: &Conversation<'_>, story: &Comparison, found: &mut Found<'_, '_>) {
    for (key, made) in [("prompt_name", &story.meta.0), ("prompt_version", &story.meta.1)] {
        let (Some(column), Value::Text(made)) = (column(conversation, key), made) else { continue };
        let is_same = Inside::of(column.value.as_str(), column.at).text() == made;
        if !is_same && !made.is_empty() {
            found.at_code(PROGRAM.code, column.at, || format!("`{key}` is not `{made}`, which `.prompt` says"));
        }
    }
}

fn costs(conversation: &Conversation<'_>, statements: &[Statement], found: &mut Found<'_, '_>) {
    let key = format!("{BESIDE}costs");
    let Some(costs) = conversation.extras.of(ROW).iter().find(|extra| extra.key.is(&key)) else { return };
    opened(costs, |root, place| {
        for cost in root.items() {
            let Some(number) = cost.get("msg_no") else { continue };
            let statement = number.raw().parse::<usize>().ok().and_then(|index| statements.get(index));
            if statement.is_none_or(|statement| statement.keyword != Keyword::Exec) {
                found.at_code(COST.code, place(number.at()), || {
                    format!("the cost of statement {}, which is no `.exec`", number.raw())
                });
            }
        }
        Some(())
    });
}
