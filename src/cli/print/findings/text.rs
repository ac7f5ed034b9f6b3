//! Findings as text for people.

use turnwise::report::Excerpt;

use super::{FindingPrinter, Reported};
use crate::cli::print::text;
use crate::cli::terminal::{Paint, clean, fitting};

/// One line for each finding.
pub(super) struct Concise {
    pub(super) paint: Paint,
}

impl FindingPrinter for Concise {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        text::concise_marked(finding.diagnostic, finding.input, finding.mark(), self.paint)
    }
}

/// The message, the place, the text there, and the help.
pub(super) struct Full {
    pub(super) paint: Paint,
}

impl FindingPrinter for Full {
    fn finding(&mut self, finding: Reported<'_>) -> String {
        let (code, paint) = (finding.diagnostic.code, self.paint);
        let (what, place) = text::what_and_where(finding.diagnostic, finding.input, finding.mark(), paint);
        let excerpt = finding.diagnostic.excerpt.as_deref().map(|it| lines(it, finding.place().0, paint));
        format!(
            "{what}\n  {place}\n{}  {} {} (turnwise explain {})\n\n",
            excerpt.unwrap_or_default(),
            paint.dim("help:"),
            finding.diagnostic.help,
            code.id
        )
    }
}

/// The line with the value, and a line that marks it.
fn lines(excerpt: &Excerpt, line: u64, paint: Paint) -> String {
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let [before, marked, after] =
        [&excerpt.before, &excerpt.marked, &excerpt.after].map(|text| clean(&text.replace('\t', " ")).into_owned());
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let start = cut(excerpt.is_cut_before);
    let columns = |text: &str| fitting(text, usize::MAX).columns;
    let indent = " ".repeat(columns(start) + columns(&before));
    let mark = "^".repeat(columns(&marked).max(1));
    let bar = paint.dim("|");
    format!(
        "  {} {bar} {start}{before}{marked}{after}{}\n  {margin} {bar} {indent}{}\n",
        paint.dim(&number),
        cut(excerpt.is_cut_after),
        paint.red(&mark)
    )
}
