//! Writes a conversation in a format: it is lowered by the policy of the target, and printed.
//!
//! The policy of the source takes part: its settings are those of the target where both mean the same. So this needs the list of
//! all formats.

use super::container::Container;
use super::definition::Format;
use super::registry::settings_of;
use super::rows;
use super::writing::{WriteOptions, Writing};
use crate::json::{self, At, Out};
use crate::lower::{LoweringOptions, Policy, held_answers, lower_with_answers, with_hosted_code};
use crate::model::Conversation;
use crate::report::{Refused, loss};
use crate::rule::pairs::PairedCalls;

/// Writes a conversation as one JSON value, and reports what is lost.
///
/// # Errors
/// The format has no valid form for it.
pub fn write_record(to: &Format, conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    write_paired(to, &PairedCalls::new(conversation), writing)
}

/// The dialect that a record with several answers is of: the format's own lines of preferences stay that.
fn own_dialect(to: &Format, conversation: &Conversation<'_>, options: &WriteOptions) -> Option<&'static str> {
    let is_own = conversation.origin == to.name && !conversation.other_answers().is_empty();
    let is_kept = is_own && options.container != Container::List;
    to.dialects.iter().map(|dialect| dialect.name).find(|name| is_kept && *name == conversation.source.shape)
}

/// The same, where calls and results may be paired already.
///
/// # Errors
/// The format has no valid form for it.
pub fn write_paired(to: &Format, paired: &PairedCalls<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let dialect = writing.options.dialect.or_else(|| own_dialect(to, paired.conversation, writing.options));
    let policy = to.policy_of(dialect);
    match with_hosted_code(paired, policy, writing.report) {
        Some(hosted) => write_lowered(to, &PairedCalls::new(&hosted), dialect, policy, writing),
        None => write_lowered(to, paired, dialect, policy, writing),
    }
}

fn write_lowered(
    to: &Format,
    paired: &PairedCalls<'_>,
    dialect: Option<&'static str>,
    policy: &Policy,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let Some(print) = to.print else {
        let why = format!("{} can only be read", to.name);
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
    };
    let options = LoweringOptions {
        is_list: writing.options.container == Container::List,
        is_reasoning_text: writing.options.is_reasoning_text,
        is_lossy: writing.options.is_lossy,
        log: writing.options.log,
        mode: writing.options.mode,
        settings: settings_of(paired.conversation.origin).filter(|_| !writing.options.drops_settings),
        has_needed: writing.options.has_needed,
    };
    let others = held_answers(paired.conversation, policy);
    let others: Vec<_> = others.iter().map(PairedCalls::new).collect();
    let answers = (paired, others.as_slice());
    let outline = lower_with_answers(answers, policy, &options, writing.scratch, writing.report)?;
    let start = writing.out.len();
    match to.shape.columns {
        Some(rows) => rows::print_row(rows, &outline, writing.out),
        None => print(&outline, dialect, writing.out),
    }
    if outline.has_halves {
        replace_halves(start, writing.out);
    }
    Ok(())
}

/// Writes U+FFFD for halves of surrogate pairs in what was written after `start`.
fn replace_halves(start: usize, out: &mut Out) {
    let written = out.as_bytes().get(start..).and_then(|written| std::str::from_utf8(written).ok());
    if let Some(whole) = written.and_then(json::replace_halves) {
        out.replace(start, &whole);
    }
}
