//! Prints lineages and branches: as text, as JSON, as graphs for other programs, as a picture and as a page.

mod svg;

use anyhow::bail;
use clap::ValueEnum;
use turnwise::json::{Layout, reformat};
use turnwise::report::{DrawnNode, dot_graph, mermaid_graph, text_tree};

pub(crate) use svg::TREE_STYLE;
use svg::TreePicture;

use crate::cli::print::html::sections::{SectionHead, SectionPage, WriteText};
use crate::cli::print::text;
use crate::cli::terminal::{clean, clean_json, print, print_text};

/// The maximum number of rows of a picture: nobody reads larger ones.
const MOST_ROWS: usize = 20_000;

/// How a lineage is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineageForm {
    /// A tree drawn with lines
    #[default]
    Text,
    /// One JSON object per event log or conversation
    Json,
    /// A Mermaid graph
    Mermaid,
    /// A Graphviz graph
    Dot,
    /// An SVG picture
    Svg,
    /// An HTML page with a picture of each event log or conversation
    Html,
}

/// The printed data of an event log or of a conversation.
#[derive(Clone, Copy)]
pub(crate) struct PrintedTree<'t> {
    /// The name of the graph: `runs`, `branches`.
    pub(crate) graph: &'static str,
    /// The nodes of its tree.
    pub(crate) nodes: &'t [DrawnNode],
    /// Further lines of the text.
    pub(crate) more: &'t str,
    /// The JSON, on one line.
    pub(crate) json: &'t dyn Fn() -> String,
}

/// Prints the trees of all inputs in one form.
#[derive(Debug)]
pub(crate) struct LineagePrinter {
    pub(crate) form: LineageForm,
    pub(crate) is_pretty: bool,
    picture: TreePicture,
    page: SectionPage,
    /// The input of the first tree.
    title: String,
}

impl LineagePrinter {
    pub(crate) fn new(form: LineageForm, is_pretty: bool) -> Self {
        let page = SectionPage::new(if form == LineageForm::Html { "tree" } else { "" });
        Self { form, is_pretty, picture: TreePicture::default(), page, title: String::new() }
    }

    /// Prints it: workflow commands in text for people are escaped.
    pub(crate) fn print(&self, text: &str) -> anyhow::Result<()> {
        match self.form {
            LineageForm::Text | LineageForm::Mermaid | LineageForm::Dot => print_text(text),
            LineageForm::Json | LineageForm::Svg | LineageForm::Html => print(text),
        }
    }

    /// The text before the trees of an input.
    pub(crate) fn head(&self, name: &str, has_name: bool) -> String {
        if has_name && self.form == LineageForm::Text { format!("{}:\n", clean(name)) } else { String::new() }
    }

    /// The text of a tree of this input.
    ///
    /// # Errors
    /// The picture would be too long.
    pub(crate) fn tree(&mut self, tree: PrintedTree<'_>, name: &str) -> anyhow::Result<String> {
        if self.title.is_empty() {
            self.title = format!("Lineage of {name}");
        }
        Ok(match self.form {
            LineageForm::Json => self.json(&(tree.json)()),
            LineageForm::Text => text_tree(&one_line(tree.nodes)) + &clean_lines(tree.more),
            LineageForm::Mermaid => mermaid_graph(&one_line(tree.nodes)),
            LineageForm::Dot => dot_graph(tree.graph, &one_line(tree.nodes)),
            LineageForm::Svg => {
                self.picture.add(tree.nodes);
                if self.picture.rows > MOST_ROWS {
                    bail!(
                        "a picture of more than {} rows helps nobody; --output-format html draws each conversation by itself",
                        text::number(MOST_ROWS as u64)
                    );
                }
                String::new()
            }
            LineageForm::Html => self.section(tree.nodes, name),
        })
    }

    fn json(&self, json: &str) -> String {
        if !self.is_pretty {
            return clean_json(json.to_owned()) + "\n";
        }
        let mut out = Vec::new();
        reformat(json, Layout::Pretty(2), 0, &mut out);
        let json = String::from_utf8(out).unwrap_or_default();
        json.lines().map(|line| clean_json(line.to_owned()) + "\n").collect()
    }

    fn section(&mut self, nodes: &[DrawnNode], name: &str) -> String {
        let mut picture = TreePicture::default();
        picture.add(nodes);
        let heading = nodes.first().map_or(name, |node| &node.name);
        let size = text::count(nodes.len() as u64, "row");
        let number = self.page.number() + 1;
        let out = self.page.section(&self.title, SectionHead { heading, about: name, size: &size });
        let picture = picture.svg(heading, "");
        out + &format!("<article class=\"message picture\" id=\"c{number}m1\" tabindex=\"0\">\n{picture}</article>\n")
            + SectionPage::end_section()
    }

    /// Writes the text after the trees of all inputs.
    ///
    /// # Errors
    /// See [`SectionPage::end`].
    pub(crate) fn end(&mut self, write: &mut WriteText<'_>) -> anyhow::Result<()> {
        match self.form {
            LineageForm::Svg if !self.title.is_empty() => write(&self.picture.svg(&self.title, TREE_STYLE)),
            LineageForm::Html => self.page.end(write),
            LineageForm::Text | LineageForm::Json | LineageForm::Mermaid | LineageForm::Dot | LineageForm::Svg => {
                Ok(())
            }
        }
    }
}

/// The nodes without line ends and similar characters, which would begin a new line.
fn one_line(nodes: &[DrawnNode]) -> Vec<DrawnNode> {
    let mut nodes = nodes.to_vec();
    for DrawnNode { name, details, more, after, .. } in &mut nodes {
        for text in [name, details, more, after] {
            *text = clean(text).into_owned();
        }
    }
    nodes
}

fn clean_lines(lines: &str) -> String {
    lines.lines().map(|line| clean(line) + "\n").collect()
}
