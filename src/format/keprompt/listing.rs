//! Where the messages are: the record is a list of them; a row has them in a column, and an export beside it too.

use super::row;
use crate::format::listing::{Listing, MessageColumns, list_or};

pub(super) static LISTING: Listing =
    Listing { blocks: "content", has_tool_messages: true, find: |root| list_or(root, None), ..Listing::NONE };

pub(super) static COLUMNS: Listing =
    Listing { columns: Some(MessageColumns { format: &super::FORMAT, find: row::message_columns }), ..Listing::NONE };
