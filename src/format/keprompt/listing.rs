//! The list of messages in a record: the record itself, a column of a row, or a member next to the row of an export.

use super::row;
use crate::format::listing::{Listing, MessageColumns, list_or};

pub(super) static LISTING: Listing =
    Listing { blocks: "content", has_tool_messages: true, find: |root| list_or(root, None), ..Listing::NONE };

pub(in crate::format) static COLUMNS: Listing =
    Listing { columns: Some(MessageColumns { format: &super::FORMAT, find: row::message_columns }), ..Listing::NONE };
