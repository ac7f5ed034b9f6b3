//! `statements edit` and `statements branch`: changes a list of statements, or copies the beginning of a chat as a new
//! chat.

use super::replay::{ChatState, state_at};
use super::subject::{Subject, row_of, table};
use crate::format::starts_text;
use crate::json::{At, Edit, Layout, NestedJson, Node, Out, Raw, Span, Tape, apply, quoted, sort_edits};
use crate::report::Refused;
use crate::statements::{Keyword, Statement, StatementFinding, codes, read_list, write_statement};

/// A change of one statement.
#[derive(Clone, Debug)]
pub enum StatementChange {
    /// The value of a statement.
    Value(String),
    /// Its keyword.
    Keyword(Keyword),
    /// The statement is deleted.
    Delete,
    /// Another one is inserted before it.
    Insert(Keyword, String),
}

impl StatementChange {
    /// The inserted statement.
    fn added(&self) -> Option<Statement> {
        match self {
            Self::Insert(keyword, value) => Some(Statement::new(*keyword, value.clone())),
            Self::Value(_) | Self::Keyword(_) | Self::Delete => None,
        }
    }
}

/// Options of an edit.
#[derive(Clone, Debug)]
pub struct EditOptions {
    /// The index of the statement. `None`: after the last one.
    pub at: Option<usize>,
    /// The changes, in order.
    pub changes: Vec<StatementChange>,
    /// Keep the messages that the change may affect.
    pub keeps_messages: bool,
}

/// A changed document.
#[derive(Clone, Debug, Default)]
pub struct EditedDocument {
    /// The document.
    pub text: String,
    /// The findings.
    pub findings: Vec<StatementFinding>,
}

fn refuse(at: At, message: String) -> Refused {
    Refused::new(&codes::BAD_STATEMENT, at, message)
}

/// Rejects the text of a `.prompt` file.
fn refuse_text(text: &str) -> Result<(), Refused> {
    if !starts_text(text) {
        return Ok(());
    }
    let why = "this is the text of a `.prompt` file, not a list of statements or the row of a chat".to_owned();
    Err(refuse(At::byte(0), why)
        .helping("edit the text, or make a list of it: turnwise convert --to keprompt-statements FILE"))
}

/// Edits a list of statements, or the row of a chat.
///
/// # Errors
/// The statement does not exist, or the document cannot be loaded.
pub fn edit(text: &str, chat: Option<&str>, options: &EditOptions) -> Result<EditedDocument, Refused> {
    refuse_text(text)?;
    let mut tape = Tape::new();
    let root = table(&mut tape, text)?;
    let Some(row) = row_of(root, chat)? else {
        let list = edit_list(root, options)?;
        let span = root.span();
        let edits = &mut [Edit { span, text: list }];
        let text = apply(text, edits).map_err(|_| refuse(root.at(), "the list cannot be changed".to_owned()))?;
        return Ok(EditedDocument { text, findings: Vec::new() });
    };
    let mut edited = EditedDocument::default();
    let subject = Subject::open(text, chat, false)?;
    let count = subject.statements.as_ref().map_or(0, Vec::len);
    let at_statement = options.at.unwrap_or(count).min(count);
    let is_added = at_statement == count;
    let state = state_at(&subject, at_statement);
    let mut edits = Vec::new();
    let mut columns = RowEdits { edits: &mut edits, row };
    columns.change("statements", &mut |node| edit_list(node, options))?;
    if is_added {
        // Executed statements are kept, and the chat continues with the new ones.
        edited.text = apply(text, &mut edits).map_err(|_| refuse(root.at(), UNCHANGEABLE.to_owned()))?;
        return Ok(edited);
    }
    let mut dropped = 0;
    if !options.keeps_messages {
        columns.change("variables", &mut |_| Ok(state.variables.clone()))?;
        columns.change("messages", &mut |node| {
            dropped = node.len().saturating_sub(state.kept);
            Ok(keep(node, &state))
        })?;
    }
    let grows = options.changes.iter().any(|change| matches!(change, StatementChange::Insert(..)));
    let shrinks = options.changes.iter().any(|change| matches!(change, StatementChange::Delete));
    columns.change("vm_state", &mut |node| {
        // The statement at which the chat continues: after the executed statements that are still valid, or the same as
        // before.
        let Some(ip) = node.get("ip") else { return Ok(node.raw().to_owned()) };
        let old: usize = ip.raw().parse().unwrap_or_default();
        let same = if old > at_statement { old + usize::from(grows) - usize::from(shrinks) } else { old };
        let new = if options.keeps_messages { same } else { old.min(at_statement) };
        let mut edits = vec![Edit { span: ip.span(), text: new.to_string() }];
        let calls = node.get("interaction_no").filter(|_| !options.keeps_messages);
        edits.extend(calls.map(|calls| Edit { span: calls.span(), text: state.calls.to_string() }));
        sort_edits(&mut edits);
        within(node, &edits)
    })?;
    if let Some(total) = row.chat.get("total_api_calls").filter(|total| !options.keeps_messages && !total.is_null()) {
        let quote = if total.is_string() { "\"" } else { "" };
        edits.push(Edit { span: total.span(), text: format!("{quote}{}{quote}", state.calls) });
    }
    if let Some(costs) = row.wrapper.and_then(|wrapper| wrapper.get("costs")).filter(|_| !options.keeps_messages) {
        let is_before = |cost: &Node<'_, '_>| {
            cost.get("msg_no").and_then(|number| number.raw().parse::<usize>().ok()).is_some_and(|it| it < at_statement)
        };
        let kept: Vec<_> = costs.items().filter(is_before).map(|cost| cost.raw()).collect();
        if kept.len() < costs.len() {
            edits.push(Edit { span: costs.span(), text: format!("[{}]", kept.join(", ")) });
        }
    }
    let at = row.node("messages").map(|node| node.at()).unwrap_or_default();
    if dropped > 0 {
        let message = format!("{dropped} messages of statement {at_statement} and later ones are removed");
        edited.findings.push(StatementFinding::new(&codes::INVALID_AFTER, at, message));
    } else if options.keeps_messages {
        let message =
            format!("the messages from statement {at_statement} on may not follow from the statements any more");
        edited.findings.push(StatementFinding::new(&codes::INVALID_KEPT, at, message));
    }
    edited.text = apply(text, &mut edits).map_err(|_| refuse(root.at(), UNCHANGEABLE.to_owned()))?;
    Ok(edited)
}

