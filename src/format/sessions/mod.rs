//! What formats of sessions share: lines that are kept, trees of entries that name the one before them, and the ways through
//! such a tree.
//!
//! ```json
//! {"uuid":"u2","parentUuid":"u1","type":"assistant"}
//! ```

mod branches;
mod lines;
mod problems;
mod tree;
mod ways;

pub use branches::{TreeNode, add_branches, newest_leaf};
pub use lines::{
    KeptLines, UnknownTypes, is_text_alone, keep_line, refuse_characters, report_damaged_line, report_damaged_lines,
};
pub use problems::{report_odd_line, report_repeated_line, report_tree_problem, report_unread};
pub use tree::{ParentLink, SessionTree, TreeEntry, TreeProblem};
pub use ways::{EntryWeight, TreeUnit, TreeWay, units_of, ways, ways_with};
