//! Trees as pictures: a row for each node, with its children below and to the right.

use turnwise::report::DrawnNode;
use unicode_width::UnicodeWidthStr as _;

use crate::cli::print::html::escaped;

/// The style of a picture, in pages too.
pub(crate) const TREE_STYLE: &str = include_str!("../../../print/html/tree.css");

/// Pixels from a row to the next one.
const ROW: usize = 46;
/// Pixels from the dot of a node to those of its children.
const LANE: usize = 22;
/// Pixels of the margin of a picture.
const EDGE: usize = 14;
/// Pixels of a letter.
const LETTER: usize = 8;
/// The maximum depth with separate lanes.
const DEEPEST: usize = 24;

/// A node that is drawn after its parent.
struct WaitingNode {
    index: usize,
    depth: usize,
    /// The number of indentation steps.
    lane: usize,
    /// The place of its parent in the picture.
    parent: Option<PicturePoint>,
}

/// A place in a picture, in pixels.
#[derive(Clone, Copy, Debug)]
struct PicturePoint {
    x: usize,
    y: usize,
}

/// The rows of a picture.
#[derive(Debug, Default)]
pub(crate) struct TreePicture {
    edges: String,
    nodes: String,
    /// The number of rows.
    pub(crate) rows: usize,
    width: usize,
}

impl TreePicture {
    /// Adds a tree below the others. Nodes in or below a cycle have no edge.
    pub(crate) fn add(&mut self, nodes: &[DrawnNode]) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            if let Some(own) = node.parent.and_then(|parent| children.get_mut(parent)) {
                own.push(index);
            }
        }
        let is_top = |index: &usize| nodes.get(*index).is_some_and(|node| node.parent.is_none());
        let mut is_drawn = vec![false; nodes.len()];
        let tops = (0..nodes.len()).rev().filter(is_top);
        let mut waiting: Vec<_> = tops.map(|index| WaitingNode { index, depth: 0, lane: 0, parent: None }).collect();
        while let Some(WaitingNode { index, depth, lane, parent }) = waiting.pop() {
            let (Some(node), Some(is_drawn)) = (nodes.get(index), is_drawn.get_mut(index)) else { continue };
            *is_drawn = true;
            let place = self.next_place(lane.min(DEEPEST));
            let deep = if lane > DEEPEST { format!(", depth {depth}") } else { String::new() };
            self.node(node, place, &deep);
            if let Some(parent) = parent {
                self.edge(parent, place);
            }
            let own = children.get(index).map_or(&[][..], Vec::as_slice);
            let goes_on = |child: &usize| own.len() == 1 && nodes.get(*child).is_some_and(|child| child.is_next);
            waiting.extend(own.iter().rev().map(|child| {
                let lane = if goes_on(child) { lane } else { lane + 1 };
                WaitingNode { index: *child, depth: depth + 1, lane, parent: Some(place) }
            }));
        }
        for node in nodes.iter().zip(is_drawn).filter(|(_, is_drawn)| !is_drawn).map(|(node, _)| node) {
            self.node(node, self.next_place(0), ", in or below a cycle");
        }
    }

    /// The place of the node of the next row.
    fn next_place(&self, lane: usize) -> PicturePoint {
        PicturePoint { x: EDGE + lane * LANE, y: EDGE + self.rows * ROW + LANE / 2 }
    }

    fn node(&mut self, node: &DrawnNode, PicturePoint { x, y }: PicturePoint, deep: &str) {
        let details = format!("{}{deep}{}", node.details, node.more);
        let (name, after) = (&node.name, &node.after);
        let columns = (name.width() + after.width()).max(details.width());
        let text = x + LETTER + 4;
        self.nodes.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\"/><text x=\"{text}\" y=\"{}\"><tspan class=\"name\">{}</tspan>{}</text>\
             <text class=\"details\" x=\"{text}\" y=\"{}\">{}</text>\n",
            y + 4,
            escaped(name),
            escaped(after),
            y + 21,
            escaped(&details)
        ));
        self.rows += 1;
        self.width = self.width.max(text + columns * LETTER + EDGE);
    }

    fn edge(&mut self, parent: PicturePoint, PicturePoint { x, y }: PicturePoint) {
        let PicturePoint { x: from, y: top } = parent;
        let path = if from == x {
            format!("M{from} {}V{}", top + 5, y - 5)
        } else {
            format!("M{from} {}V{}q0 8 8 8H{}", top + 5, y - 8, x - 5)
        };
        self.edges.push_str(&format!("<path d=\"{path}\"/>\n"));
    }

    /// The picture: `style` is empty if it is part of a page, which contains [`TREE_STYLE`].
    pub(crate) fn svg(&self, title: &str, style: &str) -> String {
        let (width, height) = (self.width.max(2 * EDGE), self.rows * ROW + 2 * EDGE);
        let style = if style.is_empty() { String::new() } else { format!("<style>{style}</style>\n") };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" role=\"group\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n{style}\
             <rect class=\"back\" width=\"{width}\" height=\"{height}\"/>\n{}{}</svg>\n",
            escaped(title),
            self.edges,
            self.nodes
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, parent: Option<usize>) -> DrawnNode {
        DrawnNode { name: name.to_owned(), details: name.to_owned(), parent, is_next: true, ..DrawnNode::default() }
    }

    #[test]
    fn names_are_text() {
        let mut picture = TreePicture::default();
        picture.add(&[node("</text><script>alert(1)</script>\" onload='x' &amp;\u{202e}\u{0}\u{1b}[31m", None)]);
        for svg in [picture.svg("</title><script>", ""), picture.svg("</style>", TREE_STYLE)] {
            let tags: Vec<_> = svg.split('<').skip(1).map(|it| it.trim_start_matches('/')).collect();
            for tag in &tags {
                let name = &tag[..tag.find(|it: char| !it.is_ascii_lowercase()).unwrap()];
                assert!(["svg", "title", "style", "rect", "circle", "text", "tspan"].contains(&name), "<{tag}");
            }
            assert!(!svg.contains(['\u{202e}', '\u{0}', '\u{1b}']) && svg.contains("&amp;amp;"), "{svg}");
        }
    }

    #[test]
    fn a_chain_is_straight_and_a_long_one_small() {
        let chain: Vec<_> = (0..3000usize).map(|index| node("x", index.checked_sub(1))).collect();
        let forks: Vec<_> = chain.iter().cloned().map(|node| DrawnNode { is_next: false, ..node }).collect();
        let mut picture = TreePicture::default();
        picture.add(&chain);
        assert!(picture.edges.lines().all(|edge| !edge.contains('q')));
        picture.add(&forks);
        assert!(picture.rows == 6000 && picture.width < 1000 && picture.svg("x", "").len() < 2_000_000);
    }

    #[test]
    fn each_node_of_a_cycle_is_a_row() {
        let mut picture = TreePicture::default();
        picture.add(&[node("a", Some(1)), node("b", Some(0)), node("c", None), node("d", Some(2)), node("e", Some(9))]);
        assert_eq!(picture.rows, 5);
        assert_eq!(picture.nodes.matches("in or below a cycle").count(), 3);
    }
}