const UNCHANGEABLE: &str = "the columns cannot be changed";

/// The text of a value with edits in it.
fn within(node: Node<'_, '_>, edits: &[Edit]) -> Result<String, Refused> {
    let start = node.span().start;
    let moved = |edit: &Edit| Edit {
        span: Span { start: edit.span.start - start, end: edit.span.end - start },
        text: edit.text.clone(),
    };
    let mut edits: Vec<_> = edits.iter().map(moved).collect();
    apply(node.raw(), &mut edits).map_err(|_| refuse(node.at(), UNCHANGEABLE.to_owned()))
}

/// Rewritten columns of a row.
struct RowEdits<'c, 't, 'a> {
    edits: &'c mut Vec<Edit>,
    row: super::subject::ChatRow<'t, 'a>,
}

impl RowEdits<'_, '_, '_> {
    /// Rewrites a column, and its parsed copy in an export.
    fn change(
        &mut self,
        name: &str,
        make: &mut dyn FnMut(Node<'_, '_>) -> Result<String, Refused>,
    ) -> Result<(), Refused> {
        let opened = self.row.wrapper.and_then(|wrapper| wrapper.get(name));
        for node in [self.row.chat.get(&format!("{name}_json")), opened].into_iter().flatten() {
            if node.is_null() {
                continue;
            }
            let inside = NestedJson::of(node.raw(), node.at());
            let mut tape = Tape::new();
            let root = tape.parse(inside.text()).map_err(|error| refuse(node.at(), format!("{name}: {error}")))?;
            let new_document = make(root)?;
            let text = if inside.is_string() { quoted(&new_document) } else { new_document };
            self.edits.push(Edit { span: node.span(), text });
        }
        Ok(())
    }
}

/// The list with the change; unchanged statements keep their text, except their number.
fn edit_list(root: Node<'_, '_>, options: &EditOptions) -> Result<String, Refused> {
    let statements = read_list(root, &mut Vec::new())?;
    let at = options.at.unwrap_or(statements.len());
    let mut items: Vec<Result<Node<'_, '_>, Statement>> = root.items().map(Ok).collect();
    let Some(statement) = statements.get(at) else {
        let added: Vec<_> = options.changes.iter().filter_map(StatementChange::added).collect();
        if added.len() < options.changes.len() || added.is_empty() {
            let message = format!("there is no statement {at}: the last one is {}", statements.len().saturating_sub(1));
            return Err(refuse(root.at(), message).helping("statements are counted from 0; --append adds one"));
        }
        items.extend(added.into_iter().map(Err));
        return Ok(numbered(&items, Layout::of(root.raw())));
    };
    let mut new = statement.clone();
    let (mut is_changed, mut is_gone, mut before) = (false, false, Vec::new());
    for change in &options.changes {
        match change {
            StatementChange::Value(value) => (new.value, is_changed) = (value.clone(), true),
            StatementChange::Keyword(keyword) => (new.keyword, is_changed) = (*keyword, true),
            StatementChange::Delete => is_gone = true,
            StatementChange::Insert(keyword, value) => before.push(Err(Statement::new(*keyword, value.clone()))),
        }
    }
    let own: Vec<_> = match (is_gone, is_changed) {
        (true, _) => Vec::new(),
        (false, true) => vec![Err(new)],
        (false, false) => items.get(at).cloned().into_iter().collect(),
    };
    items.splice(at..=at, before.into_iter().chain(own));
    Ok(numbered(&items, Layout::of(root.raw())))
}

