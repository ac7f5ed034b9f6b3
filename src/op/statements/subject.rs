//! The input of a subcommand: a program, a list of statements, a list of messages, or the row of a chat with both.

use crate::json::{At, JsonError, NestedJson, Node, Tape};
use crate::report::{Refused, syntax};
use crate::statements::{
    Note, Statement, StatementFinding, Value, VariableList, codes, parse_prompt, read_list, read_messages,
};

/// The kind of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SubjectKind {
    /// The text of a `.prompt` file.
    #[default]
    Prompt,
    /// A list of statements.
    Statements,
    /// A list of messages.
    Messages,
    /// A row of the table of chats, or an export of one.
    Chat,
}

/// An open file.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The kind of the file.
    pub origin: SubjectKind,
    /// The statements, if it has any.
    pub statements: Option<Vec<Statement>>,
    /// The messages, if it has any.
    pub notes: Option<Vec<Note>>,
    /// The messages, as written in the source.
    pub raws: Vec<String>,
    /// The variables of a chat.
    pub variables: VariableList,
    /// Its id.
    pub chat_id: Option<String>,
    /// The number of its executed statements.
    pub ip: Option<usize>,
    /// Name and version of its program.
    pub meta: Option<(String, String)>,
    /// The file of its program.
    pub file_name: Option<String>,
    /// Findings about the text of a program.
    pub findings: Vec<StatementFinding>,
}

/// A chat of a table with its id, or the reason why it cannot be opened.
pub type OpenedChat = (String, Result<Subject, Refused>);

impl Subject {
    fn new(origin: SubjectKind) -> Self {
        Self { origin, ..Self::default() }
    }

    /// Opens a text. `chat` selects one of several rows.
    ///
    /// # Errors
    /// The file is not one of the four kinds, or cannot be loaded.
    pub fn open(text: &str, chat: Option<&str>, is_documented: bool) -> Result<Self, Refused> {
        let tape = &mut Tape::new();
        if is_program(text) {
            let program = parse_prompt(text, is_documented)?;
            let (statements, findings) = (Some(program.statements), program.findings);
            return Ok(Self { statements, findings, ..Self::new(SubjectKind::Prompt) });
        }
        let root = document(tape, text)?;
        match row_of(root, chat)? {
            Some(row) => Self::open_chat(row),
            None if is_statements(root) => {
                let mut subject = Self::new(SubjectKind::Statements);
                subject.statements = Some(read_list(root, &mut subject.findings)?);
                Ok(subject)
            }
            None => {
                let notes = read_messages(root)?;
                let raws = root.items().map(|item| item.raw().to_owned()).collect();
                Ok(Self { notes: Some(notes), raws, ..Self::new(SubjectKind::Messages) })
            }
        }
    }

    /// Opens all chats of a table; each has a separate result. Empty: the text contains none.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn open_chats(text: &str) -> Result<Vec<OpenedChat>, Refused> {
        if is_program(text) {
            return Ok(Vec::new());
        }
        let tape = &mut Tape::new();
        let root = document(tape, text)?;
        let rows = rows_of(root).into_iter().enumerate();
        let name = |index: usize, row: &ChatRow<'_, '_>| id_of(row).unwrap_or_else(|| format!("number {}", index + 1));
        Ok(rows.map(|(index, row)| (name(index, &row), Self::open_chat(row))).collect())
    }

    fn open_chat(row: ChatRow<'_, '_>) -> Result<Self, Refused> {
        let mut subject = Self::new(SubjectKind::Chat);
        row.column("statements", &mut |root, place| {
            let mut findings = Vec::new();
            let mut statements = read_list(root, &mut findings)?;
            for finding in &mut findings {
                finding.at = place(finding.at);
            }
            for statement in &mut statements {
                statement.at = place(statement.at);
            }
            (subject.statements, subject.findings) = (Some(statements), findings);
            Ok(())
        })?;
        row.column("messages", &mut |root, place| {
            let mut notes = read_messages(root)?;
            for note in &mut notes {
                note.at = place(note.at);
                for at in &mut note.places {
                    *at = place(*at);
                }
            }
            subject.notes = Some(notes);
            subject.raws = root.items().map(|item| item.raw().to_owned()).collect();
            Ok(())
        })?;
        row.column("variables", &mut |root, _| {
            subject.variables.extend(root);
            Ok(())
        })?;
        row.column("vm_state", &mut |root, _| {
            subject.ip = root.get("ip").and_then(|ip| ip.raw().parse().ok());
            Ok(())
        })?;
        let text = |key: &str| row.chat.get(key).and_then(|node| node.text()).map(|text| text.decode().into_owned());
        subject.chat_id = text("chat_id");
        subject.meta = text("prompt_name").zip(text("prompt_version"));
        subject.file_name = text("prompt_filename");
        Ok(subject)
    }

    /// The messages, as written in the source.
    #[must_use]
    pub fn raw(&self, index: usize) -> Option<String> {
        self.raws.get(index).cloned()
    }
}

