//! Diagnostics for people.

use turnwise::op::Outcome;
use turnwise::report::{Diagnostic, Kind, Severity};

use crate::cli::terminal::{Paint, clean};

/// How much of a long message or pointer is shown.
const WIDTH: usize = 200;

fn cut(text: &str) -> String {
    let safe = clean(text);
    if safe.chars().count() <= WIDTH { safe } else { safe.chars().take(WIDTH - 1).collect::<String>() + "…" }
}

fn severity(diagnostic: &Diagnostic, paint: Paint) -> String {
    let word = if diagnostic.code.kind.is_loss() {
        diagnostic.code.kind.name().replace('_', " ")
    } else {
        diagnostic.severity.name().to_owned()
    };
    match diagnostic.severity {
        Severity::Error => paint.red(&word),
        Severity::Warning => paint.yellow(&word),
        Severity::Note => paint.blue(&word),
    }
}

fn place(diagnostic: &Diagnostic, file: &str) -> String {
    let file = diagnostic.file.as_deref().unwrap_or(file);
    match &diagnostic.location {
        Some(it) => format!("{}:{}:{}", clean(file), it.line, it.column),
        None => clean(file),
    }
}

/// Three lines: what, where, what to do.
pub(crate) fn full(diagnostic: &Diagnostic, file: &str, paint: Paint) -> String {
    let pointer = diagnostic.location.as_ref().filter(|it| !it.pointer.is_empty());
    let pointer = pointer.map(|it| format!("  {}", cut(&it.pointer))).unwrap_or_default();
    let code = diagnostic.code;
    format!(
        "{}[{}]: {}\n  {}{pointer}\n  {} {} (turnwise explain {})\n",
        severity(diagnostic, paint),
        code.id,
        paint.bold(&cut(&diagnostic.message)),
        paint.blue(&place(diagnostic, file)),
        paint.dim("help:"),
        code.help,
        code.id,
    )
}

/// One line: `file:line:column: error TW203 message`.
pub(crate) fn concise(diagnostic: &Diagnostic, file: &str, paint: Paint) -> String {
    let pointer = diagnostic.location.as_ref().filter(|it| !it.pointer.is_empty());
    let pointer = pointer.map(|it| format!(" at {}", cut(&it.pointer))).unwrap_or_default();
    format!(
        "{}: {} {} {}{pointer}\n",
        place(diagnostic, file),
        severity(diagnostic, paint),
        diagnostic.code.id,
        cut(&diagnostic.message),
    )
}

/// The line for a record that ended a run: where, what, code, byte (from 1), pointer, help.
pub(crate) fn fatal(diagnostic: &Diagnostic, help: &str, file: &str) -> String {
    let (byte, pointer) = match &diagnostic.location {
        Some(it) if it.pointer.is_empty() => (it.offset + 1, String::new()),
        Some(it) => (it.offset + 1, format!(", {}", cut(&it.pointer))),
        None => (1, String::new()),
    };
    let code = diagnostic.code.id;
    format!("{}: {} ({code}, byte {byte}{pointer}); help: {help}", place(diagnostic, file), cut(&diagnostic.message))
}

/// `1 error`, `2 errors`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What the records were: ` from openai`, ` from anthropic and openai`; nothing where there were none.
pub(crate) fn from(outcome: &Outcome) -> String {
    let mut names: Vec<_> = outcome.formats.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    if names.is_empty() { String::new() } else { format!(" from {}", names.join(" and ")) }
}

/// What a conversion cannot carry: a line in all, a line a code.
pub(crate) fn losses(outcome: &Outcome, target: &str, is_done: bool, paint: Paint) -> String {
    let of = |kind: Kind| outcome.report.total(|count| count.is(kind));
    let kinds: Vec<String> = [(Kind::Dropped, "dropped"), (Kind::Changed, "changed"), (Kind::MadeUp, "made up")]
        .into_iter()
        .filter(|(kind, _)| of(*kind) > 0)
        .map(|(kind, word)| format!("{} {word}", of(kind)))
        .collect();
    let many = count(outcome.records_out, "conversation");
    let from = from(outcome);
    let head =
        if is_done { format!("converted {many}{from} to {target}") } else { format!("{many}{from} towards {target}") };
    let mut text = format!("{}\n", paint.bold(&format!("{head}: {}", kinds.join(", "))));
    let mut counts: Vec<_> = outcome.report.counts().iter().filter(|count| count.code.kind.is_loss()).collect();
    counts.sort_by_key(|count| count.code.id);
    for count in counts {
        let kind = count.code.kind.name().replace('_', " ");
        let kind = paint.yellow(&format!("{kind:<8}"));
        text.push_str(&format!(
            "  {kind} {} {:<28} {:>6}  {}\n",
            count.code.id, count.code.name, count.count, count.code.summary
        ));
    }
    text
}
