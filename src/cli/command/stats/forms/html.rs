//! Statistics as a page with plots.

use super::report::StatsReport;
use super::sections::{LENGTHS, StatsRow, StatsSection, histogram};
use crate::cli::print::html::escaped;
use crate::cli::print::html::sections::{SectionHead, SectionPage};
use crate::cli::print::text;

/// The maximum number of rows of a table in a page.
const MOST_ROWS: usize = 200;

/// The width of the longest bar.
const BAR: u64 = 200;

/// The page.
///
/// # Errors
/// See [`SectionPage::end`].
pub(crate) fn page(report: StatsReport<'_>) -> anyhow::Result<String> {
    let mut page = SectionPage::new("table");
    let title = match report.names {
        [name] => format!("{} · {name}", report.title()),
        _ => report.title(),
    };
    let mut out = page.section(&title, SectionHead { heading: "Overview", about: &title, size: "" });
    let rows: Vec<_> = report
        .summary()
        .into_iter()
        .map(|(name, value)| format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(name), escaped(&value)))
        .collect();
    out.push_str(&article(1, 1, &format!("<table>\n{}</table>\n", rows.concat())));
    out.push_str(SectionPage::end_section());
    for section in report.sections() {
        let size = text::count(section.rows.len() as u64, "row");
        out.push_str(&page.section(&title, SectionHead { heading: &section.title, about: "", size: &size }));
        out.push_str(&article(page.number(), 1, &table(&section, None)));
        if section.title == LENGTHS {
            for ((name, lengths), number) in report.measures().into_iter().zip(2..) {
                let powers = lengths.powers().into_iter().map(|(begin, end, count)| {
                    let range = if begin == end {
                        text::number(begin)
                    } else {
                        format!("{} – {}", text::number(begin), text::number(end))
                    };
                    StatsRow { cells: vec![range, text::number(count)], bar: Some(count) }
                });
                out.push_str(&article(
                    page.number(),
                    number,
                    &table(&histogram(powers.collect()), Some(&format!("Lengths of {name}"))),
                ));
            }
        }
        out.push_str(SectionPage::end_section());
    }
    let mut push = |text: &str| {
        out.push_str(text);
        Ok(())
    };
    page.end(&mut push)?;
    Ok(out)
}

fn article(section: usize, number: usize, inner: &str) -> String {
    format!("<article class=\"message figures\" id=\"c{section}m{number}\" tabindex=\"-1\">\n{inner}</article>\n")
}

/// `caption`: the subject of the table, if the heading does not name it.
fn table(section: &StatsSection, caption: Option<&str>) -> String {
    let longest = section.rows.iter().filter_map(|row| row.bar).max().unwrap_or_default();
    let class = |is_number: bool| if is_number { " class=\"number\"" } else { "" };
    let caption = caption.map(|text| format!("<caption>{}</caption>\n", escaped(text))).unwrap_or_default();
    let mut out = format!("<table>\n{caption}<tr>");
    for column in &section.columns {
        out.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(column.is_number), escaped(column.name)));
    }
    out.push_str("</tr>\n");
    for row in section.rows.iter().take(MOST_ROWS) {
        out.push_str("<tr>");
        for (cell, column) in row.cells.iter().zip(&section.columns) {
            out.push_str(&format!("<td{}>{}</td>", class(column.is_number), escaped(cell)));
        }
        if let Some(bar) = row.bar {
            out.push_str(&plot(bar, longest));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    if section.rows.len() > MOST_ROWS {
        let hidden = text::count((section.rows.len() - MOST_ROWS) as u64, "more row");
        out.push_str(&format!("<p class=\"about\">… {hidden}</p>\n"));
    }
    out
}

/// A bar, which only repeats the numbers.
fn plot(bar: u64, longest: u64) -> String {
    let width = u128::from(bar) * u128::from(BAR) / u128::from(longest.max(1));
    let width = if bar > 0 { width.max(1) } else { 0 };
    format!(
        "<td aria-hidden=\"true\"><svg class=\"bar\" width=\"{BAR}\" height=\"12\" viewBox=\"0 0 {BAR} 12\" \
          preserveAspectRatio=\"none\">\
         <rect width=\"{width}\" height=\"12\"/></svg></td>"
    )
}
