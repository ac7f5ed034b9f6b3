//! Sessions that begin with messages of another input: resumed sessions, or forks in a new file.

use std::collections::HashMap;

use turnwise::op::Outcome;
use turnwise::report::{Diagnostic, session};

use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// The maximum number of messages that are compared; they need at most 35 MB.
const MOST: usize = 1 << 20;

/// The messages of the inputs so far.
#[derive(Debug, Default)]
pub(super) struct SessionMessages {
    /// The first input of each message.
    inputs: HashMap<u64, usize>,
    names: Vec<String>,
    /// There are more messages than are compared.
    is_full: bool,
}

impl SessionMessages {
    /// Adds the messages of an input, and determines whether it begins with those of others. Inputs come in order.
    pub(super) fn add(&mut self, name: &str, outcome: &mut Outcome) -> Option<Diagnostic> {
        let keys = std::mem::take(&mut outcome.conversion.message_keys);
        let repeated: Vec<usize> = keys.iter().map_while(|key| self.inputs.get(key).copied()).collect();
        let own = self.names.len();
        if !keys.is_empty() {
            self.names.push(name.to_owned());
        }
        for key in keys {
            if self.inputs.len() == MOST && !self.inputs.contains_key(&key) {
                self.is_full = true;
                break;
            }
            self.inputs.entry(key).or_insert(own);
        }
        let mut inputs = repeated.clone();
        inputs.dedup();
        let names: Vec<_> = inputs.iter().filter_map(|input| Some(format!("`{}`", self.names.get(*input)?))).collect();
        let last = names.last()?;
        let messages = text::count(repeated.len() as u64, "message");
        let messages = if repeated.len() == 1 {
            "first message is that".to_owned()
        } else {
            format!("first {messages} are those")
        };
        let others = if names.len() == 1 {
            String::new()
        } else {
            format!(" and of {} before it", text::count(names.len() as u64 - 1, "input"))
        };
        let found = Diagnostic::of_file(&session::REPEATS_SESSION, format!("the {messages} of {last}{others}"));
        outcome.report.keep(found.clone());
        Some(found)
    }

    /// After the last input: returns how many sessions begin with messages of others.
    pub(super) fn tell(&self, total: &Outcome, terminal: &Terminal) {
        let code = &session::REPEATS_SESSION;
        let found = total.report.total(|count| count.code == code);
        if found > 0 {
            let begin = if found == 1 { "begins" } else { "begin" };
            terminal.note(&format!(
                "{} {begin} with messages of another input ({}; -v names the inputs)",
                text::count(found, "session"),
                code.id
            ));
        }
        if self.is_full {
            terminal.note(&format!("only the first {} of sessions were compared", text::count(MOST as u64, "message")));
        }
    }
}