fn empty(text: &str) -> Refused {
    Refused::json(&JsonError { problem: crate::json::Problem::Empty, offset: text.len() })
}

/// True for the text of a program, or for anything that cannot be JSON.
#[must_use]
pub fn is_program(text: &str) -> bool {
    let start = text.trim_start_matches(crate::statements::python::is_space);
    !start.starts_with(['[', '{'])
}

fn is_statements(root: Node<'_, '_>) -> bool {
    root.items().next().is_some_and(|item| item.get("keyword").is_some())
}

/// Receives the value of a column, and the mapping of its places to those of the record.
pub(super) type OpenFn<'o> = dyn FnMut(Node<'_, '_>, &dyn Fn(At) -> At) -> Result<(), Refused> + 'o;

/// The row of a chat, at any depth, with the columns that an export has parsed.
#[derive(Clone, Copy, Debug)]
pub struct ChatRow<'t, 'a> {
    /// The columns.
    pub chat: Node<'t, 'a>,
    /// The object that contains it, in an export.
    pub wrapper: Option<Node<'t, 'a>>,
}

/// The root of a document, or of lines with one record each.
fn document<'t, 'a>(tape: &'t mut Tape, text: &'a str) -> Result<Node<'t, 'a>, Refused> {
    let is_lines = text.trim_start().starts_with('{') && tape.parse(text).is_err() && tape.parse_sequence(text).is_ok();
    if !is_lines {
        tape.parse(text).map_err(|error| Refused::json(&error))?;
    }
    let has_halves = tape.has_lone_halves();
    let root = tape.root(text).ok_or_else(|| empty(text))?;
    if has_halves {
        let mut half = None;
        crate::json::lone_surrogates(root, &mut |at| half = half.or(Some(at)));
        if let Some(at) = half {
            let message = "half of a surrogate pair, which no statement can hold";
            return Err(Refused::new(&syntax::LONE_SURROGATE, at, message));
        }
    }
    Ok(root)
}

/// The same for a text that is edited.
///
/// # Errors
/// The text is not JSON.
pub(super) fn table<'t, 'a>(tape: &'t mut Tape, text: &'a str) -> Result<Node<'t, 'a>, Refused> {
    document(tape, text)
}

/// The rows in a document: the document itself, the items of a list, or `data[…].chat` of an export.
fn rows_of<'t, 'a>(root: Node<'t, 'a>) -> Vec<ChatRow<'t, 'a>> {
    let is_row = |node: &Node<'_, '_>| node.get("messages_json").is_some() || node.get("statements_json").is_some();
    let inner = |node: Node<'t, 'a>| match node.get("chat").filter(is_row) {
        Some(chat) => Some(ChatRow { chat, wrapper: Some(node) }),
        None => is_row(&node).then_some(ChatRow { chat: node, wrapper: None }),
    };
    let list = root.get("data").filter(Node::is_array).unwrap_or(root);
    if list.is_array() { list.items().filter_map(inner).collect() } else { inner(list).into_iter().collect() }
}

