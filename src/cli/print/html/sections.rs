//! Pages of sections: an index, a search box, and buttons that jump from one `.message` to the next.

use std::io::{self, BufRead as _, BufReader, Seek as _, Write as _};

use anyhow::Context as _;
use tempfile::SpooledTempFile;

use super::{begin, end, escaped};
use crate::cli::print::text;

/// Receives the text of a page in pieces.
pub(crate) type WriteText<'w> = dyn FnMut(&str) -> anyhow::Result<()> + 'w;

/// The maximum number of bytes of the index in memory. A page may have millions of sections.
const IN_MEMORY: usize = 1 << 20;

/// A page that is written section by section. Its index is last in the file, and at the top of the displayed page.
#[derive(Debug)]
pub(crate) struct SectionPage {
    /// The kind of a section: `conversation`.
    noun: &'static str,
    /// The content has the full width.
    is_wide: bool,
    index: PageIndex,
}

/// The entries of the index, which are written last.
#[derive(Debug)]
struct PageIndex {
    count: usize,
    entries: SpooledTempFile,
    /// The reason why the file of the entries cannot be written.
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

    /// Writes the entries line by line.
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

/// The texts in the head of a section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionHead<'s> {
    /// The subject of the section.
    pub(crate) heading: &'s str,
    /// The line below it.
    pub(crate) about: &'s str,
    /// The text in the index after the heading.
    pub(crate) size: &'s str,
}

impl SectionPage {
    /// An empty page.
    pub(crate) fn new(noun: &'static str) -> Self {
        Self { noun, is_wide: false, index: PageIndex::new() }
    }

    /// An empty page for content in two columns.
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

    /// Writes the index and the end of the page. Does nothing if the page has no section.
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
