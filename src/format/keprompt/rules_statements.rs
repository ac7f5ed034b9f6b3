//! Rules on rows: the messages follow from the statements.

use super::ROW;
use crate::json::{At, NestedJson, Node, Tape};
use crate::model::{Conversation, Extra, Slot};
use crate::rule::{Rule, RuleReport, rule};
use crate::statements::{
    Comparison, Keyword, Match, Note, Statement, StatementChat, StatementFinding, Value, VariableList, compare,
    read_list, read_messages,
};

/// All of them; the first looks for all.
pub(super) static STATEMENT_RULES: [&Rule; 10] =
    [&DIFFERS, &MISSING, &UNEXPLAINED, &NO_ANSWER, &NUMBER, &COUNTS, &LAST, &COST, &PROGRAM, &UNUSABLE];

rule! {
    DIFFERS "TW870" "keprompt-chat-message-differs" Warning consistency
    "a recorded message differs from what its statement produces"
    "run `turnwise statements diff`: the messages or the statements were edited"
}

rule! {
    MISSING "TW871" "keprompt-chat-message-missing" Warning
    "a statement produces a message that is not recorded"
    "restore the message, or remove the statement"
}

rule! {
    UNEXPLAINED "TW872" "keprompt-chat-message-unexplained" Warning
    "a recorded message is neither produced by a statement nor an answer"
    "remove the message, or add a statement for it"
}

rule! {
    NO_ANSWER "TW873" "keprompt-chat-answer-missing" Warning
    "an `.exec` was executed, but no answer is recorded"
    "restore the answer"
}

rule! {
    NUMBER "TW874" "keprompt-chat-statement-number" Warning
    "a message has a different number than the statement that produced it"
    "use the position of the statement plus one; after a reply, all older messages have the same number"
}

rule! {
    COUNTS "TW875" "keprompt-chat-counts" Warning
    "the number of model calls differs from the number of executed `.exec` statements"
    "correct the counts: they belong to another state of the chat"
}

rule! {
    LAST "TW876" "keprompt-chat-last-response" Warning
    "the variable `last_response` is not the last answer"
    "correct it: the answer or the variable was edited"
}

rule! {
    COST "TW877" "keprompt-chat-cost-statement" Warning
    "a cost refers to a statement that is not an `.exec`"
    "use the index of the `.exec`: costs arise where the model is called"
}

rule! {
    PROGRAM "TW878" "keprompt-chat-program-name" Warning
    "the row has a different program name or version than its `.prompt` statement"
    "correct the one that was edited"
}

rule! {
    UNUSABLE "TW879" "keprompt-chat-not-executable" Warning
    "the statements of a chat cannot be loaded or executed"
    "run `turnwise statements run` on the list of statements to see where it fails"
}

fn column<'c, 'a>(conversation: &'c Conversation<'a>, key: &str) -> Option<&'c Extra<'a>> {
    conversation.extras.get(ROW, key).filter(|extra| !matches!(extra.value.as_str(), "null" | "\"\""))
}

/// Reads what a column holds; places become those of the record.
fn opened<R>(column: &Extra<'_>, read: impl FnOnce(Node<'_, '_>, &dyn Fn(At) -> At) -> Option<R>) -> Option<R> {
    let inside = NestedJson::of(column.value.as_str(), column.at);
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
fn statements_of(column: &Extra<'_>) -> Option<Result<Vec<Statement>, StatementFinding>> {
    opened(column, |root, place| {
        Some(match read_list(root, &mut Vec::new()) {
            Ok(mut statements) => {
                for statement in &mut statements {
                    statement.at = place(statement.at);
                }
                Ok(statements)
            }
            Err(refused) => {
                Err(StatementFinding::new(refused.code(), place(refused.at()), refused.message().to_owned()))
            }
        })
    })
}

fn number_of(column: &Extra<'_>, key: &str) -> Option<usize> {
    opened(column, |root, _| root.get(key)?.raw().parse().ok())
}

fn consistency(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let Some(list) = column(conversation, "statements_json") else { return };
    let Some(Ok(mut statements)) = statements_of(list) else {
        if let Some(Err(finding)) = statements_of(list) {
            found.at_code(UNUSABLE.code, finding.at, || finding.message);
        }
        return;
    };
    let Some(notes) = column(conversation, super::row::MESSAGES).and_then(notes_of) else { return };
    let mut variables = VariableList::default();
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
    let chat = StatementChat {
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

fn messages(story: &Comparison, statements: &[Statement], notes: &[Note], found: &mut RuleReport<'_, '_>) {
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
            (Match::OnlyMessages, _, Some(message)) => found.at_code(UNEXPLAINED.code, at, || {
                format!("message {message} ({}) was made by no statement", entry.role)
            }),
            _ => {}
        }
    }
}

fn counts(conversation: &Conversation<'_>, story: &Comparison, found: &mut RuleReport<'_, '_>) {
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

fn names(conversation: &Conversation<'_>, story: &Comparison, found: &mut RuleReport<'_, '_>) {
    for (key, made) in [("prompt_name", &story.meta.0), ("prompt_version", &story.meta.1)] {
        let (Some(column), Value::Text(made)) = (column(conversation, key), made) else { continue };
        let is_same = NestedJson::of(column.value.as_str(), column.at).text() == made;
        if !is_same && !made.is_empty() {
            found.at_code(PROGRAM.code, column.at, || format!("`{key}` is not `{made}`, which `.prompt` says"));
        }
    }
}

fn costs(conversation: &Conversation<'_>, statements: &[Statement], found: &mut RuleReport<'_, '_>) {
    let Some(costs) = conversation.extras.get_in(Slot::Entry, ROW, "costs") else { return };
    opened(costs, |root, place| {
        for cost in root.items() {
            let Some(number) = cost.get("msg_no") else { continue };
            let statement = number.raw().parse::<usize>().ok().and_then(|index| statements.get(index));
            if statement.is_none_or(|statement| statement.keyword != Keyword::Exec) {
                found.at_code(COST.code, place(number.at()), || {
                    format!("the cost of statement {}, which is not a `.exec`", number.raw())
                });
            }
        }
        Some(())
    });
}
