//! Where the turns are: in the list of a record, or the record is the list.

use super::read::{FILES, find_turns};
use crate::format::listing::{Listed, Listing, Messages};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "", blocks: "", find };

/// Nothing where files belong to the turns by their order.
fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let has_files = FILES.iter().any(|key| root.get(key).is_some());
    let turns = find_turns(root).filter(|_| !has_files);
    Listed::bare(turns.map_or(Messages::None, |(_, turns)| Messages::Items(turns)))
}
