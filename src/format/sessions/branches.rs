//! Branches of a conversation whose messages are a tree: the nodes with their messages become one list, and the ways through it.
//!
//! ```json
//! {"a1":{"parent":"u1","message":{}},"a2":{"parent":"u1","message":{}}}
//! ```

use super::tree::SessionTree;
use super::ways::{TreeUnit, ways_with};
use crate::json::Text;
use crate::model::{BranchStep, Conversation, Message};

/// A node of the tree: its id, and its messages.
#[derive(Debug, Default)]
pub struct TreeNode<'a> {
    /// The id, with which a branch that ends here is chosen.
    pub id: Option<Text<'a>>,
    /// The messages, in order. None for a node that only has others after it.
    pub messages: Vec<Message<'a>>,
}

/// The leaf that counts most: of equal ones the last in the file.
#[must_use]
pub fn newest_leaf(tree: &SessionTree<'_>, time: impl Fn(usize) -> f64) -> Option<usize> {
    let mut is_leaf = vec![true; tree.len()];
    for parent in (0..tree.len()).filter_map(|index| tree.parent(index)) {
        if let Some(is_leaf) = is_leaf.get_mut(parent) {
            *is_leaf = false;
        }
    }
    let leaves = (0..tree.len()).filter(|index| is_leaf.get(*index) == Some(&true));
    leaves.map(|leaf| (time(leaf), leaf)).max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, leaf)| leaf)
}

/// Puts the messages into the conversation: those of the way to the node `active` first. A tree with one way has no branches.
pub fn add_branches<'a>(
    tree: &SessionTree<'_>,
    mut nodes: Vec<TreeNode<'a>>,
    active: Option<usize>,
    conversation: &mut Conversation<'a>,
) {
    let unit = |(index, node): (usize, &TreeNode<'a>)| TreeUnit {
        parent: tree.parent(index),
        lane: 0,
        messages: node.messages.len(),
        last: index,
    };
    let units: Vec<_> = nodes.iter().enumerate().map(unit).collect();
    let ways = ways_with(&units, active);
    let is_plain = ways.len() <= 1;
    for way in &ways {
        let mut branch = way.branch();
        branch.id = nodes.get(way.leaf).and_then(|node| node.id.clone());
        for unit in &way.units {
            let messages = nodes.get_mut(*unit).map(|node| std::mem::take(&mut node.messages));
            for message in messages.unwrap_or_default() {
                let id = message.details().id.clone().unwrap_or(Text::Token(""));
                if branch.order.is_empty() {
                    branch.at = message.at;
                }
                branch.order.push(BranchStep { at: message.at, id, message: Some(conversation.messages.len()) });
                conversation.messages.push(message);
            }
        }
        if !is_plain {
            conversation.branches.push(branch);
        }
    }
}
