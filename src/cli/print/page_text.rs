//! A page of Markdown as text for a terminal: headings and code spans are bold, code blocks are indented.

use crate::cli::terminal::{Paint, clean_block, fitting, width};

/// The page without its markup, wrapped at the width of the terminal.
pub(crate) fn page_text(page: &str, paint: Paint) -> String {
    let columns = width().unwrap_or(80).clamp(40, 100);
    let (mut text, mut paragraph, mut is_code) = (String::new(), String::new(), false);
    for line in page.lines().chain([""]) {
        let is_fence = line.starts_with("```");
        let is_row = line.starts_with(['|', '#', '-']);
        if is_fence || is_row || line.is_empty() {
            wrap(&std::mem::take(&mut paragraph), columns, paint, &mut text);
        }
        match line.strip_prefix('#') {
            _ if is_fence => is_code = !is_code,
            _ if is_code => text += &format!("    {}\n", paint.blue(&clean_block(line))),
            Some(heading) => text += &format!("{}\n", paint.bold(heading.trim_start_matches('#').trim_start())),
            None if line.is_empty() => text.push('\n'),
            None if line.starts_with('|') => text += &format!("{line}\n"),
            None => {
                paragraph.push_str(line);
                paragraph.push(' ');
            }
        }
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Adds a wrapped paragraph; in an item of a list, all lines after the first are indented.
fn wrap(paragraph: &str, columns: usize, paint: Paint, text: &mut String) {
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    let (mut line, mut taken) = (String::new(), 0);
    let mut is_bold = false;
    for word in paragraph.split_whitespace() {
        let plain = word.replace('`', "");
        let needed = fitting(&plain, usize::MAX).columns;
        if taken > 0 && taken + 1 + needed > columns {
            *text += &format!("{line}\n{indent}");
            (line, taken) = (String::new(), indent.len());
        } else if taken > 0 {
            line.push(' ');
            taken += 1;
        }
        taken += needed;
        for (index, piece) in word.split('`').enumerate() {
            is_bold ^= index > 0;
            line += &if is_bold && !piece.is_empty() { paint.bold(piece) } else { piece.to_owned() };
        }
    }
    if !line.is_empty() {
        *text += &format!("{line}\n");
    }
}