/// Statements with their numbers.
fn numbered(items: &[Result<Node<'_, '_>, Statement>], layout: Layout) -> String {
    let mut out = Out::new(if layout == Layout::Compact { Layout::Compact } else { Layout::Spaced });
    out.array(|out| {
        for (number, item) in items.iter().enumerate() {
            match item {
                Ok(node) => out.raw(&renumbered(*node, number)),
                Err(statement) => write_statement(statement, number, out),
            }
        }
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}

/// The text of a statement with another number.
fn renumbered<'a>(node: Node<'_, 'a>, number: usize) -> Raw<'a> {
    let Some(own) = node.get("msg_no").filter(|own| own.raw() != number.to_string()) else { return node.to_raw() };
    let (whole, part) = (node.span(), own.span());
    let text = node.raw();
    let before = text.get(..part.start - whole.start).unwrap_or_default();
    let after = text.get(part.end - whole.start..).unwrap_or_default();
    Raw::owned(format!("{before}{number}{after}"))
}

/// The messages before a statement. The last one lacks the parts that later statements added.
fn keep(root: Node<'_, '_>, state: &ChatState) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.array(|out| {
        for (index, item) in root.items().take(state.kept).enumerate() {
            let content = item.get("content").filter(|list| index + 1 == state.kept && list.len() > state.pieces);
            if content.is_none() {
                out.verbatim(item.raw());
                continue;
            }
            out.object(|out| {
                for (key, value) in item.members() {
                    out.key_text(&key.text().unwrap_or_default());
                    if key.is("content") {
                        out.array(|out| value.items().take(state.pieces).for_each(|part| out.verbatim(part.raw())));
                    } else {
                        out.verbatim(value.raw());
                    }
                }
            });
        }
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}

/// The beginning of a chat as a new chat.
#[derive(Clone, Debug)]
pub struct BranchOptions {
    /// The first statement that is not copied.
    pub at: usize,
    /// The id of the new chat.
    pub id: String,
    /// The time, for the record of its origin.
    pub created: Option<String>,
}

/// Copies the beginning of a chat.
///
/// # Errors
/// The document contains no chat, or the statement does not exist.
pub fn branch(text: &str, chat: Option<&str>, options: &BranchOptions) -> Result<EditedDocument, Refused> {
    refuse_text(text)?;
    let mut tape = Tape::new();
    let root = table(&mut tape, text)?;
    let Some(row) = row_of(root, chat)? else {
        return Err(Refused::new(&codes::BAD_MESSAGE, root.at(), "only a chat can have branches"));
    };
    let state_there = state_at(&Subject::open(text, chat, false)?, options.at);
    let mut edits = Vec::new();
    let mut columns = RowEdits { edits: &mut edits, row };
    columns.change("statements", &mut |node| {
        let count = read_list(node, &mut Vec::new())?.len();
        if options.at > count {
            let message = format!("there is no statement {}: there are {count}", options.at);
            return Err(refuse(node.at(), message).helping("statements are counted from 0"));
        }
        let items: Vec<_> = node.items().take(options.at).map(Ok).collect();
        Ok(numbered(&items, Layout::of(node.raw())))
    })?;
    columns.change("messages", &mut |node| Ok(keep(node, &state_there)))?;
    columns.change("variables", &mut |_| Ok(state_there.variables.clone()))?;
    let old = row.chat.get("chat_id").map_or("null", |node| node.raw());
    let created = options.created.as_deref().map_or("null".to_owned(), quoted);
    columns.change("vm_state", &mut |node| {
        let fork = format!("{{\"chat_id\": {old}, \"statement\": {}, \"created\": {created}}}", options.at);
        Ok(state(node, options.at, &fork))
    })?;
    for (key, value) in row.chat.members() {
        let name = key.text().unwrap_or_default().decode().into_owned();
        let new = match name.as_str() {
            "chat_id" => quoted(&options.id),
            _ if name.starts_with("total_") => if value.is_string() { "\"0\"" } else { "0" }.to_owned(),
            _ => continue,
        };
        edits.push(Edit { span: value.span(), text: new });
    }
    if let Some(costs) = row.wrapper.and_then(|wrapper| wrapper.get("costs")) {
        edits.push(Edit { span: costs.span(), text: "[]".to_owned() });
    }
    let text = apply(text, &mut edits).map_err(|_| refuse(root.at(), UNCHANGEABLE.to_owned()))?;
    Ok(EditedDocument { text, findings: Vec::new() })
}

/// The state of the interpreter at a statement, with all counters at zero.
fn state(node: Node<'_, '_>, at: usize, fork: &str) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        for (key, value) in node.members() {
            let Some(key) = key.text().filter(|key| !key.is("forked_from")) else { continue };
            let name = key.decode().into_owned();
            out.key_text(&key);
            match name.as_str() {
                "ip" => out.verbatim(&at.to_string()),
                "interaction_no" | "toks_in" | "toks_out" | "cost_in" | "cost_out" | "round_trip_count"
                | "api_time" | "tool_time" => out.verbatim("0"),
                _ => out.verbatim(value.raw()),
            }
        }
        out.key("forked_from").verbatim(fork);
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}
