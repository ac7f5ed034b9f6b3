//! A statement, and lists of them as keprompt stores them: `[{"msg_no":0,"keyword":".user","value":"Hi"}]`.

use super::statement_error::StatementError;
use super::{StatementFinding, codes};
use crate::json::{At, Kind, Layout, Node, Out};
use crate::report::Refused;

macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident $word:literal;)*) => {
        /// The keyword of a statement.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $($(#[$doc])* $name,)*
        }

        impl Keyword {
            /// All of them, sorted by their words.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// As it is written, with its dot.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

keywords! {
    /// A remark.
    Comment ".#";
    /// Text of the model.
    Assistant ".assistant";
    /// Deletes files; never executed here.
    Clear ".clear";
    /// Calls a function; only `readfile` is executed here.
    Cmd ".cmd";
    /// Prints the state of the interpreter.
    Debug ".debug";
    /// Calls the model; never executed here.
    Exec ".exec";
    /// Ends the run.
    Exit ".exit";
    /// Sets the functions that the model may call.
    Functions ".functions";
    /// An image from a file.
    Image ".image";
    /// Text from a file.
    Include ".include";
    /// Prints a text.
    Print ".print";
    /// Name, version and parameters of the program.
    Prompt ".prompt";
    /// Sets a variable.
    Set ".set";
    /// Text of the system.
    System ".system";
    /// Continues the last message.
    Text ".text";
    /// A tool call of the model.
    ToolCall ".tool_call";
    /// A tool result.
    ToolResult ".tool_result";
    /// Text of the user.
    User ".user";
}

impl Keyword {
    /// The keyword with this word. Case-sensitive.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|keyword| keyword.word() == word)
    }

    /// True for keywords whose value is continued by the lines of text after them.
    #[must_use]
    pub fn takes_lines(self) -> bool {
        matches!(self, Self::Assistant | Self::System | Self::Text | Self::User)
    }
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The keyword.
    pub keyword: Keyword,
    /// The value.
    pub value: String,
    /// Where it was.
    pub at: At,
}

impl Statement {
    /// A statement that is not from the input.
    #[must_use]
    pub fn new(keyword: Keyword, value: impl Into<String>) -> Self {
        Self { keyword, value: value.into(), at: At::NOWHERE }
    }
}

/// Reads one statement of a list. Also returns whether `msg_no` differs from `index`.
///
/// # Errors
/// A key is missing or has the wrong type, or the keyword is unknown: keprompt cannot load the list.
pub fn read_statement(item: Node<'_, '_>, index: usize) -> Result<(Statement, bool), StatementError> {
    let bad = |what: String| StatementError::new(&codes::BAD_STATEMENT, format!("statement {index}: {what}"));
    let find = |key: &str| item.members().filter(|(name, _)| name.is(key)).last().map(|(_, value)| value);
    let get = |key: &str| find(key).ok_or_else(|| bad(format!("`{key}` is missing")));
    if !item.is_object() {
        return Err(bad(format!("a statement is an object, this is {}", item.kind().name())));
    }
    let (number, word, value) = (get("msg_no")?, get("keyword")?, get("value")?);
    let text = |key: &str, node: Node<'_, '_>| match node.text() {
        Some(text) => Ok(text.decode().into_owned()),
        None => Err(bad(format!("`{key}` is {}, not a string", node.kind().name()))),
    };
    let word = text("keyword", word)?;
    let Some(keyword) = Keyword::of(&word) else {
        return Err(bad(format!("`{}` is not a keyword", super::value::short(&word))));
    };
    let is_other = number.kind() != Kind::Number || number.raw().parse() != Ok(index);
    Ok((Statement { keyword, value: text("value", value)?, at: item.at() }, is_other))
}

/// Reads a list of statements. Numbers that are not positions are added to `findings`.
///
/// # Errors
/// The errors of [`read_statement`]; or it is not a list.
pub fn read_list(root: Node<'_, '_>, findings: &mut Vec<StatementFinding>) -> Result<Vec<Statement>, Refused> {
    if !root.is_array() {
        let message = format!("statements are a list, this is {}", root.kind().name());
        return Err(Refused::new(&codes::BAD_STATEMENT, root.at(), message));
    }
    let mut statements = Vec::with_capacity(root.len());
    for (index, item) in root.items().enumerate() {
        let read = read_statement(item, index);
        let (statement, is_other) = read.map_err(|fault| Refused::new(fault.code, item.at(), fault.message))?;
        if is_other {
            let message = format!("statement {index} says that it is another one");
            findings.push(StatementFinding::new(&codes::STATEMENT_NUMBER, item.at(), message));
        }
        statements.push(statement);
    }
    Ok(statements)
}

/// Writes a statement with its number.
pub fn write_statement(statement: &Statement, number: usize, out: &mut Out) {
    out.object(|out| {
        out.key("msg_no").verbatim(&number.to_string());
        out.key("keyword").word(statement.keyword.word());
        out.key("value").string(&statement.value);
    });
}

/// A list of statements as JSON.
#[must_use]
pub fn list_json(statements: &[Statement]) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.array(|out| {
        for (number, statement) in statements.iter().enumerate() {
            write_statement(statement, number, out);
        }
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}
