//! The columns of a new chat next to its messages: a program that makes them, and the state after it, from which `KePrompt` continues.
//!
//! ```json
//! [{"msg_no": 0, "keyword": ".prompt", "value": "\"name\":\"Unknown\", \"version\":\"0.0.0\""}, {"msg_no": 1, "keyword": ".user", "value": "Hi"}]
//! ```

use crate::json::{Layout, Out, Tape, reformat};
use crate::statements::{
    Answers, BackOptions, Interpreter, MessagePiece, Note, Recorded, RunOptions, Statement, Value, VariableList,
    exec_statements, image_file, list_json, read_messages, to_statements,
};

/// Name and version of the program.
pub(super) const PROGRAM: (&str, &str) = ("Unknown", "0.0.0");

/// The JSON of the columns.
pub(super) struct ChatColumns {
    pub(super) statements: String,
    pub(super) variables: String,
    pub(super) state: String,
    /// The number of answers that were requested.
    pub(super) calls: usize,
}

/// A program that was run.
struct RunProgram {
    statements: Vec<Statement>,
    variables: VariableList,
    calls: usize,
    is_exact: bool,
}

impl ChatColumns {
    /// Makes them for a list of messages. `model`: the name of the model that gave the answers, and its provider. `None`: no program
    /// makes the messages.
    pub(super) fn new(messages: &str, model: Option<&(String, String)>) -> Option<Self> {
        let mut tape = Tape::new();
        let notes = read_messages(tape.parse(messages).ok()?).ok()?;
        let mut image = |url: &str| Some(image_file(url)?.0);
        let (name, version) = PROGRAM;
        let mut options = BackOptions { name, version, image: &mut image };
        let literal = run(to_statements(&notes, &mut options, &mut |_, _, _| {}), &notes)?;
        // Answers that no statement can express are those of the model.
        let program = if literal.is_exact { literal } else { run(exec_statements(&notes, &mut options), &notes)? };
        let mut variables = program.variables;
        if let Some((model, _)) = model {
            variables.set("model", Value::Text(model.clone()));
        }
        Some(Self {
            statements: spaced(&list_json(&program.statements)),
            variables: variables_json(&variables),
            state: state_json(program.statements.len(), program.calls, model),
            calls: program.calls,
        })
    }
}

/// Runs a program with the messages as its answers, and looks whether it makes them.
fn run(statements: Vec<Statement>, notes: &[Note]) -> Option<RunProgram> {
    let mut interpreter = Interpreter::new(None);
    let mut recorded = Recorded::new(notes);
    let mut take = |index: usize, statements: &[Statement], interpreter: &Interpreter<'_>| {
        recorded.take(index, statements, interpreter)
    };
    interpreter.run(&statements, RunOptions::default(), &mut Answers::From(&mut take));
    if interpreter.fault.is_some() {
        return None;
    }
    let made = interpreter.settled();
    let is_exact = made.len() == notes.len() && made.iter().zip(notes).all(|(made, note)| is_same(made, note));
    let (variables, calls) = (std::mem::take(&mut interpreter.variables), interpreter.interactions);
    Some(RunProgram { statements, variables, calls, is_exact })
}

fn is_same(made: &Note, note: &Note) -> bool {
    made.speaker == note.speaker
        && made.pieces.len() == note.pieces.len()
        && made.pieces.iter().zip(&note.pieces).all(|pieces| match pieces {
            (MessagePiece::File(_), MessagePiece::Image(_)) => true,
            (made, note) => made.same(note),
        })
}

fn variables_json(variables: &VariableList) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        for (name, value) in variables.entries() {
            out.key(name);
            value.write(out);
        }
    });
    out.written().into_owned()
}

/// The state as `KePrompt` saves it.
fn state_json(ip: usize, calls: usize, model: Option<&(String, String)>) -> String {
    let (model, provider) = model.map_or(("", ""), |(model, provider)| (model.as_str(), provider.as_str()));
    let (name, version) = PROGRAM;
    let mut out = Out::new(Layout::Spaced);
    out.object(|out| {
        out.key("ip").verbatim(&ip.to_string());
        out.key("model_name").string(model);
        out.key("company").word("");
        out.key("provider").string(provider);
        out.key("interaction_no").verbatim(&calls.to_string());
        out.key("log_mode").word("PRODUCTION");
        for key in ["vm_debug", "exec_debug"] {
            out.key(key).verbatim("false");
        }
        for key in ["toks_in", "toks_out", "cost_in", "cost_out", "round_trip_count", "api_time", "tool_time"] {
            out.key(key).verbatim(if key.starts_with("cost") || key.ends_with("time") { "0.0" } else { "0" });
        }
        out.key("prompt_name").word(name);
        out.key("prompt_version").word(version);
        out.key("allowed_functions").null();
        out.key("status").word("ok");
    });
    out.written().into_owned()
}

fn spaced(json: &str) -> String {
    let mut text = Vec::with_capacity(json.len());
    reformat(json, Layout::Spaced, 0, &mut text);
    String::from_utf8(text).unwrap_or_default()
}
