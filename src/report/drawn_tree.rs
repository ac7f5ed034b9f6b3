//! Trees for people: as text, or as a graph for Graphviz or Mermaid.

/// The maximum indentation of the text tree; deeper nodes show their depth as a number.
const DEEPEST: u64 = 24;

/// A node of a tree that is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnNode {
    /// Its name.
    pub name: String,
    /// What is in parentheses after the name, in the text and in the graphs.
    pub details: String,
    /// More of that, in the text alone.
    pub more: String,
    /// What is after the parentheses, in the text alone.
    pub after: String,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// It continues after its parent, as a run does, and is drawn straight below it if nothing else does.
    pub is_next: bool,
}

/// The text tree, one line for each node; nodes in or below a cycle are omitted.
#[must_use]
pub fn text_tree(nodes: &[DrawnNode]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(own) = node.parent.and_then(|parent| children.get_mut(parent)) {
            own.push(index);
        }
    }
    let mut text = String::new();
    let tops = (0..nodes.len()).rev().filter(|index| nodes.get(*index).is_some_and(|node| node.parent.is_none()));
    // A node, its depth, the indentation of its children, and whether it is the last child.
    let mut waiting: Vec<(usize, u64, String, Option<bool>)> =
        tops.map(|index| (index, 0, String::new(), None)).collect();
    while let Some((index, depth, indent, place)) = waiting.pop() {
        let Some(DrawnNode { name, details, more, after, .. }) = nodes.get(index) else { continue };
        let (branch, below) = match place {
            None => ("", ""),
            Some(false) => ("├── ", "│   "),
            Some(true) => ("└── ", "    "),
        };
        let deep = if depth > DEEPEST + 1 { format!(", depth {depth}") } else { String::new() };
        text.push_str(&format!("{indent}{branch}{name} ({details}{deep}{more}){after}\n"));
        // A long chain would be indented without limit.
        let indent = if depth > DEEPEST { indent } else { indent + below };
        let own = children.get(index).map_or(&[][..], Vec::as_slice);
        let last = own.len().saturating_sub(1);
        let own = own.iter().enumerate().rev();
        waiting.extend(own.map(|(at, child)| (*child, depth + 1, indent.clone(), Some(at == last))));
    }
    text
}

/// A graph for Graphviz.
#[must_use]
pub fn dot_graph(name: &str, nodes: &[DrawnNode]) -> String {
    let mut text = format!("digraph {name} {{\n  rankdir=TB;\n  node [shape=box];\n");
    for (index, node) in nodes.iter().enumerate() {
        let label = dot_text(&format!("{}\n{}", node.name, node.details));
        text.push_str(&format!("  r{index} [label=\"{label}\"];\n"));
    }
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            text.push_str(&format!("  r{parent} -> r{index};\n"));
        }
    }
    text + "}\n"
}

/// A graph for Mermaid.
#[must_use]
pub fn mermaid_graph(nodes: &[DrawnNode]) -> String {
    let mut text = "flowchart TD\n".to_owned();
    for (index, node) in nodes.iter().enumerate() {
        let label = format!("{}<br/>{}", mermaid_text(&node.name), mermaid_text(&node.details));
        text.push_str(&format!("  r{index}[\"{label}\"]\n"));
    }
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            text.push_str(&format!("  r{parent} --> r{index}\n"));
        }
    }
    text
}

/// A text between the quotes of a Graphviz label.
fn dot_text(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, character| {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
        out
    })
}

/// A text between the quotes of a Mermaid label: special characters are written as entities.
fn mermaid_text(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, character| {
        match character {
            '"' | '<' | '>' | '&' | '#' | '`' => out.push_str(&format!("#{};", u32::from(character))),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
        out
    })
}
