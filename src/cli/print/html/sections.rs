//! Pages of sections: an index, a search box, and buttons that go from one `.message` to the next.

use super::{begin, end, escaped};
use crate::cli::print::text;

/// A page that is written section by section. Its index comes last in the file, and is at the top of the page.
#[derive(Debug)]
pub(crate) struct SectionPage {
    /// What a section is: `conversation`.
    noun: &'static str,
    /// The content takes the whole width.
    is_wide: bool,
    entries: Vec<String>,
}

/// What the head of a section says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionHead<'s> {
    /// What the section is about.
    pub(crate) heading: &'s str,
    /// The line below it.
    pub(crate) about: &'s str,
    /// What the index says after the heading.
    pub(crate) size: &'s str,
}

impl SectionPage {
    /// A page without a section.
    pub(crate) fn new(noun: &'static str) -> Self {
        Self { noun, is_wide: false, entries: Vec::new() }
    }

    /// A page without a section, for content in two columns.
    pub(crate) fn wide(noun: &'static str) -> Self {
        Self { is_wide: true, ..Self::new(noun) }
    }

    /// The number of the last section, from 1.
    pub(crate) fn number(&self) -> usize {
        self.entries.len()
    }

    /// The beginning of a section; the first one comes with the beginning of the page, which has this title.
    pub(crate) fn section(&mut self, title: &str, head: SectionHead<'_>) -> String {
        let number = self.entries.len() + 1;
        let mut out = String::new();
        if number == 1 {
            out.push_str(&begin(title));
            let class = if self.is_wide { " class=\"wide\"" } else { "" };
            out.push_str(&format!("<a class=\"skip\" href=\"#c1\">To the {}</a>\n<main{class}>\n", self.noun));
        }
        let (heading, about) = (escaped(head.heading), escaped(head.about));
        out.push_str(&format!(
            "<section id=\"c{number}\" aria-labelledby=\"h{number}\">\n<h1 id=\"h{number}\">{heading}</h1>\n\
             <p class=\"about\">{about}</p>\n"
        ));
        let size = if head.size.is_empty() { String::new() } else { format!(" · {}", head.size) };
        self.entries.push(format!("<li><a href=\"#c{number}\">{heading}{}</a></li>\n", escaped(&size)));
        out
    }

    /// The end of a section.
    pub(crate) fn end_section() -> &'static str {
        "</section>\n"
    }

    /// The index and the end of the page. Nothing if it has no section.
    pub(crate) fn end(&self) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let hidden = if self.entries.len() == 1 { " hidden" } else { "" };
        let mut out = format!("</main>\n<nav aria-label=\"Contents\"{hidden}>\n");
        out.push_str(
            "<form role=\"search\" hidden><input type=\"search\" aria-label=\"Search\" placeholder=\"Search ( / )\">\
             <button type=\"button\" data-does=\"back\" title=\"k\">Previous</button>\
             <button type=\"button\" data-does=\"next\" title=\"j\">Next</button>\
             <button type=\"button\" data-does=\"fold\" title=\"e\" aria-pressed=\"false\">Unfold all</button>\
             <output></output></form>\n",
        );
        if self.entries.len() > 1 {
            let count = text::count(self.entries.len() as u64, self.noun);
            let entries = self.entries.concat();
            out.push_str(&format!("<details><summary>{count}</summary>\n<ol>\n{entries}</ol>\n</details>\n"));
        }
        out + "</nav>\n" + &end()
    }
}
