//! Statistics as tables of text.
//!
//! ```text
//! Messages by role
//!   role       messages  characters
//!   assistant         4         231
//! ```

use unicode_width::UnicodeWidthStr as _;

use super::report::StatsReport;
use super::sections::{StatsRow, StatsSection};
use crate::cli::print::text;
use crate::cli::terminal::{Paint, clean, fitting};

/// The maximum number of rows of a table.
const MOST_ROWS: usize = 20;

/// The maximum width of a cell in columns; a place may be longer than a name.
const WIDEST: usize = 100;

/// Writes the tables. `is_full`: with all their rows.
pub(crate) fn text(report: StatsReport<'_>, is_full: bool, paint: Paint) -> String {
    let mut out = format!("{}\n", paint.bold(&report.title()));
    let mut summary = report.summary();
    // The title contains the number of conversations.
    summary.remove(0);
    let widest = summary.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, value) in &summary {
        out.push_str(&format!("  {name:<widest$}  {}\n", clean(value)));
    }
    for section in report.sections() {
        table(&section, is_full, paint, &mut out);
    }
    out
}

fn table(section: &StatsSection, is_full: bool, paint: Paint, out: &mut String) {
    let most = if is_full { usize::MAX } else { MOST_ROWS };
    let cells = |row: &StatsRow| row.cells.iter().map(|cell| short(cell)).collect();
    let rows: Vec<Vec<String>> = section.rows.iter().take(most).map(cells).collect();
    let widths: Vec<usize> = section
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.width());
            cells.chain([column.name.width()]).max().unwrap_or_default()
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for ((cell, column), width) in cells.zip(&section.columns).zip(&widths) {
            let space = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) = if column.is_number { (space.as_str(), "") } else { ("", space.as_str()) };
            line.push_str(&format!("  {before}{cell}{after}"));
        }
        line.trim_end().to_owned()
    };
    out.push_str(&format!("\n{}\n", paint.bold(&clean(&section.title))));
    out.push_str(&format!("{}\n", paint.dim(&line(&mut section.columns.iter().map(|column| column.name)))));
    for row in &rows {
        out.push_str(&line(&mut row.iter().map(String::as_str)));
        out.push('\n');
    }
    let hidden = section.rows.len() - rows.len();
    if hidden > 0 {
        out.push_str(&format!("  … {} (--full prints all)\n", text::count(hidden as u64, "more row")));
    }
}

/// A cell without control characters, truncated to the maximum width.
fn short(cell: &str) -> String {
    let fit = fitting(cell, WIDEST);
    if fit.taken < cell.len() { fit.safe + "…" } else { fit.safe }
}
