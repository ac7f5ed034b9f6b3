//! Prints conversations for people: in the terminal, as Markdown and as HTML.

mod forks;
mod html;
mod html_text;
mod markdown;
mod summary;
mod terminal;
mod wrap;

pub(crate) use html::HtmlPage;
pub(crate) use markdown::markdown;
pub(crate) use terminal::TerminalForm;
