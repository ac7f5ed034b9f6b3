//! Pages of sections: an index, a search box, and buttons that go from one `.message` to the next.

use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};

use anyhow::Context as _;
use tempfile::SpooledTempFile;

use super::{begin, end, escaped};
use crate::cli::print::text;

/// Takes the text of a page, piece by piece.
pub(crate) type WriteText<'w> = dyn FnMut(&str) -> anyhow::Result<()> + 'w;

/// Bytes of the index that stay in memory. A page may have millions of sections.
const IN_MEMORY: usize = 1 << 20;

/// A page that is written section by section. Its index comes last in the file, and is at the top of the page.
#[derive(Debug)]
pub(crate) struct SectionPage {
    /// What a section is: `conversation`.
    noun: &'static str,
    /// The content takes the whole width.
    is_wide: bool,
    index: PageIndex,
}

/// The entries of the index, which are written last.
#[derive(Debug)]
struct PageIndex {
    count: usize,
    entries: SpooledTempFile,
    /// Why the file of the entries cannot be written.
    failure: Option<io::Error>,
}

impl PageIndex {
    fn new() -> Self {
        Self { count: 0, entries: SpooledTempFile::new(IN_MEMORY), failure: None }
    }

    fn add(&mut self, entry: &str) {
        self.count += 1;
        if self.failure.is_none() {
            self.failure = self.entries.write_all(entry.as_bytes()).err();
        }
    }

    /// Passes the entries on, line by line.
    fn each(&mut self, write: &mut WriteText<'_>) -> anyhow::Result<()> {
        let failed = "cannot keep the index of the page in a temporary file";
        self.failure.take().map_or(Ok(()), Err).context(failed)?;
        self.entries.rewind().context(failed)?;
        let (mut reader, mut line) = (BufReader::new(&mut self.entries), String::new());
        while reader.read_line(&mut line).context(failed)? > 0 {
            write(&line)?;
            line.clear();
        }
        Ok(())
    }
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
        Self { noun, is_wide: false, index: PageIndex::new() }
    }

    /// A page without a section, for content in two columns.
    pub(crate) fn wide(noun: &'static str) -> Self {
        Self { is_wide: true, ..Self::new(noun) }
    }

    /// The number of the last section, from 1.
    pub(crate) fn number(&self) -> usize {
        self.index.count
    }

    /// The beginning of a section; the first one comes with the beginning of the page, which has this title.
    pub(crate) fn section(&mut self, title: &str, head: SectionHead<'_>) -> String {
        let number = self.index.count + 1;
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
        self.index.add(&format!("<li><a href=\"#c{number}\">{heading}{}</a></li>\n", escaped(&size)));
        out
    }

    /// The end of a section.
    pub(crate) fn end_section() -> &'static str {
        "</section>\n"
    }

    /// Writes the index and the end of the page. Nothing if it has no section.
    ///
    /// # Errors
    /// The temporary file of the index cannot be written or read, or `write` fails.
    pub(crate) fn end(&mut self, write: &mut WriteText<'_>) -> anyhow::Result<()> {
        let count = self.index.count;
        if count == 0 {
            return Ok(());
        }
        let hidden = if count == 1 { " hidden" } else { "" };
        write(&format!("</main>\n<nav aria-label=\"Contents\"{hidden}>\n"))?;
        write(
            "<form role=\"search\" hidden><input type=\"search\" aria-label=\"Search\" placeholder=\"Search ( / )\">\
             <button type=\"button\" data-does=\"back\" title=\"k\">Previous</button>\
             <button type=\"button\" data-does=\"next\" title=\"j\">Next</button>\
             <button type=\"button\" data-does=\"fold\" title=\"e\" aria-pressed=\"false\">Unfold all</button>\
             <output></output></form>\n",
        )?;
        if count > 1 {
            let sections = text::count(count as u64, self.noun);
            write(&format!("<details><summary>{sections}</summary>\n<ol>\n"))?;
            self.index.each(write)?;
            write("</ol>\n</details>\n")?;
        }
        write("</nav>\n")?;
        write(&end())
    }
}