fn id_of(row: &ChatRow<'_, '_>) -> Option<String> {
    row.chat.get("chat_id").and_then(|id| id.text()).map(|id| id.decode().into_owned())
}

/// The maximum number of ids in an error.
const LISTED: usize = 20;

/// The ids of rows, for an error.
fn ids_of(rows: &[ChatRow<'_, '_>]) -> String {
    let mut ids: Vec<_> =
        rows.iter().take(LISTED).filter_map(id_of).map(|id| format!("`{}`", id.escape_debug())).collect();
    if rows.len() > LISTED {
        ids.push(format!("and {} more", rows.len() - LISTED));
    }
    ids.join(", ")
}

/// Finds the row in a document: the only one, or the one with the selected id.
///
/// # Errors
/// There are several rows, and none was selected; or none has the id.
pub fn row_of<'t, 'a>(root: Node<'t, 'a>, chosen: Option<&str>) -> Result<Option<ChatRow<'t, 'a>>, Refused> {
    let all = rows_of(root);
    let rows: Vec<_> = all
        .iter()
        .filter(|row| chosen.is_none_or(|id| row.chat.get("chat_id").is_some_and(|node| node.is(id))))
        .copied()
        .collect();
    if let (Some(id), true) = (chosen, rows.is_empty()) {
        let others = if all.is_empty() { String::new() } else { format!("; there are {}", ids_of(&all)) };
        let message = format!("no chat has the id `{id}`{others}");
        return Err(Refused::new(&codes::BAD_MESSAGE, root.at(), message).helping("name one of these with --chat"));
    }
    if let Some(second) = rows.get(1) {
        let message = format!("there are {} chats: {}", rows.len(), ids_of(&rows));
        return Err(Refused::new(&codes::BAD_MESSAGE, second.chat.at(), message).helping("choose one with --chat ID"));
    }
    Ok(rows.first().copied())
}

impl<'t, 'a> ChatRow<'t, 'a> {
    /// The node of a column, as text or parsed.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<Node<'t, 'a>> {
        let column = self.chat.get(&format!("{name}_json"));
        let opened = self.wrapper.and_then(|wrapper| wrapper.get(name));
        column.or(opened).filter(|node| !node.is_null())
    }

    /// Calls `open` with the value of a column, if it exists, and with the mapping of its places to those of the
    /// record.
    ///
    /// # Errors
    /// The column is not JSON, or one of the errors of `open`.
    pub(super) fn column(&self, name: &str, open: &mut OpenFn<'_>) -> Result<(), Refused> {
        let Some(node) = self.node(name) else { return Ok(()) };
        let inside = NestedJson::of(node.raw(), node.at());
        let place = |at: At| inside.at(at.offset().unwrap_or_default());
        let outer = |it: &Refused| {
            Refused::new(it.code(), place(it.at()), format!("{name}: {}", it.message())).helping(it.help())
        };
        let mut tape = Tape::new();
        let root = tape.parse(inside.text()).map_err(|error| outer(&Refused::json(&error)))?;
        open(root, &place).map_err(|refused| outer(&refused))
    }
}

/// Reads `--params`.
///
/// # Errors
/// The text is not a JSON object.
pub fn params(json: &str) -> Result<Vec<(String, Value)>, String> {
    let mut tape = Tape::new();
    let root = tape.parse(json).map_err(|error| error.to_string())?;
    if !root.is_object() {
        return Err(format!("it is {}, not an object", root.kind().name()));
    }
    let name = |node: Node<'_, '_>| node.text().unwrap_or_default().decode().into_owned();
    Ok(root.members().map(|(key, value)| (name(key), Value::of(value))).collect())
}
