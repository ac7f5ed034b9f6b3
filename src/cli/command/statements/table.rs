//! `turnwise statements diff` of a table of chats: each chat is compared.

use turnwise::op::statements::{self as op, OpenedChat, Subject, laid_out};
use turnwise::report::Refused;
use turnwise::statements::{Comparison, FileReader};

use super::DiffArgs;
use super::io::folder;
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, clean};

/// Compares the chats. A chat that cannot be compared is an error, but does not prevent other comparisons.
pub(super) fn diff(args: &DiffArgs, name: &str, chats: Vec<OpenedChat>, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut folder = folder(args.dir.as_deref(), None)?;
    let (mut found, mut exit) = (Vec::new(), Exit::Done);
    for (id, subject) in chats {
        let files = folder.as_mut().map(|files| files as &mut dyn FileReader);
        match compare(subject, files) {
            Ok(comparison) => found.push((id, comparison)),
            Err(why) => {
                terminal.failed(name, &format!("{name}: chat {}: {why}", clean(&id)));
                exit = Exit::Trouble;
            }
        }
    }
    let different = found.iter().filter(|(_, comparison)| !comparison.is_same()).count();
    if args.is_json() {
        args.io.write(&laid_out(&op::diff_json_of_chats(&found), args.io.layout()), terminal)?;
    } else {
        args.io.write(shown(&found).as_bytes(), terminal)?;
    }
    if different > 0 {
        terminal.status(&format!(
            "the statements of {different} of {} make other messages",
            text::count(found.len() as u64, "chat")
        ));
        exit = exit.worst(Exit::No);
    }
    Ok(exit)
}

fn compare(subject: Result<Subject, Refused>, files: Option<&mut dyn FileReader>) -> Result<Comparison, String> {
    let subject = subject.map_err(|refused| format!("{} ({})", refused.message(), refused.code().id))?;
    let missing = match (&subject.statements, &subject.notes) {
        (None, _) => Some("statements"),
        (_, None) => Some("messages"),
        _ => None,
    };
    if let Some(missing) = missing {
        return Err(format!("it has no {missing} to compare"));
    }
    let found = op::diff(&subject, &subject, true, files);
    match &found.fault {
        Some((index, fault)) => {
            Err(format!("statement {index} cannot be executed: {} ({})", fault.message, fault.code.id))
        }
        None => Ok(found),
    }
}

/// A line for each chat, and the messages of different ones.
fn shown(chats: &[(String, Comparison)]) -> String {
    let mut shown = String::new();
    for (id, comparison) in chats {
        let is_same = comparison.is_same();
        shown.push_str(&format!("{} chat {}\n", if is_same { '=' } else { '~' }, clean(id)));
        if !is_same {
            let lines = op::diff_lines(comparison);
            lines.lines().for_each(|line| shown.push_str(&format!("  {}\n", clean(line.trim_end()))));
        }
    }
    shown
}
